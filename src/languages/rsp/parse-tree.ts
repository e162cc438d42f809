/** Parses the items of a `.rsp` text by recursive descent. After an error it continues with the next item. */

import type { Collector } from "../../syntax/collector.ts";
import { Cursor } from "../../syntax/cursor.ts";
import { Lexer } from "../../syntax/lexer.ts";
import { keywords, lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";
import type { AutomatonTree, EdgeTree, Expression, Item, Name, Side } from "./syntax-tree.ts";

type RspCursor = Cursor<Kind>;

const beginnings: ReadonlySet<string> = new Set(keywords.split(" "));

export function parseItems(collector: Collector): Item[] {
  const cursor = new Cursor(lexicon, collector, new Lexer(lexicon, collector));
  return cursor.phrases(
    () => false,
    () => parseItem(cursor),
    () => {
      while (!cursor.at("end") && !beginnings.has(cursor.token.kind)) cursor.advance();
    },
  );
}

function parseItem(cursor: RspCursor): Item {
  const { kind, start } = cursor.token;
  if (!beginnings.has(kind)) cursor.fail("rsp/unexpected-token", `one of ${keywords.replaceAll(" ", ", ")}`);
  cursor.advance();
  switch (kind) {
    case "alphabet":
      return cursor.since(start, { kind, letters: parseLetters(cursor) });
    case "let": {
      const name = cursor.name("a name to define");
      cursor.expect("=", "");
      return cursor.since(start, { kind, name, expression: parseExpression(cursor) });
    }
    case "automaton": {
      const name = cursor.name("a name for the automaton");
      return cursor.since(start, { kind, name, automaton: parseAutomaton(cursor, false) });
    }
    case "pushdown": {
      const name = cursor.name("a name for the pushdown automaton");
      return cursor.since(start, { kind, name, automaton: parseAutomaton(cursor, true) });
    }
    case "given": {
      const from = parseWord(cursor);
      cursor.expect("->", "or a letter");
      return cursor.since(start, { kind, from, to: parseWord(cursor) });
    }
    case "configurations":
    case "initial":
    case "bad":
      cursor.accept(":");
      return cursor.since(start, { kind, expression: parseExpression(cursor) });
    default: {
      const name = cursor.name(`a name for the ${kind}`);
      cursor.expect(":", "");
      return cursor.since(start, {
        kind: kind as "transition" | "pattern" | "mirror",
        name,
        expression: parseExpression(cursor),
      });
    }
  }
}

/** `{a, b}` */
function parseLetters(cursor: RspCursor): Name[] {
  cursor.expect("{", "");
  const letters = cursor.list(",", () => cursor.name("a letter"));
  cursor.expect("}", "or `,`");
  return letters;
}

/** Parses a sequence of letters, or `()`. */
function parseWord(cursor: RspCursor): Name[] {
  if (cursor.accept("(")) {
    cursor.expect(")", "");
    return [];
  }
  const letters = [cursor.name("a letter or `()`")];
  while (cursor.at("name")) letters.push(cursor.name("a letter"));
  return letters;
}

function parseAutomaton(cursor: RspCursor, hasStack: boolean): AutomatonTree {
  const initial: Name[] = [];
  const accepting: Name[] = [];
  const edges: EdgeTree[] = [];
  const parseStates = (): Name[] => cursor.list(",", () => cursor.name("a state"));
  cursor.expect("{", "");
  while (!cursor.accept("}")) {
    if (cursor.accept("initial")) initial.push(...parseStates());
    else if (cursor.accept("accepting")) accepting.push(...parseStates());
    else {
      const from = cursor.name("`initial`, `accepting`, a state or `}`");
      cursor.expect("->", "");
      const to = cursor.name("a state");
      cursor.expect(":", "");
      const letters = choice(cursor.list("|", () => parseAtom(cursor)));
      edges.push({ from, to, letters, stack: hasStack ? parseStack(cursor) : undefined });
    }
  }
  return { initial, accepting, edges };
}

/** `push x` or `pop x`; a state of this name would be followed by `->`. */
function parseStack(cursor: RspCursor): EdgeTree["stack"] {
  const { kind, text } = cursor.token;
  if (kind !== "name" || (text !== "push" && text !== "pop") || cursor.peek().kind !== "name") return undefined;
  cursor.advance();
  return { op: text, symbol: cursor.name("a symbol of the stack") };
}

function choice(items: readonly Expression[]): Expression {
  return { kind: "choice", items, start: items[0]!.start, end: items.at(-1)!.end };
}

function parseExpression(cursor: RspCursor): Expression {
  return cursor.nested(() => {
    const items = cursor.list("|", () => parseSequence(cursor));
    return items.length === 1 ? items[0]! : choice(items);
  });
}

function parseSequence(cursor: RspCursor): Expression {
  const items = [parseRepeated(cursor)];
  while (startsAtom(cursor)) items.push(parseRepeated(cursor));
  if (items.length === 1) return items[0]!;
  return { kind: "sequence", items, start: items[0]!.start, end: items.at(-1)!.end };
}

function startsAtom(cursor: RspCursor): boolean {
  return ["(", "{", "name", "id", "_"].includes(cursor.token.kind);
}

const repetitions: Readonly<Record<string, "star" | "plus" | "optional">> = {
  "*": "star",
  "+": "plus",
  "?": "optional",
};

function parseRepeated(cursor: RspCursor): Expression {
  let item = parseAtom(cursor);
  for (;;) {
    const kind = repetitions[cursor.token.kind];
    if (kind === undefined) return item;
    item = { kind, item, start: item.start, end: cursor.advance().end };
  }
}

function parseAtom(cursor: RspCursor): Expression {
  const { kind, start, text } = cursor.token;
  switch (kind) {
    case "{":
      return cursor.since(start, { kind: "set", letters: parseLetters(cursor) });
    case "_":
      cursor.advance();
      return cursor.since(start, { kind: "any" });
    case "id":
      cursor.advance();
      return cursor.since(start, { kind: "id", letters: cursor.at("{") ? parseLetters(cursor) : undefined });
    case "name":
      cursor.advance();
      return cursor.since(start, { kind: "name", text });
    case "(":
      return isPair(cursor) ? parsePair(cursor) : parseParentheses(cursor);
    default:
      return cursor.fail("rsp/unexpected-token", "a letter, a name, `id`, `_`, `{` or `(`");
  }
}

/** Parses a parenthesized expression. `()` is the empty word. */
function parseParentheses(cursor: RspCursor): Expression {
  const { start } = cursor.advance();
  if (cursor.accept(")")) return cursor.since(start, { kind: "sequence", items: [] });
  const inner = parseExpression(cursor);
  cursor.expect(")", "to close the parenthesis");
  return inner;
}

/** Whether the parenthesis at the cursor encloses a pair: a side and a comma, or padding. */
function isPair(cursor: RspCursor): boolean {
  const first = cursor.peek().kind;
  if (first === "#") return true;
  let distance = 2;
  if (first === "{") while (!["}", "end"].includes(cursor.peek(distance - 1).kind)) distance++;
  return cursor.peek(distance).kind === ",";
}

function parsePair(cursor: RspCursor): Expression {
  const { start } = cursor.advance();
  const left = parseSide(cursor);
  cursor.expect(",", "");
  const right = parseSide(cursor);
  cursor.expect(")", "to close the pair");
  return cursor.since(start, { kind: "pair", left, right });
}

function parseSide(cursor: RspCursor): Side {
  const { start } = cursor.token;
  if (cursor.accept("#")) return cursor.since(start, { kind: "padding" });
  if (cursor.accept("_")) return cursor.since(start, { kind: "any" });
  const letters = cursor.at("{") ? parseLetters(cursor) : [cursor.name("a letter, `_`, `#` or `{`")];
  return cursor.since(start, { kind: "set", letters });
}
