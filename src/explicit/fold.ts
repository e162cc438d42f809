/**
 * Replaces the states that a search stored by their representatives under a larger group, in the memory of another
 * search that goes on from there. Nothing is explored twice. With the same group, it divides the states of one shard
 * among several.
 *
 * It happens between two levels, level by level. The states of an orbit are equally far from the initial ones, so levels
 * stay levels. A step from s to t is one from g(s) to g(t), so the representative of an origin of a state has a step into
 * the orbit of the state. The cost is that of computing a representative for each stored state.
 */

import { look } from "../util/limits.ts";
import type { BitField } from "./bit-field.ts";
import type { Finding } from "./finding.ts";
import { status } from "./heap.ts";
import type { Layout } from "./layout.ts";
import { boundsOf, packedAt } from "./level.ts";
import { statesInMessage } from "./orders.ts";
import type { Division, Order, Report } from "./orders.ts";
import type { Shard } from "./shard.ts";
import type { Members } from "./team.ts";
import type { Territory } from "./territory.ts";

/** How many states to fold before other code may run. */
const chunk = 1024;

/** Packed states, level by level. */
export interface LevelSource {
  readonly levelCount: number;
  /** Whole states in pieces of any size, each valid until the next one. */
  readonly pieces: (level: number) => Iterable<Int32Array>;
}

/** The states of a shard. */
export function levelsOf(shard: Shard): LevelSource {
  const { wordCount } = shard.program.layout;
  return {
    levelCount: shard.levels.length,
    *pieces(level) {
      const [first, end] = boundsOf(shard, level);
      const piece = new Int32Array(chunk * wordCount);
      for (let id = first; id < end; id += chunk) {
        const count = Math.min(chunk, end - id);
        for (let k = 0; k < count; k++) piece.set(packedAt(shard, id + k), k * wordCount);
        yield piece.subarray(0, count * wordCount);
      }
    },
  };
}

/** Stores states in a shard that has none; false if there is no memory for them. */
export function* foldStates(from: LevelSource, into: Shard): Generator<undefined, boolean> {
  const { exports, program } = into;
  const { wordCount } = program.layout;
  if (exports.startStates!() !== status.done) return false;
  const room = exports.allocateRoom!(4 * chunk * wordCount) >>> 0;
  if (room === 0) return false;
  for (let level = 0; level < from.levelCount; level++) {
    into.levels.push(exports.count.value);
    for (const piece of from.pieces(level)) {
      for (let at = 0; at < piece.length; at += chunk * wordCount) {
        look(chunk);
        yield;
        const part = piece.subarray(at, at + chunk * wordCount);
        into.words.set(part, room / 4);
        exports.adoptStates!(room, part.length / wordCount);
        if (exports.stopped.value !== status.more) return false;
      }
    }
    exports.endAdoption!();
    if (exports.stopped.value !== status.more) return false;
  }
  const expanded = into.levels.at(-1)!;
  for (let id = 0; id < expanded; id += chunk) {
    look(chunk);
    yield;
    exports.countStates!(id, Math.min(expanded, id + chunk));
  }
  exports.cursor.value = expanded;
  exports.beginLevel();
  return true;
}

/** The states of members, folded into new shards of theirs by another program; `undefined` without memory for that. */
export async function foldMembers(
  members: Members,
  load: Order & { readonly kind: "load" },
  levelCount: number,
): Promise<readonly Report[] | undefined> {
  let reports = await members.order(load);
  for (let level = 0; level < levelCount && !isLimited(reports); level++) {
    reports = await members.order({ kind: "adopt", level });
  }
  if (!isLimited(reports)) return members.order({ kind: "settle" });
  await members.order({ kind: "unload" });
  return undefined;
}

/** So many shards with so much memory each, given to members in turn. */
export function divided(
  shardCount: number,
  shardBytes: number,
  { memberCount }: Members,
  territory?: Territory,
): Division {
  return { memberOf: Array.from({ length: shardCount }, (_, shard) => shard % memberCount), shardBytes, territory };
}

/** Divides states among members; `undefined` without memory for that. */
export async function spreadStates(
  from: LevelSource,
  members: Members,
  load: Order & { readonly kind: "load" },
): Promise<readonly Report[] | undefined> {
  let reports = await members.order(load);
  const { wordCount } = load.program.layout;
  for (let level = 0; level < from.levelCount && !isLimited(reports); level++) {
    let isFirst = true;
    for (const piece of joined(from.pieces(level), wordCount)) {
      const share = wordCount * Math.ceil(piece.length / wordCount / members.memberCount);
      const orders = Array.from({ length: members.memberCount }, (_, k): Order => {
        return { kind: "adopt", level, states: piece.slice(k * share, (k + 1) * share), goesOn: !isFirst };
      });
      reports = await members.order(orders);
      isFirst = false;
      if (isLimited(reports)) break;
    }
    if (isFirst) reports = await members.order({ kind: "adopt", level, states: new Int32Array(0) });
  }
  return isLimited(reports) ? undefined : members.order({ kind: "settle" });
}

/** The same states in larger pieces. */
function* joined(pieces: Iterable<Int32Array>, wordCount: number): Generator<Int32Array> {
  const joint = new Int32Array(statesInMessage(wordCount) * wordCount);
  let used = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + joint.length - used);
      joint.set(part, used);
      used += part.length;
      at += part.length;
      if (used < joint.length) continue;
      yield joint;
      used = 0;
    }
  }
  if (used > 0) yield joint.subarray(0, used);
}

function isLimited(reports: readonly Report[]): boolean {
  return reports.some(({ limit }) => limit !== undefined);
}

/** What was found before, in terms of another program. */
export function foldFindings(found: readonly (Finding | undefined)[], into: Shard): (Finding | undefined)[] {
  const { exports, program } = into;
  if (!exports.canonicalize || !program.storesRepresentatives) return [...found];
  return found.map((finding) => {
    if (!finding) return undefined;
    exports.canonicalize!(into.put(finding.words));
    return { ...finding, words: into.placed.slice() };
  });
}

/** Symmetries hardly change the layout: only slots with different domains, and the same values in all states. */
export function isSameLayout(a: Layout, b: Layout): boolean {
  const isSame = (field: BitField, slot: number): boolean => {
    const other = b.fields[slot]!;
    const { word, shift, bits, low } = field;
    return other.word === word && other.shift === shift && other.bits === bits && other.low === low;
  };
  return a.wordCount === b.wordCount && a.fields.every(isSame);
}
