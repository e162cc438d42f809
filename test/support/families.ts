/** The example families, random families, and the definition of symmetry patterns on the words of small instances. */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { relation, tupleCount, zip } from "../../src/automata/index.ts";
import type { Relation, Word } from "../../src/automata/index.ts";
import { parameterizedSystem } from "../../src/family/system.ts";
import type { ParameterizedSystem } from "../../src/family/system.ts";
import { parseSystem } from "../../src/languages/rsp/parse.ts";
import { acceptsByRuns, arbitraryNfa } from "./automata.ts";

export function systemOf(text: string): ParameterizedSystem {
  const { system, diagnostics } = parseSystem(text, { name: "test.rsp" });
  if (!system) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return system;
}

export const example = (name: string): ParameterizedSystem =>
  systemOf(readFileSync(`examples/patterns/${name}.rsp`, "utf8"));

/** A length-preserving relation. */
export function arbitraryPairs(alphabetSize: number, mostStates: number, mostEdges = 4): fc.Arbitrary<Relation> {
  return arbitraryNfa(alphabetSize ** 2, mostStates, mostEdges).map((nfa) => {
    const edges = nfa.edges.map((list) =>
      list.map(({ letter, target }) => ({
        letter: Math.floor(letter / alphabetSize) * (alphabetSize + 1) + (letter % alphabetSize),
        target,
      })),
    );
    return relation(alphabetSize, { ...nfa, letterCount: tupleCount(alphabetSize, 2), edges });
  });
}

export function arbitrarySystem(alphabetSize: number): fc.Arbitrary<ParameterizedSystem> {
  return fc
    .record({
      steps: arbitraryPairs(alphabetSize, 3),
      configurations: fc.option(arbitraryNfa(alphabetSize, 3), { nil: undefined, freq: 2 }),
    })
    .map(({ steps, configurations }) =>
      parameterizedSystem({
        name: "random",
        letters: ["a", "b", "c"].slice(0, alphabetSize),
        configurations,
        rules: [{ name: "step", relation: steps }],
      }),
    );
}

export const related = ({ alphabetSize, nfa }: Relation, v: Word, w: Word): boolean =>
  acceptsByRuns(nfa, zip(alphabetSize, [v, w]));

/** S1 by definition, for steps and images among these words. */
export function isSimulationOn(system: ParameterizedSystem, r: Relation, words: readonly Word[]): boolean {
  const configurations = words.filter((word) => acceptsByRuns(system.configurations, word));
  const steps = system.rules[0]!.relation;
  const stepsFrom = new Map(
    configurations.map((v) => [v, configurations.filter((w) => w.length === v.length && related(steps, v, w))]),
  );
  const images = new Map(configurations.map((v) => [v, configurations.filter((w) => related(r, v, w))]));
  return configurations.every((v) =>
    stepsFrom
      .get(v)!
      .every((w) => images.get(v)!.every((v2) => stepsFrom.get(v2)!.some((w2) => images.get(w)!.includes(w2)))),
  );
}
