/**
 * Random well-typed expressions over given names.
 *
 * Most cannot fail: indices stay within their arrays, divisors are not zero, and heads of queues are guarded by tests.
 * The caller chooses how often an operation may fail.
 */

import type { Constant, EnumType, Expression, Field, Predicate, ScalarType, Type } from "../../src/model/model.ts";
import { lengthOf, lowOf } from "../../src/model/slots.ts";
import { equalTypes } from "../../src/model/typing.ts";
import type { TypeGenerator } from "./arbitrary-type.ts";
import type { Choices } from "./choices.ts";

/** A variable or local in scope. */
export interface Root {
  readonly expression: Expression;
  readonly type: Type;
  readonly assignable: boolean;
}

/** A root, or a part of one, given by elements and fields. */
export interface Path {
  readonly root: Root;
  readonly steps: readonly (Field | ScalarType | "queue")[];
  readonly type: Type;
}

export const integer = (value: number): Expression => ({ kind: "integer", value });

export function binary(op: (Expression & { kind: "binary" })["op"], left: Expression, right: Expression): Expression {
  return { kind: "binary", op, left, right };
}

export class ExpressionGenerator {
  readonly roots: Root[] = [];
  readonly constants: Constant[] = [];
  readonly predicates: Predicate[] = [];
  readonly enumerations: EnumType[] = [];
  /** The percentage of operations that may fail at run time. */
  risk = 0;
  readonly #choices: Choices;
  readonly #types: TypeGenerator;
  #localCount = 0;
  #indexDepth = 0;

  constructor(choices: Choices, types: TypeGenerator) {
    this.#choices = choices;
    this.#types = types;
  }

  /** Runs `make` with more names in scope. */
  within<T>(roots: readonly Root[], make: () => T): T {
    const mark = this.roots.length;
    this.roots.push(...roots);
    const result = make();
    this.roots.length = mark;
    return result;
  }

  /** A name for a parameter, a quantified name or a local. Call `forgetLocals` when all of them are out of scope. */
  localName(): string {
    const i = this.#localCount++;
    return i % 7 === 5 ? `local ${i}` : i % 7 === 3 ? `${"XUWR"[(i / 7) & 3]}` + (i > 20 ? i : "") : `i${i}`;
  }

  forgetLocals(): void {
    this.#localCount = 0;
  }

  /** All places with a type that `accepts` accepts. */
  paths(accepts: (type: Type) => boolean, assignable = false): Path[] {
    const found: Path[] = [];
    const visit = (path: Path): void => {
      if (accepts(path.type)) found.push(path);
      const extend = (step: Path["steps"][number], type: Type): void =>
        visit({ root: path.root, steps: [...path.steps, step], type });
      if (path.type.kind === "array") extend(path.type.index, path.type.element);
      else if (path.type.kind === "queue") extend("queue", path.type.element);
      else if (path.type.kind === "record") for (const field of path.type.fields) extend(field, field.type);
    };
    for (const root of this.roots) if (root.assignable || !assignable) visit({ root, steps: [], type: root.type });
    return found;
  }

