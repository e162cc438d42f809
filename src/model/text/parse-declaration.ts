/** Parses declarations. After an error it continues at the next declaration. */

import type { Collector } from "../../syntax/collector.ts";
import type { Semantics } from "../model.ts";
import { Cursor } from "./cursor.ts";
import { parseExpression } from "./parse-expression.ts";
import { declarationWords, parseBlock, parseText } from "./parse-statement.ts";
import { parseEnum, parseType } from "./parse-type.ts";
import type {
  AssertedNode,
  ClaimStateNode,
  ConditionNode,
  ConstantNode,
  DeclarationNode,
  EventsNode,
  ExpressionNode,
  OwnerNode,
  PredicateNode,
  PropertyNode,
  TransitionNode,
  TypeDeclarationNode,
  VariableNode,
} from "./syntax-tree.ts";

/** Parses a whole text. The collector gets the errors, and all other declarations are returned. */
export function parseDeclarations(collector: Collector): DeclarationNode[] {
  const cursor = new Cursor(collector);
  return cursor.phrases(
    () => false,
    () => (cursor.accept(";") ? undefined : parseDeclaration(cursor)),
    () => skipDeclaration(cursor),
  );
}

function parseDeclaration(cursor: Cursor): DeclarationNode {
  switch (cursor.token.kind) {
    case "const":
      return parseConstant(cursor);
    case "type":
      return parseTypeDeclaration(cursor);
    case "var":
      return parseVariable(cursor);
    case "init":
    case "transient":
      return parseCondition(cursor);
    case "predicate":
      return parsePredicate(cursor);
    case "transition":
      return parseTransition(cursor);
    case "property":
      return parseProperty(cursor);
    default:
      return cursor.fail(
        "seq/expected-declaration",
        "a declaration (`const`, `type`, `var`, `init where`, `transient where`, `predicate`, `transition` or `property`)",
      );
  }
}

function parseConstant(cursor: Cursor): ConstantNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `const`");
  const type = cursor.accept(":") ? parseType(cursor, `the type of \`${name.text}\``) : undefined;
  cursor.expect("=", `and the value of \`${name.text}\``);
  const value = parseExpression(cursor);
  return cursor.since(start, { kind: "constant", name, type, value });
}

function parseTypeDeclaration(cursor: Cursor): TypeDeclarationNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `type`");
  cursor.expect("=", `and what the type \`${name.text}\` is`);
  const type = cursor.at("enum") ? parseEnum(cursor) : parseType(cursor, `what the type \`${name.text}\` is`);
  return cursor.since(start, { kind: "type", name, type });
}

function parseVariable(cursor: Cursor): VariableNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `var`");
  cursor.expect(":", `and the type of \`${name.text}\``);
  const type = parseType(cursor, `the type of \`${name.text}\``);
  if (cursor.at(":=")) cursor.fail("seq/assignment-sign", `\`=\` and the initial value of \`${name.text}\``);
  const initial = cursor.accept("=") ? parseExpression(cursor) : undefined;
  return cursor.since(start, { kind: "variable", name, type, initial, limit: parseText(cursor) });
}

/** Parses `init where ...` or `transient where ...`. */
function parseCondition(cursor: Cursor): ConditionNode {
  const { start, kind: word } = cursor.advance();
  cursor.expect("where", `and a condition after \`${word}\``);
  const kind = word === "init" ? "initial condition" : "transient";
  return cursor.since(start, { kind, condition: parseExpression(cursor) });
}

function parsePredicate(cursor: Cursor): PredicateNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `predicate`");
  cursor.expect("=", `and the condition that \`${name.text}\` stands for`);
  const condition = parseExpression(cursor);
  return cursor.since(start, { kind: "predicate", name, condition });
}

function parseTransition(cursor: Cursor): TransitionNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `transition`");
  const parameters = cursor.at("(") ? parseParameters(cursor) : [];
  const owners = cursor.accept("by") ? cursor.list(",", () => parseOwner(cursor)) : [];
  const guard = cursor.accept("when") ? parseExpression(cursor) : undefined;
  const parts = guard
    ? []
    : owners.length > 0
      ? ["`,`", "`when`"]
      : parameters.length > 0
        ? ["`by`", "`when`"]
        : ["`(`", "`by`", "`when`"];
  if (!cursor.at("{")) cursor.fail("seq/unexpected-token", [...parts, "`{` and the body"].join(" or "));
  const body = parseBlock(cursor, "and the body");
  return cursor.since(start, { kind: "transition", name, parameters, owners, guard, body });
}

function parseParameters(cursor: Cursor): TransitionNode["parameters"] {
  return cursor.enclosedList("(", "", ",", () => {
    const name = cursor.name("the name of a parameter");
    cursor.expect(":", `and the type of \`${name.text}\``);
    return { name, type: parseType(cursor, `the type of \`${name.text}\``) };
  });
}

function parseOwner(cursor: Cursor): OwnerNode {
  const process = cursor.name("the name of a process after `by`");
  const indices: ExpressionNode[] = [];
  while (cursor.at("[")) {
    indices.push(...cursor.enclosed("[", "", () => cursor.list(",", () => parseExpression(cursor))));
  }
  return { process, indices };
}

function parseProperty(cursor: Cursor): PropertyNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `property`");
  cursor.expect(":", `and what the property \`${name.text}\` says`);
  const asserted = parseAsserted(cursor);
  return cursor.since(start, { kind: "property", name, asserted });
}

