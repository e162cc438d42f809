export { finestBlockSystem, isPrimitive, minimalBlockSystems } from "./blocks.ts";
export type { BlockSystem } from "./blocks.ts";
export { canonicalCosetElement, cosetRepresentatives } from "./cosets.ts";
export { formatCycles, parseCycles } from "./cycles.ts";
export { elements } from "./elements.ts";
export { baseOf, contains, denseGenerators, permutationGroup, randomElement, sift, trivialGroup } from "./group.ts";
export type { Group, GroupOptions, GroupPart, Sifted } from "./group.ts";
export { GroupError } from "./group-error.ts";
export {
  canonicalImage,
  canonicalSetImage,
  minimalImage,
  minimalImageByEnumeration,
  minimalSetImage,
  setImage,
  vectorImage,
} from "./images.ts";
export type { Image, ImageOptions } from "./images.ts";
export { alternating, cyclic, dihedral, symmetric, wreathProduct } from "./named-groups.ts";
export {
  actionOnBlocks,
  conjugateGroup,
  directProduct,
  isSubgroup,
  isTransitive,
  join,
  restriction,
  sameGroup,
} from "./operations.ts";
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
export { pointwiseStabilizer, setStabilizer, vectorStabilizer, withBase } from "./stabilizers.ts";
export { structureOf } from "./structure/structure.ts";
export { formatStructure, structureGenerators, structureOrder } from "./structure/structure-tree.ts";
export type { Generic, Product, RowAction, Rows, Structure, Trivial, Wreath } from "./structure/structure-tree.ts";
export { subgroupWhere } from "./subgroup-where.ts";
export type { Subgroup, SubgroupOptions } from "./subgroup-where.ts";
export { Random } from "../util/random.ts";
