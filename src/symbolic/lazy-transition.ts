/**
 * Ground transitions with too many cases to list: large integers, long queues.
 *
 * The outcome of the step is computed only for values that states really have. The slots that it reads and writes are
 * not known in advance either. It starts with those seen so far; when a step needs another one, that slot is added and
 * everything is computed again (`SupportGrew`). There are finitely many slots, and one such round is usually enough.
 */

import { command, selector } from "../ddd/index.ts";
import type { Hom } from "../ddd/index.ts";
import type { Encoding } from "./encoding.ts";
import type { Outcome } from "./outcome.ts";
import { UnknownSlot } from "./partial-state.ts";
import type { PartialState } from "./partial-state.ts";

/** Thrown out of an evaluation when a step depends on more slots than were known. */
export class SupportGrew extends Error {}

export class LazyTransition {
  /** The slots that the step reads, and those it writes, which count as read. */
  private readonly slots: Set<number>;
  private readonly written = new Set<number>();
  private readonly state: PartialState;
  private readonly run: () => Outcome;
  private known = new Map<string, Outcome>();

  /** @param slots the slots that are known to be read */
  constructor(state: PartialState, slots: ReadonlySet<number>, run: () => Outcome) {
    this.state = state;
    this.slots = new Set(slots);
    this.run = run;
  }

  /** The slots that are known so far. */
  get support(): readonly number[] {
    return [...this.slots];
  }

  relation(encoding: Encoding): Hom {
    const slots = this.support;
    const written = [...this.written];
    const place = new Map(slots.map((slot, k) => [slot, k]));
    return command(encoding.homs, {
      reads: slots.map((slot) => encoding.levelOf(slot)),
      writes: written.map((slot) => encoding.levelOf(slot)),
      outcomes: (values) => {
        const outcome = this.outcome(slots, values);
        if (!outcome?.writes) return [];
        const changed = new Map(outcome.writes);
        return [written.map((slot) => changed.get(slot) ?? values[place.get(slot)!]!)];
      },
    });
  }

  selection(encoding: Encoding, isWanted: (outcome: Outcome) => boolean): Hom {
    const slots = this.support;
    const levels = slots.map((slot) => encoding.levelOf(slot));
    return selector(encoding.homs, levels, (values) => isWanted(this.outcome(slots, values)));
  }

  private outcome(slots: readonly number[], values: readonly number[]): Outcome {
    const key = values.join();
    if (this.known.has(key)) return this.known.get(key);
    const outcome = this.outcomeOf(slots, values);
    const written = outcome?.writes?.map(([slot]) => slot) ?? [];
    if (written.some((slot) => !this.written.has(slot))) this.grow(written, true);
    this.known.set(key, outcome);
    return outcome;
  }

  private outcomeOf(slots: readonly number[], values: readonly number[]): Outcome {
    const { state } = this;
    try {
      slots.forEach((slot, k) => state.learn(slot, values[k]!));
      state.reset();
      return this.run();
    } catch (unknown) {
      if (!(unknown instanceof UnknownSlot)) throw unknown;
      return this.grow([unknown.slot], false);
    } finally {
      state.reset();
      for (const slot of slots) state.forget(slot);
    }
  }

  private grow(slots: readonly number[], areWritten: boolean): never {
    for (const slot of slots) {
      this.slots.add(slot);
      if (areWritten) this.written.add(slot);
    }
    this.known = new Map();
    throw new SupportGrew();
  }
}
