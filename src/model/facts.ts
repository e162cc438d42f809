/**
 * What follows from a model and is asked for in many places: computed at the first question, and once.
 *
 * Facts lie beside the model and not in it, so a model stays plain data. Whoever changes a model makes another one, which has
 * facts of its own. A fact whose computation a limit ends is not kept.
 */

import { inferDomains } from "./domains.ts";
import type { Domain } from "./domains.ts";
import { initialValuesOf } from "./initial-values.ts";
import { interpreterOf } from "./interpret.ts";
import type { Interpreter } from "./interpret.ts";
import type { Expression, Model, Type } from "./model.ts";
import { processesOf } from "./processes.ts";
import type { Processes } from "./processes.ts";
import { slotsOf } from "./slots.ts";
import type { Slot, Slots } from "./slots.ts";

const known = new WeakMap<Model, Facts>();

export function facts(model: Model): Facts {
  let found = known.get(model);
  if (!found) known.set(model, (found = new Facts(model)));
  return found;
}

export class Facts {
  readonly #model: Model;
  #slots: Slots | undefined;
  #initialValues: readonly (number | undefined)[] | undefined;
  #domains: readonly Domain[] | undefined;
  #constants: ReadonlyMap<string, number> | undefined;
  #types: ReadonlyMap<string, Type> | undefined;
  #predicates: ReadonlyMap<string, Expression> | undefined;
  #interpreter: Interpreter | undefined;
  #processes: { readonly found: Processes | undefined } | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** The components of a state, in order. */
  get slots(): readonly Slot[] {
    return (this.#slots ??= slotsOf(this.#model)).slots;
  }

  /** Where the slots of each variable begin. */
  get offsets(): ReadonlyMap<string, number> {
    return (this.#slots ??= slotsOf(this.#model)).offsets;
  }

  /** The initial value of each slot; undefined if it is arbitrary (`initial-values.ts`). */
  get initialValues(): readonly (number | undefined)[] {
    return (this.#initialValues ??= initialValuesOf(this.#model));
  }

  /** The values that each slot can take: no reachable state has others. */
  get domains(): readonly Domain[] {
    return (this.#domains ??= inferDomains(this.#model, this));
  }

  /** The value of each constant. */
  get constants(): ReadonlyMap<string, number> {
    return (this.#constants ??= new Map(this.#model.constants.map(({ name, value }) => [name, value])));
  }

  /** The type of each variable. */
  get types(): ReadonlyMap<string, Type> {
    return (this.#types ??= new Map(this.#model.variables.map(({ name, type }) => [name, type])));
  }

  /** The condition that each predicate stands for. */
  get predicates(): ReadonlyMap<string, Expression> {
    return (this.#predicates ??= new Map(this.#model.predicates.map(({ name, condition }) => [name, condition])));
  }

  /** The semantics of record. */
  get interpreter(): Interpreter {
    return (this.#interpreter ??= interpreterOf(this.#model, this));
  }

  /** Undefined if there are too many to be listed. */
  get processes(): Processes | undefined {
    return (this.#processes ??= { found: processesOf(this.#model, this.interpreter) }).found;
  }
}
