/**
 * Random well-typed models with every kind of type, expression, statement, property and initial value.
 *
 * A model has at most `stateLimit` states, and most models have far fewer. Some steps fail at run time, but most do
 * not. Models contain nothing that the text form cannot express (an aggregate without a type from its context), so
 * every model survives printing.
 */

import type fc from "fast-check";
import type {
  Claim,
  Constant,
  Expression,
  Initial,
  Ltl,
  Model,
  Owner,
  Parameter,
  Property,
  Statement,
  Transition,
  Type,
  Variable,
} from "../../src/model/model.ts";
import { highOf, isScalar, lengthOf, lowOf } from "../../src/model/slots.ts";
import { ExpressionGenerator } from "./arbitrary-expression.ts";
import type { Root } from "./arbitrary-expression.ts";
import { StatementGenerator } from "./arbitrary-statement.ts";
import { TypeGenerator, valueCount } from "./arbitrary-type.ts";
import { arbitraryFrom } from "./choices.ts";
import type { Choices } from "./choices.ts";

const stateLimit = 2000;

export function arbitraryModel(): fc.Arbitrary<Model> {
  return arbitraryFrom((choices) => new ModelGenerator(choices).model(), 2000);
}

/** Unusual names, which the text form must quote. */
const oddNames = ["P[0]:x", "a b", "tick`", "back\\slash", "new\nline", "größe", "when", "7", "\u0001\ud800"];

