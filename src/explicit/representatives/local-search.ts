/**
 * Local search: applies moves to the vector as long as one makes it smaller (Donaldson and Miller, On the constructive
 * orbit problem, 2009). The final state belongs to the orbit, but depends on the initial one. A round costs O(moves *
 * entries compared), and there are as many rounds as improvements.
 */

import type { LocalPlan } from "../../symmetry/representatives/plan.ts";
import { copyMemory, forever, forRange, loop, when } from "../../wasm/control.ts";
import { i32, word } from "../../wasm/value.ts";
import type { I32 } from "../../wasm/value.ts";
import type { Part, PartContext } from "./part.ts";
import { entryOf, VectorCode } from "./vector.ts";

/** A move that does not help is mostly given up at one of the first entries. */
const stepsPerMove = 4n;

export function compileLocalSearch(plan: LocalPlan, context: PartContext, name: string): Part {
  const vector = new VectorCode(context, plan.points);
  const moves = vector.tables(plan.moves);
  const current = context.memory.words(vector.length);
  const improved = context.memory.words(vector.length);
  const moved = (move: I32, x: I32): I32 => current.at(entryOf(move, x.shiftRight(1))).get();
  return context.asm.define(name, { counting: "i32" }, () => {
    context.work.increase(BigInt(4 * vector.length));
    vector.read(current.start);
    loop((restart) =>
      vector.forEach(moves, (move) => {
        context.work.increase(stepsPerMove);
        const x = word("x", 0);
        forever((done) => {
          done.goIf(x.equals(current.bytes));
          const before = word("before", current.at(x).get());
          const after = word("after", moved(move, x));
          done.goIf(after.greater(before));
          when(after.less(before), () => {
            forRange(x, 0, current.bytes, 4, () => improved.at(x).set(moved(move, x)));
            copyMemory(current.start, improved.start, current.bytes);
            context.work.increase(BigInt(2 * vector.length));
            restart.go();
          });
          x.increase(4);
        });
      }),
    );
    vector.write(i32(current.start));
  });
}
