/**
 * Never claims, and labels about runs. The test finds the accepted runs by trying all pairs of states, and with SPIN if
 * it is installed.
 */
import { expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import type { Claim, Model } from "../../../src/model/model.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { onlyInLongRun } from "../../support/random-runs.ts";
import { acceptsSomeRun } from "./accepted-run.ts";
import { spinAccepts, spinClaim, spinFindsCycle, withoutSpin } from "./spin.ts";

function read(text: string): Model {
  const { model, diagnostics } = parsePromela({ name: "m.pml", text });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return model!;
}

function claimOf({ properties }: Model, name: string): Claim {
  const property = properties.find((candidate) => candidate.name === name);
  if (property?.kind !== "never") throw new Error(`no claim ${name} in ${properties.map((p) => p.name).join()}`);
  return property.claim;
}

/** The lines of the properties of a model, as `noether show` prints them. */
function printed(text: string): string[] {
  const lines = printModel(read(text)).split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("property")) + 1).filter((line) => line !== "");
}

test("the claim that SPIN makes of a formula is read as it is", () => {
  const claim = `
never  {    /* <>! ((x<2)) */
T0_init:
	do
	:: atomic { (! (((x<2)))) -> assert(!(! (((x<2))))) }
	:: (1) -> goto T0_init
	od;
accept_all:
	skip
}`;
  expect(printed(`byte x;\nactive proctype P() { x = 1 }\n${claim}`)).toEqual([
    "property never: never {",
    "  state T0_init {",
    "    when !(x < 2) && !(x < 2) goto end;",
    "    when !(x < 2) && x < 2 goto T0_init;",
    "    when true goto T0_init;",
    "  }",
    "  accepting state end {",
    "    when true goto end;",
    "  }",
    "}",
  ]);
});

test("states are called by their labels, and `else` is what no other option is", () => {
  const text = `byte x; active proctype P() { x = 1 }
never unfair { do :: x == 1 -> break :: x > 1; skip :: else od; accept: do :: assert(x < 3) od }
never { skip }`;
  expect(printed(text)).toEqual([
    "property unfair: never {",
    "  state s0 {",
    "    when x == 1 goto accept;",
    "    when x > 1 goto s2;",
    "    when !(x == 1 || x > 1) goto s0;",
    "  }",
    "  accepting state accept {",
    "    when !(x < 3) goto end;",
    "    when x < 3 goto accept;",
    "  }",
    "  state s2 {",
    "    when true goto s0;",
    "  }",
    "  accepting state end {",
    "    when true goto end;",
    "  }",
    "}",
    "property never: never {",
    "  state s0 {",
    "    when true goto end;",
    "  }",
    "  accepting state end {",
    "    when true goto end;",
    "  }",
    "}",
  ]);
});

const counter = "byte x;\nactive proctype P() { x = 1; x = 2; x = 3; do :: x = 3 od }\n";
const ending = "byte x;\nactive proctype P() { x = 1; x == 9 }\nactive proctype Q() { skip }\n";
const pair = `byte x, y;
active [2] proctype P() { byte z; do :: atomic { x = 1; x = 2; z = 1 - z } L: y = _pid od }
`;

/** Per program, its claims, and whether they accept a run. */
const programs: readonly (readonly [
  program: string,
  claims: readonly (readonly [claim: string, accepts: boolean])[],
])[] = [
  [
    counter,
    [
      // One step in each state, the initial one first.
      ["{ x == 0; x == 1; x == 2 }", true],
      ["{ x == 1; x == 2 }", false],
      ["{ x == 0; x == 2 }", false],
      // What is atomic is about one state.
      ["{ do :: atomic { x == 1 -> assert(x != 1) } :: true od }", true],
      ["{ do :: x == 1 -> assert(x != 1) :: true od }", false],
      ["{ do :: atomic { x == 1 -> x == 2 } -> break :: true od }", false],
      ["{ do :: d_step { x == 1 -> x == 1 } -> break :: true od }", true],
      ["{ atomic { x == 0; if :: x == 1 -> x == 0 :: else -> true fi }; x == 1 }", true],
      // The end, and states that are visited again and again.
      ["{ true; false }", false],
      ["{ do :: x == 2 -> break :: else od }", true],
      ["{ do :: x == 3 -> goto accept_all :: true od; accept_all: do :: true od }", true],
      ["{ do :: x == 2 -> goto accept_all :: true od; accept_all: do :: x == 2 od }", false],
      ["{ accept: do :: true -> true; true; true :: x == 9 od }", true],
      ["{ do :: assert(x < 3) od }", true],
    ],
  ],
  [
    // A run that cannot go on stays where it is.
    ending,
    [
      ["{ accept: do :: x == 1 :: x == 0 od }", true],
      ["{ do :: x == 1 -> goto accept :: else od; accept: do :: !enabled(0) od }", true],
      ["{ do :: enabled(0) && !enabled(1) -> break :: else od }", true],
      ["{ accept: do :: enabled(1) od }", false],
    ],
  ],
  [
    pair,
    [
      // Atomic sequences of processes are not seen from inside.
      ["{ do :: x == 1 -> break :: else od }", false],
      ["{ do :: x == 2 -> break :: else od }", true],
      // Other processes: by label and by variable, with any pid.
      ["{ do :: P[0]@L && P[1]@L -> break :: else od }", true],
      ["{ do :: P[y]:z == 1 && P[1 - y]:z == 0 && y == 1 -> break :: else od }", true],
      ["{ do :: P[y]:z == 2 -> break :: else od }", false],
      ["{ do :: !enabled(0) -> break :: else od }", false],
      ["{ do :: enabled(2) -> break :: else od }", false],
      ["{ do :: pc_value(0) != pc_value(1) -> break :: else od }", true],
      ["{ do :: _last == 1 && x == 2 && y == 0 -> break :: else od }", true],
      ["{ do :: _last == 1 -> goto accept :: true od; accept: do :: _last == 1 od }", true],
      ["{ do :: _last == 1 && !P[1]@L -> goto accept :: true od; accept: do :: _last == 1 && !P[1]@L od }", false],
      ["{ do :: !np_ -> break :: else od }", false],
    ],
  ],
];

