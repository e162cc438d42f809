/** Homomorphisms against functions on sets kept one by one; saturation against plain fixpoints. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  assignment,
  closure,
  collect,
  command,
  comparison,
  composition,
  constantComparison,
  count,
  DddError,
  DddLimitError,
  emptySet,
  exhaustion,
  fixpoint,
  Homomorphisms,
  ifThenElse,
  image,
  move,
  negation,
  originOf,
  plainFixpoint,
  product,
  selector,
  setOf,
  singleton,
  Space,
  statistics,
  sum,
  swap,
  union,
} from "../../src/ddd/index.ts";
import type { Hom } from "../../src/ddd/index.ts";
import { times } from "../support/random-runs.ts";
import { arbitraryVectors, has, listOf, normal } from "../support/vector-sets.ts";
import type { Vector } from "../support/vector-sets.ts";

/** A homomorphism, and what it does to one vector. */
interface Described {
  readonly make: (homs: Homomorphisms) => Hom;
  readonly on: (vector: Vector) => Vector[];
  readonly isSelector: boolean;
}

const values = 3;
const relations = ["<", "<=", "=", "!=", ">=", ">"] as const;
const holds = (x: number, relation: (typeof relations)[number], y: number): boolean =>
  ({ "<": x < y, "<=": x <= y, "=": x === y, "!=": x !== y, ">=": x >= y, ">": x > y })[relation];

/** A command with a table of random outcomes. */
function arbitraryCommand(n: number): fc.Arbitrary<Described> {
  const levels = Array.from({ length: n }, (_, i) => i);
  return fc
    .record({
      reads: fc.shuffledSubarray(levels, { maxLength: Math.min(3, n) }),
      writes: fc.shuffledSubarray(levels, { maxLength: Math.min(3, n) }),
      seed: fc.nat(),
      most: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ reads, writes, seed, most }) => {
      const mix = (given: Vector, salt: number): number =>
        [...given, salt].reduce((h, x) => (Math.imul(h ^ (x + 77), 0x9e3779b1) >>> 7) ^ h, seed | 1) >>> 3;
      const outcomes = (given: Vector): Vector[] =>
        Array.from({ length: mix(given, -1) % (most + 1) }, (_, k) =>
          writes.map((_, w) => mix(given, 31 * k + w) % values),
        );
      return {
        make: (homs) => command(homs, { reads, writes, outcomes }),
        on: (vector) =>
          outcomes(reads.map((level) => vector[level]!)).map((outcome) => {
            const image = [...vector];
            writes.forEach((level, k) => (image[level] = outcome[k]!));
            return image;
          }),
        isSelector: writes.length === 0,
      };
    });
}

function arbitrarySelector(n: number): fc.Arbitrary<Described> {
  const level = fc.nat(n - 1);
  const leaf = fc.oneof(
    fc.tuple(level, fc.constantFrom(...relations), level).map(([i, relation, j]): Described => ({
      make: (homs) => comparison(homs, i, relation, j),
      on: (v) => (holds(v[i]!, relation, v[j]!) ? [v] : []),
      isSelector: true,
    })),
    fc.tuple(level, fc.constantFrom(...relations), fc.nat(values - 1)).map(([i, relation, constant]): Described => ({
      make: (homs) => constantComparison(homs, i, relation, constant),
      on: (v) => (holds(v[i]!, relation, constant) ? [v] : []),
      isSelector: true,
    })),
    fc.tuple(level, level, level).map(([i, j, k]): Described => ({
      make: (homs) => selector(homs, [...new Set([i, j, k])], (given) => given.reduce((a, b) => a + b, 0) % 2 === 0),
      on: (v) => ([...new Set([i, j, k])].reduce((a, level) => a + v[level]!, 0) % 2 === 0 ? [v] : []),
      isSelector: true,
    })),
  );
  return fc.oneof(
    leaf,
    leaf,
    fc.tuple(leaf, leaf, fc.constantFrom("and", "or", "not")).map(([a, b, how]) => combineSelectors(a, b, how)),
  );
}

