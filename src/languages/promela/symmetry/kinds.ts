/**
 * Finds the values of a program that are pids or channels, and their uses as something else.
 *
 * Pids and channels can be permuted only if they are used only in assignments, equalities and indexing (Donaldson and
 * Miller, FM 2005, section 5). Programs often store pids in a `byte`, so declarations do not show this. Values that are
 * assigned to, compared with, sent for or passed as each other have one kind, by unification: a class has the kind of
 * any of its members. Literals may have any kind and take that of their class. Then every use that needs a number is
 * checked. The analysis ignores the order of statements, except for the very first sequence, which is over before
 * anything else begins.
 */

import type { Objection } from "../../../hints/program-structure.ts";
import { positionAt } from "../../../syntax/source.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Channels, Literal } from "../flow/channels.ts";
import type { Element } from "../flow/flow.ts";
import type { Program } from "../flow/program.ts";
import { constantValue } from "../names/constant.ts";
import type { Names } from "../names/declare.ts";
import { isPredefined, resolve } from "../names/resolve.ts";
import type { Scope, ValueType, VariableSymbol } from "../names/symbols.ts";
import type { Basic, Expression, Pattern, Reference } from "../syntax/syntax-tree.ts";

export type Kind = "pid" | "channel";

/** A variable, or a field of a record type. */
export type Key = VariableSymbol | string;

/** A class of values, after following references to its root. */
interface Cell {
  parent?: Cell | undefined;
  kind?: Kind | undefined;
  /** The origin of the kind. */
  origin?: Span | undefined;
}

/** A value of some class, or a number that is neither a pid nor a channel. */
type Value = Cell | "number";

/** A use that a pid or a channel must not have. */
interface Demand {
  readonly cell: Cell;
  readonly span: Span;
  readonly message: (what: string) => string;
  /** The kind that is not allowed, if the other is. */
  readonly only?: Kind | undefined;
}

const names = { pid: "a pid", channel: "a channel" } as const;

export class Kinds {
  readonly #names: Names;
  readonly #channels: Channels;
  readonly #cells = new Map<Key, Cell>();
  readonly #indices = new Map<Key, Cell>();
  readonly #fields = new Map<Literal, Value[]>();
  readonly #literals = new Map<object, Cell>();
  readonly #demands: Demand[] = [];
  readonly #objections: Objection[] = [];
  /** Whether uses are not checked now. */
  #isSettled = false;

  /** `settled` are the elements without steps in the model. */
  constructor(program: Program, settled: ReadonlySet<Element>) {
    this.#names = program.names;
    this.#channels = program.channels;
    const { processes, variables, global } = program.names;
    for (const symbol of [...variables, ...processes.flatMap(({ fields }) => fields)]) this.#initial(symbol);
    for (const { definition } of processes) if (definition.provided) this.#truth(definition.provided, global);
    const flows = [...program.graphs.values(), ...program.claims.values()].map(({ flow }) => flow);
    for (const element of flows.flatMap(({ elements }) => elements)) this.#element(element, settled.has(element));
    for (const unit of program.units) if (unit.kind === "ltl") this.#truth(unit.formula, global);
  }

