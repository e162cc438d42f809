/**
 * What a complete pattern may do to the words of one size.
 *
 * Such a pattern permutes the configurations of a size and keeps their steps, so it is an automorphism of the graph of
 * steps. Colors that every automorphism keeps are refined until they are stable: words of different colors have
 * different numbers of successors or predecessors of some color. So a word is mapped to a word of its own color only.
 * That excludes no pattern, also none that leaves all words of this size alone.
 */

import { lengthTable, wordsOfLength } from "../automata/finiteness.ts";
import { accepts } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import { tupleDigits } from "../automata/tuples.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { look, Stopped } from "../util/limits.ts";
import { Numbering } from "../util/numbering.ts";

/** The graph of steps of one size, with colors that all patterns keep. */
export interface ColoredInstance {
  readonly words: readonly Word[];
  /** The number of a word, by its letters with commas. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
  readonly colors: readonly number[];
  /** The words of each color. */
  readonly classes: readonly (readonly number[])[];
}

interface ColoringOptions {
  /** Whether a word and its image have the same letters, in any order. */
  readonly keepsLetters: boolean;
  /** Sets that the pattern maps to themselves. */
  readonly kept: readonly Nfa[];
  /** Polled now and then; the work ends with `Stopped` when it returns true. */
  readonly stop?: (() => boolean) | undefined;
}

/** The instance of a size; undefined if it has too many words or steps. */
function coloredInstance(
  { letters, configurations, steps }: ParameterizedSystem,
  size: number,
  { keepsLetters, kept, stop }: ColoringOptions,
): ColoredInstance | undefined {
  const words = wordsOfLength(configurations, size, mostWords + 1);
  if (words.length > mostWords) return undefined;
  const numbers = new Map(words.map((word, i) => [word.join(), i]));
  const { accepting, edges } = steps.nfa;
  const canEnd = lengthTable(accepting, size, (q) => edges[q]!.map(({ target }) => target));
  const successors: number[][] = [];
  let stepCount = 0;
  for (const word of words) {
    if (stop?.()) throw new Stopped("cancelled");
    const targets = stepsFrom(steps.nfa, canEnd, letters.length, word).flatMap((to) => numbers.get(to) ?? []);
    stepCount += targets.length;
    if (stepCount > mostSteps) return undefined;
    successors.push(targets);
  }
  const predecessors = words.map((): number[] => []);
  successors.forEach((targets, i) => targets.forEach((j) => predecessors[j]!.push(i)));
  const first = words.map((word) => {
    const content = keepsLetters ? [...word].sort((a, b) => a - b).join() : "";
    return `${content}:${kept.map((set) => Number(accepts(set, word))).join("")}`;
  });
  const colors = refined(first, { successors, predecessors, stop });
  const classes: number[][] = [];
  colors.forEach((color, i) => (classes[color] ??= []).push(i));
  return { words, numbers, successors, predecessors, colors, classes };
}

/** Instances of more words are not colored. */
const mostWords = 1000;
const mostSteps = 20_000;
/** The most pairs of words of equal color in the sizes whose automorphisms are encoded, all together. */
const mostPairs = 300;
/**
 * A pattern is asked to move one of the words of the smallest sizes that have at least this many movable ones together.
 * More would let the solver look for patterns that leave the smallest sizes alone, which takes much longer.
 */
const enoughMovable = 10;
const largestSize = 8;

/** The instances of a family, colored when they are asked for. */
export class PossibleImages {
  /** The smallest sizes. They have few pairs of words of equal color, so their automorphisms can be encoded. */
  readonly smallest: readonly ColoredInstance[];
  /** The words of up to `movableLength` letters that some pattern may move. */
  readonly movable: readonly Word[];
  readonly movableLength: number;
  readonly #bySize = new Map<number, ColoredInstance | undefined>();
  readonly #system: ParameterizedSystem;
  readonly #options: ColoringOptions;

