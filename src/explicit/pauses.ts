/** What happens between two levels once a search has grown: another program, more shards, a disk. */

import { Stopped } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Compiled } from "./compile.ts";
import { foldedBy, spreadTo, storedOn } from "./continuation.ts";
import type { DiskUse } from "./depot.ts";
import { Exploration } from "./exploration.ts";
import type { Progress } from "./exploration.ts";
import type { Members } from "./team.ts";

/** Shards for a search that has grown. */
export interface Spread {
  /** The number of stored states from which on they pay. */
  readonly fromStates: number;
  /** The number of stored states from which on members start, so that they are there when they are needed. */
  readonly startFrom?: number | undefined;
  /** The fewest states of a level that are worth it: of the next one, and on average. */
  readonly fewestAhead?: number | undefined;
  /** A disk, instead of shards. */
  readonly disk?: DiskUse | undefined;
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

export interface PauseOptions {
  /** Called before a search begins again: what it has found may be kept. */
  readonly onAgain?: ((exploration: Exploration) => Promise<void>) | undefined;
  /** Whether the search can end early. Then no more decisions are made. */
  readonly isDecided?: ((exploration: Exploration) => boolean) | undefined;
  readonly turns?: readonly Turn[] | undefined;
  /** Called at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How a search that has grown is divided among several shards, again and again. */
  readonly spreads?: readonly Spread[] | undefined;
}

export class Pauses {
  private readonly watch: Watch;
  /** The decisions to come, in their order. */
  private readonly pending: Turn[];
  private readonly turnCount: number;
  private readonly options: PauseOptions;
  /** Those that are not made yet. */
  private spreads: readonly Spread[];
  /** If levels were too narrow for members: the number of states at which they are looked at again. */
  private widerFrom = 0;
  /** Members that were started, whether they have states or not. */
  private members: Members | undefined;
  private current: Exploration;

  constructor(watch: Watch, options: PauseOptions, turnsDone: number, first: Exploration) {
    const turns = options.turns ?? [];
    this.watch = watch;
    this.pending = turns.toSorted((a, b) => a.fromStates - b.fromStates).slice(turnsDone);
    this.turnCount = turns.length;
    this.options = options;
    this.current = first;
    this.members = first.members;
    this.spreads = this.spreadsAfter(first.isSpread ? first.storedStates : 0);
  }

  private spreadsAfter(states: number): readonly Spread[] {
    return (this.options.spreads ?? []).filter(({ fromStates }) => fromStates > states);
  }

  /** Lets a search pause when the next decision is due. */
  plan(exploration: Exploration): void {
    if (this.disk) exploration.limitMemory(this.disk.soloBytes);
    const turnFrom = this.next(exploration)?.fromStates ?? Infinity;
    exploration.pauseFrom(exploration.isBeginning ? turnFrom : Math.min(turnFrom, this.spreadFrom));
  }

  /** The number of decisions that were made. */
  get turnsDone(): number {
    return this.turnCount - this.pending.length;
  }

  /** Ends the members if they have no states. */
  endIdle({ members }: Exploration): void {
    if (this.members !== members) this.members?.end();
  }

  end(): void {
    this.members?.end();
  }

  /** The number of states from which on members are started, or have something to do. */
  private get spreadFrom(): number {
    const [next] = this.spreads;
    if (!next) return Infinity;
    return Math.max(this.widerFrom, this.members ? next.fromStates : (next.startFrom ?? next.fromStates));
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
      if (this.options.isDecided?.(exploration)) return exploration;
    }
    if (exploration.limit === undefined && !exploration.isBeginning) exploration = await this.spread(exploration);
    this.plan(exploration);
    return exploration;
  }

  private async spread(exploration: Exploration): Promise<Exploration> {
    this.current = exploration;
    const [first] = this.spreads;
    if (!first || exploration.storedStates < this.spreadFrom) return exploration;
    const onTurn = (): void => this.options.onProgress?.(this.current.progress);
    if (!first.disk) this.members ??= first.start(onTurn);
    const spread = this.spreads.findLast(({ fromStates }) => exploration.storedStates >= fromStates);
    if (!spread) return exploration;
    if (exploration.levelWidth < (spread.fewestAhead ?? 0)) {
      this.widerFrom = Math.ceil(1.1 * exploration.storedStates);
      return exploration;
    }
    // If there is no memory for it, it is not tried again.
    this.spreads = this.spreadsAfter(spread.fromStates);
    exploration.phase = spread.disk ? "writing the states to files" : "dividing the states";
    const next = await this.endingAtLimits(exploration, () => spreadBy(exploration, spread, this.members, onTurn));
    exploration.phase = undefined;
    if (!next.isSpread) {
      this.members?.end();
      this.members = undefined;
    }
    this.current = next;
    return next;
  }

  private get disk(): DiskUse | undefined {
    return this.spreads.find(({ disk }) => disk)?.disk;
  }

  /** The search with its states on the disk, if there is one and the memory has no room; `undefined` otherwise. */
  async storeOnDisk(exploration: Exploration): Promise<Exploration | undefined> {
    const { disk } = this;
    if (!disk || !exploration.isOutOfMemory) return undefined;
    this.spreads = [];
    this.current = exploration;
    exploration.phase = "writing the states to files";
    const next = await storedOn(exploration, disk, () => this.options.onProgress?.(this.current.progress));
    exploration.phase = undefined;
    if (next === exploration) return undefined;
    this.current = next;
    this.plan(next);
    return next;
  }

  private turn(exploration: Exploration, { compile }: Turn): Promise<Exploration> {
    return this.endingAtLimits(exploration, async () => {
      const change = await compile(exploration);
      if (!change) return exploration;
      const { compiled } = change;
      const again = change.again || exploration.isBeginning;
      if (again && !exploration.isBeginning) await this.options.onAgain?.(exploration);
      const next = again
        ? new Exploration(compiled, this.watch, await WebAssembly.compile(compiled.program.bytes))
        : await foldedBy(exploration, compiled);
      if (next !== exploration) change.onTaken?.(exploration.storedStates);
      if (again && exploration.isSpread) {
        exploration.release();
        this.members = undefined;
      }
      // There may be far fewer states now.
      if (next !== exploration && !next.isSpread) {
        this.spreads = this.spreadsAfter(0);
        this.widerFrom = 0;
      }
      return next;
    });
  }

  /** What a change makes of a search. If it reaches a limit, the search ends there. */
  private async endingAtLimits(paused: Exploration, change: () => Promise<Exploration>): Promise<Exploration> {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      paused.endAt(error.limit);
      return paused;
    }
  }
}

function spreadBy(
  exploration: Exploration,
  { shardCount, shardBytes, disk }: Spread,
  members: Members | undefined,
  onTurn: () => void,
): Promise<Exploration> {
  if (disk) return storedOn(exploration, disk, onTurn);
  return spreadTo(exploration, members!, shardCount, shardBytes);
}
