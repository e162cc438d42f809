/** Refinement against a subset construction by definition, on random pairs, with and without symmetries. */

import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { Antichain } from "../../src/explicit/antichain.ts";
import { LabeledSpace } from "../../src/explicit/labeled-space.ts";
import { Refinement } from "../../src/explicit/refinement.ts";
import { check } from "../../src/index.ts";
import type { Events, Model, Property, PropertyResult, Semantics } from "../../src/index.ts";
import { findJointSymmetries } from "../../src/symmetry/joint-symmetries.ts";
import type { JointSymmetry } from "../../src/symmetry/joint-symmetries.ts";
import { identitySymmetry } from "../../src/symmetry/symmetry.ts";
import { Watch } from "../../src/util/limits.ts";
import { arbitraryPair, eventsOf, modelOf } from "../support/arbitrary-labeled-model.ts";
import type { LocalStep } from "../support/arbitrary-labeled-model.ts";
import { expected, times } from "../support/random-runs.ts";
import { graphOf, shortestExcess } from "../support/subset-construction.ts";

const semantics = fc.constantFrom<Semantics>("traces", "failures", "failures-divergences");

afterEach(() => void vi.restoreAllMocks());

async function decide(
  implementation: Model,
  property: Omit<Property & { kind: "refines" }, "name" | "kind">,
  symmetry: "on" | "off",
): Promise<PropertyResult> {
  const model: Model = { ...implementation, properties: [{ kind: "refines", name: "refines", ...property }] };
  const { properties } = await check(model, { properties: ["refines"], symmetry });
  return properties.find(({ name }) => name === "refines")!;
}

/** The number of steps to where the excess is: a loop of invisible steps comes after it. */
function lengthOf({ trace }: PropertyResult, events: Events, model: Model): number {
  if (trace!.loop === undefined) return trace!.steps.length;
  const slot = model.variables.length === 2 ? trace!.initial.length - 1 : 0;
  expect(events.variable).toBe("event");
  return trace!.steps.findLastIndex(({ target }) => target![slot] !== 1) + 1;
}

test("verdicts, and lengths of runs, are those of a subset construction", async () => {
  let violated = 0;
  let held = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryPair, semantics, async ([own, other], kind) => {
      const events = eventsOf(1);
      const [model, specification] = [modelOf(own, 1), modelOf(other, 1)];
      const wanted = shortestExcess(graphOf(model, events), graphOf(specification, events), kind);
      const result = await decide(model, { semantics: kind, events, specification }, "off");
      expect(result.verdict).toBe(wanted === undefined ? "holds" : "violated");
      if (wanted === undefined) held++;
      else {
        violated++;
        // A divergence may be reached by invisible steps, which belong to its loop.
        if (result.trace!.loop === undefined) expect(lengthOf(result, events, model)).toBe(wanted);
        else expect(lengthOf(result, events, model)).toBeLessThanOrEqual(wanted);
      }
    }),
    { numRuns: times(500) },
  );
  expect(violated).toBeGreaterThan(expected(200));
  expect(held).toBeGreaterThan(expected(60));
});

test("symmetries of both sides change no verdict and no length", async () => {
  let reduced = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryPair, semantics, async ([own, other], kind) => {
      const events = eventsOf(3);
      const [model, specification] = [modelOf(own, 3), modelOf(other, 3)];
      const property = { semantics: kind, events, specification };
      const plain = await decide(model, property, "off");
      const result = await decide(model, property, "on");
      expect(result.verdict).toBe(plain.verdict);
      expect(lengthIfAny(result)).toBe(lengthIfAny(plain));
      if (result.runs!.symmetry.order >= 6n && result.runs!.states < plain.runs!.states) reduced++;
    }),
    { numRuns: times(120) },
  );
  expect(reduced).toBeGreaterThan(expected(20));
});

function lengthIfAny({ trace }: PropertyResult): number | undefined {
  return trace?.loop === undefined ? trace?.steps.length : undefined;
}

/** Whether a search by hand finds an excess. */
function finds(model: Model, specification: Model, events: Events, symmetries: readonly JointSymmetry[]): boolean {
  const watch = new Watch({});
  const [own, other] = [new LabeledSpace(model, events, watch), new LabeledSpace(specification, events, watch)];
  const refinement = new Refinement(own, other, { semantics: "traces", symmetries });
  while (refinement.step(1000));
  return refinement.excess !== undefined;
}

// Mutants: the antichain keeps the first set of a state, though a smaller one comes later; the symmetry acts on one side only.
test("an antichain that keeps larger sets than it meets is caught", () => {
  // After the second event the specification may only be where it cannot go on, after the first also elsewhere.
  const own: readonly LocalStep[] = [[0, 1, 1], [0, 2, 1], [1, 3, 2]]; // prettier-ignore
  const other: readonly LocalStep[] = [[0, 1, 1], [0, 1, 3], [0, 2, 3], [1, 3, 2]]; // prettier-ignore
  const events = eventsOf(1);
  const [model, specification] = [modelOf(own, 1), modelOf(other, 1)];
  expect(finds(model, specification, events, [])).toBe(true);
  const seen = new Set<number>();
  vi.spyOn(Antichain.prototype, "add").mockImplementation((state) => !seen.has(state) && seen.add(state).has(state));
  expect(finds(model, specification, events, [])).toBe(false);
});

test("a symmetry that acts on the implementation only is caught", () => {
  const events = eventsOf(2);
  const twins: readonly LocalStep[] = [[0, 1, 1], [1, 2, 0]]; // prettier-ignore
  const model = modelOf(twins, 2);
  const { elements } = findJointSymmetries(model, model, events, "quick");
  expect(elements).toHaveLength(1);
  expect(finds(model, model, events, elements)).toBe(false);
  const mutants = elements.map(({ implementation, specification: { slots } }) => ({
    implementation,
    specification: identitySymmetry(slots.length),
  }));
  expect(finds(model, model, events, mutants)).toBe(true);
});

test("what is symmetric on one side only is no symmetry", () => {
  const twins: readonly LocalStep[] = [
    [0, 1, 1],
    [1, 2, 0],
  ];
  const events = eventsOf(2);
  const model = modelOf(twins, 2);
  expect(findJointSymmetries(model, model, events, "on").found.group.group.order).toBe(2n);
  // The specification lets only the first component move.
  const first = { ...model, transitions: model.transitions.slice(0, twins.length) };
  expect(findJointSymmetries(model, first, events, "on").elements).toEqual([]);
  expect(findJointSymmetries(first, model, events, "on").elements).toEqual([]);
});

test("events that only one side has are not exchanged with invisible ones", () => {
  const loops = (event: number): readonly LocalStep[] => [[0, event, 0], [0, 0, 0]]; // prettier-ignore
  const events = eventsOf(1);
  const { elements } = findJointSymmetries(modelOf(loops(1), 1), modelOf(loops(1), 1), events, "on");
  expect(elements).toEqual([]);
});
