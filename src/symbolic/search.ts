/**
 * The symbolic search: all reachable states as one set (`reach.ts`), and the answers it gives. Every question is one
 * about sets (`suspects.ts`): which reachable states are wanted, have no successor, or lead to an error. Each finding
 * gets a shortest trace (`ways.ts`).
 */

import { count, DddLimitError, emptySet, statistics, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { attempting } from "../engine/engine.ts";
import type { Findings, Found, FoundError, Statistics } from "../engine/engine.ts";
import { rowActions } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import type { Model } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { Stopped, Watch, watched } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import type { Encoding } from "./encoding.ts";
import { TooMuchWork } from "./evaluator.ts";
import { SupportGrew } from "./lazy-transition.ts";
import { sizeOneByOne, smallOrder } from "./orbit-size.ts";
import { prepare } from "./prepare.ts";
import type { Prepared, SymbolicOptions } from "./prepare.ts";
import { reach } from "./reach.ts";
import type { Reached } from "./reach.ts";
import { searchCounted } from "./search-counted.ts";
import { suspectsIn } from "./suspects.ts";
import type { Suspect, Suspects } from "./suspects.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";
import { tracesTo } from "./ways.ts";

/** The most units of work for counting the states of all orbits. */
const workForOrbits = 200;

/**
 * The fewest permutations of rows in all ways that are used when a search without symmetries grows large. A set of
 * representatives has fewer vectors than that of all states, but seldom fewer nodes. Least rotations have more of them
 * and are found one by one, so rings do not count, however long they are.
 */
const fewestPermutations = 1000;

/** Ends a search without symmetries: it goes on with symmetries. */
class Symmetric extends Error {
  readonly group: ValidatedGroup;
  constructor(group: ValidatedGroup) {
    super("symmetries pay");
    this.group = group;
  }
}

/** Searches without symmetries at first if they can be found later. */
export async function searchSymbolically(
  model: Model,
  questions: readonly StateQuestion[],
  options: SymbolicOptions = {},
): Promise<Findings> {
  const { symmetry, findSymmetry } = options;
  const watch = options.watch ?? new Watch({});
  if (symmetry || !findSymmetry) return searchOnce(model, questions, { ...options, watch });
  const whenLarge = async (): Promise<void> => {
    const group = await findSymmetry();
    if (group && permutationsIn(group) >= fewestPermutations) throw new Symmetric(group);
  };
  try {
    return await searchOnce(model, questions, { ...options, watch, whenLarge });
  } catch (error) {
    if (!(error instanceof Symmetric)) throw error;
    const onProgress = attempting(options.onProgress, "again, with symmetries");
    const findings = await searchOnce(model, questions, { ...options, watch, symmetry: error.group, onProgress });
    return { ...findings, symmetry: error.group };
  }
}

/** How many ways there are to permute rows that can be permuted in all ways. */
function permutationsIn({ group }: ValidatedGroup): number {
  let ways = 1;
  for (const { kind, rows } of rowActions(structureOf(group))) {
    if (kind === "symmetric" || kind === "alternating") for (let k = 2; k <= rows.length; k++) ways *= k;
  }
  return ways;
}

async function searchOnce(
  model: Model,
  questions: readonly StateQuestion[],
  options: SymbolicOptions & { readonly watch: Watch; readonly whenLarge?: () => Promise<void> },
): Promise<Findings> {
  const { watch, symmetry } = options;
  symmetry?.require(
    model,
    questions.flatMap(({ condition }) => condition ?? []),
  );
  let encoding: Encoding | undefined;
  const stopped = (limit?: Limit, reason?: string): Findings => ({
    answers: questions.map(() => ({})),
    complete: false,
    limit,
    reason,
    statistics: { states: 0, representatives: "unique", ...memoryOf(encoding) },
  });
  try {
    if (symmetry && symmetry.generators.length > 0 && options.counts !== false) {
      const findings = await searchCounted(
        model,
        questions,
        { ...options, symmetry, watch },
        (made) => (encoding = made),
      );
      if (findings) return { ...findings, statistics: { ...findings.statistics, ...memoryOf(encoding) } };
    }
    const prepared = {
      ...prepare(model, watch, options, (made) => (encoding = made)),
      whenLarge: options.whenLarge,
    };
    if (prepared.broken === emptySet) return await explore(prepared, questions);
    const error = {
      during: "initial condition",
      trace: () => undefined,
      state: stateIn(prepared, prepared.broken),
    } as const;
    return { ...stopped(undefined, "the initial condition cannot be evaluated"), error };
  } catch (error) {
    if (error instanceof Stopped) return stopped(error.limit);
    if (error instanceof DddLimitError) return stopped("memory");
    if (error instanceof TooMuchWork) return stopped(undefined, "the set of states takes too much work");
    if (error instanceof SymbolicLimit) return stopped(undefined, error.message);
    throw error;
  }
}

async function explore(prepared: Prepared, questions: readonly StateQuestion[]): Promise<Findings> {
  for (;;) {
    try {
      const reached = await reach(prepared);
      const suspects = watched(prepared.watch, () => suspectsIn(prepared, reached, questions));
      await prepared.evaluator.pause();
      return await findingsOf(prepared, reached, suspects, questions);
    } catch (error) {
      if (!(error instanceof SupportGrew)) throw error;
    }
    await prepared.evaluator.pause();
  }
}

async function findingsOf(
  prepared: Prepared,
  reached: Reached,
  suspects: Suspects,
  questions: readonly StateQuestion[],
): Promise<Findings> {
  const { encoding, initial } = prepared;
  const { found, open, settled, roots } = suspects;
  const states = watched(prepared.watch, () => count(encoding.space, settled));
  const unreducedStates = sizeOfOrbits(prepared, reached, suspects, states);
  const sets = [...new Set(found.map(({ set }) => set))];
  const traces = await tracesTo(prepared, reached, sets, roots);
  const shown = ({ set }: Suspect): Found => {
    const trace = traces.get(set);
    return { trace: () => trace, state: trace ? undefined : stateIn(prepared, set) };
  };
  const wantedFor = (question: StateQuestion): Suspect | undefined =>
    found.find((suspect) => suspect.kind === "wanted" && suspect.question === question);
  const assertion = found.find(({ kind }) => kind === "assertion");
  const errors = errorsAmong(found, traces, wantedFor);
  const [error] = errors;
  return {
    answers: questions.map((question) => {
      const wanted = wantedFor(question);
      const isErring = errors.some((suspect) => suspect.kind === "condition" && suspect.question === question);
      const unclear = isErring ? "its condition cannot be evaluated in every state" : undefined;
      return { found: wanted && shown(wanted), open: open.get(question) ?? unclear };
    }),
    assertion: assertion && shown(assertion),
    error: error && errorOf(error, shown(error)),
    complete: true,
    hasNoInitialState: initial === emptySet,
    statistics: {
      states: asNumber(states),
      unreducedStates,
      depth: reached.depth,
      representatives: reached.canonization?.isUnique === false ? "multiple" : "unique",
      ...memoryOf(encoding),
    },
  };
}

/** The nearest error first. A condition is not evaluated any more once its question is answered. */
function errorsAmong(
  found: readonly Suspect[],
  traces: ReadonlyMap<Ddd, Trace>,
  wantedFor: (question: StateQuestion) => Suspect | undefined,
): Suspect[] {
  const depthOf = ({ set }: Suspect): number => traces.get(set)?.steps.length ?? Infinity;
  const isError = (suspect: Suspect): boolean => {
    if (suspect.kind !== "condition") return suspect.kind === "step";
    const wanted = wantedFor(suspect.question);
    return !wanted || depthOf(wanted) > depthOf(suspect);
  };
  return found
    .filter(isError)
    .sort((a, b) => depthOf(a) - depthOf(b) || Number(a.kind === "condition") - Number(b.kind === "condition"));
}

function errorOf(suspect: Suspect, found: Found): FoundError {
  return { ...found, during: suspect.kind === "condition" ? suspect.question : "step" };
}

/**
 * The number of states without symmetries; `undefined` if counting them is too much work. Small orbits are counted one
 * by one, by stabilizers; large ones as a set.
 */
function sizeOfOrbits(
  { encoding, evaluator, symmetry, watch }: Prepared,
  { canonization }: Reached,
  { settled, roots }: Suspects,
  states: bigint,
): bigint | undefined {
  if (!canonization || !symmetry) return states;
  if (canonization.isUnique && symmetry.group.order <= smallOrder) {
    return watched(watch, () => sizeOneByOne(encoding, symmetry, settled));
  }
  return evaluator.within(workForOrbits, () =>
    count(encoding.space, evaluator.apply(canonization.orbit, settled, roots)),
  );
}

function stateIn({ encoding }: Prepared, set: Ddd): Found["state"] {
  const [vector] = vectors(encoding.space, set);
  return encoding.stateOf(vector!);
}

function asNumber(states: bigint): number | bigint {
  return states <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(states) : states;
}

function memoryOf(
  encoding: Encoding | undefined,
): Pick<Statistics, "memoryBytes" | "storedBytes" | "peakNodes" | "order"> {
  if (!encoding) return { memoryBytes: 0, storedBytes: 0, peakNodes: 0 };
  const { memoryBytes, peakNodes } = statistics(encoding.space);
  return { memoryBytes, storedBytes: memoryBytes, peakNodes, order: encoding.orderName };
}
