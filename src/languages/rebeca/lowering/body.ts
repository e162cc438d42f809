/**
 * The body of a transition during lowering: the effect of a message server of one rebec.
 *
 * Expressions with effects are split: the effects go to the current block, and the rest is an expression of the model
 * without effects. A choice `?(a, b)` and the choice of a rebec to create are parameters of the transition. Branches of
 * which only one is taken share their parameters.
 */

import {
  all,
  any,
  binary,
  boolean,
  conditional,
  field,
  integer,
  literalOf,
  local,
  no,
  variable,
} from "../../../model/build.ts";
import type { Expression, ScalarType, Statement, Type } from "../../../model/model.ts";
import type { Constant } from "../../../syntax/constant.ts";
import { Refused } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { reference } from "../actors/actor-system.ts";
import type { ActorSystem, Rebec } from "../actors/actor-system.ts";
import { modelType } from "../actors/layout.ts";
import { anyRebec, booleanType, intType } from "../names/symbols.ts";
import type { ClassSymbol, RebecaType, Routine } from "../names/symbols.ts";
import type { ExpressionNode, StatementNode } from "../syntax/syntax-tree.ts";

export interface Value {
  readonly type: RebecaType;
  readonly e: Expression;
}

/** The meaning of a name in the text. `isLocal` says whether it can be assigned to. */
export interface Binding extends Value {
  readonly isLocal: boolean;
}

/** Boolean locals, one for each possible jump, that are set during the jump. */
export interface Jumps {
  readonly return?: Expression | undefined;
  readonly break?: Expression | undefined;
  readonly continue?: Expression | undefined;
  /** The local for the result of the method. */
  readonly result?: Binding | undefined;
}

/** The numbers of parameters that choices and creations have used so far on this path. */
interface Taken {
  readonly choices: number;
  readonly created: ReadonlyMap<ClassSymbol, number>;
}

/**
 * The functions that lower the parts of a body. They depend on each other: expressions contain calls, and calls
 * statements.
 */
export interface Lowering {
  readonly effect: (b: Body, node: ExpressionNode, isUsed: boolean) => Value | undefined;
  readonly statements: (b: Body, nodes: readonly StatementNode[]) => void;
}

/** The place in the body that is being lowered. */
interface Surroundings {
  out: Statement[];
  scopes: Map<string, Binding>[];
  jumps: Jumps;
  /** The rebec whose text it is: another one while its method is called, or its constructor runs. */
  self: Rebec;
  sender: Value;
  /** The methods that are being inlined. */
  calls: readonly Routine[];
  /** The number of enclosing loops with a number of rounds that is known only at run time. */
  loops: number;
}

export class Body implements Surroundings {
  readonly system: ActorSystem;
  self: Rebec;
  readonly lowering: Lowering;
  out: Statement[] = [];
  scopes: Map<string, Binding>[] = [];
  sender: Value;
  jumps: Jumps = {};
  calls: readonly Routine[] = [];
  loops = 0;
  /** The number of options of each choice. */
  readonly choices: { readonly name: string; size: number }[] = [];
  /** For each class, the parameters that choose the rebecs of its pool to create. */
  readonly created: Map<ClassSymbol, string[]> = new Map();
  #taken: Taken = { choices: 0, created: new Map() };
  readonly #names = new Set<string>();

  constructor(system: ActorSystem, self: Rebec, lowering: Lowering) {
    this.system = system;
    this.self = self;
    this.lowering = lowering;
    this.sender = { type: anyRebec, e: reference(system, 0) };
  }

  get symbol(): ClassSymbol {
    return this.self.symbol;
  }

  /** Reports an error and gives up the statement. */
  refuse(slug: string, message: string, span: Span): never {
    this.system.collector.reportAt(`rebeca/${slug}`, message, span);
    throw new Refused();
  }

  emit(...statements: readonly Statement[]): void {
    this.out.push(...statements);
  }

  assign(target: Expression, value: Expression, span?: Span): void {
    this.emit({ kind: "assign", target, value, span });
  }

  /** Emits one of two blocks: at run time, unless the test is constant. */
  when(test: Expression, then: readonly Statement[], otherwise: readonly Statement[], span?: Span): void {
    if (test.kind === "boolean") this.emit(...(test.value ? then : otherwise));
    else this.emit({ kind: "if", test, then, else: otherwise, span });
  }

  /** Runs `write` in other surroundings. */
  within<T>(change: Partial<Surroundings>, write: () => T): T {
    const { out, scopes, jumps, self, sender, calls, loops } = this;
    Object.assign(this, change);
    try {
      return write();
    } finally {
      Object.assign(this, { out, scopes, jumps, self, sender, calls, loops });
    }
  }

  /** The statements that `write` emits, as a block of their own. */
  inside(write: () => void): Statement[] {
    const out: Statement[] = [];
    this.within({ out }, write);
    return out;
  }

