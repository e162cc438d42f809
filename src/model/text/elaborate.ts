/**
 * Elaborates the syntax tree to a model: names, types, constants, sugar.
 *
 * Constants, types and predicates may mention each other in any order (`declaration-order.ts`). Variables need types,
 * and everything that mentions states needs variables. The collector gets all errors. A declaration with an error is
 * left out, and mentions of it are not reported.
 */

import { chain } from "../../syntax/chain.ts";
import type { Collector } from "../../syntax/collector.ts";
import { Definitions } from "../../syntax/definitions.ts";
import type { Defines } from "../../syntax/definitions.ts";
import type {
  Claim,
  ClaimEdge,
  ClaimState,
  Constant,
  Events,
  Expression,
  Model,
  NamedType,
  Owner,
  Parameter,
  Predicate,
  Property,
  Transition,
  Variable,
} from "../model.ts";
import { bool, int, isSingle } from "../typing.ts";
import { declarationOrder } from "./declaration-order.ts";
import { elaborateConstant } from "./elaborate-constant.ts";
import { check, infer } from "./elaborate-expression.ts";
import { elaborateInitial } from "./elaborate-initial.ts";
import { elaborateLtl } from "./elaborate-ltl.ts";
import { elaborateBlock } from "./elaborate-statement.ts";
import { resolveDeclaredType, resolveType, slotCount, slotLimit } from "./elaborate-type.ts";
import { Environment, describeSymbol, quote } from "./environment.ts";
import { deepest } from "./syntax-tree.ts";
import type {
  ClaimStateNode,
  ConditionNode,
  DeclarationNode,
  EventsNode,
  ExpressionNode,
  Name,
  OwnerNode,
  PredicateNode,
  PropertyNode,
  TransitionNode,
  TypeDeclarationNode,
  VariableNode,
} from "./syntax-tree.ts";
import { reportMismatch } from "./typed.ts";

/** The model of the declarations, complete only if the collector stays empty. */
export function elaborate(
  collector: Collector,
  declarations: readonly DeclarationNode[],
  defines: Defines,
  name: string,
): Model {
  const env = new Environment(collector);
  env.declareAll(declarations);
  const definitions = new Definitions("seq", collector, defines);
  const constantNames = [...env.globals].flatMap(([known, { kind }]) => (kind === "constant" ? known : []));
  definitions.refuseUnknown(constantNames, "the name of a constant", (given) => {
    const symbol = env.globals.get(given);
    return symbol && describeSymbol(symbol);
  });
  const order = declarationOrder(env, declarations);
  const constants = new Map<DeclarationNode, Constant | undefined>();
  const types = new Map<DeclarationNode, NamedType | undefined>();
  const predicates = new Map<DeclarationNode, Predicate | undefined>();
  for (const node of order) {
    if (node.kind === "constant") constants.set(node, elaborateConstant(env, node, definitions));
    else if (node.kind === "type") types.set(node, elaborateType(env, node));
  }
  const variables = elaborateVariables(env, declarations);
  for (const node of order) {
    if (node.kind === "predicate") predicates.set(node, elaboratePredicate(env, node));
  }
  const initialCondition = elaborateConditions(env, declarations, "initial condition");
  const transient = elaborateConditions(env, declarations, "transient");
  const transitions: Transition[] = [];
  const properties: Property[] = [];
  for (const node of declarations) {
    if (node.kind === "transition") transitions.push(elaborateTransition(env, node));
    else if (node.kind === "property") properties.push(...elaborateProperty(env, node, name));
  }
  return {
    name,
    constants: declared(declarations, constants),
    types: declared(declarations, types),
    variables,
    ...(initialCondition && { initialCondition }),
    ...(transient && { transient }),
    predicates: declared(declarations, predicates),
    transitions,
    properties,
  };
}

/** The results in the order of declaration. */
function declared<T>(
  declarations: readonly DeclarationNode[],
  results: ReadonlyMap<DeclarationNode, T | undefined>,
): T[] {
  return declarations.flatMap((node) => results.get(node) ?? []);
}

function elaborateType(env: Environment, node: TypeDeclarationNode): NamedType | undefined {
  const name = node.name.text;
  const type = resolveDeclaredType(env, node);
  if (type === undefined) return undefined;
  const symbol = env.globals.get(name);
  if (symbol?.kind === "type" && symbol.node === node) symbol.type = type.kind === "enum" ? type : { ...type, name };
  return { name, type, span: env.span(node) };
}

