/** Small models, each with one thing that makes a symmetry or breaks it. */

import { expect, test } from "vitest";
import { facts } from "../../../src/model/facts.ts";
import type { Model } from "../../../src/model/model.ts";
import { identitySymmetry } from "../../../src/symmetry/symmetry.ts";
import type { Symmetry } from "../../../src/symmetry/symmetry.ts";
import { formatCertificate, recheck, Validator } from "../../../src/symmetry/validator/validator.ts";
import type { Certificate, ValidatorOptions } from "../../../src/symmetry/validator/validator.ts";
import { bruteForce, modelOf, reindexed, swap, symmetryBy } from "../../support/symmetries.ts";

function verdict(model: Model, symmetry: Symmetry, options: ValidatorOptions = {}): string {
  const properties = options.properties ?? model.properties;
  const [byTables, byBoth] = [false, true].map((typing) => {
    const validation = new Validator(model, { typing, ...options, properties }).validate(symmetry);
    if (!validation.accepted) return validation.reason;
    expect(recheck(model, symmetry, validation.certificate, { properties })).toBe(true);
    return "accepted";
  });
  if (byBoth === "accepted") expect(bruteForce(model, symmetry)).toBeUndefined();
  if (byTables === "accepted") expect(byBoth).toBe("accepted");
  return byTables!;
}

/** Exchanges 0 and 1 in all indices. */
const exchange = (model: Model, change?: (name: string, value: number) => number): Symmetry =>
  symmetryBy(model, reindexed(swap(0, 1)), change);

const valuesOnly = (model: Model, change: (name: string, value: number) => number): Symmetry =>
  symmetryBy(model, (name) => name, change);

test("a value that is assigned differs from one that is not, though both are initial", () => {
  const model = modelOf("var a: 0..1 = *\ntransition t when true { a := 0; }");
  expect(
    verdict(
      model,
      valuesOnly(model, (_, value) => 1 - value),
    ),
  ).toBe("transition `t` has no counterpart: compared with itself, `a` becomes something else (1, not 0)");
});

test("a value that meets no guard is still told apart by what is assigned and by properties", () => {
  const text = "var a: 0..2 = 0\ntransition t(v: 1..2) when a == 0 { a := v; }";
  const model = modelOf(text);
  expect(
    verdict(
      model,
      valuesOnly(model, (_, value) => swap(1, 2)(value)),
    ),
  ).toBe("accepted");
  const named = modelOf(`${text}\nproperty p: invariant a != 2`);
  expect(
    verdict(
      named,
      valuesOnly(named, (_, value) => swap(1, 2)(value)),
    ),
  ).toBe("property `p` names `a`, whose values change");
});

test("what is no permutation of slots and values is refused", () => {
  const model = modelOf(
    "var a: array [2] of 0..2 = 0\nvar b: bool = false\ntransition t(i: 0..1, v: 0..2) { a[i] := v; }",
  );
  const values = (map: [number, number][]): Symmetry => ({
    ...identitySymmetry(3),
    values: new Map([[0, new Map(map)]]),
  });
  expect(verdict(model, identitySymmetry(3))).toBe("accepted");
  expect(verdict(model, identitySymmetry(2))).toBe("it moves 2 slots, but the model has 3");
  expect(verdict(model, { slots: Int32Array.of(0, 0, 2), values: new Map() })).toBe(
    "`a[0]` and `a[1]` both go to `a[0]`",
  );
  expect(verdict(model, { slots: Int32Array.of(0, 7, 2), values: new Map() })).toBe(
    "`a[1]` goes to a slot that does not exist",
  );
  expect(verdict(model, values([[1, 2]]))).toBe("1 and 2 of `a[0]` both become 2 of `a[0]`");
  expect(verdict(model, values([[2, 3]]))).toBe(
    "the values of `a[0]` (0, 1, 2) as they become are not those of `a[0]` (0, 1, 2), where it goes",
  );
  expect(verdict(model, values([[1, 2], [2, 1], [9, 1]]))).toBe("accepted"); // prettier-ignore
  expect(verdict(model, { slots: Int32Array.of(2, 1, 0), values: new Map() })).toBe(
    "the values of `a[0]` (0, 1, 2) are not those of `b` (false), where it goes",
  );
});

