/**
 * The graph of a model's text: its automorphisms are candidates for symmetries.
 *
 * Vertices are slots, values of sorts that are not rigid, variables, names, and the expressions and statements of the
 * text, each expression once. Operands hang at arcs that say which operand they are, unless the order of operands does not
 * matter. A place with constant indices is its slot; one with other indices is an expression. A constant is the
 * value of its sort, or, where the sort is rigid, a vertex of its own color. So the graph has as many vertices as the
 * text has parts, whatever the number of values of its types and the number of choices of parameters are.
 */

import { GraphBuilder } from "../../graph/colored-graph.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import type { Domain } from "../../model/domains.ts";
import { facts } from "../../model/facts.ts";
import type { Expression, Initial, Model, Property, ScalarType, Statement, Type } from "../../model/model.ts";
import { highOf, isScalar, lengthOf, lowOf } from "../../model/slots.ts";
import { stateFormulas } from "../../model/traverse.ts";
import { look } from "../../util/limits.ts";
import { SingleSlots } from "./single-slots.ts";
import { isPlace, rigidSort, sortsOf } from "./sorts.ts";
import type { Sort, Sorts, SortTree, Table } from "./sorts.ts";

export interface TextGraph {
  readonly graph: ColoredGraph;
  readonly slotVertices: Int32Array;
  /** Per slot, the vertices of the values of its sort; undefined if the sort is rigid. */
  readonly valueVertices: readonly (ReadonlyMap<number, number> | undefined)[];
}

export function textGraph(model: Model, properties: readonly Property[]): TextGraph {
  return new TextGraphBuilder(model, properties).build();
}

interface Place {
  readonly type: Type;
  readonly tree: SortTree;
}

type Locals = ReadonlyMap<string, Place & { readonly vertex: number }>;

/** A graph has fewer vertices than this. */
const maximalVertices = 2 ** 32;

class TextGraphBuilder {
  readonly #model: Model;
  readonly #properties: readonly Property[];
  readonly #domains: readonly Domain[];
  readonly #sorts: Sorts;
  readonly #graph = new GraphBuilder();
  readonly #colors = new Map<string, number>();
  readonly #roles = new Map<string, number>();
  readonly #nodes = new Map<string, number>();
  /** The vertices of tables with these rows, by the sorts of operands and result. */
  readonly #tables = new Map<Table["rows"], { readonly sorts: readonly Sort[]; readonly vertex: number }[]>();
  readonly #values = new Map<Sort, Map<number, number>>();
  readonly #sortVertices = new Map<Sort, number>();
  readonly #variables = new Map<string, Place & { readonly vertex: number; readonly offset: number }>();
  readonly #singles: SingleSlots;
  readonly #predicates = new Map<string, number>();
  readonly #slotVertices: number[] = [];
  readonly #slotSorts: (Sort | undefined)[] = [];

  constructor(model: Model, properties: readonly Property[]) {
    this.#model = model;
    this.#properties = properties;
    this.#domains = facts(model).domains;
    this.#singles = new SingleSlots(model);
    this.#sorts = sortsOf(model, properties, this.#singles);
  }

  build(): TextGraph {
    const { offsets } = facts(this.#model);
    for (const { name, type, initial } of this.#model.variables) {
      const tree = this.#sorts.variables.get(name)!;
      const vertex = this.#vertex("variable");
      this.#variables.set(name, { type, tree, vertex, offset: offsets.get(name)! });
      const isComposite = !this.#sorts.slots.has(offsets.get(name)!);
      if (isComposite) this.#positions(vertex, type, tree, "");
      this.#slots(isComposite ? vertex : undefined, type, tree, initial, { path: "", indices: [] });
    }
    const none: Locals = new Map();
    const { initialCondition, transitions } = this.#model;
    if (initialCondition) this.#node("initial condition", [["", this.#scalar(initialCondition, none)]]);
    this.#properties.flatMap(stateFormulas).forEach((condition, k) => {
      this.#node(`property ${k}`, [["", this.#scalar(condition, none)]]);
    });
    for (const { parameters, guard, body } of transitions) {
      const vertex = this.#vertex("transition");
      const locals = new Map<string, Place & { vertex: number }>();
      parameters.forEach((parameter, k) => {
        const local = this.#binder(parameter, parameter.type);
        locals.set(parameter.name, local);
        this.#arc(vertex, local.vertex, `parameter ${k}`);
      });
      this.#arc(vertex, this.#scalar(guard, locals), "guard");
      this.#arc(vertex, this.#block(body, locals), "body");
    }
    return {
      graph: this.#graph.build(),
      slotVertices: Int32Array.from(this.#slotVertices),
      valueVertices: this.#slotSorts.map((sort) => (sort ? this.#values.get(sort.root) : undefined)),
    };
  }

