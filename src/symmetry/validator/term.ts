/**
 * Terms: total functions from states to integers. They are shared, so that equal terms have equal numbers.
 *
 * A function of few values is a table: one outcome for each combination of values of its slots, without the slots that
 * make no difference. Two tables are the same function if and only if they are the same object. A function of too many
 * combinations is an operation on smaller terms (`operators.ts`), or a slot with too many values to list. Equal numbers
 * always mean equal functions. Different numbers may also mean equal functions.
 *
 * A table has lists of the values it ranges over, so that a term can be restricted to some values of a slot. Terms over
 * different values of one slot are never combined.
 *
 * Building a table takes time in its rows times its slots. `workLimit` bounds the rows computed for one question, and
 * counts operations as rows.
 */

import { InternalError } from "../../util/internal-error.ts";
import { look } from "../../util/limits.ts";

/** A list of values that a slot ranges over, ascending. Equal lists are one object. */
export interface Values {
  readonly id: number;
  readonly list: readonly number[];
}

interface Common {
  readonly id: number;
  /** The slots that the term depends on, ascending. */
  readonly slots: readonly number[];
  /** The range of each slot; `undefined` if it has too many values to list. */
  readonly domains: readonly (Values | undefined)[];
  /** The bounds of the outcomes. */
  readonly low: number;
  readonly high: number;
}

export interface Table extends Common {
  readonly kind: "table";
  /** One outcome per combination of values, the last slot varying fastest. */
  readonly outcomes: readonly number[];
  /** The hash of the outcomes. */
  readonly hash: number;
}

/** The value of a slot that has too many of them for tables. */
export interface WholeSlot extends Common {
  readonly kind: "slot";
}

/**
 * `and`, `not`, `==` and `<` yield 0 or 1. The arguments of `case` alternate between conditions, exactly one of which
 * holds in every state, and values. The arguments of `and`, `+`, `*`, `==` and `case` are in the order of their
 * numbers.
 */
export type Operator = "+" | "*" | "/" | "%" | "==" | "<" | "and" | "not" | "case";

export interface Operation extends Common {
  readonly kind: "operation";
  readonly op: Operator;
  readonly args: readonly Term[];
}

export type Term = Table | WholeSlot | Operation;

/** The cost of an argument of an operation, in rows of tables. */
const operationCost = 30;

/** The work limit was reached. */
export class WorkLimitError extends Error {}

export class TermStore {
  readonly tableLimit: number;
  readonly #workLimit: number;
  #work = 0;
  #nextId = 0;
  readonly #values = new Map<string, Values>();
  readonly #tables = new Map<number, Table[]>();
  readonly #others = new Map<string, WholeSlot | Operation>();

  constructor(tableLimit: number, workLimit: number) {
    this.tableLimit = tableLimit;
    this.#workLimit = workLimit;
  }

  /** Resets the work counter, so that the full amount is available again. */
  allowWork(): void {
    this.#work = 0;
  }

