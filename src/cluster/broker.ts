/**
 * What the cluster needs of Redis: inboxes, which are streams, and small values with a lease.
 *
 * An inbox has one reader, which removes what it has read. Nobody reads an entry again: what is lost with a reader is made
 * again (`cluster-members.ts`). Commands are repeated after a cut connection, so an entry may arrive twice.
 */

import type { Cluster, Redis } from "ioredis";
import { RequestError } from "../check/request-error.ts";
import { serverAt, shownUrl } from "./address.ts";
import type { Address } from "./address.ts";

/** Entries that are read at once. */
const readCount = 64;
/** A read waits so long for an entry. */
const blockMs = 1000;
/** A connection that is silent for so long, though an answer is due, is made again. */
const silenceMs = 5000;
const connectMs = 5000;
const answerMs = 20_000;

export class Broker {
  readonly url: string;
  /** A read blocks its connection, so that it has its own. */
  private readonly writer: Redis | Cluster;
  private readonly reader: Redis | Cluster;
  private readonly positions = new Map<string, string>();
  /** The connections that are lost, and since when. */
  private readonly lost = new Map<Redis | Cluster, number>();
  private lastError: Error | undefined;
  private isClosed = false;

  private constructor(url: string, writer: Redis | Cluster, reader: Redis | Cluster) {
    this.url = url;
    this.writer = writer;
    this.reader = reader;
    for (const client of [writer, reader]) {
      client.on("error", (error: Error) => (this.lastError = error)); // It connects again, and `unreachableMs` tells.
      client.on("close", () => this.lost.set(client, this.lost.get(client) ?? performance.now()));
      client.on("ready", () => {
        this.lost.delete(client);
        if (this.lost.size === 0) this.lastError = undefined;
      });
    }
  }

  /** @throws RequestError if there is no answer, or login fails */
  static async connect(address: Address): Promise<Broker> {
    const options = { ...serverAt(address), ...manner };
    const { Redis, Cluster } = await import("ioredis");
    const probe = new Redis({ ...options, lazyConnect: true, retryStrategy: () => null });
    let cause: unknown;
    probe.on("error", (error) => (cause = error));
    let isCluster: boolean;
    try {
      await probe.connect();
      isCluster = /cluster_enabled:1/.test(await probe.info("cluster"));
      // The client asks this too, and says nothing of an answer that it does not like.
      if (isCluster && !/cluster_state:ok/.test(await probe.cluster("INFO"))) throw new Error("the Cluster is down");
      // The client goes on with database 0 if there is no such one.
      if (options.db !== undefined && options.db > 0) await probe.select(options.db);
    } catch (error) {
      throw new RequestError(
        `cannot use ${shownUrl(address.url)}: ${reasonIn(cause ?? error)}${hintFor(address.url, cause ?? error)}`,
      );
    } finally {
      probe.disconnect();
    }
    const open = (): Redis | Cluster => {
      const own = { ...options, reconnectOnError: reconnectOnError() };
      if (!isCluster) return new Redis({ ...own, retryStrategy });
      const { host, port, path: _, db: __, ...redisOptions } = own;
      return new Cluster([{ host: host!, port: port! }], {
        redisOptions,
        clusterRetryStrategy: retryStrategy,
        // With TLS the name of a node is in its certificate.
        dnsLookup: (name, done) => done(null, name),
      });
    };
    const broker = new Broker(address.url, open(), open());
    await broker.untilReady();
    return broker;
  }

  /** @throws RequestError if the connections cannot be used in time, though there was one before */
  private async untilReady(): Promise<void> {
    const ready = [this.writer, this.reader].map(
      (client) =>
        new Promise<void>((resolve) => (client.status === "ready" ? resolve() : client.once("ready", resolve))),
    );
    const answered = await Promise.race([Promise.all(ready), within(2 * connectMs)]);
    if (answered) return;
    const reason = this.unreachableReason ?? "its connections do not get ready";
    this.close();
    throw new RequestError(`cannot use ${shownUrl(this.url)}: ${reason}`);
  }

  /**
   * What a command asks once.
   *
   * @throws RequestError if Redis refuses it, or does not answer
   */
  async answered<T>(action: () => Promise<T>): Promise<T> {
    const work = this.allowed(async () => ({ value: await action() }));
    const done = await Promise.race([work, within(answerMs)]);
    if (done) return done.value;
    throw new RequestError(`${shownUrl(this.url)} does not answer`);
  }

