/**
 * The colored graph of a constraint problem (Puget, CP 2005, and section IV-C of the paper, made sound).
 *
 * The vertices are scopes, variables, literals, constraints and rows. Edges connect a variable and its literals; a
 * scope and its parameters, versions and constraints; a constraint and its rows; a row and its literals; a literal
 * after a transition and the same literal before it. Variables are colored by role and number of values, scopes and
 * rows by their meaning. An automorphism maps literals to literals, slots to slots, and the transition relation onto
 * itself.
 *
 * The number of vertices and edges is linear in the number of rows and literals of the problem.
 */

import { GraphBuilder } from "../../graph/colored-graph.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import { look } from "../../util/limits.ts";
import { ColorNumbers } from "./color-key.ts";
import { domainSize } from "./problem.ts";
import type { Constraint, Order, Problem, ProblemVariable, Row, Scope } from "./problem.ts";

export interface ProblemGraph {
  readonly graph: ColoredGraph;
  /** For each slot, the vertex of its variable; -1 for slots that always hold the same value. */
  readonly slotVertices: Int32Array;
  /** For each slot, the first of its literals, which are consecutive; -1 if there are none. */
  readonly literalVertices: Int32Array;
  readonly problem: Problem;
}

export interface ProblemGraphOptions {
  /** Whether every vertex has a name for display. */
  readonly named?: boolean;
  /** The name of a value of a slot; its number by default. */
  readonly valueName?: (slot: number, value: number) => string;
}

export function problemGraph(problem: Problem, options: ProblemGraphOptions = {}): ProblemGraph {
  return new ProblemGraphBuilder(problem, options).build();
}

class ProblemGraphBuilder {
  private readonly problem: Problem;
  private readonly graph = new GraphBuilder();
  private readonly colors = new ColorNumbers();
  private readonly named: boolean;
  private readonly valueName: ProblemGraphOptions["valueName"];
  private readonly names = new Set<string>();
  private readonly scopeVertices = new Map<Scope, number>();
  private readonly variableVertices = new Map<ProblemVariable, number>();
  /** The vertex of the first literal. */
  private readonly firstLiterals = new Map<ProblemVariable, number>();

  constructor(problem: Problem, { named = false, valueName }: ProblemGraphOptions) {
    this.problem = problem;
    this.named = named;
    this.valueName = valueName;
  }

  build(): ProblemGraph {
    const { problem, graph } = this;
    for (const scope of problem.scopes) this.scopeVertices.set(scope, this.vertex(`scope ${scope.color}`, scope.name));
    // Originals come first, so that the versions after transitions can be linked to them.
    for (const variable of problem.variables) if (!isConstant(variable)) this.variable(variable);
    for (const scope of problem.scopes) {
      for (const constraint of scope.constraints) this.constraint(constraint, this.scopeVertices.get(scope)!);
    }
    return {
      graph: graph.build(),
      slotVertices: Int32Array.from(problem.originals, (v) => this.variableVertices.get(v) ?? -1),
      literalVertices: Int32Array.from(problem.originals, (v) => this.firstLiterals.get(v) ?? -1),
      problem,
    };
  }

  private variable(variable: ProblemVariable): void {
    const { graph } = this;
    const { role, values, name } = variable;
    const domain = values ? `${domainSize(variable)}` : `${variable.low}..${variable.high}`;
    const vertex = this.vertex(`${role.kind} ${domain}`, name);
    this.variableVertices.set(variable, vertex);
    if (role.kind !== "original") graph.edge(this.scopeVertices.get(role.scope)!, vertex);
    const original = role.kind === "latest" ? this.problem.originals[role.slot]! : undefined;
    if (original) graph.edge(vertex, this.variableVertices.get(original)!);
    values?.forEach((value, i) => {
      const shown = ("slot" in role && this.named ? this.valueName?.(role.slot, value) : undefined) ?? value;
      const literal = this.vertex(`literal ${role.kind}`, `${name}=${shown}`);
      if (i === 0) this.firstLiterals.set(variable, literal);
      graph.edge(vertex, literal);
      const before = original && this.literalVertex(original, value);
      if (before !== undefined) graph.edge(literal, before);
    });
  }

