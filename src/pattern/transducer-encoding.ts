/**
 * Transducers of k states as propositional formulas (section 5.1 of the paper).
 *
 * A transducer is a deterministic automaton over pairs (C1) that never lengthens a word (C2). Variables stand for
 * transitions and for accepting states. The conditions of the paper that depend on the kind of pattern are added on
 * top. The differences from the paper:
 *
 * - States are numbered breadth first, so that each but the first has a transition from a smaller one. That is C3, and
 *   it breaks the symmetries of the numbering.
 * - C4 and C6 are left out: useless states do no harm where the number of states grows from 1, and a total function on
 *   infinitely many words is infinite.
 * - The transducer may do anything to words that are not configurations. So C5 is used only if the empty word is a
 *   configuration, and C7, C8 and C10 only if all words are; otherwise they are not necessary and would rule out small
 *   transducers.
 * - For a finite image, transitions that write a letter go from smaller to larger states, and those that write padding
 *   come after them. A transducer has such a numbering exactly if no cycle writes a letter.
 */

import type { Nfa, Word } from "../automata/nfa.ts";
import type { Relation } from "../automata/relation.ts";
import { tupleCount, tupleLetter } from "../automata/tuples.ts";
import { atMostOne, exactlyOne } from "../sat/cardinality.ts";
import type { SatSolver } from "../sat/solver.ts";
import { numbersBelow } from "../util/integers.ts";
import type { ColoredInstance } from "./possible-images.ts";

/** The kind of pattern to find: each kind has the conditions of those before it. */
export type SynthesisKind = "homomorphism" | "complete" | "process";

export interface EncodingOptions {
  readonly alphabetSize: number;
  readonly stateCount: number;
  readonly kind: SynthesisKind;
  readonly finiteImage: boolean;
  readonly acceptsEmptyWord: boolean;
  readonly hasAllWords: boolean;
}

export class TransducerEncoding {
  readonly #solver: SatSolver;
  readonly #options: EncodingOptions;
  /** `#edges[q][a][b][r]` is a variable, or 0 if there can be no transition; b may be padding. */
  readonly #edges: number[][][][] = [];
  readonly #accepting: number[] = [];
  /** The runs on pairs of words that must not all be accepted, as one tree. */
  readonly #tree: TreeNode;
  readonly #verdicts = new Map<string, number>();

  constructor(solver: SatSolver, options: EncodingOptions) {
    this.#solver = solver;
    this.#options = options;
    this.#encode();
    this.#tree = this.#newNode();
    this.#tree.at.forEach((here, q) => solver.addClause([q === 0 ? here : -here]));
  }