test("initial values", () => {
  const model = modelOf("var a: array [2] of 0..3 = [1, 2]\ntransition t(i: 0..1) { a[i] := (a[i] + 1) % 4; }");
  expect(verdict(model, exchange(model))).toBe("initially `a[0]` is 1, but `a[1]`, where it goes, is 2");
  const related = modelOf(
    "var a: array [3] of bool = *\ninit where a[0] -> a[1]\ntransition t(i: 0..2) { a[i] := !a[i]; }",
  );
  expect(verdict(related, exchange(related))).toBe("the images of the initial states are not the initial states");
  const failing = modelOf(
    "var a: array [2] of 0..2 = *\ninit where 2 / a[0] > 0\ntransition t(i: 0..1) { a[i] := a[i]; }",
  );
  expect(verdict(failing, exchange(failing))).not.toBe("accepted");
});

test("a transition of one process only, an assertion, a run-time error", () => {
  const only = (body: string): string => {
    const model = modelOf(`var a: array [2] of 0..2 = 0\nvar x: 0..1 = 0\ntransition t(i: 0..1) { ${body} }`);
    return verdict(model, exchange(model));
  };
  expect(only("a[i] := (a[i] + 1) % 3;")).toBe("accepted");
  expect(only("assert a[i] < 2; a[i] := (a[i] + 1) % 3;")).toBe("accepted");
  expect(only("assert i == 0 || a[i] < 2; a[i] := (a[i] + 1) % 3;")).toMatch(/an assertion fails for other states$/);
  expect(only("a[i] := a[i] + 1;")).toBe("accepted");
  expect(only("a[i] := i == 0 ? (a[i] + 1) % 3 : a[i] + 1;")).toMatch(/^transition `t` with i = 0 has no counterpart/);
  expect(only("if i == 0 && a[0] == 2 { x := 2; } a[i] := (a[i] + 1) % 3;")).toMatch(
    /fails at run time for other states$/,
  );
  const guards = modelOf(
    "var a: array [2] of 0..2 = 0\ntransition t(i: 0..1) when i == 0 || 4 / a[i] > 0 { a[i] := 1; }",
  );
  expect(verdict(guards, exchange(guards))).toMatch(/^transition `t` with i = 0 has no counterpart/);
  const fails = modelOf("var a: array [2] of 0..2 = 0\ntransition t(i: 0..1) when 4 / a[i] > 0 { a[i] := 1; }");
  expect(verdict(fails, exchange(fails))).toBe("accepted");
  // The kind of failure does not matter.
  const other = modelOf(
    "var a: array [2] of 0..2 = 0\ntransition t { a[0] := 1 / a[0]; }\ntransition u { if a[1] == 0 { a[3] := 1; } else { a[1] := 1 / a[1]; } }",
  );
  expect(verdict(other, exchange(other))).toBe("accepted");
});

test("an assertion counts if it fails before the run-time error, not after", () => {
  const model = (first: string, second: string): Model =>
    modelOf(
      `var a: array [2] of 0..2 = 0\nvar x: 0..1 = 0\ntransition t { ${first} a[0] := 1; }\ntransition u { ${second} a[1] := 1; }`,
    );
  const swapped = (m: Model): string => verdict(m, exchange(m));
  const fail = (i: number): string => `if a[${i}] == 0 { x := 2; }`;
  const claim = (i: number): string => `assert a[${i}] != 0;`;
  expect(swapped(model(claim(0) + fail(0), claim(1) + fail(1)))).toBe("accepted");
  expect(swapped(model(claim(0) + fail(0), fail(1) + claim(1)))).toMatch(/an assertion fails/);
  expect(swapped(model(fail(0), fail(1) + claim(1)))).toBe("accepted");
});

test("a guard that fails to evaluate is not like one that does not hold", () => {
  // Both transitions can be taken in the same states, and do the same there.
  const model = modelOf(`
    var a: array [2] of 0..1 = 0
    var d: 0..1 = *
    transition raise(i: 0..1) { a[i] := 1; }
    transition first when a[0] == 1 && d == 1 { d := 0; }
    transition second when a[1] == 1 && 1 / d == 1 { d := 0; }`);
  expect(verdict(model, exchange(model))).toContain("transition `first` has no counterpart");
  expect(bruteForce(model, exchange(model))).toBeDefined();
});

