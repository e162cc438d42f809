/**
 * Sorted states in files (`sorted-states.ts`): written once, read from the front to the back, merged.
 *
 * A run is read block by block. The hash of the first state of each block stays in memory, so that blocks without what is
 * looked for are not read: few new states cost little, however many are known. All memory is in blocks, one for each run
 * that is open.
 */

import type { DiskStore } from "../engine/engine.ts";
import { look } from "../util/limits.ts";
import { compareAt, hashAt } from "./sorted-states.ts";

/** A part of a file with states in order, each once. */
export interface Run {
  readonly file: string;
  readonly firstWord: number;
  readonly states: number;
  /** The hash of the first state of each block. */
  readonly fences: Uint32Array;
}

/** The work of reading or writing a block. */
const blockWork = 64;

/** The files of a search, and the blocks in memory for them. */
export class RunFiles {
  readonly disk: DiskStore;
  readonly wordCount: number;
  readonly blockWords: number;
  private readonly spare: Int32Array[] = [];
  private blocks = 0;

  constructor(disk: DiskStore, wordCount: number, blockBytes: number) {
    this.disk = disk;
    this.wordCount = wordCount;
    this.blockWords = wordCount * Math.max(1, Math.floor(blockBytes / 4 / wordCount));
  }

  get memoryBytes(): number {
    return 4 * this.blocks * this.blockWords;
  }

  takeBlock(): Int32Array {
    const block = this.spare.pop();
    if (block) return block;
    this.blocks++;
    return new Int32Array(this.blockWords);
  }

  giveBlock(block: Int32Array): void {
    this.spare.push(block);
  }

  read(run: Run): RunReader {
    return new RunReader(this, run);
  }

  /** A run at the end of a file. */
  write(file: string): RunWriter {
    return new RunWriter(this, file);
  }
}

export class RunWriter {
  private readonly files: RunFiles;
  private readonly file: string;
  private readonly firstWord: number;
  private readonly block: Int32Array;
  private used = 0;
  private states = 0;
  private readonly fences: number[] = [];

  constructor(files: RunFiles, file: string) {
    this.files = files;
    this.file = file;
    this.firstWord = files.disk.sizeOf(file);
    this.block = files.takeBlock();
  }

  put(words: Int32Array, at: number, hash: number): void {
    const { wordCount } = this.files;
    if (this.used === 0) this.fences.push(hash);
    for (let k = 0; k < wordCount; k++) this.block[this.used + k] = words[at + k]!;
    this.used += wordCount;
    this.states++;
    if (this.used === this.block.length) this.flush();
  }

  end(): Run {
    this.flush();
    this.files.giveBlock(this.block);
    const { file, firstWord, states } = this;
    return { file, firstWord, states, fences: Uint32Array.from(this.fences) };
  }

  private flush(): void {
    look(blockWork);
    this.files.disk.append(this.file, this.block.subarray(0, this.used));
    this.used = 0;
  }
}

/** A place in a run: the state there, unless it is at the end. */
export class RunReader {
  words: Int32Array;
  at = 0;
  hash = 0;
  isDone = false;
  private end = 0;
  private block = -1;
  private readonly files: RunFiles;
  private readonly run: Run;

  constructor(files: RunFiles, run: Run) {
    this.files = files;
    this.run = run;
    this.words = files.takeBlock();
    this.load(0);
  }

  /** Goes to the next state. */
  next(): void {
    this.at += this.files.wordCount;
    if (this.at === this.end) this.load(this.block + 1);
    else this.hash = hashAt(this.words, this.at, this.files.wordCount);
  }

  /** Goes to the first state that is not before this one. Whether it is this one. */
  seek(hash: number, words: Int32Array): boolean {
    const { fences } = this.run;
    while (!this.isDone && (this.hash < hash || (this.hash === hash && this.isBefore(this.at, hash, words)))) {
      let block = this.block;
      while (block + 1 < fences.length && fences[block + 1]! < hash) block++;
      if (block > this.block) this.load(block);
      else this.gallop(hash, words);
    }
    return !this.isDone && this.hash === hash && compareAt(this.words, this.at, words, 0, words.length) === 0;
  }

  close(): void {
    this.files.giveBlock(this.words);
  }

  /** Goes on within the block, to its end if everything there is before the state. The state here is. */
  private gallop(hash: number, words: Int32Array): void {
    const { wordCount } = this.files;
    let low = this.at / wordCount;
    const end = this.end / wordCount;
    let step = 1;
    for (; low + step < end && this.isBefore((low + step) * wordCount, hash, words); step *= 2) low += step;
    let high = Math.min(end, low + step);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.isBefore(middle * wordCount, hash, words)) low = middle;
      else high = middle;
    }
    this.at = low * wordCount;
    this.next();
  }

  private isBefore(at: number, hash: number, words: Int32Array): boolean {
    const own = hashAt(this.words, at, words.length);
    return own < hash || (own === hash && compareAt(this.words, at, words, 0, words.length) < 0);
  }

  private load(block: number): void {
    const { run, files } = this;
    const { blockWords, wordCount } = files;
    const from = block * blockWords;
    const all = run.states * wordCount;
    this.isDone = from >= all;
    if (this.isDone) return;
    look(blockWork);
    this.block = block;
    this.end = Math.min(blockWords, all - from);
    files.disk.read(run.file, run.firstWord + from, this.words.subarray(0, this.end));
    this.at = 0;
    this.hash = hashAt(this.words, 0, wordCount);
  }
}

/** The states of several runs in order, each once: a heap of readers by their states. */
export class Merge {
  /** The state that was given last, and its hash. */
  readonly state: Int32Array;
  hash = -1;
  private readonly readers: readonly RunReader[];
  private readonly heap: RunReader[];

  constructor(wordCount: number, readers: readonly RunReader[]) {
    this.state = new Int32Array(wordCount);
    this.readers = readers;
    this.heap = readers.filter(({ isDone }) => !isDone);
    for (let k = (this.heap.length >> 1) - 1; k >= 0; k--) this.sift(k);
  }

  /** Goes to the next state; false if there is none. */
  next(): boolean {
    const { state, heap } = this;
    for (let top = heap[0]; top; top = heap[0]) {
      if (top.hash !== this.hash || compareAt(top.words, top.at, state, 0, state.length) !== 0) {
        for (let k = 0; k < state.length; k++) state[k] = top.words[top.at + k]!;
        this.hash = top.hash;
        return true;
      }
      top.next();
      if (top.isDone) {
        const last = heap.pop()!;
        if (heap.length > 0) heap[0] = last;
      }
      this.sift(0);
    }
    return false;
  }

  close(): void {
    for (const reader of this.readers) reader.close();
  }

  private sift(from: number): void {
    const { heap } = this;
    const moved = heap[from];
    if (!moved) return;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!this.isBefore(heap[child]!, moved)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = moved;
  }

  private isBefore(a: RunReader, b: RunReader): boolean {
    if (a.hash !== b.hash) return a.hash < b.hash;
    return compareAt(a.words, a.at, b.words, b.at, this.state.length) < 0;
  }
}
