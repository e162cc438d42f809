/** Traversals of syntax trees. */
import { expect, test } from "vitest";
import { allNodesIn, nodesIn } from "../../src/syntax/tree.ts";
import type { TreeNode } from "../../src/syntax/tree.ts";

const source = { name: "a", text: "", kind: "no node" };
const number = (value: number) => ({ kind: `number ${value}`, value, span: { source, start: 0, end: 0 } });
const sum = { kind: "sum", left: number(1), right: { kind: "product", factors: [number(2), [number(3)]] } };
const tree = { kind: "assign", name: { text: "x" }, value: sum, absent: undefined, nothing: null };

const kinds = (nodes: Iterable<TreeNode>): string[] => Array.from(nodes, ({ kind }) => kind);

test("the nodes directly inside a node are found through lists and through objects without a kind", () => {
  expect(kinds(nodesIn(tree))).toEqual(["sum"]);
  expect(kinds(nodesIn({ parts: [{ first: number(1) }, [number(2)]] }))).toEqual(["number 1", "number 2"]);
});

test("all nodes come in the order of the fields, outer ones first, and none from spans", () => {
  expect(kinds(allNodesIn([tree]))).toEqual(["assign", "sum", "number 1", "product", "number 2", "number 3"]);
});
