/**
 * The action of a symmetry on terms, conditions and effects.
 *
 * The image of a term f under a symmetry p is the term g with g(p(s)) = f(s) for all states s. On tables the action is
 * exact: rows are mapped like the values of their slots. On other terms it renames slots and acts on the inner tables.
 * Slots that no table can hold keep their values under every well-formed symmetry, so this is exact as well. A value
 * that an update writes is mapped like the values of the written slot. If that is not the identity, the update must be
 * a table or a choice between tables, or has no image here.
 *
 * The image of a term is computed once per symmetry. A term without moved slots is its own image. An image costs as
 * many steps as its tables have rows.
 */

import { look } from "../../util/limits.ts";
import type { Symmetry } from "../symmetry.ts";
import type { Ranges } from "./cells.ts";
import type { Condition } from "./condition.ts";
import type { GroundEffect } from "./ground.ts";
import { branchesOf } from "./operators.ts";
import type { Branch, Terms } from "./operators.ts";
import type { Table, Term, Values } from "./term.ts";

export class Action {
  /** The slots that move, or whose values change. */
  readonly moved: ReadonlySet<number>;
  readonly #terms: Terms;
  readonly #symmetry: Symmetry;
  /** The mapping of the values of each slot, without fixed values. */
  readonly #changes: ReadonlyMap<number, ReadonlyMap<number, number>>;
  readonly #images = new Map<Term, Term>();

  /** `ranges` are all values of all slots. The action of a symmetry on other values does not matter. */
  constructor(terms: Terms, symmetry: Symmetry, ranges: Ranges) {
    this.#terms = terms;
    this.#symmetry = symmetry;
    const changes = new Map<number, Map<number, number>>();
    for (const [slot, map] of symmetry.values) {
      const possible = new Set(ranges.valuesOf(slot) ?? map.keys());
      const changed = [...map].filter(([value, image]) => value !== image && possible.has(value));
      if (changed.length > 0) changes.set(slot, new Map(changed));
    }
    this.#changes = changes;
    const moved = new Set(changes.keys());
    symmetry.slots.forEach((to, from) => to !== from && moved.add(from));
    this.moved = moved;
  }

  slot(slot: number): number {
    return this.#symmetry.slots[slot]!;
  }

  value(slot: number, value: number): number {
    return this.#changes.get(slot)?.get(value) ?? value;
  }

  changesValues(slot: number): boolean {
    return this.#changes.has(slot);
  }

  values(slot: number, values: Values): Values {
    if (!this.#changes.has(slot)) return values;
    return this.#terms.values(values.list.map((value) => this.value(slot, value)).sort((a, b) => a - b));
  }

  term(term: Term): Term {
    if (!term.slots.some((slot) => this.moved.has(slot))) return term;
    let image = this.#images.get(term);
    if (!image) this.#images.set(term, (image = this.#compute(term)));
    return image;
  }

  condition({ where, rest }: Condition): Condition {
    return { where: this.#restrictions(where), rest: this.term(rest) };
  }

  /** `undefined` if the action on an update is not known. */
  effect({ guard, guardError, error, failed, updates }: GroundEffect): GroundEffect | undefined {
    const written = new Map<number, Term>();
    for (const [slot, term] of updates) {
      look();
      const image = this.#outcomes(slot, this.term(term));
      if (!image) return undefined;
      written.set(this.slot(slot), image);
    }
    return {
      guard: this.condition(guard),
      guardError: this.term(guardError),
      error: this.term(error),
      failed: this.term(failed),
      updates: written,
    };
  }

  #restrictions(where: ReadonlyMap<number, Values>): ReadonlyMap<number, Values> {
    return new Map(Array.from(where, ([slot, values]) => [this.slot(slot), this.values(slot, values)]));
  }

  #compute(term: Term): Term {
    const terms = this.#terms;
    if (term.kind === "table") return this.#table(term);
    if (term.kind === "slot") return terms.slot(this.slot(term.slots[0]!), undefined, term.low, term.high);
    const args = term.args.map((arg) => this.term(arg));
    switch (term.op) {
      case "and":
        return terms.and(args);
      case "not":
        return terms.not(args[0]!);
      case "+":
        return terms.sum(args);
      case "*":
        return terms.product(args[0]!, args[1]!);
      case "/":
        return terms.quotient(args[0]!, args[1]!);
      case "%":
        return terms.remainder(args[0]!, args[1]!);
      case "==":
        return terms.equal(args[0]!, args[1]!);
      case "<":
        return terms.less(args[0]!, args[1]!);
      case "case":
        return terms.cases(branchesOf(term).map(([test, value]): Branch => [this.term(test), this.term(value)]));
    }
  }

  #table({ slots, domains, outcomes, hash }: Table): Table {
    const inOrder = slots.every((slot, k) => k === 0 || this.slot(slots[k - 1]!) < this.slot(slot));
    if (inOrder && !slots.some((slot) => this.changesValues(slot))) {
      const renamed = slots.map((slot) => this.slot(slot));
      return this.#terms.interned(renamed, domains, outcomes, hash);
    }
    const order = slots.map((_, k) => k).sort((a, b) => this.slot(slots[a]!) - this.slot(slots[b]!));
    const images = slots.map((slot, k) => this.values(slot, domains[k]!));
    /** For each slot and value, the offset of its rows in the image. */
    const offsets: number[][] = slots.map(() => []);
    let stride = 1;
    for (const k of order.toReversed()) {
      const place = new Map(images[k]!.list.map((value, i) => [value, i]));
      offsets[k] = domains[k]!.list.map((value) => place.get(this.value(slots[k]!, value))! * stride);
      stride *= domains[k]!.list.length;
    }
    const result = new Array<number>(outcomes.length).fill(0);
    let row = 0;
    const visit = (k: number, at: number): void => {
      if (k === slots.length) result[at] = outcomes[row++]!;
      else for (const offset of offsets[k]!) visit(k + 1, at + offset);
    };
    visit(0, 0);
    this.#terms.spend(result.length);
    return this.#terms.interned(
      order.map((k) => this.slot(slots[k]!)),
      order.map((k) => images[k]!),
      result,
    );
  }

  /** A term whose outcomes are mapped like the values of a slot. */
  #outcomes(slot: number, term: Term): Term | undefined {
    if (!this.changesValues(slot)) return term;
    if (term.kind === "table") return this.#terms.combine([term], ([value]) => this.value(slot, value!));
    if (term.kind !== "operation" || term.op !== "case") return undefined;
    const branches: Branch[] = [];
    for (const [test, value] of branchesOf(term)) {
      const image = this.#outcomes(slot, value);
      if (!image) return undefined;
      branches.push([test, image]);
    }
    return this.#terms.cases(branches);
  }
}
