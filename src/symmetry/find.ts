/**
 * Finds the symmetries of a model: detectors propose, the validator decides, and the accepted symmetries generate the
 * group.
 */

import { facts } from "../model/facts.ts";
import type { Model, Property } from "../model/model.ts";
import { questionOf } from "../model/question.ts";
import { excerpt } from "../syntax/excerpt.ts";
import { Watch, watched } from "../util/limits.ts";
import type { Limits } from "../util/limits.ts";
import { declared } from "./declared.ts";
import type { Detector, Findings, Tier } from "./detector.ts";
import { detectors as knownDetectors } from "./detectors.ts";
import { exchanges } from "./exchanges.ts";
import { ProposalDesk } from "./proposal-desk.ts";
import type { Accepted, Rejected } from "./proposal-desk.ts";
import { formatSymmetry } from "./symmetry.ts";
import type { ValidatedGroup } from "./validator/validator.ts";

/**
 * The name of a detector, or which of them run and join their results: `on` is all, `auto` leaves out costly ones if a
 * cheap one covered the whole model, and `quick` leaves them out always.
 */
export type Method = string;

export interface FindOptions extends Omit<Limits, "maxStates" | "maxStored"> {
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

/** @throws Stopped at a limit */
export function findSymmetries(model: Model, options: FindOptions = {}): FoundSymmetries {
  const run = (): FoundSymmetries => new Detection(model, options).run(options.method ?? "auto");
  // Without limits of its own, those of the caller count.
  const isLimited = limitNames.some((name) => options[name] !== undefined);
  return isLimited ? watched(new Watch(options), run) : run();
}

const limitNames = ["signal", "timeoutMs", "maxMemoryBytes", "isInterrupted", "memoryInUse", "onPhase"] as const;

/** A search for the symmetries of one model, which can go on later: no detector runs twice. */
export class Detection {
  readonly #model: Model;
  readonly #options: FindOptions;
  readonly #desk: ProposalDesk;
  readonly #ran: string[] = [];
  readonly #findings: Findings[] = [];
  readonly #putOff = new Set<string>();
  #milliseconds = 0;

  constructor(model: Model, options: Omit<FindOptions, "method"> = {}) {
    this.#model = model;
    this.#options = options;
    this.#desk = new ProposalDesk(model, options.properties ?? claimsOf(model));
  }

  /** Whether costly detectors could still find something. */
  get isOpen(): boolean {
    return !this.#findings.some(({ sawAll }) => sawAll === "certainly") && this.#due("on").length > 0;
  }

  /** Whether a detector waits for more vertices to be allowed. */
  get isPutOff(): boolean {
    return this.#putOff.size > 0;
  }

  /** Everything that was found until now. Costly graphs have at most so many vertices. */
  run(method: Method, mostVertices?: number): FoundSymmetries {
    const started = performance.now();
    const { explain = false, detectors = knownDetectors } = this.#options;
    if (isNamed(method) && !detectors.some(({ name }) => name === method)) {
      throw new RangeError(`there is no detector ${method}`);
    }
    this.#putOff.clear();
    for (let due = this.#due(method); due.length > 0; due = this.#due(method)) {
      this.#runOne(due[0]!, method, mostVertices);
    }
    if (explain && !this.#ran.includes(exchanges.name)) {
      this.#desk.run(exchanges, { isThorough: false, keeps: "refusals" });
    }
    this.#milliseconds += performance.now() - started;
    return this.#found();
  }

  /**
   * The symmetries that preserve further properties. If those found preserve them, nothing else is looked for: the
   * others that preserve the model do not exist, as far as the detectors know.
   */
  preserving(properties: readonly Property[], method: Method): FoundSymmetries {
    const started = performance.now();
    const group = this.#desk.groupPreserving(properties);
    if (!group) return new Detection(this.#model, { ...this.#options, properties }).run(method);
    return { ...this.#found(), group, seconds: (performance.now() - started) / 1000 };
  }

  #due(method: Method): Detector[] {
    const { detectors = knownDetectors } = this.#options;
    const waiting = detectors.filter(({ name }) => !this.#ran.includes(name) && !this.#putOff.has(name));
    if (isNamed(method)) return waiting.filter(({ name }) => name === method);
    const seen = this.#findings.flatMap(({ sawAll }) => sawAll ?? []);
    if (seen.includes("certainly")) return [];
    const applicable = waiting.filter((detector) => detector.whyNot(this.#model) === undefined);
    return applicable.filter(({ tier }) => isDue(tier, method, seen.length > 0 || (tier === "guess" && this.isPutOff)));
  }

  #runOne(detector: Detector, method: Method, mostVertices: number | undefined): void {
    const reason = detector.whyNot(this.#model);
    const note = reason === undefined ? undefined : `found nothing: ${reason}`;
    const isOpen = method !== "quick" && this.#findings.every(({ sawAll }) => sawAll === undefined);
    const isThorough = isNamed(method) || isOpen;
    const found: Findings = note === undefined ? this.#desk.run(detector, { isThorough, mostVertices }) : { note };
    if (found.isPutOff === true) {
      this.#putOff.add(detector.name);
      return;
    }
    this.#findings.push({ ...found, note: found.note && `${detector.name} ${found.note}` });
    this.#ran.push(detector.name);
  }

  /** What was found beyond that which the text declares. */
  #undeclared(): string[] {
    const further = this.#desk.accepted.filter(({ method }) => method !== declared.name);
    if (!this.#ran.includes(declared.name) || further.length === 0 || declared.whyNot(this.#model)) return [];
    const shown = formatSymmetry(further[0]!.symmetry, facts(this.#model).slots);
    const more = further.length === 1 ? "" : ` and ${further.length - 1} more`;
    return [`found and not declared: ${excerpt(shown)}${more}`];
  }

  #found(): FoundSymmetries {
    const [desk, findings] = [this.#desk, this.#findings];
    const last = <K extends keyof Findings>(key: K): Findings[K] => findings.findLast((found) => found[key])?.[key];
    return {
      group: desk.group(),
      methods: [...this.#ran],
      accepted: desk.accepted,
      rejected: desk.rejected,
      graph: last("graph"),
      diagram: last("diagram"),
      permutations: last("permutations") ?? [],
      objections: last("objections") ?? [],
      notes: [...findings.flatMap(({ note }) => note ?? []), ...this.#undeclared()],
      seconds: this.#milliseconds / 1000,
    };
  }
}

function isNamed(method: Method): boolean {
  return !["auto", "on", "quick"].includes(method);
}

function isDue(tier: Tier, method: Method, isSeen: boolean): boolean {
  switch (tier) {
    case "cheap":
      return true;
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
