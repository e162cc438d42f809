/**
 * Numbers of the events of one or more systems, for refinement: the same event has the same number in all of them.
 *
 * Events of one name have numbers in the order of their parts, like elements of an array over all values that occur. So
 * the number of an event is a sum, and no step has to list the events that it may be.
 *
 * An integer without a range has too many values for that. Then numbers are for a window of values, and a step with a
 * value outside of it ends the check, undecided.
 */

import { any, binary, conditional, integer, literalOf, variable } from "../../../model/build.ts";
import { invisible } from "../../../model/model.ts";
import type { Events, Expression, Statement, Variable } from "../../../model/model.ts";
import { isEmpty, truth } from "../../../model/value-set.ts";
import type { ValueSet } from "../../../model/value-set.ts";
import { Unsupported } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { occurrenceOf, occurrenceText } from "../processes/label.ts";
import type { Label, Occurrence } from "../processes/label.ts";
import type { Observer, Recordable } from "./recorder.ts";

/** The most numbers of events, and the most for events of one name if they have too many values. */
const mostEvents = 10_000;
const mostInWindows = 2048;

/** The fewest values of a part in a window, and the most that are taken for a list, not for a range. */
const leastWindow = 16;
const mostListed = 64;

interface Family {
  readonly name: string;
  readonly isBool: readonly boolean[];
  readonly low: number[];
  readonly high: number[];
  /** The bounds of what is surely needed: constants, and values with a small range. */
  readonly known: { low: number; high: number }[];
  /** The parts of which only a window of values has numbers. */
  readonly windows: Set<number>;
  /** The number of the first event. */
  offset: number;
}

export class EventTable {
  readonly #families = new Map<string, Family>();
  #names: string[] = [];

