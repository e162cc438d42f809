import { spawn, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Broker } from "../../src/cluster/broker.ts";
import { newcomersAmong } from "../../src/cluster/cluster-members.ts";
import { startWorker, stopWorkers } from "../support/cluster.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";
import { runCli } from "../support/run-cli.ts";

const nowhere = ["--redis", "redis://127.0.0.1:1"];

describe("noether cluster check on this machine", () => {
  test("gives the document of `noether check`", () => {
    const args = ["examples/seq/bug-invariant.seq", "--json"];
    const plain = (text: string): unknown => {
      const {
        seconds: _,
        memoryBytes: __,
        storedBytes: ___,
        bytesPerState: ____,
        ...rest
      } = JSON.parse(text) as Record<string, unknown>;
      return rest;
    };
    const alone = runCli(["check", ...args]);
    const together = runCli(["cluster", "check", ...args, "--from-states", "5", "--workers", "2"]);
    expect(together.code).toBe(1);
    expect(plain(together.stdout)).toEqual(plain(alone.stdout));
  });

  test("refuses a formula by name, and leaves others undecided", () => {
    const named = runCli(["cluster", "check", "examples/seq/lamps.seq", "--property", "relieved"]);
    expect(named.code).toBe(2);
    expect(named.stderr).toBe("error: property `relieved` is a formula, which runs on one machine: use check\n");
    const all = runCli(["cluster", "check", "examples/seq/lamps.seq"]);
    expect(all.code).toBe(3);
    expect(all.stdout).toMatch(/a formula runs on one machine: use check/);
  });

  test("leaves no workers behind, even if it is killed", async () => {
    const args = ["cluster", "check", "examples/seq/peterson.seq", "-D", "N=6", "--symmetry", "off", "--workers", "2"];
    const starter = spawn(process.execPath, ["dist/cli/main.js", ...args], { stdio: "ignore" });
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
    const children = (): number[] => {
      const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(starter.pid)], { encoding: "utf8" });
      return stdout.split("\n").flatMap((line) => (line.trim() === "" ? [] : [Number(line)]));
    };
    let workers: number[] = [];
    while (workers.length < 2) {
      await pause();
      workers = children();
    }
    starter.kill("SIGKILL");
    const isAlive = (pid: number): boolean => spawnSync("ps", ["-p", String(pid)]).status === 0;
    while (workers.some(isAlive)) await pause();
    expect(workers.filter(isAlive)).toEqual([]);
  });

  test("explains what is wrong with the model", () => {
    const missing = runCli(["cluster", "check", "nothing.seq", "--json"]);
    expect(missing.code).toBe(2);
    expect(missing.stdout).toMatch(/there is no such file or folder/);
  });
});

test("the commands say where they look for Redis, and never show a password", () => {
  expect(runCli(["worker"]).stderr).toBe("error: where is Redis? --redis says it, or NOETHER_REDIS_URL\n");
  for (const command of [["worker"], ["cluster", "check", "examples/seq/hanoi.seq"]]) {
    const away = runCli([...command, ...nowhere]);
    expect(away.code).toBe(2);
    expect(away.stderr).toBe("error: cannot use redis://127.0.0.1:1: nobody listens there\n");
    const open = runCli([...command, "--redis", "redis://ann:hidden@127.0.0.1:1"]);
    expect(open.code).toBe(2);
    expect(open.stderr).toMatch(/set NOETHER_REDIS_URL instead/);
    expect(open.stderr + open.stdout).not.toMatch(/hidden/);
  }
});

// Once, no worker at all was a bug of ours, and a run with a lease that no worker accepts waited for ever.
test("a run has workers, and a lease that can be kept", () => {
  const refused = (...args: readonly string[]): unknown => {
    const { code, stderr } = runCli(["cluster", "check", "examples/seq/hanoi.seq", ...args]);
    return [code, stderr];
  };
  expect(refused("--workers", "0")).toEqual([2, "error: a run has 1 to 256 workers, not 0\n"]);
  expect(refused("--workers", "257")).toEqual([2, "error: a run has 1 to 256 workers, not 257\n"]);
  expect(refused("--lease", "1ms")).toEqual([2, "error: a lease has 50 milliseconds at least\n"]);
});

test("more workers than a run has members wait", () => {
  const cards = Array.from({ length: 300 }, (_, k) => ({ name: `w${k}` }));
  expect(newcomersAmong(cards, new Set())).toHaveLength(256);
  expect(newcomersAmong(cards, new Set(cards.slice(0, 200).map(({ name }) => name)))).toEqual(cards.slice(200, 256));
  expect(newcomersAmong(cards, new Set(cards.slice(0, 256).map(({ name }) => name)))).toEqual([]);
});