  /** Counts work, and throws if it exceeds the limit. */
  spend(work: number): void {
    look(1 + (work >> 4));
    this.#work += work;
    if (this.#work > this.#workLimit) throw new WorkLimitError();
  }

  /** `list` is ascending and without duplicates. */
  values(list: readonly number[]): Values {
    const key = list.join();
    let values = this.#values.get(key);
    if (!values) this.#values.set(key, (values = { id: this.#values.size, list }));
    return values;
  }

  constant(value: number): Table {
    return this.interned([], [], [value]);
  }

  /** The value of a slot that ranges over `values`, or over `low..high` if there are too many to list. */
  slot(slot: number, values: Values | undefined, low: number, high: number): Term {
    if (values) return this.table([slot], [values], values.list);
    return this.#other(`slot ${slot}`, (id) => ({ kind: "slot", id, slots: [slot], domains: [values], low, high }));
  }

  operation(op: Operator, args: readonly Term[], low: number, high: number): Operation {
    this.spend(operationCost * (args.length + 1));
    const key = `${op} ${args.map(({ id }) => id).join()}`;
    const make = (id: number): Operation => ({ ...supportOf(args), kind: "operation", id, op, args, low, high });
    return this.#other(key, make) as Operation;
  }

  /** The table with these outcomes. Slots without influence are left out. */
  table(slots: readonly number[], domains: readonly (Values | undefined)[], outcomes: readonly number[]): Table {
    this.spend(outcomes.length);
    let inner = 1;
    for (let k = slots.length - 1; k >= 0; k--) {
      const size = domains[k]!.list.length;
      if (dependsOn(outcomes, inner, size)) inner *= size;
      else {
        outcomes = projection(outcomes, inner, size);
        slots = slots.toSpliced(k, 1);
        domains = domains.toSpliced(k, 1);
      }
    }
    return this.interned(slots, domains, outcomes);
  }

  /** The table of a function of tables. Their combined rows must not exceed the limit: check with `isSmall`. */
  combine(args: readonly Table[], compute: (values: readonly number[]) => number): Table {
    if (args.length === 1) {
      const [{ slots, domains, outcomes }] = args as readonly [Table];
      const value = [0];
      return this.table(
        slots,
        domains,
        outcomes.map((outcome) => {
          value[0] = outcome;
          return compute(value);
        }),
      );
    }
    const { slots, domains } = supportOf(args);
    const sizes = domains.map((values) => values!.list.length);
    const rows = sizes.reduce((product, size) => product * size, 1);
    this.spend(rows);
    const steps = slots.map((slot) => args.map((arg) => strideOf(arg, slot)));
    const digits = sizes.map(() => 0);
    const at = args.map(() => 0);
    const values = args.map(({ outcomes }) => outcomes[0]!);
    const outcomes: number[] = [];
    for (let row = 0; ;) {
      outcomes.push(compute(values));
      if (++row === rows) break;
      for (let k = sizes.length - 1; ; k--) {
        const turn = ++digits[k]! === sizes[k]! ? 1 - sizes[k]! : 1;
        const step = steps[k]!;
        for (let a = 0; a < args.length; a++) {
          if (step[a] === 0) continue;
          at[a]! += step[a]! * turn;
          values[a] = args[a]!.outcomes[at[a]!]!;
        }
        if (turn === 1) break;
        digits[k] = 0;
      }
    }
    return this.table(slots, domains, outcomes);
  }

  /** Whether the terms together are small enough for a table. */
  isSmall(args: readonly Term[]): args is readonly Table[] {
    if (!args.every(({ kind }) => kind === "table")) return false;
    if (args.length === 1) return true;
    const seen = new Set<number>();
    let rows = 1;
    for (const { slots, domains } of args) {
      for (let k = 0; k < slots.length; k++) {
        if (seen.has(slots[k]!)) continue;
        seen.add(slots[k]!);
        rows *= domains[k]!.list.length;
        if (rows > this.tableLimit) return false;
      }
    }
    return true;
  }

  /** The table with these outcomes, in which all slots have influence. */
  interned(
    slots: readonly number[],
    domains: readonly (Values | undefined)[],
    outcomes: readonly number[],
    hash: number = outcomes.reduce(mix, 0),
  ): Table {
    let key = hash;
    for (let k = 0; k < slots.length; k++) key = mix(mix(key, slots[k]!), domains[k]!.id);
    let bucket = this.#tables.get(key);
    if (!bucket) this.#tables.set(key, (bucket = []));
    for (const table of bucket) {
      if (same(table.slots, slots) && same(table.domains, domains) && same(table.outcomes, outcomes)) return table;
    }
    const low = outcomes.reduce((least, outcome) => Math.min(least, outcome), Infinity);
    const high = outcomes.reduce((most, outcome) => Math.max(most, outcome), -Infinity);
    const table: Table = { kind: "table", id: this.#nextId++, slots, domains, outcomes, hash, low, high };
    bucket.push(table);
    return table;
  }

  #other(key: string, make: (id: number) => WholeSlot | Operation): WholeSlot | Operation {
    this.spend(1);
    let term = this.#others.get(key);
    if (!term) this.#others.set(key, (term = make(this.#nextId++)));
    return term;
  }
}

/** The value of a term that is the same everywhere. */
export function constantOf(term: Term): number | undefined {
  return term.kind === "table" && term.slots.length === 0 ? term.outcomes[0] : undefined;
}

/** The slots of several terms together. */
function supportOf(args: readonly Term[]): Pick<Common, "slots" | "domains"> {
  if (args.length === 1) return { slots: args[0]!.slots, domains: args[0]!.domains };
  const found = new Map<number, Values | undefined>();
  for (const { slots, domains } of args) {
    slots.forEach((slot, k) => {
      if (found.has(slot) && found.get(slot) !== domains[k]) throw new InternalError("a slot with two domains");
      found.set(slot, domains[k]);
    });
  }
  const slots = [...found.keys()].sort((a, b) => a - b);
  return { slots, domains: slots.map((slot) => found.get(slot)) };
}

/** The distance between rows whose values of the slot are neighbors; 0 if the table does not depend on it. */
function strideOf({ slots, domains }: Table, slot: number): number {
  const at = slots.indexOf(slot);
  if (at < 0) return 0;
  let stride = 1;
  for (let k = at + 1; k < slots.length; k++) stride *= domains[k]!.list.length;
  return stride;
}

/** Whether the slot with `size` values, and `inner` rows for each, makes a difference. */
function dependsOn(outcomes: readonly number[], inner: number, size: number): boolean {
  const block = inner * size;
  for (let start = 0; start < outcomes.length; start += block) {
    for (let row = start + inner; row < start + block; row++) if (outcomes[row] !== outcomes[row - inner]) return true;
  }
  return false;
}

/** The rows in which the slot has its first value. */
function projection(outcomes: readonly number[], inner: number, size: number): number[] {
  return outcomes.filter((_, row) => row % (inner * size) < inner);
}

function mix(hash: number, value: number): number {
  return (Math.imul(hash ^ value, 0x01000193) + (hash >>> 15)) | 0;
}

function same<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((item, i) => item === b[i]));
}
