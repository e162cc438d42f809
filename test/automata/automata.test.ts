import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accepts,
  allWords,
  areEquivalent,
  automatonDot,
  complement,
  concatenation,
  counterexamplesToInclusion,
  determinize,
  dfaAccepts,
  expressionNfa,
  intersection,
  isEmpty,
  isFinite,
  mapLetters,
  minimize,
  plus,
  reverse,
  shortestWord,
  star,
  stateCount,
  toNfa,
  trim,
  union,
  wordsOfLength,
} from "../../src/automata/index.ts";
import type { Nfa } from "../../src/automata/index.ts";
import { acceptsByRuns, arbitraryNfa, languageOf, words } from "../support/automata.ts";
import { times } from "../support/random-runs.ts";

const short = words(2, 6);
const nfa = arbitraryNfa(2, 4);
const runs = { numRuns: times(500) };

/** The words of a language, up to length 6, by definition. */
const among = (holds: (word: readonly number[]) => boolean): string[] => short.filter(holds).map(String);

describe("on all words up to length 6", () => {
  test("an automaton accepts what its runs accept", () => {
    fc.assert(
      fc.property(nfa, (a) => {
        expect(among((word) => accepts(a, word))).toEqual(languageOf(a, short));
      }),
      runs,
    );
  });

  test("union, intersection and reversal are those of the languages", () => {
    fc.assert(
      fc.property(nfa, nfa, (a, b) => {
        const [inA, inB] = [a, b].map((x) => (word: readonly number[]) => acceptsByRuns(x, word)) as [
          (word: readonly number[]) => boolean,
          (word: readonly number[]) => boolean,
        ];
        expect(languageOf(union(a, b), short)).toEqual(among((word) => inA(word) || inB(word)));
        expect(languageOf(intersection(a, b), short)).toEqual(among((word) => inA(word) && inB(word)));
        expect(languageOf(reverse(a), short)).toEqual(among((word) => inA(word.toReversed())));
      }),
      runs,
    );
  });

  test("sequences and repetitions are those of the languages", () => {
    fc.assert(
      fc.property(nfa, nfa, (a, b) => {
        const cut = (
          word: readonly number[],
          left: Nfa,
          right: (rest: readonly number[]) => boolean,
          least = 0,
        ): boolean =>
          word.some((_, i) => i >= least && acceptsByRuns(left, word.slice(0, i)) && right(word.slice(i))) ||
          (acceptsByRuns(left, word) && right([]));
        const repeated = (word: readonly number[]): boolean => word.length === 0 || cut(word, a, repeated, 1);
        expect(languageOf(concatenation(a, b), short)).toEqual(
          among((word) => cut(word, a, (rest) => acceptsByRuns(b, rest))),
        );
        expect(languageOf(star(a), short)).toEqual(among(repeated));
        expect(languageOf(plus(a), short)).toEqual(
          among((word) => (word.length === 0 ? acceptsByRuns(a, []) : repeated(word))),
        );
      }),
      runs,
    );
  });

  test("determinizing, trimming and minimizing change nothing, complementing everything", () => {
    fc.assert(
      fc.property(nfa, (a) => {
        const expected = languageOf(a, short);
        expect(among((word) => dfaAccepts(determinize(a), word))).toEqual(expected);
        expect(languageOf(trim(a), short)).toEqual(expected);
        const least = minimize(a);
        expect(languageOf(toNfa(least), short)).toEqual(expected);
        expect(stateCount(toNfa(least))).toBeLessThanOrEqual(Math.max(1, stateCount(toNfa(determinize(trim(a))))));
        expect(among((word) => dfaAccepts(complement(determinize(a)), word))).toEqual(
          among((word) => !acceptsByRuns(a, word)),
        );
      }),
      runs,
    );
  });

  test("a minimal automaton tells all its states apart, and is the same for the same language", () => {
    // Three states have at most seven subsets, so words up to length 6 distinguish them.
    const small = arbitraryNfa(2, 3);
    fc.assert(
      fc.property(small, small, (a, b) => {
        const least = minimize(a);
        const rows = least.accepting.map((_, q) => languageOf({ ...toNfa(least), initial: [q] }, short).join(" "));
        expect(new Set(rows).size).toBe(rows.length);
        expect(minimize(union(a, a))).toEqual(least);
        expect(areEquivalent(a, b)).toBe(JSON.stringify(minimize(b)) === JSON.stringify(least));
      }),
      { numRuns: times(200) },
    );
  });

  test("inclusion is decided, with a shortest word that is missing", () => {
    fc.assert(
      fc.property(nfa, arbitraryNfa(2, 3, 4), (a, b) => {
        const missing = short.filter((word) => acceptsByRuns(a, word) && !acceptsByRuns(b, word));
        const [found] = counterexamplesToInclusion(a, b);
        // Beyond length 6 the brute force sees nothing.
        if (found && found.length > 6) expect(missing).toEqual([]);
        else expect(found?.length).toBe(missing[0]?.length);
        if (found) expect([acceptsByRuns(a, found), acceptsByRuns(b, found)]).toEqual([true, false]);
        for (const word of counterexamplesToInclusion(a, b, { limit: 5 })) {
          expect([acceptsByRuns(a, word), acceptsByRuns(b, word)]).toEqual([true, false]);
        }
      }),
      runs,
    );
  });

  test("emptiness, finiteness and the words of a length are those of the language", () => {
    fc.assert(
      fc.property(nfa, (a) => {
        const accepted = short.filter((word) => acceptsByRuns(a, word));
        // A word with at least as many letters as there are states goes round a cycle. There are four states, so words
        // of length 4 and more decide.
        expect(shortestWord(a)?.length).toBe(accepted[0]?.length);
        expect(isEmpty(a)).toBe(accepted.length === 0);
        const n = stateCount(a);
        const pumped = words(2, 2 * n - 1).some((word) => word.length >= n && acceptsByRuns(a, word));
        expect(isFinite(a)).toBe(!pumped);
        if (isFinite(a)) expect(allWords(a).map(String)).toEqual(accepted.map(String));
        expect(wordsOfLength(a, 4)).toEqual(accepted.filter(({ length }) => length === 4));
        expect(wordsOfLength(a, 4, 3)).toEqual(accepted.filter(({ length }) => length === 4).slice(0, 3));
      }),
      runs,
    );
  });

  test("replacing letters replaces them in the words", () => {
    fc.assert(
      fc.property(nfa, (a) => {
        const onto = mapLetters(a, 2, () => [0]);
        expect(languageOf(onto, short)).toEqual(
          among(
            (word) =>
              word.every((letter) => letter === 0) &&
              short.some((v) => v.length === word.length && acceptsByRuns(a, v)),
          ),
        );
      }),
      runs,
    );
  });
});

