/** Random place/transition nets, and their texts in LoLA's format. */

import fc from "fast-check";
import type { PlainNet } from "./token-game.ts";

const weights = fc.array(fc.constantFrom(0, 0, 0, 1, 1, 2), { minLength: 5, maxLength: 5 });

export const plainNet: fc.Arbitrary<PlainNet> = fc.record({
  initial: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 5, maxLength: 5 }),
  transitions: fc.array(fc.record({ takes: weights, puts: weights }), { minLength: 1, maxLength: 5 }),
});

export function asLola({ initial, transitions }: PlainNet): string {
  const list = (counts: readonly number[]): string =>
    counts.flatMap((count, p) => (count > 0 ? [`p${p}: ${count}`] : [])).join(", ");
  return [
    `PLACE ${initial.map((_, p) => `p${p}`).join(", ")};`,
    `MARKING ${list(initial)};`,
    ...transitions.map(({ takes, puts }, t) => `TRANSITION t${t} CONSUME ${list(takes)}; PRODUCE ${list(puts)};`),
  ].join("\n");
}
