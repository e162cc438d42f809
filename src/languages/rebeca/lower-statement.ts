/**
 * Lowers statements of message servers. The model has no jumps. Each possible jump has a boolean local, which is set
 * during the jump, and the statements that the jump skips are guarded by its negation. A `for` with constant bounds is
 * unrolled.
 */

import { all, any, binary, integer, literalOf, no, not, yes } from "../../model/build.ts";
import type { Expression, Statement } from "../../model/model.ts";
import { calculate, exactArithmetic } from "../../syntax/constant.ts";
import { attempt } from "../../syntax/refused.ts";
import type { Binding, Body, Jumps, Value } from "./body.ts";
import { typeOf } from "./declare.ts";
import { jumpsOf } from "./jumps.ts";
import type { Jump } from "./jumps.ts";
import type { ExpressionNode, StatementNode, SwitchGroup, VariableNode } from "./syntax-tree.ts";
import { visitExpressions } from "./traverse.ts";
import { booleanType, intType, showType } from "./types.ts";
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
    if (rest.length > 0) b.emit({ kind: "if", test: not(jumping(b, jumps)), then: rest, else: [] });
    return;
  }
}

/** The condition that one of these jumps is in progress. */
function jumping({ jumps: flags }: Body, jumps: Iterable<Jump>): Expression {
  return any([...jumps].flatMap((jump) => (flags[jump] === undefined ? [] : [local(flags[jump])])));
}

function local(name: string): Expression {
  return { kind: "local", name };
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
      if (flag === undefined) b.refuse("rebeca/stray-jump", `expected a loop around this \`${s.kind}\``, s.span);
      b.emit({ kind: "assign", target: local(flag), value: yes, span: s.span });
      return;
    }
    case "expression":
      lowerExpressionStatement(b, s.value);
  }
}

function lowerExpressionStatement(b: Body, value: ExpressionNode): void {
  if (value.kind !== "assign" && value.kind !== "call" && value.kind !== "new") {
    b.refuse("rebeca/useless-expression", "expected an assignment, a send or a call, found a mere value", value.span);
  }
  b.lowering.effect(b, value, false);
}

function declareLocal(b: Body, { type: node, name, value }: VariableNode): void {
  const type = typeOf(node, b.system);
  if (!type) {
    const message =
      node.sizes.length > 0
        ? "expected a variable of one value, found an array: these are for `statevars`"
        : `expected the name of a type, found \`${node.name.text}\``;
    b.refuse(node.sizes.length > 0 ? "rebeca/unsupported" : "rebeca/unknown-type", message, node.span);
  }
  if (b.scopes.some((scope) => scope.has(name.text))) {
    b.refuse("rebeca/duplicate-name", `expected a new name, found \`${name.text}\` again`, name.span);
  }
  if (value?.kind === "list") b.refuse("rebeca/wrong-size", "expected one value, found a list", value.span);
  const e = value ? coerce(b, lower(b, value), type, value.span) : b.nothing(type);
  b.scopes.at(-1)!.set(name.text, b.local(name.text, type, e, name.span));
}

function lowerIf(b: Body, s: StatementNode & { kind: "if" }): void {
  const test = lowerTest(b, s.test);
  const inner = (body: StatementNode | undefined) => (): void => {
    if (body) b.scoped(() => lowerStatements(b, [body]));
  };
  const [then, otherwise] = b.branches(inner(s.then), inner(s.else)) as [Statement[], Statement[]];
  if (test.kind === "boolean") (test.value ? then : otherwise).forEach((inside) => b.emit(inside));
  else b.emit({ kind: "if", test, then, else: otherwise, span: s.span });
}

function lowerReturn(b: Body, s: StatementNode & { kind: "return" }): void {
  const { result, return: flag } = b.jumps;
  if (s.value) {
    if (!result) b.refuse("rebeca/no-value", "expected no value to be returned from here", s.value.span);
    const e = coerce(b, lower(b, s.value), result.type, s.value.span);
    b.emit({ kind: "assign", target: result.e, value: e, span: s.span });
  } else if (result) b.refuse("rebeca/no-value", "expected a value to be returned", s.span);
  if (flag !== undefined) b.emit({ kind: "assign", target: local(flag), value: yes, span: s.span });
}

