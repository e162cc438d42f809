import fc from "fast-check";
import { expect, test } from "vitest";
import type { Group } from "../../src/group/group.ts";
import { canonicalImage } from "../../src/group/images.ts";
import { symmetric, wreathProduct } from "../../src/group/named-groups.ts";
import { directProduct } from "../../src/group/operations.ts";
import { stabilizerOrders } from "../../src/symbolic/orbit-size.ts";
import { arbitraryGroup, closure } from "../support/groups.ts";

const named: readonly Group[] = [
  symmetric(6),
  wreathProduct(symmetric(2), symmetric(4)),
  directProduct(symmetric(3), symmetric(3), symmetric(3)),
  // Too large to be listed.
  symmetric(12),
];

const arbitraryValues = fc.array(fc.nat(2), { minLength: 12, maxLength: 12 });

test("the elements that leave values as they are are counted as by a canonical image", () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryGroup(6), fc.constantFrom(...named)), arbitraryValues, (group, all) => {
      const values = Int32Array.from(all.slice(0, group.degree));
      expect(stabilizerOrders(group)(values)).toBe(canonicalImage(group, [...values])!.stabilizerOrder);
    }),
  );
});

test("the elements that leave values as they are are counted as by trying all of them", () => {
  fc.assert(
    fc.property(arbitraryGroup(5), arbitraryValues, (group, all) => {
      const values = Int32Array.from(all.slice(0, group.degree));
      const generators = group.generators.map(({ support, images }) => {
        const p = Int32Array.from({ length: group.degree }, (_, i) => i);
        support.forEach((i, k) => (p[i] = images[k]!));
        return p;
      });
      const fixing = closure(group.degree, generators).filter((p) => p.every((to, i) => values[to] === values[i]));
      expect(stabilizerOrders(group)(values)).toBe(BigInt(fixing.length));
    }),
  );
});
