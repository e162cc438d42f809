/**
 * Lowers statements of message servers. The model has no jumps. Each possible jump has a boolean local, which is set
 * during the jump, and the statements that the jump skips are guarded by its negation. A `for` with constant bounds is
 * unrolled.
 */

import { all, any, binary, integer, literalOf, no, not, yes } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { calculate, exactArithmetic } from "../../../syntax/constant.ts";
import { attempt } from "../../../syntax/refused.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import { booleanType, intType, primitiveTypes, showType, typeNamed } from "../names/symbols.ts";
import type { ExpressionNode, StatementNode, StatementOf, SwitchGroup, VariableNode } from "../syntax/syntax-tree.ts";
import type { Body, Value } from "./body.ts";
import { jumpsOf } from "./jumps.ts";
import type { Jump } from "./jumps.ts";
import { coerce, lower, lowerTest } from "./value.ts";

/** The most rounds of a loop. A longer one reaches a limit at run time. */
const mostRounds = 1000;
const roundsLimit = `a loop goes on for more than ${mostRounds} rounds`;
/** The most rounds of a `for` that is unrolled. */
const mostWritten = 64;

export function lowerStatements(b: Body, statements: readonly StatementNode[]): void {
  for (const [i, s] of statements.entries()) {
    attempt(() => lowerStatement(b, s));
    const jumps = jumpsOf(s);
    if (jumps.size === 0) continue;
    // Statements after a jump are unreachable. Statements after a possible jump run unless the jump happened.
    if (s.kind === "return" || s.kind === "break" || s.kind === "continue") return;
    const rest = b.inside(() => lowerStatements(b, statements.slice(i + 1)));
    if (rest.length > 0) b.when(not(jumping(b, jumps)), rest, []);
    return;
  }
}

/** The condition that one of these jumps is in progress. */
function jumping({ jumps: flags }: Body, jumps: Iterable<Jump>): Expression {
  return any([...jumps].flatMap((jump) => flags[jump] ?? []));
}

function lowerStatement(b: Body, s: StatementNode): void {
  switch (s.kind) {
    case "declare":
      for (const variable of s.variables) declareLocal(b, variable);
      return;
    case "block":
      b.scoped(() => lowerStatements(b, s.body));
      return;
    case "if":
      lowerIf(b, s);
      return;
    case "while":
      b.scoped(() => lowerLoop(b, s.test, s.body, [], s));
      return;
    case "for":
      b.scoped(() => lowerFor(b, s));
      return;
    case "switch":
      lowerSwitch(b, s);
      return;
    case "return":
      lowerReturn(b, s);
      return;
    case "break":
    case "continue": {
      const flag = b.jumps[s.kind];
      if (flag === undefined) b.refuse("stray-jump", `expected a loop around this \`${s.kind}\``, s.span);
      b.assign(flag, yes, s.span);
      return;
    }
    case "expression":
      lowerExpressionStatement(b, s.value);
  }
}

function lowerExpressionStatement(b: Body, value: ExpressionNode): void {
  if (value.kind !== "assign" && value.kind !== "call" && value.kind !== "new") {
    b.refuse("useless-expression", "expected an assignment, a send or a call, found a mere value", value.span);
  }
  b.lowering.effect(b, value, false);
}

function declareLocal(b: Body, { type: node, name, value }: VariableNode): void {
  if (node.sizes.length > 0) {
    const message = "expected a variable of one value, found an array: these are for `statevars`";
    b.refuse("unsupported", message, node.span);
  }
  const type = typeNamed(node.name.text, b.system.classes);
  if (!type) b.refuse("unknown-type", `expected the name of a type, found \`${node.name.text}\``, node.span);
  if (b.scopes.some((scope) => scope.has(name.text))) {
    b.refuse("duplicate-name", `expected a new name, found \`${name.text}\` again`, name.span);
  }
  if (value?.kind === "list") b.refuse("wrong-size", "expected one value, found a list", value.span);
  const e = value && coerce(b, lower(b, value), type, value.span);
  b.scopes.at(-1)!.set(name.text, b.local(name.text, type, e, name.span));
}

function lowerIf(b: Body, s: StatementOf<"if">): void {
  const test = lowerTest(b, s.test);
  const inner = (body: StatementNode | undefined) => (): void => {
    if (body) b.scoped(() => lowerStatements(b, [body]));
  };
  const [then, otherwise] = b.branches(inner(s.then), inner(s.else)) as [Statement[], Statement[]];
  b.when(test, then, otherwise, s.span);
}

