/**
 * Converts terms to constraints of one scope.
 *
 * A term over few literals becomes a table. A larger one is split at its operator (as Tseitin does): its operands get
 * intermediate variables, and the operator a gadget whose size is linear in their domains:
 *
 * - `and`, `or`: one row per operand, and one for all of them;
 * - a truth value: the rows for which it holds, or those for which it does not, whichever are fewer;
 * - a comparison of two variables: two chains of values that are linked one step apart;
 * - a choice: (test, then = v, result = v) and (not test, else = v, result = v), where a test that compares a variable
 *   with a constant is that literal itself;
 * - an element of an array: (index = j, array[j] = v, result = v);
 * - a sum: its terms without order, each literal pinned to its weight, so operands can be permuted but values cannot;
 * - any other operator too large for a table: its operands pinned value by value in their positions, which are one
 *   position if the operator is commutative.
 *
 * Splitting can hide a symmetry, but never adds one.
 */

import { look } from "../../util/limits.ts";
import { deciding, failing, plain } from "./color-key.ts";
import type { ColorKey } from "./color-key.ts";
import { ConditionTables } from "./condition-tables.ts";
import type { ConditionTable } from "./condition-tables.ts";
import type { ProblemBuilder } from "./problem-builder.ts";
import { evaluate, failure, leavesOfTerm, tableSize, ProblemTerms } from "./problem-term.ts";
import type { ProblemOperation, ProblemTerm } from "./problem-term.ts";
import { literalLimit } from "./problem.ts";
import type { Constraint, ProblemLiteral, Order, ProblemVariable, Row, Scope } from "./problem.ts";
import { isFailure, isSimpleChoice, isTruthValue, literalOf, opposite, testLiteral } from "./term-literal.ts";

/** The most rows of a table. With more variables, splitting a term is smaller sooner. */
const rowLimit = (leafCount: number): number => (leafCount <= 3 ? 4096 : 64);

/** The most valuations of a comparison that becomes a table. Larger comparisons become chains. */
const orderLimit = 36;

export class ScopeBuilder {
  readonly scope: Scope;
  readonly terms: ProblemTerms = new ProblemTerms();
  private readonly problem: ProblemBuilder;
  private readonly tables: ConditionTables;
  private readonly defined = new Map<ProblemTerm, ProblemTerm>();
  private readonly elements = new Map<string, ProblemTerm>();

  constructor(problem: ProblemBuilder, scope: Scope) {
    this.problem = problem;
    this.scope = scope;
    this.tables = new ConditionTables(problem.valuation);
  }

  /** False if a condition was found that never holds. */
  get isSatisfiable(): boolean {
    return this.tables.isSatisfiable;
  }

  /** The values that a variable can have in this scope. */
  valuesOf(variable: ProblemVariable): readonly number[] {
    return this.tables.valuesOf(variable);
  }

  /** The least and greatest value of a term, which is usually a variable or a constant. */
  boundsOf(term: ProblemTerm): { readonly low: number; readonly high: number } {
    switch (term.kind) {
      case "constant":
        return { low: term.value, high: term.value };
      case "variable": {
        const { variable } = term;
        if (!variable.values) return variable;
        const values = this.valuesOf(variable);
        return { low: values[0] ?? 0, high: values.at(-1) ?? 0 };
      }
      case "operation":
        return this.boundsOfOperation(term.op, term.operands);
    }
  }

  /** Requires that the term holds. */
  require(term: ProblemTerm): void {
    if (term.kind === "operation" && term.op === "and") {
      for (const operand of term.operands) this.require(operand);
      return;
    }
    if (term.kind === "constant") {
      if (term.value === 1) return;
      if (term.value === 0) this.tables.isSatisfiable = false;
      else this.add(failing, []);
      return;
    }
    const order = this.orderOf(term);
    if (order) {
      this.add("order", [], [], order);
      return;
    }
    if (this.isSmall(term)) {
      this.requireTable(term);
      return;
    }
    if (term.kind === "operation" && term.op === "or") {
      const flat = this.terms.or(...term.operands.map((operand) => this.defineTest(operand)));
      if (flat.kind === "operation" && flat.op === "or" && flat.operands.every((t) => t.kind !== "constant")) {
        this.add(
          plain,
          flat.operands.map((operand) => ({ literals: [testLiteral(operand)], color: plain })),
        );
        return;
      }
      // A constant after operands that may fail stays, so the term may be fully flattened already.
      if (flat !== term) {
        this.require(flat);
        return;
      }
    }
    this.require(this.asEquation(this.defineTest(term)));
  }

