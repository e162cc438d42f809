/** The semantics of a statement of one instance: when it is executable, and its effect on variables and channels. */

import { field, integer, local, number, yes } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Element } from "../flow/flow.ts";
import type { Edge } from "../flow/graph.ts";
import { runIn } from "../flow/instances.ts";
import type { Expression as Source, StatementOf } from "../syntax/syntax-tree.ts";
import { assign, reset } from "./assign.ts";
import type { At, Context } from "./context.ts";
import { conditionOf, valueOf } from "./expression.ts";
import { receiveOffers, sendOffers } from "./messages.ts";
import type { Offer } from "./messages.ts";
import { instance, living } from "./places.ts";
import { checkRuns, start } from "./run.ts";
import { setPriority } from "./set-priority.ts";

type Site = Pick<Edge, "statement" | "element">;

export function atEdge({ element }: Pick<Edge, "element">, me: Expression): At {
  const { scope } = element;
  return { scope, process: scope.process, me };
}

/** The offers of an edge, except for `else` and communication without a buffer. */
export function offersOf(context: Context, site: Site, me: Expression): Offer[] {
  const zeros = resets(context, site.element, me);
  const offers = offersWith(context, site, me);
  return zeros.length === 0 ? offers : offers.map(({ guard, body }) => ({ guard, body: [...body, ...zeros] }));
}

/** Sets the variables to 0 that are dead after an element. What is settled never changes. */
export function resets(context: Context, element: Element, me: Expression): Statement[] {
  const dead = (context.dead.get(element) ?? []).filter((symbol) => !context.settled.has(symbol));
  return dead.flatMap(({ process, place, type }) => reset(field(instance(process!, me), place), type));
}

function offersWith(context: Context, { statement: s, element }: Site, me: Expression): Offer[] {
  const at = atEdge({ element }, me);
  const always = (body: readonly Statement[]): Offer[] => [{ guard: yes, body }];
  if (!s) return always([]);
  switch (s.kind) {
    case "expression": {
      const run = runIn(s);
      return run
        ? always(start(context, element, run, at))
        : [{ guard: conditionOf(context, s.expression, at), body: [] }];
    }
    case "assign":
      return always(assignment(context, element, s, at));
    case "count": {
      const symbol = element.scope.find(s.target.parts[0]!.name.text);
      if (symbol?.kind === "variable" && context.unread.has(symbol)) {
        return always(assign(context, s.target, number(integer(0), { low: 0, high: 0 }), at));
      }
      const left: Source = { kind: "reference", reference: s.target, span: s.target.span };
      const right: Source = { kind: "number", value: 1, span: s.span };
      const next: Source = { kind: "binary", op: s.by === 1 ? "+" : "-", left, right, span: s.span };
      return always(assign(context, s.target, valueOf(context, next, at), at));
    }
    case "assert":
      return always([{ kind: "assert", test: conditionOf(context, s.test, at), span: s.span }]);
    case "print":
      for (const value of s.values) valueOf(context, value, at);
      return always([]);
    case "send":
      return sendOffers(context, s, at);
    case "receive":
      return receiveOffers(context, s, at);
    case "else":
      return [];
    case "set_priority":
      return always(setPriority(context, s, at));
  }
}

function assignment(context: Context, element: Edge["element"], s: StatementOf<"assign">, at: At): Statement[] {
  const run = runIn(s);
  if (!run) return assign(context, s.target, valueOf(context, s.value, at), at);
  checkRuns(context, s.value);
  const name = context.locals.fresh("pid");
  const bounds = { low: 0, high: 255 };
  const pid: Statement = { kind: "local", name, type: { kind: "range", ...bounds }, value: living(context).e };
  const value = valueOf(context, s.value, { ...at, started: number(local(name), bounds) });
  return [pid, ...start(context, element, run, at), ...assign(context, s.target, value, at)];
}

/** The effect of the rest of a step after the statement of its edge. */
export function bodyOfMore(context: Context, { more }: Edge, me: Expression): Statement[] {
  return more.flatMap((edge) => offersOf(context, edge, me).flatMap(({ body }) => body));
}
