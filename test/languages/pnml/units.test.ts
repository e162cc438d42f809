/** Nested units: an order, and a promise that is shown, tried, or broken, but never believed. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEnlarging } from "../../../src/check/enlarge.ts";
import { netUnits } from "../../../src/hints/net-units.ts";
import { check } from "../../../src/index.ts";
import type { CheckOptions, CheckResult, Model } from "../../../src/index.ts";
import type { Parsed } from "../../../src/languages/language.ts";
import { parsePnml } from "../../../src/languages/pnml/parse.ts";
import { expected, times } from "../../support/random-runs.ts";
import { plainGame, play } from "../petri/token-game.ts";
import type { PlainNet } from "../petri/token-game.ts";
import { arc, place, placeTransition, transition } from "./write-net.ts";

interface Unit {
  readonly id: string;
  readonly places: readonly string[];
  readonly subunits?: readonly string[];
}

function units(list: readonly Unit[], root = "u0", safe = "true"): string {
  const texts = list.map(
    ({ id, places, subunits = [] }) =>
      `<unit id="${id}"><places>${places.join(" ")}</places><subunits>${subunits.join("\n ")}</subunits></unit>`,
  );
  return `<toolspecific tool="nupn" version="1.1"><size places="3" transitions="1" arcs="2"/><structure units="${list.length}" root="${root}" safe="${safe}">${texts.join("")}</structure></toolspecific>`;
}

function parsed(page: string): Parsed {
  const result = parsePnml({ name: "net.pnml", text: placeTransition(page) });
  expect(result.diagnostics).toEqual([]);
  return result;
}

const enlarging = ({ model, enlarged }: Parsed, options: CheckOptions): Promise<CheckResult> =>
  checkEnlarging(model!, enlarged, options);

const read = (page: string): Model => parsed(page).model!;

/** Two processes with two places each, and a lock. */
const processes = [
  place("a0", 1), place("b0", 1), place("a1"), place("b1"), place("lock", 1),
  ...["a", "b"].flatMap((x) => [
    transition(`take_${x}`), arc(`${x}0`, `take_${x}`), arc("lock", `take_${x}`), arc(`take_${x}`, `${x}1`),
    transition(`give_${x}`), arc(`${x}1`, `give_${x}`), arc(`give_${x}`, `${x}0`), arc(`give_${x}`, "lock"),
  ]),
].join("\n"); // prettier-ignore

const good: readonly Unit[] = [
  { id: "u0", places: ["lock"], subunits: ["u1", "u2"] },
  { id: "u2", places: ["b0", "b1"] },
  { id: "u1", places: ["a0", "a1"] },
];
const apart: readonly Unit[] = [
  { id: "u0", places: [], subunits: ["u3", "u1", "u2"] },
  ...good.slice(1),
  { id: "u3", places: ["lock"] },
];

test("places of units follow each other, the units within a unit right after it", () => {
  const model = read(processes + units(apart));
  const names = netUnits.of(model)!.map((unit) => unit.map((slot) => model.variables[slot]!.name));
  expect(names).toEqual([[], ["lock"], ["a0", "a1"], ["b0", "b1"]]);
});

test.each([
  ["a place that is not there", [{ id: "u0", places: ["a0", "b0", "a1", "b1", "lock", "other"] }], "u0"],
  ["a place in no unit", [{ id: "u0", places: ["a0", "b0", "a1", "b1"] }], "u0"],
  [
    "a place in two units",
    [...apart, { id: "u4", places: ["lock"] }].map((u) =>
      u.id === "u0" ? { ...u, subunits: ["u1", "u2", "u3", "u4"] } : u,
    ),
    "u0",
  ],
  ["a unit within itself", apart.map((u) => (u.id === "u3" ? { ...u, subunits: ["u0"] } : u)), "u0"],
  ["no root", apart, "u9"],
  ["a unit that is not there", apart.slice(0, 3), "u0"],
])("units with %s are no units, and the net is read all the same", async (_, list, root) => {
  // prettier-ignore
  const model = read(processes + units(list, root));
  expect(netUnits.of(model)).toBeUndefined();
  expect((await check(model)).states).toBe(3);
});

test("a part for another tool, and unknown elements among units, are skipped", () => {
  const other = `<toolspecific tool="other" version="1"><structure root="u0"><unit id="u0"><places>a0</places></unit></structure></toolspecific>`;
  const odd = units(apart).replace("<unit ", `<note><unit id="u9"/></note><unit `);
  expect(netUnits.of(read(processes + other))).toBeUndefined();
  expect(netUnits.of(read(processes + odd))).toHaveLength(4);
});

/** A place that is filled and emptied once: no invariant bounds it alone. */
const once = (from: number): string =>
  [
    place("p", from), place("q"), place("r", 1), place("s"),
    transition("t"), arc("p", "t"), arc("t", "q", 2), arc("r", "t"), arc("t", "r"),
  ].join("\n"); // prettier-ignore

test("a promise that is not kept costs a second search and nothing else", async () => {
  const page = once(1) + units([{ id: "u0", places: ["p", "q", "r", "s"] }]);
  const result = await enlarging(parsed(page), { properties: [] });
  expect([result.complete, result.states]).toEqual([true, 2]);
});

const weights = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 1), { minLength: 5, maxLength: 5 });
const net: fc.Arbitrary<PlainNet> = fc.record({
  initial: fc.array(fc.constantFrom(0, 0, 1), { minLength: 5, maxLength: 5 }),
  transitions: fc.array(fc.record({ takes: weights, puts: weights }), { minLength: 1, maxLength: 4 }),
});

test("random nets with random units have the markings of the token game", async () => {
  let [promised, shown] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      net,
      fc.array(fc.nat({ max: 3 }), { minLength: 5, maxLength: 5 }),
      fc.boolean(),
      async (given, unitOf, isNested) => {
        const markings = play(plainGame(given), 300);
        fc.pre(markings !== undefined);
        const list = [0, 1, 2, 3].map((u) => ({
          id: `u${u}`,
          places: unitOf.flatMap((of, p) => (of === u ? [`p${p}`] : [])),
          subunits: isNested ? (u < 3 ? [`u${u + 1}`] : []) : u === 0 ? ["u1", "u2", "u3"] : [],
        }));
        const page = [
          ...given.initial.map((tokens, p) => place(`p${p}`, tokens)),
          ...given.transitions.flatMap(({ takes, puts }, t) => [
            transition(`t${t}`),
            ...takes.flatMap((count, p) => (count > 0 ? [arc(`p${p}`, `t${t}`, count)] : [])),
            ...puts.flatMap((count, p) => (count > 0 ? [arc(`t${t}`, `p${p}`, count)] : [])),
          ]),
          units(list),
        ].join("\n");
        const result = parsed(page);
        promised++;
        const ranges = result.model!.variables.map(({ type, limit }) => type.kind === "range" && type.high === 1 && limit === undefined); // prettier-ignore
        if (ranges.every(Boolean)) {
          shown++;
          expect(Math.max(...markings.flat())).toBeLessThanOrEqual(1);
        }
        for (const engine of ["explicit", "symbolic"] as const) {
          const found = await enlarging(result, { engine, properties: [] });
          expect([found.complete, Number(found.unreducedStates ?? found.states)]).toEqual([true, markings.length]);
        }
        const ordered = await enlarging(result, { engine: "symbolic", order: "units", properties: [], symmetry: "off" }); // prettier-ignore
        expect(Number(ordered.states)).toBe(markings.length);
      },
    ),
    { numRuns: times(600) },
  );
  expect(promised).toBeGreaterThan(expected(200));
  expect(shown).toBeGreaterThan(expected(50));
});
