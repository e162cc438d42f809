/** Parses statements of message servers and methods. */

import type { Cursor } from "./cursor.ts";
import { joined, parseExpression, parseSizes, parseType, startsDeclaration } from "./parse-expression.ts";
import type { ExpressionNode, InitialNode, StatementNode, SwitchGroup, VariableNode } from "./syntax-tree.ts";

/** Parses `{ ... }`. After an error in a statement it continues with the next. */
export function parseBlock(cursor: Cursor, purpose: string): StatementNode[] {
  return cursor.enclosed("{", purpose, () => cursor.lines(() => parseStatement(cursor)));
}

function parseStatement(cursor: Cursor): StatementNode {
  return cursor.nested(() => {
    const { kind, start } = cursor.token;
    switch (kind) {
      case "{":
        return { kind: "block", body: parseBlock(cursor, ""), span: cursor.spanSince(start) };
      case ";":
        cursor.advance();
        return { kind: "block", body: [], span: cursor.spanSince(start) };
      case "if": {
        cursor.advance();
        const test = parseTest(cursor, "if");
        const then = parseStatement(cursor);
        const otherwise = cursor.accept("else") ? parseStatement(cursor) : undefined;
        return { kind: "if", test, then, else: otherwise, span: cursor.spanSince(start) };
      }
      case "while": {
        cursor.advance();
        const test = parseTest(cursor, "while");
        return { kind: "while", test, body: parseStatement(cursor), span: cursor.spanSince(start) };
      }
      case "for":
        return parseFor(cursor);
      case "switch":
        return parseSwitch(cursor);
      case "return": {
        cursor.advance();
        const value = cursor.at(";") ? undefined : parseExpression(cursor);
        cursor.expect(";", "after `return`");
        return { kind: "return", value, span: cursor.spanSince(start) };
      }
      case "break":
      case "continue":
        cursor.advance();
        cursor.expect(";", `after \`${kind}\``);
        return { kind, span: cursor.spanSince(start) };
      default: {
        refuseWord(cursor);
        const simple = parseSimple(cursor);
        cursor.expect(";", "after the statement");
        return simple;
      }
    }
  });
}

const foreignWords: Readonly<Record<string, string>> = {
  delay: "Timed Rebeca is not supported",
  super: "calls of overridden servers are not supported",
  do: "write `while` instead",
};

function refuseWord(cursor: Cursor): void {
  const { kind, text } = cursor.token;
  const why = kind === "name" && Object.hasOwn(foreignWords, text) ? foreignWords[text] : undefined;
  if (why === undefined || cursor.peek().kind === "=") return;
  cursor.failWith("rebeca/unsupported", `expected a statement, found \`${text}\`: ${why}`);
}

/** Parses a declaration or an expression, without the semicolon. */
function parseSimple(cursor: Cursor): StatementNode {
  const { start } = cursor.token;
  if (startsDeclaration(cursor)) {
    return { kind: "declare", variables: parseVariables(cursor), span: cursor.spanSince(start) };
  }
  return { kind: "expression", value: parseExpression(cursor), span: cursor.spanSince(start) };
}

/** `byte a = 1, b`: all variables of one type. */
export function parseVariables(cursor: Cursor): VariableNode[] {
  const type = parseType(cursor);
  return cursor.list(",", (): VariableNode => {
    const name = cursor.name("the name of a variable");
    const sizes = parseSizes(cursor);
    const span = joined(type.span, cursor.spanSince(name.start));
    const whole = sizes.length === 0 ? type : { ...type, sizes: [...type.sizes, ...sizes], span };
    return { type: whole, name, value: cursor.accept("=") ? parseInitial(cursor) : undefined };
  });
}

function parseInitial(cursor: Cursor): InitialNode {
  const { start } = cursor.token;
  if (!cursor.at("{")) return parseExpression(cursor);
  return cursor.nested(() => {
    const items = cursor.enclosedList("{", "", ",", () => parseInitial(cursor));
    return { kind: "list", items, span: cursor.spanSince(start) };
  });
}

function parseTest(cursor: Cursor, word: string): ExpressionNode {
  return cursor.enclosed("(", `after \`${word}\``, () => parseExpression(cursor));
}

function parseFor(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const opening = cursor.open("(", "after `for`");
  const initial = cursor.at(";") ? undefined : parseSimple(cursor);
  cursor.expect(";", "after the beginning of the loop");
  const test = cursor.at(";") ? undefined : parseExpression(cursor);
  cursor.expect(";", "after the test of the loop");
  const updates = cursor.at(")") ? [] : cursor.list(",", () => parseExpression(cursor));
  cursor.close("(", opening);
  const body = parseStatement(cursor);
  return { kind: "for", initial, test, updates, body, span: cursor.spanSince(start) };
}

function parseSwitch(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const value = parseTest(cursor, "switch");
  const atLabel = (): boolean => cursor.at("case") || cursor.at("default");
  const groups: SwitchGroup[] = [];
  cursor.enclosed("{", "and the cases", () => {
    while (atLabel()) {
      const labels: ExpressionNode[] = [];
      let isDefault = false;
      do {
        if (cursor.advance().kind === "default") isDefault = true;
        else labels.push(parseExpression(cursor));
        cursor.expect(":", "after the case");
      } while (atLabel());
      const isEnd = (): boolean => atLabel() || cursor.at("}");
      const body = cursor.lines(() => parseStatement(cursor), isEnd);
      groups.push({ labels, isDefault, body });
    }
  });
  return { kind: "switch", value, groups, span: cursor.spanSince(start) };
}
