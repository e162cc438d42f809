/**
 * Conjuncts of a formula that symmetries of the model map to each other: if one of them holds of all runs, all do.
 *
 * `forall p: P . phi(p)` is the conjunction of its instances. If p ranges over symmetric processes, it suffices to
 * check one instance of each orbit. For that, the symmetries need to preserve only this instance, not all of them.
 */

import type { Ltl, Model } from "../model/model.ts";
import { stateFormulas } from "../model/traverse.ts";
import { conjunctsOf } from "../property/conjuncts.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { identitySymmetry } from "../symmetry/symmetry.ts";
import { Validator } from "../symmetry/validator/validator.ts";
import { UnionFind } from "../util/union-find.ts";

/**
 * One conjunct of each orbit, or the whole formula if symmetries do not help. `groupOf` finds symmetries of the model.
 */
export function conjunctRepresentatives(model: Model, formula: Ltl, groupOf: () => SymmetryGroup): readonly Ltl[] {
  const conjuncts = conjunctsOf(formula);
  if (conjuncts.length === 1) return [formula];
  const group = groupOf();
  if (group.generators.length === 0) return [formula];
  const properties = conjuncts.map((conjunct) => ({ kind: "ltl", name: "conjunct", formula: conjunct }) as const);
  const validator = new Validator(model, { properties });
  const own = validator.imagesOfConditions(identitySymmetry(group.slotCount));
  if (own.length === 0) return [formula];
  const shapes = conjuncts.map(shapeOf);
  let next = 0;
  const places = properties.map((property) => stateFormulas(property).map(() => next++));
  const keyOf = (conjunct: number, images: readonly number[]): string =>
    `${shapes[conjunct]} ${places[conjunct]!.map((place) => images[place]).join()}`;
  const byKey = new Map(conjuncts.map((_, i) => [keyOf(i, own), i]));
  const sets = new UnionFind(conjuncts.length);
  conjuncts.forEach((_, i) => sets.union(i, byKey.get(keyOf(i, own))!));
  for (const generator of group.generators) {
    const images = validator.imagesOfConditions(generator);
    conjuncts.forEach((_, i) => {
      const image = byKey.get(keyOf(i, images));
      if (image !== undefined) sets.union(i, image);
    });
  }
  const representatives = conjuncts.filter((_, i) => sets.find(i) === i);
  return representatives.length < conjuncts.length ? representatives : [formula];
}

/** The formula without its conditions. */
function shapeOf(formula: Ltl): string {
  switch (formula.kind) {
    case "state":
      return ".";
    case "unary":
      return `${formula.op}(${shapeOf(formula.operand)})`;
    case "binary":
      return `(${shapeOf(formula.left)}${formula.op}${shapeOf(formula.right)})`;
  }
}
