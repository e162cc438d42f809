/** Lowers statements to those of the model. */

import { all, any, no, not, yes } from "../../../model/build.ts";
import { attempt } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import { isSimple, showType } from "../names/murphi-type.ts";
import type { Place } from "../names/place.ts";
import type { ExpressionNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";
import { access, accessPlace, write } from "./access.ts";
import { isReadOnly, lowerCall, lowerCompositeCall, mayReturn } from "./call.ts";
import { noteCover } from "./cover.ts";
import { condition, lowerValue } from "./expression.ts";
import { copy, fillPlace } from "./locals.ts";
import { lowerFor, lowerWhile } from "./loops.ts";
import { add, remove, removeAll } from "./multiset.ts";
import { compareValues } from "./operate.ts";
import type { Parts, Writer } from "./writer.ts";

export const parts: Parts = {
  value: lowerValue,
  statements: lowerStatements,
  routine: lowerCall,
  composite: lowerCompositeCall,
};

/** Goes on with the next statement after an error. */
export function lowerStatements(writer: Writer, nodes: readonly StatementNode[]): void {
  for (const [i, node] of nodes.entries()) {
    attempt(() => lowerStatement(writer, node));
    const { flag, result } = writer.returns;
    if (flag && i < nodes.length - 1 && mayReturn(node)) {
      const rest = nodes.slice(i + 1);
      writer.when(
        not(flag),
        () => lowerStatements(writer, rest),
        () => {
          if (result?.kind === "single" && result.e.kind === "local") writer.defined.add(result.e.name);
        },
      );
      return;
    }
  }
}

function lowerStatement(writer: Writer, node: StatementNode): void {
  const { span } = node;
  switch (node.kind) {
    case "assign":
      lowerAssignment(writer, node);
      return;
    case "if": {
      const [clause, ...clauses] = node.clauses;
      if (!clause) lowerStatements(writer, node.else);
      else {
        const otherwise: StatementNode = { ...node, clauses };
        writer.when(condition(writer, clause.test), () => lowerStatements(writer, clause.body), () => lowerStatement(writer, otherwise), span); // prettier-ignore
      }
      return;
    }
    case "switch":
      lowerSwitch(writer, node);
      return;
    case "for":
      lowerFor(writer, node);
      return;
    case "while":
      lowerWhile(writer, node);
      return;
    case "alias":
      writer.scoped((scope) => {
        for (const { name, value } of node.bindings) {
          const found = access(writer, value, true);
          if (found) writer.check(found.checks);
          scope.declare(
            name,
            found
              ? { kind: "place", place: found.place }
              : { kind: "value", value: writer.kept(lowerValue(writer, value), name.text) },
          );
        }
        lowerStatements(writer, node.body);
      });
      return;
    case "call":
      lowerCall(writer, node);
      return;
    case "return":
      lowerReturn(writer, node);
      return;
    case "clear":
    case "undefine": {
      const { place, checks } = accessPlace(writer, node.place);
      if (isReadOnly(place)) writer.refuse("read-only", "expected a variable that may be changed", node.place.span);
      writer.check(checks);
      fillPlace(writer, place, node.kind === "clear" ? "least" : "undefined", span);
      return;
    }
    case "error":
      writer.emit({ kind: "assert", test: no, message: node.message, span });
      return;
    case "put":
      return;
    case "property":
      lowerProperty(writer, node);
      return;
    case "multisetadd":
      add(writer, node);
      return;
    case "multisetremove":
      remove(writer, node);
      return;
    case "multisetremovepred":
      removeAll(writer, node, (test) => condition(writer, test));
  }
}

function lowerAssignment(writer: Writer, { target, value, span }: StatementOf<"assign">): void {
  const { place, checks } = accessPlace(writer, target);
  if (isReadOnly(place)) writer.refuse("read-only", "expected a variable that may be changed", target.span);
  writer.check(checks);
  if (value.kind === "name" && value.name.toLowerCase() === "undefined" && !writer.scope.find(value.name)) {
    fillPlace(writer, place, "undefined", span);
  } else store(writer, place, value, span);
}

/** Assigns a value of any type. */
function store(writer: Writer, place: Place, value: ExpressionNode, span: Span): void {
  if (place.kind === "single" && isSimple(place.type)) {
    write(writer, place, lowerValue(writer, value), span);
    return;
  }
  const source = access(writer, value);
  if (!source) {
    writer.refuse("type-mismatch", `expected ${showType(place.type)}, found an expression of another type`, value.span);
  }
  writer.check(source.checks);
  copy(writer, place, source.place, span);
}

function lowerSwitch(writer: Writer, node: StatementOf<"switch">): void {
  const value = writer.kept(lowerValue(writer, node.value), "switch");
  writer.check(value.checks);
  const known = { ...value, checks: [] };
  const choose = (k: number): void => {
    const found = node.cases[k];
    if (!found) {
      lowerStatements(writer, node.else);
      return;
    }
    const tests = found.values.map((own) => {
      const { e, checks } = compareValues(
        writer,
        "==",
        known,
        writer.purely(() => lowerValue(writer, own)),
        own.span,
      );
      return all([...checks, e]);
    });
    writer.when(any(tests), () => lowerStatements(writer, found.body), () => choose(k + 1), node.span); // prettier-ignore
  };
  choose(0);
}

function lowerReturn(writer: Writer, { value, span }: StatementOf<"return">): void {
  const { result, flag } = writer.returns;
  if (result) {
    if (!value) writer.refuse("no-value", "expected the result after `return`", span);
    store(writer, result, value, span);
  } else if (value) writer.refuse("no-value", "expected `return` without a value here", value.span);
  if (flag) writer.emit({ kind: "assign", target: flag, value: yes, span });
}

function lowerProperty(writer: Writer, node: StatementOf<"property">): void {
  const { category, message, span } = node;
  if (category === "assert") {
    writer.emit({ kind: "assert", test: condition(writer, node.condition), message, span });
    return;
  }
  if (category === "cover" && !writer.isStart) {
    noteCover(writer, node, condition(writer, node.condition));
    return;
  }
  const places = {
    assume: "before the first statement of a rule, and among rules",
    cover: "in rules, and among them",
    liveness: "among rules",
  };
  const why = places[category];
  writer.refuse("unsupported", `expected another statement, found \`${category}\`, which is supported ${why}`, span);
}
