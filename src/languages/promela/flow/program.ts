/** A program before lowering: the meanings of its names, its control flow, its instances and its channels. */

import type { Refusal, Names } from "../names/declare.ts";
import { mentionsOf, unreadVariables } from "../names/mentions.ts";
import type { Mentions } from "../names/mentions.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import type { Unit } from "../syntax/syntax-tree.ts";
import { Channels } from "./channels.ts";
import { claimGraph } from "./claim.ts";
import { buildFlow } from "./flow.ts";
import { buildGraph } from "./graph.ts";
import type { Edge, Graph } from "./graph.ts";
import { countInstances } from "./instances.ts";
import type { Instances } from "./instances.ts";
import { mergeSteps } from "./merge.ts";

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
  /** Hidden variables that nothing depends on. */
  readonly unread: ReadonlySet<VariableSymbol>;
}

/** `pool` is the number of instances of a process that may be started repeatedly. `undefined` after an error. */
export function elaborate(names: Names, given: readonly Unit[], pool: number): Program | undefined {
  const { collector } = names;
  names.declare(given);
  const claims = new Map<Unit, Graph>();
  const units = given.map((unit): Unit => {
    if (unit.kind !== "never") return unit;
    const { value: graph, refusal } = names.attempt(() => claimGraph(names, unit));
    if (graph) claims.set(unit, graph);
    return refusal ? remainder(unit, refusal) : unit;
  });
  const mentions = mentionsOf(units);
  const graphs = names.processes.map((process) => buildGraph(buildFlow(names, process, mentions.labels)));
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
  return {
    names,
    units,
    mentions,
    graphs: new Map(graphs.map((graph) => [graph.flow.process, mergeSteps(graph, mayMeet)])),
    claims,
    instances,
    channels,
    unread: unreadVariables(names.variables, mentions),
  };
}

export type PropertyUnit = Extract<Unit, { kind: "ltl" | "never" }>;

export function propertyName({ name, kind }: PropertyUnit): string {
  return name?.text ?? kind;
}

/** The replacement of an unsupported property: its name, and the reason. */
export function remainder(unit: PropertyUnit, { message, span }: Refusal): Unit {
  return { kind: "unsupported", name: propertyName(unit), reason: message, span };
}
