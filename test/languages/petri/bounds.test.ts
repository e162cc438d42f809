/** Bounds of places where there are too many invariants to list them all. */

import { expect, test } from "vitest";
import { parse } from "../../../src/index.ts";
import type { Model } from "../../../src/index.ts";
import { findSymmetries } from "../../../src/symmetry/find.ts";
import { arc, place, placeTransition, transition } from "../pnml/write-net.ts";

/**
 * A ring of stages. Each stage has two places that are marked and emptied together. One place of each stage makes an
 * invariant, so there are 2^k of them.
 */
function stages(k: number, tokens: number): Model {
  const parts: string[] = [];
  for (let i = 0; i < k; i++) {
    const [count, next] = [i === 0 ? tokens : 0, (i + 1) % k];
    parts.push(place(`a${i}`, count), place(`b${i}`, count), transition(`t${i}`));
    parts.push(arc(`a${i}`, `t${i}`), arc(`b${i}`, `t${i}`), arc(`t${i}`, `a${next}`), arc(`t${i}`, `b${next}`));
  }
  const { model, diagnostics } = parse(placeTransition(parts.join("\n")), { name: "stages.pnml" });
  expect(diagnostics).toEqual([]);
  return model!;
}

test.each([
  [4, 1],
  [30, 1],
  [30, 7],
  [100, 2],
])("%i stages with %i tokens are bounded by them, and stay symmetric", (k, tokens) => {
  const model = stages(k, tokens);
  const highs = new Set(model.variables.map(({ type }) => (type.kind === "range" ? type.high : Number.NaN)));
  expect([...highs]).toEqual([tokens]);
  if (k <= 30) expect(findSymmetries(model).group.group.order).toBe(2n ** BigInt(k));
});
