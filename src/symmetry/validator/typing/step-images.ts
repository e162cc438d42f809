/**
 * The images of transitions that look at each slot by itself (`model/slot-steps.ts`), such as all those of nets.
 *
 * Such a transition is what it does to each slot: the values it asks for, those with which nothing goes wrong, and the
 * change. Its image under a permutation of slots that leaves values alone does the same to the images of the slots. Two
 * transitions that do the same to the same slots are the same. So a symmetry costs a line of numbers for each transition
 * that it touches, where its text would be walked expression by expression.
 *
 * The steps are about states over the inferred domains, which the caller requires to be preserved.
 */

import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Domain } from "../../../model/domains.ts";
import type { Model } from "../../../model/model.ts";
import type { SlotStep } from "../../../model/slot-steps.ts";
import { slotSteps } from "../../../model/slot-steps.ts";
import { look } from "../../../util/limits.ts";

interface Local {
  readonly name: string;
  /** What it does to each slot, as a text without the slot. */
  readonly parts: readonly (readonly [slot: number, text: string])[];
}

export class StepImages {
  readonly #locals: readonly Local[];
  /** The name of a transition by what it does. */
  readonly #names: ReadonlyMap<string, string>;
  /** Per slot, the transitions that concern it. */
  readonly #concerned = new Map<number, number[]>();
  /** The transitions whose guard never holds. */
  readonly neverTaken: number;

  private constructor(locals: readonly Local[], neverTaken: number) {
    this.#locals = locals;
    this.neverTaken = neverTaken;
    this.#names = new Map(locals.map(({ name, parts }) => [keyOf(parts), name]));
    locals.forEach(({ parts }, i) => {
      look();
      for (const [slot] of parts) {
        const list = this.#concerned.get(slot);
        if (list) list.push(i);
        else this.#concerned.set(slot, [i]);
      }
    });
  }

  /** `undefined` if some transition is not of this kind. */
  static of({ transitions }: Model, names: NamesInScope, domains: readonly Domain[]): StepImages | undefined {
    const locals: Local[] = [];
    for (const { name, parameters, guard, body } of transitions) {
      look(4);
      if (parameters.length > 0) return undefined;
      const steps = slotSteps(guard, body, names, domains);
      if (steps === undefined) return undefined;
      if (steps !== "never") locals.push({ name, parts: Array.from(steps, ([slot, step]) => [slot, textOf(step)]) });
    }
    return new StepImages(locals, transitions.length - locals.length);
  }

  /**
   * Which transition each one goes to that concerns a slot that moves, and how many others there are; the name of one
   * that goes to none.
   */
  under(
    slots: Int32Array,
  ): { readonly images: { from: string; to: string }[]; readonly untouched: number } | { readonly lost: string } {
    const touched = new Set<number>();
    for (let slot = 0; slot < slots.length; slot++) {
      if (slots[slot] === slot) continue;
      look();
      for (const i of this.#concerned.get(slot) ?? []) touched.add(i);
    }
    const images: { from: string; to: string }[] = [];
    for (const i of [...touched].sort((a, b) => a - b)) {
      const { name, parts } = this.#locals[i]!;
      const to = this.#names.get(keyOf(parts.map(([slot, text]) => [slots[slot]!, text])));
      if (to === undefined) return { lost: name };
      images.push({ from: name, to });
    }
    return { images, untouched: this.#locals.length - images.length };
  }
}

function textOf({ enabled, fine, change }: SlotStep): string {
  const what = "set" in change ? `=${change.set}` : `+${change.add}`;
  return `${enabled.low}..${enabled.high} ${fine.low}..${fine.high} ${what}`;
}

function keyOf(parts: readonly (readonly [slot: number, text: string])[]): string {
  look(1 + parts.length);
  return parts
    .toSorted(([a], [b]) => a - b)
    .map(([slot, text]) => `${slot}:${text}`)
    .join(";");
}
