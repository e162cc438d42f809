/** Parses declarations: constants, enumerations, variables, channels, processes, alphabets and assertions. */

import type { Semantics } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { positionAt } from "../../../syntax/source.ts";
import type { Cursor } from "./cursor.ts";
import { additive, parseBracketed, parseExpression, parseParenthesized } from "./parse-expression.ts";
import { parseList } from "./parse-list.ts";
import { parseLtl } from "./parse-ltl.ts";
import { parseCall, parseEventSets, parseProcess, startsDeclaration } from "./parse-process.ts";
import { parseBlock } from "./parse-statement.ts";
import type { Claim, Declaration, ExpressionNode, InitialNode, MacroBody, Name } from "./syntax-tree.ts";

/** All declarations of a text. After an error the parser continues at the next declaration. */
export function parseDeclarations(cursor: Cursor): Declaration[] {
  return cursor.phrases(
    () => false,
    () => (cursor.accept(";") ? undefined : parseDeclaration(cursor)),
    () => skip(cursor),
  );
}

/** Skips to the `;` before the next declaration. */
function skip(cursor: Cursor): void {
  while (!cursor.at("end") && !cursor.at("#") && !(cursor.at(";") && startsDeclaration(cursor, 1))) cursor.advance();
}

function parseDeclaration(cursor: Cursor): Declaration {
  const { start, kind } = cursor.token;
  switch (kind) {
    case "#":
      return parseDirective(cursor);
    case "enum": {
      cursor.advance();
      const member = (): Name => cursor.name("the name of a member");
      const members = cursor.enclosed("{", "after `enum`", () => cursor.list(",", member));
      return end(cursor, cursor.since(start, { kind: "enum", members }));
    }
    case "var":
    case "hvar":
      return parseVariable(cursor);
    case "channel": {
      cursor.advance();
      const name = cursor.name("the name of a channel");
      const size = cursor.at("[") ? parseBracketed(cursor) : undefined;
      const capacity = parseExpression(cursor, additive);
      return end(cursor, cursor.since(start, { kind: "channel", name, size, capacity }));
    }
    case "name":
      return parseDefinition(cursor);
    default:
      return cursor.fail("csp/expected-declaration", "a declaration");
  }
}

function parseDirective(cursor: Cursor): Declaration {
  const { start } = cursor.advance();
  if (cursor.accept("assert")) {
    const system = parseCall(cursor);
    return end(cursor, cursor.since(start, { kind: "assert", system, claim: parseClaim(cursor) }));
  }
  if (cursor.acceptWord("define")) {
    const name = cursor.name("the name of a constant or of a condition");
    if (cursor.at("{") || startsParameters(cursor, name)) return parseMacro(cursor, start, name);
    return end(cursor, cursor.since(start, { kind: "define", name, value: parseExpression(cursor) }));
  }
  if (cursor.acceptWord("alphabet")) {
    const name = cursor.name("the name of a process");
    return end(cursor, cursor.since(start, { kind: "alphabet", name, events: parseEventSets(cursor) }));
  }
  if (cursor.acceptWord("import")) {
    const { token } = cursor;
    if (!cursor.at("string")) cursor.fail("csp/unexpected-token", "the name of a library between double quotes");
    if (!libraries.has(token.text)) {
      const known = [...libraries].map((each) => `"${each}"`).join(", ");
      const message = `expected one of PAT's libraries ${known}, found "${token.text}": others are not supported`;
      cursor.failWith("csp/unsupported", message);
    }
    cursor.advance();
    return end(cursor, cursor.since(start, { kind: "import", library: token.text }));
  }
  if (cursor.atWord("include")) {
    cursor.failWith("csp/unsupported", "expected a model in one file, found `#include`, which is not supported");
  }
  return cursor.fail("csp/unknown-directive", "`define`, `alphabet` or `assert` after `#`");
}

/** Whether names in parentheses follow at once, and then something: `f(i, j) i * j`, but not `f (i) + 1` or `f(i);`. */
function startsParameters(cursor: Cursor, name: Name): boolean {
  if (!cursor.at("(") || cursor.token.start !== name.end) return false;
  let at = 1;
  while (cursor.peek(at).kind === "name" && cursor.peek(at + 1).kind === ",") at += 2;
  return cursor.peek(at).kind === "name" && cursor.peek(at + 1).kind === ")" && cursor.peek(at + 2).kind !== ";";
}

function parseMacro(cursor: Cursor, start: number, name: Name): Declaration {
  const parameters = cursor.at("(")
    ? cursor.enclosedList("(", "", ",", () => cursor.name("the name of a parameter"))
    : [];
  const body: MacroBody = cursor.at("{")
    ? { kind: "block", block: parseBlock(cursor) }
    : { kind: "value", value: parseExpression(cursor) };
  return end(cursor, cursor.since(start, { kind: "macro", name, parameters, body }));
}

function parseClaim(cursor: Cursor): Claim {
  if (cursor.acceptWord("deadlockfree")) return { kind: "deadlockfree" };
  if (cursor.acceptWord("nonterminating")) return { kind: "nonterminating" };
  if (cursor.acceptWord("reaches")) {
    const condition = cursor.name("the name of a condition");
    return { kind: "reaches", condition, extreme: cursor.acceptWord("with") ? parseExtreme(cursor) : undefined };
  }
  if (cursor.accept("|=")) return { kind: "ltl", formula: parseLtl(cursor) };
  if (cursor.acceptWord("refines")) return parseRefinement(cursor);
  if (cursor.acceptWord("divergencefree")) return { kind: "divergencefree" };
  if (cursor.acceptWord("deterministic")) return { kind: "deterministic" };
  return cursor.failWith(
    "csp/unexpected-token",
    `expected ${claims}, found ${cursor.found()}${didYouMean(cursor.token.text, claimWords)}`,
  );
}

