/**
 * Values that `-D NAME=VALUE` gives to the constants of a model.
 *
 * Each definition is a source of its own, so that a diagnostic shows the text of the user and the wrong part of it.
 */

import type { Collector } from "./collector.ts";
import { excerpt } from "./excerpt.ts";
import { didYouMean } from "./nearest-name.ts";

export type Defines = Readonly<Record<string, string>>;

export class Definitions {
  readonly #language: string;
  readonly #collector: Collector;
  readonly #given: Defines;

  /** `language` is the first part of slugs. */
  constructor(language: string, collector: Collector, given: Defines) {
    this.#language = language;
    this.#collector = collector;
    this.#given = given;
  }

  get names(): readonly string[] {
    return Object.keys(this.#given);
  }

  /** The value given for a name, without surrounding blanks. */
  get(name: string): string | undefined {
    return Object.hasOwn(this.#given, name) ? this.#given[name]!.trim() : undefined;
  }

  /** An integer; `undefined` if none is given. Reports any other value and then returns `undefined`. */
  integer(name: string, low: number, high: number, what = `an integer of ${low}..${high}`): number | undefined {
    const text = this.get(name);
    if (text === undefined) return undefined;
    const value = integerOf(text);
    if (value !== undefined && value >= low && value <= high) return value;
    return this.refuse(name, what);
  }

  /**
   * A 32-bit integer or a truth value; `undefined` if none is given. Reports any other value and then returns
   * `undefined`.
   */
  scalar(name: string): { readonly value: number; readonly isBoolean: boolean } | undefined {
    const text = this.get(name);
    if (text === "true" || text === "false") return { value: Number(text === "true"), isBoolean: true };
    const most = 2 ** 31;
    const value = this.integer(name, -most, most, "an integer within 32 bits, `true` or `false`");
    return value === undefined ? undefined : { value, isBoolean: false };
  }

  /** Reports that a name does not have the expected value. */
  refuse(name: string, expected: string): number | undefined {
    const value = this.#given[name]!;
    const found = value.trim() === "" ? "nothing" : `\`${excerpt(value)}\``;
    const message = `expected ${expected} for \`${name}\`, found ${found}`;
    const text = `-D ${name}=${value}`;
    this.#report("malformed-define", message, text, text.length - value.length, text.length);
    return undefined;
  }

  /** Reports all unknown names. `kindOf` gives another meaning of a name in the model, such as "a variable". */
  refuseUnknown(
    known: Iterable<string>,
    what = "the name of a constant",
    kindOf: (name: string) => string | undefined = () => undefined,
  ): void {
    const candidates = [...known];
    for (const name of this.names) {
      if (candidates.includes(name)) continue;
      const kind = kindOf(name);
      const found =
        kind === undefined
          ? `but the model has no \`${name}\`${listOf(candidates)}${didYouMean(name, candidates)}`
          : `found \`${name}\`, which is ${kind}`;
      const message = `expected ${what}, ${found}`;
      this.#report("unknown-constant", message, `-D ${name}=${this.#given[name]}`, 3, 3 + name.length);
    }
  }

  #report(slug: string, message: string, text: string, start: number, end: number): void {
    this.#collector.reportAt(`${this.#language}/${slug}`, message, { source: { name: text, text }, start, end });
  }
}

/** The most names in a list. */
const mostListed = 12;

function listOf(names: readonly string[]): string {
  if (names.length === 0) return ", and no constants at all";
  const shown = names.slice(0, mostListed).map((name) => `\`${excerpt(name)}\``);
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : "";
  return `; there ${names.length === 1 ? "is" : "are"} ${shown.join(", ")}${more}`;
}

/** An integer in the notation of the user, within 53 bits. */
export function integerOf(text: string): number | undefined {
  const value = /^[-+]?\d{1,400}$/.test(text) ? Number(text) + 0 : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
