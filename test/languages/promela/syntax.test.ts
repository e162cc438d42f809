import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePromela } from "../../../src/languages/promela/parse.ts";
import { parseUnits } from "../../../src/languages/promela/syntax/parse-unit.ts";
import type { Include } from "../../../src/languages/promela/syntax/preprocess.ts";
import type { Statement, Unit } from "../../../src/languages/promela/syntax/syntax-tree.ts";
import { Collector } from "../../../src/syntax/collector.ts";
import type { Defines } from "../../../src/syntax/definitions.ts";
import { locate } from "../../../src/syntax/source.ts";
import { withoutCorpus, corpusModels, readCorpus } from "./corpus.ts";

/** Units, and diagnostics as `file:line:column slug`. */
function parsed(text: string, files: Readonly<Record<string, string>> = {}, defines: Defines = {}) {
  const collector = new Collector({ name: "m.pml", text });
  const include: Include = (name) => (name in files ? { name, text: files[name]! } : undefined);
  const units = parseUnits(collector, include, defines);
  return { units, wrong: collector.sorted().map(({ code, span }) => `${locate(span)} ${code}`) };
}

function body(text: string): readonly Statement[] {
  const { units, wrong } = parsed(text);
  expect(wrong).toEqual([]);
  return (units.find(({ kind }) => kind === "init") as Unit & { kind: "init" }).body;
}

test.skipIf(withoutCorpus)("every model that comes with SPIN is parsed", () => {
  const refused = corpusModels().flatMap((model) => {
    const { source, include } = readCorpus(model);
    const collector = new Collector(source);
    parseUnits(collector, include, {});
    return collector.sorted().map(({ message }) => `${model}: ${message}`);
  });
  expect(refused).toEqual([]);
  expect(corpusModels()).toHaveLength(78);
});

test("macros are expanded, with and without arguments, also inside each other", () => {
  const text = "#define N 2\n#define twice(x) (x + \\\n x*N)\n#define x N\nint a;\ninit { a = twice(3); a = x }";
  expect(body(text)).toMatchObject([
    { kind: "assign", value: { kind: "binary", op: "+", left: { value: 3 }, right: { op: "*", right: { value: 2 } } } },
    { kind: "assign", value: { kind: "number", value: 2 } },
  ]);
});

test("a value given with -D wins over the text, and an unknown one is reported", () => {
  const text = "#define N 2\n#if N > 3\ninit { skip }\n#elif defined(M)\n#else\nint x;\n#endif";
  expect(parsed(text, {}, { N: "5" }).units).toMatchObject([{ kind: "init" }]);
  expect(parsed(text).units).toMatchObject([{ kind: "variable" }]);
  expect(parsed(text, {}, { Q: "5" }).wrong).toEqual(["-D Q=5:1:4 promela/unknown-constant"]);
});

test("messages about macros point to their use, and about included text into the other file", () => {
  expect(parsed("#define oops (1 + )\ninit {\n  skip; oops }").wrong).toEqual(["m.pml:3:9 promela/unexpected-token"]);
  expect(parsed('#include "a.h"\ninit { skip }', { "a.h": "\nint 3;" }).wrong).toEqual([
    "a.h:2:5 promela/unexpected-token",
  ]);
});

test("the end of a line separates statements of an inline definition, also before an argument", () => {
  const text = "byte s;\ninline take(x) {\n  (x > 0)\n  x--\n  x = x +\n    x\n}\ninit {\n  take(\n    s)\n}";
  expect(body(text)).toMatchObject([
    { kind: "block", body: [{ kind: "expression" }, { kind: "count" }, { kind: "assign", value: { op: "+" } }] },
  ]);
  const { wrong } = parsed("byte s;\ninline two(x) { s = 0 x = 1 }\ninit { two(\ns) }");
  expect(wrong).toContain("m.pml:4:1 promela/missing-separator");
});

test("inline definitions are replaced by their text", () => {
  const text =
    "inline put(c, v) { c!v; if :: v > 1 -> skip :: else fi }\nchan q = [1] of { int };\ninit { put(q, 3 + 4) }";
  expect(body(text)).toMatchObject([
    {
      kind: "block",
      body: [
        { kind: "send", values: [{ op: "+" }] },
        { kind: "if", options: [{ length: 2 }, { length: 1 }] },
      ],
    },
  ]);
});

test("separators may be repeated, and left out after a brace, after else and at the end of a line", () => {
  const text = "int x; init { ; atomic { x = 1;; x = 2; } x = 3\n x = 4; if :: x -> skip; :: else x = 5 fi; ; }";
  expect(body(text).map(({ kind }) => kind)).toEqual(["atomic", "assign", "assign", "if"]);
});

test("messages have two notations, and receives four forms", () => {
  const text = "init { c!a(1, 2); c!!a,1,2; c?a(x, _); c??eval(y),-1; c?<x>; c??<x>; c?[x] && nempty(c) }";
  expect(body(text)).toMatchObject([
    { kind: "send", sorted: false, values: { length: 3 } },
    { kind: "send", sorted: true, values: { length: 3 } },
    { kind: "receive", random: false, keep: false, pattern: { length: 3 } },
    { kind: "receive", random: true, keep: false, pattern: [{ kind: "eval" }, { value: -1 }] },
    { kind: "receive", random: false, keep: true },
    { kind: "receive", random: true, keep: true },
    { kind: "expression", expression: { op: "&&", left: { kind: "poll" }, right: { kind: "probe", op: "nempty" } } },
  ]);
});

test("temporal operators bind as in SPIN and have two spellings", () => {
  const formula = (text: string): unknown => parsed(`ltl f { ${text} }`).units[0];
  expect(formula("[] a -> <> b U c")).toMatchObject({
    formula: { kind: "implies", left: { kind: "always" }, right: { kind: "until", left: { kind: "eventually" } } },
  });
  expect(formula("! [] a U X b && c")).toMatchObject({
    formula: { op: "&&", left: { kind: "until", left: { kind: "unary", op: "!" }, right: { kind: "next" } } },
  });
  expect(formula("always (p@cs implies eventually x == 1)")).toMatchObject({
    formula: { kind: "always", operand: { kind: "implies", left: { kind: "at" }, right: { operand: { op: "==" } } } },
  });
});

test("expressions have the precedence of C, and conditions an arrow", () => {
  expect(body("init { x = (a & 1 == b -> P[2]:y : P[1]@l) + 3 << 1 }")).toMatchObject([
    {
      value: {
        op: "<<",
        left: {
          op: "+",
          left: { kind: "conditional", test: { op: "&", right: { op: "==" } }, then: { kind: "remote" } },
        },
      },
    },
  ]);
});

test("the example of the guide is a model, and its claims about names hold", () => {
  const guide = readFileSync("docs/guide/promela.md", "utf8");
  const [, text] = /^```\n(.*?)^```/ms.exec(guide)!;
  const { model, diagnostics } = parsePromela({ name: "philosophers.pml", text: text! });
  expect(diagnostics).toEqual([]);
  expect(model!.variables.map(({ name }) => name)).toEqual(["channels", "phil", "init"]);
  expect(model!.transitions[0]!.name).toBe("init:13 start");
  expect(model!.properties.map(({ name }) => name)).toEqual(["endstates", "fed"]);
});
