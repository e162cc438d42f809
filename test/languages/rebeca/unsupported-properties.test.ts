/**
 * An unsupported property leaves the others checkable.
 *
 * One property of branching time once made Noether refuse the whole file.
 */
import { expect, test } from "vitest";
import { check, formatDiagnostic, parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";

const program = `reactiveclass A(2) {
  knownrebecs { A next; }
  statevars { int n; boolean b; }
  msgsrv initial() { n = 0; self.up(); }
  msgsrv up() { n = (n + 1) % 3; b = n == 2; self.up(); }
}
main { A a(a):(); }
`;

function read(properties: string): Model {
  const text = `${program}property { ${properties}
    Assertion { small: a.n < 3; least: a.n < 2; }
    LTL { again: G(F(a.b)); }
  }`;
  const { model, diagnostics } = parse(text, { name: "model.rebeca" });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return model!;
}

const unsupported: readonly (readonly [properties: string, name: string, reason: string])[] = [
  ["CTL { possible: AG(EF(a.b)); }", "possible", "branching time (`CTL`) is not supported"],
  ["CTL { until: E[a.n < 2 U a.b]; }", "until", "branching time (`CTL`) is not supported"],
  ["Assertion { even: (a.n & 1) == 0; }", "even", "`&` in a property is not supported"],
  ["Assertion { flipped: ~a.n < 0; }", "flipped", "`~` in a property is not supported"],
  ["Assertion { power: pow(a.n, 2) < 9; }", "power", "a call of `pow` in a property is not supported"],
  ["Assertion { kind: a.next instanceof A; }", "kind", "`instanceof` in a property is not supported"],
  ["LTL { mixed: G(a.b) == F(a.b); }", "mixed", "a temporal operator inside an expression is not supported"],
  ["define { odd = (a.n & 1) == 1; } LTL { odds: G(F(odd)); }", "odds", "`&` in a property is not supported"],
];

test.each(unsupported)("%s: %s is undecided, and the rest is decided", async (text, name, reason) => {
  const model = read(text);
  const { properties, verdict } = await check(model);
  expect(properties.map((property) => `${property.name} ${property.verdict}`)).toEqual([
    "deadlock holds",
    `${name} undecided`,
    "small holds",
    "least violated",
    "again holds",
    "ranges holds",
  ]);
  expect(properties[1]).toEqual({ name, kind: "unsupported", verdict: "undecided", reason });
  expect(verdict).toBe("violated");
  const some = await check(model, { properties: [name, "small"] });
  expect(some.verdict).toBe("undecided");
});

test("a definition that is not supported, and not used, is no harm", async () => {
  const { properties } = await check(read("define { odd = (a.n & 1) == 1; }"));
  expect(properties.filter(({ verdict }) => verdict === "undecided")).toEqual([]);
});

test("a property that is not supported in a file of properties leaves those of the model", async () => {
  const { model, diagnostics } = parse(program, {
    name: "model.rebeca",
    include: (name) =>
      name === "model.property" ? "property { CTL { p: EF(a.b); q: AG(a.b); } LTL { again: G(F(a.b)); } }" : undefined,
  });
  expect(diagnostics).toEqual([]);
  const { properties } = await check(model!);
  expect(properties.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    "deadlock holds",
    "p undecided",
    "q undecided",
    "again holds",
    "ranges holds",
  ]);
});
