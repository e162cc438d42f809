/**
 * Which bits of a state tell who owns it.
 *
 * If all bits do, the successors of a state are spread over all shards. A step of one process leaves the rest of the
 * state alone: if only the slots of some processes tell the owner, then most successors stay where their origins are.
 * They need not travel, and duplicates, which have origins that differ in one step too, meet in one cache.
 *
 * Slots are chosen one after the other by looking at some states and at steps from them: each tells many states apart
 * that nothing has told apart yet, and changes in few steps. The states are the same for any number of shards
 * (`sampleAhead`), and the choice changes time and nothing else.
 */

import { look } from "../util/limits.ts";
import { use } from "./batch.ts";
import { status } from "./heap.ts";
import type { Layout } from "./layout.ts";
import { packedAt } from "./level.ts";
import { ownersOf, partitionCount } from "./partition.ts";
import type { Program } from "./program.ts";
import { Shard } from "./shard.ts";

/** The number of states to look at, of those whose steps are taken, and of the states that each is compared with. */
export const sampleSize = 1024;
const expandedStates = 256;
const comparisons = 8;
/**
 * For each shard, two states must be as unlikely to look alike as if there were so many classes of the same size;
 * the first number that is enough to spread states evenly.
 */
const classesPerShard = [16, 32, 64, 128];
/** The most states of a shard, compared with the average. */
const mostUneven = 1.1;
/** If more steps than these change the owner, the states are spread evenly instead. */
const mostChanging = 0.6;
/** The most slots to consider, those that change least. */
const mostSlots = 64;
const binBytes = 2 ** 16;

interface Pair {
  readonly a: Int32Array;
  readonly b: Int32Array;
}

/** The bits that tell the owner; `undefined` if that should be all of them. */
export function territoryOf(
  program: Program,
  module: WebAssembly.Module,
  states: readonly Int32Array[],
  shardCount: number,
): Int32Array | undefined {
  if (states.length < sampleSize) return undefined;
  const shard = new Shard(program, module);
  if (!adopt(shard, states)) return undefined;
  const own = Array.from({ length: shard.exports.count.value }, (_, id) => packedAt(shard, id).slice());
  const steps = own.slice(0, expandedStates).flatMap((a, id) => successorsOf(shard, id).map((b): Pair => ({ a, b })));
  const apart = own.flatMap((a, i) =>
    Array.from({ length: comparisons }, (_, k): Pair => ({ a, b: own[(i + k + 1) % own.length]! })),
  );
  const { layout } = program;
  for (const classes of classesPerShard) {
    const mask = masked(layout, chosen(layout, steps, apart, classes * shardCount));
    if (!mask || isBalanced(shard, mask, own, shardCount)) return mask;
  }
  return undefined;
}

/** Whether no shard has much more states than others. */
function isBalanced(shard: Shard, mask: Int32Array, states: readonly Int32Array[], shardCount: number): boolean {
  const { exports, program } = shard;
  const owners = ownersOf(shardCount);
  const owned = new Int32Array(shardCount);
  shard.words.set(mask, program.exchange!.mask / 4);
  for (const state of states) owned[owners[exports.partitionOf!(shard.put(state))]!]!++;
  return Math.max(...owned) * shardCount <= mostUneven * states.length;
}

/** Slots that tell most of the `apart` pairs apart, and few of the steps; `undefined` if there are no such slots. */
function chosen(layout: Layout, steps: readonly Pair[], apart: readonly Pair[], classes: number): number[] | undefined {
  const slots = candidates(layout, steps);
  const slotsChosen: number[] = [];
  let alike = apart;
  let staying = steps;
  while (alike.length * classes > apart.length) {
    look(slots.length);
    let best: number | undefined;
    let least = Infinity;
    for (const slot of slots) {
      const told = count(layout, slot, alike);
      if (told === 0) continue;
      const changed = count(layout, slot, staying);
      const cost = (changed + 1) / -Math.log(1 - Math.min(told / alike.length, 0.99));
      if (cost >= least) continue;
      [best, least] = [slot, cost];
    }
    if (best === undefined) return undefined;
    slotsChosen.push(best);
    alike = alike.filter((pair) => !differs(layout, best, pair));
    staying = staying.filter((pair) => !differs(layout, best, pair));
    if (staying.length < (1 - mostChanging) * steps.length) return undefined;
  }
  return slotsChosen;
}

function candidates(layout: Layout, steps: readonly Pair[]): number[] {
  const changes = layout.fields.map((_, slot) => count(layout, slot, steps));
  const slots = layout.fields.flatMap(({ bits }, slot) => (bits > 0 ? [slot] : []));
  return slots.sort((s, t) => changes[s]! - changes[t]! || s - t).slice(0, mostSlots);
}

function count(layout: Layout, slot: number, pairs: readonly Pair[]): number {
  return pairs.reduce((sum, pair) => sum + Number(differs(layout, slot, pair)), 0);
}

function differs({ fields }: Layout, slot: number, { a, b }: Pair): boolean {
  const { word, shift, bits } = fields[slot]!;
  return ((a[word]! ^ b[word]!) >>> shift) << (32 - bits) !== 0;
}

function masked({ fields, wordCount }: Layout, slots: readonly number[] | undefined): Int32Array | undefined {
  if (!slots) return undefined;
  const mask = new Int32Array(wordCount);
  for (const slot of slots) {
    const { word, shift, bits } = fields[slot]!;
    mask[word]! |= (-1 >>> (32 - bits)) << shift;
  }
  return mask;
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