function combineSelectors(a: Described, b: Described, how: string): Described {
  const isA = (v: Vector): boolean => a.on(v).length > 0;
  const isB = (v: Vector): boolean => b.on(v).length > 0;
  const keep = (condition: (v: Vector) => boolean) => (v: Vector) => (condition(v) ? [v] : []);
  if (how === "and") return { make: (homs) => composition(homs, a.make(homs), b.make(homs)), on: keep((v) => isA(v) && isB(v)), isSelector: true }; // prettier-ignore
  if (how === "or") return { make: (homs) => sum(homs, [a.make(homs), b.make(homs)]), on: keep((v) => isA(v) || isB(v)), isSelector: true }; // prettier-ignore
  return { make: (homs) => negation(homs, sum(homs, [a.make(homs), b.make(homs)])), on: keep((v) => !isA(v) && !isB(v)), isSelector: true }; // prettier-ignore
}

function moved(vector: Vector, from: number, to: number): Vector {
  const image = [...vector];
  image.splice(to, 0, ...image.splice(from, 1));
  return image;
}

function arbitraryHom(n: number): fc.Arbitrary<Described> {
  const level = fc.nat(n - 1);
  const leaf: fc.Arbitrary<Described> = fc.oneof(
    fc.constant<Described>({ make: (homs) => homs.identity, on: (v) => [v], isSelector: true }),
    arbitraryCommand(n),
    arbitraryCommand(n),
    arbitrarySelector(n),
    fc.tuple(level, level).map(([i, j]): Described => ({
      make: (homs) => swap(homs, i, j),
      on: (v) => [v.map((x, k) => (k === i ? v[j]! : k === j ? v[i]! : x))],
      isSelector: i === j,
    })),
    fc.tuple(level, level).map(([i, j]): Described => ({
      make: (homs) => move(homs, i, j),
      on: (v) => [moved(v, i, j)],
      isSelector: i === j,
    })),
    fc.tuple(level, level).map(([i, j]): Described => ({
      make: (homs) => assignment(homs, i, [j], ([x]) => (x! + 1) % values),
      on: (v) => [v.map((x, k) => (k === i ? (v[j]! + 1) % values : x))],
      isSelector: false,
    })),
  );
  const { hom } = fc.letrec<{ hom: Described }>((tie) => ({
    hom: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaf,
      fc.tuple(tie("hom"), tie("hom")).map(([f, g]): Described => ({
        make: (homs) => composition(homs, f.make(homs), g.make(homs)),
        on: (v) => g.on(v).flatMap((w) => f.on(w)),
        isSelector: f.isSelector && g.isSelector,
      })),
      fc.array(tie("hom"), { minLength: 1, maxLength: 4 }).map((terms): Described => ({
        make: (homs) =>
          sum(
            homs,
            terms.map((term) => term.make(homs)),
          ),
        on: (v) => terms.flatMap((term) => term.on(v)),
        isSelector: false,
      })),
      fc.tuple(arbitrarySelector(n), tie("hom"), tie("hom")).map(([c, f, g]): Described => ({
        make: (homs) => ifThenElse(homs, c.make(homs), f.make(homs), g.make(homs)),
        on: (v) => (c.on(v).length > 0 ? f.on(v) : g.on(v)),
        isSelector: false,
      })),
    ),
  }));
  return hom;
}

const homAndVectors = fc
  .integer({ min: 1, max: 6 })
  .chain((n) => fc.record({ n: fc.constant(n), hom: arbitraryHom(n), list: arbitraryVectors(n, 25, values) }));

