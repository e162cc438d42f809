/** Lowers properties: invariants, covers, liveness, and assumptions about states. */

import { binaryFormula, boolean, integer, stateFormula, unaryFormula } from "../../../model/build.ts";
import type { Expression, Ltl, Property } from "../../../model/model.ts";
import { attempt } from "../../../syntax/refused.ts";
import type { Value } from "../names/place.ts";
import type { PropertyNode } from "../syntax/syntax-tree.ts";
import { certainly } from "./certain.ts";
import { condition } from "./expression.ts";
import { domainOf, quantify } from "./quantify.ts";
import { bindAliases } from "./rules.ts";
import type { Inner } from "./rules.ts";
import { parts } from "./statement.ts";
import { Writer } from "./writer.ts";
import type { Program } from "./writer.ts";

/** The most instances of a liveness property. */
const mostInstances = 1000;

export interface Lowered {
  readonly properties: readonly Property[];
  /** The conditions of all `assume`. */
  readonly assumptions: readonly Expression[];
}

export function lowerProperties(
  program: Program,
  inner: readonly Inner<PropertyNode>[],
  names: (name: string) => string,
): Lowered {
  const properties: Property[] = [];
  const assumptions: Expression[] = [];
  for (const property of inner) {
    attempt(() => {
      const { node } = property;
      const own = node.name === undefined || node.name === "" ? defaultName(node) : node.name;
      switch (node.category) {
        case "assume":
          assumptions.push(whole(program, property, "forall"));
          return;
        case "assert":
          properties.push({
            kind: "invariant",
            name: names(own),
            condition: whole(program, property, "forall"),
            span: node.span,
          });
          return;
        case "cover":
          properties.push({
            kind: "reachable",
            name: names(own),
            condition: whole(program, property, "exists"),
            span: node.span,
          });
          return;
        case "liveness":
          // A run must not end in a state that an assumption excludes.
          if (inner.some((other) => other.node.category === "assume")) {
            const reason = "`liveness` beside `assume` is not supported";
            properties.push({ kind: "unsupported", name: names(own), reason, span: node.span });
            return;
          }
          properties.push({ kind: "ltl", name: names(own), formula: recurrence(program, property), span: node.span });
      }
    });
  }
  return { properties, assumptions };
}

function defaultName({ category }: PropertyNode): string {
  return category === "assert" ? "invariant" : category;
}

/** The condition with the quantifiers of the rulesets around it. */
function whole(program: Program, { node, around }: Inner<PropertyNode>, op: "forall" | "exists"): Expression {
  const writer: Writer = new Writer(program, parts, program.globals.inner());
  const from = (k: number): Expression => {
    const surrounding = around[k];
    switch (surrounding?.kind) {
      case undefined:
        return node.category === "assert" ? certainly(writer, node.condition) : condition(writer, node.condition);
      case "quantifier": {
        const { quantifier } = surrounding;
        const quantified = { kind: "quantified", op, quantifier, body: node.condition, span: node.span } as const;
        return quantify(writer, quantified, () => from(k + 1));
      }
      case "alias":
        return writer.scoped(() => {
          bindAliases(writer, surrounding.bindings);
          return from(k + 1);
        });
      case "choose":
        return writer.refuse("unsupported", "expected a rule inside `choose`, found a property", node.span);
    }
  };
  return from(0);
}

/** Always eventually, for each choice of the rulesets around it. */
function recurrence(program: Program, { node, around }: Inner<PropertyNode>): Ltl {
  const writer: Writer = new Writer(program, parts, program.globals.inner());
  const instances: Expression[] = [];
  const from = (k: number): void => {
    const surrounding = around[k];
    if (instances.length > mostInstances) {
      writer.refuse("unsupported", `expected at most ${mostInstances} instances of a liveness property`, node.span);
    }
    if (!surrounding) {
      instances.push(condition(writer, node.condition));
      return;
    }
    if (surrounding.kind === "choose") writer.refuse("unsupported", "expected a rule inside `choose`", node.span);
    if (surrounding.kind === "alias") {
      writer.scoped(() => {
        bindAliases(writer, surrounding.bindings);
        from(k + 1);
      });
      return;
    }
    const { quantifier } = surrounding;
    const domain = domainOf(writer, quantifier);
    if (!domain) writer.refuse("not-constant", "expected constant bounds of a ruleset, found others", quantifier.span);
    for (const piece of domain.pieces) {
      const { low, high } = piece.kind === "range" ? piece : { low: 0, high: 1 };
      for (let i = low; i <= high; i++) {
        const number = domain.steps ? domain.steps.from + domain.steps.by * i : i;
        const e = domain.type.kind === "boolean" ? boolean(number !== 0) : integer(number);
        const value: Value = { type: domain.type, e, low: number, high: number, checks: [] };
        writer.scoped((scope) => {
          scope.bind(quantifier.name.text, { kind: "value", value });
          from(k + 1);
        });
      }
    }
  };
  from(0);
  const formulas = instances.map((e) => unaryFormula("[]", unaryFormula("<>", stateFormula(e))));
  return formulas.reduce((a, b) => binaryFormula("&&", a, b));
}
