/** The product of a model and an automaton, state by state, for searches for runs. */

import type { State } from "../model/interpret.ts";
import { readField, writeField } from "./bit-field.ts";
import { itemBytes } from "./delivery.ts";
import { pack } from "./layout.ts";
import type { Shard } from "./shard.ts";
import type { StateId } from "./state-id.ts";

const itemWords = itemBytes / 4;

/** The successors of a state of the product, in the order of the model. They are valid until the next call. */
export interface Successors {
  readonly count: number;
  target(k: number): StateId;
  /** The marks of the edge of the automaton. */
  marks(k: number): number;
  /** The process that moved. */
  mover(k: number): number;
}

export class ProductSpace {
  private readonly shard: Shard;
  private readonly delivered = new Delivered();
  /** The most successors delivered so far. */
  private longest = 0;

  constructor(shard: Shard) {
    this.shard = shard;
  }

  /** The state of the automaton in a stored state. */
  claimAt(id: StateId): number {
    const { words, program } = this.shard;
    return readField(words, program.layout.claim!, this.shard.recordOf(id));
  }

  /** The value of a slot in a stored state. */
  valueAt(id: StateId, slot: number): number {
    const { words, program } = this.shard;
    const { frozen, fields } = program.layout;
    return frozen[slot] ?? readField(words, fields[slot]!, this.shard.recordOf(id));
  }

  /**
   * The number of a state, or of its representative, together with a state of the automaton; `undefined` if a limit was
   * hit.
   */
  insert(state: State, claim: number): StateId | undefined {
    const { layout } = this.shard.program;
    const packed = pack(layout, state);
    writeField(packed, layout.claim!, claim);
    const id = this.shard.exports.insertState!(this.shard.put(packed));
    return id < 0 ? undefined : id;
  }

  /** The successors by all steps, or by those of a stubborn set; `undefined` if a limit was hit. */
  successorsOf(id: StateId, inPart = false): Successors | undefined {
    const { exports } = this.shard;
    const { delivered } = this;
    if (exports.reduces) exports.reduces.value = Number(inPart);
    const count = exports.successorsOf!(id);
    if (count > this.longest) {
      // The list moves only when it grows.
      this.longest = count;
      delivered.start = exports.delivery!.value >>> 2;
    }
    if (count < 0) {
      this.longest = 0;
      this.shard.limit = exports.count.value >= exports.stateLimit.value ? "states" : "memory";
      return undefined;
    }
    delivered.items = this.shard.words;
    delivered.count = count;
    return delivered;
  }

  /**
   * The successors by a stubborn set if the program knows one, or all of them if these ask for it; `undefined` if a limit
   * was hit.
   */
  successorsInPart(id: StateId, needAll: (some: Successors) => boolean): Successors | undefined {
    const { reducedStates, enabledSteps, takenSteps } = this.shard.exports;
    if (!reducedStates || !enabledSteps || !takenSteps) return this.successorsOf(id);
    const [states, left] = [reducedStates.value, enabledSteps.value - takenSteps.value];
    const successors = this.successorsOf(id, true);
    if (!successors || reducedStates.value === states || !needAll(successors)) return successors;
    // The state counts once, and nothing is left out there.
    reducedStates.value = states;
    takenSteps.value = enabledSteps.value - left;
    return this.successorsOf(id);
  }

  /**
   * The number of enabled edges of the automaton in the last expanded state. Each step occurs this many times among the
   * successors.
   */
  get edgeCount(): number {
    return this.shard.exports.claimEdges!.value;
  }
}

/** A list in memory. */
class Delivered implements Successors {
  items = new Int32Array(0);
  start = 0;
  count = 0;

  target(k: number): StateId {
    return this.items[this.start + k * itemWords] as StateId;
  }

  marks(k: number): number {
    return this.items[this.start + k * itemWords + 1]!;
  }

  mover(k: number): number {
    return this.items[this.start + k * itemWords + 2]!;
  }
}
