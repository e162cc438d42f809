/**
 * A running or finished search: one shard in slices, or a team of shards level by level; its counts and its findings.
 *
 * A search ends between two levels, or at a limit. So what it reports depends neither on the order of states within a
 * level nor on the number of shards: of several states of a level that show the same, the least counts (`notes.ts`).
 * What changes between two levels makes another exploration of it (`continuation.ts`).
 */

import type { PartialOrderUse } from "../engine/engine.ts";
import type { State } from "../model/interpret.ts";
import { InternalError } from "../util/internal-error.ts";
import { Stopped, Watch, watched } from "../util/limits.ts";
import type { Limit, Limits } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import type { MaybePromise } from "./crew.ts";
import { Depot } from "./depot.ts";
import type { Finding } from "./finding.ts";
import { status } from "./heap.ts";
import { unpack } from "./layout.ts";
import { pathsTo } from "./path.ts";
import type { Origins, Path } from "./path.ts";
import { workOfSteps } from "./probe.ts";
import { ProductSpace } from "./product-space.ts";
import { Shard } from "./shard.ts";
import { Slices } from "./slices.ts";
import { Solo } from "./solo.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { StateSpace } from "./state-space.ts";
import { maximalStates } from "./table-entry.ts";
import { Team } from "./team.ts";
import type { Members } from "./team.ts";
import type { Totals } from "./totals.ts";

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
  /** The number of states of each shard, if there are several. */
  readonly balance?: readonly number[] | undefined;
  /** What the search is doing, if that is not the exploration of states. */
  readonly phase?: string | undefined;
  /** The bytes in files, if states are there. */
  readonly diskBytes?: number | undefined;
  /** The time since the last checkpoint, or since the beginning, if checkpoints are made. */
  readonly checkpointMs?: number | undefined;
}

/** What was counted by searches that this one continues. */
export type Before = Pick<Totals, "transitions" | "enabledSteps" | "takenSteps" | "reducedStates">;
const nothingBefore: Before = { transitions: 0, enabledSteps: 0, takenSteps: 0, reducedStates: 0 };

/** The effort of a search. */
export interface Spent {
  readonly transitions: number;
  /** The number of expanded states, without transient ones. */
  readonly expanded: number;
  /** The sum of the sizes of the orbits of expanded states, if it is known. */
  readonly unreduced: number | undefined;
}

/** What must be known, besides the states, to go on before a level. */
export interface Snapshot {
  /** The number of the level that comes next. */
  readonly level: number;
  readonly before: Before;
  readonly spentBefore: Spent;
  readonly hasEndedReduction: boolean;
  readonly findings: readonly (Finding | undefined)[];
}

/** A running or finished search. */
export class Exploration {
  readonly compiled: Compiled;
  readonly module: WebAssembly.Module;
  /** The stored states, if there is one shard; in any case what states are. */
  readonly space: StateSpace;
  /** With an automaton: the successors in the product. */
  readonly product: ProductSpace;
  readonly crew: Solo | Team | Depot;
  readonly watch: Watch;
  private readonly slices: Slices;
  /**
   * If only states that are not transient count against the limit: the end of the counted states, and the number of
   * transient ones.
   */
  private readonly counted: { end: number; transient: number } | undefined;
  private readonly before: Before;
  /** The same object as long as the stored states are the same, in however many shards. */
  readonly lineage: object;
  /** The search pauses after a level if so many states are stored. */
  private pauseAt = Infinity;
  /** Whether it ended after a level, though there may be more states; and whether there are too many states. */
  private hasEnded = false;
  private isExceeded = false;
  /** What the search that this one continues has spent, and the change to this one. */
  spentBefore: Spent = { transitions: 0, expanded: 0, unreduced: 0 };
  /** The paths to the findings, once they are made. */
  paths: readonly (Path | undefined)[] | undefined;
  complete = false;
  /** What it is doing, if not exploring. */
  phase: string | undefined;

