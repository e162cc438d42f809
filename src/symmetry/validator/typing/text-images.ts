/**
 * The images of texts under a symmetry.
 *
 * The image of a text is a text that does in the image of each state what the original does in the state: the condition
 * `at[i] == waiting` in s holds, for i, if its image holds in the image of s, for the image of i. Names of slots and
 * constants are replaced by their images. For the rest it is enough that each operation gets what it can be used
 * with:
 *
 * - an index of an array changes as the indices of the array do;
 * - both sides of `==`, of an assignment, and both branches of a conditional change alike;
 * - truth values, and numbers that are added or ordered, do not change. Arithmetic on few values is a table of all of
 *   them, whatever it is written like, and its image is the table of the images: `(i + 1) % n` changes as `i` does if
 *   that is a rotation;
 * - a type that a name ranges over is taken to itself; where `forall` and `exists` then try values in another
 *   order, their bodies cannot fail; rounds of a loop then do not disturb each other.
 *
 * Texts are numbered: equal texts have equal numbers, up to names of locals, the order of operands where it does not
 * matter, and the order of independent assignments and of cases (`cases.ts`). Two texts with one number mean the same. With the identity, the image
 * is the text itself. Costs one walk of the text, and the rows of the tables (`tables.ts`).
 */

import { constantOf, constantPlace } from "../../../model/constant-place.ts";
import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression, Statement, Transition, Type } from "../../../model/model.ts";
import { highOf, isScalar, lowOf, sizeOf } from "../../../model/slots.ts";
import { isSingle, typeOf } from "../../../model/typing.ts";
import { look } from "../../../util/limits.ts";
import { cannotFail } from "./cannot-fail.ts";
import { commutes } from "./commuting-rounds.ts";
import { choicesLike, permutationOfLocal } from "./local-permutations.ts";
import type { Sight } from "./local-permutations.ts";
import type { MentionedSlots } from "./mentioned-slots.ts";
import type { Shape, Shapes } from "./shape.ts";
import type { Leaves, Tables } from "./tables.ts";
import { chainOf } from "./text-numbers.ts";
import type { TextNumbers } from "./text-numbers.ts";
import { imageOf, staysWithin } from "./value-permutation.ts";
import type { ValuePermutation } from "./value-permutation.ts";

/** Thrown where a text cannot be followed; caught where a proof is asked for. */
export class NotFollowed extends Error {}

/** The locals in sight, and what becomes of them; a local is called by how many are bound outside it. */
interface Locals {
  readonly byName: ReadonlyMap<string, { readonly level: number; readonly type: Type; readonly shape: Shape }>;
  readonly names: NamesInScope;
}

/** A place on the way to its image: by its slots while all indices are constant, then by its text. */
type Followed =
  | { readonly kind: "slots"; readonly offset: number; readonly type: Type }
  | { readonly kind: "text"; readonly number: number; readonly type: Type; readonly shape: Shape };

export class TextImages {
  readonly #shapes: Shapes;
  readonly #numbers: TextNumbers;
  readonly #identity: ValuePermutation;
  readonly #none: Locals;
  readonly #tables: Tables;
  readonly #ofType: (type: Type) => ValuePermutation | undefined;
  readonly #mentioned: MentionedSlots;
  readonly #isMovedSlot: (slot: number) => boolean;
  readonly #predicates = new Map<string, number>();

  constructor(options: {
    readonly shapes: Shapes;
    readonly identity: ValuePermutation;
    readonly numbers: TextNumbers;
    readonly tables: Tables;
    readonly names: NamesInScope;
    readonly mentioned: MentionedSlots;
    readonly isMoved: (slot: number) => boolean;
    /** What becomes of the values of a type, as a guess. */
    readonly ofType: (type: Type) => ValuePermutation | undefined;
  }) {
    this.#ofType = options.ofType;
    this.#mentioned = options.mentioned;
    this.#isMovedSlot = options.isMoved;
    this.#shapes = options.shapes;
    this.#numbers = options.numbers;
    this.#tables = options.tables;
    this.#identity = options.identity;
    this.#none = { byName: new Map(), names: options.names };
  }

