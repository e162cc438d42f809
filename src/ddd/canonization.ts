/** Canonization by chosen reducers: each stage in the way that suits it. */

import { setCanonize } from "./canonize.ts";
import { exhaustion, sequence } from "./homomorphism.ts";
import type { Hom, Homomorphisms } from "./homomorphism.ts";
import { leastImage } from "./least-image.ts";
import type { Reducers, Stage } from "./reducers.ts";
import { sortBlocks } from "./sort-blocks.ts";

/** Has the same results as `setCanonize` if the reducers are monotonic; if not, it may choose others of an orbit. */
export function canonization(homs: Homomorphisms, { stages, isMonotonic }: Reducers): Hom {
  const parts = stages.map((stage) => stageOf(homs, stage));
  return isMonotonic ? sequence(homs, parts) : exhaustion(homs, parts);
}

function stageOf(homs: Homomorphisms, stage: Stage): Hom {
  switch (stage.kind) {
    case "sort":
      return sortBlocks(homs, stage.blocks);
    case "least":
      return leastImage(homs, stage.elements);
    case "reduce":
      return setCanonize(homs, stage.reducers);
  }
}
