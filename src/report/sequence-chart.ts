/**
 * A trace as a message sequence chart: a lane for each process that takes part and for each queue that changes, a row
 * for each step, and arrows between lanes.
 *
 * The model has no notion of a message, so arrows come from the effects of a step. An element that is added to a queue
 * is an arrow from the process of the step to the queue. An element that is removed is an arrow back. A change to a
 * variable of another process (variables `P[j]...` for a process `P[j]`) is an arrow to that process, as in a
 * rendezvous.
 */

import type { PropertyKind } from "../check/result.ts";
import type { State } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import { printable } from "../util/printable.ts";
import { Describer } from "./describe.ts";
import type { Change } from "./describe.ts";
import { endingOf } from "./trace-text.ts";

export interface SequenceChart {
  readonly lanes: readonly Lane[];
  readonly rows: readonly Row[];
  /** The index of the first row that is repeated forever. */
  readonly loop?: number | undefined;
  /** The violation that the last state shows. */
  readonly ending?: string | undefined;
}

export interface Lane {
  readonly name: string;
  readonly kind: "process" | "queue";
}

export interface Row {
  readonly label: string;
  /** The lane of the process of the step; -1 if it has none. */
  readonly lane: number;
  readonly arrows: readonly Arrow[];
  /** The violation in this step. */
  readonly failure?: string | undefined;
}

export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** `kind` is that of the property that the trace violates, if it violates one. */
export function sequenceChart(model: Model, trace: Trace, kind?: PropertyKind): SequenceChart {
  const describer = new Describer(model);
  const steps = stepsOf(describer, trace);
  const owners = new Set(steps.flatMap(({ owner }) => (owner === undefined ? [] : [owner])));
  // The queue of a process is a lane of its own.
  const affected = new Set(
    steps.flatMap(({ changes }) =>
      changes.flatMap((change) => (isQueue(change) ? [] : (processOf(change.place, model) ?? []))),
    ),
  );
  const queues = new Set(steps.flatMap(({ changes }) => changes.filter(isQueue).map(({ place }) => place)));
  const lanes: Lane[] = [
    ...[...new Set([...owners, ...affected])].sort(naturally).map((name) => ({ name, kind: "process" }) as const),
    ...[...queues].sort(naturally).map((name) => ({ name, kind: "queue" }) as const),
  ];
  const laneOf = (name: string | undefined): number => lanes.findIndex((lane) => lane.name === name);
  const rows = steps.map(({ label, owner, changes, failure }): Row => {
    const lane = laneOf(owner);
    const arrows = lane < 0 ? [] : changes.flatMap((change) => arrowsOf(change, lane, laneOf, model));
    return { label: printable(label), lane, arrows: withoutRepetition(arrows), failure: failure && printable(failure) };
  });
  const isRepeated = trace.loop !== undefined && trace.loop < rows.length;
  const shown = lanes.map(({ name, kind }) => ({ name: printable(name), kind }));
  const ending = kind && endingOf(kind, trace, describer)?.join("");
  return {
    lanes: shown,
    rows,
    ...(isRepeated ? { loop: trace.loop } : {}),
    ...(ending === undefined ? {} : { ending }),
  };
}

interface ChartStep {
  readonly label: string;
  readonly owner: string | undefined;
  readonly changes: readonly Change[];
  readonly failure: string | undefined;
}

function stepsOf(describer: Describer, trace: Trace): ChartStep[] {
  let before: State = trace.initial;
  return trace.steps.map((step) => {
    const changes = step.target ? describer.changes(before, step.target) : [];
    const label = describer.step(step, before);
    before = step.target ?? before;
    const failure = step.error?.message ?? (step.failed ? (step.failed.message ?? "assertion fails") : undefined);
    return { label, owner: describer.owner(step), changes, failure };
  });
}

function arrowsOf(
  change: Change,
  lane: number,
  laneOf: (name: string | undefined) => number,
  model: Model,
): readonly Arrow[] {
  if (isQueue(change)) {
    const queue = laneOf(change.place);
    const { added, removed } = queueDifference(change);
    return [
      ...removed.map((label) => ({ from: queue, to: lane, label })),
      ...added.map((label) => ({ from: lane, to: queue, label })),
    ];
  }
  const other = laneOf(processOf(change.place, model));
  return other < 0 || other === lane ? [] : [{ from: lane, to: other, label: "" }];
}

/** The process that owns a place: `P[2]` for `P[2].x`. */
function processOf(place: string, model: Model): string | undefined {
  const match = /^([^[.]+)((?:\[[^\]]*\])*)/.exec(place);
  if (!match) return undefined;
  const isProcess = model.transitions.some(({ owner }) => owner?.process === match[1]);
  return isProcess ? match[1]! + match[2]! : undefined;
}

function isQueue({ before, after, place }: Change): boolean {
  return before.startsWith("[") && after.startsWith("[") && place !== "";
}

/** The elements that were removed from the front and added at the end of a queue, as text. */
function queueDifference({ before, after }: Change): { readonly added: string[]; readonly removed: string[] } {
  const [old, now] = [elementsOf(before), elementsOf(after)];
  for (let taken = 0; taken <= old.length; taken++) {
    const kept = old.slice(taken);
    if (kept.every((element, i) => element === now[i])) {
      return { removed: old.slice(0, taken), added: now.slice(kept.length) };
    }
  }
  return { removed: old, added: now };
}

/** The elements of `[a, (b, c)]`. */
function elementsOf(text: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 1;
  for (let i = 1; i < text.length; i++) {
    const c = text[i]!;
    if ("([{".includes(c)) depth++;
    else if (depth > 0 && ")]}".includes(c)) depth--;
    else if (depth === 0 && (c === "," || c === "]")) {
      const element = text.slice(start, i).trim();
      if (element !== "") elements.push(element);
      start = i + 1;
    }
  }
  return elements;
}

function withoutRepetition(arrows: readonly Arrow[]): Arrow[] {
  const different = new Map(arrows.map((arrow) => [`${arrow.from} ${arrow.to} ${arrow.label}`, arrow]));
  return Array.from(different.values(), (arrow) => ({ ...arrow, label: printable(arrow.label) }));
}

/** Compares names, with numbers in them by value. */
function naturally(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
