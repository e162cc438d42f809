/**
 * Random models whose guards may fail to evaluate in the middle, by an index outside of an array, or of an array of
 * queues. One step waits until the last conjuncts of the guard of another one do not hold.
 */

import fc from "fast-check";
import type { Model } from "../../src/model/model.ts";
import { modelOf } from "../support/symmetries.ts";

/** What a guard may say that fails if `i` is 1, and what else. */
const failing = ["cell[i]", "cell[i] == false", "full(box[i])", "!full(box[i])", "empty(box[i])"];
const others = ["y", "z", "!e", "cell[0]", "full(box[0])", "empty(box[0])"];

const statements = ["y := true;", "y := false;", "z := true;", "z := false;", "e := true;", "cell[0] := true;"];

const someOf = (from: readonly string[], least: number, most: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...from), { minLength: least, maxLength: most });

const joined = (...parts: fc.Arbitrary<string[]>[]): fc.Arbitrary<string[]> =>
  fc.tuple(...parts).map((all) => [...new Set(all.flat())]);

const body = joined(someOf(["i := 0;"], 0, 1), someOf(statements, 0, 2));

export function arbitraryFailingGuards(): fc.Arbitrary<Model> {
  return fc
    .record({
      guard: joined(someOf(others, 0, 1), someOf(failing, 1, 1), someOf(["y", "z"], 0, 2), someOf(others, 0, 1)),
      from: fc.nat(3),
      bodies: fc.tuple(body, body),
      rest: fc.array(fc.tuple(joined(someOf(others, 0, 1), someOf(failing, 0, 1)), body), { maxLength: 3 }),
      condition: fc.constantFrom("y", "z", "e && z", "cell[0]"),
    })
    .map(({ guard, from, bodies, rest, condition }) => {
      const denied = guard.slice(from);
      const steps = [[guard, bodies[0]] as const, ...rest];
      const texts = steps.map(
        ([conjuncts, its], k) => `transition step${k} when ${["true", ...conjuncts].join(" && ")} { ${its.join(" ")} }`,
      );
      // Where the step that waits fails, the other one does, so it has no failure of its own.
      if (denied.length > 0) texts.push(`transition timeout when !(${denied.join(" && ")}) { ${bodies[1].join(" ")} }`);
      return modelOf(`
        var i: 0..1 = 1
        var y: bool = false
        var z: bool = false
        var e: bool = false
        var cell: array [0..0] of bool = false
        var box: array [0..0] of queue [1] of bool
        ${texts.join("\n")}
        transition put when e && empty(box[0]) { push(box[0], true); }
        transition get when z && !empty(box[0]) { pop(box[0]); }
        property never: invariant !(${condition})
        property seen: reachable ${condition}
        property stuck: deadlock-free`);
    });
}
