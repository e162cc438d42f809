/**
 * Tests the batch, the expansion of levels and the lists of successors on graphs of numbers, against a plain search.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { itemBytes } from "../../../src/explicit/delivery.ts";
import { status } from "../../../src/explicit/heap.ts";
import { Kernel } from "../../../src/explicit/kernel.ts";
import type { Assembler, Routine } from "../../../src/wasm/assembler.ts";
import { select } from "../../../src/wasm/control.ts";
import { word } from "../../../src/wasm/value.ts";
import type { I32, Operand } from "../../../src/wasm/value.ts";
import { times } from "../../support/random-runs.ts";
import { instantiate } from "./instance.ts";
import type { Cell, Instance } from "./instance.ts";

/** A state is a number below `size`; each factor and addend lead to one more successor. */
interface Graph {
  readonly size: number;
  readonly steps: readonly (readonly [factor: number, addend: number])[];
  readonly initial: readonly number[];
  /** Whether x and `size` - 1 - x are one orbit. */
  readonly isSymmetric: boolean;
}

interface KernelExports {
  initialize(): number;
  expand(budget: number): number;
  successorsOf(id: number): number;
  insertState(address: number): number;
  addressOf(id: number): number;
  readonly count: Cell;
  readonly cursor: Cell;
  readonly levelEnd: Cell;
  readonly transitions: { readonly value: bigint };
  readonly delivery: Cell;
  readonly memoryLimit: Cell;
  readonly stateLimit: Cell;
}

interface Options {
  readonly wordCount: number;
  readonly fingerprints?: boolean;
  readonly labeled?: boolean;
}

const successorOf = ({ size }: Graph, x: number, [factor, addend]: readonly [number, number]): number =>
  (x * factor + addend) % size;
const representative = ({ size, isSymmetric }: Graph, x: number): number =>
  isSymmetric ? Math.min(x, size - 1 - x) : x;

const base = 256;

function kernelOf(
  graph: Graph,
  { wordCount, fingerprints = false, labeled = false }: Options,
): Instance<KernelExports> {
  const instance = instantiate<KernelExports>((asm) => {
    const canonicalize = graph.isSymmetric ? makeCanonicalize(asm, graph.size) : undefined;
    const kernel = new Kernel(asm, { wordCount, fingerprints, canonicalize, labeled });
    const push = (value: Operand<"i32">, origin: Operand<"i32">, mark: number): void => {
      const to = word("to", kernel.batch.next);
      const made = kernel.batch.area.successor.at(to);
      // The number is in the last word, so the comparison must cover all words.
      made.words.forEach((place, w) => place.set(w === wordCount - 1 ? value : w));
      made.origin.set(origin);
      if (labeled) {
        made.marks.set(mark);
        made.mover.set(-mark);
      }
      kernel.batch.push(to);
    };
    asm.compute("i32", "initialize", {}, () => {
      kernel.start();
      for (const value of graph.initial) push(value, -1, 0);
      kernel.endInitial();
      return kernel.limitOr(status.done);
    });
    const expand = asm.define("successors", { source: "i32" }, ({ source }) =>
      graph.steps.forEach(([factor, addend], k) => {
        const value = source
          .load(4 * (wordCount - 1))
          .times(factor)
          .plus(addend);
        push(value.remainder(graph.size), kernel.cursor, k + 1);
      }),
    );
    kernel.makeExpand(
      (source) => expand({ source }),
      () => {},
    );
    if (labeled) {
      kernel.makeSuccessorsOf((source) => expand({ source }));
      kernel.makeInsertState(canonicalize);
    }
    return kernel.heapBase;
  }, base);
  instance.exports.memoryLimit.value = 2 ** 28;
  return instance;

  function makeCanonicalize(asm: Assembler, size: number): Routine<{ address: "i32" }> {
    return asm.define("canonicalize", { address: "i32" }, ({ address }) => {
      const x = word("x", address.load(4 * (wordCount - 1)));
      const mirrored: I32 = word("mirrored", x.times(-1).plus(size - 1));
      address.store(select(x.below(mirrored), x, mirrored), 4 * (wordCount - 1));
    });
  }
}

/** Begins the next level; false if there is none. */
function nextLevel({ cursor, count, levelEnd }: KernelExports): boolean {
  levelEnd.value = count.value;
  return cursor.value < count.value;
}

/** Numbers in the order of discovery, with their origins; the number of steps, and the depth. */
function plainSearch(graph: Graph) {
  const numbers = new Map<number, number>();
  const origins: number[] = [];
  const depths: number[] = [];
  const find = (value: number, origin: number): void => {
    const x = representative(graph, value);
    if (numbers.has(x)) return;
    numbers.set(x, numbers.size);
    origins.push(origin);
    depths.push(origin < 0 ? 0 : depths[origin]! + 1);
  };
  for (const x of graph.initial) find(x, -1);
  for (const [x, id] of numbers) for (const step of graph.steps) find(successorOf(graph, x, step), id);
  const states = [...numbers.keys()];
  return { states, numbers, origins, transitions: states.length * graph.steps.length, depth: Math.max(0, ...depths) };
}

const arbitraryGraph = fc.integer({ min: 1, max: 3000 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    steps: fc.array(fc.tuple(fc.nat(40), fc.nat(size)), { maxLength: 4 }),
    initial: fc.array(fc.nat(size - 1), { maxLength: 5 }),
    isSymmetric: fc.boolean(),
  }),
);

