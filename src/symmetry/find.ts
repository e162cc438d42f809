/**
 * Finds the symmetries of a model: detectors propose, the validator disposes, and what it accepts generates the group.
 */

import { inferDomains } from "../model/domains.ts";
import type { Domain } from "../model/domains.ts";
import type { Model, Property } from "../model/model.ts";
import { detectByChannels } from "./channels/detect.ts";
import { detectByConstraints } from "./constraints/detect.ts";
import { exchanges } from "./exchanges.ts";
import { containsSymmetry, symmetryGroup } from "./symmetry-group.ts";
import type { SymmetryGroup } from "./symmetry-group.ts";
import { withoutIdleParts } from "./symmetry.ts";
import type { Symmetry } from "./symmetry.ts";
import { Validator } from "./validator/validator.ts";
import type { Evidence } from "./validator/validator.ts";

/** `auto` runs every detector that applies and joins what they find. */
export type Method = "auto" | Detector;

export type Detector = "constraints" | "channels" | "exchanges";

export const methods: readonly Method[] = ["auto", "constraints", "channels", "exchanges"];

export interface FindOptions {
  readonly method?: Method | undefined;
  /** Properties that the symmetries are to preserve; none by default. */
  readonly properties?: readonly Property[] | undefined;
  /** Whether to ask also about exchanges that nobody proposed, so as to say what is in their way. */
  readonly explain?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundSymmetries {
  readonly group: SymmetryGroup;
  /** The detectors that ran. */
  readonly methods: readonly Detector[];
  readonly accepted: readonly Accepted[];
  readonly rejected: readonly Rejected[];
  /** The colored graph, where one was built. */
  readonly graph?: { readonly nodes: number; readonly edges: number } | undefined;
  /** The static channel diagram, where there is one: its size, and the order of its own group, valid or not. */
  readonly diagram?: { readonly nodes: number; readonly edges: number; readonly order: bigint } | undefined;
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
  const { method = "auto", explain = false, signal } = options;
  const properties = [...(options.properties ?? []), ...transientAsProperty(model)];
  const domains = inferDomains(model);
  const validator = new Validator(model, { properties, domains });
  const accepted: Accepted[] = [];
  const rejected: Rejected[] = [];
  const notes: string[] = [];
  const ran: Detector[] = [];
  let graph: FoundSymmetries["graph"];
  let diagram: FoundSymmetries["diagram"];
  /** Proposes alternatives until one is accepted. */
  const proposeOne = (symmetries: readonly Symmetry[], from: Detector): void => {
    for (const [i, given] of symmetries.entries()) {
      const symmetry = withoutIdleParts(given, domains);
      const validation = validator.validate(symmetry);
      if (validation.accepted) {
        accepted.push({ symmetry, method: from, evidence: validation.evidence });
        return;
      }
      if (i === symmetries.length - 1) rejected.push({ symmetry, method: from, reason: validation.reason });
    }
  };

  const isAuto = method === "auto";
  let isLost = false;
  if (isAuto || method === "constraints") {
    const detection = detectByConstraints(model, domains, { properties, signal });
    ran.push("constraints");
    graph = detection.graph;
    for (const symmetry of detection.generators) proposeOne([symmetry], "constraints");
    if (detection.reason !== undefined) notes.push(`constraints found nothing: ${detection.reason}`);
    isLost = detection.reason !== undefined;
  }
  if (method === "channels" || (isAuto && model.components)) {
    ran.push("channels");
    const { components } = model;
    const objection = components
      ? components.objections[0]
      : "the language of the model does not tell its processes and channels";
    if (components && objection === undefined) {
      const isValid = (symmetry: Symmetry): boolean => validator.validate(symmetry).accepted;
      // Next to the group that constraints give, a search for more is not worth its price.
      const search = !isAuto || isLost;
      const detection = detectByChannels(components, domains.length, isValid, { search });
      diagram = detection.diagram;
      const known = groupOf(accepted, domains);
      for (const symmetry of [...detection.generators, ...detection.refused]) {
        if (!containsSymmetry(known, withoutIdleParts(symmetry, domains))) proposeOne([symmetry], "channels");
      }
      if (search && !detection.isComplete) {
        notes.push("channels may have missed some: the diagram's group is too large to search");
      }
    } else notes.push(`channels found nothing: ${objection}`);
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
  return { group, methods: ran, accepted, rejected, graph, diagram, notes, seconds };
}

function groupOf(accepted: readonly Accepted[], domains: readonly Domain[]): SymmetryGroup {
  return symmetryGroup(
    accepted.map(({ symmetry }) => symmetry),
    domains,
  );
}

/** Which states are counted is preserved like a property. */
function transientAsProperty({ transient }: Model): Property[] {
  return transient ? [{ kind: "invariant", name: "transient states", condition: transient }] : [];
}