  // -------------------------------------------------------------- vertices

  #vertex(color: string): number {
    const number = this.#colors.get(color) ?? this.#colors.size;
    this.#colors.set(color, number);
    return this.#graph.vertex(number);
  }

  #arc(from: number, to: number, role: string): void {
    this.#graph.arc(from, to, this.#roleOf(role));
  }

  #roleOf(role: string): number {
    const number = this.#roles.get(role) ?? this.#roles.size;
    this.#roles.set(role, number);
    return number;
  }

  /** A vertex with these arcs, made once. */
  #node(color: string, arcs: readonly (readonly [role: string, to: number])[]): number {
    // One number for the role and the end of an arc.
    const codes = arcs.map(([role, to]) => this.#roleOf(role) * maximalVertices + to);
    if (codes.length > 1) codes.sort((a, b) => a - b);
    const key = `${color}|${codes.join()}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const made = this.#vertex(`${color}${arcs.length}`);
    this.#nodes.set(key, made);
    // Arcs of one role to one vertex are one arc of the graph: how many there are is a part of the color.
    for (let i = 0; i < codes.length;) {
      const code = codes[i]!;
      const first = i;
      while (codes[i] === code) i++;
      const role = Math.floor(code / maximalVertices);
      const count = i - first;
      this.#graph.arc(made, code % maximalVertices, count === 1 ? role : this.#roleOf(`${role} times ${count}`));
    }
    return made;
  }

  /** The vertex of a value: one of its sort, or what it means if the sort is rigid. */
  #value(sort: Sort, value: number): number {
    const { root } = sort;
    if (root.isRigid) return this.#node(`constant ${value}`, []);
    const known = this.#valuesOf(root).get(value);
    return known ?? this.#node(`constant ${value}`, []);
  }

  #valuesOf(root: Sort): ReadonlyMap<number, number> {
    const known = this.#values.get(root);
    if (known) return known;
    const made = new Map<number, number>();
    this.#values.set(root, made);
    const center = this.#vertex("sort");
    this.#sortVertices.set(root, center);
    for (const value of [...root.values].sort((a, b) => a - b)) {
      const vertex = this.#vertex("value");
      made.set(value, vertex);
      this.#arc(vertex, center, "of sort");
    }
    return made;
  }

  /** Ties a vertex to its sort, and to the values of its type if these are not all of the sort. */
  #tie(vertex: number, sort: Sort, type: ScalarType | undefined, role: string): void {
    const { root } = sort;
    if (root.isRigid) return;
    const values = this.#valuesOf(root);
    this.#arc(vertex, this.#sortVertices.get(root)!, `sort${role}`);
    if (!type) return;
    const within = [...values].filter(([value]) => value >= lowOf(type) && value <= highOf(type));
    if (within.length === values.size) return;
    const range = this.#node(
      "range",
      within.map(([, to]) => ["", to] as const),
    );
    this.#arc(vertex, range, `range${role}`);
  }

  // -------------------------------------------------------------- variables

  #positions(variable: number, type: Type, tree: SortTree, path: string): void {
    if (isScalar(type) && tree.kind === "scalar") this.#tie(variable, tree.sort, type, path);
    else if (type.kind === "array" && tree.kind === "array") {
      this.#tie(variable, tree.index, type.index, `${path} index`);
      this.#positions(variable, type.element, tree.element, `${path}[]`);
    } else if (type.kind === "record" && tree.kind === "record") {
      type.fields.forEach((field, k) => this.#positions(variable, field.type, tree.fields[k]!, `${path}.${k}`));
    } else if (type.kind === "queue" && tree.kind === "queue") {
      this.#positions(variable, type.element, tree.element, `${path}()`);
    }
  }

  /** Slots that the text mentions one by one only are free of their variable and of each other. */
  #slots(
    variable: number | undefined,
    type: Type,
    tree: SortTree,
    initial: Initial | undefined,
    at: { readonly path: string; readonly indices: readonly number[] },
  ): void {
    look();
    const item = (k: number): Initial | undefined =>
      initial === undefined || initial.kind === "any"
        ? initial
        : initial.kind === "items"
          ? initial.items[k]
          : undefined;
    if (isScalar(type) && tree.kind === "scalar") {
      this.#slot(variable, tree.sort, `${at.path} ${type.kind} ${lowOf(type)} ${highOf(type)}`, initial, at.indices);
    } else if (type.kind === "array" && tree.kind === "array") {
      for (let i = 0; i < lengthOf(type.index); i++) {
        if (variable === undefined) this.#slots(variable, type.element, tree.element, item(i), at);
        else {
          const indices = [...at.indices, this.#value(tree.index, lowOf(type.index) + i)];
          this.#slots(variable, type.element, tree.element, item(i), { path: `${at.path}[]`, indices });
        }
      }
    } else if (type.kind === "record" && tree.kind === "record") {
      type.fields.forEach((field, k) => {
        const path = variable === undefined ? at.path : `${at.path}.${k}`;
        this.#slots(variable, field.type, tree.fields[k]!, item(k), { path, indices: at.indices });
      });
    } else if (type.kind === "queue" && tree.kind === "queue") {
      const held = initial === undefined ? "unused" : initial.kind === "items" ? `${initial.items.length}` : "any";
      this.#slot(variable, undefined, `${at.path} length ${type.capacity} ${held}`, undefined, at.indices);
      for (let i = 0; i < type.capacity; i++) {
        this.#slots(variable, type.element, tree.element, item(i), { path: `${at.path}(${i})`, indices: at.indices });
      }
    }
  }

  #slot(
    variable: number | undefined,
    ofType: Sort | undefined,
    path: string,
    initial: Initial | undefined,
    indices: readonly number[],
  ): void {
    const { low, high, values } = this.#domains[this.#slotVertices.length]!;
    const size = values?.length ?? high - low + 1;
    const single = this.#sorts.slots.get(this.#slotVertices.length);
    const sort = single?.kind === "scalar" ? single.sort : ofType;
    const isFree = sort !== undefined && !sort.isRigid;
    const begins = initial?.kind === "value" ? initial.value : undefined;
    const color = `slot ${path} ${size} ${initial?.kind} ${isFree ? "" : begins}`;
    const vertex = this.#vertex(color);
    if (variable !== undefined) this.#arc(vertex, variable, "variable");
    else if (isFree) this.#tie(vertex, sort, undefined, "");
    indices.forEach((index, k) => this.#arc(vertex, index, `index ${k}`));
    if (isFree && begins !== undefined) this.#arc(vertex, this.#value(sort, begins), "begins");
    this.#slotVertices.push(vertex);
    this.#slotSorts.push(isFree ? sort : undefined);
  }

  // -------------------------------------------------------------- places

  #binder(binder: object, type: Type): Place & { readonly vertex: number } {
    const tree = this.#sorts.binders.get(binder)!;
    const vertex = this.#vertex(`name ${isScalar(type) ? `${type.kind} ${lengthOf(type)}` : type.kind}`);
    if (isScalar(type) && tree.kind === "scalar") this.#tie(vertex, tree.sort, type, "");
    return { type, tree, vertex };
  }

  #place(e: Expression, locals: Locals): Place & { readonly vertex: number } {
    const slot = this.#singles.of(e);
    if (slot && isScalar(slot.type)) {
      const sort = this.#slotSorts[slot.offset];
      const tree: SortTree = { kind: "scalar", sort: sort ?? rigidSort };
      return { type: slot.type, tree, vertex: this.#slotVertices[slot.offset]! };
    }
    switch (e.kind) {
      case "variable":
        return this.#variables.get(e.name)!;
      case "local":
        return locals.get(e.name)!;
      case "field": {
        const { type, tree, vertex } = this.#place(e.base, locals);
        if (type.kind !== "record" || tree.kind !== "record") throw new TypeError("not a record");
        const k = type.fields.findIndex(({ name }) => name === e.field);
        return { type: type.fields[k]!.type, tree: tree.fields[k]!, vertex: this.#node(`field ${k}`, [["", vertex]]) };
      }
      case "index": {
        const { type, tree, vertex } = this.#place(e.base, locals);
        if ((type.kind !== "array" && type.kind !== "queue") || (tree.kind !== "array" && tree.kind !== "queue")) {
          throw new TypeError("no elements");
        }
        const sort = tree.kind === "array" ? tree.index : rigidSort;
        const index = this.#scalar(e.index, locals, sort);
        const element = this.#node("element", [
          ["of", vertex],
          ["at", index],
        ]);
        return { type: type.element, tree: tree.element, vertex: element };
      }
      default:
        throw new TypeError(`${e.kind} is not a place`);
    }
  }

  // -------------------------------------------------------------- expressions

  /** The vertex of a scalar expression; a constant is one of the sort that is expected, or of its own. */
  #scalar(e: Expression, locals: Locals, expected?: Sort): number {
    look();
    const constant = this.#singles.constant(e);
    if (constant !== undefined) return this.#value(this.#sorts.constants.get(e) ?? expected ?? rigidSort, constant);
    switch (e.kind) {
      case "variable":
      case "local":
      case "field":
      case "index":
        return this.#place(e, locals).vertex;
      case "predicate": {
        const known = this.#predicates.get(e.name);
        if (known !== undefined) return known;
        const { condition } = this.#model.predicates.find(({ name }) => name === e.name)!;
        const vertex = this.#scalar(condition, new Map());
        this.#predicates.set(e.name, vertex);
        return vertex;
      }
      case "conditional": {
        const table = this.#sorts.tables.get(e);
        if (table) return this.#applied(table, locals);
        const test = this.#scalar(e.test, locals);
        const [then, otherwise] = [e.then, e.else].map((part) => this.#any(part, locals, expected));
        return this.#node("conditional", [
          ["test", test],
          ["then", then!],
          ["else", otherwise!],
        ]);
      }
      case "quantified": {
        const binder = this.#binder(e, e.type);
        const body = this.#scalar(e.body, new Map(locals).set(e.name, binder));
        const vertex = this.#vertex(e.op);
        this.#arc(vertex, binder.vertex, "name");
        this.#arc(vertex, body, "body");
        return vertex;
      }
      case "queue":
        return this.#node(e.op, [["", this.#place(e.queue, locals).vertex]]);
      case "unary":
      case "binary":
        return this.#operation(e, locals);
      case "aggregate":
        throw new TypeError("a composite value is no scalar");
      default:
        throw new TypeError(`${e.kind} is no expression`);
    }
  }

  #operation(e: Expression & { kind: "unary" | "binary" }, locals: Locals): number {
    const table = this.#sorts.tables.get(e);
    if (table) return this.#applied(table, locals);
    if (e.kind === "unary") return this.#node(e.op, [["", this.#scalar(e.operand, locals)]]);
    const { op, left, right } = e;
    switch (op) {
      case "&&":
      case "||":
      case "+":
      case "*":
        return this.#node(
          op,
          chainOf(e, op).map((part) => ["", this.#scalar(part, locals)] as const),
        );
      case "==":
      case "!=":
        return this.#node(op, [
          ["", this.#any(left, locals)],
          ["", this.#any(right, locals)],
        ]);
      case ">":
      case ">=":
        return this.#node(op === ">" ? "<" : "<=", [
          ["left", this.#scalar(right, locals)],
          ["right", this.#scalar(left, locals)],
        ]);
      default:
        return this.#node(op, [
          ["left", this.#scalar(left, locals)],
          ["right", this.#scalar(right, locals)],
        ]);
    }
  }

  #applied({ leaves, rows, result }: Table, locals: Locals): number {
    const places = leaves.map(({ place }, k) => [`operand ${k}`, this.#place(place, locals).vertex] as const);
    const sorts = [...leaves.map(({ sort }) => sort), ...(result ? [result] : [])].map((sort) => sort.root);
    const tables = this.#tables.get(rows) ?? [];
    const known = tables.find((table) => table.sorts.every((sort, k) => sort === sorts[k]));
    const table = known?.vertex ?? this.#table({ leaves, rows, result });
    if (!known) this.#tables.set(rows, [...tables, { sorts, vertex: table }]);
    return this.#node("applied", [["table", table], ...places]);
  }

  #table({ leaves, rows, result }: Table): number {
    const made = rows.map(({ values, result: value }) => {
      const arcs = values.map((each, k) => [`operand ${k}`, this.#value(leaves[k]!.sort, each)] as const);
      if (!result) return this.#node(`row ${value}`, arcs);
      return this.#node("row", [...arcs, ["result", this.#value(result, value)]]);
    });
    return this.#node(
      "table",
      [...new Set(made)].map((row) => ["", row] as const),
    );
  }

  /** The vertex of a value, scalar or composite. */
  #any(e: Expression, locals: Locals, expected?: Sort): number {
    if (isPlace(e)) return this.#place(e, locals).vertex;
    if (e.kind !== "aggregate") return this.#scalar(e, locals, expected);
    const items = e.items.map((item) => this.#any(item, locals));
    // Which item belongs to which index is not followed, unless all are alike.
    const isUniform = new Set(items).size === 1;
    if (e.type.kind === "array" && isUniform) return this.#node(`uniform`, [["", items[0]!]]);
    return this.#node(
      "values",
      items.map((item, k) => [`${k}`, item] as const),
    );
  }

  // -------------------------------------------------------------- statements

  #block(statements: readonly Statement[], outer: Locals): number {
    const locals = new Map(outer);
    const parts: number[] = [];
    let run: number[] = [];
    let runOf: Statement["kind"] | undefined;
    const end = (): void => {
      const arcs = run.map((vertex) => ["", vertex] as const);
      if (arcs.length > 0) parts.push(this.#node("any order", arcs));
      run = [];
    };
    for (const s of statements) {
      if (s.kind === "local") {
        end();
        const value = this.#any(s.value, locals);
        const binder = this.#binder(s, s.type);
        this.#arc(binder.vertex, value, "value");
        locals.set(s.name, binder);
        parts.push(binder.vertex);
        continue;
      }
      const vertex = this.#statement(s, locals);
      const isAny = (s.kind === "assign" && this.#singles.of(s.target) !== undefined) || this.#isCase(s);
      if (!isAny || s.kind !== runOf) end();
      runOf = s.kind;
      if (isAny) run.push(vertex);
      else parts.push(vertex);
    }
    end();
    return parts.reduceRight(
      (rest, part) =>
        this.#node("then", [
          ["first", part],
          ["rest", rest],
        ]),
      this.#node("end", []),
    );
  }

  /** One of several cases of a value, such as `if to == a { .. }`: it excludes the others. */
  #isCase(s: Statement): boolean {
    if (s.kind !== "if" || s.else.length > 0 || s.test.kind !== "binary" || s.test.op !== "==") return false;
    return [s.test.left, s.test.right].some((side) => this.#singles.constant(side) !== undefined);
  }

  #statement(s: Exclude<Statement, { kind: "local" }>, locals: Locals): number {
    switch (s.kind) {
      case "assign": {
        const { vertex } = this.#place(s.target, locals);
        return this.#node(":=", [
          ["to", vertex],
          ["value", this.#any(s.value, locals)],
        ]);
      }
      case "if": {
        const [then, otherwise] = [this.#block(s.then, locals), this.#block(s.else, locals)];
        return this.#node("if", [
          ["test", this.#scalar(s.test, locals)],
          ["then", then],
          ["else", otherwise],
        ]);
      }
      case "for": {
        const binder = this.#binder(s, s.type);
        const vertex = this.#vertex("for");
        this.#arc(vertex, binder.vertex, "name");
        this.#arc(vertex, this.#block(s.body, new Map(locals).set(s.name, binder)), "body");
        return vertex;
      }
      case "while": {
        const color = `while ${s.bound} ${s.limit === undefined ? "" : "limit"}`;
        return this.#node(color, [
          ["test", this.#scalar(s.test, locals)],
          ["body", this.#block(s.body, locals)],
        ]);
      }
      case "push": {
        const queue = this.#place(s.queue, locals).vertex;
        return this.#node("push", [
          ["to", queue],
          ["value", this.#any(s.value, locals)],
        ]);
      }
      case "pop":
        return this.#node("pop", [["", this.#place(s.queue, locals).vertex]]);
      case "assert":
        return this.#node("assert", [["", this.#scalar(s.test, locals)]]);
    }
  }
}

/** The operands of a chain of one operator. */
function chainOf(e: Expression, op: string): Expression[] {
  if (e.kind !== "binary" || e.op !== op) return [e];
  return [...chainOf(e.left, op), ...chainOf(e.right, op)];
}
