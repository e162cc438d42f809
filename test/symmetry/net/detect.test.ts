/** Symmetries of nets, from the graph and from colors, and permutations that are not symmetries. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nets, writePnml } from "../../../examples/petri/generate.ts";
import { parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { recheck } from "../../../src/symmetry/validator/validator.ts";
import { coloredNet, coloredText } from "../../languages/pnml/colored-game.ts";
import { arc, place, placeTransition, transition } from "../../languages/pnml/write-net.ts";
import { expected, times } from "../../support/random-runs.ts";

function read(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "net.pnml" });
  expect(diagnostics).toEqual([]);
  return model!;
}

const orderOf = (model: Model, method: "auto" | "net" | "constraints" = "auto"): bigint =>
  findSymmetries(model, { method }).group.group.order;

/** Branches of weights from one place to another, each through a transition and a place of its own. */
function branches(weights: readonly number[], tokens: readonly number[] = []): string {
  const parts = weights.flatMap((weight, i) => [
    place(`p${i}`, tokens[i]),
    transition(`t${i}`),
    transition(`u${i}`),
    arc("start", `t${i}`),
    arc(`t${i}`, `p${i}`, weight),
    arc(`p${i}`, `u${i}`, weight),
    arc(`u${i}`, "start"),
  ]);
  return placeTransition([place("start", 1), ...parts].join("\n"));
}

describe("the graph of a net", () => {
  test("branches that are alike can be exchanged", () => {
    const found = findSymmetries(read(branches([1, 1, 1, 1])));
    expect([found.methods, found.group.group.order, found.rejected]).toEqual([["net"], 24n, []]);
    // A place and its two transitions for each branch, and the start.
    expect(found.graph).toEqual({ nodes: 13, edges: 16 });
  });

  test("weights and markings tell places apart", () => {
    expect(orderOf(read(branches([1, 1, 2, 2])))).toBe(4n);
    expect(orderOf(read(branches([1, 1, 1], [0, 0, 1])))).toBe(2n);
  });

  test("an arc to and fro is not one that only takes", () => {
    const side = (p: string, q: string, t: string, u: string): string[] =>
      [place(p, 1), place(q, 1), transition(t), transition(u), arc(p, t), arc(q, t), arc(q, u)].concat(arc(t, "end"));
    const text = (isTest: boolean): string =>
      placeTransition(
        [place("end"), ...side("p", "q", "t", "u"), ...side("r", "s", "v", "w"), arc("t", "q")]
          .concat(isTest ? arc("v", "s") : [])
          .join(""),
      );
    expect([orderOf(read(text(true))), orderOf(read(text(false)))]).toEqual([2n, 1n]);
  });

  test("a model that is no net has nothing for it", () => {
    const { model } = parse("var x: 0..1 = 0\ntransition t when x == 0 { x := 1; }", { name: "m.seq" });
    const found = findSymmetries(model!, { method: "net" });
    expect([found.group.group.order, found.notes]).toEqual([1n, ["net found nothing: the model is no Petri net"]]);
  });
});

describe("colors", () => {
  test.each([
    ["philosophers", 6, 12n],
    ["token-ring", 6, 6n],
    ["product-line", 6, 720n * 120n],
    ["sale-store", 3, 6n * 120n],
    ["clients-servers", 4, 24n * 5040n],
  ])("%s of size %i have a group of order %i", (name, n, order) => {
    expect(orderOf(read(writePnml(name, nets[name]!.make(n))))).toBe(order);
  });

  test("a refused exchange is reported once for its sort, with the reason", () => {
    const { rejected } = findSymmetries(read(writePnml("token-ring", nets["token-ring"]!.make(5))));
    expect(rejected.map(({ method }) => method)).toEqual(["net"]);
    expect(rejected[0]!.reason).toContain("exit_1");
  });
});

test("constraints find no more than the net does", () => {
  for (const [name, n] of [
    ["philosophers", 4],
    ["token-ring", 4],
    ["product-line", 2],
  ] as const) {
    // prettier-ignore
    const model = read(writePnml(name, nets[name]!.make(n)));
    expect(orderOf(model, "net")).toBe(orderOf(model, "constraints"));
  }
});

test("what is accepted of random symmetric nets stands up to the interpreter", () => {
  let count = 0;
  fc.assert(
    fc.property(coloredNet, (net) => {
      const model = read(coloredText(net));
      fc.pre(model.variables.length > 0);
      for (const { symmetry, certificate } of findSymmetries(model).accepted) {
        expect(recheck(model, symmetry, certificate)).toBe(true);
        count++;
      }
    }),
    { numRuns: times(60) },
  );
  expect(count).toBeGreaterThan(expected(10));
});
