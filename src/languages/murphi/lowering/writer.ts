/** The state of the lowering of one rule, or of one condition. */

import { all, local, literalOf } from "../../../model/build.ts";
import type { Expression, ScalarType, Statement, Variable } from "../../../model/model.ts";
import { visitExpression } from "../../../model/traverse.ts";
import type { Collector } from "../../../syntax/collector.ts";
import { Refused } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import type { Declarer } from "../names/declare.ts";
import type { Cell, ScalarsetType } from "../names/murphi-type.ts";
import type { Place, Value } from "../names/place.ts";
import type { Scope } from "../names/scope.ts";
import type { ExpressionNode, ExpressionOf, RoutineNode, StatementNode, StatementOf } from "../syntax/syntax-tree.ts";

/** A use of a scalarset that depends on the order or on the numbers of its elements. */
export interface AsymmetricUse {
  readonly type: ScalarsetType;
  readonly what: string;
  readonly span: Span;
}

/** What the lowering of all rules shares. */
export interface Program {
  readonly collector: Collector;
  readonly declarer: Declarer;
  readonly globals: Scope;
  /** Names that locals and parameters must not have. */
  readonly names: ReadonlySet<string>;
  /** The first lowering finds out which places may be undefined. In it, all may be. */
  readonly isSurvey: boolean;
  /** Arrays that are declared in rules and functions. They are undefined between two steps. */
  readonly scratch: Variable[];
  /** A name for such an array. */
  readonly scratchName: (base: string) => string;
  readonly uses: AsymmetricUse[];
  /** The observer of each `cover` inside a rule: whether it was ever met. */
  readonly covers: Map<StatementOf<"property">, string>;
  /** The routines that something calls. */
  readonly called: Set<RoutineNode>;
  /** The beginning of the text, for messages about parts without a place. */
  readonly start: Span;
  /** The most rounds of a `while` loop. */
  readonly rounds: number;
}

/** The functions that lower parts of a text. They depend on each other: expressions contain calls, and calls statements. */
export interface Parts {
  readonly value: (writer: Writer, node: ExpressionNode) => Value;
  readonly statements: (writer: Writer, nodes: readonly StatementNode[]) => void;
  readonly routine: (writer: Writer, node: CallNode) => Value | undefined;
  /** The result of a function that is a record, an array or a multiset; `undefined` for other functions. */
  readonly composite: (writer: Writer, node: CallNode) => Place | undefined;
}

export type CallNode = ExpressionOf<"call"> | StatementOf<"call">;

interface Returns {
  /** Set when the routine has returned, if it can return before its end. */
  readonly flag?: Expression | undefined;
  readonly result?: Place | undefined;
}

interface Surroundings {
  scope: Scope;
  /** The block that is written; absent if only expressions are allowed. */
  out: Statement[] | undefined;
  returns: Returns;
  calls: readonly RoutineNode[];
}

export class Writer implements Surroundings {
  readonly program: Program;
  readonly parts: Parts;
  scope: Scope;
  out: Statement[] | undefined;
  returns: Returns = {};
  calls: readonly RoutineNode[] = [];
  /** The locals that are certainly defined here. */
  defined: Set<string> = new Set();
  /** Places that are defined where the expression at hand is evaluated, since a test before it says so. */
  known: ReadonlySet<string> = new Set();
  /** Locals that say whether the rule met a `cover`, for each of its observers. */
  readonly hits: Map<string, string> = new Map();
  /** What to write at the end of the rule. */
  readonly atEnd: (() => void)[] = [];
  /** The number of statements that were evaluated as parts of expressions. */
  evaluated = 0;
  /** Locals that keep their values: parameters, names of loops, and stored values. */
  readonly #fixed = new Set<string>();
  readonly #names = new Set<string>();
  /** Whether a start state is written. */
  readonly isStart: boolean;

  constructor(program: Program, parts: Parts, scope: Scope = program.globals, isStart = false) {
    this.isStart = isStart;
    this.program = program;
    this.parts = parts;
    this.scope = scope;
  }

