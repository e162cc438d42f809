import { expect, test } from "vitest";
import { limitOf, look, Stopped, Watch, watched } from "../../src/util/limits.ts";

function endless(): never {
  for (;;) look();
}

function limitThatEnds(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Stopped);
    return limitOf(error);
  }
}

test("whatever is reached is named as it is", () => {
  let asked = 0;
  expect(limitThatEnds(() => watched(new Watch({ isInterrupted: () => ++asked > 3 }), endless))).toBe("cancelled");
  expect(asked).toBe(4);
  expect(limitThatEnds(() => watched(new Watch({ signal: AbortSignal.abort() }), endless))).toBe("cancelled");
  expect(limitThatEnds(() => watched(new Watch({ timeoutMs: 5 }), endless))).toBe("time");
  const memory = { maxMemoryBytes: 10, memoryInUse: () => 11 };
  expect(limitThatEnds(() => watched(new Watch(memory), endless))).toBe("memory");
});

test("memory up to the limit is no reason to stop, and without a limit nobody asks", () => {
  const full = new Watch({ maxMemoryBytes: 10, memoryInUse: () => 10, timeoutMs: 20 });
  expect(limitThatEnds(() => watched(full, endless))).toBe("time");
  const asking = (): number => {
    throw new Error("nobody should ask");
  };
  expect(limitThatEnds(() => watched(new Watch({ memoryInUse: asking, timeoutMs: 20 }), endless))).toBe("time");
});

test("nothing is watched outside", () => {
  expect(limitThatEnds(() => watched(new Watch({ signal: AbortSignal.abort() }), () => 1))).toBe("cancelled");
  for (let i = 0; i < 10_000; i++) look();
  expect(watched(new Watch({}), () => 7)).toBe(7);
  for (let i = 0; i < 10_000; i++) look();
});

test("the innermost watch counts, and the outer one counts again afterwards", () => {
  let outer = 0;
  const watch = new Watch({ isInterrupted: () => ++outer > 1_000_000 });
  watched(watch, () => {
    const before = outer;
    expect(limitThatEnds(() => watched(new Watch({ timeoutMs: 1 }), endless))).toBe("time");
    expect(outer).toBe(before);
    for (let i = 0; i < 1000; i++) look();
    expect(outer).toBeGreaterThan(before);
  });
});

test("large pieces of work are looked at each time", () => {
  let asked = 0;
  watched(new Watch({ isInterrupted: () => ++asked < 0 }), () => {
    const before = asked;
    for (let i = 0; i < 10; i++) look(1000);
    expect(asked - before).toBe(10);
  });
});

test("a little time is left to show what was found", () => {
  const late = new Watch({ timeoutMs: 0 });
  expect(late.reached()).toBe("time");
  expect(late.extended().reached()).toBeUndefined();
  expect(new Watch({ signal: AbortSignal.abort() }).extended().reached()).toBeUndefined();
  expect(new Watch({}).extended().timeLeftMs).toBeUndefined();
});

test("limits of the machine are limits, and other errors are not", () => {
  const grown = (make: () => unknown): unknown => {
    try {
      return make();
    } catch (error) {
      return error;
    }
  };
  const recursion = (depth: number): number => 1 + recursion(depth + 1);
  expect(limitOf(grown(() => recursion(0)))).toBe("memory");
  expect(limitOf(grown(() => "x".repeat(2 ** 28).repeat(2 ** 10)))).toBe("memory");
  expect(limitOf(grown(() => new Array<number>(-1)))).toBe("memory");
  expect(limitOf(grown(() => new ArrayBuffer(2 ** 50)))).toBe("memory");
  expect(limitOf(grown(() => new WebAssembly.Memory({ initial: 65536 * 2 })))).toBeUndefined();
  expect(limitOf(new RangeError("toFixed() digits argument must be between 0 and 100"))).toBeUndefined();
  expect(limitOf(new TypeError("x is not a function"))).toBeUndefined();
});

// A queue of 900000 elements was "a bug in Noether": its code is larger than V8 compiles.
test("code that there is no room for is a limit, and code that is wrong is not", () => {
  expect(limitOf(compileErrorOf(8_000_000, 0x01))).toBe("memory");
  expect(limitOf(compileErrorOf(1, 0xff))).toBe(undefined);
});

/** The answer of V8 to a module with one function that repeats one instruction so many times. */
function compileErrorOf(count: number, instruction: number): unknown {
  const size = (n: number): number[] => [0, 7, 14, 21].map((shift) => ((n >> shift) & 127) | (shift < 21 ? 128 : 0));
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
  const start = [...header, 10, ...size(count + 7), 1, ...size(count + 2), 0];
  const bytes = new Uint8Array(start.length + count + 1).fill(instruction);
  bytes.set(start);
  bytes[bytes.length - 1] = 0x0b;
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    return error;
  }
}
