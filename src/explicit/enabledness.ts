/**
 * Which transitions are enabled, kept up to date from state to state.
 *
 * This is for transitions whose guards compare slots with constants, as those of a Petri net do: `p >= 1 && q >= 2`. A
 * condition is such a comparison, as an interval of one slot. Each transition counts its conditions that are false, and
 * has a bit that is set if there are none. States that are expanded one after the other differ in few slots. So after a
 * state is unpacked, only the slots that changed are looked at: their conditions that became true or false change the
 * counters of the transitions that have them. The cost does not depend on the number of transitions, except for one
 * test for 64 of them.
 *
 * Example: `t: p >= 1 && q >= 1` and `u: p >= 2`, in a state with p = 0 and q = 1. The counters are 1 and 1. If p
 * becomes 1, the condition `p >= 1` becomes true: the counter of t becomes 0, and its bit is set. That of u stays 1.
 */

import type { Expression } from "../model/model.ts";
import { look } from "../util/limits.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { forRange, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Area, Regions } from "../wasm/memory.ts";
import { i64, word } from "../wasm/value.ts";
import type { I32 } from "../wasm/value.ts";
import type { Conjunct } from "./guard.ts";
import type { Layout } from "./layout.ts";
import { comparedSlot } from "./selector.ts";
import type { ModelSymbols } from "./symbols.ts";

/** A slot is in an interval, of which one end may be open. */
interface Condition {
  readonly slot: number;
  readonly low: number;
  readonly high: number;
  readonly conjunct: Expression;
}

/** A slot with conditions: its address, the value for which the counters are right, and its conditions. */
const slotRecord = record({ address: "i32", seen: "i32", conditions: "i32", end: "i32" });
/** An interval, as its first number and its length, and the addresses of the counters of transitions. */
const conditionRecord = record({ low: "i32", span: "i32", counters: "i32", end: "i32" });

const least = -(2 ** 31);
const greatest = 2 ** 31 - 1;

/** The state in memory before any state is unpacked. */
interface FirstState {
  readonly layout: Layout;
  /** The address of the unpacked state. */
  readonly unpacked: number;
  readonly values: readonly number[];
}

export class Enabledness {
  /** A bit for each transition. Each list of transitions begins another word. */
  readonly bits: Area<"i64">;
  readonly #counters: Area<"i32">;
  readonly #layout: Layout;
  /** The slots with conditions that can change, in the order of the packed words. */
  readonly #slots: readonly number[];
  readonly #slotTable: number;

