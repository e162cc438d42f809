/** Random place/transition nets, as PNML and as LoLA's format, against the token game. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { netStructure } from "../../../src/hints/net-structure.ts";
import { check, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { placeBounds } from "../../../src/languages/petri/bounds.ts";
import { expected, times } from "../../support/random-runs.ts";
import { arc, place, placeTransition, transition } from "../pnml/write-net.ts";
import { asLola, plainNet } from "./plain-net.ts";
import { plainGame, play } from "./token-game.ts";
import type { PlainNet } from "./token-game.ts";

/** Two copies of a net side by side, so that there is a symmetry. */
const twinNet = plainNet.map(({ initial, transitions }): PlainNet => {
  const none = initial.map(() => 0);
  const left = transitions.map(({ takes, puts }) => ({ takes: [...takes, ...none], puts: [...puts, ...none] }));
  const right = transitions.map(({ takes, puts }) => ({ takes: [...none, ...takes], puts: [...none, ...puts] }));
  return { initial: [...initial, ...initial], transitions: [...left, ...right] };
});

function asPnml({ initial, transitions }: PlainNet): string {
  const nodes = initial.map((tokens, p) => place(`p${p}`, tokens));
  const connected = transitions.flatMap(({ takes, puts }, t) => [
    transition(`t${t}`),
    ...takes.flatMap((count, p) => (count > 0 ? [arc(`p${p}`, `t${t}`, count)] : [])),
    ...puts.flatMap((count, p) => (count > 0 ? [arc(`t${t}`, `p${p}`, count)] : [])),
  ]);
  return placeTransition([...nodes, ...connected].join("\n"));
}

function read(text: string, name: string): Model {
  const { model, diagnostics } = parse(text, { name });
  expect(diagnostics).toEqual([]);
  return model!;
}

test("a net has the markings of the token game, with and without symmetry", async () => {
  let reduced = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(plainNet, twinNet), async (net) => {
      const markings = play(plainGame(net), 600);
      fc.pre(markings !== undefined && markings.every((marking) => marking.every((tokens) => tokens <= 255)));
      const model = read(asPnml(net), "net.pnml");
      const whole = await check(model, { properties: [], symmetry: "off" });
      expect([whole.states, whole.complete]).toEqual([markings.length, true]);
      const less = await check(model, { properties: [], symmetry: "on" });
      expect(less.unreducedStates).toBe(BigInt(markings.length));
      if (less.states < whole.states) reduced++;
    }),
    { numRuns: times(150) },
  );
  expect(reduced).toBeGreaterThan(expected(5));
});

test("LoLA's format says the same as PNML", () => {
  fc.assert(
    fc.property(plainNet, (net) => {
      const strip = (model: Model): unknown => [
        model.variables.map(({ name, type, initial }) => [name, type, initial]),
        model.transitions.map(({ name }) => name),
        netStructure.of(model),
      ];
      expect(strip(read(asLola(net), "net.lola"))).toEqual(strip(read(asPnml(net), "net.pnml")));
    }),
  );
});

const workLimits = fc.record({ thorough: fc.nat({ max: 100 }), most: fc.nat({ max: 200 }) });

// Mutants that this catches: rows of a search that ended early count although a transition increases them.
test("no reachable marking exceeds the bounds of places, whatever the work, and most bounds are met", () => {
  let [met, proven] = [0, 0];
  fc.assert(
    fc.property(fc.oneof(plainNet, twinNet), fc.option(workLimits, { nil: undefined }), (net, limits) => {
      const markings = play(plainGame(net), 600);
      fc.pre(markings !== undefined);
      const span = { source: { name: "", text: "" }, start: 0, end: 0 };
      const given = {
        name: "net",
        places: net.initial.map((initial, p) => ({ name: `p${p}`, initial, span })),
        transitions: net.transitions.map(({ takes, puts }, t) => ({
          name: `t${t}`,
          span,
          arcs: takes.flatMap((count, p) => (count + puts[p]! > 0 ? [{ place: p, takes: count, puts: puts[p]! }] : [])),
        })),
      };
      placeBounds(given, limits).forEach((bound, p) => {
        const most = Math.max(...markings.map((marking) => marking[p]!));
        expect(most).toBeLessThanOrEqual(bound);
        if (bound === Infinity) return;
        proven++;
        if (most === bound) met++;
      });
    }),
    { numRuns: times(300) },
  );
  expect(met).toBeGreaterThan(proven / 3);
});
