/** The events and messages that formulas mention: of a name that the text has, with as many parts, all known before the run. */

import { nearestName } from "../../syntax/nearest-name.ts";
import { eventLabel } from "./event.ts";
import { channelPlace, constantNumber, noEnv } from "./expression.ts";
import type { Globals } from "./globals.ts";
import { message, occurrenceOf, termination } from "./occurrence.ts";
import type { Occurrence } from "./occurrence.ts";
import { Refused } from "./refused.ts";
import type { EventNode, LtlNode, Place } from "./syntax-tree.ts";

/** @throws Refused after reporting what is wrong */
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
    const near = nearestName(name, [...g.eventArities.keys(), ...conditions(g), ...channels(g)]);
    const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
    refuse(g, "csp/unknown-event", `expected a condition or an event, found \`${name}\`${hint}`, event);
  }
  if (arities && !arities.has(count) && !isTermination) {
    const known = [...arities].sort((a, b) => a - b).join(" or ");
    refuse(
      g,
      "csp/wrong-arity",
      `expected ${known} parts of the event \`${name}\`, as elsewhere, found ${count}`,
      event,
    );
  }
  const label = eventLabel(g, event, noEnv);
  if (label.kind === "event" && label.open) {
    refuse(g, "csp/not-constant", "expected an event that is known before the run, found a variable one", event);
  }
  return occurrenceOf(label)!;
}

/** @throws Refused after reporting what is wrong */
export function messageOf(
  g: Globals,
  { channel: { name, index, ...place }, sign, values, ...whole }: Omit<LtlNode & { kind: "message" }, "kind">,
): Occurrence {
  const channel = g.channel(name.text);
  if (!channel) {
    const symbol = g.symbols.get(name.text);
    const found = symbol ? `, which is a ${symbol.kind}` : g.hint(name.text, ["channel"]);
    return refuse(g, "csp/undefined-channel", `expected a channel, found \`${name.text}\`${found}`, name);
  }
  if ((sign === "") !== (channel.capacity === 0)) refuseSign(g, name.text, channel.capacity, whole);
  const queue = channelPlace(g, name.text, index, place, noEnv);
  if (!queue) throw new Refused();
  const known = g.arities.get(name.text) ?? values.length;
  if (known !== values.length) {
    const message = `expected ${known} fields of messages on \`${name.text}\`, as elsewhere, found ${values.length}`;
    refuse(g, "csp/wrong-arity", message, whole);
  }
  const numbers = [...(index ? [index] : []), ...values].map((value) => {
    const number = constantNumber(g, value, noEnv);
    if (number === undefined) throw new Refused();
    return { kind: "integer", value: number } as const;
  });
  return index ? message(name.text, sign, numbers[0], numbers.slice(1)) : message(name.text, sign, undefined, numbers);
}

/** Sending and receiving are two events where the channel has room, and one where sender and receiver meet. */
function refuseSign(g: Globals, name: string, capacity: number, place: Place): never {
  const text =
    capacity > 0
      ? `expected \`${name}!\` or \`${name}?\` and a message, found \`${name}.\`: \`${name}\` has room for messages`
      : `expected \`${name}.\` and a message, found \`!\` or \`?\`: sender and receiver meet on \`${name}\``;
  return refuse(g, "csp/wrong-channel-event", text, place);
}

function refuse(g: Globals, code: string, text: string, place: Place): never {
  g.report(code, text, place);
  throw new Refused();
}

function conditions(g: Globals): string[] {
  return [...g.symbols].flatMap(([name, { kind }]) => (kind === "condition" ? [name] : []));
}

function channels(g: Globals): string[] {
  return [...g.symbols].flatMap(([name, { kind }]) => (kind === "channel" ? [name] : []));
}
