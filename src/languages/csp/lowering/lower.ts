/**
 * Lowers the syntax tree to the model.
 *
 * The steps are those of the paper's translation: parameters are instantiated, components explored (`explore.ts`),
 * their steps composed (`system-steps.ts`), and control states and data given variables (`variables.ts`). The model is
 * linear in the number of prefixes of all instances, except for events on which several components offer several steps
 * each.
 */

import { naming } from "../../../hints/naming.ts";
import type { StepNaming } from "../../../hints/naming.ts";
import { all, any, literalOf, not } from "../../../model/build.ts";
import type {
  Constant,
  Expression,
  Initial,
  Model,
  Predicate,
  RecordType,
  Transition,
  Type,
  Variable,
} from "../../../model/model.ts";
import type { ValueSet } from "../../../model/value-set.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { uniqueNames } from "../../unique-names.ts";
import { dataParameters } from "../composition/data-parameters.ts";
import { Explorer, TooManyStates } from "../composition/explore.ts";
import type { Arrival, Unit } from "../composition/explore.ts";
import { reach } from "../composition/reach.ts";
import type { Reached } from "../composition/reach.ts";
import { systemSteps } from "../composition/system-steps.ts";
import type { SystemStep } from "../composition/system-steps.ts";
import { arrayOver } from "../names/arrays.ts";
import { noEnv } from "../names/expression.ts";
import { collectionBound } from "../names/globals.ts";
import type { Globals } from "../names/globals.ts";
import { newContext } from "../processes/activate.ts";
import { messageType } from "../processes/communicate.ts";
import type { FairEvent } from "../processes/step.ts";
import type { Fair, Properties } from "../properties/properties.ts";
import type { Observer } from "../properties/recorder.ts";
import type { Declaration, ProcessOf } from "../syntax/syntax-tree.ts";
import { Emitter } from "./emit.ts";
import { Names, plainName } from "./naming.ts";
import { Ranges } from "./ranges.ts";
import { placeVariables } from "./variables.ts";

/** A system whose processes are explored. Its model depends on what its properties observe. */
export interface Prepared {
  readonly g: Globals;
  readonly declarations: readonly Declaration[];
  readonly system: ProcessOf<"call">;
  readonly root: Unit;
  readonly start: Arrival;
  readonly reached: Reached;
  readonly ranges: Ranges;
}

/** @throws Refused after reporting an error */
export function prepare(g: Globals, declarations: readonly Declaration[], system: ProcessOf<"call">): Prepared {
  const { explorer, start } = explore(g, system);
  const root = explorer.units[0]!;
  const reached = reach(explorer.units, start, systemSteps(explorer, root));
  return { g, declarations, system, root, start, reached, ranges: new Ranges(g, start, reached.steps) };
}

/** Makes the properties of a system; absent for a specification, which only has its events. */
export type PropertiesOf = (facts: {
  readonly terminated: Expression | undefined;
  readonly uniqueVariable: (base: string) => string;
  readonly fair: readonly Fair[];
}) => Properties;

/** @throws Refused after reporting an error */
export function lowerModel(prepared: Prepared, name: string, propertiesOf: PropertiesOf): Model {
  const { g, declarations, system, root, start, reached, ranges } = prepared;
  const constants = constantsOf(g, declarations);
  const globals = globalVariables(g, ranges, declarations);
  const taken = new Set(g.symbols.keys());
  for (const node of declarations) if (node.kind === "process") taken.delete(node.name.text);
  const unique = uniqueNames(taken);
  const placement = placeVariables(reached.representations, ranges, start, (e) => initialNumber(g, e, system), unique);
  const emitter = new Emitter(g, placement, reached.representations, messageTypes(globals));
  const shown = new Names(g, declarations);
  const terminated = emitter.terminated(root);
  const fair = fairEvents(emitter, reached.steps);
  const { predicates, properties, observers } = propertiesOf({ terminated, uniqueVariable: unique, fair });
  const { transitions, priority, names } = transitionsOf(emitter, reached.steps, observers, unique, shown);
  const variables = [...globals, ...placement.variables, ...observers.map(({ variable }) => variable)];
  const model: Model = {
    name,
    constants,
    types: [],
    variables: variables.length > 0 ? variables : [{ ...nothing, name: unique(system.name.text) }],
    predicates: [...predicates, ...priority],
    transitions,
    properties,
  };
  const events = properties.flatMap((property) => ("events" in property ? [property.events] : []));
  const control = shown.control(placement, reached.representations, events);
  return naming.give(model, { variables: control, transitions: names });
}

/** A model needs a variable, even if its system is always in the same state. */
const nothing: Omit<Variable, "name"> = {
  type: { kind: "range", low: 0, high: 0 },
  initial: { kind: "value", value: 0 },
};

function messageTypes(globals: readonly Variable[]): Map<string, RecordType> {
  const types = new Map<string, RecordType>();
  for (const { name, type } of globals) {
    const queue = type.kind === "array" ? type.element : type;
    if (queue.kind === "queue" && queue.element.kind === "record") types.set(name, queue.element);
  }
  return types;
}

