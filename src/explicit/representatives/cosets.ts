/**
 * Representatives by cosets. Let A be a subgroup with an exact and cheap method canon_A, and let T have one element of
 * every coset A t. Then the least of canon_A(t s) over all t in T is the same for all states of the orbit, because {A t
 * g} are the same cosets again. The cost is |T| times that of A. If k elements of T attain the least, the orbit is |T|
 * / k times that under A.
 */

import type { CosetPlan } from "../../symmetry/representatives/plan.ts";
import { block, copyMemory, when } from "../../wasm/control.ts";
import { i32, long } from "../../wasm/value.ts";
import type { CompilePart, Part, PartContext } from "./part.ts";
import { VectorCode } from "./vector.ts";

export function compileCosets(plan: CosetPlan, context: PartContext, name: string, compilePart: CompilePart): Part {
  const inner = compilePart(plan.inner);
  const { asm, memory, values } = context;
  const vector = new VectorCode(context, plan.points);
  const tables = vector.tables(plan.elements);
  const original = memory.words(vector.length);
  const best = memory.words(context.slots.length);
  return asm.define(name, { counting: "i32" }, ({ counting }) => {
    vector.read(original.start);
    const ties = long("ties", 0n);
    vector.forEach(tables, (element) => {
      context.work.increase(BigInt(2 * vector.length));
      vector.write(i32(original.start), element);
      inner({ counting: 0 });
      block((next) => {
        block((less) => {
          less.goIf(ties.isZero());
          context.compareValues(values, best, less, next);
          ties.increase(1n);
          next.go();
        });
        copyMemory(best.start, values.start, values.bytes);
        ties.set(1n);
      });
    });
    copyMemory(values.start, best.start, values.bytes);
    when(counting, () => {
      inner({ counting: 1 });
      context.multiplyByQuotient(BigInt(plan.elements.length), ties);
    });
  });
}
