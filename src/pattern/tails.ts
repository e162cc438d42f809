/**
 * An automaton from examples: states are prefixes with the same short continuations (Biermann and Feldman, 1972).
 *
 * All accepted words up to a length are given. Two prefixes are the same state if they have the same continuations of
 * at most `tail` letters to accepted words, as far as these continuations lie within the examples. The result accepts
 * all examples; the caller must verify that it is right beyond them.
 */

import { trim } from "../automata/nfa.ts";
import type { Edge, Nfa, Word } from "../automata/nfa.ts";
import { Numbering, getOrAdd } from "../util/numbering.ts";

interface Prefix {
  readonly depth: number;
  readonly children: Map<number, Prefix>;
  isAccepted: boolean;
}

/** All accepted words up to the length `longest` are among the examples. */
export function automatonFromTails(letterCount: number, examples: readonly Word[], longest: number, tail: number): Nfa {
  const root: Prefix = { depth: 0, children: new Map(), isAccepted: false };
  for (const word of examples) {
    let at = root;
    for (const letter of word) {
      const { depth, children } = at;
      at = getOrAdd(children, letter, () => ({ depth: depth + 1, children: new Map(), isAccepted: false }));
    }
    at.isAccepted = true;
  }
  const states = new Numbering<Prefix>();
  const stateOf = (prefix: Prefix): number => states.numberOf(prefix, tailsOf(prefix, tail));
  stateOf(root);
  const edges: Edge[][] = [];
  // The list grows during the loop.
  for (const { children } of states.items) {
    const near = [...children].filter(([, child]) => child.depth + tail <= longest);
    edges.push(near.map(([letter, child]) => ({ letter, target: stateOf(child) })));
  }
  const accepting = states.items.map(({ isAccepted }) => isAccepted);
  return trim({ letterCount, initial: [0], accepting, edges });
}

/** The continuations of at most `length` letters to accepted words, as a key. */
function tailsOf(prefix: Prefix, length: number): string {
  const own = prefix.isAccepted ? "." : "";
  if (length === 0) return own;
  const parts = [...prefix.children]
    .sort(([a], [b]) => a - b)
    .map(([letter, child]) => [letter, tailsOf(child, length - 1)]);
  return `${own}(${parts.flatMap(([letter, tails]) => (tails === "()" || tails === "" ? [] : [`${letter}${tails}`])).join()})`;
}
