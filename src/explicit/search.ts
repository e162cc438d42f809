/**
 * Drives a compiled search in slices, between which progress, limits and cancellation are handled, and provides its
 * findings.
 */

import type { PartialOrderUse } from "../engine/engine.ts";
import type { State } from "../model/interpret.ts";
import { InternalError } from "../util/internal-error.ts";
import { pause, Stopped, Watch, watched } from "../util/limits.ts";
import type { Limit, Limits } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import { endOf, foldFindings, foldStates } from "./fold.ts";
import { status } from "./heap.ts";
import { ProductSpace } from "./product-space.ts";
import { Shard } from "./shard.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { StateSpace } from "./state-space.ts";
import { maximalStates } from "./table-entry.ts";

export interface Progress {
  readonly states: number;
  readonly transitions: number;
  /** The number of states that are found but not yet expanded. */
  readonly queued: number;
  readonly depth: number;
  readonly memoryBytes: number;
  /** The part of the memory that grows with the states: records and table. */
  readonly storedBytes: number;
  readonly elapsedMs: number;
}

/** The first occurrence of an error or a failed assertion. */
export interface Incident {
  /** Meaningless in the initial condition. */
  readonly state: StateId;
  /** The number of the transition; `initialCondition`, or -2 - k for question k. */
  readonly transition: number;
}

/** The most states that a slice expands: enough for the code to be optimized between slices. */
const longestSlice = 4096;
/**
 * The number of states in a slice if each stored state is inspected after it. It is fixed, since it affects the result.
 */
const countedSlice = 64;
/** If a slice takes longer than this, the next one expands half as many states. */
const sliceMs = 20;

/** After so many enabled steps it is known whether partial-order reduction pays. */
const enoughSteps = 50_000n;

/** A running or finished search. */
export class Exploration {
  readonly compiled: Compiled;
  /** The stored states. */
  readonly space: StateSpace;
  /** With an automaton: the successors in the product. */
  readonly product: ProductSpace;
  private readonly shard: Shard;
  private readonly watch: Watch;
  private initialized = false;
  private slice = countedSlice;
  /**
   * If only states that are not transient count against the limit: the end of the counted states, and the number of
   * transient ones.
   */
  private readonly counted: { end: number; transient: number } | undefined;
  /** The number of the level that is being expanded, and the number of states before it. */
  private depth = 0;
  private levelStart = 0;
  /** Whether the states of the level that are pending are being expanded in full. */
  private isSecondPass = false;
  private hasEndedReduction = false;
  private initialCount = 0;
  /** The search pauses after a level if so many states are stored. */
  private pauseAt = Infinity;
  /** What the search that this one continues has spent, and the change to this one. */
  spentBefore: Spent = { transitions: 0, expanded: 0, work: 0, unreduced: 0 };
  complete = false;

  /** Browsers require asynchronous compilation of large modules: `search` passes a compiled one. */
  constructor(
    compiled: Compiled,
    limits: Limits | Watch = {},
    module: WebAssembly.Module = new WebAssembly.Module(compiled.program.bytes),
  ) {
    this.compiled = compiled;
    this.watch = limits instanceof Watch ? limits : new Watch(limits);
    this.shard = new Shard(compiled.program, module, this.watch.maxMemoryBytes);
    this.space = new StateSpace(this.shard);
    this.product = new ProductSpace(this.shard);
    const { maxStates = maximalStates, maxStored = maximalStates } = this.watch;
    const countsLater = this.shard.exports.isTransient && !compiled.program.fingerprints && maxStates < maximalStates;
    this.counted = countsLater ? { end: 0, transient: 0 } : undefined;
    this.shard.limitStates(Math.min(this.counted ? maximalStates : maxStates, maxStored));
  }

  /** The limit that ended the search. */
  get limit(): Limit | undefined {
    return this.shard.limit;
  }

  /** Ends the search at a limit. */
  endAt(limit: Limit): void {
    this.shard.limit = limit;
  }