test("what a transition only reads in what it assigns counts", () => {
  const model = modelOf(`
    var a: array [2] of 0..1 = *
    var x: 0..1 = 0
    transition copy { x := a[0]; }`);
  expect(verdict(model, exchange(model))).toContain("transition `copy` has no counterpart");
});

test("a property that fails to evaluate is not like one that does not hold", () => {
  // It holds in the same states after the exchange. If a[1] is 1, it fails to evaluate; if a[0] is 1, it does not hold.
  const condition = (i: number): string => `a[${i}] == 0 && 1 / (1 - a[${1 - i}]) == 1`;
  const text = "var a: array [2] of 0..1 = *\ntransition raise(i: 0..1) { a[i] := 1; }";
  const model = modelOf(`${text}\nproperty p: invariant ${condition(0)}`);
  expect(verdict(model, exchange(model), { properties: [] })).toBe("accepted");
  expect(verdict(model, exchange(model))).toContain("property `p`");
  const images = ({ properties }: Model): number[] =>
    new Validator(model, { properties }).imagesOfConditions(exchange(model));
  expect(images(model)).toEqual([-1]);
  expect(
    images(modelOf(`${text}\nproperty p: invariant ${condition(0)}\nproperty q: invariant ${condition(1)}`)),
  ).toEqual([1, 0]);
});

test("what a body would do does not matter where it is never run, or fails", () => {
  const never = modelOf(`
    var a: array [2] of 0..1 = *
    var z: 0..1 = 0
    var x: 0..1 = 0
    transition first when a[0] == 1 && 1 / z == 1 { x := 0; }
    transition second when a[1] == 1 && 1 / z == 1 { x := 1; a[1] := 0; }`);
  expect(verdict(never, exchange(never))).toBe("accepted");
  // The last assignment of the first changes nothing: a[0] is 1 already, or the one before has failed.
  const failing = modelOf(`
    var a: array [2] of 0..1 = *
    var x: 0..1 = 0
    transition first { x := 1 / a[0]; a[0] := 1; }
    transition second { x := 1 / a[1]; }`);
  expect(verdict(failing, exchange(failing))).toBe("accepted");
});

test("properties that name a process", () => {
  const text = "var pc: array [3] of 0..1 = 0\ntransition t(i: 0..2) { pc[i] := 1 - pc[i]; }\n";
  const named = modelOf(`${text}property mutex: invariant pc[0] == 0`);
  expect(verdict(named, exchange(named))).toBe("property `mutex` names `pc[0]`, which goes to `pc[1]`");
  expect(verdict(named, symmetryBy(named, reindexed(swap(1, 2))))).toBe("accepted");
  expect(verdict(named, exchange(named), { properties: [] })).toBe("accepted");
  const all = modelOf(
    `${text}property p: invariant forall i: 0..2 . pc[i] == 0\nproperty q: reachable pc[0] + pc[1] == 2`,
  );
  expect(verdict(all, exchange(all))).toBe("accepted");
  const except = modelOf(`${text}property d: deadlock-free except pc[1] == 0`);
  expect(verdict(except, exchange(except))).toBe("property `d` names `pc[1]`, which goes to `pc[0]`");
  const ltl = modelOf(`${text}property l: ltl [] (pc[0] == 0 -> <> pc[1] == 1)`);
  expect(verdict(ltl, exchange(ltl))).toBe("property `l` names `pc[0]`, which goes to `pc[1]`");
  expect(
    verdict(
      ltl,
      symmetryBy(
        ltl,
        reindexed((i) => i),
      ),
    ),
  ).toBe("accepted");
});

test("process numbers must change with the processes", () => {
  const model = modelOf(`
    var want: array [3] of bool = false
    var turn: 0..3 = 3
    transition ask(i: 0..2) when !want[i] { want[i] := true; turn := i; }
    transition go(i: 0..2) when turn == i && want[turn] { want[turn] := false; turn := 3; }`);
  const turn = (renumber: (i: number) => number) => (name: string, value: number) =>
    name === "turn" ? renumber(value) : value;
  expect(verdict(model, exchange(model, turn(swap(0, 1))))).toBe("accepted");
  expect(verdict(model, exchange(model))).toMatch(
    /^transition `ask` with i = 0 has no counterpart: compared with i = 1, `turn` becomes something else \(0, not 1\)$/,
  );
  expect(verdict(model, exchange(model, turn(swap(1, 2))))).toMatch(/^transition `ask`/);
  expect(verdict(model, exchange(model, turn(swap(0, 3))))).toMatch(/^initially `turn` is 3, which becomes 0/);
});

