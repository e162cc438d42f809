/**
 * Checkpoints: the states of a search up to a level, from which it can go on after its process has ended.
 *
 * States are written level by level, in the order of their numbers, to a log that only grows. A small text says how far
 * the log counts, with checksums, and what was decided and found. It is replaced as a whole, after the log is safe. So
 * whenever the process ends, the text and the part of the log that it speaks of fit; the rest of the log is ignored.
 *
 * Members on other machines may be lost while they copy a level. Those who come after them have it in another order, so
 * that pieces would repeat states and miss others. Then everything is written again, to another log.
 *
 * A checkpoint belongs to a program, by a hash of its code: the code depends on the model, on what is asked, on the
 * symmetries in use and on the version of Noether.
 */

import { CheckpointError } from "../engine/checkpoint-error.ts";
import type { CheckpointStore, Progress, StateSearch } from "../engine/engine.ts";
import { pause } from "../util/limits.ts";
import type { Decisions, SavedDecisions } from "./decisions.ts";
import type { Exploration, Snapshot } from "./exploration.ts";
import type { Finding } from "./finding.ts";
import type { LevelSource } from "./fold.ts";
import { resumedSearch } from "./resume.ts";
import type { Restored } from "./resume.ts";
import { spreadsFor } from "./spread.ts";

/** The form of the text. */
const format = 2;
/** The number of words that are read at a time. */
const pieceWords = 2 ** 18;
const turnMs = 100;

interface Saved extends Omit<Snapshot, "findings"> {
  readonly format: number;
  readonly program: string;
  readonly wordCount: number;
  readonly turnsDone: number;
  readonly decisions: SavedDecisions;
  readonly findings: readonly (SavedFinding | null)[];
  /** The number of states of each level, and the checksum of their words. */
  readonly levels: readonly (readonly [states: number, checksum: string])[];
}

type SavedFinding = Omit<Finding, "words"> & { readonly words: readonly number[] };

export class Checkpoints {
  private readonly store: CheckpointStore;
  private readonly decisions: Decisions;
  private readonly given: StateSearch;
  /** What there is to write. */
  private last: { readonly exploration: Exploration; readonly snapshot: Snapshot; readonly saved: Saved } | undefined;
  private lineage: object | undefined;
  private levels: (readonly [states: number, checksum: string])[] = [];
  private lastWrite: number = performance.now();
  private lastTurn = 0;

  constructor(store: CheckpointStore, decisions: Decisions, given: StateSearch) {
    this.store = store;
    this.decisions = decisions;
    this.given = given;
  }

  /** Called between two levels, after all decisions that are due. */
  async atLevel(exploration: Exploration, turnsDone: number): Promise<void> {
    const snapshot = exploration.snapshot;
    const { program } = exploration.compiled;
    const saved: Saved = {
      ...snapshot,
      format,
      program: checksumOf(program.bytes),
      wordCount: program.layout.wordCount,
      turnsDone,
      decisions: this.decisions.save(exploration.lineage),
      findings: snapshot.findings.map((found) => (found ? { ...found, words: [...found.words] } : null)),
      levels: [],
    };
    this.last = { exploration, snapshot, saved };
    if (performance.now() - this.lastWrite >= this.store.everyMs) await this.write();
  }

  get sinceMs(): number {
    return performance.now() - this.lastWrite;
  }

  /** Tells what happens, ten times a second. */
  private async turn(progress: () => Progress): Promise<void> {
    if (performance.now() - this.lastTurn < turnMs) return;
    this.lastTurn = performance.now();
    this.given.onProgress?.({ ...progress(), checkpointMs: this.sinceMs });
    await pause();
  }

  /**
   * Writes what was known before the level that is under way, unless it is written.
   * @throws Stopped if a limit is reached: the checkpoint before stays
   */
  async write(): Promise<void> {
    const { last } = this;
    if (!last) return;
    this.last = undefined;
    const { exploration, snapshot, saved } = last;
    if (this.lineage !== exploration.lineage) this.begin();
    this.lineage = exploration.lineage;
    while (this.levels.length <= snapshot.level) {
      const formation = exploration.members?.formation;
      const sum = new Checksum();
      let words = 0;
      for await (const piece of exploration.pieces(this.levels.length)) {
        this.store.append(piece);
        sum.add(piece);
        words += piece.length;
        await this.turn(() => ({ ...exploration.progress, phase: "writing a checkpoint" }));
      }
      if (exploration.members?.formation === formation) this.levels.push([words / saved.wordCount, sum.text]);
      else this.begin();
    }
    this.store.commit(JSON.stringify({ ...saved, levels: this.levels }));
    this.lastWrite = performance.now();
  }

  private begin(): void {
    this.store.begin();
    this.levels = [];
  }

  /** The search that the checkpoint was made of, if there is one to resume. */
  async restore(): Promise<Restored | undefined> {
    const { resumed } = this.store;
    if (!resumed) return undefined;
    const saved = JSON.parse(resumed.text) as Saved;
    if (saved.format !== format) throw new CheckpointError("it was written by another version of Noether");
    const lineage = {};
    await this.decisions.restore(saved.decisions, lineage);
    const compiled = this.decisions.program;
    if (saved.program !== checksumOf(compiled.program.bytes)) {
      throw new CheckpointError("it belongs to another model, to other options, or to another version of Noether");
    }
    const source: LevelSource = {
      levelCount: saved.levels.length,
      pieces: (level) => readLevel(saved, level, (at, count) => resumed.read(at, count)),
    };
    const findings = saved.findings.map((found) => found && { ...found, words: Int32Array.from(found.words) });
    const snapshot = { ...saved, findings: findings.map((found) => found ?? undefined) };
    const states = saved.levels.reduce((sum, [count]) => sum + count, 0);
    const spread = spreadsFor(this.given, compiled.program).findLast(({ fromStates }) => states >= fromStates);
    const exploration = await resumedSearch(compiled, { watch: this.given.watch, source, snapshot, lineage, spread });
    this.lineage = lineage;
    this.levels = [...saved.levels];
    return { exploration, turnsDone: saved.turnsDone };
  }
}

/** The states of a level in a log. */
function* readLevel(
  { levels, wordCount }: Saved,
  level: number,
  read: (firstWord: number, wordCount: number) => Int32Array,
): Generator<Int32Array> {
  const before = levels.slice(0, level).reduce((sum, [states]) => sum + states, 0);
  const [states, checksum] = levels[level]!;
  const sum = new Checksum();
  const most = wordCount * Math.max(1, Math.floor(pieceWords / wordCount));
  for (let at = 0; at < states * wordCount; at += most) {
    const piece = read(before * wordCount + at, Math.min(most, states * wordCount - at));
    sum.add(piece);
    yield piece;
  }
  if (sum.text !== checksum) throw new CheckpointError("it is damaged: the states of a level have another checksum");
}

/** A checksum of 64 bits, of words one after the other. */
class Checksum {
  private a = 0x9e3779b9;
  private b = 0x85ebca6b;

  add(words: Int32Array): void {
    let { a, b } = this;
    for (const word of words) {
      a = Math.imul(a ^ word, 0xcc9e2d51);
      a ^= a >>> 15;
      b = (Math.imul(b, 0x01000193) + a + word) | 0;
      b ^= b >>> 13;
    }
    this.a = a;
    this.b = b;
  }

  get text(): string {
    const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
    return hex(this.a) + hex(this.b);
  }
}

function checksumOf(bytes: Uint8Array): string {
  const sum = new Checksum();
  sum.add(Int32Array.from(bytes));
  return sum.text;
}
