/** Small random models with events: components that move by themselves, all alike or each its own. */

import fc from "fast-check";
import type { Events, Expression, Model, Transition } from "../../src/index.ts";

/** A step of a component: from, event, to. Event 0 is invisible. */
export type LocalStep = readonly [from: number, event: number, to: number];

/** The number of different visible events of one component, and the most states of one. */
const eventCount = 3;
const mostStates = 5;

/** The events of so many components: each event has the number of its component. */
export function eventsOf(components: number): Events {
  const names = Array.from(
    { length: components * eventCount },
    (_, k) => `e${k % eventCount}.${Math.floor(k / eventCount)}`,
  );
  return { variable: "event", names: ["none", "tau", ...names] };
}

export const arbitrarySteps: fc.Arbitrary<readonly LocalStep[]> = fc.array(
  fc.tuple(
    fc.nat(mostStates - 1),
    fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 4, arbitrary: fc.integer({ min: 1, max: eventCount }) },
    ),
    fc.nat(mostStates - 1),
  ),
  { minLength: 1, maxLength: 9 },
);

/** The steps, and variations of them: pairs of two arbitrary ones hardly ever refine each other. */
export const arbitraryPair: fc.Arbitrary<readonly [readonly LocalStep[], readonly LocalStep[]]> = arbitrarySteps.chain(
  (steps) =>
    fc.tuple(
      fc.constant(steps),
      fc.oneof(
        arbitrarySteps,
        arbitrarySteps.map((more) => [...steps, ...more]),
        fc.subarray([...steps]).map((some) => (some.length === 0 ? steps : some)),
      ),
    ),
);

/** Components that move independently of each other, each with these steps, from state 0. */
export function modelOf(steps: readonly LocalStep[], components: number): Model {
  const at = (component: number): Expression => ({
    kind: "index",
    base: { kind: "variable", name: "at" },
    index: { kind: "integer", value: component },
  });
  const transitions = Array.from({ length: components }, (_, component) =>
    steps.map(([from, event, to], k): Transition => {
      const number = event === 0 ? 1 : 2 + component * eventCount + event - 1;
      return {
        name: `step ${k} of ${component}`,
        parameters: [],
        guard: { kind: "binary", op: "==", left: at(component), right: { kind: "integer", value: from } },
        body: [
          { kind: "assign", target: { kind: "variable", name: "event" }, value: { kind: "integer", value: number } },
          { kind: "assign", target: at(component), value: { kind: "integer", value: to } },
        ],
      };
    }),
  );
  const zero = { kind: "value", value: 0 } as const;
  const index = { kind: "range", low: 0, high: components - 1 } as const;
  const states = { kind: "range", low: 0, high: mostStates - 1 } as const;
  return {
    name: "components",
    constants: [],
    types: [],
    variables: [
      {
        name: "at",
        type: { kind: "array", index, element: states },
        initial: { kind: "items", items: Array.from({ length: components }, () => zero) },
      },
      {
        name: "event",
        type: { kind: "range", low: 0, high: eventsOf(components).names.length - 1 },
        initial: zero,
        observer: true,
      },
    ],
    predicates: [],
    transitions: transitions.flat(),
    properties: [],
  };
}
