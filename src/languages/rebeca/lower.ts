/** Lowers rebecs to the model: a variable for each rebec, and a transition for each message that it may receive. */

import { naming } from "../../hints/naming.ts";
import { programStructure } from "../../hints/program-structure.ts";
import type { Initial, Model, NamedType, Transition, Variable } from "../../model/model.ts";
import { isImmediate } from "./actors/actor-system.ts";
import type { Rebec, ActorSystem } from "./actors/actor-system.ts";
import { messageRoutines, modelType, queueField } from "./actors/layout.ts";
import { afterConstructors } from "./lowering/constructors.ts";
import { namingOf } from "./lowering/naming.ts";
import { lowerProperties } from "./lowering/properties.ts";
import { lowerServer } from "./lowering/server.ts";
import type { RebecaType } from "./names/symbols.ts";
import { componentsOf } from "./symmetry/components.ts";
import type { PropertyNode } from "./syntax/syntax-tree.ts";

/** The model. It is invalid if an error was reported. */
export function lowerModel(system: ActorSystem, properties: readonly PropertyNode[], name: string): Model {
  const transitions: Transition[] = [];
  for (const rebec of system.rebecs) {
    const isRun = isImmediate(system, rebec.symbol);
    for (const routine of messageRoutines(rebec.symbol)) {
      if (!isRun || routine !== rebec.symbol.first) transitions.push(lowerServer(system, rebec, routine));
    }
    if (system.collector.full) break;
  }
  // Classes without rebecs are checked too.
  for (const symbol of system.classes.values()) {
    if (system.instances.get(symbol)!.length > 0 || symbol.node.kind === "interface") continue;
    const nobody: Rebec = { name: symbol.name, symbol, number: 0, isPooled: true, known: [], args: [] };
    for (const routine of messageRoutines(symbol)) lowerServer(system, nobody, routine);
  }
  const lowered = lowerProperties(system, properties);
  const records = [...system.classes.values()].filter((symbol) => system.instances.get(symbol)!.length > 0);
  const before: Model = {
    name,
    constants: [],
    types: [
      { name: system.rebecType.name, type: system.rebecType },
      { name: system.messageType.name, type: system.messageType },
      ...records.map((symbol): NamedType => {
        const { name: own, ...record } = system.layouts.get(symbol)!.record;
        return { name: own!, type: record, span: symbol.node.name.span };
      }),
    ],
    variables: [
      ...system.rebecs.map((rebec) => variableOf(system, rebec)),
      ...[...system.tables.values()].map(({ name: own, type, initial }): Variable => ({
        name: system.tableNames.get(own)!,
        type: modelType(type, system.rebecType),
        initial: initialOf(type, [...initial]),
      })),
    ],
    predicates: lowered.predicates,
    transitions,
    properties: lowered.properties,
  };
  const model = afterConstructors(system, before);
  if (!system.collector.empty) return model;
  return naming.give(programStructure.give(model, componentsOf(system, model)), namingOf(system));
}

function variableOf(system: ActorSystem, rebec: Rebec): Variable {
  const { record, message, fields, created, parameters } = system.layouts.get(rebec.symbol)!;
  const { symbol } = rebec;
  const value = (number: number): Initial => ({ kind: "value", value: number });
  const named = new Map(symbol.state.map((state) => [fields.get(state.name)!, state]));
  const { first } = symbol;
  const queue: Initial[] = [];
  if (first && !rebec.isPooled && !isImmediate(system, symbol)) {
    const names = parameters.get(first)!;
    const items = message.fields.map(({ name }) => {
      if (name === "message") return value(system.messageType.members.indexOf(system.messages.get(first)!));
      const at = names.indexOf(name);
      return value(at < 0 ? 0 : rebec.args[at]!);
    });
    queue.push({ kind: "items", items });
  }
  const items = record.fields.map(({ name }): Initial => {
    if (name === queueField) return { kind: "items", items: queue };
    if (name === created) return value(rebec.isPooled ? 0 : 1);
    const state = named.get(name);
    return state ? initialOf(state.type, [...state.initial]) : value(0);
  });
  return {
    name: rebec.name,
    type: record,
    initial: { kind: "items", items },
    span: rebec.node?.name.span ?? symbol.node.name.span,
  };
}

/** Consumes the values of a variable from the front of the list. */
function initialOf(type: RebecaType, values: number[]): Initial {
  if (type.kind !== "array") return { kind: "value", value: values.shift()! };
  return { kind: "items", items: Array.from({ length: type.size }, () => initialOf(type.element, values)) };
}
