import { describe, expect, test } from "vitest";
import { relates } from "../../../src/automata/index.ts";
import { verifyIrregular } from "../../../src/family/verify-irregular.ts";
import { parse } from "../../../src/index.ts";
import { parsePatterns, parseSystem } from "../../../src/languages/rsp/parse.ts";
import { printSystem } from "../../../src/languages/rsp/print.ts";
import { formatDiagnostic } from "../../../src/syntax/diagnostic.ts";
import { languageOf, words } from "../../support/automata.ts";
import { systemOf } from "../../support/families.ts";

const first = (text: string): string => {
  const { system, diagnostics } = parseSystem(text, { name: "s.rsp" });
  expect(system).toBeUndefined();
  return formatDiagnostic(diagnostics[0]!).split("\n", 1)[0]!.replace("error: ", "");
};

describe("what is wrong is said with its place", () => {
  test.each([
    ["", "s.rsp:1:1: expected an `alphabet { ... }`, found none [rsp/no-alphabet]"],
    ["alphabet { a }", "s.rsp:1:15: expected at least one `transition`, found none [rsp/no-transition]"],
    ["alphabet { a, a } transition x: id", "s.rsp:1:15: expected each letter once, found `a` again [rsp/twice]"],
    [
      "alphabet { a } transition x: (a, c)",
      "s.rsp:1:34: expected a letter, found `c`; the letters are a [rsp/unknown-letter]",
    ],
    [
      "alphabet { left } transition x: (left, lefft)",
      "s.rsp:1:40: expected a letter, found `lefft`; did you mean `left`? [rsp/unknown-letter]",
    ],
    [
      "alphabet { a }\ntransition x: id* (a",
      "s.rsp:2:21: expected `)` to close the parenthesis, found the end of the text [rsp/unexpected-token]",
    ],
    [
      "alphabet { a } transition x: (a, a",
      "s.rsp:1:35: expected `)` to close the pair, found the end of the text [rsp/unexpected-token]",
    ],
    [
      "alphabet { a } transition x: I",
      "s.rsp:1:30: expected a letter or a defined name, found `I`; names are defined before they are used [rsp/unknown-name]",
    ],
    [
      "alphabet { a } transition x: a",
      "s.rsp:1:30: expected pairs such as (a, b) or `id` here, found the letter `a`: this is about pairs of letters, before and after [rsp/letter-for-pair]",
    ],
    [
      "alphabet { a } initial id transition x: id",
      "s.rsp:1:24: expected letters here, found a pair: this is about single words [rsp/pair-for-letter]",
    ],
    [
      "alphabet { a } transition x: (a, #)",
      "s.rsp:1:34: expected a letter, found `#`: transitions keep the length of words [rsp/padding]",
    ],
    ["alphabet { a } transition x: id transition x: id", "s.rsp:1:44: `x` has been used before [rsp/twice]"],
    ["alphabet { a } let a = id transition x: id", "s.rsp:1:20: `a` is a letter already [rsp/twice]"],
    ["alphabet { a } bad a bad a transition x: id", "s.rsp:1:22: expected `bad` once, found it again [rsp/twice]"],
    [
      "alphabet { a } transition x: id & id",
      "s.rsp:1:33: expected a letter, a name or one of ( ) { } , | * + ? : = # ->, found `&` [rsp/unexpected-character]",
    ],
    [
      "alphabet { a } transition x: id initial .* a",
      "s.rsp:1:41: expected a letter, a name or one of ( ) { } , | * + ? : = # ->, found `.`; any letter is `_` [rsp/unexpected-character]",
    ],
    [
      "alphabet { a } transition x: | id",
      "s.rsp:1:30: expected a letter, a name, `id`, `_`, `{` or `(`, found `|` [rsp/unexpected-token]",
    ],
    [
      "alphabet { a } automaton m { initial p accepting q p -> p: id } transition x: m",
      "s.rsp:1:50: no edge mentions the state `q` [rsp/unknown-state]",
    ],
    [
      "alphabet { a } automaton m { initial p accepting p p -> p: (id id) } transition x: m",
      "s.rsp:1:61: expected single letters or pairs on an edge [rsp/not-a-letter]",
    ],
    [
      "alphabet { a } automaton m { accepting p p -> p: a } transition x: id bad m",
      "s.rsp:1:26: expected an initial state of this automaton, found none [rsp/initial-state]",
    ],
    [
      "alphabet { a } automaton m { initial p p -> p: a } transition x: id bad m",
      "s.rsp:1:26: expected an accepting state of this automaton, found none [rsp/accepting-state]",
    ],
    [
      "alphabet { a } automaton m { initial q accepting p p -> p: a } transition x: id bad m",
      "s.rsp:1:38: no edge mentions the state `q` [rsp/unknown-state]",
    ],
    [
      "alphabet { a } let x = a x? transition t: id bad x",
      "s.rsp:1:26: expected a definition, found `x` defined by itself [rsp/circular-definition]",
    ],
    [
      "alphabet { a } let x = y let y = x transition t: id bad x",
      "s.rsp:1:34: expected a definition, found `x` defined by itself [rsp/circular-definition]",
    ],
    [
      "alphabet { a } transition t: id pushdown m { initial p accepting q p -> p: id }",
      "s.rsp:1:66: no edge mentions the state `q` [rsp/unknown-state]",
    ],
    [
      "alphabet { a } transition t: id pushdown m { }",
      "s.rsp:1:42: expected one initial state of a pushdown automaton [rsp/initial-state]",
    ],
    [
      "hello",
      "s.rsp:1:1: expected one of alphabet, let, automaton, configurations, transition, initial, bad, pattern, mirror, pushdown, given, found `hello` [rsp/unexpected-token]",
    ],
  ])("%s", (text, expected) => expect(first(text)).toBe(expected));

  test("deep nesting, doubling definitions and huge alphabets end in a message", () => {
    const deep = `alphabet { a } transition x: ${"(".repeat(5000)}id${")".repeat(5000)}`;
    expect(first(deep)).toContain("expected at most 200 levels of nesting, found more here [rsp/nested-too-deeply]");
    const doubling = Array.from({ length: 40 }, (_, i) => `let d${i + 1} = d${i} d${i}`).join("\n");
    expect(first(`alphabet { a } let d0 = id\n${doubling}\ntransition x: d40`)).toContain("[rsp/too-large]");
    const many = Array.from({ length: 65 }, (_, i) => `l${i}`).join(", ");
    expect(first(`alphabet { ${many} } transition x: id`)).toContain("expected at most 64 letters, found 65");
  });
});

