/** Orders, orbits, generators and canonical forms against bliss and nauty, on more than five hundred graphs. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { automorphismGroup } from "../../src/graph/automorphisms.ts";
import type { AutomorphismGroup } from "../../src/graph/automorphisms.ts";
import { canonicalForm } from "../../src/graph/canonical-form.ts";
import type { ColoredGraph } from "../../src/graph/colored-graph.ts";
import { writeDimacs } from "../../src/graph/dimacs.ts";
import { permutationGroup, sameGroup } from "../../src/group/index.ts";
import * as graphs from "../support/graphs.ts";
import { skipped } from "../support/skipped.ts";

const random = graphs.numbersFrom(20261115);

function collection(): [string, ColoredGraph][] {
  const list: [string, ColoredGraph][] = [];
  for (let d = 1; d <= 10; d++) list.push([`hypercube ${d}`, graphs.hypercube(d)]);
  for (const q of [5, 13, 17, 29, 37, 41, 53, 61]) list.push([`paley ${q}`, graphs.paley(q)]);
  for (let n = 2; n <= 8; n++) {
    list.push([`rook ${n}`, graphs.rook(n)], [`triangular ${n + 2}`, graphs.triangular(n + 2)]);
  }
  for (let k = 1; k <= 4; k++) list.push([`hadamard ${k}`, graphs.hadamard(k)]);
  list.push(["shrikhande", graphs.shrikhande()], ["petersen", graphs.petersen()]);
  for (const base of [graphs.complete(4), graphs.hypercube(3), graphs.petersen()]) {
    for (const twisted of [false, true]) list.push([`cfi ${base.vertexCount}`, graphs.cfi(base, twisted)]);
  }
  for (let n = 1; n <= 12; n++) {
    list.push([`cycle ${n + 2}`, graphs.cycle(n + 2)], [`complete ${n}`, graphs.complete(n)]);
  }
  for (let r = 1; r <= 5; r++) for (let c = r; c <= 8; c++) list.push([`grid ${r} ${c}`, graphs.grid(r, c)]);
  list.push(["tree 3 3 2", graphs.tree(3, 3, 2)], ["tree 2 2 2 2 2", graphs.tree(2, 2, 2, 2, 2)]);
  for (let n = 3; n <= 6; n++) {
    list.push([`ring of constraints ${n}`, graphs.constraintGraph(n, 3, graphs.ringScopes(n))]);
    list.push([`complete constraints ${n}`, graphs.constraintGraph(n, 2, graphs.completeScopes(n))]);
  }
  for (let i = 0; i < 150; i++) list.push([`tree ${i}`, graphs.randomTree(1 + random(60), random)]);
  for (let i = 0; i < 150; i++) {
    const n = 1 + random(50);
    list.push([`sparse ${i}`, graphs.randomGraph(n, random(2 * n), 1 + random(3), random)]);
  }
  for (let i = 0; i < 80; i++) {
    const n = 1 + random(25);
    list.push([`dense ${i}`, graphs.randomGraph(n, random(n * n), 1 + random(2), random)]);
  }
  for (let i = 0; i < 60; i++) {
    const part = graphs.randomGraph(1 + random(8), random(12), 1, random);
    const other = graphs.randomTree(1 + random(10), random);
    list.push([`union ${i}`, graphs.disjointUnion(part, other, graphs.shuffledCopy(part, random), other)]);
  }
  return list;
}

const all = collection();
const folder = mkdtempSync(join(tmpdir(), "noether-graphs-"));
const withoutBliss = skipped(spawnSync("bliss", ["-version"]).error !== undefined, "bliss is not installed");
const withoutNauty = skipped(
  spawnSync("dreadnaut", { input: "q\n" }).error !== undefined,
  "dreadnaut (nauty) is not installed",
);

test("there are at least five hundred graphs", () => expect(all.length).toBeGreaterThanOrEqual(500));

test.skipIf(withoutBliss)(
  "bliss finds the same order, and its generators have our orbits and preserve our graph",
  () => {
    for (const [name, graph] of all) {
      const file = join(folder, "graph");
      writeFileSync(file, writeDimacs(graph));
      const output = execFileSync("bliss", [file], { encoding: "utf8", maxBuffer: 2 ** 28 });
      const ours = automorphismGroup(graph);
      expect(String(ours.order), name).toBe(/\|Aut\|:\s*(\d+)/.exec(output)![1]);
      const theirs = Array.from(output.matchAll(/^Generator: (.*)$/gm), (match) =>
        fromCycles(match[1]!, graph.vertexCount),
      );
      const own = ours.generators.map(({ support, images }) => {
        const image = Array.from({ length: graph.vertexCount }, (_, v) => v);
        support.forEach((v, i) => (image[v] = images[i]!));
        return image;
      });
      for (const image of [...theirs, ...own]) expect(isAutomorphism(graph, image), name).toBe(true);
      // Each group contains the other, so both programs claim the orders of their own generators.
      const ourGroup = permutationGroup(graph.vertexCount, ours.generators, { order: ours.order });
      const theirGroup = permutationGroup(graph.vertexCount, theirs.map((image) => Int32Array.from(image)), { order: ours.order }); // prettier-ignore
      expect(sameGroup(ourGroup, theirGroup), name).toBe(true);
      expect([...ours.orbits], name).toEqual(orbitsOf(graph.vertexCount, theirs));
    }
  },
);

test.skipIf(withoutNauty)("nauty finds the same order and number of orbits", () => {
  const output = spawnSync("dreadnaut", { input: all.map(([, graph]) => dreadnautInput(graph)).join(""), encoding: "utf8", maxBuffer: 2 ** 28 }).stdout; // prettier-ignore
  const found = Array.from(output.matchAll(/^(\d+) orbits?; grpsize=([\d.e+]+);/gm));
  expect(found).toHaveLength(all.length);
  for (const [i, [name, graph]] of all.entries()) {
    const { order, orbits } = automorphismGroup(graph);
    const [, orbitCount, size] = found[i]!;
    expect(new Set(orbits).size, name).toBe(Number(orbitCount));
    // Large orders are printed with few digits.
    if (/e/.test(size!)) expect(Number(order) / Number(size)).toBeCloseTo(1, 4);
    else expect(String(order), name).toBe(size);
  }
});

test("shuffled copies of all of them have equal canonical forms", () => {
  for (const [name, graph] of all) {
    const first = canonicalForm(graph).graph;
    const second = canonicalForm(graphs.shuffledCopy(graph, random)).graph;
    for (const part of ["kinds", "offsets", "neighbors"] as const) {
      expect(first[part].join() === second[part].join(), `${part} of ${name}`).toBe(true);
    }
  }
});

test("what is left after preprocessing has the rest of the group", () => {
  for (const [name, graph] of all.slice(0, 200)) {
    if (graph.vertexCount > 300) continue;
    expect(automorphismGroup(graph, { reduce: false }).order, name).toBe(automorphismGroup(graph).order);
  }
});

function dreadnautInput(graph: ColoredGraph): string {
  const lists = Array.from({ length: graph.vertexCount }, (_, v) => {
    const later = [...graph.neighbors.slice(graph.offsets[v], graph.offsets[v + 1])].filter((u) => u > v);
    return `${v} : ${later.join(" ")}`;
  });
  const colors = new Map<number, number[]>();
  graph.colors.forEach((color, v) => colors.set(color, [...(colors.get(color) ?? []), v]));
  const cells = [...colors.values()].map((cell) => cell.join(" ")).join("|");
  return `-m -a n=${graph.vertexCount} g\n${lists.join(";\n")}.\nf=[${cells}]\nx\n`;
}

function fromCycles(text: string, n: number): number[] {
  const image = Array.from({ length: n }, (_, v) => v);
  for (const [, cycle] of text.matchAll(/\(([\d,]+)\)/g)) {
    const points = cycle!.split(",").map((point) => Number(point) - 1);
    points.forEach((point, i) => (image[point] = points[(i + 1) % points.length]!));
  }
  return image;
}

function isAutomorphism(graph: ColoredGraph, image: readonly number[]): boolean {
  const { vertexCount, colors, offsets, neighbors } = graph;
  for (let v = 0; v < vertexCount; v++) {
    const w = image[v]!;
    if (colors[v] !== colors[w]) return false;
    const mapped = [...neighbors.slice(offsets[v], offsets[v + 1])].map((u) => image[u]!).sort((a, b) => a - b);
    if (mapped.join() !== neighbors.slice(offsets[w], offsets[w + 1]).join()) return false;
  }
  return new Set(image).size === vertexCount;
}

function orbitsOf(n: number, generators: AutomorphismGroup["orbits"] | readonly (readonly number[])[]): number[] {
  const least = Array.from({ length: n }, (_, v) => v);
  for (let changed = true; changed;) {
    changed = false;
    for (const image of generators as readonly (readonly number[])[]) {
      for (let v = 0; v < n; v++) {
        const low = Math.min(least[v]!, least[image[v]!]!);
        if (least[v] !== low || least[image[v]!] !== low) changed = true;
        least[v] = least[image[v]!] = low;
      }
    }
  }
  return least;
}