  /** @throws RequestError if Redis refuses what is done, as for lack of rights */
  async allowed<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "ReplyError") throw error;
      throw new RequestError(`${shownUrl(this.url)} refuses: ${error.message}`);
    }
  }

  /** Why a connection could not be made, if that is known. */
  get unreachableReason(): string | undefined {
    return this.lastError && reasonIn(this.lastError);
  }

  /** How long a connection has been lost. */
  get unreachableMs(): number {
    return this.lost.size === 0 ? 0 : performance.now() - Math.min(...this.lost.values());
  }

  // -------------------------------------------------------------- inboxes

  async append(inbox: string, entry: Buffer): Promise<void> {
    await this.writer.xadd(inbox, "*", "b", entry);
  }

  /** How many entries nobody has taken. */
  waiting(inbox: string): Promise<number> {
    return this.writer.xlen(inbox);
  }

  /** Takes what is in an inbox, or arrives there within about a second. */
  async take(inbox: string): Promise<Buffer[]> {
    const position = this.positions.get(inbox) ?? "0-0";
    const read = await this.reader.xreadBuffer("COUNT", readCount, "BLOCK", blockMs, "STREAMS", inbox, position);
    const entries = read?.[0]?.[1] ?? [];
    const last = entries.at(-1)?.[0].toString();
    if (this.isClosed) return [];
    if (last === undefined) {
      // After a change of servers new entries may have smaller numbers.
      this.positions.delete(inbox);
      return [];
    }
    this.positions.set(inbox, last);
    const [time, number] = last.split("-");
    // Entries that stay are read again only after a change of servers, and then they are known.
    this.writer.xtrim(inbox, "MINID", `${time}-${Number(number) + 1}`).catch(() => {});
    return entries.map(([, fields]) => fields[1] ?? Buffer.alloc(0));
  }

  /** Reads an inbox from its beginning. */
  rewind(inbox: string): void {
    this.positions.delete(inbox);
  }

  /** Lets a value or an inbox vanish if nobody needs it for so long. `false` if it is not there. */
  async keep(key: string, ms: number): Promise<boolean> {
    return (await this.writer.pexpire(key, Math.ceil(ms))) === 1;
  }

  // -------------------------------------------------------------- values

  async set(key: string, value: string, leaseMs?: number): Promise<void> {
    if (leaseMs === undefined) await this.writer.set(key, value);
    else await this.writer.set(key, value, "PX", Math.ceil(leaseMs));
  }

  /** Sets a value that nobody has set. */
  async claim(key: string, value: string, leaseMs: number): Promise<boolean> {
    return (await this.writer.set(key, value, "PX", Math.ceil(leaseMs), "NX")) === "OK";
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.writer.get(key)) ?? undefined;
  }

  /** The values of keys of one run, which are on one node. */
  async getAll(keys: readonly string[]): Promise<(string | undefined)[]> {
    if (keys.length === 0) return [];
    return (await this.writer.mget(...keys)).map((value) => value ?? undefined);
  }

  async remove(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.writer.del(key);
  }

  async add(key: string, item: string): Promise<void> {
    await this.writer.sadd(key, item);
  }

  async items(key: string): Promise<string[]> {
    return (await this.writer.smembers(key)).sort();
  }

  async drop(key: string, item: string): Promise<void> {
    await this.writer.srem(key, item);
  }

  close(): void {
    this.isClosed = true;
    this.writer.disconnect();
    this.reader.disconnect();
  }
}

function within(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());
}

const manner = {
  protocol: 2,
  disableClientInfo: true,
  enableReadyCheck: true,
  connectTimeout: connectMs,
  socketTimeout: silenceMs,
  keepAlive: silenceMs,
  // A command waits for the connection to come back: whoever waits for it looks at the time.
  maxRetriesPerRequest: null,
} as const;

/**
 * After a failover the name of the server may lead to another one, which can be written to. Whoever asked tries again, and
 * looks at the time, since it may be the same server for ever. One connection is enough for all that were refused.
 */
function reconnectOnError(): (error: Error) => 1 | false {
  let last = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (!message.startsWith("READONLY") || now - last < connectMs) return false;
    last = now;
    return 1;
  };
}

function retryStrategy(times: number): number {
  return Math.min(2000, 50 * 2 ** Math.min(times, 6));
}

/** A server with TLS closes connections without, and one without TLS never answers those with it. */
function hintFor(url: string, error: unknown): string {
  const { code } = error as { readonly code?: string };
  if (url.startsWith("redis:") && code === "ECONNRESET") return "; if it has TLS, its URL is rediss://";
  if (url.startsWith("rediss:") && code === "ETIMEDOUT") return "; if it has no TLS, its URL is redis://";
  return "";
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("OOM");
}

/** What went wrong, without an address or a password. */
export function reasonIn(error: unknown): string {
  if (error instanceof AggregateError) return reasonIn(error.errors[0]);
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  switch (code) {
    case "ECONNREFUSED":
      return "nobody listens there";
    case "ENOTFOUND":
      return "there is no such host";
    case "ETIMEDOUT":
      return "there is no answer";
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return "its certificate is of an unknown authority; --redis-ca names one";
    case "ECONNRESET":
      return "it closes the connection";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "its certificate is for another host";
    case "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED":
    case "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE":
      return "it wants a certificate of this client; --redis-cert and --redis-key name one";
    default:
      return message?.startsWith("Socket timeout") === true ? "it does not answer" : (message ?? String(error));
  }
}