  /** Browsers require asynchronous compilation of large modules: `search` passes a compiled one. */
  constructor(
    compiled: Compiled,
    limits: Limits | Watch = {},
    module: WebAssembly.Module = new WebAssembly.Module(compiled.program.bytes),
    continued?: { readonly crew: Solo | Team | Depot; readonly before: Before; readonly lineage: object },
  ) {
    this.compiled = compiled;
    this.module = module;
    this.watch = limits instanceof Watch ? limits : new Watch(limits);
    this.crew = continued?.crew ?? new Solo(new Shard(compiled.program, module, this.watch.maxMemoryBytes));
    this.before = continued?.before ?? nothingBefore;
    this.crew.stepsBefore = this.before;
    this.lineage = continued?.lineage ?? {};
    const { desk } = this.crew;
    this.space = new StateSpace(desk);
    this.product = new ProductSpace(desk);
    const { maxStates = maximalStates } = this.watch;
    // Pairs with the states of an automaton are all told, and so all of them count.
    const isOfStates = compiled.automaton === undefined && !compiled.program.fingerprints;
    const countsLater = desk.exports.isTransient !== undefined && isOfStates && maxStates < maximalStates;
    this.counted = countsLater ? { end: 0, transient: 0 } : undefined;
    this.slices = new Slices(countsLater);
    // With partial-order reduction it matters where a successor leads, so a level is never left in the middle.
    const isInLevel = !this.counted && !(compiled.program.reduces && compiled.program.exchange);
    desk.limitStates(isInLevel ? this.mostStored : maximalStates);
    if (this.crew instanceof Solo) this.crew.stopsBetweenLevels = compiled.program.reduces && this.mostStored < maximalStates; // prettier-ignore
  }

  private get mostStored(): number {
    // Each shard has a limit of its own; several of them have more states than one can number.
    const { maxStates = Infinity, maxStored = Infinity } = this.watch;
    return Math.min(this.counted ? Infinity : maxStates, maxStored);
  }

  /** The limit that ended the search. */
  get limit(): Limit | undefined {
    return this.crew.desk.limit;
  }

  /** Ends the search at a limit. */
  endAt(limit: Limit): void {
    this.crew.desk.limit = limit;
  }

  /** The initial states, after all of them are found. */
  get initialStates(): readonly StateId[] {
    return this.crew instanceof Solo ? this.crew.desk.firstStates(this.crew.initialCount) : [];
  }

  /** From here on only memory is limited, so that evidence for the findings can be constructed. */
  liftStateLimit(): void {
    this.crew.desk.limitStates(maximalStates);
  }

  /** Finds the initial states, and nothing else. False if that was not possible. */
  initialize(): boolean {
    const solo = this.solo();
    while (!solo.isInitialized && this.step());
    return solo.isInitialized;
  }

  solo(): Solo {
    if (!(this.crew instanceof Solo)) throw new TypeError("the states are in several shards");
    return this.crew;
  }

  /** From now on the search pauses between two levels as soon as so many states are stored. */
  pauseFrom(storedStates: number): void {
    this.pauseAt = storedStates;
    if (this.crew instanceof Solo) this.crew.pauseAt = storedStates;
  }

  /** Whether its initial states are still being found. */
  get isBeginning(): boolean {
    return this.crew instanceof Solo && !this.crew.isInitialized;
  }

  /** Whether it is between two levels with enough states, or has enough initial states already. */
  get isPaused(): boolean {
    return (this.isBetweenLevels || this.isBeginning) && this.storedStates >= this.pauseAt;
  }

  /** The number of states of the next level, or the mean of the levels with the last half of the states if that is less. */
  get levelWidth(): number {
    const { queued } = this.progress;
    if (!(this.crew instanceof Solo)) return queued;
    const { levels } = this.crew.desk;
    const half = levels.findIndex((start) => 2 * start >= this.storedStates);
    return half < 0 ? queued : Math.min(queued, (this.storedStates - levels[half]!) / (levels.length - half));
  }

