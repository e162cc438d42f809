/**
 * The record of a run: what a worker must know to compile the same search, as text. No code travels, and the hash of
 * everything must agree, as must the version of the package.
 */

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  array,
  integer,
  literal,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  record,
  regex,
  safeParse,
  string,
  union,
} from "valibot";
import type { GenericSchema } from "valibot";
import { RequestError } from "../check/request-error.ts";
import { languageIds } from "../languages/catalog.ts";
import type { LanguageId } from "../languages/catalog.ts";
import type { LanguageOptions } from "../languages/language.ts";

interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface RunContents {
  /** The version of the package that made the record. */
  readonly version: string;
  readonly model: NamedText;
  /** The files that the model includes, by the names that it uses. */
  readonly files: readonly NamedText[];
  readonly defines: Readonly<Record<string, string>>;
  /** The language, if the name of the model does not tell it. */
  readonly language?: LanguageId | undefined;
  /** What is asked of the language. */
  readonly options: LanguageOptions;
  readonly properties?: readonly string[] | undefined;
  readonly symmetry: string;
  readonly representatives: "auto" | "unique" | "multiple";
  readonly partialOrder: "auto" | "on" | "off";
}

export interface RunRecord {
  readonly format: 1;
  readonly contents: RunContents;
  /** Of the contents. */
  readonly hash: string;
  /** Different for each run. */
  readonly nonce: string;
  /** The time after which a silent worker is lost. */
  readonly leaseMs: number;
}

/** Cards are renewed three times in a lease. */
export const leastLeaseMs = 50;

const text = object({ name: string(), text: string() });
const contents = object({
  version: string(),
  model: text,
  files: array(text),
  defines: record(string(), string()),
  language: optional(picklist(languageIds)),
  options: record(string(), union([string(), array(string())])),
  properties: optional(array(string())),
  symmetry: string(),
  representatives: picklist(["auto", "unique", "multiple"]),
  partialOrder: picklist(["auto", "on", "off"]),
});
const schema = object({
  format: literal(1),
  contents,
  hash: string(),
  // It is a part of the names of files.
  nonce: pipe(string(), regex(/^[0-9a-f]{32}$/)),
  leaseMs: pipe(number(), integer(), minValue(leastLeaseMs)),
});

/** The most bytes of a record, if nobody says otherwise. */
export const mostRecordBytes: number = 16 * 2 ** 20;

export function packageVersion(): string {
  const json = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(json) as { readonly version: string }).version;
}

export function recordOf(contents: RunContents, nonce: string, leaseMs: number): RunRecord {
  return { format: 1, contents, hash: hashOf(contents), nonce, leaseMs };
}

/** @throws RequestError if it is too large */
export function written(run: RunRecord, mostBytes: number = mostRecordBytes): string {
  const json = JSON.stringify(run);
  const bytes = Buffer.byteLength(json);
  if (bytes > mostBytes) {
    throw new RequestError(
      `the model has ${bytes} bytes with its files, and ${mostBytes} are the most that is sent to workers`,
    );
  }
  return json;
}

/** The record in a text; else, in a clause, why this worker, of its `own` version, cannot take part. */
export function readRecord(json: string, own: string, mostBytes: number = mostRecordBytes): RunRecord | string {
  if (Buffer.byteLength(json) > mostBytes) return `its model has more than ${mostBytes} bytes`;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return "its record is not JSON";
  }
  const version = (value as { contents?: { version?: unknown } } | null)?.contents?.version;
  if (typeof version === "string" && version !== own) {
    return `it is of version ${version.slice(0, 40)}, and this is version ${own}`;
  }
  // What a language does with its options is its own matter: here they are texts.
  const parsed = safeParse(schema as GenericSchema<unknown, RunRecord>, value);
  if (!parsed.success) return "its record has another form than this version writes";
  if (hashOf(parsed.output.contents) !== parsed.output.hash) return "its record does not fit its hash";
  return parsed.output;
}

/** The key with which the letters of a run are authenticated. With a secret, who reads Redis cannot make one. */
export function keyOf({ nonce, hash }: RunRecord, secret: string): Buffer {
  return createHmac("sha256", secret).update(`${nonce} ${hash}`).digest();
}

function hashOf(given: RunContents): string {
  const { version, model, files, language, defines, options, properties } = given;
  const { symmetry, representatives, partialOrder } = given;
  const texts = [model, ...files].map(({ name, text }) => [name, text]);
  const asked = [language ?? null, properties ?? null, Object.entries(defines), Object.entries(options)];
  const all = [version, texts, ...asked, symmetry, representatives, partialOrder];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
