/** The same run over TLS with an ACL, over a Redis Cluster, and between hosts whose link is cut. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckResult } from "../../src/check/result.ts";
import { runStatus } from "../../src/cluster/run-status.ts";
import { loadModel } from "../../src/node/load.ts";
import { checkBy, hasty, startWorker, stopWorkers, summary } from "../support/cluster.ts";
import { onlyInLongRun } from "../support/random-runs.ts";
import { RedisServer, withoutRedis } from "../support/redis.ts";
import { runCli } from "../support/run-cli.ts";
import { skipped } from "../support/skipped.ts";

const file = { path: "examples/seq/dining-philosophers.seq", defines: { N: "7" } };
const opened: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function alone(): Promise<CheckResult> {
  return check(loadModel(file.path, { defines: file.defines }).model!);
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "noether-tls-"));
  opened.push(() => rmSync(made, { recursive: true }));
  return made;
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}

/** An authority, and a certificate of it for 127.0.0.1. */
function certificates(): { readonly ca: string; readonly cert: string; readonly key: string } {
  const at = folder();
  const [ca, caKey, cert, key, request, extensions] = [
    "ca.crt",
    "ca.key",
    "redis.crt",
    "redis.key",
    "redis.csr",
    "ext",
  ].map((name) => join(at, name)) as [string, string, string, string, string, string];
  run("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=Test authority",
    "-keyout",
    caKey,
    "-out",
    ca,
  ]);
  run("openssl", ["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=redis", "-keyout", key, "-out", request]);
  writeFileSync(extensions, "subjectAltName=IP:127.0.0.1\n");
  run("openssl", [
    "x509",
    "-req",
    "-in",
    request,
    "-CA",
    ca,
    "-CAkey",
    caKey,
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    extensions,
    "-out",
    cert,
  ]);
  return { ca, cert, key };
}

/** The rule for a user that may do what a run needs, and nothing else. */
const rule = /^user noether (.*)$/m.exec(readFileSync("deploy/users.acl.example", "utf8"))![1]!;

test("the rule for pasting is the same everywhere", () => {
  const files = ["docs/guide/cluster.md", "deploy/slurm.sh"];
  const commands = rule.slice(rule.indexOf("resetkeys"));
  expect(files.filter((name) => !readFileSync(name, "utf8").includes(commands))).toEqual([]);
});

const withoutOpenssl = skipped(
  spawnSync("openssl", ["version"]).status !== 0,
  "TLS with Redis, since openssl is not installed",
);

describe.skipIf(withoutRedis || withoutOpenssl)("with TLS and an ACL", () => {
  test("a user that may touch the keys of runs only is enough, and no secret is shown", async () => {
    const { ca, cert, key } = certificates();
    const tls = [
      "--port",
      "0",
      "--tls-port",
      "PORT",
      "--tls-cert-file",
      cert,
      "--tls-key-file",
      key,
      "--tls-ca-cert-file",
      ca,
      "--tls-auth-clients",
      "no",
    ];
    const redis = await RedisServer.start([
      ...tls,
      "--user",
      "noether",
      ...rule.replace("PASSWORD", "secret").split(" "),
      "--user",
      "default",
      "off",
    ]);
    opened.push(() => redis.stop());
    const url = `rediss://noether:secret@127.0.0.1:${redis.port}`;
    const workers = [1, 2].map(() => startWorker(["--redis-ca", ca], { NOETHER_REDIS_URL: url }));
    opened.push(() => stopWorkers(workers));
    const found = await checkBy(file, { ...hasty, leaseMs: 3000, address: { url, caFile: ca }, workers: 2 });
    expect(summary(found)).toEqual(summary(await alone()));

    const commandLine = spawnSync("ps", ["-o", "args=", "-p", String(workers[0]!.child.pid)], {
      encoding: "utf8",
    }).stdout;
    const denied = checkBy(file, { address: { url, caFile: ca }, prefix: "elsewhere:" });
    await expect(denied).rejects.toThrow(/NOPERM/);
    const wrong = `rediss://noether:wrong-secret@127.0.0.1:${redis.port}`;
    const without = runCli(["cluster", "status", "--redis", `rediss://127.0.0.1:${redis.port}`]);
    expect(without.code).toBe(2);
    expect(without.stderr).toMatch(/its certificate is of an unknown authority; --redis-ca names one/);
    const plain = runCli(["cluster", "status", "--redis", `redis://127.0.0.1:${redis.port}`]);
    expect(plain.stderr).toMatch(/it closes the connection; if it has TLS, its URL is rediss:/);
    const strict = await RedisServer.start([...tls.slice(0, -1), "yes"]);
    opened.push(() => strict.stop());
    const anonymous = runCli(["cluster", "status", "--redis", `rediss://127.0.0.1:${strict.port}`, "--redis-ca", ca]);
    expect(anonymous.stderr).toMatch(/it wants a certificate of this client; --redis-cert and --redis-key name one/);
    const refused = await checkBy(file, { address: { url: wrong, caFile: ca } }).then(() => "", String);
    const said = `${workers[0]!.said()} ${commandLine} ${refused}`;
    expect(said).toMatch(/WRONGPASS|invalid username-password/);
    expect(said).not.toMatch(/secret/);
  });
});