  /** Adds a row with this meaning for the case that all terms hold. */
  note(color: ColorKey, terms: readonly ProblemTerm[]): void {
    const term = this.defineTest(this.terms.and(...terms));
    if (term.kind === "constant" && term.value === 0) return;
    this.add(color, [{ literals: term.kind === "constant" ? [] : [testLiteral(term)], color }]);
  }

  /** A constant or a variable with the value of the term. */
  define(term: ProblemTerm, name?: string): ProblemTerm {
    if (term.kind !== "operation") return term;
    const known = this.defined.get(term);
    if (known) return known;
    const isTable = this.isSmall(term) && !isSimpleChoice(term) && !this.orderOf(term);
    const made = isTable ? this.defineTable(term, name) : this.defineOperation(term, name);
    this.defined.set(term, made);
    return made;
  }

  /** A constant, an equation for a literal, or a variable: the forms of a test in a choice that cost nothing more. */
  defineTest(term: ProblemTerm): ProblemTerm {
    if (literalOf(term)) return term;
    if (term.kind === "operation" && term.op === "not") {
      const operand = this.asEquation(this.defineTest(term.operands[0]!));
      return this.terms.not(operand);
    }
    const made = this.define(term);
    // A variable that is never true: a cell of a queue that only holds false.
    const isNever = made.kind === "variable" && made.variable.values?.includes(1) === false;
    return isNever ? this.terms.constant(0) : made;
  }

  /**
   * The element at a computed index. `at` maps the values of the index variables to a term (a constant or a variable),
   * or to `undefined` if the index is out of range.
   */
  element(
    name: string,
    indices: readonly ProblemVariable[],
    at: (values: readonly number[]) => ProblemTerm | undefined,
  ): ProblemTerm {
    const rows: { readonly literals: ProblemLiteral[]; readonly value: ProblemTerm | undefined }[] = [];
    this.tables.eachValuation(indices, (values) => {
      const literals = indices.map((variable, i) => ({ variable, value: values[i]! }));
      rows.push({ literals, value: at(values) });
    });
    // The same access to the same versions is the same variable.
    const key = `${indices.map((v) => v.number).join()}:${rows.map(({ value }) => value?.number ?? "").join()}`;
    const known = this.elements.get(key);
    if (known) return known;
    const made = this.selection(name, rows);
    this.elements.set(key, made);
    return made;
  }

  /** The number of valuations of these variables. */
  countValuations(variables: readonly ProblemVariable[]): number {
    return this.tables.countValuations(variables);
  }

  add(color: ColorKey, rows: readonly Row[], operands?: Constraint["operands"], order?: Order): void {
    this.problem.takeVertices(1 + rows.length);
    this.scope.constraints.push({ color, rows, operands, order });
  }

  /** A result with one of several values, selected by the row whose literals hold. */
  private selection(
    name: string,
    cases: readonly { readonly literals: readonly ProblemLiteral[]; readonly value: ProblemTerm | undefined }[],
  ): ProblemTerm {
    const values = new Set<number>();
    let isListed = true;
    for (const { value } of cases) {
      if (value?.kind === "constant") {
        if (!Number.isNaN(value.value)) values.add(value.value);
      } else if (value?.kind === "variable") {
        if (value.variable.values) for (const v of this.valuesOf(value.variable)) values.add(v);
        else isListed = false;
      }
    }
    if (!isListed || values.size > literalLimit) return this.opaqueSelection(name, cases);
    if (values.size === 0) return this.terms.constant(failure);
    const domain = [...values].sort((a, b) => a - b);
    const result = this.problem.intermediate(name, this.scope, domain);
    const rows: Row[] = [];
    for (const { literals, value } of cases) {
      if (value === undefined || isFailure(value)) rows.push({ literals, color: failing });
      else if (value.kind === "constant") {
        rows.push({ literals: [...literals, { variable: result, value: value.value }], color: plain });
      } else if (value.kind === "variable") {
        const { variable } = value;
        const fixed = literals.find((l) => l.variable === variable && !l.negated);
        if (fixed) rows.push({ literals: [...literals, { variable: result, value: fixed.value }], color: plain });
        else rows.push({ literals, color: plain, copy: { from: variable, to: result } });
      }
    }
    this.add(plain, rows);
    return this.terms.variable(result);
  }

