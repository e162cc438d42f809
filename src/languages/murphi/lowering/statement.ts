/** Lowers statements to those of the model. */

import { all, any, binary, boolean, integer, local, no, not, yes } from "../../../model/build.ts";
import type { Expression, ScalarType } from "../../../model/model.ts";
import { attempt } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import { isSimple, showType } from "../names/murphi-type.ts";
import type { Place, Value } from "../names/place.ts";
import type { ExpressionNode, QuantifierNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";
import { access, accessPlace, write } from "./access.ts";
import { isReadOnly, lowerCall, lowerCompositeCall, mayReturn } from "./call.ts";
import { noteCover } from "./cover.ts";
import { needsStatements } from "./effects.ts";
import { condition, lowerValue } from "./expression.ts";
import { failure } from "./fail.ts";
import { copy, fillPlace } from "./locals.ts";
import { add, remove, removeAll } from "./multiset.ts";
import { compareValues, numberValue } from "./operate.ts";
import { boundary, domainOf, valueIn } from "./quantify.ts";
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
    case "while": {
      if (needsStatements(writer, node.test)) {
        lowerWhileInSteps(writer, node);
        return;
      }
      const before = beforeLoop(writer, node.body);
      const running = writer.returns.flag && mayReturn(node) ? [not(writer.returns.flag)] : [];
      const test = all([...running, writer.purely(() => condition(writer, node.test))]);
      const body = writer.inside(() => lowerStatements(writer, node.body));
      afterLoop(writer, before);
      const limit = `a loop of more than ${writer.program.rounds} rounds; -D NOETHER_LOOP=... allows more`;
      writer.emit({ kind: "while", test, bound: writer.program.rounds, limit, body, span });
      return;
    }
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

// ---------------------------------------------------------------- loops

/** What is defined before a loop. A local that the body makes undefined may be so in the next round. */
function beforeLoop(writer: Writer, body: readonly StatementNode[]): Set<string> {
  const before = writer.defined;
  const isUndone = [...allNodesIn<TreeNode>(body)].some(({ kind }) => kind === "undefine" || kind === "call");
  writer.defined = isUndone ? new Set() : new Set(before);
  return writer.defined;
}

function afterLoop(writer: Writer, before: ReadonlySet<string>): void {
  writer.defined = new Set([...writer.defined].filter((name) => before.has(name)));
}

/** The test is a call that does something, so it is made before the loop, and again at the end of each round. */
function lowerWhileInSteps(writer: Writer, node: StatementOf<"while">): void {
  const name = writer.newName("goes");
  const goes = local(name);
  const { flag } = writer.returns;
  const isOpen = flag && mayReturn(node) ? not(flag) : yes;
  const first = condition(writer, node.test);
  writer.emit({ kind: "local", name, type: { kind: "bool" }, value: first });
  const before = beforeLoop(writer, [node]);
  const body = writer.inside(() => {
    lowerStatements(writer, node.body);
    writer.emit({ kind: "assign", target: goes, value: no });
    const again = (): void => {
      const value = condition(writer, node.test);
      writer.emit({ kind: "assign", target: goes, value });
    };
    writer.when(isOpen, again, () => {});
  });
  afterLoop(writer, before);
  const limit = `a loop of more than ${writer.program.rounds} rounds; -D NOETHER_LOOP=... allows more`;
  writer.emit({ kind: "while", test: goes, bound: writer.program.rounds, limit, body, span: node.span });
}

function lowerFor(writer: Writer, node: StatementOf<"for">): void {
  const { quantifier, body } = node;
  const domain = domainOf(writer, quantifier);
  if (!domain) {
    lowerOpenFor(writer, node);
    return;
  }
  for (const type of domain.pieces) {
    const name = writer.fixedName(quantifier.name.text);
    const before = beforeLoop(writer, body);
    const block = writer.inside(() => round(writer, node, valueIn(domain, name)));
    afterLoop(writer, before);
    writer.emit({ kind: "for", name, type, body: block, span: node.span });
  }
}

/** One round of a loop, unless a round before it returned. */
function round(writer: Writer, { quantifier, body }: StatementOf<"for">, value: Value): void {
  const write = (): void =>
    writer.scoped((scope) => {
      scope.bind(quantifier.name.text, { kind: "value", value });
      lowerStatements(writer, body);
    });
  const { flag } = writer.returns;
  if (flag && body.some((statement) => mayReturn(statement))) writer.when(not(flag), write, () => {});
  else write();
}

/** A loop between bounds that are known only at run time. Without a step it goes up or down, as in Rumur. */
function lowerOpenFor(writer: Writer, node: StatementOf<"for">): void {
  const quantifier = node.quantifier as QuantifierNode & { over: "numbers" };
  const from = writer.kept(boundary(writer, quantifier.from), "from");
  const to = writer.kept(boundary(writer, quantifier.to), "to");
  writer.check([...from.checks, ...to.checks]);
  if (quantifier.by) {
    const by = writer.kept(boundary(writer, quantifier.by), "by");
    writer.check(by.checks);
    if (by.low === 0 && by.high === 0) {
      writer.refuse("endless-loop", "expected a step of the loop other than zero, found zero", quantifier.span);
    }
    const [up, down] = [binary("<=", from.e, to.e), binary(">=", from.e, to.e)];
    const isRight = any([all([isAbove(by), up]), all([isBelow(by), down])]);
    writer.check([any([isRight, failure("infinite loop due to step being in the wrong direction", node.span)])]);
    counting(writer, node, from, to, by);
    return;
  }
  const test = from.high <= to.low ? boolean(true) : binary("<=", from.e, to.e);
  const step =
    (by: number): (() => void) =>
    () =>
      counting(writer, node, from, to, numberValue(integer(by), { low: by, high: by }));
  writer.when(test, step(1), step(-1));
}

/** Whether a step goes up. */
function isAbove({ e, low, high }: Value): Expression {
  return low > 0 || high <= 0 ? boolean(low > 0) : binary(">", e, integer(0));
}

function isBelow({ e, low, high }: Value): Expression {
  return high < 0 || low >= 0 ? boolean(high < 0) : binary("<", e, integer(0));
}

function counting(writer: Writer, node: StatementOf<"for">, from: Value, to: Value, by: Value): void {
  const name = writer.fixedName(node.quantifier.name.text);
  const [low, high] = [Math.min(from.low, to.low), Math.max(from.high, to.high)];
  const type: ScalarType = { kind: "range", low: low + Math.min(by.low, 0), high: high + Math.max(by.high, 0) };
  writer.emit({ kind: "local", name, type, value: from.e });
  const before = beforeLoop(writer, node.body);
  const body = writer.inside(() => {
    round(writer, node, numberValue(local(name), { low, high }));
    writer.emit({ kind: "assign", target: local(name), value: binary("+", local(name), by.e) });
  });
  afterLoop(writer, before);
  const [goesUp, goesDown] = [binary("<=", local(name), to.e), binary(">=", local(name), to.e)];
  const test = any([all([isAbove(by), goesUp]), all([isBelow(by), goesDown])]);
  const least = by.low > 0 ? by.low : by.high < 0 ? -by.high : 1;
  writer.emit({ kind: "while", test, bound: Math.floor((high - low) / least) + 1, body, span: node.span });
}