  /** Blocks of which only one is executed. */
  branches(...writes: readonly (() => void)[]): Statement[][] {
    const before = this.#taken;
    let most = before;
    const blocks = writes.map((write) => {
      this.#taken = before;
      const block = this.inside(write);
      most = larger(most, this.#taken);
      return block;
    });
    this.#taken = most;
    return blocks;
  }

  /** Runs `write` in a scope of its own. */
  scoped<T>(write: () => T): T {
    return this.within({ scopes: [...this.scopes, new Map<string, Binding>()] }, write);
  }

  newName(base: string): string {
    const { globalNames } = this.system;
    let name = base;
    for (let i = 2; this.#names.has(name) || globalNames.has(name); i++) name = `${base}_${i}`;
    this.#names.add(name);
    return name;
  }

  /** Declares a new local. Its value is zero, false or null if none is given. */
  local(base: string, type: RebecaType, value?: Expression, span?: Span): Binding {
    const name = this.newName(base);
    // Names of arrays are never declared here.
    const scalar = modelType(type, this.system.rebecType) as ScalarType;
    this.emit({ kind: "local", name, type: scalar, value: value ?? this.zero(scalar), span });
    return { type, e: local(name, span), isLocal: true };
  }

  /** Declares a local for a jump. */
  flag(base: string): Expression {
    return this.local(base, booleanType).e;
  }

  /** Stores a value that later statements must not change. */
  kept(value: Value, base: string): Value {
    if (literalOf(value.e) !== undefined) return value;
    if (value.type.kind === "array") {
      const span = value.e.span ?? this.symbol.node.name.span;
      return this.refuse("unsupported", "expected one value here, found an array", span);
    }
    return this.local(base, value.type, value.e, value.e.span);
  }

  /** An expression of the value that may be repeated in the model without harm. */
  repeatable(value: Value, base: string): Expression {
    return isSimple(value.e) ? value.e : this.kept(value, base).e;
  }

  /** Zero, false or null. */
  zero(type: Type): Expression {
    return type.kind === "bool" ? no : type.kind === "enum" ? reference(this.system, 0) : integer(0);
  }

  /** The parameter of a choice between `size` options. */
  choice(size: number): Expression {
    const at = this.#taken.choices;
    this.#taken = { ...this.#taken, choices: at + 1 };
    const choice = (this.choices[at] ??= { name: this.newName("choice"), size });
    choice.size = Math.max(choice.size, size);
    return local(choice.name);
  }

  /**
   * The rebec of the pool of a class that is created: its number in the pool, or 0 if none is left.
   *
   * The parameters denote rebecs that do not exist when the step begins. Earlier creations in the step depend on the
   * branches taken. So the first parameter whose rebec does not exist yet is used: a parameter that the taken branch
   * did not use is not lost.
   */
  creation(symbol: ClassSymbol, pool: readonly Rebec[]): Expression {
    const at = this.#taken.created.get(symbol) ?? 0;
    this.#taken = { ...this.#taken, created: new Map(this.#taken.created).set(symbol, at + 1) };
    const names = getOrAdd(this.created, symbol, () => []);
    names[at] ??= this.newName(`new${symbol.name}`);
    const parameters = names.slice(0, at + 1).map((name) => local(name));
    if (at === 0) return parameters[0]!;
    const there = this.system.layouts.get(symbol)!.created!;
    const isUsed = (parameter: Expression): Expression =>
      any(pool.map(({ name }, k) => all([binary("==", parameter, integer(k + 1)), field(variable(name), there)])));
    const value = parameters.reduceRight((rest, parameter) => conditional(isUsed(parameter), rest, parameter));
    const name = this.newName(`next${symbol.name}`);
    this.emit({ kind: "local", name, type: { kind: "range", low: 0, high: pool.length }, value });
    return local(name);
  }

  find(name: string): Binding | undefined {
    for (const scope of this.scopes.toReversed()) {
      const binding = scope.get(name);
      if (binding) return binding;
    }
    return this.#member(name);
  }

  /** A state variable, a known rebec or a constant. */
  #member(name: string): Binding | undefined {
    const { symbol, system } = this;
    const layout = system.layouts.get(symbol)!;
    const state = symbol.state.find((variable) => variable.name === name);
    if (state) return { type: state.type, e: field(this.variable(), layout.fields.get(name)!), isLocal: true };
    const at = symbol.known.findIndex((known) => known.name === name);
    if (at >= 0) {
      const { type } = symbol.known[at]!;
      const kept = layout.fields.get(name);
      const e =
        this.self.isPooled && kept !== undefined
          ? field(this.variable(), kept)
          : reference(system, this.self.known[at]?.number ?? 0);
      return { type, e, isLocal: false };
    }
    const table = tableBinding(system, name);
    if (table) return { ...table, isLocal: false };
    const constant = system.constants.get(name);
    return constant && { ...constantBinding(constant), isLocal: false };
  }

  variable(): Expression {
    return variable(this.self.name);
  }
}

/** An array of constants, which is a variable that never changes. */
export function tableBinding({ tables, tableNames }: ActorSystem, name: string): Value | undefined {
  const table = tables.get(name);
  return table && { type: table.type, e: variable(tableNames.get(name)!) };
}

export function constantBinding({ isBoolean, value }: Constant, span?: Span): Value {
  return isBoolean ? { type: booleanType, e: boolean(value !== 0, span) } : { type: intType, e: integer(value, span) };
}

function larger(a: Taken, b: Taken): Taken {
  const created = new Map(a.created);
  for (const [symbol, count] of b.created) created.set(symbol, Math.max(count, created.get(symbol) ?? 0));
  return { choices: Math.max(a.choices, b.choices), created };
}

/** Whether the expression may be repeated in the model without harm. */
export function isSimple(e: Expression): boolean {
  if (literalOf(e) !== undefined || e.kind === "local" || e.kind === "variable") return true;
  return e.kind === "field" && isSimple(e.base);
}
