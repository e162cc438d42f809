/** Parses statements, and the declarations before them. */

import type { Name } from "../../../syntax/cursor.ts";
import type { Cursor } from "./cursor.ts";
import type { Kind } from "./lexicon.ts";
import {
  joined,
  parseArguments,
  parseDesignator,
  parseExpression,
  parseMultisetCondition,
  parseQuantifiers,
  parseType,
  parseVariable,
} from "./parse-expression.ts";
import type {
  BindingNode,
  Category,
  Clause,
  DeclarationNode,
  ExpressionNode,
  StatementNode,
  SwitchCase,
} from "./syntax-tree.ts";

/** The words that may end a list of statements. */
const ends: readonly Kind[] = [
  "END", "endalias", "endfor", "endfunction", "endif", "endprocedure", "endrule", "endstartstate", "endswitch",
  "endwhile", "else", "elsif", "case", "endchoose", "endruleset", "startstate", "rule", "ruleset",
]; // prettier-ignore

export function parseStatements(cursor: Cursor): StatementNode[] {
  const isEnd = (): boolean => cursor.atAny(...ends);
  return cursor.phrases(
    isEnd,
    () => {
      if (cursor.accept(";")) return undefined;
      const statement = parseStatement(cursor);
      if (!isEnd()) cursor.expect(";", "after the statement");
      return statement;
    },
    (isStuck) => {
      if (isStuck) cursor.advance();
      while (!cursor.at("end") && !cursor.at(";") && !isEnd()) cursor.advance();
      cursor.accept(";");
    },
  );
}

export const categories: Readonly<Partial<Record<string, Category>>> = {
  assert: "assert",
  invariant: "assert",
  assume: "assume",
  cover: "cover",
  liveness: "liveness",
};

function parseStatement(cursor: Cursor): StatementNode {
  return cursor.nested(() => {
    const { token } = cursor;
    const { kind } = token;
    const span = (): StatementNode["span"] => cursor.spanSince(token);
    switch (kind) {
      case "if":
        return parseIf(cursor);
      case "switch":
        return parseSwitch(cursor);
      case "for": {
        cursor.advance();
        const quantifiers = parseQuantifiers(cursor);
        cursor.expectDo("and the body of the loop");
        const statements = parseStatements(cursor);
        cursor.closeBlock("endfor", token);
        const whole = span();
        const loops = quantifiers.reduceRight<readonly StatementNode[]>(
          (body, quantifier) => [{ kind: "for", quantifier, body, span: whole }],
          statements,
        );
        return loops[0]!;
      }
      case "while": {
        cursor.advance();
        const test = parseExpression(cursor);
        cursor.expectDo("and the body of the loop");
        const body = parseStatements(cursor);
        cursor.closeBlock("endwhile", token);
        return { kind: "while", test, body, span: span() };
      }
      case "alias": {
        cursor.advance();
        const bindings = parseBindings(cursor, () => cursor.at("do"));
        cursor.expectDo("and what the alias is for");
        const body = parseStatements(cursor);
        cursor.closeBlock("endalias", token);
        return { kind: "alias", bindings, body, span: span() };
      }
      case "return": {
        cursor.advance();
        const value = cursor.at(";") || cursor.atAny(...ends) ? undefined : parseExpression(cursor);
        return { kind: "return", value, span: span() };
      }
      case "clear":
      case "undefine":
        cursor.advance();
        return { kind, place: parseDesignator(cursor), span: span() };
      case "error": {
        cursor.advance();
        const message = cursor.token.text;
        cursor.expect("string", "that says what is wrong");
        return { kind: "error", message, span: span() };
      }
      case "put":
        cursor.advance();
        if (!cursor.accept("string")) parseExpression(cursor);
        return { kind: "put", span: span() };
      case "assert":
      case "invariant":
      case "assume":
      case "cover":
      case "liveness": {
        const { name, condition } = parseProperty(cursor);
        return { kind: "property", category: categories[kind]!, condition, message: name, span: span() };
      }
      case "multisetadd":
        cursor.advance();
        return cursor.enclosed("(", "and a value", () => {
          const value = parseExpression(cursor);
          cursor.expect(",", "and a multiset");
          return { kind: "multisetadd", value, multiset: parseDesignator(cursor), span: span() };
        });
      case "multisetremove":
        cursor.advance();
        return cursor.enclosed("(", "and a chosen element", () => {
          const index = parseExpression(cursor);
          cursor.expect(",", "and a multiset");
          return { kind: "multisetremove", index, multiset: parseDesignator(cursor), span: span() };
        });
      case "multisetremovepred":
        cursor.advance();
        return { kind: "multisetremovepred", ...parseMultisetCondition(cursor), span: span() };
      case "name":
        return parseAssignmentOrCall(cursor);
      default:
        return cursor.fail("murphi/expected-statement", "a statement");
    }
  });
}

