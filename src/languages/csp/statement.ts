/** Data operations become statements of the model. Locals get names that are unique in the whole model; see `emit.ts`. */

import type { Expression, ScalarType, Statement } from "../../model/model.ts";
import { constantOf, lower, lowerAs } from "./expression.ts";
import type { Binding, Env, Typed } from "./expression.ts";
import { defaultHigh, defaultLow, loopBound } from "./globals.ts";
import type { Globals } from "./globals.ts";
import { Refused } from "./refused.ts";
import type { ExpressionNode, StatementNode } from "./syntax-tree.ts";

export function scalarType(bool: boolean): ScalarType {
  return bool ? { kind: "bool" } : { kind: "range", low: defaultLow, high: defaultHigh };
}

/** @throws Refused after reporting what is wrong */
export function lowerBlock(g: Globals, nodes: readonly StatementNode[], outer: Env): Statement[] {
  const env = new Map<string, Binding>(outer);
  return nodes.flatMap((node) => lowerStatement(g, node, env));
}

function lowerStatement(g: Globals, node: StatementNode, env: Map<string, Binding>): Statement[] {
  const span = g.span(node);
  switch (node.kind) {
    case "block":
      return lowerBlock(g, node.body, env);
    case "assign": {
      const target = lowerTarget(g, node.target, env);
      const value = must(lowerAs(g, node.value, env, target.bool));
      return [{ kind: "assign", target: target.e, value: value.e, span }];
    }
    case "if": {
      const test = must(lowerAs(g, node.test, env, true));
      const known = constantOf(test);
      if (known !== undefined) return lowerBlock(g, known === 1 ? node.then : node.else, env);
      const [then, otherwise] = [lowerBlock(g, node.then, env), lowerBlock(g, node.else, env)];
      return [{ kind: "if", test: test.e, then, else: otherwise, span }];
    }
    case "while": {
      const test = must(lowerAs(g, node.test, env, true));
      if (constantOf(test) === 0) return [];
      return [{ kind: "while", test: test.e, bound: loopBound, body: lowerBlock(g, node.body, env), span }];
    }
    case "local": {
      const { text } = node.name;
      const symbol = g.symbols.get(text);
      if (symbol?.kind === "variable") {
        g.report(
          "csp/duplicate-name",
          `expected a new name, found \`${text}\`, which is a variable already`,
          node.name,
        );
        throw new Refused();
      }
      const value = must(lower(g, node.value, env));
      const name = g.freshLocal(text);
      const local: Expression = { kind: "local", name };
      env.set(text, { kind: "local", local: { base: text, bool: value.bool, value: local } });
      return [{ kind: "local", name, type: scalarType(value.bool), value: value.e, span }];
    }
    case "assert": {
      const test = must(lowerAs(g, node.test, env, true));
      return [{ kind: "assert", test: test.e, span }];
    }
  }
}

/** A variable, an element of one, or a local of the block. */
function lowerTarget(g: Globals, node: ExpressionNode, env: Env): Typed {
  if (node.kind === "name" || node.kind === "element") {
    const binding = env.get(node.name);
    const isLocal = binding?.kind === "local" && binding.local.value.kind === "local" && !binding.local.input;
    const symbol = binding ? undefined : g.symbols.get(node.name);
    if (isLocal || symbol?.kind === "variable" || (symbol === undefined && !binding)) return must(lower(g, node, env));
  }
  g.report("csp/not-assignable", "expected a variable to assign to, found something else", node);
  throw new Refused();
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Refused();
  return value;
}