function parseAsserted(cursor: Cursor): AssertedNode {
  const form = cursor.token.kind;
  switch (form) {
    case "invariant":
      cursor.advance();
      return { form, condition: parseExpression(cursor) };
    case "reachable": {
      cursor.advance();
      return { form, condition: parseExpression(cursor), least: parseLeast(cursor) };
    }
    case "deadlock":
      cursor.advance();
      cursor.expect("-", "and `free` after `deadlock`");
      cursor.expectWord("free", "after `deadlock-`");
      return { form, condition: cursor.accept("except") ? parseExpression(cursor) : undefined };
    case "ltl":
      return cursor.within({ temporal: true }, () => {
        cursor.advance();
        return { form, condition: parseExpression(cursor) };
      });
    default:
      if (cursor.acceptWord("never")) return { form: "never", states: parseClaimStates(cursor) };
      if (cursor.acceptWord("unsupported")) {
        const { text: reason } = cursor.token;
        if (!cursor.accept("string")) cursor.fail("seq/unexpected-token", "the reason between double quotes");
        return { form: "unsupported", reason };
      }
      if (cursor.acceptWord("deterministic")) return { form: "deterministic", events: parseEvents(cursor) };
      if (cursor.acceptWord("refines")) {
        const semantics = parseSemantics(cursor);
        const events = parseEvents(cursor);
        return { form: "refines", semantics, events, specification: parseInside(cursor, "and the specification") };
      }
      if (cursor.acceptWord("in")) return { form: "other", system: parseInside(cursor, "and another system") };
      return cursor.fail(
        "seq/expected-property",
        "`invariant`, `reachable`, `deadlock-free`, `ltl`, `never`, `deterministic`, `refines`, `in` or `unsupported`",
      );
  }
}

/** Parses `with least e` or `with least negated e` after the condition of `reachable`. */
function parseLeast(cursor: Cursor): { value: ExpressionNode; isNegated: boolean } | undefined {
  if (!cursor.acceptWord("with")) return undefined;
  cursor.expectWord("least", "after `with`");
  const isNegated = cursor.acceptWord("negated");
  return { value: parseExpression(cursor), isNegated };
}

/** Parses `traces`, `failures` or `failures-divergences`. */
function parseSemantics(cursor: Cursor): Semantics {
  if (cursor.acceptWord("traces")) return "traces";
  if (!cursor.acceptWord("failures")) {
    cursor.fail("seq/unexpected-token", "`traces`, `failures` or `failures-divergences` after `refines`");
  }
  if (!cursor.accept("-")) return "failures";
  cursor.expectWord("divergences", "after `failures-`");
  return "failures-divergences";
}

/** Parses `by event("", "tau", "a")`: a variable, and the names of events by its values. */
function parseEvents(cursor: Cursor): EventsNode {
  cursor.expect("by", "and the variable of events");
  const { start } = cursor.token;
  const variable = cursor.name("the variable of events after `by`");
  const names = cursor.enclosedList("(", "and the names of events", ",", () => {
    const { text } = cursor.token;
    if (!cursor.accept("string")) cursor.fail("seq/unexpected-token", "the name of an event between double quotes");
    return text;
  });
  return cursor.since(start, { variable, names });
}

/** Parses a model between braces. */
function parseInside(cursor: Cursor, purpose: string): DeclarationNode[] {
  return cursor.nested(() =>
    cursor.enclosed("{", purpose, () => {
      const declarations: DeclarationNode[] = [];
      while (!cursor.at("}") && !cursor.at("end")) {
        if (!cursor.accept(";")) declarations.push(parseDeclaration(cursor));
      }
      return declarations;
    }),
  );
}

function parseClaimStates(cursor: Cursor): ClaimStateNode[] {
  const states: ClaimStateNode[] = [];
  cursor.enclosed("{", "and the states of the automaton", () => {
    do {
      const { start } = cursor.token;
      const accepting = cursor.acceptWord("accepting");
      cursor.expectWord("state", accepting ? "after `accepting`" : "or `accepting state`");
      const name = cursor.name("the name of a state");
      states.push(cursor.since(start, { name, accepting, edges: parseClaimEdges(cursor) }));
    } while (!cursor.at("}") && !cursor.at("end"));
  });
  return states;
}

function parseClaimEdges(cursor: Cursor): ClaimStateNode["edges"] {
  const edges: ClaimStateNode["edges"][number][] = [];
  cursor.enclosed("{", "and the edges of the state", () => {
    while (!cursor.at("}") && !cursor.at("end")) {
      const { start } = cursor.token;
      cursor.expect("when", "and the condition of an edge");
      const condition = parseExpression(cursor);
      cursor.expectWord("goto", "and a state after the condition");
      edges.push(cursor.since(start, { condition, target: cursor.name("the name of a state") }));
      if (!cursor.accept(";")) break;
    }
  });
  return edges;
}

/** Skips to the next declaration, past the blocks of the broken one. `var` inside a block is a statement. */
function skipDeclaration(cursor: Cursor): void {
  let depth = 0;
  for (;;) {
    const { kind } = cursor.token;
    if (kind === "end" || declarationWords.has(kind) || (kind === "var" && depth <= 0)) return;
    cursor.advance();
    if (kind === "{") depth++;
    else if (kind === "}") depth--;
    else if (kind === ";" && depth <= 0) return;
  }
}
