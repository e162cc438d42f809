/** A search that is killed and resumed, however often, ends like one that is not. */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { checkEnlarging } from "../../src/check/enlarge.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { CheckResult } from "../../src/check/result.ts";
import type { CheckpointStore, Engine } from "../../src/engine/engine.ts";
import { explicitEngine } from "../../src/explicit/engine.ts";
import { exploreStates } from "../../src/explicit/explore-states.ts";
import { localMembers } from "../../src/explicit/local-members.ts";
import type { Report } from "../../src/explicit/orders.ts";
import type { Members } from "../../src/explicit/team.ts";
import type { Parsed } from "../../src/languages/language.ts";
import type { Model } from "../../src/model/model.ts";
import { checkpointsIn } from "../../src/node/checkpoint.ts";
import { loadModel } from "../../src/node/load.ts";
import { Stopped } from "../../src/util/limits.ts";
import { Random } from "../../src/util/random.ts";
import { times } from "../support/random-runs.ts";
import { modelOf } from "../support/symmetries.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "noether-checkpoint-"));
  folders.push(folder);
  return folder;
}

class Killed extends Error {}

/** A store that fails after so many words or texts, in the middle of a write, as if the process ended there. */
function mortal(store: CheckpointStore, life: number): CheckpointStore {
  let left = life;
  return {
    everyMs: store.everyMs,
    resumed: store.resumed,
    begin: () => store.begin(),
    append: (words) => {
      if (words.length > left) {
        store.append(words.subarray(0, Math.max(0, left)));
        throw new Killed();
      }
      left -= words.length;
      store.append(words);
    },
    commit: (text) => {
      left -= 20;
      if (left < 0) throw new Killed();
      store.commit(text);
    },
  };
}

const options = { engine: "explicit" } as const;

async function summary(model: Model, given: Partial<CheckOptions>): Promise<unknown> {
  return summaryOf(await check(model, { ...options, ...given } as CheckOptions));
}

function summaryOf(result: CheckResult): unknown {
  const { states, transitions, depth, complete, unreducedStates, symmetry, partialOrder, strategies } = result;
  const properties = result.properties.map(({ name, verdict, trace }) => ({
    name,
    verdict,
    trace: trace && [trace.initial, ...trace.steps.map(({ target }) => target)],
  }));
  return { states, transitions, depth, complete, unreducedStates, order: symmetry.order, partialOrder, strategies, properties }; // prettier-ignore
}

/** Checks a model with a store that fails again and again. Returns the result, and how often it failed. */
async function dying(
  model: Model,
  given: Partial<CheckOptions>,
  random: Random,
  lives: number,
): Promise<[unknown, number]> {
  const folder = freshFolder();
  for (let deaths = 0; ;) {
    const resumes = readdirSync(folder).includes("checkpoint.json");
    const store = checkpointsIn(folder, { everyMs: 0, resumes, force: false });
    try {
      return [await summary(model, { ...given, checkpoint: mortal(store, 30 + random.below(lives)) }), deaths];
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      deaths++;
    }
  }
}

const counters = modelOf(`
  type P = 0..2
  var at: array [P] of 0..23 = 0
  var turn: 0..1 = 0
  transition go(p: P) when at[p] < 23 { at[p] := at[p] + 1; turn := 1 - turn; }
  transition back(p: P) when at[p] == 23 && turn == 0 { at[p] := 0; }
  property late: invariant !(forall p: P . at[p] == 22)
  property never: reachable exists p: P . at[p] == 0 && at[p] == 1`);

test.each([
  ["without symmetries", { symmetry: "off", partialOrder: "off" }],
  ["with symmetries", { symmetry: "on" }],
  ["with partial-order reduction", { symmetry: "off", partialOrder: "on" }],
  ["with a limit on states that never comes", { symmetry: "off", partialOrder: "off", maxStates: 1_000_000 }],
] as const)("counters %s: thirty deaths change nothing", async (_, given) => {
  const expected = await summary(counters, given);
  const random = new Random(7);
  let all = 0;
  while (all < 30) {
    const [result, deaths] = await dying(counters, given, random, given.symmetry === "on" ? 600 : 3000);
    expect(result).toEqual(expected);
    all += deaths;
  }
});