  /** The initial states, after all of them are found. */
  get initialStates(): readonly StateId[] {
    return this.shard.firstStates(this.initialCount);
  }

  /** From here on only memory is limited, so that evidence for the findings can be constructed. */
  liftStateLimit(): void {
    this.shard.limitStates(maximalStates);
  }

  /** Finds the initial states, and nothing else. False if that was not possible. */
  initialize(): boolean {
    while (!this.initialized && this.step());
    return this.initialized;
  }

  /** From now on the search pauses between two levels as soon as so many states are stored. */
  pauseFrom(storedStates: number): void {
    this.pauseAt = storedStates;
  }

  /** Whether it is between two levels with enough states. */
  get isPaused(): boolean {
    const { cursor, count, levelEnd } = this.shard.exports;
    const isBetween = this.initialized && levelEnd.value === count.value && this.levelStart === cursor.value;
    return isBetween && count.value >= this.pauseAt;
  }

  /**
   * The search from here on with another program, while this one is paused: it begins with the representatives of all
   * states that this one has stored. Without memory for that, it is this search itself.
   */
  async foldedBy(compiled: Compiled): Promise<Exploration> {
    const next = new Exploration(compiled, this.watch, await WebAssembly.compile(compiled.program.bytes));
    const renumbered = await this.inTurns(foldStates(this.shard, next.shard));
    if (!renumbered) return this;
    await this.inTurns(foldFindings(this.shard, next.shard, renumbered));
    next.initialized = true;
    next.initialCount = endOf(this.initialCount, renumbered);
    next.levelStart = next.shard.exports.cursor.value;
    next.depth = this.depth;
    next.spentBefore = next.spent;
    return next;
  }

  private async inTurns<T>(work: Generator<undefined, T>): Promise<T> {
    for (let lastTurn = performance.now(); ;) {
      const { done, value } = watched(this.watch, () => work.next());
      if (done === true) return value;
      if (performance.now() - lastTurn < 100) continue;
      await pause();
      lastTurn = performance.now();
    }
  }

  /** Explores a slice. False if the search is complete, has an error, or hit a limit. */
  step(): boolean {
    const result = this.runSlice();
    if (result === status.stateLimit || this.hasTooManyStates()) this.endAt("states");
    else if (result === status.memoryLimit) this.endAt("memory");
    else if (this.initialized) this.complete = result === status.done;
    else if (result === status.news) return false; // an error in the initial condition: there is nothing to explore
    else if (result === status.done) {
      this.initialized = true;
      this.initialCount = this.storedStates;
      this.shard.exports.levelEnd.value = this.initialCount;
    }
    return !this.complete && this.limit === undefined;
  }

  /** The length of a slice only affects when other code runs. */
  private runSlice(): number {
    const started = performance.now();
    try {
      const { slice } = this;
      return watched(this.watch, () => (this.initialized ? this.expand(slice) : this.shard.exports.initialize(slice)));
    } catch (trap) {
      if (trap instanceof Stopped) {
        this.endAt(trap.limit);
        return status.more;
      }
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
      throw new InternalError("the compiled search stored a value that domain inference had ruled out", {
        cause: trap,
      });
    } finally {
      const elapsed = this.counted ? sliceMs : performance.now() - started;
      if (elapsed > sliceMs) this.slice = Math.max(1, this.slice >> 1);
      else if (2 * elapsed < sliceMs) this.slice = Math.min(longestSlice, 2 * this.slice);
    }
  }

  /** Expands `budget` states, level by level. */
  private expand(budget: number): number {
    const { cursor, count, levelEnd, expand, expandPending } = this.shard.exports;
    for (let left = budget; left > 0;) {
      const before = cursor.value;
      const result = this.isSecondPass ? expandPending!(left) : expand(left);
      if (result !== status.done) return result;
      if (expandPending && !this.isSecondPass) {
        this.isSecondPass = true;
        cursor.value = this.levelStart;
        continue;
      }
      this.isSecondPass = false;
      this.judgeReduction();
      if (cursor.value === count.value) return result;
      levelEnd.value = count.value;
      this.levelStart = cursor.value;
      this.depth++;
      if (count.value >= this.pauseAt) return status.more;
      left -= cursor.value - before;
    }
    return status.more;
  }

