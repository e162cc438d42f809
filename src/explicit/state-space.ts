/** The stored states and their origins, for the construction of evidence. */

import type { State } from "../model/interpret.ts";
import type { Finding } from "./finding.ts";
import { pack, unpack } from "./layout.ts";
import { originIn } from "./pending.ts";
import type { Shard } from "./shard.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";

export class StateSpace {
  private readonly shard: Shard;

  constructor(shard: Shard) {
    this.shard = shard;
  }

  /** A stored state. Not available with fingerprints. */
  stateAt(id: StateId): State {
    const { words, program } = this.shard;
    const { layout, fingerprints } = program;
    if (fingerprints) throw new TypeError("states are not stored");
    const start = this.shard.recordOf(id);
    return unpack(layout, words.subarray(start, start + layout.wordCount));
  }

  /** A stored state as a finding, in the level in which it was found. */
  findingAt(id: StateId): Finding {
    const { levels, program } = this.shard;
    const start = this.shard.recordOf(id);
    const level = levels.findLastIndex((first) => first <= id);
    const words = this.shard.words.slice(start, start + program.layout.wordCount);
    return { level, words, transition: -1, isPassed: false, state: id };
  }

  /** The state from which a state was first reached, if origins are stored; `noState` for initial states. */
  parentOf(id: StateId): StateId {
    const { words, program } = this.shard;
    const keyWords = program.fingerprints ? 2 : program.layout.wordCount;
    return originIn(words[this.shard.recordOf(id) + keyWords]!) as StateId;
  }

  /** Whether a stored state belongs to a step under way. */
  isTransient(id: StateId): boolean {
    const { isTransient, addressOf } = this.shard.exports;
    return isTransient !== undefined && isTransient(addressOf(id)) === 1;
  }

  /** The states on the path from an initial state to this one. */
  pathTo(state: StateId): StateId[] {
    const path: StateId[] = [];
    for (let id = state; id !== noState; id = this.parentOf(id)) path.push(id);
    return path.reverse();
  }

  /** The stored fingerprint of a state. */
  fingerprintAt(id: StateId): bigint {
    const start = this.shard.recordOf(id);
    const [low, high] = this.shard.words.subarray(start, start + 2);
    return BigInt(low! >>> 0) | (BigInt(high! >>> 0) << 32n);
  }

  /** The fingerprint that a state would have. */
  fingerprintOf(state: State): bigint {
    const address = this.shard.put(pack(this.shard.program.layout, state));
    return BigInt.asUintN(64, this.shard.exports.hash(address));
  }

  /** The representative of a state; the state itself without symmetries. */
  representativeOf(state: State): State {
    const { layout } = this.shard.program;
    const { canonicalize } = this.shard.exports;
    if (!canonicalize) return state;
    canonicalize(this.shard.put(pack(layout, state)));
    return unpack(layout, this.shard.placed);
  }

  /** Whether all states of an orbit had the same representative. */
  get isUnique(): boolean {
    return this.shard.program.isUnique && this.shard.exports.inexact?.value !== 1;
  }

  /** The size of the orbit of a representative; `undefined` if it is not counted, or there are no symmetries. */
  orbitSizeOf(representative: State): bigint | undefined {
    const { orbitSize, uncounted } = this.shard.exports;
    if (!orbitSize) return undefined;
    const size = orbitSize(this.shard.put(pack(this.shard.program.layout, representative)));
    return uncounted?.value === 1 ? undefined : size;
  }
}