  /** Whether the states are in several shards, or on a disk. */
  get isSpread(): boolean {
    return !(this.crew instanceof Solo);
  }

  /** The most memory of the shard, if there is one. */
  limitMemory(bytes: number): void {
    if (this.crew instanceof Solo) this.crew.desk.limitMemory(bytes);
  }

  /** Whether memory ended in the middle of a level that can begin again elsewhere. */
  get isOutOfMemory(): boolean {
    return this.limit === "memory" && this.crew instanceof Solo && this.crew.isInitialized;
  }

  /** The members that have the states, if there are any. */
  get members(): Members | undefined {
    return this.crew instanceof Team ? this.crew.members : undefined;
  }

  /** What must be known, besides the states, to go on from here. It must be between two levels. */
  get snapshot(): Snapshot {
    const { transitions, enabledSteps, takenSteps, reducedStates } = this.counts;
    const { crew, spentBefore } = this;
    return {
      level: crew instanceof Solo ? crew.depth : crew.nextLevel,
      before: { transitions, enabledSteps, takenSteps, reducedStates },
      spentBefore,
      hasEndedReduction: crew.hasEndedReduction,
      findings: crew.findings,
    };
  }

  /** The packed states of a level, in pieces. */
  pieces(level: number): AsyncIterable<Int32Array> | Iterable<Int32Array> {
    return this.crew.pieces(level);
  }

  /** Whether a level has ended, and the next one has not begun. */
  get isBetweenLevels(): boolean {
    return !(this.crew instanceof Solo) || this.crew.isBetweenLevels;
  }

  /** From now on each level is seen to end. */
  stopBetweenLevels(): void {
    if (this.crew instanceof Solo) this.crew.stopsBetweenLevels = true;
  }

  /** Ends the threads of its members, if it has any. */
  release(): void {
    this.crew.end();
  }

  // -------------------------------------------------------------- going on

  /** Explores a slice, or a level. False if the search is complete, has an error, or hit a limit. */
  advance(): MaybePromise<boolean> {
    return this.crew instanceof Solo ? this.step() : this.expandLevel(this.crew);
  }

  private async expandLevel(team: Team | Depot): Promise<boolean> {
    const result = await team.expandLevel();
    if (team.limit !== undefined) this.endAt(team.limit);
    else if (await this.hasTooManyInTeam(team)) this.exceed();
    else this.complete = result === status.done;
    return !this.complete && this.limit === undefined;
  }

  private async hasTooManyInTeam(team: Team | Depot): Promise<boolean> {
    const { stored, transient } = team.totals;
    if (stored > this.mostStored) return true;
    if (!this.counted || stored - transient <= this.watch.maxStates!) return false;
    return stored - transient - (await team.countTransientAhead()) > this.watch.maxStates!;
  }

  /** Explores a slice, with one shard. */
  step(): boolean {
    const solo = this.solo();
    const wasInitialized = solo.isInitialized;
    const result = this.runSlice(solo);
    if (result === status.ended) {
      this.hasEnded = true;
      if (this.isExceeded) this.endAt("states");
      return false;
    }
    if (result === status.stateLimit || this.hasTooManyStates(solo)) this.exceed();
    else if (result === status.memoryLimit) this.endAt("memory");
    else if (wasInitialized) this.complete = result === status.done;
    else if (result === status.news) return false; // an error in the initial condition: there is nothing to explore
    return !this.complete && this.limit === undefined;
  }

  /** There are more states than allowed. The rest of the level is checked, if possible. */
  private exceed(): void {
    const solo = this.crew instanceof Solo && this.crew.canOnlyCheck ? this.crew : undefined;
    this.isExceeded = true;
    if (solo) solo.endAfterLevel();
    else this.endAt("states");
  }

