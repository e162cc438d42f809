/** Parses values on the command line. */

import { InvalidArgumentError } from "commander";
import { bytesOf } from "./memory.ts";

/** Collects `-D NAME=VALUE`. */
export function collectDefine(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const split = text.indexOf("=");
  const name = text.slice(0, split).trim();
  if (split < 0 || name === "") throw new InvalidArgumentError("Expected NAME=VALUE.");
  return { ...before, [name]: text.slice(split + 1).trim() };
}

export function collect(text: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), text];
}

/** Collects `-o3`. */
export function collectRewriting(text: string, before: readonly string[] | undefined): string[] {
  if (!/^[123]$/.test(text)) throw new InvalidArgumentError("Expected 1, 2 or 3.");
  return collect(text, before);
}

/** Parses `5` or `all`. */
export function errorCount(text: string): number {
  return text === "all" ? Infinity : wholeNumber(text);
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError("Expected a whole number.");
  return value;
}

/** Parses `512M`, `2G`, `100000`: bytes, with K, M or G for powers of 1024. */
export function byteCount(text: string): number {
  const bytes = bytesOf(text);
  if (bytes === undefined) throw new InvalidArgumentError("Expected a number of bytes such as 512M or 2G.");
  return bytes;
}

/** Parses `30`, `1.5s`, `10m`, `2h` to milliseconds. Plain numbers are seconds. */
export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (!match) throw new InvalidArgumentError("Expected a time such as 30s, 10m or 2h.");
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] ?? "s"]!;
  return Number(match[1]) * unit;
}

/** The option of commands that can end without an answer. */
export const timeoutOption: readonly [flags: string, description: string, parse: (text: string) => number] = [
  "--timeout <time>",
  "end undecided after this time, e.g. 30s or 10m",
  duration,
];

/** `--report junit=FILE`. */
export interface ReportFlag {
  readonly format: "junit" | "sarif" | "github";
  readonly file?: string;
}

export const reportHelp =
  "report for other programs too (repeatable): junit=FILE or sarif=FILE, which replaces the file, or github, annotations on the standard output";

export function collectReport(text: string, before: readonly ReportFlag[] | undefined): ReportFlag[] {
  const [, format, file] = /^(?:(junit|sarif)=(.+)|github)$/s.exec(text) ?? [];
  if (text === "github") return [...(before ?? []), { format: "github" }];
  if (file === undefined) throw new InvalidArgumentError("Expected junit=FILE, sarif=FILE or github.");
  return [...(before ?? []), { format: format as "junit" | "sarif", file }];
}

/** Parses a number of threads, or `auto`. */
export function threadCount(text: string): number | "auto" {
  if (text === "auto") return text;
  const count = wholeNumber(text);
  if (count < 1 || count > 256) throw new InvalidArgumentError("Expected `auto`, or a number from 1 to 256.");
  return count;
}
