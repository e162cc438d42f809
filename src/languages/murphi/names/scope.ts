/** The meanings of names, scope by scope. */

import type { Collector } from "../../../syntax/collector.ts";
import type { Name } from "../../../syntax/cursor.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { Refused } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import type { RoutineNode } from "../syntax/syntax-tree.ts";
import type { EnumType, MultisetType, MurphiType, SimpleType } from "./murphi-type.ts";
import type { Place, Value } from "./place.ts";

export type Meaning =
  | { readonly kind: "constant"; readonly type: SimpleType; readonly value: number }
  | { readonly kind: "member"; readonly type: EnumType; readonly index: number }
  | { readonly kind: "type"; readonly type: MurphiType }
  /** A variable, an alias of a place, or a parameter. */
  | { readonly kind: "place"; readonly place: Place }
  /** A quantified name, an alias of a value, or a parameter that cannot be changed. */
  | { readonly kind: "value"; readonly value: Value }
  /** A variable of a function that is evaluated as an expression, with its value if it has one. */
  | { readonly kind: "local"; readonly type: SimpleType; readonly value: Value | undefined }
  /** A chosen element of a multiset. */
  | { readonly kind: "element"; readonly type: MultisetType; readonly element: Place }
  | { readonly kind: "routine"; readonly node: RoutineNode };

const kindWords: Readonly<Record<Meaning["kind"], string>> = {
  constant: "a constant",
  member: "a member of an enumeration",
  type: "a type",
  place: "a variable",
  value: "a value",
  local: "a variable",
  element: "an element of a multiset",
  routine: "a function",
};

/** The words of the language that stand where such names do. */
function wordsLike(kinds: readonly string[]): readonly string[] {
  if (kinds.includes("type")) return ["boolean"];
  return kinds.includes("constant") ? ["true", "false", "undefined"] : [];
}

export class Scope {
  readonly #collector: Collector;
  readonly #outer: Scope | undefined;
  readonly #meanings = new Map<string, Meaning>();
  /** Names whose declarations have errors. */
  readonly #refused = new Set<string>();

  constructor(collector: Collector, outer?: Scope) {
    this.#collector = collector;
    this.#outer = outer;
  }

  inner(): Scope {
    return new Scope(this.#collector, this);
  }

  /** Reports a name that the same scope has already. */
  declare({ text, span }: Pick<Name, "text" | "span">, meaning: Meaning): void {
    if (this.#meanings.has(text)) {
      this.#collector.reportAt("murphi/duplicate-name", `expected a new name, found \`${text}\` again`, span);
    } else this.#meanings.set(text, meaning);
  }

  /** Leaves a name without a meaning, since its declaration has an error. Its uses are not reported. */
  refuse(name: string): void {
    if (!this.#meanings.has(name)) this.#refused.add(name);
  }

  #isRefused(name: string): boolean {
    return this.#refused.has(name) || (this.#outer !== undefined && this.#outer.#isRefused(name));
  }

  bind(name: string, meaning: Meaning): void {
    this.#meanings.set(name, meaning);
  }

  find(name: string): Meaning | undefined {
    return this.#meanings.get(name) ?? this.#outer?.find(name);
  }

  /** The meaning of a name that must be one of these. */
  get<K extends Meaning["kind"]>(
    name: string,
    span: Span,
    what: string,
    ...kinds: readonly K[]
  ): Meaning & { kind: K } {
    const meaning = this.find(name);
    if (meaning && (kinds as readonly string[]).includes(meaning.kind)) return meaning as Meaning & { kind: K };
    if (!meaning && this.#isRefused(name)) throw new Refused();
    const found = meaning
      ? `\`${name}\`, which is ${kindWords[meaning.kind]}`
      : `\`${name}\`${didYouMean(name, [...this.names(...kinds), ...wordsLike(kinds)])}`;
    this.#collector.reportAt(
      meaning ? "murphi/wrong-name" : "murphi/unknown-name",
      `expected ${what}, found ${found}`,
      span,
    );
    throw new Refused();
  }

  /** All names of these kinds. */
  *names(...kinds: readonly string[]): Iterable<string> {
    for (const [name, { kind }] of this.#meanings) if (kinds.includes(kind)) yield name;
    if (this.#outer) yield* this.#outer.names(...kinds);
  }
}