/** In the memory of the kernel. */
function found({ exports, words }: Instance<KernelExports>, wordCount: number, keyWords: number) {
  const memory = words();
  const at = Array.from({ length: exports.count.value }, (_, id) => (exports.addressOf(id) >>> 0) / 4);
  return {
    states: at.map((start) => memory[start + wordCount - 1]!),
    origins: at.map((start) => memory[start + keyWords]!),
  };
}

describe.each([
  { fingerprints: false, wordCount: 1 },
  { fingerprints: false, wordCount: 4 },
  { fingerprints: true, wordCount: 1 },
  { fingerprints: true, wordCount: 3 },
])("$wordCount words, with fingerprints: $fingerprints", ({ fingerprints, wordCount }) => {
  test("states, origins, steps and depth are those of a plain breadth-first search, in slices of any size", () => {
    fc.assert(
      fc.property(arbitraryGraph, fc.integer({ min: 1, max: 500 }), (graph, budget) => {
        const instance = kernelOf(graph, { wordCount, fingerprints });
        const { exports } = instance;
        expect(exports.initialize()).toBe(status.done);
        let depth = -1;
        let result: number = status.done;
        while (result === status.done && nextLevel(exports)) {
          depth++;
          do result = exports.expand(budget);
          while (result === status.more);
        }
        const expected = plainSearch(graph);
        expect(result).toBe(status.done);
        const { states, origins } = found(instance, wordCount, fingerprints ? 2 : wordCount);
        if (!fingerprints) expect(states).toEqual(expected.states);
        if (fingerprints) expect(origins).toEqual(expected.origins);
        expect(Number(exports.transitions.value)).toBe(expected.transitions);
        expect(Math.max(0, depth)).toBe(expected.depth);
      }),
    );
  });

  test("at a limit on states, those below it are there, and the search says why it ended", () => {
    fc.assert(
      fc.property(arbitraryGraph, fc.nat(200), (graph, limit) => {
        const instance = kernelOf(graph, { wordCount, fingerprints });
        const { exports } = instance;
        exports.stateLimit.value = limit;
        const expected = plainSearch(graph);
        const isReached = expected.states.length > limit;
        let result = exports.initialize();
        while (result === status.done && nextLevel(exports)) {
          do result = exports.expand(1000);
          while (result === status.more);
        }
        expect(result).toBe(isReached ? status.stateLimit : status.done);
        const { states, origins } = found(instance, wordCount, fingerprints ? 2 : wordCount);
        if (fingerprints) expect(origins).toEqual(expected.origins.slice(0, limit));
        else expect(states).toEqual(expected.states.slice(0, limit));
      }),
    );
  });
});

/** With more successors than a batch takes, and than the list has room for at first. */
const branchingGraph = fc.integer({ min: 1, max: 150 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    steps: fc.array(fc.tuple(fc.nat(40), fc.nat(size)), { maxLength: 400, size: "max" }),
    initial: fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 3 }),
    isSymmetric: fc.boolean(),
  }),
);

test("the list of a state's successors has each of its steps, in order, with its marks and its mover", () => {
  fc.assert(
    fc.property(branchingGraph, fc.integer({ min: 1, max: 3 }), (graph, wordCount) => {
      const instance = kernelOf(graph, { wordCount, labeled: true });
      const { exports } = instance;
      expect(exports.initialize()).toBe(status.done);
      const { numbers, transitions } = plainSearch(graph);
      // The order in which states are asked for is ours.
      const known = [...new Set(graph.initial.map((x) => representative(graph, x)))];
      const numbered = new Map(known.map((x, id) => [x, id]));
      for (const [x, id] of numbered) {
        const count = exports.successorsOf(id);
        expect(count).toBe(graph.steps.length);
        const items = instance
          .words()
          .subarray(exports.delivery.value / 4, (exports.delivery.value + count * itemBytes) / 4);
        const expected = graph.steps.flatMap((step, k) => {
          const to = representative(graph, successorOf(graph, x, step));
          if (!numbered.has(to)) numbered.set(to, numbered.size);
          return [numbered.get(to)!, k + 1, -(k + 1)];
        });
        expect([...items]).toEqual(expected);
      }
      expect(new Set(numbered.keys())).toEqual(new Set(numbers.keys()));
      expect(Number(exports.transitions.value)).toBe(transitions);
      // A state that is put in from outside is found, by its representative.
      const words = instance.words();
      for (let w = 0; w < wordCount; w++) words[16 + w] = w;
      words[16 + wordCount - 1] = graph.size - 1 - known[0]!;
      const mirrored = exports.insertState(64);
      if (graph.isSymmetric) expect(mirrored).toBe(0);
    }),
    { numRuns: times(50) },
  );
});

test("at a limit a list of successors is none", () => {
  const graph: Graph = { size: 1000, steps: [[1, 1], [1, 2]], initial: [0], isSymmetric: false }; // prettier-ignore
  const { exports } = kernelOf(graph, { wordCount: 1, labeled: true });
  exports.stateLimit.value = 2;
  exports.initialize();
  expect(exports.successorsOf(0)).toBe(-1);
  expect(exports.count.value).toBe(2);
});
