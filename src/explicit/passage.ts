/**
 * Passing through transient states: they are expanded at once, and not stored.
 *
 * A successor that is transient goes onto a small stack instead of the batch. After the state that is being expanded,
 * the stack is emptied: each transient state is checked and expanded like a stored one, and what follows from it has
 * the same origin. If the stack is full, or if one state leads to too many transient ones, as in a loop inside an atomic
 * sequence, transient states are stored like others. So the search ends if it would end without this.
 *
 * Of a transient state only one slot is known to decide: the condition must compare a slot with a constant.
 *
 * An automaton stays where it is in transient states. So a way through them has the marks and the mover of its first
 * edge, which go along as the label of a successor. A state that is reached twice is stored then: it may close a cycle of
 * transient states, and a run may go around there forever.
 */

import type { Model } from "../model/model.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { forever, leave, when } from "../wasm/control.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { successorLayout } from "./batch-area.ts";
import { maskOf } from "./bit-field.ts";
import type { BitField } from "./bit-field.ts";
import { copyWords, sameWords } from "./packed-words.ts";
import { comparedSlot } from "./selector.ts";
import type { StateSet } from "./state-set.ts";
import type { ModelSymbols } from "./symbols.ts";

/** The slot that tells whether a state is transient. */
export interface TransientTest {
  readonly address: number;
  readonly value: number;
  /** Whether states with this value are the transient ones, or all others. */
  readonly isEqual: boolean;
}

/** `undefined` if the model has no transient states, or the condition has another form. */
export function transientTest({ transient: e }: Model, symbols: ModelSymbols): TransientTest | undefined {
  if (e?.kind !== "binary" || (e.op !== "==" && e.op !== "!=")) return undefined;
  const compared = comparedSlot(e, symbols);
  return compared && { ...compared, isEqual: e.op === "==" };
}

/** The most transient states that the stack holds, and that are expanded after one stored state. */
const room = 256;
const mostPassed = 1024;
/** Marks and mover, in a successor as in an item. */
const labelBytes = 8;
/** The logarithm of the number of recent transient states that are remembered. */
const cacheBits = 10;

export class Passage {
  /** Whether a transient state is being expanded. Its packed words are at `state`. */
  readonly isActive: Variable<"i32">;
  readonly state: number;
  /** A copy of it to be stored, with space for the number of its origin. */
  readonly copy: number;
  private readonly field: BitField;
  private readonly test: TransientTest;
  private readonly wordCount: number;
  /** With an automaton: the marks and the mover of the way to the state being expanded, and where successors have them. */
  readonly label: { readonly marks: Variable<"i32">; readonly mover: Variable<"i32"> } | undefined;
  private readonly labelOffset: number;
  /** The size of an item: packed words and label. */
  private readonly stride: number;
  private readonly stack: number;
  /** Items, each followed by the number of the stored state after which it was seen. */
  private readonly cache: number;
  private readonly top: Variable<"i32">;
  private readonly left: Variable<"i32">;
  /** The number of stored states so far after which transient ones were looked for. */
  private readonly round: Variable<"i32">;

  constructor(asm: Assembler, wordCount: number, field: BitField, test: TransientTest, isLabeled: boolean) {
    this.field = field;
    this.test = test;
    this.wordCount = wordCount;
    this.label = isLabeled ? { marks: asm.global("passedMarks", 0), mover: asm.global("passedMover", 0) } : undefined;
    this.labelOffset = successorLayout(wordCount).offsets.marks;
    this.stride = 4 * wordCount + (isLabeled ? labelBytes : 0);
    this.state = asm.memory.reserve(4 * wordCount);
    this.copy = asm.memory.reserve(4 * wordCount + 4);
    this.stack = asm.memory.reserve(room * this.stride);
    this.cache = asm.memory.reserve((this.stride + 4) * 2 ** cacheBits);
    this.top = asm.global("passageTop", this.stack);
    this.left = asm.global("passageLeft", 0);
    this.round = asm.global("passageRound", 0);
    this.isActive = asm.global("isPassing", 0);
  }

  /** Whether the packed state at an address is transient, and there is room for it. */
  takes(successor: I32): I32 {
    const hasRoom = this.top.below(this.stack + room * this.stride).and(this.left.greater(0));
    return this.isTransient(successor).and(hasRoom);
  }

  /** Whether the packed state at an address is transient. */
  isTransient(successor: I32): I32 {
    const { value, isEqual } = this.test;
    const { word: index, shift, low } = this.field;
    const bits = successor.load(4 * index).and(maskOf(this.field));
    const code = (value - low) << shift;
    return isEqual ? bits.equals(code) : bits.differs(code);
  }

  /**
   * A routine that puts a successor onto the stack, unless it is in a small cache of those that were there after the same
   * stored state. What follows from a stored state must not depend on others: then all counts are the same in whatever
   * order states are expanded. Two ways to the same state with different marks are different. Returns whether it did.
   */
  makePut(asm: Assembler, hash: StateSet["hash"]): Routine<{ successor: "i32" }, I32> {
    const { wordCount, stride, label, labelOffset } = this;
    const marksAt = 4 * wordCount;
    const same = (known: I32, successor: I32): I32 => {
      const hasWords = sameWords(known, successor, wordCount);
      return label ? hasWords.and(known.load(marksAt).equals(successor.load(labelOffset))) : hasWords;
    };
    const copy = (to: I32, successor: I32): void => {
      copyWords(to, successor, wordCount);
      if (!label) return;
      for (let k = 0; k < labelBytes; k += 4) to.store(successor.load(labelOffset + k), marksAt + k);
    };
    return asm.compute("i32", "pass", { successor: "i32" }, ({ successor }) => {
      const place = hash({ words: successor })
        .shiftRight(BigInt(64 - cacheBits))
        .wrap();
      const known = word("known", place.times(stride + 4).plus(this.cache));
      when(known.load(stride).equals(this.round), () => when(same(known, successor), () => leave(i32(0))));
      copy(known, successor);
      known.store(this.round, stride);
      copy(this.top, successor);
      this.top.increase(stride);
      return i32(1);
    });
  }

  /** Begins with another stored state. */
  begin(): void {
    this.left.set(mostPassed);
    this.round.increase(1);
  }

  /** Expands the transient states on the stack, and those that follow. */
  drain(expand: (source: I32) => void): void {
    forever((done) => {
      done.goIf(this.top.equals(this.stack));
      this.top.decrease(this.stride);
      this.left.decrease(1);
      copyWords(i32(this.state), this.top, this.wordCount);
      this.label?.marks.set(this.top.load(4 * this.wordCount));
      this.label?.mover.set(this.top.load(4 * this.wordCount + 4));
      this.isActive.set(1);
      expand(i32(this.state));
      this.isActive.set(0);
    });
  }
}
