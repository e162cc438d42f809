import fc from "fast-check";
import { expect, test } from "vitest";
import { Heap, status } from "../../../src/explicit/heap.ts";
import { instantiate } from "./instance.ts";
import type { Cell, Instance } from "./instance.ts";

interface HeapExports {
  allocate(bytes: number): number;
  why(): number;
  readonly heap: Cell;
  readonly memoryLimit: Cell;
}

const base = 1024;

function heapOf(limit: number): Instance<HeapExports> {
  const instance = instantiate<HeapExports>((asm) => {
    const heap = new Heap(asm, base);
    asm.compute("i32", "why", {}, () => heap.stopped);
    return base;
  });
  instance.exports.memoryLimit.value = limit | 0;
  return instance;
}

test("memory is handed out in order, all zero, up to the limit, and what does not fit takes nothing", () => {
  const sizes = fc.array(fc.oneof(fc.nat(50), fc.nat(40_000)), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.nat(400_000), (words, room) => {
      const { exports, bytes } = heapOf(base + room);
      let top = base;
      let isRefused = false;
      for (const size of words.map((count) => 4 * count)) {
        const fits = top + size <= base + room;
        expect(exports.allocate(size)).toBe(fits ? top : 0);
        if (fits) {
          const given = bytes().subarray(top, top + size);
          expect(given.length).toBe(size);
          expect(given.every((byte) => byte === 0)).toBe(true);
          given.fill(255);
          top += size;
        }
        isRefused ||= !fits;
        expect(exports.heap.value).toBe(top);
        expect(exports.why()).toBe(isRefused ? status.memoryLimit : status.more);
      }
    }),
  );
});

test("the last byte below the limit can be had, and no size is taken for a small one", () => {
  const { exports } = heapOf(base + 64);
  expect(exports.allocate(-4)).toBe(0);
  expect(exports.allocate(0x7fff_fffc)).toBe(0);
  expect(exports.allocate(68)).toBe(0);
  expect(exports.allocate(64)).toBe(base);
  expect(exports.allocate(4)).toBe(0);
});

test("limits beyond 2^31 are numbers without a sign", () => {
  const { exports } = heapOf(3 * 2 ** 30);
  expect(exports.allocate(4)).toBe(base);
  expect(exports.why()).toBe(status.more);
});
