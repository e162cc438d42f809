/**
 * Structural symmetries: permutations of processes, channels and variables (Donaldson and Miller, "Automatic symmetry
 * detection for model checking using computational group theory", FM 2005).
 *
 * The automorphisms of a graph of the components are candidates. Those of the static channel diagram preserve who
 * communicates with whom, but not the messages. Those of the program graph preserve both. The paper applies each
 * candidate to the program and compares texts after sorting. Here the validator decides, which accepts more. Valid
 * generators alone need not generate all valid elements. So the largest valid subgroup is found by backtracking through
 * the group, pruned by the elements found, instead of by listing cosets. It is unique, since products of valid elements
 * are valid.
 */

import { automorphismGroup } from "../../graph/automorphisms.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import type { SparsePermutation } from "../../graph/sparse-permutation.ts";
import { GroupError } from "../../group/group-error.ts";
import { denseGenerators, permutationGroup } from "../../group/group.ts";
import type { Group } from "../../group/group.ts";
import type { Permutation } from "../../group/permutation.ts";
import { subgroupWhere } from "../../group/subgroup-where.ts";
import { programStructure } from "../../hints/program-structure.ts";
import type { ProgramStructure } from "../../hints/program-structure.ts";
import { facts } from "../../model/facts.ts";
import { isRuntimeError } from "../../model/interpret.ts";
import type { State } from "../../model/interpret.ts";
import type { Model } from "../../model/model.ts";
import type { Detector, Diagram, Findings, Search } from "../detector.ts";
import { isIdentitySymmetry } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import { actionOnSlots, channelDiagram } from "./diagram.ts";
import { programGraph } from "./program-graph.ts";

/** A detector that permutes the components of a program by the automorphisms of a graph. */
export function structuralDetector(parts: {
  readonly name: string;
  readonly description: string;
  readonly tier: Detector["tier"];
  whyNot(structure: ProgramStructure): string | undefined;
  /** The name of the graph. */
  readonly drawing: string;
  draw(
    structure: ProgramStructure,
    initial: State | undefined,
    isPreserved: (property: string) => boolean,
  ): ColoredGraph;
}): Detector {
  const { name, description, tier } = parts;
  const whyNot = (model: Model): string | undefined => {
    const structure = programStructure.of(model);
    return structure ? parts.whyNot(structure) : "the language of the model does not tell its processes and channels";
  };
  const propose = (search: Search): Findings => {
    const { model, properties, isThorough } = search;
    const structure = programStructure.of(model)!;
    const { objections } = structure;
    if (objections.length > 0) return { objections, note: "found nothing: pids or channels are used as numbers" };
    const preserved = new Set(properties.map((property) => property.name));
    const graph = parts.draw(structure, onlyInitialState(model), (property) => preserved.has(property));
    const slotCount = facts(model).slots.length;
    const isValid = (symmetry: Symmetry): boolean => search.isValid(symmetry);
    const found = detectByStructure(structure, graph, slotCount, isValid, { search: isThorough });
    for (const symmetry of [...found.generators, ...found.refused]) search.propose(symmetry);
    const note =
      isThorough && !found.isComplete
        ? "may have missed some: the largest valid subgroup was not determined"
        : undefined;
    return { diagram: { name: parts.drawing, ...found.diagram }, permutations: found.permutations, note };
  };
  return { name, description, tier, whyNot, propose };
}

const hasActors = ({ known }: ProgramStructure): string | undefined =>
  known ? "the model has rebecs, and no channels" : undefined;

export const channels: Detector = structuralDetector({
  name: "channels",
  description:
    "permutes processes and channels such that who talks to whom stays the same, for Promela: automorphisms of the static channel diagram, and the largest subgroup of these that is valid",
  tier: "cheap",
  whyNot: hasActors,
  drawing: "channel diagram",
  draw: channelDiagram,
});

export const program: Detector = structuralDetector({
  name: "program",
  description:
    "the same for the whole text of a Promela program at once: automorphisms of a graph that shows its statements too",
  tier: "named",
  whyNot: hasActors,
  drawing: "program graph",
  draw: programGraph,
});

function onlyInitialState(model: Model): State | undefined {
  const [only, another] = facts(model).interpreter.initialStates();
  return only === undefined || another !== undefined || isRuntimeError(only) ? undefined : only;
}

interface StructureOptions {
  /**
   * Whether to search for the largest valid subgroup if a generator of the group of the graph is not valid. This costs
   * many validations.
   */
  readonly search: boolean;
}

interface StructureDetection {
  /** Valid generators, which generate all valid elements if `isComplete`. */
  readonly generators: readonly Symmetry[];
  /** The generators as permutations of components. */
  readonly permutations: readonly Permutation[];
  /** Generators of the group of the graph that are not valid. */
  readonly refused: readonly Symmetry[];
  /** The size of the graph, and the order of its group on the components. */
  readonly diagram: Omit<Diagram, "name">;
  readonly isComplete: boolean;
}

/** A permutation of components, and its action on states. */
interface Candidate {
  readonly p: Permutation;
  readonly symmetry: Symmetry;
  readonly isValid: boolean;
}

/** The most elements to try in the search for the largest valid subgroup. */
const trialLimit = 5000;

/** The first vertices of the graph are the components. `isValid` is called about each candidate once or a few times. */
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
  const judge = (p: Permutation): Candidate => {
    const symmetry = actionOnSlots(components, p, slotCount);
    return { p, symmetry, isValid: isIdentitySymmetry(symmetry) || isValid(symmetry) };
  };
  const generators = denseGenerators(group).map(judge);
  const refused = generators.filter((candidate) => !candidate.isValid);
  let valid: readonly Candidate[] = generators.filter((candidate) => candidate.isValid);
  let isComplete = refused.length === 0;
  if (!isComplete && options.search) {
    const known = new Map(generators.map((candidate) => [candidate.p.join(), candidate.isValid]));
    const largest = largestValidSubgroup(group, (p) => {
      const key = p.join();
      let answer = known.get(key);
      if (answer === undefined) known.set(key, (answer = judge(p).isValid));
      return answer;
    });
    valid = largest ? denseGenerators(largest.group).map(judge) : valid;
    isComplete = largest?.isComplete ?? false;
  }
  const moving = (candidates: readonly Candidate[]): Symmetry[] =>
    candidates.map(({ symmetry }) => symmetry).filter((symmetry) => !isIdentitySymmetry(symmetry));
  const permutations = valid.map(({ p }) => p);
  return { generators: moving(valid), permutations, refused: moving(refused), diagram, isComplete };
}

/**
 * `undefined` if the validator, which need not accept all valid elements, accepts two elements but not their product.
 */
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

/** The action of an automorphism on the first vertices, which are the components. */
function onComponents({ support, images }: SparsePermutation, degree: number): SparsePermutation {
  const own = [...support.keys()].filter((i) => support[i]! < degree);
  return { support: Int32Array.from(own, (i) => support[i]!), images: Int32Array.from(own, (i) => images[i]!) };
}
