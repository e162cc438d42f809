/**
 * A solver for propositional formulas: CaDiCaL, compiled to WebAssembly, behind the few methods that Noether uses.
 *
 * Variables are numbers from 1; a literal is a variable or its negative. Clauses may be added between calls.
 */

export type SatStatus = "satisfiable" | "unsatisfiable" | "unknown";

export interface SatSolver {
  newVariable(): number;
  addClause(literals: readonly number[]): void;
  /** The status is `unknown` if `stop` returned true. */
  solve(stop?: () => boolean): SatStatus;
  /** After `satisfiable`: is the literal true? */
  value(literal: number): boolean;
  dispose(): void;
}

export async function createSolver(): Promise<SatSolver> {
  // A megabyte of WebAssembly, so it is loaded on first use.
  const { Cadical } = await import("cadical-wasm");
  const cadical = await Cadical.create();
  let count = 0;
  return {
    newVariable: () => ++count,
    addClause: (literals) => cadical.addClause(literals),
    solve: (stop) => {
      cadical.setTerminate(stop ?? null);
      const status = cadical.solve();
      cadical.setTerminate(null);
      return status;
    },
    value: (literal) => cadical.value(literal),
    dispose: () => cadical.dispose(),
  };
}