function lowerReturn(b: Body, s: StatementOf<"return">): void {
  const { result, return: flag } = b.jumps;
  if (s.value) {
    if (!result) b.refuse("no-value", "expected no value to be returned from here", s.value.span);
    b.assign(result.e, coerce(b, lower(b, s.value), result.type, s.value.span), s.span);
  } else if (result) b.refuse("no-value", "expected a value to be returned", s.span);
  if (flag) b.assign(flag, yes, s.span);
}

// ---------------------------------------------------------------- loops

/** Runs `write` inside a loop. The flag for `break` is declared here. */
function inLoop(b: Body, body: StatementNode, write: () => void): void {
  const flag = jumpsOf(body).has("break") ? b.flag("broken") : undefined;
  b.within({ jumps: { ...b.jumps, break: flag, continue: undefined } }, write);
}

/** Lowers the body of a loop, with a flag that skips the rest of a round. */
function lowerRound(b: Body, body: StatementNode): void {
  const flag = jumpsOf(body).has("continue") ? b.flag("continued") : undefined;
  b.within({ jumps: { ...b.jumps, continue: flag } }, () => b.scoped(() => lowerStatements(b, [body])));
}

/** The condition that the loop ends, not just the round. */
function leaving(b: Body, body: StatementNode): Expression {
  const jumps = [...jumpsOf(body)].filter((jump) => jump !== "continue");
  return jumping(b, jumps);
}

function lowerLoop(
  b: Body,
  testNode: ExpressionNode | undefined,
  body: StatementNode,
  updates: readonly ExpressionNode[],
  { span }: StatementNode,
): void {
  const write = (): void => {
    let test: Expression = yes;
    const before = b.inside(() => (test = testNode ? lowerTest(b, testNode) : yes));
    const stays = not(leaving(b, body));
    const round = b.inside(() => {
      lowerRound(b, body);
      const after = b.inside(() => updates.forEach((update) => b.lowering.effect(b, update, false)));
      if (after.length > 0) b.when(stays, after, []);
    });
    const loop = (goes: Expression, inner: readonly Statement[]): void =>
      b.emit({ kind: "while", test: all([stays, goes]), bound: mostRounds, limit: roundsLimit, body: inner, span });
    if (before.length === 0) {
      loop(test, round);
      return;
    }
    const { e: goes } = b.local("goes", booleanType, yes);
    const stop: Statement = { kind: "assign", target: goes, value: no };
    loop(goes, [...before, { kind: "if", test, then: round, else: [stop], span }]);
  };
  inLoop(b, body, () => b.within({ loops: b.loops + 1 }, write));
}

function lowerFor(b: Body, s: StatementOf<"for">): void {
  const rounds = writtenRounds(b, s);
  if (!rounds) {
    if (s.initial) lowerStatement(b, s.initial);
    lowerLoop(b, s.test, s.body, s.updates, s);
    return;
  }
  inLoop(b, s.body, () => {
    const left = leaving(b, s.body);
    rounds.values.forEach((value, i) => {
      const block = b.inside(() =>
        b.scoped(() => {
          b.scopes.at(-1)!.set(rounds.name, { type: intType, e: integer(value), isLocal: false });
          lowerRound(b, s.body);
        }),
      );
      b.when(i > 0 ? not(left) : yes, block, [], s.span);
    });
  });
}

/** The values of the counter if they are constant and not too many. */
function writtenRounds(
  b: Body,
  { initial, test, updates, body }: StatementOf<"for">,
): { readonly name: string; readonly values: readonly number[] } | undefined {
  if (initial?.kind !== "declare" || initial.variables.length !== 1 || updates.length !== 1) return undefined;
  const [variable] = initial.variables as [VariableNode];
  const { text: name } = variable.name;
  const { type: typeNode, value: begin } = variable;
  const type = typeNode.sizes.length === 0 ? primitiveTypes.get(typeNode.name.text) : undefined;
  if (type?.kind !== "integer" || !begin || begin.kind === "list") return undefined;
  const [update] = updates as [ExpressionNode];
  if (update.kind !== "assign" || update.target.kind !== "name" || update.target.name !== name) return undefined;
  if (test?.kind !== "binary" || test.left.kind !== "name" || test.left.name !== name) return undefined;
  const steps = update.op === "+" || update.op === "-" ? knownNumber(b, update.value) : undefined;
  const [from, to] = [knownNumber(b, begin), knownNumber(b, test.right)];
  if (steps === undefined || from === undefined || to === undefined) return undefined;
  if (assigns(body, name) || b.scopes.some((scope) => scope.has(name))) return undefined;
  const values: number[] = [];
  for (let at = from; ; at += update.op === "+" ? steps : -steps) {
    if (!/^(?:[<>]=?|!=)$/.test(test.op) || values.length > mostWritten) return undefined;
    if (calculate(test.op as "<", at, to, exactArithmetic) === 0) return { name, values };
    values.push(at);
  }
}

