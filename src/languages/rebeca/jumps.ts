/** Where statements go besides their end. */

import type { StatementNode } from "./syntax-tree.ts";
import { innerStatements } from "./traverse.ts";

export type Jump = "return" | "break" | "continue";

const knownJumps = new WeakMap<StatementNode, ReadonlySet<Jump>>();

/** Where a statement may go besides its end. */
export function jumpsOf(s: StatementNode): ReadonlySet<Jump> {
  let jumps = knownJumps.get(s);
  if (!jumps) knownJumps.set(s, (jumps = findJumps(s)));
  return jumps;
}

function findJumps(s: StatementNode): ReadonlySet<Jump> {
  if (s.kind === "return" || s.kind === "break" || s.kind === "continue") return new Set([s.kind]);
  const jumps = new Set(innerStatements(s).flatMap((inner) => [...jumpsOf(inner)]));
  if (s.kind === "while" || s.kind === "for" || s.kind === "switch") jumps.delete("break");
  if (s.kind === "while" || s.kind === "for") jumps.delete("continue");
  return jumps;
}
