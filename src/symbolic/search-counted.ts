/**
 * The symbolic search in the counted model: rows that symmetries permute in all ways are counted, not listed. All
 * counted states are found by saturation, without canonization. Symmetries that are left permute counters; they only
 * serve to tell how many orbits there are, at the end.
 */

import { count, emptySet, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import type { Findings, Found } from "../engine/engine.ts";
import { traceThrough } from "../engine/trace-through.ts";
import { facts } from "../model/facts.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import { CountedModel } from "../symmetry/counters/counted-model.ts";
import { findSymmetries } from "../symmetry/find.ts";
import type { Representatives } from "../symmetry/orbit-test.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";
import { orbitSum } from "./orbit-sum.ts";
import { prepare } from "./prepare.ts";
import type { Prepared, SymbolicOptions } from "./prepare.ts";
import { Canonization, reach } from "./reach.ts";
import type { Reached } from "./reach.ts";
import { suspectsIn } from "./suspects.ts";
import type { Suspects } from "./suspects.ts";
import { tracesTo } from "./ways.ts";

/** The findings; `undefined` if the model cannot be counted, or something goes wrong in it that must be located. */
export async function searchCounted(
  model: Model,
  questions: readonly StateQuestion[],
  { symmetry, watch, ...options }: SymbolicOptions & { readonly watch: Watch; readonly symmetry: ValidatedGroup },
  onEncoding: (encoding: Encoding) => void,
): Promise<Findings | undefined> {
  // Conditions are about slots that are not there any more.
  if (questions.some(({ condition }) => condition !== undefined)) return undefined;
  const counted = watched(watch, () => CountedModel.of(model, symmetry));
  if (!counted) return undefined;
  const rest = watched(watch, () => findSymmetries(counted.model, { method: "quick", properties: [] }).group);
  const prepared = {
    ...prepare(counted.model, watch, { ...options, symmetry: rest }, onEncoding),
    symmetry: undefined,
  };
  const reached = await reach(prepared);
  const suspects = suspectsIn(prepared, reached, questions);
  if (suspects.found.some(({ kind }) => kind !== "wanted")) return undefined;
  const canonization = rest.generators.length > 0 ? new Canonization(prepared.encoding, rest) : undefined;
  return findingsOf({ model, symmetry, counted, prepared, reached, suspects, canonization }, questions);
}

interface Searched {
  readonly model: Model;
  readonly symmetry: ValidatedGroup;
  readonly counted: CountedModel;
  readonly prepared: Prepared;
  readonly reached: Reached;
  readonly suspects: Suspects;
  /** The canonization by the symmetries of the counted model. */
  readonly canonization: Canonization | undefined;
}

async function findingsOf(searched: Searched, questions: readonly StateQuestion[]): Promise<Findings> {
  const { counted, prepared, reached, suspects, canonization } = searched;
  const { encoding, evaluator } = prepared;
  const traces = await tracesTo(prepared, reached, [...new Set(suspects.found.map(({ set }) => set))], suspects.roots);
  const representatives = canonization
    ? await evaluator.applyAtLength(canonization.canonize, reached.set, [...suspects.roots, reached.set])
    : reached.set;
  const found = (set: Ddd | undefined): Found | undefined => {
    if (set === undefined) return undefined;
    const trace = traces.get(set);
    if (trace) return { trace: () => originalTrace(searched, trace) };
    // The interpreter looks at a state of the original model.
    const [vector] = vectors(encoding.space, set);
    return { trace: () => undefined, state: counted.stateOf(encoding.stateOf(vector!)) };
  };
  return {
    answers: questions.map((question) => ({
      found: found(suspects.found.find((suspect) => suspect.kind === "wanted" && suspect.question === question)?.set),
    })),
    complete: true,
    hasNoInitialState: prepared.initial === emptySet,
    statistics: {
      states: asNumber(count(encoding.space, representatives)),
      unreducedStates: orbitSum(encoding, counted.counters, reached.set),
      representatives: canonization?.isUnique === false ? "multiple" : "unique",
      memoryBytes: 0,
      storedBytes: 0,
    },
  };
}

/** The trace of the original model through states with the counts of those of a trace of the counted model. */
function originalTrace({ model, symmetry, counted }: Searched, { initial, steps, mayBeShorter }: Trace): Trace {
  const states = [initial, ...steps.map(({ target }) => target!)].map((counts) => counted.stateOf(counts));
  const representatives: Representatives = {
    isUnique: true,
    representativeOf: (state: State) => counted.stateOf(counted.countsOf(state)),
  };
  return { ...traceThrough(facts(model).interpreter, states, { representatives, symmetry }), mayBeShorter };
}

function asNumber(states: bigint): number | bigint {
  return states <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(states) : states;
}
