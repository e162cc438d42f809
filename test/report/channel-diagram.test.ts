import { expect, test } from "vitest";
import type { Components } from "../../src/model/components.ts";
import { channelDiagramDot, channelDiagramSvg, orbitColors } from "../../src/report/channel-diagram.ts";
import { symmetryGroup } from "../../src/symmetry/symmetry-group.ts";

const components: Components = {
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
  expect(svg.match(/<line /g)).toHaveLength(4);
  expect(svg).toContain("the &quot;net&quot;");
  expect(svg).toContain("<title>a &lt; b</title>");
});
