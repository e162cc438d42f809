/**
 * The engine that chooses: small models state by state, large nets as sets if their diagrams stay small.
 *
 * Transitions of nets are cheap as events, and nets often have far more markings than their diagrams have nodes. Nobody
 * can tell beforehand. So all decisions are made by counts of states and of steps of saturation, never by clocks.
 */

import type { Engine, Findings, StateSearch } from "../engine/engine.ts";
import { explicitEngine } from "../explicit/engine.ts";
import { netStructure } from "../hints/net-structure.ts";
import { symbolicEngine } from "../symbolic/engine.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { worthDetection } from "./worth-detection.ts";

/**
 * The rounds: how many times as many states are stored as detection is worth, and the most work on the diagram of all
 * states and on that of orbits, in units of 16,384 steps of saturation. A round is little work next to the following
 * one.
 */
const rounds = [
  { times: 1, work: 32 },
  { times: 8, work: 512 },
] as const;

export const autoEngine: Engine = {
  ...explicitEngine,
  name: "auto",
  description: "whichever fits",
  explore: async (search) => {
    const isNet = search.kind === "states" && netStructure.of(search.model) !== undefined;
    const findings = await (isNet && !search.fingerprints ? exploreNet(search) : explicitEngine.explore(search));
    return { engine: explicitEngine.name, ...findings };
  },
};

async function exploreNet(search: StateSearch): Promise<Findings> {
  const { watch, moreSymmetry = [] } = search;
  const [cheap, ...costly] = moreSymmetry;
  let symmetry: ValidatedGroup | undefined;
  let isKnown = false;
  for (const { times, work } of rounds) {
    const states = times * worthDetection(search.model);
    const known = isKnown ? { symmetry, moreSymmetry: costly } : {};
    const few = await explicitEngine.explore({ ...search, ...known, watch: watch.within(states) });
    if (few.limit !== "states" || (watch.maxStates ?? Infinity) <= states) return few;
    const all = await asSets(search, undefined, work);
    if (all) return all;
    if (!isKnown) symmetry = search.symmetry ?? (await cheap?.find());
    isKnown = true;
    const orbits = symmetry && (await asSets(search, symmetry, work));
    if (orbits) return orbits;
  }
  return explicitEngine.explore({ ...search, symmetry, moreSymmetry: costly });
}

/** The findings of the symbolic engine, if it comes to an end. */
async function asSets(
  search: StateSearch,
  symmetry: ValidatedGroup | undefined,
  maxWork: number,
): Promise<Findings | undefined> {
  const findings = await symbolicEngine.explore({ ...search, symmetry, maxWork });
  const isDone = findings.complete || findings.limit === "time" || findings.limit === "cancelled";
  return isDone ? { ...findings, engine: symbolicEngine.name, symmetry } : undefined;
}
