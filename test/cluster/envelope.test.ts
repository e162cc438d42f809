import fc from "fast-check";
import { expect, test } from "vitest";
import { seal, unseal } from "../../src/cluster/envelope.ts";

const key = Buffer.from("a key");
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => new Uint8Array(array));
const letters = fc.array(fc.record({ kind: fc.integer({ min: 1, max: 9 }), bytes }), { maxLength: 4 });
const envelope = fc.record({
  epoch: fc.nat(99),
  from: fc.integer({ min: -1, max: 9 }),
  to: fc.nat(9),
  number: fc.nat(99),
  letters,
});

test("an envelope is read as it was written", () => {
  fc.assert(
    fc.property(envelope, (written) => {
      const read = unseal(key, seal(key, written));
      expect(read).toEqual(written);
    }),
  );
});

test("an envelope with a changed byte, cut off, or of another key is refused", () => {
  fc.assert(
    fc.property(envelope, fc.nat(), fc.integer({ min: 1, max: 255 }), (written, at, change) => {
      const sealed = seal(key, written);
      const changed = Buffer.from(sealed);
      changed[at % changed.length]! ^= change;
      expect(unseal(key, changed)).toBeTypeOf("string");
      expect(unseal(key, sealed.subarray(0, at % sealed.length))).toBeTypeOf("string");
      expect(unseal(Buffer.from("another key"), sealed)).toBe("it is not from this run, or was damaged");
    }),
  );
});

test("any other bytes are refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (given) => {
      expect(unseal(key, Buffer.from(given))).toBeTypeOf("string");
    }),
  );
});
