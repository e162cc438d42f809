/**
 * Conditions on states in normal form: for each slot the remaining values, and a term for the rest.
 *
 * `at[i] == waiting && turn == i && ...` is mostly a choice of values slot by slot. Such choices are factored out: each
 * table among the conjuncts is projected on each of its slots, the slots are restricted to the remaining values, and
 * the condition is evaluated again under this restriction, until nothing changes. The set of states is the same, and
 * everything else that is evaluated under the restriction (such as the body of a transition) has smaller tables.
 */

import type { Ranges } from "./cells.ts";
import type { Terms } from "./operators.ts";
import { constantOf } from "./term.ts";
import type { Table, Term, Values } from "./term.ts";

/**
 * The states in which the slots in `where` have one of these values, and `rest` is 1. `rest` ranges over these values.
 */
export interface Condition {
  readonly where: ReadonlyMap<number, Values>;
  readonly rest: Term;
}

/** The conjunction of the results of `evaluate`, which must give the same condition for all ranges. */
export function conditionOf(
  terms: Terms,
  given: Ranges,
  evaluate: (ranges: Ranges) => readonly Term[],
): { readonly condition: Condition; readonly ranges: Ranges } {
  let ranges = given;
  for (;;) {
    const conjuncts = evaluate(ranges);
    if (conjuncts.includes(terms.zero)) break;
    let narrower = projections(terms, ranges, conjuncts);
    if (narrower.size === 0) {
      const rest = terms.and(conjuncts);
      if (rest === terms.zero) break;
      const parts = rest.kind === "operation" && rest.op === "and" ? rest.args : [rest];
      narrower = projections(terms, ranges, parts);
      if (narrower.size === 0) return { condition: { where: ranges.restricted, rest }, ranges };
    }
    if ([...narrower.values()].some(({ list }) => list.length === 0)) break;
    ranges = ranges.restrict(narrower);
  }
  return { condition: { where: new Map(), rest: terms.zero }, ranges: given };
}

/** The slots that tables among the conjuncts restrict, with the remaining values. */
function projections(terms: Terms, ranges: Ranges, conjuncts: readonly Term[]): Map<number, Values> {
  const left = new Map<number, Set<number>>();
  for (const conjunct of conjuncts) {
    if (conjunct.kind !== "table" || constantOf(conjunct) !== undefined) continue;
    conjunct.slots.forEach((slot, k) => {
      const allowed = project(conjunct, k);
      const known = left.get(slot);
      left.set(slot, known ? new Set([...known].filter((value) => allowed.has(value))) : allowed);
    });
  }
  const narrower = new Map<number, Values>();
  for (const [slot, allowed] of left) {
    const { list } = ranges.of(slot)!;
    if (allowed.size < list.length) narrower.set(slot, terms.values(list.filter((value) => allowed.has(value))));
  }
  return narrower;
}

/** The values of the slot for which some row holds. */
function project({ domains, outcomes }: Table, k: number): Set<number> {
  let inner = 1;
  for (let j = k + 1; j < domains.length; j++) inner *= domains[j]!.list.length;
  const { list } = domains[k]!;
  const allowed = new Set<number>();
  for (let row = 0; row < outcomes.length; row++) {
    if (outcomes[row] !== 0) allowed.add(list[Math.floor(row / inner) % list.length]!);
  }
  return allowed;
}
