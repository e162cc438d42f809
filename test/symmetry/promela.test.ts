import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { parse } from "../../src/languages/parse.ts";
import { facts } from "../../src/model/facts.ts";
import type { Model, Property } from "../../src/model/model.ts";
import { findSymmetries } from "../../src/symmetry/find.ts";
import { containsSymmetry } from "../../src/symmetry/symmetry-group.ts";
import type { SymmetryGroup } from "../../src/symmetry/symmetry-group.ts";

function modelOf(text: string, name = "model.pml"): Model {
  const { model, diagnostics } = parse(text, { name });
  if (!model) throw new Error(diagnostics[0]!.message);
  return model;
}

function example(name: string): Model {
  const path = `examples/promela/${name}.pml`;
  return modelOf(readFileSync(path, "utf8"), path);
}

function expectSameGroup(a: SymmetryGroup, b: SymmetryGroup): void {
  expect(a.group.order).toBe(b.group.order);
  for (const g of a.generators) expect(containsSymmetry(b, g)).toBe(true);
}

/** The order of the diagram's own group, and of the largest valid subgroup. */
test.each([
  ["email", 120n, 24n],
  ["email-3", 6n, 2n],
  ["token-ring", 10n, 10n],
  ["load-balancer", 432n, 432n],
  ["three-tiered", 144n, 144n],
  ["resource-allocator", 1152n, 576n],
  ["cache", 6n, 6n],
  ["peterson", 6n, 6n],
  ["mutex", 144n, 24n],
])("the channel diagram of %s has a group of order %i, of which %i are valid", (name, whole, valid) => {
  const model = example(name);
  const channels = findSymmetries(model, { method: "channels" });
  expect(channels.diagram!.order).toBe(whole);
  expect(channels.group.group.order).toBe(valid);
  expect(channels.notes).toEqual([]);
  // Constraints find the same group by other means.
  const constraints = findSymmetries(model, { method: "constraints" });
  expectSameGroup(channels.group, constraints.group);
});

test.each(readdirSync("examples/promela").map((file) => file.replace(".pml", "")))(
  "the graph of the program %s shows what is valid, and nothing else",
  (name) => {
    const model = example(name);
    const program = findSymmetries(model, { method: "program" });
    expect(program.rejected).toEqual([]);
    expectSameGroup(program.group, findSymmetries(model, { method: "channels" }).group);
    if (program.objections.length === 0) expect(program.diagram!.order).toBe(program.group.group.order);
  },
);

test("client 3 of the e-mail system cannot be exchanged, because the mailer blocks it", () => {
  const { rejected } = findSymmetries(example("email"));
  expect(rejected.length).toBeGreaterThan(0);
  for (const { method, reason } of rejected) {
    expect(method).toBe("channels");
    expect(reason).toMatch(/source == blocked_client/);
  }
});

// ---------------------------------------------------------------- claims

/** Three clients that differ only in the claims about them. */
const clients = (last: string): string => `
  chan box_1 = [1] of { pid };
  chan box_2 = [1] of { pid };
  chan box_3 = [1] of { pid };
  pid last;
  proctype client(chan in) { pid x; do :: in?x; last = x :: in!_pid od }
  init { atomic { run client(box_1); run client(box_2); run client(box_3) } }
  ${last}`;

const structural = ["channels", "program"] as const;

test.each(["auto", "constraints", ...structural] as const)(
  "a formula that names a client leaves the others to be exchanged, found by %s",
  (method) => {
    const named = modelOf(clients("ltl quiet { [] (last != 2) }"));
    const order = (options: { properties?: Property[] }): bigint =>
      findSymmetries(named, { method, ...options }).group.group.order;
    const second = facts(named).slots.findIndex(({ name }) => name === "client[1].pc");
    // Formulas are part of the program, unless something else is asked for.
    expect(order({})).toBe(2n);
    expect(order({ properties: named.properties.filter(({ name }) => name === "quiet") })).toBe(2n);
    expect(order({ properties: [] })).toBe(6n);
    for (const { slots } of findSymmetries(named, { method }).group.generators) expect(slots[second]).toBe(second);
    const unnamed = modelOf(clients("ltl used { <> (last != 0) }"));
    expect(findSymmetries(unnamed, { method }).group.group.order).toBe(6n);
  },
);

test.each(["constraints", ...structural] as const)(
  "a never claim that names a client leaves the others to be exchanged, found by %s",
  (method) => {
    const never = (condition: string): Model =>
      modelOf(clients(`never { wait: if :: (${condition}) -> goto caught :: (1) -> goto wait fi; caught: skip }`));
    const order = (model: Model, properties?: Property[]): bigint =>
      findSymmetries(model, { method, properties }).group.group.order;
    const named = never("last == 2");
    expect(order(named)).toBe(2n);
    expect(order(named, named.properties.filter(({ name }) => name === "never"))).toBe(2n); // prettier-ignore
    expect(order(named, [])).toBe(6n);
    expect(order(never("last == 0"))).toBe(6n);
  },
);

