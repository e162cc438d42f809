/**
 * Replaces packed states by their representatives, in WebAssembly: compiled from a plan, tables in memory, nothing allocated.
 *
 * The slots that move are unpacked to words of their own, the parts of the plan change them one after the other, and they are
 * packed again. The rest of the state stays where it is.
 */

import type { Plan, Representatives } from "../../symmetry/representatives/plan.ts";
import { isExact } from "../../symmetry/representatives/plan.ts";
import { call, get, getGlobal, i32, i64, load, op, sequence, set, setGlobal, store, when } from "../../wasm/code.ts";
import type { Code, Global, Local, WasmFunction, WasmModule } from "../../wasm/code.ts";
import type { Layout } from "../layout.ts";
import { compileCosets } from "./cosets.ts";
import { compileLevelSearch } from "./level-search.ts";
import { compileLocalSearch } from "./local-search.ts";
import { largestOrbit, PartContext } from "./part.ts";
import { compileRefinement } from "./refine-rows.ts";
import { compileSort } from "./sort-rows.ts";
import { WorkingMemory } from "./working-memory.ts";

export class Canonicalizer {
  /** Replaces the packed state at an address; exported. */
  readonly canonicalize: WasmFunction;
  /** Adds the size of the orbit of the representative at an address; undefined if representatives are not unique. */
  readonly countOrbit: WasmFunction | undefined;
  /** The first byte of memory that it leaves free. */
  readonly end: number;
  private readonly layout: Layout;
  private readonly context: PartContext;
  private readonly parts: readonly WasmFunction[];
  private readonly unpack: WasmFunction;
  private partCount = 0;

  constructor(module: WasmModule, layout: Layout, { points, plan }: Representatives, base: number) {
    this.layout = layout;
    this.context = new PartContext(module, new WorkingMemory(base), points, layout.fields);
    this.unpack = this.makeUnpack();
    this.parts = this.compileParts(plan);
    this.canonicalize = this.makeCanonicalize();
    this.countOrbit = isExact(plan) ? this.makeCountOrbit() : undefined;
    this.end = this.context.memory.end;
  }

  /** Puts tables into fresh memory. */
  prepare(memory: Uint8Array): void {
    this.context.memory.fill(memory);
  }

  private compileParts(plan: Plan): WasmFunction[] {
    return plan.kind === "sequence" ? plan.parts.flatMap((part) => this.compileParts(part)) : [this.compilePart(plan)];
  }

  private compilePart(plan: Exclude<Plan, { kind: "sequence" }>): WasmFunction {
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

  private makeCanonicalize(): WasmFunction {
    const f = this.context.module.function("canonicalize", { address: "i32" }, { exported: true });
    const [address] = f.parameters as [Local];
    f.body = sequence(
      call(this.unpack, get(address)),
      ...this.parts.map((part) => call(part, i32(0))),
      ...this.pack(address),
    );
    return f;
  }

  private makeCountOrbit(): WasmFunction {
    const { module, orbit, uncounted } = this.context;
    const size = module.function("orbitSize", { address: "i32" }, { result: "i64", exported: true });
    size.body = sequence(
      call(this.unpack, get(size.parameters[0]!)),
      setGlobal(orbit, i64(1)),
      ...this.parts.map((part) => call(part, i32(1))),
      getGlobal(orbit),
    );
    const total = module.global("unreducedStates", "i64", 0, true);
    const f = module.function("count orbit", { address: "i32" });
    f.body = sequence(
      setGlobal(total, op("i64.add", getGlobal(total), call(size, get(f.parameters[0]!)))),
      when(op("i64.gt_u", getGlobal(total), i64(largestOrbit)), giveUp(uncounted, total)),
    );
    return f;
  }

  private makeUnpack(): WasmFunction {
    const f = this.context.module.function("unpack moving slots", { source: "i32" });
    const word = f.local("word");
    f.body = sequence(
      ...this.byWord().flatMap(({ word: w, slots }) => [
        set(word, load(get(f.parameters[0]!), 4 * w)),
        ...slots.map((slot) => {
          const { shift, bits, low } = this.layout.fields[slot]!;
          let value: Code = get(word);
          if (shift > 0) value = op("i32.shr_u", value, i32(shift));
          if (shift + bits < 32) value = op("i32.and", value, i32((1 << bits) - 1));
          return store(i32(0), low === 0 ? value : op("i32.add", value, i32(low)), this.context.address(slot));
        }),
      ]),
    );
    return f;
  }

  private pack(address: Local): Code[] {
    return this.byWord().map(({ word, slots }) => {
      let mask = 0;
      const fields = slots.map((slot) => {
        const { shift, bits, low } = this.layout.fields[slot]!;
        mask |= (bits === 32 ? -1 : (1 << bits) - 1) << shift;
        const value = load(i32(0), this.context.address(slot));
        const raw = low === 0 ? value : op("i32.sub", value, i32(low));
        return shift === 0 ? raw : op("i32.shl", raw, i32(shift));
      });
      const rest = ~mask === 0 ? [] : [op("i32.and", load(get(address), 4 * word), i32(~mask))];
      return store(
        get(address),
        [...rest, ...fields].reduce((left, right) => op("i32.or", left, right)),
        4 * word,
      );
    });
  }

  private byWord(): { readonly word: number; readonly slots: readonly number[] }[] {
    const words = new Map<number, number[]>();
    for (const slot of this.context.slots) {
      const { word } = this.layout.fields[slot]!;
      words.set(word, [...(words.get(word) ?? []), slot]);
    }
    return Array.from(words, ([word, slots]) => ({ word, slots }));
  }
}

function giveUp(uncounted: Global, total: Global): Code {
  return sequence(setGlobal(uncounted, i32(1)), setGlobal(total, i64(0)));
}