test("a homomorphism does to a set what it does to each of its vectors, whatever the cache forgets", () => {
  fc.assert(
    fc.property(homAndVectors, fc.constantFrom(1, 16, 2 ** 20), ({ n, hom, list }, cacheEntries) => {
      const space = new Space({ cacheEntries });
      const homs = new Homomorphisms(space, n);
      const made = hom.make(homs);
      expect(listOf(space, image(homs, made, setOf(space, list)))).toEqual(normal(list.flatMap((v) => hom.on(v))));
      const [half, rest] = [setOf(space, list.slice(0, 5)), setOf(space, list.slice(5))];
      expect(union(space, image(homs, made, half), image(homs, made, rest))).toBe(
        image(homs, made, setOf(space, list)),
      );
      expect(image(homs, made, emptySet)).toBe(emptySet);
    }),
    { numRuns: times(3000) },
  );
});

test("a selector and its negation divide a set", () => {
  const given = fc
    .integer({ min: 1, max: 6 })
    .chain((n) => fc.record({ n: fc.constant(n), hom: arbitrarySelector(n), list: arbitraryVectors(n, 25, values) }));
  fc.assert(
    fc.property(given, ({ n, hom, list }) => {
      const space = new Space();
      const homs = new Homomorphisms(space, n);
      const made = hom.make(homs);
      expect(made.isSelector).toBe(true);
      const set = setOf(space, list);
      const selected = normal(list.filter((v) => hom.on(v).length > 0));
      expect(listOf(space, image(homs, made, set))).toEqual(selected);
      expect(listOf(space, image(homs, negation(homs, made), set))).toEqual(
        normal(list).filter((v) => !has(selected, v)),
      );
    }),
    { numRuns: times(500) },
  );
});

test("an origin is a vector that leads there, and is found if there is one", () => {
  fc.assert(
    fc.property(homAndVectors, fc.nat(), ({ n, hom, list }, choice) => {
      const space = new Space();
      const homs = new Homomorphisms(space, n);
      const made = hom.make(homs);
      const images = list.flatMap((v) => hom.on(v));
      const wanted = images[choice % Math.max(1, images.length)] ?? Array.from({ length: n }, () => 0);
      const origin = originOf(homs, made, setOf(space, list), wanted);
      expect(origin !== undefined).toBe(images.length > 0);
      if (!origin) return;
      expect(has(list, origin)).toBe(true);
      expect(has(hom.on(origin), wanted)).toBe(true);
    }),
    { numRuns: times(500) },
  );
});

const homsAndVectors = fc.integer({ min: 1, max: 6 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    steps: fc.array(arbitraryHom(n), { minLength: 1, maxLength: 6 }),
    list: arbitraryVectors(n, 10, values),
    collectAbove: fc.constantFrom(0, 10, 1e6),
  }),
);

test("saturation reaches what the plain fixpoint reaches, with and without collection", () => {
  fc.assert(
    fc.property(homsAndVectors, ({ n, steps, list, collectAbove }) => {
      const space = new Space();
      const homs = new Homomorphisms(space, n);
      const made = steps.map((step) => step.make(homs));
      const reached = new Map(list.map((v) => [v.join(), v]));
      for (const v of reached.values()) {
        for (const step of steps) for (const w of step.on(v)) if (!reached.has(w.join())) reached.set(w.join(), w);
      }
      const set = setOf(space, list);
      const saturated = image(homs, fixpoint(homs, sum(homs, [homs.identity, ...made])), set, {
        roots: [set],
        collectAbove,
      });
      expect(listOf(space, saturated)).toEqual(normal(reached.values()));
      expect(image(homs, closure(homs, made), set)).toBe(saturated);
      const plain = plainFixpoint(homs, sum(homs, [homs.identity, ...made]));
      expect(image(homs, plain, set, { roots: [set, saturated], collectAbove })).toBe(saturated);
    }),
    { numRuns: times(500) },
  );
});

test("expressions are kept once", () => {
  const homs = new Homomorphisms(new Space(), 4);
  const [f, g] = [swap(homs, 0, 2), swap(homs, 3, 1)];
  expect(swap(homs, 1, 3)).toBe(g);
  expect(composition(homs, f, homs.identity, g)).toBe(composition(homs, f, g));
  expect(sum(homs, [g, f, g])).toBe(sum(homs, [f, sum(homs, [g])]));
  expect(closure(homs, [f, g])).toBe(fixpoint(homs, sum(homs, [homs.identity, g, f])));
  const less = comparison(homs, 0, "<", 1);
  expect(negation(homs, negation(homs, less))).toBe(less);
  expect(closure(homs, [less])).toBe(homs.identity);
});

