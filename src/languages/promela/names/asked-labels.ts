/** Which labels are asked for by `P@label`, anywhere in the text: in processes, claims and formulas. */

import type { Unit } from "../syntax/syntax-tree.ts";

export function labelsAskedFor(units: readonly Unit[]): (process: string, label: string) => boolean {
  const found = new Set<string>();
  const open: unknown[] = [...units];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    const { kind, process, label } = node as { kind?: unknown; process?: { text: string }; label?: { text: string } };
    if (kind === "at") found.add(`${process!.text}@${label!.text}`);
    for (const [key, value] of Object.entries(node)) if (key !== "span") open.push(value);
  }
  return (process, label) => found.has(`${process}@${label}`);
}
