/**
 * The names of the program for traces: channels by name, control points by line and text, members of `mtype` by name.
 * In the model all of these are numbers.
 */

import type { Naming, PartNaming } from "../../../hints/naming.ts";
import type { Transition } from "../../../model/model.ts";
import type { Literal } from "../flow/channels.ts";
import type { Graph, Point } from "../flow/graph.ts";
import { pathText } from "../names/record-cells.ts";
import type { ValueType } from "../names/symbols.ts";
import type { Context } from "./context.ts";
import { poolSize } from "./places.ts";
import { lineOf, stepText, textOf } from "./step-name.ts";
import { isStored } from "./variables.ts";

export function namingOf(context: Context, transitions: readonly Transition[]): Naming {
  const { names, channels, exclusive } = context;
  const values: ValueNames = { channels: channelNames(context), members: memberNames(context) };
  const variables = new Map<string, PartNaming>();
  for (const symbol of names.variables) {
    const named = isStored(context, symbol) ? namesOfType(values, symbol.type, symbol.size) : undefined;
    if (named) variables.set(symbol.place, named);
  }
  for (const { name, capacity, fields, low, high } of channels.groups) {
    if (capacity === 0) continue;
    const element = messageNames(values, fields);
    const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
    const elements = new Map(numbers.map((number) => [number, { name: values.channels.get(number), element }]));
    variables.set(name, { elements });
  }
  for (const process of names.processes) {
    const size = poolSize(context, process);
    if (size === 0) continue;
    const fields = new Map<string, PartNaming>([["pc", { values: pointNames(context.graphs.get(process)!) }]]);
    for (const symbol of process.fields) {
      const named = isStored(context, symbol) ? namesOfType(values, symbol.type, symbol.size) : undefined;
      if (named) fields.set(symbol.place, named);
    }
    const elements = Array.from({ length: size }, (_, i) => [i, { fields }] as const);
    variables.set(process.name, { elements: new Map(elements) });
  }
  if (exclusive !== undefined) variables.set(exclusive, { values: turnNames(context) });
  const alone = transitions.filter(isOfOwner).map(({ name }) => [name, [name]] as const);
  return { variables, transitions: new Map(alone) };
}

/** Whether the owner of a step tells its parameter, which then needs no mention. */
function isOfOwner({ parameters, owner }: Transition): boolean {
  const [parameter, more] = parameters;
  const [index] = owner?.indices ?? [];
  return more === undefined && index?.kind === "local" && index.name === parameter?.name;
}

interface ValueNames {
  readonly channels: ReadonlyMap<number, string>;
  readonly members: ReadonlyMap<number, string>;
}

function namesOfType(values: ValueNames, type: ValueType, size?: number): PartNaming | undefined {
  if (size !== undefined) {
    const element = namesOfType(values, type);
    return element && { element };
  }
  switch (type.kind) {
    case "chan":
      return { values: values.channels };
    case "scalar":
      return type.basic === "mtype" ? { values: values.members } : undefined;
    case "record": {
      const fields = type.fields.flatMap((each) => {
        const named = namesOfType(values, each.type, each.size);
        return named ? [[each.name, named] as const] : [];
      });
      return fields.length === 0 ? undefined : { fields: new Map(fields) };
    }
  }
}

/** A message of one field is a scalar, one of several is a tuple. */
function messageNames(values: ValueNames, types: readonly ValueType[]): PartNaming | undefined {
  if (types.length === 1) return namesOfType(values, types[0]!);
  const fields = types.flatMap((type, k) => {
    const named = namesOfType(values, type);
    return named ? [[String(k), named] as const] : [];
  });
  return { fields: new Map(fields) };
}

/** `to`, `to[2]`, `client[1].in`, by the number of the channel. */
function channelNames(context: Context): Map<number, string> {
  const names = new Map([[0, "no channel"]]);
  for (const literal of context.channels.all) {
    for (let i = 0; i < literal.instances; i++) {
      for (let k = 0; k < literal.count; k++) {
        names.set(literal.base + i * literal.count + k, channelName(literal, i, k));
      }
    }
  }
  return names;
}

function channelName({ symbol, path }: Literal, instance: number, k: number): string {
  const { process, name, size } = symbol;
  const index = path ? pathText(path) : size === undefined ? "" : `[${k}]`;
  if (!process) return `${name}${index}`;
  return `${process.name}[${instance}].${name}${index}`;
}

/** Values that several `mtype` declarations use have no name. */
function memberNames({ names }: Context): Map<number, string> {
  const members = new Map<number, string>();
  const twice = new Set<number>();
  for (const { name, value } of names.constants) {
    if (members.has(value)) twice.add(value);
    members.set(value, name);
  }
  for (const value of twice) members.delete(value);
  return members;
}

/** `12 in?source,dest`, by the value of the control variable. */
function pointNames({ points, end }: Graph): Map<number, string> {
  const names = new Map([[0, "-"]]);
  const seen = new Map<string, number>();
  for (const point of points) {
    const text = point === end ? "end" : `${lineOf(point.element.span)} ${pointText(point)}`;
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    names.set(point.number, count === 1 ? text : `${text} (${count})`);
  }
  return names;
}

/** A choice or a block is told by its first word, any other point by its statement. */
function pointText({ element, edges }: Point): string {
  if (element.kind === "choice" || element.kind === "enter") return /^\w*/.exec(textOf(element.span))![0] || "{";
  const [edge] = edges;
  return edge && edge.element === element ? stepText({ ...edge, more: [] }) : textOf(element.span);
}

/** Who is inside an atomic sequence. */
function turnNames(context: Context): Map<number, string> {
  const names = new Map([[0, "nobody"]]);
  let number = 1;
  for (const process of context.names.processes) {
    const size = poolSize(context, process);
    for (let i = 0; i < size; i++) names.set(number++, `${process.name}[${i}]`);
  }
  return names;
}
