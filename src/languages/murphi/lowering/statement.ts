/** Lowers statements to those of the model. */

import { all, any, binary, boolean, integer, local, no, not, yes } from "../../../model/build.ts";
import type { ScalarType } from "../../../model/model.ts";
import { attempt } from "../../../syntax/refused.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import { isSimple, showType } from "../names/murphi-type.ts";
import type { Value } from "../names/place.ts";
import type { QuantifierNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";
import { access, accessPlace, write } from "./access.ts";
import { isReadOnly, lowerCall, mayReturn } from "./call.ts";
import { condition, lowerValue } from "./expression.ts";
import { failure } from "./fail.ts";
import { copy, fillPlace } from "./locals.ts";
import { add, remove, removeAll } from "./multiset.ts";
import { compareValues, numberValue } from "./operate.ts";
import { boundary, domainOf, valueIn } from "./quantify.ts";
import type { Parts, Writer } from "./writer.ts";

export const parts: Parts = { value: lowerValue, statements: lowerStatements, routine: lowerCall };

/** Goes on with the next statement after an error. */
export function lowerStatements(w: Writer, nodes: readonly StatementNode[]): void {
  for (const [i, node] of nodes.entries()) {
    attempt(() => lowerStatement(w, node));
    const { flag, result } = w.returns;
    if (flag && i < nodes.length - 1 && mayReturn(node)) {
      const rest = nodes.slice(i + 1);
      w.when(
        not(flag),
        () => lowerStatements(w, rest),
        () => {
          if (result?.kind === "single" && result.e.kind === "local") w.defined.add(result.e.name);
        },
      );
      return;
    }
  }
}

function lowerStatement(w: Writer, node: StatementNode): void {
  const { span } = node;
  switch (node.kind) {
    case "assign":
      lowerAssignment(w, node);
      return;
    case "if": {
      const [clause, ...clauses] = node.clauses;
      if (!clause) lowerStatements(w, node.else);
      else {
        const otherwise: StatementNode = { ...node, clauses };
        w.when(condition(w, clause.test), () => lowerStatements(w, clause.body), () => lowerStatement(w, otherwise), span); // prettier-ignore
      }
      return;
    }
    case "switch":
      lowerSwitch(w, node);
      return;
    case "for":
      lowerFor(w, node);
      return;
    case "while": {
      const before = beforeLoop(w, node.body);
      const running = w.returns.flag && mayReturn(node) ? [not(w.returns.flag)] : [];
      const test = all([...running, w.purely(() => condition(w, node.test))]);
      const body = w.inside(() => lowerStatements(w, node.body));
      afterLoop(w, before);
      const limit = `a loop of more than ${w.program.rounds} rounds; -D NOETHER_LOOP=... allows more`;
      w.emit({ kind: "while", test, bound: w.program.rounds, limit, body, span });
      return;
    }
    case "alias":
      w.scoped((scope) => {
        for (const { name, value } of node.bindings) {
          const found = access(w, value, true);
          if (found) w.check(found.checks);
          scope.declare(
            name,
            found
              ? { kind: "place", place: found.place }
              : { kind: "value", value: w.kept(lowerValue(w, value), name.text) },
          );
        }
        lowerStatements(w, node.body);
      });
      return;
    case "call":
      lowerCall(w, node);
      return;
    case "return":
      lowerReturn(w, node);
      return;
    case "clear":
    case "undefine": {
      const { place, checks } = accessPlace(w, node.place);
      if (isReadOnly(place)) w.refuse("read-only", "expected a variable that may be changed", node.place.span);
      w.check(checks);
      fillPlace(w, place, node.kind === "clear" ? "least" : "undefined", span);
      return;
    }
    case "error":
      w.emit({ kind: "assert", test: no, message: node.message, span });
      return;
    case "put":
      return;
    case "property":
      lowerProperty(w, node);
      return;
    case "multisetadd":
      add(w, node);
      return;
    case "multisetremove":
      remove(w, node);
      return;
    case "multisetremovepred":
      removeAll(w, node, (test) => condition(w, test));
  }
}

function lowerAssignment(w: Writer, { target, value, span }: StatementOf<"assign">): void {
  const { place, checks } = accessPlace(w, target);
  if (isReadOnly(place)) w.refuse("read-only", "expected a variable that may be changed", target.span);
  w.check(checks);
  if (place.kind === "single" && isSimple(place.type)) {
    write(w, place, lowerValue(w, value), span);
    return;
  }
  const source = access(w, value);
  if (!source) {
    w.refuse("type-mismatch", `expected ${showType(place.type)}, found an expression of another type`, value.span);
  }
  w.check(source.checks);
  copy(w, place, source.place, span);
}

function lowerSwitch(w: Writer, node: StatementOf<"switch">): void {
  const value = w.kept(lowerValue(w, node.value), "switch");
  w.check(value.checks);
  const known = { ...value, checks: [] };
  const choose = (k: number): void => {
    const found = node.cases[k];
    if (!found) {
      lowerStatements(w, node.else);
      return;
    }
    const tests = found.values.map((own) => {
      const { e, checks } = compareValues(
        w,
        "==",
        known,
        w.purely(() => lowerValue(w, own)),
        own.span,
      );
      return all([...checks, e]);
    });
    w.when(any(tests), () => lowerStatements(w, found.body), () => choose(k + 1), node.span); // prettier-ignore
  };
  choose(0);
}

function lowerReturn(w: Writer, { value, span }: StatementOf<"return">): void {
  const { result, flag } = w.returns;
  if (result?.kind === "single") {
    if (!value) w.refuse("no-value", "expected the result after `return`", span);
    write(w, result, lowerValue(w, value), span);
  } else if (value) w.refuse("no-value", "expected `return` without a value here", value.span);
  if (flag) w.emit({ kind: "assign", target: flag, value: yes, span });
}

function lowerProperty(w: Writer, { category, condition: node, message, span }: StatementOf<"property">): void {
  if (category === "assert") {
    w.emit({ kind: "assert", test: condition(w, node), message, span });
    return;
  }
  const why = category === "assume" ? "before the first statement of a rule, and among rules" : "among rules";
  w.refuse("unsupported", `expected another statement, found \`${category}\`, which is supported ${why}`, span);
}

// ---------------------------------------------------------------- loops

/** What is defined before a loop. A local that the body makes undefined may be so in the next round. */
function beforeLoop(w: Writer, body: readonly StatementNode[]): Set<string> {
  const before = w.defined;
  const isUndone = [...allNodesIn<TreeNode>(body)].some(({ kind }) => kind === "undefine" || kind === "call");
  w.defined = isUndone ? new Set() : new Set(before);
  return w.defined;
}

function afterLoop(w: Writer, before: ReadonlySet<string>): void {
  w.defined = new Set([...w.defined].filter((name) => before.has(name)));
}

function lowerFor(w: Writer, node: StatementOf<"for">): void {
  const { quantifier, body } = node;
  const domain = domainOf(w, quantifier);
  if (!domain) {
    lowerOpenFor(w, node);
    return;
  }
  for (const type of domain.pieces) {
    const name = w.fixedName(quantifier.name.text);
    const before = beforeLoop(w, body);
    const block = w.inside(() => round(w, node, valueIn(domain, name)));
    afterLoop(w, before);
    w.emit({ kind: "for", name, type, body: block, span: node.span });
  }
}

/** One round of a loop, unless a round before it returned. */
function round(w: Writer, { quantifier, body }: StatementOf<"for">, value: Value): void {
  const write = (): void =>
    w.scoped((scope) => {
      scope.bind(quantifier.name.text, { kind: "value", value });
      lowerStatements(w, body);
    });
  const { flag } = w.returns;
  if (flag && body.some((statement) => mayReturn(statement))) w.when(not(flag), write, () => {});
  else write();
}

/** A loop between bounds that are known only at run time. Without a step it goes up or down, as in Rumur. */
function lowerOpenFor(w: Writer, node: StatementOf<"for">): void {
  const quantifier = node.quantifier as QuantifierNode & { over: "numbers" };
  const from = w.kept(boundary(w, quantifier.from), "from");
  const to = w.kept(boundary(w, quantifier.to), "to");
  w.check([...from.checks, ...to.checks]);
  const by = quantifier.by && boundary(w, quantifier.by);
  if (by) {
    if (by.low !== by.high || by.low === 0) {
      w.refuse("unsupported", "expected a constant step of the loop other than zero, found another", quantifier.span);
    }
    const isRight = by.low > 0 ? binary("<=", from.e, to.e) : binary(">=", from.e, to.e);
    w.check([any([isRight, failure("infinite loop due to step being in the wrong direction", node.span)])]);
    counting(w, node, from, to, by.low);
    return;
  }
  const test = from.high <= to.low ? boolean(true) : binary("<=", from.e, to.e);
  w.when(test, () => counting(w, node, from, to, 1), () => counting(w, node, from, to, -1)); // prettier-ignore
}

function counting(w: Writer, node: StatementOf<"for">, from: Value, to: Value, by: number): void {
  const name = w.fixedName(node.quantifier.name.text);
  const [low, high] = [Math.min(from.low, to.low), Math.max(from.high, to.high)];
  const type: ScalarType = { kind: "range", low: low + Math.min(by, 0), high: high + Math.max(by, 0) };
  w.emit({ kind: "local", name, type, value: from.e });
  const before = beforeLoop(w, node.body);
  const body = w.inside(() => {
    round(w, node, numberValue(local(name), { low, high }));
    w.emit({ kind: "assign", target: local(name), value: binary("+", local(name), integer(by)) });
  });
  afterLoop(w, before);
  const test = binary(by > 0 ? "<=" : ">=", local(name), to.e);
  w.emit({ kind: "while", test, bound: Math.floor((high - low) / Math.abs(by)) + 1, body, span: node.span });
}
