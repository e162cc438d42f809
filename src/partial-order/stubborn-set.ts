/**
 * Stubborn sets: steps that may be taken first in a state, while all others wait (Valmari).
 *
 * A set begins with an enabled step. For an enabled step it contains all steps that do not accord with it; for a
 * disabled one, all steps of some set of which one must come before it is enabled. What is outside cannot be disturbed
 * by what is inside, and the other way round, so the enabled steps inside suffice. Of the sets from several beginnings,
 * the one with the fewest enabled steps is taken.
 *
 * This is the short text of what `explicit/stubborn.ts` compiles. It must make the same choices.
 */

import type { State } from "../model/interpret.ts";
import type { Dependence } from "./dependence.ts";

/** The most enabled steps with which sets begin, and the most rounds that all of them take together. */
export const mostSeeds = 16;
export const mostRounds = 400;

/** The row of `enabling` without steps. */
export const noStep = 0;

/** The enabled steps to take, ascending, given all of them. */
export function stubbornSet(dependence: Dependence, state: State, enabled: readonly number[]): readonly number[] {
  let best = enabled;
  const rounds = { left: mostRounds };
  for (const seed of enabled.slice(0, mostSeeds)) {
    if (best.length <= 1) break;
    best = closure(dependence, state, enabled, { begin: [seed], most: best.length, rounds }) ?? best;
  }
  return best;
}

/**
 * The enabled steps to take where a search does not get ahead by those that were chosen first: a set with all urgent steps
 * in it, so that whatever leads to one of them has a step inside.
 */
export function urgentSet(
  dependence: Dependence,
  state: State,
  enabled: readonly number[],
  chosen: readonly number[],
): readonly number[] {
  const begin = [...chosen, ...dependence.urgent.columns(0)];
  return closure(dependence, state, enabled, { begin, most: enabled.length, rounds: { left: mostRounds } }) ?? enabled;
}

interface Rounds {
  left: number;
}

/** The enabled steps of the set that begins with some; `undefined` if there are `most`, or no rounds are left. */
function closure(
  dependence: Dependence,
  state: State,
  enabled: readonly number[],
  { begin, most, rounds }: { readonly begin: readonly number[]; readonly most: number; readonly rounds: Rounds },
): readonly number[] | undefined {
  const isEnabled = new Set(enabled);
  const inside = new Set(begin);
  const done = new Set<number>();
  for (;;) {
    const next = [...inside].filter((step) => !done.has(step)).reduce((a, b) => Math.min(a, b), Infinity);
    if (next === Infinity) return enabled.filter((step) => inside.has(step));
    if (rounds.left-- <= 0) return undefined;
    done.add(next);
    const { conflicts, enabling } = dependence;
    const added = isEnabled.has(next)
      ? conflicts.columns(next)
      : enabling.columns(enablingRow(dependence, state, isEnabled, inside, next));
    for (const step of added) inside.add(step);
    if (enabled.filter((step) => inside.has(step)).length >= most) return undefined;
  }
}

/** Nothing if an enabled step inside denies it; otherwise of the sets of the tests that fail, the first with the fewest enabled steps that are not inside yet. */
function enablingRow(
  { tests, otherwise, enabling, deniedBy, deniers }: Dependence,
  state: State,
  enabled: ReadonlySet<number>,
  inside: ReadonlySet<number>,
  step: number,
): number {
  const row = deniedBy[step]!;
  // All that may disable it is, or will be, inside.
  if (row >= 0 && deniers.columns(row).some((other) => enabled.has(other) && inside.has(other))) return noStep;
  let best: { readonly row: number; readonly cost: number } | undefined;
  for (const test of tests[step]!) {
    const value = state[test.slot]!;
    const isOutside = test.kind === "interval" && (value < test.low || value > test.high);
    const own = test.kind === "values" ? test.rows[value - test.low]! : isOutside ? test.row : -1;
    if (own < 0) continue;
    const cost = enabling.columns(own).filter((other) => enabled.has(other) && !inside.has(other)).length;
    if (!best || cost < best.cost) best = { row: own, cost };
  }
  return best?.row ?? otherwise[step]!;
}
