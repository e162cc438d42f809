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
import type { PushdownAutomaton, PushdownRule } from "../../automata/pushdown.ts";
import { relation } from "../../automata/relation.ts";
import { tupleCount, tupleDigits, tupleLetter } from "../../automata/tuples.ts";
import { parameterizedSystem } from "../../family/system.ts";
import type { IrregularPattern, ParameterizedSystem, Pattern, Rule } from "../../family/system.ts";
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
  const irregular: IrregularPattern[] = [];
  const given: (readonly [Word, Word])[] = [];
  for (const item of items) {
    const { kind } = item;
    if (kind === "configurations" || kind === "initial" || kind === "bad") {
      if (sets[kind]) collector.report("rsp/twice", `expected \`${kind}\` once, found it again`, item.start, item.end);
      sets[kind] = elaborator.nfa(item.expression, "letters");
    } else if (item.kind === "transition") rules.push(elaborator.relation(item.name, item.expression, "pairs", rules));
    else if (item.kind === "mirror" || item.kind === "pushdown") {
      irregular.push(...elaborator.irregular(item, [...patterns, ...irregular]));
    } else if (item.kind === "given") given.push([elaborator.word(item.from), elaborator.word(item.to)]);
    else elaborator.other(item, patterns);
  }
  if (rules.length === 0) {
    const { length } = collector.source.text;
    collector.report("rsp/no-transition", "expected at least one `transition`, found none", length, length);
  }
  if (!collector.empty) return undefined;
  return parameterizedSystem({ name, letters, ...sets, rules, patterns, irregular, given });
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
  /** The definitions that are being written out. */
  readonly #open = new Set<string>();
  #parts = 0;

  constructor(collector: Collector, letters: readonly string[]) {
    this.#collector = collector;
    this.#letters = letters;
  }

  /** Elaborates definitions and patterns, which occur both in systems and in files of patterns. */
  other(item: Item, patterns: Pattern[]): void {
    if (item.kind === "let") this.#define(item.name, { kind: "let", expression: item.expression });
    else if (item.kind === "automaton") {
      this.#requireWords(item.name, item.automaton);
      this.#define(item.name, { kind: "automaton", automaton: item.automaton });
    } else if (item.kind === "pattern") {
      patterns.push(this.relation(item.name, item.expression, "padded pairs", patterns));
    }
  }

  irregular(
    item: Item & { readonly kind: "mirror" | "pushdown" },
    before: readonly { readonly name: string }[],
  ): IrregularPattern[] {
    const { text: name, start, end } = item.name;
    if (before.some((other) => other.name === name)) {
      this.#report("rsp/twice", `\`${name}\` has been used before`, item.name);
    }
    const span = this.#collector.span(start, end);
    if (item.kind === "mirror") {
      const renaming = this.#renaming(item.expression);
      return renaming ? [{ kind: "mirror", name, renaming, span }] : [];
    }
    return [{ kind: "pushdown", name, pushdown: this.#pushdown(item.name, item.automaton), span }];
  }

  /** The letter that each letter is replaced by, from a choice of pairs. */
  #renaming(expression: Expression): number[] | undefined {
    const size = this.#letters.length;
    const renaming: number[] = [];
    for (const pair of this.#singleLetters(expression, "pairs")) {
      const [from, to] = tupleDigits(size, 2, pair) as [number, number];
      if (renaming[from] !== undefined && renaming[from] !== to) renaming.push(-1);
      renaming[from] = to;
    }
    const isPermutation = renaming.length === size && new Set(renaming).size === size && !renaming.includes(-1);
    if (isPermutation) return renaming;
    const message = "expected a pair for each letter, with each letter once after it, as in `(a, b) | (b, a) | id{c}`";
    this.#report("rsp/not-a-renaming", message, expression);
    return undefined;
  }

  #pushdown(name: Name, { initial, accepting, edges }: AutomatonTree): PushdownAutomaton {
    const names = [...initial, ...edges.flatMap(({ from, to }) => [from, to])].map(({ text }) => text);
    const numbers = new Map(Array.from(new Set(names), (name, state) => [name, state]));
    const symbols = new Map(
      Array.from(new Set(edges.flatMap(({ stack }) => stack?.symbol.text ?? [])), (symbol, i) => [symbol, i + 1]),
    );
    if (initial.length !== 1) {
      const [place = name] = initial.slice(1);
      this.#report("rsp/initial-state", "expected one initial state of a pushdown automaton", place);
    }
    const rules = edges.flatMap(({ from, to, letters, stack }): PushdownRule[] => {
      const moves = stackMoves(stack && { op: stack.op, symbol: symbols.get(stack.symbol.text)! }, symbols.size);
      const [p, q] = [2 * numbers.get(from.text)!, 2 * numbers.get(to.text)!];
      return this.#singleLetters(letters, "pairs").flatMap((letter) =>
        moves.map(({ top, push, before, after }) => ({ from: p + before, to: q + after, letter, top, push })),
      );
    });
    for (const state of accepting) if (!numbers.has(state.text)) this.#unmentioned(state);
    const finals = new Set(accepting.map(({ text }) => numbers.get(text)));
    const states = Array.from(numbers, ([, state]) => [finals.has(state), false]).flat();
    return { letterCount: this.#letterCount("pairs"), accepting: states, rules, isHeightUnambiguous: true };
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
    if (definition?.kind === "let") {
      if (this.#open.has(text)) {
        this.#report(
          "rsp/circular-definition",
          `expected a definition, found \`${text}\` defined by itself`,
          expression,
        );
        return { kind: "letters", letters: [] };
      }
      this.#open.add(text);
      const meaning = this.#expression(definition.expression, sort);
      this.#open.delete(text);
      return meaning;
    }
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

  /**
   * Reports an automaton without words by mistake: `bad` would never be reached. On purpose, one has an initial state and
   * nothing else.
   */
  #requireWords(name: Name, { initial, accepting, edges }: AutomatonTree): void {
    if (initial.length === 0) {
      this.#report("rsp/initial-state", "expected an initial state of this automaton, found none", name);
    } else if (accepting.length === 0 && edges.length > 0) {
      this.#report("rsp/accepting-state", "expected an accepting state of this automaton, found none", name);
    }
    const known = new Set([...accepting, ...edges.flatMap(({ from, to }) => [from, to])].map(({ text }) => text));
    for (const state of edges.length > 0 ? initial : []) if (!known.has(state.text)) this.#unmentioned(state);
  }

  #unmentioned(state: Name): void {
    this.#report("rsp/unknown-state", `no edge mentions the state \`${state.text}\``, state);
  }

  #automaton({ initial, accepting, edges }: AutomatonTree, sort: Sort): Nfa {
    const names = [...initial, ...edges.flatMap(({ from, to }) => [from, to])].map(({ text }) => text);
    const numbers = new Map(Array.from(new Set(names), (name, state) => [name, state]));
    const finals = new Set(
      accepting.flatMap((final) => {
        const state = numbers.get(final.text);
        if (state === undefined) this.#unmentioned(final);
        return state ?? [];
      }),
    );
    const lists = [...numbers].map((): { letter: number; target: number }[] => []);
    const silent = lists.map((): number[] => []);
    for (const { from, to, letters } of edges) {
      const [source, target] = [numbers.get(from.text)!, numbers.get(to.text)!];
      const items = letters.kind === "choice" ? letters.items : [letters];
      for (const item of items) {
        if (item.kind === "sequence" && item.items.length === 0) silent[source]!.push(target);
        else for (const letter of this.#singleLetters(item, sort)) lists[source]!.push({ letter, target });
      }
    }
    const closures = lists.map((_, q) => reachable(silent, q));
    return trim({
      letterCount: this.#letterCount(sort),
      initial: initial.map(({ text }) => numbers.get(text)!),
      accepting: closures.map((closure) => closure.some((q) => finals.has(q))),
      edges: closures.map((closure) => closure.flatMap((q) => lists[q]!)),
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

/** The states that edges without a letter lead to, in any number of steps, with the first one. */
function reachable(edges: readonly (readonly number[])[], from: number): number[] {
  const found = new Set([from]);
  for (const state of found) for (const target of edges[state]!) found.add(target);
  return [...found];
}

/**
 * What an edge does for each top of the stack. A word is accepted with an empty stack: so `before` and `after` tell a
 * stack with symbols (1) from an empty one (0), and the lowest symbol of the stack is another one than those above it.
 */
function stackMoves(
  stack: { readonly op: "push" | "pop"; readonly symbol: number } | undefined,
  count: number,
): { readonly top: number; readonly push: readonly number[]; readonly before: 0 | 1; readonly after: 0 | 1 }[] {
  const tops = Array.from({ length: 2 * count }, (_, i) => i + 1);
  if (!stack) {
    const above = tops.map((top) => ({ top, push: [top], before: 1, after: 1 }) as const);
    return [{ top: 0, push: [0], before: 0, after: 0 }, ...above];
  }
  const { op, symbol } = stack;
  if (op === "pop") {
    return [
      { top: symbol, push: [], before: 1, after: 1 },
      { top: symbol + count, push: [], before: 1, after: 0 },
    ];
  }
  const above = tops.map((top) => ({ top, push: [top, symbol], before: 1, after: 1 }) as const);
  return [{ top: 0, push: [0, symbol + count], before: 0, after: 1 }, ...above];
}
