/**
 * Finds the symmetries of a model: detectors propose, the validator disposes, and what it accepts generates the group.
 */

import type { Permutation } from "../group/permutation.ts";
import { netStructure } from "../hints/net-structure.ts";
import { programStructure } from "../hints/program-structure.ts";
import type { Objection, ProgramStructure } from "../hints/program-structure.ts";
import { proposals } from "../hints/proposal.ts";
import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { State } from "../model/interpret.ts";
import type { Model, Property } from "../model/model.ts";
import { actorGraph } from "./actors/detect.ts";
import { detectByStructure } from "./channels/detect.ts";
import { channelDiagram } from "./channels/diagram.ts";
import { programGraph } from "./channels/program-graph.ts";
import { detectByConstraints } from "./constraints/detect.ts";
import { exchanges } from "./exchanges.ts";
import { detectByNet } from "./net/detect.ts";
import { containsSymmetry, symmetryGroup } from "./symmetry-group.ts";
import type { SymmetryGroup } from "./symmetry-group.ts";
import { withoutIdleParts } from "./symmetry.ts";
import type { Symmetry } from "./symmetry.ts";
import { Validator } from "./validator/validator.ts";
import type { Evidence } from "./validator/validator.ts";

/** `auto` runs every detector that applies and joins what they find. */
export type Method = "auto" | Detector;

export type Detector = "constraints" | "channels" | "program" | "actors" | "net" | "patterns" | "exchanges";

export const methods: readonly Method[] = [
  "auto",
  "constraints",
  "channels",
  "program",
  "actors",
  "net",
  "patterns",
  "exchanges",
];

export interface FindOptions {
  readonly method?: Method | undefined;
  /** Properties that the symmetries are to preserve; formulas and claims by default, which are part of the program. */
  readonly properties?: readonly Property[] | undefined;
  /** Whether to ask also about exchanges that nobody proposed, so as to say what is in their way. */
  readonly explain?: boolean | undefined;
}

export interface FoundSymmetries {
  readonly group: SymmetryGroup;
  /** The detectors that ran. */
  readonly methods: readonly Detector[];
  readonly accepted: readonly Accepted[];
  readonly rejected: readonly Rejected[];
  /** The colored graph, where one was built. */
  readonly graph?: { readonly nodes: number; readonly edges: number } | undefined;
  /** The static channel diagram, or the graph of the program or of the actors: its size, and the order of its own group, valid or not. */
  readonly diagram?: { readonly nodes: number; readonly edges: number; readonly order: bigint } | undefined;
  /** What is known of permutations of components: they generate a valid group. */
  readonly permutations: readonly Permutation[];
  /** Why the language of the model does not let its components be permuted. */
  readonly objections: readonly Objection[];
  /** What the user should know, such as a detector that gave up. */
  readonly notes: readonly string[];
  readonly seconds: number;
}

export interface Accepted {
  readonly symmetry: Symmetry;
  readonly method: Detector;
  readonly evidence: Evidence;
}

export interface Rejected {
  readonly symmetry: Symmetry;
  readonly method: Detector;
  readonly reason: string;
}

