/**
 * A server for runs on one machine: it knows the few commands of Redis that `broker.ts` uses, and keeps everything in this
 * process. So everybody can try the cluster, and local processes run the same code as machines do.
 *
 * It listens on a socket in a folder that only its owner may enter.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandReader, encoded } from "./resp.ts";
import type { Reply } from "./resp.ts";

type Value = Buffer | Set<string> | Stream;

interface Stream {
  readonly entries: { readonly number: number; readonly fields: readonly Buffer[] }[];
  last: number;
}

/** A client that waits for an entry of a stream. */
interface Reader {
  readonly key: string;
  readonly after: number;
  readonly answer: (entries: Stream["entries"]) => void;
}

export class EmbeddedServer {
  readonly url: string;
  private readonly folder: string;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly values = new Map<string, Value>();
  private readonly ends = new Map<string, number>();
  private readonly readers = new Set<Reader>();

  private constructor(folder: string, server: Server) {
    this.folder = folder;
    this.server = server;
    this.url = `unix://${encodeURI(join(folder, "socket"))}`;
    server.on("connection", (socket) => this.serve(socket));
  }

  static async start(): Promise<EmbeddedServer> {
    const folder = mkdtempSync(join(tmpdir(), "noether-"));
    const server = createServer();
    const embedded = new EmbeddedServer(folder, server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(join(folder, "socket"), resolve);
    });
    return embedded;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private serve(socket: Socket): void {
    const reader = new CommandReader();
    // Replies are in the order of commands, though some wait.
    let turn: Promise<void> = Promise.resolve();
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.on("data", (piece) => {
      try {
        for (const command of reader.read(piece)) {
          turn = turn.then(async () => this.write(socket, await this.reply(command)));
        }
      } catch {
        socket.destroy();
      }
    });
  }

  private write(socket: Socket, reply: Reply): void {
    socket.cork();
    for (const piece of encoded(reply)) socket.write(piece);
    socket.uncork();
  }

  private reply([name, ...rest]: readonly Buffer[]): Reply | Promise<Reply> {
    const command = name!.toString().toUpperCase();
    const words = rest.map((word) => (word.length <= 4096 ? word.toString() : ""));
    const key = words[0] ?? "";
    switch (command) {
      case "PING":
        return "PONG";
      case "INFO":
        return "loading:0\r\ncluster_enabled:0\r\n";
      case "SELECT":
        return "OK";
      case "SET":
        return this.set(key, rest[1]!, words.slice(2));
      case "GET":
        return this.text(key);
      case "MGET":
        return words.map((each) => this.text(each));
      case "DEL":
        return this.delete(key);
      case "PEXPIRE":
        return this.expire(key, Number(words[1]));
      case "SADD":
        this.items(key).add(words[1]!);
        return 1;
      case "SREM":
        return Number(this.items(key).delete(words[1]!));
      case "SMEMBERS":
        return [...this.items(key)];
      case "XADD":
        return this.append(key, rest.slice(2));
      case "XLEN":
        return this.stream(key).entries.length;
      case "XREAD":
        return this.read(words);
      case "XTRIM":
        return this.trim(key, numberOf(words[2]!));
      default:
        return { error: `ERR unknown command '${command.slice(0, 32)}'` };
    }
  }

  // -------------------------------------------------------------- values

  private value(key: string): Value | undefined {
    if ((this.ends.get(key) ?? Infinity) <= performance.now()) this.delete(key);
    return this.values.get(key);
  }

  private text(key: string): Buffer | null {
    const value = this.value(key);
    return Buffer.isBuffer(value) ? value : null;
  }

  private set(key: string, value: Buffer, options: readonly string[]): Reply {
    if (options.includes("NX") && this.value(key) !== undefined) return null;
    this.values.set(key, Buffer.from(value));
    this.ends.delete(key);
    const px = options.indexOf("PX");
    if (px >= 0) this.expire(key, Number(options[px + 1]));
    return "OK";
  }

  private delete(key: string): number {
    this.ends.delete(key);
    return Number(this.values.delete(key));
  }

  private expire(key: string, ms: number): number {
    if (this.value(key) === undefined) return 0;
    this.ends.set(key, performance.now() + ms);
    return 1;
  }

  private items(key: string): Set<string> {
    const value = this.value(key);
    if (value instanceof Set) return value;
    const made = new Set<string>();
    this.values.set(key, made);
    return made;
  }

  // -------------------------------------------------------------- streams

  private stream(key: string): Stream {
    const value = this.value(key);
    if (value !== undefined && !Buffer.isBuffer(value) && !(value instanceof Set)) return value;
    const made: Stream = { entries: [], last: 0 };
    this.values.set(key, made);
    return made;
  }

  private append(key: string, fields: readonly Buffer[]): Reply {
    const stream = this.stream(key);
    const entry = { number: ++stream.last, fields };
    stream.entries.push(entry);
    for (const reader of this.readers) {
      if (reader.key === key && entry.number > reader.after) reader.answer([entry]);
    }
    return idOf(entry.number);
  }

  private read(words: readonly string[]): Reply | Promise<Reply> {
    const count = Number(words[words.indexOf("COUNT") + 1]);
    const blockMs = Number(words[words.indexOf("BLOCK") + 1]);
    const [key, id] = words.slice(words.indexOf("STREAMS") + 1) as [string, string];
    const after = numberOf(id);
    const reply = (entries: Stream["entries"]): Reply => [
      [key, entries.map(({ number, fields }) => [idOf(number), fields])],
    ];
    const found = this.stream(key)
      .entries.filter(({ number }) => number > after)
      .slice(0, count);
    if (found.length > 0) return reply(found);
    return new Promise((resolve) => {
      const done = (answer: Reply): void => {
        clearTimeout(timer);
        this.readers.delete(reader);
        resolve(answer);
      };
      const reader: Reader = { key, after, answer: (entries) => done(reply(entries)) };
      const timer = setTimeout(() => done(null), blockMs);
      this.readers.add(reader);
    });
  }

  private trim(key: string, first: number): number {
    const { entries } = this.stream(key);
    const kept = entries.findIndex(({ number }) => number >= first);
    return entries.splice(0, kept < 0 ? entries.length : kept).length;
  }
}

function idOf(number: number): string {
  return `0-${number}`;
}

function numberOf(id: string): number {
  return Number(id.split("-")[1]);
}
