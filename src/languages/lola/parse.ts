/**
 * Reads a place/transition net in the low-level format of LoLA:
 *
 *     PLACE SAFE 1: p, q; r;
 *     MARKING p: 1, r: 3;
 *     TRANSITION t CONSUME p: 1; PRODUCE q, r: 2;
 *
 * The high-level format, with sorts and procedures, is refused. Names may contain any characters except blanks and
 * signs, so numbers are names too.
 */

import { Collector } from "../../syntax/collector.ts";
import { Cursor } from "../../syntax/cursor.ts";
import type { Name } from "../../syntax/cursor.ts";
import type { Defines } from "../../syntax/definitions.ts";
import { Lexer } from "../../syntax/lexer.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import { attempt } from "../../syntax/refused.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source, Span } from "../../syntax/source.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed } from "../language.ts";
import { boundFrom } from "../petri/define.ts";
import { lowerNet } from "../petri/lower.ts";
import { tokenLimit } from "../petri/petri-net.ts";
import type { PetriNet, PetriTransition, Place } from "../petri/petri-net.ts";
import { ArcSum } from "../pnml/arc-sum.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind } from "./lexicon.ts";

export const lola: Language = { ...catalog.lola, parse: (source, { defines }) => parseLola(source, defines) };

/** Never throws. Reading ends at the first error. */
export function parseLola(source: Source, defines: Defines = {}): Parsed {
  const collector = new Collector(source);
  const bound = boundFrom(collector, defines);
  const net = attempt(() => new Parser(collector).net());
  if (!net || !collector.empty) return { diagnostics: collector.sorted() };
  return lowerNet(net, bound, collector.span(0, 0));
}

const highLevel = new Set(["SORT", "FUNCTION", "PROCEDURE", "VAR", "GUARD", "CONSTANT", "FORMULA"]);

class Parser extends Cursor<Kind> {
  readonly #numbers = new Map<string, number>();
  readonly #places: { name: string; bound: number | undefined; span: Span }[] = [];
  readonly #initial: number[] = [];

  constructor(collector: Collector) {
    super(lexicon, collector, new Lexer(lexicon, collector));
  }

  net(): PetriNet {
    if (highLevel.has(this.token.text)) {
      this.#refuse("unsupported", `found ${this.found()} of the high-level format; only the low-level format is read`);
    }
    this.expect("PLACE", "");
    do this.#placeGroup();
    while (!this.at("MARKING") && !this.at("end"));
    this.expect("MARKING", "");
    this.#list((place, tokens) => (this.#initial[place] = this.#limit((this.#initial[place] ?? 0) + tokens)));
    const transitions: PetriTransition[] = [];
    const names = new Set<string>();
    while (!this.at("end")) transitions.push(this.#transition(names));
    const places = this.#places.map((place, i): Place => ({ ...place, initial: this.#initial[i] ?? 0 }));
    return { name: baseName(this.collector.source.name), places, transitions };
  }

  #placeGroup(): void {
    let bound: number | undefined;
    if (this.accept("SAFE")) {
      bound = this.at(":") ? 1 : this.#number(1);
      this.expect(":", "");
    }
    do {
      const { text: name, span } = this.#newName("a place", this.#numbers);
      this.#numbers.set(name, this.#places.length);
      this.#places.push({ name, bound, span });
    } while (this.accept(","));
    this.expect(";", "");
  }

  #transition(names: Set<string>): PetriTransition {
    this.expect("TRANSITION", "");
    const { text: name, span } = this.#newName("a transition", names);
    names.add(name);
    if (this.at("STRONG") || this.at("WEAK")) {
      this.#refuse("unsupported", `found ${this.found()}; fairness of single transitions is not read`);
    }
    const sum = new ArcSum();
    this.expect("CONSUME", "");
    this.#list((place, tokens) => sum.add(place, true, tokens));
    this.expect("PRODUCE", "");
    this.#list((place, tokens) => sum.add(place, false, tokens));
    this.#limit(sum.most());
    return { name, arcs: sum.arcs(), span };
  }

  /** Reads places with numbers, up to a semicolon. A place without a number means one token. */
  #list(take: (place: number, tokens: number) => void): void {
    if (this.accept(";")) return;
    do {
      const { text } = this.token;
      const place = this.#numbers.get(text) ?? this.#undeclared(text);
      this.advance();
      take(place, this.accept(":") ? this.#number(0) : 1);
    } while (this.accept(","));
    this.expect(";", "");
  }

  #undeclared(name: string): never {
    if (!this.at("name")) this.fail("lola/expected-name", "a place");
    const hint = didYouMean(name, this.#numbers.size < 10_000 ? this.#numbers.keys() : []);
    return this.#refuse("undeclared-place", `expected a place, but there is no \`${name.slice(0, 40)}\`${hint}`);
  }

  #newName(what: string, taken: { has: (name: string) => boolean }): Name {
    if (!this.at("name")) this.fail("lola/expected-name", `the name of ${what}`);
    const { text } = this.token;
    if (taken.has(text)) {
      this.#refuse("duplicate-name", `expected a name of its own, found \`${text}\` for the second time`);
    }
    return this.name("");
  }

  #number(least: number): number {
    const { text } = this.token;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= tokenLimit)) {
      this.fail("lola/malformed-number", `a whole number from ${least} to ${tokenLimit}`);
    }
    this.advance();
    return value;
  }

  #limit(tokens: number): number {
    if (tokens > tokenLimit) {
      this.#refuse("malformed-number", `expected at most ${tokenLimit} tokens together, found more`);
    }
    return tokens;
  }

  #refuse(slug: string, message: string): never {
    return this.failWith(`lola/${slug}`, message);
  }
}
