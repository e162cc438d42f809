/**
 * A search and its findings: the driver of one shard in slices, or of a team of shards level by level, between which
 * progress, limits and cancellation are handled.
 *
 * A search ends between two levels, or at a limit. So what it reports depends neither on the order of states within a
 * level nor on the number of shards: of several states of a level that show the same, the least counts (`notes.ts`).
 */

import type { DiskStore, PartialOrderUse } from "../engine/engine.ts";
import type { State } from "../model/interpret.ts";
import { InternalError } from "../util/internal-error.ts";
import { pause, Stopped, Watch, watched } from "../util/limits.ts";
import type { Limit, Limits } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import type { MaybePromise } from "./crew.ts";
import { Depot } from "./depot.ts";
import type { Finding } from "./finding.ts";
import { divided, foldFindings, foldMembers, foldStates, isSameLayout, levelsOf, spreadStates } from "./fold.ts";
import type { LevelSource } from "./fold.ts";
import { status } from "./heap.ts";
import { unpack } from "./layout.ts";
import type { Order } from "./member.ts";
import { pathsTo } from "./path.ts";
import type { Origins, Path } from "./path.ts";
import { workOfSteps } from "./probe.ts";
import { ProductSpace } from "./product-space.ts";
import { Shard } from "./shard.ts";
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
}

/** The most states that a slice expands: enough for the code to be optimized between slices. */
const longestSlice = 4096;
/**
 * The number of states in a slice if each stored state is inspected after it. It is fixed, since it affects the result.
 */
const countedSlice = 64;
/** If a slice takes longer than this, the next one expands half as many states. */
const sliceMs = 20;

/** What was counted by searches that this one continues. */
export type Before = Pick<Totals, "transitions" | "enabledSteps" | "takenSteps" | "reducedStates">;
const nothingBefore: Before = { transitions: 0, enabledSteps: 0, takenSteps: 0, reducedStates: 0 };