test("messages in queues can be renamed, unused cells cannot", () => {
  const text = `
    type Message = enum { none, ping, pong }
    type Sent = enum { zero, one }
    var q: queue [2] of Message
    transition send(m: Message) when m != none && !full(q) { push(q, m); }
    transition receive when !empty(q) { pop(q); }`;
  const model = modelOf(text);
  const cells = (f: (v: number) => number) => (name: string, value: number) =>
    name.startsWith("q[") ? f(value) : value;
  expect(verdict(model, valuesOnly(model, cells(swap(1, 2))))).toBe("accepted");
  const any = modelOf(text.replace("m != none && ", ""));
  expect(verdict(any, valuesOnly(any, cells(swap(1, 2))))).toBe("accepted");
  expect(verdict(any, valuesOnly(any, cells(swap(0, 1))))).toBe("accepted");
  expect(verdict(any, valuesOnly(any, cells(swap(-1, 1))))).toBe("`q[0]` would change while it is unused");
  // Only one of the cells, or the cells against each other: the queue moves as a whole or not at all.
  expect(
    verdict(
      any,
      valuesOnly(any, (name, value) => (name === "q[0]" ? swap(1, 2)(value) : value)),
    ),
  ).toMatch(/^transition/);
  expect(
    verdict(
      any,
      symmetryBy(any, (name) => ({ "q[0]": "q[1]", "q[1]": "q[0]" })[name] ?? name),
    ),
  ).toMatch(/^transition/);
});

test("queues are exchanged with their cells, or not at all", () => {
  const model = modelOf(`
    var q: array [2] of queue [2] of 1..2
    transition send(i: 0..1, m: 1..2) when !full(q[i]) { push(q[i], m); }
    transition move(i: 0..1) when !empty(q[i]) && !full(q[1 - i]) { push(q[1 - i], q[i][0]); pop(q[i]); }`);
  const whole = symmetryBy(model, (name) => name.replace(/q\[(\d)\]/, (_, i: string) => `q[${1 - Number(i)}]`));
  expect(verdict(model, whole)).toBe("accepted");
  const lengths = symmetryBy(model, (name) => ({ "len(q[0])": "len(q[1])", "len(q[1])": "len(q[0])" })[name] ?? name);
  expect(verdict(model, lengths)).toMatch(/^transition `send`/);
});

test("loops, locals, quantifiers and choices of places", () => {
  const model = modelOf(`
    var a: array [3] of 0..2 = 0
    var at: 0..2 = 0
    transition next { var i: 0..3 = 0; while i < 3 && a[i] == 2 bound 3 { i := i + 1; } if i < 3 { a[i] := a[i] + 1; } }
    transition all { for i: 0..2 { if a[i] < 2 { a[i] := a[i] + 1; } } }
    transition reset when forall i: 0..2 . a[i] == 2 { a := [0, 0, 0]; }
    transition point(i: 0..2) when (sum j: 0..2 . a[j]) > 3 { at := i; a[at] := 0; }`);
  const reason = verdict(
    model,
    exchange(model, (name, value) => (name === "at" ? swap(0, 1)(value) : value)),
  );
  expect(reason).toMatch(/^initially `at` is 0, which becomes 1/);
  const without = modelOf(`
    var a: array [3] of 0..2 = 0
    transition all { for i: 0..2 { if a[i] < 2 { a[i] := a[i] + 1; } } }
    transition clear { var n: 0..3 = 0; while n < 3 && (exists i: 0..2 . a[i] == 2) bound 3 { for i: 0..2 { a[i] := 0; } n := n + 1; } }
    transition point(i: 0..2, j: 0..2) when (sum k: 0..2 . a[k]) > 3 { a[i] := a[j]; }`);
  expect(verdict(without, exchange(without))).toBe("accepted");
  expect(verdict(without, exchange(without), { tableLimit: 16 })).toMatch(/accepted|transition `clear`/);
  const endless = modelOf(
    "var a: array [2] of 0..3 = 0\ntransition t(i: 0..1) { while a[i] != 3 bound 2 { a[i] := a[i] + 1; } a[i] := 0; }",
  );
  expect(verdict(endless, exchange(endless))).toBe("accepted");
});

