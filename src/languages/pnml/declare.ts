/**
 * The declarations of a symmetric net: sorts, colors, partitions and variables, by id. They may come in any order, and
 * after their uses.
 */

import type { Collector } from "../../syntax/collector.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import { Refused, attempt } from "../../syntax/refused.ts";
import { sizeLimit } from "../petri/petri-net.ts";
import type { Element, Range } from "./document.ts";
import { boolSort, dotSort, productSort, rangeSort, widthOf } from "./sorts.ts";
import type { Sort } from "./sorts.ts";

export interface Variable {
  readonly number: number;
  readonly name: string;
  readonly sort: Sort;
}

export interface Partition {
  /** The partitioned sort. */
  readonly of: Sort;
  /** The sort whose colors are the elements of the partition. */
  readonly sort: Sort;
  /** For each color, its element of the partition. */
  readonly table: readonly number[];
}

/** The most basic sorts in a product: nested products could otherwise grow without limit in a short text. */
const widthLimit = 100;

/** An integer in an attribute: an optional sign and at most nine digits. */
const integer = /^[-+]?\d{1,9}$/;

export class Declarations {
  readonly collector: Collector;
  readonly #sorts = new Map<string, Sort>();
  readonly #sortElements = new Map<string, Element>();
  /** The sorts whose declarations are being resolved. */
  readonly #busy = new Set<string>();
  readonly colors: Map<string, { readonly sort: Sort; readonly color: number }> = new Map();
  readonly variables: Map<string, Variable> = new Map();
  readonly partitions: Map<string, Partition> = new Map();
  readonly #ids = new Set<string>();

