/** Checks that no state has a value that domain inference ruled out. */

import { expect } from "vitest";
import { facts } from "../../src/model/facts.ts";
import type { State } from "../../src/model/interpret.ts";
import type { Model } from "../../src/model/model.ts";

export function expectWithinDomains(model: Model, states: readonly State[]): void {
  const { domains, slots } = facts(model);
  const outside = new Set<string>();
  for (const state of states) {
    for (const [slot, value] of state.entries()) {
      const { low, high, values } = domains[slot]!;
      if (value < low || value > high || values?.includes(value) === false) {
        outside.add(`${slots[slot]!.name} = ${value}`);
      }
    }
  }
  expect([...outside]).toEqual([]);
}
