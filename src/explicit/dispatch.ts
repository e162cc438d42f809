/**
 * Which transitions are tried in a state: only those of the control points at which processes are.
 *
 * Each transition belongs to one selector of its guard (`selector.ts`), the one with the most values in the model. A
 * run of transitions with the same selector is divided into blocks of the same value. A table gives the blocks of each
 * value as bits, so the bits for all elements of an array are the blocks to try, and their order is that of the model.
 * If a parameter numbers the elements, the elements with each value are bits too, and the transition tries no others.
 *
 * Conjuncts that all transitions of a block share are tested once.
 *
 * If many transitions have no selector but compare slots with constants, it is known which of them are enabled
 * (`enabledness.ts`), and only these are tried.
 */

import type { Expression, Transition } from "../model/model.ts";
import { look } from "../util/limits.ts";
import type { Assembler } from "../wasm/assembler.ts";
import { block, forEachBit, loop, when } from "../wasm/control.ts";
import type { Area, Regions } from "../wasm/memory.ts";
import { i32, long, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { conditionsIn, Enabledness } from "./enabledness.ts";
import { ExpressionCompiler } from "./expression.ts";
import { conjunctsOf } from "./guard.ts";
import type { Conjunct } from "./guard.ts";
import type { Layout } from "./layout.ts";
import { selectionsIn } from "./selector.ts";
import type { Selection, Selector } from "./selector.ts";
import type { ModelSymbols } from "./symbols.ts";

/** What the dispatch knows of the guard of a transition when the transition is tried. */
export interface Known {
  /** Conjuncts that hold. */
  readonly conjuncts: ReadonlySet<Expression>;
  /** For a parameter: the addresses of 64-bit words. The common bits are the values to try, from the least on. */
  readonly choices: ReadonlyMap<string, readonly number[]>;
}

interface Block {
  readonly value: number;
  readonly transitions: number[];
  readonly shared: Expression[];
}

interface Run {
  readonly index: SelectorIndex;
  readonly blocks: Block[];
  /** For each value of the selector, its blocks as bits. */
  table?: Area<"i64">;
}

/** Transitions whose enabledness is known, as the bits of a word. */
interface Watched {
  readonly word: number;
  readonly watched: number[];
}

/** A selector with the values that its slots can have. */
interface SelectorIndex {
  readonly selector: Selector;
  readonly low: number;
  readonly high: number;
  /** The elements with each value, as bits; absent for a single slot. */
  readonly elements: Area<"i64"> | undefined;
}

const mostBlocks = 64;
const mostValues = 1024;

/** Fewer transitions than this are tried one by one. */
const fewestWatched = 160;

/**
 * Of more transitions than this, so many are tried in a routine of their own: engines optimize a routine at once, and a
 * long one takes minutes.
 */
const mostInRoutine = 128;

export interface DispatchContext {
  readonly memory: Regions;
  readonly layout: Layout;
  /** The address of the unpacked state. */
  readonly unpacked: number;
  /** The unpacked state before any state is unpacked. */
  readonly first: readonly number[];
}

export class Dispatch {
  private readonly indices = new Map<string, SelectorIndex>();
  private readonly known: { conjuncts: Set<Expression>; choices: Map<string, number[]> }[];
  private readonly parts: (number | Run | Watched)[] = [];
  /** The enabledness of transitions without selectors, if there are many. */
  readonly enabledness: Enabledness | undefined;
  private watchedWords = 0;
  private readonly symbols: ModelSymbols;
  private readonly guards: readonly (readonly Conjunct[])[];

  constructor(
    transitions: readonly Transition[],
    symbols: ModelSymbols,
    { memory, layout, unpacked, first }: DispatchContext,
  ) {
    this.symbols = symbols;
    this.known = transitions.map(() => ({ conjuncts: new Set(), choices: new Map() }));
    this.guards = transitions.map((transition) => {
      look(2);
      return conjunctsOf(transition, symbols);
    });
    const selections = transitions.map((transition, t) => {
      look(2);
      return selectionsIn(transition, this.guards[t]!, symbols).filter(({ selector }) => {
        const { low, high } = boundsOf(selector, layout, unpacked);
        return high - low < mostValues;
      });
    });
    const primary = primarySelections(selections);
    for (const selection of primary) {
      if (!selection || this.indices.has(selection.selector.key)) continue;
      const { selector } = selection;
      const { low, high } = boundsOf(selector, layout, unpacked);
      const elements = selector.count > 1 ? memory.longs(high - low + 1) : undefined;
      this.indices.set(selector.key, { selector, low, high, elements });
    }
    const conditions = primary.map((own, t) => {
      look(2);
      return own ? [] : conditionsIn(this.guards[t]!, symbols, unpacked);
    });
    const isWatching = conditions.filter((own) => own.length > 0).length >= fewestWatched;
    primary.forEach((selection, t) => this.add(t, selection, isWatching && conditions[t]!.length > 0));
    selections.forEach((all, t) => this.note(t, all, primary[t]));
    if (isWatching) {
      const lists = this.parts.filter((part) => isWatched(part)).map(({ watched }) => watched);
      const own = { layout, unpacked, values: first };
      this.enabledness = new Enabledness(
        memory,
        own,
        lists.map((list) => list.map((t) => conditions[t]!)),
      );
      for (const t of lists.flat()) for (const { conjunct } of conditions[t]!) this.known[t]!.conjuncts.add(conjunct);
    }
    for (const part of this.parts) {
      if (typeof part === "number" || isWatched(part)) continue;
      part.table = memory.longTable(tableOf(part));
      for (const each of part.blocks) this.share(each);
    }
  }

  /** The guard of a transition, and what is known of it. */
  guardOf(transition: number): { readonly conjuncts: readonly Conjunct[]; readonly choices: Known["choices"] } {
    const { conjuncts, choices } = this.known[transition]!;
    return { conjuncts: this.guards[transition]!.filter(({ expression }) => !conjuncts.has(expression)), choices };
  }

  /** Adds a transition to the last run, or begins another one. */
  private add(t: number, selection: Selection | undefined, isWatchedHere: boolean): void {
    look();
    if (!selection) {
      this.addPlain(t, isWatchedHere);
      return;
    }
    const index = this.indices.get(selection.selector.key)!;
    const { value } = selection;
    const before = this.parts.at(-1);
    let run = isRun(before) && before.index === index ? before : undefined;
    const last = run?.blocks.at(-1);
    if (last?.value === value) last.transitions.push(t);
    else {
      if (!run || run.blocks.length === mostBlocks) this.parts.push((run = { index, blocks: [] }));
      run.blocks.push({ value, transitions: [t], shared: [] });
    }
  }

  private addPlain(t: number, isWatchedHere: boolean): void {
    const before = this.parts.at(-1);
    if (!isWatchedHere) this.parts.push(t);
    else if (isWatched(before) && before.watched.length < 64) before.watched.push(t);
    else this.parts.push({ word: this.watchedWords++, watched: [t] });
  }

  /** Notes which conjuncts need no test in a transition. */
  private note(t: number, selections: readonly Selection[], primary: Selection | undefined): void {
    const { conjuncts, choices } = this.known[t]!;
    for (const selection of selections) {
      const { selector, value, conjunct, parameter } = selection;
      const index = this.indices.get(selector.key);
      if (index?.elements && parameter !== undefined && value >= index.low && value <= index.high) {
        const addresses = choices.get(parameter) ?? [];
        addresses.push(index.elements.start + 8 * (value - index.low));
        choices.set(parameter, addresses);
        conjuncts.add(conjunct);
      } else if (selection === primary && selector.count === 1) conjuncts.add(conjunct);
    }
  }

  /** Takes the conjuncts without parameters that all transitions of a block have out of them. */
  private share(each: Block): void {
    if (each.transitions.length < 2) return;
    const lists = each.transitions.map((t) => this.sharable(t));
    for (const [key, expression] of lists[0]!) {
      if (!lists.every((list) => list.has(key))) continue;
      each.shared.push(expression);
      each.transitions.forEach((t, i) => this.known[t]!.conjuncts.add(lists[i]!.get(key)!));
    }
  }

  /** The conjuncts without parameters that can be tested before all others, by their text. */
  private sharable(t: number): Map<string, Expression> {
    const found = new Map<string, Expression>();
    for (const { expression, depth, canFail } of this.guards[t]!) {
      if (canFail) break;
      if (depth === 0 && !this.known[t]!.conjuncts.has(expression)) found.set(textOf(expression), expression);
    }
    return found;
  }

  /** Code that tries transitions in the unpacked state, whose packed form is at an address. */
  emit(asm: Assembler, source: I32, tryOne: (index: number, source: I32) => void): void {
    const isLong = this.known.length > mostInRoutine;
    const bits = new Map<Run, Variable<"i64">>();
    for (const part of this.parts) if (isRun(part)) bits.set(part, long("blocks", 0n));
    for (const index of this.indices.values()) {
      this.overSlots(index, (offset, element) => {
        const { elements } = index;
        if (elements && element) elements.at(offset).set(elements.at(offset).get().or(element));
        for (const [run, blocks] of bits) if (run.index === index) blocks.set(blocks.or(run.table!.at(offset).get()));
      });
    }
    const tryAll = (list: readonly number[], from: I32): void => {
      if (list.length <= mostInRoutine) for (const t of list) tryOne(t, from);
      else {
        for (const some of inPieces(list)) {
          asm.define("try some", { source: "i32" }, (own) => tryAll(some, own.source))({ source: from });
        }
      }
    };
    for (const part of joined(this.parts)) {
      if (Array.isArray(part)) tryAll(part, source);
      else if (isWatched(part)) {
        const { watched } = part;
        const bitsAt = this.enabledness!.bits.at(8 * part.word);
        // A routine for each word.
        const tryWatched = asm.define("try watched", { source: "i32" }, (own) => {
          forEachBit(long("enabled", bitsAt.get()), watched.map((t) => () => tryOne(t, own.source))); // prettier-ignore
        });
        when(bitsAt.get().differs(0n), () => tryWatched({ source }));
      } else {
        const tryRun = (blocks: Variable<"i64">, from: I32): void =>
          forEachBit(blocks, part.blocks.map((each) => () => this.tryBlock(each, (list) => tryAll(list, from)))); // prettier-ignore
        const blocks = bits.get(part)!;
        if (!isLong) tryRun(blocks, source);
        else {
          const apart = asm.define("try run", { source: "i32", blocks: "i64" }, (own) =>
            tryRun(long("left", own.blocks), own.source),
          );
          when(blocks.differs(0n), () => apart({ source, blocks }));
        }
      }
    }
    for (const index of this.indices.values()) {
      if (index.elements) this.overSlots(index, (offset) => index.elements!.at(offset).set(0n));
    }
  }

  private tryBlock({ transitions, shared }: Block, tryAll: (list: readonly number[]) => void): void {
    const expressions = new ExpressionCompiler(this.symbols, () => {});
    block((end) => {
      for (const conjunct of shared) end.goIf(expressions.condition(conjunct).isZero());
      tryAll(transitions);
    });
  }

  /** Visits the slots of a selector: the offset of the slot's value in tables, and the bit of its element. */
  private overSlots(
    index: SelectorIndex,
    body: (offset: Variable<"i32">, element: Variable<"i64"> | undefined) => void,
  ): void {
    const { selector, low } = index;
    const { address, count, stride } = selector;
    const offsetAt = (at: I32): Variable<"i32"> => word("offset", at.load().minus(low).shiftLeft(3));
    if (count === 1) {
      body(offsetAt(i32(address)), undefined);
      return;
    }
    const at = word("at", address);
    const element = long("element", 1n);
    loop((again) => {
      body(offsetAt(at), element);
      element.set(element.shiftLeft(1n));
      again.goIf(at.tee(at.plus(stride)).below(address + count * stride));
    });
  }
}

type Part = number | Run | Watched | undefined;

/** Transitions without a selector that follow each other, together. */
function joined(parts: readonly (number | Run | Watched)[]): (number[] | Run | Watched)[] {
  const all: (number[] | Run | Watched)[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part !== "number") all.push(part);
    else if (Array.isArray(last)) last.push(part);
    else all.push([part]);
  }
  return all;
}