test("an exhaustion ends when no part changes anything", () => {
  const space = new Space();
  const homs = new Homomorphisms(space, 5);
  const decrement = (level: number): Hom => assignment(homs, level, [level], ([x]) => Math.max(0, x! - 1));
  const all = product(
    space,
    Array.from({ length: 5 }, () => [0, 1, 2, 3]),
  );
  const none = image(homs, exhaustion(homs, [0, 1, 2, 3, 4].map(decrement)), all);
  expect(listOf(space, none)).toEqual([[0, 0, 0, 0, 0]]);
});

test("a command that reads nothing writes what it says, and one without outcomes nothing", () => {
  const space = new Space();
  const homs = new Homomorphisms(space, 3);
  const all = product(space, [[0, 1], [0, 1], [0, 1]]); // prettier-ignore
  const write = command(homs, { reads: [], writes: [2, 0], outcomes: () => [[7, 8], [5, 6], [7, 8]] }); // prettier-ignore
  expect(listOf(space, image(homs, write, all))).toEqual([[6, 0, 5], [6, 1, 5], [8, 0, 7], [8, 1, 7]]); // prettier-ignore
  expect(image(homs, command(homs, { reads: [1], writes: [0], outcomes: () => [] }), all)).toBe(emptySet);
  expect(image(homs, command(homs, { reads: [], writes: [], outcomes: () => [] }), all)).toBe(emptySet);
  expect(image(homs, sum(homs, []), all)).toBe(emptySet);
});

test("what does not fit is refused with a reason", () => {
  const space = new Space();
  const homs = new Homomorphisms(space, 2);
  const set = setOf(space, [[0, 1]]);
  expect(() => swap(homs, 0, 2)).toThrow(new DddError("there is no level 2: the levels are 0 to 1"));
  expect(() => negation(homs, swap(homs, 0, 1))).toThrow("only a selector has a negation");
  expect(() => command(homs, { reads: [0, 0], writes: [], outcomes: () => [] })).toThrow("lists a level twice: 0, 0");
  expect(() => image(homs, homs.identity, setOf(space, [[1]]))).toThrow(
    "vectors of length 2, the set has vectors of length 1",
  );
  const short = command(homs, { reads: [0], writes: [0, 1], outcomes: () => [[1]] });
  expect(() => image(homs, short, set)).toThrow("writes 2 levels, but an outcome has 1 values");
  const nested = assignment(homs, 0, [1], () => image(homs, homs.identity, set));
  expect(() => image(homs, nested, set)).toThrow("must not evaluate homomorphisms");
  expect(listOf(space, image(homs, swap(homs, 0, 1), set))).toEqual([[1, 0]]);
  const others = new Homomorphisms(space, 2);
  expect(() => image(others, swap(homs, 0, 1), set)).toThrow("cannot be used with others than those it was made with");
  expect(() => sum(others, [swap(homs, 0, 1), others.identity])).toThrow("cannot be used with others");
  expect(() => new Homomorphisms(space, -1)).toThrow("vectors cannot have length -1");
});

/** Tokens on a ring that move to the next place if it is free. */
function ring(homs: Homomorphisms): Hom[] {
  const n = homs.length;
  return Array.from({ length: n }, (_, i) =>
    command(homs, {
      reads: [i, (i + 1) % n],
      writes: [i, (i + 1) % n],
      outcomes: ([x, y]) => (x === 1 && y === 0 ? [[0, 1]] : []),
    }),
  );
}

