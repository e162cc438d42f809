/**
 * Replaces packed states by their representatives, in WebAssembly: compiled from a plan, with tables in memory and
 * without allocation.
 *
 * The slots that move are unpacked to words of their own, the parts of the plan change them one after the other, and
 * they are packed again. The rest of the state does not change.
 */

import type { Plan, Representatives, WindowPlan } from "../../symmetry/representatives/plan.ts";
import { isExact } from "../../symmetry/representatives/plan.ts";
import type { Assembler, Routine } from "../../wasm/assembler.ts";
import { leave, when } from "../../wasm/control.ts";
import type { Layout } from "../layout.ts";
import { packFields, unpackFields } from "../packed-words.ts";
import { compileCosets } from "./cosets.ts";
import { compileLevelSearch } from "./level-search.ts";
import { compileLocalSearch } from "./local-search.ts";
import { largestOrbit, PartContext } from "./part.ts";
import type { Part, PartPlan } from "./part.ts";
import { compileRefinement } from "./refine-rows.ts";
import { compileSort } from "./sort-rows.ts";
import { compileWindow } from "./window.ts";
import type { Whole } from "./window.ts";

/** A computation of at most so many steps is quick: the limits are checked before every batch of them anyway. */
const quickSteps = 2 ** 12;

export class Canonicalizer {
  /** Replaces the packed state at an address. Exported. */
  readonly canonicalize: Routine<{ address: "i32" }>;
  /** Adds the size of the orbit of the representative at an address; `undefined` if representatives are not unique. */
  readonly countOrbit: Routine<{ address: "i32" }> | undefined;
  private readonly context: PartContext;
  private partCount = 0;

  /** @param look checks the limits, before each computation that can take long */
  constructor(asm: Assembler, layout: Layout, { points, plan }: Representatives, look: Routine) {
    this.context = new PartContext(asm, points, layout.fields);
    const { slots } = this.context;
    const fields = slots.map((slot) => ({ field: layout.fields[slot]!, address: this.context.address(slot) }));
    const byParts = (own: Plan): Whole => {
      const parts = this.compileParts(own);
      return asm.define("by parts", { address: "i32", counting: "i32" }, ({ address, counting }) => {
        if (mostSteps(own) > quickSteps) when(counting.isZero(), () => look());
        this.context.work.increase(BigInt(2 * fields.length + steadySteps(own)));
        unpackFields(address, fields);
        for (const part of parts) part({ counting });
        when(counting, () => leave());
        packFields(address, fields, (index, mask) => (~mask === 0 ? undefined : address.load(4 * index).and(~mask)));
      });
    };
    const whole = plan.kind === "window" ? this.compileWindow(plan, byParts(plan.otherwise)) : byParts(plan);
    this.canonicalize = asm.define("canonicalize", { address: "i32" }, ({ address }) =>
      whole({ address, counting: 0 }),
    );
    asm.export("canonicalize");
    this.countOrbit = isExact(plan) ? this.makeCountOrbit(whole) : undefined;
  }

  private compileWindow(plan: WindowPlan, otherwise: Whole): Whole {
    return compileWindow(plan, this.context, otherwise) ?? otherwise;
  }

  private compileParts(plan: Plan): Part[] {
    if (plan.kind === "sequence") return plan.parts.flatMap((part) => this.compileParts(part));
    if (plan.kind === "window") throw new TypeError("a window is not a part of a plan");
    return [this.compilePart(plan)];
  }

  private compilePart(plan: PartPlan): Part {
    const { context } = this;
    const name = `representative ${this.partCount++}`;
    switch (plan.kind) {
      case "sort":
        return compileSort(plan, context, name);
      case "search":
        return compileLevelSearch(plan, context, name);
      case "refine":
        return compileRefinement(plan, context, name);
      case "cosets":
        return compileCosets(plan, context, name, (inner) => this.compilePart(inner));
      case "local":
        return compileLocalSearch(plan, context, name);
    }
  }

  private makeCountOrbit(whole: Whole): Canonicalizer["countOrbit"] {
    const { asm, orbit, uncounted } = this.context;
    const orbitSize = asm.compute("i64", "orbitSize", { address: "i32" }, ({ address }) => {
      orbit.set(1n);
      whole({ address, counting: 1 });
      return orbit;
    });
    asm.export("orbitSize");
    const total = asm.global64("unreducedStates", 0n, true);
    return asm.define("count orbit", { address: "i32" }, ({ address }) => {
      total.increase(orbitSize({ address }));
      when(total.above(largestOrbit), () => {
        uncounted.set(1);
        total.set(0n);
      });
    });
  }
}

/** The work of a plan that is the same for every state; parts count the rest by themselves. */
function steadySteps(plan: Plan): number {
  if (plan.kind === "sequence") return plan.parts.reduce((sum, part) => sum + steadySteps(part), 0);
  return plan.kind === "sort" ? 2 * plan.rows.reduce((sum, row) => sum + row.length, 0) : 0;
}

/** A bound for the steps of a plan, as far as there is one. Rows are sorted by insertion. */
function mostSteps(plan: Plan): number {
  if (plan.kind === "sequence") return plan.parts.reduce((sum, part) => sum + mostSteps(part), 0);
  return plan.kind === "sort" ? plan.rows.length ** 2 : Infinity;
}
