/**
 * Receiving into `_pid`, as in `q?_pid`. SPIN allows it: the number that the process has for itself changes, and
 * nothing else. So `_pid` is then a local variable of the process, which begins with its pid.
 */

import type { Expression, Name, ProcessDefinition, Sequence, Unit } from "../syntax/syntax-tree.ts";
import { withLocal } from "./with-local.ts";

/** The name of the variable. */
export const ownPid = "_pid_received";

/** The units, in which processes that receive into `_pid` have it as a variable. */
export function withOwnPids(units: readonly Unit[]): Unit[] {
  return units.map((unit) => {
    if (unit.kind !== "proctype" && unit.kind !== "init") return unit;
    return receivesPid(unit.body) ? withVariable(unit) : unit;
  });
}

function withVariable(unit: ProcessDefinition): ProcessDefinition {
  const { span } = unit.name;
  const pid: Name = { text: "_pid", span };
  const value: Expression = { kind: "reference", reference: { parts: [{ name: pid }], span }, span };
  return withLocal({ ...unit, body: renamed(unit.body) as Sequence }, ownPid, "pid", value);
}

function receivesPid(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { kind, pattern } = node as { kind?: string; pattern?: readonly { kind: string; reference?: unknown }[] };
  const isReceived = pattern?.some((part) => part.kind === "reference" && isPid(part.reference));
  if (kind === "receive" && isReceived) return true;
  return Object.entries(node).some(([key, part]) => key !== "span" && receivesPid(part));
}

function isPid(reference: unknown): boolean {
  const { parts } = reference as { parts?: readonly { name: Name }[] };
  return parts?.length === 1 && parts[0]!.name.text === "_pid";
}

/** The tree with the variable in place of `_pid`. `P:_pid` of another process stays. */
function renamed(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(renamed);
  if (isPid(node)) {
    const { parts, span } = node as { parts: readonly { name: Name }[]; span: unknown };
    return { parts: [{ name: { ...parts[0]!.name, text: ownPid } }], span };
  }
  const isRemote = (node as { kind?: string }).kind === "remote";
  const parts = Object.entries(node as Readonly<Record<string, unknown>>);
  const isKept = (key: string): boolean => key === "span" || (isRemote && key === "reference");
  return Object.fromEntries(parts.map(([key, part]) => [key, isKept(key) ? part : renamed(part)] as const));
}
