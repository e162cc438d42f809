/**
 * The features that the text uses, in processes, claims and formulas. They determine the contents of the state, so they
 * are collected before lowering.
 */

import type { Span } from "../../../syntax/source.ts";
import type { Expression, Unit } from "../syntax/syntax-tree.ts";
import { isPredefined } from "./resolve.ts";
import type { VariableSymbol } from "./symbols.ts";

export interface Mentions {
  /** The labels in `P@label`. */
  readonly labels: ReadonlySet<string>;
  /** Whether the text refers to the last mover. */
  readonly last: boolean;
  /** Whether a process waits until nothing else can move. */
  readonly timeout: boolean;
  /** The first place where a process tests whether another is enabled. */
  readonly enabled: Span | undefined;
  /** Whether some expression refers to a variable of another process. */
  readonly remote: boolean;
  /** Whether the number of steps makes a difference: there is `X` in a formula, or `pc_value`. */
  readonly steps: boolean;
  /** The names in all expressions except those that are only printed. */
  readonly read: ReadonlySet<string>;
  /** The names in messages that are received. */
  readonly received: ReadonlySet<string>;
}

export function mentionsOf(units: readonly Unit[]): Mentions {
  const collector = new MentionCollector();
  for (const unit of units) collector.visit(unit, unit.kind === "proctype" || unit.kind === "init");
  return collector;
}

/**
 * Global variables that nothing depends on: values that are assigned to them, received into them or printed make no
 * difference to any run.
 *
 * SPIN leaves all variables out of the state that are declared as `hidden`, read or not, and may then miss states. With
 * `hides` it also leaves out those that are only assigned to.
 */
export function unreadVariables(
  variables: readonly VariableSymbol[],
  { read, received }: Mentions,
  hides: boolean,
): Set<VariableSymbol> {
  return new Set(
    variables.filter(
      ({ isHidden, type, name }) =>
        type.kind === "scalar" && !read.has(name) && (isHidden || (hides && !received.has(name))),
    ),
  );
}

/** The use of a name at a place. */
type Use = "read" | "written" | "received" | "printed";

class MentionCollector implements Mentions {
  readonly labels: Set<string> = new Set();
  readonly read: Set<string> = new Set();
  readonly received: Set<string> = new Set();
  last = false;
  timeout = false;
  remote = false;
  steps = false;
  enabled: Span | undefined;

  visit(node: unknown, inProcess: boolean, use: Use = "read"): void {
    if (typeof node !== "object" || node === null) return;
    const { kind, text } = node as { kind?: string; text?: string };
    if (text !== undefined && use === "read") this.read.add(text);
    if (text !== undefined && use === "received") this.received.add(text);
    if (kind !== undefined) this.#expression(node as Expression, inProcess);
    for (const [key, part] of Object.entries(node)) {
      if (key !== "span") this.visit(part, inProcess, useWithin(use, kind, key));
    }
  }

  #expression(e: Expression, inProcess: boolean): void {
    if (e.kind === "at") this.labels.add(`${e.process.text}@${e.label.text}`);
    this.remote ||= e.kind === "remote";
    this.steps ||= e.kind === "next" || (e.kind === "ask" && e.op === "pc_value");
    if (e.kind === "reference") this.last ||= isPredefined(e.reference) === "_last";
    if (!inProcess) return;
    if (e.kind === "timeout") this.timeout = true;
    if (e.kind === "ask" && e.op === "enabled") this.enabled ??= e.span;
  }
}

/** Indices and values inside a written place are read. */
function useWithin(use: Use, kind: string | undefined, key: string): Use {
  if (kind === "print") return "printed";
  if (key === "variables" || ((kind === "assign" || kind === "count") && key === "target")) return "written";
  if (kind === "receive" && key === "pattern") return "received";
  const isPlace = use === "written" || use === "received";
  return isPlace && /^(?:index|value|size|initial)$/.test(key) ? "read" : use;
}
