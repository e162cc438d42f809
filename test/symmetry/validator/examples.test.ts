/** Symmetries of the example models: valid ones, invalid ones, and the reasons. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Model } from "../../../src/model/model.ts";
import type { Symmetry } from "../../../src/symmetry/symmetry.ts";
import { recheck, Validator } from "../../../src/symmetry/validator/validator.ts";
import { modelOf, reindexed, swap, symmetryBy } from "../../support/symmetries.ts";

function example(name: string, defines = {}): Model {
  return modelOf(readFileSync(`examples/seq/${name}.seq`, "utf8"), defines);
}

/** Accepted, and the certificate passes the recheck; or the reason why not. It is the same without proofs by typing. */
function verdict(model: Model, symmetry: Symmetry, properties = model.properties): string {
  const validations = [true, false].map((typing) => new Validator(model, { properties, typing }).validate(symmetry));
  const verdicts = validations.map((validation) => {
    if (!validation.accepted) return validation.reason;
    expect(recheck(model, symmetry, validation.certificate, { properties })).toBe(true);
    return "accepted";
  });
  expect(verdicts[0]).toBe(verdicts[1]);
  return verdicts[0]!;
}

test("philosophers can be rotated but not exchanged", () => {
  const model = example("dining-philosophers");
  expect(
    verdict(
      model,
      symmetryBy(
        model,
        reindexed((i) => (i + 1) % 5),
      ),
    ),
  ).toBe("accepted");
  expect(
    verdict(
      model,
      symmetryBy(
        model,
        reindexed((i) => (i + 3) % 5),
      ),
    ),
  ).toBe("accepted");
  expect(verdict(model, symmetryBy(model, reindexed(swap(0, 1))))).toMatch(
    /^transition `takeRight` with i = \d has no counterpart: compared with i = \d, the guard wants `at\[\d\]`.*/,
  );
});

test("agents in a ring can be rotated, and their labels flipped", () => {
  const model = example("token-circulation");
  expect(
    verdict(
      model,
      symmetryBy(
        model,
        reindexed((i) => (i + 1) % 3),
      ),
    ),
  ).toBe("accepted");
  const flip = symmetryBy(
    model,
    (name) => name,
    (name, value) => (name.startsWith("label") ? 1 - value : value),
  );
  expect(verdict(model, flip)).toBe("accepted");
  const flipTokens = symmetryBy(
    model,
    (name) => name,
    (name, value) => (name.startsWith("token") ? 1 - value : value),
  );
  expect(verdict(model, flipTokens)).toMatch(/becomes something else \(1, not 0\)/);
  expect(verdict(model, symmetryBy(model, reindexed(swap(0, 1))))).toMatch(
    /^transition `rule1` with u = 0, v = 1 has no/,
  );
});

test("processes of Peterson's algorithm can be exchanged together with their numbers", () => {
  for (const N of [3, 4, 6]) {
    const model = example("peterson", { N: String(N) });
    const processes = (renumber: (i: number) => number): Symmetry =>
      symmetryBy(
        model,
        reindexed((i, name) => (name.startsWith("victim") ? i : renumber(i))),
        (name, value) => (name.startsWith("victim") ? renumber(value) : value),
      );
    for (let i = 1; i < N; i++) expect(verdict(model, processes(swap(0, i)))).toBe("accepted");
    const withoutNumbers = symmetryBy(
      model,
      reindexed((i, name) => (name.startsWith("victim") ? i : swap(0, 1)(i))),
    );
    expect(verdict(model, withoutNumbers)).toMatch(/^transition `yield` with p = 0 has no counterpart/);
    expect(
      verdict(
        model,
        symmetryBy(
          model,
          reindexed((i, name) => (name.startsWith("victim") ? swap(1, 2)(i) : i)),
        ),
      ),
    ).toMatch(/^transition `yield` with p = 0/);
  }
});

test("the pegs of Hanoi that are not the first can be exchanged unless a property names one", () => {
  const model = example("hanoi");
  const pegs = symmetryBy(
    model,
    (name) => name,
    (_, value) => swap(1, 2)(value),
  );
  expect(verdict(model, pegs, [])).toBe("accepted");
  expect(verdict(model, pegs)).toBe("property `solved` names `on[0]`, whose values change");
  const start = symmetryBy(
    model,
    (name) => name,
    (_, value) => swap(0, 1)(value),
  );
  expect(verdict(model, start, [])).toBe("initially `on[0]` is start, which becomes spare");
  expect(verdict(model, symmetryBy(model, reindexed(swap(0, 1))), [])).toMatch(/^transition `move` with d = 0, to = /);
});

test("clients of German's protocol can be exchanged, and so can the data", () => {
  const model = example("german", { N: "4" });
  const clients = (renumber: (i: number) => number): Symmetry =>
    symmetryBy(model, reindexed(renumber), (name, value) => (name === "requester" ? renumber(value) : value));
  for (let i = 1; i < 4; i++) expect(verdict(model, clients(swap(0, i)))).toBe("accepted");
  const holdsData = (name: string): boolean => /value$|^memory$|^latest$/.test(name);
  const data = symmetryBy(
    model,
    (name) => name,
    (name, value) => (holdsData(name) ? swap(1, 2)(value) : value),
  );
  expect(verdict(model, data)).toBe("accepted");
  const memoryOnly = symmetryBy(
    model,
    (name) => name,
    (name, value) => (name === "memory" ? swap(1, 2)(value) : value),
  );
  expect(verdict(model, memoryOnly)).toBe("the images of the initial states are not the initial states");
});

test("readers, writers and consumers can be exchanged among themselves", () => {
  const locks = example("readers-writers");
  const only = (kind: string) => reindexed((i, name) => (name.startsWith(kind) ? swap(0, 1)(i) : i));
  expect(verdict(locks, symmetryBy(locks, only("reader[")))).toBe("accepted");
  expect(verdict(locks, symmetryBy(locks, only("writer[")))).toBe("accepted");
  const buffer = example("producer-consumer");
  const consumers = symmetryBy(buffer, (name) =>
    name.includes("hand[") ? name.replace(/hand\[(\d)\]/, (_, i: string) => `hand[${1 - Number(i)}]`) : name,
  );
  expect(verdict(buffer, consumers)).toBe("accepted");
});

test("producers whose numbers are in a queue can be exchanged", () => {
  const model = example("producer-consumer");
  const producers = symmetryBy(
    model,
    reindexed((i, name) => (/^made|^expected/.test(name) ? 1 - i : i)),
    (name, value) => (/^(buffer|hand).*\.0$/.test(name) && value >= 0 ? 1 - value : value),
  );
  const { properties } = model;
  const validation = new Validator(model, { properties }).validate(producers);
  expect(validation.accepted).toBe(true);
  if (validation.accepted) expect(recheck(model, producers, validation.certificate, { properties })).toBe(true);
});
