/**
 * Converts expressions of the model to terms: names are resolved, quantifiers unrolled, comparisons of composite values
 * split, and array elements with a computed index become intermediate variables.
 */

import type { Facts } from "../../model/facts.ts";
import type { Expression, ScalarType, Type } from "../../model/model.ts";
import { fieldOf, highOf, isScalar, lengthOf, lowOf, sizeOf } from "../../model/slots.ts";
import { interval } from "../../util/integers.ts";
import { InternalError } from "../../util/internal-error.ts";
import { look } from "../../util/limits.ts";
import type { Environment } from "./environment.ts";
import { evaluate, leavesOfTerm } from "./problem-term.ts";
import type { ProblemTerm } from "./problem-term.ts";
import type { ProblemVariable } from "./problem.ts";
import type { ScopeBuilder } from "./scope-builder.ts";

/** The model is too large for this method. The message names the part that is. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/**
 * The location of a value: cells of the state or of a local, starting at `offset` plus the contributions of the
 * indices.
 */
export interface Place {
  readonly type: Type;
  /** The cells of a local; absent for the state. */
  readonly cells?: readonly ProblemTerm[] | undefined;
  readonly offset: number;
  readonly indices: readonly Index[];
  readonly name: string;
}

/** Contributes `stride` times (the term minus `low`). Out of range unless that difference is below `count`. */
interface Index {
  readonly term: ProblemTerm;
  readonly low: number;
  readonly stride: number;
  readonly count: number;
}

/** The most possible places of an access. */
const accessLimit = 65536;

export class ExpressionLowering {
  private readonly names: Facts;
  readonly builder: ScopeBuilder;

  constructor(names: Facts, builder: ScopeBuilder) {
    this.names = names;
    this.builder = builder;
  }

  /** The term of a scalar expression. */
  scalar(e: Expression, env: Environment): ProblemTerm {
    look();
    const { terms } = this.builder;
    switch (e.kind) {
      case "integer":
        return terms.constant(e.value);
      case "boolean":
        return terms.constant(Number(e.value));
      case "member":
        return terms.constant(e.type.members.indexOf(e.name));
      case "constant":
        return terms.constant(this.names.constants.get(e.name)!);
      case "predicate":
        return this.scalar(this.names.predicates.get(e.name)!, env.withoutLocals());
      case "variable":
      case "local":
      case "index":
      case "field":
        return this.read(this.place(e, env), 0, env);
      case "unary": {
        const operand = this.scalar(e.operand, env);
        return e.op === "!" ? terms.not(operand) : terms.operation("negate", [operand]);
      }
      case "binary":
        return this.binary(e, env);
      case "conditional":
        return terms.operation("if", [this.scalar(e.test, env), this.scalar(e.then, env), this.scalar(e.else, env)]);
      case "quantified":
        return this.quantified(e, env);
      case "queue": {
        const place = this.place(e.queue, env);
        const length = this.read(place, 0, env);
        if (e.op === "len") return length;
        const { capacity } = place.type as Type & { readonly kind: "queue" };
        return terms.equal(length, terms.constant(e.op === "empty" ? 0 : capacity));
      }
      case "aggregate":
        throw new InternalError("a composite value where a scalar is expected");
    }
  }

  /** The terms of all cells of a value. */
  cells(e: Expression, env: Environment): readonly ProblemTerm[] {
    switch (e.kind) {
      case "variable":
      case "local":
      case "index":
      case "field": {
        const place = this.place(e, env);
        return Array.from({ length: sizeOf(place.type) }, (_, i) => this.read(place, i, env));
      }
      case "aggregate":
        return e.items.flatMap((item) => this.cells(item, env));
      case "conditional": {
        const test = this.scalar(e.test, env);
        const otherwise = this.cells(e.else, env);
        return this.cells(e.then, env).map((then, i) =>
          this.builder.terms.operation("if", [test, then, otherwise[i]!]),
        );
      }
      case "integer":
      case "boolean":
      case "member":
      case "constant":
      case "predicate":
      case "unary":
      case "binary":
      case "quantified":
      case "queue":
        return [this.scalar(e, env)];
    }
  }

  place(e: Expression, env: Environment): Place {
    switch (e.kind) {
      case "variable": {
        const [type, offset] = [this.names.types.get(e.name)!, this.names.offsets.get(e.name)!];
        return { type, offset, indices: [], name: e.name };
      }
      case "local": {
        const { type, cells } = env.local(e.name)!;
        return { type, cells, offset: 0, indices: [], name: e.name };
      }
      case "field": {
        const base = this.place(e.base, env);
        const { type, offset } = fieldOf(base.type as Type & { readonly kind: "record" }, e.field);
        return { ...base, type, offset: base.offset + offset, name: `${base.name}.${e.field}` };
      }
      case "index": {
        const base = this.place(e.base, env);
        const index = this.scalar(e.index, env);
        return base.type.kind === "queue" ? this.queueCell(base, index, env) : this.arrayElement(base, index);
      }
      case "integer":
      case "boolean":
      case "member":
      case "constant":
      case "predicate":
      case "unary":
      case "binary":
      case "conditional":
      case "quantified":
      case "queue":
      case "aggregate":
        throw new InternalError(`no place: ${e.kind}`);
    }
  }

  /** The current term of the cell `inside` a place. */
  read(place: Place, inside: number, env: Environment): ProblemTerm {
    const at = (offset: number): ProblemTerm => (place.cells ? place.cells[offset]! : env.slot(offset));
    if (place.indices.length === 0) return at(place.offset + inside);
    const same = this.sameEverywhere(place, inside, at);
    if (same) return same;
    const { variables, offsetAt } = this.access(place);
    return this.builder.element(place.name, variables, (values) => {
      const offset = offsetAt(values);
      return offset === undefined ? undefined : this.builder.define(at(offset + inside));
    });
  }