function inPieces(list: readonly number[]): number[][] {
  const count = Math.ceil(list.length / mostInRoutine);
  return Array.from({ length: count }, (_, k) => list.slice(k * mostInRoutine, (k + 1) * mostInRoutine));
}

function isWatched(part: Part): part is Watched {
  return typeof part === "object" && "watched" in part;
}

function isRun(part: Part): part is Run {
  return typeof part === "object" && "blocks" in part;
}

/** For each transition, the selection whose selector has the most values. */
function primarySelections(selections: readonly (readonly Selection[])[]): (Selection | undefined)[] {
  const values = new Map<string, Set<number>>();
  for (const { selector, value } of selections.flat()) {
    const own = values.get(selector.key) ?? new Set();
    values.set(selector.key, own.add(value));
  }
  const weight = ({ selector }: Selection): number => values.get(selector.key)!.size;
  return selections.map((all) =>
    all.reduce<Selection | undefined>((best, next) => (!best || weight(next) > weight(best) ? next : best), undefined),
  );
}

/** The values that the slots of a selector can have. */
function boundsOf(
  { address, count, stride }: Selector,
  { fields }: Layout,
  unpacked: number,
): { low: number; high: number } {
  const own = Array.from({ length: count }, (_, k) => fields[(address + k * stride - unpacked) / 4]!);
  return { low: Math.min(...own.map(({ low }) => low)), high: Math.max(...own.map(({ high }) => high)) };
}

function tableOf({ index: { low, high }, blocks }: Run): bigint[] {
  const table = new Array<bigint>(high - low + 1).fill(0n);
  blocks.forEach(({ value }, k) => {
    if (value >= low && value <= high) table[value - low]! |= 1n << BigInt(k);
  });
  return table;
}

function textOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}
