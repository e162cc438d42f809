/**
 * The body of a transition during lowering: the effect of a message server of one rebec.
 *
 * Expressions with effects are split: the effects go to the current block, and the rest is an expression of the model
 * without effects. A choice `?(a, b)` and the choice of a rebec to create are parameters of the transition. Branches of
 * which only one is taken share their parameters.
 */

import { all, any, binary, boolean, conditional, field, integer } from "../../model/build.ts";
import type { Expression, ScalarType, Statement } from "../../model/model.ts";
import { Refused } from "../../syntax/refused.ts";
import type { Span } from "../../syntax/source.ts";
import { reference } from "./actor-system.ts";
import type { Rebec, ActorSystem } from "./actor-system.ts";
import type { ExpressionNode, StatementNode } from "./syntax-tree.ts";
import type { ClassSymbol, RebecaType, Routine } from "./types.ts";

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
  readonly return?: string | undefined;
  readonly break?: string | undefined;
  readonly continue?: string | undefined;
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

export class Body {
  readonly system: ActorSystem;
  readonly self: Rebec;
  readonly lowering: Lowering;
  out: Statement[] = [];
  scopes: Map<string, Binding>[] = [];
  sender: Value;
  jumps: Jumps = {};
  /** The methods that are being inlined. */
  calls: readonly Routine[] = [];
  /** The number of enclosing loops with a number of rounds that is known only at run time. */
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
    this.sender = { type: { kind: "rebec" }, e: reference(system, 0) };
  }

  get symbol(): ClassSymbol {
    return this.self.symbol;
  }

  report(code: string, message: string, span: Span): void {
    this.system.collector.reportAt(code, message, span);
  }

  refuse(code: string, message: string, span: Span): never {
    this.report(code, message, span);
    throw new Refused();
  }

  emit(statement: Statement): void {
    this.out.push(statement);
  }

  /** The statements that `write` emits, as a block of their own. */
  inside(write: () => void): Statement[] {
    const { out } = this;
    const block: Statement[] = [];
    this.out = block;
    try {
      write();
    } finally {
      this.out = out;
    }
    return block;
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
    this.scopes.push(new Map());
    try {
      return write();
    } finally {
      this.scopes.pop();
    }
  }

  newName(base: string): string {
    const { globalNames } = this.system;
    let name = base;
    for (let i = 2; this.#names.has(name) || globalNames.has(name); i++) name = `${base}_${i}`;
    this.#names.add(name);
    return name;
  }

  /** Declares a new local with a value. */
  local(base: string, type: RebecaType, value: Expression, span?: Span): Binding {
    const name = this.newName(base);
    this.emit({ kind: "local", name, type: this.scalarType(type), value, span });
    return { type, e: { kind: "local", name, span }, isLocal: true };
  }

  /** Stores a value that later statements must not change, or that is too long to repeat. */
  kept(value: Value, base: string): Value {
    if (isConstant(value.e)) return value;
    if (value.type.kind === "array") {
      const span = value.e.span ?? this.symbol.node.name.span;
      return this.refuse("rebeca/unsupported", "expected one value here, found an array", span);
    }
    return this.local(base, value.type, value.e, value.e.span);
  }

  scalarType(type: RebecaType): ScalarType {
    switch (type.kind) {
      case "boolean":
        return { kind: "bool" };
      case "integer":
        return { kind: "range", low: type.low, high: type.high };
      case "rebec":
        return this.system.rebecType;
      case "array":
        throw new TypeError("an array is not a scalar");
    }
  }

  nothing(type: RebecaType): Expression {
    switch (type.kind) {
      case "boolean":
        return boolean(false);
      case "rebec":
        return reference(this.system, 0);
      case "integer":
      case "array":
        return integer(0);
    }
  }

  /** The parameter of a choice between `size` options. */
  choice(size: number): Expression {
    const at = this.#taken.choices;
    this.#taken = { ...this.#taken, choices: at + 1 };
    const choice = (this.choices[at] ??= { name: this.newName("choice"), size });
    choice.size = Math.max(choice.size, size);
    return { kind: "local", name: choice.name };
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
    const names = this.created.get(symbol) ?? [];
    this.created.set(symbol, names);
    names[at] ??= this.newName(`new${symbol.name}`);
    const parameters = names.slice(0, at + 1).map((name): Expression => ({ kind: "local", name }));
    if (at === 0) return parameters[0]!;
    const there = this.system.layouts.get(symbol)!.created!;
    const isUsed = (parameter: Expression): Expression =>
      any(
        pool.map((rebec, k) =>
          all([binary("==", parameter, integer(k + 1)), field({ kind: "variable", name: rebec.name }, there)]),
        ),
      );
    const value = parameters.reduceRight((rest, parameter) => conditional(isUsed(parameter), rest, parameter));
    const name = this.newName(`next${symbol.name}`);
    this.emit({ kind: "local", name, type: { kind: "range", low: 0, high: pool.length }, value });
    return { kind: "local", name };
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
    const constant = system.constants.get(name);
    if (!constant) return undefined;
    const type: RebecaType = constant.isBoolean ? { kind: "boolean" } : { kind: "integer", name: "int", low: -(2 ** 31), high: 2 ** 31 - 1 }; // prettier-ignore
    const e = constant.isBoolean ? boolean(constant.value !== 0) : integer(constant.value);
    return { type, e, isLocal: false };
  }

  variable(): Expression {
    return { kind: "variable", name: this.self.name };
  }
}

function larger(a: Taken, b: Taken): Taken {
  const created = new Map(a.created);
  for (const [symbol, count] of b.created) created.set(symbol, Math.max(count, created.get(symbol) ?? 0));
  return { choices: Math.max(a.choices, b.choices), created };
}

export function isConstant(e: Expression): boolean {
  return e.kind === "integer" || e.kind === "boolean" || e.kind === "member";
}

/** Whether the expression may be repeated in the model without harm. */
export function isSimple(e: Expression): boolean {
  if (isConstant(e) || e.kind === "local" || e.kind === "variable") return true;
  return e.kind === "field" && isSimple(e.base);
}
