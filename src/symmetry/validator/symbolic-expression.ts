/**
 * Evaluates expressions over terms: the value of an expression, and where it fails, as functions of the state before
 * the step.
 *
 * This follows the reference interpreter, with a term in place of each number. A place with an unknown index is a
 * choice between all its possible places. Every failure becomes a condition in `errors`. Where one of them holds, the
 * returned value is meaningless. Parts that are evaluated conditionally fail only under their condition.
 *
 * Conjunctions and quantifiers are first split into their operands and then joined at once, so that the result does not
 * depend on nesting or order.
 */

import { facts } from "../../model/facts.ts";
import type { Facts } from "../../model/facts.ts";
import type { Expression, Model, Type } from "../../model/model.ts";
import { fieldOf, highOf, lowOf, sizeOf } from "../../model/slots.ts";
import { look } from "../../util/limits.ts";
import type { Branch, Terms } from "./operators.ts";
import { constantOf, WorkLimitError } from "./term.ts";
import type { Term } from "./term.ts";

/** The state and the locals at some point of a step. */
export interface Context {
  read(slot: number): Term;
  readonly locals: Map<string, Local>;
}

export interface Local {
  readonly type: Type;
  readonly cells: readonly Term[];
}

/** The possible locations of a value: one of the offsets, or nowhere. */
export interface Place {
  readonly type: Type;
  /** The name of the local that contains it; `undefined` for the state. */
  readonly local: string | undefined;
  /** The options. Their conditions exclude each other. */
  readonly options: readonly { readonly condition: Term; readonly offset: number }[];
  /** The condition that no option holds. */
  readonly nowhere: Term;
}

/** The most possible places of an access. */
const placeLimit = 8192;

export class SymbolicExpressions {
  readonly terms: Terms;
  readonly #names: Facts;

  constructor(model: Model, terms: Terms) {
    this.terms = terms;
    this.#names = facts(model);
  }

  // -------------------------------------------------------------- places