  /** The transducer that the solver found. */
  relation(): Relation {
    const { alphabetSize, stateCount } = this.#options;
    const edges = numbersBelow(stateCount).map((q) =>
      this.#transitions(q).flatMap(({ variable, a, b, r }) =>
        this.#solver.value(variable) ? [{ letter: tupleLetter(alphabetSize, [a, b]), target: r }] : [],
      ),
    );
    const accepting = this.#accepting.map((variable) => this.#solver.value(variable));
    const nfa: Nfa = { letterCount: tupleCount(alphabetSize, 2), initial: [0], accepting, edges };
    return { alphabetSize, nfa };
  }

  /** Requires that some word is related to this one. `tape` is 0 if the word is read, 1 if it is written. */
  requireWord(word: Word, tape: 0 | 1): void {
    const { alphabetSize } = this.#options;
    const others = tape === 0 ? numbersBelow(alphabetSize + 1) : numbersBelow(alphabetSize);
    const pairs = word.map((letter) => others.map((other) => (tape === 0 ? [letter, other] : [other, letter])));
    this.#requireRun(pairs);
  }

  /** Requires that the second word is related to the first. */
  requirePair(v: Word, w: Word): void {
    this.#requireRun(this.#stepsOf(v, w));
  }

  /** Requires that all pairs of one of these lists are related. */
  requireOneOf(lists: readonly (readonly (readonly [Word, Word])[])[]): void {
    const chosen = lists.map(() => this.#solver.newVariable());
    this.#solver.addClause(chosen);
    lists.forEach((pairs, i) => {
      for (const [v, w] of pairs) this.#requireRun(this.#stepsOf(v, w), chosen[i]);
    });
  }

  /** Requires that one of the pairs is related, and no two of them. */
  requireAnyPair(pairs: readonly (readonly [Word, Word])[]): void {
    exactlyOne(
      this.#solver,
      pairs.map(([v, w]) => this.#accepted(v, w)),
    );
  }

  /** Requires that the transducer is an automorphism of the instance. */
  requireAutomorphism({ words, colors, classes, successors, predecessors }: ColoredInstance): void {
    const related = (i: number, j: number): number => this.#accepted(words[i]!, words[j]!);
    for (const members of classes) {
      for (const i of members) {
        exactlyOne(
          this.#solver,
          members.map((j) => related(i, j)),
        );
        exactlyOne(
          this.#solver,
          members.map((j) => related(j, i)),
        );
      }
    }
    for (const next of [successors, predecessors]) {
      next.forEach((targets, i) => {
        for (const j of classes[colors[i]!]!) {
          for (const to of targets) {
            const images = next[j]!.filter((image) => colors[image] === colors[to]);
            this.#solver.addClause([-related(i, j), ...images.map((image) => related(to, image))]);
          }
        }
      });
    }
  }

  #stepsOf(v: Word, w: Word): number[][][] {
    return v.map((a, i) => [[a, w[i] ?? this.#options.alphabetSize]]);
  }

  /** Requires that not all of these pairs are related. */
  forbid(...pairs: readonly (readonly [Word, Word])[]): void {
    this.#solver.addClause(pairs.map(([v, w]) => -this.#accepted(v, w)));
  }

  /** Requires that the steps lead to an accepting state, if the literal `when` is true. */
  #requireRun(steps: readonly (readonly (readonly number[])[])[], when?: number): void {
    const solver = this.#solver;
    const unless = when === undefined ? [] : [-when];
    const states = numbersBelow(this.#options.stateCount);
    let before = states.map((q) => {
      const here = solver.newVariable();
      solver.addClause([q === 0 ? here : -here]);
      return here;
    });
    for (const pairs of steps) {
      const after = states.map(() => solver.newVariable());
      exactlyOne(solver, after);
      for (const q of states) {
        for (const r of states) {
          const ways = pairs.map(([a, b]) => this.#edges[q]![a!]?.[b!]?.[r] ?? 0).filter((variable) => variable !== 0);
          solver.addClause([...unless, -before[q]!, -after[r]!, ...ways]);
        }
      }
      before = after;
    }
    for (const q of states) solver.addClause([...unless, -before[q]!, this.#accepting[q]!]);
  }

  /** A variable that is true if the pair is accepted. */
  #accepted(v: Word, w: Word): number {
    const { alphabetSize } = this.#options;
    const key = `${v.join()}:${w.join()}`;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    let node = this.#tree;
    v.forEach((a, i) => {
      node = this.#child(node, a, w[i] ?? alphabetSize);
    });
    const accepted = this.#solver.newVariable();
    node.at.forEach((here, q) => {
      this.#solver.addClause([-here, -this.#accepting[q]!, accepted]);
      this.#solver.addClause([-here, this.#accepting[q]!, -accepted]);
    });
    this.#solver.addClause([-accepted, ...node.at]);
    this.#verdicts.set(key, accepted);
    return accepted;
  }

  #newNode(): TreeNode {
    return { at: numbersBelow(this.#options.stateCount).map(() => this.#solver.newVariable()), children: new Map() };
  }

  #child(node: TreeNode, a: number, b: number): TreeNode {
    const key = a * (this.#options.alphabetSize + 1) + b;
    const known = node.children.get(key);
    if (known) return known;
    const child = this.#newNode();
    node.children.set(key, child);
    atMostOne(this.#solver, child.at);
    node.at.forEach((here, q) =>
      child.at.forEach((there, r) => {
        const edge = this.#edges[q]![a]?.[b]?.[r] ?? 0;
        if (edge === 0) this.#solver.addClause([-here, -there]);
        else {
          this.#solver.addClause([-here, -edge, there]);
          this.#solver.addClause([-here, -there, edge]);
        }
      }),
    );
    for (const there of child.at) this.#solver.addClause([-there, ...node.at]);
    return child;
  }

  #transitions(q: number): { variable: number; a: number; b: number; r: number }[] {
    return this.#edges[q]!.flatMap((byOutput, a) =>
      byOutput.flatMap((byTarget, b) =>
        byTarget.flatMap((variable, r) => (variable === 0 ? [] : [{ variable, a, b, r }])),
      ),
    );
  }

  #encode(): void {
    const solver = this.#solver;
    const { alphabetSize, stateCount, kind, finiteImage, acceptsEmptyWord, hasAllWords } = this.#options;
    const states = numbersBelow(stateCount);
    const letters = numbersBelow(alphabetSize);
    const padding = alphabetSize;
    const isComplete = kind !== "homomorphism";
    const outputs = isComplete ? letters : numbersBelow(alphabetSize + 1); // C9
    for (const q of states) {
      this.#accepting.push(solver.newVariable());
      this.#edges.push(
        letters.map(() =>
          outputs.map((b) => states.map((r) => (finiteImage && b !== padding && r <= q ? 0 : solver.newVariable()))),
        ),
      );
    }
    const all = states.flatMap((q) => this.#transitions(q).map((edge) => ({ ...edge, q })));
    const excludeEachOther = (variables: readonly number[]): void => {
      const known = variables.filter((variable) => variable !== 0);
      atMostOne(solver, known);
    };
    for (const q of states) {
      const edges = this.#edges[q]!;
      for (const a of letters) {
        for (const b of outputs) excludeEachOther(edges[a]![b]!); // C1
        if (hasAllWords) for (const r of states) excludeEachOther(outputs.map((b) => edges[a]![b]![r]!)); // C7
      }
      if (isComplete && hasAllWords) {
        for (const b of letters) {
          for (const r of states) excludeEachOther(letters.map((a) => edges[a]![b]![r]!)); // C10
        }
      }
      // C3
      if (q > 0 && finiteImage) {
        solver.addClause(all.filter((edge) => edge.r === q && edge.q < q).map(({ variable }) => variable));
      }
      if (hasAllWords) this.#encodeC8(q, letters);
    }
    if (!finiteImage) this.#encodeOrder();
    if (acceptsEmptyWord) solver.addClause([this.#accepting[0]!]); // C5
    if (!isComplete) this.#encodePadding(all);
    if (kind === "process") this.#encodeC11(all);
  }

  /**
   * C3, and the states are numbered breadth first: in the order of their first parents, and among children of one
   * parent in the order of the first letters that lead to them. Every transducer whose states can be reached has
   * exactly one such numbering (Ulyantsev, Zakirzyanov, Shalyto, LATA 2015).
   */
  #encodeOrder(): void {
    const solver = this.#solver;
    const { stateCount } = this.#options;
    const states = numbersBelow(stateCount);
    const edges = (i: number, j: number): number[] =>
      this.#edges[i]!.flatMap((byOutput) => byOutput.map((byTarget) => byTarget[j]!));
    const isParent = states.map((j) => numbersBelow(j).map(() => solver.newVariable()));
    for (let j = 1; j < stateCount; j++) {
      const leads = numbersBelow(j).map((i) => {
        const leadsTo = solver.newVariable();
        const ways = edges(i, j);
        solver.addClause([-leadsTo, ...ways]);
        for (const way of ways) solver.addClause([-way, leadsTo]);
        return leadsTo;
      });
      exactlyOne(solver, isParent[j]!);
      isParent[j]!.forEach((parent, i) => {
        solver.addClause([-parent, leads[i]!]);
        for (let k = 0; k < i; k++) solver.addClause([-parent, -leads[k]!]);
      });
    }
    for (let j = 1; j + 1 < stateCount; j++) {
      isParent[j]!.forEach((parent, i) => {
        for (let k = 0; k < i; k++) solver.addClause([-parent, -isParent[j + 1]![k]!]);
        const first = edges(i, j);
        edges(i, j + 1).forEach((edge, letter) =>
          solver.addClause([-parent, -isParent[j + 1]![i]!, -edge, ...first.slice(0, letter)]),
        );
      });
    }
  }

  /** After padding, only padding is written. */
  #encodePadding(all: readonly Transition[]): void {
    const solver = this.#solver;
    const { stateCount, alphabetSize, finiteImage } = this.#options;
    const padded = numbersBelow(stateCount).map(() => solver.newVariable());
    solver.addClause([-padded[0]!]);
    for (const { variable, q, b, r } of all) {
      if (b === alphabetSize) solver.addClause([-variable, padded[r]!]);
      else {
        solver.addClause([-variable, -padded[q]!]);
        solver.addClause([-variable, -padded[r]!]);
      }
    }
    if (finiteImage) for (let q = 1; q < stateCount; q++) solver.addClause([-padded[q - 1]!, padded[q]!]);
  }

  /** A state that accepts and keeps every letter in a loop has no other transitions. */
  #encodeC8(q: number, letters: readonly number[]): void {
    const loops = letters.map((a) => this.#edges[q]![a]![a]![q]!);
    if (loops.includes(0)) return;
    for (const { variable } of this.#transitions(q)) {
      if (!loops.includes(variable)) {
        this.#solver.addClause([-this.#accepting[q]!, ...loops.map((loop) => -loop), -variable]);
      }
    }
  }

  /**
   * Each state has a fixed difference, per letter, between what was read and what was written (Lemma 2 of the paper).
   */
  #encodeC11(all: readonly Transition[]): void {
    const solver = this.#solver;
    const { stateCount, alphabetSize } = this.#options;
    const most = stateCount - 1;
    const zero = most;
    const differences = numbersBelow(stateCount).map(() =>
      numbersBelow(alphabetSize).map(() => {
        const values = numbersBelow(2 * most + 1).map(() => solver.newVariable());
        exactlyOne(solver, values);
        return values;
      }),
    );
    for (const values of differences[0]!) solver.addClause([values[zero]!]);
    differences.forEach((byLetter, q) => {
      for (const values of byLetter) solver.addClause([-this.#accepting[q]!, values[zero]!]);
    });
    for (const { variable, q, a, b, r } of all) {
      for (let c = 0; c < alphabetSize; c++) {
        const change = a === b ? 0 : c === a ? 1 : c === b ? -1 : 0;
        differences[q]![c]!.forEach((value, i) => {
          const target = differences[r]![c]![i + change];
          solver.addClause(target === undefined ? [-variable, -value] : [-variable, -value, target]);
        });
      }
    }
  }
}

interface Transition {
  readonly variable: number;
  readonly q: number;
  readonly a: number;
  readonly b: number;
  readonly r: number;
}

interface TreeNode {
  /** If the run exists, it ends in one of the states whose variables are true here. */
  readonly at: readonly number[];
  readonly children: Map<number, TreeNode>;
}
