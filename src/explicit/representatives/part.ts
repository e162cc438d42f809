/** What the parts of a plan share once they are compiled: the slots that move, one word each, and the size of the orbit. */

import type { Plan } from "../../symmetry/representatives/plan.ts";
import type { Point } from "../../symmetry/symmetry-group.ts";
import { call, get, getGlobal, i64, leave, op, sequence, setGlobal, i32, when } from "../../wasm/code.ts";
import type { Code, Global, Local, WasmFunction, WasmModule } from "../../wasm/code.ts";
import type { PackedField } from "../layout.ts";
import type { WorkingMemory } from "./working-memory.ts";

/** Larger orbits are not counted. */
export const largestOrbit: bigint = 2n ** 62n;

export class PartContext {
  readonly module: WasmModule;
  readonly memory: WorkingMemory;
  readonly points: readonly Point[];
  readonly fields: readonly PackedField[];
  /** The slots that some symmetry moves, ascending, and where their values are while a representative is computed. */
  readonly slots: readonly number[];
  readonly values: number;
  /** Set when a search was given up, so that an orbit may have more than one representative. */
  readonly inexact: Global;
  /** The number of states in the orbit, as far as known, and whether it became too large to be counted. */
  readonly orbit: Global;
  readonly uncounted: Global;
  private readonly addresses: ReadonlyMap<number, number>;
  private readonly multiplyOrbit: WasmFunction;

  constructor(module: WasmModule, memory: WorkingMemory, points: readonly Point[], fields: readonly PackedField[]) {
    this.module = module;
    this.memory = memory;
    this.points = points;
    this.fields = fields;
    this.slots = [...new Set(points.map(({ slot }) => slot))].sort((a, b) => a - b);
    this.values = memory.reserve(4 * this.slots.length);
    this.addresses = new Map(this.slots.map((slot, k) => [slot, this.values + 4 * k]));
    this.inexact = module.global("inexact", "i32", 0, true);
    this.orbit = module.global("orbit", "i64", 1);
    this.uncounted = module.global("uncounted", "i32", 0, true);
    this.multiplyOrbit = this.makeMultiplyOrbit();
  }

  /** Where the value of a slot is. */
  address(slot: number): number {
    return this.addresses.get(slot)!;
  }

  get valueBytes(): number {
    return 4 * this.slots.length;
  }

  /** The orbit has so many times more states. */
  multiply(factor: Code): Code {
    return call(this.multiplyOrbit, factor);
  }

  /** Likewise, for a factor that is known now divided by one that is not. */
  multiplyByQuotient(order: bigint, divisor: Code): Code {
    if (order > largestOrbit) return setGlobal(this.uncounted, i32(1));
    return this.multiply(op("i64.div_s", i64(order), divisor));
  }

  private makeMultiplyOrbit(): WasmFunction {
    const f = this.module.function("multiply orbit", { factor: "i64" });
    const [factor] = f.parameters as [Local];
    f.body = sequence(
      when(
        op("i64.gt_s", getGlobal(this.orbit), op("i64.div_s", i64(largestOrbit), get(factor))),
        sequence(setGlobal(this.uncounted, i32(1)), leave()),
      ),
      setGlobal(this.orbit, op("i64.mul", getGlobal(this.orbit), get(factor))),
    );
    return f;
  }
}

/** Compiles a plan to a function that changes the values; its operand says whether to count the orbit. */
export type CompilePart = (plan: Exclude<Plan, { kind: "sequence" }>) => WasmFunction;
