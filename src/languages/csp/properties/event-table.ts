/**
 * Numbers of the events of one or more systems, for refinement: the same event has the same number in all of them.
 *
 * Events of one name have numbers in the order of their parts, like elements of an array over all values that occur. So
 * the number of an event is a sum, and no step has to list the events that it may be.
 */

import { binary, conditional, integer, literalOf, variable } from "../../../model/build.ts";
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

/** The most numbers of events. */
const mostEvents = 10_000;

interface Family {
  readonly name: string;
  readonly isBool: readonly boolean[];
  readonly low: number[];
  readonly high: number[];
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
    const { low, high } = getOrAdd(this.#families, keyOf(found), () => ({
      name: found.name,
      isBool: found.parts.map(({ isBool }) => isBool),
      low: found.parts.map(() => Infinity),
      high: found.parts.map(() => -Infinity),
      offset: 0,
    }));
    found.parts.forEach(({ e, isBool }, k) => {
      const set = isBool ? truth : rangeOf(e);
      if (isEmpty(set)) return;
      low[k] = Math.min(low[k]!, set.low);
      high[k] = Math.max(high[k]!, set.high);
    });
  }

  /**
   * Numbers the events, after all are added.
   *
   * @throws Unsupported if there are too many
   */
  number(variableName: string, span: Span): Events {
    this.#names = ["none", "tau"];
    for (const family of this.#families.values()) {
      family.offset = this.#names.length;
      // A step that never happens may have no value.
      family.low.forEach((low, k) => low > family.high[k]! && (family.low[k] = family.high[k] = 0));
      const sizes = family.low.map((low, k) => family.high[k]! - low + 1);
      const size = sizes.reduce((product, each) => product * each, 1);
      if (this.#names.length + size > mostEvents) {
        const text = occurrenceText(
          family.name,
          family.low.map(() => "x"),
        ).join("");
        throw new Unsupported(`the values of \`${text}\` are too many: give them a range`, span);
      }
      for (let i = 0; i < size; i++) this.#names.push(nameOf(family, sizes, i));
    }
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

  record({ label }: Recordable): Statement {
    return { kind: "assign", target: variable(this.#events.variable), value: this.#table.numberOf(label) };
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
