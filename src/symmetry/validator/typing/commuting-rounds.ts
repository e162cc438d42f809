/**
 * Whether the rounds of a loop can be run in any order.
 *
 * They can if whatever a round writes is its own, or a counter. Its own are locals of the round, and places with the name
 * i of the loop among their indices: `a[i]`, `net.count[giveUp][i]`. Every other mention of a part of such a place has i
 * at the same position, so that no round looks at what belongs to another. A counter is a place that the rounds mention
 * only in `x := x + 1`, or with another constant that is not negative: it grows by the same amount in any order, and if
 * it leaves its range, then it does so in every order. Assertions and `while` are left out: what fails first would
 * matter.
 */

import type { Expression, Statement } from "../../../model/model.ts";
import { partsOf, rootOf, statementParts, targetOf, visitStatements } from "../../../model/traverse.ts";

/** A place as the body mentions it. */
interface Mention {
  readonly root: string;
  /** From the root on: the names of fields, `undefined` for an index, and `true` for the name of the loop as one. */
  readonly path: readonly (string | true | undefined)[];
  readonly isWritten: boolean;
  /** The counter, as a text, if the mention is part of `x := x + 1`. */
  readonly counter?: string | undefined;
}

export function commutes(body: readonly Statement[], name: string): boolean {
  const own = new Set<string>();
  let isPlain = true;
  visitStatements(body, (s) => {
    if (s.kind === "local" || s.kind === "for") own.add(s.name);
    if (s.kind === "while" || s.kind === "assert") isPlain = false;
  });
  const mentions: Mention[] = [];
  let hasPredicate = false;
  const note = (e: Expression, isWritten: boolean, counter?: string): void => {
    if (e.kind === "predicate") hasPredicate = true;
    if (!isPlace(e)) {
      for (const part of partsOf(e)) note(part, false);
      return;
    }
    const root = rootOf(e).name;
    if (!own.has(root)) mentions.push({ root, path: pathOf(e, name), isWritten, counter });
    for (const index of indicesIn(e)) note(index, false);
  };
  visitStatements(body, (s) => {
    const counter = counterOf(s);
    const target = targetOf(s);
    if (counter !== undefined && target) note(target, true, counter);
    else for (const e of statementParts(s).expressions) note(e, e === target);
  });
  const written = mentions.filter(({ isWritten }) => isWritten);
  // Predicates may read anything.
  if (!isPlain || (hasPredicate && written.length > 0)) return false;
  return written.every((one) => mentions.every((other) => isApart(one, other) || isShared(one, other)));
}

function isPlace(e: Expression): boolean {
  return e.kind === "variable" || e.kind === "local" || e.kind === "index" || e.kind === "field";
}

function pathOf(e: Expression, name: string): (string | true | undefined)[] {
  if (e.kind === "field") return [...pathOf(e.base, name), e.field];
  if (e.kind !== "index") return [];
  const isName = e.index.kind === "local" && e.index.name === name;
  return [...pathOf(e.base, name), isName ? true : undefined];
}

function indicesIn(e: Expression): Expression[] {
  if (e.kind === "index") return [...indicesIn(e.base), e.index];
  return e.kind === "field" ? indicesIn(e.base) : [];
}

/** The target of `x := x + k` as a text, for a constant k that is not negative. */
function counterOf(s: Statement): string | undefined {
  if (s.kind !== "assign" || s.value.kind !== "binary" || s.value.op !== "+") return undefined;
  const { left, right } = s.value;
  if (right.kind !== "integer" || right.value < 0) return undefined;
  const target = textOf(s.target);
  return target === textOf(left) ? target : undefined;
}

function textOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}

/** Whether two mentions are of different slots, in any two rounds: of other variables, or of other fields. */
function isApart(one: Mention, other: Mention): boolean {
  if (one.root !== other.root) return true;
  return one.path.some((step, k) => {
    const there = other.path[k];
    return typeof step === "string" && typeof there === "string" && step !== there;
  });
}

/** Whether two mentions of the same slots are by the same round, or by one counter. */
function isShared(one: Mention, other: Mention): boolean {
  if (one.counter !== undefined && one.counter === other.counter && !one.path.includes(true)) return true;
  return one.path.some((step, k) => step === true && other.path[k] === true);
}
