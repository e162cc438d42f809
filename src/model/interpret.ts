/**
 * The reference interpreter: it defines the semantics.
 *
 * It walks the trees of the model and prefers obvious correctness to speed. The compiled engine is tested against it,
 * and no trace is shown before it was replayed here.
 */

import type { Span } from "../syntax/source.ts";
import { look } from "../util/limits.ts";
import type { Expression, Initial, Model, Owner, Parameter, QueueType, Statement, Transition, Type } from "./model.ts";
import { boundsOf, fieldOf, highOf, lengthOf, lowOf, paddingOf, sizeOf } from "./slots.ts";
import type { Meanings } from "./slots.ts";

/** The values of all slots (`slots.ts`). */
export type State = readonly number[];

/** A run-time error in a step of the model: a violation, with its place in the text of the user. */
export interface RuntimeError {
  readonly message: string;
  /** The bound of the model that ended the step, if the model itself did not. Then it is not a violation. */
  readonly limit?: string | undefined;
  readonly span?: Span | undefined;
}

/** One transition with one choice of parameters whose guard holds, or fails to evaluate. */
export interface Step {
  readonly transition: Transition;
  /** The slots of each parameter. */
  readonly choice: readonly (readonly number[])[];
  /** The successor; absent after a run-time error. */
  readonly target?: State | undefined;
  readonly error?: RuntimeError | undefined;
  /** The first assertion that failed, if one did. */
  readonly failed?: (Statement & { readonly kind: "assert" }) | undefined;
}

export interface Interpreter {
  /** The initial states in lexicographic order. Ends with an error if the initial condition cannot be evaluated. */
  initialStates(): Iterable<State | RuntimeError>;
  /** Whether a state is an initial one. */
  isInitial(state: State): boolean;
  /** The steps from a state: transitions in order, then parameters, the last varying fastest. */
  steps(state: State): Iterable<Step>;
  /** All choices of parameters for a transition, in the order of `steps`. */
  choices(transition: Transition): Iterable<Step["choice"]>;
  /**
   * Takes one step in place: the cells, the slots of a state, become those of the successor. `undefined` if the guard
   * does not hold. Slots are read and written one by one, and only if the step needs them, so `cells` need not be a
   * plain array.
   */
  take(transition: Transition, choice: Step["choice"], cells: number[]): Step | undefined;
  /** The value of a scalar expression without free names in a state. Like `take`, it reads only the slots it needs. */
  evaluate(e: Expression, state: State): number | RuntimeError;
  /** The indices of the process that takes a step, if it has one. */
  ownerIndices(step: Pick<Step, "transition" | "choice">, owner?: Owner): readonly number[];
  /** Whether a condition holds in a state. */
  holds(condition: Expression, state: State): boolean | RuntimeError;
}

export function isRuntimeError(result: unknown): result is RuntimeError {
  return typeof result === "object" && result !== null && "message" in result;
}

