/** Draws a message sequence chart in plain text. */

import type { Arrow, SequenceChart } from "./sequence-chart.ts";

/**
 * The lines of the chart. Time runs downward: a heading of lanes, a line for each step, and one more for each further
 * arrow.
 */
export function chartText({ lanes, rows, loop, ending }: SequenceChart): string[] {
  const widest = Math.max(0, ...lanes.map(({ name }) => name.length));
  const messages = rows.flatMap(({ arrows }) => arrows.map(({ label }) => label.length));
  const distance = Math.max(widest + 2, Math.min(24, Math.max(0, ...messages) + 6), 6);
  const first = Math.ceil(widest / 2);
  const at = (lane: number): number => first + lane * distance;
  const width = lanes.length === 0 ? 0 : at(lanes.length - 1) + Math.ceil(widest / 2) + 1;
  const numberWidth = String(rows.length).length;

  const empty = (): string[] => {
    const line = new Array<string>(width).fill(" ");
    lanes.forEach((_, lane) => (line[at(lane)] = "|"));
    return line;
  };
  const heading = new Array<string>(width).fill(" ");
  lanes.forEach(({ name }, lane) => write(heading, name, at(lane) - Math.floor(name.length / 2)));

  const lines = [" ".repeat(numberWidth + 2) + heading.join("").trimEnd()];
  rows.forEach(({ label, lane, arrows, failure }, i) => {
    if (i === loop) lines.push(`${" ".repeat(numberWidth)}  ${"=".repeat(width)}  from here on, forever`);
    const sign = failure === undefined ? "*" : "X";
    const drawn =
      arrows.length === 0 ? [mark(empty(), lane, at, sign)] : arrows.map((arrow) => draw(empty(), arrow, at));
    drawn.forEach((line, k) => {
      const number = k === 0 ? String(i + 1).padStart(numberWidth) : " ".repeat(numberWidth);
      const text = k === 0 ? `  ${label}${failure === undefined ? "" : `  !! ${failure}`}` : "";
      lines.push(`${number}  ${line.join("")}${text}`.trimEnd());
    });
  });
  if (loop !== undefined) lines.push(`${" ".repeat(numberWidth)}  ${"=".repeat(width)}  back to after ${loop}`);
  if (ending !== undefined) lines.push(`${" ".repeat(numberWidth)}  ${"!".repeat(width)}  !! ${ending}`);
  return lines;
}

function mark(line: string[], lane: number, at: (lane: number) => number, sign: string): string[] {
  if (lane >= 0) line[at(lane)] = sign;
  return line;
}

function draw(line: string[], { from, to, label }: Arrow, at: (lane: number) => number): string[] {
  const [left, right] = [Math.min(at(from), at(to)), Math.max(at(from), at(to))];
  for (let k = left + 1; k < right; k++) line[k] = "-";
  line[at(from)] = "*";
  line[from < to ? right - 1 : left + 1] = from < to ? ">" : "<";
  const room = right - left - 5;
  const shown = label.length <= room ? label : `${label.slice(0, Math.max(0, room - 1))}~`;
  if (label !== "" && room > 0) write(line, shown, left + 3 + Math.floor((room - shown.length) / 2));
  return line;
}

function write(line: string[], text: string, start: number): void {
  [...text].forEach((c, k) => {
    if (start + k >= 0 && start + k < line.length) line[start + k] = c;
  });
}
