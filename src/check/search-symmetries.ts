/**
 * The symmetries of one search through states. By default they are looked for as it grows, the cheapest first: to
 * explore a small model takes less time than to find its symmetries.
 */

import type { Findings, MoreSymmetry } from "../engine/engine.ts";
import { scalarsets } from "../hints/scalarsets.ts";
import type { Property } from "../model/model.ts";
import type { Detection, FoundSymmetries } from "../symmetry/find.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { Stopped, Watch, watched } from "../util/limits.ts";
import type { Plan } from "./plan.ts";
import type { SymmetryResult } from "./result.ts";
import { symmetryResult } from "./symmetry-result.ts";
import { worthDetection, worthFew, worthwhileOrder } from "./worth-detection.ts";

/** Costly detectors run for the first time when so many states are stored, and the last time at the greatest number. */
const worthAll = 500_000;
const largest = 2 ** 31;

/** A vertex of a costly graph takes as long as exploring about this many states, or a fraction of them. */
const statesForVertex = 256;

/** Why detectors did not run. */
export const skipped = {
  all: "the search was too small for symmetries to pay",
  costly: "the search was too small for costly methods",
  sets: "the set of all states was small without them",
};

/** Why symmetries that were found are not used. */
export const tooFew = {
  search: "the search was too small for so few of them to pay",
  sets: "there are too few of them to make sets smaller",
  idle: "in the states that were seen they cost more than they save",
};

export class SearchSymmetries {
  readonly #plan: Plan;
  readonly #properties: readonly Property[];
  readonly #watch: Watch;
  readonly #grows: boolean;
  #detection: Detection | undefined;
  #found: FoundSymmetries | undefined;
  #usedOrder = 1n;
  #isLarge = false;

  constructor(plan: Plan, watch: Watch) {
    this.#plan = plan;
    this.#properties = plan.states.asked.map(({ property }) => property);
    this.#watch = watch;
    // Fingerprints cannot be replaced by those of representatives later.
    this.#grows = plan.symmetry === "auto" && !plan.hashCompaction;
  }

  /** The symmetries to begin with. */
  async before(): Promise<ValidatedGroup | undefined> {
    const { symmetry: method } = this.#plan;
    return method === "off" || this.#grows ? undefined : (await this.#find(method)).group;
  }

  /** The symmetries to go on with. */
  get later(): readonly MoreSymmetry[] {
    if (!this.#grows) return [];
    // Costly methods are left out if the text declares symmetries that hold.
    const all = scalarsets.of(this.#plan.model) ? "auto" : "on";
    const costly: MoreSymmetry[] = [];
    for (let states = worthAll; states <= largest; states *= 2) {
      const fewest = states < worthFew ? worthwhileOrder : 1n;
      costly.push({ fromStates: states, find: () => this.#findMore(all, fewest, states / statesForVertex) });
    }
    return [
      { fromStates: worthDetection(this.#plan.states.model), find: () => this.#findMore("quick", worthwhileOrder) },
      ...costly,
    ];
  }

  result(findings: Findings): SymmetryResult {
    try {
      return watched(this.#watch.extended(), () => this.#result(findings));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      // What was counted must not be lost because a limit is reached now.
      return watched(Watch.afterLimit(), () => this.#result(findings));
    }
  }

  #result({ symmetry, statistics }: Findings): SymmetryResult {
    const found = this.#found;
    if (!this.#grows) return symmetryResult(found?.group, found);
    if (statistics.peakNodes !== undefined && !symmetry) {
      if (!found) return symmetryResult(undefined, found, skipped.sets);
      const isUnused = found.group.generators.length > 0;
      const unused = this.#plan.engine.storesStates ? skipped.sets : tooFew.sets;
      return { ...symmetryResult(undefined, found), ...(isUnused ? { unused } : {}) };
    }
    if (!symmetry && found && found.group.group.order > 1n) {
      const unused = this.#usedOrder > 1n ? tooFew.idle : tooFew.search;
      return { ...symmetryResult(undefined, found), unused };
    }
    const isOpen = this.#detection?.isPutOff === true || (this.#detection?.isOpen === true && !this.#isLarge);
    return symmetryResult(symmetry, found, found ? (isOpen ? skipped.costly : undefined) : skipped.all);
  }

  /** The symmetries, if there are more than the search uses, and enough of them. */
  async #findMore(
    method: "quick" | "auto" | "on",
    fewest: bigint,
    mostVertices?: number,
  ): Promise<ValidatedGroup | undefined> {
    this.#isLarge = method !== "quick";
    const { group } = await this.#find(method, mostVertices);
    const { order } = group.group;
    if (order <= this.#usedOrder || order < fewest) return undefined;
    this.#usedOrder = order;
    return group;
  }

  async #find(method: string, mostVertices?: number): Promise<FoundSymmetries> {
    const { Detection } = await import("../symmetry/find.ts");
    this.#detection ??= new Detection(this.#plan.states.model, { properties: this.#properties });
    this.#found = watched(this.#watch, () => this.#detection!.run(method, mostVertices));
    return this.#found;
  }
}
