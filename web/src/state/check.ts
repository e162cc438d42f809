/** Checks of the model: the choices of the user, the run, and its results. */

import { computed, signal } from "@preact/signals";
import { Cancelled } from "../engine/client.ts";
import type { CheckAnswer, CheckChoices, CheckProgress, ModelText } from "../engine/protocol.ts";
import { searcher } from "./engines.ts";
import { card, source } from "./source.ts";
import { loadTrace } from "./walk.ts";

export interface Choices {
  readonly engine: string;
  readonly symmetry: string;
  readonly representatives: "auto" | "unique" | "multiple";
  readonly partialOrder: "auto" | "on" | "off";
  readonly fairness: "none" | "weak" | "strong" | "global";
  /** As typed: a number, or nothing for no limit. */
  readonly maxStates: string;
  readonly seconds: string;
  readonly megabytes: string;
}

export const defaults: Choices = {
  engine: "auto",
  symmetry: "auto",
  representatives: "auto",
  partialOrder: "auto",
  fairness: "none",
  maxStates: "",
  seconds: "60",
  megabytes: "1024",
};

export const choices = signal<Choices>(defaults);

export interface PropertyRow {
  readonly name: string;
  readonly kind: string;
  readonly line?: number | undefined;
  readonly verdict?: string | undefined;
  readonly reason?: string | undefined;
  readonly hasTrace: boolean;
  readonly steps?: number | undefined;
  /** Whether it is asked right now. */
  readonly isAsked: boolean;
}

/** A finished check, or the last results of several checks of single properties. */
interface Done {
  readonly model: ModelText;
  readonly answer: CheckAnswer;
}

export const running = signal<
  { readonly names: readonly string[] | undefined; readonly cancel: () => void } | undefined
>(undefined);
export const progress = signal<CheckProgress | undefined>(undefined);
export const done = signal<Done | undefined>(undefined);
/** What the engine refused, in words. */
export const refusal = signal<string | undefined>(undefined);
/** The verdicts of all properties that were asked of this model, also one by one. */
const verdicts = signal<ReadonlyMap<string, Done>>(new Map());

export const isStale = computed(() => done.value !== undefined && done.value.model !== source.value);

/** The properties of the model, with the built-in ones that results mention, and what is known of each. */
export const rows = computed<PropertyRow[]>(() => {
  const known = verdicts.value;
  const declared = card.value?.properties ?? [];
  const builtIn = [
    ...(card.value?.hasAssertions ? [{ name: "assertions", kind: "assertion" }] : []),
    ...(declared.length === 0 && !card.value?.hasAssertions ? [{ name: "ranges", kind: "range" }] : []),
  ];
  const found = [...known.values()].flatMap(({ answer }) => answer.document.properties);
  // Run-time errors are looked for in any case, and are shown if there is something to say.
  const isSilent = ({ name, verdict }: (typeof found)[number]): boolean => name === "ranges" && verdict !== "violated";
  const extra = found.filter(
    (each) => !isSilent(each) && ![...declared, ...builtIn].some(({ name }) => name === each.name),
  );
  const all = [...declared, ...builtIn, ...new Map(extra.map((each) => [each.name, each])).values()];
  const asked = running.value;
  return all.map(({ name, kind, ...rest }) => {
    const result = known.get(name)?.answer;
    const property = result?.document.properties.find((each) => each.name === name);
    return {
      name,
      kind,
      line: "line" in rest ? rest.line : undefined,
      verdict: property?.verdict,
      reason: property?.reason,
      hasTrace: result?.traces[name] !== undefined,
      steps: property?.trace?.steps.length,
      isAsked: asked !== undefined && (asked.names?.includes(name) ?? true),
    };
  });
});

function limit(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) || value <= 0 ? undefined : value;
}

function askedFor(names: readonly string[] | undefined): CheckChoices {
  const { maxStates, seconds, megabytes, ...rest } = choices.peek();
  const [time, memory] = [limit(seconds), limit(megabytes)];
  return {
    ...rest,
    properties: names,
    maxStates: limit(maxStates),
    timeoutMs: time === undefined ? undefined : time * 1000,
    maxMemoryBytes: memory === undefined ? undefined : memory * 2 ** 20,
  };
}

/** Checks all properties, or those named; an empty list explores all states. */
export async function runCheck(names?: readonly string[]): Promise<void> {
  if (running.peek() || !card.peek()) return;
  const model = source.peek();
  refusal.value = undefined;
  progress.value = undefined;
  if (done.peek()?.model !== model) forget();
  const { answer, cancel } = searcher.ask("check", { model, choices: askedFor(names) }, (now) => {
    progress.value = now;
  });
  running.value = { names, cancel };
  try {
    const result = await answer;
    done.value = { model, answer: result };
    const next = new Map(verdicts.peek());
    for (const { name } of result.document.properties) next.set(name, { model, answer: result });
    verdicts.value = next;
  } catch (error) {
    const wasCancelled = error instanceof Cancelled;
    refusal.value = wasCancelled ? "Cancelled." : error instanceof Error ? error.message : String(error);
  } finally {
    running.value = undefined;
    progress.value = undefined;
  }
}

/** Forgets results, as those of another model. */
export function forget(): void {
  done.value = undefined;
  verdicts.value = new Map();
  refusal.value = undefined;
}

/** Opens the trace of a property in the explorer. */
export function openTrace(name: string): void {
  const found = verdicts.peek().get(name);
  const file = found?.answer.traces[name];
  if (!found || !file) return;
  const verdict = file.property?.verdict === "violated" ? "is violated" : "is reached";
  void loadTrace(found.model, JSON.stringify(file), `${name} ${verdict}`);
}
