/** A program before lowering: the meanings of its names, its control flow, its instances and its channels. */

import type { Refusal, Names } from "../names/declare.ts";
import { mentionsOf, unreadVariables } from "../names/mentions.ts";
import type { Mentions } from "../names/mentions.ts";
import { withOwnPids } from "../names/own-pid.ts";
import { priorityIn, priorityName, withPriorities } from "../names/priority.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import { writtenBy } from "../syntax/statement-uses.ts";
import type { Unit } from "../syntax/syntax-tree.ts";
import { Chains } from "./chains.ts";
import { Channels } from "./channels.ts";
import { claimGraph } from "./claim.ts";
import { deadVariables, unevenlyReset } from "./dead.ts";
import { whyInOrder } from "./end-order.ts";
import { buildFlow } from "./flow.ts";
import type { Element, Flow } from "./flow.ts";
import { buildGraph } from "./graph.ts";
import type { Edge, Graph } from "./graph.ts";
import { countInstances } from "./instances.ts";
import type { Instances } from "./instances.ts";
import { mergeSteps } from "./merge.ts";
import { traceGraph } from "./trace.ts";
import type { TraceGraph, TraceUnit } from "./trace.ts";

/** Which of SPIN's rewritings leave states out. */
export interface Rewriting {
  /** Dead variables are set to 0. `-o1` and `-o2` turn it off. */
  readonly resets: boolean;
  /** Variables that are only assigned to are left out. `-o2` turns it off. */
  readonly hides: boolean;
  /** Local statements are merged. `-o3` turns it off. */
  readonly merges: boolean;
  /** Processes are gone when they reach their ends, if nothing looks at the order of dying. SPIN does not do that. */
  readonly endsAtOnce: boolean;
}

export interface Program {
  readonly names: Names;
  /** The units. An unsupported property is replaced by its name and the reason. */
  readonly units: readonly Unit[];
  readonly mentions: Mentions;
  readonly graphs: ReadonlyMap<ProcessSymbol, Graph>;
  /** The control points of never claims. */
  readonly claims: ReadonlyMap<Unit, Graph>;
  readonly instances: Instances;
  readonly channels: Channels;
  /** Global variables that nothing depends on. */
  readonly unread: ReadonlySet<VariableSymbol>;
  /** The variables that each element sets to 0 because they are dead after it. */
  readonly dead: ReadonlyMap<Element, readonly VariableSymbol[]>;
  /** Variables that are 0 on some ways to a point only. Empty unless SPIN's own counts are asked for. */
  readonly uneven: ReadonlySet<VariableSymbol>;
  /** Whether a process that reaches its end is dead at once. */
  readonly endsAtOnce: boolean;
  /** The trace assertion. */
  readonly trace: TraceGraph | undefined;
  /** Present if processes have priorities, and whether these may change. */
  readonly priority: { readonly isSet: boolean } | undefined;
}

/** `pool` is the number of instances of a process that may be started repeatedly. `undefined` after an error. */
export function elaborate(
  names: Names,
  given: readonly Unit[],
  pool: number,
  rewriting: Rewriting,
): Program | undefined {
  const { collector } = names;
  const priority = priorityIn(given);
  const own = withOwnPids(priority ? withPriorities(names, given) : given);
  names.declare(own);
  const claims = new Map<Unit, Graph>();
  const traces: TraceGraph[] = [];
  const units = own.map((unit): Unit => {
    if (unit.kind === "trace") {
      const { value: graph, refusal } = names.attempt(() => onlyTrace(names, unit, traces));
      if (graph) traces.push(graph);
      return refusal ? remainder(unit, refusal) : unit;
    }
    if (unit.kind !== "never") return unit;
    const { value: graph, refusal } = names.attempt(() => claimGraph(names, unit));
    if (graph) claims.set(unit, graph);
    return refusal ? remainder(unit, refusal) : unit;
  });
  const mentions = mentionsOf(units);
  const graphs = names.processes.map((process) =>
    buildGraph(buildFlow(names, process, mentions.labels), rewriting.merges),
  );
  if (names.processes.length === 0) {
    names.report("no-process", "expected a process, found none", { source: collector.source, start: 0, end: 0 });
  }
  if (!collector.empty) return undefined;
  const instances = countInstances(names, graphs, pool);
  const flows = graphs.map(({ flow }) => flow);
  const channels = new Channels(names, flows, (process) => instances.count.get(process)!);
  /** After a rendezvous, the receiver has the turn. */
  const mayMeet = ({ statement, element }: Edge): boolean =>
    statement?.kind === "send" &&
    channels.groupsOf(statement.channel, element.scope).some(({ capacity }) => capacity === 0);
  if (priority && channels.groups.some(({ capacity }) => capacity === 0)) {
    const message = "priorities together with channels without a buffer are not supported, by SPIN neither";
    names.report("unsupported", message, priority);
  }
  const { resets, merges } = allowed(rewriting, names, mentions);
  const dead = new Map(resets ? graphs.flatMap((graph) => [...deadVariables(graph)]) : []);
  const facts = { units, graphs, instances, channels, hasPriorities: priority !== undefined };
  const chains = merges ? new Chains(flows, mentions, channels) : undefined;
  const merged = graphs.map((graph) => mergeSteps(graph, mayMeet, chains, priority !== undefined));
  return {
    names,
    units,
    mentions,
    graphs: new Map(merged.map((graph) => [graph.flow.process, graph])),
    claims,
    instances,
    channels,
    unread: unreadVariables(names.variables, mentions, rewriting.hides),
    dead,
    uneven: new Set(rewriting.endsAtOnce ? [] : merged.flatMap((graph) => unevenlyReset(graph, dead))),
    endsAtOnce: rewriting.endsAtOnce && whyInOrder(facts) === undefined,
    trace: traces[0],
    priority: priority && { isSet: setsPriority(flows) },
  };
}

/** Whether some statement changes a priority. */
function setsPriority(flows: readonly Flow[]): boolean {
  const statements = flows.flatMap(({ elements }) => elements.flatMap(({ statement }) => statement ?? []));
  return statements.some(
    (s) => s.kind === "set_priority" || writtenBy(s).some(({ parts }) => parts[0]!.name.text === priorityName),
  );
}

/**
 * As in SPIN, nothing is rewritten if the text refers to variables of other processes, and `provided` forbids to merge.
 * So does everything that depends on the number of steps.
 */
function allowed(
  { resets, merges }: Rewriting,
  { processes }: Names,
  { remote, steps }: Mentions,
): Pick<Rewriting, "resets" | "merges"> {
  const isProvided = processes.some(({ definition }) => definition.provided !== undefined);
  return { resets: resets && !remote, merges: merges && !remote && !steps && !isProvided };
}

/** SPIN has one trace assertion at most. */
function onlyTrace(names: Names, unit: TraceUnit, before: readonly TraceGraph[]): TraceGraph | undefined {
  if (before.length === 0) return traceGraph(names, unit);
  names.report("unsupported", "a second trace assertion is not supported", unit.span);
  return undefined;
}

export type PropertyUnit = Extract<Unit, { kind: "ltl" | "never" | "trace" }>;

export function propertyName(unit: PropertyUnit): string {
  if (unit.kind === "trace") return unit.negated ? "notrace" : "trace";
  return unit.name?.text ?? unit.kind;
}

/** The replacement of an unsupported property: its name, and the reason. */
export function remainder(unit: PropertyUnit, { message, span }: Refusal): Unit {
  return { kind: "unsupported", name: propertyName(unit), reason: message, span };
}
