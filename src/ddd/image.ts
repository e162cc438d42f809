/**
 * The evaluation of homomorphisms.
 *
 * It is a machine with its own stack: a frame is an expression at a node, with its partial results. So the JavaScript
 * stack bounds neither the height of a diagram nor the depth of an expression. And all nodes in use are known at any
 * moment, which a collection in the middle of a long closure needs. Every result is cached by (expression, node).
 *
 * Inner loop: no closures, and no allocation except for growing arrays. Guarded by `npm run bench -- ddd`.
 */

import { look } from "../util/limits.ts";
import { DddError } from "./ddd-error.ts";
import type { ArcAction, Hom, Homomorphisms } from "./homomorphism.ts";
import { EMPTY } from "./node-table.ts";
import { DIFFERENCE, IMAGE, UNION } from "./operation-cache.ts";
import { pullUp } from "./pull-up.ts";
import { combine } from "./set-operations.ts";
import { collectFrom, requireSet, statistics } from "./space.ts";
import type { Ddd, Space, SpaceStatistics } from "./space.ts";
import { count } from "./vectors.ts";

export interface ImageOptions {
  /**
   * The sets that survive, besides the result. If present, garbage may be collected during the evaluation, and all
   * other sets are invalid afterwards. If missing, nothing is freed.
   */
  readonly roots?: Iterable<Ddd>;
  /** Garbage is not collected below this many nodes. */
  readonly collectAbove?: number;
  /** Called about every ten milliseconds of work. An exception from it ends the evaluation; the space stays usable. */
  readonly onProgress?: (statistics: SpaceStatistics) => void;
}

/** The image of the set under the homomorphism. */
export function image(homs: Homomorphisms, hom: Hom, set: Ddd, options: ImageOptions = {}): Ddd {
  const evaluation = new Evaluation(homs, hom, set, options);
  evaluation.run(Infinity);
  return evaluation.result;
}

/** The number of machine steps between two reports of progress. */
const stepsPerReport = 1 << 16;

/** The result of `call` and `advance` if they pushed a frame that must finish first. */
const PENDING = -1;

/** An evaluation that can rest after any step. Meanwhile nothing else may use its space. */
export class Evaluation {
  /** Only valid when the evaluation is done. */
  result: Ddd;
  private readonly space: Space;
  private readonly roots: readonly Ddd[] | undefined;
  private readonly onProgress: ImageOptions["onProgress"];
  private collectAt: number;
  /** Per frame: the expression, its node, its progress, two partial sets, and the start of its arcs. */
  private readonly homs: Hom[] = [];
  private readonly nodes: number[] = [];
  private readonly places: number[] = [];
  private readonly sets: number[] = [];
  private readonly marks: number[] = [];
  private readonly bases: number[] = [];
  /** The partial arcs of all frames. */
  private readonly pairs: number[] = [];
  /** The number of frames, and the number of pairs in use. The arrays never shrink, because shrinking is slow. */
  private depth = 0;
  private pairsEnd = 0;
  private stepCount = 0;

  constructor(
    homs: Homomorphisms,
    hom: Hom,
    set: Ddd,
    { roots, collectAbove = 1 << 16, onProgress }: ImageOptions = {},
  ) {
    const { space } = homs;
    homs.requireOwn(hom);
    requireSet(space, set);
    const length = space.nodes.height[set]!;
    if (set !== EMPTY && length !== homs.length) {
      throw new DddError(
        `the homomorphism is one of vectors of length ${homs.length}, the set has vectors of length ${length}`,
      );
    }
    if (space.isEvaluating) throw new DddError("a function of a homomorphism must not evaluate homomorphisms");
    homs.forgetPartial();
    this.space = space;
    this.onProgress = onProgress;
    this.roots = roots && [...roots];
    for (const root of this.roots ?? []) requireSet(space, root);
    this.collectAt = space.nodes.collectAt(collectAbove);
    this.result = this.call(hom, set);
  }

  /** Works for so many steps; whether it is done. */
  run(steps: number): boolean {
    this.space.isEvaluating = true;
    try {
      for (let step = 0; this.depth > 0 && step < steps; step++) this.step();
    } finally {
      this.space.isEvaluating = false;
    }
    return this.depth === 0;
  }