  /** Adds the events that a step with this label may have. `rangeOf` knows the values of expressions. */
  add(label: Label, rangeOf: (e: Expression) => ValueSet): void {
    const found = occurrenceOf(label);
    if (!found) return;
    const { low, high, known } = getOrAdd(this.#families, keyOf(found), () => ({
      name: found.name,
      isBool: found.parts.map(({ isBool }) => isBool),
      low: found.parts.map(() => Infinity),
      high: found.parts.map(() => -Infinity),
      known: found.parts.map(() => ({ low: 0, high: 0 })),
      windows: new Set<number>(),
      offset: 0,
    }));
    found.parts.forEach(({ e, isBool }, k) => {
      const set = isBool ? truth : rangeOf(e);
      if (isEmpty(set)) return;
      low[k] = Math.min(low[k]!, set.low);
      high[k] = Math.max(high[k]!, set.high);
      if (set.high - set.low >= mostListed) return;
      known[k] = { low: Math.min(known[k]!.low, set.low), high: Math.max(known[k]!.high, set.high) };
    });
  }

  /**
   * Numbers the events, after all are added.
   *
   * @throws Unsupported if there are too many
   */
  number(variableName: string, span: Span): Events {
    this.#names = ["none", "tau"];
    const families = [...this.#families.values()];
    families.forEach((family, i) => {
      family.offset = this.#names.length;
      // A step that never happens may have no value.
      family.low.forEach((low, k) => low > family.high[k]! && (family.low[k] = family.high[k] = 0));
      const room = mostEvents - this.#names.length;
      if (sizeOf(family) > room && !narrow(family, Math.min(mostInWindows, Math.floor(room / (families.length - i))))) {
        throw new Unsupported(`the values of \`${textOf(family)}\` are too many: give them a range`, span);
      }
      const sizes = sizesOf(family);
      const size = sizeOf(family);
      for (let n = 0; n < size; n++) this.#names.push(nameOf(family, sizes, n));
    });
    return { variable: variableName, names: this.#names };
  }

  /** The number of the event of a step, in the state before it. */
  numberOf(label: Label): Expression {
    const found = occurrenceOf(label);
    if (!found) return integer(invisible);
    const { low, high, offset } = this.#families.get(keyOf(found))!;
    let constant = offset;
    let stride = 1;
    const terms: Expression[] = [];
    for (let k = found.parts.length - 1; k >= 0; k--) {
      const { e, isBool } = found.parts[k]!;
      const value = literalOf(e);
      constant -= low[k]! * stride;
      if (value !== undefined) constant += value * stride;
      else {
        const number = isBool ? conditional(e, integer(1), integer(0)) : e;
        terms.unshift(stride === 1 ? number : binary("*", number, integer(stride)));
      }
      stride *= high[k]! - low[k]! + 1;
    }
    return terms.reduce((sum, term) => binary("+", sum, term), integer(constant));
  }

  /** Ends the check if a value is outside its window. */
  limitsOf(label: Label): Statement[] {
    const found = occurrenceOf(label);
    const family = found && this.#families.get(keyOf(found))!;
    if (!family || family.windows.size === 0) return [];
    const { low, high, windows } = family;
    return [...windows].flatMap((k): Statement[] => {
      const { e } = found.parts[k]!;
      if (literalOf(e) !== undefined) return [];
      const test = any([binary("<", e, integer(low[k]!)), binary(">", e, integer(high[k]!))]);
      const limit = `values of \`${textOf(family)}\` without a range may be between ${low[k]} and ${high[k]}`;
      return [{ kind: "while", test, bound: 0, limit, body: [] }];
    });
  }
}

function sizesOf({ low, high }: Family): number[] {
  return low.map((least, k) => high[k]! - least + 1);
}

function sizeOf(family: Family): number {
  return sizesOf(family).reduce((product, each) => product * each, 1);
}

function textOf({ name, low }: Family): string {
  return occurrenceText(
    name,
    low.map(() => "x"),
  ).join("");
}

/** Gives the parts with many values a window around what is needed. Returns whether there is room for that. */
function narrow({ low, high, known, windows }: Family, room: number): boolean {
  const isWide = (k: number): boolean => high[k]! - low[k]! >= mostListed;
  const wide = low.flatMap((_, k) => (isWide(k) ? [k] : []));
  const others = low.reduce((product, least, k) => (isWide(k) ? product : product * (high[k]! - least + 1)), 1);
  const size = Math.floor((room / others) ** (1 / Math.max(1, wide.length)));
  for (const k of wide) {
    const spare = size - (known[k]!.high - known[k]!.low + 1);
    if (size < leastWindow || spare < 0) return false;
    // Values are rarely negative.
    low[k] = Math.max(low[k]!, known[k]!.low - Math.floor(spare / 8));
    high[k] = Math.min(high[k]!, low[k] + size - 1);
    windows.add(k);
  }
  return wide.length > 0;
}

/** Sets the variable of events. */
export class EventRecorder implements Observer {
  readonly #events: Events;
  readonly #table: EventTable;

  constructor(events: Events, table: EventTable) {
    this.#events = events;
    this.#table = table;
  }

  get variable(): Variable {
    const { variable: name, names } = this.#events;
    const type = { kind: "range", low: 0, high: names.length - 1 } as const;
    return { name, type, initial: { kind: "value", value: 0 }, observer: true };
  }

  record({ label }: Recordable): Statement[] {
    return [
      ...this.#table.limitsOf(label),
      { kind: "assign", target: variable(this.#events.variable), value: this.#table.numberOf(label) },
    ];
  }

  /** No step follows the last one. */
  rest(): undefined {
    return undefined;
  }
}

function keyOf({ name, parts }: Occurrence): string {
  return `${name} ${parts.map(({ isBool }) => (isBool ? "bool" : "int")).join()}`;
}

function nameOf({ name, isBool, low }: Family, sizes: readonly number[], index: number): string {
  const values: string[] = [];
  let rest = index;
  for (let k = sizes.length - 1; k >= 0; k--) {
    const value = low[k]! + (rest % sizes[k]!);
    values.unshift(isBool[k] ? String(value === 1) : String(value));
    rest = Math.floor(rest / sizes[k]!);
  }
  return occurrenceText(name, values).join("");
}
