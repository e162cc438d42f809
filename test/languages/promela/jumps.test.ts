/**
 * The position of a process if a label stands on a jump, and jumps that lead nowhere. SPIN confirms the verdicts if it
 * is installed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { explore } from "./count-states.ts";
import { makeVerifier, removeVerifier, spinVerdict } from "./spin-runs.ts";
import { spinFindings, spinStates, withoutSpin } from "./spin.ts";

/** Each was decided as if the label stood on the target of the jump. */
const cases: readonly (readonly [story: string, text: string, verdict: "holds" | "violated"])[] = [
  [
    "nobody stays at a jump",
    "byte x; active proctype R() { x = 1; P1: goto wait; wait: x == 9 } ltl l { <>[] (R@P1) }",
    "violated",
  ],
  [
    "what was done before a jump is still there when a process is at it",
    "byte x; active proctype R() { again: x = 1; x = 5; P1: goto again } ltl l { [] ((R@P1) -> (x == 5)) }",
    "holds",
  ],
  [
    "a process comes by a jump again and again",
    "byte x; active proctype R() { again: x = 1; x = 5; P1: goto again } ltl l { []<> (R@P1) }",
    "holds",
  ],
  [
    "a label on `break` is a place too",
    "byte x; active proctype R() { do :: x < 3 -> x++ :: x == 3 -> x = 4; P1: break od; x = 5 } ltl l { <> (R@P1) }",
    "holds",
  ],
  [
    "nobody is at a label that control never gets to",
    "byte x; active proctype R() { goto last; P1: x = 1; last: x = 2 } ltl l { [] !(R@P1) }",
    "holds",
  ],
  [
    "a label on the first statement of an option is passed",
    "byte x; active proctype R() { do :: P1: x = 1 :: x = 2 od } ltl l { [] !(R@P1) }",
    "holds",
  ],
  [
    "a label on a choice is the place before it",
    "byte x; active proctype R() { x = 1; P1: if :: x == 1 -> x = 2 fi } ltl l { [] ((R@P1) -> (x == 1)) }",
    "holds",
  ],
  [
    "a label on an atomic sequence is the place before it",
    "byte x; active proctype R() { x = 1; P1: atomic { x = 2; x = 3 } } ltl l { [] ((R@P1) -> (x == 1)) }",
    "holds",
  ],
];

test.each(cases)("%s", async (_, text, verdict) => {
  const { model, diagnostics } = parsePromela({ name: "jumps.pml", text });
  expect(diagnostics).toEqual([]);
  const { properties } = await check(model!, { properties: ["l"] });
  expect(properties.find(({ name }) => name === "l")?.verdict).toBe(verdict);
});

test.skipIf(withoutSpin).each(cases)(
  "SPIN agrees that %s",
  (_, text, verdict) => {
    const verifier = makeVerifier(text, { reduces: false })!;
    try {
      expect(spinVerdict(verifier, "l", "none")).toBe(verdict);
    } finally {
      removeVerifier(verifier);
    }
  },
  60_000,
);

/** A `for` begins with an assignment that is a statement of its own, with neither its label nor its escape. So do most `select`s. */
const loops: readonly (readonly [story: string, text: string, states: number, verdict: "holds" | "violated"])[] = [
  [
    "a jump to a `for` does not begin it anew",
    "byte x; active proctype P() { byte i; x = 1; again: for (i : 0 .. 1) { x++ } if :: x < 8 -> goto again :: else fi; assert(false) }",
    10,
    "holds",
  ],
  [
    "a jump to a `for` may come before its beginning",
    "byte x; active proctype P() { byte i; goto body; body: for (i : 1 .. 2) { x++ } assert(x == 2) }",
    13,
    "violated",
  ],
  [
    "the beginning of a `for` has no escape",
    "byte y; active proctype Q() { y = 1 } active proctype P() { byte i, k; i = 7; for (i : 0 .. 1) { k++ } unless { y == 1; assert(i < 7) } }",
    30,
    "holds",
  ],
  [
    "the same goes for the elements of an array, one in the other",
    "byte y; byte a[3]; active proctype Q() { y = 1; y = 2 } active proctype P() { byte i, k; L: for (i in a) { k = k + i } unless { y == 1 -> M: for (i in a) { k++ } unless { y == 2} }; if :: k < 20 -> k = k + 3; goto L :: k < 15 -> goto M :: else fi }",
    658,
    "holds",
  ],
  [
    "a `select` between computed bounds is such a loop as well",
    "byte x, y; active proctype P() { byte i; select (i : 1 .. 3); S: select (i : i .. 4) unless { y == 1 }; if :: x < 2 -> x++; goto S :: else fi } active proctype Q() { y = 1 }",
    139,
    "holds",
  ],
  [
    "a guard may be a `for` with an escape, since its assignment has none",
    "byte x, y; active proctype P() { byte i; if :: for (i : 0 .. 1) { x++ } unless { y == 1 -> x = 9 } :: y == 1 -> x = 5 fi; assert(x < 10) } active proctype Q() { y = 1 }",
    61,
    "holds",
  ],
  [
    "a `select` is a choice only between two numbers on one line, and for a name without `_`",
    "byte s, a_b; active proctype P() { byte v; select (a_b : 1 .. 3); s++; select (v : 1 .. 3); s = a_b; select (v : -1 .. 0); select (v : 1 .. (2)); select (v : 1\n .. 2); s = v }",
    48,
    "holds",
  ],
];

test.each(loops)("%s", (_, text, states, verdict) => {
  const { model, diagnostics } = parsePromela({ name: "for.pml", text });
  expect(diagnostics).toEqual([]);
  expect(explore(model!, 1000)).toMatchObject({ states, assertion: verdict === "violated" });
});

test.skipIf(withoutSpin).each(loops)("SPIN agrees: %s", (_, text, states, verdict) => {
  const folder = mkdtempSync(join(tmpdir(), "promela-"));
  try {
    writeFileSync(join(folder, "for.pml"), text);
    expect(spinStates("for.pml", folder)).toBe(states);
    expect(spinFindings("for.pml", folder)).toMatchObject({ states, safety: { assertion: verdict === "violated" } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// SPIN refuses such texts. They were read as processes that cannot go on.
test.each(["x = 1; again: goto again", "x = 1; here: goto there; there: goto here", "again: if :: goto again fi"])(
  "jumps in a circle go on forever: %s",
  (body) => {
    const { model } = parsePromela({ name: "circle.pml", text: `byte x; active proctype R() { ${body} }` });
    expect(explore(model!, 100)).toEqual({ states: body.startsWith("x") ? 2 : 1, assertion: false, endState: false });
  },
);
