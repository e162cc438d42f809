/** How many states of the original model the reachable states of a counted model stand for. */

import { DddLimitError } from "../ddd/index.ts";
import type { CountedModel } from "../symmetry/counters/counted-model.ts";
import { Stopped } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { TooMuchWork } from "./evaluator.ts";
import { orbitSum } from "./orbit-sum.ts";
import { prepare } from "./prepare.ts";
import { reach } from "./reach.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

/** The most steps of saturation, in units of 16,384: about half a second. */
const mostWork = 64;

/** `undefined` if the set of counted states takes too much work. */
export async function sizeOfCounted({ model, counters }: CountedModel, watch: Watch): Promise<bigint | undefined> {
  try {
    const prepared = prepare(model, watch, { maxWork: mostWork }, () => undefined);
    return orbitSum(prepared.encoding, counters, (await reach(prepared)).set);
  } catch (error) {
    // The search itself has ended, so a limit that is met here only leaves the number unknown.
    const isLimit = [TooMuchWork, SymbolicLimit, DddLimitError, Stopped].some((kind) => error instanceof kind);
    if (isLimit) return undefined;
    throw error;
  }
}
