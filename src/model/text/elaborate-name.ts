/** Resolves names in expressions and types, and checks whether they may occur there. */

import { point } from "../interval.ts";
import type { EnumType, Type } from "../model.ts";
import { bool } from "../typing.ts";
import { describeRole, describeSymbol, quote } from "./environment.ts";
import type { Environment, GlobalSymbol } from "./environment.ts";
import type { Name, Place } from "./syntax-tree.ts";
import { typed } from "./typed.ts";
import type { NodeOf, Typed } from "./typed.ts";

/** The value of a name. */
export function inferName(env: Environment, node: NodeOf<"name">): Typed | undefined {
  const local = env.local(node.name);
  if (local === "hidden") return reportNotConstant(env, node, "has no value there");
  if (local !== undefined) {
    if (local.value !== undefined) return local.value;
    return local.type && typed(local.type, { kind: "local", name: node.name, span: env.span(node) });
  }
  const symbol = env.globals.get(node.name);
  if (symbol === undefined) {
    env.reportUnknown(node.name, node, "name", ["constant", "member", "variable", "predicate"]);
    return undefined;
  }
  return inferGlobal(env, node, symbol);
}

function inferGlobal(env: Environment, node: NodeOf<"name">, symbol: GlobalSymbol): Typed | undefined {
  const { name } = node;
  const span = env.span(node);
  switch (symbol.kind) {
    case "constant": {
      if (symbol.type === undefined) return undefined;
      return typed(
        symbol.type,
        { kind: "constant", name, span },
        symbol.value === undefined ? undefined : point(symbol.value),
      );
    }
    case "member": {
      const type = memberType(env, symbol.node.name);
      return type && typed(type, { kind: "member", type, name, span });
    }
    case "type":
      env.report("seq/wrong-kind", `expected a value, found the type ${quote(name)}`, node);
      return undefined;
    case "variable":
      if (env.constant || env.owner) return reportNotConstant(env, node, "is a variable");
      return symbol.type && typed(symbol.type, { kind: "variable", name, span });
    case "predicate":
      if (env.constant || env.owner) return reportNotConstant(env, node, "is a predicate");
      env.predicateDepth = Math.max(env.predicateDepth, symbol.depth ?? 0);
      return typed(bool, { kind: "predicate", name, span });
  }
}

function memberType(env: Environment, name: Name): EnumType | undefined {
  const symbol = env.globals.get(name.text);
  return symbol?.kind === "type" && symbol.type?.kind === "enum" ? symbol.type : undefined;
}

function reportNotConstant(env: Environment, node: NodeOf<"name">, why: string): Typed | undefined {
  const [code, what] = env.constant
    ? ["seq/not-constant", "a constant"]
    : ["seq/owner-reads-state", "only parameters and constants after `by`"];
  env.report(code, `expected ${what}, found ${quote(node.name)}, which ${why}`, node);
  return undefined;
}

/** The type of a name. */
export function resolveTypeName(env: Environment, name: string, place: Place): Type | undefined {
  const symbol = env.globals.get(name);
  if (symbol?.kind === "type") return symbol.type;
  const local = env.local(name);
  if (symbol !== undefined || local !== undefined) {
    const what = symbol ? describeSymbol(symbol) : local === "hidden" ? "a local name" : describeRole(local!.role);
    // A type of so many values, as in other languages.
    const advice = symbol?.kind === "constant" ? `; the values from 0 on are \`0..${name}-1\`` : "";
    env.report("seq/wrong-kind", `expected a type, found ${quote(name)}, which is ${what}${advice}`, place);
  } else if (/^(?:int|integer|byte|short|bit|nat|unsigned|uint)$/i.test(name)) {
    env.report("seq/unknown-type", `expected a range such as 0..7 for integers, found ${quote(name)}`, place);
  } else env.reportUnknown(name, place, "type", ["type"]);
  return undefined;
}
