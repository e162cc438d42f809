/**
 * Logs of states in a folder that workers share, so that what a lost worker had can be read by others.
 *
 * A worker has one file in a run, and appends to it. After a level it writes the states that it has of the next one, makes
 * them safe, and only then reports; so what a report speaks of is in the log. The report has the place, the length and the
 * digest of each piece. Reports are authenticated, so nobody can change a log and remain unnoticed.
 *
 * A folder has a name of its own in it, `noether-storage`: workers with the same name share it.
 */

import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { array, integer, maxValue, minValue, number, object, pipe, regex, string } from "valibot";
import type { GenericSchema } from "valibot";
import { RequestError } from "../check/request-error.ts";
import { reasonOf } from "../node/source-file.ts";
import { passFaultPoint } from "./fault-point.ts";

/** The most words in a piece. */
export const pieceWords: number = 2 ** 20;

export interface LogPiece {
  /** Relative to the folder. */
  readonly file: string;
  readonly firstWord: number;
  readonly words: number;
  /** SHA-256. */
  readonly digest: string;
}

const pieceSchema: GenericSchema<unknown, LogPiece> = object({
  file: pipe(string(), regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*\.log$/)),
  firstWord: pipe(number(), integer(), minValue(0), maxValue(2 ** 50)),
  words: pipe(number(), integer(), minValue(1), maxValue(pieceWords)),
  digest: pipe(string(), regex(/^[0-9a-f]{64}$/)),
});
export const piecesSchema: GenericSchema<unknown, readonly LogPiece[]> = array(pieceSchema);

/** A log cannot be written or read. */
export class LogError extends Error {
  override readonly name = "LogError";
}

const markerName = "noether-storage";

export class Storage {
  /** Of the folder, wherever it is mounted. */
  readonly id: string;
  private readonly folder: string;

  private constructor(folder: string, id: string) {
    this.folder = folder;
    this.id = id;
  }

  /** @throws RequestError if the folder cannot be used */
  static async open(folder: string): Promise<Storage> {
    try {
      await mkdir(folder, { recursive: true });
      return new Storage(folder, await markerIn(folder));
    } catch (error) {
      throw new RequestError(`states cannot be kept in ${folder}: ${reasonOf(error)}`);
    }
  }

  /** The log of a worker in a run, which is not there yet. */
  logOf(run: string, worker: string): StateLog {
    return new StateLog(this.folder, run, worker);
  }

  /** @throws LogError if the piece is not there, or not what was written */
  async read({ file, firstWord, words, digest }: LogPiece): Promise<Int32Array> {
    const states = new Int32Array(words);
    const bytes = new Uint8Array(states.buffer);
    try {
      const handle = await open(join(this.folder, file), "r");
      try {
        for (let at = 0; at < bytes.length;) {
          const { bytesRead } = await handle.read(bytes, at, bytes.length - at, 4 * firstWord + at);
          if (bytesRead === 0) throw new Error("it is too short");
          at += bytesRead;
        }
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new LogError(`the log ${file} cannot be read: ${reasonOf(error)}`);
    }
    if (digestOf(bytes) !== digest) throw new LogError(`the log ${file} is damaged`);
    return states;
  }

  /** Removes all logs of a run. */
  async remove(run: string): Promise<void> {
    await rm(join(this.folder, run), { recursive: true, force: true, maxRetries: 2 }).catch(() => {});
  }
}

export class StateLog {
  private readonly folder: string;
  private readonly run: string;
  private readonly file: string;
  private handle: FileHandle | undefined;
  private words = 0;

  constructor(folder: string, run: string, worker: string) {
    this.folder = folder;
    this.run = run;
    this.file = `${run}/${worker}.log`;
  }

  /** @throws LogError if there is no room, or the folder is away */
  async append(states: Int32Array): Promise<LogPiece> {
    const bytes = new Uint8Array(states.buffer as ArrayBuffer, states.byteOffset, states.byteLength);
    const piece = { file: this.file, firstWord: this.words, words: states.length, digest: digestOf(bytes) };
    await this.attempt(async (handle) => {
      for (let at = 0; at < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, 4 * this.words + at);
        at += bytesWritten;
      }
    });
    this.words += states.length;
    passFaultPoint("logging");
    return piece;
  }

  /** What was appended survives, and is seen on other machines. */
  async sync(): Promise<void> {
    await this.attempt((handle) => handle.sync());
  }

  async close(): Promise<void> {
    await this.handle?.close().catch(() => {});
    this.handle = undefined;
  }

  private async attempt(work: (handle: FileHandle) => Promise<void>): Promise<void> {
    try {
      if (!this.handle) {
        await mkdir(join(this.folder, this.run), { recursive: true });
        this.handle = await open(join(this.folder, this.file), "wx");
      }
      await work(this.handle);
    } catch (error) {
      throw new LogError(`the log ${this.file} cannot be written: ${reasonOf(error)}`);
    }
  }
}

/** The name of a folder. Whoever comes first gives it one, in one step: others never see half of it. */
async function markerIn(folder: string): Promise<string> {
  const marker = join(folder, markerName);
  const own = join(folder, `${markerName}.${randomBytes(6).toString("hex")}`);
  await writeFile(own, randomBytes(16).toString("hex"), { flag: "wx" });
  try {
    await link(own, marker);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "EEXIST") throw error;
  } finally {
    await rm(own, { force: true });
  }
  return (await readFile(marker, "utf8")).trim();
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
