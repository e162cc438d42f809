/**
 * The rebecs of a model: those of `main`, and for each class that the text creates rebecs of, a pool of those to come.
 *
 * A rebec is a variable of the model, a record of its state variables and its queue. References are members of one
 * enumeration of all rebecs, `null` first. A queue holds records: the message, its sender, and fields for parameters, which
 * the servers of a class share as far as their kinds allow; those that a message does not need are zero, false or null.
 */

import type { EnumType, Expression, RecordType, Type } from "../../model/model.ts";
import type { Collector } from "../../syntax/collector.ts";
import type { Name } from "../../syntax/cursor.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import { uniqueNames } from "../unique-names.ts";
import { constantValue, fits } from "./constant.ts";
import type { Declarations } from "./declare.ts";
import type { ExpressionNode, ProgramNode, RebecNode } from "./syntax-tree.ts";
import { visitExpressions } from "./traverse.ts";
import { isSubclass } from "./types.ts";
import type { ClassSymbol, RebecaType, Routine } from "./types.ts";

/** The most rebecs of a model. */
const mostRebecs = 20_000;

export interface Rebec {
  /** Of the variable. */
  readonly name: string;
  readonly symbol: ClassSymbol;
  /** Its place in the enumeration. */
  readonly number: number;
  /** Not there at first. */
  readonly isPooled: boolean;
  /** Empty if it is pooled. */
  readonly known: Rebec[];
  /** What its first message brings. */
  readonly args: number[];
  readonly node?: RebecNode | undefined;
}

/** How the rebecs of a class are kept. */
export interface Layout {
  readonly record: RecordType;
  readonly message: RecordType;
  /** The fields of known rebecs, where they are kept, and of state variables. */
  readonly fields: ReadonlyMap<string, string>;
  /** The field that tells whether a pooled rebec is there; absent if the text creates none of this class. */
  readonly created?: string | undefined;
  /** The fields of the parameters of each routine that messages lead to. */
  readonly parameters: ReadonlyMap<Routine, readonly string[]>;
}

export interface World extends Declarations {
  readonly collector: Collector;
  readonly rebecs: readonly Rebec[];
  /** The rebecs of exactly this class. */
  readonly instances: ReadonlyMap<ClassSymbol, readonly Rebec[]>;
  readonly layouts: ReadonlyMap<ClassSymbol, Layout>;
  /** By the name that `main` gives them. */
  readonly named: ReadonlyMap<string, Rebec>;
  readonly rebecType: EnumType;
  readonly messageType: EnumType;
  readonly pool: number;
  /** All names of the model that are no transition's, property's or local's. */
  readonly globalNames: ReadonlySet<string>;
  /** A new one of these. */
  readonly newName: (base: string) => string;
  /** Per routine that messages lead to, the member for it. */
  readonly messages: ReadonlyMap<Routine, string>;
}

export const queueField = "inbox";

export function buildWorld(
  program: ProgramNode,
  declarations: Declarations,
  collector: Collector,
  pool: number,
): World | undefined {
  const globalNames = new Set<string>(["null"]);
  const unique = uniqueNames(globalNames);
  const newName = (base: string): string => {
    const name = unique(base);
    globalNames.add(name);
    return name;
  };
  const named = new Map<string, Rebec>();
  const rebecs: Rebec[] = [];
  const add = (rebec: Omit<Rebec, "number" | "known" | "args">): Rebec => {
    const added = { ...rebec, number: rebecs.length + 1, known: [], args: [] };
    rebecs.push(added);
    return added;
  };
  if (!program.hasMain) {
    collector.reportAt("rebeca/missing-main", "expected `main { ... }` with the rebecs, found none", program.mainSpan);
    return undefined;
  }
  if (program.main.length === 0 && collector.empty) {
    collector.reportAt("rebeca/no-rebecs", "expected at least one rebec in `main`, found none", program.mainSpan);
  }
  for (const node of program.main) {
    const symbol = instantiable(node.type, declarations, collector);
    if (named.has(node.name.text)) {
      const message = `expected a new name, found \`${node.name.text}\` again`;
      collector.reportAt("rebeca/duplicate-name", message, node.name.span);
    } else if (symbol) {
      named.set(node.name.text, add({ name: newName(node.name.text), symbol, isPooled: false, node }));
    }
  }
  const createdClasses = classesCreated(program, declarations);
  for (const symbol of createdClasses) {
    for (let i = 1; i <= pool && rebecs.length <= mostRebecs; i++) {
      add({ name: newName(`${symbol.name}#${i}`), symbol, isPooled: true });
    }
  }
  if (rebecs.length > mostRebecs) {
    const message = `expected at most ${mostRebecs} rebecs, found more`;
    collector.reportAt("rebeca/too-many-rebecs", message, program.mainSpan);
    return undefined;
  }
  if (!collector.empty) return undefined;
  for (const rebec of rebecs) bind(rebec, named, declarations, collector);
  if (!collector.empty) return undefined;

  const typeNames = new Map([...declarations.classes.values()].map((symbol) => [symbol, newName(symbol.name)]));
  const rebecName = newName("Rebec");
  const messageName = newName("Message");
  const members = ["null", ...rebecs.map(({ name }) => newName(`@${name}`))];
  const rebecType: EnumType = { kind: "enum", name: rebecName, members };
  const { messages, names } = messageNames([...declarations.classes.values()], newName);
  const messageType: EnumType = { kind: "enum", name: messageName, members: names };
  const instances = new Map<ClassSymbol, Rebec[]>();
  for (const symbol of declarations.classes.values()) instances.set(symbol, []);
  for (const rebec of rebecs) instances.get(rebec.symbol)!.push(rebec);
  const layouts = new Map(
    Array.from(typeNames, ([symbol, name]) => [
      symbol,
      layoutOf(symbol, name, rebecType, messageType, createdClasses.has(symbol)),
    ]),
  );
  return {
    ...declarations,
    collector,
    rebecs,
    instances,
    layouts,
    named,
    rebecType,
    messageType,
    pool,
    globalNames,
    newName,
    messages,
  };
}