  private step(): void {
    const { cache, nodes } = this.space;
    look();
    if (++this.stepCount % stepsPerReport === 0) this.onProgress?.(statistics(this.space));
    const frame = this.depth - 1;
    if (nodes.count > this.collectAt && this.roots) this.collect(this.result);
    const at = this.homs[frame]!;
    const node = this.nodes[frame]!;
    const result = this.advance(frame, at, node, this.result);
    this.result = result;
    if (result === PENDING) return;
    cache.set(IMAGE, at.id, node, result);
    // The result is a fixpoint of the same expression.
    if (at.kind === "closure" || at.kind === "fixpoint") cache.set(IMAGE, at.id, result, result);
    this.pairsEnd = this.bases[frame]!;
    this.depth = frame;
  }

  /** The result if it is known; else `PENDING`, with a new frame. */
  private call(hom: Hom, node: number): number {
    if (node === EMPTY || hom.kind === "identity") return node;
    const { space } = this;
    const action = hom.step?.action;
    if (action?.kind === "whole" && action.isCheap && space.nodes.height[node] === hom.top) {
      return action.result(space, node);
    }
    const cached = space.cache.get(IMAGE, hom.id, node);
    if (cached >= 0) return cached;
    space.cache.fit(space.nodes.count);
    const frame = this.depth++;
    this.homs[frame] = hom;
    this.nodes[frame] = node;
    this.places[frame] = 0;
    this.sets[frame] = EMPTY;
    this.marks[frame] = EMPTY;
    this.bases[frame] = this.pairsEnd;
    return PENDING;
  }

  /** Continues the top frame with the result of its last call, or with `PENDING` at its beginning. */
  private advance(frame: number, hom: Hom, node: number, result: number): number {
    const { nodes } = this.space;
    if (nodes.height[node]! > hom.top) {
      if (!this.advanceArcs(frame, hom, undefined, node, result)) return PENDING;
      return pullUp(nodes, this.pairs, this.bases[frame]!, this.pairsEnd, hom.step?.prefixLength ?? 0);
    }
    switch (hom.kind) {
      case "identity":
        return node;
      case "sequence":
        return this.advanceSequence(frame, hom, node, result);
      case "fixpoint":
      case "closure":
        return this.advanceFixpoint(frame, hom, node, result);
      case "sum":
        return this.advanceSum(frame, hom, node, result);
      case "negation":
        if (result === PENDING) result = this.call(hom.parts[0]!, node);
        return result === PENDING ? PENDING : combine(this.space, DIFFERENCE, node, result);
      case "choice":
        return this.advanceChoice(frame, hom, node, result);
      case "alternative": {
        if (result !== PENDING) return result;
        const isSmall = count(this.space, node) <= hom.most;
        return this.call(hom.parts[isSmall ? 0 : 1]!, node);
      }
      case "step":
        return this.advanceStep(frame, hom, node, result);
    }
  }

  /**
   * Applies `hom`, or the homomorphism of the action, to each child. It returns true at the end; then the results are
   * among the pairs.
   */
  private advanceArcs(frame: number, hom: Hom, action: ArcAction | undefined, node: number, result: number): boolean {
    const { nodes } = this.space;
    const count = nodes.arcCount[node]!;
    let k = this.places[frame]!;
    for (;;) {
      if (result !== PENDING) {
        if (result !== EMPTY) {
          this.pairs[this.pairsEnd++] = nodes.value(node, k);
          this.pairs[this.pairsEnd++] = result;
        }
        k++;
      }
      if (k === count) return true;
      this.places[frame] = k;
      result = this.call(action ? action.next(nodes.value(node, k)) : hom, nodes.child(node, k));
      if (result === PENDING) return false;
    }
  }

  private advanceSequence(frame: number, hom: Hom, node: number, result: number): number {
    let k = this.places[frame]!;
    let set = node;
    for (;;) {
      if (result !== PENDING) {
        set = result;
        k++;
      }
      if (k === hom.parts.length || set === EMPTY) return set;
      this.places[frame] = k;
      result = this.call(hom.parts[k]!, set);
      if (result === PENDING) return PENDING;
    }
  }

