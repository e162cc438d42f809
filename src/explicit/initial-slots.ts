/** The slots of a model without a given initial value, and what they may be at first. */

import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";

export interface ArbitrarySlot {
  readonly slot: number;
  readonly low: number;
  readonly high: number;
}

export function arbitrarySlots(model: Model): ArbitrarySlot[] {
  const { slots, initialValues } = facts(model);
  return slots.flatMap(({ low, high, cell }, slot) => {
    if (initialValues[slot] !== undefined) return [];
    // An arbitrary element of a given queue is in use, and is no padding.
    const isInUse = cell && initialValues[cell.lengthSlot] !== undefined;
    return [{ slot, low: isInUse ? low + 1 : low, high }];
  });
}