class ModelGenerator {
  readonly #choices: Choices;
  readonly #types: TypeGenerator;
  readonly #expressions: ExpressionGenerator;
  readonly #statements: StatementGenerator;
  #nameCount = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
    this.#types = new TypeGenerator(choices);
    this.#expressions = new ExpressionGenerator(choices, this.#types);
    this.#statements = new StatementGenerator(choices, this.#types, this.#expressions);
  }

  model(): Model {
    const c = this.#choices;
    const e = this.#expressions;
    const types = this.#types.declare((stem) => this.#name(stem));
    for (const { type } of types) if (type.kind === "enum") e.enumerations.push(type);
    for (let i = c.between(0, 2); i > 0; i--) e.constants.push(this.#constant());
    const variables = this.#variables();
    const initialCondition = c.chance(15) ? e.condition(3) : undefined;
    const transient = c.chance(10) ? e.condition(3) : undefined;
    e.risk = 2;
    for (let i = c.between(0, 2); i > 0; i--) {
      const condition = this.#fresh(() => e.condition(4));
      e.predicates.push({ name: this.#name("predicate"), condition });
    }
    const transitions = c.times(c.pick([3, 4, 5, 6, 7, 8, 1]), (i) => this.#fresh(() => this.#transition(`step${i}`)));
    e.risk = 1;
    const properties = c.times(c.between(0, 3), (i) => this.#fresh(() => this.#property(`property${i}`)));
    return {
      name: "random",
      constants: e.constants,
      types,
      variables,
      ...(initialCondition && { initialCondition }),
      ...(transient && { transient }),
      predicates: e.predicates,
      transitions,
      properties,
    };
  }

  #name(stem: string): string {
    const i = this.#nameCount++;
    return this.#choices.chance(8) ? `${this.#choices.pick(oddNames)}${i > 0 ? i : ""}` : `${stem}${i}`;
  }

  /** Allows local names to be reused from here on. */
  #fresh<T>(make: () => T): T {
    this.#expressions.forgetLocals();
    return make();
  }

  #constant(): Constant {
    const c = this.#choices;
    const { enumerations } = this.#expressions;
    const name = this.#name("constant");
    return c.weighted<Constant>([
      [3, () => ({ name, type: "int", value: c.between(-3, 5) })],
      [1, () => ({ name, type: { kind: "bool" }, value: c.below(2) })],
      [
        enumerations.length > 0 ? 2 : 0,
        () => {
          const type = c.pick(enumerations);
          return { name, type, value: c.below(type.members.length) };
        },
      ],
    ]);
  }

  // -------------------------------------------------------------- variables

  #variables(): Variable[] {
    const c = this.#choices;
    const variables: Variable[] = [];
    let limit = stateLimit;
    for (let i = c.between(3, 7); i > 0 && limit >= 2; i--) {
      const type = this.#types.type(Math.min(limit, c.pick([400, 100, 30, 10])));
      limit = Math.floor(limit / valueCount(type));
      const name = this.#name("x");
      variables.push({ name, type, initial: this.#initial(type, c.chance(20)) });
      this.#expressions.roots.push({ expression: { kind: "variable", name }, type, assignable: true });
    }
    return variables;
  }

  #initial(type: Type, any: boolean): Initial {
    const c = this.#choices;
    const uniform = c.chance(60);
    switch (type.kind) {
      case "bool":
      case "range":
      case "enum":
        if (any || c.chance(5)) return { kind: "any" };
        return { kind: "value", value: c.between(lowOf(type), highOf(type)) };
      case "queue":
        if (any) return { kind: "any" };
        return { kind: "items", items: c.times(c.between(0, type.capacity), () => this.#initial(type.element, false)) };
      case "record":
        return { kind: "items", items: type.fields.map((field) => this.#initial(field.type, any)) };
      case "array": {
        const first = this.#initial(type.element, any);
        const items = c.times(lengthOf(type.index), () => (uniform ? first : this.#initial(type.element, any)));
        return { kind: "items", items };
      }
    }
  }

  // -------------------------------------------------------------- transitions

  #transition(name: string): Transition {
    const c = this.#choices;
    const e = this.#expressions;
    const driven = c.chance(55) ? this.#driven() : undefined;
    const parameters = driven ? [driven.parameter] : this.#parameters();
    const roots = parameters.map(({ name, type }): Root => ({
      expression: { kind: "local", name },
      type,
      assignable: false,
    }));
    return e.within(roots, () => {
      e.risk = 2;
      const owner = c.chance(40) ? this.#owner(parameters) : undefined;
      const guard: Expression = c.chance(driven ? 35 : 55) ? e.condition(4) : { kind: "boolean", value: true };
      e.risk = 7;
      const body = driven ? [driven.assignment, ...this.#statements.block(3)] : this.#statements.block(10);
      return { name, parameters, ...(owner && { owner }), guard, body };
    });
  }

  /** A parameter that is assigned to some place unchanged, which makes many states reachable. */
  #driven(): { readonly parameter: Parameter; readonly assignment: Statement } | undefined {
    const e = this.#expressions;
    const paths = e.paths((type) => valueCount(type) <= 20, true).filter(({ steps }) => !steps.includes("queue"));
    if (paths.length === 0) return undefined;
    const path = this.#choices.pick(paths);
    const name = e.localName();
    const target = e.place(path).place;
    const assignment: Statement = { kind: "assign", target, value: { kind: "local", name } };
    return { parameter: { name, type: path.type }, assignment };
  }

  #parameters(): Parameter[] {
    const c = this.#choices;
    let limit = 12;
    const parameters: Parameter[] = [];
    for (let i = c.between(0, 2); i > 0 && limit >= 2; i--) {
      const type = this.#types.type(limit);
      limit = Math.floor(limit / valueCount(type));
      parameters.push({ name: this.#expressions.localName(), type });
    }
    return parameters;
  }

  #owner(parameters: readonly Parameter[]): Owner {
    const c = this.#choices;
    const scalars = parameters.filter((parameter) => isScalar(parameter.type));
    const chosen = c.chance(70) ? scalars : [];
    const indices = chosen.map(({ name }): Expression => ({ kind: "local", name }));
    // Processes of one name have indices of the same kinds.
    const kinds = chosen.map(({ type }) => (type.kind === "enum" ? type.name : type.kind));
    return { process: [c.pick(["process", "a process"]), ...kinds].join(" "), indices };
  }

  // -------------------------------------------------------------- properties

  #property(name: string): Property {
    const c = this.#choices;
    const e = this.#expressions;
    return c.weighted<Property>([
      [3, () => ({ kind: "invariant", name, condition: e.condition(5) })],
      [3, () => ({ kind: "reachable", name, condition: e.condition(5) })],
      [1, () => ({ kind: "deadlock", name })],
      [1, () => ({ kind: "deadlock", name, except: e.condition(3) })],
      [2, () => ({ kind: "ltl", name, formula: this.#ltl(4) })],
      [1, () => ({ kind: "never", name, claim: this.#claim() })],
    ]);
  }

  #claim(): Claim {
    const c = this.#choices;
    const count = 1 + c.below(3);
    const states = Array.from({ length: count }, (_, k) => ({
      name: c.pick(["state", "s", "a state"]) + String(k),
      accepting: c.chance(40),
      edges: Array.from({ length: c.below(3) }, () => ({
        condition: this.#expressions.condition(2),
        target: c.below(count),
      })),
    }));
    return { states };
  }

  #ltl(fuel: number): Ltl {
    const c = this.#choices;
    const state = (): Ltl => ({ kind: "state", condition: this.#expressions.condition(2) });
    const half = fuel >> 1;
    if (fuel <= 0) return state();
    return c.weighted<Ltl>([
      [1, state],
      [4, () => this.#temporal(fuel)],
      [1, () => ({ kind: "unary", op: "!", operand: this.#temporal(fuel - 1) })],
      // One side is temporal. Otherwise the whole would be a condition on one state.
      [
        2,
        () => ({
          kind: "binary",
          op: c.pick(["&&", "||", "->", "<->"]),
          left: this.#temporal(half),
          right: this.#ltl(half),
        }),
      ],
      [
        2,
        () => ({
          kind: "binary",
          op: c.pick(["&&", "||", "->", "<->"]),
          left: this.#ltl(half),
          right: this.#temporal(half),
        }),
      ],
    ]);
  }

  #temporal(fuel: number): Ltl {
    const c = this.#choices;
    if (c.chance(50)) return { kind: "unary", op: c.pick(["[]", "<>", "X"]), operand: this.#ltl(fuel - 1) };
    return { kind: "binary", op: c.pick(["U", "W", "R"]), left: this.#ltl(fuel - 2), right: this.#ltl(fuel - 2) };
  }
}
