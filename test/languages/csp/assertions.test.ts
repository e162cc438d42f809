/**
 * Assertions about events, about several systems in one text, and about extremes.
 *
 * One `refines` in a text of PAT once made Noether refuse the whole text.
 */

import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model, Verdict } from "../../../src/index.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { replayTrace } from "../../../src/report/replay.ts";
import { traceFile } from "../../../src/report/trace-file.ts";
import { withoutObserverMarks } from "../../support/without-spans.ts";

const prelude = `var x:{0..2} = 0;
#define goal x == 2;
P() = up{x = (x + 1) % 3;} -> P();
Q() = up -> Q();
Twice() = up -> up -> Stop;
A = a -> b -> A [] a -> c -> A;
B = a -> (b -> B [] c -> B);
C = (a -> C) \\ {a};
`;

/** The model, after a check that its text form is the same model, apart from observers. */
function read(asserts: readonly string[], declarations = prelude): Model {
  const text = declarations + asserts.map((assert) => `#assert ${assert};\n`).join("");
  const { model, diagnostics } = parse(text, { name: "model.csp" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const reread = parseModel({ name: "model.seq", text: printModel(model!) });
  expect(reread.diagnostics).toEqual([]);
  expect(withoutObserverMarks(reread.model!)).toEqual(withoutObserverMarks(model!));
  return model!;
}

const decided: readonly (readonly [assert: string, name: string, verdict: Verdict, reason?: string | undefined])[] = [
  ["P() refines Q()", "refines_Q", "holds"],
  ["P() refines Twice()", "refines_Twice", "violated", "the specification cannot do `up` then"],
  ["P refines <F> Q()", "refines_F_Q", "holds"],
  ["P() refines<FD> Q", "refines_FD_Q", "holds"],
  ["Q() refines P()", "refines_P", "holds"],
  ["A refines B", "refines_B", "holds"],
  [
    "A refines<F> B",
    "refines_F_B",
    "violated",
    "the last state offers only `b`, and the specification must offer `b`, `c`",
  ],
  [
    "Twice refines<F> P",
    "refines_F_P",
    "violated",
    "the last state offers nothing, and the specification must offer `up`",
  ],
  ["B refines<F> A", "refines_F_A", "holds"],
  ["C refines<F> P", "refines_F_P", "holds"],
  ["C refines<FD> P", "refines_FD_P", "violated", "invisible steps go on forever, and not in the specification"],
  ["P refines<FD> C", "refines_FD_C", "holds"],
  [
    "P refines<F> C",
    "refines_F_C",
    "violated",
    "the last state offers only `up`, and the specification never comes to rest",
  ],
  ["P() deterministic", "deterministic", "holds"],
  ["A deterministic", "deterministic", "violated", "`a` leads to another state too"],
  ["P() divergencefree", "divergencefree", "holds"],
  ["C divergencefree", "divergencefree", "violated", "the run repeats its last step forever"],
  ["P() reaches goal with min(x + 1)", "reaches_goal_with_min", "holds", "the least value is 3"],
  ["P() reaches goal with max(x)", "reaches_goal_with_max", "holds", "the greatest value is 2"],
  ["Q() nonterminating", "nonterminating", "holds"],
  ["Twice() deadlockfree", "deadlockfree_2", "violated", "no transition is enabled in the last state"],
  ["Q() reaches goal", "reaches_goal_2", "violated", "no reachable state meets the condition"],
  ["Q() |= []<> up", "ltl", "holds"],
];

const rows = decided.map(([assert, name, verdict, reason = ""]) => [assert, name, verdict, reason] as const);

test.each(rows)("%s is decided, whatever comes before and after it", async (assert, name, verdict, reason) => {
  const { properties } = await check(read(["P() reaches goal", "P() deadlockfree", assert]));
  expect(properties.slice(0, 3)).toMatchObject([
    { name: "reaches_goal", verdict: "holds" },
    { name: "deadlockfree", verdict: "holds" },
    { name, verdict, ...(reason === "" ? {} : { reason }) },
  ]);
  const alone = await check(read([assert]));
  expect(alone.properties[0]?.verdict).toBe(verdict);
});

test("a violation in another system counts", async () => {
  expect((await check(read(["P() deadlockfree", "Twice() deadlockfree"]))).verdict).toBe("violated");
});

test("a run-time error in another system is shown", async () => {
  const text = "var a[2] = [0, 0];\nP = up -> P;\nQ(i) = [i < 3] down{a[i] = 1;} -> Q(i + 1);\n";
  const { properties } = await check(read(["P deadlockfree", "Q(0) deadlockfree"], text));
  expect(properties).toMatchObject([
    { name: "deadlockfree" },
    { name: "deadlockfree_2" },
    { name: "ranges", verdict: "violated" },
  ]);
});

test("traces of refinement and of other systems can be replayed from a file", async () => {
  const model = read(["P() refines Twice()", "C refines<FD> P", "Twice() deadlockfree", "A deterministic"]);
  const { properties } = await check(model);
  for (const property of properties.slice(0, 4)) {
    const file = traceFile(property.model ?? model, property.trace!, property);
    const replayed = replayTrace(model, { name: "trace.json", text: JSON.stringify(file) });
    expect(replayed).toMatchObject({ shows: true, violation: { reason: property.reason } });
    const cut = { ...file, trace: { ...file.trace, loop: undefined, steps: file.trace.steps.slice(0, -1) } };
    const shorter = replayTrace(model, { name: "trace.json", text: JSON.stringify(cut) });
    expect(shorter.shows).toBe(false);
  }
});

test("a run-time error that ends a search by events is named", async () => {
  const text = "var a[2];\nvar i = 2;\nP = up{a[i] = 1;} -> P;\nQ = up -> Q;\nR = R2;\nR2 = up -> R2;\n";
  const asserts = ["R deadlockfree", "P refines Q", "Q refines P", "P |= []<> up", "P deterministic"];
  const { properties } = await check(read(asserts, text));
  expect(properties.slice(1, 5).map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["undecided", "the search ended at a run-time error: index 2 is outside 0..1"],
    ["undecided", "the specification has a run-time error"],
    ["undecided", "the search ended at a run-time error"],
    ["undecided", "the search ended at a run-time error: index 2 is outside 0..1"],
  ]);
});

test("a system that cannot be read leaves the others checkable", async () => {
  const text = `${prelude}Grows() = up -> (Grows() ||| Q());\n`;
  const { verdict, properties } = await check(
    read(["P() deadlockfree", "Grows() deadlockfree", "P refines Grows"], text),
  );
  expect(verdict).toBe("undecided");
  const reason = expect.stringContaining("`Grows` cannot be read, line 9: expected finitely many processes") as string;
  expect(properties.slice(0, 3)).toMatchObject([
    { verdict: "holds" },
    { kind: "unsupported", reason },
    { kind: "unsupported", reason },
  ]);
});

test("events of integers without a range are told apart as far as their values go", async () => {
  const text = `var n = 0;\nvar m = 0;\n
    P = [n < 100] show.n{n = n + 1;} -> P [] [n == 100] back{n = 0;} -> P;
    Q = [m < 100] show.m{m = m + 1;} -> Q [] [m > 50] back{m = 0;} -> Q;
    R = [m < 99] show.m{m = m + 1;} -> R [] back{m = 0;} -> R;\n`;
  const { properties } = await check(read(["P refines Q", "Q refines P", "P refines R"], text));
  expect(properties.slice(0, 3)).toMatchObject([
    { verdict: "holds" },
    { verdict: "violated", reason: "the specification cannot do `back` then" },
    { verdict: "violated", reason: "the specification cannot do `show.99` then" },
  ]);
});

test("events with too many values leave a refinement undecided, and are named", async () => {
  const text = "var n = 0;\nP = show.n{n = n + 1;} -> P;\nQ = show.n{n = n + 1;} -> Q;\nR = show.1 -> R;\n";
  const asked = { properties: ["refines_Q", "refines_R"] };
  const { properties } = await check(read(["P refines Q", "P refines R"], text), asked);
  expect(properties.slice(0, 2).map(({ verdict }) => verdict)).toEqual(["undecided", "violated"]);
  expect(properties[0]!.reason).toContain("values of `show.x` without a range may be between -255 and 1792");
  const many = "var n = 0;\nP = show.n.n.n.n{n = n + 1;} -> P;\n";
  const { properties: found } = await check(read(["P refines P"], many), { properties: ["refines_P"] });
  expect(found[0]).toMatchObject({ reason: "the values of `show.x.x.x.x` are too many: give them a range" });
});

test("the symbolic engine leaves refinement undecided", async () => {
  const { properties } = await check(read(["P() refines Q()", "P() reaches goal"]), { engine: "symbolic" });
  expect(properties.slice(0, 2)).toMatchObject([
    { verdict: "undecided", reason: "the symbolic engine does not check properties of events" },
    { verdict: "holds" },
  ]);
});

test("extremes are found among many values, with few searches", async () => {
  const text = "var n:{0..1000} = 0;\n#define yes true;\n#define late n > 500;\nP = [n < 1000] up{n = n + 1;} -> P;\n";
  const asserts = ["P reaches yes with max(n)", "P reaches late with min(n)", "P reaches late with max(2 * n % 7)"];
  const { properties } = await check(read(asserts, text));
  expect(properties.slice(0, 3).map(({ reason }) => reason)).toEqual([
    "the greatest value is 1000",
    "the least value is 501",
    "the greatest value is 6",
  ]);
});