// ---------------------------------------------------------------- processes that start processes

const started: readonly (readonly [name: string, order: bigint, text: string])[] = [
  [
    "each client starts a helper and gives it its channel",
    2n,
    `chan reply_1 = [1] of { byte };
     chan reply_2 = [1] of { byte };
     proctype helper(chan out) { do :: out!1 od }
     proctype client(chan in) { byte x; run helper(in); do :: in?x od }
     init { atomic { run client(reply_1); run client(reply_2) } }`,
  ],
  [
    "each boss starts a worker that knows it by its pid",
    6n,
    `chan box[4] = [1] of { pid };
     proctype worker(pid boss) { do :: box[boss]!boss od }
     proctype boss() { pid x; run worker(_pid); do :: box[_pid]?x; assert(x == _pid); x = 0 od }
     init { atomic { run boss(); run boss(); run boss() } }`,
  ],
  [
    "only the first boss may start a worker",
    2n,
    `chan box[4] = [1] of { pid };
     proctype worker(pid boss) { do :: box[boss]!boss od }
     proctype boss() { pid x; if :: _pid == 1 -> run worker(_pid) :: _pid != 1 fi; do :: box[_pid]?x; x = 0 od }
     init { atomic { run boss(); run boss(); run boss() } }`,
  ],
];

test.each(started)("%s: %i symmetries", async (_, order, text) => {
  const model = modelOf(text);
  for (const method of structural) {
    expect(findSymmetries(model, { method }).group.group.order).toBe(order);
    const reduced = await check(model, { properties: [], symmetry: method });
    const whole = await check(model, { properties: [], symmetry: "off" });
    expect(reduced.states).toBeLessThan(whole.states);
    expect(reduced.unreducedStates).toBe(BigInt(whole.states));
  }
});

test("a global variable may be exchanged with another one", () => {
  const model = modelOf(`
    byte x, y;
    proctype Q() { do :: x < 2 -> x++ :: y < 2 -> y++ :: x > y -> x = 0 :: y > x -> y = 0 od }
    init { atomic { run Q(); run Q() } }`);
  for (const method of structural) expect(findSymmetries(model, { method }).group.group.order).toBe(4n);
});

/** A message on its way through a hypercube, from any node: `init` starts the nodes and chooses, in one sequence. */
function cube(dimensions: number): string {
  const nodes = Array.from({ length: 2 ** dimensions }, (_, i) => i);
  const axes = Array.from({ length: dimensions }, (_, k) => k);
  return `
    mtype = { m };
    ${nodes.map((i) => `chan c${i} = [1] of { mtype };`).join(" ")}
    proctype node(chan me; ${axes.map((k) => `chan n${k}`).join("; ")}) {
      do :: me?m -> if ${axes.map((k) => `:: n${k}!m`).join(" ")} fi od
    }
    init { atomic {
      ${nodes.map((i) => `run node(c${i}, ${axes.map((k) => `c${i ^ (1 << k)}`).join(", ")});`).join("\n      ")}
      if ${nodes.map((i) => `:: c${i}!m`).join(" ")} fi
    } }`;
}

// A choice in the sequence made it a sequence of steps, which told the nodes apart by the order of their start.
test.each([
  [2, 8n],
  [3, 48n],
  [4, 384n],
])("a choice that `init` makes leaves the symmetries of a cube of %i dimensions", async (dimensions, order) => {
  const model = modelOf(cube(dimensions));
  expect(findSymmetries(model, { method: "channels" }).group.group.order).toBe(order);
  const result = await check(model, { properties: [], symmetry: "on" });
  expect(result.symmetry.order).toBe(order);
  // Before `init`, with a message at each node, and with one on its way from it: SPIN has as many.
  expect(result.unreducedStates).toBe(BigInt(2 ** (dimensions + 1) + 1));
});

// SPIN sets `owner` to 0 where it is dead, and 0 is the pid of one of the clients.
test("a dead pid keeps its value if it does not begin with 0", () => {
  const text = `chan ask = [0] of { pid }; chan reply[3] = [0] of { bit };
active [3] proctype client() { do :: ask!_pid; reply[_pid]?_ od }
active proctype server() { pid owner = 3; do :: ask?owner; reply[owner]!0; owner = 3 od }`;
  expect(findSymmetries(modelOf(text), { method: "channels" }).group.group.order).toBe(6n);
});

test("channels of different processes may have the same name", () => {
  const process = (name: string): string => `active proctype ${name}() { chan c = [1] of { pid }; c!_pid; c?_ }`;
  const model = modelOf(
    [process("A"), process("B"), "active [2] proctype P() { bit b; do :: b = 1 - b od }"].join("\n"),
  );
  for (const method of ["channels", "program"] as const) {
    expect(findSymmetries(model, { method }).group.group.order).toBe(2n);
  }
});
