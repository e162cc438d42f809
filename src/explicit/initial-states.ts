/** Enumerates the initial states, up to symmetry, packs them and puts them into the batch. */

import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import type { Assembler } from "../wasm/assembler.ts";
import { block, leave, loop, when } from "../wasm/control.ts";
import type { Target } from "../wasm/control.ts";
import type { Area } from "../wasm/memory.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { status } from "./heap.ts";
import type { Kernel } from "./kernel.ts";
import type { Layout } from "./layout.ts";
import type { LeastInitial } from "./least-initial.ts";
import type { ArbitrarySlot, Odometer } from "./odometer.ts";
import { packFields } from "./packed-words.ts";
import type { Condition } from "./symbols.ts";

/** The slots without a given initial value. */
export function arbitrarySlots(model: Model): ArbitrarySlot[] {
  const { slots, initialValues } = facts(model);
  return slots.flatMap(({ low, high, cell }, slot) => {
    if (initialValues[slot] !== undefined) return [];
    // An arbitrary element of a given queue is in use, so it is not padding.
    const isInUse = cell && initialValues[cell.lengthSlot] !== undefined;
    return [{ slot, low: isInUse ? low + 1 : low, high }];
  });
}

export interface InitializeContext {
  readonly model: Model;
  readonly asm: Assembler;
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly unpacked: Area<"i32">;
  readonly odometer: Odometer;
  readonly least: LeastInitial | undefined;
  /** The initial condition, and the code for an error in it. */
  readonly condition: Condition | undefined;
  readonly fault: Variable<"i32">;
  readonly onFault: () => void;
  /** The bits of the initial state of the automaton, in place. */
  readonly claimBits: number;
}

/** The exported `initialize(budget)`, which tries `budget` candidates for initial states. */
export function makeInitialize(context: InitializeContext): void {
  const { asm, kernel, odometer } = context;
  const started = asm.global("started", 0);
  const finish = (code: number): void => {
    kernel.endInitial();
    leave(kernel.limitOr(code));
  };
  const start = (): void => {
    started.set(1);
    kernel.start();
  };
  asm.compute("i32", "initialize", { budget: "i32" }, ({ budget }) => {
    loop((next) => {
      when(started, () => odometer.advance(() => finish(status.done)), start);
      block((skip) => {
        skipMisfilledQueues(context, skip);
        context.least?.skipOthers(skip);
        testCondition(context, skip, () => finish(status.news));
        const successor = word("successor", kernel.batch.next);
        packInto(context, successor);
        kernel.batch.area.successor.at(successor).origin.set(-1);
        kernel.batch.push(successor);
      });
      when(kernel.limitOr(status.more), () => finish(status.more));
      next.goIf(budget.tee(budget.minus(1)));
    });
    return i32(status.more);
  });
  asm.export("initialize");
}

/** Skips states that violate the initial condition. An error in it ends the enumeration. */
function testCondition({ condition, fault, onFault }: InitializeContext, skip: Target, finish: () => void): void {
  if (!condition) return;
  skip.goIf(condition.holds().isZero().and(fault.isZero()));
  when(fault, () => {
    fault.set(0);
    onFault();
    finish();
  });
}

/** Skips states in which an arbitrary queue has an element beyond its length, or padding within it. */
function skipMisfilledQueues({ model, unpacked }: InitializeContext, skip: Target): void {
  const { slots, initialValues } = facts(model);
  slots.forEach(({ cell, low }, slot) => {
    if (!cell || initialValues[cell.lengthSlot] !== undefined) return;
    const length = unpacked.at(4 * cell.lengthSlot).get();
    const isPadded = unpacked.at(4 * slot).get().equals(low); // prettier-ignore
    // Padding is exactly beyond the length.
    skip.goIf(length.lessOrEqual(cell.position).differs(isPadded));
  });
}

function packInto({ layout, unpacked, claimBits }: InitializeContext, successor: I32): void {
  const { claim, wordCount, fields } = layout;
  const claimIn = (index: number): number => (index === claim?.word ? claimBits : 0);
  for (let index = 0; index < wordCount; index++) successor.store(claimIn(index), 4 * index);
  const places = fields.map((field, slot) => ({ field, address: unpacked.start + 4 * slot }));
  packFields(successor, places, (index) => i32(claimIn(index)));
}
