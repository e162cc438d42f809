/**
 * Replaces the states that a search stored by their representatives under a larger group, in the memory of another
 * search that goes on from there. Nothing is explored twice.
 *
 * It happens between two levels. The states of an orbit are equally far from the initial ones, so levels stay levels.
 * A step from s to t is one from g(s) to g(t), so the representative of the origin of a state is the origin of its
 * representative. The cost is that of computing a representative for each stored state.
 */

import { look } from "../util/limits.ts";
import type { BitField } from "./bit-field.ts";
import { status } from "./heap.ts";
import type { Layout } from "./layout.ts";
import type { Shard } from "./shard.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";

/** How many states to fold before other code may run. */
const chunk = 4096;

/** The new number of each state; undefined if there is no memory for them, or the layout differs. */
export function* foldStates(from: Shard, into: Shard): Generator<undefined, Int32Array | undefined> {
  const count = from.exports.count.value;
  const renumbered = new Int32Array(count);
  const { layout } = from.program;
  if (!isSameLayout(layout, into.program.layout)) return undefined;
  if (into.exports.startStates!() !== status.done) return undefined;
  for (let id = 0; id < count; id++) {
    if (id % chunk === 0) yield;
    look();
    const record = from.recordOf(id as StateId);
    const end = record + layout.wordCount;
    const origin = from.words[end]!;
    const packed = from.words.subarray(record, end);
    const given = into.put(packed, (origin < 0 ? noState : renumbered[origin]) as StateId);
    const found = into.exports.insertState!(given);
    if (found === noState) return undefined;
    renumbered[id] = found;
  }
  return renumbered;
}

/** Continues the counts and findings of a search whose first `expanded` states are expanded. */
export function* foldFindings(from: Shard, into: Shard, renumbered: Int32Array): Generator<undefined> {
  const [before, after] = [from.exports, into.exports];
  after.cursor.value = endOf(before.cursor.value, renumbered);
  after.levelEnd.value = after.count.value;
  after.transitions.value = before.transitions.value;
  for (let id = 0; id < after.cursor.value; id++) {
    if (id % chunk === 0) yield;
    look();
    after.countState!(after.addressOf(id as StateId));
  }
  const newNumber = (id: number): StateId => (id < 0 ? noState : renumbered[id]!) as StateId;
  const { decidedAt, questionCount } = from.program;
  for (let k = 0; k < questionCount; k++) {
    into.words[into.program.decidedAt / 4 + k] = newNumber(from.words[decidedAt / 4 + k]!);
  }
  after.errorState.value = newNumber(before.errorState.value);
  after.errorTransition.value = before.errorTransition.value;
  after.assertionState.value = newNumber(before.assertionState.value);
  after.assertionTransition.value = before.assertionTransition.value;
}

/** The number of states that the first `count` ones became. */
export function endOf(count: number, renumbered: Int32Array): number {
  let end = 0;
  for (let id = 0; id < count; id++) end = Math.max(end, renumbered[id]! + 1);
  return end;
}

/** Symmetries hardly change the layout: only slots with different domains, and the same values in all states. */
function isSameLayout(a: Layout, b: Layout): boolean {
  const isSame = (field: BitField, slot: number): boolean => {
    const other = b.fields[slot]!;
    const { word, shift, bits, low } = field;
    return other.word === word && other.shift === shift && other.bits === bits && other.low === low;
  };
  return a.wordCount === b.wordCount && a.fields.every(isSame);
}
