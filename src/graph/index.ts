export { automorphismGroup } from "./automorphisms.ts";
export type { AutomorphismGroup, AutomorphismOptions } from "./automorphisms.ts";
export { canonicalForm, canonicalLabeling, isomorphism } from "./canonical-form.ts";
export type { CanonicalForm } from "./canonical-form.ts";
export { GraphBuilder, GraphError, relabel, undirectedGraph } from "./colored-graph.ts";
export type { ColoredGraph, EdgeList } from "./colored-graph.ts";
export { parseDimacs, writeDimacs } from "./dimacs.ts";
export { parseDot, writeDot } from "./dot.ts";
export type { SparsePermutation } from "./sparse-permutation.ts";
