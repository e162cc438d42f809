/** The walk that the trace explorer shows. */

import { computed, signal } from "@preact/signals";
import type { ModelText, TraceExports, WalkAction, WalkView } from "../engine/protocol.ts";
import { desk } from "./engines.ts";
import { source } from "./source.ts";
import { tab } from "./view.ts";

interface Shown {
  readonly model: ModelText;
  readonly view: WalkView;
}

export const shown = signal<Shown | undefined>(undefined);
export const walkProblem = signal<string | undefined>(undefined);
/** The trace that was loaded last, to return to it after a branch. */
const loaded = signal<{ readonly model: ModelText; readonly trace: string; readonly origin: string } | undefined>(
  undefined,
);
export const canReturn = computed(() => loaded.value !== undefined && shown.value?.view.branchedAt !== undefined);

export const isOfEarlierText = computed(
  () => shown.value !== undefined && shown.value.model.text !== source.value.text,
);

/** The lines of the step that led to the present state, while the explorer is open. */
export const shownLines = computed<readonly [number, number] | undefined>(() => {
  if (tab.value !== "trace" || !shown.value || isOfEarlierText.value) return undefined;
  const { steps, position } = shown.value.view;
  return position === 0 ? undefined : steps[position - 1]?.lines;
});

let latest = 0;
/** Where the last request leads, while it is not answered: keys may be faster than answers. */
let aimed: number | undefined;

export function aimedPosition(): number {
  return aimed ?? shown.peek()?.view.position ?? 0;
}

async function act(model: ModelText, action: WalkAction): Promise<void> {
  const turn = ++latest;
  try {
    const view = await desk.ask("walk", { model, action }).answer;
    if (turn !== latest) return;
    aimed = undefined;
    shown.value = { model, view };
    walkProblem.value = undefined;
  } catch (error) {
    if (turn === latest) walkProblem.value = error instanceof Error ? error.message : String(error);
  }
}

/** Opens a trace, at its end if no position is given. */
export async function loadTrace(model: ModelText, trace: string, origin: string, position?: number): Promise<void> {
  loaded.value = { model, trace, origin };
  tab.value = "trace";
  await act(model, { kind: "load", trace, origin, ...(position === undefined ? {} : { position }) });
}

export function returnToTrace(): void {
  const { model, trace, origin } = loaded.peek()!;
  const position = shown.peek()?.view.branchedAt;
  void loadTrace(model, trace, origin, position);
}

/** Begins a walk of the user's own, in the first initial state. */
export function beginWalk(): void {
  loaded.value = undefined;
  void act(source.peek(), { kind: "begin" });
}

export function walkOn(action: WalkAction): void {
  const model = shown.peek()?.model;
  if (model) void act(model, action);
}

export function goTo(position: number): void {
  const view = shown.peek()?.view;
  if (!view) return;
  const wanted = Math.max(0, Math.min(view.steps.length, position));
  if (wanted === aimedPosition()) return;
  aimed = wanted;
  walkOn({ kind: "jump", position: wanted });
}

export function exportWalk(): Promise<TraceExports> | undefined {
  const model = shown.peek()?.model;
  return model && desk.ask("exportWalk", { model }).answer;
}

export function forgetWalk(): void {
  latest++;
  aimed = undefined;
  shown.value = undefined;
  loaded.value = undefined;
  walkProblem.value = undefined;
}
