/** Traversals of expressions and statements that several parts need. */

import { look } from "../util/limits.ts";
import type { Expression, Ltl, Model, Owner, Property, Statement, Transition } from "./model.ts";

/** The direct parts of an expression. */
export function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case "integer":
    case "boolean":
    case "member":
    case "constant":
    case "variable":
    case "local":
    case "predicate":
      return [];
    case "index":
      return [e.base, e.index];
    case "field":
      return [e.base];
    case "unary":
      return [e.operand];
    case "binary":
      return [e.left, e.right];
    case "conditional":
      return [e.test, e.then, e.else];
    case "quantified":
      return [e.body];
    case "queue":
      return [e.queue];
    case "aggregate":
      return e.items;
  }
}

/** Calls `visit` for an expression and everything inside it, outermost first. */
export function visitExpression(e: Expression, visit: (e: Expression) => void): void {
  visit(e);
  for (const part of partsOf(e)) visitExpression(part, visit);
}

/** The expressions directly in a statement, and the statements inside it. */
export function statementParts(s: Statement): {
  readonly expressions: readonly Expression[];
  readonly statements: readonly Statement[];
} {
  switch (s.kind) {
    case "assign":
      return { expressions: [s.value, s.target], statements: [] };
    case "if":
      return { expressions: [s.test], statements: [...s.then, ...s.else] };
    case "for":
      return { expressions: [], statements: s.body };
    case "while":
      return { expressions: [s.test], statements: s.body };
    case "push":
      return { expressions: [s.value, s.queue], statements: [] };
    case "pop":
      return { expressions: [s.queue], statements: [] };
    case "assert":
      return { expressions: [s.test], statements: [] };
    case "local":
      return { expressions: [s.value], statements: [] };
  }
}

/** Calls `visit` for statements and everything inside them, in order. */
export function visitStatements(statements: readonly Statement[], visit: (s: Statement) => void): void {
  for (const s of statements) {
    visit(s);
    visitStatements(statementParts(s).statements, visit);
  }
}

/** The owner of a transition and its partners. */
export function participantsOf({ owner, partners = [] }: Transition): readonly Owner[] {
  return owner ? [owner, ...partners] : [];
}

/** The variable or local that a place is part of. */
export function rootOf(place: Expression): Expression & { readonly kind: "variable" | "local" } {
  switch (place.kind) {
    case "variable":
    case "local":
      return place;
    case "index":
    case "field":
      return rootOf(place.base);
    default:
      throw new TypeError(`${place.kind} is not a place`);
  }
}

/** The place that a statement changes directly, if any. */
export function targetOf(s: Statement): Expression | undefined {
  return s.kind === "assign" ? s.target : s.kind === "push" || s.kind === "pop" ? s.queue : undefined;
}

/** The variables that statements may change. */
export function variablesWritten(statements: readonly Statement[], into: Set<string> = new Set()): Set<string> {
  visitStatements(statements, (s) => {
    const target = targetOf(s);
    const root = target && rootOf(target);
    if (root?.kind === "variable") into.add(root.name);
  });
  return into;
}

/** The variables that some transition may change. */
export function writtenVariables(model: Model): Set<string> {
  const written = new Set<string>();
  for (const { body } of model.transitions) {
    look();
    variablesWritten(body, written);
  }
  return written;
}

/**
 * The variables whose values an expression depends on, including those in predicates. A place that is only assigned to
 * is not read, but the indices in it are.
 */
export function variablesRead(
  e: Expression,
  predicates: ReadonlyMap<string, Expression>,
  into: Set<string> = new Set(),
): Set<string> {
  visitExpression(e, (part) => {
    if (part.kind === "variable") into.add(part.name);
    else if (part.kind === "predicate") variablesRead(predicates.get(part.name)!, predicates, into);
  });
  return into;
}

/** The conditions on states in a property, from the left. */
export function stateFormulas(property: Property): readonly Expression[] {
  switch (property.kind) {
    case "invariant":
    case "reachable":
      return [property.condition];
    case "deadlock":
      return property.except ? [property.except] : [];
    case "ltl":
      return ltlConditions(property.formula);
    case "never":
      return property.claim.states.flatMap(({ edges }) => edges.map(({ condition }) => condition));
    case "deterministic":
    case "refines":
    case "other":
    case "unsupported":
      return [];
  }
}

function ltlConditions(formula: Ltl): readonly Expression[] {
  switch (formula.kind) {
    case "state":
      return [formula.condition];
    case "unary":
      return ltlConditions(formula.operand);
    case "binary":
      return [...ltlConditions(formula.left), ...ltlConditions(formula.right)];
  }
}

/** Whether some step may fail an assertion. */
export function containsAssertion(model: Model): boolean {
  let found = false;
  for (const { body } of model.transitions) {
    visitStatements(body, (s) => {
      if (s.kind === "assert") found = true;
    });
  }
  return found;
}
