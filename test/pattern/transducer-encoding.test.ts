/** The search for transducers against all transducers of few states, and its parts against their definitions. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimize, relation, stateCount, toNfa, trim, tupleCount, unzip } from "../../src/automata/index.ts";
import type { Nfa, Relation, Word } from "../../src/automata/index.ts";
import { verifyPattern } from "../../src/family/verify.ts";
import { guessAndCheck } from "../../src/pattern/guess-and-check.ts";
import { PossibleImages } from "../../src/pattern/possible-images.ts";
import { synthesizeBySat } from "../../src/pattern/synthesize-by-sat.ts";
import { synthesize } from "../../src/pattern/synthesize.ts";
import { TransducerEncoding } from "../../src/pattern/transducer-encoding.ts";
import { createSolver } from "../../src/sat/solver.ts";
import type { SatSolver } from "../../src/sat/solver.ts";
import { InternalError } from "../../src/util/internal-error.ts";
import { Stopped } from "../../src/util/limits.ts";
import { acceptsByRuns, words } from "../support/automata.ts";
import { arbitraryPairs, arbitrarySystem, example, related, systemOf } from "../support/families.ts";
import { expected, times } from "../support/random-runs.ts";

const pairLetters = [0, 1].flatMap((a) => [0, 1].map((b) => a * 3 + b));
const shortPairs = words(2, 3).flatMap((v) => words(2, 3).flatMap((w) => (v.length === w.length ? [[v, w]] : [])));

/** All deterministic transducers over two letters with this many states, each with what it relates of `shortPairs`. */
function allTransducers(states: number): { readonly transducer: Relation; readonly table: string }[] {
  const result: { transducer: Relation; table: string }[] = [];
  const targets = new Array<number>(4 * states).fill(-1);
  const finish = (): void => {
    const edges = Array.from({ length: states }, (_, q) =>
      pairLetters.flatMap((letter, i) => {
        const target = targets[4 * q + i]!;
        return target < 0 ? [] : [{ letter, target }];
      }),
    );
    for (let bits = 0; bits < 2 ** states; bits++) {
      const accepting = Array.from({ length: states }, (_, q) => ((bits >> q) & 1) === 1);
      const transducer = relation(2, { letterCount: tupleCount(2, 2), initial: [0], accepting, edges });
      const table = shortPairs.map(([v, w]) => (related(transducer, v!, w!) ? "1" : "0")).join("");
      result.push({ transducer, table });
    }
  };
  const choose = (at: number): void => {
    if (at === targets.length) {
      finish();
      return;
    }
    for (let target = -1; target < states; target++) {
      targets[at] = target;
      choose(at + 1);
    }
  };
  choose(0);
  return result;
}

const sorted = (word: Word): string => [...word].sort((a, b) => a - b).join();
const isPermuted = (v: Word, w: Word): boolean => sorted(v) === sorted(w);

test("the search finds the least number of states that any transducer of one or two states has", async () => {
  const all = [allTransducers(1), allTransducers(2)];
  let foundCount = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitrarySystem(2),
      fc.constantFrom("complete" as const, "process" as const),
      async (system, kind) => {
        const { outcome, states, movedLength } = await synthesizeBySat(system, { kind, maxStates: 2 });
        // What is moved only in longer words is not looked for here; the random families rarely get so far.
        fc.pre(movedLength! <= 3);
        const inside = shortPairs.map((pair) => pair.every((word) => acceptsByRuns(system.configurations, word)));
        const isCandidate = (table: string): boolean => {
          const images = new Map<string, string>();
          let moves = false;
          for (let i = 0; i < table.length; i++) {
            if (table[i] === "0") continue;
            const [v, w] = shortPairs[i]!;
            // A transducer of two states that changes letters does so in a pair of at most three.
            if (kind === "process" && !isPermuted(v!, w!)) return false;
            if (!inside[i]) continue;
            if (images.has(String(v))) return false;
            images.set(String(v), String(w));
            if (String(v) !== String(w) && v!.length <= movedLength!) moves = true;
          }
          return moves && new Set(images.values()).size === images.size;
        };
        const least = all.findIndex((list) =>
          list.some(
            ({ transducer, table }) => isCandidate(table) && verifyPattern(system, transducer).kind === "complete",
          ),
        );
        if (least >= 0) foundCount++;
        expect([outcome, outcome === "found" ? states : undefined]).toEqual(
          least < 0 ? ["none", undefined] : ["found", least + 1],
        );
      },
    ),
    { numRuns: times(150) },
  );
  expect(foundCount).toBeGreaterThan(expected(20));
});

