/**
 * Compares with GAP, which gets all cases in one script: random generator sets, orders, membership, stabilizers,
 * blocks.
 *
 * Without GAP the test is skipped, and a line says so.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { minimalBlockSystems } from "../../src/group/blocks.ts";
import { contains, denseGenerators, permutationGroup, randomElement } from "../../src/group/group.ts";
import { alternating, cyclic, dihedral, symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { conjugateGroup, directProduct } from "../../src/group/operations.ts";
import { compose, identity, orderOf, power } from "../../src/group/permutation.ts";
import type { Permutation } from "../../src/group/permutation.ts";
import { pointwiseStabilizer, setStabilizer } from "../../src/group/stabilizers.ts";
import { formatStructure, structureOrder } from "../../src/group/structure/structure-tree.ts";
import { structureOf } from "../../src/group/structure/structure.ts";
import { Random } from "../../src/util/random.ts";
import { inducedAction, randomPermutation } from "../support/groups.ts";
import { skipped } from "../support/skipped.ts";

const gap = "gap";
const withoutGap = skipped(spawnSync(gap, ["-q", "-A"], { input: "QUIT;" }).status !== 0, "GAP is not installed");

/** GAP takes seconds for the stabilizers in a symmetric group of a hundred points. */
const largestForStabilizers = 10n ** 70n;

interface Case {
  readonly degree: number;
  readonly generators: readonly Permutation[];
  /** The name of the structure, if the group was made from its name. */
  readonly name?: string;
}

interface Answer {
  readonly order: string;
  readonly members: readonly boolean[];
  readonly points: string;
  readonly set: string;
  readonly blocks: readonly (readonly number[])[];
}

const random = new Random(2024);
const cases = allCases();

test.skipIf(withoutGap)(`groups are what GAP says, on ${cases.length} generator sets`, () => {
  const questions = cases.map((example) => questionOf(example));
  const answers = askGap(questions);
  expect(answers).toHaveLength(cases.length);
  for (const [k, { degree, generators, name }] of cases.entries()) {
    const { group, probes, points, set, withStabilizers } = questions[k]!;
    const systems = minimalBlockSystems(group, points[0]);
    const ours: Answer = {
      order: String(group.order),
      members: probes.map((p) => contains(group, p)),
      points: withStabilizers ? String(pointwiseStabilizer(group, points).order) : "",
      set: withStabilizers ? String(setStabilizer(group, set).order) : "",
      blocks: systems.map((system) => [...system[0]!]),
    };
    expect(ours, `case ${k} of degree ${degree}: ${generators.map((p) => p.join()).join("; ")}`).toEqual(answers[k]);
    if (name === undefined) continue;
    const structure = structureOf(group);
    expect(formatStructure(structure).split(" x ").sort()).toEqual(name.split(" x ").sort());
    expect(structureOrder(structure)).toBe(group.order);
  }
});

function questionOf({ degree, generators }: Case) {
  const group = permutationGroup(degree, generators);
  const inside = [0, 1, 2].map(() => randomElement(group, random));
  const exchange = identity(degree);
  const i = random.below(degree);
  const j = random.below(degree);
  [exchange[i], exchange[j]] = [exchange[j]!, exchange[i]!];
  const probes = [...inside, compose(inside[0]!, exchange), randomPermutation(degree, random)];
  const points = [0, 1, 2].map(() => random.below(degree));
  const set = [...new Set(Array.from({ length: 1 + random.below(8) }, () => random.below(degree)))];
  return { degree, generators, group, probes, points, set, withStabilizers: group.order < largestForStabilizers };
}

