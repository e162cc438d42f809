/**
 * Replaces packed states by their representatives, in WebAssembly: compiled from a plan, with tables in memory and
 * without allocation.
 *
 * The slots that move are unpacked to words of their own, the parts of the plan change them one after the other, and
 * they are packed again. The rest of the state does not change.
 */

import type { Plan, Representatives } from "../../symmetry/representatives/plan.ts";
import { isExact } from "../../symmetry/representatives/plan.ts";
import type { Assembler, Routine } from "../../wasm/assembler.ts";
import { when } from "../../wasm/control.ts";
import type { Layout } from "../layout.ts";
import { packFields, unpackFields } from "../packed-words.ts";
import { compileCosets } from "./cosets.ts";
import { compileLevelSearch } from "./level-search.ts";
import { compileLocalSearch } from "./local-search.ts";
import { largestOrbit, PartContext } from "./part.ts";
import type { Part } from "./part.ts";
import { compileRefinement } from "./refine-rows.ts";
import { compileSort } from "./sort-rows.ts";

export class Canonicalizer {
  /** Replaces the packed state at an address. Exported. */
  readonly canonicalize: Routine<{ address: "i32" }>;
  /** Adds the size of the orbit of the representative at an address; `undefined` if representatives are not unique. */
  readonly countOrbit: Routine<{ address: "i32" }> | undefined;
  private readonly context: PartContext;
  private partCount = 0;

  constructor(asm: Assembler, layout: Layout, { points, plan }: Representatives) {
    this.context = new PartContext(asm, points, layout.fields);
    const { slots } = this.context;
    const fields = slots.map((slot) => ({ field: layout.fields[slot]!, address: this.context.address(slot) }));
    const unpack = asm.define("unpack moving slots", { source: "i32" }, ({ source }) => unpackFields(source, fields));
    const parts = this.compileParts(plan);
    this.canonicalize = asm.define("canonicalize", { address: "i32" }, ({ address }) => {
      unpack({ source: address });
      for (const part of parts) part({ counting: 0 });
      packFields(address, fields, (index, mask) => (~mask === 0 ? undefined : address.load(4 * index).and(~mask)));
    });
    asm.export("canonicalize");
    this.countOrbit = isExact(plan) ? this.makeCountOrbit(unpack, parts) : undefined;
  }

  private compileParts(plan: Plan): Part[] {
    return plan.kind === "sequence" ? plan.parts.flatMap((part) => this.compileParts(part)) : [this.compilePart(plan)];
  }

  private compilePart(plan: Exclude<Plan, { kind: "sequence" }>): Part {
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

  private makeCountOrbit(unpack: Routine<{ source: "i32" }>, parts: readonly Part[]): Canonicalizer["countOrbit"] {
    const { asm, orbit, uncounted } = this.context;
    const orbitSize = asm.compute("i64", "orbitSize", { address: "i32" }, ({ address }) => {
      unpack({ source: address });
      orbit.set(1n);
      for (const part of parts) part({ counting: 1 });
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
