/** Parts of the emitted kernel in a module of their own. */

import { Assembler } from "../../../src/wasm/assembler.ts";
import { encode } from "../../../src/wasm/encode.ts";

const pageBytes = 65536;

export interface Instance<T> {
  readonly exports: T;
  /** All of memory as it is now: growing it leaves older views empty. */
  readonly words: () => Int32Array;
  readonly bytes: () => Uint8Array;
}

/**
 * `build` makes the code and returns the first byte to allocate. Memory has one more page at first. All routines are
 * exported.
 */
export function instantiate<T>(build: (asm: Assembler) => number, base?: number): Instance<T> {
  const asm = new Assembler(base);
  const initial = Math.ceil(build(asm) / pageBytes) + 1;
  const { module } = asm;
  asm.export(...module.functions.map(({ name }) => name));
  const memory = new WebAssembly.Memory({ initial, maximum: 65536 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(encode(module)), { env: { memory } });
  return {
    exports: exports as unknown as T,
    words: () => new Int32Array(memory.buffer),
    bytes: () => new Uint8Array(memory.buffer),
  };
}

/** An exported number. */
export interface Cell {
  value: number;
}
