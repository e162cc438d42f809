/** The jumps out of statements. */

import type { StatementNode } from "./syntax-tree.ts";
import { innerStatements } from "./traverse.ts";

export type Jump = "return" | "break" | "continue";

const knownJumps = new WeakMap<StatementNode, ReadonlySet<Jump>>();

/** The jumps by which a statement may end early. */
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
