/**
 * Converts bodies of transitions to static single assignment form (section IV-B of the paper).
 *
 * Every assignment makes a new version of its slot, which later statements read. Copies and constants are propagated
 * instead. A conditional evaluates its test into a decision variable, runs both branches, and joins their assignments
 * by a choice (the phi of the paper). A write to an array at a computed index makes a choice for each element that it
 * may hit (the paper's function for arrays, in the decomposition of Theorem 4): index = j, or else the element stays.
 * Loops are unrolled.
 */

import type { QueueType, Statement } from "../../model/model.ts";
import { boundsOf, highOf, lowOf, paddingOf, sizeOf } from "../../model/slots.ts";
import { failing, violating } from "./color-key.ts";
import type { Environment } from "./environment.ts";
import { TooLarge, valuesOf } from "./lower-expression.ts";
import type { ExpressionLowering, Place } from "./lower-expression.ts";
import type { ProblemTerm } from "./problem-term.ts";

/** The most rounds of a loop that are unrolled if its end is not known. */
const roundLimit = 64;

export class StatementLowering {
  private readonly expressions: ExpressionLowering;
  /** The decisions on the path to the current statement. */
  private path: readonly ProblemTerm[] = [];

  constructor(expressions: ExpressionLowering) {
    this.expressions = expressions;
  }

  run(statements: readonly Statement[], env: Environment): void {
    const before = new Set(env.localNames);
    for (const statement of statements) this.statement(statement, env);
    for (const name of [...env.localNames]) if (!before.has(name)) env.unbind(name);
  }

  private statement(s: Statement, env: Environment): void {
    const { builder } = this.expressions;
    const { terms } = builder;
    switch (s.kind) {
      case "assign": {
        const cells = this.expressions.cells(s.value, env).map((term) => builder.define(term));
        const target = this.expressions.place(s.target, env);
        cells.forEach((cell, i) => this.write(target, i, cell, env));
        return;
      }
      case "local": {
        const value = builder.define(this.expressions.scalar(s.value, env));
        this.noteRange(value, lowOf(s.type), highOf(s.type));
        env.bind(s.name, { type: s.type, cells: [value] });
        return;
      }
      case "if":
        this.decide(this.expressions.scalar(s.test, env), s.then, s.else, env);
        return;
      case "for":
        for (const value of valuesOf(s.type)) {
          env.bind(s.name, { type: s.type, cells: [terms.constant(value)] });
          this.run(s.body, env);
        }
        env.unbind(s.name);
        return;
      case "while":
        this.repeat(s, s.bound, env, 0);
        return;
      case "assert": {
        const test = this.expressions.scalar(s.test, env);
        builder.note(violating, [...this.path, terms.not(test)]);
        return;
      }
      case "push":
        this.push(s, env);
        return;
      case "pop":
        this.pop(s, env);
    }
  }

  private decide(
    test: ProblemTerm,
    then: readonly Statement[],
    otherwise: readonly Statement[],
    env: Environment,
  ): void {
    const { builder } = this.expressions;
    const decision = builder.defineTest(test);
    if (decision.kind === "constant") {
      this.run(decision.value ? then : otherwise, env);
      return;
    }
    this.fork(
      decision,
      env,
      (branch) => this.run(then, branch),
      (branch) => this.run(otherwise, branch),
    );
  }

  /** Runs both branches and joins them. */
  private fork(
    decision: ProblemTerm,
    env: Environment,
    then: (branch: Environment) => void,
    otherwise: (branch: Environment) => void,
  ): void {
    const { builder } = this.expressions;
    const { terms } = builder;
    const [yes, no] = [env.branch(), env.branch()];
    const { path } = this;
    this.path = [...path, decision];
    then(yes);
    this.path = [...path, terms.not(decision)];
    otherwise(no);
    this.path = path;
    for (const name of env.localNames) {
      const before = env.local(name)!;
      const [a, b] = [yes.local(name)!.cells, no.local(name)!.cells];
      if (a.every((cell, i) => cell === b[i])) {
        if (a !== before.cells) env.bind(name, { type: before.type, cells: a });
        continue;
      }
      const cells = a.map((cell, i) => builder.define(terms.operation("if", [decision, cell, b[i]!])));
      env.bind(name, { type: before.type, cells });
    }
    for (const slot of [...new Set([...yes.versions.keys(), ...no.versions.keys()])].sort((a, b) => a - b)) {
      env.assign(slot, builder.define(terms.operation("if", [decision, yes.slot(slot), no.slot(slot)])));
    }
  }

  private repeat(s: Statement & { readonly kind: "while" }, left: number, env: Environment, open: number): void {
    const { builder } = this.expressions;
    for (; ; left--) {
      const test = builder.defineTest(this.expressions.scalar(s.test, env));
      if (test.kind === "constant" && test.value === 0) return;
      if (left === 0) {
        builder.note(failing, [...this.path, test]);
        return;
      }
      if (test.kind !== "constant") {
        if (open >= roundLimit) throw new TooLarge(`a loop may take more than ${roundLimit} rounds`);
        this.fork(
          test,
          env,
          (branch) => {
            this.run(s.body, branch);
            this.repeat(s, left - 1, branch, open + 1);
          },
          () => {},
        );
        return;
      }
      this.run(s.body, env);
    }
  }

