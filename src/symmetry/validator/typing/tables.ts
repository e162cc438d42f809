/**
 * Arithmetic on few values, as tables.
 *
 * An expression that computes with the values of a few places, and with nothing else, is determined by its value for
 * each combination of theirs. The image of such a table under permutations of these values, and of the value that comes
 * out, is a table again. Texts that compute the same have the same table: `i + 1 - 1` is `i + 0`.
 *
 *     (i + 1) % 3 with i in 0..2           0 -> 1, 1 -> 2, 2 -> 0
 *     its image if 0 and 1 are exchanged   1 -> 0, 0 -> 2, 2 -> 1, which is (i + 2) % 3
 *
 * A table is made once for each expression, by `rowLimit` evaluations at most; an image costs as much.
 */

import { constantOf } from "../../../model/constant-place.ts";
import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression } from "../../../model/model.ts";
import { highOf, isScalar, lowOf } from "../../../model/slots.ts";
import { partsOf } from "../../../model/traverse.ts";
import { typeOf } from "../../../model/typing.ts";
import { calculate, exactArithmetic } from "../../../syntax/constant.ts";
import { look } from "../../../util/limits.ts";
import { cannotFail } from "./cannot-fail.ts";
import { imageOf } from "./value-permutation.ts";
import type { ValuePermutation } from "./value-permutation.ts";

const rowLimit = 1024;

/** The places that an expression computes with, different texts each, and its values by those of the places. */
export interface Leaves {
  readonly places: readonly Expression[];
  /** The bounds of each place. */
  readonly ranges: readonly Range[];
  readonly rows: Rows;
}

type Rows = readonly { readonly values: readonly number[]; readonly result: number }[];

interface Range {
  readonly low: number;
  readonly high: number;
}

export class Tables {
  readonly #known = new Map<Expression, Leaves | undefined>();
  /** The numbers of texts of rows, and of the images of each table. */
  readonly #rows = new Map<string, number>();
  readonly #images = new Map<Rows, Map<string, number>>();
  /** The rows of expressions that compute alike. */
  readonly #computed = new Map<string, Rows | undefined>();

