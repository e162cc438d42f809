/** Loads models from files. */

import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { ParameterizedSystem } from "../family/system.ts";
import type { Parsed } from "../languages/language.ts";
import { parse } from "../languages/parse.ts";
import { parsePatterns, parseSystem } from "../languages/rsp/parse.ts";
import type { ParsedSystem } from "../languages/rsp/parse.ts";
import type { Diagnostic } from "../syntax/diagnostic.ts";
import type { Source } from "../syntax/source.ts";

export interface Loaded extends Parsed {
  /** The paths of all files that were read: the model and its included files. */
  readonly files: readonly string[];
}

/**
 * Reads and parses a file. Every error is a diagnostic, including a missing file and one that is not text. Included
 * files must be below the folder of the file or one of `includeFolders`.
 */
export function loadModel(
  path: string,
  defines: Readonly<Record<string, string>>,
  includeFolders: readonly string[] = [],
): Loaded {
  const { source, diagnostics } = readSource(path);
  const files = [path];
  if (!source) return { diagnostics, files };
  const folders = [dirname(path), ...includeFolders];
  const include = (name: string): Included => {
    const included = readIncluded(folders, name);
    if (included && "path" in included) files.push(included.path);
    return included && ("path" in included ? included.text : included);
  };
  return { ...parse(source.text, { name: path, defines, include }), files };
}

/** Reads a family of systems. */
export function loadSystem(path: string): ParsedSystem {
  const { source, diagnostics } = readSource(path);
  return source ? parseSystem(source) : { diagnostics };
}

/** Reads patterns for a family of systems. */
export function loadPatterns(path: string, system: ParameterizedSystem): ReturnType<typeof parsePatterns> {
  const { source, diagnostics } = readSource(path);
  return source ? parsePatterns(source, system) : { patterns: [], diagnostics };
}

function readSource(path: string): { readonly source?: Source; readonly diagnostics: readonly Diagnostic[] } {
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
  return { source: { name: path, text }, diagnostics: [] };
}

type Included = string | { readonly outside: true } | undefined;

/**
 * The first file of this name that lies below one of the folders, links followed. `outside` if there is one, but not
 * below the folder; it is not read. `undefined` if there is none or it is not text.
 */
function readIncluded(
  folders: readonly string[],
  name: string,
): { readonly path: string; readonly text: string } | { readonly outside: true } | undefined {
  let isOutside = false;
  for (const folder of folders) {
    const path = resolve(folder, name);
    try {
      if (!isBelow(realpathSync(folder), realpathSync(path))) isOutside = true;
      else if (statSync(path).isFile()) {
        const bytes = readFileSync(path);
        return isUtf8(bytes) ? { path, text: new TextDecoder().decode(bytes) } : undefined;
      }
    } catch {
      // This folder has no such file.
    }
  }
  return isOutside ? { outside: true } : undefined;
}

function isBelow(folder: string, path: string): boolean {
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
