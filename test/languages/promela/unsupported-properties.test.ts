/**
 * An unsupported property leaves the others checkable.
 *
 * One `trace` assertion, or one `timeout` in a formula, once made Noether refuse the whole file.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import type { Model } from "../../../src/model/model.ts";
import { parseModel } from "../../../src/model/text/parse.ts";
import { printModel } from "../../../src/model/text/print.ts";
import { checkSchema } from "../../../src/report/schema.ts";
import { locate } from "../../../src/syntax/source.ts";
import { withoutSpans } from "../../support/without-spans.ts";
import { spinAccepts, withoutSpin } from "./spin.ts";

function read(text: string): Model {
  const { model, diagnostics } = parsePromela({ name: "m.pml", text });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return model!;
}

const program = `byte x; int big = 1; hidden byte h; chan c = [2] of { byte };
active proctype P() { byte y; x = 1; c!1; h = x; here: c?_; y = x; x = 2; do :: x = 5 - x od }
`;
const waiting = `byte x;
active proctype P() { do :: x < 3 -> x++ :: else -> break od; (enabled(1)) }
active proctype Q() { do :: x = 0 od }
`;

function traceReason(word: string): string {
  return `anything but messages that are sent and received, with constants and \`_\`, in \`${word}\` is not supported`;
}

const accept = "an `accept` label inside `atomic` or `d_step` is not supported";
const effect = "expected a claim that only looks at states, found";

/** Per program, a property that is not supported, its name, the reason, and where that is seen. */
const unsupported: readonly (readonly [program: string, text: string, name: string, reason: string, at: string])[] = [
  [program, "trace { do :: c!1; c?x od }", "trace", traceReason("trace"), "c?x"],
  [program, "notrace { c!1; skip }", "notrace", traceReason("notrace"), "skip"],
  [program, "ltl f { [] c_expr { now.x < 9 } }", "f", "embedded C code (`c_expr`) is not supported", "c_expr"],
  [
    program,
    "inline odd() { c_expr { now.x % 2 } }\nnever { do :: odd() -> break :: else od }",
    "never",
    "embedded C code (`c_expr`) is not supported",
    "c_expr",
  ],
  [program, "never n { do :: x = 1 od }", "n", `${effect} an assignment`, "x = 1 od"],
  [program, "never { byte z; z == 1 }", "never", `${effect} a declaration`, "byte z"],
  [program, "never { c?1; skip }", "never", `${effect} a message that is received`, "c?1"],
  [program, "never { { skip } unless { x == 2 } }", "never", `${effect} \`unless\``, "{ skip } unless"],
  [program, "never { atomic { skip; accept: skip; skip } }", "never", accept, "skip; skip } }"],
  [
    program,
    "never { atomic { do :: x == 1 od } }",
    "never",
    "a loop inside `atomic` in a claim is not supported",
    "x == 1 od",
  ],
  [
    program,
    "never { do :: timeout && _last == 0 -> break :: else od }",
    "never",
    "`timeout` in a claim or a formula is not supported",
    "timeout",
  ],
  [program, "ltl { [] !timeout }", "ltl", "`timeout` in a claim or a formula is not supported", "timeout"],
  [program, "ltl f { [] (1 == <> (x == 1)) }", "f", "`==` on formulas is not supported", "(1 == <>"],
  [program, "ltl f { <> ~([] (x == 1)) }", "f", "`~` on formulas is not supported", "~("],
  [program, "ltl f { [] P[7]@here }", "f", "expected the pid of a process `P`, found 7", "7]@"],
  [program, "never { P[7]:y == 1 }", "never", "expected the pid of a process `P`, found 7", "7]:"],
  [
    program,
    "ltl f { [] ((big * 3 & (big * big)) == 1) }",
    "f",
    "`&` on computed numbers of more than 16 bits (assign them to variables first) is not supported",
    "(big * 3 & (",
  ],
  [
    waiting,
    "ltl f { [] enabled(0) }",
    "f",
    "`enabled` about a process that waits for `enabled`, as it may itself, is not supported",
    "(enabled(1))",
  ],
  [
    program.replace("x = 2;", "atomic { x = 2; accept: x = 3 }"),
    "",
    "acceptance",
    `${accept}; put it before the sequence`,
    "x = 3",
  ],
];

/** What is checked besides, and whether SPIN's automaton accepts a run. */
const claims = [
  ["{ do :: x == 2 -> break :: else od }", true],
  ["{ do :: x > 5 -> break :: else od }", false],
] as const;

