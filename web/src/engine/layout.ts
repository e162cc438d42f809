/**
 * A layered drawing of a state graph: a state is in the layer of its distance from the initial states, and states of a
 * layer are in an order with few crossings.
 *
 * The order is found by sweeps, down and up: each state goes to the mean position of its neighbors in the layer before
 * (the barycenter heuristic of Sugiyama and others). Layers that are much wider than the others are broken into rows, so
 * that the picture keeps the proportions of a page. The cost is linear in the steps, but for the sorting.
 */

export interface Layered {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: number;
  readonly height: number;
}

const sweeps = 6;

export function layered(stateCount: number, initialCount: number, from: Uint32Array, to: Uint32Array): Layered {
  const depth = distances(stateCount, initialCount, from, to);
  const layers: number[][] = [];
  for (let i = 0; i < stateCount; i++) (layers[depth[i]!] ??= []).push(i);
  const near = neighborsIn(stateCount, from, to);
  const place = new Float64Array(stateCount);
  const settle = (layer: readonly number[]): void =>
    layer.forEach((state, k) => (place[state] = (k + 0.5) / layer.length));
  for (const layer of layers) settle(layer);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    const order = isDown ? layers : layers.toReversed();
    for (const layer of order) {
      const mean = new Map(layer.map((state) => [state, meanOf(state, near, depth, place, isDown)]));
      layer.sort((a, b) => mean.get(a)! - mean.get(b)! || a - b);
      settle(layer);
    }
  }
  return placed(stateCount, layers);
}

/** Breadth-first distances. */
function distances(stateCount: number, initialCount: number, from: Uint32Array, to: Uint32Array): Int32Array {
  const next: number[][] = Array.from({ length: stateCount }, () => []);
  from.forEach((state, k) => next[state]!.push(to[k]!));
  const depth = new Int32Array(stateCount).fill(-1);
  const queue: number[] = [];
  for (let i = 0; i < initialCount; i++) {
    depth[i] = 0;
    queue.push(i);
  }
  for (const state of queue) {
    for (const other of next[state]!) {
      if (depth[other]! >= 0) continue;
      depth[other] = depth[state]! + 1;
      queue.push(other);
    }
  }
  return depth.map((d) => Math.max(0, d));
}

function neighborsIn(stateCount: number, from: Uint32Array, to: Uint32Array): number[][] {
  const near: number[][] = Array.from({ length: stateCount }, () => []);
  from.forEach((state, k) => {
    near[state]!.push(to[k]!);
    near[to[k]!]!.push(state);
  });
  return near;
}

function meanOf(
  state: number,
  near: readonly (readonly number[])[],
  depth: Int32Array,
  place: Float64Array,
  isDown: boolean,
): number {
  const wanted = depth[state]! + (isDown ? -1 : 1);
  let sum = 0;
  let count = 0;
  for (const other of near[state]!) {
    if (depth[other] !== wanted) continue;
    sum += place[other]!;
    count++;
  }
  return count === 0 ? place[state]! : sum / count;
}

/** Positions: layers from top to bottom, a broad one in several rows. */
function placed(stateCount: number, layers: readonly (readonly number[])[]): Layered {
  const broadest = Math.max(1, ...layers.map(({ length }) => length));
  const mostInRow = Math.max(12, Math.min(broadest, Math.ceil(Math.sqrt(stateCount * 3))));
  const x = new Float32Array(stateCount);
  const y = new Float32Array(stateCount);
  const width = Math.min(broadest, mostInRow);
  let top = 0;
  for (const layer of layers) {
    const rows = Math.ceil(layer.length / mostInRow);
    const inRow = Math.ceil(layer.length / rows);
    layer.forEach((state, k) => {
      // Neighbors in the order are in neighboring columns, whatever the row.
      const [column, row] = [Math.floor(k / rows), k % rows];
      x[state] = width / 2 + (column + 0.5 - inRow / 2) * (inRow > width * 0.6 ? width / inRow : 1);
      y[state] = top + row * 0.55;
    });
    top += (rows - 1) * 0.55 + 1;
  }
  // A broad picture is stretched, so that it is about as high as it is wide.
  const stretch = Math.max(1, Math.min(4, (0.9 * width) / Math.max(1, top)));
  return { x, y: y.map((at) => at * stretch), width, height: Math.max(1, top * stretch) };
}
