/** Proof by typing: its results hold by brute force, it proves all that it should, and each condition is necessary. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { formatStructure, structureOf } from "../../../src/group/index.ts";
import type { NamesInScope } from "../../../src/model/constant-place.ts";
import { facts } from "../../../src/model/facts.ts";
import type { Model, Statement, Type } from "../../../src/model/model.ts";
import { scopeOf } from "../../../src/model/typing.ts";
import { exchanges } from "../../../src/symmetry/exchanges.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { identitySymmetry } from "../../../src/symmetry/symmetry.ts";
import type { Symmetry } from "../../../src/symmetry/symmetry.ts";
import { text } from "../../../src/symmetry/text/detect.ts";
import { commutes } from "../../../src/symmetry/validator/typing/commuting-rounds.ts";
import { Tables } from "../../../src/symmetry/validator/typing/tables.ts";
import { TypingProof } from "../../../src/symmetry/validator/typing/typing-proof.ts";
import { formatCertificate, recheck, Validator } from "../../../src/symmetry/validator/validator.ts";
import { arbitrarySymmetricModel } from "../../support/arbitrary-symmetric-model.ts";
import { expected, times } from "../../support/random-runs.ts";
import { bruteForce, modelOf, reindexed, swap, symmetryBy } from "../../support/symmetries.ts";

function objection(model: Model, symmetry: Symmetry): string | undefined {
  const proof = new TypingProof(model, model.properties).prove(symmetry);
  return "objection" in proof ? proof.objection : undefined;
}

/** All proposals of the detectors of guesses and of texts. */
function proposals(model: Model): Symmetry[] {
  const made: Symmetry[] = [];
  for (const detector of [exchanges, text]) {
    detector.propose({
      model,
      properties: model.properties,
      isThorough: true,
      propose: (...alternatives) => made.push(...alternatives) > 0,
      isValid: () => false,
      settle: () => undefined,
    });
  }
  return made;
}

test("what is shown of random models holds by brute force, and the tables agree", () => {
  let [shown, refused] = [0, 0];
  fc.assert(
    fc.property(arbitrarySymmetricModel(), (model) => {
      const proof = new TypingProof(model, model.properties);
      const validator = new Validator(model, { properties: model.properties, typing: false });
      for (const symmetry of proposals(model)) {
        const result = proof.prove(symmetry);
        if ("objection" in result) {
          refused++;
          continue;
        }
        shown++;
        expect(bruteForce(model, symmetry)).toBeUndefined();
        const validation = validator.validate(symmetry);
        if (!validation.accepted) expect(validation.stage).toBe("limit");
      }
    }),
    { numRuns: times(1000) },
  );
  expect(shown).toBeGreaterThan(expected(100));
  expect(refused).toBeGreaterThan(expected(20));
});

test("what is too large for tables is shown by typing, and its certificate can be checked again", () => {
  const model = processes();
  const validator = new Validator(model, { properties: model.properties, choiceLimit: 1 });
  const validation = validator.validate(exchange(model));
  expect(validation.accepted && validation.certificate.texts).toEqual([
    { from: "go", to: "go" },
    { from: "back", to: "back" },
  ]);
  if (!validation.accepted) return;
  const { certificate } = validation;
  expect(recheck(model, exchange(model), certificate, { properties: model.properties })).toBe(true);
  const wrong = { ...certificate, texts: [{ from: "go", to: "back" }] };
  expect(recheck(model, exchange(model), wrong)).toBe(false);
  expect(formatCertificate(model, exchange(model), certificate)).toContain("all transitions keep their texts");
});

test("what does something else than the symmetry proves nothing of it", () => {
  const model = processes({ guard: "at[p] == 0 && p != 1" });
  const validator = new Validator(model, { properties: model.properties, choiceLimit: 1 });
  const identity = identitySymmetry(facts(model).slots.length);
  expect(validator.validate(identity, identity).accepted).toBe(true);
  expect(validator.validate(exchange(model), identity).accepted).toBe(false);
});

// A front end may share expressions: the table of one transition was taken for that of another with more values.
test("an expression in two transitions has a table in each, by the types of its names there", () => {
  const model = modelOf(`
    var a: array [0..3] of bool = false
    transition low(i: 0..1) when (i + 2) % 4 == 2 { a[i] := true; }
    transition high(i: 0..3) when (i + 2) % 4 == 2 { a[i] := true; }
  `);
  const [low, high] = model.transitions;
  const shared = { ...model, transitions: [low!, { ...high!, guard: low!.guard }] };
  const tables = new Tables();
  const namesWith = (type: Type): NamesInScope => ({
    ...scopeOf(shared),
    locals: new Map([["i", type]]),
    predicates: new Map(),
    constantValues: new Map(),
    offsets: new Map(),
  });
  const rowsIn = (k: number): number =>
    tables.leavesOf(low!.guard, namesWith(shared.transitions[k]!.parameters[0]!.type))!.rows.length;
  expect([rowsIn(0), rowsIn(1), rowsIn(0)]).toEqual([2, 4, 2]);
});

