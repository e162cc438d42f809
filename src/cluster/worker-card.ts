/**
 * What a worker says of itself in Redis, as long as it lives: a value with a lease. It is signed with the key of the run:
 * else anybody could be counted on who will never answer.
 */

import { createHmac } from "node:crypto";
import { boolean, integer, minValue, number, object, optional, pipe, safeParse, string } from "valibot";
import type { GenericSchema } from "valibot";

export interface WorkerCard {
  readonly name: string;
  readonly inbox: string;
  /** How many shards it has memory for. */
  readonly shards: number;
  /** The storage that it shares with others, if it has one. */
  readonly storage?: string | undefined;
  /** Why it cannot take part, if it can't. */
  readonly refusal?: string | undefined;
  /** The formation that it belongs to, and the last order that it was given in it. */
  readonly epoch: number;
  readonly order: number;
  /** Whether it waits for letters, and nothing of it is under way. */
  readonly isIdle: boolean;
  /** Whether it waits for letters, or until its own are accepted. */
  readonly isWaiting: boolean;
  /** A number that grows while it gets on with its work. */
  readonly steps: number;
  /** Envelopes in this epoch. */
  readonly sent: number;
  readonly received: number;
  /** Envelopes that it refused since it began, and why the last one was. */
  readonly refused: number;
  readonly lastRefusal?: string | undefined;
  /** What keeps Redis from accepting its letters, and for how long. */
  readonly trouble?: string | undefined;
  readonly troubleMs?: number | undefined;
  readonly states: number;
  readonly transitions: number;
}

const count = pipe(number(), integer(), minValue(0));

const schema: GenericSchema<unknown, WorkerCard> = object({
  name: string(),
  inbox: string(),
  shards: count,
  storage: optional(string()),
  refusal: optional(string()),
  epoch: count,
  order: count,
  isIdle: boolean(),
  isWaiting: boolean(),
  steps: count,
  sent: count,
  received: count,
  refused: count,
  lastRefusal: optional(string()),
  trouble: optional(string()),
  troubleMs: optional(number()),
  states: count,
  transitions: count,
});

/** Of a card that only says why somebody cannot take part: who has another version or secret has no key. */
const unsigned = "-";
/** No card is longer. */
const mostCharacters = 4096;

export function writtenCard(card: WorkerCard, key: Buffer | undefined): string {
  const json = JSON.stringify(card);
  return `${key ? signatureOf(json, key) : unsigned} ${json}`;
}

/** A card, whoever has written it. */
export function cardIn(text: string | undefined): WorkerCard | undefined {
  if (text === undefined || text.length > mostCharacters) return undefined;
  try {
    const parsed = safeParse(schema, JSON.parse(text.slice(text.indexOf(" ") + 1)));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a card is of a worker of this run, or says that one cannot take part. */
export function isSigned(text: string, card: WorkerCard, key: Buffer): boolean {
  const at = text.indexOf(" ");
  const signature = text.slice(0, at);
  if (signature === unsigned) return card.refusal !== undefined;
  return signature === signatureOf(text.slice(at + 1), key);
}

function signatureOf(json: string, key: Buffer): string {
  return createHmac("sha256", key).update(`card ${json}`).digest("hex");
}
