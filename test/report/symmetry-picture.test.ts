/** What there is to draw of a group: orbits of parts, links between them, and what generators do to them. */

import { expect, test } from "vitest";
import { findSymmetries, stateGraph, symmetryPicture } from "../../src/index.ts";
import type { SymmetryPicture } from "../../src/index.ts";
import { loadModel } from "../../src/node/index.ts";

function pictureOf(name: string, defines: Record<string, string> = {}): SymmetryPicture {
  const { model } = loadModel(name, { defines });
  return symmetryPicture(model!, findSymmetries(model!));
}

/** The names of the parts of each orbit. */
function orbitsOf({ parts }: SymmetryPicture): string[][] {
  const orbits = new Map<number, string[]>();
  for (const { name, orbit } of parts) {
    if (orbit !== undefined) orbits.set(orbit, [...(orbits.get(orbit) ?? []), name]);
  }
  return [...orbits.values()];
}

test("the e-mail system: clients and boxes but those of client 3, and the words for them", () => {
  const picture = pictureOf("examples/promela/email.pml");
  expect(picture.kind).toBe("channels");
  expect(orbitsOf(picture)).toEqual([
    ["client[0]", "client[1]", "client[3]", "client[4]"],
    ["box_1", "box_2", "box_4", "box_5"],
  ]);
  const words = new Map(picture.words);
  expect(words.get("box_1")).toBe(words.get("box_5"));
  expect(words.has("box_3")).toBe(false);
  expect(words.has("client")).toBe(false);
});

test("actors: clients of both balancers are one orbit, servers are none", () => {
  const picture = pictureOf("examples/rebeca/load-balancer-dynamic.rebeca");
  expect(picture.kind).toBe("actors");
  expect(orbitsOf(picture)).toEqual([
    ["c1", "c2", "c3", "c4", "c5", "c6"],
    ["lb1", "lb2"],
  ]);
  expect(new Map(picture.words).has("Server")).toBe(false);
});

test.each([
  ["examples/petri/philosophers-5.pnml", {}],
  ["examples/promela/three-tiered.pml", {}],
  ["examples/rebeca/trains.rebeca", {}],
  ["examples/csp/dining-philosophers.csp", { N: "4" }],
  ["examples/murphi/german.m", {}],
] as const)("generators permute the parts of %s within their orbits, and keep the links", (name, defines) => {
  const { parts, slots, links } = pictureOf(name, defines);
  for (const list of [parts, slots]) {
    for (let g = 0; g < (list[0]?.images.length ?? 0); g++) {
      const images = list.map((part) => part.images[g]!);
      expect([...images].sort((a, b) => a - b)).toEqual(list.map((_, i) => i));
      images.forEach((image, i) => expect(list[image]!.orbit).toBe(list[i]!.orbit));
    }
  }
  const known = new Set(links.map(({ from, to, heads }) => `${from} ${to} ${heads}`));
  const isKnown = (from: number, to: number, heads: string): boolean =>
    known.has(`${from} ${to} ${heads}`) || (heads !== "one" && known.has(`${to} ${from} ${heads}`));
  for (let g = 0; g < (parts[0]?.images.length ?? 0); g++) {
    const image = (i: number): number => parts[i]!.images[g]!;
    expect(links.filter(({ from, to, heads }) => !isKnown(image(from), image(to), heads))).toEqual([]);
  }
});

test("in a state graph every state has a parent one step before it, and a quotient has all orbits", () => {
  const name = "examples/csp/dining-philosophers.csp";
  const { model } = loadModel(name, { defines: { N: "4" } });
  const full = stateGraph(model!, 1000)!;
  const quotient = stateGraph(model!, 1000, findSymmetries(model!).group)!;
  for (const graph of [full, quotient]) {
    const arrows = new Set(graph.arrows.map(({ from, to }) => `${from} ${to}`));
    graph.parents.forEach((parent, id) =>
      expect(parent < 0 ? id < graph.initialCount : arrows.has(`${parent} ${id}`)).toBe(true),
    );
  }
  expect(full.states.length).toBe(118);
  expect(new Set(full.states.map((state) => quotient.numberOf(state))).size).toBe(quotient.states.length);
  expect(stateGraph(model!, 117)).toBeUndefined();
});