test("transitions with more choices than tables can have are symmetric all the same", () => {
  const model = modelOf(`
    const N = 80
    type P = 0..N-1
    var at: array [P] of 0..2 = 0
    transition meet(p: P, q: P, r: P) when p != q && q != r && at[p] == 0 && at[q] == 0 { at[p] := 1; at[r] := 2; }
    property safe: invariant (count p: P . at[p] == 1) <= N
  `);
  const found = findSymmetries(model, { method: "text", properties: model.properties });
  expect(formatStructure(structureOf(found.group.group))).toBe("S80");
});

/** A model of processes, with one place in which to tell them apart. */
function processes(parts: { readonly guard?: string; readonly body?: string; readonly property?: string } = {}): Model {
  const { guard = "at[p] == 0", body = "at[p] := 1; owner := p;", property = "forall p: P . at[p] <= 2" } = parts;
  return modelOf(`
    const N = 4
    type P = 0..N-1
    var at: array [P] of 0..2 = 0
    var owner: 0..N = N
    var level: array [0..3] of bool = false
    transition go(p: P) when ${guard} { ${body} }
    transition back(p: P) when at[p] == 1 && owner == p { at[p] := 0; owner := N; }
    property safe: invariant ${property}
  `);
}

const exchange = (model: Model): Symmetry =>
  symmetryBy(
    model,
    (name) => (name.startsWith("at") ? reindexed(swap(1, 2))(name) : undefined),
    (name, value) => (name === "owner" ? swap(1, 2)(value) : value),
  );

test("a sort that is only compared, copied and used as an index is shown, with its cycle too", () => {
  const model = processes();
  expect(objection(model, exchange(model))).toBeUndefined();
  const cycle = symmetryBy(
    model,
    (name) => (name.startsWith("at") ? reindexed((i) => (i + 1) % 4)(name) : undefined),
    (name, value) => (name === "owner" && value < 4 ? (value + 1) % 4 : value),
  );
  expect(objection(model, cycle)).toBeUndefined();
});

test.each([
  ["an order on the sort", { guard: "at[p] == 0 && p < owner" }],
  ["arithmetic on the sort", { body: "at[(p + 1) % N] := 1; owner := p;" }],
  ["a constant of the sort", { guard: "at[p] == 0 && p != 1" }],
  ["a constant of the sort as an index", { guard: "at[1] == 0 && at[p] == 0" }],
  ["a second sort that is used as an index too", { body: "level[p] := true; owner := p; at[p] := 1;" }],
  ["a property that names one", { property: "at[1] == 0" }],
  ["rounds of a loop that depend on their order", { body: "for q: P { if at[q] == 0 { owner := q; } }" }],
  ["a division that may fail for some", { guard: "at[p] == 0 && (exists q: P . at[q] == 1 || 2 / at[q] == 1)" }],
  ["an index that may be outside for some", { guard: "at[p] == 0 && (forall q: P . level[at[q] + 2])" }],
] as const)("%s is in the way", (_, parts) => {
  const model = processes(parts);
  expect(objection(model, exchange(model))).toBeDefined();
});

test("conditions on each process are followed if none can fail", () => {
  for (const guard of [
    "at[p] == 0 && (forall q: P . level[at[q]] || 2 / 1 == 2)",
    "(count q: P . 2 / at[q] == 1) > 0",
  ]) {
    const model = processes({ guard });
    expect(objection(model, exchange(model))).toBeUndefined();
  }
});

test("the refusals are right: with these changes the exchange is no symmetry", () => {
  for (const parts of [{ guard: "at[p] == 0 && p < owner" }, { guard: "at[p] == 0 && p != 1" }]) {
    const model = processes(parts);
    expect(bruteForce(model, exchange(model))).toBeDefined();
  }
});

test("rotations of a ring are shown, reflections are not", () => {
  const model = modelOf(`
    const N = 5
    type P = 0..N-1
    var at: array [P] of bool = false
    var token: P = *
    transition pass(p: P) when token == p && !at[(p + N - 1) % N] { token := (p + 1) % N; at[p] := true; }
    transition rest(p: P) when at[p] { at[p] := false; }
  `);
  const by = (image: (i: number) => number): Symmetry =>
    symmetryBy(model, reindexed(image), (name, value) => (name === "token" ? image(value) : value));
  expect(
    objection(
      model,
      by((i) => (i + 2) % 5),
    ),
  ).toBeUndefined();
  expect(
    objection(
      model,
      by((i) => (5 - i) % 5),
    ),
  ).toBeDefined();
});

