/** Assignments to variables of a program. */

import { asInteger, boolean, element, field, integer, isKnown } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, ScalarType, Statement } from "../../../model/model.ts";
import { resolve } from "../names/resolve.ts";
import type { Resolved } from "../names/resolve.ts";
import type { ValueType } from "../names/symbols.ts";
import type { Reference } from "../syntax/syntax-tree.ts";
import type { At, Context } from "./context.ts";
import { placeOf, valueOf } from "./expression.ts";
import { isStored, scalarType, stored } from "./variables.ts";

export function assign(context: Context, target: Reference, value: Value, at: At): Statement[] {
  const { names } = context;
  if (target.parts[0]!.name.text === "_") return [];
  const resolved = resolve(names, target, at.scope);
  if (!resolved) return [];
  if (resolved.type.kind === "record") {
    names.report("not-a-scalar", "expected a variable with a single value, found a record", target.span);
    return [];
  }
  if (context.unread.has(resolved.symbol)) return evaluate(context, resolved, value, at);
  if (!isStored(context, resolved.symbol)) return [];
  const place = placeOf(context, resolved, at);
  return [{ kind: "assign", target: place, value: stored(value, resolved.type), span: target.span }];
}

/** An assignment to a variable that nothing reads. Its index and its value may still fail. */
function evaluate(context: Context, { index, symbol, type }: Resolved, value: Value, at: At): Statement[] {
  const hold = (held: ScalarType, e: Expression): Statement => {
    return { kind: "local", name: context.locals.fresh("unread"), type: held, value: e };
  };
  const indices: ScalarType = { kind: "range", low: 0, high: (symbol.size ?? 1) - 1 };
  return [
    ...(index ? [hold(indices, asInteger(valueOf(context, index, at)))] : []),
    ...(isKnown(value) ? [] : [hold(scalarType(context, type), stored(value, type))]),
  ];
}

/** Sets all parts of a place to 0. */
export function reset(place: Expression, type: ValueType, size?: number): Statement[] {
  if (size !== undefined) return Array.from({ length: size }, (_, k) => reset(element(place, k), type)).flat();
  if (type.kind === "record") {
    return type.fields.flatMap((each) => reset(field(place, each.name), each.type, each.size));
  }
  const isBool = type.kind === "scalar" && type.basic === "bool";
  return [{ kind: "assign", target: place, value: isBool ? boolean(false) : integer(0) }];
}
