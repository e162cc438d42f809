import fc from "fast-check";
import { expect, test } from "vitest";
import { atMostOne, exactlyOne } from "../../src/sat/cardinality.ts";
import { createSolver } from "../../src/sat/solver.ts";
import { times } from "../support/random-runs.ts";

test("small formulas are satisfiable exactly if some assignment satisfies them, and models do", async () => {
  const literal = fc.integer({ min: 1, max: 4 }).chain((v) => fc.constantFrom(v, -v));
  const clause = fc.array(literal, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(clause, { maxLength: 14 }), async (clauses) => {
      const solver = await createSolver();
      for (let v = 1; v <= 4; v++) expect(solver.newVariable()).toBe(v);
      for (const literals of clauses) solver.addClause(literals);
      const isTrue = (bits: number, l: number): boolean => ((bits >> (Math.abs(l) - 1)) & 1) === (l > 0 ? 1 : 0);
      const expected = Array.from({ length: 16 }, (_, bits) => bits).some((bits) =>
        clauses.every((literals) => literals.some((l) => isTrue(bits, l))),
      );
      expect(solver.solve()).toBe(expected ? "satisfiable" : "unsatisfiable");
      if (expected) for (const literals of clauses) expect(literals.some((l) => solver.value(l))).toBe(true);
      solver.dispose();
    }),
    { numRuns: times(300) },
  );
});

test("at most one and exactly one, and clauses between calls", async () => {
  const solver = await createSolver();
  const variables = [1, 2, 3, 4].map(() => solver.newVariable());
  exactlyOne(solver, variables);
  for (let left = variables.length; left > 0; left--) {
    expect(solver.solve()).toBe("satisfiable");
    const chosen = variables.filter((v) => solver.value(v));
    expect(chosen).toHaveLength(1);
    solver.addClause([-chosen[0]!]);
  }
  expect(solver.solve()).toBe("unsatisfiable");
  solver.dispose();
});

test("a hard formula is given up when told so", async () => {
  // Nine pigeons in eight holes.
  const solver = await createSolver();
  const holes = Array.from({ length: 8 }, (_, hole) => hole);
  const pigeons = Array.from({ length: 9 }, () => holes.map(() => solver.newVariable()));
  for (const places of pigeons) solver.addClause(places);
  for (const hole of holes) {
    atMostOne(
      solver,
      pigeons.map((places) => places[hole]!),
    );
  }
  expect(solver.solve(() => true)).toBe("unknown");
  solver.dispose();
});
