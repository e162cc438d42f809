/** The conditions of a scope as tables, and the remaining domains of variables. */

import { look } from "../../util/limits.ts";
import type { ColorKey } from "./color-key.ts";
import type { ProblemVariable } from "./problem.ts";

/** The rows that satisfy a condition, or with which its evaluation fails. */
export interface ConditionTable {
  readonly leaves: readonly ProblemVariable[];
  rows: readonly { readonly values: readonly number[]; readonly color: ColorKey }[];
}

export class ConditionTables {
  /** False if a condition was found that never holds. */
  isSatisfiable = true;
  private readonly restricted = new Map<ProblemVariable, readonly number[]>();
  private readonly conditions: ConditionTable[] = [];
  private readonly conditionsOn = new Map<ProblemVariable, readonly ConditionTable[]>();
  /** The values by the number of the variable, in an array shared with other code. */
  private readonly valuation: number[];

  constructor(valuation: number[]) {
    this.valuation = valuation;
  }

  /** The values that a variable can have in this scope. */
  valuesOf(variable: ProblemVariable): readonly number[] {
    return this.restricted.get(variable) ?? variable.values!;
  }

  /** The number of valuations of these variables. */
  countValuations(variables: readonly ProblemVariable[]): number {
    return variables.reduce((product, v) => product * (v.values ? this.valuesOf(v).length : Infinity), 1);
  }

  require(condition: ConditionTable): void {
    this.conditions.push(condition);
    for (const leaf of condition.leaves) {
      this.conditionsOn.set(leaf, [...(this.conditionsOn.get(leaf) ?? []), condition]);
    }
    this.propagate(condition);
  }

  /**
   * The remaining values of each variable, and the conditions that restrict more than these. Afterwards there are no
   * conditions.
   */
  settle(): {
    readonly restricted: ReadonlyMap<ProblemVariable, readonly number[]>;
    readonly conditions: readonly ConditionTable[];
  } {
    const conditions = this.conditions.filter(({ leaves, rows }) => rows.length < this.countValuations(leaves));
    this.conditions.length = 0;
    return { restricted: this.restricted, conditions };
  }

  /** Removes values, and rows of conditions, that other conditions exclude, until nothing changes. */
  private propagate(first: ConditionTable): void {
    const pending = new Set([first]);
    for (const condition of pending) {
      pending.delete(condition);
      const { leaves } = condition;
      const domains = leaves.map((leaf) => new Set(this.valuesOf(leaf)));
      condition.rows = condition.rows.filter(({ values }) => values.every((value, k) => domains[k]!.has(value)));
      if (condition.rows.length === 0) this.isSatisfiable = false;
      for (const [k, leaf] of leaves.entries()) {
        const left = new Set(condition.rows.map(({ values }) => values[k]!));
        if (left.size === domains[k]!.size) continue;
        this.restricted.set(
          leaf,
          this.valuesOf(leaf).filter((value) => left.has(value)),
        );
        for (const other of this.conditionsOn.get(leaf)!) if (other !== condition) pending.add(other);
      }
    }
  }

  /** Calls `visit` for each valuation of some variables, the last one varying fastest. */
  eachValuation(
    variables: readonly ProblemVariable[],
    visit: (values: readonly number[], valuation: ArrayLike<number>) => void,
  ): void {
    const domains = variables.map((v) => this.valuesOf(v));
    if (domains.some((domain) => domain.length === 0)) return;
    const places = variables.map(() => 0);
    const values = domains.map((domain) => domain[0]!);
    const valuation = this.valuation;
    variables.forEach((v, i) => (valuation[v.number] = values[i]!));
    for (;;) {
      look();
      visit([...values], valuation);
      let i = variables.length - 1;
      for (; i >= 0; i--) {
        if (++places[i]! < domains[i]!.length) break;
        places[i] = 0;
      }
      if (i < 0) return;
      for (let k = i; k < variables.length; k++) {
        values[k] = domains[k]![places[k]!]!;
        valuation[variables[k]!.number] = values[k]!;
      }
    }
  }
}
