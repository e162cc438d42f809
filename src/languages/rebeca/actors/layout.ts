/**
 * The layout of rebecs and messages in a state.
 *
 * A rebec is a variable of the model: a record of its state variables and its queue. References are members of one
 * enumeration of all rebecs, `null` first. The elements of a queue are records: the message, its sender, and fields for
 * parameters. The servers of a class share these fields as far as their types allow. Fields that a message does not use
 * are zero, false or null.
 */

import type { EnumType, RecordType, Type } from "../../../model/model.ts";
import { uniqueNames } from "../../unique-names.ts";
import type { ClassSymbol, RebecaType, Routine } from "../names/symbols.ts";

/** The layout of the rebecs of a class. */
export interface Layout {
  readonly record: RecordType;
  readonly message: RecordType;
  /** The fields of known rebecs, if they are stored, and of state variables. */
  readonly fields: ReadonlyMap<string, string>;
  /** The field that says whether a pooled rebec exists. Absent if the text creates no rebecs of this class. */
  readonly created?: string | undefined;
  /** The parameter fields of each routine that receives messages. */
  readonly parameters: ReadonlyMap<Routine, readonly string[]>;
}

export const queueField = "inbox";

/** The routines that receive messages. */
export function messageRoutines({ servers, first }: ClassSymbol): Routine[] {
  const routines = [...servers.values()];
  return first && !routines.includes(first) ? [first, ...routines] : routines;
}

/** One member for all servers of a name, and one for all constructors. */
export function messageNames(
  classes: readonly ClassSymbol[],
  newName: (base: string) => string,
): { messages: Map<Routine, string>; names: string[] } {
  const messages = new Map<Routine, string>();
  const members = new Map<string, string>();
  for (const routine of classes.flatMap(messageRoutines)) {
    const isConstructor = routine.node.kind === "constructor";
    const key = isConstructor ? "constructor" : `server ${routine.node.name.text}`;
    if (!members.has(key)) members.set(key, newName(isConstructor ? "constructor" : routine.node.name.text));
    messages.set(routine, members.get(key)!);
  }
  // An enumeration is never empty.
  return { messages, names: members.size === 0 ? [newName("nothing")] : [...members.values()] };
}

export function modelType(type: RebecaType, rebecType: EnumType): Type {
  switch (type.kind) {
    case "boolean":
      return { kind: "bool" };
    case "integer":
      return { kind: "range", low: type.low, high: type.high };
    case "rebec":
      return rebecType;
    case "array":
      return {
        kind: "array",
        index: { kind: "range", low: 0, high: type.size - 1 },
        element: modelType(type.element, rebecType),
      };
  }
}

/** Unused cells of a queue hold a number below the range of the type, which must be within 32 bits as well. */
function withRoom(type: Type): Type {
  return type.kind === "range" ? { ...type, low: Math.max(type.low, 1 - 2 ** 31) } : type;
}

const fieldNames = { boolean: "flag", integer: "number", rebec: "rebec" } as const;

export function layoutOf(
  symbol: ClassSymbol,
  name: string,
  rebecType: EnumType,
  messageType: EnumType,
  isCreated: boolean,
): Layout {
  const shared = new Map<string, Type>();
  const parameters = new Map<Routine, string[]>();
  for (const routine of messageRoutines(symbol)) {
    const counts = { boolean: 0, integer: 0, rebec: 0 };
    const names = routine.parameters.map(({ type }) => {
      if (type.kind === "array") return "";
      const field = `${fieldNames[type.kind]}${++counts[type.kind]}`;
      const own = withRoom(modelType(type, rebecType));
      const before = shared.get(field);
      if (before?.kind === "range" && own.kind === "range") {
        shared.set(field, { ...own, low: Math.min(own.low, before.low), high: Math.max(own.high, before.high) });
      } else shared.set(field, own);
      return field;
    });
    parameters.set(routine, names);
  }
  const message: RecordType = {
    kind: "record",
    fields: [
      { name: "message", type: messageType },
      { name: "sender", type: rebecType },
      ...Array.from(shared, ([field, type]) => ({ name: field, type })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ],
  };
  const unique = uniqueNames([queueField]);
  const fields = new Map<string, string>();
  const record: { name: string; type: Type }[] = [];
  const addField = (base: string, type: Type): string => {
    const field = unique(base);
    record.push({ name: field, type });
    return field;
  };
  if (isCreated) for (const known of symbol.known) fields.set(known.name, addField(known.name, rebecType));
  for (const { name: variable, type } of symbol.state) {
    fields.set(variable, addField(variable, modelType(type, rebecType)));
  }
  const created = isCreated ? addField("created", { kind: "bool" }) : undefined;
  record.push({ name: queueField, type: { kind: "queue", capacity: symbol.queueSize, element: message } });
  return { record: { kind: "record", name, fields: record }, message, fields, created, parameters };
}
