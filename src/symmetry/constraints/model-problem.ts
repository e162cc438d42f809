/**
 * The constraint problem of a model: a scope for its initial states, one for each transition, and one for each
 * condition that symmetries must preserve.
 *
 * Unlike in the paper, every transition ties its constraints together, and the latest version of a variable is linked
 * to the original, literal by literal. Without that, the model `var a: 0..1 = *; transition t when true { a := 0; }`
 * would have the symmetry that exchanges the values of `a`. A slot that a transition does not assign has no version
 * there: it keeps its value, and so does its image. Slots that always hold the same value have no variable.
 */

import { facts } from "../../model/facts.ts";
import type { Facts } from "../../model/facts.ts";
import type { Expression, Model, Property, Transition } from "../../model/model.ts";
import { boundsOf, sizeOf } from "../../model/slots.ts";
import { stateFormulas } from "../../model/traverse.ts";
import { plain } from "./color-key.ts";
import { Environment } from "./environment.ts";
import { ExpressionLowering } from "./lower-expression.ts";
import { StatementLowering } from "./lower-statement.ts";
import { ProblemBuilder } from "./problem-builder.ts";
import type { ProblemTerm } from "./problem-term.ts";
import type { Problem, ProblemVariable, Row } from "./problem.ts";
import { ScopeBuilder } from "./scope-builder.ts";

/**
 * @throws TooLarge if an access or a loop has too many possibilities
 * @throws PutOff if the graph would have more vertices than these
 */
export function modelProblem(model: Model, preserved: readonly Property[] = [], mostVertices?: number): Problem {
  const { slots, domains } = facts(model);
  const problem = new ProblemBuilder(
    slots.map(({ name }) => name),
    domains,
    mostVertices,
  );
  const maker = new ScopeMaker(problem, facts(model));
  maker.initial(model);
  for (const transition of model.transitions) maker.transition(transition);
  preserved.forEach((property, k) => maker.property(property, k));
  return problem.build();
}

class ScopeMaker {
  private readonly problem: ProblemBuilder;
  private readonly names: Facts;

  constructor(problem: ProblemBuilder, names: Facts) {
    this.problem = problem;
    this.names = names;
  }

  initial(model: Model): void {
    const builder = new ScopeBuilder(this.problem, this.problem.scope("init", "init"));
    for (const { name, type } of model.variables) {
      const offset = this.names.offsets.get(name)!;
      const slots = Array.from({ length: sizeOf(type) }, (_, i) => offset + i);
      for (const slot of slots) this.given(slot, builder);
      for (const slot of slots) if (!this.names.slots[slot]!.type) this.queue(slot, builder);
    }
    if (model.initialCondition) this.condition(model.initialCondition, builder);
  }

  transition({ name, parameters, guard, body }: Transition): void {
    const scope = this.problem.scope(name, "transition");
    const builder = new ScopeBuilder(this.problem, scope);
    const env = this.environment(builder);
    for (const parameter of parameters) {
      const { low, high } = boundsOf(parameter.type);
      const cells = low.map((bound, i) => {
        const label = low.length === 1 ? parameter.name : `${parameter.name}.${i}`;
        return builder.terms.variable(this.problem.parameter(`${name}.${label}`, scope, bound, high[i]!));
      });
      env.bind(parameter.name, { type: parameter.type, cells });
    }
    const expressions = new ExpressionLowering(this.names, builder);
    requireAll(guard, env, expressions);
    if (!builder.isSatisfiable) {
      this.problem.drop(scope);
      return;
    }
    new StatementLowering(expressions).run(body, env);
    this.latestVersions(env, builder);
  }

  property(property: Property, k: number): void {
    stateFormulas(property).forEach((condition, i) => {
      const scope = this.problem.scope(`${property.name}.${i}`, `property ${k}.${i}`);
      this.condition(condition, new ScopeBuilder(this.problem, scope));
    });
  }

  private condition(condition: Expression, builder: ScopeBuilder): void {
    const env = this.environment(builder);
    const expressions = new ExpressionLowering(this.names, builder);
    requireAll(condition, env, expressions);
    if (!builder.isSatisfiable) builder.add("never", []);
  }

