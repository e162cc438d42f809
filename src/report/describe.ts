/** Describes states and steps in the terms of the user. */

import { facts } from "../model/facts.ts";
import type { Interpreter, State, Step } from "../model/interpret.ts";
import type { Model, RecordType, Type } from "../model/model.ts";
import { fieldOf, isScalar, lengthOf, lowOf, showValue, sizeOf } from "../model/slots.ts";

/** One slot that a step changed. */
export interface Change {
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Describes states and steps of one model. `show` converts the names of the user for display; the identity by default.
 */
export class Describer {
  private readonly model: Model;
  private readonly show: (text: string) => string;
  private readonly offsets: ReadonlyMap<string, number>;
  private readonly interpreter: Interpreter;

  constructor(model: Model, show: (text: string) => string = (text) => text) {
    this.model = model;
    this.show = show;
    this.interpreter = facts(model).interpreter;
    this.offsets = facts(model).offsets;
  }

  /** The value of every variable, in the order of declaration. */
  state(state: State): { readonly name: string; readonly value: string }[] {
    return this.model.variables.map(({ name, type }) => ({
      name: this.show(name),
      value: this.show(showComposite(type, state, this.offsets.get(name)!)),
    }));
  }

  /** The differences between two states: scalar by scalar, but whole queues. */
  changes(before: State, after: State): Change[] {
    const changes: Change[] = [];
    for (const { name, type } of this.model.variables) {
      collectChanges(type, name, before, after, this.offsets.get(name)!, changes);
    }
    return changes.map(({ place, before: old, after: now }) => ({
      place: this.show(place),
      before: this.show(old),
      after: this.show(now),
    }));
  }

  /** `transition(u = 0, v = 1)` */
  step(step: Step): string {
    const { name, parameters } = step.transition;
    const choice = parameters.map((p, i) => `${p.name} = ${showComposite(p.type, step.choice[i]!, 0)}`);
    return this.show(choice.length === 0 ? name : `${name}(${choice.join(", ")})`);
  }

  /** The choice of parameters by name. */
  choice(step: Step): Record<string, string> {
    const { parameters } = step.transition;
    const shown = parameters.map((p, i) => [p.name, showComposite(p.type, step.choice[i]!, 0)].map(this.show));
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
}

/** A part of a composite value: its suffix in the notation of the user, its type, and its first slot. */
interface Part {
  readonly suffix: string;
  readonly type: Type;
  readonly offset: number;
}

/** The elements of an array or of a queue that holds `length` elements, or the fields of a record. */
function partsOf(type: Type, offset: number, length: number): Part[] {
  switch (type.kind) {
    case "bool":
    case "range":
    case "enum":
      return [];
    case "record":
      return type.fields.map(({ name, type: own }) => ({
        suffix: `.${name}`,
        type: own,
        offset: offset + fieldOf(type, name).offset,
      }));
    case "array":
    case "queue": {
      const { element } = type;
      const [count, first] = type.kind === "array" ? [lengthOf(type.index), offset] : [length, offset + 1];
      const size = sizeOf(element);
      return Array.from({ length: count }, (_, i) => {
        const index = type.kind === "array" ? showValue(type.index, i + lowOf(type.index)) : `${i}`;
        return { suffix: `[${index}]`, type: element, offset: first + i * size };
      });
    }
  }
}

/** A value in the notation of the `.seq` language. */
function showComposite(type: Type, cells: State, offset: number): string {
  if (isScalar(type)) return showValue(type, cells[offset]!);
  if (type.kind === "record" && type.isMultiset) return showMultiset(type, cells, offset);
  const isTuple = type.kind === "record" && type.fields[0]?.name === "0";
  const items = partsOf(type, offset, cells[offset]!).map((part) => {
    const value = showComposite(part.type, cells, part.offset);
    return type.kind === "record" && !isTuple ? `${part.suffix.slice(1)}: ${value}` : value;
  });
  const [open, close] = type.kind !== "record" ? ["[", "]"] : isTuple ? ["(", ")"] : ["{ ", " }"];
  return `${open}${items.join(", ")}${close}`;
}

/** The elements of a multiset: `{ (request, 1), 2 x (answer, 0) }`. */
function showMultiset(type: RecordType, cells: State, offset: number): string {
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

function collectChanges(type: Type, name: string, before: State, after: State, offset: number, into: Change[]): void {
  if (type.kind === "array" || (type.kind === "record" && !type.isMultiset)) {
    for (const part of partsOf(type, offset, 0)) {
      collectChanges(part.type, `${name}${part.suffix}`, before, after, part.offset, into);
    }
    return;
  }
  const isSame = Array.from({ length: sizeOf(type) }, (_, i) => offset + i).every((i) => before[i] === after[i]);
  if (isSame) return;
  const [old, now] = [showComposite(type, before, offset), showComposite(type, after, offset)];
  into.push({ place: name, before: old, after: now });
}