test("expressions stand for their languages", () => {
  const a = { kind: "letters", letters: [0] } as const;
  const b = { kind: "letters", letters: [1] } as const;
  const bb = { kind: "plus", item: { kind: "sequence", items: [b, b] } } as const;
  const nfa = expressionNfa(2, {
    kind: "choice",
    items: [
      { kind: "sequence", items: [{ kind: "optional", item: a }, bb] },
      { kind: "star", item: a },
    ],
  });
  expect(languageOf(nfa, words(2, 4))).toEqual(["", "0", "0,0", "1,1", "0,0,0", "0,1,1", "0,0,0,0", "1,1,1,1"]);
  expect(languageOf(expressionNfa(2, { kind: "sequence", items: [] }), words(2, 2))).toEqual([""]);
  expect(languageOf(expressionNfa(2, { kind: "choice", items: [] }), words(2, 2))).toEqual([]);
  expect(languageOf(expressionNfa(2, { kind: "automaton", nfa }), words(2, 1))).toEqual(["", "0"]);
});

test("an automaton is drawn with one arrow per pair of states", () => {
  const dot = automatonDot(
    {
      letterCount: 2,
      initial: [0],
      accepting: [false, true],
      edges: [
        [
          { letter: 0, target: 1 },
          { letter: 1, target: 1 },
        ],
        [],
      ],
    },
    (letter) => "ab"[letter]!,
  );
  expect(dot).toBe(
    'digraph automaton {\n  rankdir=LR;\n  start [shape=point, label=""];\n  0 [shape=circle];\n  1 [shape=doublecircle];\n  start -> 0;\n  0 -> 1 [label="a, b"];\n}\n',
  );
});