function parseAssignmentOrCall(cursor: Cursor): StatementNode {
  if (cursor.peek().kind === "(") {
    const name = cursor.name("the name of a procedure");
    return { kind: "call", name, args: parseArguments(cursor), span: cursor.spanSince(name.span) };
  }
  return parseAssignment(cursor, parseDesignator(cursor));
}

/** The rest of an assignment after its target. */
export function parseAssignment(cursor: Cursor, target: ExpressionNode): StatementNode {
  if (cursor.at("=")) {
    cursor.fail("murphi/expected-assignment", `\`:=\` and a value`);
  }
  cursor.expect(":=", "and a value");
  const value = parseExpression(cursor);
  return { kind: "assign", target, value, span: joined(target.span, value.span) };
}

/** `invariant "name" condition`, or `assert condition "name"`. */
export function parseProperty(cursor: Cursor): { name?: string | undefined; condition: ExpressionNode } {
  cursor.advance();
  const { text } = cursor.token;
  if (cursor.accept("string")) return { name: text, condition: parseExpression(cursor) };
  const condition = parseExpression(cursor);
  const { text: after } = cursor.token;
  return cursor.accept("string") ? { name: after, condition } : { condition };
}

function parseIf(cursor: Cursor): StatementNode {
  const token = cursor.advance();
  const clauses: Clause[] = [];
  do {
    const test = parseExpression(cursor);
    cursor.expect("then", "after the condition");
    clauses.push({ test, body: parseStatements(cursor) });
  } while (cursor.accept("elsif"));
  const otherwise = cursor.accept("else") ? parseStatements(cursor) : [];
  cursor.closeBlock("endif", token);
  return { kind: "if", clauses, else: otherwise, span: cursor.spanSince(token) };
}

function parseSwitch(cursor: Cursor): StatementNode {
  const token = cursor.advance();
  const value = parseExpression(cursor);
  const cases: SwitchCase[] = [];
  while (cursor.accept("case")) {
    const values = cursor.list(",", () => parseExpression(cursor));
    cursor.expect(":", "after the case");
    cases.push({ values, body: parseStatements(cursor) });
  }
  const otherwise = cursor.accept("else") ? parseStatements(cursor) : [];
  cursor.closeBlock("endswitch", token);
  return { kind: "switch", value, cases, else: otherwise, span: cursor.spanSince(token) };
}

/** `a, b: expression; ...` */
export function parseBindings(cursor: Cursor, isEnd: () => boolean): BindingNode[] {
  const bindings: BindingNode[] = [];
  while (!isEnd()) {
    const names: Name[] = [];
    do names.push(cursor.name("a name"));
    while (cursor.accept(",") && !cursor.at(":"));
    cursor.expect(":", "and a value");
    const value = parseExpression(cursor);
    for (const name of names) bindings.push({ name, value, span: joined(name.span, value.span) });
    cursor.skipSemicolons();
  }
  return bindings;
}

/** Any number of `const`, `type` and `var`. */
export function parseDeclarations(cursor: Cursor): DeclarationNode[] {
  const declarations: DeclarationNode[] = [];
  for (;;) {
    if (cursor.accept("const")) {
      declarations.push({ kind: "const", bindings: parseBindings(cursor, () => !atDeclaration(cursor)) });
    } else if (cursor.accept("type")) {
      while (atDeclaration(cursor)) {
        const names: Name[] = [];
        do names.push(cursor.name("the name of a type"));
        while (cursor.accept(",") && !cursor.at(":"));
        cursor.expect(":", "and a type");
        declarations.push({ kind: "type", names, type: parseType(cursor) });
        cursor.skipSemicolons();
      }
    } else if (cursor.accept("var")) {
      while (atDeclaration(cursor)) {
        declarations.push({ kind: "var", variable: parseVariable(cursor, "the name of a variable") });
        cursor.skipSemicolons();
      }
    } else return declarations;
  }
}

/** Whether a name follows, or a reserved word in the place of one. */
function atDeclaration(cursor: Cursor): boolean {
  return cursor.at("name") || cursor.peek().kind === ":";
}
