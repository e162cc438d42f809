/** The control points of a never claim, which may only read states. */

import type { Names } from "../names/declare.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { Sequence, Statement, Unit } from "../syntax/syntax-tree.ts";
import { buildFlow } from "./flow.ts";
import { buildGraph, pointsAt } from "./graph.ts";
import type { Graph } from "./graph.ts";
import { runsIn } from "./instances.ts";

type NeverClaim = Unit & { readonly kind: "never" };

/** `undefined` if the claim has effects, which are reported. */
export function claimGraph(names: Names, { name, body, span }: NeverClaim): Graph | undefined {
  const [offense] = offensesIn(body);
  if (offense) {
    const { what, place } = offense;
    names.report("claim-effect", `expected a claim that only looks at states, found ${what}`, place.span);
    return undefined;
  }
  const process: ProcessSymbol = {
    kind: "process",
    name: name?.text ?? "never",
    definition: {
      kind: "proctype",
      name: name ?? { text: "never", span },
      parameters: [],
      deterministic: false,
      body,
      span,
    },
    active: 0,
    fields: [],
    parameters: [],
  };
  const graph = buildGraph(buildFlow(names, process, new Set(), true));
  for (const { element } of pointsAt(graph.points, "accept")) {
    if (element.inside === undefined) continue;
    names.report("unsupported", "an `accept` label inside `atomic` or `d_step` is not supported", element.span);
  }
  return graph;
}

const effects: Readonly<Partial<Record<Statement["kind"], string>>> = {
  declaration: "a declaration",
  assign: "an assignment",
  count: "an assignment",
  send: "a message that is sent",
  receive: "a message that is received",
  for: "a loop with a variable",
  "for-in": "a loop with a variable",
  select: "an assignment",
  unless: "`unless`",
  promise: "`xr` or `xs`",
  set_priority: "`set_priority`",
};

function offensesIn(body: Sequence): { readonly what: string; readonly place: Statement }[] {
  return body.flatMap((place) => {
    const what = effects[place.kind];
    if (what !== undefined) return [{ what, place }];
    switch (place.kind) {
      case "if":
      case "do":
        return place.options.flatMap(offensesIn);
      case "atomic":
      case "d_step":
      case "block":
        return offensesIn(place.body);
      case "label":
        return place.statement ? offensesIn([place.statement]) : [];
      case "expression":
        return runsIn(place.expression).length > 0 ? [{ what: "`run`", place }] : [];
      case "assert":
        return runsIn(place.test).length > 0 ? [{ what: "`run`", place }] : [];
      default:
        return [];
    }
  });
}