test("expressions, sets, definitions and automata stand for what they say", () => {
  const system = systemOf(`// a comment
    alphabet { a, b }
    let even = (_ _)*
    automaton odd { initial p accepting q  p -> q: a | b  q -> p: {a, b} }
    configurations even | odd
    let change = (a, b) | (_, a)
    automaton keep { initial p accepting p p -> p: id{a} | (b, b) }
    transition once: keep change keep
    initial a+ b?
    bad ()
    given a b -> ()`);
  const short = words(2, 3);
  expect(languageOf(system.configurations, short)).toEqual(short.map(String));
  expect(languageOf(system.initial!, short)).toEqual(["0", "0,0", "0,1", "0,0,0", "0,0,1"]);
  expect(languageOf(system.bad!, short)).toEqual([""]);
  expect(system.given).toEqual([[[0, 1], []]]);
  expect(relates(system.steps, [0, 1], [1, 1])).toBe(true);
  expect(relates(system.steps, [0, 1], [0, 0])).toBe(true);
  expect(relates(system.steps, [0, 0], [1, 1])).toBe(false);
});

test("patterns in a file of their own may pad, and nothing else is in it", () => {
  const system = systemOf("alphabet { a, b } transition x: id*");
  const { patterns } = parsePatterns("let drop = (_, #) pattern first: (a, a) drop* | (b, b) drop*", system);
  expect(relates(patterns[0]!.relation, [0, 1, 1], [0])).toBe(true);
  expect(relates(patterns[0]!.relation, [0, 1], [0, 1])).toBe(false);
  const message = (text: string): string => parsePatterns(text, system).diagnostics[0]!.message;
  expect(message("initial a")).toBe("expected `let`, `automaton` or `pattern` in a file of patterns, found `initial`");
  expect(message("")).toBe("expected at least one `pattern`, found none");
});

