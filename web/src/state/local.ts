/**
 * Files on this machine, if `noether studio` serves the page: the model is saved back, and read again when it changes on
 * disk. Everything else of the page works without.
 */

import { computed, effect, signal } from "@preact/signals";
import { includes, languageOfFile, openModel, source } from "./source.ts";
import { say } from "./view.ts";

export interface LocalFile {
  readonly name: string;
  /** The text on disk, as far as is known here. */
  readonly text: string;
}

/** The file that is open; `undefined` if there is none, or no such server. */
export const file = signal<LocalFile | undefined>(undefined);
export const files = signal<readonly string[]>([]);
/** A text on disk that differs from both what was read and what is in the editor. */
export const conflict = signal<string | undefined>(undefined);

export const isServed: boolean = document.querySelector('meta[name="noether-files"]') !== null;

export const isUnsaved = computed(() => file.value !== undefined && file.value.text !== source.value.text);

const address = (name: string): string => `files/${name.split("/").map(encodeURIComponent).join("/")}`;

async function fetched(name: string): Promise<string | undefined> {
  const response = await fetch(address(name), { cache: "no-store" });
  return response.ok ? response.text() : undefined;
}

function folderOf(name: string): string {
  return name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : "";
}

export async function openFile(name: string): Promise<void> {
  const text = await fetched(name);
  if (text === undefined) {
    say(`${name} cannot be read`);
    return;
  }
  file.value = { name, text };
  conflict.value = undefined;
  openModel({ name, text, defines: {}, files: {} });
}

/** Writes the text to its file. What is there meanwhile from elsewhere is not written over without a question. */
export async function save(isForced = false): Promise<void> {
  const open = file.peek();
  if (!open) return;
  const { text } = source.peek();
  const response = await fetch(address(open.name), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text, ...(isForced ? {} : { expected: open.text }) }),
  });
  if (response.ok) {
    file.value = { name: open.name, text };
    conflict.value = undefined;
    say(`${open.name} is saved`);
  } else if (response.status === 409) conflict.value = await fetched(open.name);
  else say(`${open.name} is not saved: ${await response.text()}`);
}

/** Takes the text on disk. */
export function takeFromDisk(): void {
  const text = conflict.peek();
  const open = file.peek();
  if (text === undefined || !open) return;
  conflict.value = undefined;
  file.value = { name: open.name, text };
  openModel({ ...source.peek(), text });
}

async function changedOutside(name: string): Promise<void> {
  const open = file.peek();
  const { files: included } = source.peek();
  if (open?.name !== name) {
    // A file that the model includes: it is fetched again when the text is read.
    const own = Object.keys(included).find((each) => folderOf(open?.name ?? "") + each === name);
    if (own === undefined) return;
    const { [own]: _, ...others } = included;
    source.value = { ...source.peek(), files: others };
    return;
  }
  const text = await fetched(name);
  if (text === undefined || text === open.text || file.peek() !== open) return;
  if (source.peek().text === text) file.value = { name, text };
  else if (source.peek().text === open.text) {
    file.value = { name, text };
    openModel({ ...source.peek(), text });
    say(`${name} has changed on disk, and is read again`);
  } else conflict.value = text;
}

/** Whether a file is open now. */
export async function startLocal(): Promise<boolean> {
  if (!isServed) return false;
  const response = await fetch("session", { cache: "no-store" });
  if (!response.ok) return false;
  const session = (await response.json()) as { readonly open?: string; readonly files: readonly string[] };
  files.value = session.files.filter((name) => languageOfFile(name) !== undefined);
  includes.fetch = (name) => (file.peek() ? fetched(folderOf(file.peek()!.name) + name) : Promise.resolve(undefined));
  const events = new EventSource("events");
  events.addEventListener("changed", ({ data }: MessageEvent<string>) => void changedOutside(data));
  effect(() => {
    document.title = file.value ? `${isUnsaved.value ? "• " : ""}${file.value.name} – Noether` : "Noether studio";
  });
  if (session.open === undefined) return false;
  await openFile(session.open);
  return true;
}
