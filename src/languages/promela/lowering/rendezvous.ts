/**
 * Communication without a buffer: sender and receiver move in one transition.
 *
 * There is a transition for every pair of a send and a receive that may be about the same channel. The sender begins, so it is the
 * one that must have the turn; afterwards the receiver has it if it is inside an atomic sequence then.
 */

import type { Expression, Statement, Transition } from "../../../model/model.ts";
import type { Edge } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { StatementOf } from "../syntax/syntax-tree.ts";
import { precedence } from "./executable.ts";
import { meet, meetings } from "./meeting.ts";
import { atEdge, bodyOfMore, holdFields, sentValues, take } from "./step.ts";
import { isAt, mayMove, noteLast, parameterOf, passTurn, stepName, stepText } from "./turn.ts";
import type { Lowering } from "./turn.ts";
import { and, integer } from "./value.ts";
import { pcOf } from "./world.ts";

/** The transitions in which an edge sends without a buffer. */
export function rendezvous(l: Lowering, edge: Edge): Transition[] {
  const { world: w } = l;
  if (edge.statement?.kind !== "send") return [];
  return meetings(l, edge, "send").flatMap((m): Transition[] => {
    l.begin();
    const from = parameterOf(l, m.sender, l.i);
    const to = parameterOf(l, m.receiver, l.j);
    const s = m.send.statement as StatementOf<"send">;
    const r = m.receive.statement as StatementOf<"receive">;
    if (s.values.length > m.group.fields.length || r.pattern.length > m.group.fields.length) {
      meet(l, m, from.me, to.me);
      return [];
    }
    const guard = and(
      isAt(m.sender, from.me, m.send.source),
      isAt(m.receiver, to.me, m.receive.source),
      mayMove(l, m.send.source, m.sender, from.me),
      meet(l, m, from.me, to.me),
      precedence(l, m.send, from.me),
      precedence(l, m.receive, to.me),
    );
    if (guard.kind === "boolean" && !guard.value) return [];
    const values = sentValues(w, s, m.group.fields, atEdge(m.send, from.me));
    const held = values.length === 1 ? { body: [], values } : holdFields(w, m.group.fields, values);
    const move = (process: ProcessSymbol, me: Expression, e: Edge): Statement => ({
      kind: "assign",
      target: pcOf(process, me),
      value: integer(e.target.number),
      span: e.element.span,
    });
    const wasFree = m.send.source.element.inside === undefined;
    return [
      {
        name: l.named(`${stepName(m.sender, m.send)} / ${m.receiver.name} ${stepText(m.receive)}`),
        parameters: [...from.parameters, ...to.parameters],
        owner: { process: m.sender.name, indices: [from.me] },
        guard,
        body: [
          ...held.body,
          ...take(w, r.pattern, held.values, atEdge(m.receive, to.me)),
          ...noteLast(l, m.receiver, to.me, m.receive.element.span),
          ...bodyOfMore(w, m.receive, to.me),
          move(m.sender, from.me, m.send),
          move(m.receiver, to.me, m.receive),
          ...passTurn(l, m.receive, m.receiver, to.me, wasFree),
        ],
        span: m.send.element.span,
      },
    ];
  });
}