test("transitions that are written out for each process go to each other", () => {
  const model = modelOf(`
    var a: 0..2 = 0
    var b: 0..2 = 0
    var fork: array [2] of bool = false
    transition ta when a == 0 && !fork[0] { a := 1; fork[0] := true; }
    transition tb when !fork[1] && b == 0 { fork[1] := true; b := 1; }
    transition ua when a == 1 { a := 2; fork[0] := false; }
    transition ub when b == 1 { b := 2; fork[1] := false; }
    property p: invariant a == 2 || b == 2 || fork[0] || fork[1] || a == b
  `);
  const other: Record<string, string> = { a: "b", b: "a", "fork[0]": "fork[1]", "fork[1]": "fork[0]" };
  expect(
    objection(
      model,
      symmetryBy(model, (name) => other[name]),
    ),
  ).toBeUndefined();
  expect(
    objection(
      model,
      symmetryBy(model, (name) => (name.length === 1 ? other[name] : undefined)),
    ),
  ).toBeDefined();
});

/** What a process does depends on who it is, case by case. */
const byCases = (cases: string): Model =>
  modelOf(`
    type P = 0..1
    var who: array [0..0] of P = *
    var at: array [P] of 0..2 = 0
    transition go(i: 0..0) { var me: P = who[0]; ${cases} }
    transition turn(p: P) { who[0] := p; }
    transition rest(p: P) when at[p] > 0 { at[p] := 0; }
  `);

const exchangeAll = (model: Model): Symmetry =>
  symmetryBy(
    model,
    (name) => (name.startsWith("at") ? reindexed(swap(0, 1))(name) : undefined),
    (name, value) => (name.startsWith("who") ? 1 - value : value),
  );

test.each([
  "if me == 0 { at[0] := 1; } if me == 1 { at[1] := 1; }",
  "if who[0] == 0 { at[0] := 1; } if 1 == who[0] { at[1] := 1; }",
  "if me == 0 { at[0] := 1; who[i] := 1; } if me == 1 { at[1] := 1; who[i] := 0; }",
])("the order of cases does not matter: %s", (cases) => {
  const model = byCases(cases);
  expect(objection(model, exchangeAll(model))).toBeUndefined();
  expect(bruteForce(model, exchangeAll(model))).toBeUndefined();
});

test.each([
  ["a case changes the value", "if me == 0 { at[0] := 1; me := 1; } if me == 1 { at[1] := 1; me := 0; }"],
  ["so does an index", "if who[0] == 0 { at[0] := 1; who[i] := 1; } if who[0] == 1 { at[1] := 1; who[i] := 0; }"],
  ["one value has two cases", "if me == 0 { at[0] := 1; } if me == 0 { at[0] := 2; } if me == 1 { at[1] := 2; } if me == 1 { at[1] := 1; }"],
  ["there is another case", "if me == 0 { at[0] := 1; } else { at[1] := 2; } if me == 1 { at[1] := 1; } else { at[0] := 2; }"],
  ["cases of two values", "if me == 0 { who[0] := 1; } if who[0] == 1 { at[1] := 1; } if me == 1 { who[0] := 0; } if who[0] == 0 { at[0] := 1; }"],
])("their order matters if %s", (_, cases) => {
  const model = byCases(cases);
  expect(bruteForce(model, exchangeAll(model))).toBeDefined();
  expect(objection(model, exchangeAll(model))).toBeDefined();
}); // prettier-ignore

test("cases of two values have an order", () => {
  const model = (second: string): Model =>
    modelOf(`
      type P = 0..1
      var who: array [0..0] of P = *
      var at: array [P] of 0..2 = 0
      transition first { var me: P = who[0]; if me == 0 { who[0] := 1; } if who[0] == 1 { at[1] := 1; } }
      transition second { var me: P = who[0]; ${second} }
    `);
  const mirrored = model("if me == 1 { who[0] := 0; } if who[0] == 0 { at[0] := 1; }");
  expect(objection(mirrored, exchangeAll(mirrored))).toBeUndefined();
  const reordered = model("if who[0] == 0 { at[0] := 1; } if me == 1 { who[0] := 0; }");
  expect(bruteForce(reordered, exchangeAll(reordered))).toBeDefined();
  expect(objection(reordered, exchangeAll(reordered))).toBeDefined();
});