  /** Nothing more is needed: the search ends with this level. False if it ends at once. */
  endDecided(): boolean {
    if (!(this.crew instanceof Solo) || this.compiled.automaton !== undefined || this.hasEnded) {
      // What the last level led to does not matter any more.
      this.hasEnded = this.compiled.automaton === undefined;
      this.complete = false;
      if (this.isExceeded) this.crew.desk.limit = undefined;
      this.isExceeded = false;
      return false;
    }
    this.crew.endAfterLevel();
    return true;
  }

  /** Nothing more is needed, between two levels. */
  endBetweenLevels(): void {
    this.hasEnded = true;
  }

  private runSlice(solo: Solo): number {
    try {
      return this.slices.run((length) => watched(this.watch, () => solo.step(length)));
    } catch (trap) {
      if (trap instanceof Stopped) {
        this.endAt(trap.limit);
        return status.more;
      }
      if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
      throw new InternalError("the compiled search stored a value that domain inference had ruled out", {
        cause: trap,
      });
    }
  }

  private hasTooManyStates(solo: Solo): boolean {
    const { counted } = this;
    if (this.isExceeded) return false;
    if (solo.stopsBetweenLevels && !solo.isBetweenLevels) return false;
    if (!counted) return solo.stopsBetweenLevels && this.storedStates > this.mostStored;
    counted.transient += solo.desk.countTransient(counted.end);
    counted.end = this.storedStates;
    return counted.end - counted.transient > this.watch.maxStates!;
  }

  // -------------------------------------------------------------- counts

  /** The counts, including those of the searches that this one continues. */
  get counts(): Totals {
    const { totals } = this.crew;
    const { before } = this;
    return {
      ...totals,
      transitions: totals.transitions + before.transitions,
      levelTransitions: totals.levelTransitions + before.transitions,
      enabledSteps: totals.enabledSteps + before.enabledSteps,
      takenSteps: totals.takenSteps + before.takenSteps,
      reducedStates: totals.reducedStates + before.reducedStates,
    };
  }

  /** What partial-order reduction did, if it was used. */
  get partialOrder(): PartialOrderUse | undefined {
    const { reducedStates, enabledSteps, takenSteps } = this.counts;
    if (!this.compiled.program.reduces) return undefined;
    const { hasEndedReduction } = this.crew;
    return { reducedStates, enabled: enabledSteps, taken: takenSteps, ended: hasEndedReduction };
  }

  /** Whether steps are still left out. Partial-order reduction ends where more than this share of them was taken. */
  keepsReduction(most: number): boolean {
    return this.compiled.program.reduces && !(this.crew instanceof Solo && this.crew.endsReduction(most));
  }

  /** Whether the search for initial states is complete and found none. */
  get hasNoInitialState(): boolean {
    return this.crew instanceof Solo && this.crew.isInitialized && this.crew.initialCount === 0;
  }

  /** The number of stored states, including transient ones. */
  get storedStates(): number {
    return this.crew instanceof Solo ? this.crew.desk.exports.count.value : this.crew.totals.stored;
  }

  /**
   * The number of states, without transient ones as far as they have been expanded. A search that ended after a level
   * counts the states up to this level.
   */
  get states(): number {
    const { stored, levelEnd, transient } = this.crew.totals;
    if (this.hasEnded && !this.isExceeded) return levelEnd - transient;
    if (this.isExceeded) return Math.min(this.watch.maxStates ?? Infinity, stored - transient);
    return stored - (this.crew instanceof Solo ? (this.counted?.transient ?? transient) : transient);
  }

  /** Whether all states of an orbit had the same representative. */
  get isUnique(): boolean {
    const { isUnique, storesRepresentatives } = this.compiled.program;
    return isUnique && storesRepresentatives && !this.crew.totals.isInexact;
  }

  /** What was spent until now. */
  get spent(): Spent {
    const { transitions, expanded, transient, unreduced } = this.counts;
    return {
      transitions,
      expanded: expanded - transient,
      unreduced: unreduced === undefined ? undefined : Number(unreduced),
    };
  }

