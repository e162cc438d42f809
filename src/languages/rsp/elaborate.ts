/**
 * Elaborates the tree of a `.rsp` text to automata: names are resolved, and expressions become automata over letters or
 * over pairs.
 *
 * The use of a definition determines whether it is about letters or pairs. It is elaborated there, for that use.
 */

import { expressionNfa } from "../../automata/expression.ts";
import type { RegularExpression } from "../../automata/expression.ts";
import { trim } from "../../automata/nfa.ts";
import type { Nfa, Word } from "../../automata/nfa.ts";
import { relation } from "../../automata/relation.ts";
import { tupleCount, tupleLetter } from "../../automata/tuples.ts";
import { parameterizedSystem } from "../../family/system.ts";
import type { ParameterizedSystem, Pattern, Rule } from "../../family/system.ts";
import type { Collector } from "../../syntax/collector.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import type { Place } from "../../syntax/source.ts";
import type { AutomatonTree, Expression, Item, Name, Side } from "./syntax-tree.ts";

/** The symbols of the words of an expression. Padding occurs only in patterns. */
type Sort = "letters" | "pairs" | "padded pairs";

type Definition =
  | { readonly kind: "let"; readonly expression: Expression }
  | { readonly kind: "automaton"; readonly automaton: AutomatonTree };

/** The most parts of one expression with its definitions expanded. */
const mostParts = 10_000;

/** The most letters: pairs, and tuples of four, must stay small numbers. */
const mostLetters = 64;

export function elaborateSystem(
  collector: Collector,
  items: readonly Item[],
  name: string,
): ParameterizedSystem | undefined {
  const letters = alphabetOf(collector, items);
  if (!letters) return undefined;
  const elaborator = new Elaborator(collector, letters);
  const sets: { configurations?: Nfa; initial?: Nfa; bad?: Nfa } = {};
  const rules: Rule[] = [];
  const patterns: Pattern[] = [];
  const given: (readonly [Word, Word])[] = [];
  for (const item of items) {
    const { kind } = item;
    if (kind === "configurations" || kind === "initial" || kind === "bad") {
      if (sets[kind]) collector.report("rsp/twice", `expected \`${kind}\` once, found it again`, item.start, item.end);
      sets[kind] = elaborator.nfa(item.expression, "letters");
    } else if (item.kind === "transition") rules.push(elaborator.relation(item.name, item.expression, "pairs", rules));
    else if (item.kind === "given") given.push([elaborator.word(item.from), elaborator.word(item.to)]);
    else elaborator.other(item, patterns);
  }
  if (rules.length === 0) {
    const { length } = collector.source.text;
    collector.report("rsp/no-transition", "expected at least one `transition`, found none", length, length);
  }
  if (!collector.empty) return undefined;
  return parameterizedSystem({ name, letters, ...sets, rules, patterns, given });
}

/** Elaborates the patterns of a separate text, over the letters of a system. */
export function elaboratePatterns(collector: Collector, items: readonly Item[], letters: readonly string[]): Pattern[] {
  const elaborator = new Elaborator(collector, letters);
  const patterns: Pattern[] = [];
  for (const item of items) {
    if (item.kind === "let" || item.kind === "automaton" || item.kind === "pattern") elaborator.other(item, patterns);
    else {
      const message = `expected \`let\`, \`automaton\` or \`pattern\` in a file of patterns, found \`${item.kind}\``;
      collector.report("rsp/not-a-pattern", message, item.start, item.end);
    }
  }
  if (patterns.length === 0 && collector.empty) {
    const { length } = collector.source.text;
    collector.report("rsp/no-pattern", "expected at least one `pattern`, found none", length, length);
  }
  return patterns;
}

