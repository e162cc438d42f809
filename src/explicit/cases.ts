/**
 * Disjunctions that distinguish cases: `pc == 1 && a || pc == 2 && b || ...`. At most one of the cases with different
 * values can hold, so the value of the place chooses it, by a jump.
 */

import type { Expression } from "../model/model.ts";

export interface Case {
  readonly value: Expression;
  /** What remains to be tested if the place has this value. */
  readonly rest: Expression;
}

/** Disjuncts that follow each other and compare the same place with constants. */
export interface Cases {
  readonly place: Expression;
  readonly cases: readonly Case[];
  readonly disjuncts: readonly Expression[];
}

const always: Expression = { kind: "boolean", value: true };

/** Fewer cases are tested one after the other. */
const fewest = 4;

/** The disjuncts of an expression, those that distinguish cases together. */
export function disjunctsOf(e: Expression): readonly (Expression | Cases)[] {
  const found: (Expression | Cases)[] = [];
  const flat = flatten(e);
  for (let i = 0; i < flat.length;) {
    const first = caseOf(flat[i]!);
    const end = first ? endOfCases(flat, i + 1, textOf(first.place)) : i + 1;
    if (first && end - i >= fewest) {
      const disjuncts = flat.slice(i, end);
      found.push({ place: first.place, cases: disjuncts.map((each) => caseOf(each)!), disjuncts });
    } else found.push(...flat.slice(i, end));
    i = end;
  }
  return found;
}

export function isCases(disjunct: Expression | Cases): disjunct is Cases {
  return "cases" in disjunct;
}

/** The number of the first disjunct from `from` on that is no case of the place with this text. */
function endOfCases(disjuncts: readonly Expression[], from: number, place: string): number {
  let end = from;
  for (; end < disjuncts.length; end++) {
    const next = caseOf(disjuncts[end]!);
    if (!next || textOf(next.place) !== place) break;
  }
  return end;
}

/** A conjunction whose first conjunct compares a place with a constant. */
function caseOf(e: Expression): (Case & { readonly place: Expression }) | undefined {
  if (e.kind !== "binary") return undefined;
  if (e.op === "&&") {
    const first = caseOf(e.left);
    if (!first) return undefined;
    const isFirst = first.rest === always;
    return { ...first, rest: isFirst ? e.right : { kind: "binary", op: "&&", left: first.rest, right: e.right } };
  }
  const isPlace = e.left.kind === "field" || e.left.kind === "index" || e.left.kind === "variable";
  const isConstant = ["integer", "boolean", "member", "constant"].includes(e.right.kind);
  return e.op === "==" && isPlace && isConstant ? { place: e.left, value: e.right, rest: always } : undefined;
}

function flatten(e: Expression): readonly Expression[] {
  return e.kind === "binary" && e.op === "||" ? [...flatten(e.left), ...flatten(e.right)] : [e];
}

function textOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}