  /** @throws NotFollowed */
  transition({ parameters, guard, body }: Transition): number {
    let locals = this.#none;
    for (const { name, type } of parameters) {
      locals = this.#bind(locals, name, type, { expressions: [guard], statements: body });
    }
    const types = parameters.map(({ type }) => typeText(type)).join();
    return this.#text("transition", types, this.#truth(guard, locals), ...this.#block(body, locals));
  }

  /** @throws NotFollowed */
  condition(e: Expression): number {
    return this.#truth(e, this.#none);
  }

  #text(operator: string, ...parts: readonly (string | number)[]): number {
    return this.#numbers.of(`${operator} ${parts.join(" ")}`);
  }

  // -------------------------------------------------------------- locals

  #bind(locals: Locals, name: string, type: Type, sight: Sight): Locals {
    if (!isScalar(type)) return this.#with(locals, name, type, this.#shapes.unmoved(type));
    const unknown = this.#with(locals, name, type, undefined);
    const values =
      permutationOfLocal(name, sight, (e) => this.#shapeOf(e, unknown)) ??
      this.#byChoice(name, sight, unknown) ??
      this.#ofType(type) ??
      this.#identity;
    if (!staysWithin(values, lowOf(type), highOf(type))) {
      throw new NotFollowed(`not all values of \`${name}\` have an image of its type`);
    }
    return this.#with(locals, name, type, this.#shapes.scalar(values));
  }

  #byChoice(name: string, sight: Sight, { names }: Locals): ValuePermutation | undefined {
    const leavesOf = (e: Expression): Leaves | undefined => this.#tables.leavesOf(e, names);
    const map = choicesLike(name, sight, leavesOf, this.#ofType);
    return map && this.#shapes.permutation(map);
  }

  #with({ byName, names }: Locals, name: string, type: Type, shape: Shape | undefined): Locals {
    const next = new Map(byName);
    if (shape) next.set(name, { level: byName.size, type, shape });
    else next.delete(name);
    const types = new Map([...next].map(([each, local]) => [each, local.type]));
    return { byName: next, names: { ...names, locals: types.set(name, type) } };
  }

  // -------------------------------------------------------------- places

  /** The shape of a place, whatever its indices are. */
  #shapeOf(e: Expression, locals: Locals): { readonly shape: Shape; readonly type: Type } | undefined {
    switch (e.kind) {
      case "local":
        return locals.byName.get(e.name);
      case "variable":
      case "field":
      case "index": {
        const known = constantPlace(e, locals.names);
        if (known) {
          const image = this.#shapes.imageOf(known.offset, known.type);
          return image && { shape: image.shape, type: known.type };
        }
        if (e.kind === "variable") return undefined;
        const base = this.#shapeOf(e.base, locals);
        if (!base) return undefined;
        const { shape, type } = base;
        if (e.kind === "field") {
          if (type.kind !== "record" || shape.kind !== "record") return undefined;
          const k = type.fields.findIndex(({ name }) => name === e.field);
          return { shape: shape.fields[k]!, type: type.fields[k]!.type };
        }
        if (type.kind !== "array" && type.kind !== "queue") return undefined;
        return shape.kind === "array" || shape.kind === "queue"
          ? { shape: shape.element, type: type.element }
          : undefined;
      }
      default:
        return undefined;
    }
  }

  #place(e: Expression, locals: Locals): Followed & { readonly kind: "text" } {
    const place = this.#follow(e, locals);
    if (place.kind === "text") return place;
    const image = this.#shapes.imageOf(place.offset, place.type);
    if (!image) throw new NotFollowed("the parts of a place do not change alike");
    const number = this.#text("slots", image.offset, place.type.kind, sizeOf(place.type));
    return { kind: "text", number, type: place.type, shape: image.shape };
  }

  #follow(e: Expression, locals: Locals): Followed {
    const slots = constantPlace(e, locals.names);
    if (slots) return { kind: "slots", ...slots };
    switch (e.kind) {
      case "local": {
        const { level, type, shape } = locals.byName.get(e.name)!;
        return { kind: "text", number: this.#text("local", level), type, shape };
      }
      case "field": {
        const { number, type, shape } = this.#place(e.base, locals);
        if (type.kind !== "record" || shape.kind !== "record") throw new TypeError("not a record");
        const k = type.fields.findIndex(({ name }) => name === e.field);
        return {
          kind: "text",
          number: this.#text("field", number, k),
          type: type.fields[k]!.type,
          shape: shape.fields[k]!,
        };
      }
      case "index": {
        const { number, type, shape } = this.#place(e.base, locals);
        if (type.kind !== "array" && type.kind !== "queue") throw new TypeError("no elements");
        if (shape.kind !== "array" && shape.kind !== "queue") throw new TypeError("no elements");
        const index = this.#scalar(e.index, shape.kind === "array" ? shape.indices : this.#identity, locals);
        return { kind: "text", number: this.#text("index", number, index), type: type.element, shape: shape.element };
      }
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  // -------------------------------------------------------------- expressions

  #truth(e: Expression, locals: Locals): number {
    return this.#scalar(e, this.#identity, locals);
  }

  /** The image of a scalar expression, whose value changes by the given permutation. */
  #scalar(e: Expression, expected: ValuePermutation, locals: Locals): number {
    look();
    // What mentions nothing that moves is its own image, whatever symmetry it was computed for.
    const slots = expected === this.#identity ? this.#mentioned.of(e) : undefined;
    const stays = slots !== undefined && !slots.some((slot) => this.#isMovedSlot(slot));
    const known = stays ? this.#numbers.ofUnmoved(e) : undefined;
    if (known !== undefined) return known;
    const number = this.#tabulated(e, expected, locals) ?? this.#byStructure(e, expected, locals);
    if (stays) this.#numbers.remember(e, number);
    return number;
  }

  #byStructure(e: Expression, expected: ValuePermutation, locals: Locals): number {
    const constant = constantOf(e, this.#none.names);
    if (constant !== undefined) return this.#text("constant", imageOf(expected, constant));
    switch (e.kind) {
      case "variable":
      case "local":
      case "field":
      case "index": {
        const { number, shape } = this.#place(e, locals);
        if (shape.kind === "scalar" && shape.values === expected) return number;
        throw new NotFollowed("a value changes where another one is needed");
      }
      case "conditional":
        return this.#text(
          "if",
          this.#truth(e.test, locals),
          this.#scalar(e.then, expected, locals),
          this.#scalar(e.else, expected, locals),
        );
      default:
        if (expected !== this.#identity) throw new NotFollowed("a number is computed where one is needed that changes");
        return this.#computed(e, locals);
    }
  }

  /** The image of what is computed and does not change. */
  #computed(e: Expression, locals: Locals): number {
    switch (e.kind) {
      case "predicate": {
        const known = this.#predicates.get(e.name);
        if (known !== undefined) return known;
        const number = this.condition(this.#none.names.predicates.get(e.name)!);
        this.#predicates.set(e.name, number);
        return number;
      }
      case "unary":
        return this.#text(e.op === "!" ? "not" : "minus", this.#truth(e.operand, locals));
      case "binary":
        return this.#binary(e, locals);
      case "quantified":
        return this.#quantified(e, locals);
      case "queue":
        return this.#text(e.op, this.#place(e.queue, locals).number);
      default:
        throw new NotFollowed(`${e.kind} is not a number`);
    }
  }

  /** In a normal form where the order of operands does not matter. */
  #binary(e: Expression & { kind: "binary" }, locals: Locals): number {
    const { op, left, right } = e;
    const numberOf = (part: Expression): number => this.#truth(part, locals);
    switch (op) {
      case "==":
      case "!=":
        return this.#text(op, ...this.#sides(left, right, locals).sort((a, b) => a - b));
      case "&&":
      case "||": {
        const { parts, cannotFail: isSafe } = this.#numbers.chain(e, locals.names, locals.byName.size === 0);
        const numbers = parts.map(numberOf);
        // Which operand decides does not matter if none can fail.
        if (!isSafe) return this.#text(op, ...numbers);
        return this.#text(op, ...[...new Set(numbers)].sort((a, b) => a - b));
      }
      case "+":
      case "*": {
        const numbers = chainOf(e, op).map(numberOf);
        return this.#text(op, ...numbers.sort((a, b) => a - b));
      }
      case ">":
        return this.#text("<", numberOf(right), numberOf(left));
      case ">=":
        return this.#text("<=", numberOf(right), numberOf(left));
      case "<":
      case "<=":
      case "->":
      case "-":
      case "/":
      case "%":
        return this.#text(op, numberOf(left), numberOf(right));
    }
  }

  /** Both sides of a comparison change alike. */
  #sides(left: Expression, right: Expression, locals: Locals): number[] {
    if (isSingle(typeOf(left, locals.names))) {
      const values = this.#changeOf(left, locals) ?? this.#changeOf(right, locals) ?? this.#identity;
      return [this.#scalar(left, values, locals), this.#scalar(right, values, locals)];
    }
    const shape = this.#shapeOfValue(left, locals) ?? this.#shapeOfValue(right, locals);
    if (!shape) throw new NotFollowed("two composite values without a place are compared");
    return [this.#value(left, shape, locals), this.#value(right, shape, locals)];
  }

  #quantified(e: Expression & { kind: "quantified" }, locals: Locals): number {
    const inside = this.#bind(locals, e.name, e.type, { expressions: [e.body], statements: [] });
    const isReordered = this.#isMoved(e.name, inside);
    if (isReordered && (e.op === "forall" || e.op === "exists") && !cannotFail(e.body, inside.names)) {
      throw new NotFollowed(`what is said of each \`${e.name}\` may fail, and the order is another one`);
    }
    return this.#text(e.op, typeText(e.type), this.#truth(e.body, inside));
  }

  #isMoved(name: string, locals: Locals): boolean {
    const { shape } = locals.byName.get(name)!;
    return shape.kind === "scalar" && shape.values !== this.#identity;
  }

  /** What becomes of the value of a scalar expression; undefined for constants, which may become anything. */
  #changeOf(e: Expression, locals: Locals): ValuePermutation | undefined {
    if (constantOf(e, this.#none.names) !== undefined) return undefined;
    switch (e.kind) {
      case "variable":
      case "local":
      case "field":
      case "index": {
        const shape = this.#shapeOf(e, locals)?.shape;
        return shape?.kind === "scalar" ? shape.values : this.#identity;
      }
      case "conditional":
        return this.#changeOf(e.then, locals) ?? this.#changeOf(e.else, locals);
      default:
        return this.#identity;
    }
  }

  // -------------------------------------------------------------- tables

  /** The image of arithmetic on few values, as a table of all of them; undefined if it is not of this kind. */
  #tabulated(e: Expression, expected: ValuePermutation, locals: Locals): number | undefined {
    const leaves = this.#tables.leavesOf(e, locals.names);
    if (!leaves) return undefined;
    const places = leaves.places.map((place) => this.#place(place, locals));
    const changes = places.map(({ shape }) => (shape.kind === "scalar" ? shape.values : this.#identity));
    const numbers = places.map(({ number }) => number);
    return this.#text("table", this.#tables.textOf(leaves, numbers, changes, expected));
  }

  // -------------------------------------------------------------- composite values

  #shapeOfValue(e: Expression, locals: Locals): Shape | undefined {
    if (e.kind === "conditional") return this.#shapeOfValue(e.then, locals) ?? this.#shapeOfValue(e.else, locals);
    return isPlace(e) ? this.#place(e, locals).shape : undefined;
  }

  /** The image of a value, scalar or composite, that changes by a shape. */
  #value(e: Expression, expected: Shape, locals: Locals): number {
    if (expected.kind === "scalar") return this.#scalar(e, expected.values, locals);
    if (isPlace(e)) {
      const { number, shape } = this.#place(e, locals);
      if (shape === expected) return number;
      throw new NotFollowed("a composite value changes in another way than the place it goes to");
    }
    if (e.kind === "conditional") {
      const branches = [e.then, e.else].map((branch) => this.#value(branch, expected, locals));
      return this.#text("if", this.#truth(e.test, locals), ...branches);
    }
    if (e.kind !== "aggregate") throw new TypeError(`${e.kind} is not a composite value`);
    const { type, items } = e;
    const parts = items.map((item, i) => {
      const part = expected.kind === "record" ? expected.fields[i]! : expected.element;
      return this.#value(item, part, locals);
    });
    if (type.kind === "record" || expected.kind !== "array") return this.#text("values", ...parts);
    const low = lowOf(type.index);
    const image: number[] = [];
    parts.forEach((part, i) => (image[imageOf(expected.indices, low + i) - low] = part));
    return this.#text("values", ...image);
  }

  // -------------------------------------------------------------- statements

  #block(statements: readonly Statement[], outer: Locals): number[] {
    const numbers: number[] = [];
    let locals = outer;
    for (let k = 0; k < statements.length; k++) {
      const s = statements[k]!;
      if (s.kind === "local") {
        const value = s.value;
        locals = this.#bind(locals, s.name, s.type, { expressions: [], statements: statements.slice(k) });
        const change = locals.byName.get(s.name)!.shape;
        numbers.push(this.#text("var", typeText(s.type), this.#value(value, change, locals)));
        continue;
      }
      const run = this.#numbers.unordered(statements, k, locals.names, locals.byName.size === 0);
      const assigned = statements.slice(k, k + run).map((each) => this.#statement(each, locals));
      if (run > 1) numbers.push(...assigned.sort((a, b) => a - b));
      else numbers.push(this.#statement(s, locals));
      k += Math.max(run, 1) - 1;
    }
    return numbers;
  }

  #statement(s: Exclude<Statement, { kind: "local" }> | Statement, locals: Locals): number {
    look();
    switch (s.kind) {
      case "assign": {
        const { number, shape } = this.#place(s.target, locals);
        return this.#text(":=", number, this.#value(s.value, shape, locals));
      }
      case "if": {
        const [then, otherwise] = [s.then, s.else].map((block) => this.#text("{", ...this.#block(block, locals)));
        return this.#text("if", this.#truth(s.test, locals), then!, otherwise!);
      }
      case "for": {
        const inside = this.#bind(locals, s.name, s.type, { expressions: [], statements: s.body });
        if (this.#isMoved(s.name, inside) && !commutes(s.body, s.name)) {
          throw new NotFollowed(`the rounds of the loop over \`${s.name}\` may depend on their order`);
        }
        return this.#text("for", typeText(s.type), ...this.#block(s.body, inside));
      }
      case "while":
        return this.#text(
          "while",
          s.bound,
          s.limit === undefined ? "bound" : "limit",
          this.#truth(s.test, locals),
          ...this.#block(s.body, locals),
        );
      case "push": {
        const { number, shape } = this.#place(s.queue, locals);
        if (shape.kind !== "queue") throw new TypeError("not a queue");
        return this.#text("push", number, this.#value(s.value, shape.element, locals));
      }
      case "pop":
        return this.#text("pop", this.#place(s.queue, locals).number);
      case "assert":
        return this.#text("assert", this.#truth(s.test, locals));
      case "local":
        throw new TypeError("a local is bound by its block");
    }
  }
}

function isPlace(e: Expression): boolean {
  return e.kind === "variable" || e.kind === "local" || e.kind === "field" || e.kind === "index";
}

function typeText(type: Type): string {
  return isScalar(type) ? `${type.kind}:${lowOf(type)}:${highOf(type)}` : JSON.stringify(type, withoutSpans);
}

function withoutSpans(key: string, value: unknown): unknown {
  return key === "span" || key === "name" ? undefined : value;
}