/** Explores again until all parameters that depend on the state are known. */
function explore(g: Globals, system: ProcessOf<"call">): { explorer: Explorer; start: Arrival } {
  const dynamic = new Set<string>();
  for (;;) {
    const { size } = dynamic;
    const explorer = new Explorer(newContext(g, dynamic));
    try {
      const start = explorer.explore(system, noEnv, system.name.text);
      if (dynamic.size === size) return { explorer, start };
    } catch (error) {
      if (!(error instanceof TooManyStates)) throw error;
      const parameters = dataParameters(explorer.context);
      if (parameters.length === 0) g.refuse("csp/unbounded-recursion", error.message, error.place);
      for (const key of parameters) dynamic.add(key);
    }
  }
}

/** The events to which runs are fair. Each is possible if a step of it is, and no atomic step has priority. */
function fairEvents(emitter: Emitter, steps: readonly SystemStep[]): Fair[] {
  const atomic = steps.filter((step) => step.atomic).map((step) => emitter.guard(step));
  const found = new Map<string, { readonly event: FairEvent; readonly guards: Expression[] }>();
  for (const step of steps) {
    for (const event of step.fair ?? []) {
      const { guards } = getOrAdd(found, `${event.strength} ${event.key}`, () => ({ event, guards: [] }));
      const guard = emitter.guard(step);
      guards.push(step.atomic || atomic.length === 0 ? guard : all([guard, not(any(atomic))]));
    }
  }
  return Array.from(found.values(), ({ event, guards }) => ({ event, enabled: any(guards) }));
}

function transitionsOf(
  emitter: Emitter,
  steps: readonly SystemStep[],
  observers: readonly Observer[],
  unique: (base: string) => string,
  shown: Names,
): { transitions: Transition[]; priority: Predicate[]; names: Map<string, StepNaming> } {
  const uniqueName = uniqueNames();
  const guards = steps.map((step) => emitter.guard(step));
  const atomic = guards.filter((_, i) => steps[i]!.atomic);
  const priority: Predicate[] = [];
  if (atomic.length > 0 && atomic.length < steps.length) {
    priority.push({ name: unique("atomic_can_move"), condition: any(atomic) });
  }
  const blocked = priority.map(({ name }) => not({ kind: "predicate", name }));
  const names = new Map<string, StepNaming>();
  const transitions = steps.map((step, i) => {
    const name = uniqueName(plainName(step.name));
    const named = shown.step(step, (e) => emitter.resolve(e));
    if (named) names.set(name, named);
    const guard = step.atomic ? guards[i]! : all([guards[i]!, ...blocked]);
    return emitter.transition(step, name, guard, observers);
  });
  const rests = observers.flatMap((observer) => observer.rest(uniqueName("rest"), guards) ?? []);
  return { transitions: [...transitions, ...rests], priority, names };
}

function constantsOf(g: Globals, declarations: readonly Declaration[]): Constant[] {
  return declarations.flatMap((node): Constant[] => {
    if (node.kind !== "define") return [];
    const symbol = g.symbols.get(node.name.text);
    if (symbol?.kind !== "constant") return [];
    const { value, isBool } = symbol;
    return [{ name: node.name.text, type: isBool ? { kind: "bool" } : "int", value, span: g.span(node) }];
  });
}

/** The variables of the text, and the queues of channels. */
function globalVariables(g: Globals, ranges: Ranges, declarations: readonly Declaration[]): Variable[] {
  return declarations.flatMap((node): Variable[] => {
    if (node.kind !== "variable" && node.kind !== "channel" && node.kind !== "collection") return [];
    const symbol = g.symbols.get(node.name.text);
    if (symbol?.kind === "collection") {
      const { low, high } = ranges.field(symbol.name, 0);
      const type: Type = { kind: "queue", capacity: collectionBound, element: { kind: "range", low, high } };
      return [{ name: symbol.name, type, initial: { kind: "items", items: [] }, span: g.span(node) }];
    }
    if (symbol?.kind === "variable") {
      const { name, type, element, initial } = symbol;
      return [{ name, type, initial, ...g.limitOf(element), span: g.span(node) }];
    }
    if (symbol?.kind !== "channel" || symbol.capacity === 0) return [];
    const { name, capacity, size } = symbol;
    const { most, isMixed } = g.messageFields(name);
    const fields = Array.from({ length: most + Number(isMixed) }, (_, k) => ranges.field(name, k));
    const [{ low, high }] = fields as [ValueSet];
    const element: Type = fields.length === 1 ? { kind: "range", low, high } : messageType(fields);
    const queue: Type = { kind: "queue", capacity, element };
    const none: Initial = { kind: "items", items: [] };
    const items = Array.from({ length: size ?? 0 }, () => none);
    const initial: Initial = size === undefined ? none : { kind: "items", items };
    const type = arrayOver(size === undefined ? [] : [{ low: 0, high: size - 1 }], queue);
    return [{ name, type, initial, span: g.span(node) }];
  });
}

/** The initial value of an argument of the system. */
function initialNumber(g: Globals, e: Expression, system: ProcessOf<"call">): number {
  const message = "expected initial arguments that are known before the run, found variable ones";
  return literalOf(e) ?? g.refuse("csp/not-constant", message, system);
}
