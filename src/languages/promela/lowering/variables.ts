/** The variables of the model: the stored parts of a program, their types and their initial values. */

import { asBool, asInteger, valueOfType } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Constant, Expression, Field, Initial, ScalarType, Type, Variable } from "../../../model/model.ts";
import type { Group } from "../flow/channels.ts";
import { constantValue } from "../names/constant.ts";
import { pathText, recordCells } from "../names/record-cells.ts";
import type { RecordCell } from "../names/record-cells.ts";
import { wrapped } from "../names/symbols.ts";
import type { ProcessSymbol, ValueType, VariableSymbol } from "../names/symbols.ts";
import type { Reference, Expression as Source } from "../syntax/syntax-tree.ts";
import type { Context } from "./context.ts";
import { poolSize, totalSize } from "./places.ts";
import { int32, wrap } from "./value.ts";

// ---------------------------------------------------------------- types

/** Whether a variable is part of the state. Fixed channel names are not, nor are variables that are not read. */
export function isStored({ channels, unread }: Context, symbol: VariableSymbol): boolean {
  return !channels.isFixed(symbol) && !unread.has(symbol);
}

function range(low: number, high: number): ScalarType {
  return { kind: "range", low, high };
}

export function scalarType(context: Context, type: ValueType): ScalarType {
  if (type.kind !== "scalar") return range(0, context.channels.count);
  return type.basic === "bool" ? { kind: "bool" } : range(type.low, type.high);
}

function modelType(context: Context, type: ValueType, size?: number): Type {
  if (size !== undefined) return { kind: "array", index: range(0, size - 1), element: modelType(context, type) };
  if (type.kind !== "record") return scalarType(context, type);
  const fields = type.fields.map((each) => ({ name: each.name, type: modelType(context, each.type, each.size) }));
  return { kind: "record", fields };
}

/**
 * The type of the messages of a group. It excludes the least 32-bit number: cells of queues need a value that no
 * message has.
 */
export function messageType(context: Context, { fields }: Group): Type {
  const types = fields.map((type, k): Field => {
    const scalar = scalarType(context, type);
    const isWhole = scalar.kind === "range" && scalar.low === int32.low;
    return { name: String(k), type: isWhole ? { ...scalar, low: int32.low + 1 } : scalar };
  });
  return types.length === 1 ? types[0]!.type : { kind: "record", fields: types };
}

/** The representation of a value in a variable of the type. */
export function stored(v: Value, type: ValueType): Expression {
  if (type.kind === "scalar" && type.basic === "bool") return asBool(v.isBool ? v : wrap(v, 0, 1));
  if (type.kind === "scalar") return asInteger(wrap(v, type.low, type.high));
  return asInteger(v);
}

/** The value of a place of the type. */
export function loaded(context: Context, e: Expression, type: ValueType): Value {
  return valueOfType(e, scalarType(context, type));
}

// ---------------------------------------------------------------- declarations

export function variablesOf(context: Context): Variable[] {
  const { names, channels, exclusive, last, trace, traceState } = context;
  const globals = names.variables.filter((symbol) => isStored(context, symbol));
  const counter = (name: string | undefined, high: number): Variable[] =>
    name === undefined ? [] : [{ name, type: range(0, high), initial: value(0) }];
  return [
    ...globals.map((symbol): Variable => {
      const type = modelType(context, symbol.type, symbol.size);
      return { name: symbol.place, type, initial: initialValue(context, symbol), span: symbol.span };
    }),
    ...channels.groups.filter(({ capacity }) => capacity > 0).map((group) => queuesOf(context, group)),
    ...poolsOf(context),
    ...counter(exclusive, totalSize(context)),
    ...(trace ? [{ name: traceState!, type: range(1, trace.endNumber), initial: value(trace.start.number) }] : []),
    ...counter(last, Math.max(...(context.instances.pids ? [...context.instances.pids.values()].flat() : [255]))),
  ];
}

function queuesOf(context: Context, group: Group): Variable {
  const { name, low, high, capacity } = group;
  const queue: Type = { kind: "queue", capacity, element: messageType(context, group) };
  const empty = Array.from({ length: high - low + 1 }, () => items([]));
  return { name, type: { kind: "array", index: range(low, high), element: queue }, initial: items(empty) };
}

/** The instances of each process, as arrays of records. */
function poolsOf(context: Context): Variable[] {
  let nextPid = 0;
  return context.names.processes.flatMap((process) => {
    const firstPid = nextPid;
    nextPid += process.active;
    return poolSize(context, process) === 0 ? [] : [poolOf(context, process, firstPid)];
  });
}

function poolOf(context: Context, process: ProcessSymbol, firstPid: number): Variable {
  const { points, start } = context.graphs.get(process)!;
  const size = poolSize(context, process);
  const fields = process.fields.filter((symbol) => isStored(context, symbol));
  const hasPid = context.instances.pids === undefined;
  const record: Field[] = [
    { name: "pc", type: range(0, Math.max(...points.map((point) => point.number))) },
    ...(hasPid ? [{ name: "pid", type: range(0, 255) }] : []),
    ...fields.map((symbol) => ({ name: symbol.place, type: modelType(context, symbol.type, symbol.size) })),
  ];
  const initial = Array.from({ length: size }, (_, k): Initial => {
    const isActive = k < process.active;
    return items([
      value(isActive ? start.number : 0),
      ...(hasPid ? [value(isActive ? firstPid + k : 0)] : []),
      ...fields.map((symbol) => initialValue(context, symbol, isActive ? k : undefined, firstPid)),
    ]);
  });
  return {
    name: process.name,
    type: { kind: "array", index: range(0, size - 1), element: { kind: "record", fields: record } },
    initial: items(initial),
    span: process.definition.span,
  };
}

