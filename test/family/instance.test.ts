import { describe, expect, test } from "vitest";
import { accepts, wordsOfLength } from "../../src/automata/index.ts";
import { instanceModel, InstanceTooLarge } from "../../src/family/instance.ts";
import { permutationAt, proposalsFor } from "../../src/family/proposals.ts";
import { proposals } from "../../src/hints/proposal.ts";
import { check } from "../../src/index.ts";
import { facts } from "../../src/model/facts.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { Validator } from "../../src/symmetry/validator/validator.ts";
import { example, related, systemOf } from "../support/families.ts";

const names = [
  "herman",
  "israeli-jalfon",
  "israeli-jalfon-left",
  "resource-allocator",
  "dining-philosophers",
  "coffee-can",
];

describe.each(names)("%s", (name) => {
  const system = example(name);

  test.each([3, 5])("of size %i has the steps of the relation, and begins in the initial words", (size) => {
    const instance = facts(instanceModel(system, size)).interpreter;
    const begins = [...instance.initialStates()].map(String).sort();
    expect(begins).toEqual(wordsOfLength(system.initial!, size).map(String).sort());
    const everywhere = facts(instanceModel(system, size, { everywhere: true })).interpreter;
    const configurations = wordsOfLength(system.configurations, size);
    expect([...everywhere.initialStates()].map(String).sort()).toEqual(configurations.map(String).sort());
    for (const word of configurations) {
      const targets = new Set([...instance.steps(word)].map((step) => String(step.target)));
      const expected = configurations.filter((w) => related(system.steps, word, w)).map(String);
      expect([...targets].sort()).toEqual(expected.sort());
    }
  });

  test("gives generators that the validator accepts", () => {
    for (const size of [3, 5, 7]) {
      const proposed = proposalsFor(system, size);
      expect(proposed.length > 0).toBe(name !== "coffee-can");
      const model = proposals.give(instanceModel(system, size), proposed);
      const validator = new Validator(model, { properties: model.properties });
      for (const { slots } of proposed) {
        expect(validator.validate({ slots: Int32Array.from(slots), values: new Map() })).toMatchObject({
          accepted: true,
        });
      }
    }
  });

  test("is safe", async () => {
    const model = proposals.give(instanceModel(system, 5), proposalsFor(system, 5));
    const { verdict, unreducedStates, states } = await check(model, { symmetry: "on" });
    expect(verdict).toBe("holds");
    const plain = await check(model, { symmetry: "off" });
    expect(String(unreducedStates ?? states)).toBe(String(plain.states));
  });
});

test("patterns alone give the groups of large instances", () => {
  const orderOf = (name: string, size: number): bigint => {
    const model = proposals.give(instanceModel(example(name), size), proposalsFor(example(name), size));
    return findSymmetries(model, { method: "patterns" }).group.group.order;
  };
  expect(orderOf("resource-allocator", 12)).toBe(39916800n);
  expect(orderOf("dining-philosophers", 20)).toBe(20n);
  expect(orderOf("israeli-jalfon", 9)).toBe(18n);
  // There are too many initial states for a table. They are compared by their text, so the text must be alike for all
  // positions.
  expect(orderOf("herman", 15)).toBe(15n);
});

test("a declared pattern is seen to permute positions, and used", () => {
  const system = systemOf(`alphabet { a, b }
    transition first: (a, b) id*
    transition last: id+ (a, b)
    pattern ends: () | id | (a, a) id* (a, a) | (b, b) id* (b, b) | (a, b) id* (b, a) | (b, a) id* (a, b)`);
  expect(permutationAt(system, system.patterns[0]!.relation, 4)).toEqual([3, 1, 2, 0]);
  expect(proposalsFor(system, 4)).toContainEqual({ slots: [3, 1, 2, 0], reason: "pattern ends" });
});

test("too many ways to apply a rule are refused", () => {
  const system = systemOf("alphabet { a, b } transition all: ((a, b) | (b, a))*");
  expect(instanceModel(system, 8).transitions).toHaveLength(256);
  expect(() => instanceModel(system, 30)).toThrow(InstanceTooLarge);
});

test("steps stay among the configurations", () => {
  const system = systemOf("alphabet { a, b } configurations a* b* transition grow: id* (a, b) id*");
  const instance = facts(instanceModel(system, 3)).interpreter;
  expect([...instance.steps([0, 0, 1])].map(({ target }) => target)).toEqual([[0, 1, 1]]);
  expect(accepts(system.configurations, [0, 1, 0])).toBe(false);
});
