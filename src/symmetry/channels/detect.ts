/**
 * Structural symmetries: permutations of processes, channels and variables (Donaldson and Miller, "Automatic symmetry detection for model
 * checking using computational group theory", FM 2005).
 *
 * The automorphisms of a graph of the components are candidates. Those of the static channel diagram preserve who talks to
 * whom, not what is said; those of the program's graph preserve both. The paper applies each candidate to the program and compares
 * texts after sorting; here the validator decides, which accepts more. Valid generators alone need not generate all valid elements,
 * so the largest valid subgroup is searched for by backtracking through the group, with found elements cutting the search, instead
 * of by listing cosets. It is unique, since products of valid elements are valid.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import type { SparsePermutation } from "../../graph/sparse-permutation.ts";
import { GroupError } from "../../group/group-error.ts";
import { denseGenerators, permutationGroup } from "../../group/group.ts";
import type { Group } from "../../group/group.ts";
import type { Permutation } from "../../group/permutation.ts";
import { subgroupWhere } from "../../group/subgroup-where.ts";
import type { ProgramStructure } from "../../hints/program-structure.ts";
import { isIdentitySymmetry } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import { actionOnSlots } from "./diagram.ts";

export interface StructureOptions {
  /** Whether to search for the largest valid subgroup where a generator of the graph's group is not valid. Costs many validations. */
  readonly search: boolean;
}

export interface StructureDetection {
  /** Valid, and generating all that is valid if `isComplete`. */
  readonly generators: readonly Symmetry[];
  /** The same as permutations of components. */
  readonly permutations: readonly Permutation[];
  /** Generators of the graph's group that are not valid. */
  readonly refused: readonly Symmetry[];
  /** The graph's size, and the order of its group on the components. */
  readonly diagram: { readonly nodes: number; readonly edges: number; readonly order: bigint };
  readonly isComplete: boolean;
}

/** Elements to try at most in the search for the largest valid subgroup. */
const trialLimit = 5000;

/** The first vertices of the graph are the components. `isValid` is asked about each candidate once or a few times. */
export function detectByStructure(
  components: ProgramStructure,
  graph: ColoredGraph,
  slotCount: number,
  isValid: (symmetry: Symmetry) => boolean,
  options: StructureOptions = { search: true },
): StructureDetection {
  const degree = components.components.length;
  const found = automorphismGroup(graph);
  const group = permutationGroup(
    degree,
    found.generators.map((generator) => onComponents(generator, degree)),
    graph.vertexCount === degree ? { order: found.order } : {},
  );
  const diagram = { nodes: graph.vertexCount, edges: graph.edgeCount, order: group.order };
  const action = (p: ArrayLike<number>): Symmetry => actionOnSlots(components, p, slotCount);
  const known = new Map<string, boolean>();
  const isValidElement = (p: Permutation): boolean => {
    const key = p.join();
    let answer = known.get(key);
    if (answer === undefined) {
      const symmetry = action(p);
      known.set(key, (answer = isIdentitySymmetry(symmetry) || isValid(symmetry)));
    }
    return answer;
  };
  const generators = denseGenerators(group);
  const refused = generators.filter((p) => !isValidElement(p));
  let valid: readonly Permutation[] = generators.filter(isValidElement);
  let isComplete = refused.length === 0;
  if (!isComplete && options.search) {
    const largest = largestValidSubgroup(group, isValidElement);
    valid = largest ? denseGenerators(largest.group) : valid;
    isComplete = largest?.isComplete ?? false;
  }
  const moves = (symmetry: Symmetry): boolean => !isIdentitySymmetry(symmetry);
  return {
    generators: valid.map(action).filter(moves),
    permutations: valid,
    refused: refused.map(action).filter(moves),
    diagram,
    isComplete,
  };
}

/** Undefined if the validator, which need not accept all that is valid, accepts two elements and not their product. */
function largestValidSubgroup(
  group: Group,
  isValid: (p: Permutation) => boolean,
): ReturnType<typeof subgroupWhere> | undefined {
  try {
    return subgroupWhere(group, isValid, { limit: trialLimit });
  } catch (error) {
    if (error instanceof GroupError) return undefined;
    throw error;
  }
}

/** What an automorphism does to the first vertices, which are the components. */
function onComponents({ support, images }: SparsePermutation, degree: number): SparsePermutation {
  const own = [...support.keys()].filter((i) => support[i]! < degree);
  return { support: Int32Array.from(own, (i) => support[i]!), images: Int32Array.from(own, (i) => images[i]!) };
}