describe.skipIf(withoutRedis)("with a Redis Cluster", () => {
  test("of three nodes, over which the inboxes are spread", async () => {
    const nodes: RedisServer[] = [];
    for (let k = 0; k < 3; k++) {
      const user = ["--user", "noether", ...rule.replace("PASSWORD", "secret").split(" ")];
      const node = await RedisServer.start(["--cluster-enabled", "yes", "--cluster-node-timeout", "2000", ...user]);
      opened.push(() => node.stop());
      nodes.push(node);
    }
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    run("redis-cli", ["--cluster", "create", ...addresses, "--cluster-yes"]);
    // Each node learns by itself that the Cluster is up.
    for (const { port } of nodes) {
      while (
        !/cluster_state:ok/.test(
          execFileSync("redis-cli", ["-p", String(port), "cluster", "info"], { encoding: "utf8" }),
        )
      ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    const url = `redis://noether:secret@127.0.0.1:${nodes[0]!.port}`;
    const workers = [1, 2, 3].map(() => startWorker([], { NOETHER_REDIS_URL: url }));
    opened.push(() => stopWorkers(workers));
    const found = await checkBy(file, { ...hasty, leaseMs: 3000, address: { url }, workers: 3 });
    expect(summary(found)).toEqual(summary(await alone()));
    // Once, the rule in the guide lacked this, and every command waited for ever.
    for (const node of nodes) run("redis-cli", ["-p", String(node.port), "ACL", "SETUSER", "noether", "-cluster|info"]);
    await expect(runStatus({ url })).rejects.toThrow(/cannot use .*: NOPERM/);
    await nodes[2]!.kill();
    for (const node of nodes.slice(0, 2)) {
      run("redis-cli", ["-p", String(node.port), "ACL", "SETUSER", "noether", "+cluster|info"]);
    }
    await expect
      .poll(() => runStatus({ url }).then(() => "", String), { timeout: 30_000 })
      .toMatch(/the Cluster is down/);
  });
});

const names = {
  host: `noether-${process.pid}`,
  outer: `nth${process.pid % 100_000}a`,
  inner: `nth${process.pid % 100_000}b`,
};
const canLink = process.getuid?.() === 0 && spawnSync("ip", ["netns", "add", names.host]).status === 0;
if (canLink) spawnSync("ip", ["netns", "del", names.host]);
const withoutHosts = skipped(
  !canLink,
  "links between hosts that are cut, since network namespaces are not allowed here",
);

describe.skipIf(withoutRedis || withoutHosts || onlyInLongRun())("with a worker on another host", () => {
  test("whose link is cut for seconds, and comes back", async () => {
    const { host, outer, inner } = names;
    run("ip", ["netns", "add", host]);
    opened.push(() => run("ip", ["netns", "del", host]));
    run("ip", ["link", "add", outer, "type", "veth", "peer", "name", inner, "netns", host]);
    const subnet = `10.${200 + (process.pid % 50)}.${process.pid % 250}`;
    run("ip", ["addr", "add", `${subnet}.1/24`, "dev", outer]);
    run("ip", ["link", "set", outer, "up"]);
    run("ip", ["-n", host, "addr", "add", `${subnet}.2/24`, "dev", inner]);
    run("ip", ["-n", host, "link", "set", inner, "up"]);
    const redis = await RedisServer.start(["--bind", "127.0.0.1", `${subnet}.1`, "--protected-mode", "no"]);
    opened.push(() => redis.stop());
    const near = startWorker(["--redis", redis.url]);
    const far = startWorker(["--redis", `redis://${subnet}.1:${redis.port}`], {}, ["ip", "netns", "exec", host]);
    opened.push(() => stopWorkers([near, far]));
    const events: string[] = [];
    let hasCut = false;
    const long = { path: "examples/seq/peterson.seq", defines: { N: "5" } };
    const asked = { properties: ["mutex"], symmetry: "off" } as const;
    const found = await checkBy(long, {
      ...{ ...hasty, ...asked, workers: 2, address: { url: redis.url } },
      onEvent: (text) => events.push(text),
      onProgress: ({ states = 0 }) => {
        if (hasCut || states < 5000) return;
        hasCut = true;
        run("ip", ["link", "set", outer, "down"]);
        setTimeout(() => run("ip", ["link", "set", outer, "up"]), 2000);
      },
    });
    expect(summary(found)).toEqual(summary(await check(loadModel(long.path, { defines: long.defines }).model!, asked)));
    expect(events.join()).toMatch(/is lost/);
  });
});
