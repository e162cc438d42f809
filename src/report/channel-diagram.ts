/**
 * Draws the static channel diagram of a model: variables on the left, processes in the middle, channels on the right,
 * and arrows for the flow of information. Components that symmetries map to each other have the same color.
 *
 * The layout is simple: processes keep their order, channels and variables are sorted by the average position of their
 * neighbors, and the ends of arrows are spread along the sides of the boxes in the order of their other ends.
 */

import { orbits } from "../group/orbits.ts";
import type { Permutation } from "../group/permutation.ts";
import type { Component, ProgramStructure } from "../hints/program-structure.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { getOrAdd } from "../util/numbering.ts";
import { componentImages } from "./component-images.ts";
import { escapeXml, quoteDot, shortened } from "./markup.ts";

/** Distinguishable colors. Further orbits reuse them. */
const palette = ["#f6d7a7", "#c8e6c9", "#bbdefb", "#e1bee7", "#ffccbc", "#d7ccc8", "#fff59d", "#b2dfdb"];
const alone = "#f5f5f5";

/**
 * The color of each component: that of its orbit under the group on slots, and under permutations of components if
 * these are known.
 */
export function orbitColors(
  structure: ProgramStructure,
  group: SymmetryGroup,
  permutations: readonly Permutation[] = [],
): string[] {
  const bySlots = group.generators.map(({ slots }) => componentImages(structure, slots));
  const { least } = orbits(structure.components.length, [...bySlots, ...permutations]);
  const sizes = new Map<number, number>();
  for (const first of least) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  const numbers = new Map<number, number>();
  for (const first of least) if (sizes.get(first)! > 1 && !numbers.has(first)) numbers.set(first, numbers.size);
  return Array.from(least, (first) => {
    const number = numbers.get(first);
    return number === undefined ? alone : palette[number % palette.length]!;
  });
}

/** One line between two components, with heads at the components that are written to. */
interface Line {
  readonly a: number;
  readonly b: number;
  toA: boolean;
  toB: boolean;
}

function linesOf({ links }: ProgramStructure): Line[] {
  const lines = new Map<string, Line>();
  for (const { from, to, tie } of links) {
    const [a, b] = [Math.min(from, to), Math.max(from, to)];
    const line = getOrAdd(lines, `${a} ${b}`, () => ({ a, b, toA: false, toB: false }));
    if (tie) continue;
    if (to === a) line.toA = true;
    else line.toB = true;
  }
  return [...lines.values()];
}

