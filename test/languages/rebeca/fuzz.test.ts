/** Whatever the text, the parser returns, and points into the text. */

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDiagnostic, parse } from "../../../src/index.ts";
import { times } from "../../support/random-runs.ts";

const guide = readFileSync("docs/guide/rebeca.md", "utf8");
const examples = Array.from(guide.matchAll(/^```\n(.*?)^```/gms), (match) => match[1]!);
const files = readdirSync("examples/rebeca").map((file) => readFileSync(`examples/rebeca/${file}`, "utf8"));
/** A bit of everything. */
const sink = `
env byte N = 2;
interface Talker { msgsrv say(byte k); }
abstract reactiveclass Base(3) { knownrebecs { Base next; } statevars { int n; byte[2][3] grid; Base[2] friends; } abstract msgsrv go(); }
reactiveclass A(4) extends Base implements Talker {
  statevars { boolean b = true; byte[2] list = {1, 2}; Talker t; }
  A(byte k, boolean f) { n = k; b = f; self.go(); }
  int half(int k) { if (k < 0) return 0; return k / 2; }
  void clear() { for (int i = 0; i < 2; i++) list[i] = 0; }
  msgsrv go() {
    int sum = half(n) + half(n++);
    for (int i = 0; i < N; i++) { if (i == 1) continue; grid[i][1] += sum; friends[i] = ?(next, self, null); }
    while (sum > 0 && b) { sum--; if (sum == 3) break; }
    switch (n % 3) { case 0: clear(); break; case 1: case 2: t = self; default: b = !b; }
    if (t != null) t.say((byte) (b ? 1 : 2)); else { sender.go(); }
    if (sender instanceof A) ((A) sender).say(1);
    A other = new A(next):(1, b);
    assertion(n >= 0 || other == null, "never");
    return;
  }
  msgsrv say(byte k) { n = ?(k, 1, half(k)); }
}
main { A x(y):(1, true), y(x):(N, false); }
property { define { p = x.b && y.n > 0; } Assertion { q: p -> x.list[0] != 3; } LTL { r: G(p -> F(!p)) && (p U x.b); } }
`;
const texts = [...examples, ...files, sink, sink, sink, sink];

const pieces = [
  ...Array.from('{}()[];:,.*=!?"\\/@#é\u0000'),
  "++",
  "?(",
  "->",
  "/*",
  "msgsrv",
  "reactiveclass",
  "knownrebecs {",
  "new A(",
  "main {",
  "property {",
  "self.",
  "sender",
  "while (true)",
  "for (int i = 0; i < 3; i++)",
  "9".repeat(30),
];

function expectReturns(text: string): void {
  const { model, diagnostics } = parse(text, { name: "model.rebeca" });
  expect(model === undefined).toBe(diagnostics.length > 0);
  expect(diagnostics.length).toBeLessThanOrEqual(20);
  for (const diagnostic of diagnostics) {
    const { source, start, end } = diagnostic.span;
    expect(source.text).toBe(text);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(diagnostic.code).toMatch(/^rebeca\/[a-z-]+$/);
    expect(diagnostic.message).toMatch(/^[^\n]+[^.\n]$/);
    expect(diagnostic.message.length).toBeLessThan(400);
    expect(formatDiagnostic(diagnostic).split("\n")).toHaveLength(3);
  }
}

const mutation = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 20 }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("delete", "insert", "replace", "duplicate", "cut"),
  piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3, unit: "binary" })),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutate(text: string, { from, length, to, kind, piece }: Mutation): string {
  const start = Math.floor(from * text.length);
  const end = Math.min(text.length, start + length);
  const target = Math.floor(to * text.length);
  switch (kind) {
    case "delete":
      return text.slice(0, start) + text.slice(end);
    case "insert":
      return text.slice(0, start) + piece + text.slice(start);
    case "replace":
      return text.slice(0, start) + piece + text.slice(end);
    case "duplicate":
      return text.slice(0, target) + text.slice(start, end) + text.slice(target);
    default:
      return text.slice(0, start);
  }
}

test("the guide has examples to start from", () => {
  expect(examples.length).toBeGreaterThan(2);
  for (const text of texts) expectReturns(text);
  expect(parse(sink, { name: "model.rebeca" }).diagnostics).toEqual([]);
});

test("a text with small changes never makes the parser throw", () => {
  const changed = fc.tuple(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(changed, ([text, mutations]) => expectReturns(mutations.reduce(mutate, text))),
    { numRuns: times(1500) },
  );
});

test("a text of random pieces never makes the parser throw", () => {
  const words = texts.join(" ").split(/\b/);
  const random = fc.array(fc.constantFrom(...words, ...pieces), { maxLength: 60 });
  fc.assert(
    fc.property(random, (parts) => expectReturns(parts.join(" "))),
    { numRuns: times(1500) },
  );
});
