/**
 * Macros and their expansion.
 *
 * A token from the body of a macro points to the use of the macro, so that every message is about text that the reader
 * sees. Arguments keep their own places. As in C, a macro is not expanded inside its own expansion. Values given with
 * `-D` override `#define`.
 */

import type { Collector } from "../../../syntax/collector.ts";
import { Definitions } from "../../../syntax/definitions.ts";
import type { Defines } from "../../../syntax/definitions.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import type { Span } from "../../../syntax/source.ts";
import { plainLexicon } from "./lexicon.ts";
import type { Token } from "./lexicon.ts";

interface Macro {
  readonly name: string;
  readonly parameters?: readonly string[] | undefined;
  readonly body: readonly Token[];
}

type Bindings = ReadonlyMap<string, readonly Token[]>;

/** A source of tokens to which tokens can be put back. */
export interface Stream {
  next(): Token;
  put(token: Token): void;
}

const nothing: ReadonlySet<string> = new Set();
/** The most expansions, and tokens from them, kept or not. Beyond it, macros are assumed to grow without bound. */
const mostWork = 1_000_000;

export class Macros {
  readonly #collector: Collector;
  readonly #definitions: Definitions;
  readonly #macros = new Map<string, Macro>();
  /** Names that occur in directives of the text. */
  readonly #mentioned = new Set<string>();
  #work = 0;
  /** Sets with one more macro, each made once. */
  readonly #larger = new Map<ReadonlySet<string>, Map<string, ReadonlySet<string>>>();

  constructor(collector: Collector, defines: Defines) {
    this.#collector = collector;
    this.#definitions = new Definitions("promela", collector, defines);
    for (const [name, text] of Object.entries(defines)) {
      const tokens: Token[] = new Lexer(plainLexicon, collector, { name: `-D ${name}`, text }).rest();
      this.#macros.set(name, { name, body: tokens.filter(({ kind }) => kind !== "end") });
    }
  }

  get isTooMuch(): boolean {
    return this.#work > mostWork;
  }

  has(name: string): boolean {
    return this.#macros.has(name);
  }

  define(macro: Macro): void {
    this.mention(macro.name);
    if (this.#definitions.get(macro.name) === undefined) this.#macros.set(macro.name, macro);
  }

  undefine(name: string): void {
    if (this.#definitions.get(name) === undefined) this.#macros.delete(name);
  }

  mention(name: string): void {
    this.#mentioned.add(name);
  }

  /** Reports values for names that the text does not mention. */
  refuseUnknown(): void {
    this.#definitions.refuseUnknown(this.#mentioned, "the name of a macro of the model");
  }

  /** Puts the expansion of a macro before the remaining tokens; `false` if the token is not expanded. */
  expand(token: Token, stream: Stream): boolean {
    if (token.kind !== "name") return false;
    this.mention(token.text);
    const macro = this.#macros.get(token.text);
    if (!macro || token.hidden?.has(macro.name) || this.isTooMuch) return false;
    if (!macro.parameters) {
      this.#put(token, macro, new Map(), stream);
      return true;
    }
    const open = stream.next();
    if (open.kind !== "(") {
      if (open.kind !== "end") stream.put(open);
      return false;
    }
    const given = this.#arguments(token, stream);
    if (!given) return true;
    const { length } = macro.parameters;
    const actual = length === 0 && given.length === 1 && given[0]!.length === 0 ? [] : given;
    if (actual.length !== length) {
      const message = `expected ${length} arguments for the macro \`${macro.name}\`, found ${actual.length}`;
      this.#report("macro-arguments", message, token);
    } else this.#put(token, macro, new Map(macro.parameters.map((name, i) => [name, actual[i]!])), stream);
    return true;
  }

  /** Replaces the token by the body of a macro, with its arguments. */
  #put(token: Token, { name, body }: Macro, bindings: Bindings, stream: Stream): void {
    const { source, start, end } = token;
    const hidden = this.#hiddenWith(token.hidden ?? nothing, name);
    if (bindings.size === 0) {
      this.#spend(1 + body.length, token);
      // Field by field, since hostile macros have a million tokens.
      for (let i = body.length - 1; i >= 0; i--) {
        const { kind, text, value, quoted, unclosed } = body[i]!;
        const first = i === 0 && token.first;
        stream.put({ kind, text, source, start, end, value, first, quoted, unclosed, hidden });
      }
      return;
    }
    const result = body.flatMap((part, i): readonly Token[] => {
      const bound = part.kind === "name" ? bindings.get(part.text) : undefined;
      if (part.kind === "#" && bindings.has(body[i + 1]?.text ?? "")) return [];
      if (bound && body[i - 1]?.kind === "#") return [{ kind: "string", text: texts(bound), source, start, end }];
      return bound ?? [{ ...part, source, start, end, first: false, hidden }];
    });
    this.#spend(1 + result.length, token);
    for (let i = result.length - 1; i >= 0; i--) {
      stream.put(i === 0 ? { ...result[0]!, first: token.first } : result[i]!);
    }
  }

  /** Counts the cost of expansions. If it is too high, reports that once, and nothing is expanded any more. */
  #spend(amount: number, place: Span): void {
    const wasTooMuch = this.isTooMuch;
    this.#work += amount;
    if (wasTooMuch || !this.isTooMuch) return;
    this.#report("macros-too-long", "expected macros that come to an end, found more than a million tokens", place);
    this.#collector.stop();
  }

  #hiddenWith(before: ReadonlySet<string>, name: string): ReadonlySet<string> {
    const known = this.#larger.get(before) ?? new Map<string, ReadonlySet<string>>();
    this.#larger.set(before, known);
    const after = known.get(name) ?? new Set([...before, name]);
    known.set(name, after);
    return after;
  }

  /** The tokens of each argument, up to the closing parenthesis. */
  #arguments(macro: Token, stream: Stream): Token[][] | undefined {
    const actual: Token[][] = [[]];
    for (let depth = 0; ;) {
      const part = stream.next();
      if (part.kind === "end") {
        const message = `expected \`)\` to close the arguments of \`${macro.text}\`, found the end of the text`;
        this.#report("macro-arguments", message, macro);
        return undefined;
      }
      if (part.kind === ")" && depth === 0) return actual;
      if (part.kind === "(") depth++;
      if (part.kind === ")") depth--;
      if (part.kind === "," && depth === 0) actual.push([]);
      else actual.at(-1)!.push(part);
    }
  }

  #report(slug: string, message: string, { source, start, end }: Span): void {
    this.#collector.reportAt(`promela/${slug}`, message, { source, start, end });
  }
}

export function texts(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