  /** @param lists transitions, at most 64 in each list, by their conditions */
  constructor(
    memory: Regions,
    { layout, unpacked, values }: FirstState,
    lists: readonly (readonly (readonly Condition[])[])[],
  ) {
    this.#layout = layout;
    const wrong = lists.map((list) => list.map((conditions) => conditions.filter((c) => !isTrue(c, values)).length));
    this.#counters = memory.wordTable(
      wrong.flatMap((list) => [...list, ...new Array<number>(64 - list.length).fill(1)]),
    );
    this.bits = memory.longTable(
      wrong.map((list) => list.reduce((bits, count, i) => bits | (count === 0 ? 1n << BigInt(i) : 0n), 0n)),
    );
    const { fields } = layout;
    const bySlot = new Map<number, Map<string, { readonly condition: Condition; readonly counters: number[] }>>();
    lists.forEach((list, l) =>
      list.forEach((conditions, i) => {
        look(1 + conditions.length);
        const counter = this.#counters.start + 4 * (64 * l + i);
        for (const condition of conditions) {
          const { slot, low, high } = condition;
          if (fields[slot]!.bits === 0) continue;
          const own = bySlot.get(slot) ?? new Map<string, { condition: Condition; counters: number[] }>();
          bySlot.set(slot, own);
          const same = own.get(`${low} ${high}`);
          if (same) same.counters.push(counter);
          else own.set(`${low} ${high}`, { condition, counters: [counter] });
        }
      }),
    );
    this.#slots = [...bySlot.keys()].sort((a, b) => fields[a]!.word - fields[b]!.word || a - b);
    this.#slotTable = memory.table(
      slotRecord.encode(
        this.#slots.map((slot) => {
          look(2);
          const conditions = [...bySlot.get(slot)!.values()].map(({ condition: { low, high }, counters }) => {
            const table = memory.wordTable(counters);
            return { low, span: high - low, counters: table.start, end: table.end };
          });
          const encoded = conditionRecord.encode(conditions);
          const start = memory.table(encoded);
          return { address: unpacked + 4 * slot, seen: values[slot]!, conditions: start, end: start + encoded.length };
        }),
      ),
    );
  }

  /** Makes code that follows after some packed words were unpacked. */
  makeRefresh(asm: Assembler): (firstWord: number, wordCount: number) => void {
    const refresh = this.#makeRefreshSlots(asm);
    const { fields } = this.#layout;
    /** The number of slots in earlier words: slots are sorted by their words. */
    const firstFrom = (word: number): number => {
      let [low, high] = [0, this.#slots.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (fields[this.#slots[middle]!]!.word < word) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return (firstWord, wordCount) => {
      const [first, end] = [firstFrom(firstWord), firstFrom(firstWord + wordCount)];
      if (first === end) return;
      refresh({ from: this.#slotTable + first * slotRecord.bytes, end: this.#slotTable + end * slotRecord.bytes });
    };
  }

  #makeRefreshSlots(asm: Assembler): Routine<{ from: "i32"; end: "i32" }> {
    const change = this.#makeChange(asm);
    return asm.define("refresh slots", { from: "i32", end: "i32" }, ({ from, end }) => {
      forRange("slot", from, end, slotRecord.bytes, (at) => {
        const slot = slotRecord.at(at);
        const value = word("value", slot.address.get().load());
        const seen = word("seen", slot.seen.get());
        when(value.differs(seen), () => {
          slot.seen.set(value);
          forRange("condition", slot.conditions.get(), slot.end.get(), conditionRecord.bytes, (each) => {
            const { low, span, counters, end: last } = conditionRecord.at(each);
            const isIn = (v: I32): I32 => v.minus(low.get()).belowOrEqual(span.get());
            const becomes = word("becomes", isIn(value));
            when(becomes.differs(isIn(seen)), () => change({ from: counters.get(), end: last.get(), becomes }));
          });
        });
      });
    });
  }

  /** Counts for the counters in a list that a condition became true or false. */
  #makeChange(asm: Assembler): Routine<{ from: "i32"; end: "i32"; becomes: "i32" }> {
    const { start } = this.#counters;
    return asm.define("change counters", { from: "i32", end: "i32", becomes: "i32" }, ({ from, end, becomes }) => {
      const by = word("by", becomes.isZero().plus(becomes.isZero()).minus(1));
      forRange("entry", from, end, 4, (entry) => {
        const counter = word("counter", entry.load());
        const count = word("count", counter.load().plus(by));
        counter.store(count);
        // The bit changes between 0 and 1: to 0 when the condition became true, to 1 when it became false.
        when(count.equals(becomes.isZero()), () => {
          const number = word("number", counter.minus(start).shiftRight(2));
          const at = word("at", number.shiftRight(6).shiftLeft(3));
          const bit = i64(1n).shiftLeft(number.unsigned64());
          this.bits.at(at).set(this.bits.at(at).get().xor(bit));
        });
      });
    });
  }
}

function isTrue({ slot, low, high }: Condition, values: readonly number[]): boolean {
  return values[slot]! >= low && values[slot]! <= high;
}

/** The conditions in a guard. The guard is false where one of them is false: the conjuncts before it cannot fail. */
export function conditionsIn(guard: readonly Conjunct[], symbols: ModelSymbols, unpacked: number): Condition[] {
  const found: Condition[] = [];
  for (const { expression, canFail } of guard) {
    if (canFail) break;
    const compared = expression.kind === "binary" ? comparedSlot(expression, symbols) : undefined;
    const interval = compared && intervalOf((expression as { readonly op: string }).op, compared.value);
    if (!interval || interval.low > interval.high) continue;
    found.push({ slot: (compared.address - unpacked) / 4, ...interval, conjunct: expression });
  }
  return found;
}

function intervalOf(op: string, value: number): { readonly low: number; readonly high: number } | undefined {
  switch (op) {
    case "==":
      return { low: value, high: value };
    case ">=":
      return { low: value, high: greatest };
    case ">":
      return { low: value + 1, high: greatest };
    case "<=":
      return { low: least, high: value };
    case "<":
      return { low: least, high: value - 1 };
    default:
      return undefined;
  }
}
