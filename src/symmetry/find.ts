/**
 * Finds the symmetries of a model: detectors propose, the validator decides, and the accepted symmetries generate the
 * group.
 */

import type { Model, Property } from "../model/model.ts";
import { questionOf } from "../model/question.ts";
import type { Detector, Findings, Tier } from "./detector.ts";
import { detectors as knownDetectors } from "./detectors.ts";
import { exchanges } from "./exchanges.ts";
import { ProposalDesk } from "./proposal-desk.ts";
import type { Accepted, Rejected } from "./proposal-desk.ts";
import type { ValidatedGroup } from "./validator/validator.ts";

/**
 * The name of a detector, or which of them run and join their results: `on` is all, `auto` leaves out costly ones if a
 * cheap one covered the whole model, and `quick` leaves them out always and ends at the first that covered it.
 */
export type Method = string;

export interface FindOptions {
  /** The method; `auto` by default. */
  readonly method?: Method | undefined;
  /**
   * The properties that the symmetries must preserve. By default formulas and claims, which are part of the program.
   */
  readonly properties?: readonly Property[] | undefined;
  /** Whether to validate also exchanges that no detector proposed, to give the reasons for their refusal. */
  readonly explain?: boolean | undefined;
  /** The available detectors, in the order in which they run. */
  readonly detectors?: readonly Detector[] | undefined;
}

export interface FoundSymmetries {
  readonly group: ValidatedGroup;
  /** The detectors that ran. */
  readonly methods: readonly string[];
  readonly accepted: readonly Accepted[];
  readonly rejected: readonly Rejected[];
  readonly graph?: Findings["graph"];
  readonly diagram?: Findings["diagram"];
  readonly permutations: NonNullable<Findings["permutations"]>;
  readonly objections: NonNullable<Findings["objections"]>;
  /** Notes for the user, such as about a detector that gave up. */
  readonly notes: readonly string[];
  readonly seconds: number;
}

export function findSymmetries(model: Model, options: FindOptions = {}): FoundSymmetries {
  const started = performance.now();
  const { method = "auto", explain = false, detectors = knownDetectors } = options;
  const isNamed = !["auto", "on", "quick"].includes(method);
  const asked = isNamed ? detectors.filter(({ name }) => name === method) : detectors;
  if (asked.length === 0) throw new RangeError(`there is no detector ${method}`);
  const desk = new ProposalDesk(model, options.properties ?? claimsOf(model));
  const ran: string[] = [];
  const findings: Findings[] = [];
  for (const detector of asked) {
    const seen = findings.flatMap(({ sawAll }) => sawAll ?? []);
    if (!isNamed && seen.includes("certainly")) break;
    const isSeen = seen.length > 0;
    const reason = detector.whyNot(model);
    if (!isNamed && (reason !== undefined || !isDue(detector.tier, method, isSeen))) continue;
    const note = reason === undefined ? undefined : `found nothing: ${reason}`;
    const found = note === undefined ? desk.run(detector, { isThorough: isNamed || !isSeen }) : { note };
    findings.push({ ...found, note: found.note && `${detector.name} ${found.note}` });
    ran.push(detector.name);
  }
  if (explain && !ran.includes(exchanges.name)) desk.run(exchanges, { isThorough: false, keeps: "refusals" });
  const last = <K extends keyof Findings>(key: K): Findings[K] => findings.findLast((found) => found[key])?.[key];
  return {
    group: desk.group(),
    methods: ran,
    accepted: desk.accepted,
    rejected: desk.rejected,
    graph: last("graph"),
    diagram: last("diagram"),
    permutations: last("permutations") ?? [],
    objections: last("objections") ?? [],
    notes: findings.flatMap(({ note }) => note ?? []),
    seconds: (performance.now() - started) / 1000,
  };
}

function isDue(tier: Tier, method: Method, isSeen: boolean): boolean {
  switch (tier) {
    case "cheap":
      return method !== "quick" || !isSeen;
    case "costly":
      return method === "on" || (method === "auto" && !isSeen);
    case "guess":
      return method !== "quick" && !isSeen;
    case "named":
      return false;
  }
}

/** The properties of the runs of a model. */
export function claimsOf({ properties }: Model): Property[] {
  return properties.filter((property) => questionOf(property).kind === "run");
}
