/**
 * Families of permutations of positions, one permutation for each length, as transducers (Theorem 1 of the paper and
 * its variants).
 *
 * A family keeps `prefix` positions at the beginning and `suffix` positions at the end. It permutes the positions
 * between them in blocks of `block` positions: a swap exchanges the first two blocks; a rotation moves each block to
 * the next place and the last block to the first. Words that are too short, or do not divide into blocks, stay as they
 * are. Reflections are not transducers (Proposition 3); they are height-unambiguous pushdown automata (Theorem 5).
 */

import { minimize, toNfa } from "../automata/dfa.ts";
import { buildNfa } from "../automata/lazy.ts";
import type { PushdownAutomaton, PushdownRule } from "../automata/pushdown.ts";
import type { Relation } from "../automata/relation.ts";
import { tupleCount, tupleLetter } from "../automata/tuples.ts";

export type PermutationKind = "rotation" | "swap" | "reflection";

export interface PermutationFamily {
  readonly kind: PermutationKind;
  readonly prefix: number;
  readonly suffix: number;
  /** The number of letters of a process; 1 for reflections. */
  readonly block: number;
}

/** For example `rotation of the letters from 2 on, in blocks of 2`. */
export function describeFamily({ kind, prefix, suffix, block }: PermutationFamily): string {
  const what = block === 1 ? "letters" : `blocks of ${block} letters`;
  const done = kind === "swap" ? `swap of the first two ${what}` : `${kind} of the ${what}`;
  const from = prefix === 0 ? "" : ` from position ${prefix + 1} on`;
  return `${done}${from}${suffix === 0 ? "" : `, without the last ${suffix === 1 ? "one" : suffix}`}`;
}

/** For example `rotation`, `swap(1,0)` or `rotation(0,0,2)`: kind, prefix, suffix, block. */
export function familyName({ kind, prefix, suffix, block }: PermutationFamily): string {
  const numbers = block !== 1 ? [prefix, suffix, block] : prefix !== 0 || suffix !== 0 ? [prefix, suffix] : [];
  return numbers.length === 0 ? kind : `${kind}(${numbers.join(",")})`;
}

/** Parses the name of a family; `undefined` if it is not one. */
export function familyNamed(name: string): PermutationFamily | undefined {
  const match = /^(rotation|swap|reflection)(?:\((\d),(\d)(?:,([1-9]))?\))?$/.exec(name.replaceAll(" ", ""));
  if (!match) return undefined;
  const [, kind, prefix = "0", suffix = "0", block = "1"] = match;
  if (kind === "reflection" && block !== "1") return undefined;
  return { kind: kind as PermutationKind, prefix: Number(prefix), suffix: Number(suffix), block: Number(block) };
}

/** The target of each position in words of a length. */
export function positionsAt({ kind, prefix, suffix, block }: PermutationFamily, length: number): number[] {
  const identity = Array.from({ length }, (_, i) => i);
  const middle = length - prefix - suffix;
  if (middle < 2 * block || (kind === "rotation" && middle % block !== 0)) return identity;
  return identity.map((i) => {
    const at = i - prefix;
    if (at < 0 || at >= middle) return i;
    if (kind === "reflection") return prefix + middle - 1 - at;
    if (kind === "rotation") return prefix + ((at + block) % middle);
    return at < block ? i + block : at < 2 * block ? i - block : i;
  });
}

/**
 * The minimal transducer that relates each word to its permuted one.
 *
 * It remembers a block of letters that it has read and not yet seen written. It remembers another block that was
 * written first, because a rotation writes first what it reads last. It guesses when the last block comes.
 */