test("a closure over 1000 levels, with collection on the way", () => {
  const space = new Space();
  const homs = new Homomorphisms(space, 1000);
  const start = singleton(
    space,
    Array.from({ length: 1000 }, (_, i) => (i < 2 ? 1 : 0)),
  );
  const reached = image(homs, closure(homs, ring(homs)), start, { roots: [start], collectAbove: 3000 });
  expect(count(space, reached)).toBe((1000n * 999n) / 2n);
  expect(statistics(space).collections).toBeGreaterThan(0);
});

test("memory runs out in the middle of a closure, and the space stays usable", () => {
  const space = new Space({ memoryBytes: 2 ** 19 });
  const homs = new Homomorphisms(space, 40);
  const start = singleton(
    space,
    Array.from({ length: 40 }, (_, i) => i),
  );
  const swaps = Array.from({ length: 20 }, (_, i) => swap(homs, i, 39 - i));
  expect(() => image(homs, closure(homs, swaps), start, { roots: [start] })).toThrow(DddLimitError);
  expect(statistics(space).memoryBytes).toBeLessThanOrEqual(2 ** 19);
  collect(space, [start]);
  expect(listOf(space, image(homs, swap(homs, 0, 39), start))[0]!.slice(0, 2)).toEqual([39, 1]);
});

test("collection on the way makes room where there would be none", () => {
  const run = (options: { readonly roots?: readonly number[] }): bigint => {
    const space = new Space({ memoryBytes: 2 ** 18 });
    const homs = new Homomorphisms(space, 40);
    const start = singleton(
      space,
      Array.from({ length: 40 }, (_, i) => (i < 4 ? 1 : 0)),
    );
    return count(space, image(homs, plainFixpoint(homs, sum(homs, [homs.identity, ...ring(homs)])), start, options));
  };
  expect(() => run({})).toThrow(DddLimitError);
  expect(run({ roots: [] })).toBe(91390n);
});

test("progress is reported, and ends the evaluation by throwing", () => {
  const space = new Space();
  const homs = new Homomorphisms(space, 200);
  const start = singleton(
    space,
    Array.from({ length: 200 }, (_, i) => (i < 9 ? 1 : 0)),
  );
  const all = plainFixpoint(homs, sum(homs, [homs.identity, ...ring(homs)]));
  const seen: number[] = [];
  const onProgress = ({ nodes }: { readonly nodes: number }): void => {
    seen.push(nodes);
    if (seen.length === 3) throw new Error("enough");
  };
  expect(() => image(homs, all, start, { onProgress })).toThrow("enough");
  expect(seen).toHaveLength(3);
  expect(count(space, image(homs, sum(homs, ring(homs)), start))).toBe(1n);
});

test("a command is known by its key to its caller, and to nobody else", () => {
  const homs = new Homomorphisms(new Space(), 2);
  const given = { reads: [0], writes: [1], outcomes: ([x]: readonly number[]) => [[x!]], key: "swap 0 1" };
  expect(command(homs, given)).toBe(command(homs, { ...given }));
  expect(command(homs, given)).not.toBe(swap(homs, 0, 1));
});

test("expressions and diagrams of 10,000 levels do not exhaust the stack", () => {
  const space = new Space();
  const n = 10_000;
  const homs = new Homomorphisms(space, n);
  const zeros = singleton(space, new Int32Array(n));
  const set = (level: number): Hom => assignment(homs, level, [], () => 1);
  const chain = Array.from({ length: n - 1 }, (_, i) =>
    command(homs, { reads: [i, i + 1], writes: [i + 1], outcomes: ([x, y]) => (x === 1 && y === 0 ? [[1]] : []) }),
  );
  const reached = image(homs, closure(homs, [...chain, set(0)]), zeros);
  expect(count(space, reached)).toBe(BigInt(n + 1));
  let nested = comparison(homs, n - 2, ">=", n - 1);
  for (let i = n - 3; i >= 0; i--) nested = sum(homs, [comparison(homs, i, ">", i + 1), composition(homs, nested, comparison(homs, i, "=", i + 1))]); // prettier-ignore
  expect(image(homs, nested, reached)).toBe(reached);
});
