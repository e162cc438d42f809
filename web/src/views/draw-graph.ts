/** Draws a state graph on a canvas, in the colors of the page. */

import type { GraphView } from "../engine/protocol.ts";

export interface Camera {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

interface Drawing {
  readonly graph: GraphView;
  readonly camera: Camera;
  readonly unit: number;
  readonly width: number;
  readonly height: number;
  readonly chosen: number | undefined;
  readonly marked: ReadonlySet<number>;
  readonly matches: ReadonlySet<number> | undefined;
  readonly element: HTMLElement;
}

export function drawGraph(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { graph, camera, unit, width, height, chosen, marked, matches, element } = drawing;
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const scale = unit * camera.zoom;
  const px = (i: number): number => camera.x + graph.x[i]! * scale;
  const py = (i: number): number => camera.y + graph.y[i]! * scale;
  const radius = Math.max(2.1, Math.min(9, scale * 0.2));
  context.clearRect(0, 0, width, height);
  drawSteps(context, graph, { px, py, radius, color, chosen });
  const [stuck, violating] = [new Set(graph.stuck), new Set(graph.violating)];
  for (let i = 0; i < graph.stateCount; i++) {
    const [x, y] = [px(i), py(i)];
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
    const isBad = violating.has(i) || stuck.has(i);
    const isFaded = matches !== undefined && !matches.has(i);
    context.globalAlpha = isFaded && !marked.has(i) ? 0.25 : 1;
    context.fillStyle = marked.has(i)
      ? color("mark-strong")
      : isBad
        ? color("bad")
        : i < graph.initialCount
          ? color("accent")
          : color("state");
    context.beginPath();
    context.arc(x, y, i === chosen ? radius * 1.5 : radius, 0, 2 * Math.PI);
    context.fill();
    if (i < graph.initialCount) ring(context, x, y, radius + 3, color("accent"));
    if (i === chosen) ring(context, x, y, radius * 1.5 + 3, color("text"));
    else if (matches?.has(i)) ring(context, x, y, radius + 2.5, color("mark-strong"));
    if (violating.has(i) && radius > 4) ring(context, x, y, radius + 2.5, color("bad"));
  }
  context.globalAlpha = 1;
}

function ring(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

interface StepDrawing {
  readonly px: (i: number) => number;
  readonly py: (i: number) => number;
  readonly radius: number;
  readonly color: (name: string) => string;
  readonly chosen: number | undefined;
}

/** All steps in one path, then those of the chosen state with heads. */
function drawSteps(
  context: CanvasRenderingContext2D,
  graph: GraphView,
  { px, py, radius, color, chosen }: StepDrawing,
): void {
  context.strokeStyle = color("edge");
  const isDense = graph.from.length > 900;
  context.lineWidth = isDense ? 0.6 : 0.9;
  context.globalAlpha = isDense ? 0.55 : 1;
  context.beginPath();
  graph.from.forEach((from, k) => trace(context, from, graph.to[k]!, px, py));
  context.stroke();
  context.globalAlpha = 1;
  const isFew = graph.from.length < 1200 && radius > 3.5;
  if (isFew) {
    context.fillStyle = color("edge-head");
    graph.from.forEach((from, k) => head(context, from, graph.to[k]!, px, py, radius));
  }
  if (chosen === undefined) return;
  context.strokeStyle = context.fillStyle = color("accent");
  context.lineWidth = 1.6;
  graph.from.forEach((from, k) => {
    const to = graph.to[k]!;
    if (from !== chosen && to !== chosen) return;
    context.globalAlpha = from === chosen ? 1 : 0.45;
    context.beginPath();
    trace(context, from, to, px, py);
    context.stroke();
    head(context, from, to, px, py, radius);
  });
  context.globalAlpha = 1;
}

type Coordinate = (i: number) => number;

/** Steps to the same or an earlier layer bend, so that they are not hidden by those forward. */
function trace(context: CanvasRenderingContext2D, from: number, to: number, px: Coordinate, py: Coordinate): void {
  const [x1, y1, x2, y2] = [px(from), py(from), px(to), py(to)];
  context.moveTo(x1, y1);
  if (y2 > y1) context.lineTo(x2, y2);
  else context.quadraticCurveTo(...bendOf(x1, y1, x2, y2), x2, y2);
}

function bendOf(x1: number, y1: number, x2: number, y2: number): [number, number] {
  const [dx, dy] = [x2 - x1, y2 - y1];
  return [(x1 + x2) / 2 - dy * 0.18, (y1 + y2) / 2 + dx * 0.18];
}

function head(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  px: Coordinate,
  py: Coordinate,
  radius: number,
): void {
  if (from === to) return;
  const [x1, y1, x2, y2] = [px(from), py(from), px(to), py(to)];
  const [sx, sy] = y2 > y1 ? [x1, y1] : bendOf(x1, y1, x2, y2);
  const angle = Math.atan2(y2 - sy, x2 - sx);
  const size = Math.min(7, radius * 1.1);
  const [tipX, tipY] = [x2 - Math.cos(angle) * (radius + 1), y2 - Math.sin(angle) * (radius + 1)];
  context.beginPath();
  context.moveTo(tipX, tipY);
  context.lineTo(tipX - size * Math.cos(angle - 0.4), tipY - size * Math.sin(angle - 0.4));
  context.lineTo(tipX - size * Math.cos(angle + 0.4), tipY - size * Math.sin(angle + 0.4));
  context.fill();
}
