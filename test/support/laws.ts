/** Algebraic laws as assertions. */

import { expect } from "vitest";
import { compose, identity } from "../../src/group/permutation.ts";
import type { Permutation } from "../../src/group/permutation.ts";

/**
 * Permutations act from the right: the identity does nothing, and a product acts like its factors, one after the other.
 */
export function expectGroupAction<T>(act: (x: T, p: Permutation) => T, x: T, p: Permutation, q: Permutation): void {
  expect(act(x, identity(p.length))).toEqual(x);
  expect(act(act(x, p), q)).toEqual(act(x, compose(p, q)));
}