test("a search that finds symmetries and begins again, or folds, survives too", async () => {
  const { model } = loadModel("examples/promela/load-balancer.pml", {});
  const expected = await summary(model!, {});
  const random = new Random(5);
  const [result, deaths] = await dying(model!, {}, random, 60_000);
  expect(result).toEqual(expected);
  expect(deaths).toBeGreaterThan(2);
});

test("files with a changed bit, or cut off, are refused, and what follows the last level does not count", async () => {
  const folder = freshFolder();
  const given = { symmetry: "off", partialOrder: "off" } as const;
  const store = checkpointsIn(folder, { everyMs: 0, resumes: false, force: false });
  await expect(summary(counters, { ...given, checkpoint: mortal(store, 2000) })).rejects.toThrow(Killed);
  const names = ["checkpoint.json", readdirSync(folder).find((name) => name.endsWith(".log"))!];
  const whole = names.map((name) => readFileSync(join(folder, name)));
  const resumed = (): Promise<unknown> =>
    summary(counters, { ...given, checkpoint: checkpointsIn(folder, { everyMs: 1e9, resumes: true, force: false }) });
  const restore = (): void => names.forEach((name, k) => writeFileSync(join(folder, name), whole[k]!));
  const { bytes } = JSON.parse(whole[0]!.toString().split("\n")[1]!) as { readonly bytes: number };
  const random = new Random(11);
  for (let k = 0; k < times(60); k++) {
    const which = k % 2;
    const size = which === 0 ? whole[0]!.length : bytes;
    if (k % 4 < 2) {
      const changed = Buffer.from(whole[which]!);
      changed[random.below(size)]! ^= 1 << random.below(8);
      writeFileSync(join(folder, names[which]!), changed);
    } else truncateSync(join(folder, names[which]!), random.below(size));
    await expect(async () => resumed(), `${k}`).rejects.toThrow(/damaged/);
    restore();
  }
  writeFileSync(join(folder, names[1]!), Buffer.concat([whole[1]!.subarray(0, bytes), Buffer.from("torn")]));
  expect(await resumed()).toEqual(await summary(counters, given));
});

// Once, the counts were lost.
test.each([
  ["while the search goes on", 0, undefined, "memory"],
  ["at its end", 1e9, 20_000, "states"],
] as const)("a disk that is full %s ends it with its counts", async (_, everyMs, maxStates, limit) => {
  const folder = freshFolder();
  const given = { ...options, symmetry: "off", partialOrder: "off" } as const;
  const first = checkpointsIn(folder, { everyMs: 0, resumes: false, force: false });
  await check(counters, { ...given, maxStates: 5000, checkpoint: first });
  const store = checkpointsIn(folder, { everyMs, resumes: true, force: false });
  let left = 5000;
  const full: CheckpointStore = {
    everyMs,
    resumed: store.resumed,
    begin: () => store.begin(),
    append: (words) => {
      left -= words.length;
      if (left < 0) throw new Stopped("memory");
      store.append(words);
    },
    commit: (text) => store.commit(text),
  };
  const result = await check(counters, { ...given, maxStates, checkpoint: full });
  expect(result).toMatchObject({ verdict: "undecided", limit });
  expect(result.states).toBeGreaterThan(5000);
  expect(left).toBeLessThan(0);
  const resumed = checkpointsIn(folder, { everyMs: 0, resumes: true, force: false });
  expect(await summary(counters, { ...given, checkpoint: resumed })).toEqual(await summary(counters, given));
});

test("another model, and other options, are refused", async () => {
  const folder = freshFolder();
  const store = checkpointsIn(folder, { everyMs: 0, resumes: false, force: false });
  await summary(counters, { symmetry: "off", checkpoint: store });
  const resumed = (model: Model, given: Partial<CheckOptions>): Promise<unknown> =>
    summary(model, { ...given, checkpoint: checkpointsIn(folder, { everyMs: 0, resumes: true, force: false }) });
  const other = modelOf("var x: 0..3 = 0\ntransition go when x < 3 { x := x + 1; }");
  await expect(resumed(other, { symmetry: "off" })).rejects.toThrow(/another model/);
  await expect(resumed(counters, { symmetry: "off", properties: ["never"] })).rejects.toThrow(/another model/);
  expect(() => checkpointsIn(folder, { everyMs: 0, resumes: false, force: false })).toThrow(/there is one already/);
  expect(() => checkpointsIn(freshFolder(), { everyMs: 0, resumes: true, force: false })).toThrow(/no checkpoint/);
});

