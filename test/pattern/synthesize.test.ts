import { describe, expect, test } from "vitest";
import { allWords, image, wordNfa, wordsOfLength } from "../../src/automata/index.ts";
import { checkImage } from "../../src/check/image.ts";
import { formatWord } from "../../src/family/system.ts";
import { verifyPattern } from "../../src/family/verify.ts";
import { synthesize } from "../../src/pattern/synthesize.ts";
import { automatonFromTails } from "../../src/pattern/tails.ts";
import { languageOf, words } from "../support/automata.ts";
import { example, systemOf } from "../support/families.ts";

describe("the systems of the paper", () => {
  // The paper's transducers have 5, 5, 11 and 17 states.
  test.each([
    ["herman", [["rotation", 5]]],
    [
      "israeli-jalfon",
      [
        ["rotation", 5],
        ["reflection", undefined],
      ],
    ],
    ["israeli-jalfon-left", [["rotation", 5]]],
    [
      "resource-allocator",
      [
        ["rotation(1,0)", 11],
        ["swap(1,0)", 12],
      ],
    ],
    ["dining-philosophers", [["rotation", 17]]],
  ])("%s: process symmetries, from the library, or learned and complete in the small sizes", async (name, expected) => {
    const known = await synthesize(example(name));
    expect(known).toMatchObject({ outcome: "found", method: "library" });
    expect(known.patterns.map((pattern) => [pattern.name, pattern.states])).toEqual(expected);
    const { outcome, patterns, learning } = await synthesize(example(name), { method: "learn" });
    expect(outcome).toBe("found");
    expect(patterns.map((pattern) => [pattern.name, pattern.states])).toEqual(expected);
    for (const { verdict } of patterns) {
      expect(verdict).toMatchObject({ kind: "complete", keepsInitial: true, keepsBad: true });
    }
    expect(learning!.instances.length).toBeGreaterThan(1);
    for (const { order, generated } of learning!.instances) expect(generated).toBe(String(order));
  });

  test("coffee can: a finite image of three configurations, and the can is safe", async () => {
    const system = example("coffee-can");
    const { outcome, method, patterns, search } = await synthesize(system);
    expect({ outcome, method }).toEqual({ outcome: "found", method: "quotient" });
    expect(search!.machineStates).toBe(3);
    const [{ relation, verdict }] = patterns as [(typeof patterns)[0]];
    expect(verdict).toMatchObject({ kind: "homomorphism", keepsInitial: true, keepsBad: true });
    const shown = allWords(image(relation!, system.configurations)).map((word) => formatWord(system, word));
    expect(shown).toEqual(["B B w", "B b w", "b b W"]);
    expect(await checkImage(system, relation!, verdict)).toMatchObject({
      finite: true,
      verdict: "holds",
      steps: [
        ["B B w", "B B w"],
        ["B B w", "B b w"],
        ["b b W", "b b W"],
      ],
    });
  });
});

describe("guessing and checking", () => {
  test("finds the rotation of the ring again, with as many states as the paper", async () => {
    const system = example("israeli-jalfon");
    const { outcome, patterns } = await synthesize(system, { method: "sat", kind: "process", maxStates: 6 });
    expect(outcome).toBe("found");
    expect(patterns[0]!.states).toBe(5);
    expect(verifyPattern(system, patterns[0]!.relation!).kind).toBe("complete");
  });

  test("finds the complement of all letters, which is complete but no process symmetry", async () => {
    const system = systemOf("alphabet { a, b } transition flip: id* ((a, b) | (b, a)) id*");
    const { patterns } = await synthesize(system, { method: "sat", kind: "complete", maxStates: 2 });
    expect(patterns[0]).toMatchObject({ states: 1, verdict: { kind: "complete" } });
  });

  test("ends with none where there is none, and undecided at a limit", async () => {
    const system = systemOf("alphabet { a } transition stay: id*");
    expect(await synthesize(system, { method: "sat", kind: "complete", maxStates: 2 })).toMatchObject({
      outcome: "none",
      reason: "no pattern of up to 2 states moves a word of at most 8 letters",
    });
    const stop = (): boolean => true;
    expect(await synthesize(system, { method: "sat", kind: "complete", stop })).toMatchObject({
      outcome: "undecided",
      reason: "the limit was reached",
    });
    expect(await synthesize(system, { method: "sat", kind: "homomorphism", stop })).toMatchObject({
      outcome: "undecided",
      reason: "the limit was reached at 1 states",
    });
    for (const method of ["quotient", "learn", "auto"] as const) {
      expect(await synthesize(system, { method, stop: () => true })).toMatchObject({ outcome: "undecided" });
    }
  });

  test("relates the words that are given", async () => {
    const system = systemOf("alphabet { a, b } transition stay: id* given a b -> b a");
    const { patterns } = await synthesize(system, { method: "sat", kind: "complete", maxStates: 4 });
    expect(allWords(image(patterns[0]!.relation!, { ...systemWord([0, 1]) }))).toEqual([[1, 0]]);
  });

  const systemWord = (word: readonly number[]) => ({
    letterCount: 2,
    initial: [0],
    accepting: [...word.map(() => false), true],
    edges: [...word.map((letter, i) => [{ letter, target: i + 1 }]), []],
  });
});