export function channelDiagramDot(components: ProgramStructure, colors: readonly string[], name: string): string {
  const shapes = { process: "ellipse", channel: "box", variable: "note" };
  return [
    `digraph ${quoteDot(name)} {`,
    "  rankdir=LR; ranksep=2.5;",
    '  node [style=filled, fontname="sans-serif"];',
    ...components.components.map(
      ({ name: label, kind }, i) =>
        `  ${i} [label=${quoteDot(label)}, shape=${shapes[kind]}, fillcolor=${quoteDot(colors[i]!)}];`,
    ),
    // Actors are of one kind, and their known actors determine their positions.
    ...(components.known ? [] : Object.keys(shapes)).map((kind) => {
      const own = [...components.components.keys()].filter((i) => components.components[i]!.kind === kind);
      return `  { rank=same; ${own.join("; ")} }`;
    }),
    ...linesOf(components).map(({ a, b, toA, toB }) => {
      if (toA && toB) return `  ${a} -> ${b} [dir=both];`;
      if (toA || toB) return toA ? `  ${b} -> ${a};` : `  ${a} -> ${b};`;
      return `  ${a} -> ${b} [dir=none, style=dashed];`;
    }),
    "}",
    "",
  ].join("\n");
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const [rowHeight, boxHeight, margin, gap] = [42, 30, 24, 230];
const columnOf = { variable: 0, process: 1, channel: 2 } as const;

export function channelDiagramSvg(components: ProgramStructure, colors: readonly string[], name: string): string {
  const lines = linesOf(components);
  const { boxes, width, height } = layout(components.components, lines);
  const ends = endsOf(lines, boxes);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(name)}</title>`,
    '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto-start-reverse"><path d="M0,0 L9,4 L0,8 z" fill="#555"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
  ];
  lines.forEach(({ toA, toB }, i) => {
    const [from, to] = ends[i]!;
    const bend = (to.x - from.x) / 3;
    const heads = `${toA ? ' marker-start="url(#head)"' : ""}${toB ? ' marker-end="url(#head)"' : ""}`;
    const dashes = toA || toB ? "" : ' stroke-dasharray="4 3"';
    const path =
      from.x === to.x
        ? `M${from.x},${from.y} C${from.x + 40},${from.y} ${to.x + 40},${to.y} ${to.x},${to.y}`
        : `M${from.x},${from.y} C${from.x + bend},${from.y} ${to.x - bend},${to.y} ${to.x},${to.y}`;
    parts.push(`<path d="${path}" fill="none" stroke="#555"${dashes}${heads}/>`);
  });
  components.components.forEach(({ name: label, kind }, i) => {
    const { x, y, width: own } = boxes[i]!;
    const rounded = kind === "process" ? 15 : kind === "channel" ? 2 : 8;
    parts.push(
      `<rect x="${x}" y="${y - boxHeight / 2}" width="${own}" height="${boxHeight}" rx="${rounded}" fill="${colors[i]!}" stroke="#444"/>`,
      `<text x="${x + own / 2}" y="${y + 4}" text-anchor="middle">${escapeXml(shortened(label, longest))}</text>`,
    );
  });
  parts.push("</svg>", "");
  return parts.join("\n");
}

/** The greatest length of a label. */
const longest = 30;

/** The positions of boxes: the left end and the middle of their height. */
function layout(
  components: readonly Component[],
  lines: readonly Line[],
): { readonly boxes: Box[]; readonly width: number; readonly height: number } {
  const columns: number[][] = [[], [], []];
  components.forEach(({ kind }, i) => columns[columnOf[kind]]!.push(i));
  const row = new Map(columns[1]!.map((i, k) => [i, k]));
  const average = (i: number): number => {
    const near = lines.flatMap(({ a, b }) => (a === i ? (row.get(b) ?? []) : b === i ? (row.get(a) ?? []) : []));
    return near.length === 0 ? components.length : near.reduce((sum, k) => sum + k, 0) / near.length;
  };
  for (const column of [columns[0]!, columns[2]!]) column.sort((i, j) => average(i) - average(j) || i - j);
  const height = 2 * margin + rowHeight * (Math.max(...columns.map(({ length }) => length)) - 1) + boxHeight;
  const boxes: Box[] = [];
  let x = margin;
  for (const column of columns) {
    if (column.length === 0) continue;
    const letters = Math.max(...column.map((i) => Math.min(components[i]!.name.length, longest)));
    const width = Math.max(90, 8 * letters + 24);
    column.forEach((i, k) => {
      boxes[i] = { x, y: height / 2 + (k - (column.length - 1) / 2) * rowHeight, width };
    });
    x += width + gap;
  }
  return { boxes, width: x - gap + margin, height };
}

interface End {
  readonly x: number;
  y: number;
}

/** The points where lines touch boxes, spread along the sides. */
function endsOf(lines: readonly Line[], boxes: readonly Box[]): (readonly [End, End])[] {
  const sides = new Map<string, { readonly end: End; readonly towards: number }[]>();
  const endAt = (i: number, other: number): End => {
    const [box, target] = [boxes[i]!, boxes[other]!];
    const isRight = target.x >= box.x;
    const end = { x: isRight ? box.x + box.width : box.x, y: box.y };
    getOrAdd(sides, `${i} ${isRight}`, () => []).push({ end, towards: target.y });
    return end;
  };
  const ends = lines.map(({ a, b }) => [endAt(a, b), endAt(b, a)] as const);
  for (const side of sides.values()) {
    const step = Math.min(7, (boxHeight - 8) / Math.max(1, side.length - 1));
    side.sort((one, other) => one.towards - other.towards);
    side.forEach(({ end }, k) => (end.y += (k - (side.length - 1) / 2) * step));
  }
  return ends;
}
