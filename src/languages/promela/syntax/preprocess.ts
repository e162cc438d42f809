/**
 * The preprocessor: `#define`, `#include` and conditional text, on tokens.
 *
 * Text that a condition leaves out is not read: anything may stand there. As for C, only its comments and its `#if` and
 * `#endif` matter.
 */

import { Collector } from "../../../syntax/collector.ts";
import type { Defines } from "../../../syntax/definitions.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import { attempt } from "../../../syntax/refused.ts";
import type { Source, Span } from "../../../syntax/source.ts";
import { constantWith } from "./constant.ts";
import { Cursor } from "./cursor.ts";
import { plainLexicon } from "./lexicon.ts";
import type { Kind, Token } from "./lexicon.ts";
import { Macros, texts } from "./macros.ts";
import type { Stream } from "./macros.ts";
import { parseExpression } from "./parse-expression.ts";

/** The text of an included file, or `outside` if it must not be read. `from` is the including file. */
export type Include = (name: string, from: Source) => Source | "outside" | undefined;

interface Conditional {
  readonly start: Token;
  /** Whether text is read around the conditional. */
  readonly outer: boolean;
  live: boolean;
  taken: boolean;
  elseSeen: boolean;
}

interface Frame {
  readonly source: Source;
  readonly lexer: Lexer<Kind>;
  /** The open conditionals of this file. */
  readonly conditionals: Conditional[];
}

const deepestInclude = 50;
const longestCondition = 10_000;
/** The most tokens after macro expansion. */
const mostTokens = 2_000_000;

/** The tokens of the whole model, without directives, and the end token. */
export function preprocess(collector: Collector, include: Include, defines: Defines): Token[] {
  return new Preprocessor(collector, include, defines).tokens();
}

class Preprocessor implements Stream {
  readonly #collector: Collector;
  readonly #include: Include;
  readonly #macros: Macros;
  readonly #frames: Frame[];
  /** Tokens that come before the rest of the files, the next one last. */
  readonly #pending: Token[] = [];
  /** The end token of the file that ended last. */
  #end: Token;

  constructor(collector: Collector, include: Include, defines: Defines) {
    this.#collector = collector;
    this.#include = include;
    this.#macros = new Macros(collector, defines);
    const { source } = collector;
    this.#frames = [this.#frame(source)];
    this.#end = { kind: "end", text: "", source, start: 0, end: 0 };
  }

  tokens(): Token[] {
    const output: Token[] = [];
    for (let token = this.next(); token.kind !== "end" && !this.#macros.isTooMuch; token = this.next()) {
      if (!this.#macros.expand(token, this)) output.push(token);
      if (output.length > mostTokens) {
        this.#report("text-too-long", "expected at most two million tokens, found more", token);
        this.#collector.stop();
        break;
      }
    }
    this.#macros.refuseUnknown();
    return [...glue(output), this.#end];
  }

  #frame(source: Source): Frame {
    return { source, lexer: new Lexer(plainLexicon, this.#collector, source), conditionals: [] };
  }

  #report(slug: string, message: string, { source, start, end }: Span): void {
    this.#collector.reportAt(`promela/${slug}`, message, { source, start, end });
  }

  #malformed(what: string, place: Span): void {
    this.#report("malformed-directive", `expected ${what}`, place);
  }

  // ---------------------------------------------------------------- directives

  /** The next token before expansion. Directives before it are executed. */
  next(): Token {
    for (;;) {
      const held = this.#pending.pop();
      if (held) return held;
      const frame = this.#frames.at(-1);
      if (!frame) return this.#end;
      if (!isLive(frame)) frame.lexer.skipLinesUntil("#");
      const token = nextOf(frame);
      if (token.kind === "end") this.#leave(frame, token);
      else if (token.first && token.kind === "#") this.#directive(frame, token);
      else return token;
    }
  }

  put(token: Token): void {
    this.#pending.push(token);
  }

  #leave({ conditionals }: Frame, end: Token): void {
    for (const { start } of conditionals) {
      const message = "expected `#endif` to close this conditional, found the end of the text";
      this.#report("unclosed-conditional", message, start);
    }
    this.#end = end;
    this.#frames.pop();
  }

