/**
 * Checkpoints in a folder: `checkpoint.json`, and the log of states that it speaks of.
 *
 * The text is written to another file, made safe and renamed, so that there is always a whole one. Its first line is a
 * checksum of the rest. A log that no text speaks of is removed with the next one.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { CheckpointError } from "../engine/checkpoint-error.ts";
import type { CheckpointStore } from "../engine/engine.ts";
import { Stopped } from "../util/limits.ts";
import { reasonOf } from "./source-file.ts";

const textName = "checkpoint.json";

export interface CheckpointOptions {
  readonly everyMs: number;
  /** Whether to go on from the checkpoint in the folder. */
  readonly resumes: boolean;
  /** Whether a checkpoint that is there may be replaced without going on from it. */
  readonly force: boolean;
}

/** @throws CheckpointError if the folder cannot be used */
export function checkpointsIn(folder: string, options: CheckpointOptions): CheckpointStore {
  try {
    return new FolderStore(folder, options);
  } catch (error) {
    if (error instanceof CheckpointError) throw error;
    throw new CheckpointError(`it cannot be used: ${reasonOf(error)}`);
  }
}

export function hasCheckpoint(folder: string): boolean {
  return existsSync(join(folder, textName));
}

class FolderStore implements CheckpointStore {
  readonly everyMs: number;
  readonly resumed: CheckpointStore["resumed"];
  private readonly folder: string;
  /** The name of the log, and its file, open for writing. */
  private log: { readonly name: string; readonly file: number } | undefined;
  private generation = 0;

  constructor(folder: string, { everyMs, resumes, force }: CheckpointOptions) {
    this.folder = folder;
    this.everyMs = everyMs;
    const isThere = hasCheckpoint(folder);
    if (resumes && !isThere) throw new CheckpointError("there is no checkpoint in this folder");
    if (!resumes && isThere && !force) {
      throw new CheckpointError("there is one already: --resume goes on from it, --force replaces it");
    }
    mkdirSync(folder, { recursive: true });
    this.resumed = resumes ? this.open() : undefined;
  }

  private open(): NonNullable<CheckpointStore["resumed"]> {
    const [sum, ...lines] = readFileSync(join(this.folder, textName), "utf8").split("\n");
    const text = lines.join("\n");
    if (sum !== checksumOf(text)) throw new CheckpointError("it is damaged: the text has another checksum");
    const { log, bytes, ...rest } = JSON.parse(text) as { readonly log: string; readonly bytes: number };
    if (!/^states-\d+\.log$/.test(log)) throw new CheckpointError("it is damaged: it names no log");
    const file = openSync(join(this.folder, log), "r+");
    if (fstatSync(file).size < bytes) throw new CheckpointError("it is damaged: the log of states is too short");
    // What was written after the text does not count.
    ftruncateSync(file, bytes);
    this.log = { name: log, file };
    this.size = bytes;
    this.generation = Number(/\d+/.exec(log)![0]);
    return { text: JSON.stringify(rest), read: (firstWord, wordCount) => readWords(file, firstWord, wordCount) };
  }

  private size = 0;

  begin(): void {
    if (this.log) closeSync(this.log.file);
    this.generation++;
    const name = `states-${this.generation}.log`;
    this.log = { name, file: openSync(join(this.folder, name), "w+") };
    this.size = 0;
  }

  append(words: Int32Array): void {
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    this.unlessFull(() => {
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.log!.file, bytes, at, bytes.length - at, this.size + at);
      }
    });
    this.size += bytes.length;
  }

  commit(given: string): void {
    const { name, file } = this.log!;
    const text = JSON.stringify({ log: name, bytes: this.size, ...(JSON.parse(given) as object) });
    const path = join(this.folder, textName);
    this.unlessFull(() => {
      fsyncSync(file);
      const made = openSync(`${path}.new`, "w");
      writeSync(made, `${checksumOf(text)}\n${text}`);
      fsyncSync(made);
      closeSync(made);
      renameSync(`${path}.new`, path);
      syncFolder(this.folder);
    });
    for (const other of readdirSync(this.folder)) {
      if (/^states-\d+\.log$/.test(other) && other !== name) rmSync(join(this.folder, other));
    }
  }

  /** A disk that is full is a limit like others. */
  private unlessFull(work: () => void): void {
    try {
      work();
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (code === "ENOSPC" || code === "EDQUOT") throw new Stopped("memory");
      throw error;
    }
  }
}

function readWords(file: number, firstWord: number, wordCount: number): Int32Array {
  const words = new Int32Array(wordCount);
  const bytes = new Uint8Array(words.buffer);
  for (let at = 0; at < bytes.length;) {
    const count = readSync(file, bytes, at, bytes.length - at, 4 * firstWord + at);
    if (count === 0) throw new CheckpointError("it is damaged: the log of states is too short");
    at += count;
  }
  return words;
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The new name is safe when the folder is. Not every system lets a folder be opened. */
function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, "r");
    fsyncSync(file);
    closeSync(file);
  } catch {
    // Then renaming is as safe as the system makes it.
  }
}
