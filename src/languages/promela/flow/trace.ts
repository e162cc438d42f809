/** The control points of a trace assertion, which consists of messages that are sent and received. */

import type { Names } from "../names/declare.ts";
import type { Unit } from "../syntax/syntax-tree.ts";
import { buildFlow } from "./flow.ts";
import { buildGraph, edgesOf } from "./graph.ts";
import type { Edge, Graph } from "./graph.ts";

export type TraceUnit = Unit & { readonly kind: "trace" };

export interface TraceGraph extends Graph {
  /** Whether it is `notrace`: what is described must not happen. */
  readonly negated: boolean;
  readonly events: readonly Edge[];
  /** The number of the end. Control may never get there. */
  readonly endNumber: number;
}

/** `undefined` if something in it is not supported, which is reported. */
export function traceGraph(names: Names, { negated, body, span }: TraceUnit): TraceGraph | undefined {
  const name = { text: negated ? "notrace" : "trace", span };
  const graph = buildGraph(
    buildFlow(
      names,
      {
        kind: "process",
        name: name.text,
        definition: { kind: "proctype", name, parameters: [], deterministic: false, body, span },
        active: 0,
        fields: [],
        parameters: [],
      },
      new Set(),
    ),
  );
  const events = edgesOf(graph);
  const offense = events.find((edge) => !isEvent(edge)) ?? graph.points.find(({ escapes }) => escapes.length > 0);
  if (offense) {
    const message = `anything but messages that are sent and received, with constants and \`_\`, in \`${name.text}\` is not supported`;
    names.report("unsupported", message, offense.element.span);
    return undefined;
  }
  return { ...graph, negated, events, endNumber: graph.end?.number ?? graph.points.length + 1 };
}

/** Whether it is a message of constants, with `_` for any value. */
function isEvent({ statement: s, element }: Edge): boolean {
  if (element.inside !== undefined) return false;
  if (s?.kind !== "send" && s?.kind !== "receive") return false;
  const parts = s.kind === "send" ? s.values : s.pattern;
  return parts.every((part) => {
    if (part.kind === "number") return true;
    if (part.kind !== "reference" || part.reference.parts.length !== 1) return false;
    const { text } = part.reference.parts[0]!.name;
    return text === "_" || element.scope.find(text)?.kind === "constant";
  });
}
