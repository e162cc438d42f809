/** The process of the model. */

import type { Declaration, ProcessNode, ProcessOf } from "../syntax/syntax-tree.ts";
import { partsOf } from "../syntax/traverse.ts";
import type { Globals } from "./globals.ts";

/** A system as text. Equal texts are the same system. */
export function shownSystem(g: Globals, system: ProcessOf<"call">): string {
  const { text } = g.collector.source;
  return text.slice(system.start, system.end).replaceAll(/\s+/g, "").replace(/\(\)$/, "");
}

/**
 * The process of the first assertion. Without any, `System`, or the only process without parameters that no other
 * process calls.
 */
export function systemOf(g: Globals, declarations: readonly Declaration[]): ProcessOf<"call"> {
  const first = declarations.find((node) => node.kind === "assert");
  if (first) return first.system;
  const processes = declarations.filter((node) => node.kind === "process");
  const called = new Set<string>();
  for (const { body, name } of processes) collectCalls(body, name.text, called);
  const candidates = processes.filter(({ name, parameters }) => parameters.length === 0 && !called.has(name.text));
  const named = processes.find(({ name, parameters }) => name.text === "System" && parameters.length === 0);
  const chosen = named ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (chosen) {
    const { start, end } = chosen.name;
    return { kind: "call", id: -1, name: chosen.name, arguments: [], start, end };
  }
  const found = candidates.map(({ name }) => `\`${name.text}\``).join(", ") || "none";
  const place = candidates[1]?.name ?? { start: 0, end: 0 };
  return g.refuse("csp/no-system", `expected an assertion, or one process that nobody calls, found ${found}`, place);
}

/** The processes that another one mentions. */
function collectCalls(node: ProcessNode, inside: string, into: Set<string>): void {
  if (node.kind === "call" && node.name.text !== inside) into.add(node.name.text);
  for (const part of partsOf(node)) collectCalls(part, inside, into);
}
