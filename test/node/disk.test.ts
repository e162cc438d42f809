/** A search with its states on a disk finds what a search in memory finds. */

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckOptions } from "../../src/check/plan.ts";
import type { DiskStore } from "../../src/engine/engine.ts";
import { newStates, sortStates } from "../../src/explicit/sorted-states.ts";
import type { Model } from "../../src/model/model.ts";
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
    read: (name, first, count) => disk.read(name, first, count),
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

test("a disk that is full is a limit", async () => {
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
    read: (name, first, count) => disk.read(name, first, count),
    remove: (name) => disk.remove(name),
  };
  const result = await check(counters, { engine: "explicit", symmetry: "off", disk: small, maxMemoryBytes });
  expect(result).toMatchObject({ complete: false, limit: "memory" });
});

test("nothing is left of the files of a search that has ended", async () => {
  const own = mkdtempSync(join(folder, "own-"));
  await summary(counters, { symmetry: "off", disk: diskIn(own), maxMemoryBytes });
  expect(readdirSync(own).flatMap((name) => readdirSync(join(own, name)))).toEqual([]);
});

test("sorted states are each there once, and new ones are in no run", () => {
  const list = fc.array(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })), { maxLength: 40 });
  const unsigned = (words: Int32Array): string[] =>
    Array.from({ length: words.length / 2 }, (_, k) => [words[2 * k]! >>> 0, words[2 * k + 1]! >>> 0].join());
  fc.assert(
    fc.property(list, fc.array(list, { maxLength: 4 }), (given, before) => {
      const sorted = sortStates(Int32Array.from(given.flat()), 2);
      expect(new Set(unsigned(sorted))).toEqual(new Set(unsigned(Int32Array.from(given.flat()))));
      const runs = before.map((run) => sortStates(Int32Array.from(run.flat()), 2));
      const log = Int32Array.from(runs.flatMap((run) => [...run]));
      const fresh = newStates(sorted, 2, runs.map((run) => run.length / 2), (first, count) => log.slice(first, first + count)); // prettier-ignore
      const known = new Set(unsigned(log));
      expect(unsigned(fresh)).toEqual(unsigned(sorted).filter((state) => !known.has(state)));
    }),
  );
});
