/** Random Promela programs, Murphi programs and nets of parts that mostly mind their own business. */

import fc from "fast-check";
import { asLola } from "../languages/petri/plain-net.ts";

const point = fc.integer({ min: 0, max: 3 });
const value = fc.integer({ min: 0, max: 2 });

/** A rule of process p from one control point to another: what it also asks for, and what it does. */
const rule = fc.record({
  from: point,
  to: point,
  guard: fc.oneof(
    { weight: 4, arbitrary: fc.constant("true") },
    { weight: 2, arbitrary: value.map((v) => `x[p] = ${v}`) },
    { weight: 1, arbitrary: value.map((v) => `shared = ${v}`) },
    { weight: 1, arbitrary: fc.constant("forall q: P do pc[q] != 0 end") },
  ),
  body: fc.oneof(
    { weight: 4, arbitrary: value.map((v) => `x[p] := ${v};`) },
    { weight: 1, arbitrary: value.map((v) => `shared := ${v};`) },
    { weight: 1, arbitrary: fc.constant("x[p] := shared;") },
    { weight: 1, arbitrary: value.map((v) => `assert x[p] != ${v} | shared = 0 "told";`) },
  ),
});

export const asynchronousMurphi: fc.Arbitrary<string> = fc
  .record({
    processes: fc.integer({ min: 2, max: 4 }),
    rules: fc.array(rule, { minLength: 2, maxLength: 6 }),
    goal: fc.tuple(point, value),
  })
  .map(({ processes, rules: others, goal: [a, b] }) => {
    const rules = [{ from: 0, to: 1, guard: "true", body: "x[p] := 1;" }, ...others];
    return [
      `type P: 0..${processes - 1};`,
      "var pc: array [P] of 0..3; x: array [P] of 0..2; shared: 0..2;",
      'startstate "start" for p: P do pc[p] := 0; x[p] := 0; end; shared := 0; end;',
      ...rules.map(
        ({ from, to, guard, body }, k) =>
          `ruleset p: P do rule "r${k}" pc[p] = ${from} & ${guard} ==> begin pc[p] := ${to}; ${body} end; end;`,
      ),
      `invariant "apart" !(pc[0] = ${a} & shared = ${b});`,
    ].join("\n");
  });

const placesOfPart = 3;
const parts = 3;
const sharedPlaces = 2;

/** A transition of a part: from one of its places to another, and what it takes from or puts into a shared one. */
const move = fc.record({
  from: fc.integer({ min: 0, max: placesOfPart - 1 }),
  to: fc.integer({ min: 0, max: placesOfPart - 1 }),
  shared: fc.integer({ min: 0, max: sharedPlaces - 1 }),
  takes: fc.constantFrom(0, 0, 0, 0, 1),
  puts: fc.constantFrom(0, 0, 0, 0, 1),
});

export const asynchronousNet: fc.Arbitrary<string> = fc
  .array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: parts, maxLength: parts })
  .map((moves) => {
    const places = parts * placesOfPart + sharedPlaces;
    const weights = (...counts: readonly (readonly [number, number])[]): number[] => {
      const all = new Array<number>(places).fill(0);
      for (const [place, count] of counts) all[place]! += count;
      return all;
    };
    const shared = (k: number): number => parts * placesOfPart + k;
    return asLola({
      initial: weights(...moves.map((_, p) => [p * placesOfPart, 1] as const), [shared(0), 1]),
      transitions: moves.flatMap((own, p) =>
        own.map(({ from, to, shared: k, takes, puts }) => ({
          takes: weights([p * placesOfPart + from, 1], [shared(k), takes]),
          puts: weights([p * placesOfPart + to, 1], [shared(k), puts]),
        })),
      ),
    });
  });

const digit = fc.integer({ min: 0, max: 2 });

/** A statement of a Promela process with its own v, w and a, mostly on these. Index 2 is outside of a. */
const statement = fc.oneof(
  { weight: 6, arbitrary: digit.map((d) => `v = ${d}`) },
  { weight: 4, arbitrary: fc.constantFrom("w = 1 - w", "a[w] = v", "v = a[1 - w]", "v = (v + 1) % 3", "skip") },
  { weight: 3, arbitrary: digit.map((d) => `v == ${d}`) },
  { weight: 1, arbitrary: fc.constantFrom("a[v] == 0", "w = a[v]", "assert(v + w < 3)", "assert(x != 2 || v == 0)") },
  { weight: 2, arbitrary: digit.map((d) => `x = ${d}`) },
  { weight: 1, arbitrary: digit.map((d) => `x == ${d}`) },
  { weight: 2, arbitrary: fc.constantFrom("own!v", "own!1", "next!v", "next!2") },
  { weight: 2, arbitrary: fc.constantFrom("own?v", "own?1", "nempty(own)", "nfull(next)") },
);

const sequence = fc
  .tuple(fc.array(statement, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 5 }))
  .map(([list, k]) => (k === 0 ? `atomic { ${list.join("; ")} }` : k === 1 ? `timeout; ${list[0]}` : list.join("; ")));

/** Some processes are loops, others come to an end. */
const body = fc
  .tuple(fc.boolean(), fc.array(sequence, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([isLoop, options, leaves]) => {
    const list = [...options, ...(leaves ? ["v == 2; break"] : [])].map((text) => `:: ${text}`).join("\n  ");
    return isLoop ? `do\n  ${list}\n  od` : options.join("; ");
  });

export const asynchronousPromela: fc.Arbitrary<string> = fc.array(body, { minLength: 2, maxLength: 3 }).map((bodies) =>
  [
    "byte x;",
    ...bodies.map((_, p) => `chan c${p} = [1] of { byte };`),
    ...bodies.map((text, p) => {
      const own = text.replaceAll("own", `c${p}`).replaceAll("next", `c${(p + 1) % bodies.length}`);
      return `active proctype P${p}() { byte v, w; byte a[2];\n  ${own}\n}`;
    }),
  ].join("\n"),
);