test("parameters of all types", () => {
  const model = modelOf(`
    type Color = enum { red, green, blue }
    type Pair = record { first: 0..1, second: Color }
    var last: array [2] of Color = red
    var both: array [2] of bool = false
    transition paint(p: Pair) { last[p.first] := p.second; }
    transition set(v: array [2] of bool) when v != both { both := v; }`);
  expect(verdict(model, exchange(model))).toBe("accepted");
  expect(
    verdict(
      model,
      valuesOnly(model, (name, value) => (name.startsWith("last") ? swap(1, 2)(value) : value)),
    ),
  ).toBe("accepted");
  expect(
    verdict(
      model,
      symmetryBy(model, (name) => name.replace(/both\[(\d)\]/, (_, i: string) => `both[${1 - Number(i)}]`)),
    ),
  ).toBe("accepted");
});

test("what is too large for tables is compared as it is written", () => {
  const n = 30;
  const model = modelOf(`
    var a: array [${n}] of 0..7 = 0
    var big: array [2] of 0..100000 = 0
    transition up(i: 0..${n - 1}) when (sum j: 0..${n - 1} . a[j]) < 9 && a[i] < 7 { a[i] := a[i] + 1; }
    transition grow(k: 0..1) when (forall i: 0..${n - 1} . a[i] == 0 || a[i] < 3) && big[k] < 100000 { big[k] := big[k] + 1; }
    property even: invariant (count i: 0..${n - 1} . a[i] == 1) % 2 == 0`);
  const validator = new Validator(model, { properties: model.properties, typing: false });
  const only = (variable: string, f: (i: number) => number): Symmetry =>
    symmetryBy(
      model,
      reindexed((i, name) => (name.startsWith(variable) ? f(i) : i)),
    );
  const accepted = validator.validate(only("a[", (i) => (i * 7 + 3) % n));
  expect(accepted.accepted).toBe(true);
  expect(accepted.accepted && accepted.certificate.transitions.every(({ by }) => by === "syntax")).toBe(true);
  expect(validator.validate(only("big[", (i) => 1 - i)).accepted).toBe(true);
  const values = new Map([[n, new Map([[5, 6], [6, 5]])]]); // prettier-ignore
  const refused = validator.validate({ ...identitySymmetry(n + 2), values });
  expect(!refused.accepted && refused.reason).toBe("`big[0]` has too many values to see what becomes of each");
});

test("each symmetry has the whole limit on work for itself", () => {
  const model = modelOf(`
    var a: array [2] of 0..9 = *
    transition t(i: 0..1) when a[i] < 9 { a[i] := (a[i] * a[1 - i]) % 10; }
    property p: invariant a[0] + a[1] < 19`);
  const { properties } = model;
  const validatorWith = (workLimit: number): Validator =>
    new Validator(model, { properties, workLimit, typing: false });
  let [tooLittle, least] = [0, 2 ** 20];
  while (least - tooLittle > 1) {
    const middle = (tooLittle + least) >> 1;
    if (validatorWith(middle).validate(exchange(model)).accepted) least = middle;
    else tooLittle = middle;
  }
  const validator = validatorWith(least);
  for (let k = 0; k < 50; k++) expect(validator.validate(exchange(model)).accepted).toBe(true);
  const images = validatorWith(least);
  for (let k = 0; k < 50; k++) expect(images.imagesOfConditions(exchange(model))).toEqual([0]);
  // There are two choices of parameters.
  const imagesWithin = (choiceLimit: number): number[] =>
    new Validator(model, { properties, choiceLimit }).imagesOfConditions(exchange(model));
  expect([imagesWithin(1), imagesWithin(2)]).toEqual([[], [0]]);
});

