/**
 * The names of the program for traces: control states by the line and the events that come next, events with the values
 * of their parts. In the model control states are numbers, and the names of transitions have names where the text has.
 */

import type { PartNaming, StepNaming } from "../../../hints/naming.ts";
import { literalOf } from "../../../model/build.ts";
import type { Events, Expression } from "../../../model/model.ts";
import { positionAt } from "../../../syntax/source.ts";
import type { Place } from "../../../syntax/source.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import type { Unit } from "../composition/explore.ts";
import type { Representation } from "../composition/reach.ts";
import type { Globals } from "../names/globals.ts";
import { showExpression } from "../names/show.ts";
import { occurrenceOf, occurrenceText } from "../processes/label.ts";
import type { Step } from "../processes/step.ts";
import type { Declaration } from "../syntax/syntax-tree.ts";
import type { Placement } from "./variables.ts";

/** The most events that name a control state. */
const mostEvents = 3;

/** The longest text of an event or a message that is looked at. */
const longestEvent = 200;

/** A name of a step without the marks of names that are bound inside. */
export function plainName(name: string): string {
  return name.includes("%") ? name.replaceAll(/%(?:slot:|in:|arg:)?\d+:?/g, "") : name;
}

export class Names {
  readonly #g: Globals;
  /** The members of enumerations. */
  readonly #members: ReadonlySet<string>;

  constructor(g: Globals, declarations: readonly Declaration[]) {
    this.#g = g;
    const members = declarations.flatMap((node) => (node.kind === "enum" ? node.members : []));
    this.#members = new Set(members.map(({ text }) => text));
  }

  /** The names of control states, and of events in the variables of events. */
  control(
    placement: Placement,
    representations: ReadonlyMap<Unit, Representation>,
    events: readonly Events[] = [],
  ): Map<string, PartNaming> {
    const variables = new Map<string, Mutable>();
    for (const { variable, names } of events) variables.set(variable, { values: new Map(names.entries()) });
    for (const [unit, place] of placement.control) {
      const { values } = representations.get(unit)!;
      part(variables, place).values = new Map(values.map((value, i) => [i, this.#controlName(value)]));
    }
    return variables;
  }

  /**
   * The event or message of a step with its values, unless its name has them already. `resolve` replaces marks by
   * places.
   */
  step(step: Step, resolve: (e: Expression) => Expression): StepNaming | undefined {
    const occurrence = shownOccurrence(step);
    if (!occurrence) return undefined;
    // Most names have all values already, and there may be thousands of them.
    if (this.#members.size === 0 && occurrence.parts.every(({ e }) => literalOf(e) !== undefined)) return undefined;
    const shift = occurrence.name.includes("[]") ? 1 : 0;
    const values = occurrence.parts.map(({ e }, k) => {
      if (literalOf(e) === undefined) return resolve(e);
      return this.#memberAt(step.place, k - shift, e) ?? showExpression(e);
    });
    const text = occurrenceText(occurrence.name, values);
    const isPlain = text.every((each) => typeof each === "string");
    return isPlain && text.join("") === plainName(step.name) ? undefined : text;
  }

  /** `12 get.0.1`: the line of what comes next, and what it is. */
  #controlName(value: Representation["values"][number]): string {
    if (typeof value !== "object") return value;
    const { steps, residual, site } = value;
    const names = [...new Set(steps.map((step) => this.#textOf(step)))];
    if (names.length === 0) {
      if (site) return "running";
      return { stop: "Stop", skip: "Skip", terminated: "terminated" }[residual.kind as string] ?? "waiting";
    }
    const shown = names.slice(0, mostEvents).join(" | ");
    const { source, start } = this.#g.span(steps[0]!.place);
    return `${positionAt(source, start).line} ${shown}${names.length > mostEvents ? " | ..." : ""}`;
  }

  /** The name of a step, with members of enumerations instead of their numbers. */
  #textOf(step: Step): string {
    const name = plainName(step.name);
    if (this.#members.size === 0) return name;
    const [, head, rest] = /^([^.!?]*[.!?])(.*)$/s.exec(name) ?? [];
    const texts = rest?.split(".") ?? [];
    const { parts = [] } = shownOccurrence(step) ?? {};
    const shift = parts.length - texts.length;
    if (head === undefined || (shift !== 0 && shift !== 1)) return name;
    return head + texts.map((text, k) => this.#memberAt(step.place, k, parts[k + shift]!.e) ?? text).join(".");
  }

  /** The member of an enumeration that the text of an event or a message has as its k-th value, if it has this value. */
  #memberAt(place: Place, k: number, e: Expression): string | undefined {
    if (this.#members.size === 0) return undefined;
    const { source, start } = this.#g.span(place);
    const [, values = ""] = /^[^.!?{\n]*[.!?]([^{\s]*)/.exec(source.text.slice(start, start + longestEvent)) ?? [];
    const text = values.split(".")[k];
    if (text === undefined || !this.#members.has(text)) return undefined;
    const symbol = this.#g.symbols.get(text);
    return symbol?.kind === "constant" && symbol.value === literalOf(e) ? text : undefined;
  }
}

/** The event or message of a step; `undefined` if it is neither. */
function shownOccurrence({ label }: Step): ReturnType<typeof occurrenceOf> {
  return label.kind === "event" || label.kind === "own" ? occurrenceOf(label) : undefined;
}

interface Mutable extends PartNaming {
  values?: ReadonlyMap<number, string>;
  elements?: Map<number, Mutable>;
}

/** The entry of a place: a variable, or an element of an array of them. */
function part(variables: Map<string, Mutable>, place: Expression): Mutable {
  if (place.kind === "variable") return getOrAdd(variables, place.name, () => ({}));
  if (place.kind !== "index") throw new TypeError(`${place.kind} is not the place of a component`);
  const elements = (part(variables, place.base).elements ??= new Map<number, Mutable>());
  return getOrAdd(elements, literalOf(place.index)!, () => ({}));
}
