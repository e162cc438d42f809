/** The parts of a check that do not depend on each other, so that each can be done in a thread of its own. */

import type { Progress } from "../engine/engine.ts";
import type { Model } from "../model/model.ts";
import type { Watch } from "../util/limits.ts";
import type { Plan } from "./plan.ts";
import type { PropertyResult } from "./result.ts";
import type { Searched } from "./states.ts";
import { swarmWalk } from "./swarm-walk.ts";

/** One of the properties of runs or of events of a plan, or one of the searches of a swarm, by its number. */
export interface Part {
  readonly kind: "run" | "event" | "search";
  readonly number: number;
}

/** What is known after a part: about one property, or about all that a search through states decides. */
export type PartResult = { readonly properties: readonly PropertyResult[] } & Partial<Omit<Searched, "properties">>;

/** The model that the traces of a part are about. */
export function modelOf(plan: Plan, { kind, number }: Part): Model {
  switch (kind) {
    case "run":
      return plan.runs[number]!.model;
    case "event":
      return plan.events[number]!.model;
    case "search":
      return plan.states.model;
  }
}

export async function doPart(
  plan: Plan,
  { kind, number }: Part,
  watch: Watch,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<PartResult> {
  switch (kind) {
    case "run": {
      const { checkRuns } = await import("./runs.ts");
      return { properties: [await checkRuns({ plan, ...plan.runs[number]!, watch, onProgress })] };
    }
    case "event": {
      const { checkEvents } = await import("./events.ts");
      return { properties: [await checkEvents({ plan, ...plan.events[number]!, watch, onProgress })] };
    }
    case "search": {
      const { checkStates } = await import("./states.ts");
      return checkStates({ ...plan, walk: swarmWalk(plan.walk!, number) }, watch, onProgress);
    }
  }
}
