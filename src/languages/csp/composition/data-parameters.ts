/**
 * Parameters that become data, because a control state for each of their values would be too many.
 *
 * `P(i) = [i < x] a -> P(i + 1)` ends where `x` is, and only the run knows that. If a parameter has had many values and
 * a condition, an index or a data operation depends on it, its process keeps it as data. Otherwise nothing bounds it,
 * and the recursion is refused.
 */

import type { Globals } from "../names/globals.ts";
import { parameterKey } from "../processes/activate.ts";
import type { Context } from "../processes/activate.ts";
import type { Block, ExpressionNode, ProcessNode, StatementNode } from "../syntax/syntax-tree.ts";
import { namesIn, partsOf, valuesOf } from "../syntax/traverse.ts";

/** So many values of a parameter are many. */
const many = 100;

/** The keys of parameters that should become data; none if that is of no use. */
export function dataParameters({ g, values, dynamic }: Context): string[] {
  const grown = new Set<string>();
  for (const [key, known] of values) if (known.size > many && !dynamic.has(key)) grown.add(key);
  const isBounded = [...g.symbols.keys()].some((name) => {
    const parameters = g.process(name)?.parameters ?? [];
    return parameters.some(({ text }, k) => grown.has(parameterKey(name, k)) && mayBound(g, name, text));
  });
  return isBounded ? [...grown] : [];
}

/** Whether the body of a process tests a parameter, or computes with it. */
function mayBound(g: Globals, process: string, parameter: string): boolean {
  const reads = (e: ExpressionNode): boolean => namesIn(e).includes(parameter);
  const inStatement = (s: StatementNode): boolean =>
    ("test" in s && reads(s.test)) ||
    ("value" in s && reads(s.value)) ||
    (s.kind === "assign" && reads(s.target)) ||
    (s.kind === "if" && [...s.then, ...s.else].some(inStatement)) ||
    ("body" in s && s.body.some(inStatement));
  const inBlock = (block: Block | undefined): boolean => block?.statements.some(inStatement) ?? false;
  const inProcess = (node: ProcessNode): boolean => {
    const isTested = ["guard", "if", "case", "assert"].includes(node.kind) && valuesOf(node).some(reads);
    return isTested || ("block" in node && inBlock(node.block)) || partsOf(node).some(inProcess);
  };
  return inProcess(g.process(process)!.body);
}
