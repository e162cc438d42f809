/** Files of words in a folder, for states beyond memory. They are removed when the search ends. */

import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { RequestError } from "../check/request-error.ts";
import type { DiskStore } from "../engine/engine.ts";
import { Stopped } from "../util/limits.ts";
import { reasonOf } from "./source-file.ts";

/** @throws RequestError if the folder cannot be used */
export function diskIn(folder: string): DiskStore {
  try {
    mkdirSync(folder, { recursive: true });
    return new FolderDisk(mkdtempSync(join(folder, "states-")));
  } catch (error) {
    throw new RequestError(`states cannot be kept in ${folder}: ${reasonOf(error)}`);
  }
}

class FolderDisk implements DiskStore {
  bytes = 0;
  private readonly folder: string;
  private readonly files = new Map<string, { readonly file: number; size: number }>();

  constructor(folder: string) {
    this.folder = folder;
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  }

  sizeOf(name: string): number {
    return (this.files.get(name)?.size ?? 0) / 4;
  }

  append(name: string, words: Int32Array): void {
    if (words.length === 0) return;
    let entry = this.files.get(name);
    if (!entry) {
      entry = { file: openSync(join(this.folder, name), "w+"), size: 0 };
      this.files.set(name, entry);
    }
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(entry.file, bytes, at, bytes.length - at, entry.size + at);
    } catch (error) {
      const { code } = error as { readonly code?: string };
      // A disk that is full is a limit like others.
      if (code === "ENOSPC" || code === "EDQUOT") throw new Stopped("memory");
      throw error;
    }
    entry.size += bytes.length;
    this.bytes += bytes.length;
  }

  read(name: string, firstWord: number, into: Int32Array): void {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    const { file } = this.files.get(name)!;
    for (let at = 0; at < bytes.length;) {
      const count = readSync(file, bytes, at, bytes.length - at, 4 * firstWord + at);
      if (count === 0) throw new Error(`the file ${name} is shorter than it was`);
      at += count;
    }
  }

  remove(name: string): void {
    const entry = this.files.get(name);
    if (!entry) return;
    closeSync(entry.file);
    rmSync(join(this.folder, name));
    this.bytes -= entry.size;
    this.files.delete(name);
  }
}
