/** Regular expressions over letters of any kind, pairs included, and their automata. */

import { concatenation, emptyNfa, emptyWordNfa, letterNfa, plus, star, trim, union } from "./nfa.ts";
import type { Nfa } from "./nfa.ts";

export type RegularExpression =
  /** One letter out of a set; the empty set stands for no word. */
  | { readonly kind: "letters"; readonly letters: readonly number[] }
  | { readonly kind: "automaton"; readonly nfa: Nfa }
  /** The items one after the other; the empty list stands for the empty word. */
  | { readonly kind: "sequence"; readonly items: readonly RegularExpression[] }
  | { readonly kind: "choice"; readonly items: readonly RegularExpression[] }
  | { readonly kind: "star" | "plus" | "optional"; readonly item: RegularExpression };

/**
 * The automaton is trimmed at every step: sequences and repetitions copy edges, and copies of copies grow without
 * bound.
 */
export function expressionNfa(letterCount: number, expression: RegularExpression): Nfa {
  return trim(build(letterCount, expression));
}

function build(letterCount: number, expression: RegularExpression): Nfa {
  switch (expression.kind) {
    case "letters":
      return letterNfa(letterCount, expression.letters);
    case "automaton":
      return expression.nfa;
    case "sequence": {
      const parts = expression.items.map((item) => expressionNfa(letterCount, item));
      return parts.length === 0 ? emptyWordNfa(letterCount) : parts.reduce((a, b) => trim(concatenation(a, b)));
    }
    case "choice":
      return expression.items.reduce(
        (before, item) => union(before, expressionNfa(letterCount, item)),
        emptyNfa(letterCount),
      );
    case "star":
      return star(expressionNfa(letterCount, expression.item));
    case "plus":
      return plus(expressionNfa(letterCount, expression.item));
    case "optional":
      return union(emptyWordNfa(letterCount), expressionNfa(letterCount, expression.item));
  }
}
