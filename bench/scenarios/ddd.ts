/**
 * The scenario `ddd`: decision diagrams alone: canonization of sets, saturated and in the rounds of the paper, and
 * closures.
 */

import {
  apply,
  closure,
  command,
  count,
  Homomorphisms,
  ifThenElse,
  image,
  nodeCount,
  permuteBlocks,
  plainFixpoint,
  product,
  reduces,
  sequence,
  setCanonize,
  singleton,
  Space,
  statistics,
} from "../../src/ddd/index.ts";
import type { Hom, VectorSymmetry } from "../../src/ddd/index.ts";
import type { Report, Scenario, ScenarioOptions } from "../scenario.ts";
import { decimal, unknown, whole } from "../table.ts";

export const ddd: Scenario = {
  name: "ddd",
  description: "Decision diagrams: canonization of sets of vectors, and closures over many levels.",
  run: runDdd,
};

interface Instance {
  readonly name: string;
  readonly length: number;
  /** The number of values of each level. */
  readonly values: number;
  readonly reducers: readonly VectorSymmetry[];
  /** The expected number of representatives. */
  readonly expected: bigint;
  readonly isQuick: boolean;
}

interface Measured {
  readonly seconds: number;
  readonly vectors: string;
  readonly nodes: number;
  readonly peakNodes: number;
  readonly memoryBytes: number;
}

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Exchanges of neighboring blocks. */
function exchanges(length: number, blocks: readonly (readonly number[])[]): VectorSymmetry[] {
  return blocks.slice(1).map((_, i) => {
    const images = blocks.map((_, b) => (b === i ? i + 1 : b === i + 1 ? i : b));
    return permuteBlocks(length, blocks, images);
  });
}

/** n features and 5 options that are on or off: the software product line of the paper. */
function productLine(n: number, isQuick: boolean): Instance {
  const [features, options] = [range(n).map((i) => [i]), range(5).map((i) => [n + i])];
  const reducers = [...exchanges(n + 5, features), ...exchanges(n + 5, options)];
  const expected = 6n * BigInt(n + 1);
  return { name: `product line ${n}, S${n} x S5`, length: n + 5, values: 2, reducers, expected, isQuick };
}

/** n processes of some levels with three values each: multisets of local states. */
function processes(n: number, width: number, isQuick: boolean): Instance {
  const blocks = range(n).map((b) => range(width).map((k) => width * b + k));
  const states = 3n ** BigInt(width);
  let expected = 1n;
  for (let k = 0n; k < BigInt(n); k++) expected = (expected * (states + k)) / (k + 1n);
  const [length, reducers] = [n * width, exchanges(n * width, blocks)];
  return { name: `${n} processes of ${width}, S${n}`, length, values: 3, reducers, expected, isQuick };
}

/** Binary necklaces. */
function necklaces(n: number, expected: bigint, isQuick: boolean): Instance {
  const reducers = range(n - 1).map((k) => ({ levels: range(n).map((i) => (i + k + 1) % n) }));
  return { name: `necklaces ${n}, C${n}`, length: n, values: 2, reducers, expected, isQuick };
}

const instances: readonly Instance[] = [
  productLine(20, true),
  productLine(160, false),
  productLine(1000, false),
  processes(4, 2, true),
  processes(10, 3, false),
  processes(10, 4, false),
  processes(40, 4, false),
  necklaces(8, 36n, true),
  necklaces(16, 4116n, false),
];

function runDdd({ quick, runCount, onProgress }: ScenarioOptions): Promise<Report> {
  const problems: string[] = [];
  const canonizations = instances
    .filter(({ isQuick }) => !quick || isQuick)
    .map((instance) => {
      const saturated = best(runCount, () => canonize(instance, setCanonize));
      // The rounds of a thousand exchanges take minutes.
      const rounds = instance.length <= 165 ? canonize(instance, inRounds) : undefined;
      for (const { vectors } of [saturated, ...(rounds ? [rounds] : [])]) {
        if (vectors !== `${instance.expected}`) problems.push(`${instance.name}: ${vectors} representatives`);
      }
      onProgress(`${instance.name}: ${decimal(saturated.seconds, 3)} s`);
      return { name: instance.name, saturated, rounds };
    });
  const rings = (quick ? [20] : [1000, 10_000]).map((length) => {
    const measured = best(runCount, () => ring(length));
    const expected = (BigInt(length) * BigInt(length - 1)) / 2n;
    if (measured.vectors !== `${expected}`) problems.push(`ring ${length}: ${measured.vectors} vectors`);
    onProgress(`ring ${length}: ${decimal(measured.seconds, 3)} s`);
    return { name: `ring of ${length}, 2 tokens`, measured };
  });
  return Promise.resolve({
    rows: { canonizations, rings },
    tables: [
      {
        title: "Canonization of all vectors",
        columns: ["set", "representatives", "nodes", "peak nodes", "seconds", "in rounds, seconds"],
        rows: canonizations.map(({ name, saturated, rounds }) => [
          name,
          saturated.vectors,
          whole(saturated.nodes),
          whole(saturated.peakNodes),
          decimal(saturated.seconds, 3),
          rounds ? decimal(rounds.seconds, 3) : unknown,
        ]),
      },
      {
        title: "Closures",
        columns: ["system", "vectors", "nodes", "peak nodes", "seconds"],
        rows: rings.map(({ name, measured }) => [
          name,
          measured.vectors,
          whole(measured.nodes),
          whole(measured.peakNodes),
          decimal(measured.seconds, 3),
        ]),
      },
    ],
    notes: [
      "Elapsed seconds in one process, homomorphisms made anew each time, garbage never collected.",
      "In rounds: the fixpoint as Colange et al. print it, with our `reduces` and `apply`, one run.",
      "The numbers of representatives are known in closed form, or the run fails.",
    ],
    problems,
    peers: {},
  });
}

/** Applies the reducers one after the other, until nothing changes. */
function inRounds(homs: Homomorphisms, reducers: readonly VectorSymmetry[]): Hom {
  const steps = reducers.map((g) => ifThenElse(homs, reduces(homs, g), apply(homs, g), homs.identity));
  return plainFixpoint(homs, sequence(homs, steps));
}

function canonize({ length, values, reducers }: Instance, make: typeof inRounds): Measured {
  return measure(length, (homs) => image(homs, make(homs, reducers), product(homs.space, range(length).map(() => range(values))))); // prettier-ignore
}

/** Tokens on a ring that move to the next place if it is free. */
function ring(length: number): Measured {
  return measure(length, (homs) => {
    const steps = range(length).map((i) => {
      const levels = [i, (i + 1) % length];
      return command(homs, {
        reads: levels,
        writes: levels,
        outcomes: ([x, y]) => (x === 1 && y === 0 ? [[0, 1]] : []),
      });
    });
    return image(homs, closure(homs, steps), singleton(homs.space, range(length).map((i) => (i < 2 ? 1 : 0)))); // prettier-ignore
  });
}

function measure(length: number, compute: (homs: Homomorphisms) => number): Measured {
  const space = new Space();
  const start = performance.now();
  const set = compute(new Homomorphisms(space, length));
  const seconds = (performance.now() - start) / 1000;
  const { peakNodes, memoryBytes } = statistics(space);
  return { seconds, vectors: `${count(space, set)}`, nodes: nodeCount(space, set), peakNodes, memoryBytes };
}

function best(runCount: number, run: () => Measured): Measured {
  const runs = range(runCount).map(() => run());
  return runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}