function alphabetOf(collector: Collector, items: readonly Item[]): readonly string[] | undefined {
  const [first, second] = items.filter((item) => item.kind === "alphabet");
  if (!first) {
    collector.report("rsp/no-alphabet", "expected an `alphabet { ... }`, found none", 0, 0);
    return undefined;
  }
  if (second) collector.report("rsp/twice", "expected `alphabet` once, found it again", second.start, second.end);
  const seen = new Set<string>();
  for (const { text, start, end } of first.letters) {
    if (seen.has(text)) collector.report("rsp/twice", `expected each letter once, found \`${text}\` again`, start, end);
    seen.add(text);
  }
  if (seen.size > mostLetters) {
    const message = `expected at most ${mostLetters} letters, found ${seen.size}`;
    collector.report("rsp/too-many-letters", message, first.start, first.end);
    return undefined;
  }
  return [...seen];
}

class Elaborator {
  readonly #collector: Collector;
  readonly #letters: readonly string[];
  readonly #definitions = new Map<string, Definition>();
  #parts = 0;

  constructor(collector: Collector, letters: readonly string[]) {
    this.#collector = collector;
    this.#letters = letters;
  }

  /** Elaborates definitions and patterns, which occur both in systems and in files of patterns. */
  other(item: Item, patterns: Pattern[]): void {
    if (item.kind === "let") this.#define(item.name, { kind: "let", expression: item.expression });
    else if (item.kind === "automaton") this.#define(item.name, { kind: "automaton", automaton: item.automaton });
    else if (item.kind === "pattern") {
      patterns.push(this.relation(item.name, item.expression, "padded pairs", patterns));
    }
  }

