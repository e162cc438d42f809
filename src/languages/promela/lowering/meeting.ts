/** Which sends and receives without a buffer can meet, and when. */

import type { Expression } from "../../../model/model.ts";
import type { Group } from "../flow/channels.ts";
import type { Edge } from "../flow/graph.ts";
import type { ProcessSymbol } from "../names/symbols.ts";
import type { StatementOf } from "../syntax/syntax-tree.ts";
import { checkArity, groupsOf, matches, read } from "./expression.ts";
import { equal } from "./operators.ts";
import { atEdge, sentValues } from "./step.ts";
import { isAt } from "./turn.ts";
import type { Lowering } from "./turn.ts";
import { and, binary, boolean, integer, or } from "./value.ts";
import { overInstances, poolSize } from "./world.ts";

/** A send and a receive that may meet. */
export interface Meeting {
  readonly send: Edge;
  readonly sender: ProcessSymbol;
  readonly receive: Edge;
  readonly receiver: ProcessSymbol;
  readonly group: Group;
}

function groups(l: Lowering, edge: Edge): Group[] {
  const s = edge.statement as StatementOf<"send"> | StatementOf<"receive">;
  const found = groupsOf(l.world, s.channel, atEdge(edge, integer(0)));
  return found.filter(({ capacity }) => capacity === 0);
}

function allEdges(l: Lowering): Edge[] {
  return [...l.world.graphs.values()].flatMap(({ points }) =>
    points.flatMap((point) => [...point.escapes.flat(), ...point.edges]),
  );
}

export function meetings(l: Lowering, edge: Edge, role: "send" | "receive"): Meeting[] {
  const own = groups(l, edge);
  if (own.length === 0) return [];
  const partner = role === "send" ? "receive" : "send";
  return allEdges(l).flatMap((other) => {
    if (other.statement?.kind !== partner) return [];
    const [send, receive] = role === "send" ? [edge, other] : [other, edge];
    const [sender, receiver] = [send.element.scope.process!, receive.element.scope.process!];
    if (poolSize(l.world, sender) === 0 || poolSize(l.world, receiver) === 0) return [];
    if (sender === receiver && poolSize(l.world, sender) === 1) return [];
    const common = groups(l, other).filter((group) => own.includes(group));
    return common.map((group) => ({ send, sender, receive, receiver, group }));
  });
}

/** When two instances can meet, apart from where they are. */
export function meet(l: Lowering, m: Meeting, from: Expression, to: Expression): Expression {
  const { world: w } = l;
  const s = m.send.statement as StatementOf<"send">;
  const r = m.receive.statement as StatementOf<"receive">;
  const [atSend, atReceive] = [atEdge(m.send, from), atEdge(m.receive, to)];
  checkArity(w, m.group, s.values.length, s.span);
  checkArity(w, m.group, r.pattern.length, r.span);
  const a = read(w, s.channel, atSend);
  const b = read(w, r.channel, atReceive);
  const isKnown = a.low === a.high && b.low === b.high;
  const same = isKnown ? boolean(a.low === b.low) : equal(a, b);
  const differ = m.sender === m.receiver ? binary("!=", from, to) : boolean(true);
  return and(differ, same, matches(w, r.pattern, sentValues(w, s, m.group.fields, atSend), atReceive));
}

/** Some partner waits for an edge; what it does after they have met is of no concern. */
export function partnerExists(l: Lowering, edge: Edge, me: Expression): Expression {
  const kind = edge.statement?.kind as "send" | "receive";
  return or(
    ...distinctPartners(meetings(l, edge, kind), kind).map((m) =>
      kind === "send"
        ? overInstances(l.world, "exists", m.receiver, (k) =>
            and(isAt(m.receiver, k, m.receive.source), meet(l, m, me, k)),
          )
        : overInstances(l.world, "exists", m.sender, (k) => and(isAt(m.sender, k, m.send.source), meet(l, m, k, me))),
    ),
  );
}

function distinctPartners(found: readonly Meeting[], role: "send" | "receive"): Meeting[] {
  const partner = (m: Meeting): Edge => (role === "send" ? m.receive : m.send);
  const isSame = (a: Meeting, b: Meeting): boolean =>
    a.group === b.group && partner(a).source === partner(b).source && partner(a).element === partner(b).element;
  return found.filter((m, i) => found.findIndex((other) => isSame(m, other)) === i);
}
