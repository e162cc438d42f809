/** Reads the files of models. What is wrong with a file is a diagnostic. */

import { readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/source.ts";

/** The text of a file; `-` is the standard input. With `latin1`, bytes that are not UTF-8 are read as Latin-1. */
export function readSource(
  path: string,
  latin1 = false,
): { readonly source?: Source; readonly diagnostics: readonly Diagnostic[] } {
  let bytes: Uint8Array;
  try {
    bytes = path === "-" ? readStandardInput() : readFileSync(path);
  } catch (error) {
    return {
      diagnostics: [fileProblem(path, "", 0, "noether/unreadable", `cannot read the file: ${reasonOf(error)}`)],
    };
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: false }).decode(bytes);
  const replaced = text.indexOf("\ufffd");
  if (replaced >= 0 && !isUtf8(bytes)) {
    if (latin1) return { source: { name: path, text: new TextDecoder("latin1").decode(bytes) }, diagnostics: [] };
    return {
      diagnostics: [fileProblem(path, text, replaced, "noether/not-text", "expected UTF-8 text, found other bytes")],
    };
  }
  return { source: { name: path, text }, diagnostics: [] };
}

/** Without a pause, since models are read without one. A pipe that has nothing yet is asked again. */
function readStandardInput(): Uint8Array {
  const parts: Uint8Array[] = [];
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const part = Buffer.alloc(2 ** 16); ;) {
    try {
      const length = readSync(0, part);
      if (length === 0) return Buffer.concat(parts);
      parts.push(Uint8Array.from(part.subarray(0, length)));
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code === "EOF") return Buffer.concat(parts);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, 10);
    }
  }
}

export type Included = string | { readonly outside: true } | undefined;

/**
 * The first file of this name that lies below one of the folders, links followed. `outside` if there is one, but not
 * below the folder; it is not read. `undefined` if there is none or it is not text.
 */
export function readIncluded(
  folders: readonly string[],
  name: string,
  latin1 = false,
): { readonly path: string; readonly text: string } | { readonly outside: true } | undefined {
  let isOutside = false;
  for (const folder of folders) {
    const path = resolve(folder, name);
    try {
      if (!isBelow(realpathSync(folder), realpathSync(path))) isOutside = true;
      else if (statSync(path).isFile()) {
        const bytes = readFileSync(path);
        if (isUtf8(bytes)) return { path, text: new TextDecoder().decode(bytes) };
        return latin1 ? { path, text: new TextDecoder("latin1").decode(bytes) } : undefined;
      }
    } catch {
      // This folder has no such file.
    }
  }
  return isOutside ? { outside: true } : undefined;
}

/** Whether a path is below a folder; both have no links in them. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function fileProblem(name: string, text: string, offset: number, code: string, message: string): Diagnostic {
  return { code, message, span: { source: { name, text }, start: offset, end: offset + 1 } };
}

/** Why a file cannot be read or written. */
export function reasonOf(error: unknown): string {
  const { code } = error as { readonly code?: string };
  switch (code) {
    case "ENOENT":
      return "there is no such file or folder";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
      return "permission denied";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
