/** Describes states and steps in the terms of the user. */

import { facts } from "../model/facts.ts";
import type { Interpreter, State, Step } from "../model/interpret.ts";
import type { Model, Type } from "../model/model.ts";
import { isScalar, showValue, sizeOf } from "../model/slots.ts";
import { partsOf, valueText } from "./value-text.ts";

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
      value: this.show(valueText(type, state, this.offsets.get(name)!)),
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
    const choice = parameters.map((p, i) => `${p.name} = ${valueText(p.type, step.choice[i]!, 0)}`);
    return this.show(choice.length === 0 ? name : `${name}(${choice.join(", ")})`);
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
}

function collectChanges(type: Type, name: string, before: State, after: State, offset: number, into: Change[]): void {
  if (type.kind === "array" || type.kind === "record") {
    for (const part of partsOf(type, offset, 0)) {
      collectChanges(part.type, `${name}${part.suffix}`, before, after, part.offset, into);
    }
    return;
  }
  const isSame = Array.from({ length: sizeOf(type) }, (_, i) => offset + i).every((i) => before[i] === after[i]);
  if (isSame) return;
  const [old, now] = [valueText(type, before, offset), valueText(type, after, offset)];
  into.push({ place: name, before: old, after: now });
}