  /** The kind of a variable or a field of a record. */
  of(key: Key): Kind | undefined {
    return rootOf(this.#cells.get(key))?.kind;
  }

  /** The kind of a field of a message. */
  ofField(literal: Literal, place: number): Kind | undefined {
    const value = this.#fields.get(literal)?.[place];
    return value === "number" ? undefined : rootOf(value)?.kind;
  }

  /** The kind of the index of an array. */
  ofIndex(key: Key): Kind | undefined {
    return rootOf(this.#indices.get(key))?.kind;
  }

  /** The kind of a literal of the text, or of a constant expression. */
  ofLiteral(e: Expression | Pattern): Kind | undefined {
    return rootOf(this.#literals.get(e))?.kind;
  }

  /** Uses of pids and channels as something else, in the order of the text. */
  objections(): Objection[] {
    const found = [...this.#objections];
    for (const { cell, span, message, only } of this.#demands) {
      const { kind, origin } = rootOf(cell)!;
      if (!kind || (only && only !== kind)) continue;
      found.push({ span, message: `${message(names[kind])}${because(names[kind], origin, span)}` });
    }
    // `(_pid + 1) % N` as an index is reported once: the innermost place is kept, and of equal places the first.
    const isInside = (a: Span, b: Span): boolean => a.source === b.source && a.start >= b.start && a.end <= b.end;
    return found
      .filter(({ span }, i) =>
        found.every(({ span: other }, k) => k === i || !isInside(other, span) || (isInside(span, other) && k > i)),
      )
      .sort((a, b) => a.span.source.name.localeCompare(b.span.source.name) || a.span.start - b.span.start);
  }

  // -------------------------------------------------------------- classes

  #cell(key: Key, type: ValueType, span: Span): Value {
    let cell = this.#cells.get(key);
    if (cell) return cell;
    const fresh = valueOfType(type, span);
    if (fresh === "number") return fresh;
    this.#cells.set(key, (cell = fresh));
    return cell;
  }

  #index(key: Key): Cell {
    let cell = this.#indices.get(key);
    if (!cell) this.#indices.set(key, (cell = {}));
    return cell;
  }

  #fieldsOf(literal: Literal): Value[] {
    let values = this.#fields.get(literal);
    if (!values) {
      const { symbol, group } = literal;
      this.#fields.set(literal, (values = group.fields.map((type) => valueOfType(type, symbol.span))));
    }
    return values;
  }

  /** Gives both values one kind. The place is that of b. */
  #unify(a: Value, b: Value, span: Span): void {
    if (a === "number" && b === "number") return;
    if (a === "number" || b === "number") {
      const cell = a === "number" ? (b as Cell) : a;
      this.#demand(cell, span, (what) =>
        a === "number" ? `${what} is used as a number` : `expected ${what}, found a number`,
      );
      return;
    }
    const [left, right] = [rootOf(a)!, rootOf(b)!];
    if (left === right) return;
    if (left.kind && right.kind && left.kind !== right.kind) {
      this.#objections.push({ span, message: `expected ${names[left.kind]}, found ${names[right.kind]}` });
      return;
    }
    const [root, other] = left.kind ? [left, right] : [right, left];
    other.parent = root;
  }

  #demand(cell: Cell, span: Span, message: Demand["message"], only?: Kind): void {
    if (!this.#isSettled) this.#demands.push({ cell, span, message, only });
  }

  #number(e: Expression, scope: Scope, message: Demand["message"]): void {
    const value = this.#value(e, scope);
    if (value !== "number") this.#demand(value, e.span, message);
  }

  /** A `run` may be tested for success. */
  #truth(e: Expression, scope: Scope): void {
    if (e.kind === "run") this.#value(e, scope);
    else this.#number(e, scope, (what) => `${what} is used as a truth value`);
  }

  // -------------------------------------------------------------- expressions

  #value(e: Expression, scope: Scope): Value {
    if (e.kind !== "reference") {
      const constant = constantValue(e, scope);
      if (constant !== undefined) return this.#literal(e, constant);
    }
    switch (e.kind) {
      case "number":
        return this.#literal(e, e.value);
      case "reference":
        return this.#reference(e.reference, scope);
      case "unary":
        if (e.op === "!") this.#truth(e.operand, scope);
        else this.#number(e.operand, scope, (what) => `\`${e.op}\` is applied to ${what}`);
        return "number";
      case "binary":
        this.#binary(e, scope);
        return "number";
      case "conditional": {
        this.#truth(e.test, scope);
        const [a, b] = [this.#value(e.then, scope), this.#value(e.else, scope)];
        this.#unify(a, b, e.else.span);
        return a === "number" ? b : a;
      }
      case "run":
        this.#run(e, scope);
        return { kind: "pid", origin: e.span };
      case "probe":
        this.#reference(e.channel, scope);
        return "number";
      case "poll":
        this.#patterns(e.channel, e.pattern, scope);
        return "number";
      case "at":
        if (e.pid) this.#pid(e.pid, scope);
        return "number";
      case "remote": {
        if (e.pid) this.#pid(e.pid, scope);
        const process = this.#names.global.find(e.process.text);
        return process?.kind === "process" ? this.#reference(e.reference, this.#names.scopeOf(process)) : "number";
      }
      case "ask":
        this.#pid(e.argument, scope);
        return "number";
      case "timeout":
      case "nonprogress":
      case "else":
        return "number";
      default:
        for (const part of "operand" in e ? [e.operand] : [e.left, e.right]) this.#truth(part, scope);
        return "number";
    }
  }

  /** A constant may be a pid, if it is in the range of pids, or no channel. */
  #literal(e: Expression | Pattern, value: number): Cell {
    let cell = this.#literals.get(e);
    if (cell) return cell;
    this.#literals.set(e, (cell = {}));
    const isPid = value >= 0 && value <= 255;
    const message = (what: string): string => `expected ${what}, found ${value}`;
    if (value !== 0) this.#demand(cell, e.span, message, isPid ? "channel" : undefined);
    return cell;
  }

  #binary(e: Expression & { kind: "binary" }, scope: Scope): void {
    switch (e.op) {
      case "&&":
      case "||":
        this.#truth(e.left, scope);
        this.#truth(e.right, scope);
        return;
      case "==":
      case "!=":
        this.#unify(this.#value(e.left, scope), this.#value(e.right, scope), e.right.span);
        return;
      case "<":
      case "<=":
      case ">":
      case ">=":
        for (const side of [e.left, e.right]) this.#number(side, scope, (what) => `${what} is compared by \`${e.op}\``);
        return;
      default:
        for (const side of [e.left, e.right]) this.#number(side, scope, (what) => `\`${e.op}\` is applied to ${what}`);
    }
  }

  #pid(e: Expression, scope: Scope): void {
    this.#unify({ kind: "pid", origin: e.span }, this.#value(e, scope), e.span);
  }

  #run(e: Expression & { kind: "run" }, scope: Scope): void {
    const process = this.#names.global.find(e.process.text);
    if (process?.kind !== "process") return;
    process.parameters.forEach((parameter, i) => {
      const given = e.values[i];
      if (given) this.#unify(this.#cell(parameter, parameter.type, parameter.span), this.#value(given, scope), given.span); // prettier-ignore
    });
  }

  #reference(reference: Reference, scope: Scope): Value {
    switch (isPredefined(reference)) {
      case "_pid":
      case "_last":
        return { kind: "pid", origin: reference.span };
      case "_":
        return {};
      case "_nr_pr":
        return "number";
      default:
    }
    const symbol = scope.find(reference.parts[0]!.name.text);
    if (symbol?.kind !== "variable") return "number";
    const resolved = resolve(this.#names, reference, scope);
    if (!resolved || resolved.type.kind === "record") return "number";
    if (resolved.index) this.#indexed(symbol, resolved.index, scope);
    let { type } = symbol;
    for (const { field, index } of resolved.path) {
      if (type.kind !== "record") break;
      if (index) this.#indexed(`${type.name}.${field}`, index, scope);
      ({ type } = type.fields.find(({ name }) => name === field)!);
    }
    return this.#cell(resolved.key, resolved.type, symbol.span);
  }

  #indexed(key: Key, index: Expression, scope: Scope): void {
    // A missing index means the first element, and has no place in the text.
    if (index.span.end > 0) this.#unify(this.#index(key), this.#value(index, scope), index.span);
  }

  // -------------------------------------------------------------- statements

  #initial(symbol: VariableSymbol): void {
    const { initial, type, span } = symbol;
    const scope = symbol.process ? this.#names.scopeOf(symbol.process) : this.#names.global;
    const cell = type.kind === "record" ? "number" : this.#cell(symbol, type, span);
    if (initial?.kind === "value") this.#unify(cell, this.#value(initial.value, scope), initial.value.span);
    else if (initial?.kind === "list") {
      for (const value of initial.values) this.#unify(cell, this.#value(value, scope), value.span);
    }
  }

  #element({ statement, scope }: Element, isSettled: boolean): void {
    this.#isSettled = isSettled;
    if (statement) this.#statement(statement, scope);
    this.#isSettled = false;
  }

  #statement(s: Basic, scope: Scope): void {
    switch (s.kind) {
      case "assign":
        this.#unify(this.#reference(s.target, scope), this.#value(s.value, scope), s.value.span);
        return;
      case "count": {
        const value = this.#reference(s.target, scope);
        const op = s.by > 0 ? "++" : "--";
        if (value !== "number") this.#demand(value, s.target.span, (what) => `\`${op}\` is applied to ${what}`);
        return;
      }
      case "expression":
        this.#truth(s.expression, scope);
        return;
      case "assert":
        this.#truth(s.test, scope);
        return;
      case "send":
        this.#send(s, scope);
        return;
      case "receive":
        this.#patterns(s.channel, s.pattern, scope);
        return;
      case "print":
      case "else":
      case "set_priority":
    }
  }

  #literalsOf(channel: Reference, scope: Scope): Literal[] {
    this.#reference(channel, scope);
    const resolved = resolve(this.#names, channel, scope);
    return resolved ? [...this.#channels.candidates(resolved.key)] : [];
  }

  #send(s: Basic & { kind: "send" }, scope: Scope): void {
    const values = s.values.map((value) => this.#value(value, scope));
    for (const literal of this.#literalsOf(s.channel, scope)) {
      this.#fieldsOf(literal).forEach((field, k) => {
        if (k < values.length) this.#unify(field, values[k]!, s.values[k]!.span);
        if (s.sorted && field !== "number") {
          this.#demand(field, (s.values[k] ?? s).span, (what) => `\`!!\` sorts messages by ${what}`);
        }
      });
    }
  }

  #patterns(channel: Reference, pattern: readonly Pattern[], scope: Scope): void {
    const values = pattern.map((part): Value => {
      if (part.kind === "number") return this.#literal(part, part.value);
      return part.kind === "eval" ? this.#value(part.value, scope) : this.#reference(part.reference, scope);
    });
    for (const literal of this.#literalsOf(channel, scope)) {
      this.#fieldsOf(literal).forEach((field, k) => {
        if (k < values.length) this.#unify(field, values[k]!, pattern[k]!.span);
      });
    }
  }
}

function rootOf(cell: Cell | undefined): Cell | undefined {
  let root = cell;
  while (root?.parent) root = root.parent;
  return root;
}

/** The origin of the kind, if it is not obvious. */
function because(what: string, origin: Span | undefined, span: Span): string {
  if (!origin || (origin.source === span.source && origin.start === span.start)) return "";
  const { line, column } = positionAt(origin.source, origin.start);
  const file = origin.source === span.source ? "" : `${origin.source.name}:`;
  return ` (${what} because of ${file}${line}:${column})`;
}

/** Truth values and the names of an `mtype` are neither. Other numbers may be either. */
function valueOfType(type: ValueType, span: Span): Value {
  if (type.kind === "chan") return { kind: "channel", origin: span };
  if (type.kind === "record" || type.basic === "mtype" || type.high <= 1) return "number";
  return type.basic === "pid" ? { kind: "pid", origin: span } : {};
}
