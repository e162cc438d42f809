/**
 * The symbolic search in the counted model: rows that symmetries permute in all ways are counted, not listed. All
 * counted states are found by saturation, without canonization. Symmetries that are left permute counters; they only
 * serve to tell how many orbits there are, at the end.
 */

import { count, emptySet, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { countedSearch, originalTrace } from "../engine/counted-search.ts";
import type { Findings, Found } from "../engine/engine.ts";
import type { Model } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import type { CountedModel } from "../symmetry/counters/counted-model.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";
import { sizeOneByOne, smallOrder } from "./orbit-size.ts";
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
  const made = watched(watch, () => countedSearch(model, symmetry, questions));
  if (!made) return undefined;
  const { counted, asked, rest, isAll } = made;
  const prepared = {
    ...prepare(counted.model, watch, { ...options, symmetry: rest }, onEncoding),
    symmetry: undefined,
  };
  const reached = await reach(prepared);
  const suspects = watched(watch, () => suspectsIn(prepared, reached, asked));
  if (suspects.found.some(({ kind }) => kind !== "wanted") || suspects.open.size > 0) return undefined;
  const canonization = rest.generators.length > 0 ? new Canonization(prepared.encoding, rest) : undefined;
  return findingsOf({ model, symmetry, counted, rest, isAll, prepared, reached, suspects, canonization }, asked);
}

interface Searched {
  readonly model: Model;
  readonly symmetry: ValidatedGroup;
  readonly counted: CountedModel;
  /** What the symmetries of the model do to counts, and whether that is all that they do. */
  readonly rest: ValidatedGroup;
  readonly isAll: boolean;
  readonly prepared: Prepared;
  readonly reached: Reached;
  readonly suspects: Suspects;
  /** The canonization by the symmetries of the counted model. */
  readonly canonization: Canonization | undefined;
}

async function findingsOf(searched: Searched, questions: readonly StateQuestion[]): Promise<Findings> {
  const { model, symmetry, counted, prepared, reached, suspects, canonization } = searched;
  const { encoding, evaluator } = prepared;
  const traces = await tracesTo(prepared, reached, [...new Set(suspects.found.map(({ set }) => set))], suspects.roots);
  const representatives = canonization
    ? await evaluator.applyAtLength(canonization.canonize, reached.set, [...suspects.roots, reached.set])
    : reached.set;
  const found = (set: Ddd | undefined): Found | undefined => {
    if (set === undefined) return undefined;
    const trace = traces.get(set);
    if (trace) return { trace: () => originalTrace(model, symmetry, counted, trace) };
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
      states: asNumber(watched(prepared.watch, () => count(encoding.space, representatives))),
      unreducedStates: watched(prepared.watch, () => orbitSum(encoding, counted.counters, reached.set)),
      representatives: isOnePerOrbit(searched, representatives) ? "unique" : "multiple",
      memoryBytes: 0,
      storedBytes: 0,
    },
  };
}

/**
 * Whether each orbit of counted states has one representative. If the canonization does not promise that, it is shown by
 * counting. All counted states are known, and so is an orbit of each representative. The sizes of these orbits add up to
 * the number of states exactly if no orbit is there twice.
 */
function isOnePerOrbit({ canonization, rest, isAll, prepared, reached }: Searched, representatives: Ddd): boolean {
  if (!isAll) return false;
  if (!canonization || canonization.isUnique) return true;
  if (rest.group.order > smallOrder) return false;
  const size = watched(prepared.watch, () => sizeOneByOne(prepared.encoding, rest, representatives));
  return size === count(prepared.encoding.space, reached.set);
}

function asNumber(states: bigint): number | bigint {
  return states <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(states) : states;
}