  constructor(collector: Collector, elements: readonly Element[]) {
    this.collector = collector;
    const all = elements.flatMap(({ children }) => children);
    for (const element of all) this.#register(element);
    const kept = (name: string): Element[] => all.filter((element) => element.name === name);
    for (const element of kept("namedsort")) {
      const { id } = element.attributes;
      if (id !== undefined) attempt(() => this.#named(id, element));
    }
    for (const element of kept("partition")) attempt(() => this.#partition(element));
    for (const element of kept("variabledecl")) {
      attempt(() => {
        const { id, name = id } = element.attributes;
        const sort = this.sort(this.only(element));
        if (id === undefined) return;
        this.variables.set(id, { number: this.variables.size, name: name!, sort });
      });
    }
  }

  /** The sort of an element. If there is none, reports an error and throws `Refused`. */
  sort(element: Element): Sort {
    switch (element.name) {
      case "dot":
        return dotSort;
      case "bool":
        return boolSort;
      case "usersort":
        return this.#named(this.attribute(element, "declaration"), element);
      case "finiteintrange":
        return this.#range(element);
      case "productsort": {
        if (element.children.length === 0) {
          this.refuse("empty-sort", "expected the parts of a product, found none", element);
        }
        const parts = element.children.map((child) => this.sort(child));
        if (widthOf(parts) > widthLimit) {
          this.refuse("too-large", `expected a product of at most ${widthLimit} basic sorts, found more`, element);
        }
        const sort = productSort(parts);
        this.#checkSize(sort.size, element);
        return sort;
      }
      case "finiteenumeration":
      case "cyclicenumeration":
        return this.refuse(
          "anonymous-enumeration",
          "expected an enumeration in a `namedsort`, found one without a name",
          element,
        );
      default:
        return this.refuse(
          "unsupported-sort",
          `expected a sort, found \`${element.name}\`, which is not read`,
          element,
        );
    }
  }

  attribute(element: Element, name: string): string {
    const value = element.attributes[name]?.trim();
    if (value) return value;
    const message = `expected the attribute \`${name}\` of \`${element.name}\`, found none`;
    return this.refuse("missing-attribute", message, element);
  }

  /** An integer within 30 bits. */
  integer(element: Element, name: string): number {
    const text = this.attribute(element, name);
    if (integer.test(text)) return Number(text);
    const message = `expected a whole number of at most nine digits for \`${name}\`, found \`${text.slice(0, 40)}\``;
    return this.refuse("malformed-number", message, element);
  }

  /** The only child of an element. */
  only(element: Element): Element {
    const [child, another] = element.children;
    if (child && !another) return child;
    const found = child ? String(element.children.length) : "none";
    return this.refuse("wrong-arity", `expected one element in \`${element.name}\`, found ${found}`, element);
  }

  report(code: string, message: string, { start, end }: Range): void {
    this.collector.report(`pnml/${code}`, message, start, end);
  }

  refuse(code: string, message: string, place: Range): never {
    this.report(code, message, place);
    throw new Refused();
  }

  /** Refuses an undeclared name. */
  undeclared(what: string, id: string, candidates: Iterable<string>, place: Range): never {
    const hint = didYouMean(id, candidates);
    const message = `expected the id of a ${what}, but \`${id}\` is declared nowhere as one${hint}`;
    return this.refuse(`undeclared-${what}`, message, place);
  }

  #register(element: Element): void {
    switch (element.name) {
      case "namedsort":
      case "variabledecl":
      case "partition": {
        const id = element.attributes["id"]?.trim();
        if (!id) {
          this.report("missing-attribute", `expected the attribute \`id\` of \`${element.name}\`, found none`, element);
        } else if (this.#isNew(id, element) && element.name === "namedsort") this.#sortElements.set(id, element);
        return;
      }
      default:
        this.report("unsupported-declaration", `found the declaration \`${element.name}\`, which is not read`, element);
    }
  }

  #isNew(id: string, place: Range): boolean {
    if (!this.#ids.has(id)) return Boolean(this.#ids.add(id));
    this.report("duplicate-id", `expected an id of its own, found \`${id}\` for the second time`, place);
    return false;
  }

  #named(id: string, place: Range): Sort {
    const known = this.#sorts.get(id);
    if (known) return known;
    const element = this.#sortElements.get(id);
    // Some files of the Model Checking Contest use the sort of dots without declaring it.
    if (!element && id === "dot") return dotSort;
    if (!element && id === "bool") return boolSort;
    if (!element) return this.undeclared("sort", id, this.#sortElements.keys(), place);
    if (this.#busy.has(id)) {
      return this.refuse("circular-sort", `expected a sort that is made of others, found \`${id}\` in itself`, element);
    }
    this.#busy.add(id);
    try {
      const definition = this.only(element);
      const name = nameOf(element) ?? id;
      const isEnumeration = definition.name === "cyclicenumeration" || definition.name === "finiteenumeration";
      const sort = isEnumeration ? this.#enumeration(id, name, definition) : { ...this.sort(definition), name };
      this.#sorts.set(id, sort);
      return sort;
    } finally {
      this.#busy.delete(id);
    }
  }

  #enumeration(id: string, name: string, element: Element): Sort {
    const { children } = element;
    if (children.length === 0) this.refuse("empty-sort", `expected the colors of \`${name}\`, found none`, element);
    this.#checkSize(children.length, element);
    const labels = children.map((child) => {
      if (child.name !== "feconstant") {
        this.refuse("unsupported-sort", `expected \`feconstant\`, found \`${child.name}\``, child);
      }
      return nameOf(child) ?? this.attribute(child, "id");
    });
    const kind = element.name === "cyclicenumeration" ? "cyclic" : "enumeration";
    const sort: Sort = { kind, name, key: `#${id}`, size: labels.length, labels };
    children.forEach((child, color) => {
      const constant = this.attribute(child, "id");
      if (this.#isNew(constant, child)) this.colors.set(constant, { sort, color });
    });
    return sort;
  }

  #range(element: Element): Sort {
    const [low, high] = [this.integer(element, "start"), this.integer(element, "end")];
    if (low > high) this.refuse("empty-sort", `expected a range that is not empty, found ${low}..${high}`, element);
    this.#checkSize(high - low + 1, element);
    return rangeSort(low, high);
  }

  #partition(element: Element): void {
    const id = this.attribute(element, "id");
    const [first, ...rest] = element.children;
    if (!first || rest.length === 0) {
      this.refuse("wrong-arity", "expected a sort and the elements of the partition, found less", element);
    }
    const of = this.sort(first);
    const table = new Array<number>(of.size).fill(-1);
    const labels = rest.map((part, number) => {
      if (part.name !== "partitionelement") {
        this.refuse("unsupported-sort", `expected \`partitionelement\`, found \`${part.name}\``, part);
      }
      for (const child of part.children) {
        const color = this.#constant(child, of);
        if (table[color] !== -1) {
          this.refuse("overlapping-partition", "expected a color that is in no other element, found it twice", child);
        }
        table[color] = number;
      }
      return nameOf(part) ?? this.attribute(part, "id");
    });
    if (table.includes(-1)) {
      const missing = of.labels?.[table.indexOf(-1)] ?? String((of.low ?? 0) + table.indexOf(-1));
      const message = `expected all colors of \`${of.name}\` in some element, but \`${missing}\` is in none`;
      this.refuse("incomplete-partition", message, element);
    }
    const name = nameOf(element) ?? id;
    const sort: Sort = { kind: "partition", name, key: `#${id}`, size: rest.length, labels };
    rest.forEach((part, color) => {
      const constant = this.attribute(part, "id");
      if (this.#isNew(constant, part)) this.colors.set(constant, { sort, color });
    });
    this.partitions.set(id, { of, sort, table });
  }

  /** A color in a partition. */
  #constant(element: Element, of: Sort): number {
    if (element.name === "finiteintrangeconstant" && of.kind === "range") {
      const color = this.integer(element, "value") - of.low!;
      if (color >= 0 && color < of.size) return color;
    } else if (element.name === "useroperator") {
      const found = this.colors.get(this.attribute(element, "declaration"));
      if (found?.sort.key === of.key) return found.color;
    }
    return this.refuse("sort-mismatch", `expected a color of \`${of.name}\``, element);
  }

  #checkSize(size: number, place: Range): void {
    if (size > sizeLimit) {
      this.refuse("too-large", `expected a sort of at most ${sizeLimit} colors, found ${size}`, place);
    }
  }
}

function nameOf({ attributes }: Element): string | undefined {
  const name = attributes["name"]?.trim();
  return name === "" ? undefined : name;
}
