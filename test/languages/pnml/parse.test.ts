/** The models of nets: names, bounds, and the details of PNML. */

import { describe, expect, test } from "vitest";
import { netStructure } from "../../../src/hints/net-structure.ts";
import { check, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { withoutSpans } from "../../support/without-spans.ts";
import {
  all,
  arc,
  color,
  coloredArc,
  coloredPlace,
  enumeration,
  guarded,
  operation,
  place,
  placeTransition,
  symmetric,
  times,
  transition,
  user,
  variable,
  variableOf,
} from "./write-net.ts";

function read(text: string, defines: Record<string, string> = {}): Model {
  const { model, diagnostics } = parse(text, { name: "net.pnml", defines });
  expect(diagnostics).toEqual([]);
  return model!;
}

const highs = ({ variables }: Model): Record<string, number> =>
  Object.fromEntries(variables.map(({ name, type }) => [name, type.kind === "range" ? type.high : Number.NaN]));
const transitions = (model: Model): string[] => model.transitions.map(({ name }) => name);

describe("place/transition nets", () => {
  const buffer = (capacity: number): string =>
    placeTransition(
      [place("free", capacity), place("full"), transition("put"), transition("get")]
        .concat(arc("free", "put", 2), arc("put", "full", 2), arc("full", "get"), arc("get", "free"))
        .join(""),
    );

  test("a place is a range up to what invariants prove", () => {
    expect(highs(read(buffer(7)))).toEqual({ free: 7, full: 7 });
  });

  test("a model that was a net can be printed and read", () => {
    const model = read(buffer(3));
    const { model: again } = parseModel({ name: "net.seq", text: printModel(model) }, { defines: {} });
    const { hints: _hints, name: _name, ...rest } = withoutSpans(model);
    const { name: _other, ...reread } = withoutSpans(again!);
    expect(reread).toEqual(rest);
  });

  test("a deadlock is found, with its trace", async () => {
    const { verdict, properties } = await check(read(placeTransition(place("p", 2) + transition("t") + arc("p", "t"))));
    expect(verdict).toBe("violated");
    const [deadlock] = properties;
    expect([deadlock!.name, deadlock!.trace!.steps.length]).toEqual(["deadlock-free", 2]);
  });

  // It was said to be a run-time error that a place has more tokens than the guessed bound.
  test("a net that grows without bound is unbounded, whatever bound was asked for", async () => {
    const text = placeTransition(place("p") + transition("t") + arc("t", "p"));
    expect(highs(read(text))).toEqual({ p: 255 });
    for (const bound of ["1", "9"]) {
      const { verdict, properties } = await check(read(text, { NOETHER_BOUND: bound }));
      expect(verdict).toBe("violated");
      const ranges = properties.find(({ name }) => name === "ranges")!;
      expect([ranges.verdict, ranges.trace!.steps.length]).toEqual(["violated", 1]);
      expect(ranges.reason).toContain("the net is unbounded: place `p`");
    }
  });

  test("a place that only loses tokens has its initial marking as its bound", () => {
    const text = placeTransition(place("p", 3) + transition("t") + arc("p", "t") + place("q") + arc("t", "q", 2));
    expect(highs(read(text))).toEqual({ p: 3, q: 6 });
  });

  test("large markings are read, and bounds stay within 32 bits", () => {
    const most = 2 ** 30 - 1;
    const text = placeTransition(
      place("p", most) + place("q", most) + transition("t") + arc("p", "t") + arc("t", "q", 3),
    );
    expect(highs(read(text))).toEqual({ p: most, q: 2 ** 31 - 1 });
  });

  test("names are what people read, ids where there are none, and numbers tell equal ones apart", () => {
    const named = (id: string, name: string): string => `<place id="${id}"><name><text> ${name} </text></name></place>`;
    const text = placeTransition(named("a", "wait") + named("b", "wait") + place("c") + named("d", "a-b &lt; c"));
    expect(Object.keys(highs(read(text)))).toEqual(["wait", "wait_2", "c", "a-b < c"]);
  });

  test("pages may be nested, and references stand for nodes of other pages", async () => {
    const text = placeTransition(
      `${place("p", 1)}<page id="h">${transition("t")}<referencePlace id="r" ref="s"/>${arc("r", "t")}</page>
       <page id="i"><referencePlace id="s" ref="p"/><referenceTransition id="u" ref="t"/>${place("q")}${arc("u", "q")}</page>`,
    );
    const model = read(text);
    expect(highs(model)).toEqual({ p: 1, q: 1 });
    expect((await check(model, { properties: [] })).states).toBe(2);
  });

  test("pictures, tool specific parts and a prefix do not matter", () => {
    const text = placeTransition(
      `<toolspecific tool="x" version="1"><place/><any><thing/></any></toolspecific>${place("p")}`,
    );
    const prefixed = text.replaceAll(/<(\/?)(?=[a-z])/g, "<$1p:").replace("xmlns=", "xmlns:p=");
    for (const each of [text, prefixed]) expect(highs(read(each))).toEqual({ p: 1 });
  });

  test("parallel arcs add up, and an arc to and fro only tests", async () => {
    const parts = [
      place("p", 4),
      place("q", 1),
      transition("t"),
      arc("p", "t"),
      arc("p", "t", 2).replace("p-t", "again"),
    ];
    const model = read(placeTransition([...parts, arc("q", "t"), arc("t", "q")].join("")));
    expect(netStructure.of(model)!.transitions).toEqual([{ arcs: [{ place: 0, takes: 3, puts: 0 }, { place: 1, takes: 1, puts: 1 }] }]); // prettier-ignore
    expect((await check(model, { properties: [] })).states).toBe(2);
  });

  test("transitions that do the same are one, and those that never can fire are none", () => {
    const parts = [place("p", 1), place("q"), place("never"), ...["t", "u", "v"].map(transition)];
    parts.push(arc("p", "t"), arc("t", "q"), arc("p", "u"), arc("u", "q"), arc("p", "v"), arc("never", "v"));
    expect(transitions(read(placeTransition(parts.join(""))))).toEqual(["t"]);
  });
});

describe("symmetric nets", () => {
  const c3 = enumeration("C", ["1", "2", "3"]);
  const xy = variableOf("x", "C") + variableOf("y", "C");
  /** The bindings of a transition under a condition, by what it puts where. */
  const bindings = (condition: string, declarations = c3 + xy): string[] =>
    transitions(
      read(
        symmetric(
          `${declarations}<namedsort id="P" name="P"><productsort>${user("C")}${user("C")}</productsort></namedsort>`,
          coloredPlace("p", user("P"), all("P")) +
            guarded("t", condition) +
            coloredArc("p", "t", operation("tuple", variable("x"), variable("y"))),
        ),
      ),
    );

  test.each([
    [
      "and",
      operation(
        "and",
        operation("equality", variable("x"), color("C.1")),
        operation("inequality", variable("y"), color("C.2")),
      ),
      ["t_1_1", "t_1_3"],
    ],
    [
      "or",
      operation(
        "or",
        operation("equality", variable("x"), variable("y")),
        operation("lessthan", variable("y"), color("C.1")),
      ),
      ["t_1_1", "t_2_2", "t_3_3"],
    ],
    [
      "not",
      operation("not", operation("greaterthan", operation("successor", variable("x")), variable("y"))),
      ["t_1_2", "t_1_3", "t_2_3", "t_3_1", "t_3_2", "t_3_3"],
    ],
    [
      "imply",
      operation(
        "imply",
        '<booleanconstant value="true"/>',
        operation("equality", operation("predecessor", variable("x")), variable("y")),
      ),
      ["t_1_3", "t_2_1", "t_3_2"],
    ],
    [
      "order",
      operation(
        "and",
        operation("lessthanorequal", variable("x"), variable("y")),
        operation("greaterthanorequal", variable("x"), color("C.2")),
      ),
      ["t_2_2", "t_2_3", "t_3_3"],
    ],
    ["never", '<booleanconstant value="false"/>', []],
  ])("a condition with %s", (_, condition, expected) => {
    expect(bindings(condition)).toEqual(expected);
  });

  test("partitions", () => {
    const element = (id: string, ...colors: string[]): string =>
      `<partitionelement id="${id}" name="${id}">${colors.map(color).join("")}</partitionelement>`;
    const partition = `<partition id="Q" name="Q">${user("C")}${element("low", "C.1", "C.2")}${element("high", "C.3")}</partition>`;
    const part = (of: string): string =>
      `<partitionelementof refpartition="Q"><subterm>${variable(of)}</subterm></partitionelementof>`;
    const isHigh = operation("equality", part("x"), color("high"));
    expect(bindings(operation("and", isHigh, operation("gtp", part("x"), part("y"))), c3 + xy + partition)).toEqual([
      "t_3_1",
      "t_3_2",
    ]);
  });

  test("ranges, written out and by name", () => {
    const range = '<finiteintrange start="4" end="6"/>';
    const declarations = `<namedsort id="R" name="R">${range}</namedsort>${variableOf("x", "R")}`;
    const five = `<finiteintrangeconstant value="5">${range}</finiteintrangeconstant>`;
    const page = coloredPlace("p", user("R"), all("R")) + guarded("t", operation("lessthan", variable("x"), five));
    const model = read(symmetric(declarations, page + coloredArc("p", "t", variable("x"))));
    expect([Object.keys(highs(model)), transitions(model)]).toEqual([["p_4", "p_5", "p_6"], ["t_4"]]);
  });

  test("dots and truth values", async () => {
    const page =
      coloredPlace("d", "<dot/>", times(2, "<dotconstant/>")) +
      coloredPlace("b", "<bool/>", times(1, '<booleanconstant value="false"/>')) +
      guarded("t") +
      '<arc id="a" source="d" target="t"/>' +
      coloredArc("b", "t", '<booleanconstant value="false"/>') +
      coloredArc("t", "b", '<booleanconstant value="true"/>');
    const model = read(symmetric("", page));
    expect(highs(model)).toEqual({ d: 2, b_false: 1, b_true: 1 });
    expect((await check(model, { properties: [] })).states).toBe(2);
  });

  test("all colors but one, all colors in a tuple, and multiples", () => {
    const pairs = `<namedsort id="P" name="P"><productsort>${user("C")}${user("C")}</productsort></namedsort>`;
    const page =
      coloredPlace("p", user("C"), operation("scalarproduct", '<numberconstant value="2"/>', all("C"))) +
      coloredPlace("q", user("P")) +
      guarded("t") +
      coloredArc("p", "t", operation("subtract", all("C"), times(1, variable("x")))) +
      coloredArc("t", "q", times(3, operation("tuple", all("C"), variable("x"))));
    const model = read(symmetric(c3 + xy + pairs, page));
    expect(model.variables.slice(0, 3).map(({ initial }) => initial)).toEqual(
      [2, 2, 2].map((value) => ({ kind: "value", value })),
    );
    const [first] = netStructure.of(model)!.transitions;
    expect(first!.arcs.map(({ place: p, takes, puts }) => `${model.variables[p]!.name} ${takes} ${puts}`)).toEqual([
      "p_2 1 0", "p_3 1 0", "q_1_1 0 3", "q_2_1 0 3", "q_3_1 0 3",
    ]); // prettier-ignore
  });

  test("a place that is never marked is left out", () => {
    const page = coloredPlace("p", user("C"), color("C.2")) + guarded("t") + coloredArc("p", "t", variable("x"));
    const model = read(symmetric(c3 + xy, page));
    expect([Object.keys(highs(model)), transitions(model)]).toEqual([["p_2"], ["t_2"]]);
  });

  // PhilosophersDyn-COL-03 of the Model Checking Contest was refused for it.
  test("several bags are subtracted one after the other", () => {
    const page =
      coloredPlace("p", user("C"), all("C")) +
      guarded("t") +
      coloredArc("p", "t", operation("subtract", all("C"), times(1, color("C.1")), times(1, color("C.3"))));
    const model = read(symmetric(c3 + xy, page));
    const [first] = netStructure.of(model)!.transitions;
    expect(first!.arcs.map(({ place: p }) => model.variables[p]!.name)).toEqual(["p_2"]);
  });

  // BART-COL-002 of the contest has 404 transitions that can fire, and was refused for five million arcs.
  test("only bindings whose tokens can exist are made", () => {
    const names = Array.from({ length: 6_000 }, (_, i) => `${i}`);
    const page =
      coloredPlace("p", user("C"), operation("add", times(1, color("C.7")), times(1, color("C.9")))) +
      coloredPlace("q", user("C"), times(1, color("C.8"))) +
      guarded("t") +
      coloredArc("p", "t", variable("x")) +
      coloredArc("q", "t", operation("successor", variable("y"))) +
      coloredArc("t", "q", variable("x"));
    const model = read(symmetric(enumeration("C", names) + xy, page));
    expect(Object.keys(highs(model))).toEqual(["p_7", "p_9", "q_7", "q_8", "q_9"]);
    expect(transitions(model)).toEqual(["t_7_6", "t_7_7", "t_7_8", "t_9_6", "t_9_7", "t_9_8"]);
  });

  test.skipIf(onlyInLongRun())("a net with too many bindings is refused before memory runs out", () => {
    const colors = enumeration(
      "C",
      Array.from({ length: 1_200 }, (_, i) => `${i}`),
    );
    const page =
      coloredPlace("p", user("C"), all("C")) +
      guarded("t") +
      coloredArc("p", "t", operation("add", variable("x"), variable("y")));
    const { diagnostics } = parse(symmetric(colors + xy, page), { name: "net.pnml" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["pnml/too-large"]);
  });

  test.skipIf(onlyInLongRun())("a net with too many arcs is refused before memory runs out", () => {
    const colors = enumeration(
      "C",
      Array.from({ length: 5_000 }, (_, i) => `${i}`),
    );
    const page = coloredPlace("p", user("C"), all("C")) + coloredPlace("q", user("C")) + guarded("t");
    const arcs = coloredArc("p", "t", variable("x")) + coloredArc("t", "q", all("C"));
    const { diagnostics } = parse(symmetric(colors + xy, page + arcs), { name: "net.pnml" });
    expect(diagnostics.map(({ code }) => code)).toEqual(["pnml/too-large"]);
  });
});
