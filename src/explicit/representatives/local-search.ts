/**
 * Local search: moves are applied to the vector for as long as one makes it less (Donaldson and Miller, On the constructive
 * orbit problem, 2009). The state it ends in belongs to the orbit, but depends on where it began. A round costs
 * O(moves * entries compared), and there are as many rounds as improvements.
 */

import type { LocalPlan } from "../../symmetry/representatives/plan.ts";
import { add, branch, get, i32, label, load, loop, op, sequence, set, store, when } from "../../wasm/code.ts";
import type { WasmFunction } from "../../wasm/code.ts";
import { counting, forever } from "./loops.ts";
import type { PartContext } from "./part.ts";
import { entryOf, VectorCode } from "./vector.ts";

export function compileLocalSearch(plan: LocalPlan, context: PartContext, name: string): WasmFunction {
  const f = context.module.function(name, { counting: "i32" });
  const vector = new VectorCode(context, plan.points);
  const tables = vector.tables(plan.moves);
  const current = context.memory.reserve(4 * vector.length);
  const improved = context.memory.reserve(4 * vector.length);
  const move = f.local("move");
  const x = f.local("x");
  const source = f.local("source");
  const before = f.local("before");
  const after = f.local("after");
  const restart = label("restart");
  const bytes = 4 * vector.length;
  f.body = sequence(
    vector.read(f, current),
    loop(
      restart,
      counting(
        move,
        i32(tables),
        i32(tables + vector.tableBytes * plan.moves.length),
        vector.tableBytes,
        sequence(
          set(x, i32(0)),
          forever((done) =>
            sequence(
              branch(done, op("i32.eq", get(x), i32(bytes))),
              set(before, load(get(x), current)),
              set(after, load(entryOf(move, op("i32.shr_u", get(x), i32(1))), current)),
              branch(done, op("i32.gt_s", get(after), get(before))),
              when(
                op("i32.lt_s", get(after), get(before)),
                sequence(
                  counting(
                    x,
                    i32(0),
                    i32(bytes),
                    4,
                    store(get(x), load(entryOf(move, op("i32.shr_u", get(x), i32(1))), current), improved),
                  ),
                  op("memory.copy", i32(current), i32(improved), i32(bytes)),
                  branch(restart),
                ),
              ),
              set(x, add(get(x), i32(4))),
            ),
          ),
        ),
      ),
    ),
    set(source, i32(current)),
    vector.write(f, source),
  );
  return f;
}