test("an instance needs its size, and a size it has", () => {
  const text = "alphabet { a } configurations (_ _)* transition x: id*";
  const message = (defines: Record<string, string>): string =>
    parse(text, { name: "s.rsp", defines }).diagnostics[0]?.message ?? "";
  expect(message({})).toBe("expected the size of the instance, such as -D n=5: this is a family of systems");
  expect(message({ n: "x" })).toBe("expected a size from 1 to 1000 for `n`, found `x`");
  expect(message({ n: "0" })).toBe("expected a size from 1 to 1000 for `n`, found `0`");
  expect(message({ n: "4", m: "1" })).toBe("expected the size `n` alone, but the model has no `m`; there is `n`");
  expect(message({ n: "3" })).toBe("the system has no configurations of size 3");
  expect(message({ n: "4" })).toBe("");
});

test("edges without a letter, and several accepting states", () => {
  const system = systemOf(`alphabet { a, b }
    automaton m { initial p accepting q, r p -> q: a p -> r: () r -> s: b | () s -> q: b }
    configurations m transition x: id*`);
  expect(languageOf(system.configurations, words(2, 3))).toEqual(["", "0", "1", "1,1"]);
});

describe("patterns with a stack", () => {
  const text = (turn: string): string => `alphabet { n, L, R }
    transition right: id* (R, n) (n, R) id*
    transition left: id* (n, L) (L, n) id*
    ${turn}`;
  const mirrorEdges = (renaming: Readonly<Record<string, string>>): string => {
    const letters = Object.keys(renaming);
    const pushes = letters.flatMap((a) => letters.map((b) => `p -> p: (${a}, ${b}) push ${a}${b}`));
    const pops = letters.flatMap((a) =>
      letters.flatMap((b) => ["p", "q"].map((s) => `${s} -> q: (${renaming[b]}, ${renaming[a]}) pop ${a}${b}`)),
    );
    const middle = letters.map((a) => `p -> q: (${a}, ${renaming[a]})`);
    return `pushdown flip { initial p accepting p, q ${[...pushes, ...pops, ...middle].join(" ")} }`;
  };
  const verdictOf = (system: ReturnType<typeof systemOf>): string =>
    verifyIrregular(system, system.irregular[0]!).verdict.kind;

  test("a mirror image with other letters is complete, and without them none", () => {
    expect(verdictOf(systemOf(text("mirror turned: (L, R) | (R, L) | id{n}")))).toBe("complete");
    expect(verdictOf(systemOf(text("mirror plain: id")))).toBe("none");
  });

  test("a pushdown automaton says the same", () => {
    expect(verdictOf(systemOf(text(mirrorEdges({ n: "n", L: "R", R: "L" }))))).toBe("simulation");
    expect(verdictOf(systemOf(text(mirrorEdges({ n: "n", L: "L", R: "R" }))))).toBe("none");
  });

  test("a mirror needs a renaming, and a pushdown automaton one initial state", () => {
    expect(first(text("mirror m: (L, R) | id"))).toContain("[rsp/not-a-renaming]");
    expect(first(text("mirror m: (L, R)"))).toContain("[rsp/not-a-renaming]");
    expect(first(text("pushdown m { accepting p p -> p: id push x }"))).toContain("[rsp/initial-state]");
  });
});

test("a system can be printed and read again", () => {
  const system = systemOf(
    "alphabet { a, b } configurations a* b+ transition x: id{a}* (a, b) id{b}+ initial a b bad b b",
  );
  const again = systemOf(printSystem(system.letters, system));
  expect(languageOf(again.configurations, words(2, 5))).toEqual(languageOf(system.configurations, words(2, 5)));
  expect(languageOf(again.steps.nfa, words(9, 3))).toEqual(languageOf(system.steps.nfa, words(9, 3)));
  expect(languageOf(again.initial!, words(2, 4))).toEqual(languageOf(system.initial!, words(2, 4)));
  expect(languageOf(again.bad!, words(2, 4))).toEqual(languageOf(system.bad!, words(2, 4)));
});
