/**
 * Nondeterminism: searches breadth first for a state in which one event leads to different states. As in PAT, two
 * invisible steps count as one event.
 */

import type { State } from "../model/interpret.ts";
import { look } from "../util/limits.ts";
import { stepWidth } from "./labeled-space.ts";
import type { LabeledSpace } from "./labeled-space.ts";
import type { Excess } from "./refinement.ts";
import type { StateId } from "./state-id.ts";

export class Nondeterminism {
  readonly #space: LabeledSpace;
  /** The states in the order of the search. Each has the number of the one before it, and its form with the event. */
  readonly #queue: { readonly state: StateId; readonly origin: number; readonly reached: StateId }[] = [];
  readonly #seen = new Set<StateId>();
  #next = 0;
  excess: Excess | undefined;
  readonly sets = 0;

  constructor(space: LabeledSpace) {
    this.#space = space;
    for (const state of space.initial) this.#add(state, -1, state);
  }

  get pairs(): number {
    return this.#queue.length;
  }

  get queued(): number {
    return this.#queue.length - this.#next;
  }

  /** Expands some states. False if there are no more, or nondeterminism was found. */
  step(budget: number): boolean {
    for (let left = budget; left > 0; left--) {
      if (this.#next === this.#queue.length) return false;
      look();
      const number = this.#next++;
      const steps = this.#space.stepsOf(this.#queue[number]!.state);
      const targets = new Map<number, number>();
      for (let i = 0; i < steps.length; i += stepWidth) {
        const [event, target] = [steps[i]!, steps[i + 1]!];
        if ((targets.get(event) ?? target) !== target) {
          this.excess = { states: this.#statesTo(number, steps[i + 2] as StateId), diverges: false };
          return false;
        }
        targets.set(event, target);
        this.#add(target as StateId, number, steps[i + 2] as StateId);
      }
    }
    return true;
  }

  #add(state: StateId, origin: number, reached: StateId): void {
    if (this.#seen.has(state)) return;
    this.#seen.add(state);
    this.#queue.push({ state, origin, reached });
  }

  #statesTo(number: number, last: StateId): State[] {
    const states = [this.#space.stateAt(last)];
    for (let at = this.#queue[number]; at; at = this.#queue[at.origin]) states.unshift(this.#space.stateAt(at.reached));
    return states;
  }
}