  /** The same for variables without literals: the cases by position, the results as a whole. */
  private opaqueSelection(
    name: string,
    cases: readonly { readonly literals: readonly ProblemLiteral[]; readonly value: ProblemTerm | undefined }[],
  ): ProblemTerm {
    const known = cases.flatMap(({ value }) => (value ? [this.boundsOf(value)] : []));
    const result = this.problem.opaque(
      name,
      this.scope,
      known.reduce((low, b) => Math.min(low, b.low), Infinity),
      known.reduce((high, b) => Math.max(high, b.high), -Infinity),
    );
    for (const { literals, value } of cases) {
      if (value?.kind !== "variable" || value.variable.values) {
        const pinned = value?.kind === "variable" ? this.define(value) : value;
        const rows: Row[] = [{ literals, color: "case" }];
        const color = pinned === undefined ? failing : pinned.kind === "constant" ? `case ${pinned.value}` : "case";
        if (pinned?.kind === "variable") {
          for (const v of this.valuesOf(pinned.variable)) {
            rows.push({ literals: [{ variable: pinned.variable, value: v }], color: `value ${v}` });
          }
        }
        this.add(color, rows, [{ variable: result, position: "result" }]);
      } else {
        this.add("case", [{ literals, color: "case" }], [
          { variable: value.variable, position: "value" },
          { variable: result, position: "result" },
        ]); // prettier-ignore
      }
    }
    return this.terms.variable(result);
  }

  private isSmall(term: ProblemTerm): boolean {
    return tableSize(term, rowLimit, (v) => this.valuesOf(v).length) !== undefined;
  }

  private requireTable(term: ProblemTerm): void {
    const leaves = leavesOfTerm(term)!;
    const rows: { readonly values: readonly number[]; readonly color: ColorKey }[] = [];
    this.tables.eachValuation(leaves, (values, valuation) => {
      const value = evaluate(term, valuation);
      if (value !== 0) rows.push({ values, color: Number.isNaN(value) ? failing : plain });
    });
    const condition = { leaves, rows };
    // A condition that fails to evaluate comes before the later conditions, so they do not restrict its values.
    if (rows.some(({ color }) => color === failing)) {
      this.addCondition(condition);
      return;
    }
    this.tables.require(condition);
  }

  /**
   * Converts the required conditions to constraints: the remaining values of each variable, and the restrictions beyond
   * these. So equivalent conditions become the same constraints, however they are written.
   */
  settle(): void {
    const { restricted, conditions } = this.tables.settle();
    for (const [variable, values] of restricted) {
      this.add(
        plain,
        values.map((value) => ({ literals: [{ variable, value }], color: plain })),
      );
    }
    for (const condition of conditions) this.addCondition(condition);
  }

  private addCondition({ leaves, rows }: ConditionTable): void {
    this.add(
      plain,
      rows.map(({ values, color }) => ({
        literals: leaves.map((variable, k) => ({ variable, value: values[k]! })),
        color,
      })),
    );
  }

  private defineTable(term: ProblemTerm, name: string | undefined): ProblemTerm {
    const leaves = leavesOfTerm(term)!;
    const cases: { literals: ProblemLiteral[]; value: ProblemTerm | undefined }[] = [];
    const values = new Set<number>();
    this.tables.eachValuation(leaves, (at, valuation) => {
      const value = evaluate(term, valuation);
      values.add(value);
      const literals = leaves.map((variable, i) => ({ variable, value: at[i]! }));
      cases.push({ literals, value: Number.isNaN(value) ? undefined : this.terms.constant(value) });
    });
    // A variable without remaining values: this term is never evaluated.
    if (values.size === 0) return this.terms.constant(0);
    const [only] = values;
    if (values.size === 1 && !Number.isNaN(only)) return this.terms.constant(only!);
    const fresh = name ?? this.problem.freshName(this.scope);
    return isTruthValue(term) ? this.defineTruth(fresh, cases) : this.selection(fresh, cases);
  }

