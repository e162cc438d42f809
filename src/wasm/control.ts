/** Control structures, whose bodies are functions, and operations on memory as a whole. */

import type { Label, ValueType } from "./code.ts";
import { collect, emit, newLabel } from "./construction.ts";
import { compute, lift, local, operation, Value } from "./value.ts";
import type { I32, Operand, Variable } from "./value.ts";

/** The target of a branch: the end of a block, or the start of a loop. */
export class Target {
  readonly label: Label;
  /** Whether any branch goes to the target. */
  isUsed = false;

  constructor(name: string) {
    this.label = newLabel(name);
  }

  go(): void {
    this.isUsed = true;
    emit({ kind: "branch", label: this.label });
  }

  goIf(test: I32): void {
    this.isUsed = true;
    emit({ kind: "branch", label: this.label, test: test.code });
  }
}

export function when(test: I32, then: () => void, otherwise?: () => void): void {
  emit({ kind: "if", test: test.code, then: collect(then), else: otherwise && collect(otherwise) });
}

/** Runs the body, which may branch to its end. */
export function block(body: (end: Target) => void): void {
  const end = new Target("end");
  emit({ kind: "block", label: end.label, body: collect(() => body(end)) });
}

/** Runs the body. If it branches to `failed`, it ends and `onFailure` runs. */
export function attempt(body: (failed: Target) => void, onFailure: () => void): void {
  const failed = new Target("failed");
  const attempted = collect(() => body(failed));
  if (!failed.isUsed) {
    emit(attempted);
    return;
  }
  block((end) => {
    emit({
      kind: "block",
      label: failed.label,
      body: collect(() => {
        emit(attempted);
        end.go();
      }),
    });
    onFailure();
  });
}

/** Runs the body, which may branch back to its start. */
export function loop(body: (again: Target) => void): void {
  const again = new Target("again");
  emit({ kind: "loop", label: again.label, body: collect(() => body(again)) });
}

/** Repeats the body until it branches to `done`. */
export function forever(body: (done: Target) => void): void {
  block((done) =>
    loop((again) => {
      body(done);
      again.go();
    }),
  );
}

/** Runs the case `table[index]`, for an index beyond the end the last one of the table. */
export function inCase(
  index: I32,
  cases: readonly (() => void)[],
  table: readonly number[] = cases.map((_, k) => k),
): void {
  block((end) => {
    const targets = cases.map((_, k) => new Target(`case${k}`));
    const labels = table.map((k) => targets[k]!.label);
    const upTo = (k: number): void => {
      const inner = collect(() => (k === 0 ? emit({ kind: "table", index: index.code, labels }) : upTo(k - 1)));
      emit({ kind: "block", label: targets[k]!.label, body: inner });
      cases[k]!();
      if (k < cases.length - 1) end.go();
    };
    upTo(cases.length - 1);
  });
}

/** Runs the case of each bit that is set, from the lowest on. The bits are cleared. */
export function forEachBit(bits: Variable<"i64">, cases: readonly (() => void)[]): void {
  if (cases.length === 1) when(bits.wrap(), cases[0]!);
  else {
    forever((done) => {
      done.goIf(bits.isZero());
      const lowest = local("lowest", "i32", bits.trailingZeros().wrap());
      bits.set(bits.and(bits.minus(1n)));
      inCase(lowest, cases);
    });
  }
}

/** Counts from `from` up to `end`, exclusive and unsigned. `end` is evaluated in each round. */
export function forRange(
  name: string | Variable<"i32">,
  from: Operand<"i32">,
  end: Operand<"i32">,
  step: number,
  body: (counter: Variable<"i32">) => void,
): void {
  const counter = typeof name === "string" ? local(name, "i32") : name;
  counter.set(from);
  forever((done) => {
    done.goIf(counter.aboveOrEqual(end));
    body(counter);
    counter.increase(step);
  });
}

/** Returns from the routine. */
export function leave(value?: Value<ValueType>): void {
  emit({ kind: "return", value: value?.code });
}

/** One of two values. Only one is computed. */
export function choose<T extends ValueType>(test: I32, then: () => Value<T>, otherwise: () => Value<T>): Value<T> {
  const [left, right] = [compute(then), compute(otherwise)];
  const { type } = left;
  return new Value(type, { kind: "if", test: test.code, then: left.code, else: right.code, result: type });
}

/** One of two values. Both are computed. */
export function select<T extends ValueType>(test: I32, then: Value<T>, otherwise: Value<T>): Value<T> {
  return operation(then.type, "select", then, otherwise, test);
}

export function trap(): void {
  emit({ kind: "operator", op: "unreachable", operands: [] });
}

export function copyMemory(to: Operand<"i32">, from: Operand<"i32">, bytes: Operand<"i32">): void {
  emit(operation("i32", "memory.copy", lift("i32", to), lift("i32", from), lift("i32", bytes)).code);
}

export function fillMemory(at: Operand<"i32">, byte: Operand<"i32">, bytes: Operand<"i32">): void {
  emit(operation("i32", "memory.fill", lift("i32", at), lift("i32", byte), lift("i32", bytes)).code);
}

/** The size of the memory in pages. */
export function memorySize(): I32 {
  return operation("i32", "memory.size");
}

/** Grows the memory. The result is the previous size in pages, or -1 if there is no more memory. */
export function growMemory(pages: I32): I32 {
  return operation("i32", "memory.grow", pages);
}
