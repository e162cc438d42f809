/** The shared memory of the compiled parts of a plan: the slots that move, one word each, and the size of the orbit. */

import type { Plan } from "../../symmetry/representatives/plan.ts";
import type { Point } from "../../symmetry/symmetry-group.ts";
import type { Assembler, Routine } from "../../wasm/assembler.ts";
import { forRange, leave, when } from "../../wasm/control.ts";
import type { Target } from "../../wasm/control.ts";
import type { Area, Regions } from "../../wasm/memory.ts";
import { i64, word } from "../../wasm/value.ts";
import type { I64, Variable } from "../../wasm/value.ts";
import type { BitField } from "../bit-field.ts";

/** The greatest size of an orbit that is counted. */
export const largestOrbit: bigint = 2n ** 62n;

/**
 * Changes the values to those of the representative. If `counting`, leaves them and multiplies the size of the orbit.
 */
export type Part = Routine<{ counting: "i32" }>;
/** A plan that is a part of its own. */
export type PartPlan = Exclude<Plan, { kind: "sequence" | "window" }>;
export type CompilePart = (plan: PartPlan) => Part;

export class PartContext {
  readonly asm: Assembler;
  readonly points: readonly Point[];
  readonly fields: readonly BitField[];
  /** The slots that some symmetry moves, ascending, and the addresses of their values during the computation. */
  readonly slots: readonly number[];
  readonly values: Area<"i32">;
  /** Set if a search was given up, so that an orbit may have more than one representative. */
  readonly inexact: Variable<"i32">;
  /** The number of states in the orbit, as far as it is known, and whether it became too large to count. */
  readonly orbit: Variable<"i64">;
  readonly uncounted: Variable<"i32">;
  /** The work spent on representatives until now, in steps of about a nanosecond. It is counted, not measured. */
  readonly work: Variable<"i64">;
  /** Multiplies the size of the orbit. */
  readonly multiply: Routine<{ factor: "i64" }>;
  private readonly offsets: ReadonlyMap<number, number>;

  constructor(asm: Assembler, points: readonly Point[], fields: readonly BitField[]) {
    this.asm = asm;
    this.points = points;
    this.fields = fields;
    this.slots = [...new Set(points.map(({ slot }) => slot))].sort((a, b) => a - b);
    this.values = asm.memory.words(this.slots.length);
    this.offsets = new Map(this.slots.map((slot, k) => [slot, 4 * k]));
    this.inexact = asm.global("inexact", 0, true);
    this.orbit = asm.global64("orbit", 1n);
    this.uncounted = asm.global("uncounted", 0, true);
    this.work = asm.global64("work", 0n, true);
    this.multiply = asm.define("multiply orbit", { factor: "i64" }, ({ factor }) => {
      when(this.orbit.greater(i64(largestOrbit).dividedBy(factor)), () => {
        this.uncounted.set(1);
        leave();
      });
      this.orbit.set(this.orbit.times(factor));
    });
  }

  get memory(): Regions {
    return this.asm.memory;
  }

  /** The byte offset of the value of a slot from the first one. */
  offset(slot: number): number {
    return this.offsets.get(slot)!;
  }

  address(slot: number): number {
    return this.values.start + this.offset(slot);
  }

  /** Multiplies by a constant divided by a run-time value. */
  multiplyByQuotient(order: bigint, divisor: I64): void {
    if (order > largestOrbit) this.uncounted.set(1);
    else this.multiply({ factor: i64(order).dividedBy(divisor) });
  }

  /** Compares two lists of values: goes to `less` or `greater` at the first difference. */
  compareValues(left: Area<"i32">, right: Area<"i32">, less: Target, greater: Target): void {
    forRange("x", 0, this.values.bytes, 4, (x) => {
      const a = word("a", left.at(x).get());
      const b = word("b", right.at(x).get());
      less.goIf(a.less(b));
      greater.goIf(a.greater(b));
    });
  }
}
