/**
 * Patterns with a finite image: every configuration is mapped to one of the shortest ones.
 *
 * The paper searches for transducers whose image happens to be finite. Here the image is chosen first: the
 * configurations of the least length. There are finitely many of them, and none is longer than any other configuration.
 * It remains to find a function from configurations to these words. A regular one is a deterministic automaton over
 * single letters with such a word on each state. It is much smaller than its transducer: three states for the coffee
 * can.
 *
 * A solver guesses the automaton. A step v -> w that has no image among the words on the states after v and w refutes
 * the guess, and the solver guesses again. Words run through one shared tree.
 */

import { minimize, toNfa } from "../automata/dfa.ts";
import { wordsOfLength } from "../automata/finiteness.ts";
import { join } from "../automata/join.ts";
import { shortestWord, shortestWords } from "../automata/lazy.ts";
import { accepts, emptyNfa, intersection, union, wordNfa } from "../automata/nfa.ts";
import type { Nfa, Word } from "../automata/nfa.ts";
import { relates } from "../automata/relation.ts";
import type { Relation } from "../automata/relation.ts";
import { tupleCount, tupleDigits, unzip } from "../automata/tuples.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { atMostOne, exactlyOne } from "../sat/cardinality.ts";
import type { SatSolver } from "../sat/solver.ts";
import { numbersBelow } from "../util/integers.ts";
import { guessAndCheck } from "./guess-and-check.ts";
import type { SatSynthesis } from "./guess-and-check.ts";
import type { SatSynthesisOptions } from "./synthesize-by-sat.ts";

export type QuotientOptions = Pick<SatSynthesisOptions, "keepSets" | "given" | "maxStates" | "stop">;

/** The counterexamples that a round adds. */
const batch = 16;
/** The most words an image may have. */
const mostImages = 64;

/** A deterministic automaton with a word of the image on each state. */
interface Machine {
  readonly next: readonly (readonly number[])[];
  /** The number of a word of the image, by state. */
  readonly label: readonly number[];
}

/** A counterexample: a step of the system, or a word that leaves a set. */
type Refutation =
  | { readonly kind: "step"; readonly from: Word; readonly to: Word }
  | { readonly kind: "word"; readonly word: Word; readonly allowed: readonly number[] };

export async function synthesizeQuotient(
  system: ParameterizedSystem,
  options: QuotientOptions = {},
): Promise<SatSynthesis> {
  const { keepSets = false, maxStates = 8, stop } = options;
  const shortest = shortestWord(system.configurations);
  const images = shortest ? wordsOfLength(system.configurations, shortest.length, mostImages + 1) : [];
  if (images.length === 0 || images.length > mostImages) {
    return { outcome: "none", states: 0, rounds: 0, counterexamples: 0 };
  }
  const numberOf = (word: Word): number => images.findIndex((image) => image.join() === word.join());
  const steps = images.map((u) => images.map((w) => relates(system.steps, u, w)));
  const sets = keepSets ? [system.initial, system.bad].filter((set) => set !== undefined) : [];
  const known: Refutation[] = [...system.given, ...(options.given ?? [])].map(([word, image]) => ({
    kind: "word",
    word,
    allowed: [numberOf(image)].filter((number) => number >= 0),
  }));
  return guessAndCheck(system, {
    minStates: 1,
    maxStates,
    stop,
    known,
    encode: (solver, stateCount) => {
      const encoding = new MachineEncoding(solver, stateCount, system.letters.length, steps);
      return { add: (refutation) => encoding.add(refutation), guess: () => encoding.machine() };
    },
    refute: (machine) => refutations(system, machine, images, steps, sets),
    pattern: (machine) => ({ relation: relationOf(system, machine, images), machineStates: machine.next.length }),
    wanted: ["homomorphism", "complete"],
  });
}

class MachineEncoding {
  readonly #solver: SatSolver;
  readonly #next: number[][][];
  readonly #label: number[][];
  readonly #steps: readonly (readonly boolean[])[];
  readonly #root: TreeNode;

