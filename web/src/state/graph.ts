/** The state graphs of the model, and the state that the user looks at. */

import { computed, signal } from "@preact/signals";
import { Cancelled } from "../engine/client.ts";
import type { GraphAnswer, GraphName, GraphState, ModelText } from "../engine/protocol.ts";
import { searcher } from "./engines.ts";
import { source } from "./source.ts";
import { loadTrace } from "./walk.ts";

export const stateLimit = 4000;

export const graphs = signal<{ readonly model: ModelText; readonly answer: GraphAnswer } | undefined>(undefined);
export const isDrawing = signal<{ readonly cancel: () => void } | undefined>(undefined);
export const graphProblem = signal<string | undefined>(undefined);

export interface Chosen {
  readonly graph: GraphName;
  readonly id: number;
  readonly details?: GraphState | undefined;
}

export const chosen = signal<Chosen | undefined>(undefined);
/** The states that a search found, in each graph. */
export const matches = signal<{ readonly text: string; readonly full: ReadonlySet<number>; readonly quotient: ReadonlySet<number> } | undefined>(undefined); // prettier-ignore

export const graphsAreCurrent = computed(() => graphs.value?.model === source.value);

/** What is marked in each graph along with the chosen state: its orbit, or its representative. */
export const marked = computed<{ readonly full: ReadonlySet<number>; readonly quotient: ReadonlySet<number> }>(() => {
  const orbitOf = graphs.value?.answer.orbitOf;
  const at = chosen.value;
  const none: ReadonlySet<number> = new Set();
  if (!at) return { full: none, quotient: none };
  if (!orbitOf) return { full: none, quotient: none, [at.graph]: new Set([at.id]) };
  const representative = at.graph === "quotient" ? at.id : orbitOf[at.id]!;
  const orbit = new Set<number>();
  orbitOf.forEach((other, id) => other === representative && orbit.add(id));
  return { full: orbit, quotient: new Set([representative]) };
});

export async function drawGraphs(): Promise<void> {
  if (isDrawing.peek()) return;
  const model = source.peek();
  graphProblem.value = undefined;
  const { answer, cancel } = searcher.ask("graph", { model, limit: stateLimit });
  isDrawing.value = { cancel };
  try {
    graphs.value = { model, answer: await answer };
    chosen.value = undefined;
    matches.value = undefined;
  } catch (error) {
    graphProblem.value =
      error instanceof Cancelled ? "Cancelled." : error instanceof Error ? error.message : String(error);
  } finally {
    isDrawing.value = undefined;
  }
}

export async function choose(graph: GraphName, id: number): Promise<void> {
  chosen.value = { graph, id };
  const details = await searcher.ask("graphState", { graph, id }).answer;
  const now = chosen.peek();
  if (now?.graph === graph && now.id === id) chosen.value = { graph, id, details };
}

export async function searchStates(text: string): Promise<void> {
  const answer = graphs.peek()?.answer;
  if (!answer || text.trim() === "") {
    matches.value = undefined;
    return;
  }
  const none = { found: [] };
  const [full, quotient] = await Promise.all([
    answer.full ? searcher.ask("graphSearch", { graph: "full", text }).answer : none,
    answer.quotient ? searcher.ask("graphSearch", { graph: "quotient", text }).answer : none,
  ]);
  matches.value = { text, full: new Set(full.found), quotient: new Set(quotient.found) };
}

export function openTraceToChosen(): void {
  const details = chosen.peek()?.details;
  const model = graphs.peek()?.model;
  if (details && model) void loadTrace(model, details.trace, "A shortest trace to the chosen state");
}

export function forgetGraphs(): void {
  graphs.value = undefined;
  chosen.value = undefined;
  matches.value = undefined;
  graphProblem.value = undefined;
}