  #directive(frame: Frame, hash: Token): void {
    const { lexer, conditionals } = frame;
    const word = lexer.startsLine ? undefined : lexer.next();
    const name = word?.text;
    const outer = isLive(frame);
    const isRead = outer || (name === "elif" && conditionals.at(-1)?.outer === true && !conditionals.at(-1)!.taken);
    const rest: Token[] = [];
    while (!lexer.startsLine) {
      if (isRead) rest.push(nextOf(frame));
      else lexer.skipLine();
    }
    const whole: Span = { ...hash, end: (rest.at(-1) ?? word ?? hash).end };
    if (name === "if" || name === "ifdef" || name === "ifndef") {
      const live = outer && this.#test(name, rest, whole);
      conditionals.push({ start: hash, outer, live, taken: live, elseSeen: false });
    } else if (name === "elif" || name === "else" || name === "endif") this.#alternative(frame, name, rest, whole);
    else if (outer) this.#effect(frame, word, rest, whole);
  }

  #alternative({ conditionals }: Frame, word: "elif" | "else" | "endif", rest: readonly Token[], whole: Span): void {
    const open = conditionals.at(-1);
    if (!open || (word !== "endif" && open.elseSeen)) {
      this.#report("unmatched-directive", `expected an open \`#if\` before \`#${word}\`, found none`, whole);
    } else if (word === "endif") conditionals.pop();
    else {
      open.elseSeen = word === "else";
      open.live = open.outer && !open.taken && (open.elseSeen || this.#test("if", rest, whole));
      open.taken ||= open.live;
    }
  }

  #effect(frame: Frame, word: Token | undefined, rest: readonly Token[], whole: Span): void {
    switch (word?.text) {
      case "define":
        this.#define(rest, whole);
        return;
      case "undef":
        if (rest[0]) this.#macros.undefine(rest[0].text);
        return;
      case "include":
        this.#includeFile(frame, rest[0], whole);
        return;
      case "error":
        this.#report("error-directive", `the text says \`#error ${texts(rest)}\``, whole);
        return;
      case "pragma":
      case "line":
        return;
      default:
        // `# 1 "file"` and a single `#` have no meaning here.
        if (word?.kind !== "name") return;
        this.#report("unknown-directive", `expected a directive such as \`#define\`, found \`#${word.text}\``, whole);
    }
  }

  #test(word: string, rest: readonly Token[], whole: Span): boolean {
    for (const { kind, text } of rest) if (kind === "name") this.#macros.mention(text);
    if (word !== "if") {
      const name = this.#nameAfter(word, rest[0], whole);
      return name !== undefined && this.#macros.has(name) === (word === "ifdef");
    }
    const value = valueOf(this.#expandAll(this.#withoutDefined(rest), whole));
    if (value === undefined && !this.#macros.isTooMuch) {
      this.#malformed(`a condition of numbers, names and \`defined\`, found \`${texts(rest)}\``, whole);
    }
    return value !== undefined && value !== 0;
  }

  #nameAfter(word: string, name: Token | undefined, whole: Span): string | undefined {
    if (name?.kind === "name") return name.text;
    this.#malformed(`a name after \`#${word}\`, found ${name ? `\`${name.text}\`` : "nothing"}`, whole);
    return undefined;
  }

  /** Replaces `defined X` and `defined(X)` by 0 or 1. */
  #withoutDefined(line: readonly Token[]): Token[] {
    const result: Token[] = [];
    for (let i = 0; i < line.length; i++) {
      const token = line[i]!;
      if (token.text === "defined") {
        const isEnclosed = line[i + 1]?.text === "(" && line[i + 3]?.text === ")";
        const name = line[i + (isEnclosed ? 2 : 1)]?.text;
        result.push({ ...token, kind: "number", value: Number(name !== undefined && this.#macros.has(name)) });
        i += isEnclosed ? 3 : 1;
      } else result.push(token);
    }
    return result;
  }

  #define(rest: readonly Token[], whole: Span): void {
    const name = this.#nameAfter("define", rest[0], whole);
    if (name === undefined) return;
    if (rest[1]?.kind !== "(" || rest[1].start !== rest[0]!.end) {
      this.#macros.define({ name, body: rest.slice(1) });
      return;
    }
    const parameters: string[] = [];
    let at = 2;
    while (rest[at]?.kind === "name") {
      parameters.push(rest[at]!.text);
      at++;
      if (rest[at]?.kind !== ",") break;
      at++;
    }
    if (rest[at]?.kind === ")") this.#macros.define({ name, parameters, body: rest.slice(at + 1) });
    else this.#malformed("parameters and `)` in this `#define`, found something else", whole);
  }

  #includeFile({ source }: Frame, file: Token | undefined, whole: Span): void {
    if (file?.kind !== "string") {
      this.#malformed("a file name between double quotes after `#include`", whole);
      return;
    }
    // As in C, a file is first looked for beside the one that includes it.
    const folder = source === this.#frames[0]!.source ? "" : source.name.replace(/[^/]*$/, "");
    const beside = folder === "" ? undefined : this.#include(`${folder}${file.text}`, source);
    const found = typeof beside === "object" ? beside : (this.#include(file.text, source) ?? beside);
    const name = typeof found === "object" ? found.name : file.text;
    if (this.#frames.some((frame) => frame.source.name === name) || this.#frames.length >= deepestInclude) {
      const message = `expected files that do not include themselves, found \`${name}\` once more`;
      this.#report("include-cycle", message, whole);
      return;
    }
    if (found === "outside") {
      const message = `expected a file next to the model; \`${name}\` lies outside the model's folder; name its folder with -I`;
      this.#report("include-outside", message, whole);
    } else if (found) this.#frames.push(this.#frame(found));
    else this.#report("missing-include", `expected the file \`${name}\` next to the model, found none`, whole);
  }

  /** The expansion of a complete list of tokens. */
  #expandAll(tokens: readonly Token[], place: Span): Token[] {
    const result: Token[] = [];
    const floor = this.#pending.length;
    for (let i = tokens.length - 1; i >= 0; i--) this.#pending.push(tokens[i]!);
    while (this.#pending.length > floor && !this.#macros.isTooMuch) {
      const token = this.#pending.pop()!;
      if (!this.#macros.expand(token, this)) result.push(token);
    }
    this.#pending.length = floor;
    if (result.length <= longestCondition) return result;
    this.#malformed(`a condition of at most ${longestCondition} tokens, found more`, place);
    return [{ kind: "number", text: "0", value: 0, source: place.source, start: place.start, end: place.end }];
  }
}

