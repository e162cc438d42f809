/** The states of a lowered model that are not transient. */

import { compile } from "../../../src/explicit/compile.ts";
import { Exploration } from "../../../src/explicit/search.ts";
import type { Model } from "../../../src/model/model.ts";

/** `undefined` if there are more than `most`. */
export function countStates(model: Model, most = 500_000): number | undefined {
  const exploration = new Exploration(compile(model, [], { fingerprints: false }), { maxStates: most });
  while (exploration.step());
  return exploration.limit === undefined ? exploration.states : undefined;
}
