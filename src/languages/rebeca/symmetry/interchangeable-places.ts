/**
 * Interchangeable positions in a list of known rebecs: exchanging the two names throughout a class leaves its text
 * unchanged.
 *
 * Theorem 1 of the paper requires that a symmetry preserves lists of known rebecs position by position. That is
 * stronger than necessary if a class treats some of them alike: `?(s1, s2, s3)` is the same in any order, and so are
 * consecutive sends to different rebecs. Interchangeable names need not keep their positions.
 *
 * Positions are first compared by their uses in the text, with all other names of known rebecs blank, so that few
 * exchanges must be tried. The cost is usually linear in the text for each position.
 */

import { getOrAdd } from "../../../util/numbering.ts";
import { messageRoutines } from "../actors/layout.ts";
import { showType } from "../names/symbols.ts";
import type { ClassSymbol, Routine } from "../names/symbols.ts";
import type { ExpressionNode, StatementNode } from "../syntax/syntax-tree.ts";

/** For each position in the list, the first one that it is interchangeable with. */
export function interchangeablePlaces(symbol: ClassSymbol): number[] {
  const { known } = symbol;
  const routines = [...messageRoutines(symbol), ...symbol.methods.values()];
  const places = new Map(known.map(({ name }, k) => [name, k]));
  const write = (nameOf: (k: number) => string): string => new Writer(places, nameOf).routines(routines);
  const text = write(String);
  const profiles = known.map(
    ({ type }, k) => `${showType(type)} ${write((other) => (other === k ? "this" : "other"))}`,
  );
  const groups = new Map<string, number[]>();
  return known.map((_, k) => {
    const representatives = getOrAdd(groups, profiles[k]!, () => []);
    const swap = (j: number) => (other: number) => String(other === k ? j : other === j ? k : other);
    const found = representatives.find((j) => write(swap(j)) === text);
    if (found === undefined) representatives.push(k);
    return found ?? k;
  });
}

/** Writes routines with known rebecs under other names, and with parts whose order does not matter in a fixed order. */
class Writer {
  readonly #places: ReadonlyMap<string, number>;
  readonly #nameOf: (k: number) => string;

  constructor(places: ReadonlyMap<string, number>, nameOf: (k: number) => string) {
    this.#places = places;
    this.#nameOf = nameOf;
  }

  routines(routines: readonly Routine[]): string {
    return routines
      .map(({ node }) => {
        const parameters = node.parameters.map(({ name }) => `${name.text}${this.#places.has(name.text) ? "!" : ""}`);
        return `${node.name.text}(${parameters.join()}){${this.#statements(node.body ?? [])}}`;
      })
      .join("\n");
  }

  #statements(body: readonly StatementNode[]): string {
    const parts: string[] = [];
    let sends: string[] = [];
    const flush = (): void => {
      parts.push(...sends.sort());
      sends = [];
    };
    for (const s of body) {
      if (this.#isSend(s)) sends.push(this.#write(s));
      else {
        flush();
        parts.push(this.#write(s));
      }
    }
    flush();
    return parts.join(";");
  }

  /** Whether the statement is a send to a known rebec. Sends to different ones may be reordered. */
  #isSend(s: StatementNode): boolean {
    if (s.kind !== "expression" || s.value.kind !== "call") return false;
    const { target, args } = s.value;
    return target?.kind === "name" && this.#places.has(target.name) && args.every(isPlain);
  }

  /** Writes any part of a statement or expression, without its place in the text. */
  #write(part: unknown): string {
    if (Array.isArray(part)) {
      const isBody = part.some((item: { kind?: string }) => statementKinds.has(item?.kind ?? ""));
      return isBody
        ? `{${this.#statements(part as StatementNode[])}}`
        : `[${part.map((item) => this.#write(item)).join()}]`;
    }
    if (typeof part !== "object" || part === null) return String(part);
    const node = part as ExpressionNode;
    if (node.kind === "name" && this.#places.has(node.name)) return `#${this.#nameOf(this.#places.get(node.name)!)}`;
    if (node.kind === "choice") return `?${node.options.map((option) => this.#write(option)).sort().join()}`; // prettier-ignore
    const entries = Object.entries(part).filter(([key, value]) => !positionKeys.has(key) && value !== undefined);
    return `(${entries.map(([key, value]) => `${key}:${this.#write(value)}`).join()})`;
  }
}

const positionKeys = new Set(["span", "start", "end"]);

const statementKinds = new Set("declare block if while for switch return break continue expression".split(" "));

const plainKinds = new Set("name number boolean self sender null".split(" "));

/** Whether the expression has no effects, and no choices, whose order could matter. */
function isPlain({ kind }: ExpressionNode): boolean {
  return plainKinds.has(kind);
}