  nfa(expression: Expression, sort: Sort): Nfa {
    this.#parts = 0;
    return expressionNfa(this.#letterCount(sort), this.#expression(expression, sort));
  }

  word(letters: readonly Name[]): Word {
    return letters.flatMap((name) => this.#letter(name));
  }

  relation(name: Name, expression: Expression, sort: Sort, before: readonly { readonly name: string }[]): Rule {
    if (before.some((other) => other.name === name.text)) {
      this.#report("rsp/twice", `\`${name.text}\` has been used before`, name);
    }
    const span = this.#collector.span(name.start, name.end);
    return { name: name.text, relation: relation(this.#letters.length, this.nfa(expression, sort)), span };
  }

  #define(name: Name, definition: Definition): void {
    if (this.#letters.includes(name.text)) this.#report("rsp/twice", `\`${name.text}\` is a letter already`, name);
    else if (this.#definitions.has(name.text)) {
      this.#report("rsp/twice", `\`${name.text}\` has been defined before`, name);
    } else this.#definitions.set(name.text, definition);
  }

  #report(code: string, message: string, { start, end }: Place): void {
    this.#collector.report(code, message, start, end);
  }

  #letterCount(sort: Sort): number {
    return sort === "letters" ? this.#letters.length : tupleCount(this.#letters.length, 2);
  }

  #letter({ text, start, end }: Name): number[] {
    const letter = this.#letters.indexOf(text);
    if (letter >= 0) return [letter];
    const hint = didYouMean(text, this.#letters) || `; the letters are ${this.#letters.join(", ")}`;
    this.#report("rsp/unknown-letter", `expected a letter, found \`${text}\`${hint}`, { start, end });
    return [];
  }

  #all(): number[] {
    return this.#letters.map((_, letter) => letter);
  }

  #expression(expression: Expression, sort: Sort): RegularExpression {
    if (++this.#parts > mostParts) {
      const message = `expected at most ${mostParts} parts in an expression, with its definitions written out`;
      this.#collector.reportOnly("rsp/too-large", message, expression.start, expression.end);
      return { kind: "choice", items: [] };
    }
    switch (expression.kind) {
      case "name":
        return this.#named(expression, sort);
      case "any":
        this.#onlyLetters(expression, sort, "_");
        return { kind: "letters", letters: this.#all() };
      case "set":
        this.#onlyLetters(expression, sort, "a set of letters");
        return { kind: "letters", letters: expression.letters.flatMap((name) => this.#letter(name)) };
      case "pair":
      case "id":
        return { kind: "letters", letters: this.#pairs(expression, sort) };
      case "sequence":
      case "choice":
        return { kind: expression.kind, items: expression.items.map((item) => this.#expression(item, sort)) };
      case "star":
      case "plus":
      case "optional":
        return { kind: expression.kind, item: this.#expression(expression.item, sort) };
    }
  }

  #onlyLetters(range: Place, sort: Sort, what: string): void {
    if (sort === "letters") return;
    const message = `expected pairs such as (a, b) or \`id\` here, found ${what}: this is about pairs of letters, before and after`;
    this.#report("rsp/letter-for-pair", message, range);
  }

  #named(expression: Expression & { readonly kind: "name" }, sort: Sort): RegularExpression {
    const { text } = expression;
    const letter = this.#letters.indexOf(text);
    if (letter >= 0) {
      this.#onlyLetters(expression, sort, `the letter \`${text}\``);
      return { kind: "letters", letters: [letter] };
    }
    const definition = this.#definitions.get(text);
    if (definition?.kind === "let") return this.#expression(definition.expression, sort);
    if (definition) return { kind: "automaton", nfa: this.#automaton(definition.automaton, sort) };
    const near = didYouMean(text, [...this.#letters, ...this.#definitions.keys()]);
    const hint = near || "; names are defined before they are used";
    this.#report("rsp/unknown-name", `expected a letter or a defined name, found \`${text}\`${hint}`, expression);
    return { kind: "letters", letters: [] };
  }

  #pairs(expression: Expression & { readonly kind: "pair" | "id" }, sort: Sort): number[] {
    if (sort === "letters") {
      const message = "expected letters here, found a pair: this is about single words";
      this.#report("rsp/pair-for-letter", message, expression);
    }
    const pair = (a: number, b: number): number => tupleLetter(this.#letters.length, [a, b]);
    if (expression.kind === "id") {
      const letters = expression.letters?.flatMap((name) => this.#letter(name)) ?? this.#all();
      return letters.map((a) => pair(a, a));
    }
    const left = this.#side(expression.left, sort);
    const right = this.#side(expression.right, sort);
    return left.flatMap((a) => right.map((b) => pair(a, b)));
  }

  #side(side: Side, sort: Sort): number[] {
    if (side.kind === "any") return this.#all();
    if (side.kind === "set") return side.letters.flatMap((name) => this.#letter(name));
    if (sort !== "padded pairs") {
      this.#report("rsp/padding", "expected a letter, found `#`: transitions keep the length of words", side);
    }
    return [this.#letters.length];
  }

  #automaton({ initial, accepting, edges }: AutomatonTree, sort: Sort): Nfa {
    const names = [...initial, ...edges.flatMap(({ from, to }) => [from, to])].map(({ text }) => text);
    const numbers = new Map(Array.from(new Set(names), (name, state) => [name, state]));
    const finals = new Set(
      accepting.flatMap((name) => {
        const state = numbers.get(name.text);
        if (state === undefined) this.#report("rsp/unknown-state", `no edge mentions the state \`${name.text}\``, name);
        return state ?? [];
      }),
    );
    const lists = [...numbers].map((): { letter: number; target: number }[] => []);
    for (const { from, to, letters } of edges) {
      const single = this.#singleLetters(letters, sort);
      for (const letter of single) lists[numbers.get(from.text)!]!.push({ letter, target: numbers.get(to.text)! });
    }
    return trim({
      letterCount: this.#letterCount(sort),
      initial: initial.map(({ text }) => numbers.get(text)!),
      accepting: lists.map((_, q) => finals.has(q)),
      edges: lists,
    });
  }

  #singleLetters(expression: Expression, sort: Sort): readonly number[] {
    if (expression.kind === "choice") return expression.items.flatMap((item) => this.#singleLetters(item, sort));
    const elaborated = this.#expression(expression, sort);
    if (elaborated.kind === "letters") return elaborated.letters;
    if (elaborated.kind === "choice" && elaborated.items.every((item) => item.kind === "letters")) {
      return elaborated.items.flatMap((item) => item.letters);
    }
    this.#report("rsp/not-a-letter", "expected single letters or pairs on an edge", expression);
    return [];
  }
}
