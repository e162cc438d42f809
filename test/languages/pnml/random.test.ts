/** Random symmetric nets against the token game on colors, and random damage to a text. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, parse } from "../../../src/index.ts";
import { expected, times } from "../../support/random-runs.ts";
import { play } from "../petri/token-game.ts";
import { coloredGame, coloredNet, coloredText } from "./colored-game.ts";

test("a symmetric net has the markings of the game on colors, with and without symmetry", async () => {
  let [large, reduced] = [0, 0];
  await fc.assert(
    fc.asyncProperty(coloredNet, async (net) => {
      const markings = play(coloredGame(net), 500);
      fc.pre(markings !== undefined);
      const { model, diagnostics } = parse(coloredText(net), { name: "net.pnml" });
      expect(diagnostics).toEqual([]);
      const whole = await check(model!, { properties: [], symmetry: "off" });
      expect([whole.states, whole.complete]).toEqual([markings.length, true]);
      const less = await check(model!, { properties: [], symmetry: "on" });
      expect(less.unreducedStates).toBe(BigInt(markings.length));
      if (markings.length > 5) large++;
      if (less.states < whole.states) reduced++;
    }),
    { numRuns: times(200) },
  );
  expect(large).toBeGreaterThan(expected(10));
  expect(reduced).toBeGreaterThan(expected(5));
});

test("a damaged text is read or refused, never anything else", () => {
  const damage = fc.array(
    fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 40 }),
      text: fc.oneof(fc.string(), fc.constantFrom("<", "</", "&x;", '"', "<add>")),
    }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(coloredNet, damage, (net, cuts) => {
      let text = coloredText(net);
      for (const { at, length, text: put } of cuts) {
        const start = at % (text.length + 1);
        text = text.slice(0, start) + put + text.slice(start + length);
      }
      const { model, diagnostics } = parse(text, { name: "net.pnml" });
      expect(model === undefined).toBe(diagnostics.length > 0);
      for (const { span } of diagnostics) expect(span.start).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: times(1_000) },
  );
});