test("without hints, the solver finds eleven states where one client's request must move to the next", async () => {
  const { letters, ...rest } = example("resource-allocator");
  const [v, w] = ["irii", "iiri"].map((word) => [...word].map((letter) => letters.indexOf(letter)));
  const { patterns } = await synthesize({ letters, ...rest, given: [[v!, w!]] }, { method: "sat" });
  expect(patterns[0]).toMatchObject({ states: 11, verdict: { kind: "complete" } });
  expect(allWords(image(patterns[0]!.relation!, wordNfa(3, v!)))).toEqual([w]);
});

test("with hints, what the solver finds permutes the positions of the smallest instances", async () => {
  // The nine states that it finds without hints swap some words of three letters, and leave others alone.
  const system = example("resource-allocator");
  const { patterns } = await synthesize(system, { method: "sat", hints: true });
  expect(patterns[0]!.states).toBe(11);
  const swapped = (word: readonly number[]): number[] => [word[0]!, word[2]!, word[1]!];
  for (const word of wordsOfLength(system.configurations, 3)) {
    expect(allWords(image(patterns[0]!.relation!, wordNfa(3, word)))).toContainEqual(swapped(word));
  }
});

test("a family that fits no template is learned from its instances", async () => {
  // The two ends work alike; what is between them is ordered, so that nothing else can be permuted.
  const system = systemOf(`alphabet { x, y, m, n }
    configurations {x, y} m* n* {x, y}
    transition first: (x, y) id*
    transition last:  id* (x, y)`);
  const { method, patterns, learning } = await synthesize(system);
  expect(method).toBe("learn");
  expect(patterns.map(({ name, verdict }) => [name, verdict.kind])).toEqual([["learned", "complete"]]);
  for (const { order, generated } of learning!.instances) expect([order, generated]).toEqual([2, "2"]);
});

test("an automaton from tails accepts its examples, and with tails long enough the language", () => {
  const language = words(2, 7).filter((word) => word.filter((letter) => letter === 1).length % 3 === 0);
  const nfa = automatonFromTails(2, language, 7, 3);
  expect(nfa.accepting.length).toBe(3);
  expect(languageOf(nfa, words(2, 8))).toEqual(
    words(2, 8)
      .filter((word) => word.filter((letter) => letter === 1).length % 3 === 0)
      .map(String),
  );
});

describe("images", () => {
  const text = (initial: string, bad: string): string => `alphabet { a, b, c }
    configurations _ _*
    transition go: (a, b) id*
    transition on: (b, c) id*
    initial ${initial} bad ${bad}
    pattern head: (a, a) (_, #)* | (b, b) (_, #)* | (c, c) (_, #)*`;
  const imageOf = async (initial: string, bad: string) => {
    const system = systemOf(text(initial, bad));
    const { relation } = system.patterns[0]!;
    return checkImage(system, relation, verifyPattern(system, relation));
  };

  test("a safe image means a safe family", async () => {
    expect(await imageOf("b _*", "a _*")).toMatchObject({
      finite: true,
      configurations: ["a", "b", "c"],
      verdict: "holds",
    });
  });

  test("a run of the image from an initial to a bad word is a run of the family", async () => {
    expect(await imageOf("a _*", "c _*")).toMatchObject({ verdict: "violated", trace: ["a", "b", "c"] });
  });

  test("a run to the image of a bad word alone decides nothing", async () => {
    expect(await imageOf("a _*", "c c")).toMatchObject({ verdict: "undecided", trace: ["a", "b", "c"] });
  });

  test("initial words without image decide nothing", async () => {
    const system = systemOf(
      `alphabet { a, b } transition go: (a, b) id* initial a* bad b* pattern part: (b, b) (_, #)*`,
    );
    const { relation } = system.patterns[0]!;
    expect(await checkImage(system, relation, verifyPattern(system, relation))).toMatchObject({
      verdict: "undecided",
      reason: "some initial word has no image",
    });
  });
});
