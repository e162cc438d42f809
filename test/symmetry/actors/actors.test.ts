/** Symmetries of actors: of the paper's load balancer, and of a thousand random systems, tested on all their states. */

import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { programStructure } from "../../../src/hints/program-structure.ts";
import { formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { symmetryDocument } from "../../../src/report/symmetry.ts";
import { publishedClasses } from "../../../src/symmetry/actors/published-classes.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { textOf } from "../../languages/rebeca/actor-system.ts";
import { arbitrarySystem } from "../../languages/rebeca/arbitrary-system.ts";
import { reachableStates, whyNoAutomorphism } from "../../support/automorphism.ts";
import { expected, times } from "../../support/random-runs.ts";

function modelOf(text: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parse(text, { name: "model.rebeca", defines });
  if (!model) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return model;
}

function example(name: string): Model {
  const path = `examples/rebeca/${name}`;
  const beside = `${path}.property`;
  const text = readFileSync(`${path}.rebeca`, "utf8");
  const include = (): string | undefined => (existsSync(beside) ? readFileSync(beside, "utf8") : undefined);
  return parse(text, { name: `${path}.rebeca`, include }).model!;
}

function orbitsOf(model: Model): { readonly order: string; readonly orbits: readonly (readonly string[])[] } {
  const found = findSymmetries(model, { method: "actors" });
  expect(found.rejected).toEqual([]);
  expect(found.diagram!.order).toBe(found.group.group.order);
  const { actors, order } = symmetryDocument(model, found, { properties: [], explain: true });
  return { order, orbits: actors!.orbits };
}

const clients = ["c1", "c2", "c3", "c4", "c5", "c6"];

test("the dynamic load balancer has 72 symmetries, which leave the servers alone", () => {
  const { order, orbits } = orbitsOf(example("load-balancer-dynamic"));
  expect(order).toBe("72");
  expect(orbits).toEqual([clients, ["lb1", "lb2"], ["s1"], ["s2"], ["s3"]]);
});

test("if balancers choose any server, servers are alike too", () => {
  const { order, orbits } = orbitsOf(example("load-balancer-nondeterministic"));
  expect(order).toBe("432");
  expect(orbits).toEqual([clients, ["lb1", "lb2"], ["s1", "s2", "s3"]]);
});

test("the static load balancer has no symmetry by Theorem 1, since clients begin with different numbers", () => {
  const model = example("load-balancer-static");
  expect(orbitsOf(model).order).toBe("1");
  const found = findSymmetries(model, { method: "actors" });
  const { actors } = symmetryDocument(model, found, { properties: [], explain: true });
  expect(actors!.reasons[0]).toBe(
    "c1 and c2 are not alike: at first c1.inbox[0].number1 is 1 and c2.inbox[0].number1 is 2",
  );
});

test("the published algorithm puts servers into one class that no symmetry maps to each other", () => {
  const model = example("load-balancer-dynamic");
  const names = publishedClasses(programStructure.of(model)!).map((list) =>
    list.map((i) => programStructure.of(model)!.components[i]!.name),
  );
  expect(names).toEqual([clients, ["lb1", "lb2"], ["s1", "s2", "s3"]]);
  const found = findSymmetries(model, { method: "actors" });
  const { actors } = symmetryDocument(model, found, { properties: [], explain: true });
  expect(actors!.published!.map(({ withinOrbit }) => withinOrbit)).toEqual([true, true, false]);
  expect(actors!.reasons.join()).toContain("s1 and s2 are not alike: lb");
});

test.each([
  ["dining-philosophers", "4"],
  ["leader-ring", "1"],
  ["trains", "6"],
  ["producer-consumer", "24"],
])("%s has a group of order %s", (name, order) => {
  expect(orbitsOf(example(name)).order).toBe(order);
});

test("a property that names rebecs leaves only what preserves it", () => {
  const ring = (property: string): string => `
    reactiveclass Node(2) {
      knownrebecs { Node next; }
      statevars { boolean on; }
      msgsrv initial() { on = ?(true, false); }
    }
    main { Node a(b):(); Node b(c):(); Node c(d):(); Node d(a):(); }
    property { ${property} }`;
  expect(orbitsOf(modelOf(ring(""))).order).toBe("4");
  expect(orbitsOf(modelOf(ring("LTL { p: G(F(a.on && c.on)); }"))).order).toBe("2");
  expect(orbitsOf(modelOf(ring("define { x = a.on; } LTL { p: F(x); }"))).order).toBe("1");
  expect(orbitsOf(modelOf(ring("LTL { p: F(a.on && c.on || b.on && d.on); }"))).order).toBe("4");
  // Formulas on states are preserved one by one, although this formula as a whole would allow rotations.
  expect(orbitsOf(modelOf(ring("LTL { p: F(a.on) && F(b.on) && F(c.on) && F(d.on); }"))).order).toBe("1");
});

test("known rebecs to whom a class sends one after the other are alike, if what is sent is", () => {
  const star = (sends: string): string => `
    reactiveclass Hub(4) { knownrebecs { Leaf x, y, z; } msgsrv initial() { ${sends} } msgsrv back() { } }
    reactiveclass Leaf(3) { statevars { byte n; } msgsrv go(byte k) { n = k; ((Hub) sender).back(); } }
    main { Hub h(l1, l2, l3):(); Leaf l1():(); Leaf l2():(); Leaf l3():(); }`;
  expect(orbitsOf(modelOf(star("x.go(1); y.go(1); z.go(1);"))).order).toBe("6");
  expect(orbitsOf(modelOf(star("x.go(1); y.go(2); z.go(1);"))).order).toBe("2");
  expect(orbitsOf(modelOf(star("x.go(1); y.go(2); z.go(3);"))).order).toBe("1");
});

test("rebecs of a pool may be permuted, those that are there from the beginning not among them", () => {
  const text = `
    reactiveclass Maker(3) { statevars { Thing t; } msgsrv initial() { t = new Thing(t):(); } }
    reactiveclass Thing(2) {
      knownrebecs { Thing next; }
      msgsrv initial() { self.live(); }
      msgsrv live() { self.live(); }
    }
    main { Maker m1():(); Maker m2():(); Thing first(first):(); }`;
  const { order, orbits } = orbitsOf(modelOf(text, { NOETHER_POOL: "3" }));
  expect(order).toBe("12");
  expect(orbits).toEqual([["m1", "m2"], ["first"], ["Thing#1", "Thing#2", "Thing#3"]]);
});

test("every generator found for a random system is an automorphism of its state graph", () => {
  let tried = 0;
  let symmetric = 0;
  let refused = 0;
  let seenByText = 0;
  fc.assert(
    fc.property(arbitrarySystem, (system) => {
      const defines: Record<string, string> = system.pool > 0 ? { NOETHER_POOL: String(system.pool) } : {};
      const model = modelOf(textOf(system), defines);
      const graph = reachableStates(model, 600);
      if (!graph) return;
      const { accepted, rejected, group } = findSymmetries(model, { method: "actors" });
      const byText = findSymmetries(model, { method: "text" });
      for (const { symmetry } of [...accepted, ...byText.accepted]) {
        expect(whyNoAutomorphism(model, graph, symmetry)).toBeUndefined();
      }
      if (byText.group.group.order >= group.group.order) seenByText++;
      tried++;
      if (accepted.length > 0) symmetric++;
      if (rejected.length > 0) refused++;
    }),
    { numRuns: times(1000) },
  );
  expect(tried).toBeGreaterThan(expected(600));
  expect(symmetric).toBeGreaterThan(expected(150));
  expect(seenByText).toBeGreaterThan(expected(500));
  // Theorem 1 holds: the validator rarely fails to follow it.
  expect(refused).toBeLessThan(20);
});
