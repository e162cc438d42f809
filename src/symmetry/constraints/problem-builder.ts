/** Collects the variables and scopes of a constraint problem. */

import type { Domain } from "../../model/domains.ts";
import type { ColorKey } from "./color-key.ts";
import { literalLimit } from "./problem.ts";
import type { Problem, ProblemVariable, Role, Scope } from "./problem.ts";

/** The graph of the problem would have more vertices than are allowed now. */
export class PutOff extends Error {
  override readonly name = "PutOff";
}

export class ProblemBuilder {
  readonly originals: readonly ProblemVariable[];
  /** Scratch memory: the value of each variable, by its number, during the evaluation of a term. */
  readonly valuation: number[] = [];
  private readonly variables: ProblemVariable[] = [];
  private readonly scopes: Scope[] = [];
  /** The number of vertices that may be added: a rough count. */
  private left: number;

  constructor(names: readonly string[], domains: readonly Domain[], mostVertices?: number) {
    this.left = mostVertices ?? Infinity;
    this.originals = domains.map(({ low, high, values }, slot) =>
      this.add(names[slot]!, { kind: "original", slot }, values ?? listed(low, high), low, high),
    );
  }

  /** @throws PutOff if these are too many */
  takeVertices(count: number): void {
    this.left -= count;
    if (this.left < 0) throw new PutOff();
  }

  scope(name: string, color: ColorKey): Scope {
    const scope = { number: this.scopes.length, name, color, constraints: [] };
    this.scopes.push(scope);
    return scope;
  }

  /** Removes a scope that was found to be empty. */
  drop(scope: Scope): void {
    this.scopes.splice(this.scopes.indexOf(scope), 1);
    for (let i = this.variables.length - 1; i >= 0; i--) {
      const { role } = this.variables[i]!;
      if (role.kind !== "original" && role.scope === scope) this.variables.splice(i, 1);
    }
  }

  parameter(name: string, scope: Scope, low: number, high: number): ProblemVariable {
    return this.add(name, { kind: "parameter", scope }, listed(low, high), low, high);
  }

  latest(slot: number, scope: Scope, like: ProblemVariable): ProblemVariable {
    const name = `${this.originals[slot]!.name}'`;
    return this.add(name, { kind: "latest", slot, scope }, like.values, like.low, like.high);
  }

  intermediate(name: string, scope: Scope, values: readonly number[]): ProblemVariable {
    return this.add(name, { kind: "intermediate", scope }, values, values[0] ?? 0, values.at(-1) ?? 0);
  }

  opaque(name: string, scope: Scope, low: number, high: number): ProblemVariable {
    return this.add(name, { kind: "intermediate", scope }, undefined, low, high);
  }

  freshName(scope: Scope): string {
    return `${scope.name}.${this.valuation.length}`;
  }

  build(): Problem {
    return { variables: this.variables, scopes: this.scopes, originals: this.originals };
  }

  private add(
    name: string,
    role: Role,
    values: readonly number[] | undefined,
    low: number,
    high: number,
  ): ProblemVariable {
    this.takeVertices(1 + (values?.length ?? 0));
    const variable = { number: this.valuation.length, name, role, values, low, high };
    this.valuation.push(0);
    this.variables.push(variable);
    return variable;
  }
}

function listed(low: number, high: number): number[] | undefined {
  return high - low < literalLimit ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : undefined;
}
