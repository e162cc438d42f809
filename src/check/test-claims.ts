/**
 * Tests the claims of a model about itself.
 *
 * Every number is found by the plainest way that is feasible: states are counted without symmetry unless there are too
 * many, and a depth is the length of a trace without partial-order reduction.
 */

import type { Parsed } from "../languages/language.ts";
import type { Model } from "../model/model.ts";
import { withObserversOf } from "../model/observers.ts";
import { findSymmetries } from "../symmetry/find.ts";
import { limitOf, Watch, watched } from "../util/limits.ts";
import type { Limits } from "../util/limits.ts";
import { checkEnlarging } from "./enlarge.ts";
import type { Claim } from "./expectation.ts";
import type { CheckOptions } from "./plan.ts";
import { reasonForLimit } from "./reason.ts";
import { RequestError } from "./request-error.ts";
import type { CheckResult } from "./result.ts";

export interface TestedClaim {
  readonly claim: Claim;
  /** `undecided` if a limit was reached. */
  readonly outcome: "kept" | "broken" | "undecided";
  /** What was found instead, in a clause. */
  readonly found?: string | undefined;
  readonly seconds: number;
}

/** The most states that are counted one by one. Of more, one per orbit is visited. */
const mostCounted = 200_000n;

type Finding = Omit<TestedClaim, "claim" | "seconds">;

/** The limits of each claim, and who watches. */
export type ClaimLimits = Limits & Pick<CheckOptions, "onProgress">;

/** The limits count for each claim. */
export async function testClaims(
  parsed: Parsed & { readonly model: Model },
  claims: readonly Claim[],
  limits: ClaimLimits = {},
): Promise<TestedClaim[]> {
  const trial = new Trial(parsed, claims, limits);
  const tested: TestedClaim[] = [];
  for (const claim of claims) tested.push(await trial.test(claim));
  return tested;
}

class Trial {
  readonly #parsed: Parsed & { readonly model: Model };
  readonly #limits: ClaimLimits;
  /** Whether there are too many states to count them one by one. */
  readonly #isLarge: boolean;
  readonly #sizes = new Map<"states" | "orbits", CheckResult>();

  constructor(parsed: Parsed & { readonly model: Model }, claims: readonly Claim[], limits: ClaimLimits) {
    this.#parsed = parsed;
    this.#limits = limits;
    const isLarge = (claim: Claim): boolean =>
      claim.kind === "count" && claim.what === "states" && claim.value > mostCounted;
    this.#isLarge = claims.some(isLarge);
  }

  async test(claim: Claim): Promise<TestedClaim> {
    const started = performance.now();
    const finding = await this.#attempt(claim);
    return { claim, ...finding, seconds: (performance.now() - started) / 1000 };
  }

  async #attempt(claim: Claim): Promise<Finding> {
    try {
      return await this.#find(claim);
    } catch (error) {
      const limit = limitOf(error);
      if (limit !== undefined) return undecided(reasonForLimit(limit));
      if (error instanceof RequestError) return { outcome: "broken", found: error.message };
      throw error;
    }
  }

  async #find(claim: Claim): Promise<Finding> {
    if (claim.kind === "verdict") return this.#judge(claim);
    if (claim.kind === "order") return compared(claim.value, this.#order(), "group order");
    const byOrbits = claim.what === "reduced" || (this.#isLarge && claim.what === "states");
    const result = await this.#size(byOrbits ? "orbits" : "states");
    if (!result.complete) return undecided(incomplete(result));
    const { states, unreducedStates = states, transitions = 0 } = result;
    const found = { states: unreducedStates, reduced: states, transitions }[claim.what];
    return compared(claim.value, BigInt(found), claim.what);
  }

  #order(): bigint {
    const model = withObserversOf(this.#parsed.model, []);
    return watched(new Watch(this.#limits), () => findSymmetries(model, { method: "on" })).group.group.order;
  }

  async #size(of: "states" | "orbits"): Promise<CheckResult> {
    const symmetry: CheckOptions =
      of === "orbits" ? { symmetry: "on", representatives: "unique" } : { symmetry: "off" };
    const result = this.#sizes.get(of) ?? (await this.#check({ ...symmetry, properties: [], partialOrder: "off" }));
    this.#sizes.set(of, result);
    return result;
  }

  /** A model without assertions has no result for them: none fails. */
  async #judge({ property: name, verdict: claimed, fairness, depth }: Claim & { kind: "verdict" }): Promise<Finding> {
    const shortest = depth === undefined ? {} : ({ partialOrder: "off", search: "bfs" } as const);
    const { properties } = await this.#check({ properties: [name], fairness, ...shortest });
    const { verdict = "holds", trace, reason } = properties.find((property) => property.name === name) ?? {};
    if (verdict === "undecided") return undecided(reason ?? reasonForLimit(undefined));
    const steps = trace?.steps.length;
    if (verdict === claimed && (depth === undefined || depth === steps)) return { outcome: "kept" };
    const place = verdict === "violated" && steps !== undefined ? ` at depth ${steps}` : "";
    return { outcome: "broken", found: `${verdict} ${name}${place}` };
  }

  #check(options: CheckOptions): Promise<CheckResult> {
    const { model, enlarged } = this.#parsed;
    return checkEnlarging(model, enlarged, { ...this.#limits, ...options });
  }
}

function compared(expected: bigint, found: bigint, what: string): Finding {
  return expected === found ? { outcome: "kept" } : { outcome: "broken", found: `${what} ${found}` };
}

function undecided(found: string): Finding {
  return { outcome: "undecided", found };
}

function incomplete({ limit, properties }: CheckResult): string {
  if (limit !== undefined) return reasonForLimit(limit);
  return properties.find(({ verdict }) => verdict !== "holds")?.reason ?? "the search ended early";
}
