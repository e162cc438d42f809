/** Clauses for "at most one" and "exactly one", pair by pair, because the sets here are small. */

import type { SatSolver } from "./solver.ts";

export function atMostOne(solver: SatSolver, literals: readonly number[]): void {
  for (let i = 0; i < literals.length; i++) {
    for (let j = i + 1; j < literals.length; j++) solver.addClause([-literals[i]!, -literals[j]!]);
  }
}

export function exactlyOne(solver: SatSolver, literals: readonly number[]): void {
  solver.addClause(literals);
  atMostOne(solver, literals);
}
