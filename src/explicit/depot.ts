/**
 * A search whose states are on a disk: duplicates are found once for each level, not for each successor (delayed
 * duplicate detection; Stern and Dill, 1998).
 *
 * The log has the states of all levels, level by level. A level is expanded in chunks: the states of a chunk go into a
 * shard, whose successors all go through bins into a buffer. A full buffer is sorted and becomes a run in a file
 * (`sorted-runs.ts`). After the level, its runs are merged, what is in the index is dropped, and the rest is the next
 * level of the log. The index is all levels so far as a few sorted runs, each at least twice as large as all after it: a
 * level is such a run itself, until smaller runs are merged into one.
 *
 * Memory holds a chunk, the buffer, and a block of each run that is read, all by shares of the memory that is allowed.
 */

import type { DiskStore } from "../engine/engine.ts";
import { look, pause, Stopped, watched } from "../util/limits.ts";
import type { Limit, Watch } from "../util/limits.ts";
import { use } from "./batch.ts";
import type { Crew } from "./crew.ts";
import { closeFindings, findingsIn, leastFindings } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { LevelSource } from "./fold.ts";
import { status } from "./heap.ts";
import { mergeSamples, sampleOf, seekOrigins } from "./level.ts";
import { binWords } from "./outbox.ts";
import { partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import { Shard } from "./shard.ts";
import { Merge, RunFiles } from "./sorted-runs.ts";
import type { Run, RunReader, RunWriter } from "./sorted-runs.ts";
import { SortBuffer } from "./sorted-states.ts";
import { noTotals, sumOf, totalsOf } from "./totals.ts";
import type { StepsBefore, Totals } from "./totals.ts";

/** The parts of the memory: for the buffer, for a chunk, and for one of the many blocks and bins. */
const share = { buffer: 0.15, chunk: 0.15, block: 2 ** -9, bins: 0.05 } as const;
/** The most states that are sorted at a time, which takes a twentieth of a second. */
const mostSorted = 2 ** 19;
/** The most and fewest states that are expanded in one shard. */
const mostStates = 2 ** 16;
const fewestStates = 2 ** 8;
/** The largest and smallest block that is read or written at a time. */
const largestBlock = 2 ** 16;
const smallestBlock = 2 ** 10;
const largestBin = 2 ** 10;
/** So many runs of a level become one. */
const fan = 16;
/** The number of states that are merged before other code may run. */
const slice = 2 ** 14;

/** A disk for states that memory has no room for. */
export interface DiskUse {
  readonly store: DiskStore;
  /** The memory of a search on a disk, and of one that is not there yet. */
  readonly memoryBytes: number;
  readonly soloBytes: number;
}

export interface DepotSetup {
  readonly program: Program;
  readonly module: WebAssembly.Module;
  readonly disk: DiskStore;
  readonly watch: Watch;
  /** The memory of the whole search. */
  readonly memoryBytes: number;
  /** Distinguishes the files of one program from those of another. */
  readonly generation: number;
  readonly onTurn?: (() => void) | undefined;
}

export class Depot implements Crew {
  readonly desk: Shard;
  readonly setup: DepotSetup;
  depth: number;
  findings: readonly (Finding | undefined)[];
  hasEndedReduction = false;
  stepsBefore: StepsBefore = noTotals;
  limit: Limit | undefined;
  /** What it is doing, if not exploring. */
  phase: string | undefined;
  /** The most bytes in files so far. */
  mostBytes = 0;
  /** The sums of what chunks have counted. */
  private counted: Totals = noTotals;
  private levelTransitions = 0;
  private isBegun = false;
  private readonly files: RunFiles;
  private readonly buffer: SortBuffer;
  /** The levels in the log, and all their states in larger runs. */
  private readonly levels: Run[] = [];
  private readonly index: Run[] = [];
  /** What arrived in this level: runs as they were written, merged ones, and so on. */
  private arrived: Run[][] = [];
  private readonly made = new Set<string>();
  /** The shard of the last chunk, and in it the address of room for some states. */
  private chunk: { readonly shard: Shard; readonly room: number } | undefined;
  private lastTurn: number = performance.now();

  private constructor(setup: DepotSetup, depth: number, found: readonly (Finding | undefined)[]) {
    this.setup = setup;
    this.desk = new Shard(setup.program, setup.module);
    this.depth = depth;
    this.findings = found;
    closeFindings(this.desk, found);
    const { wordCount } = setup.program.layout;
    const states = (share.buffer * setup.memoryBytes) / (4 * wordCount + 8);
    this.buffer = new SortBuffer(wordCount, Math.floor(within(fewestStates, states, mostSorted)));
    this.files = new RunFiles(
      setup.disk,
      wordCount,
      within(smallestBlock, share.block * setup.memoryBytes, largestBlock),
    );
  }

  /** Stores states, of which all levels but the last are expanded; `undefined` if there is no room for them. */
  static async of(
    setup: DepotSetup,
    source: LevelSource | Pick<Depot, "pieces" | "levelCount">,
    found: readonly (Finding | undefined)[],
  ): Promise<Depot | undefined> {
    // Partial-order reduction must know which state led where, and here that is forgotten.
    if (setup.program.reduces) return undefined;
    const depot = new Depot(setup, source.levelCount - 1, found);
    try {
      for (let level = 0; level < source.levelCount; level++) {
        const shard = depot.open();
        for (const piece of source.pieces(level)) {
          depot.adopt(shard, piece);
          await depot.turn();
        }
        depot.flush(shard);
        await depot.closeLevel();
      }
      for (let level = 0; level < source.levelCount - 1; level++) {
        for await (const shard of depot.chunks(level)) {
          shard.exports.countStates!(0, shard.exports.count.value);
          depot.count({ ...totalsOf(shard), transitions: 0 });
        }
      }
      return depot;
    } catch (error) {
      depot.end();
      if (!(error instanceof Stopped)) throw error;
      return undefined;
    }
  }

  get levelCount(): number {
    return this.levels.length;
  }

  get nextLevel(): number {
    return this.isBegun ? this.depth + 1 : this.depth;
  }

  get totals(): Totals {
    const upTo = (levels: number): number => this.levels.slice(0, levels).reduce((sum, { states }) => sum + states, 0);
    const shards = [this.desk, ...(this.chunk ? [this.chunk.shard] : [])];
    const inShards = shards.reduce((sum, { words }) => sum + words.byteLength, 0);
    return {
      ...this.counted,
      stored: upTo(this.levels.length),
      expanded: upTo(this.nextLevel),
      levelEnd: upTo(this.isBegun ? this.depth + 1 : this.depth),
      levelTransitions: this.levelTransitions,
      memoryBytes: inShards + this.buffer.bytes + this.files.memoryBytes,
      storedBytes: this.setup.disk.bytes,
    };
  }

  get balance(): readonly number[] {
    return [this.totals.stored];
  }

  async expandLevel(): Promise<number> {
    if (this.isBegun) this.depth++;
    this.isBegun = true;
    this.levelTransitions = this.counted.transitions;
    let found = this.findings.map((): Finding | undefined => undefined);
    try {
      for await (const shard of this.chunks(this.depth)) {
        closeFindings(shard, this.findings);
        this.expand(shard);
        found = leastFindings([found, findingsIn(shard, this.depth)]);
        this.count(totalsOf(shard));
        await this.tidy();
        await this.turn();
      }
      this.findings = this.findings.map((known, k) => known ?? found[k]);
      await this.closeLevel();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.limit = error.limit;
      this.forget();
      return status.more;
    }
    return this.levels.at(-1)!.states === 0 ? status.done : status.more;
  }

  async countTransientAhead(): Promise<number> {
    let transient = 0;
    for await (const shard of this.chunks(this.nextLevel)) transient += shard.countTransient(0);
    return transient;
  }

  // -------------------------------------------------------------- chunks

  /** A shard without states, in the memory of the last one. Its successors all go into the buffer. */
  private open(): Shard {
    const { program, module, memoryBytes } = this.setup;
    const shard = new Shard(program, module, undefined, this.chunk?.shard);
    const { exports } = shard;
    const { bins, stateBytes } = program.exchange!;
    const binBytes = Math.min(largestBin, (share.bins * memoryBytes) / partitionCount);
    const bytes = Math.max(1, Math.floor(binBytes / stateBytes)) * stateBytes;
    if (exports.startStates!() !== status.done || exports.startBins!(bytes) !== status.done) {
      throw new Stopped("memory");
    }
    shard.onFullBin = (partition) => {
      const bin = bins / 4 + partition * binWords;
      const first = ((shard.words[bin + 1]! >>> 0) - exports.binBytes!.value) >>> 2;
      const next = shard.words[bin]! >>> 2;
      if (next > first) this.receive(shard.words.subarray(first, next));
      shard.words[bin] = 4 * first;
    };
    const room = exports.allocateRoom!(4 * this.files.blockWords) >>> 0;
    if (room === 0) throw new Stopped("memory");
    this.chunk = { shard, room };
    exports.use.value = use.send;
    return shard;
  }

  /** Puts states through a shard, into it or into the buffer. */
  private adopt(shard: Shard, states: Int32Array): void {
    const { exports, program } = shard;
    const { blockWords } = this.files;
    const { room } = this.chunk!;
    for (let at = 0; at < states.length; at += blockWords) {
      const part = states.subarray(at, at + blockWords);
      shard.words.set(part, room / 4);
      exports.adoptStates!(room, part.length / program.layout.wordCount);
    }
    exports.endAdoption!();
  }

  private flush(shard: Shard): void {
    for (let partition = 0; partition < partitionCount; partition++) shard.onFullBin!(partition);
  }

  private expand(shard: Shard): void {
    const { exports } = shard;
    watched(this.setup.watch, () => {
      for (let result: number = status.more; result !== status.done; result = exports.expand(1024)) {
        look();
        if (result === status.memoryLimit || result === status.stateLimit) throw new Stopped("memory");
      }
      this.flush(shard);
    });
  }

  /** Shards with the states of a level, so many at a time, before they are expanded. */
  private async *chunks(level: number): AsyncGenerator<Shard> {
    const { wordCount } = this.setup.program.layout;
    let shard: Shard | undefined;
    const fitting = (share.chunk * this.setup.memoryBytes) / (4 * wordCount + 20);
    const chunkStates = Math.floor(within(fewestStates, fitting, mostStates));
    const begun = (made: Shard): Shard => {
      made.exports.use.value = use.send;
      made.beginLevel();
      return made;
    };
    for (const piece of this.pieces(level)) {
      for (let at = 0; at < piece.length; at += chunkStates * wordCount) {
        shard ??= this.open();
        shard.exports.use.value = use.insert;
        this.adopt(shard, piece.subarray(at, at + chunkStates * wordCount));
        if (shard.exports.count.value < chunkStates) continue;
        yield begun(shard);
        shard = undefined;
        await this.turn();
      }
    }
    if (shard) yield begun(shard);
  }

  private count(more: Totals): void {
    this.counted = sumOf([this.counted, more]);
  }

  /** Lets other code run, ten times a second, and looks at the limits. */
  private async turn(): Promise<void> {
    this.setup.watch.require();
    if (performance.now() - this.lastTurn < 100) return;
    this.setup.onTurn?.();
    await pause();
    this.lastTurn = performance.now();
  }

  // -------------------------------------------------------------- files

  private receive(words: Int32Array): void {
    for (let at = 0; at < words.length;) {
      at = this.buffer.add(words, at);
      if (this.buffer.isFull) this.spill();
    }
  }

  /** Makes what is in the buffer a run. */
  private spill(): void {
    const writer = this.files.write(this.newFile("arrived"));
    this.buffer.drain((words, at, hash) => writer.put(words, at, hash));
    (this.arrived[0] ??= []).push(writer.end());
  }

  private newFile(kind: string): string {
    const name = `${kind}-${this.setup.generation}-${this.made.size}`;
    this.made.add(name);
    return name;
  }

  private get log(): string {
    return `log-${this.setup.generation}`;
  }

  /** Merges what arrived if that is many runs. */
  private async tidy(): Promise<void> {
    for (let size = 0; size < this.arrived.length; size++) {
      const runs = this.arrived[size]!;
      if (runs.length < fan) continue;
      (this.arrived[size + 1] ??= []).push(await this.merged(runs, [], this.files.write(this.newFile("arrived"))));
      for (const { file } of runs) this.setup.disk.remove(file);
      this.arrived[size] = [];
    }
  }

  /** Makes what is new of what arrived the next level. */
  private async closeLevel(): Promise<void> {
    watched(this.setup.watch, () => this.spill());
    const level = await this.merged(this.arrived.flat(), this.index, this.files.write(this.log));
    this.forget();
    this.levels.push(level);
    const least: Run[] = level.states > 0 ? [level] : [];
    let states = level.states;
    while (this.index.length > 0 && this.index.at(-1)!.states < 2 * states) {
      states += this.index.at(-1)!.states;
      least.unshift(this.index.pop()!);
    }
    if (least.length > 1) this.index.push(await this.merged(least, [], this.files.write(this.newFile("index"))));
    else this.index.push(...least);
    if (least.length > 1) for (const { file } of least) if (file !== this.log) this.setup.disk.remove(file);
  }

  /** Drops what arrived. */
  private forget(): void {
    for (const { file } of this.arrived.flat()) this.setup.disk.remove(file);
    this.arrived = [];
  }

  /** Writes the states of some runs that are in none of the others. */
  private async merged(runs: readonly Run[], known: readonly Run[], writer: RunWriter): Promise<Run> {
    const { files, setup } = this;
    this.phase = "merging files";
    const open = known.map((run) => files.read(run));
    const merge = new Merge(files.wordCount, runs.map((run) => files.read(run))); // prettier-ignore
    while (watched(setup.watch, () => mergeSome(merge, open, writer))) await this.turn();
    merge.close();
    for (const reader of open) reader.close();
    this.phase = undefined;
    const run = watched(setup.watch, () => writer.end());
    this.mostBytes = Math.max(this.mostBytes, setup.disk.bytes);
    return run;
  }

  *pieces(level: number): Generator<Int32Array> {
    const { disk, wordCount, blockWords } = this.files;
    const { firstWord, states } = this.levels[level]!;
    const piece = this.files.takeBlock();
    for (let at = 0; at < states * wordCount; at += blockWords) {
      const part = piece.subarray(0, Math.min(blockWords, states * wordCount - at));
      disk.read(this.log, firstWord + at, part);
      yield part;
    }
    this.files.giveBlock(piece);
  }

  statesOf(level: number): readonly Int32Array[] {
    const { wordCount } = this.setup.program.layout;
    const states: Int32Array[] = [];
    for (const piece of this.pieces(level)) {
      for (let at = 0; at < piece.length; at += wordCount) states.push(piece.slice(at, at + wordCount));
    }
    return states;
  }

  async originsOf(level: number, targets: readonly Int32Array[]): Promise<readonly (Int32Array | undefined)[]> {
    let best: readonly (Finding | undefined)[] = targets.map(() => undefined);
    for await (const shard of this.chunks(level)) {
      const origins = finished(seekOrigins(shard, 0, targets));
      best = leastFindings([best, origins.map((words) => words && { ...noFinding, words })]);
    }
    return best.map((found) => found?.words);
  }

  async sample(most: number, level: number = this.nextLevel): Promise<readonly Int32Array[]> {
    const samples: Int32Array[][] = [];
    for await (const shard of this.chunks(level)) samples.push(finished(sampleOf(shard, most)));
    return mergeSamples(samples, most);
  }

  end(): void {
    for (const file of [...this.made, this.log]) this.setup.disk.remove(file);
  }
}

/** Writes some of the states that are known nowhere. False if there are no more. */
function mergeSome(merge: Merge, known: readonly RunReader[], writer: RunWriter): boolean {
  const { state } = merge;
  for (let left = slice; left > 0; left--) {
    if (!merge.next()) return false;
    let isKnown = false;
    for (const reader of known) {
      isKnown = reader.seek(merge.hash, state);
      if (isKnown) break;
    }
    if (!isKnown) writer.put(state, 0, merge.hash);
  }
  return true;
}

function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const noFinding = { level: 0, transition: -1, isPassed: false, state: 0 } as unknown as Omit<Finding, "words">;

function finished<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
