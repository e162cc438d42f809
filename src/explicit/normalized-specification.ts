/**
 * The normal form of a specification, made as far as a search needs it: the sets of states that are possible after a
 * trace. A set contains what invisible steps lead to. The form is deterministic: an event leads from a set to one set.
 */

import { invisible } from "../model/model.ts";
import { imageOfState } from "../symmetry/symmetry.ts";
import type { Symmetry } from "../symmetry/symmetry.ts";
import { look } from "../util/limits.ts";
import { getOrAdd, Numbering } from "../util/numbering.ts";
import { Divergence } from "./divergence.ts";
import { stepWidth } from "./labeled-space.ts";
import type { LabeledSpace } from "./labeled-space.ts";
import type { StateId } from "./state-id.ts";

/** The number of a set that contains nothing: the trace is not one of the specification. */
export const noSet = -1;

export class NormalizedSpecification {
  readonly #space: LabeledSpace;
  readonly #divergence: Divergence;
  /** Ascending lists. */
  readonly #sets = new Numbering<readonly StateId[]>();
  readonly #after: Map<number, number>[] = [];
  readonly #acceptances: (readonly (readonly number[])[] | undefined)[] = [];
  /** The images of states, by the number of the symmetry. */
  readonly #images: Map<StateId, StateId>[] = [];

  constructor(space: LabeledSpace) {
    this.#space = space;
    this.#divergence = new Divergence(space);
  }

  get initial(): number {
    return this.#closed(this.#space.initial);
  }

  get count(): number {
    return this.#sets.items.length;
  }

  /** The set after an event; `noSet` if the event is not possible. */
  after(set: number, event: number): number {
    const known = (this.#after[set] ??= new Map());
    return getOrAdd(known, event, () => {
      const targets: StateId[] = [];
      for (const id of this.#sets.items[set]!) {
        const steps = this.#space.stepsOf(id);
        for (let i = 0; i < steps.length; i += stepWidth) {
          if (steps[i] === event) targets.push(steps[i + 1] as StateId);
        }
      }
      return this.#closed(targets);
    });
  }

  /** Whether every state of one set is in the other. */
  includes(larger: number, smaller: number): boolean {
    if (larger === smaller) return true;
    const [a, b] = [this.#sets.items[larger]!, this.#sets.items[smaller]!];
    if (b.length > a.length) return false;
    look();
    let at = 0;
    for (const id of b) {
      while (at < a.length && a[at]! < id) at++;
      if (a[at] !== id) return false;
    }
    return true;
  }

  /** Whether something in the set, without an invisible step, offers no more than these events, which ascend. */
  mayOfferOnly(set: number, offered: readonly number[]): boolean {
    const acceptances = (this.#acceptances[set] ??= this.#minimalOffers(set));
    return acceptances.some((least) => isSublist(least, offered));
  }

  /** Whether something in the set diverges. */
  diverges(set: number): boolean {
    return this.#sets.items[set]!.some((id) => this.#divergence.from(id));
  }

  /** The image of a set under a symmetry, which has this number. */
  image(set: number, number: number, symmetry: Symmetry): number {
    const images = (this.#images[number] ??= new Map());
    const imageOf = (id: StateId): StateId =>
      getOrAdd(images, id, () => this.#space.numberOf(imageOfState(symmetry, this.#space.stateAt(id))));
    return this.#numberOf(this.#sets.items[set]!.map(imageOf));
  }

  #closed(ids: readonly StateId[]): number {
    if (ids.length === 0) return noSet;
    const closure = new Set(ids);
    for (const id of closure) {
      look();
      for (const target of this.#divergence.invisibleTargets(id)) closure.add(target);
    }
    return this.#numberOf([...closure]);
  }

  #numberOf(ids: readonly StateId[]): number {
    const sorted = ids.toSorted((a, b) => a - b);
    return this.#sets.numberOf(sorted, sorted.join());
  }

  #minimalOffers(set: number): readonly (readonly number[])[] {
    const offers: (readonly number[])[] = [];
    for (const id of this.#sets.items[set]!) {
      const offered = offeredBy(this.#space, id);
      if (!offered || offers.some((known) => isSublist(known, offered))) continue;
      offers.push(offered);
    }
    return offers.filter((a) => !offers.some((b) => a !== b && isSublist(b, a)));
  }
}

/** The events that a state offers, ascending; `undefined` if it has an invisible step. */
export function offeredBy(space: LabeledSpace, id: StateId): readonly number[] | undefined {
  const steps = space.stepsOf(id);
  const events = new Set<number>();
  for (let i = 0; i < steps.length; i += stepWidth) {
    if (steps[i] === invisible) return undefined;
    events.add(steps[i]!);
  }
  return [...events].sort((a, b) => a - b);
}

function isSublist(smaller: readonly number[], larger: readonly number[]): boolean {
  let at = 0;
  for (const event of smaller) {
    while (at < larger.length && larger[at]! < event) at++;
    if (larger[at] !== event) return false;
  }
  return true;
}
