/**
 * Breadth-first layers, and traces through them.
 *
 * Layer k has the states, or representatives, that are reached after k steps and no fewer. A trace is found backwards:
 * a vector of the last layer has an origin in the layer before, and so on. No transition has to be inverted.
 */

import { difference, emptySet, intersection, originOf, sequence, union, vectors } from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import { InternalError } from "../util/internal-error.ts";
import type { Encoding } from "./encoding.ts";
import type { Evaluator } from "./evaluator.ts";

export class Layers {
  readonly layers: Ddd[];
  /** The union of all layers. */
  reached: Ddd;
  private readonly encoding: Encoding;
  private readonly evaluator: Evaluator;
  /** One step, followed by canonization. */
  private readonly step: readonly Hom[];

  constructor(encoding: Encoding, evaluator: Evaluator, initial: Ddd, step: readonly Hom[]) {
    this.encoding = encoding;
    this.evaluator = evaluator;
    this.layers = [initial];
    this.reached = initial;
    this.step = step;
  }

  /** Adds a layer; false if there are no new states. @param roots other sets that are still needed */
  advance(roots: readonly Ddd[]): boolean {
    let next = this.layers.at(-1)!;
    for (const hom of this.step) next = this.evaluator.apply(hom, next, [...roots, ...this.layers, this.reached]);
    return this.add(next);
  }

  /** The same, where other code gets a turn now and then. */
  async advanceAtLength(): Promise<boolean> {
    let next = this.layers.at(-1)!;
    for (const hom of this.step) {
      next = await this.evaluator.applyAtLength(hom, next, [...this.layers, this.reached]);
    }
    return this.evaluator.watching(() => this.add(next));
  }

  private add(next: Ddd): boolean {
    const { space } = this.encoding;
    const added = difference(space, next, this.reached);
    if (added === emptySet) return false;
    this.layers.push(added);
    this.reached = union(space, this.reached, added);
    this.evaluator.rounds = this.layers.length - 1;
    return true;
  }

  /** The first layer with a state of the set; -1 if there is none so far. */
  depthOf(set: Ddd): number {
    return this.layers.findIndex((layer) => intersection(this.encoding.space, layer, set) !== emptySet);
  }

  /** A vector of each layer, from the first layer to a vector in the set; each leads to the next. */
  pathTo(set: Ddd, depth: number): number[][] {
    const { homs, space } = this.encoding;
    const [last] = vectors(space, intersection(space, this.layers[depth]!, set));
    const path = [last!];
    for (let k = depth - 1; k >= 0; k--) {
      this.evaluator.tick();
      const step = this.composed();
      const origin = originOf(homs, step, this.layers[k]!, path[0]!);
      if (!origin) throw new InternalError("a state of a layer has no origin in the one before");
      path.unshift(origin);
    }
    return path;
  }

  private composed(): Hom {
    const { homs } = this.encoding;
    return this.step.length === 1 ? this.step[0]! : sequence(homs, this.step);
  }
}
