import fc from "fast-check";
import { expect, test } from "vitest";
import { Draft, unseal, writeBytes } from "../../src/cluster/envelope.ts";
import type { EnvelopeHead } from "../../src/cluster/envelope.ts";

const seal = { key: Buffer.from("a key"), inbox: "inbox" };
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => new Uint8Array(array));
const letters = fc.array(fc.record({ kind: fc.integer({ min: 1, max: 9 }), bytes }), { maxLength: 4 });
const head = fc.record({
  epoch: fc.nat(99),
  from: fc.integer({ min: -1, max: 9 }),
  to: fc.nat(9),
  number: fc.nat(99),
});
type Letters = readonly { readonly kind: number; readonly bytes: Uint8Array }[];

function written(given: EnvelopeHead, all: Letters, room: number): Buffer {
  const draft = new Draft(room);
  for (const { kind, bytes: own } of all) writeBytes(draft.letter(kind, own.length), own);
  return draft.seal(seal, given);
}

test("an envelope is read as it was written, however large its draft was", () => {
  fc.assert(
    fc.property(head, letters, fc.nat(200), (given, all, room) => {
      const read = unseal(seal, written(given, all, room));
      if (typeof read === "string") throw new Error(read);
      const { letters: found, ...rest } = read;
      expect(rest).toEqual(given);
      expect(found.map(({ kind, bytes: own }) => ({ kind, bytes: own }))).toEqual(all);
      expect(found.map(({ words }) => words && [...words])).toEqual(
        all.map(({ bytes: own }) => (own.length % 4 === 0 ? [...new Int32Array(own.slice().buffer)] : undefined)),
      );
    }),
  );
});

test("an envelope with a changed byte, cut off, of another key, or of another inbox is refused", () => {
  fc.assert(
    fc.property(head, letters, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, all, at, change) => {
      const entry = written(given, all, 100);
      const changed = Buffer.from(entry);
      changed[at % changed.length]! ^= change;
      expect(unseal(seal, changed)).toBeTypeOf("string");
      expect(unseal(seal, entry.subarray(0, at % entry.length))).toBeTypeOf("string");
      for (const other of [{ key: Buffer.from("another key") }, { inbox: "another" }]) {
        expect(unseal({ ...seal, ...other }, entry)).toMatch(/^it is not from this run, was not for this inbox/);
      }
    }),
  );
});

test("any other bytes are refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (given) => {
      expect(unseal(seal, Buffer.from(given))).toBeTypeOf("string");
    }),
  );
});