test("a symmetry on the values that occur is completed, and a choice among constants changes as they do", () => {
  const model = modelOf(`
    type Name = enum { nobody, a, b, c, d }
    var first: Name = nobody var second: Name = nobody
    var heard: array [0..1] of 0..1 = 0
    transition one(k: 0..1) when first == nobody { var to: Name = k == 0 ? a : b; first := to; heard[0] := 1; }
    transition two(k: 0..1) when second == nobody { var to: Name = k == 0 ? c : d; second := to; heard[1] := 1; }
    transition forget when first != nobody && second != nobody { first := nobody; second := nobody; }
    property calm: invariant heard[0] == 0 || heard[1] == 0 || first != nobody || second != nobody || true
  `);
  const number = (name: string): number => ["nobody", "a", "b", "c", "d"].indexOf(name);
  const by = (toSecond: Record<string, string>, toFirst: Record<string, string>): Symmetry => {
    const { slots } = symmetryBy(model, (name) =>
      name === "first" ? "second" : name === "second" ? "first" : reindexed(swap(0, 1))(name),
    );
    const map = (images: Record<string, string>): Map<number, number> =>
      new Map(Object.entries(images).map(([from, to]) => [number(from), number(to)]));
    return { slots, values: new Map([[0, map(toSecond)], [1, map(toFirst)]]) }; // prettier-ignore
  };
  for (const symmetry of [by({ a: "c", b: "d" }, { c: "a", d: "b" }), by({ a: "c", b: "d" }, { c: "b", d: "a" })]) {
    const isAccepted = new Validator(model, { properties: model.properties }).validate(symmetry).accepted;
    expect(isAccepted).toBe(true);
    expect(bruteForce(model, symmetry)).toBeUndefined();
  }
  expect(objection(model, by({ a: "c", b: "d" }, { c: "a", d: "b" }))).toBeUndefined();
  const wrong = by({ a: "c", b: "c" }, { c: "a", d: "b" });
  expect(objection(model, wrong)).toBeDefined();
});

/** A loop over processes as the only statement of a transition, or its rounds one after the other. */
function loopModel(rounds: string): Model {
  return modelOf(`
    type P = 0..2
    var at: array [P] of 0..2 = 0
    var to: array [P] of P = 0
    var last: P = 0
    var box: record { size: 0..2, all: array [P] of array [P] of 0..2 } = { size: 0, all: 0 }
    predicate started = at[0] == 1
    transition go(p: P) { var seen: 0..9 = 0; ${rounds} }
  `);
}

function loopBody(body: string): readonly Statement[] {
  const loop = loopModel(`for q: P { ${body} }`).transitions[0]!.body[1]!;
  return loop.kind === "for" ? loop.body : [];
}

const loops: readonly (readonly [string, boolean])[] = [
  ["at[q] := 1;", true],
  ["if at[q] == 0 { at[q] := at[q] + 1; } else { to[q] := q; }", true],
  ["var own: 0..2 = at[q]; own := 1; at[q] := own;", true],
  ["for r: P { if to[r] == r { at[q] := 1; } }", true],
  ["last := q;", false],
  ["seen := seen + 1;", true],
  ["if at[q] == 0 { seen := seen + 1; box.size := box.size + 2; }", true],
  ["seen := seen + 1; at[q] := seen;", false],
  ["if seen == 0 { seen := seen + 1; }", false],
  ["seen := seen + at[q];", false],
  ["seen := seen - 1;", false],
  ["box.all[1][q] := 1; box.size := box.size + 1;", true],
  ["box.all[to[q]][q] := at[q];", true],
  ["box.all[1][q] := 1; box.all[q][1] := 2;", false],
  ["box.all[q][q] := 1; if box.all[1][q] == 1 { at[q] := 1; }", true],
  ["box.all[q][1] := 1; box.size := box.all[1][1];", false],
  ["at[0] := 1;", false],
  ["at[to[q]] := 1;", false],
  ["if at[last] == 1 { at[q] := 1; }", false],
  ["if started { at[q] := 1; }", false],
  ["if started { var own: 0..2 = 1; }", true],
  ["assert at[q] == 1; at[q] := 1;", false],
  ["while at[q] < 2 bound 2 { at[q] := 2; }", false],
];

test.each(loops)("whether rounds of `%s` may change places: %s", (body, expectation) => {
  expect(commutes(loopBody(body), "q")).toBe(expectation);
});

test.each(loops.filter(([, isAny]) => isAny))("the rounds of `%s` do the same in any order", (body) => {
  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // prettier-ignore
  const models = orders.map((order) =>
    loopModel(order.map((q) => `if p == p { ${body.replaceAll(/\bq\b/g, String(q))} }`).join(" ")),
  );
  const bounds = facts(models[0]!).slots;
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2 }), { minLength: bounds.length, maxLength: bounds.length }), (state) => {
      const results = models.map((model) => {
        const step = facts(model).interpreter.take(model.transitions[0]!, [[0]], [...state]);
        return step?.target ?? "fails";
      });
      for (const result of results) expect(result).toEqual(results[0]);
    }),
  );
});
