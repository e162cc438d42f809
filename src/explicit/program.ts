/** A compiled search as plain data, which can be sent to another thread. */

import type { Layout } from "./layout.ts";

export interface Program {
  /** A WebAssembly module. It initializes the tables and constants in its memory by itself. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly layout: Layout;
  /** The first byte that the search allocates. The memory must be larger. */
  readonly heapBase: number;
  readonly questionCount: number;
  /** For each question, the address of the number of the first state that answers it, or -1. */
  readonly decidedAt: number;
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
