/** Trace assertions: states and verdicts as in SPIN, which tells a violation in words of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check, parse } from "../../../src/index.ts";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { explore } from "./count-states.ts";
import { withoutSpin } from "./spin.ts";

const declarations = "mtype = { a, b }; chan q[2] = [2] of { mtype, byte }; chan s = [0] of { byte }; byte x;";
const programs = {
  alternating:
    "active proctype P() { q[0]!a(1); q[0]?_,x; if :: q[0]!b(1) :: q[0]!b(2) fi } active proctype Q() { q[0]?b,x }",
  either:
    "active [2] proctype P() { chan l; l = q[_pid]; l!a(1); l?_,x; if :: q[1]!b(1) :: q[0]!a,1 :: skip fi; q[0]!!b(2) }",
  meeting: "active proctype P() { s!4; q[1]!a(2); q[1]!b(3) } active proctype Q() { s?x; q[1]??b(x) }",
};

/** A program, an assertion, the number of states, and whether it is violated. */
const asserted: readonly (readonly [keyof typeof programs, string, number, boolean])[] = [
  ["alternating", "trace { do :: q[0]!a,_; q[0]?a,_ :: q[0]!b(1); q[0]?b od }", 11, true],
  ["alternating", "trace { do :: q[0]!a,_; q[0]?a,_ :: q[0]!b; q[0]?b od }", 11, false],
  ["alternating", "notrace { q[0]!a; q[0]!b }", 11, true],
  ["either", "trace { q[1]!a,_; do :: q[1]?a -> break :: q[1]?b od; end: q[1]!b; goto end }", 149, true],
  ["either", "notrace { q[1]!a; q[1]!b; q[1]?b }", 149, false],
  ["meeting", "trace { q[1]!a; q[1]!b(3); end: q[1]?a }", 7, false],
  ["meeting", "trace { q[1]!a; q[1]!b(3); end: q[1]?b }", 7, true],
];

test.each(asserted)("%s with %s has %i states, and is violated: %s", (program, assertion, states, isViolated) => {
  const text = `${declarations}\n${programs[program]}\n${assertion}\n`;
  const { model, diagnostics } = parsePromela({ name: "trace.pml", text });
  expect(diagnostics).toEqual([]);
  expect(explore(model!, 10_000)).toMatchObject({ states, assertion: isViolated });
  if (withoutSpin) return;
  const cwd = mkdtempSync(join(tmpdir(), "trace-"));
  const run = (command: string, ...given: string[]): string =>
    execFileSync(command, given, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    writeFileSync(join(cwd, "trace.pml"), text);
    run("spin", "-a", "trace.pml");
    run("cc", "-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c");
    const output = run("./pan", "-E", "-c0");
    expect(Number(/^\s*(\d+) states, stored/m.exec(output)![1])).toBe(states);
    expect(/event_trace error|non-determinism in event-trace/.test(output)).toBe(isViolated);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});

test("a message that matches two events of a trace is an error, as in SPIN", () => {
  const text = `${declarations}\n${programs.either}\ntrace { end: do :: q[1]!a,1 :: q[1]!a,_ :: q[1]!b od }\n`;
  expect(explore(parsePromela({ name: "trace.pml", text }).model!, 10_000)?.assertion).toBe(true);
});

test("a trace that is not complete makes an end state invalid", async () => {
  const text = `${declarations} active proctype P() { q[0]!a(1) } trace { q[0]!a; q[0]!b }`;
  const { verdict, properties } = await check(parse(text, { name: "trace.pml" }).model!);
  expect(verdict).toBe("violated");
  expect(properties.find(({ name }) => name === "endstates")?.verdict).toBe("violated");
});

test.each([
  ["trace { q[0]!a; x == 1 }", "anything but messages"],
  ["trace { q[0]!x }", "anything but messages"],
  ["trace { s!4 }", "a channel without a buffer"],
  ["notrace { q[0]!a } trace { q[0]!a }", "a second trace assertion"],
])("%s is undecided, and the rest is checked", async (assertion, reason) => {
  const text = `${declarations} active proctype P() { q[0]!a(1) } ${assertion}`;
  const { properties } = await check(parse(text, { name: "trace.pml" }).model!);
  const refused = properties.find(({ name }) => name === "trace")!;
  expect(refused.verdict).toBe("undecided");
  expect(JSON.stringify(refused)).toContain(reason);
  expect(properties.find(({ name }) => name === "endstates")?.verdict).toBe("holds");
});
