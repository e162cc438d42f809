import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  codomain,
  complementRelation,
  composition,
  differenceRelation,
  domain,
  identityRelation,
  image,
  inverseRelation,
  isBijection,
  join,
  notFunctional,
  notInjective,
  notLengthDecreasing,
  notLengthPreserving,
  notOnto,
  notTotal,
  preimage,
  relates,
  restriction,
  stateCount,
  universalNfa,
  unzip,
  zip,
} from "../../src/automata/index.ts";
import type { Relation, Word } from "../../src/automata/index.ts";
import { acceptsByRuns, arbitraryNfa, arbitraryRelation, languageOf, words } from "../support/automata.ts";
import { times } from "../support/random-runs.ts";

const k = 2;
const short = words(k, 3);
const relation = arbitraryRelation(k, 3);
const language = arbitraryNfa(k, 3);
const runs = { numRuns: times(300) };

/** R(v, w) by definition. */
const holds = ({ nfa }: Relation, v: Word, w: Word): boolean => acceptsByRuns(nfa, zip(k, [v, w]));
const pairs = short.flatMap((v) => short.map((w) => [v, w] as const));
const table = (test: (v: Word, w: Word) => boolean): string[] =>
  pairs.filter(([v, w]) => test(v, w)).map(([v, w]) => `${String(v)}:${String(w)}`);

test("words side by side come apart again", () => {
  for (const [v, w] of pairs) expect(unzip(k, 2, zip(k, [v, w]))).toEqual([v, w]);
});