function askGap(questions: readonly ReturnType<typeof questionOf>[]): Answer[] {
  const list = (numbers: Iterable<number>): string => `[${[...numbers].map((i) => i + 1).join()}]`;
  const lists = (permutations: readonly Permutation[]): string => `[${permutations.map((p) => list(p)).join()}]`;
  const calls = questions.map(
    ({ generators, probes, points, set, withStabilizers }) =>
      `Answer(${lists(generators)},${lists(probes)},${list(points)},${list(set)},${withStabilizers});`,
  );
  const folder = mkdtempSync(join(tmpdir(), "noether-gap-"));
  try {
    const script = join(folder, "groups.g");
    writeFileSync(script, `${answerFunction}\n${calls.join("\n")}\nQUIT;\n`);
    const { stdout, stderr } = spawnSync(gap, ["-q", "-A", "-b", script], { encoding: "utf8", maxBuffer: 1 << 28 });
    expect(stderr).toBe("");
    return stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Answer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints one line of JSON. Blocks are those of the least point of an orbit, in systems of which no other is finer. */
const answerFunction = String.raw`
SetPrintFormattingStatus("*stdout*", false);
Answer := function(generators, probes, points, set, withStabilizers)
  local G, orbit, H, blocks, minimal, ofPoints, ofSet;
  G := Group(List(generators, PermList), ());
  # GAP is slow on large symmetric groups unless it is made to recognize them.
  if IsTransitive(G, MovedPoints(G)) and not IsNaturalSymmetricGroup(G) then
    IsNaturalAlternatingGroup(G);
  fi;
  ofPoints := "";
  ofSet := "";
  if withStabilizers then
    ofPoints := Size(Stabilizer(G, points, OnTuples));
    ofSet := Size(Stabilizer(G, Set(set), OnSets));
  fi;
  orbit := Set(Orbit(G, points[1]));
  H := Action(G, orbit);
  blocks := [];
  if Length(orbit) > 1 then
    # Each listed block contains the first point.
    blocks := List(AllBlocks(H), Set);
  fi;
  minimal := Filtered(blocks, b -> not ForAny(blocks, c -> c <> b and IsSubset(b, c)));
  minimal := SortedList(List(minimal, b -> List(b, i -> orbit[i] - 1)));
  Print("{\"order\":\"", Size(G),
    "\",\"members\":", List(probes, p -> PermList(p) in G),
    ",\"points\":\"", ofPoints,
    "\",\"set\":\"", ofSet,
    "\",\"blocks\":", minimal, "}\n");
end;
`;

function allCases(): Case[] {
  return [
    ...times(40, () => plainCase()),
    ...times(40, () => sparseCase()),
    ...times(40, () => powerCase()),
    ...times(40, () => orbitsCase()),
    ...times(40, () => wreathCase()),
    ...times(20, () => inducedCase()),
    ...namedCases(),
  ];
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** One to three random permutations of up to 200 points. Mostly symmetric and alternating groups. */
function plainCase(): Case {
  const degree = 1 + random.below(random.below(4) === 0 ? 200 : 60);
  return { degree, generators: times(1 + random.below(3), () => randomPermutation(degree, random)) };
}

/** Several generators that move few of up to 200 points. */
function sparseCase(): Case {
  const degree = 10 + random.below(190);
  const generators = times(1 + random.below(12), () => {
    const p = identity(degree);
    for (let k = 0; k < 1 + random.below(3); k++) {
      const [i, j] = [random.below(degree), random.below(degree)];
      [p[i], p[j]] = [p[j]!, p[i]!];
    }
    return p;
  });
  return { degree, generators };
}

/** Powers of random permutations: elements of small order, and of smaller groups. */
function powerCase(): Case {
  const degree = 3 + random.below(20);
  const generators = times(1 + random.below(3), () => {
    const p = randomPermutation(degree, random);
    const order = orderOf(p);
    const prime = [2n, 3n, 5n, 7n].find((q) => order % q === 0n);
    return prime ? power(p, order / prime) : p;
  });
  return { degree, generators };
}

/** Random permutations of several orbits at once, some of which move in step. */
function orbitsCase(): Case {
  const sizes = times(1 + random.below(4), () => 2 + random.below(12));
  const copies = sizes.map(() => 1 + random.below(3));
  const generators = times(2, () =>
    sideBySide(
      sizes.flatMap((size, k) => {
        const p = randomPermutation(size, random);
        return times(copies[k]!, () => p);
      }),
    ),
  );
  return shuffled({ degree: generators[0]!.length, generators });
}

/** Random elements of wreath products: imprimitive groups. */
function wreathCase(): Case {
  const wreath = wreathProduct(symmetric(2 + random.below(4)), symmetric(2 + random.below(5)));
  const generators = times(2 + random.below(2), () => randomElement(wreath, random));
  return shuffled({ degree: wreath.degree, generators });
}

/** Random permutations acting on points, pairs and ordered pairs. */
function inducedCase(): Case {
  const n = 4 + random.below(5);
  const points = Array.from({ length: n }, (_, i) => [i]);
  const ordered = points.flatMap(([i]) => points.flatMap(([j]) => (i === j ? [] : [[i!, j!]])));
  const pairs = ordered.filter(([i, j]) => i! < j!);
  const generators = times(2, () => {
    const p = randomPermutation(n, random);
    const act = (element: readonly number[]): number[] => element.map((i) => p[i]!);
    const onPairs = inducedAction(pairs, (pair) => act(pair).sort((a, b) => a - b));
    const parts = [inducedAction(points, act), onPairs, inducedAction(ordered, act)];
    return sideBySide(parts.filter((_, k) => n % (k + 2) !== 0));
  });
  return shuffled({ degree: generators[0]!.length, generators });
}

function namedCases(): Case[] {
  const [S, A, C, D, wr] = [symmetric, alternating, cyclic, dihedral, wreathProduct];
  const groups = {
    "S12 x A7": directProduct(S(12), A(7)),
    "S2 x S3 x S4 x S5": directProduct(S(2), S(3), S(4), S(5)),
    "C30 x D15": directProduct(C(30), D(15)),
    "(S3 wr S2) x S3": directProduct(wr(S(3), S(2)), S(3)),
    "S2 wr S2 wr S2": wr(S(2), wr(S(2), S(2))),
    "S4 wr S3 wr S2": wr(S(4), wr(S(3), S(2))),
    "(C5 wr S4) x D6": directProduct(wr(C(5), S(4)), D(6)),
    "(A5 wr C3) x C8": directProduct(wr(A(5), C(3)), C(8)),
    "S40 x S50": directProduct(S(40), S(50)),
    "S20 wr S4": wr(S(20), S(4)),
    C60: C(60),
    D60: D(60),
  };
  return Object.entries(groups).flatMap(([name, group]) =>
    times(2, () => {
      const renamed = conjugateGroup(group, randomPermutation(group.degree, random));
      // Generators other than the original ones.
      const generators = [...denseGenerators(renamed), randomElement(renamed, random)];
      return { degree: group.degree, generators, name };
    }),
  );
}

function shuffled({ degree, generators }: Case): Case {
  const q = randomPermutation(degree, random);
  const renamed = generators.map((p) => {
    const result = new Int32Array(degree);
    p.forEach((image, i) => (result[q[i]!] = q[image]!));
    return result;
  });
  return { degree, generators: renamed };
}

function sideBySide(parts: readonly Permutation[]): Permutation {
  const images: number[] = [];
  for (const part of parts) {
    const start = images.length;
    for (const i of part) images.push(start + i);
  }
  return Int32Array.from(images);
}
