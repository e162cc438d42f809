/**
 * The files of one folder, for the studio: text files below it, links followed, and nothing else. Hidden files and
 * folders are left out.
 */

import { lstatSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { catalog, languageOf } from "../languages/catalog.ts";
import { isBelow } from "./source-file.ts";

/** The most files that are listed, and the deepest folders. */
const mostFiles = 500;
const deepest = 4;

/** The largest file that is read or written. */
export const largestFile: number = 16 * 2 ** 20;

const languages = Object.values(catalog);

export type Written = "written" | "changed" | "refused";

export class StudioFiles {
  readonly #folder: string;
  /** What was read or written, by name, with its state on disk at that time. */
  readonly #known = new Map<string, string>();
  /** Other states on disk that were seen once. */
  readonly #changing = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = realpathSync(folder);
  }

  /** The models, by their paths below the folder, with `/` between. */
  list(): string[] {
    const found: string[] = [];
    const visit = (inside: string, depth: number): void => {
      const entries = readdirSync(join(this.#folder, inside), { withFileTypes: true });
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (isHidden(entry.name) || found.length >= mostFiles) continue;
        const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
        if (entry.isDirectory() && depth < deepest) visit(name, depth + 1);
        else if (entry.isFile() && languageOf(name, languages)) found.push(name);
      }
    };
    visit("", 0);
    return found;
  }

  /** The text of a file; `undefined` if there is none here, or it is not text. */
  read(name: string): string | undefined {
    const path = this.#pathOf(name);
    if (path === undefined) return undefined;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
      this.#known.set(name, stampOf(path));
      return text;
    } catch {
      return undefined;
    }
  }

  /** Writes a model that is there already. `expected` is the text that it must still have, if any. */
  write(name: string, text: string, expected?: string): Written {
    const path = this.#pathOf(name);
    if (path === undefined || !languageOf(name, languages)) return "refused";
    if (expected !== undefined && this.read(name) !== expected) return "changed";
    try {
      writeFileSync(path, text);
    } catch {
      return "refused";
    }
    this.#known.set(name, stampOf(path));
    return "written";
  }

  /**
   * The files that changed on disk since they were read or written, or since this was told. A change is told when it is
   * asked for the second time: before, someone may still be writing.
   */
  changed(): string[] {
    return [...this.#known].flatMap(([name, stamp]) => {
      const path = this.#pathOf(name);
      const now = path === undefined ? "" : stampOf(path);
      // A file that is away for a moment, while an editor replaces it, has not changed yet.
      if (now === stamp || now === "") return [];
      if (this.#changing.get(name) !== now) {
        this.#changing.set(name, now);
        return [];
      }
      this.#known.set(name, now);
      return [name];
    });
  }

  /** The path of a file below the folder. */
  #pathOf(name: string): string | undefined {
    if (name.split("/").some((part) => part === "" || isHidden(part) || part.includes("\\") || part.includes("\0"))) {
      return undefined;
    }
    try {
      const path = realpathSync(resolve(this.#folder, name));
      const { size } = statSync(path);
      const isFile = lstatSync(path).isFile();
      return isFile && size <= largestFile && isBelow(this.#folder, path) ? path : undefined;
    } catch {
      return undefined;
    }
  }
}

function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}