  private constraint({ color, rows, operands, order }: Constraint, scope: number): void {
    const { graph } = this;
    let center = scope;
    if (rows.length !== 1 || color !== "" || rows[0]!.copy || (operands && operands.length > 0)) {
      center = this.vertex(`constraint ${color}`, "constraint");
      graph.edge(scope, center);
    }
    if (order) this.order(order, center);
    const negations = new Map<number, number>();
    for (const row of rows.flatMap((r) => this.withoutCopy(r))) {
      look();
      const literals = row.literals.map(({ variable, value, negated = false }) => ({
        vertex: this.literalVertex(variable, value),
        negated,
      }));
      // A literal that cannot hold makes the row impossible. The negation of such a literal adds nothing.
      if (literals.some(({ vertex, negated }) => vertex === undefined && !negated)) continue;
      const made = this.vertex(`row ${row.color}`, "row");
      graph.edge(center, made);
      for (const { vertex, negated } of literals) {
        if (vertex === undefined) continue;
        graph.edge(made, negated ? this.negation(vertex, center, negations) : vertex);
      }
      if (row.copy) {
        graph.edge(made, this.variableVertices.get(row.copy.from)!);
        graph.edge(made, this.variableVertices.get(row.copy.to)!);
      }
    }
    for (const { variable, position } of operands ?? []) {
      const vertex = this.variableVertices.get(variable);
      if (vertex === undefined) continue;
      const made = this.vertex(`position ${position}`, position);
      graph.edge(center, made);
      graph.edge(made, vertex);
    }
  }

  /** Omits a copy to the latest version of the same slot: the literals are linked already. */
  private withoutCopy(row: Row): readonly Row[] {
    if (!row.copy) return [row];
    const { from, to } = row.copy;
    const isLinked = from.role.kind === "original" && to.role.kind === "latest" && to.role.slot === from.role.slot;
    if (isLinked) return [{ ...row, color: "copy" }];
    return from.values!.map((value) => ({
      literals: [...row.literals, { variable: from, value }, { variable: to, value }],
      color: row.color,
    }));
  }

  /**
   * Chains of the values of both sides, in which each value on the left is linked to the next one on the right. So a
   * reversal of all values is allowed if it exchanges the sides, because then it keeps the order.
   */
  private order({ left, right, isStrict }: Order, center: number): void {
    const { graph } = this;
    const values = [...new Set([...left.values!, ...right.values!])].sort((a, b) => a - b);
    const chain = (variable: ProblemVariable): number[] => {
      const links = values.map((value) => {
        const link = this.vertex("order", "order");
        graph.edge(center, link);
        const literal = this.literalVertex(variable, value);
        if (literal !== undefined) graph.edge(link, literal);
        return link;
      });
      links.slice(1).forEach((link, i) => graph.edge(links[i]!, link, 1));
      return links;
    };
    const [below, above] = [chain(left), chain(right)];
    const step = isStrict ? 1 : 0;
    for (let i = 0; i + step < values.length; i++) graph.edge(below[i]!, above[i + step]!, 2);
  }

  /** The vertex for the negation of a literal in one constraint. */
  private negation(literal: number, center: number, known: Map<number, number>): number {
    let made = known.get(literal);
    if (made === undefined) {
      made = this.vertex("not", "not");
      this.graph.edge(made, literal);
      this.graph.edge(made, center);
      known.set(literal, made);
    }
    return made;
  }

  private literalVertex(variable: ProblemVariable, value: number): number | undefined {
    const first = this.firstLiterals.get(variable);
    const place = variable.values?.indexOf(value) ?? -1;
    return first === undefined || place < 0 ? undefined : first + place;
  }

  private vertex(color: string, name: string): number {
    if (!this.named) return this.graph.vertex(this.colors.of(color));
    let unique = name;
    for (let k = 2; this.names.has(unique); k++) unique = `${name} #${k}`;
    this.names.add(unique);
    return this.graph.vertex(this.colors.of(color), unique);
  }
}

/** Whether the slot has a single value, so that it takes no part. */
function isConstant({ role, values }: ProblemVariable): boolean {
  return role.kind === "original" && values?.length === 1;
}
