/**
 * Functions in guards, properties and quantifiers: the body becomes an expression.
 *
 * Statements are followed on all ways to a `return`. Tests become conditionals, locals stand for their values, and loops
 * with known bounds are repeated. What changes the state is refused.
 */

import { equals, any, literalOf } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { boundsOf, isSimple, piecesOf } from "../names/murphi-type.ts";
import type { SimpleType } from "../names/murphi-type.ts";
import type { Value } from "../names/place.ts";
import type { RoutineNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";
import { access, fitting, isAmong } from "./access.ts";
import { condition, either, lowerValue } from "./expression.ts";
import { failure, unlessFails } from "./fail.ts";
import { declareLocals } from "./locals.ts";
import { compareValues, numberValue } from "./operate.ts";
import { domainOf } from "./quantify.ts";
import type { Writer } from "./writer.ts";

const mostStatements = 20_000;

/** Whether a body is as easily an expression as a list of statements. */
export function isShort({ declarations, body }: RoutineNode): boolean {
  const isPlain = (statements: readonly StatementNode[]): boolean =>
    statements.length === 1 && statements.every((s) => isPlainReturn(s));
  const isPlainReturn = (s: StatementNode): boolean =>
    s.kind === "return" ||
    (s.kind === "if" && s.clauses.every((clause) => isPlain(clause.body)) && (isPlain(s.else) || s.else.length === 0));
  if (declarations.length > 0 || body.length === 0 || body.length > 4) return false;
  return body.at(-1)!.kind !== "put" && body.every(isPlainReturn);
}

type Rest = () => Value;

export function evaluate(w: Writer, routine: RoutineNode): Value {
  const { name, result } = routine;
  if (!result) {
    w.refuse("unsupported", `expected a function in a condition, found the procedure \`${name.text}\``, name.span);
  }
  const type = w.program.declarer.type(result, w.program.globals);
  if (!isSimple(type)) w.refuse("unsupported", "expected a simple result of a function in a condition", result.span);
  declareLocals(w, routine.declarations);
  const least = boundsOf(type).low;
  const missing: Value = {
    type,
    e: type.kind === "boolean" ? { kind: "boolean", value: false } : { kind: "integer", value: least },
    low: least,
    high: least,
    checks: [failure(`no return from function ${name.text}`, name.span)],
  };
  return follow(w, routine.body, type, () => missing);
}

function follow(w: Writer, nodes: readonly StatementNode[], type: SimpleType, rest: Rest): Value {
  const [node, ...others] = nodes;
  if (!node) return rest();
  if (++w.evaluated > mostStatements) {
    w.refuse("unsupported", "expected a shorter function in a condition, found one with too many cases", node.span);
  }
  const next: Rest = () => follow(w, others, type, rest);
  switch (node.kind) {
    case "return": {
      if (!node.value) return w.refuse("no-value", "expected the result after `return`", node.span);
      const value = lowerValue(w, node.value);
      fitting(w, value, type, node.value.span);
      return inRange(value, type, "the result", node);
    }
    case "if": {
      const [clause, ...more] = node.clauses;
      if (!clause) return follow(w, node.else, type, next);
      const test = condition(w, clause.test);
      const then = branch(w, () => follow(w, clause.body, type, next));
      const otherwise = branch(w, () => follow(w, [{ ...node, clauses: more }], type, next));
      return either(w, test, then, otherwise, node.span);
    }
    case "switch":
      return followSwitch(w, node, type, next);
    case "assign":
      return followAssignment(w, node, next);
    case "for": {
      const domain = domainOf(w, node.quantifier);
      if (!domain) return w.refuse("unsupported", "expected a loop with constant bounds in a condition", node.span);
      const rounds = domain.pieces.flatMap((piece) => {
        const { low, high } = piece.kind === "range" ? piece : { low: 0, high: 1 };
        return Array.from({ length: high - low + 1 }, (_, i) => low + i);
      });
      const hidden = outside(w, [node.quantifier.name.text], next);
      const round = (k: number): Value => {
        if (k === rounds.length) return hidden();
        const value = domain.steps ? domain.steps.from + domain.steps.by * rounds[k]! : rounds[k]!;
        return w.scoped((scope) => {
          const e: Expression =
            domain.type.kind === "boolean" ? { kind: "boolean", value: value !== 0 } : { kind: "integer", value };
          scope.bind(node.quantifier.name.text, { kind: "value", value: { type: domain.type, e, low: value, high: value, checks: [] } }); // prettier-ignore
          return follow(w, node.body, type, () => round(k + 1));
        });
      };
      return round(0);
    }
    case "alias": {
      const hidden = outside(w, node.bindings.map(({ name }) => name.text), next); // prettier-ignore
      return w.scoped((scope) => {
        for (const { name, value } of node.bindings) {
          const found = access(w, value);
          scope.declare(
            name,
            found ? { kind: "place", place: found.place } : { kind: "value", value: lowerValue(w, value) },
          );
        }
        return follow(w, node.body, type, hidden);
      });
    }
    case "property":
      if (node.category === "assert") {
        const check = unlessFails(condition(w, node.condition), node.message ?? "assertion failed", node.span);
        return after([check], next());
      }
      break;
    case "error":
      return after([failure(node.message, node.span)], next());
    case "put":
      return next();
    default:
  }
  const message = "expected a function that only computes, found a statement that a condition cannot have";
  return w.refuse("unsupported", message, node.span);
}

/** What follows a block sees the meanings that the names of the block had before it. */
function outside(w: Writer, names: readonly string[], next: Rest): Rest {
  const before = names.map((name) => [name, w.scope.find(name)] as const);
  return () =>
    w.scoped((scope) => {
      for (const [name, meaning] of before) if (meaning) scope.bind(name, meaning);
      return next();
    });
}

/** Variables that are assigned in one branch keep their values in the other. */
function branch(w: Writer, follows: Rest): Value {
  return w.scoped(follows);
}

function followSwitch(w: Writer, node: StatementOf<"switch">, type: SimpleType, next: Rest): Value {
  const value = lowerValue(w, node.value);
  const choose = (k: number): Value => {
    const found = node.cases[k];
    if (!found) return follow(w, node.else, type, next);
    const tests = found.values.map((own) => compareValues(w, "==", value, lowerValue(w, own), own.span));
    const test = any(tests.map(({ e }) => e));
    const then = branch(w, () => follow(w, found.body, type, next));
    const otherwise = branch(w, () => choose(k + 1));
    return after(tests.flatMap(({ checks }) => checks), either(w, test, then, otherwise, node.span)); // prettier-ignore
  };
  return choose(0);
}

function followAssignment(w: Writer, node: StatementOf<"assign">, next: Rest): Value {
  const { target } = node;
  const meaning = target.kind === "name" ? w.scope.find(target.name) : undefined;
  if (target.kind !== "name" || meaning?.kind !== "local") {
    const message = "expected an assignment to a local of the function, which a condition calls, found another";
    return w.refuse("unsupported", message, target.span);
  }
  const value = lowerValue(w, node.value);
  fitting(w, value, meaning.type, node.value.span);
  const ranged = inRange(value, meaning.type, target.name, node);
  w.scope.bind(target.name, { kind: "local", type: meaning.type, value: { ...ranged, checks: [] } });
  return after(ranged.checks, next());
}

function inRange(value: Value, type: SimpleType, shown: string, { span }: StatementNode): Value {
  const { low, high } = boundsOf(type);
  if (type.kind === "boolean" || (value.low >= low && value.high <= high)) return { ...value, type };
  const known = literalOf(value.e);
  const test = known === undefined ? isAmong(value.e, piecesOf(type)) : equals(value.e, known < low ? low : high);
  const check = unlessFails(test, `write of out-of-range value into ${shown}`, span);
  const bounded = numberValue(value.e, { low: Math.max(low, value.low), high: Math.min(high, value.high) });
  return { ...bounded, type, checks: [...value.checks, check] };
}

function after(checks: readonly Expression[], value: Value): Value {
  return checks.length === 0 ? value : { ...value, checks: [...checks, ...value.checks] };
}
