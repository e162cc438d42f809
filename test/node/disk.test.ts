/** A search with its states on a disk finds what a search in memory finds. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { DiskStore } from "../../src/engine/engine.ts";
import { Merge, RunFiles } from "../../src/explicit/sorted-runs.ts";
import type { Run } from "../../src/explicit/sorted-runs.ts";
import { hashAt, SortBuffer } from "../../src/explicit/sorted-states.ts";
import type { Model } from "../../src/model/model.ts";
import { checkpointsIn } from "../../src/node/checkpoint.ts";
import { diskIn } from "../../src/node/disk.ts";
import { loadModel } from "../../src/node/load.ts";
import { Stopped } from "../../src/util/limits.ts";
import { modelOf } from "../support/symmetries.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-disk-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function summary(model: Model, given: Partial<CheckOptions>): Promise<unknown> {
  const result = await check(model, { engine: "explicit", partialOrder: "off", ...given } as CheckOptions);
  const { states, transitions, depth, complete, unreducedStates, limit } = result;
  const properties = result.properties.map(({ name, verdict, trace }) => ({
    name,
    verdict,
    trace: trace && [trace.initial, ...trace.steps.map(({ target }) => target)],
  }));
  return { states, transitions, depth, complete, unreducedStates, limit, properties };
}

const counters = modelOf(`
  type P = 0..2
  var at: array [P] of 0..19 = 0
  var turn: 0..1 = 0
  transition go(p: P) when at[p] < 19 { at[p] := at[p] + 1; turn := 1 - turn; }
  transition back(p: P) when at[p] == 19 && turn == 0 { at[p] := 0; }
  property late: invariant !(forall p: P . at[p] == 18)
  property never: reachable exists p: P . at[p] == 0 && at[p] == 1`);

/** Some hundred kilobytes: a search goes to the disk after twelve thousand states at most. */
const maxMemoryBytes = 640_000;

test("counters, of which most are on the disk", async () => {
  const disk = diskIn(folder);
  let most = 0;
  const watched: DiskStore = {
    get bytes() {
      most = Math.max(most, disk.bytes);
      return disk.bytes;
    },
    sizeOf: (name) => disk.sizeOf(name),
    append: (name, words) => disk.append(name, words),
    read: (name, first, into) => disk.read(name, first, into),
    remove: (name) => disk.remove(name),
  };
  const onDisk = await summary(counters, { symmetry: "off", disk: watched, maxMemoryBytes });
  expect(onDisk).toEqual(await summary(counters, { symmetry: "off" }));
  expect(most).toBeGreaterThan(50_000);
});

test("symmetries that are found while the states are on the disk", async () => {
  const { model } = loadModel("examples/promela/load-balancer.pml", {});
  const disk = diskIn(folder);
  expect(await summary(model!, { disk, maxMemoryBytes: 800_000 })).toEqual(await summary(model!, {}));
});

/** Less than a level has of them. */
const tinyMemoryBytes = 100_000;

test("a disk that is full is a limit, and the search can be resumed", async () => {
  const disk = diskIn(folder);
  const small: DiskStore = {
    get bytes() {
      return disk.bytes;
    },
    sizeOf: (name) => disk.sizeOf(name),
    append: (name, words) => {
      if (disk.bytes > 55_000) throw new Stopped("memory");
      disk.append(name, words);
    },
    read: (name, first, into) => disk.read(name, first, into),
    remove: (name) => disk.remove(name),
  };
  const options = { symmetry: "off", maxMemoryBytes: tinyMemoryBytes } as const;
  const place = join(folder, "resumed");
  const keep = { everyMs: 1e6, resumes: false, force: false };
  const stopped = await summary(counters, { ...options, disk: small, checkpoint: checkpointsIn(place, keep) });
  expect(stopped).toMatchObject({ complete: false, limit: "memory" });
  expect((stopped as { states: number }).states).toBeGreaterThan(2000);
  const checkpoint = checkpointsIn(place, { ...keep, resumes: true });
  const resumed = await summary(counters, { ...options, disk: diskIn(folder), checkpoint });
  expect(resumed).toEqual(await summary(counters, { symmetry: "off" }));
});

