/** A compiled search as plain data, which can be sent to another thread. */

import type { Layout } from "./layout.ts";

export interface Program {
  /** A WebAssembly module. It initializes the tables and constants in its memory by itself. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly layout: Layout;
  /** The first byte that the search allocates. The memory must be larger. */
  readonly heapBase: number;
  readonly questionCount: number;
  /** The address of the findings: one for each question, the error, the assertion (`notes.ts`). */
  readonly findingsAt: number;
  readonly findingBytes: number;
  /** What the exchange of states with other shards needs; absent if the search has one shard. */
  readonly exchange?: Exchange | undefined;
  /** Space for one packed state. */
  readonly packedArea: number;
  /** Whether only the hashes of states are stored. */
  readonly fingerprints: boolean;
  /** Whether transient states are stored. Otherwise the way from a state to the next one may pass through some. */
  readonly storesTransient: boolean;
  /** Whether an orbit has one representative, unless a state needs too much time: then the search reports that. */
  readonly isUnique: boolean;
  /** Whether states are replaced by their representatives, if there are symmetries. */
  readonly storesRepresentatives: boolean;
  /** Whether states need not be expanded in full (`stubborn.ts`). */
  readonly reduces: boolean;
}

export interface Exchange {
  /** The address of the bins (`outbox.ts`). */
  readonly bins: number;
  /** The address of the bits that tell the partition of a state, and of the bin of each partition. */
  readonly mask: number;
  readonly binTable: number;
  /** The size of a state in a bin and in a message. */
  readonly stateBytes: number;
  /** The address of the targets of a search for origins (`seek.ts`). */
  readonly targets: number;
}
