import fc from "fast-check";
import { expect, test } from "vitest";
import { pushdownWords, tupleLetter } from "../../src/automata/index.ts";
import type { PushdownAutomaton, PushdownRule, Word } from "../../src/automata/index.ts";
import { acceptsByRuns, arbitraryNfa, words } from "../support/automata.ts";
import { expected, times } from "../support/random-runs.ts";

/** Any pushdown automaton of two states and one more stack symbol than the bottom. */
const arbitraryPushdown = (letterCount: number): fc.Arbitrary<PushdownAutomaton> => {
  const rule = fc
    .record({
      from: fc.nat(1),
      top: fc.nat(2),
      letter: fc.nat(letterCount - 1),
      to: fc.nat(1),
      symbols: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
    })
    .map(({ symbols, ...rest }): PushdownRule => ({
      ...rest,
      push: rest.top === 0 ? [0, ...symbols.slice(0, 1)] : symbols,
    }));
  return fc.record({
    letterCount: fc.constant(letterCount),
    accepting: fc.constantFrom([false, true], [true, false]),
    rules: fc.array(rule, { minLength: 3, maxLength: 10 }),
    isHeightUnambiguous: fc.constant(true),
  });
};

function acceptsWithStack({ accepting, rules }: PushdownAutomaton, word: Word): boolean {
  const from = (state: number, stack: readonly number[], at: number): boolean =>
    at === word.length
      ? accepting[state]!
      : rules.some(
          (rule) =>
            rule.from === state &&
            rule.top === stack.at(-1) &&
            rule.letter === word[at] &&
            from(rule.to, [...stack.slice(0, -1), ...rule.push], at + 1),
        );
  return from(0, [0], 0);
}

test("a pushdown automaton and a finite one have the shortest common word that there is", () => {
  const short = words(2, 6);
  let found = 0;
  fc.assert(
    fc.property(arbitraryPushdown(2), arbitraryNfa(2, 3), (pushdown, nfa) => {
      const expected = short.find((word) => acceptsWithStack(pushdown, word) && acceptsByRuns(nfa, word));
      const result = pushdownWords({
        alphabetSize: 2,
        tapeCount: 1,
        pushdowns: [{ pushdown, tapes: [0] }],
        atoms: [{ nfa, tapes: [0] }],
      });
      if (result && result[0]!.length > 6) expect(expected).toBeUndefined();
      else expect(result?.[0]!.length).toBe(expected?.length);
      if (!result) return;
      found++;
      expect([acceptsWithStack(pushdown, result[0]!), acceptsByRuns(nfa, result[0]!)]).toEqual([true, true]);
    }),
    { numRuns: times(2000) },
  );
  expect(found).toBeGreaterThan(expected(100));
});

test("words with their mirror images are paired on one stack", () => {
  // Accepts a word and its mirror image, of even length. It pushes the first half and compares the second. The lowest
  // symbols are marked, so that it recognizes the end.
  const pair = (a: number, b: number): number => tupleLetter(2, [a, b]);
  const rules: PushdownRule[] = [];
  for (const a of [0, 1]) {
    for (const b of [0, 1]) {
      const symbol = 1 + 2 * a + b;
      rules.push({ from: 0, top: 0, letter: pair(a, b), to: 0, push: [0, symbol + 4] });
      for (let top = 1; top <= 8; top++) rules.push({ from: 0, top, letter: pair(a, b), to: 0, push: [top, symbol] });
      for (const from of [0, 1]) {
        rules.push({ from, top: symbol, letter: pair(b, a), to: 1, push: [] });
        rules.push({ from, top: symbol + 4, letter: pair(b, a), to: 2, push: [] });
      }
    }
  }
  const mirror: PushdownAutomaton = {
    letterCount: 9,
    accepting: [false, false, true],
    rules,
    isHeightUnambiguous: true,
  };
  const starts = {
    letterCount: 2,
    initial: [0],
    accepting: [false, false, true],
    edges: [[{ letter: 0, target: 1 }], [{ letter: 0, target: 2 }], [0, 1].map((letter) => ({ letter, target: 2 }))],
  };
  const ends = {
    letterCount: 2,
    initial: [0],
    accepting: [false, true],
    edges: [[0, 1].map((letter) => ({ letter, target: 0 })).concat({ letter: 1, target: 1 }), []],
  };
  const query = {
    alphabetSize: 2,
    tapeCount: 2,
    atoms: [
      { nfa: starts, tapes: [0] },
      { nfa: ends, tapes: [0] },
    ],
  };
  const once = pushdownWords({
    ...query,
    pushdowns: [{ pushdown: mirror, tapes: [0, 1] }],
  });
  expect(once![0]).toHaveLength(4);
  expect(once![1]).toEqual(once![0]!.toReversed());
});
