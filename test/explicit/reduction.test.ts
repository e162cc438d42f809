/**
 * Compares whole searches with and without symmetries: verdicts, incidents, depths of traces, and numbers of states.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Traces } from "../../src/check/traces.ts";
import { compile } from "../../src/explicit/compile.ts";
import { Exploration } from "../../src/explicit/exploration.ts";
import { findingsOf } from "../../src/explicit/explore-states.ts";
import type { Model } from "../../src/model/model.ts";
import { stateQuestions } from "../../src/model/question.ts";
import type { StateQuestion } from "../../src/model/question.ts";
import { Validator } from "../../src/symmetry/validator/validator.ts";
import type { ValidatedGroup } from "../../src/symmetry/validator/validator.ts";
import { Watch } from "../../src/util/limits.ts";
import { sporadic } from "../support/groups.ts";
import { groupBy, modelOf, symmetricGenerators } from "../support/symmetric-slots.ts";
import type { Action } from "../support/symmetric-slots.ts";

type Indices = readonly number[];

const example = (name: string, N: number): Model =>
  modelOf(readFileSync(`examples/seq/${name}.seq`, "utf8"), { N: String(N) });

const rotation = (n: number): Action => ({ slot: (_, indices) => indices.map((i) => (i + 1) % n) });

/** All permutations of processes: the named arrays move, the named slots hold processes, counted from `first`. */
function processes(n: number, arrays: readonly string[], holders: readonly string[] = [], first = 0): Action[] {
  return symmetricGenerators(n).map((p) => ({
    slot: (name, indices) => (arrays.some((array) => name.startsWith(array)) ? indices.map((i) => p[i]!) : indices),
    value: (name, _, value) => {
      if (!holders.includes(name)) return value;
      const image = p[value - first];
      return image === undefined ? value : image + first;
    },
  }));
}

test.each([
  ["dining-philosophers", 10, 15489, 154450n],
  ["dining-philosophers", 12, 140536, 1684801n],
] as const)("%s with %i processes has %i states up to rotation", (name, n, states, unreduced) => {
  const model = example(name, n);
  const exploration = explore(model, [], groupBy(model, [rotation(n)]));
  expect(exploration.states).toBe(states);
  expect(exploration.unreducedStates).toBe(unreduced);
  expect(exploration.isUnique).toBe(true);
});

const flip: Action = {
  slot: (_, indices) => indices,
  value: (name, _, value) => (name === "label" ? 1 - value : value),
};

const peterson = (n: number): [string, Model, Action[]] => [
  `peterson ${n}`,
  example("peterson", n),
  processes(n, ["at", "level"], ["victim"]),
];

const germanArrays = ["cache", "channel", "sharers", "toCallIn"];

const ring = `
const N = 6
type Place = 0..N-1
type Stage = enum { none, left, right }
var token: array [Place] of Stage = none
var budget: 0..3 = 3
transition make(i: Place) when budget > 0 && token[i] == none { budget := budget - 1; token[i] := left; }
transition make2(i: Place) when budget > 0 && token[i] == none { budget := budget - 1; token[i] := right; }
transition goLeft(i: Place) when token[i] == left && token[(i + N - 1) % N] == none {
  token[i] := none; token[(i + N - 1) % N] := left;
}
transition goRight(i: Place) when token[i] == right && token[(i + 1) % N] == none {
  token[i] := none; token[(i + 1) % N] := right;
}
property apart: invariant forall i: Place . !(token[i] == right && token[(i + 1) % N] == left)
property some: reachable (count i: Place . token[i] != none) == 3
`;

const list = `
const N = 4
type P = 0..N-1
var next: array [P] of 0..N = N
type Stage = enum { out, waiting, in }
var state: array [P] of Stage = out
var head: 0..N = N
var last: 0..N = N
transition join(i: P) when state[i] == out { state[i] := waiting; if last == N { head := i; } else { next[last] := i; } last := i; }
transition enter(i: P) when state[i] == waiting && head == i { state[i] := in; }
transition leave(i: P) when state[i] == in && head == i {
  state[i] := out; head := next[i]; if next[i] == N { last := N; } next[i] := N;
}
property mutex: invariant (count i: P . state[i] == in) <= 1
property everybody: reachable forall i: P . state[i] != out
property progress: deadlock-free
`;

const messages = `
const N = 4
type P = 0..N-1
var knows: array [P] of array [P] of bool = false
transition start(i: P) when !knows[i][i] { knows[i][i] := true; }
transition tell(i: P, j: P) when knows[i][i] && i != j && !knows[j][i] { knows[j][i] := true; }
property all: reachable forall i: P, j: P . knows[i][j]
property progress: deadlock-free
`;