/** Makes a new interpreter. `facts` keeps one. */
export function interpreterOf(model: Model, meanings: Meanings): Interpreter {
  const { slots, offsets, constants, types, predicates } = meanings;
  /** The location of a value: in the state or in the cells of a local. */
  interface Place {
    readonly type: Type;
    readonly cells: number[];
    readonly offset: number;
  }

  /** No name hides another, so one table of locals serves all scopes of a transition. */
  interface Context {
    readonly state: number[];
    readonly locals: Map<string, Place>;
    failed?: Step["failed"];
  }

  // -------------------------------------------------------------- expressions

  function place(e: Expression, context: Context): Place {
    switch (e.kind) {
      case "variable":
        return { type: types.get(e.name)!, cells: context.state, offset: offsets.get(e.name)! };
      case "local":
        return context.locals.get(e.name)!;
      case "field": {
        const base = place(e.base, context);
        if (base.type.kind !== "record") throw new TypeError("field of something that is not a record");
        const field = fieldOf(base.type, e.field);
        return { type: field.type, cells: base.cells, offset: base.offset + field.offset };
      }
      case "index": {
        const base = place(e.base, context);
        const index = scalar(e.index, context);
        if (base.type.kind === "array") {
          const low = lowOf(base.type.index);
          const high = highOf(base.type.index);
          if (index < low || index > high) fail(`index ${index} is outside ${low}..${high}`, e.span);
          return {
            type: base.type.element,
            cells: base.cells,
            offset: base.offset + (index - low) * sizeOf(base.type.element),
          };
        }
        if (base.type.kind !== "queue") throw new TypeError("index into something that has no elements");
        const length = base.cells[base.offset]!;
        if (index < 0 || index >= length) fail(`index ${index} is outside a queue of length ${length}`, e.span);
        return {
          type: base.type.element,
          cells: base.cells,
          offset: base.offset + 1 + index * sizeOf(base.type.element),
        };
      }
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  /** The slots of a value, scalar or composite. */
  function value(e: Expression, context: Context): number[] {
    switch (e.kind) {
      case "variable":
      case "local":
      case "index":
      case "field": {
        const { type, cells, offset } = place(e, context);
        return cells.slice(offset, offset + sizeOf(type));
      }
      case "aggregate":
        return e.items.flatMap((item) => value(item, context));
      case "conditional":
        return scalar(e.test, context) !== 0 ? value(e.then, context) : value(e.else, context);
      default:
        return [scalar(e, context)];
    }
  }

  function scalar(e: Expression, context: Context): number {
    switch (e.kind) {
      case "integer":
        return e.value;
      case "boolean":
        return e.value ? 1 : 0;
      case "member":
        return e.type.members.indexOf(e.name);
      case "constant":
        return constants.get(e.name)!;
      case "predicate":
        return scalar(predicates.get(e.name)!, { state: context.state, locals: new Map() });
      case "variable":
      case "local":
      case "index":
      case "field": {
        const { cells, offset } = place(e, context);
        return cells[offset]!;
      }
      case "unary": {
        const operand = scalar(e.operand, context);
        return e.op === "!" ? 1 - operand : 0 - operand;
      }
      case "binary":
        return binary(e, context);
      case "conditional":
        return scalar(e.test, context) !== 0 ? scalar(e.then, context) : scalar(e.else, context);
      case "quantified":
        return quantified(e, context);
      case "queue": {
        const { type, cells, offset } = place(e.queue, context);
        if (type.kind !== "queue") throw new TypeError("not a queue");
        const length = cells[offset]!;
        return e.op === "len" ? length : Number(e.op === "empty" ? length === 0 : length === type.capacity);
      }
      case "aggregate":
        throw new TypeError("a composite value is not a scalar");
    }
  }

  function binary(e: Expression & { kind: "binary" }, context: Context): number {
    const { op } = e;
    if (op === "==" || op === "!=") {
      const left = value(e.left, context);
      const right = value(e.right, context);
      const equal = left.length === right.length && left.every((cell, i) => cell === right[i]);
      return Number(equal === (op === "=="));
    }
    const left = scalar(e.left, context);
    if (op === "&&") return left === 0 ? 0 : scalar(e.right, context);
    if (op === "||") return left === 0 ? scalar(e.right, context) : 1;
    if (op === "->") return left === 0 ? 1 : scalar(e.right, context);
    const right = scalar(e.right, context);
    switch (op) {
      case "+":
        return left + right;
      case "-":
        return left - right;
      case "*":
        return left * right + 0; // + 0 turns -0 into 0
      case "/":
      case "%":
        if (right === 0) fail(e.failure ?? "division by zero", e.span);
        return (op === "/" ? Math.trunc(left / right) : left % right) + 0;
      case "<":
        return Number(left < right);
      case "<=":
        return Number(left <= right);
      case ">":
        return Number(left > right);
      case ">=":
        return Number(left >= right);
    }
  }

  function quantified(e: Expression & { kind: "quantified" }, context: Context): number {
    let total = 0;
    for (let i = lowOf(e.type); i <= highOf(e.type); i++) {
      look();
      context.locals.set(e.name, { type: e.type, cells: [i], offset: 0 });
      const body = scalar(e.body, context);
      if (e.op === "forall" && body === 0) return 0;
      if (e.op === "exists" && body !== 0) return 1;
      total += body;
    }
    return e.op === "forall" ? 1 : e.op === "exists" ? 0 : total;
  }

  // -------------------------------------------------------------- statements

  /** Runs statements in place, on the state and the locals of the context. */
  function run(statements: readonly Statement[], context: Context): void {
    for (const s of statements) {
      switch (s.kind) {
        case "assign": {
          const cells = value(s.value, context);
          const target = place(s.target, context);
          store(target, cells, context, s.span);
          break;
        }
        case "if":
          run(scalar(s.test, context) !== 0 ? s.then : s.else, context);
          break;
        case "for":
          for (let i = lowOf(s.type); i <= highOf(s.type); i++) {
            look();
            context.locals.set(s.name, { type: s.type, cells: [i], offset: 0 });
            run(s.body, context);
          }
          break;
        case "while":
          for (let round = 0; scalar(s.test, context) !== 0; round++) {
            look();
            if (round === s.bound) fail(s.limit ?? `the loop is not done after ${s.bound} rounds`, s.span, s.limit);
            run(s.body, context);
          }
          break;
        case "push": {
          const cells = value(s.value, context);
          const { type, cells: state, offset } = queuePlace(s.queue, context);
          const length = state[offset]!;
          if (length === type.capacity) {
            // The first slot of a queue is its length.
            const name = slots[offset]!.name.replace(/^len\((.*)\)$/, "$1");
            fail(`push on ${name}, a full queue of capacity ${type.capacity}`, s.span);
          }
          store(
            { type: type.element, cells: state, offset: offset + 1 + length * sizeOf(type.element) },
            cells,
            context,
            s.span,
          );
          state[offset] = length + 1;
          break;
        }
        case "pop": {
          const { type, cells, offset } = queuePlace(s.queue, context);
          const length = cells[offset]!;
          if (length === 0) fail("pop from an empty queue", s.span);
          const size = sizeOf(type.element);
          const end = offset + 1 + type.capacity * size;
          cells.copyWithin(offset + 1, offset + 1 + size, end);
          // Cells beyond the length hold their padding, so after the shift only the last element needs it.
          paddingOf(type.element).forEach((padding, i) => (cells[end - size + i] = padding));
          cells[offset] = length - 1;
          break;
        }
        case "assert":
          if (scalar(s.test, context) === 0) context.failed ??= s;
          break;
        case "local": {
          const local = { type: s.type, cells: [0], offset: 0 };
          store(local, [scalar(s.value, context)], context, s.span);
          context.locals.set(s.name, local);
          break;
        }
      }
    }
  }

  function queuePlace(e: Expression, context: Context): Place & { readonly type: QueueType } {
    const { type, cells, offset } = place(e, context);
    if (type.kind !== "queue") throw new TypeError("not a queue");
    return { type, cells, offset };
  }

  function store(target: Place, cells: readonly number[], context: Context, span: Span | undefined): void {
    const { low, high } = boundsOf(target.type);
    cells.forEach((cell, i) => {
      if (cell >= low[i]! && cell <= high[i]!) return;
      const slot = target.cells === context.state ? slots[target.offset + i] : undefined;
      const message = `value ${cell} is outside ${low[i]}..${high[i]}, the range of ${slot?.name ?? "the local"}`;
      fail(message, span, slot?.variable.limit);
    });
    cells.forEach((cell, i) => (target.cells[target.offset + i] = cell));
  }

  // -------------------------------------------------------------- the three questions

  function* initialStates(): Iterable<State | RuntimeError> {
    for (const state of combinations(model.variables.map((v) => () => initialValues(v.type, v.initial)))) {
      const { initialCondition } = model;
      const meets = initialCondition === undefined || holds(initialCondition, state);
      if (isRuntimeError(meets)) {
        yield meets;
        return;
      }
      if (meets) yield state;
    }
  }

  function isInitial(state: State): boolean {
    const matches = meanings.initialValues.every((value, slot) => value === undefined || value === state[slot]);
    return matches && (model.initialCondition === undefined || holds(model.initialCondition, state) === true);
  }

  function* steps(state: State): Iterable<Step> {
    for (const transition of model.transitions) {
      for (const choice of choicesOf(transition)) {
        look();
        // Guards change nothing, and a copy of a large state costs more than a guard.
        const context: Context = { state: state as number[], locals: bind(transition.parameters, choice) };
        if (attempt(() => scalar(transition.guard, context)) === 0) continue;
        look(state.length >> 8);
        const step = take(transition, choice, [...state]);
        if (step) yield step;
      }
    }
  }

  function take(transition: Transition, choice: Step["choice"], cells: number[]): Step | undefined {
    const { parameters, guard, body } = transition;
    const context: Context = { state: cells, locals: bind(parameters, choice) };
    const taken = attempt(() => {
      if (scalar(guard, context) === 0) return false;
      run(body, context);
      return true;
    });
    if (isRuntimeError(taken)) return { transition, choice, error: taken, failed: context.failed };
    return taken ? { transition, choice, target: cells, failed: context.failed } : undefined;
  }

  function ownerIndices(
    { transition, choice }: Pick<Step, "transition" | "choice">,
    owner: Owner | undefined = transition.owner,
  ): readonly number[] {
    const context: Context = { state: [], locals: bind(transition.parameters, choice) };
    return owner?.indices.map((index) => scalar(index, context)) ?? [];
  }

  function bind(parameters: readonly Parameter[], choice: Step["choice"]): Map<string, Place> {
    return new Map(parameters.map(({ name, type }, i) => [name, { type, cells: [...choice[i]!], offset: 0 }]));
  }

  function holds(condition: Expression, state: State): boolean | RuntimeError {
    const value = evaluate(condition, state);
    return isRuntimeError(value) ? value : value !== 0;
  }

  function evaluate(e: Expression, state: State): number | RuntimeError {
    // Expressions change nothing, so no copy is needed.
    return attempt(() => scalar(e, { state: state as number[], locals: new Map() }));
  }

  return {
    initialStates,
    isInitial,
    steps,
    choices: choicesOf,
    take,
    evaluate,
    ownerIndices,
    holds,
  };
}

// ---------------------------------------------------------------- enumeration

/** All values of a type as slots, in lexicographic order. */
export function* valuesOf(type: Type): Iterable<number[]> {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      for (let i = lowOf(type); i <= highOf(type); i++) yield [i];
      return;
    case "array":
      yield* combinations(Array.from({ length: lengthOf(type.index) }, () => () => valuesOf(type.element)));
      return;
    case "record":
      yield* combinations(type.fields.map((field) => () => valuesOf(field.type)));
      return;
    case "queue":
      for (let length = 0; length <= type.capacity; length++) {
        const held = Array.from({ length }, () => () => valuesOf(type.element));
        for (const cells of combinations(held)) yield queueCells(type, length, cells);
      }
      return;
  }
}

function* initialValues(type: Type, initial: Initial): Iterable<number[]> {
  if (initial.kind === "any") yield* valuesOf(type);
  else if (initial.kind === "value") yield [initial.value];
  else {
    const { items } = initial;
    if (type.kind === "queue") {
      const held = items.map((item) => () => initialValues(type.element, item));
      for (const cells of combinations(held)) yield queueCells(type, items.length, cells);
    } else if (type.kind === "array") yield* combinations(items.map((item) => () => initialValues(type.element, item)));
    else if (type.kind === "record") {
      yield* combinations(items.map((item, i) => () => initialValues(type.fields[i]!.type, item)));
    }
  }
}

function queueCells(type: QueueType, length: number, cells: readonly number[]): number[] {
  const padding = paddingOf(type.element);
  const rest = Array.from({ length: type.capacity - length }, () => padding).flat();
  return [length].concat(cells, rest);
}

/** All choices of parameters of a transition, the last parameter varying fastest. */
export function* choicesOf(
  { parameters }: Pick<Transition, "parameters">,
  before: readonly number[][] = [],
): Iterable<number[][]> {
  const parameter = parameters[before.length];
  if (parameter === undefined) yield [...before];
  else for (const cells of valuesOf(parameter.type)) yield* choicesOf({ parameters }, [...before, cells]);
}

/** The concatenations of one value from each part, the last part varying fastest; O(1) memory besides the parts. */
function* combinations(parts: readonly (() => Iterable<number[]>)[]): Iterable<number[]> {
  const iterators = parts.map((part) => part()[Symbol.iterator]());
  const current = iterators.map((iterator) => iterator.next().value as number[]);
  for (;;) {
    look();
    yield current.flat();
    let i = parts.length - 1;
    for (; i >= 0; i--) {
      const next = iterators[i]!.next();
      if (next.done !== true) {
        current[i] = next.value;
        break;
      }
      iterators[i] = parts[i]!()[Symbol.iterator]();
      current[i] = iterators[i]!.next().value as number[];
    }
    if (i < 0) return;
  }
}

// ---------------------------------------------------------------- run-time errors

class ModelFailure extends Error {
  readonly error: RuntimeError;
  constructor(error: RuntimeError) {
    super(error.message);
    this.error = error;
  }
}

function fail(message: string, span: Span | undefined, limit?: string): never {
  throw new ModelFailure({ message, span, ...(limit === undefined ? {} : { limit }) });
}

function attempt<T>(action: () => T): T | RuntimeError {
  try {
    return action();
  } catch (failure) {
    if (failure instanceof ModelFailure) return failure.error;
    throw failure;
  }
}
