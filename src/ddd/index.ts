export { canonization } from "./canonization.ts";
export { apply, orbit, reduces, setCanonize } from "./canonize.ts";
export { assignment, command, comparison, constantComparison, selector, swap } from "./command.ts";
export type { Command, Relation } from "./command.ts";
export { DddError, DddLimitError } from "./ddd-error.ts";
export { writeDddDot } from "./dot.ts";
export {
  closure,
  composition,
  exhaustion,
  fixpoint,
  Homomorphisms,
  ifThenElse,
  negation,
  plainFixpoint,
  sequence,
  sum,
} from "./homomorphism.ts";
export type { Hom } from "./homomorphism.ts";
export { eventStep } from "./event-step.ts";
export { Events, widestTable } from "./event.ts";
export type { Event, EventRow, LocalFunction } from "./event.ts";
export { Evaluation, image } from "./image.ts";
export type { ImageOptions } from "./image.ts";
export { originOf } from "./origin.ts";
export { move } from "./rearrange.ts";
export { chooseReducers } from "./reducers.ts";
export type { LevelPoint, ReducerOptions, Reducers, Stage } from "./reducers.ts";
export { concatenation, difference, intersection, isSubset, union } from "./set-operations.ts";
export { sortBlocks } from "./sort-blocks.ts";
export type { Blocks } from "./sort-blocks.ts";
export { leastImage } from "./least-image.ts";
export { fire, Saturation } from "./saturate.ts";
export { collect, Space, statistics, vectorLength } from "./space.ts";
export type { Ddd, SpaceOptions, SpaceStatistics } from "./space.ts";
export { act, permuteBlocks } from "./vector-symmetry.ts";
export type { VectorSymmetry } from "./vector-symmetry.ts";
export { contains, count, emptySet, nodeCount, product, setOf, singleton, unitSet, vectors } from "./vectors.ts";
