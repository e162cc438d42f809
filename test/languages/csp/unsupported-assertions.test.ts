/**
 * An unsupported assertion leaves the others checkable.
 *
 * One `refines` in a text of PAT once made Noether refuse the whole text.
 */

import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { withoutSpans } from "../../support/without-spans.ts";

const prelude = `var x:{0..2} = 0;
#define goal x == 2;
P() = up{x = (x + 1) % 3;} -> P();
Q() = up -> Q();
`;

function read(asserts: readonly string[]): Model {
  const text = prelude + asserts.map((assert) => `#assert ${assert};\n`).join("");
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const reread = parseModel({ name: "model.seq", text: printModel(model!) });
  expect(withoutSpans(reread.model)).toEqual(withoutSpans(model!));
  return model!;
}

const unsupported: readonly (readonly [assert: string, name: string, reason: string])[] = [
  ["P() refines Q()", "refines_Q", "refinement is not supported"],
  ["P refines <F> Q()", "refines_F_Q", "refinement is not supported"],
  ["P() refines<FD> Q", "refines_FD_Q", "refinement is not supported"],
  ["P() deterministic", "deterministic", "`deterministic` is not supported"],
  ["P() divergencefree", "divergencefree", "`divergencefree` is not supported"],
  [
    "P() reaches goal with min(x + 1)",
    "reaches_goal_with_min",
    "minima and maxima of what is reached are not supported",
  ],
  ["P() reaches goal with max(x)", "reaches_goal_with_max", "minima and maxima of what is reached are not supported"],
  ["Q() nonterminating", "nonterminating", "it is about `Q`, and the model is `P`"],
  ["Q() reaches goal", "reaches_goal_2", "it is about `Q`, and the model is `P`"],
  ["Q() |= []<> up", "ltl", "it is about `Q`, and the model is `P`"],
  ["Q() refines P()", "refines_P", "it is about `Q`, and the model is `P`"],
];

test.each(unsupported)("%s is undecided, and the rest is decided", async (assert, name, reason) => {
  const { verdict, properties } = await check(read(["P() reaches goal", assert, "P() deadlockfree"]));
  expect(properties.slice(0, 3)).toMatchObject([
    { name: "reaches_goal", verdict: "holds" },
    { name, kind: "unsupported", verdict: "undecided", reason },
    { name: "deadlockfree", verdict: "holds" },
  ]);
  expect(verdict).toBe("undecided");
});

test("what is violated counts more", async () => {
  const { verdict } = await check(read(["P() refines Q()", "P() |= [] !goal"]));
  expect(verdict).toBe("violated");
});

test("the first assertion that can be checked says what the model is about", async () => {
  const { properties } = await check(read(["Q() refines P()", "P() reaches goal"]));
  expect(properties.slice(0, 2).map(({ verdict }) => verdict)).toEqual(["undecided", "holds"]);
});

test.each(["explicit", "symbolic"] as const)("asked for alone, it is still undecided (%s)", async (engine) => {
  const model = read(["P() refines Q()", "P() reaches goal"]);
  const { verdict, properties } = await check(model, { engine, properties: ["refines_Q"] });
  expect(properties.find(({ name }) => name === "refines_Q")?.verdict).toBe("undecided");
  expect(verdict).toBe("undecided");
  expect((await check(model, { engine, properties: ["reaches_goal"] })).verdict).toBe("holds");
});
