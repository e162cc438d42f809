import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseDot } from "../../src/graph/dot.ts";
import { facts, findSymmetries, parse, stateGraphDot } from "../../src/index.ts";
import { constraintGraphDot } from "../../src/symmetry/constraints/dot.ts";
import { referenceSearch } from "../support/reference-search.ts";

const file = "examples/csp/dining-philosophers.csp";
const { model } = parse(readFileSync(file, "utf8"), { name: file, defines: { N: "3" } });

test("the orbits of a quotient have all states of the model", () => {
  const dot = stateGraphDot(model!, 500, findSymmetries(model!).group)!;
  const nodes = dot.split("\n").filter((line) => /^ {2}\d+ \[label/.test(line));
  const sizes = nodes.map((line) => Number(/one of (\d+)/.exec(line)?.[1] ?? 1));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(referenceSearch(model!, []).states.length);
});

test("there is one arrow between two states, with the names of its steps, and what never changes is left out", () => {
  const text = "var x: 0..1 = 0\nvar k: 0..1 = 1\ntransition t(i: 0..4) { x := 1 - x; }";
  const dot = stateGraphDot(parse(text).model!, 10)!;
  expect(dot.match(/->/g)).toHaveLength(2);
  expect(dot).toContain('[label="t(i = 0)\\nt(i = 1)\\nt(i = 2)\\nand 2 more"]');
  expect(dot).not.toContain("k = 1");
});

test("a colored graph has a color for each class of vertices, and names of values", () => {
  const light = parse(
    "type Color = enum { red, green }\nvar c: Color = red\ntransition t { c := c == red ? green : red; }",
  ).model!;
  const dot = constraintGraphDot(light);
  expect(dot).toContain('"c=green" [color="#');
  expect(dot).not.toMatch(/color=\d/);
  const { names, colors } = parseDot(dot);
  const colorOf = (name: string): number => colors[names!.indexOf(name)]!;
  expect(colorOf("c=red")).toBe(colorOf("c=green"));
  expect(colorOf("c=red")).not.toBe(colorOf("c"));
  expect(facts(light).slots).toHaveLength(1);
});
