/** Text inside pictures: quoted for Graphviz, escaped for SVG, and shortened to fit. */

import { printable, printableLines } from "../util/printable.ts";

/** Newlines are kept: they separate the lines of a label. */
export function quoteDot(text: string): string {
  return `"${printableLines(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

export function escapeXml(text: string): string {
  const shown = printable(text);
  return shown.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
