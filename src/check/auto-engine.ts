/**
 * The engine that chooses: small models state by state, large nets as sets if their diagrams stay small.
 *
 * Transitions of nets are cheap as events, and nets often have far more markings than their diagrams have nodes. Nobody
 * can tell beforehand. So all decisions are made by counts of states and of steps of saturation, never by clocks.
 */

import { attempting } from "../engine/engine.ts";
import type { Engine, Findings, StateSearch } from "../engine/engine.ts";
import { netStructure } from "../hints/net-structure.ts";
import { symbolicEngine } from "../symbolic/engine.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { countingEngine } from "./counting-engine.ts";
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

/**
 * A net with more transitions than this is explored as sets first: to compile it takes longer than a small diagram. The
 * work grows with the net, and the markings that are stored before symmetries are looked for are more: to find them
 * takes longer, too.
 */
const wide = { transitions: 4000, times: 64 } as const;

export const autoEngine: Engine = {
  ...countingEngine,
  name: "auto",
  description: "whichever fits",
  explore: async (search) => {
    const isNet = search.kind === "states" && netStructure.of(search.model) !== undefined;
    const findings = await (isNet && !search.fingerprints ? exploreNet(search) : countingEngine.explore(search));
    return { engine: countingEngine.name, ...findings };
  },
};

async function exploreNet(search: StateSearch): Promise<Findings> {
  const { watch, moreSymmetry = [], model } = search;
  const [cheap, ...costly] = moreSymmetry;
  const scale = Math.max(1, Math.ceil(model.transitions.length / wide.transitions));
  if (scale > 1) {
    const all = await asSets(search, undefined, scale * rounds[0].work);
    if (all) return all;
    const states = wide.times * worthDetection(model);
    const few = await oneByOne(search, { moreSymmetry: [], watch: watch.within(states) });
    if (few.limit !== "states" || (watch.maxStates ?? Infinity) <= states) return few;
  }
  let symmetry: ValidatedGroup | undefined;
  let isKnown = false;
  for (const { times, work } of rounds) {
    const states = times * worthDetection(model);
    const known = isKnown ? { symmetry, moreSymmetry: costly } : {};
    const few = await oneByOne(search, { ...known, watch: watch.within(states) });
    if (few.limit !== "states" || (watch.maxStates ?? Infinity) <= states) return few;
    const all = await asSets(search, undefined, work);
    if (all) return all;
    if (!isKnown) symmetry = search.symmetry ?? (await cheap?.find());
    isKnown = true;
    const orbits = symmetry && (await asSets(search, symmetry, work));
    if (orbits) return orbits;
  }
  return oneByOne(search, { symmetry, moreSymmetry: costly });
}

function oneByOne(search: StateSearch, change: Partial<StateSearch>): ReturnType<Engine["explore"]> {
  const onProgress = attempting(search.onProgress, "state by state");
  return countingEngine.explore({ ...search, ...change, onProgress });
}

/** The findings of the symbolic engine, if it comes to an end. */
async function asSets(
  search: StateSearch,
  symmetry: ValidatedGroup | undefined,
  maxWork: number,
): Promise<Findings | undefined> {
  const onProgress = attempting(search.onProgress, symmetry ? "as a set, with symmetries" : "as a set");
  const findings = await symbolicEngine.explore({ ...search, symmetry, maxWork, onProgress });
  const isDone = findings.complete || findings.limit === "time" || findings.limit === "cancelled";
  return isDone ? { ...findings, engine: symbolicEngine.name, symmetry } : undefined;
}
