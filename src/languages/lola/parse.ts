/**
 * Reads a place/transition net in LoLA's low-level format:
 *
 *     PLACE SAFE 1: p, q; r;
 *     MARKING p: 1, r: 3;
 *     TRANSITION t CONSUME p: 1; PRODUCE q, r: 2;
 *
 * The high-level format, with sorts and procedures, is refused.
 */

import { Collector } from "../../syntax/collector.ts";
import { nearestName } from "../../syntax/nearest-name.ts";
import type { Source, Span } from "../../syntax/source.ts";
import type { Language, Parsed } from "../language.ts";
import { boundFrom } from "../petri/define.ts";
import { lowerNet } from "../petri/lower.ts";
import { tokenLimit } from "../petri/petri-net.ts";
import type { PetriNet, PetriTransition, Place } from "../petri/petri-net.ts";
import { ArcSum } from "../pnml/arc-sum.ts";
import { Refused } from "../pnml/refused.ts";
import { Lexer } from "./lexer.ts";

export const lola: Language = {
  name: "LoLA",
  endings: [".lola", ".net"],
  description: "place/transition nets in LoLA's low-level format",
  parse: (source, { defines }) => parseLola(source, defines),
};

/** Never throws. The first mistake ends the reading. */
export function parseLola(source: Source, defines: Readonly<Record<string, string>> = {}): Parsed {
  const collector = new Collector(source);
  try {
    const bound = boundFrom(collector, defines);
    const net = new Parser(collector).net();
    if (collector.empty) return { model: lowerNet(net, bound, collector.span(0, 0)), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return { diagnostics: collector.sorted() };
}

const keywords = new Set(["PLACE", "MARKING", "TRANSITION", "CONSUME", "PRODUCE", "SAFE", "STRONG", "WEAK", "FAIR"]);
const highLevel = new Set(["SORT", "FUNCTION", "PROCEDURE", "VAR", "GUARD", "CONSTANT", "FORMULA"]);

class Parser {
  readonly #collector: Collector;
  readonly #lexer: Lexer;
  readonly #numbers = new Map<string, number>();
  readonly #places: { name: string; bound: number | undefined; span: Span }[] = [];
  readonly #initial: number[] = [];

  constructor(collector: Collector) {
    this.#collector = collector;
    this.#lexer = new Lexer(collector);
  }

  net(): PetriNet {
    const lexer = this.#lexer;
    if (highLevel.has(lexer.text)) {
      lexer.refuse("unsupported", `found ${lexer.found()} of the high-level format; only the low-level format is read`);
    }
    this.#keyword("PLACE");
    this.#placeGroups();
    this.#keyword("MARKING");
    if (!lexer.is(";")) {
      this.#list((place, tokens) => (this.#initial[place] = this.#limit((this.#initial[place] ?? 0) + tokens)));
    }
    this.#sign(";");
    const transitions: PetriTransition[] = [];
    const names = new Set<string>();
    while (lexer.text !== "") transitions.push(this.#transition(names));
    const places = this.#places.map((place, i): Place => ({ ...place, initial: this.#initial[i] ?? 0 }));
    const { name } = this.#collector.source;
    return { name: name.replace(/^.*[/\\]/s, "").replace(/(?<=.)\.[^.]*$/, ""), places, transitions };
  }

  #placeGroups(): void {
    const lexer = this.#lexer;
    do {
      let bound: number | undefined;
      if (lexer.is("SAFE")) {
        lexer.advance();
        bound = lexer.is(":") ? 1 : this.#number(1);
        this.#sign(":");
      }
      this.#declare(bound);
      while (lexer.is(",")) {
        lexer.advance();
        this.#declare(bound);
      }
      this.#sign(";");
    } while (!lexer.is("MARKING") && lexer.text !== "");
  }

  #declare(bound: number | undefined): void {
    const { start, end } = this.#lexer;
    const name = this.#lexer.text;
    this.#name("a place");
    if (this.#numbers.has(name)) {
      this.#collector.report(
        "lola/duplicate-name",
        `expected a name of its own, found \`${name}\` for the second time`,
        start,
        end,
      );
      throw new Refused();
    }
    this.#numbers.set(name, this.#places.length);
    this.#places.push({ name, bound, span: this.#collector.span(start, end) });
  }

  #transition(names: Set<string>): PetriTransition {
    const lexer = this.#lexer;
    this.#keyword("TRANSITION");
    const { start, end, text: name } = lexer;
    if (names.has(name)) {
      lexer.refuse("duplicate-name", `expected a name of its own, found \`${name}\` for the second time`);
    }
    this.#name("a transition");
    names.add(name);
    if (lexer.is("STRONG") || lexer.is("WEAK")) {
      lexer.refuse("unsupported", `found ${lexer.found()}; fairness of single transitions is not read`);
    }
    const sum = new ArcSum();
    this.#keyword("CONSUME");
    if (!lexer.is(";")) this.#list((place, tokens) => sum.add(place, true, tokens));
    this.#sign(";");
    this.#keyword("PRODUCE");
    if (!lexer.is(";")) this.#list((place, tokens) => sum.add(place, false, tokens));
    this.#sign(";");
    this.#limit(sum.most());
    return { name, arcs: sum.arcs(), span: this.#collector.span(start, end) };
  }

  /** Places with numbers; a place alone means one token. */
  #list(take: (place: number, tokens: number) => void): void {
    const lexer = this.#lexer;
    for (;;) {
      const place = this.#numbers.get(lexer.text) ?? this.#undeclared(lexer.text);
      lexer.advance();
      let tokens = 1;
      if (lexer.is(":")) {
        lexer.advance();
        tokens = this.#number(0);
      }
      take(place, tokens);
      if (!lexer.is(",")) return;
      lexer.advance();
    }
  }

  #undeclared(name: string): never {
    const lexer = this.#lexer;
    if (keywords.has(name) || /^[,;:]?$/.test(name)) {
      lexer.refuse("expected-name", `expected a place, found ${lexer.found()}`);
    }
    const nearest = nearestName(name, this.#numbers.size < 10_000 ? this.#numbers.keys() : []);
    const hint = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
    return lexer.refuse("undeclared-place", `expected a place, but there is no \`${name.slice(0, 40)}\`${hint}`);
  }

  #keyword(word: string): void {
    if (!this.#lexer.is(word)) {
      this.#lexer.refuse("unexpected-token", `expected \`${word}\`, found ${this.#lexer.found()}`);
    }
    this.#lexer.advance();
  }

  #sign(sign: string): void {
    if (!this.#lexer.is(sign)) {
      this.#lexer.refuse("unexpected-token", `expected \`${sign}\`, found ${this.#lexer.found()}`);
    }
    this.#lexer.advance();
  }

  #name(what: string): void {
    const { text } = this.#lexer;
    if (keywords.has(text) || /^[,;:(){}]?$/.test(text)) {
      this.#lexer.refuse("expected-name", `expected the name of ${what}, found ${this.#lexer.found()}`);
    }
    this.#lexer.advance();
  }

  #number(least: number): number {
    const { text } = this.#lexer;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= tokenLimit)) {
      this.#lexer.refuse(
        "malformed-number",
        `expected a whole number from ${least} to ${tokenLimit}, found ${this.#lexer.found()}`,
      );
    }
    this.#lexer.advance();
    return value;
  }

  #limit(tokens: number): number {
    if (tokens > tokenLimit) {
      this.#lexer.refuse("malformed-number", `expected at most ${tokenLimit} tokens together, found more`);
    }
    return tokens;
  }
}
