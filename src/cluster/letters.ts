/**
 * What is written in letters: messages between members as words, everything else as JSON, in which words are base64 and
 * big integers are digits. What arrives is held against a schema before anybody uses it.
 */

import {
  array,
  bigint,
  boolean,
  custom,
  integer,
  literal,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  safeParse,
  string,
  transform,
  variant,
} from "valibot";
import type { GenericSchema } from "valibot";
import type { Finding } from "../explicit/finding.ts";
import type { Order, Report } from "../explicit/member.ts";
import type { StateId } from "../explicit/state-id.ts";
import { recipeSchema } from "./recipe.ts";
import type { Recipe } from "./recipe.ts";

export const letter = {
  /** Between members: a message (`message.ts` of the explicit engine). */
  words: 1,
  /** From the coordinator to a member. */
  order: 2,
  /** From a member to the coordinator. */
  report: 3,
  failure: 4,
  /** From the coordinator to a worker, which need not be a member. */
  formation: 5,
  stop: 6,
  dismissal: 7,
} as const;

export type RemoteOrder =
  | Exclude<Order, { readonly kind: "load" }>
  | { readonly kind: "load"; readonly recipe: Recipe };

export interface NumberedOrder {
  readonly number: number;
  readonly order: RemoteOrder;
}

export interface NumberedReport {
  readonly number: number;
  readonly report: Report;
}

export interface Failure {
  readonly reason: string;
  /** Whether it is a bug, which ends the run; otherwise the worker alone is of no use. */
  readonly isInternal: boolean;
}

export interface Formation {
  readonly epoch: number;
  readonly self: number;
  /** The inboxes of the members. */
  readonly inboxes: readonly string[];
  /** The member of each shard. */
  readonly memberOf: readonly number[];
  /** The formation whose members hand over what they have; 0 if everybody begins with nothing. */
  readonly after: number;
}

const words = custom<Int32Array<ArrayBuffer>>((value) => value instanceof Int32Array);
const count = pipe(number(), integer(), minValue(0));
const whole = pipe(number(), integer());
const stateId = custom<StateId>((value) => Number.isInteger(value));
const finding = object({ level: count, words, transition: whole, isPassed: boolean(), state: stateId });
/** What is absent is `null` in JSON. */
const findings = pipe(
  array(nullable(finding)),
  transform((all): (Finding | undefined)[] => all.map((each) => each ?? undefined)),
);
const states = pipe(
  array(nullable(words)),
  transform((all): (Int32Array | undefined)[] => all.map((each) => each ?? undefined)),
);

const order: GenericSchema<unknown, RemoteOrder> = variant("kind", [
  object({ kind: literal("load"), recipe: recipeSchema }),
  object({ kind: literal("adopt"), level: count, states: optional(words), goesOn: optional(boolean()) }),
  object({ kind: literal("settle") }),
  object({ kind: literal("unload") }),
  object({ kind: literal("expand"), found: findings, reduces: boolean() }),
  object({ kind: literal("pending") }),
  object({ kind: literal("seek"), level: count, targets: array(words) }),
  object({ kind: literal("states"), level: count }),
  object({ kind: literal("copy"), level: count, from: count, most: count }),
  object({ kind: literal("sample"), most: count }),
  object({ kind: literal("transient") }),
]);

const totals = object({
  stored: count,
  expanded: count,
  levelEnd: count,
  transitions: count,
  levelTransitions: count,
  transient: count,
  work: count,
  unreduced: pipe(
    nullable(bigint()),
    transform((value) => value ?? undefined),
  ),
  isInexact: boolean(),
  enabledSteps: count,
  takenSteps: count,
  reducedStates: count,
  memoryBytes: count,
  storedBytes: count,
});

const report = object({
  totals,
  findings,
  limit: pipe(
    nullable(picklist(["states", "memory", "time", "cancelled"])),
    transform((value) => value ?? undefined),
  ),
  stored: array(count),
  states: optional(states),
  transientAhead: optional(count),
});

export const orderSchema: GenericSchema<unknown, NumberedOrder> = object({ number: count, order });
const reportSchema: GenericSchema<unknown, NumberedReport> = object({ number: count, report });
export const failureSchema: GenericSchema<unknown, Failure> = object({ reason: string(), isInternal: boolean() });
export const formationSchema: GenericSchema<unknown, Formation> = object({
  epoch: pipe(count, minValue(1)),
  self: count,
  inboxes: array(string()),
  memberOf: array(count),
  after: count,
});

export function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value, toPlain));
}

export function encodeReport({ number: order, report: made }: NumberedReport): Uint8Array<ArrayBuffer> {
  const { totals: counts, limit } = made;
  const plain = { ...made, limit: limit ?? null, totals: { ...counts, unreduced: counts.unreduced ?? null } };
  return encode({ number: order, report: plain });
}

/** The value in a letter, if it is what the schema says. */
export function decode<T>(schema: GenericSchema<unknown, T>, bytes: Uint8Array): T | undefined {
  try {
    const parsed = safeParse(schema, JSON.parse(new TextDecoder().decode(bytes), fromPlain));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A report. All words in it must be states. */
export function reportIn(bytes: Uint8Array, wordCount: number): NumberedReport | undefined {
  const parsed = decode(reportSchema, bytes);
  if (!parsed) return undefined;
  const { findings: found, states: given = [] } = parsed.report;
  const isRight =
    found.every((each) => each === undefined || each.words.length === wordCount) &&
    given.every((each) => each === undefined || each.length % wordCount === 0);
  return isRight ? parsed : undefined;
}

interface PlainWords {
  readonly words64: string;
}
interface PlainInteger {
  readonly digits: string;
}

function toPlain(_: string, value: unknown): unknown {
  if (value instanceof Int32Array) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return { words64: bytes.toString("base64") } satisfies PlainWords;
  }
  return typeof value === "bigint" ? ({ digits: value.toString() } satisfies PlainInteger) : value;
}

function fromPlain(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { words64, digits } = value as Partial<PlainWords & PlainInteger>;
  if (typeof words64 === "string") {
    const bytes = Buffer.from(words64, "base64");
    return new Int32Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 2);
  }
  return typeof digits === "string" && /^\d{1,40}$/.test(digits) ? BigInt(digits) : value;
}
