/**
 * The sorts of a model: which values belong together.
 *
 * Two values are of one sort if the text compares them, copies one to where the other is, or uses both as indices of one
 * array. A sort is rigid if its values mean numbers or truth values: if they are added to others, ordered, or tested.
 * Values of other sorts are names: what the text says of them stays true if they are exchanged for each other, in
 * slots, indices and constants alike. Arithmetic on few values is no obstacle: it is written down as a table, so that
 * `(i + 1) % n` leaves rotations.
 *
 * Inference is by unification, in one walk of the text (Ip and Dill's scalarsets, without declarations).
 */

import type { Domain } from "../../model/domains.ts";
import { facts } from "../../model/facts.ts";
import type { Expression, Model, Property, ScalarType, Statement, Type } from "../../model/model.ts";
import { highOf, isScalar, lengthOf, lowOf, sizeOf } from "../../model/slots.ts";
import { partsOf, stateFormulas } from "../../model/traverse.ts";
import { calculate, exactArithmetic } from "../../syntax/constant.ts";
import { look } from "../../util/limits.ts";
import type { SingleSlots } from "./single-slots.ts";

/** The most values of a sort that are told apart, and the most rows of a table. */
const valueLimit = 1024;

export class Sort {
  #merged: Sort | undefined;
  #isRigid = false;
  /** The values that occur, in slots, names or constants. */
  readonly #values = new Set<number>();

