/**
 * The ranges of the data of components and of the fields of messages: a fixed point over all assignments.
 *
 * Guards are ignored, so a value that is incremented without limit takes the default range. The engine infers narrower
 * domains by itself.
 */

import { initialValuesIn } from "../../../model/initial-values.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { highOf, lowOf } from "../../../model/slots.ts";
import { rootOf, visitStatements } from "../../../model/traverse.ts";
import { applyBinary, constant, empty, interval, isEmpty, restrict, truth, union } from "../../../model/value-set.ts";
import type { ValueSet } from "../../../model/value-set.ts";
import { slotName } from "../composition/explore.ts";
import type { Arrival, Unit } from "../composition/explore.ts";
import type { SystemStep } from "../composition/system-steps.ts";
import { collectionBound } from "../names/globals.ts";
import type { Globals } from "../names/globals.ts";

const roundLimit = 40;

export class Ranges {
  readonly #g: Globals;
  readonly #sets = new Map<string, ValueSet>();
  #grown = false;
  #widen = false;

  constructor(g: Globals, start: Arrival, steps: readonly SystemStep[]) {
    this.#g = g;
    for (const symbol of g.symbols.values()) {
      if (symbol.kind !== "variable") continue;
      const { name, type, initial, element } = symbol;
      const add = (set: ValueSet): unknown => this.#sets.set(name, union(this.#sets.get(name) ?? empty, set));
      for (const value of initialValuesIn(type, initial)) {
        add(value === undefined ? interval(lowOf(element), highOf(element)) : constant(value));
      }
    }
    for (let round = 0; this.#grows(start, steps, round); round++);
  }

  slot(unit: Unit, slot: string): ValueSet {
    return this.#sets.get(slotName(unit, slot)) ?? constant(0);
  }

  /** The values of an expression in terms of the state before a step. */
  of(e: Expression): ValueSet {
    return this.#set(e);
  }

  field(channel: string, k: number): ValueSet {
    return this.#sets.get(`${channel}.${k}`) ?? constant(0);
  }

  /** One round. Returns whether some range has grown. */
  #grows(start: Arrival, steps: readonly SystemStep[], round: number): boolean {
    this.#grown = false;
    this.#widen = round >= roundLimit;
    this.#arrival(start);
    for (const { before, after, moves } of steps) {
      this.#statements(before);
      for (const { arrival } of moves) this.#arrival(arrival);
      this.#statements(after);
    }
    return this.#grown;
  }

  #arrival({ unit, values, children }: Arrival): void {
    for (const [slot, value] of values) this.#join(slotName(unit, slot), this.#set(value));
    for (const child of children ?? []) this.#arrival(child);
  }

  #statements(statements: readonly Statement[]): void {
    visitStatements(statements, (s) => {
      if (s.kind === "assign") this.#join(rootOf(s.target).name, this.#set(s.value));
      else if (s.kind === "local") this.#join(s.name, this.#set(s.value));
      else if (s.kind === "push") {
        const values = s.value.kind === "aggregate" ? s.value.items : [s.value];
        values.forEach((value, k) => this.#join(`${rootOf(s.queue).name}.${k}`, this.#set(value)));
      }
    });
  }

  #join(name: string, set: ValueSet): void {
    const known = this.#sets.get(name) ?? empty;
    const symbol = this.#g.symbols.get(name);
    const element = symbol?.kind === "variable" ? symbol.element : undefined;
    const [low, high] = element?.kind === "range" ? [element.low, element.high] : [this.#g.low, this.#g.high];
    let joined = union(known, restrict(set, low, high));
    if (joined.low === known.low && joined.high === known.high && joined.values?.length === known.values?.length) {
      return;
    }
    if (this.#widen && !isEmpty(known)) joined = interval(low, high);
    this.#sets.set(name, joined);
    this.#grown = true;
  }

  #set(e: Expression): ValueSet {
    switch (e.kind) {
      case "integer":
        return constant(e.value);
      case "boolean":
        return constant(Number(e.value));
      case "variable":
      case "local":
        return this.#sets.get(e.name) ?? empty;
      case "field":
        return this.#sets.get(`${rootOf(e).name}.${e.field}`) ?? empty;
      case "index": {
        const { name } = rootOf(e);
        return this.#g.channel(name) || this.#g.collection(name)
          ? (this.#sets.get(`${name}.0`) ?? empty)
          : (this.#sets.get(name) ?? empty);
      }
      case "unary":
        return e.op === "!" ? truth : applyBinary("-", constant(0), this.#set(e.operand));
      case "binary": {
        if (e.op === "&&" || e.op === "||" || e.op === "->") return truth;
        return applyBinary(e.op, this.#set(e.left), this.#set(e.right));
      }
      case "conditional":
        return union(this.#set(e.then), this.#set(e.else));
      case "queue":
        return e.op === "len" ? interval(0, this.#g.channel(rootOf(e.queue).name)?.capacity ?? collectionBound) : truth;
      default:
        return interval(this.#g.low, this.#g.high);
    }
  }
}