  /** The place itself, and, if it lies in a queue, the condition that it exists. */
  place({ root, steps }: Path): { readonly place: Expression; readonly exists: Expression | undefined } {
    let place = root.expression;
    let exists: Expression | undefined;
    for (const step of steps) {
      if (step === "queue") {
        const index = this.#choices.weighted([
          [4, () => 0],
          [1, () => 1],
        ]);
        exists = binary(">", { kind: "queue", op: "len", queue: place }, integer(index));
        place = { kind: "index", base: place, index: integer(index) };
      } else if ("kind" in step) place = { kind: "index", base: place, index: this.index(step) };
      else place = { kind: "field", base: place, field: step.name };
    }
    return { place, exists };
  }

  /** An expression of any type. Aggregates have exactly this type, so the context must determine it. */
  expression(type: Type, fuel: number): Expression {
    switch (type.kind) {
      case "bool":
        return this.condition(fuel);
      case "range":
        return this.#risky() ? this.number(fuel) : this.fitting(type, fuel);
      case "enum":
        return this.#choice(type, fuel, () => ({ kind: "member", type, name: this.#choices.pick(type.members) }));
      case "array":
      case "record":
        if (this.#isBuildable(type)) return this.#choice(type, fuel, () => this.#aggregate(type, fuel));
        return this.#choice(type, fuel, () => this.#anyPlace(type));
      case "queue":
        return this.#choice(type, fuel, () => this.#anyPlace(type));
    }
  }

  condition(fuel: number): Expression {
    const c = this.#choices;
    if (fuel <= 0) return this.#choice({ kind: "bool" }, 0, () => ({ kind: "boolean", value: c.chance(60) }));
    const half = fuel >> 1;
    return c.weighted<Expression>([
      [3, () => this.#choice({ kind: "bool" }, fuel - 1, () => ({ kind: "boolean", value: c.chance(60) }))],
      [4, () => this.#equation(half)],
      [4, () => binary(c.pick(["<", "<=", ">", ">="]), this.number(half), this.#comparand(half))],
      [3, () => binary(c.pick(["&&", "||", "->"]), this.condition(half), this.condition(half))],
      [2, () => ({ kind: "unary", op: "!", operand: this.condition(fuel - 1) })],
      [3, () => this.#quantified(c.pick(["forall", "exists"]), fuel)],
      [2, () => this.#queueTest(fuel)],
      [this.predicates.length > 0 ? 1 : 0, () => ({ kind: "predicate", name: c.pick(this.predicates).name })],
    ]);
  }

  number(fuel: number): Expression {
    const c = this.#choices;
    const leaf = (): Expression => integer(c.between(-2, 4));
    if (fuel <= 0) return this.#choice({ kind: "range", low: -9, high: 9 }, 0, leaf);
    const half = fuel >> 1;
    return c.weighted<Expression>([
      [5, () => this.#choice({ kind: "range", low: -9, high: 9 }, fuel - 1, leaf)],
      [3, () => binary(c.pick(["+", "-", "*"]), this.number(half), this.number(half))],
      [
        2,
        () =>
          binary(
            c.pick(["/", "%"]),
            this.number(half),
            this.#risky() ? this.number(half) : integer(c.pick([2, 3, -2])),
          ),
      ],
      [1, () => ({ kind: "unary", op: "-", operand: this.number(fuel - 1) })],
      [2, () => this.#quantified(c.pick(["count", "sum"]), fuel)],
      [1, () => this.#queueLength(leaf)],
    ]);
  }

  /** Large numbers occur only where arithmetic cannot make them larger. */
  #comparand(fuel: number): Expression {
    const c = this.#choices;
    return c.chance(5) ? integer(c.pick([2 ** 31, -(2 ** 31), 2 ** 53 - 1])) : this.number(fuel);
  }

  /** A number of the range in every state. */
  fitting(type: Type & { readonly kind: "range" }, fuel: number): Expression {
    const c = this.#choices;
    const inside = this.paths((t) => t.kind === "range" && t.low >= type.low && t.high <= type.high);
    const value = (): Expression => integer(c.between(type.low, type.high));
    return c.weighted<Expression>([
      [3, value],
      [inside.length > 0 ? 5 : 0, () => this.#cautious(c.pick(inside), value)],
      [fuel > 0 ? 4 : 0, () => wrap(type, this.number(fuel - 1))],
      [fuel > 1 ? 1 : 0, () => this.#conditional(fuel, () => this.fitting(type, fuel >> 1))],
    ]);
  }

  /** Indices contain other places, with indices of their own, up to a certain depth. */
  index(type: ScalarType): Expression {
    const c = this.#choices;
    const names = this.roots.filter((root) => equalTypes(root.type, type));
    if (this.#indexDepth >= 2 || c.chance(40)) {
      return names.length > 0 && c.chance(70) ? c.pick(names).expression : literal(type, c);
    }
    this.#indexDepth++;
    const index = this.expression(type, 1);
    this.#indexDepth--;
    return index;
  }

  #risky(): boolean {
    return this.#choices.chance(this.risk);
  }

  /** A place of the type (all integers are one type here), a constant, a conditional, or the result of `otherwise`. */
  #choice(type: Type, fuel: number, otherwise: () => Expression): Expression {
    const c = this.#choices;
    const places = this.paths((t) => (type.kind === "range" ? t.kind === "range" : equalTypes(t, type)));
    const constants = this.constants.filter((constant) =>
      constant.type === "int" ? type.kind === "range" : equalTypes(constant.type, type),
    );
    return c.weighted<Expression>([
      [3, otherwise],
      [places.length > 0 ? 6 : 0, () => this.#cautious(c.pick(places), otherwise)],
      [constants.length > 0 ? 2 : 0, () => ({ kind: "constant", name: c.pick(constants).name })],
      [fuel > 0 ? 1 : 0, () => this.#conditional(fuel, () => this.#choice(type, fuel >> 1, otherwise))],
    ]);
  }

  #conditional(fuel: number, branch: () => Expression): Expression {
    return { kind: "conditional", test: this.condition(fuel >> 1), then: branch(), else: branch() };
  }

  /** Reads a place. If the place lies in a queue, a test guards it. */
  #cautious(path: Path, otherwise: () => Expression): Expression {
    const { place, exists } = this.place(path);
    if (exists === undefined || this.#risky()) return place;
    return { kind: "conditional", test: exists, then: place, else: otherwise() };
  }

  #anyPlace(type: Type): Expression {
    return this.place(this.#choices.pick(this.paths((t) => equalTypes(t, type)))).place;
  }

  #isBuildable(type: Type): boolean {
    if (type.kind === "queue") return this.paths((t) => equalTypes(t, type)).length > 0;
    if (type.kind === "array") return this.#isBuildable(type.element);
    return type.kind !== "record" || type.fields.every((field) => this.#isBuildable(field.type));
  }

  #aggregate(type: Type & { readonly kind: "array" | "record" }, fuel: number): Expression {
    const types =
      type.kind === "record"
        ? type.fields.map((field) => field.type)
        : this.#choices.times(lengthOf(type.index), () => type.element);
    const share = Math.floor(fuel / types.length);
    return { kind: "aggregate", type, items: types.map((part) => this.expression(part, share)) };
  }

  #equation(fuel: number): Expression {
    const c = this.#choices;
    const op = c.pick(["==", "!="] as const);
    const paths = this.paths(() => true);
    if (paths.length === 0) return binary(op, this.number(fuel), this.number(fuel));
    const path = c.pick(paths);
    const { place, exists } = this.place(path);
    const other = path.type.kind === "range" ? this.number(fuel) : this.expression(path.type, fuel);
    // The place determines the type. It must come first, unless the other side needs no type.
    const swap = other.kind === "aggregate" && c.chance(50);
    const equation = swap ? binary(op, other, place) : binary(op, place, other);
    return exists === undefined || this.#risky() ? equation : binary("&&", exists, equation);
  }

  #quantified(op: "forall" | "exists" | "count" | "sum", fuel: number): Expression {
    const name = this.localName();
    const type = this.#types.scalar(4);
    const root: Root = { expression: { kind: "local", name }, type, assignable: false };
    const body = this.within([root], () => (op === "sum" ? this.number(fuel >> 1) : this.condition(fuel - 1)));
    return { kind: "quantified", op, name, type, body };
  }

  #queueTest(fuel: number): Expression {
    const queues = this.paths((type) => type.kind === "queue").filter((path) => !path.steps.includes("queue"));
    if (queues.length === 0) return this.condition(fuel - 1);
    const queue = this.place(this.#choices.pick(queues)).place;
    return { kind: "queue", op: this.#choices.pick(["empty", "full"]), queue };
  }

  #queueLength(leaf: () => Expression): Expression {
    const queues = this.paths((type) => type.kind === "queue");
    if (queues.length === 0) return leaf();
    return { kind: "queue", op: "len", queue: this.place(this.#choices.pick(queues)).place };
  }
}

function literal(type: ScalarType, choices: Choices): Expression {
  switch (type.kind) {
    case "bool":
      return { kind: "boolean", value: choices.chance(50) };
    case "range":
      return integer(choices.between(type.low, type.high));
    case "enum":
      return { kind: "member", type, name: choices.pick(type.members) };
  }
}

/** Wraps any number into the range: the result is `low` plus the remainder of `e - low` by the number of values. */
export function wrap(type: ScalarType, e: Expression): Expression {
  const n = integer(lengthOf(type));
  const low = lowOf(type);
  const remainder = binary("%", binary("+", binary("%", low === 0 ? e : binary("-", e, integer(low)), n), n), n);
  return low === 0 ? remainder : binary("+", integer(low), remainder);
}
