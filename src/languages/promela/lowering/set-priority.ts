/** `set_priority`. */

import { all, asInteger, binary, integer, local, number } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { StatementOf } from "../syntax/syntax-tree.ts";
import type { At, Context } from "./context.ts";
import { valueOf } from "./expression.ts";
import { isLiving, pidOf, poolSize } from "./places.ts";
import { priorities, priorityAt } from "./priority.ts";
import { equal } from "./value.ts";

/** Nothing if there is no such process. SPIN ends at a priority that is out of range. */
export function setPriority(context: Context, s: StatementOf<"set_priority">, at: At): Statement[] {
  const pid = valueOf(context, s.process, at);
  const given = valueOf(context, s.priority, at);
  const [id, value] = [context.locals.fresh("pid"), context.locals.fresh("priority")];
  const held: Statement[] = [
    { kind: "local", name: id, type: { kind: "range", low: pid.low, high: pid.high }, value: asInteger(pid) },
    { kind: "local", name: value, type: { kind: "range", low: given.low, high: given.high }, value: asInteger(given) },
  ];
  const isMeant = (process: ProcessSymbol, k: Expression): Expression =>
    all([isLiving(process, k), equal(pidOf(context, process, k), number(local(id), pid))]);
  const inRange = all([binary(">=", local(value), integer(1)), binary("<=", local(value), integer(priorities.high))]);
  const set = (process: ProcessSymbol, k: Expression): Statement => ({
    kind: "if",
    test: isMeant(process, k),
    then: [
      { kind: "assert", test: inRange, message: "a priority is out of range (1 to 255)", span: s.span },
      {
        kind: "if",
        test: inRange,
        then: [{ kind: "assign", target: priorityAt(process, k), value: local(value), span: s.span }],
        else: [],
      },
    ],
    else: [],
  });
  const pools = context.names.processes.filter((process) => poolSize(context, process) > 0);
  return [
    ...held,
    ...pools.map((process): Statement => {
      const size = poolSize(context, process);
      if (size === 1) return set(process, integer(0));
      const name = context.locals.fresh("k");
      return { kind: "for", name, type: { kind: "range", low: 0, high: size - 1 }, body: [set(process, local(name))] };
    }),
  ];
}
