/** Reads the items of a `.rsp` text by recursive descent; after a mistake it goes on with the next item. */

import type { Collector } from "../../syntax/collector.ts";
import { tokenize } from "./lexer.ts";
import type { Token } from "./lexer.ts";
import type { AutomatonTree, Expression, Item, Name, Side } from "./syntax-tree.ts";

const keywords = ["alphabet", "let", "automaton", "configurations", "transition", "initial", "bad", "pattern", "given"];
/** Words that cannot be names. */
export const reserved: readonly string[] = [...keywords, "accepting", "id", "_"];
/** Deeper parentheses than this are refused. */
const deepest = 200;

export function parseItems(collector: Collector): Item[] {
  const parser = new Parser(collector);
  return parser.items();
}

/** Thrown and caught within this file, after the mistake has been reported. */
class Mistake extends Error {}

class Parser {
  readonly #collector: Collector;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(collector: Collector) {
    this.#collector = collector;
    this.#tokens = tokenize(collector);
  }

  items(): Item[] {
    const items: Item[] = [];
    while (this.#token.kind !== "end" && !this.#collector.full) {
      try {
        items.push(this.#item());
      } catch (error) {
        if (!(error instanceof Mistake)) throw error;
        this.#skipItem();
        this.#depth = 0;
      }
    }
    return items;
  }

  #skipItem(): void {
    while (this.#token.kind !== "end" && !this.#isKeyword()) this.#at++;
  }

  get #token(): Token {
    return this.#tokens[this.#at]!;
  }

  #isKeyword(): boolean {
    return this.#token.kind === "name" && keywords.includes(this.#token.text);
  }

  #fail(expected: string): never {
    const { kind, text, start, end } = this.#token;
    const found = kind === "end" ? "the end of the text" : `\`${text}\``;
    this.#collector.report(
      "rsp/unexpected-token",
      `expected ${expected}, found ${found}`,
      start,
      Math.max(end, start + 1),
    );
    // At least one token is left behind, so that there is an end.
    if (kind !== "end") this.#at++;
    throw new Mistake();
  }

  #is(text: string): boolean {
    return this.#token.kind !== "end" && this.#token.text === text;
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string, why = ""): void {
    if (!this.#take(text)) this.#fail(`\`${text}\`${why}`);
  }

  #name(what: string): Name {
    const { kind, text, start, end } = this.#token;
    if (kind !== "name" || reserved.includes(text)) this.#fail(what);
    this.#at++;
    return { text, start, end };
  }

  #names(what: string): Name[] {
    const names = [this.#name(what)];
    while (this.#take(",")) names.push(this.#name(what));
    return names;
  }

  #braced(what: string): Name[] {
    this.#expect("{");
    const names = this.#names(what);
    this.#expect("}", " or `,`");
    return names;
  }

  #item(): Item {
    const { text, start } = this.#token;
    const spanned = <T>(rest: T): T & { start: number; end: number } => ({
      ...rest,
      start,
      end: this.#tokens[this.#at - 1]!.end,
    });
    if (!this.#isKeyword()) this.#fail(`one of ${keywords.join(", ")}`);
    this.#at++;
    switch (text) {
      case "alphabet":
        return spanned({ kind: "alphabet", letters: this.#braced("a letter") });
      case "let": {
        const name = this.#name("a name to define");
        this.#expect("=");
        return spanned({ kind: "let", name, expression: this.#expression() });
      }
      case "automaton":
        return spanned({
          kind: "automaton",
          name: this.#name("a name for the automaton"),
          automaton: this.#automaton(),
        });
      case "given": {
        const from = this.#word();
        this.#expect("->", " or a letter");
        return spanned({ kind: "given", from, to: this.#word() });
      }
      case "configurations":
      case "initial":
      case "bad":
        this.#take(":");
        return spanned({ kind: text, expression: this.#expression() });
      default: {
        const name = this.#name(`a name for the ${text}`);
        this.#expect(":");
        return spanned({ kind: text as "transition" | "pattern", name, expression: this.#expression() });
      }
    }
  }

  /** Letters after each other, or `()`. */
  #word(): Name[] {
    if (this.#take("(")) {
      this.#expect(")");
      return [];
    }
    const letters = [this.#name("a letter or `()`")];
    while (this.#token.kind === "name" && !this.#isKeyword()) letters.push(this.#name("a letter"));
    return letters;
  }

  #automaton(): AutomatonTree {
    const initial: Name[] = [];
    const accepting: Name[] = [];
    const edges: { from: Name; to: Name; letters: Expression }[] = [];
    this.#expect("{");
    while (!this.#take("}")) {
      if (this.#take("initial")) initial.push(...this.#names("a state"));
      else if (this.#take("accepting")) accepting.push(...this.#names("a state"));
      else {
        const from = this.#name("`initial`, `accepting`, a state or `}`");
        this.#expect("->");
        const to = this.#name("a state");
        this.#expect(":");
        edges.push({ from, to, letters: this.#letters() });
      }
    }
    return { initial, accepting, edges };
  }

  /** A choice of single letters or pairs, on the edge of an automaton. */
  #letters(): Expression {
    const items = [this.#atom()];
    while (this.#take("|")) items.push(this.#atom());
    return { kind: "choice", items, start: items[0]!.start, end: items.at(-1)!.end };
  }

  #expression(): Expression {
    const items = [this.#sequence()];
    while (this.#take("|")) items.push(this.#sequence());
    if (items.length === 1) return items[0]!;
    return { kind: "choice", items, start: items[0]!.start, end: items.at(-1)!.end };
  }

  #sequence(): Expression {
    const items = [this.#repeated()];
    while (this.#startsAtom()) items.push(this.#repeated());
    if (items.length === 1) return items[0]!;
    return { kind: "sequence", items, start: items[0]!.start, end: items.at(-1)!.end };
  }

  #startsAtom(): boolean {
    return (
      this.#is("(") || this.#is("{") || (this.#token.kind === "name" && !this.#isKeyword() && !this.#is("accepting"))
    );
  }

  #repeated(): Expression {
    let item = this.#atom();
    for (;;) {
      const { text, end } = this.#token;
      const kind = ({ "*": "star", "+": "plus", "?": "optional" } as const)[text];
      if (kind === undefined) return item;
      this.#at++;
      item = { kind, item, start: item.start, end };
    }
  }

  #atom(): Expression {
    const { start, end, text } = this.#token;
    if (!this.#startsAtom()) this.#fail("a letter, a name, `id`, `_`, `{` or `(`");
    if (this.#is("{")) {
      return { kind: "set", letters: this.#braced("a letter"), start, end: this.#tokens[this.#at - 1]!.end };
    }
    if (!this.#is("(")) {
      this.#at++;
      if (text === "_") return { kind: "any", start, end };
      if (text !== "id") return { kind: "name", text, start, end };
      const letters = this.#is("{") ? this.#braced("a letter") : undefined;
      return { kind: "id", letters, start, end: this.#tokens[this.#at - 1]!.end };
    }
    if (this.#isPair()) return this.#pair();
    this.#at++;
    if (this.#take(")")) return { kind: "sequence", items: [], start, end: end + 1 };
    if (++this.#depth > deepest) {
      this.#collector.reportOnly("rsp/too-deep", `expected at most ${deepest} nested parentheses`, start, end);
      throw new Mistake();
    }
    const inner = this.#expression();
    this.#depth--;
    this.#expect(")", " to close the parenthesis");
    return inner;
  }

  /** Whether the parenthesis here encloses a pair: a side and a comma, or padding. */
  #isPair(): boolean {
    const first = this.#tokens[this.#at + 1];
    if (first?.text === "#") return true;
    let at = this.#at + 2;
    if (first?.text === "{") {
      while (at < this.#tokens.length && this.#tokens[at - 1]!.text !== "}" && this.#tokens[at]!.kind !== "end") at++;
    }
    return this.#tokens[at]?.text === ",";
  }

  #pair(): Expression {
    const { start } = this.#token;
    this.#at++;
    const left = this.#side();
    this.#expect(",");
    const right = this.#side();
    this.#expect(")", " to close the pair");
    return { kind: "pair", left, right, start, end: this.#tokens[this.#at - 1]!.end };
  }

  #side(): Side {
    const { start, end } = this.#token;
    if (this.#take("#")) return { kind: "padding", start, end };
    if (this.#take("_")) return { kind: "any", start, end };
    if (this.#is("{")) {
      return { kind: "set", letters: this.#braced("a letter"), start, end: this.#tokens[this.#at - 1]!.end };
    }
    const name = this.#name("a letter, `_`, `#` or `{`");
    return { kind: "set", letters: [name], start, end };
  }
}
