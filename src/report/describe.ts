/**
 * Describes states and steps in the terms of the user: by the names of the program where its language gives them
 * (`hints/naming.ts`), and by those of the model elsewhere.
 */

import { naming } from "../hints/naming.ts";
import type { Naming, PartNaming, RecordForms } from "../hints/naming.ts";
import { netStructure } from "../hints/net-structure.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, State, Step } from "../model/interpret.ts";
import type { Model, RecordType, Type } from "../model/model.ts";
import { fieldOf, isScalar, lengthOf, lowOf, showValue, sizeOf } from "../model/slots.ts";
import { bracketsOf, isTuple, partsOf, valueText } from "./value-text.ts";
import type { Part } from "./value-text.ts";

/** One slot that a step changed. */
export interface Change {
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Describes states and steps of one model. `show` converts the names of the user for display; the identity by default.
 */
export class Describer {
  private readonly model: Model;
  private readonly show: (text: string) => string;
  private readonly offsets: ReadonlyMap<string, number>;
  private readonly interpreter: Interpreter;
  private readonly naming: Naming | undefined;
  private readonly isNet: boolean;

  constructor(model: Model, show: (text: string) => string = (text) => text) {
    this.model = model;
    this.show = show;
    this.interpreter = facts(model).interpreter;
    this.offsets = facts(model).offsets;
    this.naming = naming.of(model);
    this.isNet = netStructure.of(model) !== undefined;
  }

  /** A state for people: the variables in the order of declaration, and of a net the marked places. */
  state(state: State): NamedValue[] {
    const values: NamedValue[] = [];
    for (const { name, type } of this.model.variables) {
      const offset = this.offsets.get(name)!;
      if (this.isNet && isScalar(type) && state[offset] === 0) continue;
      collectValues(type, name, state, offset, this.naming?.variables.get(name), values);
    }
    return values.map(({ name, value }) => ({ name: this.show(name), value: this.show(value) }));
  }

  /** The value of every variable of the model, as `.seq` writes it. */
  values(state: State): NamedValue[] {
    return this.model.variables.map(({ name, type }) => ({
      name: this.show(name),
      value: this.show(valueText(type, state, this.offsets.get(name)!)),
    }));
  }

  /** The differences between two states: scalar by scalar, but whole queues. */
  changes(before: State, after: State): Change[] {
    const changes: Change[] = [];
    for (const { name, type } of this.model.variables) {
      collectChanges(type, name, before, after, this.offsets.get(name)!, this.naming?.variables.get(name), changes);
    }
    return changes.map(({ place, before: old, after: now }) => ({
      place: this.show(place),
      before: this.show(old),
      after: this.show(now),
    }));
  }

  /** `transition(u = 0, v = 1)`, or what the language calls the step in the state before it. */
  step(step: Step, before?: State): string {
    const named = before && this.named(step, before);
    if (named !== undefined) return this.show(named);
    const choices = this.choices(step);
    return this.show(choices === "" ? step.transition.name : `${step.transition.name}(${choices})`);
  }

  private choices({ transition, choice }: Step): string {
    return transition.parameters.map((p, i) => `${p.name} = ${valueText(p.type, choice[i]!, 0)}`).join(", ");
  }

  /** The choice of parameters by name. */
  choice(step: Step): Record<string, string> {
    const { parameters } = step.transition;
    const shown = parameters.map((p, i) => [p.name, valueText(p.type, step.choice[i]!, 0)].map(this.show));
    return Object.fromEntries(shown) as Record<string, string>;
  }

  /** The process that takes the step: `philosopher[2]`. */
  owner(step: Step): string | undefined {
    const { owner, parameters } = step.transition;
    if (!owner) return undefined;
    const values = this.interpreter.ownerIndices(step);
    const indices = owner.indices.map((index, k) => {
      const type = index.kind === "local" ? parameters.find(({ name }) => name === index.name)?.type : undefined;
      return showValue(index.kind === "member" ? index.type : type && isScalar(type) ? type : undefined, values[k]!);
    });
    return this.show(indices.length === 0 ? owner.process : `${owner.process}[${indices.join(", ")}]`);
  }

  /** Whether no step can be taken in a state. */
  isStuck(state: State): boolean {
    return this.interpreter.steps(state)[Symbol.iterator]().next().done === true;
  }

