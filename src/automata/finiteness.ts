/** Whether a language is finite, and lists of its words: all words, or those of one length. */

import type { Random } from "../util/random.ts";
import { determinize } from "./dfa.ts";
import { trim } from "./nfa.ts";
import type { Nfa } from "./nfa.ts";

/** A language is finite exactly if no cycle lies on an accepted word. */
export function isFinite(nfa: Nfa): boolean {
  const { edges } = trim(nfa);
  // 0 not seen, 1 under way, 2 done
  const color = new Uint8Array(edges.length);
  for (let root = 0; root < edges.length; root++) {
    if (color[root] !== 0) continue;
    const stack = [{ q: root, at: 0 }];
    color[root] = 1;
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const edge = edges[top.q]![top.at++];
      if (!edge) {
        color[top.q] = 2;
        stack.pop();
      } else if (color[edge.target] === 1) return false;
      else if (color[edge.target] === 0) {
        color[edge.target] = 1;
        stack.push({ q: edge.target, at: 0 });
      }
    }
  }
  return true;
}

/** The accepted words of a length in lexicographic order, each once; at most `limit` of them. */
export function wordsOfLength(nfa: Nfa, length: number, limit?: number): number[][] {
  const most = limit ?? Infinity;
  const dfa = determinize(trim(nfa));
  const canEnd = lengthTable(dfa.accepting, length, (q) =>
    dfa.next.subarray(q * dfa.letterCount, (q + 1) * dfa.letterCount),
  );
  const words: number[][] = [];
  const visit = (state: number, word: number[]): void => {
    if (words.length >= most || !canEnd[length - word.length]![state]) return;
    if (word.length === length) {
      words.push(word);
      return;
    }
    for (let letter = 0; letter < dfa.letterCount; letter++) {
      const target = dfa.next[state * dfa.letterCount + letter]!;
      if (target >= 0) visit(target, [...word, letter]);
    }
  };
  visit(0, []);
  return words;
}

/**
 * Accepted words of a length, drawn at random letter by letter; a word may occur twice. The list is empty if there are
 * none.
 */
export function sampleWords(nfa: Nfa, length: number, count: number, random: Random): number[][] {
  const dfa = determinize(trim(nfa));
  const targets = (q: number): Int32Array => dfa.next.subarray(q * dfa.letterCount, (q + 1) * dfa.letterCount);
  const canEnd = lengthTable(dfa.accepting, length, targets);
  if (!canEnd[length]![0]) return [];
  return Array.from({ length: count }, () => {
    const word: number[] = [];
    for (let state = 0; word.length < length;) {
      const left = length - word.length - 1;
      const letters = [...targets(state)].flatMap((target, letter) =>
        target >= 0 && canEnd[left]![target] ? [letter] : [],
      );
      const letter = letters[random.below(letters.length)]!;
      word.push(letter);
      state = targets(state)[letter]!;
    }
    return word;
  });
}

/** All words of a finite language, the shorter ones first; at most `limit` of them. */
export function allWords(nfa: Nfa, limit?: number): number[][] {
  const most = limit ?? Infinity;
  const longest = trim(nfa).edges.length;
  const words: number[][] = [];
  for (let length = 0; length < Math.max(1, longest) && words.length < most; length++) {
    words.push(...wordsOfLength(nfa, length, most - words.length));
  }
  return words;
}

/** `table[n][q]`: can a word of length n be accepted from state q? */
export function lengthTable(
  accepting: readonly boolean[],
  length: number,
  targets: (state: number) => Iterable<number>,
): boolean[][] {
  const table = [[...accepting]];
  for (let n = 1; n <= length; n++) {
    const shorter = table[n - 1]!;
    table.push(accepting.map((_, q) => [...targets(q)].some((target) => target >= 0 && shorter[target])));
  }
  return table;
}
