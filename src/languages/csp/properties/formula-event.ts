/** The events and messages in formulas. The name must occur in the text, with as many parts, all of them constants. */

import { integer } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Place } from "../../../syntax/source.ts";
import { channelPlace, constantNumber, noEnv } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import { eventLabel } from "../processes/event.ts";
import { message, occurrenceOf, termination } from "../processes/label.ts";
import type { Occurrence } from "../processes/label.ts";
import type { EventNode, ExpressionNode, LtlNode } from "../syntax/syntax-tree.ts";

/** @throws Refused after reporting an error */
export function eventOf(g: Globals, event: EventNode): Occurrence {
  const name = event.name!;
  const count = event.parts.length;
  const channel = g.channel(name);
  const arities = g.eventArities.get(name);
  if (channel && !arities) {
    if (channel.capacity > 0) refuseSign(g, name, channel.capacity, event);
    const { start, end } = event;
    return messageOf(g, {
      channel: { name: { text: name, start, end }, start, end },
      sign: "",
      values: event.parts,
      start,
      end,
    });
  }
  const isTermination = name === termination && count === 0;
  if (!arities && !isTermination) {
    const hint = g.hint(name, ["condition", "channel"], g.eventArities.keys());
    g.refuse("csp/unknown-event", `expected a condition or an event, found \`${name}\`${hint}`, event);
  }
  if (arities && !arities.has(count) && !isTermination) {
    const known = [...arities].sort((a, b) => a - b).join(" or ");
    const message = `expected ${known} parts of the event \`${name}\`, as elsewhere, found ${count}`;
    g.refuse("csp/wrong-arity", message, event);
  }
  const label = eventLabel(g, event, noEnv);
  if (label.kind === "event" && label.open) {
    g.refuse("csp/not-constant", "expected an event that is known before the run, found a variable one", event);
  }
  return occurrenceOf(label)!;
}

/** @throws Refused after reporting an error */
export function messageOf(
  g: Globals,
  { channel: { name, index, ...place }, sign, values, ...whole }: Omit<LtlNode & { kind: "message" }, "kind">,
): Occurrence {
  const channel = g.channel(name.text);
  if (!channel) {
    const found = g.found(name.text, "channel");
    return g.refuse("csp/undefined-channel", `expected a channel, found \`${name.text}\`${found}`, name);
  }
  if ((sign === "") !== (channel.capacity === 0)) refuseSign(g, name.text, channel.capacity, whole);
  channelPlace(g, name.text, index, place, noEnv);
  const lengths = g.arities.get(name.text) ?? new Set([values.length]);
  if (!lengths.has(values.length)) {
    const known = [...lengths].sort((a, b) => a - b).join(" or ");
    const message = `expected ${known} fields of messages on \`${name.text}\`, as elsewhere, found ${values.length}`;
    g.refuse("csp/wrong-arity", message, whole);
  }
  const constant = (value: ExpressionNode): Expression => integer(constantNumber(g, value, noEnv));
  return message(name.text, sign, index && constant(index), values.map(constant));
}

/** Sending and receiving are two events if the channel has a buffer, and one event in a rendezvous. */
function refuseSign(g: Globals, name: string, capacity: number, place: Place): never {
  const text =
    capacity > 0
      ? `expected \`${name}!\` or \`${name}?\` and a message, found \`${name}.\`: \`${name}\` has room for messages`
      : `expected \`${name}.\` and a message, found \`!\` or \`?\`: sender and receiver meet on \`${name}\``;
  return g.refuse("csp/wrong-channel-event", text, place);
}
