/** Parses data operations: the blocks of statements of events. */

import type { Cursor } from "./cursor.ts";
import {
  parseCall,
  parseExpression,
  parseMethod,
  parseParenthesized,
  parsePlace,
  startsMethod,
} from "./parse-expression.ts";
import { parseList } from "./parse-list.ts";
import type { Block, ExpressionNode, StatementNode } from "./syntax-tree.ts";

export function parseBlock(cursor: Cursor): Block {
  const { start } = cursor.token;
  const statements = cursor.enclosed("{", "to begin a data operation", () =>
    cursor.nested(() => parseStatements(cursor)),
  );
  return cursor.since(start, { statements });
}

function parseStatements(cursor: Cursor): StatementNode[] {
  const statements: StatementNode[] = [];
  while (!cursor.at("}") && !cursor.at("end")) {
    if (cursor.accept(";")) continue;
    statements.push(parseStatement(cursor));
  }
  return statements;
}

function parseStatement(cursor: Cursor): StatementNode {
  const { start, kind } = cursor.token;
  switch (kind) {
    case "{": {
      const { statements } = parseBlock(cursor);
      return cursor.since(start, { kind: "block", body: statements });
    }
    case "if": {
      cursor.advance();
      const test = parseParenthesized(cursor, "before the condition");
      const then = parseBody(cursor);
      const otherwise = cursor.accept("else") ? parseBody(cursor) : [];
      return cursor.since(start, { kind: "if", test, then, else: otherwise });
    }
    case "while": {
      cursor.advance();
      const test = parseParenthesized(cursor, "before the condition");
      return cursor.since(start, { kind: "while", test, body: parseBody(cursor) });
    }
    case "var": {
      cursor.advance();
      const name = cursor.name("the name of a local variable");
      if (cursor.at("[")) cursor.fail("csp/unsupported", "a number or a truth value as a local variable");
      const value: ExpressionNode = cursor.accept("=")
        ? parseExpression(cursor)
        : { kind: "number", value: 0, start: name.start, end: name.end };
      return finish(cursor, cursor.since(start, { kind: "local", name, value }));
    }
    case "assert": {
      cursor.advance();
      return finish(
        cursor,
        cursor.since(start, { kind: "assert", test: parseParenthesized(cursor, "before the condition") }),
      );
    }
    case "name":
      if (startsMethod(cursor)) {
        return finish(cursor, cursor.since(start, { kind: "change", call: parseMethod(cursor) }));
      }
      return finish(cursor, parseAssignment(cursor));
    case "call": {
      const called = parseCall(cursor);
      if (called.kind !== "function") {
        return cursor.failWith(
          "csp/unsupported-call",
          "expected a statement, found a question about a channel",
          called,
        );
      }
      return finish(cursor, cursor.since(start, { kind: "call", name: called.name, arguments: called.arguments }));
    }
    default:
      return cursor.fail("csp/expected-statement", "a statement");
  }
}

/** Parses one statement, or a block. */
function parseBody(cursor: Cursor): readonly StatementNode[] {
  return cursor.nested(() => {
    if (cursor.accept(";")) return [];
    const statement = parseStatement(cursor);
    return statement.kind === "block" ? statement.body : [statement];
  });
}

/** The `;` after the last statement of a block may be omitted. */
function finish(cursor: Cursor, statement: StatementNode): StatementNode {
  if (!cursor.accept(";") && !cursor.at("}")) {
    cursor.fail("csp/missing-semicolon", "`;` after the statement");
  }
  return statement;
}

function parseAssignment(cursor: Cursor): StatementNode {
  const { start } = cursor.token;
  const target = parsePlace(cursor);
  const { kind } = cursor.token;
  const step = (op: "+" | "-", by: ExpressionNode): StatementNode => {
    const place = { start, end: cursor.previousEnd };
    return { kind: "assign", target, value: { kind: "binary", op, left: target, right: by, ...place }, ...place };
  };
  switch (kind) {
    case "=":
      cursor.advance();
      if (cursor.at("[")) return cursor.since(start, { kind: "fill", target, list: parseList(cursor) });
      return cursor.since(start, { kind: "assign", target, value: parseExpression(cursor) });
    case "++":
    case "--":
      cursor.advance();
      return step(kind === "++" ? "+" : "-", { kind: "number", value: 1, start, end: cursor.previousEnd });
    case "+=":
    case "-=":
      cursor.advance();
      return step(kind === "+=" ? "+" : "-", parseExpression(cursor));
    default:
      return cursor.fail("csp/unexpected-token", "`=`, `++` or `--` after the variable");
  }
}
