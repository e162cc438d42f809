/** What the page shows: which of its views, and in which colors. */

import { effect, signal } from "@preact/signals";

export const tabs = ["check", "trace", "symmetry", "graph"] as const;
export type Tab = (typeof tabs)[number];

export const tab = signal<Tab>("check");

export type Theme = "light" | "dark" | "system";

const themes: readonly Theme[] = ["system", "light", "dark"];

/** Private windows may have no storage. */
function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is only a convenience.
  }
}

export const theme = signal<Theme>(themes.find((each) => each === remembered("noether-theme")) ?? "system");

/** The part of the width that the editor has, in percent. */
export const split = signal(Math.min(75, Math.max(20, Number(remembered("noether-split") ?? 46) || 46)));

export const galleryIsOpen = signal(false);
export const helpIsOpen = signal(false);

/** A short message that goes away by itself. */
export const toast = signal<string | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

export function say(message: string): void {
  toast.value = message;
  clearTimeout(timer);
  timer = setTimeout(() => (toast.value = undefined), 4000);
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.peek()) + 1) % themes.length]!;
  remember("noether-theme", theme.value);
}

export function startTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === "system") delete dataset["theme"];
    else dataset["theme"] = theme.value;
  });
}