/** A deterministic transducer of k states that can all be reached, numbered breadth first by letters. */
function breadthFirst({ edges, initial, accepting, letterCount }: Nfa): Nfa {
  const order = [initial[0]!];
  const sorted = edges.map((list) => [...list].sort((a, b) => a.letter - b.letter));
  for (const q of order) {
    for (const { target } of sorted[q]!) if (!order.includes(target)) order.push(target);
  }
  return {
    letterCount,
    initial: [0],
    accepting: order.map((q) => accepting[q]!),
    edges: order.map((q) => sorted[q]!.map(({ letter, target }) => ({ letter, target: order.indexOf(target) }))),
  };
}

test("every transducer is found with as many states as it needs, numbered breadth first", async () => {
  const longest = 5;
  const all = words(4, longest).map((word) => word.map((letter) => pairLetters[letter]!));
  const pairOf = (word: Word): readonly [Word, Word] => {
    const [v, w] = unzip(2, 2, word);
    return [v!, w!];
  };
  await fc.assert(
    fc.asyncProperty(arbitraryPairs(2, 4, 3), async ({ nfa }) => {
      const least = trim(toNfa(minimize({ ...nfa, initial: nfa.initial.slice(0, 1) })));
      const count = stateCount(least);
      fc.pre(count >= 2 && count <= 4);
      for (const states of [count - 1, count]) {
        const solver = await createSolver();
        const encoding = new TransducerEncoding(solver, {
          alphabetSize: 2,
          stateCount: states,
          kind: "complete",
          finiteImage: false,
          acceptsEmptyWord: false,
          hasAllWords: false,
        });
        for (const word of all) {
          if (acceptsByRuns(least, word)) encoding.requireAnyPair([pairOf(word)]);
          else encoding.forbid(pairOf(word));
        }
        expect(solver.solve()).toBe(states === count ? "satisfiable" : "unsatisfiable");
        if (states === count) {
          const { nfa: found } = encoding.relation();
          expect(all.filter((word) => acceptsByRuns(found, word) !== acceptsByRuns(least, word))).toEqual([]);
          expect(breadthFirst(found)).toEqual(found);
        }
        solver.dispose();
      }
    }),
    { numRuns: times(100) },
  );
});

test("there is one numbering only", async () => {
  // From 0 to 1 and 2, from 1 to 3: with 2 and 3 exchanged, the parents would not be in order.
  const edges = [
    [
      { letter: pairLetters[0]!, target: 1 },
      { letter: pairLetters[1]!, target: 2 },
    ],
    [{ letter: pairLetters[0]!, target: 3 }],
    [],
    [{ letter: pairLetters[3]!, target: 3 }],
  ];
  const wanted: Nfa = { letterCount: tupleCount(2, 2), initial: [0], accepting: edges.map(() => true), edges };
  const solver = await createSolver();
  const variables: number[] = [];
  const recording: SatSolver = {
    newVariable: () => {
      variables.push(solver.newVariable());
      return variables.at(-1)!;
    },
    addClause: (clause) => solver.addClause(clause),
    solve: (stop) => solver.solve(stop),
    value: (variable) => solver.value(variable),
    dispose: () => solver.dispose(),
  };
  const encoding = new TransducerEncoding(recording, {
    alphabetSize: 2,
    stateCount: 4,
    kind: "complete",
    finiteImage: false,
    acceptsEmptyWord: false,
    hasAllWords: false,
  });
  // Of each state: whether it accepts, and its transitions by letters and targets.
  const ofTransducer = variables.slice(0, 4 * (1 + 4 * 4));
  for (const word of words(4, 5)) {
    const pairs = word.map((letter) => pairLetters[letter]!);
    const [v, w] = unzip(2, 2, pairs);
    if (acceptsByRuns(wanted, pairs)) encoding.requireAnyPair([[v!, w!]]);
    else encoding.forbid([v!, w!]);
  }
  expect(solver.solve()).toBe("satisfiable");
  expect(encoding.relation().nfa).toEqual(wanted);
  solver.addClause(ofTransducer.map((variable) => (solver.value(variable) ? -variable : variable)));
  expect(solver.solve()).toBe("unsatisfiable");
  solver.dispose();
});

