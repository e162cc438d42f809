/** Events and saturation against sets of vectors, one by one. */

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  collect,
  Events,
  eventStep,
  fire,
  Homomorphisms,
  image,
  Saturation,
  setOf,
  Space,
  vectors,
} from "../../src/ddd/index.ts";
import type { Event, EventRow } from "../../src/ddd/index.ts";
import { times } from "../support/random-runs.ts";

const length = 4;
const most = 4;

/** What happens at one level: the pairs of an old and a new value. */
type Part = readonly (readonly [number, number])[];

const value = fc.nat({ max: most });
const interval = fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const adding = fc.tuple(interval, fc.integer({ min: -2, max: 2 })).map(([[low, high], add]): Part => {
  const values = Array.from({ length: high - low + 1 }, (_, k) => low + k);
  return values.map((v) => [v, v + add] as const).filter(([, w]) => w >= 0 && w <= most);
});
const setting = fc.tuple(interval, value).map(([[low, high], to]): Part => {
  return Array.from({ length: high - low + 1 }, (_, k) => [low + k, to] as const);
});
const listed: fc.Arbitrary<Part> = fc.uniqueArray(fc.tuple(value, value), {
  minLength: 1,
  maxLength: 6,
  selector: ([a, b]) => 10 * a + b,
});
const part = fc.oneof(adding, setting, listed).filter((pairs) => pairs.length > 0);

/** One way of an event: a part for some levels. An event is the union of its ways. */
const way = fc.array(fc.option(part, { nil: undefined }), { minLength: length, maxLength: length });
const arbitraryVectors = fc.array(fc.array(value, { minLength: length, maxLength: length }), { maxLength: 6 });

type Way = readonly (Part | undefined)[];

function images(vector: readonly number[], parts: Way): number[][] {
  let result: number[][] = [[]];
  vector.forEach((v, level) => {
    const given = parts[level];
    const next = given ? given.filter(([from]) => from === v).map(([, to]) => to) : [v];
    result = result.flatMap((before) => next.map((to) => [...before, to]));
  });
  return result;
}

function eventOf(events: Events, parts: Way): Event {
  let event: Event = 0;
  for (let level = length - 1; level >= 0; level--) {
    const next = event;
    const rows = parts[level]?.map(([from, to]): EventRow => [from, to, next]);
    if (rows) event = events.table(level, rows);
  }
  return event;
}

/** All vectors that the ways reach. */
function reachable(start: readonly (readonly number[])[], ways: readonly Way[]): Set<string> {
  const seen = new Map(start.map((vector) => [vector.join(), vector]));
  for (const vector of seen.values()) {
    for (const parts of ways) for (const next of images(vector, parts)) seen.set(next.join(), next);
  }
  return new Set(seen.keys());
}

function listOf(space: Space, set: number): Set<string> {
  return new Set(Array.from(vectors(space, set), (vector) => vector.join()));
}

test("an event maps each vector by itself, and its inverse maps back", () => {
  fc.assert(
    fc.property(arbitraryVectors, way, (start, parts) => {
      const space = new Space();
      const events = new Events(length);
      const event = eventOf(events, parts);
      const expected = new Set(start.flatMap((vector) => images(vector, parts)).map(String));
      const set = setOf(space, start);
      expect(listOf(space, fire(space, events, event, set))).toEqual(expected);
      const homs = new Homomorphisms(space, length);
      expect(listOf(space, image(homs, eventStep(homs, events, event), set))).toEqual(expected);
      const back = parts.map((pairs) => pairs?.map(([from, to]) => [to, from] as const));
      const origins = new Set(start.flatMap((vector) => images(vector, back)).map(String));
      expect(listOf(space, fire(space, events, events.inverse(event)!, set))).toEqual(origins);
    }),
    { numRuns: times(500) },
  );
});

test("saturation reaches what a search reaches, in any number of turns, and with garbage collected", () => {
  const turns = fc.constantFrom(1, 3, Infinity);
  fc.assert(
    fc.property(arbitraryVectors, fc.array(way, { maxLength: 5 }), turns, fc.boolean(), (start, ways, turn, frees) => {
      const space = new Space();
      const events = new Events(length);
      const set = setOf(space, start);
      const all = ways.map((parts) => eventOf(events, parts));
      const roots = frees ? [set] : undefined;
      const machine = new Saturation(space, events, all, roots, frees ? 0 : undefined);
      machine.beginAll(set);
      while (!machine.run(turn));
      expect(listOf(space, machine.result)).toEqual(reachable(start, ways));
      collect(space, [set, machine.result]);
      // Results of another saturation with other events do not mix with these.
      const none = new Saturation(space, events, all.slice(1));
      none.beginAll(set);
      none.run(Infinity);
      expect(listOf(space, none.result)).toEqual(reachable(start, ways.slice(1)));
    }),
    { numRuns: times(500) },
  );
});

test("an event that copies a value has a node for each value in between", () => {
  const space = new Space();
  const events = new Events(3);
  const rows = [0, 1, 2].map((v): EventRow => {
    const below = events.table(
      2,
      [0, 1, 2].map((old): EventRow => [old, v, 0]),
    );
    return [v, v, below];
  });
  const copy = events.table(0, rows);
  const set = setOf(space, [
    [0, 7, 1],
    [2, 7, 1],
    [3, 7, 1],
  ]);
  expect(listOf(space, fire(space, events, copy, set))).toEqual(new Set(["0,7,0", "2,7,2"]));
  expect(events.isSelector(copy)).toBe(false);
  expect(events.isSelector(events.local(1, { low: 1, high: 3, change: { add: 0 } }, 0))).toBe(true);
});

test("billions of values that become one are not listed", () => {
  const events = new Events(1);
  const set = events.local(0, { low: -(2 ** 31), high: 2 ** 31 - 1, change: { set: 0 } }, 0);
  expect(events.isSelector(set)).toBe(false);
  expect(events.inverse(set)).toBeUndefined();
});

test("thousands of values cost one node of an event", () => {
  const space = new Space();
  const events = new Events(2);
  const move = events.local(
    0,
    { low: 1, high: 5000, change: { add: -1 } },
    events.local(1, { low: 0, high: 4999, change: { add: 1 } }, 0),
  );
  const machine = new Saturation(space, events, [move]);
  machine.beginAll(setOf(space, [[5000, 0]]));
  machine.run(Infinity);
  expect(listOf(space, machine.result).size).toBe(5001);
});

test("a diagram may have more levels than JavaScript has stack", () => {
  const levels = 50_000;
  const space = new Space();
  const events = new Events(levels);
  const bottom = events.local(levels - 1, { low: 0, high: 0, change: { set: 1 } }, 0);
  const both = events.local(
    0,
    { low: 0, high: 0, change: { set: 1 } },
    events.local(levels - 1, { low: 1, high: 1, change: { add: 0 } }, 0),
  );
  const machine = new Saturation(space, events, [bottom, both]);
  machine.beginAll(setOf(space, [new Array<number>(levels).fill(0)]));
  machine.run(Infinity);
  const ends = Array.from(vectors(space, machine.result), (vector) => [vector[0], vector.at(-1)]);
  expect(ends).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
  ]);
});
