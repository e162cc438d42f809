/** The model that is open: its text, its constants, and what the engine says of them while they change. */

import { computed, effect, signal } from "@preact/signals";
import { catalog, declaredConstants, languageOf } from "noether";
import type { LanguageId } from "noether";
import type { Mark, ModelCard, ModelText } from "../engine/protocol.ts";
import { desk } from "./engines.ts";

const ids = Object.keys(catalog) as LanguageId[];
const cards = ids.map((id) => ({ ...catalog[id], id }));

export const languageOfFile = (name: string): LanguageId | undefined => languageOf(name, cards)?.id;

export const source = signal<ModelText>({ name: "model.seq", text: "", defines: {}, files: {} });

/** Counts texts that did not come from the editor. */
export const revision = signal(0);

export const language = computed(() => languageOfFile(source.value.name));

export const constants = computed(() => {
  const id = language.value;
  return id === undefined ? [] : declaredConstants(id, source.value.text);
});

export const marks = signal<readonly Mark[]>([]);

/** What is known of the model; `undefined` while its text has errors. */
export const card = signal<ModelCard | undefined>(undefined);

export const isReading = signal(false);

/** A place in the text to show and to go to. */
export const revealed = signal<{ readonly from: number } | undefined>(undefined);

/** Fetches a file that the model includes, where there is someone to ask. */
export const includes: { fetch?: (name: string) => Promise<string | undefined> } = {};

export function openModel(model: ModelText): void {
  // What is known of one model says nothing about another.
  if (model.name !== source.peek().name) {
    card.value = undefined;
    marks.value = [];
  }
  source.value = model;
  revision.value++;
}

export function editText(text: string): void {
  source.value = { ...source.peek(), text };
}

export function define(name: string, value: string): void {
  const { [name]: _, ...others } = source.peek().defines;
  source.value = { ...source.peek(), defines: value.trim() === "" ? others : { ...others, [name]: value } };
}

const quietMs = 120;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Files that were asked for and do not exist. */
const unknownFiles = new Set<string>();

async function readNow(): Promise<void> {
  const model = source.peek();
  const { answer } = desk.ask("read", { model });
  try {
    const { marks: found, card: known, missing } = await answer;
    if (source.peek() !== model) return;
    const wanted = missing.filter((name) => !unknownFiles.has(`${model.name} ${name}`));
    if (wanted.length > 0 && includes.fetch && (await addFiles(model, wanted))) return;
    marks.value = found;
    card.value = known;
  } catch (error) {
    if (source.peek() !== model) return;
    const message = error instanceof Error ? error.message : String(error);
    marks.value = [{ from: 0, to: 1, line: 1, column: 1, message, code: "studio/engine" }];
    card.value = undefined;
  } finally {
    if (source.peek() === model) isReading.value = false;
  }
}

/** Whether a file was added, so that the text is read again. */
async function addFiles(model: ModelText, names: readonly string[]): Promise<boolean> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = await includes.fetch!(name);
    if (text === undefined) unknownFiles.add(`${model.name} ${name}`);
    else found[name] = text;
  }
  if (source.peek() !== model || Object.keys(found).length === 0) return false;
  source.value = { ...model, files: { ...model.files, ...found } };
  return true;
}

export function startReading(): void {
  effect(() => {
    void source.value;
    clearTimeout(timer);
    isReading.value = true;
    timer = setTimeout(() => void readNow(), quietMs);
  });
}
