/** Random formulas over propositions p, q, r, as the model has them: state formulas are maximal. */

import fc from "fast-check";
import type { Expression, Ltl, LtlBinary, LtlUnary } from "../../src/model/model.ts";

export const names = ["p", "q", "r"] as const;

export const proposition = (name: string): Expression => ({ kind: "variable", name });

/** The bit of a proposition, in the order of `names`. */
export const indexOfName = (condition: Expression): number =>
  names.findIndex((name) => condition.kind === "variable" && condition.name === name);

export function arbitraryLtl(propositionCount: number, depth: number): fc.Arbitrary<Ltl> {
  const leaf: fc.Arbitrary<Ltl> = fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .constantFrom(...names.slice(0, propositionCount))
        .map((name): Ltl => ({ kind: "state", condition: proposition(name) })),
    },
    {
      weight: 1,
      arbitrary: fc.boolean().map((value): Ltl => ({ kind: "state", condition: { kind: "boolean", value } })),
    },
  );
  const { formula } = fc.letrec<{ formula: Ltl }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: depth, depthSize: "small" },
      { weight: 2, arbitrary: leaf },
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom<LtlUnary[]>("!", "X", "[]", "<>"), tie("formula"))
          .map(([op, operand]): Ltl => ({ kind: "unary", op, operand })),
      },
      {
        weight: 5,
        arbitrary: fc
          .tuple(fc.constantFrom<LtlBinary[]>("&&", "||", "->", "<->", "U", "W", "R"), tie("formula"), tie("formula"))
          .map(([op, left, right]): Ltl => ({ kind: "binary", op, left, right })),
      },
    ),
  }));
  return formula;
}