  /** A result that is true if one of the rows holds. */
  private defineTruth(
    name: string,
    cases: readonly { readonly literals: readonly ProblemLiteral[]; readonly value: ProblemTerm | undefined }[],
  ): ProblemTerm {
    const rowsFor = (truth: ProblemTerm | undefined, color: ColorKey): Row[] =>
      cases.flatMap(({ literals, value }) => (value === truth ? [{ literals, color }] : []));
    const [no, yes] = [0, 1].map((truth) => rowsFor(this.terms.constant(truth), plain)) as [Row[], Row[]];
    const value = yes.length <= no.length ? 1 : 0;
    return this.decision(name, value, [...(value ? yes : no), ...rowsFor(undefined, failing)]);
  }

  /** A truth value with this value if and only if one of the rows, or the order, holds. */
  private decision(name: string, value: number, rows: readonly Row[], order?: Order): ProblemTerm {
    const result = this.problem.intermediate(name, this.scope, [0, 1]);
    this.add(deciding, [...rows, { literals: [{ variable: result, value }], color: deciding }], [], order);
    return this.terms.variable(result);
  }

  /** The order that a term compares, if the variables have so many values that a table would be large. */
  private orderOf(term: ProblemTerm): Order | undefined {
    if (term.kind !== "operation" || (term.op !== "<" && term.op !== "<=")) return undefined;
    const [left, right] = term.operands as [ProblemTerm, ProblemTerm];
    if (left.kind !== "variable" || right.kind !== "variable") return undefined;
    if (!left.variable.values || !right.variable.values) return undefined;
    if (this.countValuations([left.variable, right.variable]) <= orderLimit) return undefined;
    return { left: left.variable, right: right.variable, isStrict: term.op === "<" };
  }

  private defineOperation(
    term: ProblemTerm & { readonly kind: "operation" },
    name = this.problem.freshName(this.scope),
  ): ProblemTerm {
    const { op, operands } = term;
    switch (op) {
      case "and":
      case "or":
        return this.defineConnective(op, operands, name);
      case "if": {
        const [test, then, otherwise] = operands as [ProblemTerm, ProblemTerm, ProblemTerm];
        const condition = this.defineTest(test);
        return this.choice(condition, this.define(then), this.define(otherwise), name);
      }
      case "sum":
        return this.defineSum(operands, name);
      case "not":
      case "negate":
      case "*":
      case "/":
      case "%":
      case "==":
      case "<":
      case "<=": {
        const flat = this.terms.operation(
          op,
          operands.map((operand) => this.define(operand)),
        );
        const order = this.orderOf(flat);
        if (order) return this.decision(name, 1, [], order);
        if (flat.kind !== "operation" || this.isSmall(flat)) return this.define(flat, name);
        return this.pinned(op, flat.operands, name);
      }
    }
  }

  /** `then` and `otherwise` are constants or variables. */
  private choice(test: ProblemTerm, then: ProblemTerm, otherwise: ProblemTerm, name: string): ProblemTerm {
    if (test.kind === "constant") return test.value ? then : otherwise;
    const literal = testLiteral(test);
    return this.selection(name, [
      { literals: [literal], value: then },
      { literals: [opposite(literal)], value: otherwise },
    ]);
  }

  private defineConnective(op: "and" | "or", operands: readonly ProblemTerm[], name: string): ProblemTerm {
    const decisive = op === "and" ? 0 : 1;
    const flat = this.terms[op](...operands.map((operand) => this.defineTest(operand)));
    if (flat.kind !== "operation" || flat.op !== op || this.isSmall(flat)) return this.define(flat, name);
    const result = this.problem.intermediate(name, this.scope, [0, 1]);
    const literals = flat.operands.flatMap((test) => (test.kind === "constant" ? [] : [testLiteral(test)]));
    if (literals.length < flat.operands.length) this.add(failing, []);
    const deciding = (literal: ProblemLiteral): ProblemLiteral => (decisive === 1 ? literal : opposite(literal));
    this.add(plain, [
      ...literals.map((literal) => ({
        literals: [deciding(literal), { variable: result, value: decisive }],
        color: plain,
      })),
      {
        literals: [...literals.map((l) => opposite(deciding(l))), { variable: result, value: 1 - decisive }],
        color: plain,
      },
    ]);
    return this.terms.variable(result);
  }