  place(e: Expression, context: Context, errors: Term[]): Place {
    const { terms } = this;
    switch (e.kind) {
      case "variable": {
        const options = [{ condition: terms.one, offset: this.#names.offsets.get(e.name)! }];
        return { type: this.#names.types.get(e.name)!, local: undefined, options, nowhere: terms.zero };
      }
      case "local": {
        const { type } = context.locals.get(e.name)!;
        return { type, local: e.name, options: [{ condition: terms.one, offset: 0 }], nowhere: terms.zero };
      }
      case "field": {
        const base = this.place(e.base, context, errors);
        if (base.type.kind !== "record") throw new TypeError("field of something that is not a record");
        const field = fieldOf(base.type, e.field);
        const options = base.options.map(({ condition, offset }) => ({ condition, offset: offset + field.offset }));
        return { ...base, type: field.type, options };
      }
      case "index": {
        const base = this.place(e.base, context, errors);
        return this.#element(base, this.scalar(e.index, context, errors), context, errors);
      }
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  #element(base: Place, index: Term, context: Context, errors: Term[]): Place {
    const { terms } = this;
    const { type } = base;
    if (type.kind !== "array" && type.kind !== "queue") throw new TypeError("no elements");
    const low = type.kind === "array" ? lowOf(type.index) : 0;
    const high = type.kind === "array" ? highOf(type.index) : type.capacity - 1;
    const size = sizeOf(type.element);
    const options: { condition: Term; offset: number }[] = [];
    if ((Math.min(high, index.high) - Math.max(low, index.low)) * base.options.length > placeLimit) {
      throw new WorkLimitError();
    }
    for (let i = Math.max(low, index.low); i <= Math.min(high, index.high); i++) {
      const chosen = terms.equal(index, terms.constant(i));
      if (chosen === terms.zero) continue;
      for (const { condition, offset } of base.options) {
        const both = terms.and([condition, chosen]);
        const start = offset + (i - low) * size;
        if (both === terms.zero) continue;
        if (type.kind === "array") options.push({ condition: both, offset: start });
        else {
          const held = terms.less(terms.constant(i), this.cell(base.local, offset, context));
          const exists = terms.and([both, held]);
          if (exists !== terms.zero) options.push({ condition: exists, offset: start + 1 });
        }
      }
    }
    const nowhere = terms.not(terms.or([terms.zero, ...options.map(({ condition }) => condition)]));
    if (nowhere !== terms.zero) errors.push(nowhere);
    return { type: type.element, local: base.local, options, nowhere };
  }

  /** One cell of the state or of a local. */
  cell(local: string | undefined, offset: number, context: Context): Term {
    return local === undefined ? context.read(offset) : context.locals.get(local)!.cells[offset]!;
  }

  /** The cell of a place that is `slot` slots from its beginning; zero if there is no place. */
  cellAt({ local, options, nowhere }: Place, slot: number, context: Context): Term {
    const branches = options.map(({ condition, offset }): Branch => [
      condition,
      this.cell(local, offset + slot, context),
    ]);
    return this.terms.cases([...branches, [nowhere, this.terms.zero]]);
  }

  // -------------------------------------------------------------- values

  /** The slots of a value, scalar or composite. */
  value(e: Expression, context: Context, errors: Term[]): readonly Term[] {
    switch (e.kind) {
      case "variable":
      case "local":
      case "index":
      case "field": {
        const place = this.place(e, context, errors);
        return Array.from({ length: sizeOf(place.type) }, (_, slot) => this.cellAt(place, slot, context));
      }
      case "aggregate":
        return e.items.flatMap((item) => this.value(item, context, errors));
      case "conditional": {
        const test = this.scalar(e.test, context, errors);
        const decided = constantOf(test);
        if (decided !== undefined) return this.value(decided === 0 ? e.else : e.then, context, errors);
        const then = this.#where(test, errors, (inner) => this.value(e.then, context, inner));
        const otherwise = this.#where(this.terms.not(test), errors, (inner) => this.value(e.else, context, inner));
        return then.map((cell, i) => this.terms.if(test, cell, otherwise[i]!));
      }
      default:
        return [this.scalar(e, context, errors)];
    }
  }

  scalar(e: Expression, context: Context, errors: Term[]): Term {
    look();
    const { terms } = this;
    switch (e.kind) {
      case "integer":
        return terms.constant(e.value);
      case "boolean":
        return terms.constant(Number(e.value));
      case "member":
        return terms.constant(e.type.members.indexOf(e.name));
      case "constant":
        return terms.constant(this.#names.constants.get(e.name)!);
      case "variable":
      case "local":
      case "index":
      case "field":
        return this.cellAt(this.place(e, context, errors), 0, context);
      case "conditional":
        return this.value(e, context, errors)[0]!;
      case "predicate":
        return terms.and(this.conjuncts(e, context, errors));
      case "unary":
        if (e.op === "!") return terms.not(this.scalar(e.operand, context, errors));
        return terms.negative(this.scalar(e.operand, context, errors));
      case "binary":
        return this.#binary(e, context, errors);
      case "quantified": {
        if (e.op === "forall") return terms.and(this.conjuncts(e, context, errors));
        if (e.op === "exists") return terms.not(terms.and(this.conjuncts(e, context, errors, true)));
        const parts: Term[] = [];
        this.#instances(e, context, () => parts.push(this.scalar(e.body, context, errors)));
        return terms.sum(parts);
      }
      case "queue": {
        const place = this.place(e.queue, context, errors);
        if (place.type.kind !== "queue") throw new TypeError("not a queue");
        const length = this.cellAt(place, 0, context);
        return e.op === "len"
          ? length
          : terms.equal(length, terms.constant(e.op === "empty" ? 0 : place.type.capacity));
      }
      case "aggregate":
        throw new TypeError("a composite value is not a scalar");
    }
  }

  #binary(e: Expression & { kind: "binary" }, context: Context, errors: Term[]): Term {
    const { terms } = this;
    switch (e.op) {
      case "&&":
        return terms.and(this.conjuncts(e, context, errors));
      case "||":
      case "->":
        return terms.not(terms.and(this.conjuncts(e, context, errors, true)));
      case "==":
      case "!=": {
        const left = this.value(e.left, context, errors);
        const right = this.value(e.right, context, errors);
        const equal = terms.and(left.map((cell, i) => terms.equal(cell, right[i]!)));
        return e.op === "==" ? equal : terms.not(equal);
      }
      case "+":
      case "-":
        return terms.sum(this.#summands(e, context, errors));
      case "*":
      case "/":
      case "%":
      case "<":
      case "<=":
      case ">":
      case ">=": {
        const left = this.scalar(e.left, context, errors);
        return this.#numeric(e.op, left, this.scalar(e.right, context, errors), errors);
      }
    }
  }

  #numeric(op: "*" | "/" | "%" | "<" | "<=" | ">" | ">=", left: Term, right: Term, errors: Term[]): Term {
    const { terms } = this;
    switch (op) {
      case "*":
        return terms.product(left, right);
      case "/":
      case "%": {
        const byZero = terms.equal(right, terms.zero);
        if (byZero !== terms.zero) errors.push(byZero);
        return op === "/" ? terms.quotient(left, right) : terms.remainder(left, right);
      }
      case "<":
        return terms.less(left, right);
      case "<=":
        return terms.not(terms.less(right, left));
      case ">":
        return terms.less(right, left);
      case ">=":
        return terms.not(terms.less(left, right));
    }
  }

  #summands(e: Expression, context: Context, errors: Term[]): readonly Term[] {
    if (e.kind !== "binary" || (e.op !== "+" && e.op !== "-")) return [this.scalar(e, context, errors)];
    const left = this.#summands(e.left, context, errors);
    const right = this.#summands(e.right, context, errors);
    return [...left, ...(e.op === "+" ? right : right.map((part) => this.terms.negative(part)))];
  }

  // -------------------------------------------------------------- conditions

  /** Terms whose conjunction is the condition, or its negation if `negated`. */
  conjuncts(e: Expression, context: Context, errors: Term[], negated = false): readonly Term[] {
    const found: Term[] = [];
    /** Each part is evaluated only where all parts before it hold. */
    const add = (part: Expression, partNegated: boolean): void => {
      const inner: Term[] = [];
      const more = this.conjuncts(part, context, inner, partNegated);
      for (const error of inner) errors.push(found.length === 0 ? error : this.terms.and([...found, error]));
      found.push(...more);
    };
    if (e.kind === "unary" && e.op === "!") return this.conjuncts(e.operand, context, errors, !negated);
    if (e.kind === "predicate") {
      const outer: Context = { read: (slot) => context.read(slot), locals: new Map() };
      return this.conjuncts(this.#names.predicates.get(e.name)!, outer, errors, negated);
    }
    if (e.kind === "binary" && ((e.op === "&&" && !negated) || ((e.op === "||" || e.op === "->") && negated))) {
      add(e.left, e.op === "||");
      if (!found.includes(this.terms.zero)) add(e.right, negated);
      return found;
    }
    if (e.kind === "quantified" && e.op === (negated ? "exists" : "forall")) {
      this.#instances(e, context, () => {
        if (!found.includes(this.terms.zero)) add(e.body, negated);
      });
      return found;
    }
    const condition = this.scalar(e, context, errors);
    return [negated ? this.terms.not(condition) : condition];
  }

  #instances(e: Expression & { kind: "quantified" }, context: Context, visit: () => void): void {
    for (let i = lowOf(e.type); i <= highOf(e.type); i++) {
      context.locals.set(e.name, { type: e.type, cells: [this.terms.constant(i)] });
      visit();
    }
  }

  /** Evaluates a part under a condition: it fails only where the condition holds. */
  #where<T>(condition: Term, errors: Term[], evaluate: (inner: Term[]) => T): T {
    const inner: Term[] = [];
    const result = evaluate(inner);
    for (const error of inner) errors.push(this.terms.and([condition, error]));
    return result;
  }
}
