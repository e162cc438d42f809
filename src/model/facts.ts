/**
 * Facts about a model that many parts need, each computed once, on first use.
 *
 * Facts are stored beside the model and not in it, so a model stays plain data. A changed model is a new model with
 * facts of its own. If a limit ends the computation of a fact, the fact is not kept.
 */

import { getOrAdd } from "../util/numbering.ts";
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
  return getOrAdd(known, model, () => new Facts(model));
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

  /** The first slot of each variable. */
  get offsets(): ReadonlyMap<string, number> {
    return (this.#slots ??= slotsOf(this.#model)).offsets;
  }

  /** The initial value of each slot; `undefined` if it is arbitrary (`initial-values.ts`). */
  get initialValues(): readonly (number | undefined)[] {
    return (this.#initialValues ??= initialValuesOf(this.#model));
  }

  /** The values that each slot can take. No reachable state has others. */
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

  /** The condition of each predicate. */
  get predicates(): ReadonlyMap<string, Expression> {
    return (this.#predicates ??= new Map(this.#model.predicates.map(({ name, condition }) => [name, condition])));
  }

  /** The reference semantics. */
  get interpreter(): Interpreter {
    return (this.#interpreter ??= interpreterOf(this.#model, this));
  }

  /** The processes; `undefined` if there are too many to list. */
  get processes(): Processes | undefined {
    return (this.#processes ??= { found: processesOf(this.#model, this.interpreter) }).found;
  }
}
