/** Tries some steps in a shard of its own, to see what they cost. */

import type { State } from "../model/interpret.ts";
import { look } from "../util/limits.ts";
import { status } from "./heap.ts";
import { pack } from "./layout.ts";
import type { Shard } from "./shard.ts";

/** The work for representatives in a step from one of these states. The shard must be empty. */
export function workOfSteps(shard: Shard, states: readonly State[]): number {
  const { exports, program } = shard;
  if (exports.startStates!() !== status.done) return 0;
  for (const state of states) {
    look();
    exports.adoptStates!(shard.put(pack(program.layout, state)), 1);
  }
  exports.endAdoption!();
  const before = exports.work?.value ?? 0n;
  exports.beginLevel();
  for (
    let result: number = status.more;
    result === status.more || result === status.news;
    result = exports.expand(64)
  ) {
    look();
  }
  return Number((exports.work?.value ?? 0n) - before) / Math.max(1, Number(exports.transitions.value));
}