  constructor(solver: SatSolver, stateCount: number, alphabetSize: number, steps: readonly (readonly boolean[])[]) {
    this.#solver = solver;
    this.#steps = steps;
    const one = (count: number): number[] => {
      const variables = numbersBelow(count).map(() => solver.newVariable());
      exactlyOne(solver, variables);
      return variables;
    };
    this.#next = numbersBelow(stateCount).map(() => numbersBelow(alphabetSize).map(() => one(stateCount)));
    this.#label = numbersBelow(stateCount).map(() => one(steps.length));
    for (let q = 1; q < stateCount; q++) {
      solver.addClause(numbersBelow(q).flatMap((p) => this.#next[p]!.map((targets) => targets[q]!)));
    }
    this.#root = { at: numbersBelow(stateCount).map(() => solver.newVariable()), children: new Map() };
    solver.addClause([this.#root.at[0]!]);
    atMostOne(solver, this.#root.at);
  }

  machine(): Machine {
    const chosen = (variables: readonly number[]): number => variables.findIndex((v) => this.#solver.value(v));
    return { next: this.#next.map((row) => row.map(chosen)), label: this.#label.map(chosen) };
  }

  add(refutation: Refutation): void {
    const solver = this.#solver;
    if (refutation.kind === "word") {
      const { at } = this.#node(refutation.word);
      at.forEach((here, q) => solver.addClause([-here, ...refutation.allowed.map((u) => this.#label[q]![u]!)]));
      return;
    }
    const [from, to] = [this.#labelAfter(refutation.from), this.#labelAfter(refutation.to)];
    this.#steps.forEach((row, u) =>
      row.forEach((isStep, w) => {
        if (!isStep) solver.addClause([-from[u]!, -to[w]!]);
      }),
    );
  }

  #node(word: Word): TreeNode {
    const solver = this.#solver;
    let node = this.#root;
    for (const letter of word) {
      let child = node.children.get(letter);
      if (!child) {
        child = { at: node.at.map(() => solver.newVariable()), children: new Map() };
        node.children.set(letter, child);
        for (const [q, here] of node.at.entries()) {
          for (const [r, there] of child.at.entries()) solver.addClause([-here, -this.#next[q]![letter]![r]!, there]);
        }
      }
      node = child;
    }
    return node;
  }

  /** One variable per word of the image; it is true if the given word is mapped to that word. */
  #labelAfter(word: Word): readonly number[] {
    const node = this.#node(word);
    if (!node.label) {
      const label = this.#steps.map(() => this.#solver.newVariable());
      node.at.forEach((here, q) =>
        label.forEach((variable, u) => this.#solver.addClause([-here, -this.#label[q]![u]!, variable])),
      );
      node.label = label;
    }
    return node.label;
  }
}

interface TreeNode {
  readonly at: readonly number[];
  readonly children: Map<number, TreeNode>;
  label?: readonly number[];
}

/** Shortest steps without an image, and words that leave one of the sets. */
function refutations(
  { steps, letters }: ParameterizedSystem,
  { next, label }: Machine,
  images: readonly Word[],
  isStep: readonly (readonly boolean[])[],
  sets: readonly Nfa[],
): Refutation[] {
  const { nfa } = steps;
  const failing = shortestWords(
    {
      roots: nfa.initial.map((t) => [t, 0, 0]),
      successors: ([t, q, r], visit) => {
        for (const { letter, target } of nfa.edges[t!]!) {
          const [a, b] = tupleDigits(letters.length, 2, letter);
          visit(letter, [target, next[q!]![a!]!, next[r!]![b!]!]);
        }
      },
      accepts: ([t, q, r]) => nfa.accepting[t!]! && !isStep[label[q!]!]![label[r!]!],
    },
    { limit: batch },
  );
  const found: Refutation[] = failing.map((word) => {
    const [from = [], to = []] = unzip(letters.length, 2, word);
    return { kind: "step", from, to };
  });
  for (const set of sets) {
    const allowed = images.flatMap((image, u) => (accepts(set, image) ? [u] : []));
    const leaving = shortestWords(
      {
        roots: set.initial.map((t) => [t, 0]),
        successors: ([t, q], visit) => {
          for (const { letter, target } of set.edges[t!]!) visit(letter, [target, next[q!]![letter]!]);
        },
        accepts: ([t, q]) => set.accepting[t!]! && !allowed.includes(label[q!]!),
      },
      { limit: batch },
    );
    found.push(...leaving.map((word) => ({ kind: "word", word, allowed }) as const));
  }
  return found;
}

/** The function as a minimal transducer between configurations. */
function relationOf(
  { configurations, letters }: ParameterizedSystem,
  { next, label }: Machine,
  images: readonly Word[],
): Relation {
  const alphabetSize = letters.length;
  const letterCount = tupleCount(alphabetSize, 2);
  const edges = next.map((row) => row.map((target, letter) => ({ letter, target })));
  const parts = images.map((image, u) => {
    const mapped = { letterCount: alphabetSize, initial: [0], accepting: label.map((own) => own === u), edges };
    const atoms = [
      { nfa: intersection(mapped, configurations), tapes: [0] },
      { nfa: wordNfa(alphabetSize, image), tapes: [1] },
    ];
    return join({ alphabetSize, tapeCount: 2, atoms });
  });
  return { alphabetSize, nfa: toNfa(minimize(parts.reduce(union, emptyNfa(letterCount)))) };
}