  /** The constant that a place holds for all its indices, if there is one and they are in range. */
  private sameEverywhere(place: Place, inside: number, at: (offset: number) => ProblemTerm): ProblemTerm | undefined {
    let offsets = [place.offset + inside];
    for (const { term, low, stride, count } of place.indices) {
      const bounds = this.builder.boundsOf(term);
      if (bounds.low < low || bounds.high >= low + count || offsets.length * count > accessLimit * 4) return undefined;
      offsets = offsets.flatMap((offset) => Array.from({ length: count }, (_, i) => offset + i * stride));
    }
    const first = at(offsets[0]!);
    return first.kind === "constant" && offsets.every((offset) => at(offset) === first) ? first : undefined;
  }

  /** The variables that the indices of a place depend on, and the offset for their values. */
  access(place: Place): {
    readonly variables: readonly ProblemVariable[];
    readonly offsetAt: (values: readonly number[]) => number | undefined;
  } {
    const { builder } = this;
    const indices = place.indices.map((index) => {
      const leaves = leavesOfTerm(index.term);
      const isSmall = leaves !== undefined && leaves.length <= 2 && builder.countValuations(leaves) <= 1024;
      return isSmall ? index : { ...index, term: builder.define(index.term) };
    });
    const variables = [...new Set(indices.flatMap(({ term }) => leavesOfTerm(term)!))];
    if (builder.countValuations(variables) > accessLimit) {
      throw new TooLarge(`an access to ${place.name} has too many possible places`);
    }
    const valuation: number[] = [];
    const offsetAt = (values: readonly number[]): number | undefined => {
      variables.forEach((v, i) => (valuation[v.number] = values[i]!));
      let { offset } = place;
      for (const { term, low, stride, count } of indices) {
        const index = evaluate(term, valuation) - low;
        if (!(index >= 0 && index < count)) return undefined;
        offset += index * stride;
      }
      return offset;
    };
    return { variables, offsetAt };
  }

  private arrayElement(base: Place, index: ProblemTerm): Place {
    const { index: indexType, element } = base.type as Type & { readonly kind: "array" };
    const low = lowOf(indexType);
    return this.indexed(base, element, { term: index, low, stride: sizeOf(element), count: lengthOf(indexType) });
  }

  private queueCell(base: Place, index: ProblemTerm, env: Environment): Place {
    const { terms } = this.builder;
    const { element, capacity } = base.type as Type & { readonly kind: "queue" };
    const length = this.read(base, 0, env);
    this.builder.note("error", [terms.operation("<=", [length, index])]);
    const cells = { ...base, offset: base.offset + 1 };
    return this.indexed(cells, element, { term: index, low: 0, stride: sizeOf(element), count: capacity });
  }

  private indexed(base: Place, type: Type, index: Index): Place {
    const { term, low, stride, count } = index;
    if (term.kind === "constant" && term.value >= low && term.value < low + count) {
      const offset = base.offset + (term.value - low) * stride;
      return { ...base, type, offset, name: `${base.name}[${term.value}]` };
    }
    return { ...base, type, indices: [...base.indices, index], name: `${base.name}[]` };
  }

  private binary(e: Expression & { readonly kind: "binary" }, env: Environment): ProblemTerm {
    const { terms } = this.builder;
    if (e.op === "==" || e.op === "!=") {
      const right = this.cells(e.right, env);
      const equal = terms.and(...this.cells(e.left, env).map((left, i) => terms.equal(left, right[i]!)));
      return e.op === "==" ? equal : terms.not(equal);
    }
    const left = this.scalar(e.left, env);
    // A part that is not evaluated needs no representation.
    if (left.kind === "constant") {
      if (e.op === "&&" && left.value === 0) return left;
      if (e.op === "||" && left.value === 1) return left;
      if (e.op === "->" && left.value === 0) return terms.constant(1);
    }
    const right = this.scalar(e.right, env);
    switch (e.op) {
      case "&&":
        return terms.and(left, right);
      case "||":
        return terms.or(left, right);
      case "->":
        return terms.or(terms.not(left), right);
      case "+":
        return terms.sum(left, right);
      case "-":
        return terms.sum(left, terms.operation("negate", [right]));
      case "*":
      case "/":
      case "%":
      case "<":
      case "<=":
        return terms.operation(e.op, [left, right]);
      case ">":
        return terms.operation("<", [right, left]);
      case ">=":
        return terms.operation("<=", [right, left]);
    }
  }

  private quantified(e: Expression & { readonly kind: "quantified" }, env: Environment): ProblemTerm {
    const { terms } = this.builder;
    const bodies: ProblemTerm[] = [];
    for (const value of valuesOf(e.type)) {
      env.bind(e.name, { type: e.type, cells: [terms.constant(value)] });
      const body = this.scalar(e.body, env);
      bodies.push(body);
      if (body.kind === "constant" && body.value === (e.op === "forall" ? 0 : e.op === "exists" ? 1 : undefined)) break;
    }
    env.unbind(e.name);
    switch (e.op) {
      case "forall":
        return terms.and(...bodies);
      case "exists":
        return terms.or(...bodies);
      case "count":
      case "sum":
        return terms.sum(...bodies);
    }
  }
}

/** The most rounds that are unrolled. */
const mostRounds = 2 ** 16;

/** All values of a scalar type, ascending. */
export function valuesOf(type: ScalarType): number[] {
  if (!isScalar(type)) throw new InternalError("not a scalar type");
  const [low, high] = [lowOf(type), highOf(type)];
  if (high - low >= mostRounds) throw new TooLarge(`a quantifier or loop has ${high - low + 1} rounds`);
  return interval(low, high);
}