test("limits are reasons to refuse", () => {
  const model = modelOf("var a: array [2] of 0..9 = 0\ntransition t(i: 0..1, v: 0..9) { a[i] := v; }");
  const refused = new Validator(model, { choiceLimit: 10, typing: false }).validate(exchange(model));
  expect(refused).toEqual({
    accepted: false,
    stage: "limit",
    reason: "the transitions have 20 choices of parameters, more than 10",
  });
  const tooMuch = new Validator(model, { workLimit: 10, typing: false }).validate(exchange(model));
  expect(!tooMuch.accepted && tooMuch.stage).toBe("limit");
});

test("certificate can be printed, and is not believed when it was tampered with", () => {
  const model = modelOf(`
    var pc: array [2] of 0..1 = 0
    var turn: 0..1 = *
    var other: bool = false
    transition go(i: 0..1) when turn == i { pc[i] := 1 - pc[i]; turn := 1 - i; }
    transition flip { other := !other; }
    transition never(i: 0..1) when i == 2 { pc[i] := 0; }
    property mutex: invariant pc[0] + pc[1] <= 1`);
  const symmetry = exchange(model, (name, value) => (name === "turn" ? 1 - value : value));
  const validation = new Validator(model, { properties: model.properties, typing: false }).validate(symmetry);
  if (!validation.accepted) throw new Error(validation.reason);
  const { certificate } = validation;
  expect(formatCertificate(model, symmetry, certificate)).toBe(
    [
      "(pc[0] pc[1]) (turn=0 turn=1)",
      "  initial states: the same set (compared 3 rows)",
      "  go(i = 0) -> go(i = 1) (compared 3 rows)",
      "  go(i = 1) -> go(i = 0) (compared 3 rows)",
      "  1 more mention nothing that moves",
      "  2 more can never be taken",
      "  property mutex: the same states (compared 4 rows)",
      "",
    ].join("\n"),
  );
  expect(JSON.parse(JSON.stringify(certificate))).toEqual(certificate);
  const passes = (changed: Certificate): boolean => recheck(model, symmetry, changed, { properties: model.properties });
  const [first, second] = certificate.transitions;
  expect(passes(certificate)).toBe(true);
  expect(passes({ ...certificate, transitions: [first!] })).toBe(false);
  expect(passes({ ...certificate, untouched: 2, transitions: [first!] })).toBe(false);
  expect(passes({ ...certificate, untouched: 2 })).toBe(false);
  expect(passes({ ...certificate, transitions: [{ ...first!, to: first!.from }, second!] })).toBe(false);
  const wrong = { ...first!, to: { transition: "flip", choice: [] } };
  expect(passes({ ...certificate, transitions: [wrong, second!] })).toBe(false);
  const unknown = { ...first!, to: { transition: "gone", choice: [] } };
  expect(passes({ ...certificate, transitions: [unknown, second!] })).toBe(false);
  expect(recheck(model, exchange(model), certificate)).toBe(false);
});

// Nothing noticed it when the validator did not see queues inside of arrays and records.
test.each([
  ["queue [2] of Message", "q", 1],
  ["array [0..1] of queue [2] of Message", "q[1]", 2],
  ["record { n: 0..1, c: queue [2] of Message } = { n: 0, c: [] }", "q.c", 1],
  [
    "array [0..1] of record { n: 0..1, c: array [0..1] of queue [2] of Message } = { n: 0, c: [[], []] }",
    "q[1].c[1]",
    4,
  ],
])("cells of a queue in %s are left alone while they are unused", (type, queue, queues) => {
  const model = modelOf(`
    type Message = enum { ping, pong }
    var q: ${type}
    transition send(m: Message) when !full(${queue}) { push(${queue}, m); }
    transition receive when !empty(${queue}) { pop(${queue}); }`);
  const messages = (f: (v: number) => number): Symmetry =>
    valuesOnly(model, (name, value) => (name.startsWith(`${queue}[`) ? f(value) : value));
  expect(verdict(model, messages(swap(0, 1)))).toBe("accepted");
  expect(verdict(model, messages(swap(-1, 1)))).toBe(`\`${queue}[0]\` would change while it is unused`);
  const cells = facts(model).slots.flatMap(({ cell }, slot) => (cell ? [[slot - cell.lengthSlot, cell.position]] : []));
  expect(cells).toEqual(
    Array.from({ length: queues }, () => [[1, 0], [2, 1]]).flat(), // prettier-ignore
  );
});
