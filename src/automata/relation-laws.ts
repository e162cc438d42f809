/**
 * Is a regular relation a function, total, injective, onto? Each answer is a list of shortest counterexamples; the
 * empty list means yes.
 *
 * A relation is a function, or injective, if a product of the relation with itself and with inequality is empty; that
 * is quadratic. A relation is total, or onto, if an inclusion holds, which is decided by antichains (`inclusion.ts`).
 */

import { counterexamplesToInclusion } from "./inclusion.ts";
import { lazyJoin } from "./join.ts";
import { shortestWords } from "./lazy.ts";
import type { Nfa, Word } from "./nfa.ts";
import { codomain, differenceRelation, domain, inverseRelation, restriction } from "./relation.ts";
import type { Relation } from "./relation.ts";
import { tupleDigits, unzip } from "./tuples.ts";

/** Words v, w, w' with w and w' different, both related to v. */
export function notFunctional(r: Relation, limit = 1): (readonly [Word, Word, Word])[] {
  const { alphabetSize, nfa } = r;
  const different = differenceRelation(alphabetSize).nfa;
  const atoms = [
    { nfa, tapes: [0, 1] },
    { nfa, tapes: [0, 2] },
    { nfa: different, tapes: [1, 2] },
  ];
  return shortestWords(lazyJoin({ alphabetSize, tapeCount: 3, atoms }), { limit }).map((word) => {
    const [v, w, other] = unzip(alphabetSize, 3, word);
    return [v!, w!, other!];
  });
}

/** Words v, v', w with v and v' different, both related to w. */
export function notInjective(r: Relation, limit = 1): (readonly [Word, Word, Word])[] {
  return notFunctional(inverseRelation(r), limit).map(([w, v, other]) => [v, other, w]);
}

/** Words of the language that are related to no word. */
export function notTotal(r: Relation, language: Nfa, limit = 1): Word[] {
  return counterexamplesToInclusion(language, domain(r), { limit });
}

/** Words of the language that no word is related to. */
export function notOnto(r: Relation, language: Nfa, limit = 1): Word[] {
  return counterexamplesToInclusion(language, codomain(r), { limit });
}

/** Is r, restricted to the language, a bijection of the language onto itself? */
export function isBijection(r: Relation, language: Nfa): boolean {
  const inside = restriction(r, language);
  return (
    notFunctional(inside).length === 0 &&
    notInjective(inside).length === 0 &&
    notTotal(inside, language).length === 0 &&
    notOnto(inside, language).length === 0
  );
}

/** A shortest related pair of words of different lengths, if any. */
export function notLengthPreserving(r: Relation): readonly [Word, Word] | undefined {
  return pairWith(r, ([a, b]) => (a === r.alphabetSize) !== (b === r.alphabetSize));
}

/** A shortest related pair whose second word is longer, if any. */
export function notLengthDecreasing(r: Relation): readonly [Word, Word] | undefined {
  return pairWith(r, ([a]) => a === r.alphabetSize);
}

/** A shortest related pair with a position at which the two letters satisfy the condition. */
function pairWith(
  { alphabetSize, nfa }: Relation,
  wanted: (digits: readonly number[]) => boolean,
): readonly [Word, Word] | undefined {
  const [word] = shortestWords({
    roots: nfa.initial.map((q) => [q, 0]),
    successors: ([q, seen], visit) => {
      for (const { letter, target } of nfa.edges[q!]!) {
        visit(letter, [target, seen === 1 || wanted(tupleDigits(alphabetSize, 2, letter)) ? 1 : 0]);
      }
    },
    accepts: ([q, seen]) => nfa.accepting[q!]! && seen === 1,
  });
  if (!word) return undefined;
  const [v, w] = unzip(alphabetSize, 2, word);
  return [v!, w!];
}
