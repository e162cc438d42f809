/** Tables in Markdown, padded to be readable as plain text too, and the format of their numbers. */

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  /** A cell for each column. The first column is text. The others are numbers and aligned to the right. */
  readonly rows: readonly (readonly string[])[];
}

/** The sign for an unknown number. */
export const unknown = "–";

export function markdown({ title, columns, rows }: Table): string {
  const widths = columns.map((column, i) => Math.max(3, column.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [`### ${title}`, "", line(columns), `| ${rule.join(" | ")} |`, ...rows.map(line), ""].join("\n");
}

/** 1684801 as `1,684,801`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** 2843000 a second as `2.84 M`. */
export function rate(count: number, seconds: number): string {
  return seconds > 0 ? `${(count / seconds / 1e6).toFixed(2)} M` : unknown;
}

export function decimal(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : unknown;
}
