import type { Layout } from "./layout.ts";

/** A compiled search as plain data, which can be sent to whoever is to run it. */
export interface Program {
  /** A WebAssembly module; it fills the tables and constants in its memory by itself. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly layout: Layout;
  /** The first byte that the search allocates; the memory must be larger. */
  readonly heapBase: number;
  readonly questionCount: number;
  /** Per question, the address of the number of the first state it looks for, or -1. */
  readonly decidedAt: number;
  /** Room for one packed state. */
  readonly packedArea: number;
  /** Whether only the hashes of states are stored. */
  readonly fingerprints: boolean;
  /** Whether an orbit has one representative, unless a state needs too much time: then the search says so. */
  readonly isUnique: boolean;
}
