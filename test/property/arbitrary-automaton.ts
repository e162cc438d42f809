/** Random automata, which are nothing like those of formulas. */

import fc from "fast-check";
import type { Automaton, AutomatonEdge, Cube } from "../../src/property/automaton.ts";
import { names, proposition } from "./arbitrary-ltl.ts";

export function arbitraryAutomaton(propositionCount: number): fc.Arbitrary<Automaton> {
  const cube: fc.Arbitrary<Cube> = fc
    .array(fc.constantFrom("+", "-", ""), { minLength: propositionCount, maxLength: propositionCount })
    .map((signs) => ({
      positive: signs.flatMap((sign, p) => (sign === "+" ? [p] : [])),
      negative: signs.flatMap((sign, p) => (sign === "-" ? [p] : [])),
    }));
  return fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 3 })).chain(([n, acceptanceCount]) => {
    const edge: fc.Arbitrary<AutomatonEdge> = fc.record({
      guard: fc.array(cube, { minLength: 1, maxLength: 2 }),
      target: fc.nat(n - 1),
      marks: fc.nat(2 ** acceptanceCount - 1),
    });
    const state = fc.array(edge, { maxLength: 4 }).map((edges) => ({ edges }));
    return fc.record({
      propositions: fc.constant(names.slice(0, propositionCount).map(proposition)),
      acceptanceCount: fc.constant(acceptanceCount),
      initial: fc.nat(n - 1),
      states: fc.array(state, { minLength: n, maxLength: n }),
    });
  });
}