  /**
   * Rounds over all parts. The part for the levels below reaches its own fixpoint, so a round that changes nothing
   * after it is the last.
   */
  private advanceFixpoint(frame: number, hom: Hom, node: number, result: number): number {
    let k = this.places[frame]!;
    if (result === PENDING) {
      this.sets[frame] = node;
      this.marks[frame] = node;
    }
    for (;;) {
      if (result !== PENDING) {
        const isBelow = k === 0 && hom.hasBelow;
        const adds = hom.kind === "closure" && !isBelow;
        const set = adds ? combine(this.space, UNION, this.sets[frame]!, result) : result;
        this.sets[frame] = set;
        if (isBelow) this.marks[frame] = set;
        k++;
      }
      const set = this.sets[frame]!;
      if (k === hom.parts.length) {
        if (set === this.marks[frame]) return set;
        this.marks[frame] = set;
        k = 0;
      }
      this.places[frame] = k;
      result = this.call(hom.parts[k]!, set);
      if (result === PENDING) return PENDING;
    }
  }

  private advanceSum(frame: number, hom: Hom, node: number, result: number): number {
    let k = this.places[frame]!;
    for (;;) {
      if (result !== PENDING) {
        this.sets[frame] = combine(this.space, UNION, this.sets[frame]!, result);
        k++;
      }
      if (k === hom.parts.length) return this.sets[frame]!;
      this.places[frame] = k;
      result = this.call(hom.parts[k]!, node);
      if (result === PENDING) return PENDING;
    }
  }

  /** `marks` holds the selected part, and `sets` its image. */
  private advanceChoice(frame: number, hom: Hom, node: number, result: number): number {
    let k = this.places[frame]!;
    let argument = node;
    for (;;) {
      if (result !== PENDING) {
        if (k === 2) return combine(this.space, UNION, this.sets[frame]!, result);
        if (k === 0) this.marks[frame] = argument = result;
        else {
          this.sets[frame] = result;
          argument = combine(this.space, DIFFERENCE, node, this.marks[frame]!);
        }
        k++;
      }
      this.places[frame] = k;
      result = this.call(hom.parts[k]!, argument);
      if (result === PENDING) return PENDING;
    }
  }

  private advanceStep(frame: number, hom: Hom, node: number, result: number): number {
    const { nodes } = this.space;
    const { action } = hom.step!;
    switch (action.kind) {
      case "whole":
        return action.result(this.space, node);
      case "union":
        return result === PENDING ? this.call(action.next(), this.unionOfChildren(node)) : result;
      case "arcs": {
        if (!this.advanceArcs(frame, hom, action, node, result)) return PENDING;
        const base = this.bases[frame]!;
        if (action.map) mapValues(this.pairs, base, this.pairsEnd, action.map);
        if (action.keptBehind >= 0) return pullUp(nodes, this.pairs, base, this.pairsEnd, action.keptBehind);
        return this.unionOfPairs(base, this.pairsEnd);
      }
    }
  }

  private unionOfChildren(node: number): number {
    const { nodes } = this.space;
    let set = EMPTY;
    for (let k = 0; k < nodes.arcCount[node]!; k++) set = combine(this.space, UNION, set, nodes.child(node, k));
    return set;
  }

  /** Unites by halves, so that small sets are united with small ones. */
  private unionOfPairs(from: number, to: number): number {
    if (from === to) return EMPTY;
    if (from + 2 === to) return this.pairs[from + 1]!;
    const middle = from + 2 * ((to - from) >> 2);
    return combine(this.space, UNION, this.unionOfPairs(from, middle), this.unionOfPairs(middle, to));
  }

  private collect(result: number): void {
    const held = [...this.roots!];
    for (const list of [this.nodes, this.sets, this.marks]) for (let i = 0; i < this.depth; i++) held.push(list[i]!);
    for (let i = 1; i < this.pairsEnd; i += 2) held.push(this.pairs[i]!);
    if (result !== PENDING) held.push(result);
    collectFrom(this.space, held);
    this.collectAt = this.space.nodes.collectAt(this.collectAt);
  }
}

/** Maps the values of the pairs and sorts the pairs again. */
function mapValues(pairs: number[], from: number, to: number, map: ReadonlyMap<number, number>): void {
  const mapped: (readonly [number, number])[] = [];
  for (let i = from; i < to; i += 2) mapped.push([map.get(pairs[i]!) ?? pairs[i]!, pairs[i + 1]!]);
  mapped.sort((a, b) => a[0] - b[0]);
  mapped.forEach(([value, set], k) => {
    if (k > 0 && mapped[k - 1]![0] === value) {
      throw new DddError(`a map of values gives ${value} for two values that occur`);
    }
    pairs[from + 2 * k] = value;
    pairs[from + 2 * k + 1] = set;
  });
}