  private environment(builder: ScopeBuilder): Environment {
    return new Environment((slot) => builder.terms.variable(this.problem.originals[slot]!));
  }

  /** Gives every assigned slot a variable for its final value. */
  private latestVersions(env: Environment, builder: ScopeBuilder): void {
    const { terms, scope } = builder;
    const uses = new Map<ProblemTerm, number>();
    for (const term of env.versions.values()) uses.set(term, (uses.get(term) ?? 0) + 1);
    for (const [slot, version] of [...env.versions].sort(([a], [b]) => a - b)) {
      const original = this.problem.originals[slot]!;
      if (version === terms.variable(original) || original.values?.length === 1) continue;
      if (version.kind === "constant") {
        const values = original.values ? [version.value] : undefined;
        const latest = this.problem.latest(slot, scope, { ...original, values });
        if (values) builder.add(plain, [{ literals: [{ variable: latest, value: version.value }], color: plain }]);
        else builder.add(`${version.value}`, [], [{ variable: latest, position: "result" }]);
      } else if (version.kind === "variable") {
        this.latestOf(slot, version.variable, uses.get(version)! > 1, builder);
      }
    }
  }

  /** A variable that was made for this slot alone is its latest version. Others are copied. */
  private latestOf(slot: number, variable: ProblemVariable, isShared: boolean, builder: ScopeBuilder): void {
    const { scope } = builder;
    if (variable.role.kind === "intermediate" && !isShared) {
      variable.role = { kind: "latest", slot, scope };
      return;
    }
    const latest = this.problem.latest(slot, scope, variable);
    if (!variable.values) {
      builder.add("copy", [], [
        { variable, position: "value" },
        { variable: latest, position: "result" },
      ]); // prettier-ignore
      return;
    }
    const literals = (value: number) => [{ variable, value }, { variable: latest, value }]; // prettier-ignore
    builder.add(
      plain,
      builder.valuesOf(variable).map((value) => ({ literals: literals(value), color: plain })),
    );
  }

  private given(slot: number, builder: ScopeBuilder): void {
    const variable = this.problem.originals[slot]!;
    const value = this.names.initialValues[slot];
    if (value === undefined || variable.values?.length === 1) return;
    if (variable.values) builder.add(plain, [{ literals: [{ variable, value }], color: plain }]);
    else builder.add(`${value}`, [], [{ variable, position: "value" }]);
  }

  /**
   * The parts of a queue stay together, in their order. Its length is a number, and its padding is distinguished from
   * elements.
   */
  private queue(lengthSlot: number, builder: ScopeBuilder): void {
    const { slots } = this.names;
    let end = lengthSlot + 1;
    while (slots[end]?.cell?.lengthSlot === lengthSlot) end++;
    const parts = this.problem.originals.slice(lengthSlot, end);
    const operands = parts.map((variable, i) => ({ variable, position: `part ${i}` }));
    const lengths = parts[0]!.values?.map((value) => pinned(parts[0]!, value, `length ${value}`)) ?? [];
    const padding = parts.slice(1).map((variable, i) => pinned(variable, slots[lengthSlot + 1 + i]!.low, "padding"));
    const changes = (variable: ProblemVariable): boolean => variable.values?.length !== 1;
    builder.add(
      "queue",
      [...lengths, ...padding].filter(({ literals }) => changes(literals[0]!.variable)),
      operands.filter(({ variable }) => changes(variable)),
    );
  }
}

/** A row that distinguishes a literal from those with another meaning. */
function pinned(variable: ProblemVariable, value: number, color: string): Row {
  return { literals: [{ variable, value }], color };
}

/** Requires every part of a condition. Parts after one that never holds are ignored. */
function requireAll(condition: Expression, env: Environment, expressions: ExpressionLowering): void {
  const { builder } = expressions;
  for (const conjunct of conjuncts(condition)) {
    if (builder.isSatisfiable) builder.require(expressions.scalar(conjunct, env));
  }
  if (builder.isSatisfiable) builder.settle();
}

/** The operands of a conjunction, from the left. */
function conjuncts(e: Expression): Expression[] {
  if (e.kind !== "binary" || e.op !== "&&") return [e];
  return [...conjuncts(e.left), ...conjuncts(e.right)];
}
