/** Rendezvous: the pairs of sends and receives without a buffer that may meet, and their conditions. */

import { all, any, binary, boolean, yes } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Group } from "../flow/channels.ts";
import { edgesOf } from "../flow/graph.ts";
import type { Edge } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { StatementOf } from "../syntax/syntax-tree.ts";
import type { Context } from "./context.ts";
import { checkArity, matches, read } from "./expression.ts";
import { sentValues } from "./messages.ts";
import { isAt, overInstances, poolSize } from "./places.ts";
import { atEdge } from "./step.ts";
import { equal } from "./value.ts";

/** A send and a receive that may meet. */
export interface Meeting {
  readonly send: Edge;
  readonly sent: StatementOf<"send">;
  readonly sender: ProcessSymbol;
  readonly receive: Edge;
  readonly received: StatementOf<"receive">;
  readonly receiver: ProcessSymbol;
  readonly group: Group;
}

export function meetings(context: Context, edge: Edge, role: "send" | "receive"): Meeting[] {
  const own = groupsOf(context, edge);
  if (own.length === 0) return [];
  const others = [...context.graphs.values()].flatMap(edgesOf);
  return others.flatMap((other) => {
    const [send, receive] = role === "send" ? [edge, other] : [other, edge];
    const [sent, received] = [send.statement, receive.statement];
    if (sent?.kind !== "send" || received?.kind !== "receive") return [];
    const [sender, receiver] = [send.element.scope.process!, receive.element.scope.process!];
    const least = Math.min(poolSize(context, sender), poolSize(context, receiver));
    if (least === 0 || (sender === receiver && least === 1)) return [];
    const common = groupsOf(context, other).filter((group) => own.includes(group));
    return common.map((group) => ({ send, sent, sender, receive, received, receiver, group }));
  });
}

/** The groups of channels without a buffer that an edge may use. */
function groupsOf(context: Context, { statement, element }: Edge): Group[] {
  if (statement?.kind !== "send" && statement?.kind !== "receive") return [];
  return context.channels.groupsOf(statement.channel, element.scope).filter(({ capacity }) => capacity === 0);
}

/** The same send with another receive, if that may take the message. */
export function meetingWith(context: Context, meeting: Meeting, receive: Edge): Meeting | undefined {
  const { statement: received } = receive;
  if (received?.kind !== "receive" || !groupsOf(context, receive).includes(meeting.group)) return undefined;
  return received.pattern.length <= meeting.group.fields.length ? { ...meeting, receive, received } : undefined;
}

/** The condition that two instances can meet, apart from their locations. */
export function meet(context: Context, meeting: Meeting, from: Expression, to: Expression): Expression {
  const { send, sent, sender, receive, received, receiver, group } = meeting;
  const [atSend, atReceive] = [atEdge(send, from), atEdge(receive, to)];
  checkArity(context, group, sent.values.length, sent.span);
  checkArity(context, group, received.pattern.length, received.span);
  const a = read(context, sent.channel, atSend);
  const b = read(context, received.channel, atReceive);
  const isKnown = a.low === a.high && b.low === b.high;
  return all([
    sender === receiver ? binary("!=", from, to) : yes,
    isKnown ? boolean(a.low === b.low) : equal(a, b),
    matches(context, received.pattern, sentValues(context, sent, group, atSend), atReceive),
  ]);
}

/**
 * The condition that some partner waits for an edge, and may move. The rest of the partner's step does not matter.
 */
export function partnerExists(
  context: Context,
  edge: Edge,
  me: Expression,
  isAllowed: (partner: Edge, it: Expression) => Expression,
): Expression {
  const role = edge.statement?.kind as "send" | "receive";
  const [partner, process] = role === "send" ? (["receive", "receiver"] as const) : (["send", "sender"] as const);
  const found = meetings(context, edge, role);
  const isSame = (a: Meeting, b: Meeting): boolean =>
    a.group === b.group && a[partner].source === b[partner].source && a[partner].element === b[partner].element;
  const distinct = found.filter((m, i) => found.findIndex((other) => isSame(m, other)) === i);
  return any(
    distinct.map((m) =>
      overInstances(context, "exists", m[process], (k) =>
        all([
          isAt(m[process], k, m[partner].source),
          isAllowed(m[partner], k),
          role === "send" ? meet(context, m, me, k) : meet(context, m, k, me),
        ]),
      ),
    ),
  );
}
