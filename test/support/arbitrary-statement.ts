/** Random statements over the places that an expression generator has in scope. */

import type { Expression, Statement, Type } from "../../src/model/model.ts";
import { isScalar } from "../../src/model/slots.ts";
import { equalTypes } from "../../src/model/typing.ts";
import { binary, integer, wrap } from "./arbitrary-expression.ts";
import type { ExpressionGenerator, Path, Root } from "./arbitrary-expression.ts";
import type { TypeGenerator } from "./arbitrary-type.ts";
import type { Choices } from "./choices.ts";

export class StatementGenerator {
  readonly #choices: Choices;
  readonly #types: TypeGenerator;
  readonly #expressions: ExpressionGenerator;

  constructor(choices: Choices, types: TypeGenerator, expressions: ExpressionGenerator) {
    this.#choices = choices;
    this.#types = types;
    this.#expressions = expressions;
  }

  /** A block. Its locals are in scope until its end. */
  block(fuel: number): Statement[] {
    return this.#expressions.within([], () => {
      const count = this.#choices.between(fuel > 2 ? 1 : 0, fuel > 4 ? 4 : 2);
      return this.#choices.times(count, () => this.#statements(Math.floor((fuel - 1) / count))).flat();
    });
  }

  /** One statement, sometimes with other statements it needs. */
  #statements(fuel: number): Statement[] {
    const c = this.#choices;
    const e = this.#expressions;
    const nested = fuel > 1;
    return c.weighted<Statement[]>([
      [8, () => this.#assignment(fuel)],
      [2, () => this.#queueOperation("push", fuel)],
      [2, () => this.#queueOperation("pop", fuel)],
      [1, () => [this.#local(fuel)]],
      [1, () => [{ kind: "assert", test: e.condition(fuel), ...c.pick([{}, { message: 'so "it" is\n' }]) }]],
      [
        nested ? 3 : 0,
        () => [{ kind: "if", test: e.condition(2), then: this.block(fuel - 1), else: this.#otherwise(fuel - 1) }],
      ],
      [nested ? 2 : 0, () => [this.#loop(fuel)]],
      [nested ? 1 : 0, () => [this.#while(fuel)]],
    ]);
  }

  #otherwise(fuel: number): Statement[] {
    return this.#choices.chance(60) ? this.block(fuel) : [];
  }

  #assignment(fuel: number): Statement[] {
    const paths = this.#expressions.paths(() => true, true);
    const scalars = paths.filter((path) => isScalar(path.type));
    const path = this.#choices.pick(scalars.length > 0 && this.#choices.chance(75) ? scalars : paths);
    const { place, exists } = this.#expressions.place(path);
    const value =
      (this.#choices.chance(45) ? this.#next(path.type, place) : undefined) ??
      this.#expressions.expression(path.type, fuel);
    return this.#guarded(exists, { kind: "assign", target: place, value });
  }

  /** A value of a scalar that differs from its present one, so that the state changes. */
  #next(type: Type, place: Expression): Expression | undefined {
    const c = this.#choices;
    if (type.kind === "bool") return not(place);
    if (type.kind === "range") {
      const sum = binary(c.pick(["+", "-"]), place, integer(c.between(1, 2)));
      return c.chance(this.#expressions.risk) ? sum : wrap(type, sum);
    }
    if (type.kind !== "enum") return undefined;
    const member = (i: number): Expression => ({ kind: "member", type, name: type.members[i % type.members.length]! });
    const i = c.below(type.members.length);
    return { kind: "conditional", test: binary("==", place, member(i)), then: member(i + 1), else: member(i) };
  }

  #queueOperation(kind: "push" | "pop", fuel: number): Statement[] {
    const c = this.#choices;
    const e = this.#expressions;
    const queues = e.paths((type) => type.kind === "queue", true);
    if (queues.length === 0) return this.#assignment(fuel);
    const path = c.pick(queues);
    if (path.type.kind !== "queue") return [];
    const { element } = path.type;
    const queue = e.place(path).place;
    if (kind === "push") {
      const full: Expression = { kind: "queue", op: "full", queue };
      return this.#guarded(not(full), { kind: "push", queue, value: e.expression(element, fuel) });
    }
    const empty: Expression = { kind: "queue", op: "empty", queue };
    const takers = e.paths((type) => equalTypes(type, element), true).filter((taker) => !taker.steps.includes("queue"));
    const take = this.#take(takers, queue);
    return this.#guarded(not(empty), ...take, { kind: "pop", queue });
  }

  #take(takers: readonly Path[], queue: Expression): Statement[] {
    if (takers.length === 0 || this.#choices.chance(30)) return [];
    const target = this.#expressions.place(this.#choices.pick(takers)).place;
    return [{ kind: "assign", target, value: { kind: "index", base: queue, index: integer(0) } }];
  }

  /** Usually guards the statements by the condition that they succeed. */
  #guarded(test: Expression | undefined, ...statements: Statement[]): Statement[] {
    if (test === undefined || this.#choices.chance(this.#expressions.risk)) return statements;
    return [{ kind: "if", test, then: statements, else: [] }];
  }

  #local(fuel: number): Statement {
    const type = this.#types.scalar(4);
    const value = this.#expressions.expression(type, fuel);
    const name = this.#expressions.localName();
    this.#expressions.roots.push({ expression: { kind: "local", name }, type, assignable: true });
    return { kind: "local", name, type, value };
  }

  #loop(fuel: number): Statement {
    const name = this.#expressions.localName();
    const type = this.#types.scalar(3);
    const root: Root = { expression: { kind: "local", name }, type, assignable: false };
    return { kind: "for", name, type, body: this.#expressions.within([root], () => this.block(fuel - 1)) };
  }

  /** Counts some place upward, or runs under an arbitrary condition and fails if it does not end. */
  #while(fuel: number): Statement {
    const c = this.#choices;
    const counters = this.#expressions.paths((type) => type.kind === "range", true);
    const counter = counters.find((path) => path.steps.length === 0);
    if (counter?.type.kind !== "range" || c.chance(this.#expressions.risk)) {
      return {
        kind: "while",
        test: this.#expressions.condition(2),
        bound: c.between(0, 3),
        body: this.block(fuel - 1),
      };
    }
    const place = counter.root.expression;
    const { low, high } = counter.type;
    const next: Statement = { kind: "assign", target: place, value: binary("+", place, integer(1)) };
    const body = c.chance(50) ? this.block(fuel - 2) : [];
    return {
      kind: "while",
      test: binary("<", place, integer(c.between(low, high))),
      bound: high - low,
      body: [...body, next],
    };
  }
}

function not(operand: Expression): Expression {
  return { kind: "unary", op: "!", operand };
}
