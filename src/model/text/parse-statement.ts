/** Parses statements. An error costs only the statement it is in. */

import type { Cursor } from "./cursor.ts";
import { level, parseDomain, parseExpression } from "./parse-expression.ts";
import { parseType } from "./parse-type.ts";
import type { ExpressionNode, StatementNode } from "./syntax-tree.ts";

/** Words that only begin declarations. An unclosed block ends here at the latest. */
export const declarationWords: ReadonlySet<string> = new Set(
  "const type init predicate transient transition property".split(" "),
);

const statementWords: ReadonlySet<string> = new Set("if for while push pop assert var".split(" "));

/** Parses `{ ... }`; `purpose` continues the sentence "expected `{` ...". */
export function parseBlock(cursor: Cursor, purpose: string): StatementNode[] {
  const statements = (): StatementNode[] =>
    cursor.phrases(
      () => cursor.at("}") || declarationWords.has(cursor.token.kind),
      () => (cursor.accept(";") ? undefined : parseStatement(cursor)),
      () => skipStatement(cursor),
    );
  return cursor.enclosed("{", purpose, () => cursor.nested(statements));
}

function parseStatement(cursor: Cursor): StatementNode {
  const { start, kind } = cursor.token;
  switch (kind) {
    case "if":
      return parseIf(cursor);
    case "for":
      return parseFor(cursor);
    case "while":
      return parseWhile(cursor);
    case "push":
      return parsePush(cursor);
    case "pop":
      return parsePop(cursor);
    case "assert":
      return parseAssert(cursor);
    case "var":
      return parseLocal(cursor);
    case "name": {
      const target = parseExpression(cursor, level.postfix);
      if (cursor.at("=")) {
        const message = "expected `:=` to assign, found `=`";
        cursor.collector.report("seq/assignment-sign", message, cursor.token.start, cursor.token.end);
        cursor.advance();
      } else cursor.expect(":=", "and the new value after the place to assign to");
      const value = parseExpression(cursor);
      endStatement(cursor);
      return cursor.since(start, { kind: "assign", target, value });
    }
    default:
      return cursor.fail("seq/expected-statement", "a statement or `}`");
  }
}

/** If a statement could begin here, a missing semicolon is reported without skipping anything. */
function endStatement(cursor: Cursor): void {
  if (cursor.accept(";")) return;
  const { kind } = cursor.token;
  const { previousEnd } = cursor;
  if (kind !== "name" && kind !== "}" && !statementWords.has(kind)) cursor.fail("seq/unexpected-token", "`;`");
  const message = `expected \`;\` after this statement, found ${cursor.found()}`;
  cursor.collector.report("seq/missing-semicolon", message, previousEnd - 1, previousEnd);
}

/** Collects the arms in a loop, then nests them from the last one. */
function parseIf(cursor: Cursor): StatementNode {
  const arms: { start: number; test: ExpressionNode; then: StatementNode[] }[] = [];
  let otherwise: StatementNode[] = [];
  for (;;) {
    cursor.checkDepth(arms.length - 1);
    const { start } = cursor.advance();
    const test = parseExpression(cursor);
    arms.push({ start, test, then: parseBlock(cursor, "and the statements after the condition of `if`") });
    if (!cursor.accept("else")) break;
    if (cursor.at("if")) continue;
    otherwise = parseBlock(cursor, "or `if` after `else`");
    break;
  }
  for (const { start, test, then } of arms.reverse()) {
    otherwise = [cursor.since(start, { kind: "if", test, then, else: otherwise })];
  }
  return otherwise[0]!;
}

function parseFor(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `for`");
  cursor.expect(":", `and the type of \`${name.text}\``);
  const domain = parseDomain(cursor, `the type of \`${name.text}\`: \`bool\`, a range or a name`);
  const body = parseBlock(cursor, "and the body of the loop");
  return cursor.since(start, { kind: "for", name, domain, body });
}

function parseWhile(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const test = parseExpression(cursor);
  cursor.expect("bound", "and the greatest number of rounds, as in `while e bound 10 { ... }`");
  const bound = parseExpression(cursor);
  const limit = parseText(cursor);
  const body = parseBlock(cursor, "and the body of the loop");
  return cursor.since(start, { kind: "while", test, bound, limit, body });
}

function parsePush(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const pushed = cursor.enclosed("(", "and a queue after `push`", () => {
    const queue = parseExpression(cursor);
    cursor.expect(",", "and the value to push");
    return { queue, values: cursor.list(",", () => parseExpression(cursor)) };
  });
  endStatement(cursor);
  return cursor.since(start, { kind: "push", ...pushed });
}

function parsePop(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const [queue, ...targets] = cursor.enclosed("(", "and a queue after `pop`", () =>
    cursor.list(",", () => parseExpression(cursor)),
  );
  endStatement(cursor);
  return cursor.since(start, { kind: "pop", queue: queue!, targets });
}

function parseAssert(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const test = parseExpression(cursor);
  const message = parseText(cursor);
  endStatement(cursor);
  return cursor.since(start, { kind: "assert", test, message });
}

/** Parses a comma and a text, or nothing. */
export function parseText(cursor: Cursor): string | undefined {
  if (!cursor.accept(",")) return undefined;
  const text = cursor.token.text;
  if (!cursor.accept("string")) cursor.fail("seq/unexpected-token", "a text between double quotes after the comma");
  return text;
}

function parseLocal(cursor: Cursor): StatementNode {
  const { start } = cursor.advance();
  const name = cursor.name("a name after `var`");
  cursor.expect(":", `and the type of \`${name.text}\``);
  const type = parseType(cursor, `the type of \`${name.text}\``);
  cursor.expect("=", `and the value of \`${name.text}\`: a local variable always has one`);
  const value = parseExpression(cursor);
  endStatement(cursor);
  return cursor.since(start, { kind: "local", name, type, value });
}

/** Skips to the end of a broken statement: its `;`, its block, or the closing brace of the enclosing block. */
function skipStatement(cursor: Cursor): void {
  let depth = 0;
  for (;;) {
    const { kind } = cursor.token;
    if (kind === "end" || declarationWords.has(kind)) return;
    if (depth === 0 && (kind === "}" || statementWords.has(kind))) return;
    cursor.advance();
    if (kind === "{") depth++;
    else if (kind === "}") depth--;
    if (depth === 0 && (kind === ";" || (kind === "}" && !cursor.at("else")))) return;
  }
}