/** A running or finished search. */
export class Exploration {
  readonly compiled: Compiled;
  readonly module: WebAssembly.Module;
  /** The stored states, if there is one shard; in any case what states are. */
  readonly space: StateSpace;
  /** With an automaton: the successors in the product. */
  readonly product: ProductSpace;
  private readonly crew: Solo | Team | Depot;
  private readonly watch: Watch;
  private slice = countedSlice;
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
    const countsLater = desk.exports.isTransient && !compiled.program.fingerprints && maxStates < maximalStates;
    this.counted = countsLater ? { end: 0, transient: 0 } : undefined;
    // With partial-order reduction it matters where a successor leads, so a level is never left in the middle.
    const isInLevel = !this.counted && !(compiled.program.reduces && compiled.program.exchange);
    desk.limitStates(isInLevel ? this.mostStored : maximalStates);
    if (this.crew instanceof Solo) this.crew.stopsBetweenLevels = compiled.program.reduces && this.mostStored < maximalStates; // prettier-ignore
  }

  private get mostStored(): number {
    const { maxStates = maximalStates, maxStored = maximalStates } = this.watch;
    return Math.min(this.counted ? maximalStates : maxStates, maxStored);
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

  private solo(): Solo {
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

  /** Whether the states are in several shards, or on a disk. */
  get isSpread(): boolean {
    return !(this.crew instanceof Solo);
  }

  /** The members that have the states, if there are any. */
  get members(): Members | undefined {
    return this.crew instanceof Team ? this.crew.members : undefined;
  }

  // -------------------------------------------------------------- changes between levels

  /**
   * The search from here on with another program, while this one is paused: it begins with the representatives of all
   * states that this one has stored. Without memory for that, it is this search itself.
   */
  async foldedBy(compiled: Compiled): Promise<Exploration> {
    const module = await WebAssembly.compile(compiled.program.bytes);
    if (!isSameLayout(this.compiled.program.layout, compiled.program.layout)) return this;
    const { crew } = this;
    if (crew instanceof Team) return this.foldTeam(crew, compiled, module);
    if (crew instanceof Depot) return this.foldDepot(crew, compiled, module);
    const shard = new Shard(compiled.program, module, this.watch.maxMemoryBytes);
    if (!(await inTurns(this.watch, foldStates(levelsOf(crew.desk), shard)))) return this;
    const solo = new Solo(shard);
    solo.resume(shard.levels[1] ?? shard.exports.count.value, crew.depth, foldFindings(crew.findings, shard));
    return this.continuedBy(compiled, module, solo, {});
  }

  private async foldTeam(team: Team, compiled: Compiled, module: WebAssembly.Module): Promise<Exploration> {
    return this.divideTeam(team, compiled, {
      kind: "load",
      program: compiled.program,
      module,
      division: team.division,
    });
  }

  private async divideTeam(team: Team, compiled: Compiled, load: Order & { kind: "load" }): Promise<Exploration> {
    const { module, division } = load;
    const reports = await foldMembers(team.members, load, team.nextLevel + 1);
    if (!reports) return this;
    const desk = new Shard(compiled.program, module);
    const found = foldFindings(team.findings, desk);
    const start = { depth: team.nextLevel, found, reports, division };
    const lineage = compiled === this.compiled ? this.lineage : {};
    return this.continuedBy(compiled, module, new Team(team.members, desk, start), lineage);
  }

  private async foldDepot(depot: Depot, compiled: Compiled, module: WebAssembly.Module): Promise<Exploration> {
    const { generation } = depot.setup;
    const setup = { ...depot.setup, program: compiled.program, module, generation: generation + 1 };
    const found = foldFindings(depot.findings, new Shard(compiled.program, module));
    const next = await Depot.of(setup, depot, found);
    if (!next) return this;
    depot.end();
    return this.continuedBy(compiled, module, next, {});
  }

  /** The search from here on with its states on a disk; this one itself if there is no room for that. */
  async storedOn(disk: DiskStore, inboxBytes: number, onTurn: () => void): Promise<Exploration> {
    const { compiled, module, watch } = this;
    const { desk, findings } = this.solo();
    const setup = { program: compiled.program, module, disk, watch, inboxBytes, generation: 0, onTurn };
    const depot = await Depot.of(setup, levelsOf(desk), findings);
    return depot ? this.continuedBy(compiled, module, depot, this.lineage) : this;
  }

  /** The search from here on in so many shards; this one itself if there is no memory for that. */
  async spreadTo(members: Members, shardCount: number, shardBytes: number): Promise<Exploration> {
    const { compiled, module, crew } = this;
    const division = divided(shardCount, shardBytes, members);
    const load = { kind: "load", program: compiled.program, module, division } as const;
    if (crew instanceof Team) return this.divideTeam(crew, compiled, load);
    if (crew instanceof Depot) return this;
    const reports = await spreadStates(levelsOf(crew.desk), members, load);
    if (!reports) return this;
    const desk = new Shard(compiled.program, module);
    const start = { depth: crew.depth, found: crew.findings, reports, division };
    return this.continuedBy(compiled, module, new Team(members, desk, start), this.lineage);
  }

  private continuedBy(
    compiled: Compiled,
    module: WebAssembly.Module,
    crew: Solo | Team | Depot,
    lineage: object,
  ): Exploration {
    const { transitions, enabledSteps, takenSteps, reducedStates } = this.counts;
    const before = { transitions, enabledSteps, takenSteps, reducedStates };
    const isSameProgram = lineage === this.lineage;
    if (isSameProgram) crew.hasEndedReduction = this.crew.hasEndedReduction;
    const next = new Exploration(compiled, this.watch, module, { crew, before, lineage });
    next.spentBefore = isSameProgram ? this.spentBefore : next.spent;
    return next;
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

  /** The length of a slice only affects when other code runs. */
  private runSlice(solo: Solo): number {
    const started = performance.now();
    try {
      return watched(this.watch, () => solo.step(this.slice));
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
  private get counts(): Totals {
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
    return (await this.crew.sampleAhead(most)).map((words) => unpack(layout, words));
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
    };
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

export interface SearchOptions extends Limits {
  /** A watch that is already running, instead of these limits. */
  readonly watch?: Watch | undefined;
  /** Called at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Whether the search can end early. Called when something was found. */
  readonly isDecided: (exploration: Exploration) => boolean;
  readonly turns?: readonly Turn[] | undefined;
  /** Keeps checkpoints. */
  readonly checkpoints?:
    | {
        readonly atLevel: (exploration: Exploration, turnsDone: number) => Promise<void>;
        readonly write: () => Promise<void>;
      }
    | undefined;
  /** A search to go on with. */
  readonly restored?: Restored | undefined;
  /** How a search that has grown is divided among several shards, again and again. */
  readonly spreads?: readonly Spread[] | undefined;
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

/** A search of a checkpoint, and the number of decisions that were made in it. */
export interface Restored {
  readonly exploration: Exploration;
  readonly turnsDone: number;
}

/** Shards for a search that has grown. */
export interface Spread {
  /** The number of stored states from which on they pay. */
  readonly fromStates: number;
  /** The fewest states of a level that are worth it. */
  readonly fewestAhead?: number | undefined;
  /** A disk, instead of shards. */
  readonly disk?: { readonly store: DiskStore; readonly inboxBytes: number } | undefined;
  readonly shardCount: number;
  readonly shardBytes: number;
  /** Starts members, if the search has none yet. */
  readonly start: (progress: () => void) => Members;
}

/** A decision to make between two levels, once so many states are stored. Not with fingerprints. */
export interface Turn {
  readonly fromStates: number;
  /** Whether it is due among the initial states too. Then the search can only begin again. */
  readonly isEarly?: boolean | undefined;
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
  /** The sum of the sizes of the orbits of expanded states, if it is known. */
  readonly unreduced: number | undefined;
}

/** Explores until everything is visited, the question is decided, or a limit is hit. */
export async function search(compiled: Compiled, options: SearchOptions): Promise<Exploration> {
  const { watch = new Watch(options), onProgress, isDecided, turns = [] } = options;
  const { checkpoints, restored } = options;
  const pending = turns.toSorted((a, b) => a.fromStates - b.fromStates).slice(restored?.turnsDone ?? 0);
  const pauses = new Pauses(watch, pending, options);
  let exploration =
    restored?.exploration ?? new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes));
  pauses.plan(exploration);
  if (restored && exploration.isPaused) exploration = await pauses.take(exploration);
  let lastTurn = performance.now();
  let isEnding = false;
  for (;;) {
    const wasBeginning = exploration.isBeginning;
    const going = exploration.advance();
    const goesOn = typeof going === "boolean" ? going : await going;
    const mayBeDecided = goesOn || exploration.limit === "states" || (exploration.isSpread && exploration.complete);
    if (mayBeDecided && !isEnding && isDecided(exploration)) {
      if (!exploration.endDecided()) break;
      isEnding = true;
    }
    if (!goesOn) break;
    if (wasBeginning && !exploration.isBeginning) pauses.plan(exploration);
    if (exploration.isPaused) exploration = await pauses.take(exploration);
    if (exploration.limit !== undefined) break;
    if (checkpoints) {
      exploration.stopBetweenLevels();
      if (exploration.isBetweenLevels) await checkpoints.atLevel(exploration, turns.length - pending.length);
    }
    const now = performance.now();
    if (now - lastTurn < 100) continue;
    lastTurn = now;
    onProgress?.(exploration.progress);
    await pause();
  }
  if (exploration.limit !== undefined) await checkpoints?.write();
  return exploration;
}

/** A search that goes on before a level, from the states up to there. */
export async function resumedSearch(compiled: Compiled, from: Resumption): Promise<Exploration> {
  const { watch, source, snapshot, lineage, spread } = from;
  const { level: depth, findings: found, before, spentBefore, hasEndedReduction } = snapshot;
  const { program } = compiled;
  const module = await WebAssembly.compile(program.bytes);
  let crew: Solo | Team;
  if (spread) {
    const members = spread.start(() => {});
    const division = divided(spread.shardCount, spread.shardBytes, members);
    const reports = await spreadStates(source, members, { kind: "load", program, module, division });
    if (!reports) throw new Stopped(watch.reached() ?? "memory");
    crew = new Team(members, new Shard(program, module), { depth, found, reports, division });
  } else {
    const shard = new Shard(program, module, watch.maxMemoryBytes);
    if (!(await inTurns(watch, foldStates(source, shard)))) throw new Stopped("memory");
    crew = new Solo(shard);
    crew.resume(shard.levels[1] ?? shard.exports.count.value, depth, found);
    if (hasEndedReduction) shard.exports.reduces!.value = 0;
  }
  crew.hasEndedReduction = hasEndedReduction;
  const exploration = new Exploration(compiled, watch, module, { crew, before, lineage });
  exploration.spentBefore = spentBefore;
  return exploration;
}

export interface Resumption {
  readonly watch: Watch;
  readonly source: LevelSource;
  readonly snapshot: Snapshot;
  readonly lineage: object;
  /** The shards for so many states, if one is not enough. */
  readonly spread: Spread | undefined;
}

async function inTurns<T>(watch: Watch, work: Generator<undefined, T>): Promise<T> {
  for (let lastTurn = performance.now(); ;) {
    const { done, value } = watched(watch, () => work.next());
    if (done === true) return value;
    if (performance.now() - lastTurn < 100) continue;
    await pause();
    lastTurn = performance.now();
  }
}

/** What happens between levels. */
class Pauses {
  private readonly watch: Watch;
  private readonly pending: Turn[];
  private readonly options: SearchOptions;
  /** Those that are not made yet. */
  private spreads: Spread[] = [];

  constructor(watch: Watch, pending: Turn[], options: SearchOptions) {
    this.watch = watch;
    this.pending = pending;
    this.options = options;
  }

  private current!: Exploration;

  /** Lets a search pause when the next decision is due. */
  plan(exploration: Exploration): void {
    if (!exploration.isSpread) this.spreads = [...(this.options.spreads ?? [])];
    const spreadFrom = exploration.isBeginning ? Infinity : (this.spreads[0]?.fromStates ?? Infinity);
    exploration.pauseFrom(Math.min(this.next(exploration)?.fromStates ?? Infinity, spreadFrom));
  }

  /** The next decision. */
  private next({ isBeginning }: Exploration): Turn | undefined {
    return isBeginning ? this.pending.find(({ isEarly }) => isEarly) : this.pending[0];
  }

  /** Makes the decisions that are due, which are removed from the list. */
  async take(paused: Exploration): Promise<Exploration> {
    let exploration = paused;
    while (exploration.limit === undefined) {
      const turn = this.next(exploration);
      if (!turn || exploration.storedStates < turn.fromStates) break;
      this.pending.splice(this.pending.indexOf(turn), 1);
      exploration = await this.turn(exploration, turn);
    }
    if (exploration.limit === undefined && !exploration.isBeginning) exploration = await this.spread(exploration);
    this.plan(exploration);
    return exploration;
  }

  private async spread(exploration: Exploration): Promise<Exploration> {
    const spread = this.spreads.findLast(({ fromStates }) => exploration.storedStates >= fromStates);
    if (!spread || exploration.progress.queued < (spread.fewestAhead ?? 0)) return exploration;
    const { shardCount, shardBytes, disk } = spread;
    this.current = exploration;
    const onTurn = (): void => this.options.onProgress?.(this.current.progress);
    if (disk) {
      this.spreads = [];
      this.current = await exploration.storedOn(disk.store, disk.inboxBytes, onTurn);
      return this.current;
    }
    const members = exploration.members ?? spread.start(onTurn);
    const next = await exploration.spreadTo(members, shardCount, shardBytes);
    if (next === exploration && !exploration.isSpread) members.end();
    // If there was no memory for it, it is not tried again.
    this.spreads = this.spreads.filter(({ fromStates }) => fromStates > spread.fromStates);
    this.current = next;
    return next;
  }

  private async turn(exploration: Exploration, { compile }: Turn): Promise<Exploration> {
    try {
      const change = await compile(exploration);
      if (!change) return exploration;
      const { compiled } = change;
      const again = change.again || exploration.isBeginning;
      const next = again
        ? new Exploration(compiled, this.watch, await WebAssembly.compile(compiled.program.bytes))
        : await exploration.foldedBy(compiled);
      if (next !== exploration) change.onTaken?.(exploration.storedStates);
      if (again) exploration.release();
      return next;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      exploration.endAt(error.limit);
      return exploration;
    }
  }
}
