/**
 * Families of finite systems: one for each length of words (regular model checking; Lin, Nguyen, Ruemmer, Sun,
 * Definition 1).
 *
 * A configuration is a word, usually with one letter per process. The steps are a regular relation that keeps the
 * length. So the instance of size n has the configurations of length n and the steps among them. Everything here is
 * restricted to configurations: steps, initial words and bad words begin and end in them.
 */

import { minimize, toNfa } from "../automata/dfa.ts";
import { isIncluded } from "../automata/inclusion.ts";
import { emptyNfa, intersection, trim, union, universalNfa } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import type { PushdownAutomaton } from "../automata/pushdown.ts";
import { restriction } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import { tupleCount } from "../automata/tuples.ts";
import type { Span } from "../syntax/source.ts";

export interface ParameterizedSystem {
  readonly name: string;
  readonly letters: readonly string[];
  readonly configurations: Nfa;
  /** As written, not restricted to configurations. */
  readonly rules: readonly Rule[];
  /** The union of all rules, among configurations. */
  readonly steps: Relation;
  readonly initial?: Nfa | undefined;
  readonly bad?: Nfa | undefined;
  /** The sets as written: their automata show the structure of the text, and the minimal ones above are small. */
  readonly written: Pick<SystemParts, "configurations" | "initial" | "bad">;
  /** The patterns that the text of the system declares. */
  readonly patterns: readonly Pattern[];
  /** Further ones, which are no regular relations. */
  readonly irregular: readonly IrregularPattern[];
  /** Pairs of words that a synthesized pattern must relate. */
  readonly given: readonly (readonly [Word, Word])[];
}

export interface Rule {
  readonly name: string;
  readonly relation: Relation;
  readonly span?: Span | undefined;
}

/** A candidate for a symmetry pattern: a regular relation between configurations. */
export interface Pattern {
  readonly name: string;
  readonly relation: Relation;
  readonly span?: Span | undefined;
}

/** A candidate with a stack. */
export type IrregularPattern = {
  readonly name: string;
  readonly span?: Span | undefined;
} & (
  | {
      readonly kind: "mirror";
      /** The word is read backwards, and each letter is replaced by another one. */
      readonly renaming: readonly number[];
    }
  | { readonly kind: "pushdown"; readonly pushdown: PushdownAutomaton }
);

export interface SystemParts {
  readonly name: string;
  readonly letters: readonly string[];
  readonly configurations?: Nfa | undefined;
  readonly rules: readonly Rule[];
  readonly initial?: Nfa | undefined;
  readonly bad?: Nfa | undefined;
  readonly patterns?: readonly Pattern[] | undefined;
  readonly irregular?: readonly IrregularPattern[] | undefined;
  readonly given?: readonly (readonly [Word, Word])[] | undefined;
}

export function parameterizedSystem(parts: SystemParts): ParameterizedSystem {
  const { name, letters, rules, patterns = [] } = parts;
  const alphabetSize = letters.length;
  const configurations = least(parts.configurations ?? universalNfa(alphabetSize));
  const all = rules.reduce((sum, { relation }) => union(sum, relation.nfa), emptyNfa(tupleCount(alphabetSize, 2)));
  const within = (language: Nfa | undefined): Nfa | undefined =>
    language && least(intersection(language, configurations));
  return {
    name,
    letters,
    configurations,
    rules,
    steps: { alphabetSize, nfa: least(restriction({ alphabetSize, nfa: all }, configurations).nfa) },
    initial: within(parts.initial),
    bad: within(parts.bad),
    written: parts,
    patterns,
    irregular: parts.irregular ?? [],
    given: parts.given ?? [],
  };
}

/** Products grow with the states of their parts, so an automaton that is used often is minimal. */
function least(nfa: Nfa): Nfa {
  return trim(toNfa(minimize(nfa)));
}

/** Is every word a configuration? */
export function hasAllWords({ configurations, letters }: ParameterizedSystem): boolean {
  return isIncluded(universalNfa(letters.length), configurations);
}

/** A word as the user writes it. */
export function formatWord({ letters }: Pick<ParameterizedSystem, "letters">, word: Word): string {
  return word.length === 0 ? "()" : word.map((letter) => letters[letter]!).join(" ");
}
