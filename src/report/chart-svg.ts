/** Draws a message sequence chart as SVG. */

import { escapeXml, shortened } from "./markup.ts";
import type { SequenceChart } from "./sequence-chart.ts";

const laneDistance = 130;
const rowHeight = 28;
const top = 50;
const left = 90;

export function chartSvg({ lanes, rows, loop, ending }: SequenceChart, title: string): string {
  const lineCount = rows.reduce((sum, { arrows }) => sum + Math.max(1, arrows.length), 0);
  const x = (lane: number): number => left + lane * laneDistance;
  const labelX = x(Math.max(0, lanes.length - 1)) + 90;
  const width = labelX + 420;
  const height = top + (lineCount + (ending === undefined ? 1 : 2)) * rowHeight;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<title>${escapeXml(title)}</title>`,
    '<defs><marker id="head" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto"><path d="M0,0 L9,4 L0,8 z"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
  ];
  lanes.forEach(({ name, kind }, lane) => {
    const dash = kind === "queue" ? ' stroke-dasharray="4 4"' : "";
    parts.push(
      `<line x1="${x(lane)}" y1="${top - 10}" x2="${x(lane)}" y2="${height - 10}" stroke="#888"${dash}/>`,
      `<rect x="${x(lane) - 58}" y="${top - 36}" width="116" height="24" rx="${kind === "queue" ? 0 : 6}" fill="${kind === "queue" ? "#eef3fb" : "#f6f1e3"}" stroke="#555"/>`,
      `<text x="${x(lane)}" y="${top - 20}" text-anchor="middle">${escapeXml(shortened(name, 16))}</text>`,
    );
  });
  let y = top + rowHeight / 2;
  let loopY: number | undefined;
  rows.forEach(({ label, lane, arrows, failure }, i) => {
    if (i === loop) loopY = y - rowHeight / 2;
    const color = failure === undefined ? "#222" : "#b00020";
    const text = `${i + 1}  ${label}${failure === undefined ? "" : `: ${failure}`}`;
    parts.push(`<text x="${labelX}" y="${y + 4}" fill="${color}">${escapeXml(shortened(text, 58))}</text>`);
    if (arrows.length === 0) {
      if (lane >= 0) {
        parts.push(
          failure === undefined ? `<circle cx="${x(lane)}" cy="${y}" r="4" fill="${color}"/>` : cross(x(lane), y),
        );
      }
      y += rowHeight;
    }
    for (const { from, to, label: message } of arrows) {
      const middle = (x(from) + x(to)) / 2;
      parts.push(
        `<circle cx="${x(from)}" cy="${y}" r="3" fill="${color}"/>`,
        `<line x1="${x(from)}" y1="${y}" x2="${x(to)}" y2="${y}" stroke="${color}" marker-end="url(#head)"/>`,
        `<text x="${middle}" y="${y - 4}" text-anchor="middle" font-size="11">${escapeXml(shortened(message, 20))}</text>`,
      );
      y += rowHeight;
    }
  });
  if (ending !== undefined) {
    const last = x(Math.max(0, lanes.length - 1));
    parts.push(
      `<line x1="${left - 60}" y1="${y}" x2="${last + 60}" y2="${y}" stroke="#b00020" stroke-width="2"/>`,
      `<text x="${labelX}" y="${y + 4}" fill="#b00020">${escapeXml(ending)}</text>`,
    );
  }
  if (loopY !== undefined) {
    // A bracket around the repeated rows, with an arrow back to their beginning.
    const end = y - rowHeight / 2;
    parts.push(
      `<path d="M${left - 66},${end} H${left - 80} V${loopY} H${left - 68}" fill="none" stroke="#1a5fb4" marker-end="url(#head)"/>`,
      `<line x1="${left - 66}" y1="${loopY}" x2="${labelX + 410}" y2="${loopY}" stroke="#1a5fb4" stroke-dasharray="2 4"/>`,
      `<text x="${labelX + 410}" y="${loopY + 12}" text-anchor="end" font-size="11" fill="#1a5fb4">forever</text>`,
    );
  }
  parts.push("</svg>", "");
  return parts.join("\n");
}

/** The mark of a step that fails. */
function cross(x: number, y: number): string {
  return `<path d="M${x - 5},${y - 5} l10,10 m0,-10 l-10,10" stroke="#b00020" stroke-width="2.5"/>`;
}