const queue = `
const N = 3
type P = 0..N-1
var q: queue [N] of 0..N = []
type Stage = enum { idle, asked, in }
var at: array [P] of Stage = idle
transition ask(i: P) when at[i] == idle { push(q, i + 1); at[i] := asked; }
transition enter(i: P) when at[i] == asked && !empty(q) && q[0] == i + 1 { at[i] := in; }
transition leave(i: P) when at[i] == in { pop(q); at[i] := idle; }
property mutex: invariant (count i: P . at[i] == in) <= 1
property progress: deadlock-free
`;

const teams = `
type Team = 0..1
type Member = 0..2
var work: array [Team] of array [Member] of 0..2 = 0
var boss: array [Team] of bool = false
transition go(t: Team, m: Member) when work[t][m] < 2 && !boss[t] { work[t][m] := work[t][m] + 1; }
transition check(t: Team) when forall m: Member . work[t][m] == 2 { boss[t] := true; }
property done: reachable forall t: Team . boss[t]
property progress: deadlock-free
`;

const copies = `
type P = 0..3
type V = 0..2
var x: array [P] of V = *
var steps: array [P] of 0..1 = 0
transition copy(i: P, j: P) when steps[i] == 0 && i != j { x[i] := x[j]; steps[i] := 1; }
property equal: reachable forall i: P . x[i] == x[0]
property progress: deadlock-free except forall i: P . steps[i] == 1
`;

const cube = `
type Node = 0..15
var sick: array [Node] of bool = false
var doctor: 0..16 = 16
transition begin(n: Node) when forall m: Node . !sick[m] { sick[n] := true; }
transition spread(n: Node, m: Node, b: 0..3)
  when sick[n] && !sick[m] && doctor != m && (forall c: 0..3 . c == b || bit(n, c) == bit(m, c)) && bit(n, b) != bit(m, b) && (count k: Node . sick[k]) < 5
{ sick[m] := true; }
transition send(n: Node) when doctor == 16 && !sick[n] { doctor := n; }
property five: invariant (count n: Node . sick[n]) < 5
`.replaceAll(/bit\((\w+), (\w+)\)/g, "($1 / ($2 == 0 ? 1 : $2 == 1 ? 2 : $2 == 2 ? 4 : 8) % 2)");

const constants = `
type P = 0..2
var id: array [P] of P = [0, 1, 2]
var name: array [P] of 5..7 = [5, 6, 7]
var leader: 0..3 = 3
var votes: array [P] of 0..2 = 0
transition vote(i: P) when votes[i] < 2 { votes[i] := votes[i] + 1; }
transition elect(i: P) when votes[i] == 2 && leader == 3 { leader := id[i]; }
property elected: reachable leader != 3
property progress: deadlock-free
`;

const failing = `
var a: 0..3 = 0
var b: 0..3 = 0
transition left when a < 3 && b == 1 { assert a < 2; a := a + 1; }
transition right when b < 3 && a == 1 { assert b < 2; b := b + 1; }
transition startLeft when a == 0 { a := 1; }
transition startRight when b == 0 { b := 1; }
`;

const erring = failing.replaceAll(/assert (\w) < 2; (\w) := \w \+ 1;/g, "$2 := $1 + $1 + $1;");

const cubeActions: Action[] = [
  Array.from({ length: 16 }, (_, n) => n ^ 1),
  ...[0, 1, 2].map((i) =>
    Array.from({ length: 16 }, (_, n) => (n & ~(3 << i)) | (((n >> i) & 1) << (i + 1)) | (((n >> (i + 1)) & 1) << i)),
  ),
].map((p) => ({
  slot: (_: string, indices: Indices) => indices.map((i) => p[i]!),
  value: (name: string, _: Indices, value: number) => (name === "doctor" ? (p[value] ?? value) : value),
}));

