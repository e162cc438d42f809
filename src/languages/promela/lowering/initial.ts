/** What variables are before the first step. */

import type { Initial } from "../../../model/model.ts";
import { constantValue } from "../names/constant.ts";
import type { ValueType, VariableSymbol } from "../names/symbols.ts";
import type { Expression, Reference } from "../syntax/syntax-tree.ts";
import type { World } from "./world.ts";

/** `instance` is absent for a global variable, and for locals of a process that does not run yet, which are all 0. */
export function initialValue(w: World, symbol: VariableSymbol, instance?: number, firstPid = 0): Initial {
  const isIdle = symbol.process !== undefined && instance === undefined;
  const cell = (k: number): Initial => {
    if (symbol.type.kind === "record") return zeros(symbol.type);
    return { kind: "value", value: isIdle ? 0 : cellValue(w, symbol, k, instance ?? 0, firstPid) };
  };
  if (symbol.size === undefined) return cell(0);
  return { kind: "items", items: Array.from({ length: symbol.size }, (_, k) => cell(k)) };
}

function zeros(type: ValueType, size?: number): Initial {
  if (size !== undefined) return { kind: "items", items: Array.from({ length: size }, () => zeros(type)) };
  if (type.kind !== "record") return { kind: "value", value: 0 };
  return { kind: "items", items: type.fields.map((field) => zeros(field.type, field.size)) };
}

function cellValue(w: World, symbol: VariableSymbol, k: number, instance: number, firstPid: number): number {
  const { initial } = symbol;
  switch (initial?.kind) {
    case undefined:
      return 0;
    case "value":
      return evaluated(w, symbol, initial.value, instance, firstPid);
    case "list":
      return initial.values[k] ? evaluated(w, symbol, initial.values[k], instance, firstPid) : 0;
    case "channel": {
      const { base, count } = w.channels.literals.get(symbol)!;
      return base + instance * count + k;
    }
  }
}

function evaluated(w: World, symbol: VariableSymbol, e: Expression, instance: number, firstPid: number): number {
  const scope = symbol.process ? w.names.scopeOf(symbol.process) : w.names.global;
  const known = (reference: Reference): number | undefined => {
    const [part, more] = reference.parts;
    if (part!.name.text === "_pid") return firstPid + instance;
    const other = more === undefined ? scope.find(part!.name.text) : undefined;
    if (other?.kind !== "variable" || other === symbol || other.type.kind === "record") return undefined;
    const index = part!.index ? constantValue(part!.index, scope) : 0;
    return index === undefined ? undefined : cellValue(w, other, index, instance, firstPid);
  };
  const value = constantValue(e, scope, known);
  if (value === undefined) {
    w.names.report("not-constant", "expected an initial value that is known before the run", e.span);
    return 0;
  }
  if (symbol.type.kind !== "scalar") return value;
  const { low, high } = symbol.type;
  const size = high - low + 1;
  return ((((value - low) % size) + size) % size) + low;
}