// ---------------------------------------------------------------- loops

/** Runs `write` inside a loop, with flags for the jumps out of its body. The flag for `break` is declared here. */
function inLoop(b: Body, body: StatementNode, write: () => void): void {
  const { jumps } = b;
  const flag = jumpsOf(body).has("break") ? b.local("broken", booleanType, no) : undefined;
  b.jumps = { ...jumps, break: nameOf(flag), continue: undefined };
  try {
    write();
  } finally {
    b.jumps = jumps;
  }
}

function nameOf(flag: Binding | undefined): string | undefined {
  return flag?.e.kind === "local" ? flag.e.name : undefined;
}

/** Lowers the body of a loop, with a flag that skips the rest of a round. */
function lowerRound(b: Body, body: StatementNode): void {
  const { jumps } = b;
  const flag = jumpsOf(body).has("continue") ? b.local("continued", booleanType, no) : undefined;
  b.jumps = { ...jumps, continue: nameOf(flag) } satisfies Jumps;
  try {
    b.scoped(() => lowerStatements(b, [body]));
  } finally {
    b.jumps = jumps;
  }
}

/** The condition that the loop ends, not just the round. */
function leaving(b: Body, body: StatementNode): Expression {
  return jumping(b, [...jumpsOf(body)].filter((jump) => jump !== "continue")); // prettier-ignore
}

function lowerLoop(
  b: Body,
  testNode: ExpressionNode | undefined,
  body: StatementNode,
  updates: readonly ExpressionNode[],
  { span }: StatementNode,
): void {
  inLoop(b, body, () => {
    b.loops++;
    try {
      let test: Expression = yes;
      const before = b.inside(() => (test = testNode ? lowerTest(b, testNode) : yes));
      const stays = not(leaving(b, body));
      const round = b.inside(() => {
        lowerRound(b, body);
        const after = b.inside(() => updates.forEach((update) => b.lowering.effect(b, update, false)));
        if (stays.kind === "boolean") after.forEach((s) => b.emit(s));
        else if (after.length > 0) b.emit({ kind: "if", test: stays, then: after, else: [] });
      });
      if (before.length === 0) {
        b.emit({ kind: "while", test: all([stays, test]), bound: mostRounds, limit: roundsLimit, body: round, span });
        return;
      }
      const goes = b.local("goes", booleanType, yes);
      const stop: Statement = { kind: "assign", target: goes.e, value: no };
      const inner: Statement[] = [...before, { kind: "if", test, then: round, else: [stop], span }];
      b.emit({ kind: "while", test: all([stays, goes.e]), bound: mostRounds, limit: roundsLimit, body: inner, span });
    } finally {
      b.loops--;
    }
  });
}

function lowerFor(b: Body, s: StatementNode & { kind: "for" }): void {
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
      if (i > 0 && left.kind !== "boolean") {
        b.emit({ kind: "if", test: not(left), then: block, else: [], span: s.span });
      } else block.forEach((inner) => b.emit(inner));
    });
  });
}

/** The values of the counter if they are constant and not too many. */
function writtenRounds(
  b: Body,
  { initial, test, updates, body }: StatementNode & { kind: "for" },
): { readonly name: string; readonly values: readonly number[] } | undefined {
  if (initial?.kind !== "declare" || initial.variables.length !== 1 || updates.length !== 1) return undefined;
  const [variable] = initial.variables as [VariableNode];
  const { text: name } = variable.name;
  if (typeOf(variable.type, b.system)?.kind !== "integer" || !variable.value || variable.value.kind === "list") {
    return undefined;
  }
  const [update] = updates as [ExpressionNode];
  if (update.kind !== "assign" || update.target.kind !== "name" || update.target.name !== name) return undefined;
  if (test?.kind !== "binary" || test.left.kind !== "name" || test.left.name !== name) return undefined;
  const steps = update.op === "+" || update.op === "-" ? knownNumber(b, update.value) : undefined;
  const [from, to] = [knownNumber(b, variable.value), knownNumber(b, test.right)];
  if (steps === undefined || from === undefined || to === undefined) return undefined;
  if (assigns(body, name) || b.scopes.some((scope) => scope.has(name))) return undefined;
  const values: number[] = [];
  for (let at = from; ; at += update.op === "+" ? steps : -steps) {
    const goes = binaryTest(test.op, at, to);
    if (goes === undefined || values.length > mostWritten) return undefined;
    if (!goes) return { name, values };
    values.push(at);
  }
}

