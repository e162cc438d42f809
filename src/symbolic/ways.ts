/**
 * Traces to the findings of a symbolic search: a way through layers, backwards from the set or through those of the
 * search, and its replay in the reference interpreter. With symmetries the way consists of representatives, and the
 * trace visits states of their orbits.
 */

import { collect, DddLimitError, statistics } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { traceThrough } from "../engine/trace-through.ts";
import { replay } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import { Stopped, watched } from "../util/limits.ts";
import { Backward } from "./backward.ts";
import { guidedTrace } from "./guided-trace.ts";
import { inverseRelation } from "./inverse.ts";
import type { Prepared } from "./prepare.ts";
import type { Reached } from "./reach.ts";

/** The most units of work for all layers up to a state, and for the way back. */
const workForLayers = 20;
const collectAbove = 1 << 20;

/**
 * Traces to states of the sets, shortest ones if these are not too much work. At a limit, the traces found so far are
 * kept.
 */
export async function tracesTo(
  prepared: Prepared,
  reached: Reached,
  sets: readonly Ddd[],
  roots: readonly Ddd[],
): Promise<Map<Ddd, Trace>> {
  const traces = new Map<Ddd, Trace>();
  try {
    await addBackward(traces, prepared, reached, sets, roots);
    await addForward(traces, prepared, reached, sets, roots);
    addGuided(traces, prepared, reached, sets);
  } catch (error) {
    if (!(error instanceof Stopped) && !(error instanceof DddLimitError)) throw error;
  }
  return traces;
}

/** Traces backwards from the sets, if the search has no layers and transitions can be inverted. */
async function addBackward(
  traces: Map<Ddd, Trace>,
  prepared: Prepared,
  reached: Reached,
  sets: readonly Ddd[],
  roots: readonly Ddd[],
): Promise<void> {
  const { interpreter, evaluator } = prepared;
  const backward = reached.canonization || sets.length === 0 ? undefined : backwardOf(prepared, reached);
  if (!backward) return;
  for (const set of sets) {
    const way = evaluator.within(workForLayers, () => backward.wayTo(set, roots));
    if (way) {
      const trace = evaluator.watching(() => replay(interpreter, way.accepts, way.first));
      traces.set(set, trace);
    }
    await evaluator.pause();
  }
}

/** The backward search; `undefined` at a limit, and then traces are searched forwards. */
function backwardOf(
  { encoding, evaluator, conditions, ground, initial, watch }: Prepared,
  { set }: Reached,
): Backward | undefined {
  try {
    const inverse = watched(watch, () => inverseRelation(encoding, conditions, ground));
    return inverse && new Backward(encoding, evaluator, inverse, initial, set);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return undefined;
  }
}

/** Traces through the layers, and with symmetries through orbits. */
async function addForward(
  traces: Map<Ddd, Trace>,
  prepared: Prepared,
  { layers, canonization }: Reached,
  sets: readonly Ddd[],
  roots: readonly Ddd[],
): Promise<void> {
  const { encoding, evaluator, interpreter, symmetry } = prepared;
  const orbits = canonization && symmetry && { representatives: canonization, symmetry };
  const missing = sets.filter((set) => !traces.has(set));
  await deepen(prepared, layers, missing, roots);
  for (const set of missing) {
    const depth = evaluator.watching(() => layers.depthOf(set));
    if (depth < 0) continue;
    if (statistics(encoding.space).nodes > collectAbove) {
      collect(encoding.space, [...roots, ...layers.layers, layers.reached]);
    }
    const trace = evaluator.watching(() => {
      const states = layers.pathTo(set, depth).map((vector) => encoding.stateOf(vector));
      return traceThrough(interpreter, states, orbits);
    });
    traces.set(set, trace);
  }
}

/** Traces that need not be shortest, where shortest ones are too much work. */
function addGuided(traces: Map<Ddd, Trace>, prepared: Prepared, { canonization }: Reached, sets: readonly Ddd[]): void {
  // Representatives are not reached by steps of the model itself.
  if (canonization) return;
  for (const set of sets.filter((each) => !traces.has(each))) {
    const trace = watched(prepared.watch, () => guidedTrace(prepared, set));
    if (trace) traces.set(set, trace);
  }
}

/** Adds layers until each set has a state in one of them, or until it is too much work. */
async function deepen(
  { evaluator, encoding }: Prepared,
  layers: Reached["layers"],
  sets: readonly Ddd[],
  roots: readonly Ddd[],
): Promise<void> {
  let missing = evaluator.watching(() => sets.filter((set) => layers.depthOf(set) < 0));
  let workLeft = workForLayers;
  while (missing.length > 0 && workLeft > 0) {
    const before = statistics(encoding.space).createdNodes;
    const goesOn = evaluator.within(workLeft, () => layers.advance(roots));
    if (goesOn === undefined) return;
    if (!goesOn) throw new InternalError("a reachable state is in no layer");
    // Work within short rounds counts too.
    workLeft -= 1 + (statistics(encoding.space).createdNodes - before) / 10_000;
    const last = layers.layers.length - 1;
    missing = evaluator.watching(() => missing.filter((set) => layers.depthOf(set) !== last));
    await evaluator.pause();
  }
}