test.each(
  programs.flatMap(([program, claims]) => claims.map(([claim, accepts]) => [claim, accepts, program] as const)),
)("whether never %s accepts a run: %s", (claim, accepts, program) => {
  const model = read(`${program}never ${claim}`);
  expect(acceptsSomeRun(model, claimOf(model, "never"))).toBe(accepts);
});

test("the checker finds the runs that claims and labels accept", async () => {
  const asked = [
    ...programs.flatMap(([program, claims]) =>
      claims.map(([claim, accepts]) => [`${program}never ${claim}`, "never", accepts] as const),
    ),
    ...labels,
  ];
  for (const [text, name, accepts] of asked) {
    const { properties } = await check(read(text), { properties: [name] });
    expect([text, properties.find((property) => property.name === name)?.verdict]).toEqual([
      text,
      accepts ? "violated" : "holds",
    ]);
  }
});

test.skipIf(withoutSpin || onlyInLongRun()).each(programs)("SPIN agrees on the claims about %s", (program, claims) => {
  const theirs = spinAccepts(
    program,
    claims.map(([claim]) => claim),
  );
  expect(theirs).toEqual(claims.map(([, accepts]) => accepts));
});

const labels: readonly (readonly [text: string, name: "acceptance" | "progress", isAccepted: boolean])[] = [
  ["byte x;\nactive proctype P() { accept: do :: x = 1 - x od }", "acceptance", true],
  ["byte x;\nactive proctype P() { x = 1; accept: x = 2; do :: x = 3 - x od }", "acceptance", false],
  // Whoever waits at such a label forever is there infinitely often.
  ["byte x;\nactive proctype P() { x = 1; accept: x == 3 }", "acceptance", true],
  ["byte x;\nactive proctype P() { do :: x = 1 - x od }\nactive proctype Q() { accept: x == 3 }", "acceptance", true],
  ["byte x;\nactive proctype P() { do :: x = 1; progress: x = 2 od }", "progress", false],
  ["byte x;\nactive proctype P() { do :: x = 1; progress: x = 2 :: x = 3 od }", "progress", true],
  // Ending is no lack of progress, and neither is a deadlock.
  ["byte x;\nactive proctype P() { x = 1; progress: x = 2; x = 3 }", "progress", false],
  ["byte x;\nactive proctype P() { progress: x = 1; x == 3 }", "progress", false],
  ["byte x;\nactive proctype P() { progress: x = 1; do :: timeout -> x = 1 od }", "progress", true],
];

test.each(labels)("labels mark runs as errors: %s %s %s", (text, name, isAccepted) => {
  expect(acceptsSomeRun(read(text), claimOf(read(text), name))).toBe(isAccepted);
});

test.skipIf(withoutSpin || onlyInLongRun()).each(labels)("SPIN agrees: %s %s %s", (text, name, isAccepted) => {
  expect(spinFindsCycle(text, name)).toBe(isAccepted);
});

test("there are properties of labels only where there are labels", () => {
  const names = (text: string): string[] => read(text).properties.map(({ name }) => name);
  expect(names("active proctype P() { endless: skip }")).toEqual(["endstates"]);
  expect(names("active proctype P() { progress1: skip } never acceptance { accept: skip }")).toEqual([
    "endstates",
    "acceptance",
    "progress",
  ]);
});

const formulas = ["[] p", "<> p", "[] <> p", "<> [] p", "p U q", "[] (p -> <> q)", "[] (p -> (q U p)) && <> q"];

test.skipIf(withoutSpin || onlyInLongRun())("the claims that SPIN makes of formulas decide them as in SPIN", () => {
  const program = `#define p (x < 3)\n#define q (x > 1)\n${counter}`;
  const claims = formulas.map((formula) => spinClaim(`!(${formula})`)!.replace("never", ""));
  const ours = claims.map((claim) => {
    const model = read(`${program}never ${claim}`);
    return acceptsSomeRun(model, claimOf(model, "never"));
  });
  expect(ours).toEqual([true, false, true, true, false, false, false]);
  expect(spinAccepts(program, claims)).toEqual(ours);
});
