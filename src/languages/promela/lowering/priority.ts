/** The priority of a process, and `get_priority`. */

import { all, asInteger, binary, field, integer, number } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { priorityName } from "../names/priority.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Context } from "./context.ts";
import { candidatesFor } from "./other-processes.ts";
import { instance, isLiving, ofInstance, orZero, pidOf } from "./places.ts";
import { equal } from "./value.ts";

export const priorities = { low: 0, high: 255 } as const;

export function priorityAt(process: ProcessSymbol, me: Expression): Expression {
  return field(instance(process, me), priorityName);
}

/** `get_priority`: 0 if there is no such process. */
export function getPriority(context: Context, pid: Value): Value {
  const values = candidatesFor(context, pid).map(({ process, me }) => {
    const at = (k: Expression): Value => number(priorityAt(process, k), priorities);
    if (me) return orZero(isLiving(process, me), at(me));
    const isMeant = (k: Expression): Expression => all([equal(pidOf(context, process, k), pid), isLiving(process, k)]);
    return ofInstance(context, process, isMeant, at);
  });
  const sum = values.map(asInteger).reduce((left, right) => binary("+", left, right), integer(0));
  return number(sum, priorities);
}
