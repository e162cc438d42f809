/** Models from files. */

import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { parse } from "../languages/parse.ts";
import type { Parsed } from "../languages/parse.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";

/** Reads and parses a file; whatever is wrong with it, also that it is not there or not text, is a diagnostic. */
export function loadModel(path: string, defines: Readonly<Record<string, string>>): Parsed {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return {
      diagnostics: [fileProblem(path, "", 0, "noether/unreadable", `cannot read the file: ${reasonOf(error)}`)],
    };
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: false }).decode(bytes);
  const replaced = text.indexOf("\ufffd");
  if (replaced >= 0 && !isUtf8(bytes)) {
    return {
      diagnostics: [fileProblem(path, text, replaced, "noether/not-text", "expected UTF-8 text, found other bytes")],
    };
  }
  return parse(text, { name: path, defines, include: (name) => readIncluded(dirname(path), name) });
}

/** A file below the model's folder, never one from elsewhere; `undefined` if there is none or it is not text. */
function readIncluded(folder: string, name: string): string | undefined {
  const inside = normalize(name);
  if (isAbsolute(inside) || inside.startsWith("..")) return undefined;
  try {
    const bytes = readFileSync(join(folder, inside));
    return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
  } catch {
    return undefined;
  }
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

function reasonOf(error: unknown): string {
  const { code } = error as { readonly code?: string };
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
      return "permission denied";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
