/** A real redis-server, started by a test on a free port in a folder of its own. */

import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skipped } from "./skipped.ts";

const isInstalled = spawnSync("redis-server", ["--version"]).status === 0;

/** For `describe.skipIf`. */
export const withoutRedis: boolean = skipped(!isInstalled, "tests with Redis, since redis-server is not installed");

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class RedisServer {
  readonly port: number;
  readonly folder: string;
  private readonly options: readonly string[];
  private process: ChildProcess | undefined;

  private constructor(port: number, folder: string, options: readonly string[]) {
    this.port = port;
    this.folder = folder;
    this.options = options;
  }

  /** The options are those of the command line of redis-server. By default it keeps nothing on disk. */
  static async start(options: readonly string[] = []): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), "noether-redis-"));
    const server = new RedisServer(await freePort(), folder, options);
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.process!.pid!;
  }

  async run(): Promise<void> {
    const port = this.options.includes("--tls-port") ? [] : ["--port", String(this.port)];
    const own = ["--bind", "127.0.0.1", "--dir", this.folder, "--save", "", "--appendonly", "no"];
    const options = this.options.map((option) => (option === "PORT" ? String(this.port) : option));
    const started = spawn("redis-server", [...own, ...port, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    this.process = started;
    await new Promise<void>((resolve, reject) => {
      let said = "";
      const hear = (text: Buffer): void => {
        said += text.toString();
        if (/Ready to accept connections/.test(said)) resolve();
      };
      started.stdout.on("data", hear);
      started.stderr.on("data", hear);
      started.once("exit", () => reject(new Error(`redis-server does not start: ${said}`)));
    });
  }

  /** Ends the process, by default without a chance to save anything. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const { process: running } = this;
    this.process = undefined;
    if (!running || running.exitCode !== null) return;
    await new Promise((resolve) => {
      running.once("exit", resolve);
      running.kill(signal);
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
