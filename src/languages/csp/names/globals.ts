/** The declarations of a text, and error reports about it. */

import type { Initial, ScalarType, Type } from "../../../model/model.ts";
import type { Collector } from "../../../syntax/collector.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { Refused } from "../../../syntax/refused.ts";
import type { Place, Span } from "../../../syntax/source.ts";
import type { DeclarationOf, EventNode, ExpressionNode } from "../syntax/syntax-tree.ts";

/**
 * The bits of integers in variables, messages and parameters without a range: the 32 of PAT, or the most that keep the
 * products of the text within 53 bits.
 */
export const integerWidths = [32, 26, 16] as const;

/** The most rounds of a `while` in one step. PAT has no such bound, so reaching it is not an error of the model. */
export const loopBound = 1000;
export const loopLimit = "a loop goes on for more than 1000 rounds";

/** The most elements of a collection. PAT has no such bound either. */
export const collectionBound = 16;
export const collectionLimit = "a collection has more than 16 elements";

/** The most processes, control states and array elements. */
export const limits = {
  locations: 10_000,
  allLocations: 100_000,
  units: 10_000,
  instances: 10_000,
  unfolding: 300,
  depth: 100,
  slots: 100_000,
  replacements: 20_000,
} as const;

/** The meaning of a declared name. */
export type GlobalSymbol =
  | { readonly kind: "constant"; readonly value: number; readonly isBool: boolean }
  /** A `#define` that mentions variables: its text replaces its name. */
  | { readonly kind: "condition"; readonly value: ExpressionNode }
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly type: Type;
      readonly element: ScalarType;
      readonly sizes: readonly number[];
      readonly initial: Initial;
    }
  | { readonly kind: "channel"; readonly name: string; readonly capacity: number; readonly size?: number | undefined }
  /** A collection of PAT's standard library. */
  | { readonly kind: "collection"; readonly name: string; readonly type: string }
  | { readonly kind: "process"; readonly node: DeclarationOf<"process"> }
  /** A `#define` with parameters or with a block. */
  | { readonly kind: "macro"; readonly node: DeclarationOf<"macro"> }
  /** A `#define` that is not resolved yet, or is being resolved. */
  | { readonly kind: "pending"; readonly node: DeclarationOf<"define">; busy: boolean };

export class Globals {
  readonly collector: Collector;
  /** The bounds of integers without a range. */
  readonly low: number;
  readonly high: number;
  readonly symbols: Map<string, GlobalSymbol> = new Map();
  /** The conditions that are being expanded. */
  readonly expanding: Set<string> = new Set();
  /** The number of expanded conditions in the current expression. */
  replacements = 0;
  /** The numbers of fields of the messages of each channel. */
  readonly arities: Map<string, Set<number>> = new Map();
  /** The sizes of the arrays that are fields of the messages of a channel. */
  readonly widths: Map<string, number[]> = new Map();
  /** The numbers of parts of the events of each name. */
  readonly eventArities: Map<string, Set<number>> = new Map();
  readonly alphabets: Map<string, DeclarationOf<"alphabet">> = new Map();

  /** Resolves a `#define` that is not resolved yet. */
  resolve: (name: string) => void = () => undefined;
  #locals = 0;

  constructor(collector: Collector, bits: number) {
    this.collector = collector;
    this.low = -(2 ** (bits - 1));
    this.high = 2 ** (bits - 1) - 1;
  }

  /** The type of data without a range. */
  dataType(isBool: boolean): ScalarType {
    return isBool ? { kind: "bool" } : { kind: "range", low: this.low, high: this.high };
  }

  /** PAT's integers have 32 bits: where those of the model have fewer, their range is no fact about the text. */
  limitOf(type: ScalarType): { readonly limit?: string } {
    const bits = Math.log2(this.high + 1) + 1;
    const isOurs = bits < integerWidths[0] && type.kind === "range" && type.low === this.low && type.high === this.high;
    return isOurs ? { limit: `an integer takes more than ${bits} bits, in a text that multiplies` } : {};
  }

  /** The channel of this name, after a check that it is one. */
  channel(name: string): (GlobalSymbol & { readonly kind: "channel" }) | undefined {
    const symbol = this.symbols.get(name);
    return symbol?.kind === "channel" ? symbol : undefined;
  }

  collection(name: string): (GlobalSymbol & { readonly kind: "collection" }) | undefined {
    const symbol = this.symbols.get(name);
    return symbol?.kind === "collection" ? symbol : undefined;
  }

  macro(name: string): DeclarationOf<"macro"> | undefined {
    const symbol = this.symbols.get(name);
    return symbol?.kind === "macro" ? symbol.node : undefined;
  }

  process(name: string): DeclarationOf<"process"> | undefined {
    const symbol = this.symbols.get(name);
    return symbol?.kind === "process" ? symbol.node : undefined;
  }

  /**
   * The fields of the messages of a channel: as many as the longest has. If messages have different lengths, shorter
   * ones are filled up, and one more field has the length.
   */
  messageFields(name: string): { readonly most: number; readonly isMixed: boolean } {
    const lengths = [...(this.arities.get(name) ?? [1])];
    const sizes = lengths.map((length) => this.#places(name, length));
    return { most: Math.max(...sizes), isMixed: lengths.length > 1 };
  }

  /** The number of places that a field of messages takes: more than one if it is an array. */
  widthAt(name: string, k: number): number {
    return this.widths.get(name)?.[k] ?? 1;
  }

  #places(name: string, length: number): number {
    return Array.from({ length }, (_, k) => this.widthAt(name, k)).reduce((sum, width) => sum + width, 0);
  }

  noteEvent({ name, parts }: EventNode): void {
    if (name === undefined) return;
    this.eventArities.set(name, (this.eventArities.get(name) ?? new Set()).add(parts.length));
  }

  /** The name of a new local, unique in the whole model. `emit.ts` chooses a better one. */
  freshLocal(base: string): string {
    return `%${this.#locals++}:${base}`;
  }

  report(code: string, message: string, { start, end }: Place): void {
    this.collector.report(code, message, start, end);
  }

  /** Reports an error and gives up. */
  refuse(code: string, message: string, place: Place): never {
    this.report(code, message, place);
    throw new Refused();
  }

  span({ start, end }: Place): Span {
    return this.collector.span(start, end);
  }

  /** The actual meaning of a name, for the end of a message; a hint if it has none. */
  found(name: string, wanted: GlobalSymbol["kind"]): string {
    const symbol = this.symbols.get(name);
    if (!symbol) return this.hint(name, [wanted]);
    return `, which is a ${symbol.kind === "pending" ? "constant" : symbol.kind}`;
  }

  /** A hint for a misspelled name, for the end of a message. */
  hint(name: string, kinds: readonly GlobalSymbol["kind"][], more: Iterable<string> = []): string {
    const names = [...this.symbols].flatMap(([known, { kind }]) => (kinds.includes(kind) ? [known] : []));
    return didYouMean(name, [...more, ...names]);
  }
}
