/** Small parts that several views share. */

import type { ComponentChildren } from "preact";

const paths = {
  play: "M5 3.5v9l7.5-4.5z",
  stop: "M4 4h8v8H4z",
  first: "M4 3.5v9M12.5 3.5 6 8l6.5 4.5z",
  back: "M11 3.5 4.5 8l6.5 4.5z",
  forward: "M5 3.5 11.5 8 5 12.5z",
  last: "M12 3.5v9M3.5 3.5 10 8l-6.5 4.5z",
  dice: "M3 3h10v10H3zM5.8 5.8h.01M10.2 10.2h.01M8 8h.01",
  share:
    "M6 9.5 10.5 6M6 6.5l4.5 3.5M4.5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM14 4.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM14 11.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z",
  download: "M8 2v8m0 0L4.8 6.8M8 10l3.2-3.2M3 13.5h10",
  gallery: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1v1.8M8 13.2V15M1 8h1.8M13.2 8H15M3 3l1.3 1.3M11.7 11.7 13 13M3 13l1.3-1.3M11.7 4.3 13 3",
  moon: "M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z",
  system: "M2.5 3h11v7.5h-11zM5.5 13.5h5M8 10.5v3",
  help: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.6-.8 1.2M8 11.5h.01",
  close: "M4 4l8 8M12 4l-8 8",
  save: "M3 3h8l2 2v8H3zM5.5 3v3.5h4.5V3M5.5 13V9.5h5V13",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  loop: "M12.5 6.5A5 5 0 1 0 13 8m0-4v2.7h-2.7",
} as const;

export type IconName = keyof typeof paths;

const filled: ReadonlySet<IconName> = new Set(["play", "stop"]);

export function Icon({ name }: { readonly name: IconName }): preact.JSX.Element {
  return (
    <svg class={`icon${filled.has(name) ? " filled" : ""}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

interface ButtonProps {
  readonly icon?: IconName;
  /** The name for screen readers and the tooltip, if the button shows no text. */
  readonly label?: string;
  readonly kind?: "primary" | "plain" | "danger";
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
}

export function Button({
  icon,
  label,
  kind = "plain",
  disabled = false,
  pressed,
  onClick,
  children,
}: ButtonProps): preact.JSX.Element {
  const classes = `button ${kind}${children === undefined ? " bare" : ""}`;
  return (
    <button
      type="button"
      class={classes}
      aria-label={children === undefined ? label : undefined}
      aria-pressed={pressed}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function Verdict({ verdict }: { readonly verdict: string }): preact.JSX.Element {
  return <span class={`verdict ${verdict}`}>{verdict}</span>;
}

/** What a view shows while it has nothing to show. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): preact.JSX.Element {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Notice({
  kind = "soft",
  children,
}: {
  readonly kind?: "soft" | "bad" | "unsure";
  readonly children: ComponentChildren;
}): preact.JSX.Element {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/** A sentence of the engine, in which names stand between backquotes. */
export function Worded({ text }: { readonly text: string }): preact.JSX.Element {
  return <>{text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>;
}

/** Numbers with thin spaces between thousands. */
export function grouped(value: number | string): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, "\u202f");
}

/** Saves a text as a file of the user. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function baseOf(name: string): string {
  return name.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}
