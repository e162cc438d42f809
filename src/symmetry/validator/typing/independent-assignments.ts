/** Assignments one after the other whose order does not matter. */

import { constantPlace } from "../../../model/constant-place.ts";
import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { isScalar } from "../../../model/slots.ts";
import { partsOf } from "../../../model/traverse.ts";

/** How many from the k-th on may be made in any order: to different slots, of which no other one reads any. */
export function independentFrom(statements: readonly Statement[], k: number, names: NamesInScope): number {
  const written = new Set<number>();
  const read = new Set<number>();
  let count = 0;
  for (; k + count < statements.length; count++) {
    const s = statements[k + count]!;
    const target = s.kind === "assign" ? constantPlace(s.target, names) : undefined;
    if (s.kind !== "assign" || !target || !isScalar(target.type)) break;
    // An assignment may read what it writes itself: `x := x + 1`.
    const reads = slotsRead(s.value, names)?.filter((slot) => slot !== target.offset);
    if (!reads || written.has(target.offset) || read.has(target.offset)) break;
    if (reads.some((slot) => written.has(slot))) break;
    written.add(target.offset);
    for (const slot of reads) read.add(slot);
  }
  return count;
}

/** The slots that an expression reads, if it names each of them. */
function slotsRead(e: Expression, names: NamesInScope): number[] | undefined {
  if (e.kind === "local") return [];
  if (e.kind === "variable" || e.kind === "field" || e.kind === "index") {
    const slots = constantPlace(e, names);
    return slots && isScalar(slots.type) ? [slots.offset] : undefined;
  }
  if (e.kind === "predicate" || e.kind === "quantified" || e.kind === "queue") return undefined;
  const parts = partsOf(e).map((part) => slotsRead(part, names));
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part!);
}