/** A class that can have rebecs. */
export function instantiable(name: Name, { classes }: Declarations, collector: Collector): ClassSymbol | undefined {
  const symbol = classes.get(name.text);
  if (symbol?.node.kind === "class" && !symbol.node.isAbstract) return symbol;
  const hint = didYouMean(name.text, classes.keys());
  const found = symbol ? `\`${name.text}\`, which is abstract or an interface` : `\`${name.text}\`${hint}`;
  collector.reportAt("rebeca/unknown-type", `expected the name of a class, found ${found}`, name.span);
  return undefined;
}

function classesCreated(program: ProgramNode, { classes }: Declarations): Set<ClassSymbol> {
  const created = new Set<ClassSymbol>();
  for (const { routines } of program.classes) {
    for (const { body } of routines) {
      visitExpressions(body ?? [], (e) => {
        const symbol = e.kind === "new" ? classes.get(e.type.text) : undefined;
        if (symbol?.node.kind === "class" && !symbol.node.isAbstract) created.add(symbol);
      });
    }
  }
  return created;
}

/** Finds the known rebecs and the arguments of a rebec of `main`. */
function bind(
  { symbol, node, known, args }: Rebec,
  named: ReadonlyMap<string, Rebec>,
  { constants }: Declarations,
  collector: Collector,
): void {
  if (!node) return;
  const rebecOf = (e: ExpressionNode, type: RebecaType): Rebec | undefined => {
    const found = e.kind === "name" ? named.get(e.name) : undefined;
    if (!found) {
      const shown = e.kind === "name" ? `\`${e.name}\`${didYouMean(e.name, named.keys())}` : "something else";
      collector.reportAt("rebeca/unknown-rebec", `expected the name of a rebec, found ${shown}`, e.span);
      return undefined;
    }
    if (type.kind === "rebec" && type.of && !isSubclass(found.symbol, type.of)) {
      const message = `expected a \`${type.of.name}\`, found \`${found.name}\`, which is a \`${found.symbol.name}\``;
      collector.reportAt("rebeca/type-mismatch", message, e.span);
      return undefined;
    }
    return found;
  };
  if (node.known.length !== symbol.known.length) {
    const message = `expected ${counted(symbol.known.length, "known rebec")} for a \`${symbol.name}\`, found ${node.known.length}`;
    collector.reportAt("rebeca/wrong-arity", message, node.span);
    return;
  }
  node.known.forEach((e, i) => {
    const found = rebecOf(e, symbol.known[i]!.type);
    if (found) known.push(found);
  });
  const parameters = symbol.first?.parameters ?? [];
  if (node.args.length !== parameters.length) {
    const message = `expected ${counted(parameters.length, "argument")} for a \`${symbol.name}\`, found ${node.args.length}`;
    collector.reportAt("rebeca/wrong-arity", message, node.span);
    return;
  }
  node.args.forEach((e, i) => {
    const { type } = parameters[i]!;
    if (type.kind === "rebec") args.push(e.kind === "null" ? 0 : (rebecOf(e, type)?.number ?? 0));
    else {
      const value = constantValue(e, constants, collector);
      if (value && fits(value, type, e, collector)) args.push(value.value);
    }
  });
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** The routines that messages lead to. */
export function messageRoutines({ servers, first }: ClassSymbol): Routine[] {
  const routines = [...servers.values()];
  return first && !routines.includes(first) ? [first, ...routines] : routines;
}

/** One member for all servers of a name, and one for all constructors. */
function messageNames(
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

/** Cells of queues that are not in use hold a number below the type's, which must be within 32 bits as well. */
function withRoom(type: Type): Type {
  return type.kind === "range" ? { ...type, low: Math.max(type.low, 1 - 2 ** 31) } : type;
}

const fieldNames = { boolean: "flag", integer: "number", rebec: "rebec" } as const;

function layoutOf(
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

/** A reference to a rebec. */
export function reference({ rebecType }: World, number: number): Expression {
  return { kind: "member", type: rebecType, name: rebecType.members[number]! };
}

/** The rebecs that a reference of this type can name. */
export function candidates({ rebecs, instances, classes }: World, of: ClassSymbol | undefined): readonly Rebec[] {
  if (!of) return rebecs;
  const below = [...classes.values()].filter((symbol) => isSubclass(symbol, of));
  return below.length === 1 ? instances.get(below[0]!)! : below.flatMap((symbol) => instances.get(symbol)!);
}
