/**
 * Long conditions and many transitions are divided among routines. Once, V8 took more than ten minutes to optimize the
 * one routine of a condition with thousands of cases, of a model with 24 states, and the search waited for it.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { parse } from "../../src/languages/parse.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import type { Choices } from "../support/choices.ts";
import { arbitraryFrom } from "../support/choices.ts";
import { times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { expectSameSearch } from "../support/same-search.ts";

const variables = ["x", "y", "z"];

function modelOf(text: string): Model {
  const { model, diagnostics } = parse(text, { name: "long.seq" });
  expect(diagnostics).toEqual([]);
  return model!;
}

/** Conditions of hundreds of cases, some of which cannot be evaluated, and up to hundreds of transitions. */
function longText(c: Choices): string {
  const comparison = (): string => `${c.pick(variables)} == ${c.below(5)}`;
  const conjunct = (): string =>
    c.pick([
      comparison,
      comparison,
      () => `4 / ${c.pick(variables)} != ${c.below(4)}`,
      () => `x + y != ${c.below(6)}`,
    ])();
  const conjunction = (): string => c.times(c.between(2, 8), conjunct).join(" && ");
  const nested = (): string => `z != ${c.below(5)} && (${conjunction()} || ${conjunction()})`;
  const disjunction = (most: number): string =>
    c.times(4 * c.between(1, most), () => (c.below(8) === 0 ? nested() : conjunction())).join(" || ");
  const mostly = c.times(2 * c.between(1, 150), () => `(x != ${c.below(5)} || ${comparison()} || y != ${c.below(5)})`);
  const guard = (): string =>
    c.pick([() => "p", () => "!p", () => "q", () => conjunction(), () => `${comparison()} && p`])();
  const transition = (k: number): string =>
    `transition t${k} when ${guard()} { ${c.pick(variables)} := ${c.below(5)}; }`;
  return [
    ...variables.map((name) => `var ${name}: 0..4 = ${c.between(1, 4)}`),
    `predicate p = ${disjunction(200)}`,
    `predicate q = ${mostly.join(" && ")}`,
    ...c.times(2 * c.between(1, 200), transition),
  ].join("\n");
}

test("what is divided equals the reference interpreter, in its order", () => {
  fc.assert(
    fc.property(arbitraryFrom(longText, 16_384), (text) => {
      const model = modelOf(text);
      const questions = stateQuestions(model.properties);
      expectSameSearch(model, questions, referenceSearch(model, questions));
    }),
    { numRuns: times(60) },
  );
});

const many = Array.from({ length: 5000 }, (_, k) => k);
const cased = many.map((k) => `x == ${k % 4} && y == ${k % 7} && z == ${(k >> 2) % 5} && x + y != ${k % 11}`);

test.each([
  ["a disjunction of cases", `predicate p = ${cased.join(" || ")}\ntransition t when p { x := 1; }`],
  [
    "a disjunction of anything",
    `predicate p = ${cased.map((e) => `x < y && ${e}`).join(" || ")}\ntransition t when p { x := 1; }`,
  ],
  ["a conjunction", `predicate p = ${cased.map((e) => `!(${e})`).join(" && ")}\ntransition t when p { x := 1; }`],
  [
    "transitions with control points",
    many.map((k) => `transition t${k} when x == ${k % 4} && y < z { z := 1; }`).join("\n"),
  ],
  ["transitions without", many.map((k) => `transition t${k} when y + z < ${k % 9} { z := 1; }`).join("\n")],
])("no routine is long: %s", (_, text) => {
  const model = modelOf(`var x: 0..3 = 0\nvar y: 0..6 = 0\nvar z: 0..4 = 0\n${text}`);
  const { program } = compile(model, [], { fingerprints: false });
  expect(Math.max(...routineSizes(program.bytes))).toBeLessThan(32_768);
});

/** The sizes of the routines of a WebAssembly module. */
function routineSizes(bytes: Uint8Array): number[] {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const codeSection = 10;
  while (at < bytes.length) {
    const section = bytes[at++];
    const length = number();
    if (section !== codeSection) {
      at += length;
      continue;
    }
    return Array.from({ length: number() }, () => {
      const size = number();
      at += size;
      return size;
    });
  }
  return [];
}
