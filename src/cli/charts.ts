/**
 * Writes the charts that were requested besides the verdict. The verdict is printed already, so an error here is
 * reported and changes nothing.
 */

import type { CheckResult, PropertyResult } from "../check/result.ts";
import { writeOutput } from "../node/output.ts";
import { chartSvg } from "../report/chart-svg.ts";
import { chartText } from "../report/chart-text.ts";
import { sequenceChart } from "../report/sequence-chart.ts";
import type { SequenceChart } from "../report/sequence-chart.ts";
import { printable } from "../util/printable.ts";
import { complain, write } from "./host.ts";
import { palette } from "./terminal.ts";

interface ChartFlags {
  readonly chart?: boolean;
  readonly chartSvg?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addCharts(result: CheckResult, flags: ChartFlags, inputs: readonly string[]): void {
  if (flags.chart && flags.json) note("there is no chart in JSON; --chart-svg writes one to a file");
  else if (flags.chart) attempt(() => showCharts(result));
  const { chartSvg: path, force = false } = flags;
  if (path !== undefined) attempt(() => writeChart(path, result, inputs, force));
}

function showCharts(result: CheckResult): void {
  const shown = result.properties.filter(({ trace }) => trace);
  if (shown.length === 0) note(noTrace);
  for (const property of shown) {
    const chart = chartOf(property, result);
    if (!chart) continue;
    write(`\n${palette.strong(`chart of ${printable(property.name)}`)}\n${chartText(chart).join("\n")}\n`);
  }
}

function writeChart(path: string, result: CheckResult, inputs: readonly string[], force: boolean): void {
  const shown = result.properties.find(({ trace }) => trace);
  if (!shown) {
    note(noTrace);
    return;
  }
  const chart = chartOf(shown, result);
  if (!chart) return;
  const title = `${result.model.name}: ${shown.name} ${shown.verdict}`;
  const problem = writeOutput(path, chartSvg(chart, title), { inputs, force });
  if (problem !== undefined) note(`the chart is not written to ${path}: ${problem}`);
}

const noTrace = "there is no trace, so there is no chart";

/** A chart without lanes would be a list of steps, like the trace. */
function chartOf(
  { name, kind, verdict, model, trace }: PropertyResult,
  result: CheckResult,
): SequenceChart | undefined {
  const chart = sequenceChart(model ?? result.model, trace!, verdict === "violated" ? kind : undefined);
  if (chart.lanes.length > 0) return chart;
  note(`there is no chart of ${name}: no process and no queue takes part in its trace`);
  return undefined;
}

function attempt(draw: () => void): void {
  try {
    draw();
  } catch (error) {
    note(`the chart cannot be drawn: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function note(text: string): void {
  complain(`note: ${printable(text)}\n`);
}
