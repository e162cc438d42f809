/**
 * Languages under reflection.
 *
 * Reflections are not regular relations, but the mirror image of a regular language is regular. So a family of systems
 * has reflections as symmetries exactly if its steps, as a language of pairs, include their mirror images. This needs
 * no stack, whereas Theorems 5 to 7 of the paper use one; the tests compare the two.
 */

import { buildNfa } from "../automata/lazy.ts";
import { reverse } from "../automata/nfa.ts";
import type { Nfa } from "../automata/nfa.ts";

/**
 * The words of a language with all letters but the first `prefix` and the last `suffix` in reverse order. Words shorter
 * than `prefix + suffix` stay as they are.
 *
 * The word is x u y with states p after x and r before y. The automaton reads x, then the mirror image of u by the
 * reversed automaton from a guessed r back to the remembered p, then y from r.
 */
export function reflected(nfa: Nfa, prefix: number, suffix: number): Nfa {
  const backwards = reverse(nfa);
  // States: [0, n, q] after n letters of the prefix, or a short word; [1, q, p, r] within; [2, n, q] n letters before
  // the end.
  const entering = (p: number): number[][] => nfa.accepting.map((_, r) => [1, r, p, r]);
  const begin = (q: number): number[][] => (prefix === 0 ? [[0, 0, q], ...entering(q)] : [[0, 0, q]]);
  return buildNfa(nfa.letterCount, {
    roots: nfa.initial.flatMap(begin),
    successors: (state, visit) => {
      if (state[0] === 0) {
        const [, n, q] = state as [number, number, number];
        for (const { letter, target } of nfa.edges[q]!) {
          if (n + 1 < prefix + suffix) visit(letter, [0, n + 1, target]);
          if (n + 1 === prefix) for (const next of entering(target)) visit(letter, next);
        }
      } else if (state[0] === 1) {
        const [, q, p, r] = state as [number, number, number, number];
        for (const { letter, target } of backwards.edges[q]!) visit(letter, [1, target, p, r]);
        if (q === p && suffix > 0) {
          for (const { letter, target } of nfa.edges[r]!) visit(letter, [2, suffix - 1, target]);
        }
      } else {
        const [, n, q] = state as [number, number, number];
        if (n > 0) for (const { letter, target } of nfa.edges[q]!) visit(letter, [2, n - 1, target]);
      }
    },
    accepts: (state) => {
      if (state[0] === 0) return state[1]! < prefix + suffix && nfa.accepting[state[2]!]!;
      if (state[0] === 1) return suffix === 0 && state[1] === state[2] && nfa.accepting[state[3]!]!;
      return state[1] === 0 && nfa.accepting[state[2]!]!;
    },
  });
}
