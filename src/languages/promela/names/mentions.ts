/**
 * What the text mentions, in processes, claims and formulas. It decides what the state must hold, so it is collected before
 * anything is lowered.
 */

import type { Span } from "../../../syntax/source.ts";
import type { Expression, Unit } from "../syntax/syntax-tree.ts";
import { isPredefined } from "./resolve.ts";
import type { VariableSymbol } from "./symbols.ts";

export interface Mentions {
  /** Labels that are asked for: `P@label`. */
  readonly labels: ReadonlySet<string>;
  /** Somebody asks who moved last. */
  readonly last: boolean;
  /** A process waits until nothing else can move. */
  readonly timeout: boolean;
  /** The first place where a process asks whether another is enabled. */
  readonly enabled: Span | undefined;
  /** Names in all expressions but those that are only printed. */
  readonly read: ReadonlySet<string>;
}

export function mentionsOf(units: readonly Unit[]): Mentions {
  const collector = new MentionCollector();
  for (const unit of units) collector.visit(unit, unit.kind === "proctype" || unit.kind === "init");
  return collector;
}

/**
 * Hidden variables that nothing depends on.
 *
 * SPIN leaves `hidden` variables out of the state, read or not, and may miss states then. Here they are left out if no expression
 * reads them: what is assigned to them, received into them or printed makes no difference to any run. Single values only, since
 * an index may be out of bounds.
 */
export function unreadVariables(variables: readonly VariableSymbol[], { read }: Mentions): Set<VariableSymbol> {
  return new Set(
    variables.filter(
      ({ isHidden, size, type, name }) => isHidden && size === undefined && type.kind === "scalar" && !read.has(name),
    ),
  );
}

/** What is done with a name where it stands. */
type Use = "read" | "written" | "printed";

class MentionCollector implements Mentions {
  readonly labels: Set<string> = new Set();
  readonly read: Set<string> = new Set();
  last = false;
  timeout = false;
  enabled: Span | undefined;

  visit(node: unknown, inProcess: boolean, use: Use = "read"): void {
    if (typeof node !== "object" || node === null) return;
    const { kind, text } = node as { kind?: string; text?: string };
    if (text !== undefined && use === "read") this.read.add(text);
    if (kind !== undefined) this.#expression(node as Expression, inProcess);
    for (const [key, part] of Object.entries(node)) {
      if (key !== "span") this.visit(part, inProcess, useWithin(use, kind, key));
    }
  }

  #expression(e: Expression, inProcess: boolean): void {
    if (e.kind === "at") this.labels.add(`${e.process.text}@${e.label.text}`);
    if (e.kind === "reference") this.last ||= isPredefined(e.reference) === "_last";
    if (!inProcess) return;
    if (e.kind === "timeout") this.timeout = true;
    if (e.kind === "ask" && e.op === "enabled") this.enabled ??= e.span;
  }
}

/** In what is written, indices and values are read all the same. */
function useWithin(use: Use, kind: string | undefined, key: string): Use {
  if (kind === "print") return "printed";
  if (key === "variables" || (kind === "assign" && key === "target") || (kind === "receive" && key === "pattern")) {
    return "written";
  }
  return use === "written" && /^(?:index|value|size|initial)$/.test(key) ? "read" : use;
}
