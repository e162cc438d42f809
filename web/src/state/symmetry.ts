/** The symmetries of the model, and the generator that the user looks at. */

import { computed, signal } from "@preact/signals";
import { Cancelled } from "../engine/client.ts";
import type { ModelText, SymmetryAnswer } from "../engine/protocol.ts";
import { searcher } from "./engines.ts";
import { source } from "./source.ts";
import { tab } from "./view.ts";

export const found = signal<{ readonly model: ModelText; readonly answer: SymmetryAnswer } | undefined>(undefined);
export const isSearching = signal<{ readonly cancel: () => void } | undefined>(undefined);
export const symmetryProblem = signal<string | undefined>(undefined);
/** The position of a generator. */
export const generator = signal<number | undefined>(undefined);

export const isCurrent = computed(() => found.value?.model === source.value);

/** The orbits of words of the text, while the symmetries are looked at. */
export const orbitWords = computed<ReadonlyMap<string, number> | undefined>(() => {
  if (tab.value !== "symmetry" || !found.value || found.value.model.text !== source.value.text) return undefined;
  return new Map(found.value.answer.picture.words);
});

export async function findSymmetries(): Promise<void> {
  if (isSearching.peek()) return;
  const model = source.peek();
  symmetryProblem.value = undefined;
  const { answer, cancel } = searcher.ask("symmetry", { model });
  isSearching.value = { cancel };
  try {
    found.value = { model, answer: await answer };
    generator.value = undefined;
  } catch (error) {
    symmetryProblem.value =
      error instanceof Cancelled ? "Cancelled." : error instanceof Error ? error.message : String(error);
  } finally {
    isSearching.value = undefined;
  }
}

export function forgetSymmetries(): void {
  found.value = undefined;
  generator.value = undefined;
  symmetryProblem.value = undefined;
}
