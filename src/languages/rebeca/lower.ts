/** From rebecs to the model: a variable for each, and a transition for each message that it can be sent. */

import { programStructure } from "../../hints/program-structure.ts";
import type { Initial, Model, NamedType, Transition, Variable } from "../../model/model.ts";
import { componentsOf } from "./components.ts";
import { lowerServer } from "./lower-server.ts";
import { lowerProperties } from "./properties.ts";
import type { PropertyNode } from "./syntax-tree.ts";
import type { RebecaType } from "./types.ts";
import { messageRoutines, queueField } from "./world.ts";
import type { Rebec, World } from "./world.ts";

/** The model; nothing is to be made of it if something was reported. */
export function lowerModel(w: World, properties: readonly PropertyNode[], name: string): Model {
  const transitions: Transition[] = [];
  for (const rebec of w.rebecs) {
    for (const routine of messageRoutines(rebec.symbol)) transitions.push(lowerServer(w, rebec, routine));
    if (w.collector.full) break;
  }
  // Classes without rebecs are read all the same.
  for (const symbol of w.classes.values()) {
    if (w.instances.get(symbol)!.length > 0 || symbol.node.kind === "interface") continue;
    const nobody: Rebec = { name: symbol.name, symbol, number: 0, isPooled: true, known: [], args: [] };
    for (const routine of messageRoutines(symbol)) lowerServer(w, nobody, routine);
  }
  const lowered = lowerProperties(w, properties);
  const records = [...w.classes.values()].filter((symbol) => w.instances.get(symbol)!.length > 0);
  const model: Model = {
    name,
    constants: [],
    types: [
      { name: w.rebecType.name, type: w.rebecType },
      { name: w.messageType.name, type: w.messageType },
      ...records.map((symbol): NamedType => {
        const { name: own, ...record } = w.layouts.get(symbol)!.record;
        return { name: own!, type: record, span: symbol.node.name.span };
      }),
    ],
    variables: w.rebecs.map((rebec) => variableOf(w, rebec)),
    predicates: lowered.predicates,
    transitions,
    properties: lowered.properties,
  };
  return w.collector.empty ? programStructure.give(model, componentsOf(w, model)) : model;
}

function variableOf(w: World, rebec: Rebec): Variable {
  const { record, message, fields, created, parameters } = w.layouts.get(rebec.symbol)!;
  const { symbol } = rebec;
  const value = (number: number): Initial => ({ kind: "value", value: number });
  const named = new Map(symbol.state.map((state) => [fields.get(state.name)!, state]));
  const { first } = symbol;
  const queue: Initial[] = [];
  if (first && !rebec.isPooled) {
    const names = parameters.get(first)!;
    const items = message.fields.map(({ name }) => {
      if (name === "message") return value(w.messageType.members.indexOf(w.messages.get(first)!));
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

/** Takes the values of a variable from the front of the list. */
function initialOf(type: RebecaType, values: number[]): Initial {
  if (type.kind !== "array") return { kind: "value", value: values.shift()! };
  return { kind: "items", items: Array.from({ length: type.size }, () => initialOf(type.element, values)) };
}
