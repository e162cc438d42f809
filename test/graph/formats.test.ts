import { expect, test } from "vitest";
import { GraphBuilder, GraphError } from "../../src/graph/colored-graph.ts";
import { parseDimacs, writeDimacs } from "../../src/graph/dimacs.ts";
import { parseDot, writeDot } from "../../src/graph/dot.ts";
import * as graphs from "../support/graphs.ts";

const random = graphs.numbersFrom(7);

test("DIMACS is written and read back", () => {
  for (let i = 0; i < 50; i++) {
    const graph = graphs.randomGraph(1 + random(20), random(40), 3, random);
    expect(writeDimacs(parseDimacs(writeDimacs(graph)))).toBe(writeDimacs(graph));
    expect(parseDimacs(writeDimacs(graph)).neighbors).toEqual(graph.neighbors);
  }
});

test("DOT is written and read back, with names, directions and colors", () => {
  const builder = new GraphBuilder();
  builder.vertex(2, "a b");
  builder.vertex(0, 'say "x"');
  builder.vertex(0, "c");
  builder.arc("a b", "c", 1);
  builder.edge("c", 'say "x"', 3);
  const graph = builder.build();
  const again = parseDot(writeDot(graph));
  expect(again).toEqual(graph);
});

test("DOT as people type it is read", () => {
  const graph = parseDot(`
    // a comment
    strict graph G {
      node [shape=box];
      rankdir=LR
      a -- b -- c [color=red]; c -- a
      d [color="red"];
    }
  `);
  expect(graph.names).toEqual(["a", "b", "c", "d"]);
  expect(graph.edgeCount).toBe(3);
  expect([...graph.colors]).toEqual([0, 0, 0, 1]);
});

test.each([
  ["", "expected `p edge VERTICES EDGES`, found the end of the text"],
  ["e 1 2", "line 1: expected `p edge VERTICES EDGES` first, found `e`"],
  ["p edge 3 1\ne 1 4", "line 2: there is no vertex 4, only 1 to 3"],
  ["p edge 3 1\ne 1", "line 2: expected a number, found nothing"],
  ["p edge x 1", "line 1: expected a number, found `x`"],
  ["p edge 3 1\nz 1 2", "line 2: expected `c`, `n` or `e`, found `z`"],
  ["p edge 3 1\np edge 3 1", "line 2: a second problem line"],
])("DIMACS %j is refused", (text, message) => {
  expect(() => parseDimacs(text.replaceAll("\\\n", "\n"))).toThrow(new GraphError(message));
});

test.each([
  ["", "line 1, column 1: expected more, found the end of the text"],
  ["tree {}", "line 1, column 1: expected `graph` or `digraph`, found `tree`"],
  ["graph { a -> b }", "line 1, column 11: expected `--`, found `->`"],
  ["graph { a --", "line 1, column 13: expected more, found the end of the text"],
  ["graph { a [color] }", "line 1, column 17: expected `=`, found `]`"],
  ["graph { ? }", "line 1, column 9: expected a name or a sign, found `?`"],
])("DOT %j is refused", (text, message) => {
  expect(() => parseDot(text)).toThrow(new GraphError(message));
});

test("directed edges cannot be written as DIMACS", () => {
  const builder = new GraphBuilder();
  builder.vertex();
  builder.vertex();
  builder.arc(0, 1);
  expect(() => writeDimacs(builder.build())).toThrow(GraphError);
});
