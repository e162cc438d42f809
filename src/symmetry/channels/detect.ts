/**
 * Structural symmetries by static channel diagrams (Donaldson and Miller, "Automatic symmetry detection for model checking using
 * computational group theory", FM 2005).
 *
 * The automorphisms of the diagram are candidates: they preserve who talks to whom, not what is said. The paper applies each to the
 * program and compares texts after sorting; here the validator decides, which accepts more. Valid generators alone need
 * not generate all valid elements, so the largest valid subgroup is searched for by backtracking through the group, with found
 * elements cutting the search, instead of by listing cosets. It is unique, since products of valid elements are valid.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import { denseGenerators, permutationGroup } from "../../group/group.ts";
import type { Permutation } from "../../group/permutation.ts";
import { subgroupWhere } from "../../group/subgroup-where.ts";
import type { Components } from "../../model/components.ts";
import { isIdentitySymmetry } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import { actionOnSlots, channelDiagram } from "./diagram.ts";

export interface ChannelOptions {
  /** Whether to search for the largest valid subgroup where a generator of the diagram's group is not valid. Costs many validations. */
  readonly search: boolean;
}

export interface ChannelDetection {
  /** Valid, and generating all that is valid if `isComplete`. */
  readonly generators: readonly Symmetry[];
  /** Generators of the diagram's group that are not valid. */
  readonly refused: readonly Symmetry[];
  readonly diagram: { readonly nodes: number; readonly edges: number; readonly order: bigint };
  readonly isComplete: boolean;
}

/** Elements to try at most in the search for the largest valid subgroup. */
const trialLimit = 5000;

/** `isValid` is asked about each candidate once or a few times. */
export function detectByChannels(
  components: Components,
  slotCount: number,
  isValid: (symmetry: Symmetry) => boolean,
  options: ChannelOptions = { search: true },
): ChannelDetection {
  const graph = channelDiagram(components);
  const found = automorphismGroup(graph);
  const group = permutationGroup(graph.vertexCount, found.generators, { order: found.order });
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
    const largest = subgroupWhere(group, isValidElement, { limit: trialLimit });
    valid = denseGenerators(largest.group);
    isComplete = largest.isComplete;
  }
  const moves = (symmetry: Symmetry): boolean => !isIdentitySymmetry(symmetry);
  return {
    generators: valid.map(action).filter(moves),
    refused: refused.map(action).filter(moves),
    diagram,
    isComplete,
  };
}