const models: readonly (readonly [name: string, model: Model, actions: readonly Action[]])[] = [
  ["dining philosophers 5", example("dining-philosophers", 5), [rotation(5)]],
  ["token circulation 3", example("token-circulation", 3), [rotation(3), flip]],
  ["token circulation 4", example("token-circulation", 4), [rotation(4), flip]],
  peterson(3),
  peterson(4),
  ["german 2", example("german", 2), processes(2, germanArrays, ["requester"])],
  ["german 3", example("german", 3), processes(3, germanArrays, ["requester"])],
  [
    "a ring that turns round",
    modelOf(ring),
    [
      rotation(6),
      {
        slot: (_, indices) => indices.map((i) => 5 - i),
        value: (name, _, value) => (name === "token" && value > 0 ? 3 - value : value),
      },
    ],
  ],
  ["a linked list", modelOf(list), processes(4, ["next", "state"], ["next", "head", "last"])],
  ["who knows what", modelOf(messages), processes(4, ["knows"])],
  ["a queue of processes", modelOf(queue), processes(3, ["at"], ["q"], 1)],
  [
    "teams",
    modelOf(teams),
    [
      ...symmetricGenerators(3).map((p) => ({
        slot: (_: string, [t, m]: Indices) => (m === undefined ? [t!] : [t!, t === 0 ? p[m]! : m]),
      })),
      { slot: (_: string, [t, m]: Indices) => (m === undefined ? [1 - t!] : [1 - t!, m]) },
    ],
  ],
  [
    "processes and values",
    modelOf(copies),
    [
      ...processes(4, ["x", "steps"]),
      ...symmetricGenerators(3).map((p) => ({
        slot: (_: string, indices: Indices) => indices,
        value: (name: string, _: Indices, value: number) => (name === "x" ? p[value]! : value),
      })),
    ],
  ],
  ["a hypercube", modelOf(cube), cubeActions],
  [
    "constants",
    modelOf(constants),
    processes(3, ["id", "name", "votes"], ["id", "leader"]).map((action, k) => {
      const p = symmetricGenerators(3)[k]!;
      return {
        ...action,
        value: (name: string, i: Indices, v: number) => (name === "name" ? p[v - 5]! + 5 : action.value!(name, i, v)),
      };
    }),
  ],
];

test.each(models)("%s: the search with symmetries finds what the search without finds", (_, model, actions) => {
  const questions = stateQuestions(model.properties);
  const group = groupBy(model, actions);
  expect(group.group.order).toBeGreaterThan(1n);
  expectSameFindings(model, questions, group);
});

test.each([
  ["assertion", failing],
  ["run-time error", erring],
])("an %s may be that of a symmetric transition", (_, text) => {
  const model = modelOf(text);
  const group = new Validator(model).groupOf([{ slots: Int32Array.of(1, 0), values: new Map() }]);
  expectSameFindings(model, [], group);
});

test("a search for representatives that is given up makes them multiple, and says so", () => {
  const { degree, generators } = sporadic[3]!;
  const model = modelOf(`
    type P = 0..23
    var x: array [P] of 0..2 = 0
    transition up(i: P) when x[i] < 2 && (count j: P . x[j] > 0) < 8 { x[i] := x[i] + 1; }
    property few: invariant (count j: P . x[j] == 2) < 7
  `);
  const group = new Validator(model, { properties: model.properties }).groupOf(
    generators.map((p) => ({ slots: Int32Array.from(p), values: new Map() })),
  );
  expect(degree).toBe(24);
  const questions = stateQuestions(model.properties);
  const exploration = explore(model, questions, group);
  expect(exploration.isUnique).toBe(false);
  expect(exploration.unreducedStates).toBeUndefined();
  const { found } = findingsOf(exploration, { model, questions }).answers[0]!;
  expect(new Traces(model, new Watch({})).toState(questions[0]!, found!).trace?.steps.length).toBe(14);
});

function explore(
  model: Model,
  questions: readonly StateQuestion[],
  symmetry?: ValidatedGroup,
  options: { readonly fingerprints?: boolean; readonly representatives?: "unique" | "multiple" } = {},
): Exploration {
  const exploration = new Exploration(compile(model, questions, { fingerprints: false, symmetry, ...options }));
  while (exploration.step());
  return exploration;
}

function expectSameFindings(model: Model, questions: readonly StateQuestion[], group: ValidatedGroup): void {
  const plain = explore(model, questions);
  expect(plain.unreducedStates).toBe(BigInt(plain.states));
  const expected = findings(model, plain);
  for (const fingerprints of [false, true]) {
    const unique = explore(model, questions, group, { fingerprints });
    expect(unique.isUnique).toBe(true);
    expect(unique.states).toBeLessThan(plain.states);
    expect(unique.unreducedStates).toBe(BigInt(plain.states));
    expect(findings(model, unique)).toEqual(expected);

    const multiple = explore(model, questions, group, { fingerprints, representatives: "multiple" });
    expect(multiple.isUnique).toBe(false);
    expect(multiple.unreducedStates).toBeUndefined();
    expect(multiple.states).toBeGreaterThanOrEqual(unique.states);
    expect(findings(model, multiple)).toEqual(expected);
  }
}

/** The lengths of the traces to all findings. Each trace is replayed and shows its finding. */
function findings(model: Model, exploration: Exploration): unknown {
  const traces = new Traces(model, new Watch({}));
  const { questions } = exploration.compiled;
  const { answers, error, assertion } = findingsOf(exploration, { model, questions });
  return {
    depth: exploration.progress.depth,
    properties: answers.map(({ found }, k) => found && traces.toState(questions[k]!, found).trace!.steps.length),
    error: error && traces.toError(error).trace!.steps.length,
    assertion: assertion && traces.toAssertion(assertion).trace!.steps.length,
  };
}
