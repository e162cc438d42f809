/**
 * Representatives by cosets: if A is a subgroup with an exact and cheap way to representatives, and T has one element of every
 * coset A t, then the least of canon_A(t s) over all t in T is the same for all states of the orbit, because {A t g} are the same
 * cosets again. Costs |T| times what A costs. If k elements of T attain the least, the orbit is |T| / k times that under A.
 */

import type { CosetPlan } from "../../symmetry/representatives/plan.ts";
import { block, branch, call, get, i32, i64, label, load, op, sequence, set, when } from "../../wasm/code.ts";
import type { Code, Local, WasmFunction } from "../../wasm/code.ts";
import { counting } from "./loops.ts";
import type { CompilePart, PartContext } from "./part.ts";
import { VectorCode } from "./vector.ts";

export function compileCosets(
  plan: CosetPlan,
  context: PartContext,
  name: string,
  compilePart: CompilePart,
): WasmFunction {
  const inner = compilePart(plan.inner);
  const f = context.module.function(name, { counting: "i32" });
  const [count] = f.parameters as [Local];
  const vector = new VectorCode(context, plan.points);
  const tables = vector.tables(plan.elements);
  const original = context.memory.reserve(4 * vector.length);
  const best = context.memory.reserve(context.valueBytes);
  const element = f.local("element");
  const source = f.local("source");
  const ties = f.local("ties", "i64");
  const next = label("next");
  const less = label("less");
  f.body = sequence(
    vector.read(f, original),
    set(source, i32(original)),
    set(ties, i64(0)),
    counting(
      element,
      i32(tables),
      i32(tables + vector.tableBytes * plan.elements.length),
      vector.tableBytes,
      sequence(
        vector.write(f, source, element),
        call(inner, i32(0)),
        block(
          next,
          sequence(
            block(
              less,
              sequence(
                branch(less, op("i64.eqz", get(ties))),
                compareValues(f, context, context.values, best, less, next),
                set(ties, op("i64.add", get(ties), i64(1))),
                branch(next),
              ),
            ),
            op("memory.copy", i32(best), i32(context.values), i32(context.valueBytes)),
            set(ties, i64(1)),
          ),
        ),
      ),
    ),
    op("memory.copy", i32(context.values), i32(best), i32(context.valueBytes)),
    when(
      get(count),
      sequence(call(inner, i32(1)), context.multiplyByQuotient(BigInt(plan.elements.length), get(ties))),
    ),
  );
  return f;
}

/** Compares two sets of values: leaves for `less` or `greater` at the first difference. */
export function compareValues(
  f: WasmFunction,
  context: PartContext,
  left: number,
  right: number,
  less: { readonly name: string },
  greater: { readonly name: string },
): Code {
  const x = f.local("x");
  const a = f.local("a");
  const b = f.local("b");
  return counting(
    x,
    i32(0),
    i32(context.valueBytes),
    4,
    sequence(
      set(a, load(get(x), left)),
      set(b, load(get(x), right)),
      branch(less, op("i32.lt_s", get(a), get(b))),
      branch(greater, op("i32.gt_s", get(a), get(b))),
    ),
  );
}
