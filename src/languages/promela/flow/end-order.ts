/**
 * Whether the order in which processes die may be left out.
 *
 * In SPIN a process that has reached its end dies in a step of its own, once all younger ones are dead. That step
 * changes nothing that another process or a property can see, unless the text looks at it. So states that differ only
 * in which of the ended processes are dead can do the same, up to such steps: there is a bisimulation that is weak for
 * them, and no run consists of them from some point on. With the order left out, a process that reaches its end is gone
 * at once: one state stands for all of these, and processes that end are as interchangeable as those that do not.
 *
 * What could look at it:
 * - pids that are reused, and a `run` that fails: all processes must be started in one go, with known pids;
 * - `_nr_pr`, `_last`, `enabled`, `pc_value`, `P@label`, `P:x`;
 * - the channels that a process declares, which die with it while others may still use them;
 * - priorities, since a process that can die keeps others from moving;
 * - never claims and `X`, which count steps.
 *
 * `timeout` does not: it waits until the dying is done, in either order. Nor do end states, for which an ended process
 * is as good as a dead one, nor `provided`, which can only delay the step.
 */

import { isPredefined } from "../names/resolve.ts";
import type { Unit } from "../syntax/syntax-tree.ts";
import type { Channels } from "./channels.ts";
import type { Graph } from "./graph.ts";
import type { Instances } from "./instances.ts";

export interface EndOrderFacts {
  readonly units: readonly Unit[];
  readonly graphs: readonly Graph[];
  readonly instances: Instances;
  readonly channels: Channels;
  readonly hasPriorities: boolean;
}

/** Why the order matters, in a clause; `undefined` if nothing looks at it. */
export function whyInOrder({ units, graphs, instances, channels, hasPriorities }: EndOrderFacts): string | undefined {
  if (!instances.pids) return "processes are not all started in one atomic sequence";
  if (hasPriorities) return "processes have priorities";
  const ending = graphs.filter(({ end }) => end !== undefined);
  if (ending.some(({ start, end }) => start === end)) return "a process has no statements";
  const own = ending.find(({ flow }) => flow.process.fields.some((symbol) => channels.of(symbol).length > 0));
  if (own) return `\`${own.flow.process.name}\` declares a channel, which dies with it`;
  if (units.some(({ kind }) => kind === "never")) return "a never claim counts steps";
  const seen = observerIn(units);
  return seen && `the text mentions ${seen}`;
}

function observerIn(node: unknown): string | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  const { kind, op, reference } = node as {
    kind?: string;
    op?: string;
    reference?: Parameters<typeof isPredefined>[0];
  };
  if (kind === "next") return "`X`";
  if (kind === "at") return "a label of a process";
  if (kind === "remote") return "a variable of another process";
  if (kind === "ask") return `\`${op}\``;
  const predefined = kind === "reference" && reference ? isPredefined(reference) : undefined;
  if (predefined === "_nr_pr" || predefined === "_last") return `\`${predefined}\``;
  for (const [key, part] of Object.entries(node as Readonly<Record<string, unknown>>)) {
    const found = key === "span" ? undefined : observerIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
