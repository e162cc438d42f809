/**
 * The systems of a text: one for each process that assertions are about, and the specifications of refinements.
 *
 * The model is the system of the first assertion. A property of another system has a model of its own. A refinement has
 * the model of its specification, in which the same events have the same numbers. Errors in another system than the
 * first concern its properties only.
 */

import type { Model, Property } from "../../../model/model.ts";
import { attempt, Unsupported } from "../../../syntax/refused.ts";
import { positionAt } from "../../../syntax/source.ts";
import { InternalError } from "../../../util/internal-error.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { uniqueNames } from "../../unique-names.ts";
import { integerWidths } from "../names/globals.ts";
import type { Globals } from "../names/globals.ts";
import { shownSystem, systemOf } from "../names/system.ts";
import { EventRecorder, EventTable } from "../properties/event-table.ts";
import { nameOf, propertiesOf } from "../properties/properties.ts";
import type { Named, Recorded } from "../properties/properties.ts";
import type { Declaration, ProcessOf } from "../syntax/syntax-tree.ts";
import { lowerModel, prepare } from "./lower.ts";
import type { Prepared } from "./lower.ts";

/** Reads the declarations for one more system, with integers of so many bits. The result collects its errors. */
export type ReadAgain = (bits: number) => Globals;

/** @throws Refused after reporting an error */
export function lowerSystems(
  g: Globals,
  declarations: readonly Declaration[],
  name: string,
  readAgain: ReadAgain,
): Model {
  const unique = uniqueNames();
  const asserts = declarations.flatMap((node): Named[] =>
    node.kind === "assert" ? [{ node, name: unique(nameOf(node.claim)) }] : [],
  );
  const system = systemOf(g, declarations);
  const systems = new Systems(declarations, name, readAgain);
  const groups = new Map<string, Named[]>([[shownSystem(g, system), []]]);
  for (const named of asserts) getOrAdd(groups, shownSystem(g, named.node.system), () => []).push(named);
  const [own, ...others] = groups.values();
  const model = systems.model(prepare(g, declarations, system), own!);
  if (others.length === 0) return model;
  const byName = new Map(model.properties.map((property) => [property.name, property]));
  for (const group of others) for (const property of systems.others(group)) byName.set(property.name, property);
  return { ...model, properties: asserts.map((named) => byName.get(named.name)!) };
}

class Systems {
  readonly #declarations: readonly Declaration[];
  readonly #name: string;
  readonly #readAgain: ReadAgain;

  constructor(declarations: readonly Declaration[], name: string, readAgain: ReadAgain) {
    this.#declarations = declarations;
    this.#name = name;
    this.#readAgain = readAgain;
  }

  /** @throws Refused after reporting an error */
  model(prepared: Prepared, asserts: readonly Named[]): Model {
    const { g } = prepared;
    const eventsFor = (asserted: Named): Recorded => this.#eventsFor(prepared, asserted);
    return lowerModel(prepared, this.#name, (facts) => propertiesOf({ g, ...facts, eventsFor }, asserts));
  }

  /** The properties of another system. */
  others(asserts: readonly Named[]): Property[] {
    const { system } = asserts[0]!.node;
    try {
      const model = this.#elsewhere(system, (prepared) => this.model(prepared, asserts));
      return asserts.map(({ name }) => ({ kind: "other", name, system: model, span: spanIn(model, name) }));
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return asserts.map(({ name }) => ({ kind: "unsupported", name, reason: error.message, span: error.span }));
    }
  }

  /** @throws Unsupported if there are too many events, or an error in the specification */
  #eventsFor(prepared: Prepared, { node, name }: Named): Recorded {
    const { g, reached, ranges } = prepared;
    const table = new EventTable();
    for (const { label } of reached.steps) table.add(label, (e) => ranges.of(e));
    const variable = `event of ${name}`;
    const { claim } = node;
    if (claim.kind !== "refines") {
      const events = table.number(variable, g.span(node));
      return { events, recorder: new EventRecorder(events, table) };
    }
    return this.#elsewhere(claim.specification, (specified) => {
      for (const { label } of specified.reached.steps) table.add(label, (e) => specified.ranges.of(e));
      const events = table.number(variable, g.span(node));
      const recorder = new EventRecorder(events, table);
      const none = { predicates: [], properties: [], observers: [recorder] };
      return { events, recorder, specification: lowerModel(specified, this.#name, () => none) };
    });
  }

  /** @throws Unsupported with the first error */
  #elsewhere<T>(system: ProcessOf<"call">, lower: (prepared: Prepared) => T): T {
    for (const bits of integerWidths) {
      const g = this.#readAgain(bits);
      const result = attempt(() => lower(prepare(g, this.#declarations, system)));
      const [error] = g.collector.sorted();
      if (result !== undefined && !error) return result;
      if (error!.code === "csp/too-large" && bits !== integerWidths.at(-1)) continue;
      const { line } = positionAt(error!.span.source, error!.span.start);
      const message = `\`${shownSystem(g, system)}\` cannot be read, line ${line}: ${error!.message}`;
      throw new Unsupported(message, g.span(system));
    }
    throw new InternalError("integers have a width");
  }
}

function spanIn({ properties }: Model, name: string): Property["span"] {
  return properties.find((property) => property.name === name)?.span;
}
