import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { symmetryResult } from "../../src/check/symmetry-result.ts";
import { permutationGroup } from "../../src/group/group.ts";
import type { SymmetryGroup } from "../../src/symmetry/symmetry-group.ts";
import { Watch, watched } from "../../src/util/limits.ts";
import { modelOf } from "../support/symmetries.ts";

/** The rotations and exchanges of 24 pairs, which move like 24 other pairs: large enough for recognition to look. */
function pairs(): SymmetryGroup {
  const count = 24;
  const rotation = Int32Array.from({ length: 4 * count }, (_, i) => {
    const half = 2 * count;
    return i < half ? (i + 2) % half : half + ((i + 2) % half);
  });
  const swap = Int32Array.from({ length: 4 * count }, (_, i) => (i < 2 ? 1 - i : i));
  const group = permutationGroup(4 * count, [rotation, swap]);
  return { slotCount: 0, points: [], generators: [], group };
}

test("a limit that is reached while a group is recognized for the report ends only that", () => {
  let isInterrupted = false;
  const result = watched(new Watch({ isInterrupted: () => isInterrupted }), () => {
    const group = pairs();
    isInterrupted = true;
    return symmetryResult(group, { methods: ["text"], seconds: 0 });
  });
  expect(result).toMatchObject({ structure: "unknown", methods: ["text"] });
  expect(result.order).toBe(24n * 2n ** 24n);
  expect(symmetryResult(pairs()).structure).not.toBe("unknown");
});

test("a check that is cancelled at any look says what it has seen", async () => {
  const model = modelOf(readFileSync("examples/seq/peterson.seq", "utf8"));
  let seen = 0;
  for (let look = 0, isOver = false; !isOver; look++) {
    let looks = 0;
    const result = await check(model, { symmetry: "off", isInterrupted: () => ++looks > look });
    expect(result.verdict).toBe(result.limit === undefined ? "holds" : "undecided");
    expect(result.states).toBeGreaterThanOrEqual(seen);
    seen = result.states;
    isOver = looks <= look;
  }
  expect(seen).toBe(524);
});
