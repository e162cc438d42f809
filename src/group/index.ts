export { formatCycles, parseCycles } from "./cycles.ts";
export { elements } from "./elements.ts";
export { baseOf, contains, denseGenerators, permutationGroup, randomElement, sift, trivialGroup } from "./group.ts";
export type { Group, GroupOptions, GroupPart, Sifted } from "./group.ts";
export { GroupError } from "./group-error.ts";
export { orbitLists, orbits, transversal } from "./orbits.ts";
export type { Orbits, Transversal } from "./orbits.ts";
export {
  compose,
  conjugate,
  forEachCycle,
  identity,
  inverse,
  isIdentity,
  orderOf,
  permutation,
  power,
  samePermutation,
  sign,
} from "./permutation.ts";
export type { Permutation } from "./permutation.ts";
export { dense, sparse } from "./sparse-permutation.ts";
export type { SparsePermutation } from "./sparse-permutation.ts";
export { Random } from "../util/random.ts";
