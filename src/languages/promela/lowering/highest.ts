/** Who may move by priority: a process that has none above it with an executable statement. */

import { all, binary, not, yes } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { runIn } from "../flow/instances.ts";
import { priorityOf } from "../names/priority.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Context } from "./context.ts";
import { hasExecutable, isProvided } from "./executable.ts";
import { isLiving, overInstances } from "./places.ts";
import { priorities, priorityAt } from "./priority.ts";

/** Whether no process of a higher priority has an executable statement. */
export function isHighest(context: Context, process: ProcessSymbol, me: Expression): Expression {
  if (!context.priority) return yes;
  const lowest = Math.min(...prioritiesOf(context, process));
  const higher = context.names.processes.filter((other) => Math.max(...prioritiesOf(context, other)) > lowest);
  return all(
    higher.map((other) =>
      overInstances(context, "forall", other, (k) =>
        not(
          all([
            isLiving(other, k),
            binary(">", priorityAt(other, k), priorityAt(process, me)),
            isProvided(context, other, k),
            hasExecutable({ ...context, isAsking: true }, other, k),
          ]),
        ),
      ),
    ),
  );
}

/** The priorities that a process may have. */
function prioritiesOf(context: Context, process: ProcessSymbol): number[] {
  const { graphs, names, priority } = context;
  if (priority!.isSet) return [priorities.low, priorities.high];
  const elements = [...graphs.values()].flatMap(({ flow }) => flow.elements);
  const started = elements.flatMap(({ statement }) => {
    const run = statement && runIn(statement);
    return run?.process.text === process.name ? [priorityOf(names, run.priority)] : [];
  });
  return process.active > 0 ? [priorityOf(names, process.definition.priority), ...started] : started;
}
