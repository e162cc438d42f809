/** Safety of a whole family of systems through the finite image of a pattern. */

import { accepts } from "../automata/nfa.ts";
import type { Relation } from "../automata/relation.ts";
import { formatWord } from "../family/system.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import type { PatternVerdict } from "../family/verify.ts";
import { imageModel, imageSystem } from "../pattern/image.ts";
import { check } from "./check.ts";
import type { Verdict } from "./result.ts";

export interface ImageCheck {
  readonly finite: boolean;
  readonly configurations?: string[] | undefined;
  readonly steps?: [string, string][] | undefined;
  /** Whether the family is safe. Absent if it has no bad words. */
  readonly verdict?: Verdict | undefined;
  readonly reason?: string | undefined;
  /** A run of the image to the image of a bad word. */
  readonly trace?: string[] | undefined;
}

export async function checkImage(
  system: ParameterizedSystem,
  pattern: Relation,
  known: PatternVerdict,
): Promise<ImageCheck> {
  const image = imageSystem(system, pattern);
  const finite = image.isFinite;
  const explicit = imageModel(system, image);
  const hasClaim = system.bad !== undefined;
  if (!explicit) {
    const reason = finite ? "the image is too large, or empty" : "the image is infinite";
    return { finite, ...(hasClaim ? { verdict: "undecided" as const, reason } : {}) };
  }
  const { model, words } = explicit;
  const configurations = words.map((word) => formatWord(system, word));
  const steps = explicit.steps.map(([from, to]): [string, string] => [configurations[from]!, configurations[to]!]);
  const shown = { finite, configurations, steps };
  if (!hasClaim) return shown;
  if (known.kind === "none") return { ...shown, verdict: "undecided", reason: "the pattern is no symmetry pattern" };
  if (!image.coversInitial) return { ...shown, verdict: "undecided", reason: "some initial word has no image" };
  const result = await check(model, { symmetry: "off", properties: ["safe"] });
  const safe = result.properties.find(({ name }) => name === "safe");
  if (safe?.verdict === "holds") return { ...shown, verdict: "holds" };
  if (!safe?.trace) return { ...shown, verdict: "undecided", reason: safe?.reason };
  const run = [safe.trace.initial, ...safe.trace.steps.map(({ target }) => target!)].map((state) => words[state[0]!]!);
  const trace = run.map((word) => formatWord(system, word));
  const isReal = accepts(system.initial ?? system.configurations, run[0]!) && accepts(system.bad, run.at(-1)!);
  const reason = isReal
    ? "this is a run of the system itself"
    : "the image reaches the image of a bad word, which need not be a run of the system";
  return { ...shown, verdict: isReal ? "violated" : "undecided", reason, trace };
}
