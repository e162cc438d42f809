/** The position of the parser in the tokens of a model, with inline definitions and names of types. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor as TokenCursor } from "../../../syntax/cursor.ts";
import { Refused, Unsupported } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import { lexicon } from "./lexicon.ts";
import type { Kind, Token } from "./lexicon.ts";
import type { Expansion, Name, Unit } from "./syntax-tree.ts";

/** The most tokens of inline definitions. Beyond it, they are assumed to grow without bound. */
const mostExpanded = 500_000;

/** An inline definition: parameters and the tokens of its body, including braces. */
export interface Inline {
  readonly name: Name;
  readonly parameters: readonly string[];
  readonly body: readonly Token[];
}

export class Cursor extends TokenCursor<Kind> {
  readonly inlines: Map<string, Inline> = new Map();
  /** Inline definitions that are being expanded. */
  readonly expanding: Set<string> = new Set();
  /** The innermost of them, as labels see it. */
  expansion: Expansion | undefined;
  /** Names of record types, which begin declarations. */
  readonly records: Set<string> = new Set();
  #expanded = 0;
  #inProperty = false;

  /** Tokens after the preprocessor, with the end token last. */
  constructor(collector: Collector, tokens: readonly Token[]) {
    let at = 0;
    const next = (): Token => {
      const token = tokens[Math.min(at++, tokens.length - 1)]!;
      const { kind, text } = token;
      return kind === "name" && lexicon.isReserved(text) ? { ...token, kind: text } : token;
    };
    super(lexicon, collector, { next });
  }

  /** The place of a single token. */
  placeOf({ start, end, source }: Span): Span {
    return this.span(start, end, source);
  }

  unsupported(what: string, place: Span = this.token): never {
    const message = `${what} not supported`;
    if (this.#inProperty) throw new Unsupported(message, this.placeOf(place));
    return this.failWith("promela/unsupported", message, place);
  }

  /**
   * Reads a property that ends with the brace that closes the next one. An unsupported feature in it concerns nothing
   * else.
   */
  property(name: string, parse: () => Unit): Unit {
    const opening = this.token;
    const closing = this.#closing();
    let refusal: Unsupported | undefined;
    const unit = this.recover(
      () => {
        this.#inProperty = true;
        try {
          return parse();
        } catch (error) {
          if (!(error instanceof Unsupported)) throw error;
          refusal = error;
          throw new Refused();
        } finally {
          this.#inProperty = false;
        }
      },
      () => {
        if (!refusal) throw new Refused();
        if (this.previous === closing) return;
        while (this.token !== closing && !this.at("end")) this.advance();
        this.close("{", opening);
      },
    );
    return unit ?? { kind: "unsupported", name, reason: refusal!.message, span: refusal!.span };
  }

  /** The brace that closes the next one, or the end. */
  #closing(): Token {
    for (let distance = 0, depth = 0; ; distance++) {
      const token = this.peek(distance);
      if (token.kind === "{") depth++;
      if (token.kind === "end" || (token.kind === "}" && --depth <= 0)) return token;
    }
  }

  /** Continues with the text of an inline definition. */
  expand(tokens: readonly Token[]): void {
    this.#expanded += tokens.length;
    if (this.#expanded > mostExpanded) {
      const message = "expected inlines that come to an end, found too many";
      this.collector.reportAt("promela/recursive-inline", message, this.placeOf(this.token));
      this.collector.stop();
      throw new Refused();
    }
    this.putBack(tokens);
  }
}