  private push(s: Statement & { readonly kind: "push" }, env: Environment): void {
    const { builder } = this.expressions;
    const { terms } = builder;
    const cells = this.expressions.cells(s.value, env).map((term) => builder.define(term));
    const queue = this.expressions.place(s.queue, env);
    const { capacity, element } = queue.type as QueueType;
    const length = this.expressions.read(queue, 0, env);
    builder.note(failing, [...this.path, terms.equal(length, terms.constant(capacity))]);
    for (let k = 0; k < capacity; k++) {
      const isEnd = terms.equal(length, terms.constant(k));
      cells.forEach((cell, i) => {
        const inside = 1 + k * cells.length + i;
        const before = this.expressions.read(queue, inside, env);
        const { low, high } = boundsOf(element);
        this.noteRange(cell, low[i]!, high[i]!);
        this.writeCell(queue, inside, builder.define(terms.operation("if", [isEnd, cell, before])), env);
      });
    }
    const longer = terms.operation("if", [
      terms.equal(length, terms.constant(capacity)),
      length,
      terms.sum(length, terms.constant(1)),
    ]);
    this.writeCell(queue, 0, builder.define(longer), env);
  }

  private pop(s: Statement & { readonly kind: "pop" }, env: Environment): void {
    const { builder } = this.expressions;
    const { terms } = builder;
    const queue = this.expressions.place(s.queue, env);
    const { capacity, element } = queue.type as QueueType;
    const size = sizeOf(element);
    const length = this.expressions.read(queue, 0, env);
    builder.note(failing, [...this.path, terms.equal(length, terms.constant(0))]);
    const padding = paddingOf(element);
    const shifted = Array.from({ length: capacity * size }, (_, i) =>
      i < (capacity - 1) * size ? this.expressions.read(queue, 1 + i + size, env) : terms.constant(padding[i % size]!),
    );
    shifted.forEach((cell, i) => this.writeCell(queue, 1 + i, builder.define(cell), env));
    const shorter = terms.operation("if", [
      terms.equal(length, terms.constant(0)),
      length,
      terms.sum(length, terms.constant(-1)),
    ]);
    this.writeCell(queue, 0, builder.define(shorter), env);
  }

  /** Writes a cell that has bounds of its own. */
  private write(place: Place, inside: number, value: ProblemTerm, env: Environment): void {
    const { low, high } = boundsOf(place.type);
    this.noteRange(value, low[inside]!, high[inside]!);
    this.writeCell(place, inside, value, env);
  }

  private writeCell(place: Place, inside: number, value: ProblemTerm, env: Environment): void {
    if (place.indices.length === 0) {
      this.store(place, place.offset + inside, value, env);
      return;
    }
    const { builder } = this.expressions;
    const { terms } = builder;
    const { variables, offsetAt } = this.expressions.access(place);
    const hits = new Map<number, ProblemTerm[]>();
    eachProduct(
      variables.map((v) => builder.valuesOf(v)),
      (values) => {
        const offset = offsetAt(values);
        const here = terms.and(...variables.map((v, i) => terms.equal(terms.variable(v), terms.constant(values[i]!))));
        if (offset === undefined) builder.note(failing, [...this.path, here]);
        else hits.set(offset + inside, [...(hits.get(offset + inside) ?? []), here]);
      },
    );
    for (const [offset, cases] of [...hits].sort(([a], [b]) => a - b)) {
      const before = place.cells ? place.cells[offset]! : env.slot(offset);
      const isHit = builder.defineTest(terms.or(...cases));
      this.store(place, offset, builder.define(terms.operation("if", [isHit, value, before])), env);
    }
  }

  private store(place: Place, offset: number, value: ProblemTerm, env: Environment): void {
    if (!place.cells) {
      env.assign(offset, value);
      return;
    }
    const cells = [...place.cells];
    cells[offset] = value;
    env.bind(place.name, { type: env.local(place.name)!.type, cells });
  }

  /** A value out of range is a run-time error. */
  private noteRange(value: ProblemTerm, low: number, high: number): void {
    const { builder } = this.expressions;
    const { terms } = builder;
    const bounds = builder.boundsOf(value);
    if (bounds.low >= low && bounds.high <= high) return;
    const outside = terms.or(
      terms.operation("<", [value, terms.constant(low)]),
      terms.operation("<", [terms.constant(high), value]),
    );
    builder.note(failing, [...this.path, outside]);
  }
}

function eachProduct(domains: readonly (readonly number[])[], visit: (values: readonly number[]) => void): void {
  const values: number[] = [];
  const choose = (i: number): void => {
    if (i === domains.length) {
      visit(values);
      return;
    }
    for (const value of domains[i]!) {
      values[i] = value;
      choose(i + 1);
    }
  };
  choose(0);
}