  constructor(system: ParameterizedSystem, options: ColoringOptions) {
    this.#system = system;
    this.#options = options;
    this.smallest = this.#smallest();
    const movable: Word[] = [];
    let size = 0;
    for (; size <= largestSize && movable.length < enoughMovable; size++) {
      const instance = this.#instance(size);
      if (!instance) break;
      const { words, colors, classes } = instance;
      movable.push(...words.filter((_, i) => classes[colors[i]!]!.length > 1));
    }
    this.movable = movable;
    this.movableLength = size - 1;
  }

  /** The words that a configuration may be mapped to; undefined if that is not known. */
  of(word: Word): Word[] | undefined {
    const instance = this.#instance(word.length);
    const i = instance?.numbers.get(word.join());
    return i === undefined ? undefined : instance!.classes[instance!.colors[i]!]!.map((j) => instance!.words[j]!);
  }

  /** False if no pattern relates the two words. */
  isPossible(v: Word, w: Word): boolean {
    const instance = this.#instance(v.length);
    const i = instance?.numbers.get(v.join());
    const j = instance?.numbers.get(w.join());
    return i === undefined || j === undefined || instance!.colors[i] === instance!.colors[j];
  }

  #smallest(): ColoredInstance[] {
    const instances: ColoredInstance[] = [];
    for (let size = 0, pairCount = 0; size <= largestSize; size++) {
      const instance = this.#instance(size);
      if (!instance) break;
      pairCount += instance.classes.reduce((sum, { length }) => sum + length ** 2, 0);
      if (pairCount > mostPairs) break;
      instances.push(instance);
    }
    return instances;
  }

  #instance(size: number): ColoredInstance | undefined {
    if (!this.#bySize.has(size)) {
      this.#bySize.set(size, coloredInstance(this.#system, size, this.#options));
    }
    return this.#bySize.get(size);
  }
}

/** The coarsest stable coloring that is as fine as the first one. */
function refined(
  first: readonly string[],
  {
    successors,
    predecessors,
    stop,
  }: Pick<ColoredInstance, "successors" | "predecessors"> & Pick<ColoringOptions, "stop">,
): number[] {
  let numbering = new Numbering<string>();
  let colors = first.map((key) => numbering.numberOf(key, key));
  for (;;) {
    if (stop?.()) throw new Stopped("cancelled");
    const before = numbering.items.length;
    numbering = new Numbering<string>();
    const seen = (list: readonly number[]): string =>
      list
        .map((j) => colors[j]!)
        .sort((a, b) => a - b)
        .join();
    colors = colors.map((color, i) => {
      look();
      const key = `${color}|${seen(successors[i]!)}|${seen(predecessors[i]!)}`;
      return numbering.numberOf(key, key);
    });
    if (numbering.items.length === before) return colors;
  }
}

/**
 * The words that a step leads to, each once, as letters with commas. Runs that no pair of words of this length can end
 * are dropped at once: `canEnd[n][q]` tells whether n pairs of letters can be accepted from q.
 */
function stepsFrom(
  { initial, edges, accepting }: Nfa,
  canEnd: readonly (readonly boolean[])[],
  alphabetSize: number,
  word: Word,
): string[] {
  let runs = new Map<string, { readonly q: number; readonly written: string }>();
  for (const q of initial) runs.set(String(q), { q, written: "" });
  word.forEach((read, i) => {
    const next: typeof runs = new Map();
    for (const { q, written } of runs.values()) {
      look();
      for (const { letter, target } of edges[q]!) {
        const [a, b] = tupleDigits(alphabetSize, 2, letter);
        if (a !== read || !canEnd[word.length - i - 1]![target]) continue;
        const longer = i === 0 ? `${b}` : `${written},${b}`;
        next.set(`${target}:${longer}`, { q: target, written: longer });
      }
    }
    runs = next;
  });
  return [...new Set([...runs.values()].filter(({ q }) => accepting[q]).map(({ written }) => written))];
}