describe("on all words up to length 3", () => {
  test("complement, inverse, restriction, identity and difference are as defined", () => {
    fc.assert(
      fc.property(relation, language, (r, s) => {
        const inS = (word: Word): boolean => acceptsByRuns(s, word);
        expect(table((v, w) => relates(r, v, w))).toEqual(table((v, w) => holds(r, v, w)));
        expect(table((v, w) => holds(complementRelation(r), v, w))).toEqual(table((v, w) => !holds(r, v, w)));
        expect(table((v, w) => holds(inverseRelation(r), v, w))).toEqual(table((v, w) => holds(r, w, v)));
        expect(table((v, w) => holds(restriction(r, s), v, w))).toEqual(
          table((v, w) => holds(r, v, w) && inS(v) && inS(w)),
        );
      }),
      runs,
    );
    expect(table((v, w) => holds(identityRelation(k), v, w))).toEqual(table((v, w) => String(v) === String(w)));
    expect(table((v, w) => holds(differenceRelation(k), v, w))).toEqual(table((v, w) => String(v) !== String(w)));
  });

  // A hidden word may be longer than the shown words. Each side has at most three states, so eight letters are enough.
  test("images, domains and compositions see hidden words of any length", () => {
    const hidden = words(k, 6);
    fc.assert(
      fc.property(arbitraryRelation(k, 2), arbitraryRelation(k, 2), arbitraryNfa(k, 2), (r, s, l) => {
        const small = words(k, 2);
        const inL = (word: Word): boolean => acceptsByRuns(l, word);
        const some = (test: (word: Word) => boolean): string[] => small.filter(test).map(String);
        expect(languageOf(domain(r), small)).toEqual(some((v) => hidden.some((w) => holds(r, v, w))));
        expect(languageOf(codomain(r), small)).toEqual(some((w) => hidden.some((v) => holds(r, v, w))));
        expect(languageOf(image(r, l), small)).toEqual(some((w) => hidden.some((v) => inL(v) && holds(r, v, w))));
        expect(languageOf(preimage(r, l), small)).toEqual(some((v) => hidden.some((w) => inL(w) && holds(r, v, w))));
        const composed = composition(r, s);
        for (const v of small) {
          for (const w of small) {
            expect(holds(composed, v, w)).toBe(hidden.some((u) => holds(r, v, u) && holds(s, u, w)));
          }
        }
      }),
      { numRuns: times(150) },
    );
  });

  test("functions, injections, total and onto relations are known, with witnesses", () => {
    fc.assert(
      fc.property(relation, language, (r, l) => {
        const [notF] = notFunctional(r);
        const twice = (test: (v: Word, w: Word) => boolean): boolean =>
          short.some((v) => short.filter((w) => test(v, w)).length > 1);
        if (notF) {
          expect([holds(r, notF[0], notF[1]), holds(r, notF[0], notF[2]), String(notF[1]) === String(notF[2])]).toEqual(
            [true, true, false],
          );
        } else expect(twice((v, w) => holds(r, v, w))).toBe(false);
        const [notI] = notInjective(r);
        if (notI) {
          expect([holds(r, notI[0], notI[2]), holds(r, notI[1], notI[2]), String(notI[0]) === String(notI[1])]).toEqual(
            [true, true, false],
          );
        } else expect(twice((v, w) => holds(r, w, v))).toBe(false);
        const [outside] = notTotal(r, l);
        if (outside) expect([acceptsByRuns(l, outside), acceptsByRuns(domain(r), outside)]).toEqual([true, false]);
        else for (const v of short) if (acceptsByRuns(l, v)) expect(acceptsByRuns(domain(r), v)).toBe(true);
        const [missed] = notOnto(r, l);
        if (missed) expect([acceptsByRuns(l, missed), acceptsByRuns(codomain(r), missed)]).toEqual([true, false]);
        else for (const v of short) if (acceptsByRuns(l, v)) expect(acceptsByRuns(codomain(r), v)).toBe(true);
        if (isBijection(r, l)) expect([outside, missed]).toEqual([undefined, undefined]);
        else expect(languageOf(l, short)).not.toEqual([]);
        const [uneven, longer] = [notLengthPreserving(r), notLengthDecreasing(r)];
        if (uneven) expect([holds(r, ...uneven), uneven[0].length === uneven[1].length]).toEqual([true, false]);
        else expect(table((v, w) => holds(r, v, w) && v.length !== w.length)).toEqual([]);
        if (longer) expect([holds(r, ...longer), longer[0].length < longer[1].length]).toEqual([true, true]);
        else expect(table((v, w) => holds(r, v, w) && v.length < w.length)).toEqual([]);
      }),
      runs,
    );
  });

  test("a join of three relations is their conjunction", () => {
    const small = words(k, 2);
    fc.assert(
      fc.property(relation, relation, relation, (r, s, t) => {
        const atoms = [
          { nfa: r.nfa, tapes: [0, 1] },
          { nfa: s.nfa, tapes: [2, 1] },
          { nfa: t.nfa, tapes: [0, 2] },
        ];
        const all = join({ alphabetSize: k, tapeCount: 3, atoms });
        const same = join({ alphabetSize: k, tapeCount: 1, atoms: [{ nfa: r.nfa, tapes: [0, 0] }] });
        for (const u of small) {
          expect(acceptsByRuns(same, u)).toBe(holds(r, u, u));
          for (const v of small) {
            for (const w of small) {
              expect(acceptsByRuns(all, zip(k, [u, v, w]))).toBe(holds(r, u, v) && holds(s, w, v) && holds(t, u, w));
            }
          }
        }
      }),
      { numRuns: times(200) },
    );
  });
});

test("the identity is a bijection of one state, and dropping a letter is none", () => {
  const { nfa } = identityRelation(2);
  expect(stateCount(nfa)).toBe(1);
  expect(isBijection(identityRelation(2), universalNfa(2))).toBe(true);
  const part = { alphabetSize: 2, nfa: { ...nfa, edges: [nfa.edges[0]!.slice(1)] } };
  expect(isBijection(part, universalNfa(2))).toBe(false);
  expect(
    isBijection(part, { letterCount: 2, initial: [0], accepting: [true], edges: [[{ letter: 1, target: 0 }]] }),
  ).toBe(true);
});