  /** Undefined if the expression is no arithmetic, is about other things than places, can fail, or has too many rows. */
  leavesOf(e: Expression, names: NamesInScope): Leaves | undefined {
    if (!isArithmetic(e)) return undefined;
    if (!this.#known.has(e)) this.#known.set(e, tabulate(e, names, this.#computed));
    const known = this.#known.get(e);
    // A front end may use one expression in several transitions, where its locals have other types.
    const isSame = known?.places.every((place, k) => sameRange(rangeOf(place, names), known.ranges[k]!)) ?? true;
    return isSame ? known : tabulate(e, names, this.#computed);
  }

  /** The image of a table as a text, in which equal rows have equal numbers; `names` are what its places are called. */
  textOf(
    leaves: Leaves,
    names: readonly number[],
    changes: readonly ValuePermutation[],
    expected: ValuePermutation,
  ): string {
    // The order of columns is that of the names, so that it does not depend on how the text is written.
    const order = names.map((_, k) => k).sort((a, b) => names[a]! - names[b]!);
    const images = this.#images.get(leaves.rows) ?? new Map<string, number>();
    this.#images.set(leaves.rows, images);
    const key = `${order.join()} ${changes.map(({ number }) => number).join()} ${expected.number}`;
    let number = images.get(key);
    if (number === undefined) {
      const text = textOfRows(leaves, order, changes, expected);
      number = this.#rows.get(text) ?? this.#rows.size;
      this.#rows.set(text, number);
      images.set(key, number);
    }
    return `${order.map((k) => names[k]).join()} ${number}`;
  }
}

/** The rows of the image of a table as a text, with columns in a given order. */
function textOfRows(
  { rows }: Leaves,
  order: readonly number[],
  changes: readonly ValuePermutation[],
  expected: ValuePermutation,
): string {
  const lines = rows.map(({ values, result }) => {
    look();
    const row = order.map((k) => imageOf(changes[k]!, values[k]!));
    return `${row.join()}:${imageOf(expected, result)}`;
  });
  return lines.sort().join(" ");
}

function tabulate(e: Expression, names: NamesInScope, computed: Map<string, Rows | undefined>): Leaves | undefined {
  // Where not all parts are evaluated, a place that may fail is more than its value.
  const isStrict = evaluatesAll(e);
  const places: Expression[] = [];
  const keys: string[] = [];
  const columnOf = new Map<Expression, number>();
  const ranges: Range[] = [];
  const collect = (part: Expression): boolean => {
    if (constantOf(part, names) !== undefined) return true;
    switch (part.kind) {
      case "variable":
      case "local":
      case "field":
      case "index": {
        const range = rangeOf(part, names);
        if (!range || (!isStrict && !cannotFail(part, names))) return false;
        const key = textOf(part);
        let column = keys.indexOf(key);
        if (column < 0) {
          column = keys.length;
          keys.push(key);
          places.push(part);
          ranges.push(range);
        }
        columnOf.set(part, column);
        return true;
      }
      case "unary":
      case "binary":
      case "conditional":
        return partsOf(part).every(collect);
      default:
        return false;
    }
  };
  if (!collect(e)) return undefined;
  if (ranges.reduce((count, { low, high }) => count * (high - low + 1), 1) > rowLimit) return undefined;
  const shape = shapeOf(e, (part) => {
    const column = columnOf.get(part);
    if (column === undefined) return constantOf(part, names)?.toString();
    return `#${column}:${ranges[column]!.low}:${ranges[column]!.high}`;
  });
  if (!computed.has(shape)) computed.set(shape, rowsOf(e, ranges, columnOf, names));
  const rows = computed.get(shape);
  return rows && { places, ranges, rows };
}

/** An expression with columns in place of its places: what has the same shape computes the same. */
function shapeOf(e: Expression, leafOf: (part: Expression) => string | undefined): string {
  const leaf = leafOf(e);
  if (leaf !== undefined) return leaf;
  const parts = partsOf(e).map((part) => shapeOf(part, leafOf));
  return `(${e.kind === "unary" || e.kind === "binary" ? e.op : e.kind} ${parts.join(" ")})`;
}

function rowsOf(
  e: Expression,
  ranges: readonly Range[],
  columnOf: ReadonlyMap<Expression, number>,
  names: NamesInScope,
): Rows | undefined {
  const rows: { values: readonly number[]; result: number }[] = [];
  const values = ranges.map(({ low }) => low);
  const valueOf = (part: Expression): number | undefined =>
    columnOf.has(part) ? values[columnOf.get(part)!] : constantOf(part, names);
  for (;;) {
    look();
    const result = evaluate(e, valueOf);
    if (result === undefined) return undefined;
    rows.push({ values: [...values], result });
    let k = values.length - 1;
    while (k >= 0 && values[k] === ranges[k]!.high) values[k] = ranges[k--]!.low;
    if (k < 0) return rows;
    values[k]!++;
  }
}

/** The bounds of a scalar place, by its type. */
function rangeOf(place: Expression, names: NamesInScope): Range | undefined {
  const type = typeOf(place, names);
  return type.kind !== "int" && isScalar(type) ? { low: lowOf(type), high: highOf(type) } : undefined;
}

function sameRange(a: Range | undefined, b: Range): boolean {
  return a?.low === b.low && a.high === b.high;
}

function evaluatesAll(e: Expression): boolean {
  if (e.kind === "conditional") return false;
  if (e.kind === "binary" && (e.op === "&&" || e.op === "||" || e.op === "->")) return false;
  return e.kind !== "unary" && e.kind !== "binary" ? true : partsOf(e).every(evaluatesAll);
}

/** Places that are written alike are one place. */
function textOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}

/** Whether it chooses a constant by a local: `k == 0 ? a : k == 1 ? b : c`. */
function isChoice(e: Expression & { kind: "conditional" }): boolean {
  const isConstant = (part: Expression): boolean => ["integer", "boolean", "member", "constant"].includes(part.kind);
  const isChosen = (part: Expression): boolean => (part.kind === "conditional" ? isChoice(part) : isConstant(part));
  const { test } = e;
  if (test.kind !== "binary" || test.op !== "==" || test.left.kind !== "local" || !isConstant(test.right)) return false;
  return isChosen(e.then) && isChosen(e.else);
}

/** Whether it computes with numbers, and not only compares or copies them. */
function isArithmetic(e: Expression): boolean {
  if (e.kind === "unary") return e.op === "-" || isArithmetic(e.operand);
  if (e.kind === "conditional") return isChoice(e) || partsOf(e).some(isArithmetic);
  if (e.kind !== "binary") return false;
  switch (e.op) {
    case "&&":
    case "||":
    case "->":
      return false;
    case "==":
    case "!=":
      return isArithmetic(e.left) || isArithmetic(e.right);
    default:
      return true;
  }
}

/** Undefined for a division by zero. All operands are evaluated: an expression that can fail has no table. */
function evaluate(e: Expression, valueOf: (part: Expression) => number | undefined): number | undefined {
  const known = valueOf(e);
  if (known !== undefined) return known;
  const parts = partsOf(e).map((part) => evaluate(part, valueOf));
  if (parts.includes(undefined)) return undefined;
  const [a, b, c] = parts as number[];
  if (e.kind === "unary") return e.op === "!" ? 1 - a! : 0 - a!;
  if (e.kind === "conditional") return a === 0 ? c : b;
  return e.kind === "binary" ? calculate(e.op, a!, b!, exactArithmetic) : undefined;
}
