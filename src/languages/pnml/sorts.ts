/**
 * The sorts of a symmetric net, all of them finite. A color is a number from 0 to the size of its sort, exclusive. The
 * color of a product encodes those of its parts, the last varying fastest.
 */

export interface Sort {
  readonly kind: "dot" | "bool" | "enumeration" | "cyclic" | "range" | "product" | "partition";
  /** The name that the user gives. */
  readonly name: string;
  /** Equal keys mean equal sorts. */
  readonly key: string;
  readonly size: number;
  /** The names of colors, unless the sort is a range or a product. */
  readonly labels?: readonly string[] | undefined;
  /** The first number of a range. */
  readonly low?: number | undefined;
  readonly parts?: readonly Sort[] | undefined;
  /** The number of basic parts of a product. */
  readonly width?: number | undefined;
}

export const dotSort: Sort = { kind: "dot", name: "dot", key: "dot", size: 1, labels: ["dot"] };

export const boolSort: Sort = { kind: "bool", name: "bool", key: "bool", size: 2, labels: ["false", "true"] };

export function rangeSort(low: number, high: number): Sort {
  const name = `${low}..${high}`;
  return { kind: "range", name, key: name, size: high - low + 1, low };
}

/** A product of one part is that part. */
export function productSort(parts: readonly Sort[]): Sort {
  if (parts.length === 1) return parts[0]!;
  const size = parts.reduce((product, part) => product * part.size, 1);
  const key = `(${parts.map((part) => part.key).join(", ")})`;
  return { kind: "product", name: parts.map((part) => part.name).join(" x "), key, size, parts, width: widthOf(parts) };
}

/** The total number of basic parts of some sorts. */
export function widthOf(parts: readonly Sort[]): number {
  return parts.reduce((sum, part) => sum + (part.width ?? 1), 0);
}

/** The colors of the parts of a product. */
export function partsOfColor({ parts = [] }: Sort, color: number): number[] {
  const result = new Array<number>(parts.length);
  let rest = color;
  for (let i = parts.length - 1; i >= 0; i--) {
    const { size } = parts[i]!;
    result[i] = rest % size;
    rest = Math.floor(rest / size);
  }
  return result;
}

/** The parts of a sort that are not products, from the left. */
export function basicParts(sort: Sort): readonly Sort[] {
  return sort.kind === "product" ? sort.parts!.flatMap(basicParts) : [sort];
}

export function basicColors(sort: Sort, color: number): readonly number[] {
  if (sort.kind !== "product") return [color];
  return partsOfColor(sort, color).flatMap((part, i) => basicColors(sort.parts![i]!, part));
}

/** The suffix of the name of a place: empty for dots. */
export function colorSuffix(sort: Sort, color: number): string {
  const parts = basicParts(sort);
  return basicColors(sort, color)
    .map((part, i) => (parts[i]!.kind === "dot" ? "" : `_${parts[i]!.labels?.[part] ?? parts[i]!.low! + part}`))
    .join("");
}
