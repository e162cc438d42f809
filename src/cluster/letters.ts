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
  tuple,
  union,
  variant,
} from "valibot";
import type { GenericSchema } from "valibot";
import type { Finding } from "../explicit/finding.ts";
import type { Order, Report } from "../explicit/orders.ts";
import { partitionCount } from "../explicit/partition.ts";
import type { StateId } from "../explicit/state-id.ts";
import type { Territory } from "../explicit/territory.ts";
import { recipeSchema } from "./recipe.ts";
import type { Recipe } from "./recipe.ts";
import { piecesSchema } from "./state-log.ts";
import type { LogPiece } from "./state-log.ts";

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
  /** The territory says what tells the owner of a state. */
  | { readonly kind: "load"; readonly recipe: Recipe; readonly territory?: Territory | undefined }
  /** Adopts states of a level that are in logs. */
  | { readonly kind: "read"; readonly level: number; readonly goesOn: boolean; readonly pieces: readonly LogPiece[] };

export interface NumberedOrder {
  readonly number: number;
  readonly order: RemoteOrder;
  /** The levels whose states are written to a log before the report, from the first up to before the last. */
  readonly logs?: readonly [first: number, end: number] | undefined;
}

export interface NumberedReport {
  readonly number: number;
  readonly report: Report;
  /** For each of the levels that were asked for, what is in the log; or why nothing is. */
  readonly logged?: readonly (readonly LogPiece[])[] | string | undefined;
}

export interface Failure {
  readonly reason: string;
  /** `worker`: it is of no use. `log`: what should be in logs is not. `bug`: it ends the run. */
  readonly of: "worker" | "log" | "bug";
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
  object({ kind: literal("load"), recipe: recipeSchema, territory: optional(object({ mask: words, weights: words })) }),
  object({ kind: literal("adopt"), level: count, states: optional(words), goesOn: optional(boolean()) }),
  object({ kind: literal("read"), level: count, goesOn: boolean(), pieces: piecesSchema }),
  object({ kind: literal("settle") }),
  object({ kind: literal("unload") }),
  object({ kind: literal("expand"), found: findings, reduces: boolean() }),
  object({ kind: literal("pending") }),
  object({ kind: literal("seek"), level: count, targets: array(words) }),
  object({ kind: literal("states"), level: count }),
  object({ kind: literal("copy"), level: count, from: count, most: count }),
  object({ kind: literal("sample"), most: count, level: optional(count) }),
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

const orderSchema: GenericSchema<unknown, NumberedOrder> = object({
  number: count,
  order,
  logs: optional(tuple([count, count])),
});
const reportSchema: GenericSchema<unknown, NumberedReport> = object({
  number: count,
  report,
  logged: optional(union([array(piecesSchema), string()])),
});
export const failureSchema: GenericSchema<unknown, Failure> = object({
  reason: string(),
  of: picklist(["worker", "log", "bug"]),
});
const formationSchema: GenericSchema<unknown, Formation> = object({
  epoch: pipe(count, minValue(1)),
  self: count,
  inboxes: array(string()),
  memberOf: array(count),
  after: count,
});

export function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value, toPlain));
}

export function encodeReport({ report: made, ...rest }: NumberedReport): Uint8Array<ArrayBuffer> {
  const { totals: counts, limit } = made;
  const plain = { ...made, limit: limit ?? null, totals: { ...counts, unreduced: counts.unreduced ?? null } };
  return encode({ ...rest, report: plain });
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

/** A formation, in which all numbers of members are those of members. */
export function formationIn(bytes: Uint8Array): Formation | undefined {
  const parsed = decode(formationSchema, bytes);
  if (!parsed) return undefined;
  const { self, inboxes, memberOf } = parsed;
  const isMember = (member: number): boolean => member < inboxes.length;
  return isMember(self) && memberOf.length <= partitionCount && memberOf.every(isMember) ? parsed : undefined;
}

/** What the words of an order must fit: the program that a member has. */
export interface Shape {
  readonly wordCount: number;
  readonly mostTargets: number;
}

/** An order. All words in it must be states, and not more than there is room for. */
export function orderIn(bytes: Uint8Array, shape: Shape | undefined): NumberedOrder | undefined {
  const parsed = decode(orderSchema, bytes);
  return parsed && fits(parsed.order, shape) ? parsed : undefined;
}

function fits(given: RemoteOrder, shape: Shape | undefined): boolean {
  if (given.kind === "load") return true;
  if (!shape) return false;
  const { wordCount, mostTargets } = shape;
  const isState = (state: Int32Array): boolean => state.length === wordCount;
  switch (given.kind) {
    case "adopt":
      return (given.states?.length ?? 0) % wordCount === 0;
    case "read":
      return given.pieces.every(({ words: length }) => length % wordCount === 0);
    case "expand":
      return given.found.length <= mostTargets && given.found.every((found) => !found || isState(found.words));
    case "seek":
      return given.targets.length <= mostTargets && given.targets.every(isState);
    default:
      return true;
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