function binaryTest(op: string, a: number, b: number): boolean | undefined {
  switch (op) {
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "!=":
      return calculate(op, a, b, exactArithmetic) === 1;
    default:
      return undefined;
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
  let found = false;
  visitExpressions([body], (e) => {
    if (e.kind === "assign" && e.target.kind === "name" && e.target.name === name) found = true;
  });
  return found;
}

// ---------------------------------------------------------------- switch

function lowerSwitch(b: Body, s: StatementNode & { kind: "switch" }): void {
  const value = b.kept(lower(b, s.value), "value");
  if (value.type.kind === "array" || value.type.kind === "rebec") {
    b.refuse("rebeca/type-mismatch", `expected a number to choose by, found ${showType(value.type)}`, s.value.span);
  }
  const tests = s.groups.map(({ labels }) => any(labels.map((label) => matches(b, value, label))));
  const ofGroup = (group: SwitchGroup, i: number): Expression =>
    group.isDefault ? not(any(tests.filter((_, k) => k !== i))) : tests[i]!;
  const { jumps } = b;
  try {
    const bodies = s.groups.map((group, i) => endingWithBreak(group, i === s.groups.length - 1));
    if (bodies.every((body) => body !== undefined)) {
      // No group falls through: at most one group runs.
      const blocks = b.branches(...bodies.map((body) => () => b.scoped(() => lowerStatements(b, body))));
      blocks.forEach((then, i) => {
        if (then.length > 0) b.emit({ kind: "if", test: ofGroup(s.groups[i]!, i), then, else: [], span: s.span });
      });
      return;
    }
    const broken = b.local("broken", booleanType, no);
    const falls = b.local("falls", booleanType, no);
    b.jumps = { ...jumps, break: nameOf(broken) };
    b.scoped(() => {
      s.groups.forEach((group, i) => {
        const then = b.inside(() => {
          b.emit({ kind: "assign", target: falls.e, value: yes });
          lowerStatements(b, group.body);
        });
        const flags = jumping(b, new Set(s.groups.flatMap(({ body }) => body.flatMap((inner) => [...jumpsOf(inner)]))));
        const test = all([not(flags), any([falls.e, ofGroup(group, i)])]);
        b.emit({ kind: "if", test, then, else: [], span: s.span });
      });
    });
  } finally {
    b.jumps = jumps;
  }
}

function matches(b: Body, value: Value, label: ExpressionNode): Expression {
  const e = coerce(b, lower(b, label), value.type, label.span);
  if (literalOf(e) === undefined) b.refuse("rebeca/not-constant", "expected a constant after `case`", label.span);
  return binary("==", value.e, e);
}

/**
 * The statements of a group that cannot fall through, without the final `break`; `undefined` if there are other jumps.
 */
function endingWithBreak({ body }: SwitchGroup, isLast: boolean): readonly StatementNode[] | undefined {
  const last = body.at(-1);
  // `case 1: { ...; break; }`
  if (last?.kind === "block" && body.length === 1) return endingWithBreak({ labels: [], isDefault: false, body: last.body }, isLast); // prettier-ignore
  const ends = last?.kind === "break";
  const rest = ends ? body.slice(0, -1) : body;
  if (!ends && !isLast) return undefined;
  return rest.some((s) => jumpsOf(s).size > 0) ? undefined : rest;
}