test("one of several pairs is related, and no two of them", async () => {
  const solver = await createSolver();
  const encoding = new TransducerEncoding(solver, {
    alphabetSize: 2,
    stateCount: 3,
    kind: "complete",
    finiteImage: false,
    acceptsEmptyWord: false,
    hasAllWords: false,
  });
  const pairs: (readonly [Word, Word])[] = words(2, 2)
    .slice(3)
    .map((w) => [[0, 1], w]);
  encoding.requireAnyPair(pairs);
  encoding.forbid(pairs[0]!);
  encoding.forbid(pairs[2]!);
  expect(solver.solve()).toBe("satisfiable");
  expect(pairs.filter(([v, w]) => related(encoding.relation(), v, w))).toHaveLength(1);
  encoding.forbid(pairs[1]!);
  encoding.forbid(pairs[3]!);
  expect(solver.solve()).toBe("unsatisfiable");
  solver.dispose();
});

describe("possible images", () => {
  test("every automorphism of an instance maps words to possible images only", () => {
    fc.assert(
      fc.property(arbitrarySystem(2), fc.boolean(), (system, keepsLetters) => {
        const images = new PossibleImages(system, { keepsLetters, kept: [] });
        const steps = system.rules[0]!.relation;
        for (const size of [1, 2, 3]) {
          const all = words(2, size).filter(
            (word) => word.length === size && acceptsByRuns(system.configurations, word),
          );
          const hasStep = all.map((v) => all.map((w) => related(steps, v, w)));
          const extend = (chosen: readonly number[]): void => {
            const i = chosen.length;
            if (i === all.length) {
              chosen.forEach((j, at) => {
                expect(images.isPossible(all[at]!, all[j]!)).toBe(true);
                expect(images.of(all[at]!)).toContainEqual(all[j]!);
                if (j !== at && size <= images.movableLength) expect(images.movable).toContainEqual(all[at]!);
              });
              return;
            }
            all.forEach((w, j) => {
              if (chosen.includes(j) || (keepsLetters && !isPermuted(all[i]!, w))) return;
              const next = [...chosen, j];
              const keeps = next.every(
                (image, k) => hasStep[k]![i] === hasStep[image]![j] && hasStep[i]![k] === hasStep[j]![image],
              );
              if (keeps) extend(next);
            });
          };
          // All of the automorphisms of eight words without steps would take long.
          if (all.length <= 6 || hasStep.flat().includes(true)) extend([]);
        }
      }),
      { numRuns: times(300) },
    );
  });

  test("words of different numbers of steps are no images of each other", () => {
    const system = systemOf("alphabet { a, b } transition set: id* (a, b) id*");
    const images = new PossibleImages(system, { keepsLetters: false, kept: [] });
    expect(images.of([0, 1])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(images.isPossible([0, 0], [1, 1])).toBe(false);
    // Words that are too long, or of different lengths, or no configurations: nothing is known.
    expect(images.of(new Array<number>(12).fill(0))).toBeUndefined();
    expect(images.isPossible([0], [0, 1])).toBe(true);
  });

  test("where few words have one length, the many steps of longer ones do not matter", () => {
    const letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const system = systemOf(`alphabet { ${letters.join(", ")} }
      configurations a a a a a a a a | _ _ _ _ _ _ _ _ _ _*
      transition any: ${"(_, _) ".repeat(8)} (_, _)*`);
    const images = new PossibleImages(system, { keepsLetters: false, kept: [] });
    expect(images.of(new Array<number>(8).fill(0))).toEqual([new Array<number>(8).fill(0)]);
  });

  test("an instance with many steps is not colored", () => {
    const system = systemOf("alphabet { a, b } transition any: (_, _)*");
    const images = new PossibleImages(system, { keepsLetters: true, kept: [] });
    expect(images.of([0, 1, 1, 1, 1, 1, 1])).toHaveLength(7);
    expect(images.of([0, 1, 1, 1, 1, 1, 1, 1])).toBeUndefined();
  });

  test("whoever stops the search stops the coloring", () => {
    const system = example("resource-allocator");
    expect(() => new PossibleImages(system, { keepsLetters: true, kept: [], stop: () => true })).toThrow(Stopped);
  });

  test("a pattern may keep sets", () => {
    const system = systemOf("alphabet { a, b } transition stay: id* initial _* a");
    const images = new PossibleImages(system, { keepsLetters: true, kept: [system.initial!] });
    expect(images.of([0, 1])).toEqual([[0, 1]]);
  });
});

describe("the larger systems of the paper, by guessing and checking alone", () => {
  // The paper's transducer has 11 states: it permutes words that are no configurations too, and ours may do anything.
  test("the resource allocator has a transducer of nine states and none of eight", async () => {
    const system = example("resource-allocator");
    const { outcome, patterns } = await synthesize(system, { method: "sat" });
    expect(outcome).toBe("found");
    expect(patterns[0]).toMatchObject({
      states: 9,
      description: "the smallest transducer of kind process that moves a word of at most 3 letters",
    });
    expect(verifyPattern(system, patterns[0]!.relation!).kind).toBe("complete");
    expect(await synthesize(system, { method: "sat", maxStates: 8 })).toMatchObject({
      outcome: "none",
      reason: "no pattern of up to 8 states moves a word of at most 3 letters",
    });
  });

  test("the dining philosophers have the paper's seventeen states", async () => {
    const system = example("dining-philosophers");
    const { patterns } = await synthesize(system, { method: "sat" });
    expect(patterns[0]!.states).toBe(17);
    expect(verifyPattern(system, patterns[0]!.relation!).kind).toBe("complete");
  });
});

test("many letters do not hide the rotation, which no word of one letter shows", async () => {
  const letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const system = systemOf(`alphabet { ${letters.join(", ")} } configurations a b* a | b b* a | a b* b | b b* b
    transition go: (a, b) id* | id* (a, b)`);
  const { outcome } = await synthesize(system, { method: "sat" });
  expect(outcome).toBe("found");
});

test("a given word that is moved may be longer than those that are looked at", async () => {
  const text = `alphabet { a, b } configurations a a a a a a a a a (a b | b a) transition stay: id*`;
  const options = { method: "sat", kind: "complete", maxStates: 4 } as const;
  expect(await synthesize(systemOf(text), options)).toMatchObject({
    outcome: "none",
    reason: "no pattern of up to 4 states moves a word of at most 8 letters",
  });
  const word = "a a a a a a a a a";
  const given = systemOf(`${text} given ${word} a b -> ${word} b a`);
  expect(await synthesize(given, options)).toMatchObject({
    outcome: "found",
    patterns: [{ description: "the smallest transducer of kind complete" }],
  });
  // A word that is no configuration may go anywhere: that moves nothing.
  const outside = systemOf(`${text} given b b -> a a`);
  expect(await synthesize(outside, options)).toMatchObject({ outcome: "none" });
  // Words of two colors are never related.
  const apart = systemOf("alphabet { a, b } transition set: id* (a, b) id* given a a -> b b");
  expect(await synthesize(apart, options)).toMatchObject({ outcome: "none", reason: "none up to 4 states" });
});

test("a guess that a counterexample has excluded already is a fault, not an endless search", async () => {
  const system = systemOf("alphabet { a } transition stay: id*");
  const search = guessAndCheck(system, {
    minStates: 1,
    maxStates: 1,
    stop: undefined,
    known: [] as string[],
    encode: () => ({ add: () => undefined, guess: () => 0 }),
    refute: () => ["again"],
    pattern: () => {
      throw new Error("no guess is right");
    },
    wanted: ["complete"],
  });
  await expect(search).rejects.toThrow(InternalError);
});
