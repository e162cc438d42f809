/**
 * Which bits of a state tell who owns it.
 *
 * If all bits do, the successors of a state are spread over all shards. A step of one process leaves the rest of the
 * state alone: if only the slots of some processes tell the owner, then most successors stay where their origins are.
 * They need not travel, and duplicates, which have origins that differ in one step too, meet in one cache.
 *
 * Slots are chosen one after the other by looking at some states of several levels and at steps from them, as long as
 * that lowers the estimated time: that of the busiest shard, and that of the steps whose ends have different owners.
 * Slots that tell how far a process has come would be even in one level and not in the next, so several levels count.
 * The states are the same for any number of shards (`sampleOf`), and the choice changes time and nothing else.
 */

import { look } from "../util/limits.ts";
import { use } from "./batch.ts";
import { maskOf } from "./bit-field.ts";
import { status } from "./heap.ts";
import type { Layout } from "./layout.ts";
import { packedAt } from "./level.ts";
import { ownersOf, partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import { Shard } from "./shard.ts";

/** What tells the owner of a state. */
export interface Territory {
  /** The bits of a packed state that tell its partition. */
  readonly mask: Int32Array;
  /** How many states of a sample each partition has. */
  readonly weights: Int32Array;
}

/** The number of states of each level to look at, and of those whose steps are taken. */
export const sampleSize = 1024;
const expandedStates = 256;
const mostSteps = 8192;
/** A step that changes the owner costs so much more than one that does not. */
const crossing = 2;
/** A slot more must lower the estimated time to this share. */
const worthwhile = 0.99;
/** The most slots to consider, those that change least, and of these to choose. */
const mostSlots = 48;
const mostChosen = 8;
/** The most classes of states that are told apart. Then some look alike. */
const mostClasses = partitionCount;
const binBytes = 2 ** 16;
/** So many rows of a table are as much work as one step elsewhere. */
const workBits = 4;

/**
 * What tells the owner, for states of several levels, the last one first, which is not expanded yet; `undefined` if that
 * should be all bits.
 */
export function territoryOf(
  program: Program,
  module: WebAssembly.Module,
  [ahead = [], ...earlier]: readonly (readonly Int32Array[])[],
  shardCount: number,
): Territory | undefined {
  if (ahead.length < sampleSize) return undefined;
  const shard = new Shard(program, module);
  if (!adopt(shard, ahead)) return undefined;
  const own = Array.from({ length: shard.exports.count.value }, (_, id) => packedAt(shard, id).slice());
  const origins: Int32Array[] = [];
  const targets: Int32Array[] = [];
  for (let id = 0; id < Math.min(expandedStates, own.length) && origins.length < mostSteps; id++) {
    for (const target of successorsOf(shard, id)) {
      origins.push(own[id]!);
      targets.push(target);
    }
  }
  const levels = [own, ...earlier.map((states) => states.map((words) => representativeOf(shard, words)))];
  const { layout } = program;
  const slots = chosenSlots(layout, { levels, origins, targets }, shardCount);
  if (!slots) return undefined;
  const mask = masked(layout, slots);
  shard.words.set(mask, program.exchange!.mask / 4);
  const weights = new Int32Array(partitionCount);
  for (const state of levels.flat()) weights[shard.exports.partitionOf!(shard.put(state))]!++;
  return { mask, weights };
}

interface Sample {
  readonly levels: readonly (readonly Int32Array[])[];
  /** The ends of steps. */
  readonly origins: readonly Int32Array[];
  readonly targets: readonly Int32Array[];
}

/** States in rows, each with the class of states that look like it. */
interface Rows {
  readonly classes: Int32Array;
  readonly classCount: number;
}

/** `undefined` if it is no better to look at some slots than at all of them. */
function chosenSlots(layout: Layout, sample: Sample, shardCount: number): readonly number[] | undefined {
  const states = [...sample.levels.flat(), ...sample.origins, ...sample.targets];
  const columns = candidates(layout, sample).map((slot) => ({ slot, values: valuesOf(layout, slot, states) }));
  let rows: Rows = { classes: new Int32Array(states.length), classCount: 1 };
  const chosen: number[] = [];
  let least = Infinity;
  while (chosen.length < mostChosen) {
    let best: { readonly slot: number; readonly rows: Rows; readonly time: number } | undefined;
    for (const { slot, values } of columns) {
      look(states.length >> workBits);
      if (chosen.includes(slot)) continue;
      const next = refined(rows, values);
      if (next.classCount === rows.classCount) continue;
      const time = estimatedTime(next, sample, shardCount);
      if (!best || time < best.time) best = { slot, rows: next, time };
    }
    if (!best || best.time > worthwhile * least) break;
    chosen.push(best.slot);
    ({ rows, time: least } = best);
  }
  const evenly = 1 + (crossing * (shardCount - 1)) / shardCount;
  return least < worthwhile * evenly ? chosen : undefined;
}

/** The slots that change in the fewest steps. */
function candidates({ fields }: Layout, { origins, targets }: Sample): number[] {
  const changes = fields.map((field) => {
    if (field.bits === 0) return Infinity;
    look(origins.length >> workBits);
    const { word } = field;
    const mask = maskOf(field);
    return origins.reduce((sum, from, k) => sum + Number(((from[word]! ^ targets[k]![word]!) & mask) !== 0), 0);
  });
  const slots = [...fields.keys()].filter((slot) => changes[slot]! < Infinity);
  return slots.sort((s, t) => changes[s]! - changes[t]! || s - t).slice(0, mostSlots);
}

function valuesOf({ fields }: Layout, slot: number, states: readonly Int32Array[]): Int32Array {
  const { word, shift, bits } = fields[slot]!;
  return Int32Array.from(states, (state) => ((state[word]! << (32 - shift - bits)) >>> (32 - bits)) % mostClasses);
}

/** Classes of states that look alike in one slot more. */
function refined({ classes, classCount }: Rows, values: Int32Array): Rows {
  const numbers = new Int32Array(classCount * mostClasses).fill(-1);
  let count = 0;
  const next = classes.map((old, row) => {
    const key = old * mostClasses + values[row]!;
    if (numbers[key]! < 0) numbers[key] = count++ % mostClasses;
    return numbers[key]!;
  });
  return { classes: next, classCount: Math.min(count, mostClasses) };
}

/** The time of the busiest shard in an average level, in that of one without exchange if all are as busy. */
function estimatedTime({ classes, classCount }: Rows, { levels, origins }: Sample, shardCount: number): number {
  const weights = new Int32Array(classCount);
  const stateCount = levels.reduce((sum, states) => sum + states.length, 0);
  for (let row = 0; row < stateCount; row++) weights[classes[row]!]!++;
  const owners = ownersOf(shardCount, weights);
  let uneven = 0;
  let row = 0;
  for (const states of levels) {
    const owned = new Int32Array(shardCount);
    for (const end = row + states.length; row < end; row++) owned[owners[classes[row]!]!]!++;
    uneven += (Math.max(...owned) * shardCount) / states.length / levels.length;
  }
  let crossed = 0;
  for (let k = 0; k < origins.length; k++) {
    crossed += Number(owners[classes[row + k]!] !== owners[classes[row + origins.length + k]!]);
  }
  return uneven * (1 + (crossing * crossed) / Math.max(1, origins.length));
}

function masked({ fields, wordCount }: Layout, slots: readonly number[]): Int32Array {
  const mask = new Int32Array(wordCount);
  for (const slot of slots) mask[fields[slot]!.word]! |= maskOf(fields[slot]!);
  return mask;
}

/** The state that is stored for a state. */
function representativeOf(shard: Shard, words: Int32Array): Int32Array {
  const { exports, program } = shard;
  const at = shard.put(words);
  if (exports.canonicalize && program.storesRepresentatives) exports.canonicalize(at);
  return shard.placed.slice();
}

/** Stores the representatives of states in an empty shard. False if there is no memory for that. */
function adopt(shard: Shard, states: readonly Int32Array[]): boolean {
  const { exports, program } = shard;
  const { stateBytes } = program.exchange!;
  exports.binCount!.value = 1;
  if (exports.startStates!() !== status.done) return false;
  if (exports.startBins!(Math.max(1, Math.floor(binBytes / stateBytes)) * stateBytes) !== status.done) return false;
  shard.words.fill(0, program.exchange!.binTable / 4, program.exchange!.binTable / 4 + partitionCount);
  for (const state of states) {
    look();
    exports.adoptStates!(shard.put(state), 1);
  }
  exports.endAdoption!();
  exports.beginLevel();
  exports.use.value = use.send;
  return exports.stopped.value === status.more;
}

/** Successors of a stored state, without those that the caches know. All of them go through the first bin. */
function successorsOf(shard: Shard, id: number): Int32Array[] {
  const { exports, program } = shard;
  const { bins, stateBytes } = program.exchange!;
  const successors: Int32Array[] = [];
  shard.onFullBin = () => {
    const end = shard.words[bins / 4]! >>> 2;
    const first = ((shard.words[bins / 4 + 1]! >>> 0) - exports.binBytes!.value) >>> 2;
    for (let at = first; at < end; at += stateBytes / 4) {
      successors.push(shard.words.slice(at, at + program.layout.wordCount));
    }
    shard.words[bins / 4] = 4 * first;
  };
  look();
  exports.cursor.value = id;
  exports.levelEnd.value = id + 1;
  while (exports.expand(2) !== status.done && exports.cursor.value <= id);
  shard.onFullBin(0);
  return successors;
}