const claims = "`deadlockfree`, `nonterminating`, `deterministic`, `divergencefree`, `reaches`, `refines` or `|=`";

const claimWords = claims.match(/\w+/g)!.filter((word) => word !== "or");

/** Parses `min(e)` or `max(e)` after `with`. */
function parseExtreme(cursor: Cursor): { word: "min" | "max"; value: ExpressionNode } {
  const word = (["min", "max"] as const).find((each) => cursor.acceptWord(each));
  if (word === undefined) return cursor.fail("csp/unexpected-token", "`min` or `max` after `with`");
  return { word, value: parseParenthesized(cursor, `after \`${word}\``) };
}

/** Parses `refines Q`, or with the failures model, `<F>`, or the failures-divergences model, `<FD>`. */
function parseRefinement(cursor: Cursor): Claim {
  let semantics: Semantics = "traces";
  if (cursor.accept("<")) {
    const found = (["F", "FD"] as const).find((word) => cursor.acceptWord(word));
    if (found === undefined) return cursor.fail("csp/unexpected-token", "`F` or `FD` after `<`");
    cursor.expect(">", `after \`${found}\``);
    semantics = found === "F" ? "failures" : "failures-divergences";
  }
  return { kind: "refines", semantics, specification: parseCall(cursor) };
}

/** PAT's standard libraries. */
const libraries: ReadonlySet<string> = new Set([
  ...["Set", "Queue", "Stack", "List", "Math"].map((name) => `PAT.Lib.${name}`),
  "PAT.Math",
]);

/** Parses `<Set> s = new Set();` after `var`. */
function parseCollection(cursor: Cursor, start: number): Declaration {
  cursor.advance();
  const type = cursor.name("the type of a collection");
  if (!collectionTypes.includes(type.text)) {
    const known = collectionTypes.map((each) => `\`${each}\``).join(", ");
    const message = `expected ${known}, found \`${type.text}\`: other C# types are not supported`;
    cursor.failWith("csp/unsupported", message, type);
  }
  cursor.expect(">", "after the type");
  const name = cursor.name("the name of a collection");
  if (cursor.accept("=")) {
    cursor.expect("new", "and the type: a collection is empty in the beginning");
    const made = cursor.name("the type of the collection");
    if (made.text !== type.text) {
      cursor.failWith("csp/type-mismatch", `expected \`new ${type.text}()\`, found \`${made.text}\``, made);
    }
    cursor.enclosed("(", "after the type", () => undefined);
  }
  return end(cursor, cursor.since(start, { kind: "collection", name, type }));
}

const collectionTypes: readonly string[] = ["Set", "Queue", "Stack", "List"];

function parseVariable(cursor: Cursor): Declaration {
  const { start } = cursor.advance();
  if (cursor.at("<")) return parseCollection(cursor, start);
  const name = cursor.name("the name of a variable");
  const sizes: ExpressionNode[] = [];
  while (cursor.at("[")) sizes.push(parseBracketed(cursor));
  const range = cursor.accept(":") ? cursor.enclosed("{", "and a range", () => parseRange(cursor)) : undefined;
  const initial = cursor.accept("=") ? parseInitial(cursor) : undefined;
  return end(cursor, cursor.since(start, { kind: "variable", name, sizes, ...(range ? { range } : {}), initial }));
}

function parseRange(cursor: Cursor): { low?: ExpressionNode | undefined; high?: ExpressionNode | undefined } {
  const low = cursor.at("..") ? undefined : parseExpression(cursor, additive);
  cursor.expect("..", "between the bounds of the range");
  return { low, high: cursor.at("}") ? undefined : parseExpression(cursor, additive) };
}

function parseInitial(cursor: Cursor): InitialNode {
  const { start } = cursor.token;
  if (cursor.accept("*")) return cursor.since(start, { kind: "any" });
  if (cursor.at("[")) return parseList(cursor);
  return cursor.since(start, { kind: "expression", value: parseExpression(cursor) });
}

function parseDefinition(cursor: Cursor): Declaration {
  const { start } = cursor.token;
  if (!startsDeclaration(cursor)) cursor.fail("csp/expected-declaration", "a declaration");
  const name = cursor.name("the name of a process");
  const parameters = cursor.at("(") ? cursor.enclosedList("(", "", ",", () => parseParameter(cursor)) : [];
  cursor.expect("=", "and the process");
  return end(cursor, cursor.since(start, { kind: "process", name, parameters, body: parseProcess(cursor) }));
}

function parseParameter(cursor: Cursor): Name {
  const name = cursor.name("the name of a parameter");
  if (!cursor.at(":")) return name;
  return cursor.failWith("csp/unsupported", "expected `,` or `)`, found `:`: ranges of parameters are not supported");
}

function end<T extends Declaration>(cursor: Cursor, declaration: T): T {
  const { previous, token } = cursor;
  const isLineOver =
    previous && positionAt(previous.source, previous.end).line < positionAt(token.source, token.start).line;
  if (!cursor.at(";") && isLineOver) {
    // The line that lacks the sign is the one to look at, not the next one.
    const place = { source: previous.source, start: previous.end, end: previous.end + 1 };
    const message = `expected \`;\` at the end of the declaration, found the end of the line`;
    cursor.failWith("csp/unexpected-token", message, place);
  }
  cursor.expect(";", "at the end of the declaration");
  return declaration;
}
