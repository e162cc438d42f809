/** Lowers rules and start states to transitions. */

import { all, yes } from "../../../model/build.ts";
import type { Expression, Parameter, ScalarType, Transition } from "../../../model/model.ts";
import type { Name } from "../../../syntax/cursor.ts";
import { attempt } from "../../../syntax/refused.ts";
import { piecesOf } from "../names/murphi-type.ts";
import type {
  BehaviorNode,
  BindingNode,
  ExpressionNode,
  PropertyNode,
  QuantifierNode,
  RuleNode,
  StatementNode,
} from "../syntax/syntax-tree.ts";
import { access, isAmong } from "./access.ts";
import { returnFlag } from "./call.ts";
import { withObservers } from "./cover.ts";
import { condition, lowerValue } from "./expression.ts";
import { declareLocals } from "./locals.ts";
import { scalarType } from "./model-type.ts";
import { choose } from "./multiset.ts";
import { domainOf, valueIn } from "./quantify.ts";
import { lowerStatements, parts } from "./statement.ts";
import { Writer } from "./writer.ts";
import type { Program } from "./writer.ts";

/** What surrounds a rule, from the outside in. */
export type Surrounding =
  | { readonly kind: "quantifier"; readonly quantifier: QuantifierNode }
  | { readonly kind: "alias"; readonly bindings: readonly BindingNode[] }
  | { readonly kind: "choose"; readonly name: Name; readonly multiset: ExpressionNode };

/** A rule, a start state or a property, with what surrounds it. */
export interface Inner<N extends BehaviorNode | PropertyNode = BehaviorNode | PropertyNode> {
  readonly node: N;
  readonly around: readonly Surrounding[];
}

export function innerRules(rules: readonly RuleNode[], around: readonly Surrounding[] = []): Inner[] {
  return rules.flatMap((rule): Inner[] => {
    switch (rule.kind) {
      case "ruleset": {
        const quantifiers = rule.quantifiers.map((quantifier) => ({ kind: "quantifier", quantifier }) as const);
        return innerRules(rule.rules, [...around, ...quantifiers]);
      }
      case "aliasrule":
        return innerRules(rule.rules, [...around, { kind: "alias", bindings: rule.bindings }]);
      case "choose":
        return innerRules(rule.rules, [...around, { kind: "choose", name: rule.name, multiset: rule.multiset }]);
      default:
        return [{ node: rule, around }];
    }
  });
}

/** The transition of a rule or a start state; `undefined` if an error was reported. */
export function lowerBehavior(
  program: Program,
  { node, around }: Inner<BehaviorNode>,
  name: string,
): Transition | undefined {
  const writer: Writer = new Writer(program, parts, program.globals.inner(), node.kind === "startstate");
  return attempt(() => {
    const parameters: Parameter[] = [];
    const guards: Expression[] = [];
    for (const surrounding of around) surround(writer, surrounding, parameters, guards);
    const [assumed, body] = assumptions(node.body);
    if (node.guard) guards.push(condition(writer, node.guard));
    if (node.kind === "rule") for (const test of assumed) guards.push(condition(writer, test));
    const statements = writer.inside(() => {
      for (const surrounding of around) if (surrounding.kind === "alias") bindAliases(writer, surrounding.bindings);
      writer.scoped(() => {
        declareLocals(writer, node.declarations);
        const rest = node.kind === "rule" ? body : node.body;
        writer.within({ returns: { flag: returnFlag(writer, rest) } }, () => lowerStatements(writer, rest));
        for (const write of writer.atEnd) write();
      });
    });
    const guard = guards.length === 0 ? yes : all(guards);
    return { name, parameters, guard, body: withObservers(writer, statements), span: node.span };
  });
}

/** The assumptions at the beginning of a body, and the rest. They say when the rule can be taken. */
function assumptions(body: readonly StatementNode[]): [ExpressionNode[], readonly StatementNode[]] {
  const first = body.findIndex((s) => s.kind !== "put" && !(s.kind === "property" && s.category === "assume"));
  const end = first < 0 ? body.length : first;
  const tests = body.slice(0, end).flatMap((s) => (s.kind === "property" ? [s.condition] : []));
  return [tests, body.slice(end)];
}

function surround(writer: Writer, surrounding: Surrounding, parameters: Parameter[], guards: Expression[]): void {
  switch (surrounding.kind) {
    case "quantifier": {
      const { quantifier } = surrounding;
      const domain = domainOf(writer, quantifier);
      if (!domain) {
        writer.refuse("not-constant", "expected constant bounds of a ruleset, found others", quantifier.span);
      }
      const name = writer.fixedName(quantifier.name.text);
      const value = valueIn(domain, name);
      const isWhole = domain.pieces.length === 1;
      const type: ScalarType = isWhole ? domain.pieces[0]! : scalarType(domain.type);
      if (!isWhole) guards.push(isAmong(value.e, piecesOf(domain.type)));
      parameters.push({ name, type, span: quantifier.name.span });
      writer.scope.bind(quantifier.name.text, { kind: "value", value });
      return;
    }
    case "alias":
      bindAliases(writer, surrounding.bindings);
      return;
    case "choose": {
      const chosen = choose(writer, surrounding.name, surrounding.multiset);
      parameters.push(...chosen.parameters);
      guards.push(chosen.guard);
    }
  }
}

/** Aliases mean what they mean at the beginning of the guard, or of the body. */
export function bindAliases(writer: Writer, bindings: readonly BindingNode[]): void {
  for (const { name, value } of bindings) {
    const found = access(writer, value, true);
    if (found) {
      if (writer.out) writer.check(found.checks);
      writer.scope.bind(name.text, { kind: "place", place: found.place });
    } else writer.scope.bind(name.text, { kind: "value", value: writer.kept(lowerValue(writer, value), name.text) });
  }
}
