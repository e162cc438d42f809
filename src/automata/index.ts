export { complement, determinize, dfaAccepts, minimize, run, successor, toNfa } from "./dfa.ts";
export type { Dfa } from "./dfa.ts";
export { automatonDot, pairName } from "./dot.ts";
export { expressionNfa } from "./expression.ts";
export type { RegularExpression } from "./expression.ts";
export { allWords, isFinite, sampleWords, wordsOfLength } from "./finiteness.ts";
export { areEquivalent, counterexamplesToInclusion, isIncluded } from "./inclusion.ts";
export type { InclusionOptions } from "./inclusion.ts";
export { join, lazyJoin } from "./join.ts";
export type { Atom, Query } from "./join.ts";
export { buildNfa, isEmpty, lazyOf, shortestWord, shortestWords } from "./lazy.ts";
export type { LazyNfa, LazyState, WordSearch } from "./lazy.ts";
export {
  accepts,
  concatenation,
  emptyNfa,
  emptyWordNfa,
  intersection,
  letterNfa,
  mapLetters,
  plus,
  reverse,
  star,
  stateCount,
  trim,
  union,
  universalNfa,
  wordNfa,
} from "./nfa.ts";
export type { Edge, Nfa, Word } from "./nfa.ts";
export {
  codomain,
  complementRelation,
  composition,
  differenceRelation,
  domain,
  identityRelation,
  image,
  inverseRelation,
  preimage,
  relates,
  relation,
  restriction,
} from "./relation.ts";
export type { Relation } from "./relation.ts";
export {
  isBijection,
  notFunctional,
  notInjective,
  notLengthDecreasing,
  notLengthPreserving,
  notOnto,
  notTotal,
} from "./relation-laws.ts";
export { tupleCount, tupleDigits, tupleLetter, unzip, zip } from "./tuples.ts";
export { pushdownWords } from "./pushdown.ts";
export type { PushdownAtom, PushdownAutomaton, PushdownQuery, PushdownRule } from "./pushdown.ts";
