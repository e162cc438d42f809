/**
 * The static channel diagram of a model as a picture: processes on the left, channels and shared variables on the right, and
 * arrows for who writes to whom. Components that symmetries map to each other have the same color.
 */

import { orbits } from "../group/orbits.ts";
import type { Component, Components } from "../model/components.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { escapeXml, quoteDot, shortened } from "./markup.ts";

/** Colors that can be told apart; orbits beyond these share them. */
const palette = ["#f6d7a7", "#c8e6c9", "#bbdefb", "#e1bee7", "#ffccbc", "#d7ccc8", "#fff59d", "#b2dfdb"];
const alone = "#f5f5f5";

/** The color of each component. */
export function orbitColors({ components }: Components, group: SymmetryGroup): string[] {
  const { least } = orbits(
    components.length,
    group.generators.map(({ slots }) => Int32Array.from(components, (_, i) => imageOf(components, i, slots))),
  );
  const sizes = new Map<number, number>();
  for (const first of least) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  const numbers = new Map<number, number>();
  for (const first of least) if (sizes.get(first)! > 1 && !numbers.has(first)) numbers.set(first, numbers.size);
  return Array.from(least, (first) => {
    const number = numbers.get(first);
    return number === undefined ? alone : palette[number % palette.length]!;
  });
}

/** The component that the slots of component i go to; i itself if they go nowhere, or it has none. */
function imageOf(components: readonly Component[], i: number, slots: Int32Array): number {
  const { slots: own, kind, type } = components[i]!;
  if (own.length === 0) return i;
  const target = slots[own[0]!];
  const found = components.findIndex(
    (other) => other.kind === kind && other.type === type && other.slots[0] === target,
  );
  return found < 0 ? i : found;
}

export function channelDiagramDot({ components, links }: Components, colors: readonly string[], name: string): string {
  const shapes = { process: "ellipse", channel: "box", variable: "note" };
  return [
    `digraph ${quoteDot(name)} {`,
    "  rankdir=LR;",
    '  node [style=filled, fontname="sans-serif"];',
    ...components.map(
      ({ name: label, kind }, i) =>
        `  ${i} [label=${quoteDot(label)}, shape=${shapes[kind]}, fillcolor=${quoteDot(colors[i]!)}];`,
    ),
    ...links.map(({ from, to }) => `  ${from} -> ${to};`),
    "}",
    "",
  ].join("\n");
}

const rowHeight = 44;
const columns = { process: 110, channel: 430, variable: 430 };

export function channelDiagramSvg({ components, links }: Components, colors: readonly string[], name: string): string {
  const rows = { left: 0, right: 0 };
  const places = components.map(({ kind }) => {
    const row = kind === "process" ? rows.left++ : rows.right++;
    return { x: columns[kind], y: 40 + row * rowHeight };
  });
  const [width, height] = [560, 40 + Math.max(rows.left, rows.right) * rowHeight];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(name)}</title>`,
    '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto"><path d="M0,0 L9,4 L0,8 z" fill="#555"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
  ];
  for (const { from, to } of links) {
    const [a, b] = [places[from]!, places[to]!];
    const side = a.x < b.x ? 1 : a.x > b.x ? -1 : 0;
    // What is sent and what is received run side by side.
    const shift = side * 4;
    const [x1, x2] = [a.x + side * 62, b.x - side * 62];
    parts.push(
      `<line x1="${x1}" y1="${a.y + shift}" x2="${x2}" y2="${b.y + shift}" stroke="#555" marker-end="url(#head)"/>`,
    );
  }
  components.forEach(({ name: label, kind }, i) => {
    const { x, y } = places[i]!;
    const rounded = kind === "process" ? 15 : kind === "channel" ? 2 : 8;
    parts.push(
      `<rect x="${x - 60}" y="${y - 15}" width="120" height="30" rx="${rounded}" fill="${colors[i]!}" stroke="#444"/>`,
      `<text x="${x}" y="${y + 4}" text-anchor="middle">${escapeXml(shortened(label, 18))}</text>`,
    );
  });
  parts.push("</svg>", "");
  return parts.join("\n");
}