function elaborateVariables(env: Environment, declarations: readonly DeclarationNode[]): Variable[] {
  const nodes = declarations.filter((node): node is VariableNode => node.kind === "variable");
  if (nodes.length === 0) {
    env.report("seq/no-variables", "expected at least one variable, found none", { start: 0, end: 0 });
  }
  const variables: Variable[] = [];
  let slots = 0;
  for (const node of nodes) {
    const name = node.name.text;
    const type = resolveType(env, node.type);
    const symbol = env.globals.get(name);
    if (type === undefined) continue;
    if (symbol?.kind === "variable" && symbol.node === node) symbol.type = type;
    if (slots <= slotLimit && slots + slotCount(type) > slotLimit) {
      const message = `expected a model of at most ${slotLimit} scalars, found more from here on`;
      env.report("seq/too-large", message, node.name);
    }
    slots += slotCount(type);
    if (slots > slotLimit) continue;
    const initial = elaborateInitial(env, node, type);
    const limit = node.limit === undefined ? {} : { limit: node.limit };
    if (initial) variables.push({ name, type, initial, ...limit, span: env.span(node) });
  }
  return variables;
}

function condition(env: Environment, node: ExpressionNode, where: string): Expression | undefined {
  return check(env, node, bool, where)?.expression;
}

/** The depth of a predicate includes the predicates that it mentions, because code that follows them is recursive. */
function elaboratePredicate(env: Environment, node: PredicateNode): Predicate | undefined {
  env.predicateDepth = 0;
  const expression = condition(env, node.condition, "as a predicate");
  const depth = node.condition.depth + env.predicateDepth;
  const symbol = env.globals.get(node.name.text);
  if (symbol?.kind === "predicate" && symbol.node === node) symbol.depth = depth;
  if (depth > deepest && env.predicateDepth <= deepest) {
    const message = `expected at most ${deepest} levels of nesting, counted through other predicates; found ${depth}`;
    env.report("seq/nested-too-deeply", message, node.name);
  }
  return expression && { name: node.name.text, condition: expression, span: env.span(node) };
}

/** The conjunction of all `init where`, or the disjunction of all `transient where`. */
function elaborateConditions(
  env: Environment,
  declarations: readonly DeclarationNode[],
  kind: ConditionNode["kind"],
): Expression | undefined {
  const [op, word] = kind === "transient" ? (["||", "transient"] as const) : (["&&", "init"] as const);
  const conditions = declarations.flatMap((node) =>
    node.kind === kind ? (condition(env, node.condition, `after \`${word} where\``) ?? []) : [],
  );
  if (conditions.length === 0) return undefined;
  return chain<Expression>(conditions, (left, right) => ({ kind: "binary", op, left, right, span: left.span }));
}

function elaborateTransition(env: Environment, node: TransitionNode): Transition {
  const span = env.span(node);
  return env.scoped(() => {
    const parameters: Parameter[] = [];
    for (const { name, type: typeNode } of node.parameters) {
      const type = resolveType(env, typeNode);
      env.declareLocal({ role: "parameter", name, type });
      if (type) parameters.push({ name: name.text, type, span: env.span(name) });
    }
    const [owner, ...partners] = node.owners.map((each) => elaborateOwner(env, each));
    const guard = node.guard && condition(env, node.guard, "as the guard");
    const body = elaborateBlock(env, node.body);
    return {
      name: node.name.text,
      parameters,
      ...(owner && { owner }),
      ...(partners.length > 0 && { partners }),
      guard: guard ?? { kind: "boolean", value: true, span },
      body,
      span,
    };
  });
}

function elaborateOwner(env: Environment, { process, indices }: OwnerNode): Owner {
  env.owner = true;
  const expressions: Expression[] = [];
  const kinds: string[] = [];
  for (const node of indices) {
    const index = infer(env, node);
    if (index === undefined) continue;
    if (isSingle(index.type)) {
      expressions.push(index.expression);
      kinds.push(index.type.kind === "enum" ? index.type.name : index.type.kind === "bool" ? "bool" : "int");
    } else reportMismatch(env, node, "an integer, a truth value or a member", index.type, "as the index of a process");
  }
  env.owner = false;
  if (kinds.length === indices.length) requireFamily(env, process, kinds);
  return { process: process.text, indices: expressions };
}

/**
 * Requires that processes of one name form one family: `w[0]` next to `w`, `w[0, 0]` or `w[false]` would be ambiguous.
 */
