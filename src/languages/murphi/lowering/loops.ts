/** Lowers loops. */

import { all, any, binary, boolean, integer, local, no, not, yes } from "../../../model/build.ts";
import type { Expression, ScalarType } from "../../../model/model.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import type { Value } from "../names/place.ts";
import type { QuantifierNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";
import { mayReturn } from "./call.ts";
import { needsStatements } from "./effects.ts";
import { condition } from "./expression.ts";
import { failure } from "./fail.ts";
import { numberValue } from "./operate.ts";
import { boundary, domainOf, valueIn } from "./quantify.ts";
import type { Writer } from "./writer.ts";

export function lowerWhile(writer: Writer, node: StatementOf<"while">): void {
  if (needsStatements(writer, node.test)) {
    lowerWhileInSteps(writer, node);
    return;
  }
  const before = beforeLoop(writer, node.body);
  const running = writer.returns.flag && mayReturn(node) ? [not(writer.returns.flag)] : [];
  const test = all([...running, writer.purely(() => condition(writer, node.test))]);
  const body = writer.inside(() => writer.parts.statements(writer, node.body));
  afterLoop(writer, before);
  writer.emit({ kind: "while", test, bound: writer.program.rounds, limit: limitOf(writer), body, span: node.span });
}

function limitOf({ program: { rounds } }: Writer): string {
  return `a loop of more than ${rounds} rounds; -D NOETHER_LOOP=... allows more`;
}

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
    writer.parts.statements(writer, node.body);
    writer.emit({ kind: "assign", target: goes, value: no });
    const again = (): void => {
      const value = condition(writer, node.test);
      writer.emit({ kind: "assign", target: goes, value });
    };
    writer.when(isOpen, again, () => {});
  });
  afterLoop(writer, before);
  writer.emit({
    kind: "while",
    test: goes,
    bound: writer.program.rounds,
    limit: limitOf(writer),
    body,
    span: node.span,
  });
}

export function lowerFor(writer: Writer, node: StatementOf<"for">): void {
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
      writer.parts.statements(writer, body);
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
