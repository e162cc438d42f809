/** Rings between threads: nothing is lost or overtaken, whatever is posted while there is no room. */

import { expect, test } from "vitest";
import { headerOf, kind } from "../../src/explicit/message.ts";
import { makeRings, RingTransport, stopAll } from "../../src/explicit/ring.ts";

const length = 50_000;
const filled = (value: number) => (): Int32Array => new Int32Array(length).fill(value);

function post(from: RingTransport, value: number, meanwhile: () => void): void {
  const header = { kind: kind.states, phase: 0, from: 0, to: 1, count: value };
  from.post(1, header, filled(value), meanwhile);
}

/** Takes all that has arrived, and tells the number of each message if it is whole. */
function takeAll(transport: RingTransport): number[] {
  const taken: number[] = [];
  for (let message = transport.take(); message; message = transport.take()) {
    const { count } = headerOf(message);
    const payload = message.subarray(5);
    expect(payload.length).toBe(length);
    expect(payload.every((word) => word === count)).toBe(true);
    taken.push(count);
  }
  return taken;
}

test("many messages go round the ring in order", () => {
  const rings = makeRings(2);
  const [writer, reader] = [new RingTransport(0, rings), new RingTransport(1, rings)];
  const taken: number[] = [];
  for (let value = 1; value <= 100; value++) post(writer, value, () => taken.push(...takeAll(reader)));
  taken.push(...takeAll(reader));
  expect(taken).toEqual(Array.from({ length: 100 }, (_, k) => k + 1));
});

// An answer is posted while another message waits. The place of the one that waited was known before, and wrong after.
test("a message that is posted while another one waits for room stays whole", () => {
  const rings = makeRings(2);
  const [writer, reader] = [new RingTransport(0, rings), new RingTransport(1, rings)];
  const taken: number[] = [];
  let nested = 1000;
  for (let value = 1; value <= 40; value++) {
    let isFirst = true;
    post(writer, value, () => {
      taken.push(...takeAll(reader));
      if (isFirst) post(writer, nested++, () => {});
      isFirst = false;
    });
  }
  taken.push(...takeAll(reader));
  expect(nested).toBeGreaterThan(1003);
  expect(taken.filter((value) => value < 1000)).toEqual(Array.from({ length: 40 }, (_, k) => k + 1));
  expect(taken.filter((value) => value >= 1000)).toEqual(Array.from({ length: nested - 1000 }, (_, k) => 1000 + k));
});

test("a writer without room stops waiting when all shall end", () => {
  const rings = makeRings(2);
  const writer = new RingTransport(0, rings);
  let looks = 0;
  for (let value = 1; value <= 10; value++) {
    post(writer, value, () => {
      if (++looks === 3) stopAll(rings);
    });
  }
  expect(looks).toBeGreaterThanOrEqual(3);
  expect(looks).toBeLessThan(13);
});