export function findSymmetries(model: Model, options: FindOptions = {}): FoundSymmetries {
  const started = performance.now();
  const proposed = proposals.of(model);
  const net = netStructure.of(model);
  const components = programStructure.of(model);
  const { method = "auto", explain = false } = options;
  const properties = [...(options.properties ?? claimsOf(model)), ...transientAsProperty(model)];
  const domains = facts(model).domains;
  const validator = new Validator(model, { properties, domains });
  const accepted: Accepted[] = [];
  const rejected: Rejected[] = [];
  const notes: string[] = [];
  const ran: Detector[] = [];
  let graph: FoundSymmetries["graph"];
  let diagram: FoundSymmetries["diagram"];
  /** Proposes alternatives until one is accepted; says whether one was. */
  const proposeOne = (symmetries: readonly Symmetry[], from: Detector): boolean => {
    for (const [i, given] of symmetries.entries()) {
      const symmetry = withoutIdleParts(given, domains);
      const validation = validator.validate(symmetry);
      if (validation.accepted) {
        accepted.push({ symmetry, method: from, evidence: validation.evidence });
        return true;
      }
      if (i === symmetries.length - 1) rejected.push({ symmetry, method: from, reason: validation.reason });
    }
    return false;
  };

  const isAuto = method === "auto";
  let isLost = false;
  if (method === "patterns" || (isAuto && proposed)) {
    ran.push("patterns");
    for (const { slots, values } of proposed ?? []) {
      proposeOne([{ slots: Int32Array.from(slots), values: values ?? new Map() }], "patterns");
    }
    if (!proposed) notes.push("patterns found nothing: the model is no instance of a family of systems");
  }
  if (method === "net" || (isAuto && net)) {
    ran.push("net");
    if (net) {
      const detection = detectByNet(model, net, domains);
      graph = detection.graph;
      for (const { exchanges: neighbors, rotation } of detection.colorings) {
        // One refusal for each sort is enough to know.
        const isSymmetric = neighbors.every((symmetry) => proposeOne([symmetry], "net"));
        if (!isSymmetric && rotation) proposeOne([rotation], "net");
      }
      const known = groupOf(accepted, domains);
      for (const symmetry of detection.generators) {
        if (!containsSymmetry(known, withoutIdleParts(symmetry, domains))) proposeOne([symmetry], "net");
      }
    } else notes.push("net found nothing: the model is no Petri net");
  }
  // The graph of a net says all that constraints would, and is far smaller.
  if ((isAuto && !net) || method === "constraints") {
    const detection = detectByConstraints(model, domains, { properties });
    ran.push("constraints");
    graph = detection.graph;
    for (const symmetry of detection.generators) proposeOne([symmetry], "constraints");
    if (detection.reason !== undefined) notes.push(`constraints found nothing: ${detection.reason}`);
    isLost = detection.reason !== undefined;
  }
  let objections: readonly Objection[] = [];
  let permutations: readonly Permutation[] = [];
  const structural = structuralDetector(method, components);
  if (structural) {
    const detector = structural;
    ran.push(detector);
    objections = components?.objections ?? [];
    const reason = whyNotByStructure(detector, components);
    if (components && reason === undefined) {
      const known = groupOf(accepted, domains);
      const isKnown = (symmetry: Symmetry): boolean => containsSymmetry(known, withoutIdleParts(symmetry, domains));
      const isValid = (symmetry: Symmetry): boolean => isKnown(symmetry) || validator.validate(symmetry).accepted;
      // Next to the group that constraints give, a search for more is not worth its price.
      const search = !isAuto || isLost;
      const preserved = new Set(properties.map(({ name }) => name));
      const isPreserved = (name: string): boolean => preserved.has(name);
      const drawing =
        detector === "channels"
          ? channelDiagram(components)
          : (detector === "actors" ? actorGraph : programGraph)(components, onlyInitialState(model), isPreserved);
      const detection = detectByStructure(components, drawing, domains.length, isValid, { search });
      ({ diagram, permutations } = detection);
      for (const symmetry of [...detection.generators, ...detection.refused]) {
        if (!isKnown(symmetry)) proposeOne([symmetry], detector);
      }
      if (search && !detection.isComplete) {
        notes.push(`${detector} may have missed some: the largest valid subgroup was not determined`);
      }
    } else notes.push(`${detector} found nothing: ${reason}`);
  }
  let group = groupOf(accepted, domains);
  if (method === "exchanges" || (isAuto && isLost)) {
    ran.push("exchanges");
    for (const { symmetries } of exchanges(model, domains)) proposeOne(symmetries, "exchanges");
    group = groupOf(accepted, domains);
  } else if (explain) {
    for (const { symmetries } of exchanges(model, domains)) {
      if (symmetries.some((symmetry) => containsSymmetry(group, symmetry))) continue;
      const validations = symmetries.map((symmetry) => ({ symmetry, ...validator.validate(symmetry) }));
      const last = validations.at(-1)!;
      if (validations.some(({ accepted: isAccepted }) => isAccepted) || last.accepted) continue;
      rejected.push({ symmetry: last.symmetry, method: "exchanges", reason: last.reason });
    }
  }
  const seconds = (performance.now() - started) / 1000;
  return { group, methods: ran, accepted, rejected, graph, diagram, permutations, objections, notes, seconds };
}

/** The detector that looks at components, if one is asked for or applies. */
function structuralDetector(
  method: Method,
  components: ProgramStructure | undefined,
): "channels" | "program" | "actors" | undefined {
  if (method === "channels" || method === "program" || method === "actors") return method;
  if (method !== "auto" || !components) return undefined;
  return components.known ? "actors" : "channels";
}

function whyNotByStructure(detector: Detector, components: ProgramStructure | undefined): string | undefined {
  if (!components) return "the language of the model does not tell its processes and channels";
  if (detector === "actors" && !components.known) return "the model has no rebecs";
  if (detector !== "actors" && components.known) return "the model has rebecs, and no channels";
  return components.objections.length > 0 ? "pids or channels are used as numbers" : undefined;
}

function groupOf(accepted: readonly Accepted[], domains: readonly Domain[]): SymmetryGroup {
  return symmetryGroup(
    accepted.map(({ symmetry }) => symmetry),
    domains,
  );
}

/** What a model claims of its runs. */
export function claimsOf({ properties }: Model): Property[] {
  return properties.filter(({ kind }) => kind === "ltl" || kind === "never");
}

function onlyInitialState(model: Model): State | undefined {
  const [only, another] = facts(model).interpreter.initialStates();
  return only === undefined || another !== undefined || isRuntimeError(only) ? undefined : only;
}

/** Which states are counted is preserved like a property. */
function transientAsProperty({ transient }: Model): Property[] {
  return transient ? [{ kind: "invariant", name: "transient states", condition: transient }] : [];
}
