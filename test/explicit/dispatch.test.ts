/**
 * Transitions that are chosen by control points: the compiled search equals the reference interpreter, in the same
 * order, whatever the guards look like.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/explicit/compile.ts";
import { parse } from "../../src/languages/parse.ts";
import { stateQuestions } from "../../src/model/question.ts";
import type { Choices } from "../support/choices.ts";
import { arbitraryFrom } from "../support/choices.ts";
import { times } from "../support/random-runs.ts";
import { referenceSearch } from "../support/reference-search.ts";
import { expectSameFingerprints, expectSameSearch } from "../support/same-search.ts";

/** Processes with control points, in arrays of records and alone, and guards that mention them anywhere. */
function controlText(c: Choices): string {
  const points = c.between(1, 4);
  const [first, second] = [c.between(1, 4), c.between(1, 3)];
  const point = (): number => c.between(0, points);
  const tests = [
    (p: string) => `a[${p}].pc == ${point()}`,
    (p: string) => `${point()} == a[${p}].pc`,
    (p: string) => `b[${p}] == ${point()}`,
    () => `single == ${point()}`,
    () => `a[0].pc == ${point()}`,
    () => `x == ${c.between(0, 3)}`,
    () => `x > ${c.below(2)}`,
    () => `4 / x != ${c.below(3)}`,
    (p: string) => `a[${p}].seen == ${c.pick(["true", "false"])}`,
    (p: string) => `b[x] == ${point()} || a[${p}].seen`,
  ];
  const effects = [
    (p: string) => `a[${p}].pc := ${point()};`,
    (p: string) => `b[${p}] := ${point()};`,
    () => `single := ${point()};`,
    () => `x := ${c.between(0, 2)};`,
    (p: string) => `a[${p}].seen := !a[${p}].seen;`,
  ];
  const transition = (k: number): string => {
    const names = ["i", "j"].slice(0, c.below(3));
    const sizes = names.map(() => Math.min(first, second) - 1);
    const name = (): string => (names.length > 0 ? c.pick(names) : "0");
    const guard = c.times(c.between(1, 4), () => c.pick(tests)(name())).join(" && ");
    const body = c.times(c.between(1, 2), () => c.pick(effects)(name())).join(" ");
    const parameters = names.map((each, n) => `${each}: 0..${sizes[n]}`).join(", ");
    return `transition t${k}${parameters === "" ? "" : `(${parameters})`} when ${guard} { ${body} }`;
  };
  return [
    `var a: array [0..${first - 1}] of record { seen: bool, pc: 0..${points} } = { seen: false, pc: 0 }`,
    `var b: array [0..${second - 1}] of 0..${points} = 0`,
    `var single: 0..${points} = 0`,
    `var x: 0..2 = ${c.below(3)}`,
    ...c.times(c.between(2, 12), transition),
  ].join("\n");
}

test("control points choose the transitions that the interpreter takes, in its order", () => {
  fc.assert(
    fc.property(arbitraryFrom(controlText, 400), (text) => {
      const { model, diagnostics } = parse(text, { name: "control.seq" });
      expect(diagnostics).toEqual([]);
      const questions = stateQuestions(model!.properties);
      const expected = referenceSearch(model!, questions);
      expectSameSearch(model!, questions, expected);
      expectSameFingerprints(model!, questions, expected);
    }),
    { numRuns: times(300) },
  );
});

/** Found by reading: the second conjunct was tested once for all i, though no process was at point 1. */
test("a conjunct that fails is not evaluated if an earlier one is false for all parameters", () => {
  const text = `
    var x: 0..2 = 0
    var pc: array [0..1] of 0..2 = 0
    transition t(i: 0..1) when pc[i] == 1 && 5 / x == 1 { pc[i] := 2; }
    transition u(i: 0..1) when pc[i] == 0 { pc[i] := 2; }`;
  const { model } = parse(text, { name: "late.seq" });
  const expected = referenceSearch(model!, []);
  expect(expected.error).toBeUndefined();
  expectSameSearch(model!, [], expected);
});

test("more control points than bits, and more processes than bits, are no limit", () => {
  const points = Array.from({ length: 150 }, (_, k) => `transition t${k} when pc == ${k} { pc := ${k + 1}; }`);
  const many = `var pc: 0..150 = 0\n${points.join("\n")}`;
  const wide = `
    var pc: array [0..79] of 0..1 = 0
    var done: 0..2 = 0
    transition t(i: 0..79) when pc[i] == 0 && done < 2 { pc[i] := 1; done := done + 1; }`;
  for (const text of [many, wide]) {
    const { model } = parse(text, { name: "many.seq" });
    const expected = referenceSearch(model!, []);
    expect(expected.states.length).toBeGreaterThan(150);
    expectSameSearch(model!, [], expected);
  }
});

/** Many transitions that compare slots with constants, as those of a net do, among a few others. */
function netText(c: Choices): string {
  const count = c.between(1, 6);
  // With a wide range, each slot takes a word of its own.
  const high = c.pick([1, 3, 70_000]);
  const name = (): string => (c.below(6) === 0 ? "still" : `p${c.below(count)}`);
  const value = (): number => c.between(-1, 3);
  const compared = (): string => `${name()} ${c.pick([">=", ">", "<", "<="])} ${value()}`;
  // Division by p0 may fail. Then the first state mostly ends the search.
  const others = [
    () => `${name()} != ${value()}`,
    () => `${name()} == ${value()}`,
    () => `i <= ${name()}`,
    ...(c.below(4) === 0 ? [() => `4 / p0 != ${c.below(3)}`] : []),
  ];
  const transition = (k: number): string => {
    const tests = [compared(), ...c.times(c.below(3), () => (c.below(8) === 0 ? c.pick(others)() : compared()))];
    const place = `p${c.below(count)}`;
    const body = c.pick([
      high > 3 ? `${place} := ${high};` : `if ${place} > 0 { ${place} := ${place} - 1; }`,
      `${place} := ${c.between(0, 2) % (high + 1)};`,
    ]);
    const parameters = tests.some((text) => text.startsWith("i ")) ? "(i: 0..1)" : "";
    return `transition t${k}${parameters} when ${tests.join(" && ")} { ${body} }`;
  };
  return [
    ...c.times(count, (p) => `var p${p}: 0..${high} = ${c.below(2)}`),
    "var still: 0..3 = 2",
    ...c.times(c.between(200, 240), transition),
  ].join("\n");
}

// Mutants that this catches: a counter that starts wrong, a bit that is set one condition too early, a word that is
// unpacked without a look at its slots.
test("transitions whose enabledness is known are those that the interpreter takes, in its order", () => {
  let watching = 0;
  fc.assert(
    fc.property(arbitraryFrom(netText, 4_000), (text) => {
      const { model, diagnostics } = parse(text, { name: "net.seq" });
      expect(diagnostics).toEqual([]);
      const questions = stateQuestions(model!.properties);
      const expected = referenceSearch(model!, questions);
      expectSameSearch(model!, questions, expected);
      const { module } = compile(model!, questions, { fingerprints: false });
      const isWatching = module.functions.some((routine) => routine.name === "change counters");
      if (isWatching && expected.states.length > 3) watching++;
    }),
    { numRuns: times(200) },
  );
  expect(watching).toBeGreaterThan(1);
});