export function familyRelation({ kind, prefix, suffix, block }: PermutationFamily, alphabetSize: number): Relation {
  const pair = (a: number, b: number): number => tupleLetter(alphabetSize, [a, b]);
  const letters = Array.from({ length: alphabetSize }, (_, a) => a);
  const least = prefix + suffix + 2 * block;
  /**
   * Adds the moves from position `count` of a block on; `read` and `written` are the letters in memory, each filled up
   * to a block.
   */
  const moveInBlock = (
    [phase, count, ...memory]: readonly [Phase, number, ...number[]],
    visit: (letter: number, target: readonly number[]) => void,
  ): void => {
    const isLast = count + 1 === block;
    for (const a of letters) {
      for (const b of letters) {
        if (phase === Phase.firstBlock) {
          visit(pair(a, b), [isLast ? Phase.blocks : Phase.firstBlock, isLast ? 0 : count + 1, ...memory, a, b]);
          continue;
        }
        const [read, written] = [memory[2 * count], memory[2 * count + 1]];
        if (read !== b) continue;
        if (kind === "swap") {
          if (written === a) visit(pair(a, b), isLast ? [Phase.rest, suffix] : [phase, count + 1, ...memory]);
          continue;
        }
        const next = memory.with(2 * count, a);
        visit(pair(a, b), [phase, isLast ? 0 : count + 1, ...next]);
        const isWrittenFirst = next.every((letter, i) => i % 2 === 1 || letter === next[i + 1]);
        if (isLast && isWrittenFirst) visit(pair(a, b), [Phase.rest, suffix]);
      }
    }
  };
  const nfa = buildNfa(tupleCount(alphabetSize, 2), {
    roots: [Phase.short, Phase.prefix, Phase.undivided].map((phase) => [phase, 0]),
    successors: (state, visit) => {
      const [phase, count, ...memory] = state as [Phase, number, ...number[]];
      const keep = (target: readonly number[]): void => {
        for (const a of letters) visit(pair(a, a), target);
      };
      if (phase === Phase.short) {
        if (count + 1 < least) keep([phase, count + 1]);
      } else if (phase === Phase.undivided) keep([phase, count + 1 >= least + block ? count + 1 - block : count + 1]);
      else if (phase === Phase.rest) {
        if (count > 0) keep([phase, count - 1]);
        else if (kind === "swap") keep([phase, 0]);
      } else if (phase === Phase.prefix && count < prefix) keep([phase, count + 1]);
      else moveInBlock(phase === Phase.prefix ? [Phase.firstBlock, 0] : [phase, count, ...memory], visit);
    },
    accepts: ([phase, count]) =>
      phase === Phase.short ||
      (phase === Phase.rest && count === 0) ||
      (phase === Phase.undivided && kind === "rotation" && count! >= least && (count! - prefix - suffix) % block !== 0),
  });
  return { alphabetSize, nfa: toNfa(minimize(nfa)) };
}

/** The meaning of the first number of a state; the second number counts letters. */
const Phase = {
  /** The word is too short and stays as it is. */
  short: 0,
  prefix: 1,
  firstBlock: 2,
  blocks: 3,
  /** The swap is done, or the suffix has begun. */
  rest: 4,
  /** The word does not divide into blocks and stays as it is. */
  undivided: 5,
} as const;

type Phase = (typeof Phase)[keyof typeof Phase];

/**
 * The reflection as a height-unambiguous pushdown automaton. It stores the first half, pair by pair, and compares it
 * with the second half.
 */
export function reflectionPushdown({ prefix, suffix }: PermutationFamily, alphabetSize: number): PushdownAutomaton {
  const letters = Array.from({ length: alphabetSize }, (_, a) => a);
  const pairs = letters.flatMap((a) => letters.map((b) => [a, b] as const));
  const code = (a: number, b: number): number => tupleLetter(alphabetSize, [a, b]);
  const symbol = (a: number, b: number): number => 1 + a * alphabetSize + b;
  const marked = pairs.length;
  const symbols = Array.from({ length: 2 * pairs.length }, (_, i) => i + 1);
  const rules: PushdownRule[] = [];
  // States: the prefix, then storing, comparing, and the suffix. Words that are too short have a chain of their own.
  const start = prefix;
  const storing = prefix + 1;
  const comparing = prefix + 2;
  const done = prefix + 3;
  const short = done + suffix + 1;
  const count = short + prefix + suffix + 1;
  const same = (from: number, to: number): void => {
    for (const a of letters) rules.push({ from, top: 0, letter: code(a, a), to, push: [0] });
  };
  for (let i = 0; i < prefix; i++) same(i, i + 1);
  for (let i = done; i < short - 1; i++) same(i, i + 1);
  same(0, short);
  for (let i = short; i < count - 1; i++) same(i, i + 1);
  for (const [a, b] of pairs) {
    const letter = code(a, b);
    rules.push({ from: start, top: 0, letter, to: storing, push: [0, symbol(a, b) + marked] });
    for (const top of symbols) rules.push({ from: storing, top, letter, to: storing, push: [top, symbol(a, b)] });
    if (a === b) for (const top of symbols) rules.push({ from: storing, top, letter, to: comparing, push: [top] });
    for (const from of [storing, comparing]) {
      rules.push({ from, top: symbol(b, a), letter, to: comparing, push: [] });
      rules.push({ from, top: symbol(b, a) + marked, letter, to: done, push: [] });
    }
  }
  const accepting = Array.from({ length: count }, (_, q) => q === 0 || q === done + suffix || q >= short);
  return { letterCount: tupleCount(alphabetSize, 2), accepting, rules, isHeightUnambiguous: true };
}