  /** The work for representatives until now. */
  get workSpent(): number {
    return this.crew.totals.work;
  }

  /** The work for representatives in a step from one of these states, with which a search begins that has none. */
  workFrom(states: readonly State[]): number {
    const { desk } = this.solo();
    return watched(this.watch, () => workOfSteps(desk, states));
  }

  /** Some of the states that are stored and not yet expanded. */
  async sampleAhead(most: number): Promise<State[]> {
    const { layout } = this.compiled.program;
    const sample = await watched(this.watch, () => this.crew.sample(most));
    return sample.map((words) => unpack(layout, words));
  }

  /**
   * The number of states without symmetry reduction: the sum of the sizes of all orbits. `undefined` if the exploration
   * is not complete, if representatives are not unique, and for more than 2^62.
   */
  get unreducedStates(): bigint | undefined {
    const { orbitSize } = this.crew.desk.exports;
    const isReduced = (this.partialOrder?.reducedStates ?? 0) > 0;
    if (!this.complete || isReduced || !this.isUnique) return undefined;
    return orbitSize ? this.crew.totals.unreduced : BigInt(this.states);
  }

  get progress(): Progress {
    const { stored, expanded, transitions, levelTransitions, memoryBytes, storedBytes } = this.counts;
    const isPartial = this.hasEnded || this.isExceeded;
    const meanwhile = this.crew instanceof Team && !isPartial ? this.crew.members.meanwhile : undefined;
    return {
      states: meanwhile?.states ?? this.states,
      transitions: meanwhile
        ? this.before.transitions + meanwhile.transitions
        : isPartial
          ? levelTransitions
          : transitions,
      queued: stored - expanded,
      depth: this.crew.depth,
      memoryBytes,
      storedBytes,
      elapsedMs: performance.now() - this.watch.started,
      balance: this.crew instanceof Team ? this.crew.balance : undefined,
      phase: this.phase ?? (this.crew instanceof Depot ? this.crew.phase : undefined),
      diskBytes: this.crew instanceof Depot ? this.crew.setup.disk.bytes : undefined,
    };
  }

  /** The most bytes in files, if states were there. */
  get diskBytes(): number | undefined {
    return this.crew instanceof Depot ? this.crew.mostBytes : undefined;
  }

  // -------------------------------------------------------------- findings

  /** For each question, the state that answers it: of those in the first level with such states, the least. */
  get decided(): readonly (Finding | undefined)[] {
    return this.crew.findings.slice(0, this.compiled.program.questionCount);
  }

  get error(): Finding | undefined {
    return this.crew.findings[this.compiled.program.questionCount];
  }

  get assertion(): Finding | undefined {
    return this.crew.findings[this.compiled.program.questionCount + 1];
  }

  /** The first state in which the automaton has reached a goal; `noState` if there is none yet. */
  get goalState(): StateId {
    return this.crew.desk.exports.goalState?.value ?? noState;
  }

  /** The path to a finding. With several shards, `makePaths` must have made it. */
  pathTo(finding: Finding): Path {
    const made = this.paths?.[this.crew.findings.indexOf(finding)];
    if (made) return made;
    const solo = this.solo();
    const work = pathsTo(this, [finding]);
    for (let origins: Origins = []; ;) {
      const step = work.next(origins);
      if (step.done === true) return step.value[0]!;
      const { level, targets } = step.value;
      origins = targets ? solo.originsOf(level, targets) : solo.statesOf(level);
    }
  }

  /** Makes the paths to all findings. */
  async makePaths(): Promise<void> {
    if (this.compiled.program.exchange === undefined) return;
    this.phase = "making traces";
    const work = pathsTo(this, this.crew.findings);
    for (let origins: Origins = []; ;) {
      const step = work.next(origins);
      if (step.done === true) {
        this.paths = step.value;
        return;
      }
      const { level, targets } = step.value;
      origins = await (targets ? this.crew.originsOf(level, targets) : this.crew.statesOf(level));
    }
  }
}