/** The next token of a file. SPIN ignores the end of a comment that has none, as after a comment in a comment. */
function nextOf(frame: Frame): Token {
  const { lexer, source } = frame;
  const { text } = source;
  const token = lexer.next();
  if (token.kind !== "*" || text[token.end] !== "/" || /[*/]/.test(text[token.end + 1] ?? "")) return token;
  lexer.next();
  const next = nextOf(frame);
  return { ...next, first: next.first === true || token.first === true };
}

function isLive({ conditionals }: Frame): boolean {
  return conditionals.every(({ live }) => live);
}

/** The value of a condition, in which names without a macro are 0; `undefined` if it is malformed. */
function valueOf(tokens: readonly Token[]): number | undefined {
  const [first] = tokens;
  if (!first) return undefined;
  const numbers = tokens.map((token): Token =>
    token.kind === "name" ? { ...token, kind: "number", value: 0 } : token,
  );
  const cursor = new Cursor(new Collector(first.source), [...numbers, { ...first, kind: "end", text: "" }]);
  const condition = attempt(() => parseExpression(cursor));
  return condition && cursor.at("end") ? constantWith(() => undefined, condition) : undefined;
}

/** Joins `a ## b` to one name. */
function glue(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const right = tokens[i + 1];
    const left = result.at(-1);
    if (token.kind === "##" && left && right) {
      result[result.length - 1] = { ...left, text: left.text + right.text };
      i++;
    } else result.push(token);
  }
  return result;
}
