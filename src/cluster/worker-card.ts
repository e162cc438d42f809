/** What a worker says of itself in Redis, as long as it lives: a value with a lease. */

import { boolean, integer, minValue, number, object, optional, pipe, safeParse, string } from "valibot";
import type { GenericSchema } from "valibot";

export interface WorkerCard {
  readonly name: string;
  readonly inbox: string;
  /** How many shards it has memory for. */
  readonly shards: number;
  /** Why it cannot take part, if it can't. */
  readonly refusal?: string | undefined;
  /** The formation that it belongs to, and the last order that it was given in it. */
  readonly epoch: number;
  readonly order: number;
  /** Whether it waits for letters, and nothing of it is under way. */
  readonly isIdle: boolean;
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
  refusal: optional(string()),
  epoch: count,
  order: count,
  isIdle: boolean(),
  sent: count,
  received: count,
  refused: count,
  lastRefusal: optional(string()),
  trouble: optional(string()),
  troubleMs: optional(number()),
  states: count,
  transitions: count,
});

export function cardIn(json: string | undefined): WorkerCard | undefined {
  if (json === undefined) return undefined;
  try {
    const parsed = safeParse(schema, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
