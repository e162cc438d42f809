/**
 * Paths to what a search found: backwards, level by level, the least state with a step to the state that comes next.
 *
 * Each level is expanded again, for all findings at once, so that all paths together take at most as long as the search.
 * Of a path only the states are known; `trace-to.ts` makes a trace of the model of it.
 *
 * Where orbits have several representatives, a state that was stored before the search changed its program may be the
 * successor of none: it has another representative now. Then the least state with a step into its orbit comes next.
 */

import { recognizer } from "../engine/trace-through.ts";
import { facts } from "../model/facts.ts";
import { wayTo } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import { orbitsOf, passedIn } from "./evidence.ts";
import type { Explored } from "./evidence.ts";
import { compareWords } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { unpack } from "./layout.ts";

/** Packed states, one for each level, and a transient one behind them if that was found. */
export type Path = readonly Int32Array[];

/** A question: which state of the level is the least with a step to each target? Without targets: all its states. */
export interface OriginRequest {
  readonly level: number;
  readonly targets: readonly Int32Array[] | undefined;
}

export type Origins = readonly (Int32Array | undefined)[];

/** Makes paths, and asks for the origins that it needs. */
export function* pathsTo(
  exploration: Explored,
  findings: readonly (Finding | undefined)[],
): Generator<OriginRequest, (Path | undefined)[], Origins> {
  const paths = findings.map((finding) => finding && [finding.words]);
  const deepest = Math.max(-1, ...findings.map((finding) => (finding ? originLevel(finding) : -1)));
  for (let level = deepest; level >= 0; level--) {
    const under = paths.filter((path, k) => path && originLevel(findings[k]!) >= level);
    const targets = under.map((path) => path![0]!);
    const origins = yield { level, targets };
    for (const [k, path] of under.entries()) {
      path!.unshift(origins[k] ?? originByOrbit(exploration, yield { level, targets: undefined }, targets[k]!));
    }
  }
  return paths;
}

/** The level of the state before the last one. */
function originLevel({ level, isPassed }: Finding): number {
  return isPassed ? level : level - 1;
}

/** The least of the states with a step into the orbit of the target. */
function originByOrbit(exploration: Explored, states: Origins, target: Int32Array): Int32Array {
  const { model, program, symmetry } = exploration.compiled;
  const { interpreter } = facts(model);
  const accepts = recognizer(orbitsOf(exploration))(unpack(program.layout, target));
  const isPassed = passedIn(exploration, interpreter);
  const ordered = symmetry ? states.flatMap((state) => (state ? [state] : [])).sort(compareWords) : [];
  for (const state of ordered) {
    look();
    if (wayTo(interpreter, unpack(program.layout, state), accepts, isPassed)) return state;
  }
  throw new InternalError("no state leads to the next one on a trace");
}
