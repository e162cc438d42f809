/**
 * Lowers data operations to statements of the model. Locals get names that are unique in the whole model; see
 * `emit.ts`.
 */

import { local } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Statement } from "../../../model/model.ts";
import { changesWithResult, lowerChange, resultOf } from "../names/collections.ts";
import { lowerCombination, makesCollection } from "../names/combine-collections.ts";
import { expanded, lower, lowerAs, lowerTest } from "../names/expression.ts";
import type { Binding, Env } from "../names/expression.ts";
import { loopBound, loopLimit } from "../names/globals.ts";
import type { Globals } from "../names/globals.ts";
import type { Block, ExpressionNode, StatementNode } from "../syntax/syntax-tree.ts";
import { assignArray } from "./array-assignment.ts";

/** The data operation of an event, if it has one. */
export function lowerBlock(g: Globals, block: Block | undefined, env: Env): Statement[] {
  return block ? lowerStatements(g, block.statements, env) : [];
}

function lowerStatements(g: Globals, nodes: readonly StatementNode[], outer: Env): Statement[] {
  const env = new Map<string, Binding>(outer);
  return nodes.flatMap((node) => lowerStatement(g, node, env));
}

function lowerStatement(g: Globals, node: StatementNode, env: Map<string, Binding>): Statement[] {
  const span = g.span(node);
  switch (node.kind) {
    case "block":
      return lowerStatements(g, node.body, env);
    case "call":
      return expanded(g, node, env, (body, inner) => {
        if (body.kind === "block") return lowerStatements(g, body.block.statements, inner);
        return g.refuse(
          "csp/unsupported-call",
          `expected a block, found \`${node.name.text}\`, which is a value`,
          node,
        );
      });
    case "change":
      return lowerChange(g, node.call, (argument) => lowerAs(g, argument, env, false));
    case "assign": {
      if (node.value.kind === "method" && makesCollection(node.value)) {
        return lowerCombination(g, node.target, node.value);
      }
      const whole = assignArray(g, node, env);
      if (whole) return whole;
      const target = lowerTarget(g, node.target, env);
      if (node.value.kind === "method" && changesWithResult(g, node.value)) {
        const lowerArgument = (argument: ExpressionNode): Value => lowerAs(g, argument, env, false);
        const { e, isBool } = resultOf(g, node.value, lowerArgument);
        if (isBool !== target.isBool) {
          const [wanted, found] = isBool ? ["number", "truth value"] : ["truth value", "number"];
          g.refuse("csp/type-mismatch", `expected a ${wanted}, found a ${found}`, node.value);
        }
        return [{ kind: "assign", target: target.e, value: e, span }, ...lowerChange(g, node.value, lowerArgument)];
      }
      const value = lowerAs(g, node.value, env, target.isBool);
      return [{ kind: "assign", target: target.e, value: value.e, span }];
    }
    case "fill":
      return assignArray(g, node, env)!;
    case "if": {
      const test = lowerTest(g, node.test, env);
      if (test.kind === "boolean") return lowerStatements(g, test.value ? node.then : node.else, env);
      const [then, otherwise] = [lowerStatements(g, node.then, env), lowerStatements(g, node.else, env)];
      return [{ kind: "if", test, then, else: otherwise, span }];
    }
    case "while": {
      const test = lowerTest(g, node.test, env);
      if (test.kind === "boolean" && !test.value) return [];
      const body = lowerStatements(g, node.body, env);
      return [{ kind: "while", test, bound: loopBound, limit: loopLimit, body, span }];
    }
    case "local": {
      const { text } = node.name;
      if (g.symbols.get(text)?.kind === "variable") {
        const message = `expected a new name, found \`${text}\`, which is a variable already`;
        g.refuse("csp/duplicate-name", message, node.name);
      }
      const { e, isBool } = lower(g, node.value, env);
      const name = g.freshLocal(text);
      env.set(text, { kind: "local", local: { base: text, isBool, value: local(name) } });
      return [{ kind: "local", name, type: g.dataType(isBool), value: e, span }];
    }
    case "assert":
      return [{ kind: "assert", test: lowerTest(g, node.test, env), span }];
  }
}

/** Lowers a variable, an element of one, or a local of the block. */
function lowerTarget(g: Globals, node: ExpressionNode, env: Env): Value {
  if (node.kind === "name" || node.kind === "element") {
    const binding = env.get(node.name);
    const isLocal = binding?.kind === "local" && binding.local.value.kind === "local" && !binding.local.input;
    const symbol = binding ? undefined : g.symbols.get(node.name);
    if (isLocal || symbol?.kind === "variable" || (symbol === undefined && !binding)) return lower(g, node, env);
  }
  return g.refuse("csp/not-assignable", "expected a variable to assign to, found something else", node);
}