function requireFamily(env: Environment, process: Name, kinds: readonly string[]): void {
  const indices = kinds.length === 0 ? "no index" : `[${kinds.join(", ")}]`;
  const first = env.families.get(process.text);
  if (!first) env.families.set(process.text, { indices, name: process });
  else if (first.indices !== indices) {
    const message = `expected ${first.indices} after the process ${quote(process.text)}, as at ${env.locate(first.name)}, found ${indices}`;
    env.report("seq/process-indices", message, process);
  }
}

/** The property, or nothing after an error. */
function elaborateProperty(env: Environment, node: PropertyNode, modelName: string): Property[] {
  const { asserted } = node;
  const name = node.name.text;
  const span = env.span(node);
  switch (asserted.form) {
    case "ltl": {
      const formula = elaborateLtl(env, asserted.condition);
      return formula ? [{ kind: "ltl", name, formula, span }] : [];
    }
    case "never":
      return [{ kind: "never", name, claim: elaborateClaim(env, asserted.states), span }];
    case "unsupported":
      return [{ kind: "unsupported", name, reason: asserted.reason, span }];
    case "deadlock": {
      if (asserted.condition === undefined) return [{ kind: "deadlock", name, span }];
      const except = condition(env, asserted.condition, "after `except`");
      return except ? [{ kind: "deadlock", name, except, span }] : [];
    }
    case "invariant": {
      const expression = condition(env, asserted.condition, "after `invariant`");
      return expression ? [{ kind: "invariant", name, condition: expression, span }] : [];
    }
    case "reachable": {
      const expression = condition(env, asserted.condition, "after `reachable`");
      const value = asserted.least && check(env, asserted.least.value, int, "after `least`")?.expression;
      const least = value && { value, isNegated: asserted.least.isNegated };
      return expression ? [{ kind: "reachable", name, condition: expression, ...(least && { least }), span }] : [];
    }
    case "deterministic": {
      const events = elaborateEvents(env, asserted.events);
      return events ? [{ kind: "deterministic", name, events, span }] : [];
    }
    case "refines": {
      const { semantics } = asserted;
      const events = elaborateEvents(env, asserted.events);
      const specification = elaborate(env.collector, asserted.specification, {}, modelName);
      if (!events) return [];
      if (!specification.variables.some((variable) => variable.name === events.variable)) {
        const message = `expected a specification with the variable ${quote(events.variable)} of events, found none`;
        env.report("seq/unknown-name", message, asserted.events);
      }
      return [{ kind: "refines", name, semantics, events, specification, span }];
    }
    case "other": {
      const system = elaborate(env.collector, asserted.system, {}, modelName);
      if (!system.properties.some((property) => property.name === name)) {
        const message = `expected a system with a property ${quote(name)}, found none`;
        env.report("seq/unknown-name", message, node.name);
      }
      return [{ kind: "other", name, system, span }];
    }
  }
}

/** The variable of events must be a range from 0 on, with a name for each value. */
function elaborateEvents(env: Environment, { variable, names, ...place }: EventsNode): Events | undefined {
  const symbol = env.globals.get(variable.text);
  const type = symbol?.kind === "variable" ? symbol.type : undefined;
  if (type?.kind === "range" && type.low === 0 && type.high === names.length - 1 && names.length >= 2) {
    return { variable: variable.text, names };
  }
  const message = `expected a variable of type 0..${Math.max(1, names.length - 1)}, with as many names, after \`by\``;
  env.report("seq/unknown-name", message, place);
  return undefined;
}

function elaborateClaim(env: Environment, nodes: readonly ClaimStateNode[]): Claim {
  const numbers = new Map<string, number>();
  for (const [k, { name }] of nodes.entries()) {
    if (numbers.has(name.text)) {
      env.report("seq/duplicate-name", `expected states with names of their own, found \`${name.text}\` again`, name);
    } else numbers.set(name.text, k);
  }
  const states = nodes.map(({ name, accepting, edges }): ClaimState => ({
    name: name.text,
    accepting,
    edges: edges.flatMap((edge): ClaimEdge[] => {
      const expression = condition(env, edge.condition, "after `when`");
      const target = numbers.get(edge.target.text);
      if (target === undefined) {
        const known = nodes.map((node) => `\`${node.name.text}\``).join(", ");
        const message = `expected a state of the automaton (${known}), found \`${edge.target.text}\``;
        env.report("seq/unknown-state", message, edge.target);
      }
      if (expression === undefined || target === undefined) return [];
      return [{ condition: expression, target, span: env.span(edge) }];
    }),
  }));
  return { states };
}