  /** Turns partial-order reduction off if it is seen to reduce next to nothing. */
  private judgeReduction(): void {
    const { reduces, enabledSteps, takenSteps } = this.shard.exports;
    if (!reduces || reduces.value === 0 || enabledSteps!.value < enoughSteps) return;
    this.hasEndedReduction = takenSteps!.value * 20n > enabledSteps!.value * 19n;
    if (this.hasEndedReduction) reduces.value = 0;
  }

  /** What partial-order reduction did, if it was used. */
  get partialOrder(): PartialOrderUse | undefined {
    const { reduces, enabledSteps, takenSteps, reducedStates } = this.shard.exports;
    if (!reduces) return undefined;
    const [enabled, taken] = [Number(enabledSteps!.value), Number(takenSteps!.value)];
    return { reducedStates: reducedStates!.value, enabled, taken, ended: this.hasEndedReduction };
  }

  /** Whether the search for initial states is complete and found none. */
  get hasNoInitialState(): boolean {
    return this.initialized && this.initialCount === 0;
  }

  private hasTooManyStates(): boolean {
    const { counted } = this;
    if (!counted) return false;
    counted.transient += this.shard.countTransient(counted.end);
    counted.end = this.storedStates;
    return counted.end - counted.transient > this.watch.maxStates!;
  }

  /** The number of stored states, including transient ones. */
  get storedStates(): number {
    return this.shard.exports.count.value;
  }

  /** The number of states, without transient ones as far as they have been expanded. */
  get states(): number {
    return this.storedStates - (this.counted?.transient ?? this.shard.exports.transientCount?.value ?? 0);
  }

  /** Whether all states of an orbit had the same representative. */
  get isUnique(): boolean {
    return this.space.isUnique && this.compiled.program.storesRepresentatives;
  }

  /** What was spent until now. */
  get spent(): Spent {
    const { transitions, cursor, transientCount, work, unreducedStates, uncounted } = this.shard.exports;
    const isCounted = unreducedStates !== undefined && uncounted?.value === 0;
    return {
      transitions: Number(transitions.value),
      expanded: cursor.value - (transientCount?.value ?? 0),
      work: Number(work?.value ?? 0n),
      unreduced: isCounted ? Number(unreducedStates.value) : undefined,
    };
  }

  /** Some of the states that are stored and not yet expanded. */
  sampleAhead(most: number): State[] {
    const { cursor, count } = this.shard.exports;
    const ahead = count.value - cursor.value;
    return Array.from({ length: Math.min(most, ahead) }, (_, k) =>
      this.space.stateAt((cursor.value + Math.floor((k * ahead) / Math.min(most, ahead))) as StateId),
    );
  }

  /**
   * The number of states without symmetry reduction: the sum of the sizes of all orbits. `undefined` if the exploration
   * is not complete, if representatives are not unique, and for more than 2^62.
   */
  get unreducedStates(): bigint | undefined {
    const { unreducedStates, uncounted } = this.shard.exports;
    const isReduced = (this.partialOrder?.reducedStates ?? 0) > 0;
    if (!this.complete || isReduced || !this.isUnique || uncounted?.value === 1) return undefined;
    return unreducedStates?.value ?? BigInt(this.states);
  }

  get progress(): Progress {
    const { count, cursor, heap, transitions } = this.shard.exports;
    return {
      states: this.states,
      transitions: Number(transitions.value),
      queued: count.value - cursor.value,
      depth: this.depth,
      memoryBytes: heap.value >>> 0,
      storedBytes: (heap.value >>> 0) - this.compiled.program.heapBase,
      elapsedMs: performance.now() - this.watch.started,
    };
  }

