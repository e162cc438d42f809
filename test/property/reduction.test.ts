/** Every reduction on its own keeps the language of random automata. */

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  automatonFacts,
  degeneralize,
  reduceAutomaton,
  withStateAcceptance,
} from "../../src/property/automaton-operations.ts";
import type { Automaton } from "../../src/property/automaton.ts";
import { DecisionDiagrams } from "../../src/property/decision-diagrams.ts";
import { copyByLevels } from "../../src/property/degeneralize.ts";
import { labeled, plain } from "../../src/property/labeled-automaton.ts";
import type { LabeledAutomaton } from "../../src/property/labeled-automaton.ts";
import { hasStateAcceptance } from "../../src/property/print-automaton.ts";
import { mergeEqual, simplifyAcceptance } from "../../src/property/reduce.ts";
import { reduceBySimulation } from "../../src/property/simulation.ts";
import { trim } from "../../src/property/trim.ts";
import { expected, times } from "../support/random-runs.ts";
import { arbitraryAutomaton } from "./arbitrary-automaton.ts";
import { indexOfName } from "./arbitrary-ltl.ts";
import { acceptor, allLassos } from "./lasso.ts";

const lassos = allLassos(3, 2);

function expectSameLanguage(before: Automaton, after: Automaton): void {
  const [left, right] = [acceptor(before, indexOfName), acceptor(after, indexOfName)];
  for (const lasso of lassos) {
    if (left(lasso) === right(lasso)) continue;
    expect.fail(`${JSON.stringify(lasso)}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
  }
}

const levels = (
  automaton: LabeledAutomaton,
  uniform: boolean,
  ahead: boolean,
  enterAtTop: boolean,
): LabeledAutomaton => {
  const order = Array.from({ length: automaton.acceptanceCount }, (_, i) => i).reverse();
  return copyByLevels(automaton, { order, uniform, ahead, enterAtTop });
};

const onLabels: Record<string, (automaton: LabeledAutomaton) => LabeledAutomaton> = {
  "no reduction": (automaton) => automaton,
  "trimming with full bridges": (automaton) => trim(automaton, { uniform: false, fullBridges: true }),
  "trimming with empty bridges": (automaton) => trim(automaton, { uniform: false, fullBridges: false }),
  "merging of equal states": mergeEqual,
  "forward simulation": (automaton) => reduceBySimulation(automaton, "forward"),
  "backward simulation": (automaton) => reduceBySimulation(automaton, "backward"),
  "simpler acceptance": simplifyAcceptance,
  "levels on edges": (automaton) => levels(automaton, false, false, false),
  "levels on edges, entered at the top": (automaton) => levels(automaton, false, false, true),
  "levels on states": (automaton) => levels(automaton, true, false, false),
  "levels on states, entered at the top": (automaton) => levels(automaton, true, false, true),
  "levels on states, looking ahead": (automaton) => levels(automaton, true, true, false),
  "levels on states, looking ahead, entered at the top": (automaton) => levels(automaton, true, true, true),
};

test.each(Object.entries(onLabels))("%s keeps the language", (_, stage) => {
  fc.assert(
    fc.property(arbitraryAutomaton(2), (automaton) => {
      const reduced = stage(labeled(automaton, new DecisionDiagrams()));
      expectSameLanguage(automaton, plain(reduced, automaton.propositions));
    }),
    { numRuns: times(1000) },
  );
});

const whole = { reduceAutomaton, degeneralize, withStateAcceptance };

test.each(Object.entries(whole))("%s keeps the language", (name, stage) => {
  fc.assert(
    fc.property(arbitraryAutomaton(2), (automaton) => {
      const result = stage(automaton);
      expectSameLanguage(automaton, result);
      if (name !== "reduceAutomaton") expect(result.acceptanceCount).toBe(1);
      if (name === "withStateAcceptance") expect(hasStateAcceptance(result)).toBe(true);
      if (name === "reduceAutomaton") expect(result.states.length).toBeLessThanOrEqual(automaton.states.length);
    }),
    { numRuns: times(1000) },
  );
});

test("states that are called universal accept every lasso, and kinds of components are what they say", () => {
  let universalCount = 0;
  fc.assert(
    fc.property(arbitraryAutomaton(1), (automaton) => {
      const { universal, component, componentKinds, strength } = automatonFacts(automaton);
      automaton.states.forEach((_, state) => {
        const accepts = acceptor({ ...automaton, initial: state }, indexOfName);
        if (universal[state]) {
          universalCount++;
          expect(allLassos(5, 1).every(accepts)).toBe(true);
        }
        // Only the component, with guards that always hold: this shows its own cycles.
        const inner = automaton.states.map(({ edges }) => ({
          edges: edges
            .filter(({ target }) => component[target] === component[state])
            .map((edge) => ({ ...edge, guard: [{ positive: [], negative: [] }] })),
        }));
        const only = { ...automaton, states: inner, initial: state };
        const kind = componentKinds[component[state]!]!;
        const some = acceptor(only, indexOfName)({ letters: [0], loop: 0 });
        expect(some).toBe(kind === "accepting" || kind === "mixed");
        const every = Array.from({ length: automaton.acceptanceCount }, (_, set) => {
          const missing = inner.map(({ edges }) => ({
            edges: edges.filter(({ marks }) => !(marks & (1 << set))).map((edge) => ({ ...edge, marks: 0 })),
          }));
          return !acceptor({ ...only, states: missing, acceptanceCount: 0 }, indexOfName)({ letters: [0], loop: 0 });
        }).every(Boolean);
        if (kind === "accepting") expect(every).toBe(true);
        if (strength !== "general") expect(kind).not.toBe("mixed");
        if (strength === "terminal" && kind === "accepting") expect(universal[state]).toBe(true);
      });
    }),
    { numRuns: times(1000) },
  );
  expect(universalCount).toBeGreaterThan(expected(100));
});