  private named(step: Step, before: State): string | undefined {
    const parts = this.naming?.transitions.get(step.transition.name)?.map((part) => {
      if (typeof part === "string") return part;
      if ("choices" in part) {
        const choices = this.choices(step);
        return choices === "" ? "" : ` (${choices})`;
      }
      const value = this.interpreter.evaluate("named" in part ? part.named : part, before);
      if (isRuntimeError(value)) return undefined;
      return ("named" in part ? part.values.get(value) : undefined) ?? String(value);
    });
    return parts?.includes(undefined) === false ? parts.join("") : undefined;
  }
}

/** The names of a part of a whole. */
function namesOf({ key }: Part, whole: PartNaming | undefined): PartNaming | undefined {
  if (typeof key === "string") return whole?.fields?.get(key);
  return whole?.elements?.get(key) ?? whole?.element;
}

function namedValue(type: Type, cells: State, offset: number, names: PartNaming | undefined): string {
  if (isScalar(type)) return names?.values?.get(cells[offset]!) ?? showValue(type, cells[offset]!);
  if (type.kind === "record" && type.isMultiset) return multisetText(type, cells, offset);
  if (type.kind === "record" && names?.forms) {
    const text = formText(type, cells, offset, names.forms);
    if (text !== undefined) return text;
  }
  const isNamed = type.kind === "record" && !isTuple(type);
  const items = partsOf(type, offset, cells[offset]!).map((part) => {
    const value = namedValue(part.type, cells, part.offset, namesOf(part, names));
    return isNamed ? `${part.suffix.slice(1)}: ${value}` : value;
  });
  const [open, close] = bracketsOf(type);
  return `${open}${items.join(", ")}${close}`;
}

/** A record in the form that one of its fields decides. */
function formText(type: RecordType, cells: State, offset: number, { by, texts }: RecordForms): string | undefined {
  const parts = texts.get(cells[offset + fieldOf(type, by).offset]!);
  return parts
    ?.map((part) => {
      if (typeof part === "string") return part;
      const { type: own, offset: at } = fieldOf(type, part.field);
      return namedValue(own, cells, offset + at, part.names);
    })
    .join("");
}

/** The elements of a multiset: `{ (request, 1), 2 x (answer, 0) }`. */
function multisetText(type: RecordType, cells: State, offset: number): string {
  const elements: string[] = [];
  const visit = (part: Type, at: number, parts: readonly string[]): void => {
    if (part.kind === "array") {
      const size = sizeOf(part.element);
      for (let i = 0; i < lengthOf(part.index); i++) {
        visit(part.element, at + i * size, [...parts, showValue(part.index, i + lowOf(part.index))]);
      }
      return;
    }
    const count = cells[at]!;
    if (count > 0) elements.push(`${count > 1 ? `${count} x ` : ""}(${parts.join(", ")})`);
  };
  const { name, type: counts } = type.fields.at(-1)!;
  visit(counts, offset + fieldOf(type, name).offset, []);
  return elements.length === 0 ? "{ }" : `{ ${elements.join(", ")} }`;
}

function collectValues(
  type: Type,
  name: string,
  state: State,
  offset: number,
  names: PartNaming | undefined,
  into: NamedValue[],
): void {
  if (!names?.elements) {
    into.push({ name: names?.name ?? name, value: namedValue(type, state, offset, names) });
    return;
  }
  for (const part of partsOf(type, offset, 0)) {
    collectValues(part.type, `${name}${part.suffix}`, state, part.offset, namesOf(part, names), into);
  }
}

function collectChanges(
  type: Type,
  name: string,
  before: State,
  after: State,
  offset: number,
  names: PartNaming | undefined,
  into: Change[],
): void {
  const place = names?.name ?? name;
  if (type.kind === "array" || (type.kind === "record" && !type.isMultiset)) {
    for (const part of partsOf(type, offset, 0)) {
      collectChanges(part.type, `${place}${part.suffix}`, before, after, part.offset, namesOf(part, names), into);
    }
    return;
  }
  const isSame = Array.from({ length: sizeOf(type) }, (_, i) => offset + i).every((i) => before[i] === after[i]);
  if (isSame) return;
  into.push({ place, before: namedValue(type, before, offset, names), after: namedValue(type, after, offset, names) });
}
