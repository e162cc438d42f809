/** The message sequence chart of a walk. Each row is a step; the chosen one is marked. */

import type { SequenceChart } from "noether";
import type { WalkView } from "../engine/protocol.ts";
import { goTo } from "../state/walk.ts";
import { Empty } from "./parts.tsx";

const [rowHeight, top, left] = [26, 44, 84];
/** Lanes are narrower if there are many. */
const [widest, narrowest, roomForLanes] = [112, 66, 480];

/** The first line of each row, and the number of lines. */
function linesOf({ rows }: SequenceChart): { readonly starts: readonly number[]; readonly count: number } {
  const starts: number[] = [];
  let count = 0;
  for (const { arrows } of rows) {
    starts.push(count);
    count += Math.max(1, arrows.length);
  }
  return { starts, count };
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

export function Chart({ view }: { readonly view: WalkView }): preact.JSX.Element {
  const { chart, position } = view;
  const { lanes, rows, loop, ending } = chart;
  if (lanes.length === 0) {
    return (
      <Empty title="There is nothing to draw">
        <p>
          {rows.length === 0
            ? "The walk has no steps yet."
            : "No process takes part in these steps, and no queue changes."}
        </p>
      </Empty>
    );
  }
  const { starts, count } = linesOf(chart);
  const laneWidth = Math.max(narrowest, Math.min(widest, roomForLanes / lanes.length));
  const boxWidth = laneWidth - 12;
  const x = (lane: number): number => left + lane * laneWidth;
  const y = (line: number): number => top + (line + 0.5) * rowHeight;
  const labelX = x(lanes.length - 1) + laneWidth / 2 + 14;
  const width = labelX + 300;
  const height = top + (count + (ending === undefined && loop === undefined ? 0.5 : 1.5)) * rowHeight;
  return (
    <div class="chart" tabIndex={0} role="group" aria-label="Message sequence chart">
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${rows.length} steps of ${lanes.length} lanes`}
      >
        <defs>
          <marker id="chart-head" markerWidth="8" markerHeight="7" refX="7" refY="3.5" orient="auto">
            <path class="arrow-head" d="M0,0 L8,3.5 L0,7 z" />
          </marker>
          <marker
            id="loop-head"
            markerWidth="8"
            markerHeight="8"
            refX="4"
            refY="4"
            orient="auto"
            markerUnits="userSpaceOnUse"
          >
            <path class="loop-head" d="M0,0 L8,4 L0,8 z" />
          </marker>
        </defs>
        {rows.map((row, i) => {
          const lines = Math.max(1, row.arrows.length);
          return (
            <rect
              key={i}
              class={`chart-row${position === i + 1 ? " chosen" : ""}`}
              x={0}
              y={top + starts[i]! * rowHeight}
              width={width}
              height={lines * rowHeight}
              onClick={() => goTo(i + 1)}
            />
          );
        })}
        {lanes.map(({ name, kind }, lane) => (
          <g key={name} class={`lane ${kind}`}>
            <line x1={x(lane)} y1={top - 8} x2={x(lane)} y2={height - 6} />
            <rect x={x(lane) - boxWidth / 2} y={10} width={boxWidth} height={24} rx={kind === "queue" ? 2 : 12} />
            <text x={x(lane)} y={26}>
              {shortened(name, Math.floor(boxWidth / 7.2))}
            </text>
          </g>
        ))}
        {loop !== undefined && (
          <g class="chart-loop">
            <title>The steps from here on repeat forever</title>
            <path
              d={`M40,${top + count * rowHeight - 6} H32 V${top + starts[loop]! * rowHeight + 6} H38`}
              marker-end="url(#loop-head)"
            />
            <text x={labelX} y={y(count) + 2}>
              and again, forever
            </text>
          </g>
        )}
        {rows.map(({ label, lane, arrows, failure }, i) => (
          <g key={i} class={`chart-step${failure === undefined ? "" : " failed"}`}>
            <text class="chart-number" x={24} y={y(starts[i]!) + 4}>
              {i + 1}
            </text>
            <text class="chart-label" x={labelX} y={y(starts[i]!) + 4}>
              {shortened(`${label}${failure === undefined ? "" : `: ${failure}`}`, 44)}
            </text>
            {arrows.length === 0 && lane >= 0 && <circle cx={x(lane)} cy={y(starts[i]!)} r={4} />}
            {arrows.map(({ from, to, label: message }, k) => (
              <g key={k}>
                <circle cx={x(from)} cy={y(starts[i]! + k)} r={3} />
                <line
                  x1={x(from)}
                  y1={y(starts[i]! + k)}
                  x2={x(to) + (to > from ? -2 : 2)}
                  y2={y(starts[i]! + k)}
                  marker-end="url(#chart-head)"
                />
                <text class="chart-message" x={(x(from) + x(to)) / 2} y={y(starts[i]! + k) - 4}>
                  {shortened(message, 18)}
                </text>
              </g>
            ))}
          </g>
        ))}
        {ending !== undefined && (
          <g class="chart-ending">
            <line x1={8} y1={y(count)} x2={labelX - 10} y2={y(count)} />
            <text x={labelX} y={y(count) + 4}>
              {shortened(ending, 44)}
            </text>
          </g>
        )}
      </svg>
    </div>
  );
}
