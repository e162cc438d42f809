/**
 * Vectors in which rare values come first.
 *
 * A search for the least image begins with the points that can have the least value; the rarer it is, the fewer there are
 * (`RareOrbit` in Jefferson, Jonauskyte, Pfeiffer and Waldecker, Minimal and canonical images, 2019). So a value is replaced by
 * how often its orbit of slots has it, and then the value itself. Symmetries do not change how often that is. O(slots).
 */

import type { SearchPlan } from "../../symmetry/representatives/plan.ts";
import { add, get, i32, load, op, sequence, set, store } from "../../wasm/code.ts";
import type { Code, Local, WasmFunction } from "../../wasm/code.ts";
import { counting } from "./loops.ts";
import type { PartContext } from "./part.ts";

/** Values take so many bits of an entry. */
const valueBits = 16;
const mostValues = 1024;

export class RareValues {
  private readonly histogram: number;
  private readonly histogramBytes: number;
  /** Per place: four times the place, where the counter of its lowest value is, and that value. */
  private readonly table: number;
  private readonly count: number;

  constructor(context: PartContext, { points, slotOrbits }: SearchPlan) {
    const entries: number[] = [];
    let bytes = 0;
    for (const orbit of slotOrbits) {
      const fields = orbit.map((place) => context.fields[context.points[points[place]!]!.slot]!);
      const low = Math.min(...fields.map((field) => field.low));
      const span = Math.max(...fields.map((field) => field.high)) - low + 1;
      if (span > mostValues) continue;
      for (const place of orbit) entries.push(4 * place, bytes, low);
      bytes += 4 * span;
    }
    this.histogram = context.memory.reserve(bytes);
    this.histogramBytes = bytes;
    this.table = context.memory.words(entries);
    this.count = entries.length / 3;
  }

  /** Replaces the values in a vector. */
  encode(f: WasmFunction, vector: number): Code {
    const entry = f.local("entry");
    const value = f.local("value");
    const counter = f.local("counter");
    const find = sequence(
      set(value, op("i32.sub", load(load(get(entry)), vector), load(get(entry), 8))),
      set(counter, add(load(get(entry), 4), op("i32.shl", get(value), i32(2)))),
    );
    return sequence(
      op("memory.fill", i32(this.histogram), i32(0), i32(this.histogramBytes)),
      this.forEach(
        entry,
        sequence(find, store(get(counter), add(load(get(counter), this.histogram), i32(1)), this.histogram)),
      ),
      this.forEach(
        entry,
        sequence(
          find,
          store(
            load(get(entry)),
            op("i32.or", op("i32.shl", load(get(counter), this.histogram), i32(valueBits)), get(value)),
            vector,
          ),
        ),
      ),
    );
  }

  /** Puts the values back in a vector, or in an image of it. */
  decode(f: WasmFunction, vector: Local): Code {
    const entry = f.local("entry");
    const at = f.local("at");
    return this.forEach(
      entry,
      sequence(
        set(at, op("i32.add", get(vector), load(get(entry)))),
        store(get(at), add(op("i32.and", load(get(at)), i32(2 ** valueBits - 1)), load(get(entry), 8))),
      ),
    );
  }

  private forEach(entry: Local, body: Code): Code {
    return counting(entry, i32(this.table), i32(this.table + 12 * this.count), 12, body);
  }
}