  private defineSum(operands: readonly ProblemTerm[], name: string): ProblemTerm {
    const flat = this.terms.sum(...operands.map((operand) => this.weighted(operand)));
    if (flat.kind !== "operation" || flat.op !== "sum") return this.define(flat, name);
    if (this.isSmall(flat)) return this.defineTable(flat, name);
    return this.pinned("sum", flat.operands, name);
  }

  /** A constant, a variable, or the negation of a variable. */
  private weighted(term: ProblemTerm): ProblemTerm {
    if (term.kind === "operation" && term.op === "negate") {
      return this.terms.operation("negate", [this.define(term.operands[0]!)]);
    }
    return this.define(term);
  }

  /** An operator by its syntax: every literal of an operand is pinned to its value and position. */
  private pinned(op: ProblemOperation, operands: readonly ProblemTerm[], name: string): ProblemTerm {
    const isCommutative = op === "sum" || op === "*" || op === "==";
    const rows: Row[] = [];
    const wholes: { variable: ProblemVariable; position: ColorKey }[] = [];
    const pin = (variable: ProblemVariable, position: string, value: (v: number) => number): void => {
      if (!variable.values) wholes.push({ variable, position: `${position} x${value(1)}` });
      else {
        for (const v of this.valuesOf(variable)) {
          look();
          rows.push({ literals: [{ variable, value: v }], color: `${position}=${value(v)}` });
        }
      }
    };
    const constants: string[] = [];
    operands.forEach((operand, i) => {
      const position = isCommutative ? "operand" : `operand ${i}`;
      if (operand.kind === "constant") constants.push(`${position} ${operand.value}`);
      else if (operand.kind === "variable") pin(operand.variable, position, (v) => v);
      else pin((operand.operands[0] as ProblemTerm & { kind: "variable" }).variable, position, (v) => -v);
    });
    const { low, high } = this.boundsOfOperation(op, operands);
    const result =
      high - low < literalLimit
        ? this.problem.intermediate(
            name,
            this.scope,
            Array.from({ length: high - low + 1 }, (_, i) => low + i),
          )
        : this.problem.opaque(name, this.scope, low, high);
    pin(result, "result", (v) => v);
    this.add(`${op} ${constants.sort().join()}`, rows, wholes);
    return this.terms.variable(result);
  }

  private boundsOfOperation(
    op: ProblemOperation,
    operands: readonly ProblemTerm[],
  ): { readonly low: number; readonly high: number } {
    const bounds = operands.map((operand) => this.boundsOf(operand));
    const [a, b] = bounds as [{ low: number; high: number }, { low: number; high: number }];
    const limit = 2 ** 53;
    switch (op) {
      case "and":
      case "or":
      case "not":
      case "==":
      case "<":
      case "<=":
        return { low: 0, high: 1 };
      case "sum":
        return {
          low: bounds.reduce((total, { low }) => total + low, 0),
          high: bounds.reduce((total, { high }) => total + high, 0),
        };
      case "negate":
        return { low: -a.high, high: -a.low };
      case "*": {
        const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        return { low: Math.min(...corners), high: Math.max(...corners) };
      }
      case "/":
      case "%": {
        const most = Math.min(limit, Math.max(Math.abs(a.low), Math.abs(a.high)));
        return { low: -most, high: most };
      }
      case "if":
        return { low: Math.min(bounds[1]!.low, bounds[2]!.low), high: Math.max(bounds[1]!.high, bounds[2]!.high) };
    }
  }

  /** A variable or constant as a condition. */
  private asEquation(term: ProblemTerm): ProblemTerm {
    return term.kind === "variable" ? this.terms.equal(term, this.terms.constant(1)) : term;
  }
}
