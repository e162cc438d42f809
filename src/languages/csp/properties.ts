/** Assertions become properties; what they mention becomes predicates. */

import type { Expression, Ltl, Predicate, Property } from "../../model/model.ts";
import { lowerAs, noEnv } from "./expression.ts";
import type { Globals } from "./globals.ts";
import { Refused } from "./refused.ts";
import type { DeclarationOf, LtlNode, Place } from "./syntax-tree.ts";
import { uniqueNames } from "./unique-names.ts";

export function propertiesOf(
  g: Globals,
  asserts: readonly DeclarationOf<"assert">[],
  terminated: Expression | undefined,
): { readonly predicates: readonly Predicate[]; readonly properties: readonly Property[] } {
  const predicates: Predicate[] = [];
  const unique = uniqueNames();
  const condition = (name: string, place: Place): Expression => {
    const symbol = g.symbols.get(name);
    if (symbol?.kind === "constant" && symbol.bool) return { kind: "boolean", value: symbol.value === 1 };
    if (symbol?.kind !== "condition") {
      const found = symbol ? `, which is a ${symbol.kind}` : g.hint(name, ["condition"]);
      g.report("csp/undefined-condition", `expected the name of a condition, found \`${name}\`${found}`, place);
      throw new Refused();
    }
    if (!predicates.some((predicate) => predicate.name === name)) {
      const typed = lowerAs(g, symbol.value, noEnv, true);
      if (!typed) throw new Refused();
      predicates.push({ name, condition: typed.e, span: g.span(symbol.value) });
    }
    return { kind: "predicate", name };
  };
  const property = ({ claim, ...place }: DeclarationOf<"assert">): Property => {
    const span = g.span(place);
    switch (claim.kind) {
      case "deadlockfree":
        return { kind: "deadlock", name: unique("deadlockfree"), except: terminated, span };
      case "nonterminating":
        return { kind: "deadlock", name: unique("nonterminating"), span };
      case "reaches": {
        const { text } = claim.condition;
        const meets = condition(text, claim.condition);
        return { kind: "reachable", name: unique(`reaches_${text}`), condition: meets, span };
      }
      case "ltl":
        return { kind: "ltl", name: unique("ltl"), formula: formula(g, claim.formula, condition), span };
    }
  };
  const properties = asserts.map(property);
  return { predicates, properties };
}

function formula(g: Globals, node: LtlNode, condition: (name: string, place: Place) => Expression): Ltl {
  switch (node.kind) {
    case "constant":
      return { kind: "state", condition: { kind: "boolean", value: node.value } };
    case "atom":
      if (!g.symbols.has(node.name)) {
        const message = `expected the name of a condition, found \`${node.name}\`: events in LTL are not supported`;
        g.report("csp/event-in-ltl", message, node);
        throw new Refused();
      }
      return { kind: "state", condition: condition(node.name, node) };
    case "unary": {
      const operand = formula(g, node.operand, condition);
      if (node.op === "!" && operand.kind === "state") {
        return { kind: "state", condition: { kind: "unary", op: "!", operand: operand.condition } };
      }
      return { kind: "unary", op: node.op, operand, span: g.span(node) };
    }
    case "binary": {
      const left = formula(g, node.left, condition);
      const right = formula(g, node.right, condition);
      const { op } = node;
      // State formulas are maximal.
      if (left.kind === "state" && right.kind === "state" && op !== "U" && op !== "W" && op !== "R") {
        const joined = {
          kind: "binary",
          op: op === "<->" ? "==" : op,
          left: left.condition,
          right: right.condition,
        } as const;
        return { kind: "state", condition: joined };
      }
      return { kind: "binary", op, left, right, span: g.span(node) };
    }
  }
}