test.each(unsupported)("%j %s: %s is undecided, and the rest is decided", async (around, text, name, reason, at) => {
  const more = claims.map(([claim], k) => `never more_${k} ${claim}\n`).join("");
  const whole = `${around}${text}\n${more}`;
  const model = read(whole);
  const property = model.properties.find((candidate) => candidate.kind === "unsupported")!;
  const { span } = property;
  expect(`${locate(span!)} ${whole.slice(span!.start).startsWith(at)}`).toBe(
    `${locate({ ...span!, start: whole.indexOf(at) })} true`,
  );
  const { properties, verdict } = await check(model, { properties: [name, "endstates", "more_1"] });
  expect(properties.find((result) => result.name === name)).toEqual({
    name,
    kind: "unsupported",
    verdict: "undecided",
    reason,
  });
  expect(properties.filter((result) => result.name !== name).map((result) => result.verdict)).not.toContain(
    "undecided",
  );
  expect(verdict).toBe("undecided");
  const all = await check(model);
  const found = claims.map((_, k) => all.properties.find((result) => result.name === `more_${k}`)!.verdict);
  expect(found).toEqual(claims.map(([, accepts]) => (accepts ? "violated" : "holds")));
  expect(all.verdict).toBe("violated");
});

test.skipIf(withoutSpin)("what is decided beside a property that is not supported is as SPIN says", () => {
  for (const around of new Set(unsupported.map(([each]) => each))) {
    // `enabled` is for claims in SPIN, and an `accept` label of a process would be found as well.
    const text = around.replace("(enabled(1))", "skip").replace("accept: ", "");
    expect(spinAccepts(text, claims.map(([claim]) => claim))).toEqual(claims.map(([, accepts]) => accepts)); // prettier-ignore
  }
});

test("a property that is not supported leaves nothing in the model", () => {
  const strip = (model: Model): unknown => withoutSpans({ ...model, properties: [], components: undefined });
  const plain = strip(read(program));
  for (const [, text] of unsupported.filter(([around]) => around === program)) {
    expect(strip(read(`${program}${text}`))).toEqual(plain);
  }
});

test("the model is printed with the reason, and read again", () => {
  for (const [around, text] of unsupported) {
    const { hints: _, ...model } = read(`${around}${text}`);
    const reread = parseModel({ name: "m.seq", text: printModel(model) });
    expect(withoutSpans(reread.model)).toEqual(withoutSpans(model));
  }
});

test.each([
  ["an unknown name beside a timeout", "ltl f { [] (timeout || z == 1) }", "promela/unknown-name"],
  ["an unknown label of a process", "ltl f { [] (timeout || P@there) }", "promela/unknown-name"],
  ["a trace assertion without end", "trace { c!1", "promela/unclosed-brace"],
  ["a trace assertion that is no text", "trace { do :: c!1 }", "promela/unclosed-do"],
  ["embedded C code in a formula without end", "ltl f { c_expr { now.x }", "promela/unclosed-brace"],
  ["a pid that is nobody's, in a process", "active proctype Q() { P[7]@here }", "promela/unknown-pid"],
  ["`&` on two large numbers in a process", "active proctype Q() { x = big * 3 & (big * big) }", "promela/unsupported"],
])("%s is an error of the text", (_, text, code) => {
  const { model, diagnostics } = parsePromela({ name: "m.pml", text: `${program}${text}` });
  expect(model).toBeUndefined();
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
});

test("two properties of one name are told apart, whether they are supported or not", () => {
  const names = read(`${program}ltl { [] !timeout } ltl { <> (x == 2) } ltl { [] timeout }`).properties;
  expect(names.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "endstates deadlock",
    "ltl unsupported",
    "ltl_2 ltl",
    "ltl_3 unsupported",
  ]);
});

test("the command line ends with 3, and its document says why", () => {
  const folder = mkdtempSync(join(tmpdir(), "noether-"));
  const file = join(folder, "m.pml");
  writeFileSync(file, `${program}trace { c!x }\nltl { <> (x == 2) }\n`);
  const { status, stdout } = spawnSync(process.execPath, ["dist/cli/main.js", "check", file, "--json"], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  expect(status).toBe(3);
  const document = v.parse(checkSchema, JSON.parse(stdout));
  expect(document.verdict).toBe("undecided");
  expect(document.properties.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
    ["endstates", "holds", undefined],
    ["trace", "undecided", traceReason("trace")],
    ["ltl", "holds", undefined],
    ["ranges", "holds", undefined],
  ]);
});

// The least number of 32 bits was a run-time error of the model when it was sent.
test.each(["explicit", "symbolic"] as const)(
  "the least number in a message is a limit of ours (%s)",
  async (engine) => {
    const text = `chan c = [1] of { byte, int }; int x = 1, y;
active proctype P() { x = x << 31; if :: c!1,x :: c!1,x + 1 :: skip fi; if :: c?_,y :: empty(c) fi }`;
    const result = await check(read(text), { engine });
    expect([result.verdict, result.modelLimit]).toEqual(["undecided", "messages have no room for -2147483648"]);
    const fine = await check(read(text.replace("c!1,x ::", "skip ::")), { engine });
    expect([fine.verdict, fine.modelLimit]).toEqual(["holds", undefined]);
  },
);
