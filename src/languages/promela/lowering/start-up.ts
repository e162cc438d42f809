/**
 * The usual beginning, `init { atomic { run P(1); run P(2); ... } }`, as one transition.
 *
 * Step by step, the sequence would tell instances apart that are alike: one is started first. SPIN does not count the states in
 * between either. Where one process is active at the beginning, and its first atomic sequence leads from the initial state to one
 * state only, with no choice on the way, a single transition leads there.
 *
 * What is set then and never again, as parameters often are, has its value from the very beginning: if it were 0 until then, the
 * instances would be alike before and not after, and no permutation could map one to the other in both.
 */

import { facts } from "../../../model/facts.ts";
import { isRuntimeError } from "../../../model/interpret.ts";
import type { State } from "../../../model/interpret.ts";
import type { Expression, Initial, Model, Statement, Transition, Type, Variable } from "../../../model/model.ts";
import { isScalar, lowOf, lengthOf, sizeOf } from "../../../model/slots.ts";
import type { Graph, Point } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import { isAt, lineOf } from "./turn.ts";
import type { Lowering } from "./turn.ts";
import { boolean, integer } from "./value.ts";

export interface StartUp {
  readonly transition: Transition;
  readonly variables: readonly Variable[];
  /** Where it leads. */
  readonly state: State;
  /** The points of the process that control can still get to. */
  readonly points: ReadonlySet<Point>;
}

const longest = 10_000;

/** `undefined` if the model does not begin like that. `isSettled` tells what is never set again. */
export function startUpOf(
  l: Lowering,
  model: Model,
  graph: Graph,
  isSettled: (process: string, field: string, points: ReadonlySet<Point>) => boolean,
): StartUp | undefined {
  const { process } = graph.flow;
  const { start } = graph;
  const before = [...facts(model).interpreter.initialStates()][0];
  if (!before || isRuntimeError(before) || start.escapes.length > 0) return undefined;
  // Nobody else has started, and from the first step on it has the turn.
  const own = model.transitions.filter(({ owner }) => owner?.process === process.name);
  const after = follow(
    { ...model, transitions: own },
    before,
    start.edges.some(({ more }) => more.length > 0),
  );
  if (!after) return undefined;
  const reached = graph.points.find(
    (point) => facts(model).interpreter.holds(isAt(process, integer(0), point), after) === true,
  );
  const points = reached ? reachable(reached) : new Set<Point>();
  if (points.has(start)) return undefined;
  const settled = [...before];
  const variables = model.variables.map((variable) => {
    const { type, name } = variable;
    const offset = facts(model).offsets.get(name)!;
    if (type.kind !== "array" || type.element.kind !== "record" || name === process.name) return variable;
    let at = offset;
    for (let k = 0; k < lengthOf(type.index); k++) {
      for (const field of type.element.fields) {
        const size = sizeOf(field.type);
        if (isSettled(name, field.name, points)) {
          for (let i = at; i < at + size; i++) settled[i] = after[i]!;
        }
        at += size;
      }
    }
    return { ...variable, initial: initialFrom(type, offset, settled) };
  });
  return { transition: leap(l, model, process, start, settled, after), variables, state: after, points };
}

/** The value that slots hold; queues are empty. */
function initialFrom(type: Type, offset: number, state: State): Initial {
  if (isScalar(type)) return { kind: "value", value: state[offset]! };
  switch (type.kind) {
    case "array": {
      const size = sizeOf(type.element);
      const items = Array.from({ length: lengthOf(type.index) }, (_, k) =>
        initialFrom(type.element, offset + k * size, state),
      );
      return { kind: "items", items };
    }
    case "record": {
      let at = offset;
      const items = type.fields.map((field) => {
        at += sizeOf(field.type);
        return initialFrom(field.type, at - sizeOf(field.type), state);
      });
      return { kind: "items", items };
    }
    case "queue":
      return { kind: "items", items: [] };
  }
}

/** The first state that is not transient, if the way there is the only one; one step only if several are merged in it. */
function follow(model: Model, before: State, isMerged: boolean): State | undefined {
  const reference = facts(model).interpreter;
  let state = before;
  for (let taken = 0; taken < longest; taken++) {
    const [step, another] = reference.steps(state);
    if (!step?.target || another || step.failed) return undefined;
    state = step.target;
    if (!model.transient || reference.holds(model.transient, state) !== true) {
      return taken === 0 && !isMerged ? undefined : state;
    }
  }
  return undefined;
}

function reachable(from: Point): Set<Point> {
  const seen = new Set([from]);
  for (const point of seen) {
    for (const { target } of [...point.edges, ...point.escapes.flat()]) seen.add(target);
  }
  return seen;
}

function leap(
  l: Lowering,
  model: Model,
  process: ProcessSymbol,
  start: Point,
  before: State,
  after: State,
): Transition {
  const body: Statement[] = [];
  let offset = 0;
  for (const { name, type } of model.variables) {
    body.push(...changes(type, { kind: "variable", name }, offset, before, after));
    offset += sizeOf(type);
  }
  const { span } = start.element;
  return {
    name: l.named(`${process.name}:${lineOf(span)} start`),
    parameters: [],
    owner: { process: process.name, indices: [integer(0)] },
    guard: isAt(process, integer(0), start),
    body,
    span,
  };
}

function changes(type: Type, place: Expression, offset: number, before: State, after: State): Statement[] {
  if (isScalar(type)) {
    if (before[offset] === after[offset]) return [];
    return [{ kind: "assign", target: place, value: scalar(type, after[offset]!) }];
  }
  switch (type.kind) {
    case "array": {
      const size = sizeOf(type.element);
      const element = (k: number): Expression => ({
        kind: "index",
        base: place,
        index: integer(lowOf(type.index) + k),
      });
      const indices = Array.from({ length: lengthOf(type.index) }, (_, k) => k);
      return indices.flatMap((k) => changes(type.element, element(k), offset + k * size, before, after));
    }
    case "record": {
      let at = offset;
      return type.fields.flatMap((field) => {
        const own = at;
        at += sizeOf(field.type);
        return changes(field.type, { kind: "field", base: place, field: field.name }, own, before, after);
      });
    }
    case "queue": {
      const size = sizeOf(type.element);
      return Array.from({ length: after[offset]! }, (_, k) => {
        const value = message(type.element, after.slice(offset + 1 + k * size, offset + 1 + (k + 1) * size));
        return { kind: "push", queue: place, value };
      });
    }
  }
}

function message(type: Type, cells: readonly number[]): Expression {
  if (isScalar(type)) return scalar(type, cells[0]!);
  if (type.kind !== "record") throw new TypeError("messages are scalars or records of scalars");
  return { kind: "aggregate", type, items: type.fields.map((field, k) => message(field.type, [cells[k]!])) };
}

function scalar(type: Type, value: number): Expression {
  return type.kind === "bool" ? boolean(value === 1) : integer(value);
}