/** The value of a simple constant expression. */
function knownNumber(b: Body, node: ExpressionNode): number | undefined {
  if (node.kind === "number") return node.value;
  if (node.kind === "name") {
    const binding = b.find(node.name);
    return binding && !binding.isLocal && binding.type.kind === "integer" ? literalOf(binding.e) : undefined;
  }
  if (node.kind !== "binary" || !["+", "-", "*", "/", "%"].includes(node.op)) return undefined;
  const [left, right] = [knownNumber(b, node.left), knownNumber(b, node.right)];
  if (left === undefined || right === undefined) return undefined;
  return literalOf(binary(node.op as "+", integer(left), integer(right)));
}

function assigns(body: StatementNode, name: string): boolean {
  for (const e of allNodesIn<ExpressionNode>([body])) {
    if (e.kind === "assign" && e.target.kind === "name" && e.target.name === name) return true;
  }
  return false;
}

// ---------------------------------------------------------------- switch

function lowerSwitch(b: Body, s: StatementOf<"switch">): void {
  const value = b.kept(lower(b, s.value), "value");
  if (value.type.kind === "array" || value.type.kind === "rebec") {
    b.refuse("type-mismatch", `expected a number to choose by, found ${showType(value.type)}`, s.value.span);
  }
  const tests = s.groups.map(({ labels }) => any(labels.map((label) => matches(b, value, label))));
  const ofGroup = (group: SwitchGroup, i: number): Expression =>
    group.isDefault ? not(any(tests.filter((_, k) => k !== i))) : tests[i]!;
  const bodies = s.groups.map((group, i) => endingWithBreak(group.body, i === s.groups.length - 1));
  if (bodies.every((body) => body !== undefined)) {
    // No group falls through: at most one group runs.
    const blocks = b.branches(...bodies.map((body) => () => b.scoped(() => lowerStatements(b, body))));
    blocks.forEach((then, i) => {
      if (then.length > 0) b.when(ofGroup(s.groups[i]!, i), then, [], s.span);
    });
    return;
  }
  const [broken, falls] = [b.flag("broken"), b.flag("falls")];
  const jumps = new Set(s.groups.flatMap(({ body }) => body.flatMap((inner) => [...jumpsOf(inner)])));
  const lowerGroup = (group: SwitchGroup, i: number): void => {
    const then = b.inside(() => {
      b.assign(falls, yes);
      lowerStatements(b, group.body);
    });
    b.when(all([not(jumping(b, jumps)), any([falls, ofGroup(group, i)])]), then, [], s.span);
  };
  b.within({ jumps: { ...b.jumps, break: broken } }, () => b.scoped(() => s.groups.forEach(lowerGroup)));
}

function matches(b: Body, value: Value, label: ExpressionNode): Expression {
  const e = coerce(b, lower(b, label), value.type, label.span);
  if (literalOf(e) === undefined) b.refuse("not-constant", "expected a constant after `case`", label.span);
  return binary("==", value.e, e);
}

/**
 * The statements of a group that cannot fall through, without the final `break`; `undefined` if there are other jumps.
 */
function endingWithBreak(body: SwitchGroup["body"], isLast: boolean): SwitchGroup["body"] | undefined {
  const last = body.at(-1);
  // `case 1: { ...; break; }`
  if (last?.kind === "block" && body.length === 1) return endingWithBreak(last.body, isLast);
  const ends = last?.kind === "break";
  const rest = ends ? body.slice(0, -1) : body;
  if (!ends && !isLast) return undefined;
  return rest.some((s) => jumpsOf(s).size > 0) ? undefined : rest;
}
