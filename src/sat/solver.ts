/**
 * A solver for propositional formulas: clauses in, a model out. CaDiCaL, compiled to WebAssembly, behind the few methods we use.
 *
 * Variables are numbers from 1; a literal is a variable, or its negative. Clauses may be added between calls.
 */

export type SatStatus = "satisfiable" | "unsatisfiable" | "unknown";

export interface SatSolver {
  newVariable(): number;
  addClause(literals: readonly number[]): void;
  /** `unknown` if it was told to stop. */
  solve(stop?: () => boolean): SatStatus;
  /** After `satisfiable`: is the literal true? */
  value(literal: number): boolean;
  dispose(): void;
}

export async function createSolver(): Promise<SatSolver> {
  // A megabyte of WebAssembly: loaded by whoever needs it.
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