describe.skipIf(withoutRedis)("a run over Redis", () => {
  // Once, the client went on with database 0, without a word.
  test("is in a database that there is", async () => {
    const redis = await RedisServer.start();
    const status = (database: number): unknown => {
      const { code, stdout, stderr } = runCli(["cluster", "status", "--redis", `${redis.url}/${database}`]);
      return [code, stdout, stderr];
    };
    expect(status(15)).toEqual([0, "no run is under way\n", ""]);
    expect(status(16)).toEqual([2, "", `error: cannot use ${redis.url}: ERR DB index is out of range\n`]);
    await redis.stop();
  });

  // Once, the command was ended from outside before it had told anybody.
  test("that ends at its time limit is gone, with workers and without", async () => {
    const redis = await RedisServer.start();
    const at = ["--redis", redis.url];
    const args = ["cluster", "check", "examples/seq/peterson.seq", "-D", "N=7", "--symmetry", "off", "--timeout", "3s"];
    const expectEnd = (): void => {
      const { code, stdout } = runCli([...args, ...at]);
      expect([code, stdout]).toEqual([3, expect.stringMatching(/undecided: the time limit was reached/)]);
      expect(runCli(["cluster", "status", ...at]).stdout).toBe("no run is under way\n");
    };
    expectEnd();
    const worker = startWorker(at);
    expectEnd();
    await stopWorkers([worker]);
    await redis.stop();
  });

  // Once, the name was taken, and the workers stayed, for twenty leases.
  test("whose starter was killed is ended by cancel, and can be started again", async () => {
    const redis = await RedisServer.start();
    const at = ["--redis", redis.url];
    const args = ["cluster", "check", "examples/seq/peterson.seq", "--run", "mine", "--from-states", "10", ...at];
    const starter = spawn(process.execPath, ["dist/cli/main.js", ...args], { stdio: "ignore" });
    const ended = new Promise((resolve) => starter.once("exit", resolve));
    const broker = await Broker.connect({ url: redis.url });
    while ((await broker.items("noether:runs")).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    starter.kill("SIGKILL");
    await ended;
    expect(runCli(args).stderr).toMatch(/^error: run `mine` was started before.*`noether cluster cancel mine`/);
    expect(runCli(["cluster", "cancel", "mine", ...at]).code).toBe(0);
    expect(runCli(["cluster", "status", ...at]).stdout).toBe("no run is under way\n");
    const worker = startWorker([...at, "--once"]);
    const again = runCli(args);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/holds {2}524 states, 1 194 transitions/)]);
    await stopWorkers([worker]);
    broker.close();
    await redis.stop();
  });

  test("has a status, and ends when it is cancelled", async () => {
    const redis = await RedisServer.start();
    const at = ["--redis", redis.url];
    const worker = startWorker(at);
    const broker = await Broker.connect({ url: redis.url });
    const before = ["cluster", "check", "examples/seq/peterson.seq", "--run", "mine", "--json", ...at];
    expect(runCli(before).code).toBe(0);
    expect(runCli(["cluster", "status", "mine", ...at]).stdout).toMatch(/^mine: holds, states 524/);
    // Two workers are asked for, and one is there.
    const args = [
      "cluster",
      "check",
      "examples/seq/peterson.seq",
      "-D",
      "N=5",
      "--run",
      "mine",
      "--workers",
      "2",
      "--json",
      ...at,
    ];
    const starter = spawn(process.execPath, ["dist/cli/main.js", ...args]);
    let output = "";
    starter.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
    const ended = new Promise<number | null>((resolve) => starter.once("exit", resolve));
    let status = "";
    while (!/(?:waits|works), 0 states/.test(status)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      status = runCli(["cluster", "status", ...at]).stdout;
      // Once, the verdict of the run before stood there until this one told of itself.
      expect(status).not.toMatch(/holds/);
    }
    expect(status).toMatch(/^mine: beginning|^mine: under way/);
    expect(runCli(["cluster", "cancel", "mine", ...at]).stdout).toBe("run mine will end\n");
    expect(await ended).toBe(3);
    expect(JSON.parse(output)).toMatchObject({ verdict: "undecided" });
    expect(runCli(["cluster", "cancel", "mine", ...at]).stderr).toBe("error: there is no run `mine` under way\n");
    expect(runCli(["cluster", "status", ...at]).stdout).toBe("no run is under way\n");
    await stopWorkers([worker]);
    broker.close();
    await redis.stop();
  });
});
