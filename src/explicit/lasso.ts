/**
 * Converts a component of the product of model and automaton to a run of the model: a lasso, each of whose steps is
 * replayed.
 *
 * The component may be a part of a larger one, so it is enlarged first (`surroundings.ts`). The path to it is a shortest
 * one. Both take about as much work as the search had; beyond that, the run is what the search found. The loop leads through states of the model
 * itself, by shortest paths to the missing goals: edges of the acceptance sets and, with fairness, moves of processes.
 * The path back to its start may be long, as a state of the component can have as many concrete states as there are
 * symmetries. If it is not found soon, the loop ends in a state of the same orbit. A symmetry maps its start to its
 * end, and the images of the loop under the powers of that symmetry follow each other until the run returns to its
 * start.
 */

import { recognizer, traceThrough } from "../engine/trace-through.ts";
import { canonicalImage } from "../group/images.ts";
import { inverse } from "../group/permutation.ts";
import type { Interpreter, State } from "../model/interpret.ts";
import { find, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { symmetryOf } from "../symmetry/symmetry-group.ts";
import { imageOfState } from "../symmetry/symmetry.ts";
import type { Symmetry } from "../symmetry/symmetry.ts";
import { InternalError } from "../util/internal-error.ts";
import type { Exploration } from "./exploration.ts";
import { LimitReached, pathTo, Round } from "./round.ts";
import type { LassoSearch } from "./round.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { surroundings } from "./surroundings.ts";

/** The most states that are expanded again to shorten the run: a few, and four times as many as the search stored. */
function shorteningLimit({ storedStates }: Exploration): number {
  return Math.min(200_000, 2_000 + 4 * storedStates);
}

/** A wanted run; `undefined` if it is too long to be found. */
export function findLasso(interpreter: Interpreter, search: LassoSearch): Trace | undefined {
  try {
    return lassoOf(interpreter, search);
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}

function lassoOf(interpreter: Interpreter, found: LassoSearch): Trace | undefined {
  const { exploration } = found;
  const limit = shorteningLimit(exploration);
  // With strong fairness, what is around the component may be unfair.
  const component = found.fairness === "strong" ? found.component : surroundings(exploration, found.component, limit);
  const search = { ...found, component };
  const states = concretize(interpreter, exploration, shortestPrefix(exploration, new Set(component), limit));
  if (!states.isEndless) return traceOf(interpreter, states.list, states.list.length - 1);
  const round = new Round(search, states.list.at(-1)!, states.claim);
  const isFound = round.meetGoals() && round.close();
  if (!isFound) return undefined;
  const loop = states.list.length - 1;
  const list = [...states.list, ...round.states().slice(1)];
  return closed(interpreter, exploration, list, loop);
}

/** A shortest path to the component; beyond the limit, that of the search. */
function shortestPrefix(exploration: Exploration, inside: ReadonlySet<StateId>, limit: number): StateId[] {
  const parents = new Map<StateId, StateId>(exploration.initialStates.map((id) => [id, noState]));
  for (const [id] of parents) {
    if (inside.has(id)) return pathTo(parents, id);
    const successors = parents.size > limit ? undefined : exploration.product.successorsOf(id);
    if (!successors) break;
    for (let k = 0; k < successors.count; k++) {
      const target = successors.target(k);
      if (!parents.has(target)) parents.set(target, id);
    }
  }
  return exploration.space.pathTo(leastDeep(exploration, inside));
}

/** The state to which the path of the search is shortest. */
function leastDeep({ space }: Exploration, states: Iterable<StateId>): StateId {
  const depths = new Map<StateId, number>([[noState, -1]]);
  const depthOf = (id: StateId): number => {
    const above: StateId[] = [];
    for (let at = id; !depths.has(at); at = space.parentOf(at)) above.push(at);
    for (const at of above.reverse()) depths.set(at, depths.get(space.parentOf(at))! + 1);
    return depths.get(id)!;
  };
  let best = noState;
  for (const id of states) if (best === noState || depthOf(id) < depthOf(best)) best = id;
  return best;
}

/**
 * States of the model over a path of representatives. A state without a successor repeats forever, so it is the last.
 */
function concretize(
  interpreter: Interpreter,
  exploration: Exploration,
  path: readonly StateId[],
): { readonly list: State[]; readonly claim: number; readonly isEndless: boolean } {
  const claim = exploration.product.claimAt(path.at(-1)!);
  if (!exploration.compiled.symmetry) {
    const list = path.map((id) => exploration.space.stateAt(id));
    const stuck = firstStuck(interpreter, list);
    return stuck < 0 ? { list, claim, isEndless: true } : { list: list.slice(0, stuck), claim, isEndless: false };
  }
  const isAt = orbitTests(exploration);
  const [first, ...later] = path;
  const initial = find(interpreter.initialStates(), (state) => Array.isArray(state) && isAt(first!)(state as State));
  if (initial === undefined) throw new InternalError("a run starts in a state that is not initial");
  const list: State[] = [initial as State];
  for (const id of later) {
    const steps = [...interpreter.steps(list.at(-1)!)];
    if (steps.length === 0) return { list, claim, isEndless: false };
    const accept = isAt(id);
    const step = steps.find(({ target }) => target && accept(target));
    if (!step?.target) throw new InternalError(`a run cannot be replayed: step ${list.length} is not one of the model`);
    list.push(step.target);
  }
  return { list, claim, isEndless: true };
}

/** The run whose loop ends in the orbit of its start. */
function closed(
  interpreter: Interpreter,
  exploration: Exploration,
  list: readonly State[],
  loop: number,
): Trace | undefined {
  const stuck = firstStuck(interpreter, list);
  if (stuck > 0) return traceOf(interpreter, list.slice(0, stuck), stuck - 1);
  const start = list[loop]!;
  const states = [...list];
  if (!sameState(states.at(-1)!, start)) {
    const symmetry = transporter(exploration.compiled.symmetry, start, states.at(-1)!);
    if (!symmetry) return undefined;
    let images: readonly State[] = states.slice(loop + 1);
    while (!sameState(states.at(-1)!, start)) {
      images = images.map((state) => imageOfState(symmetry, state));
      states.push(...images);
    }
  }
  return traceOf(interpreter, states, loop);
}

/** The first position at which a state without a successor repeats; -1 if there is none. */
function firstStuck(interpreter: Interpreter, list: readonly State[]): number {
  const isStuck = (state: State): boolean => find(interpreter.steps(state), () => true) === undefined;
  return list.findIndex((state, i) => i > 0 && sameState(state, list[i - 1]!) && isStuck(state));
}

/** Tests for membership in the orbit of a stored state, made once for each. */
function orbitTests(exploration: Exploration): (id: StateId) => (state: State) => boolean {
  const { symmetry } = exploration.compiled;
  const recognize = recognizer(symmetry && { representatives: exploration.space, symmetry });
  const tests = new Map<StateId, (state: State) => boolean>();
  return (id) => {
    const test = tests.get(id) ?? recognize(exploration.space.stateAt(id));
    tests.set(id, test);
    return test;
  };
}

/** The most candidates for one canonical image. With more, the run is followed until it closes by itself. */
const imageLimit = 1_000_000;

/** A symmetry of the group that maps one state to the other. */
function transporter(symmetry: SymmetryGroup | undefined, from: State, to: State): Symmetry | undefined {
  if (!symmetry) return undefined;
  const imageOf = (state: State): Int32Array | undefined => {
    const vector = symmetry.points.map(({ slot, value }) =>
      value === undefined ? state[slot]! : Number(state[slot] === value),
    );
    return canonicalImage(symmetry.group, vector, { limit: imageLimit })?.by;
  };
  const [there, back] = [imageOf(from), imageOf(to)];
  if (!there || !back) return undefined;
  const backwards = inverse(back);
  const found = symmetryOf(
    symmetry,
    there.map((point) => backwards[point]!),
  );
  return sameState(imageOfState(found, from), to) ? found : undefined;
}

/** Replays exactly these states. The last is that at `loop`, or repeats forever. */
function traceOf(interpreter: Interpreter, states: readonly State[], loop: number): Trace {
  return { ...traceThrough(interpreter, states, undefined), loop };
}
