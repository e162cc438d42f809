/**
 * Functions in guards, properties and quantifiers: the body becomes an expression.
 *
 * Statements are followed on all ways to a `return`. Tests become conditionals, locals stand for their values, and loops
 * with known bounds are repeated. What changes the state is refused.
 */

import { any, conditional, equals, integer, literalOf } from "../../../model/build.ts";
import { total } from "../../../model/interval.ts";
import type { Expression } from "../../../model/model.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import { boundsOf, isSimple, piecesOf } from "../names/murphi-type.ts";
import type { SimpleType } from "../names/murphi-type.ts";
import type { Value } from "../names/place.ts";
import type { Scope } from "../names/scope.ts";
import type { ExpressionNode, RoutineNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";
import { access, fitting, isAmong } from "./access.ts";
import { condition, either, lowerValue } from "./expression.ts";
import { failure, unlessFails } from "./fail.ts";
import { declareLocals } from "./locals.ts";
import { compareValues, compute, numberValue } from "./operate.ts";
import { domainOf, valueIn } from "./quantify.ts";
import type { Writer } from "./writer.ts";

const mostStatements = 20_000;

/** Whether a body is as easily an expression as a list of statements: it decides, counts and returns. */
export function isShort({ declarations, body }: RoutineNode): boolean {
  const locals = new Set(
    declarations.flatMap((d) => (d.kind === "var" ? d.variable.names.map(({ text }) => text) : [])),
  );
  const isEasy = (s: StatementNode): boolean => {
    if (s.kind === "assign") return s.target.kind === "name" && locals.has(s.target.name);
    if (s.kind === "for") return accumulation(s) !== undefined;
    if (s.kind !== "if") return s.kind === "return";
    return (
      s.else.length <= 1 && s.else.every(isEasy) && s.clauses.every((c) => c.body.length === 1 && c.body.every(isEasy))
    );
  };
  return body.length <= 6 && body.every(isEasy);
}

type Rest = () => Value;

export function evaluate(writer: Writer, routine: RoutineNode): Value {
  const { name, result } = routine;
  if (!result) {
    writer.refuse("unsupported", `expected a function in a condition, found the procedure \`${name.text}\``, name.span);
  }
  const type = writer.program.declarer.type(result, writer.program.globals);
  if (!isSimple(type)) {
    writer.refuse("unsupported", "expected a simple result of a function in a condition", result.span);
  }
  declareLocals(writer, routine.declarations);
  const least = boundsOf(type).low;
  const missing: Value = {
    type,
    e: type.kind === "boolean" ? { kind: "boolean", value: false } : { kind: "integer", value: least },
    low: least,
    high: least,
    checks: [failure(`no return from function ${name.text}`, name.span)],
  };
  return follow(writer, routine.body, type, () => missing);
}

function follow(writer: Writer, nodes: readonly StatementNode[], type: SimpleType, rest: Rest): Value {
  const [node, ...others] = nodes;
  if (!node) return rest();
  if (++writer.evaluated > mostStatements) {
    writer.refuse(
      "unsupported",
      "expected a shorter function in a condition, found one with too many cases",
      node.span,
    );
  }
  const next: Rest = () => follow(writer, others, type, rest);
  switch (node.kind) {
    case "return": {
      if (!node.value) return writer.refuse("no-value", "expected the result after `return`", node.span);
      const value = lowerValue(writer, node.value);
      fitting(writer, value, type, node.value.span);
      return inRange(value, type, "the result", node);
    }
    case "if": {
      const [clause, ...more] = node.clauses;
      if (!clause) return follow(writer, node.else, type, next);
      const test = condition(writer, clause.test);
      const then = branch(writer, () => follow(writer, clause.body, type, next));
      const otherwise = branch(writer, () => follow(writer, [{ ...node, clauses: more }], type, next));
      return either(writer, test, then, otherwise, node.span);
    }
    case "switch":
      return followSwitch(writer, node, type, next);
    case "assign":
      return followAssignment(writer, node, next);
    case "for": {
      const sum = accumulated(writer, node);
      if (sum) return writer.scoped((scope) => bindLocal(scope, sum.name, sum.type, sum.value, next));
      const domain = domainOf(writer, node.quantifier);
      if (!domain) {
        return writer.refuse("unsupported", "expected a loop with constant bounds in a condition", node.span);
      }
      const rounds = domain.pieces.flatMap((piece) => {
        const { low, high } = piece.kind === "range" ? piece : { low: 0, high: 1 };
        return Array.from({ length: high - low + 1 }, (_, i) => low + i);
      });
      const hidden = outside(writer, [node.quantifier.name.text], next);
      const round = (k: number): Value => {
        if (k === rounds.length) return hidden();
        const value = domain.steps ? domain.steps.from + domain.steps.by * rounds[k]! : rounds[k]!;
        return writer.scoped((scope) => {
          const e: Expression =
            domain.type.kind === "boolean" ? { kind: "boolean", value: value !== 0 } : { kind: "integer", value };
          scope.bind(node.quantifier.name.text, { kind: "value", value: { type: domain.type, e, low: value, high: value, checks: [] } }); // prettier-ignore
          return follow(writer, node.body, type, () => round(k + 1));
        });
      };
      return round(0);
    }
    case "alias": {
      const hidden = outside(writer, node.bindings.map(({ name }) => name.text), next); // prettier-ignore
      return writer.scoped((scope) => {
        for (const { name, value } of node.bindings) {
          const found = access(writer, value);
          scope.declare(
            name,
            found ? { kind: "place", place: found.place } : { kind: "value", value: lowerValue(writer, value) },
          );
        }
        return follow(writer, node.body, type, hidden);
      });
    }
    case "property":
      if (node.category === "assert") {
        const check = unlessFails(condition(writer, node.condition), node.message ?? "assertion failed", node.span);
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
  return writer.refuse("unsupported", message, node.span);
}

/** A loop `for i: T do if test then x := x + amount; end; end`, or with another value than a sum. */
interface Accumulation {
  readonly name: string;
  readonly test: ExpressionNode;
  readonly value: ExpressionNode;
  readonly isSum: boolean;
}

function accumulation({ body }: StatementOf<"for">): Accumulation | undefined {
  const [only] = body;
  if (body.length !== 1 || only?.kind !== "if" || only.clauses.length !== 1 || only.else.length > 0) return undefined;
  const { test, body: inner } = only.clauses[0]!;
  const [assignment] = inner;
  if (inner.length !== 1 || assignment?.kind !== "assign" || assignment.target.kind !== "name") return undefined;
  const { name } = assignment.target;
  const { value } = assignment;
  const isSum = value.kind === "binary" && value.op === "+" && value.left.kind === "name" && value.left.name === name;
  const amount = isSum ? value.right : value;
  const mentions = [test, amount].some((part) => isMentioned(name, part));
  // A value other than a sum must be the same in every round.
  const isConstant = amount.kind === "number" || amount.kind === "truth";
  return mentions || (!isSum && !isConstant) ? undefined : { name, test, value: amount, isSum };
}

function isMentioned(name: string, node: ExpressionNode): boolean {
  const isIt = (one: TreeNode): boolean => one.kind === "name" && (one as TreeNode & { name?: unknown }).name === name;
  return isIt(node) || [...allNodesIn<TreeNode>(node)].some(isIt);
}

/** Such a loop as a sum or a quantifier, which does not depend on the order of the rounds. */
function accumulated(
  writer: Writer,
  node: StatementOf<"for">,
): { readonly name: string; readonly type: SimpleType; readonly value: Value } | undefined {
  const found = accumulation(node);
  const meaning = found && writer.scope.find(found.name);
  if (!found || meaning?.kind !== "local" || !meaning.value) return undefined;
  const { quantifier, span } = node;
  const domain = domainOf(writer, quantifier);
  if (!domain || domain.pieces.length !== 1) return undefined;
  const bound = writer.fixedName(quantifier.name.text);
  const { test, amount } = writer.scoped((scope) => {
    scope.bind(quantifier.name.text, { kind: "value", value: valueIn(domain, bound) });
    return { test: lowerValue(writer, found.test), amount: lowerValue(writer, found.value) };
  });
  if (test.checks.length + amount.checks.length > 0) return undefined;
  const [type] = domain.pieces;
  const rounds = type!.kind === "range" ? type!.high - type!.low + 1 : 2;
  const { value } = meaning;
  if (!found.isSum) {
    const some: Expression = { kind: "quantified", op: "exists", name: bound, type: type!, body: test.e };
    return { name: found.name, type: meaning.type, value: either(writer, some, amount, value, span) };
  }
  if (value.type.kind !== "range" || amount.type.kind !== "range") return undefined;
  const body = conditional(test.e, amount.e, integer(0));
  const sum: Expression = { kind: "quantified", op: "sum", name: bound, type: type!, body };
  const bounds = total({ low: Math.min(0, amount.low), high: Math.max(0, amount.high) }, rounds);
  const whole = compute(writer, "+", value, numberValue(sum, bounds), span);
  const { low, high } = boundsOf(meaning.type);
  // In the middle of the loop the variable may be out of range.
  return whole.low < low || whole.high > high ? undefined : { name: found.name, type: meaning.type, value: whole };
}

function bindLocal(scope: Scope, name: string, type: SimpleType, value: Value, next: Rest): Value {
  scope.bind(name, { kind: "local", type, value: { ...value, type, checks: [] } });
  return after(value.checks, next());
}

/** What follows a block sees the meanings that the names of the block had before it. */
function outside(writer: Writer, names: readonly string[], next: Rest): Rest {
  const before = names.map((name) => [name, writer.scope.find(name)] as const);
  return () =>
    writer.scoped((scope) => {
      for (const [name, meaning] of before) if (meaning) scope.bind(name, meaning);
      return next();
    });
}

/** Variables that are assigned in one branch keep their values in the other. */
function branch(writer: Writer, follows: Rest): Value {
  return writer.scoped(follows);
}

function followSwitch(writer: Writer, node: StatementOf<"switch">, type: SimpleType, next: Rest): Value {
  const value = lowerValue(writer, node.value);
  const choose = (k: number): Value => {
    const found = node.cases[k];
    if (!found) return follow(writer, node.else, type, next);
    const tests = found.values.map((own) => compareValues(writer, "==", value, lowerValue(writer, own), own.span));
    const test = any(tests.map(({ e }) => e));
    const then = branch(writer, () => follow(writer, found.body, type, next));
    const otherwise = branch(writer, () => choose(k + 1));
    return after(tests.flatMap(({ checks }) => checks), either(writer, test, then, otherwise, node.span)); // prettier-ignore
  };
  return choose(0);
}

function followAssignment(writer: Writer, node: StatementOf<"assign">, next: Rest): Value {
  const { target } = node;
  const meaning = target.kind === "name" ? writer.scope.find(target.name) : undefined;
  if (target.kind !== "name" || meaning?.kind !== "local") {
    const message = "expected an assignment to a local of the function, which a condition calls, found another";
    return writer.refuse("unsupported", message, target.span);
  }
  const value = lowerValue(writer, node.value);
  fitting(writer, value, meaning.type, node.value.span);
  const ranged = inRange(value, meaning.type, target.name, node);
  writer.scope.bind(target.name, { kind: "local", type: meaning.type, value: { ...ranged, checks: [] } });
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
