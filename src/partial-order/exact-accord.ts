/**
 * Whether two steps accord, by trying all values of the slots that they use, if these are few: `x := 1 - x` twice, or a
 * flag that both clear. What is not known is no accord. Work is counted, never timed.
 */

import { domainSize, domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Step } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { look } from "../util/limits.ts";
import type { GroundStep } from "./ground-step.ts";
import type { Rest } from "./whole-step.ts";

/** The most states that are tried for one pair, and for all pairs. */
const mostOfOne = 1024;
const mostOfAll = 50_000;

export class ExactAccord {
  private readonly model: Model;
  private readonly rest: Rest | undefined;
  private readonly used = new Map<GroundStep, readonly number[] | undefined>();
  private left = mostOfAll;

  constructor(model: Model, rest: Rest | undefined) {
    this.model = model;
    this.rest = rest;
  }

  accord(a: GroundStep, b: GroundStep): boolean {
    const [used, others] = [this.slotsOf(a), this.slotsOf(b)];
    if (!used || !others) return false;
    const slots = [...new Set([...used, ...others])];
    const { domains } = facts(this.model);
    const count = this.statesOf(slots);
    if (count > mostOfOne || count > this.left) return false;
    this.left -= count;
    // An index that is the same in all states is read too, though nothing depends on it.
    const state = domains.map(({ low }) => low);
    if (this.rest) state[this.rest.slot] = this.rest.value;
    const isFine = (k: number): boolean => {
      const slot = slots[k];
      if (slot === undefined) return this.accordIn(state, slots, a, b);
      return domainValues(domains[slot]!).every((value) => {
        state[slot] = value;
        return isFine(k + 1);
      });
    };
    return isFine(0);
  }

  /** The slots of a step, if they have few states. */
  private slotsOf(step: GroundStep): readonly number[] | undefined {
    if (!this.used.has(step)) {
      const slots = usedSlots(step)?.filter((slot) => slot !== this.rest?.slot);
      this.used.set(step, slots && this.statesOf(slots) <= mostOfOne ? slots : undefined);
    }
    return this.used.get(step);
  }

  private statesOf(slots: readonly number[]): number {
    const { domains } = facts(this.model);
    return slots.reduce((product, slot) => product * domainSize(domains[slot]!), 1);
  }

  /** Whether the steps accord in one state, of which only the slots that they use matter. */
  private accordIn(state: readonly number[], slots: readonly number[], a: GroundStep, b: GroundStep): boolean {
    look();
    const [first, second] = [this.take(a, state), this.take(b, state)];
    if (!first || !second) return true;
    if (first.error || second.error) {
      // What goes wrong must go wrong in the same way after the other step.
      const isKept = (own: Taken, step: GroundStep, other: Taken): boolean => {
        if (!own.error && !fails(own)) return true;
        const after = other.error ? undefined : this.take(step, other.cells);
        return after !== undefined && (after.error !== undefined) === (own.error !== undefined) && fails(after) === fails(own); // prettier-ignore
      };
      return isKept(first, a, second) && isKept(second, b, first);
    }
    const [then, before] = [this.take(b, first.cells), this.take(a, second.cells)];
    if (!then || !before || then.error || before.error) return false;
    const isSame = slots.every((slot) => then.cells[slot] === before.cells[slot]);
    return isSame && fails(then) === fails(second) && fails(before) === fails(first);
  }

  private take({ transition, choice }: GroundStep, state: readonly number[]): Taken | undefined {
    const cells = state.slice();
    const own = this.model.transitions[transition]!;
    const step = facts(this.model).interpreter.take(own, choice as readonly (readonly number[])[], cells);
    return step && { ...step, cells };
  }
}

type Taken = Step & { readonly cells: readonly number[] };

function fails({ failed }: Step): boolean {
  return failed !== undefined;
}

/** The slots that a step uses; `undefined` if it uses queues, stands for several steps, or goes on by itself. */
function usedSlots({ tests, laterTests, guard, body, choice, isSequence }: GroundStep): readonly number[] | undefined {
  const hasQueue = guard.queues.size > 0 || body.queues.size > 0;
  if (isSequence === true || hasQueue || choice.includes(undefined)) return undefined;
  const own = [...tests, ...laterTests];
  if (own.some(({ isLength }) => isLength)) return undefined;
  const read = [guard, body].flatMap(({ reads, views, writes }) => [...reads, ...views.keys(), ...writes.keys()]);
  return [...new Set([...own.map(({ slot }) => slot), ...read])];
}