test("nothing is left of the files of a search that has ended", async () => {
  const own = mkdtempSync(join(folder, "own-"));
  await summary(counters, { symmetry: "off", disk: diskIn(own), maxMemoryBytes });
  expect(readdirSync(own).flatMap((name) => readdirSync(join(own, name)))).toEqual([]);
});

test.each([
  ["counters", counters],
  ["a model with states of many words", modelOf(wideText())],
])("%s, in a tenth of the memory", async (_, model) => {
  const onDisk = await summary(model, { symmetry: "off", disk: diskIn(folder), maxMemoryBytes: tinyMemoryBytes });
  expect(onDisk).toEqual(await summary(model, { symmetry: "off" }));
});

function wideText(): string {
  return `
  type P = 0..5
  type Q = 0..7
  var at: array [P] of 0..4 = 0
  var seen: array [P] of array [Q] of 0..200 = 0
  transition go(p: P) when at[p] < 4 { seen[p][at[p]] := 20 * at[p] + 7; at[p] := at[p] + 1; }
  property late: invariant !(forall p: P . at[p] == 4)`;
}

test("a level that memory has no room for begins again on the disk", async () => {
  // Two levels: the first one has a state, the second one all others.
  const model = modelOf(`
    type V = 0..39999
    var v: V = 0
    var w: V = 0
    transition choose(x: V) when v == 0 { v := x; w := x; }
    property high: invariant v < 39999`);
  const inMemory = await summary(model, { symmetry: "off" });
  expect(await summary(model, { symmetry: "off", maxMemoryBytes: 700_000 })).toMatchObject({ limit: "memory" });
  const onDisk = await summary(model, { symmetry: "off", disk: diskIn(folder), maxMemoryBytes: 700_000 });
  expect(onDisk).toEqual(inMemory);
});

test("runs are merged in order, each state once, without what is known", () => {
  const state = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, 1 << 31));
  const lists = fc.array(fc.array(state, { maxLength: 60 }), { maxLength: 5 });
  const disk = diskIn(folder);
  let made = 0;
  fc.assert(
    fc.property(lists, lists, fc.integer({ min: 1, max: 80 }), (given, before, blockBytes) => {
      const files = new RunFiles(disk, 3, blockBytes);
      const sorted = (states: readonly (readonly number[])[]): Run => {
        const buffer = new SortBuffer(3, 60);
        buffer.add(Int32Array.from(states.flat()), 0);
        const writer = files.write(`run-${made++}`);
        buffer.drain((words, at, hash) => writer.put(words, at, hash));
        return writer.end();
      };
      const known = before.map((states) => files.read(sorted(states)));
      const merge = new Merge(3, given.map((states) => files.read(sorted(states)))); // prettier-ignore
      const [all, fresh]: [string[], string[]] = [[], []];
      let hash = -1;
      while (merge.next()) {
        expect(merge.hash).toBeGreaterThanOrEqual(hash);
        hash = merge.hash;
        all.push(merge.state.join());
        if (!known.some((reader) => reader.seek(merge.hash, merge.state))) fresh.push(merge.state.join());
      }
      const expected = new Set(given.flat().map(String));
      expect(all.length).toBe(expected.size);
      expect(new Set(all)).toEqual(expected);
      const there = new Set(before.flat().map(String));
      expect(new Set(fresh)).toEqual(new Set([...expected].filter((each) => !there.has(each))));
    }),
  );
});

test("states with the same hash are told apart", () => {
  // Words whose hashes are equal, found by trying.
  const byHash = new Map<number, Int32Array>();
  let pair: readonly [Int32Array, Int32Array] | undefined;
  for (let word = 0; !pair; word++) {
    const state = Int32Array.of(word, Math.imul(word, 0x01000193));
    const hash = hashAt(state, 0, 2);
    const other = byHash.get(hash);
    if (other) pair = [other, state];
    byHash.set(hash, state);
  }
  const [a, b] = pair;
  const buffer = new SortBuffer(2, 8);
  for (const state of [b, a, b, a, a]) buffer.add(state, 0);
  const taken: string[] = [];
  buffer.drain((words, at) => taken.push(words.subarray(at, at + 2).join()));
  expect(taken.toSorted()).toEqual([a.join(), b.join()].toSorted());
});