  refuse(slug: string, message: string, span: Span): never {
    this.program.collector.reportAt(`murphi/${slug}`, message, span);
    throw new Refused();
  }

  /** The cells of places whose type has a value for undefined. */
  readonly isOpen = (cell: Cell): boolean => this.program.isSurvey || cell.mayBeUndefined;

  newName(base: string): string {
    let name = base;
    for (let i = 2; this.#names.has(name) || this.program.names.has(name); i++) name = `${base}_${i}`;
    this.#names.add(name);
    return name;
  }

  /** A new name whose value does not change. */
  fixedName(base: string): string {
    const name = this.newName(base);
    this.#fixed.add(name);
    return name;
  }

  within<T>(change: Partial<Surroundings>, write: () => T): T {
    const { scope, out, returns, calls } = this;
    Object.assign(this, change);
    try {
      return write();
    } finally {
      Object.assign(this, { scope, out, returns, calls });
    }
  }

  scoped<T>(write: (scope: Scope) => T): T {
    const scope = this.scope.inner();
    return this.within({ scope }, () => write(scope));
  }

  /** Runs `write` where statements have no place, such as in the body of a quantifier. */
  purely<T>(write: () => T): T {
    return this.within({ out: undefined }, write);
  }

  /** Runs `write` where these places are defined. Nothing that it lowers may change them. */
  knowing<T>(places: readonly string[], write: () => T): T {
    const before = this.known;
    if (places.length > 0) this.known = new Set([...before, ...places]);
    try {
      return this.purely(write);
    } finally {
      this.known = before;
    }
  }

  // ---------------------------------------------------------------- statements

  emit(...statements: readonly Statement[]): void {
    this.out!.push(...statements);
  }

  /** Evaluates conditions that hold or fail. */
  check(checks: readonly Expression[]): void {
    const test = all(checks);
    if (test.kind !== "boolean") this.emit({ kind: "if", test, then: [], else: [] });
  }

  /** The statements that `write` emits. */
  inside(write: () => void): Statement[] {
    const out: Statement[] = [];
    this.within({ out }, write);
    return out;
  }

  /** Blocks of which one is executed. A local is defined afterwards if it is in all of them. */
  branches(...writes: readonly (() => void)[]): Statement[][] {
    const before = this.defined;
    let after: Set<string> | undefined;
    const blocks = writes.map((write) => {
      this.defined = new Set(before);
      const block = this.inside(write);
      const { defined } = this;
      after = after ? new Set([...after].filter((name) => defined.has(name))) : defined;
      return block;
    });
    this.defined = after ?? before;
    return blocks;
  }

  when(test: Expression, then: () => void, otherwise: () => void, span?: Span): void {
    if (test.kind === "boolean") {
      if (test.value) then();
      else otherwise();
      return;
    }
    const [a, b] = this.branches(then, otherwise);
    if (a!.length + b!.length > 0) this.emit({ kind: "if", test, then: a!, else: b!, span });
    else this.check([test]);
  }

  // ---------------------------------------------------------------- locals

  /** Stores a value that later statements must not change, unless none can. */
  kept(value: Value, base: string): Value {
    if (!this.out || this.isFixed(value.e)) return value;
    this.check(value.checks);
    if (value.low < -(2 ** 31) || value.high >= 2 ** 31) {
      this.refuse(
        "overflow",
        "expected a number within 32 bits, found a larger one",
        value.e.span ?? this.program.start,
      );
    }
    const name = this.fixedName(base);
    const type: ScalarType =
      value.type.kind === "boolean" ? { kind: "bool" } : { kind: "range", low: value.low, high: value.high };
    this.emit({ kind: "local", name, type, value: value.e });
    return { ...value, e: local(name), checks: [] };
  }

  isFixed(e: Expression): boolean {
    if (literalOf(e) !== undefined) return true;
    let isFixed = true;
    visitExpression(e, (part) => {
      if (part.kind === "variable" || (part.kind === "local" && !this.#fixed.has(part.name))) isFixed = false;
    });
    return isFixed;
  }
}