  /** For each question, the first state that answers it; `noState` if there is none yet. */
  get decided(): readonly StateId[] {
    const { decidedAt, questionCount } = this.compiled.program;
    return Array.from({ length: questionCount }, (_, k) => this.shard.words[decidedAt / 4 + k] as StateId);
  }

  /** The first state in which the automaton has reached a goal; `noState` if there is none yet. */
  get goalState(): StateId {
    return this.shard.exports.goalState?.value ?? noState;
  }

  get error(): Incident | undefined {
    const { errorState, errorTransition } = this.shard.exports;
    return incident(errorState.value, errorTransition.value);
  }

  get assertion(): Incident | undefined {
    const { assertionState, assertionTransition } = this.shard.exports;
    return incident(assertionState.value, assertionTransition.value);
  }
}

export interface SearchOptions extends Limits {
  /** A watch that is already running, instead of these limits. */
  readonly watch?: Watch | undefined;
  /** Called at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether the search can end early. Called when something was found. */
  readonly isDecided: (exploration: Exploration) => boolean;
  readonly turns?: readonly Turn[] | undefined;
}

/** A decision to make between two levels, once so many states are stored. Not with fingerprints. */
export interface Turn {
  readonly fromStates: number;
  /** A program with which the search should go on, if not with its own. */
  readonly compile: (exploration: Exploration) => Promise<Change | undefined>;
}

export interface Change {
  readonly compiled: Compiled;
  /** Whether the search begins again, or continues. */
  readonly again: boolean;
  /** Called if the search does so: there may be no memory for it. */
  readonly onTaken?: ((storedStates: number) => void) | undefined;
}

/** The effort of a search. */
export interface Spent {
  readonly transitions: number;
  /** The number of expanded states, without transient ones. */
  readonly expanded: number;
  /** The work for representatives. */
  readonly work: number;
  /** The sum of the sizes of the orbits of expanded states, if it is known. */
  readonly unreduced: number | undefined;
}

/** Explores until everything is visited, the question is decided, or a limit is hit. */
export async function search(compiled: Compiled, options: SearchOptions): Promise<Exploration> {
  const { watch = new Watch(options), onProgress, isDecided, turns = [] } = options;
  const pending = turns.toSorted((a, b) => a.fromStates - b.fromStates);
  let exploration = new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes));
  exploration.pauseFrom(pending[0]?.fromStates ?? Infinity);
  let lastTurn = performance.now();
  while (exploration.step() && !isDecided(exploration)) {
    if (exploration.isPaused) exploration = await takeTurns(exploration, watch, pending);
    const now = performance.now();
    if (now - lastTurn < 100) continue;
    lastTurn = now;
    onProgress?.(exploration.progress);
    await pause();
  }
  return exploration;
}

/** Makes the decisions that are due, which are removed from the list. */
async function takeTurns(paused: Exploration, watch: Watch, pending: Turn[]): Promise<Exploration> {
  let exploration = paused;
  while (exploration.limit === undefined && exploration.storedStates >= (pending[0]?.fromStates ?? Infinity)) {
    exploration = await takeTurn(exploration, watch, pending.shift()!);
  }
  exploration.pauseFrom(pending[0]?.fromStates ?? Infinity);
  return exploration;
}

async function takeTurn(exploration: Exploration, watch: Watch, { compile }: Turn): Promise<Exploration> {
  try {
    const change = await compile(exploration);
    if (!change) return exploration;
    const { compiled, again } = change;
    const next = again
      ? new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes))
      : await exploration.foldedBy(compiled);
    if (next !== exploration) change.onTaken?.(exploration.storedStates);
    return next;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    exploration.endAt(error.limit);
    return exploration;
  }
}

function incident(state: StateId, transition: number): Incident | undefined {
  return state === noState ? undefined : { state, transition };
}
