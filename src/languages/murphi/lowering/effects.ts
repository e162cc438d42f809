/** What the calls of an expression, or the body of a routine, do beside computing a value. */

import { allNodesIn } from "../../../syntax/tree.ts";
import type { TreeNode } from "../../../syntax/tree.ts";
import { isSimple } from "../names/murphi-type.ts";
import type { ExpressionNode, RoutineNode, StatementNode, TypeNode } from "../syntax/syntax-tree.ts";
import type { CallNode, Writer } from "./writer.ts";

const changing = new Set(["clear", "undefine", "multisetadd", "multisetremove", "multisetremovepred"]);

/** Whether an expression has a call whose body must be written as statements. A condition has no place for them. */
export function needsStatements(writer: Writer, node: ExpressionNode): boolean {
  return calledIn(writer, [node]).some((routine) => isStateful(writer, routine, new Set()));
}

/** Whether a routine may change a variable that is not its own. */
export function changesOthers(writer: Writer, routine: RoutineNode, seen: Set<RoutineNode> = new Set()): boolean {
  if (seen.has(routine)) return false;
  seen.add(routine);
  if (nodesOf(routine).some((node) => changing.has(node.kind) || isForeignAssignment(node, routine))) return true;
  return calledIn(writer, routine.body).some(
    (called) => called.parameters.some(({ isVar }) => isVar) || changesOthers(writer, called, seen),
  );
}

function isStateful(writer: Writer, routine: RoutineNode, seen: Set<RoutineNode>): boolean {
  if (seen.has(routine)) return false;
  seen.add(routine);
  const isComposite = routine.declarations.some((d) => d.kind === "var" && !isSimpleNode(writer, d.variable.type));
  if (isComposite || (routine.result && !isSimpleNode(writer, routine.result))) return true;
  const isStatement = (node: TreeNode): boolean =>
    changing.has(node.kind) ||
    node.kind === "while" ||
    (node.kind === "property" && (node as StatementNode & { kind: "property" }).category !== "assert") ||
    isForeignAssignment(node, routine);
  return (
    nodesOf(routine).some(isStatement) ||
    calledIn(writer, routine.body).some((called) => isStateful(writer, called, seen))
  );
}

function isSimpleNode(writer: Writer, node: TypeNode): boolean {
  if (node.kind !== "typeName") return !["record", "array", "multiset"].includes(node.kind);
  const meaning = writer.program.globals.find(node.name.text);
  // A type that the routine declares counts as another one.
  return meaning?.kind === "type" && isSimple(meaning.type);
}

/** Whether a node is an assignment to anything but a variable of the routine. */
function isForeignAssignment(node: TreeNode, { declarations }: RoutineNode): boolean {
  if (node.kind !== "assign") return false;
  const { target } = node as StatementNode & { kind: "assign" };
  if (target.kind !== "name") return true;
  return !declarations.some((d) => d.kind === "var" && d.variable.names.some(({ text }) => text === target.name));
}

function nodesOf({ body }: RoutineNode): TreeNode[] {
  return [...allNodesIn<TreeNode>(body)];
}

function calledIn(writer: Writer, nodes: readonly (ExpressionNode | StatementNode)[]): RoutineNode[] {
  return [...allNodesIn<TreeNode>(nodes)].flatMap((node) => {
    const meaning = node.kind === "call" ? writer.program.globals.find((node as CallNode).name.text) : undefined;
    return meaning?.kind === "routine" ? [meaning.node] : [];
  });
}
