/**
 * The result of a check as one page that needs nothing else: verdicts, a trace explorer, charts and the group. Nothing
 * is loaded from anywhere, and the content security policy allows the page's own style and script only. All texts of the
 * user are escaped, or set as text by the script.
 */

import type { CheckResult, PropertyResult } from "../../check/result.ts";
import type { State, Step } from "../../model/interpret.ts";
import type { Model } from "../../model/model.ts";
import { positionAt } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import { Numbering } from "../../util/numbering.ts";
import { printable } from "../../util/printable.ts";
import { chartSvg } from "../chart-svg.ts";
import { Describer } from "../describe.ts";
import { escapeXml } from "../markup.ts";
import { plain } from "../palette.ts";
import type { SymmetryDocument } from "../schema.ts";
import { sequenceChart } from "../sequence-chart.ts";
import { kindNames, summaryText } from "../text.ts";
import { effectText, endingOf, traceText } from "../trace-text.ts";
import { scriptHash, styleHash } from "./hashes.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

/** The most generators and orbits that are listed. */
const mostListed = 50;

/** The whole page. `symmetry` is the group of the model, if it is known. */
export function checkHtml(result: CheckResult, symmetry?: SymmetryDocument): string {
  const shown = result.properties.filter(({ trace }) => trace);
  const sources = new Numbering<Source>();
  const data = { traces: shown.map((property) => traceData(property, result.model, sources)), sources: sources.items };
  const policy = `default-src 'none'; style-src '${styleHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`;
  // A model from the standard input is called `-`, which says nothing in a heading.
  const name = result.model.name === "-" ? "The model" : result.model.name;
  const title = `${printable(name)}: ${result.verdict}`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    `<h1>${escapeXml(name)} <span class="verdict ${result.verdict}">${result.verdict}</span></h1>`,
    ...summaryText(result, plain).map((line) => `<div class="soft">${escapeXml(line)}</div>`),
    ...propertyTable(result, shown),
    ...shown.flatMap((property, k) => traceSection(property, result.model, k)),
    ...(symmetry ? groupSection(symmetry) : []),
    `<script type="application/json" id="data">${jsonBlock(data)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** JSON inside a script element: no `<` can end the element or begin a comment. */
function jsonBlock(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function propertyTable({ properties }: CheckResult, shown: readonly PropertyResult[]): string[] {
  return [
    "<h2>Properties</h2>",
    "<table>",
    "<tr><th>property</th><th>kind</th><th>verdict</th><th>why</th></tr>",
    ...properties.map((property) => {
      const { name, kind, verdict, reason = "" } = property;
      const k = shown.indexOf(property);
      const link = k < 0 ? escapeXml(name) : `<a href="#trace-${k}">${escapeXml(name)}</a>`;
      return `<tr><td class="mono">${link}</td><td>${escapeXml(kindNames[kind])}</td><td class="verdict ${verdict}">${verdict}</td><td>${escapeXml(reason)}</td></tr>`;
    }),
    "</table>",
  ];
}

// ---------------------------------------------------------------- traces

interface StateData {
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly changes: readonly string[];
  readonly failures: readonly string[];
  /** The lines of the text of the step. */
  readonly source?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function traceData(property: PropertyResult, whole: Model, sources: Numbering<Source>): { states: StateData[] } {
  const describer = new Describer(property.model ?? whole, printable);
  const { initial, steps } = property.trace!;
  const valuesOf = (state: State): StateData["values"] =>
    describer.state(state).map(({ name, value }) => [name, value]);
  const states: StateData[] = [{ values: valuesOf(initial), changes: [], failures: [] }];
  let before = initial;
  for (const step of steps) {
    const changes = step.target ? describer.changes(before, step.target) : [];
    const texts = changes.map(({ place, before: old, after }) => `${place}: ${old} -> ${after}`);
    const failures = failuresOf(step, before, describer);
    before = step.target ?? before;
    states.push({ values: valuesOf(before), changes: texts, failures, ...placeOf(step, sources) });
  }
  const ending = property.verdict === "violated" ? endingOf(property.kind, property.trace!, describer) : undefined;
  if (ending) states.push({ ...states.pop()!, failures: [ending.join("")] });
  return { states };
}

/** What fails in a step, in words. */
function failuresOf(step: Step, before: State, describer: Describer): string[] {
  if (!step.failed && !step.error) return [];
  return effectText(before, { ...step, target: undefined }, describer, { palette: plain, fullStates: false });
}

function placeOf({ transition, failed, error }: Step, sources: Numbering<Source>): Partial<StateData> {
  const span = error?.span ?? failed?.span ?? transition.span;
  if (!span) return {};
  const { source, start, end } = span;
  const from = positionAt(source, start).line;
  const to = positionAt(source, Math.max(start, end - 1)).line;
  return { source: sources.numberOf(source, source.name), from, to };
}

function traceSection(property: PropertyResult, whole: Model, k: number): string[] {
  const model = property.model ?? whole;
  const { name, kind, verdict } = property;
  const trace = property.trace!;
  const describer = new Describer(model, printable);
  let before = trace.initial;
  const items = trace.steps.map((step, i) => {
    const owner = describer.owner(step);
    const by = owner === undefined ? "" : ` <span class="soft">by ${escapeXml(owner)}</span>`;
    const isRepeated = trace.loop !== undefined && i >= trace.loop;
    const classes = [...(isRepeated ? ["loop"] : []), ...(step.error || step.failed ? ["failed"] : [])].join(" ");
    const text = `${i + 1}&ensp;${escapeXml(describer.step(step, before))}${by}`;
    before = step.target ?? before;
    return `<li role="option" id="trace-${k}-${i + 1}"${classes === "" ? "" : ` class="${classes}"`}>${text}</li>`;
  });
  const isViolated = verdict === "violated";
  const chart = sequenceChart(model, trace, isViolated ? kind : undefined);
  const title = `${model.name}: ${name} ${verdict}`;
  const isLoop = trace.loop !== undefined && trace.loop < trace.steps.length;
  const note = isLoop ? `steps ${trace.loop + 1} to ${trace.steps.length} repeat forever` : "";
  const end = { kind: isViolated ? kind : undefined };
  const lines = traceText(trace, describer, { palette: plain, fullStates: false }, end);
  return [
    `<section id="trace-${k}">`,
    `<h2>Trace of ${escapeXml(name)} <span class="verdict ${verdict}">${isViolated ? "violated" : "reached"}</span></h2>`,
    `<p class="soft">${trace.steps.length} steps${note === "" ? "" : `; ${note}`}. In the list, <kbd>&uarr;</kbd> <kbd>&darr;</kbd> or <kbd>k</kbd> <kbd>j</kbd> go from step to step, <kbd>Home</kbd> and <kbd>End</kbd> to the ends.</p>`,
    '<div class="explorer">',
    `<div><ol class="steps" role="listbox" tabindex="0" aria-label="steps of the trace of ${escapeXml(name)}">`,
    `<li role="option" id="trace-${k}-0">0&ensp;<span class="soft">initial state</span></li>`,
    ...items,
    "</ol></div>",
    '<div class="view" aria-live="polite"></div>',
    "</div>",
    `<noscript><pre>${lines.map(escapeXml).join("\n")}</pre></noscript>`,
    ...(chart.lanes.length === 0
      ? []
      : [
          "<details open><summary>Message sequence chart</summary>",
          // Pictures of several traces are in one page, so their marks need names of their own.
          `<div class="chart">${chartSvg(chart, title).replaceAll("#head", `#head-${k}`).replace('id="head"', `id="head-${k}"`)}</div></details>`,
        ]),
    "</section>",
  ];
}

// ---------------------------------------------------------------- the group

function groupSection({ order, structure, methods, generators, orbits, components }: SymmetryDocument): string[] {
  if (order === "1") return ["<h2>Symmetry</h2>", "<p>The model has no symmetry that was found.</p>"];
  const cycles = components?.generators ?? generators;
  const classes = (components?.orbits ?? orbits).map((orbit) => orbit.join(" "));
  const list = (title: string, entries: readonly string[]): string[] => [
    `<h3>${title}</h3>`,
    '<ul class="mono cycles">',
    ...entries.slice(0, mostListed).map((entry) => `<li>${escapeXml(entry)}</li>`),
    ...(entries.length > mostListed ? [`<li class="soft">and ${entries.length - mostListed} more</li>`] : []),
    "</ul>",
  ];
  return [
    "<h2>Symmetry</h2>",
    `<p><strong>${escapeXml(structure)}</strong>, order ${order}, found by ${escapeXml(methods.join(", "))}</p>`,
    ...list("Generators", cycles),
    ...list("Orbits", classes),
  ];
}
