/**
 * Positions for the parts of a model. A channel diagram has three columns: variables, processes, channels, sorted by
 * their neighbors. Actors and nets are laid out by forces (Fruchterman and Reingold): linked parts attract each other,
 * and all repel each other. The beginning is a circle in the order of a walk along the links, so the result is the same
 * each time, and rings become rings.
 */

import type { PictureLink, SymmetryPicture } from "noether";

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DiagramLayout {
  readonly boxes: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

/** The most parts that are drawn. */
export const mostParts = 220;

export function diagramLayout({ kind, parts, links }: SymmetryPicture): DiagramLayout {
  const sizes = parts.map(({ name, kind: part }) => {
    if (part === "place") return { width: 18, height: 18 };
    if (part === "transition") return { width: 12, height: 12 };
    return { width: Math.max(44, Math.min(name.length, 22) * 7 + 22), height: 26 };
  });
  return kind === "channels" ? columns(parts, links, sizes) : forces(parts.length, links, sizes, kind === "net");
}

type Sizes = readonly { readonly width: number; readonly height: number }[];

const columnOf: Readonly<Record<string, number>> = { variable: 0, process: 1, channel: 2 };
const [rowHeight, gap, margin] = [36, 150, 16];

function columns(parts: SymmetryPicture["parts"], links: readonly PictureLink[], sizes: Sizes): DiagramLayout {
  const lists: number[][] = [[], [], []];
  parts.forEach(({ kind }, i) => lists[columnOf[kind] ?? 1]!.push(i));
  const row = new Map(lists[1]!.map((i, k) => [i, k]));
  const near = neighbors(parts.length, links);
  const mean = (i: number): number => {
    const rows = near[i]!.flatMap((other) => row.get(other) ?? []);
    return rows.length === 0 ? parts.length : rows.reduce((sum, k) => sum + k, 0) / rows.length;
  };
  for (const list of [lists[0]!, lists[2]!]) list.sort((i, j) => mean(i) - mean(j) || i - j);
  const height = 2 * margin + rowHeight * Math.max(1, ...lists.map(({ length }) => length));
  const boxes: Placed[] = [];
  // Arrows of generators go round the boxes.
  let x = 3 * margin;
  for (const list of lists) {
    if (list.length === 0) continue;
    const width = Math.max(...list.map((i) => sizes[i]!.width));
    list.forEach((i, k) => {
      boxes[i] = { ...sizes[i]!, x: x + width / 2, y: height / 2 + (k - (list.length - 1) / 2) * rowHeight };
    });
    x += width + gap;
  }
  return { boxes, width: x - gap + 3 * margin, height };
}

function neighbors(count: number, links: readonly PictureLink[]): number[][] {
  const near: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of links) {
    near[from]!.push(to);
    near[to]!.push(from);
  }
  return near;
}

/** All parts in the order of a walk along the links. */
function walkOrder(near: readonly (readonly number[])[]): number[] {
  const seen = new Set<number>();
  for (let start = 0; start < near.length; start++) {
    const stack = [start];
    while (stack.length > 0) {
      const at = stack.pop()!;
      if (seen.has(at)) continue;
      seen.add(at);
      stack.push(...near[at]!.filter((other) => !seen.has(other)));
    }
  }
  return [...seen];
}

const rounds = 260;

function forces(count: number, links: readonly PictureLink[], sizes: Sizes, isNet: boolean): DiagramLayout {
  const distance = isNet ? 62 : 96;
  const radius = (distance * Math.sqrt(count)) / 1.7;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  walkOrder(neighbors(count, links)).forEach((part, k) => {
    x[part] = radius * Math.sin((2 * Math.PI * k) / count);
    y[part] = -radius * Math.cos((2 * Math.PI * k) / count);
  });
  for (let round = 0; round < rounds; round++) push(x, y, links, distance, (radius * (rounds - round)) / rounds / 6);
  return fitted(x, y, sizes);
}

/** One round of forces. No part moves further than `most`. */
function push(x: Float64Array, y: Float64Array, links: readonly PictureLink[], distance: number, most: number): void {
  const [dx, dy] = [new Float64Array(x.length), new Float64Array(x.length)];
  const pull = (a: number, b: number, strength: (far: number) => number): void => {
    const [ax, ay] = [x[b]! - x[a]!, y[b]! - y[a]!];
    const far = Math.max(0.01, Math.hypot(ax, ay));
    const force = strength(far) / far;
    dx[a]! += ax * force;
    dy[a]! += ay * force;
    dx[b]! -= ax * force;
    dy[b]! -= ay * force;
  };
  for (let a = 0; a < x.length; a++) {
    for (let b = a + 1; b < x.length; b++) pull(a, b, (far) => -(distance * distance) / far);
    // Parts without links stay near the others.
    dx[a]! -= x[a]! * 0.02;
    dy[a]! -= y[a]! * 0.02;
  }
  for (const { from, to } of links) if (from !== to) pull(from, to, (far) => (far * far) / distance);
  for (let i = 0; i < x.length; i++) {
    const length = Math.max(0.01, Math.hypot(dx[i]!, dy[i]!));
    x[i]! += (dx[i]! / length) * Math.min(length, most);
    y[i]! += (dy[i]! / length) * Math.min(length, most);
  }
}

function fitted(x: Float64Array, y: Float64Array, sizes: Sizes): DiagramLayout {
  const edges = Array.from(x, (_, i) => ({
    left: x[i]! - sizes[i]!.width / 2,
    right: x[i]! + sizes[i]!.width / 2,
    top: y[i]! - sizes[i]!.height / 2 - 6,
    bottom: y[i]! + sizes[i]!.height / 2 + 12,
  }));
  const [left, top] = [Math.min(...edges.map((e) => e.left)) - margin, Math.min(...edges.map((e) => e.top)) - margin];
  const [right, bottom] = [Math.max(...edges.map((e) => e.right)), Math.max(...edges.map((e) => e.bottom))];
  return {
    boxes: Array.from(x, (_, i) => ({ ...sizes[i]!, x: x[i]! - left, y: y[i]! - top })),
    width: right - left + margin,
    height: bottom - top + margin,
  };
}

/** Where a line from the middle of a box towards a point leaves the box. */
export function edgeOf({ x, y, width, height }: Placed, towardsX: number, towardsY: number): readonly [number, number] {
  const [dx, dy] = [towardsX - x, towardsY - y];
  const scale = Math.min(width / 2 / Math.max(0.01, Math.abs(dx)), height / 2 / Math.max(0.01, Math.abs(dy)), 1);
  return [x + dx * scale, y + dy * scale];
}