// Once, it was refused as a checkpoint of another model.
test.each([
  ["before", 200],
  ["after", 1500],
])("a model that was read with larger bounds is resumed, from %s that", async (when, maxStates) => {
  const path = join(freshFolder(), "eleven.pml");
  writeFileSync(
    path,
    `byte i, done; bool go;
    proctype P() { go; done++ }
    init { do :: i < 11 -> i++; run P() :: else -> break od; go = true }`,
  );
  const { model, enlarged } = loadModel(path, {});
  const given = { ...options, symmetry: "off", partialOrder: "off" } as const;
  const folder = freshFolder();
  const store = checkpointsIn(folder, { everyMs: 0, resumes: false, force: false });
  const notes: string[] = [];
  const dying = checkEnlarging(
    model!,
    enlarged &&
      ((): Parsed => {
        notes.push("enlarged");
        return enlarged();
      }),
    { ...given, checkpoint: mortal(store, maxStates) },
  );
  await expect(dying).rejects.toThrow(Killed);
  expect(notes).toHaveLength(when === "before" ? 0 : 1);
  const resumed = checkpointsIn(folder, { everyMs: 0, resumes: true, force: false });
  const result = await checkEnlarging(model!, enlarged, { ...given, checkpoint: resumed });
  expect(summaryOf(result)).toEqual(summaryOf(await checkEnlarging(model!, enlarged, given)));
});

/** Members that hand out a level in small pieces, whose order changes whenever others come in their place. */
function shifting(inner: Members, random: Random): Members {
  let formation = 1;
  const order: Members["order"] = async (orders) => {
    if (!("kind" in orders) || orders.kind !== "copy") return inner.order(orders);
    if (random.below(60) === 0) formation++;
    const reports = await inner.order({ ...orders, from: 0, most: 2 ** 20 });
    const all = Int32Array.from(reports.flatMap(({ states = [] }) => states.flatMap((words) => [...(words ?? [])])));
    const start = (formation * 1_000_003) % Math.max(1, all.length);
    const turned = Int32Array.from([...all.subarray(start), ...all.subarray(0, start)]);
    const most = 30;
    const at = most * (orders.from / orders.most);
    return [{ ...reports[0]!, states: [turned.slice(at, at + most)] } satisfies Report];
  };
  return {
    memberCount: inner.memberCount,
    get formation() {
      return formation;
    },
    order,
    end: () => inner.end(),
  };
}

test("members that others replace while a checkpoint is written tear no level", async () => {
  const random = new Random(17);
  const engine: Engine = {
    ...explicitEngine,
    explore: async (given) => {
      if (given.kind !== "states") throw new TypeError();
      const { watch } = given;
      const start = (): Members => shifting(localMembers({ memberCount: 2, watch }), random);
      return exploreStates(given, [{ fromStates: 100, shardCount: 2, shardBytes: 2 ** 26, start }]);
    },
  };
  const given = { symmetry: "off", partialOrder: "off" } as const;
  const expected = await summary(counters, given);
  const [result, deaths] = await dying(counters, { ...given, engines: [engine] }, random, 15_000);
  expect(result).toEqual(expected);
  expect(deaths).toBeGreaterThan(3);
});

/** Runs the command line until it ends, or is killed after a time. */
function run(words: readonly string[], killAfterMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["dist/cli/main.js", ...words], { stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.on("data", (data: Buffer) => (output += data.toString()));
    const timer = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    child.on("close", (_, signal) => {
      clearTimeout(timer);
      resolve(signal === null ? output : undefined);
    });
  });
}

test("processes that are killed at any moment are resumed, with other numbers of threads", async () => {
  const model = ["check", "examples/seq/peterson.seq", "-D", "N=6", "--symmetry", "off", "-p", "none", "--json"];
  const folder = freshFolder();
  const random = new Random(3);
  const kills = times(8);
  let output: string | undefined;
  for (let k = 0; output === undefined; k++) {
    const isThere = readdirSync(folder).includes("checkpoint.json");
    const keeping = isThere ? ["--resume", folder] : ["--checkpoint", folder];
    const threads = String(1 + (k % 3));
    const life = k < kills ? 400 + random.below(900) : 1e9;
    output = await run([...model, ...keeping, "--every", "0.05s", "--threads", threads], life);
  }
  expect(JSON.parse(output)).toMatchObject({ complete: true, states: 6_698_326, transitions: 25_789_008, depth: 68 });
});