/** The names of an `mtype`, and of channels that are not variables. */
export function constantsOf({ names, channels }: Context): Constant[] {
  const members = names.constants.map((member): Constant => ({ name: member.name, type: "int", value: member.value }));
  const fixed = [...channels.literals.values()].flatMap(({ symbol, base, count }): Constant[] =>
    symbol.process || count > 1 || symbol.size !== undefined || !channels.isFixed(symbol)
      ? []
      : [{ name: symbol.place, type: "int", value: base, span: symbol.span }],
  );
  return [...members, ...fixed];
}

// ---------------------------------------------------------------- initial values

function value(given: number): Initial {
  return { kind: "value", value: given };
}

function items(given: readonly Initial[]): Initial {
  return { kind: "items", items: given };
}

/** `instance` is absent for a global variable, and for locals of a process that does not run yet, which are all 0. */
function initialValue(context: Context, symbol: VariableSymbol, instance?: number, firstPid = 0): Initial {
  const isIdle = symbol.process !== undefined && instance === undefined;
  if (isIdle) return zeros(symbol.type, symbol.size);
  if (symbol.type.kind === "record") {
    const cells = recordCells(symbol.type, symbol.size).map((cell) =>
      initialCell(context, symbol, cell, instance ?? 0),
    );
    return shaped(symbol.type, symbol.size, cells);
  }
  const cell = (k: number): Initial => value(cellValue(context, symbol, k, instance ?? 0, firstPid));
  if (symbol.size === undefined) return cell(0);
  return items(Array.from({ length: symbol.size }, (_, k) => cell(k)));
}

function zeros(type: ValueType, size?: number): Initial {
  if (size !== undefined) return items(Array.from({ length: size }, () => zeros(type)));
  return type.kind === "record" ? items(type.fields.map((each) => zeros(each.type, each.size))) : value(0);
}

/** The values of cells in the shape of a type. They are taken from the list, which is in order. */
function shaped(type: ValueType, size: number | undefined, cells: number[]): Initial {
  if (size !== undefined) return items(Array.from({ length: size }, () => shaped(type, undefined, cells)));
  if (type.kind !== "record") return value(cells.shift()!);
  return items(type.fields.map((each) => shaped(each.type, each.size, cells)));
}

/** The initial value of a cell of a record, in an instance that has just started. */
export function initialCell(context: Context, symbol: VariableSymbol, cell: RecordCell, instance: number): number {
  const { values, channel } = cell.field;
  if (values) return values[cell.at] ?? values.at(-1)!;
  if (!channel) return 0;
  const place = pathText(cell.path);
  const literal = context.channels.fields.get(symbol)!.find(({ path }) => pathText(path!) === place)!;
  return literal.base + instance * literal.count;
}

function cellValue(context: Context, symbol: VariableSymbol, k: number, instance: number, firstPid: number): number {
  const { initial } = symbol;
  switch (initial?.kind) {
    case undefined:
      return 0;
    case "value":
      return evaluated(context, symbol, initial.value, instance, firstPid);
    case "list":
      return evaluated(context, symbol, listed(initial.values, k), instance, firstPid);
    case "channel": {
      const { base, count } = context.channels.literals.get(symbol)!;
      return base + instance * count + k;
    }
  }
}

/** The initial value of an element: the last of a list is for all that follow, as in SPIN. */
export function listed(values: readonly Source[], k: number): Source {
  return values[k] ?? values.at(-1)!;
}

/** A name has no value before its declaration. */
function isLater(other: VariableSymbol, { process, span }: VariableSymbol): boolean {
  return other.process === process && other.span.source === span.source && other.span.start > span.start;
}

function evaluated(context: Context, symbol: VariableSymbol, e: Source, instance: number, firstPid: number): number {
  const { names } = context;
  const scope = symbol.process ? names.scopeOf(symbol.process) : names.global;
  const known = ({ parts }: Reference): number | undefined => {
    const name = parts[0]!.name.text;
    if (name === "_pid") return firstPid + instance;
    const other = scope.find(name);
    if (other?.kind !== "variable" || other === symbol || isLater(other, symbol)) return undefined;
    const owner = other.process ? instance : 0;
    const path = parts.flatMap(({ name, index }, i) => [
      ...(i > 0 ? [name.text] : []),
      ...(index ? [constantValue(index, scope, known) ?? -1] : []),
    ]);
    if (other.type.kind === "record") {
      const cell = recordCells(other.type, other.size).find((each) => pathText(each.path) === pathText(path));
      return cell && initialCell(context, other, cell, owner);
    }
    const index = Number(path[0] ?? 0);
    if (index < 0 || index >= (other.size ?? 1)) return undefined;
    return cellValue(context, other, index, owner, firstPid);
  };
  const result = constantValue(e, scope, known);
  if (result === undefined) {
    names.report("not-constant", "expected an initial value that is known before the run", e.span);
    return 0;
  }
  return symbol.type.kind === "scalar" ? wrapped(result, symbol.type.low, symbol.type.high) : result;
}
