/** Ground transitions that look at each slot by itself (`slot-steps.ts`), as events. */

import type { NamesInScope } from "../model/constant-place.ts";
import type { Domain } from "../model/domains.ts";
import type { Step } from "../model/interpret.ts";
import type { Transition } from "../model/model.ts";
import { slotStepsWith } from "../model/slot-steps.ts";
import type { Change, Interval, SlotStep } from "../model/slot-steps.ts";
import type { Encoding } from "./encoding.ts";

export class LocalTransition {
  /** What happens to each slot that it reads or writes. */
  readonly parts: ReadonlyMap<number, SlotStep>;

  private constructor(parts: ReadonlyMap<number, SlotStep>) {
    this.parts = parts;
  }

  /** The transition; `undefined` if it is not of this kind, and `"never"` if its guard never holds. */
  static of(
    transition: Transition,
    choice: Step["choice"],
    names: NamesInScope,
    domains: readonly Domain[],
  ): LocalTransition | "never" | undefined {
    const steps = slotStepsWith(transition, choice, names, domains);
    return steps instanceof Map ? new LocalTransition(steps) : (steps as "never" | undefined);
  }

  /** The slots that it reads or writes. */
  get support(): readonly number[] {
    return [...this.parts.keys()];
  }

  /** From states to their successors. */
  relation(encoding: Encoding): number | undefined {
    return this.event(encoding, ({ fine, change }) => ({ ...fine, change }));
  }

  /** The states in which the guard holds. */
  enabled(encoding: Encoding): number | undefined {
    return this.event(encoding, ({ enabled }) => ({ ...enabled, change: { add: 0 } }));
  }

  /** The states in which it ends in a run-time error: for each slot, those in which that slot goes wrong. */
  errors(encoding: Encoding): number[] {
    return [...this.parts].flatMap(([slot, { enabled, fine }]) => {
      const wrong = [
        { low: enabled.low, high: Math.min(enabled.high, fine.low - 1) },
        { low: Math.max(enabled.low, fine.high + 1), high: enabled.high },
      ].filter(({ low, high }) => low <= high);
      return wrong.flatMap((interval) => {
        const only = (part: SlotStep, of: number): Interval => (of === slot ? interval : part.enabled);
        return this.event(encoding, (part, of) => ({ ...only(part, of), change: { add: 0 } })) ?? [];
      });
    });
  }

  private event(
    encoding: Encoding,
    of: (part: SlotStep, slot: number) => Interval & { readonly change: Change },
  ): number | undefined {
    const { events, domains } = encoding;
    const slots = [...this.parts.keys()].sort((a, b) => encoding.levelOf(b) - encoding.levelOf(a));
    let event = 0;
    for (const slot of slots) {
      const { low, high, change } = of(this.parts.get(slot)!, slot);
      if (low > high) return undefined;
      const { low: least, high: most } = domains[slot]!;
      const isWhole = low <= least && high >= most && "add" in change && change.add === 0;
      if (!isWhole) event = events.local(encoding.levelOf(slot), { low, high, change }, event);
    }
    return event;
  }
}
