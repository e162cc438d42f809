import { expect, test } from "vitest";
import type { ProgramStructure } from "../../src/hints/program-structure.ts";
import { channelDiagramDot, channelDiagramSvg, orbitColors } from "../../src/report/channel-diagram.ts";
import { symmetryGroup } from "../../src/symmetry/symmetry-group.ts";

const components: ProgramStructure = {
  components: [
    { name: "client 1", kind: "process", type: "client", slots: [0], numbers: { pid: 1 } },
    { name: "client 2", kind: "process", type: "client", slots: [1], numbers: { pid: 2 } },
    { name: "server", kind: "process", type: "server", slots: [2], numbers: { pid: 3 } },
    { name: 'the "net"', kind: "channel", type: "net", slots: [3], numbers: {} },
    { name: "x", kind: "variable", type: "int", slots: [4], numbers: {} },
  ],
  links: [
    { from: 0, to: 3 },
    { from: 1, to: 3 },
    { from: 3, to: 2 },
    { from: 2, to: 4 },
  ],
  references: [],
  controls: [],
  conditions: [],
  objections: [],
};
const domains = components.components.map(() => ({ low: 0, high: 1 }));
const exchange = { slots: Int32Array.of(1, 0, 2, 3, 4), values: new Map() };

test("components of an orbit have a color of their own", () => {
  const colors = orbitColors(components, symmetryGroup([exchange], domains));
  expect(colors[0]).toBe(colors[1]);
  expect(new Set(colors.slice(2)).size).toBe(1);
  expect(colors[2]).not.toBe(colors[0]);
});

test("the diagram is drawn in Graphviz's language and as SVG", () => {
  const colors = orbitColors(components, symmetryGroup([exchange], domains));
  const dot = channelDiagramDot(components, colors, "model");
  expect(dot).toContain(String.raw`3 [label="the \"net\"", shape=box, fillcolor="#f5f5f5"];`);
  expect(dot).toContain("3 -> 2;");
  const svg = channelDiagramSvg(components, colors, "a < b");
  expect(svg.match(/<path [^>]*stroke=/g)).toHaveLength(4);
  expect(svg).toContain("the &quot;net&quot;");
  expect(svg).toContain("<title>a &lt; b</title>");
});

test("what is read and written is one line with two heads, and what belongs together is tied by a dashed one", () => {
  const more: ProgramStructure = {
    ...components,
    links: [...components.links, { from: 4, to: 2 }, { from: 4, to: 0, tie: "index" }],
  };
  const colors = more.components.map(() => "white");
  const dot = channelDiagramDot(more, colors, "model");
  expect(dot).toContain("2 -> 4 [dir=both];");
  expect(dot).toContain("0 -> 4 [dir=none, style=dashed];");
  const svg = channelDiagramSvg(more, colors, "model");
  expect(svg.match(/marker-start=[^>]*marker-end=/g)).toHaveLength(1);
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
});

test("a channel without a buffer has the color of the process that it goes with", () => {
  const boxes: ProgramStructure = {
    ...components,
    components: [
      ...components.components.slice(0, 2),
      { name: "box 1", kind: "channel", type: "box", slots: [], numbers: {} },
      { name: "box 2", kind: "channel", type: "box", slots: [], numbers: {} },
    ],
    links: [
      { from: 2, to: 0 },
      { from: 3, to: 1 },
    ],
  };
  const colors = orbitColors(boxes, symmetryGroup([exchange], domains));
  expect(colors[2]).toBe(colors[3]);
  expect(colors[2]).not.toBe(colors[0]);
  const known = orbitColors(boxes, symmetryGroup([], domains), [Int32Array.of(0, 1, 3, 2)]);
  expect(known[2]).toBe(known[3]);
});

test("boxes do not overlap, and labels fit into them", () => {
  const many: ProgramStructure = {
    ...components,
    components: Array.from({ length: 30 }, (_, i) => ({
      name: `a process or channel with a long name ${i}`.slice(0, 5 + i),
      kind: (["process", "channel", "variable"] as const)[i % 3]!,
      type: "t",
      slots: [],
      numbers: {},
    })),
    links: [],
  };
  const svg = channelDiagramSvg(
    many,
    Array.from({ length: 30 }, () => "white"),
    "many",
  );
  const boxes = Array.from(svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g), (m) =>
    m.slice(1).map(Number),
  );
  expect(boxes).toHaveLength(30);
  for (const [i, [x, y, width, height]] of boxes.entries()) {
    for (const [x2, y2, width2, height2] of boxes.slice(i + 1)) {
      const apart = x! + width! <= x2! || x2! + width2! <= x! || y! + height! <= y2! || y2! + height2! <= y!;
      expect(apart).toBe(true);
    }
  }
  const labels = Array.from(svg.matchAll(/>([^<]+)<\/text>/g), (m) => m[1]!.length);
  labels.forEach((length, i) => expect(7 * length).toBeLessThan(boxes[i]![2]!));
});