  get root(): Sort {
    if (!this.#merged) return this;
    this.#merged = this.#merged.root;
    return this.#merged;
  }

  get isRigid(): boolean {
    const { root } = this;
    return root.#isRigid || root.#values.size > valueLimit;
  }

  get values(): ReadonlySet<number> {
    return this.root.#values;
  }

  makeRigid(): void {
    this.root.#isRigid = true;
  }

  add(values: Iterable<number>): this {
    const { root } = this;
    for (const value of values) if (root.#values.size <= valueLimit) root.#values.add(value);
    return this;
  }

  merge(other: Sort): void {
    const [a, b] = [this.root, other.root];
    if (a === b) return;
    const [small, large] = a.#values.size < b.#values.size ? [a, b] : [b, a];
    small.#merged = large;
    large.add(small.#values);
    large.#isRigid ||= small.#isRigid;
  }
}

/** The sort of what means a number or a truth value. */
export const rigidSort: Sort = new Sort();
rigidSort.makeRigid();

/** The sorts of a place, along its type. */
export type SortTree =
  | { readonly kind: "scalar"; readonly sort: Sort }
  | { readonly kind: "array"; readonly index: Sort; readonly element: SortTree }
  | { readonly kind: "record"; readonly fields: readonly SortTree[] }
  | { readonly kind: "queue"; readonly element: SortTree };

/** An operation on values that are not rigid: all it can be given, and what it makes of it. */
export interface Table {
  readonly leaves: readonly { readonly place: Expression; readonly sort: Sort }[];
  readonly rows: readonly { readonly values: readonly number[]; readonly result: number }[];
  /** Undefined for a truth value. */
  readonly result: Sort | undefined;
}

export interface Sorts {
  readonly variables: ReadonlyMap<string, SortTree>;
  /** Of parameters, quantified expressions, loops and declarations of locals. */
  readonly binders: ReadonlyMap<object, SortTree>;
  /** The sort of each scalar expression that is no place, where it is not that of truth values. */
  readonly constants: ReadonlyMap<Expression, Sort>;
  readonly tables: ReadonlyMap<Expression, Table>;
  /** Of the slots of variables that the text mentions slot by slot only. */
  readonly slots: ReadonlyMap<number, SortTree>;
}

export function sortsOf(model: Model, properties: readonly Property[], singles: SingleSlots): Sorts {
  return new Inference(model, singles, singles.composite(model, properties)).infer(properties);
}

interface Operation {
  readonly e: Expression;
  readonly leaves: readonly { readonly place: Expression; readonly sort: Sort; readonly type: ScalarType }[];
  /** Parts that are no places and no constants. */
  readonly hasOthers: boolean;
  readonly result: Sort | undefined;
}

type Locals = ReadonlyMap<string, { readonly tree: SortTree; readonly type: Type }>;

class Inference {
  readonly #model: Model;
  readonly #variables = new Map<string, { readonly tree: SortTree; readonly type: Type }>();
  readonly #binders = new Map<object, SortTree>();
  readonly #constants = new Map<Expression, Sort>();
  readonly #operations: Operation[] = [];
  readonly #singles: SingleSlots;
  /** The sorts of slots of variables that are mentioned slot by slot only. */
  readonly #slots = new Map<number, SortTree>();
  readonly #rows = new Map<string, Table["rows"] | undefined>();
  readonly #number = new Sort();
  readonly #truth = new Sort();

  constructor(model: Model, singles: SingleSlots, composite: ReadonlySet<string>) {
    this.#model = model;
    this.#number.makeRigid();
    this.#truth.makeRigid();
    this.#singles = singles;
    const { offsets, domains } = facts(model);
    for (const { name, type } of model.variables) {
      const offset = offsets.get(name)!;
      this.#variables.set(name, { type, tree: this.#tree(type, offset, domains) });
      if (composite.has(name)) continue;
      for (let slot = offset; slot < offset + sizeOf(type); slot++) {
        const { low, high, values } = domains[slot]!;
        this.#slots.set(slot, { kind: "scalar", sort: new Sort().add(values ?? numbersFrom(low, high)) });
      }
    }
  }

  infer(properties: readonly Property[]): Sorts {
    const { transitions, predicates, initialCondition } = this.#model;
    for (const { parameters, guard, body } of transitions) {
      const locals = new Map<string, { tree: SortTree; type: Type }>();
      for (const parameter of parameters) {
        locals.set(parameter.name, { type: parameter.type, tree: this.#bind(parameter, parameter.type) });
      }
      this.#condition(guard, locals);
      this.#block(body, locals);
    }
    for (const { condition } of predicates) this.#condition(condition, new Map());
    if (initialCondition) this.#condition(initialCondition, new Map());
    for (const condition of properties.flatMap(stateFormulas)) this.#condition(condition, new Map());
    return {
      variables: new Map([...this.#variables].map(([name, { tree }]) => [name, tree])),
      binders: this.#binders,
      constants: this.#constants,
      tables: this.#tables(),
      slots: this.#slots,
    };
  }

  /** The sorts of a variable's parts, with the values that its slots take. */
  #tree(type: Type, offset: number, domains: readonly Domain[]): SortTree {
    const slots: SortTree[] = [];
    const build = (part: Type): SortTree => {
      switch (part.kind) {
        case "bool":
        case "range":
        case "enum": {
          const leaf: SortTree = { kind: "scalar", sort: new Sort() };
          slots.push(leaf);
          return leaf;
        }
        case "array":
          return { kind: "array", index: new Sort().add(valuesOf(part.index)), element: build(part.element) };
        case "record":
          return { kind: "record", fields: part.fields.map((field) => build(field.type)) };
        case "queue":
          return { kind: "queue", element: build(part.element) };
      }
    };
    const tree = build(type);
    this.#addDomains(type, tree, offset, domains);
    return tree;
  }

  #addDomains(type: Type, tree: SortTree, offset: number, domains: readonly Domain[], isCell = false): void {
    look();
    if (isScalar(type) && tree.kind === "scalar") {
      // What an unused cell of a queue holds is no value.
      const { low, high, values } = domains[offset]!;
      const least = isCell ? lowOf(type) : low;
      tree.sort.add(values?.filter((value) => value >= least) ?? numbersFrom(Math.max(low, least), high));
    } else if (type.kind === "array" && tree.kind === "array") {
      const size = sizeOf(type.element);
      for (let i = 0; i < lengthOf(type.index); i++) {
        this.#addDomains(type.element, tree.element, offset + i * size, domains, isCell);
      }
    } else if (type.kind === "record" && tree.kind === "record") {
      type.fields.forEach((field, k) => {
        this.#addDomains(field.type, tree.fields[k]!, offset, domains, isCell);
        offset += sizeOf(field.type);
      });
    } else if (type.kind === "queue" && tree.kind === "queue") {
      const size = sizeOf(type.element);
      for (let i = 0; i < type.capacity; i++) {
        this.#addDomains(type.element, tree.element, offset + 1 + i * size, domains, true);
      }
    }
  }

  #bind(binder: object, type: Type): SortTree {
    const tree = treeOf(type);
    this.#binders.set(binder, tree);
    return tree;
  }

  // -------------------------------------------------------------- expressions

  #condition(e: Expression, locals: Locals): void {
    this.#sortOf(e, locals).merge(this.#truth);
  }

  #place(e: Expression, locals: Locals): { readonly tree: SortTree; readonly type: Type } {
    const single = this.#singles.of(e);
    const tree = single && isScalar(single.type) ? this.#slots.get(single.offset) : undefined;
    if (tree) return { tree, type: single!.type };
    switch (e.kind) {
      case "variable":
        return this.#variables.get(e.name)!;
      case "local":
        return locals.get(e.name)!;
      case "field": {
        const { tree, type } = this.#place(e.base, locals);
        if (type.kind !== "record" || tree.kind !== "record") throw new TypeError("not a record");
        const k = type.fields.findIndex(({ name }) => name === e.field);
        return { tree: tree.fields[k]!, type: type.fields[k]!.type };
      }
      case "index": {
        const { tree, type } = this.#place(e.base, locals);
        const index = this.#sortOf(e.index, locals);
        if (type.kind === "array" && tree.kind === "array") {
          index.merge(tree.index);
          return { tree: tree.element, type: type.element };
        }
        if (type.kind !== "queue" || tree.kind !== "queue") throw new TypeError("no elements");
        index.merge(this.#number);
        return { tree: tree.element, type: type.element };
      }
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  /** The sort of a scalar expression, everything inside it unified. */
  #sortOf(e: Expression, locals: Locals): Sort {
    look();
    const constant = this.#singles.constant(e);
    if (constant !== undefined) {
      const sort = this.#constants.get(e) ?? new Sort().add([constant]);
      this.#constants.set(e, sort);
      return sort;
    }
    switch (e.kind) {
      case "variable":
      case "local":
      case "field":
      case "index": {
        const { tree } = this.#place(e, locals);
        return tree.kind === "scalar" ? tree.sort : this.#number;
      }
      case "predicate":
        return this.#truth;
      case "conditional": {
        const chosenBy = this.#choiceOf(e);
        if (chosenBy) return this.#choice(e, chosenBy, locals);
        this.#condition(e.test, locals);
        const sort = this.#sortOf(e.then, locals);
        sort.merge(this.#sortOf(e.else, locals));
        return sort;
      }
      case "quantified": {
        const inside = new Map(locals).set(e.name, { type: e.type, tree: this.#bind(e, e.type) });
        const isTruth = e.op === "sum" ? this.#number : this.#truth;
        this.#sortOf(e.body, inside).merge(isTruth);
        return e.op === "forall" || e.op === "exists" ? this.#truth : this.#number;
      }
      case "queue":
        this.#place(e.queue, locals);
        return e.op === "len" ? this.#number : this.#truth;
      case "unary":
      case "binary":
        return this.#operation(e, locals);
      case "aggregate":
        throw new TypeError("a composite value is no scalar");
      default:
        throw new TypeError(`${e.kind} has no sort`);
    }
  }

  /** The local by which a conditional chooses a constant: `k == 0 ? a : k == 1 ? b : c`. */
  #choiceOf(e: Expression): (Expression & { kind: "local" }) | undefined {
    if (e.kind !== "conditional" || e.test.kind !== "binary" || e.test.op !== "==") return undefined;
    const { left, right } = e.test;
    if (left.kind !== "local" || this.#singles.constant(right) === undefined) return undefined;
    const isChosen = (part: Expression): boolean => {
      const inside = this.#choiceOf(part);
      return inside ? inside.name === left.name : this.#singles.constant(part) !== undefined;
    };
    return isChosen(e.then) && isChosen(e.else) ? left : undefined;
  }

  #choice(e: Expression, local: Expression & { kind: "local" }, locals: Locals): Sort {
    const { tree, type } = locals.get(local.name)!;
    const result = new Sort();
    if (tree.kind !== "scalar" || !isScalar(type)) throw new TypeError("not a scalar");
    if (lengthOf(type) <= valueLimit) tree.sort.add(valuesOf(type));
    const leaves: Operation["leaves"][number][] = [];
    const collect = (part: Expression): void => {
      if (part.kind === "local") leaves.push({ place: part, sort: tree.sort, type });
      partsOf(part).forEach(collect);
    };
    collect(e);
    this.#operations.push({ e, leaves: [leaves[0]!], hasOthers: false, result });
    return result;
  }

  #operation(e: Expression & { kind: "unary" | "binary" }, locals: Locals): Sort {
    if (isLogical(e)) {
      for (const part of partsOf(e)) this.#condition(part, locals);
      return this.#truth;
    }
    if (e.kind === "binary" && (e.op === "==" || e.op === "!=")) {
      this.#unify(e.left, e.right, locals);
      return this.#truth;
    }
    const leaves = new Map<Expression, { place: Expression; sort: Sort; type: ScalarType }>();
    let hasOthers = false;
    const collect = (part: Expression): void => {
      if (this.#singles.constant(part) !== undefined) return;
      if (isPlace(part)) {
        const { tree, type } = this.#place(part, locals);
        if (tree.kind === "scalar" && isScalar(type)) leaves.set(part, { place: part, sort: tree.sort, type });
      } else if (part.kind === "unary" || part.kind === "binary" || part.kind === "conditional") {
        partsOf(part).forEach(collect);
      } else if (part.kind === "aggregate") {
        // A comparison of composite values inside a computation.
        hasOthers = true;
        part.items.forEach(collect);
      } else {
        hasOthers = true;
        this.#sortOf(part, locals).makeRigid();
      }
    };
    partsOf(e).forEach(collect);
    const isTruth = e.kind === "binary" && isOrder(e.op);
    const result = isTruth ? undefined : new Sort();
    this.#operations.push({ e, leaves: [...leaves.values()], hasOthers, result });
    return result ?? this.#truth;
  }

  #unify(left: Expression, right: Expression, locals: Locals): void {
    const [a, b] = [this.#treeOfValue(left, locals), this.#treeOfValue(right, locals)];
    mergeTrees(a, b);
  }

  #treeOfValue(e: Expression, locals: Locals): SortTree {
    if (isPlace(e)) return this.#place(e, locals).tree;
    if (e.kind === "aggregate") {
      const items = e.items.map((item) => this.#treeOfValue(item, locals));
      if (e.type.kind === "record") return { kind: "record", fields: items };
      for (const item of items.slice(1)) mergeTrees(items[0]!, item);
      return { kind: "array", index: new Sort(), element: items[0]! };
    }
    if (e.kind === "conditional" && !this.#choiceOf(e)) {
      this.#condition(e.test, locals);
      const tree = this.#treeOfValue(e.then, locals);
      mergeTrees(tree, this.#treeOfValue(e.else, locals));
      return tree;
    }
    return { kind: "scalar", sort: this.#sortOf(e, locals) };
  }

  // -------------------------------------------------------------- statements

  #block(statements: readonly Statement[], outer: Locals): void {
    const locals = new Map(outer);
    for (const s of statements) {
      switch (s.kind) {
        case "assign":
          this.#unify(s.target, s.value, locals);
          break;
        case "if":
          this.#condition(s.test, locals);
          this.#block(s.then, locals);
          this.#block(s.else, locals);
          break;
        case "for":
          this.#block(s.body, new Map(locals).set(s.name, { type: s.type, tree: this.#bind(s, s.type) }));
          break;
        case "while":
          this.#condition(s.test, locals);
          this.#block(s.body, locals);
          break;
        case "push": {
          const { tree } = this.#place(s.queue, locals);
          if (tree.kind === "queue") mergeTrees(tree.element, this.#treeOfValue(s.value, locals));
          break;
        }
        case "pop":
          this.#place(s.queue, locals);
          break;
        case "assert":
          this.#condition(s.test, locals);
          break;
        case "local": {
          const tree = this.#bind(s, s.type);
          mergeTrees(tree, this.#treeOfValue(s.value, locals));
          locals.set(s.name, { type: s.type, tree });
          break;
        }
      }
    }
  }

  // -------------------------------------------------------------- tables

  /** Makes rigid what arithmetic cannot be tabulated for, until nothing changes; then the tables. */
  #tables(): Map<Expression, Table> {
    const isTabulated = ({ leaves, hasOthers }: Operation): boolean => {
      if (hasOthers || leaves.length === 0 || leaves.some(({ sort }) => sort.isRigid)) return false;
      return leaves.reduce((rows, { type }) => rows * lengthOf(type), 1) <= valueLimit;
    };
    for (let changed = true; changed;) {
      changed = false;
      for (const operation of this.#operations) {
        if (isTabulated(operation)) continue;
        for (const sort of [
          ...operation.leaves.map((leaf) => leaf.sort),
          ...(operation.result ? [operation.result] : []),
        ]) {
          changed ||= !sort.isRigid;
          sort.makeRigid();
        }
      }
    }
    const tables = new Map<Expression, Table>();
    for (const operation of this.#operations) {
      if (!isTabulated(operation)) continue;
      const rows = this.#rowsOf(operation);
      if (rows) {
        operation.result?.add(rows.map(({ result }) => result));
        tables.set(operation.e, { leaves: operation.leaves, rows, result: operation.result });
      } else for (const { sort } of operation.leaves) sort.makeRigid();
    }
    return tables;
  }

  /** Undefined if the operation can fail. Operations that compute alike share their rows. */
  #rowsOf(operation: Operation): Table["rows"] | undefined {
    const shape = this.#shapeOf(operation.e, operation);
    if (!this.#rows.has(shape)) this.#rows.set(shape, this.#computeRows(operation));
    return this.#rows.get(shape);
  }

  /** The expression with bounds in the places of leaves. */
  #shapeOf(e: Expression, operation: Operation): string {
    const { leaves } = operation;
    const k = leaves.findIndex(({ place }) => place === e || isSameLocal(place, e));
    if (k >= 0) return `#${k}:${lowOf(leaves[k]!.type)}:${highOf(leaves[k]!.type)}`;
    const constant = this.#singles.constant(e);
    if (constant !== undefined) return `${constant}`;
    const parts = partsOf(e).map((part) => this.#shapeOf(part, operation));
    return `(${e.kind === "unary" || e.kind === "binary" ? e.op : e.kind} ${parts.join(" ")})`;
  }

  #computeRows({ e, leaves }: Operation): Table["rows"] | undefined {
    const rows: { values: readonly number[]; result: number }[] = [];
    const values = leaves.map(({ type }) => lowOf(type));
    for (;;) {
      look();
      const result = evaluate(e, (part) => {
        const k = leaves.findIndex(({ place }) => place === part || isSameLocal(place, part));
        return k < 0 ? this.#singles.constant(part) : values[k];
      });
      if (result === undefined) return undefined;
      rows.push({ values: [...values], result });
      let k = values.length - 1;
      while (k >= 0 && values[k] === highOf(leaves[k]!.type)) values[k] = lowOf(leaves[k--]!.type);
      if (k < 0) return rows;
      values[k]!++;
    }
  }
}

function treeOf(type: Type): SortTree {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return { kind: "scalar", sort: new Sort() };
    case "array":
      return { kind: "array", index: new Sort().add(valuesOf(type.index)), element: treeOf(type.element) };
    case "record":
      return { kind: "record", fields: type.fields.map((field) => treeOf(field.type)) };
    case "queue":
      return { kind: "queue", element: treeOf(type.element) };
  }
}

function mergeTrees(a: SortTree, b: SortTree): void {
  if (a.kind === "scalar" && b.kind === "scalar") a.sort.merge(b.sort);
  else if (a.kind === "array" && b.kind === "array") {
    a.index.merge(b.index);
    mergeTrees(a.element, b.element);
  } else if (a.kind === "record" && b.kind === "record") {
    a.fields.forEach((field, k) => mergeTrees(field, b.fields[k]!));
  } else if (a.kind === "queue" && b.kind === "queue") mergeTrees(a.element, b.element);
}

function* valuesOf(type: ScalarType): Iterable<number> {
  yield* numbersFrom(lowOf(type), Math.min(highOf(type), lowOf(type) + valueLimit));
}

function* numbersFrom(low: number, high: number): Iterable<number> {
  for (let value = low; value <= Math.min(high, low + valueLimit); value++) yield value;
}

export function isPlace(e: Expression): boolean {
  return e.kind === "variable" || e.kind === "local" || e.kind === "field" || e.kind === "index";
}

function isSameLocal(a: Expression, b: Expression): boolean {
  return a.kind === "local" && b.kind === "local" && a.name === b.name;
}

function isLogical(e: Expression): boolean {
  if (e.kind === "unary") return e.op === "!";
  return e.kind === "binary" && (e.op === "&&" || e.op === "||" || e.op === "->");
}

function isOrder(op: string): boolean {
  return op === "<" || op === "<=" || op === ">" || op === ">=";
}

function evaluate(e: Expression, valueOf: (part: Expression) => number | undefined): number | undefined {
  const known = valueOf(e);
  if (known !== undefined) return known;
  const parts = partsOf(e).map((part) => evaluate(part, valueOf));
  if (parts.includes(undefined)) return undefined;
  const [a, b, c] = parts as number[];
  if (e.kind === "unary") return e.op === "!" ? 1 - a! : 0 - a!;
  if (e.kind === "conditional") return a === 0 ? c : b;
  return e.kind === "binary" ? calculate(e.op, a!, b!, exactArithmetic) : undefined;
}
