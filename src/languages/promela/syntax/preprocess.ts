/**
 * The preprocessor: `#define`, `#include` and conditional text, on tokens.
 *
 * A token that comes from a macro's body points to the place where the macro is used, so that every message is about text
 * that the reader sees; arguments keep their own places. A macro is not expanded inside its own expansion, as in C.
 * Values given with `-D` win over `#define`.
 */

import { Collector } from "../../../syntax/collector.ts";
import { Definitions } from "../../../syntax/definitions.ts";
import type { Defines } from "../../../syntax/definitions.ts";
import { Lexer } from "../../../syntax/lexer.ts";
import { attempt } from "../../../syntax/refused.ts";
import type { Source, Span } from "../../../syntax/source.ts";
import { constantWith } from "./constant.ts";
import { Cursor } from "./cursor.ts";
import { plainLexicon } from "./lexicon.ts";
import type { Token } from "./lexicon.ts";
import { parseExpression } from "./parse-expression.ts";

/** The text of an included file, or `outside` if it must not be read; `from` is the file that asks for it. */
export type Include = (name: string, from: Source) => Source | "outside" | undefined;

interface Macro {
  readonly name: string;
  readonly parameters?: readonly string[] | undefined;
  readonly body: readonly Token[];
}

interface Conditional {
  readonly start: Token;
  /** Where it begins, text is read. */
  readonly outer: boolean;
  live: boolean;
  taken: boolean;
  elseSeen: boolean;
}

interface Frame {
  readonly source: Source;
  readonly tokens: readonly Token[];
  at: number;
  /** Open conditionals of this file. */
  readonly conditionals: Conditional[];
}

const nothing: ReadonlySet<string> = new Set();
const deepestInclude = 50;
const longestCondition = 10_000;
/** The longest text, after macros are expanded. */
const mostTokens = 2_000_000;
/** Expansions, and tokens that come from them, that are kept or not: beyond this, macros are taken to grow without bound. */
const mostWork = 1_000_000;

/** The tokens of the whole model, without directives, and that of the end. */
export function preprocess(collector: Collector, include: Include, defines: Defines): Token[] {
  return new Preprocessor(collector, include, defines).tokens();
}

class Preprocessor {
  readonly #collector: Collector;
  readonly #include: Include;
  readonly #definitions: Definitions;
  readonly #macros = new Map<string, Macro>();
  /** Names that the text knows something about. */
  readonly #mentioned = new Set<string>();
  readonly #frames: Frame[];
  /** Tokens that come before the rest of the files, the next one last. */
  readonly #pending: Token[] = [];
  /** That of the file that ended last. */
  #end: Token;
  #work = 0;
  /** Sets with one more macro, each made once. */
  readonly #larger = new Map<ReadonlySet<string>, Map<string, ReadonlySet<string>>>();

  constructor(collector: Collector, include: Include, defines: Defines) {
    this.#collector = collector;
    this.#include = include;
    this.#definitions = new Definitions("promela", collector, defines);
    for (const [name, text] of Object.entries(defines)) {
      const body = this.#tokenize({ name: `-D ${name}`, text });
      this.#macros.set(name, { name, body: body.filter(({ kind }) => kind !== "end") });
    }
    const frame = this.#frame(collector.source);
    this.#frames = [frame];
    this.#end = frame.tokens.at(-1)!;
  }

  tokens(): Token[] {
    const output: Token[] = [];
    for (let token = this.#next(); token.kind !== "end" && !this.#isTooMuch; token = this.#next()) {
      if (!this.#expand(token)) output.push(token);
      if (output.length > mostTokens) {
        this.#report("text-too-long", "expected at most two million tokens, found more", token);
        this.#collector.stop();
        break;
      }
    }
    this.#definitions.refuseUnknown(this.#mentioned, "the name of a macro of the model");
    return [...glue(output), this.#end];
  }

  get #isTooMuch(): boolean {
    return this.#work > mostWork;
  }

  #tokenize(source: Source): Token[] {
    return new Lexer(plainLexicon, this.#collector, source).rest();
  }

  #frame(source: Source): Frame {
    return { source, tokens: this.#tokenize(source), at: 0, conditionals: [] };
  }

  #report(slug: string, message: string, { source, start, end }: Span): void {
    this.#collector.reportAt(`promela/${slug}`, message, { source, start, end });
  }

  #malformed(what: string, place: Span): void {
    this.#report("malformed-directive", `expected ${what}`, place);
  }

  // ---------------------------------------------------------------- directives

  /** The next token before expansion; directives are obeyed on the way. */
  #next(): Token {
    for (;;) {
      const held = this.#pending.pop();
      if (held) return held;
      const frame = this.#frames.at(-1);
      if (!frame) return this.#end;
      const token = frame.tokens[frame.at]!;
      if (token.kind === "end") this.#leave(frame, token);
      else {
        frame.at++;
        if (token.first && token.kind === "#") this.#directive(frame, token);
        else if (isLive(frame)) return token;
      }
    }
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
    const { tokens, at } = frame;
    while (!tokens[frame.at]!.first && tokens[frame.at]!.kind !== "end") frame.at++;
    const line = tokens.slice(at, frame.at);
    const [word, ...rest] = line;
    const whole: Span = { ...hash, end: (line.at(-1) ?? hash).end };
    const name = word?.text;
    if (name === "if" || name === "ifdef" || name === "ifndef") {
      const outer = isLive(frame);
      const live = outer && this.#test(name, rest, whole);
      frame.conditionals.push({ start: hash, outer, live, taken: live, elseSeen: false });
    } else if (name === "elif" || name === "else" || name === "endif") this.#alternative(frame, name, rest, whole);
    else if (isLive(frame)) this.#effect(frame, word, rest, whole);
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
        if (rest[0] && this.#definitions.get(rest[0].text) === undefined) this.#macros.delete(rest[0].text);
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
        // `# 1 "file"` and a lone `#` mean nothing here.
        if (word?.kind !== "name") return;
        this.#report("unknown-directive", `expected a directive such as \`#define\`, found \`#${word.text}\``, whole);
    }
  }

  #test(word: string, rest: readonly Token[], whole: Span): boolean {
    for (const { kind, text } of rest) if (kind === "name") this.#mentioned.add(text);
    if (word !== "if") {
      const name = this.#nameAfter(word, rest[0], whole);
      return name !== undefined && this.#macros.has(name) === (word === "ifdef");
    }
    const value = valueOf(this.#expandAll(this.#withoutDefined(rest), whole));
    if (value === undefined && !this.#isTooMuch) {
      this.#malformed(`a condition of numbers, names and \`defined\`, found \`${texts(rest)}\``, whole);
    }
    return value !== undefined && value !== 0;
  }

  #nameAfter(word: string, name: Token | undefined, whole: Span): string | undefined {
    if (name?.kind === "name") return name.text;
    this.#malformed(`a name after \`#${word}\`, found ${name ? `\`${name.text}\`` : "nothing"}`, whole);
    return undefined;
  }

  /** `defined X` and `defined(X)` are 0 or 1. */
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
    this.#mentioned.add(name);
    if (this.#definitions.get(name) !== undefined) return;
    if (rest[1]?.kind !== "(" || rest[1].start !== rest[0]!.end) {
      this.#macros.set(name, { name, body: rest.slice(1) });
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
    if (rest[at]?.kind === ")") this.#macros.set(name, { name, parameters, body: rest.slice(at + 1) });
    else this.#malformed("parameters and `)` in this `#define`, found something else", whole);
  }

  #includeFile({ source }: Frame, file: Token | undefined, whole: Span): void {
    if (file?.kind !== "string") {
      this.#malformed("a file name between double quotes after `#include`", whole);
      return;
    }
    const name = file.text;
    if (this.#frames.some((frame) => frame.source.name === name) || this.#frames.length >= deepestInclude) {
      const message = `expected files that do not include themselves, found \`${name}\` once more`;
      this.#report("include-cycle", message, whole);
      return;
    }
    const found = this.#include(name, source);
    if (found === "outside") {
      const message = `expected a file next to the model; \`${name}\` lies outside the model's folder; name its folder with -I`;
      this.#report("include-outside", message, whole);
    } else if (found) this.#frames.push(this.#frame(found));
    else this.#report("missing-include", `expected the file \`${name}\` next to the model, found none`, whole);
  }

  // ---------------------------------------------------------------- macros

  /** Puts the expansion of a macro before what is to come; `false` if the token is not to be expanded. */
  #expand(token: Token): boolean {
    if (token.kind !== "name") return false;
    this.#mentioned.add(token.text);
    const macro = this.#macros.get(token.text);
    if (!macro || token.hidden?.has(macro.name) || this.#isTooMuch) return false;
    if (!macro.parameters) {
      this.#put(token, macro, new Map());
      return true;
    }
    const open = this.#next();
    if (open.kind !== "(") {
      if (open.kind !== "end") this.#pending.push(open);
      return false;
    }
    const given = this.#arguments(token);
    if (!given) return true;
    const { length } = macro.parameters;
    const actual = length === 0 && given.length === 1 && given[0]!.length === 0 ? [] : given;
    if (actual.length !== length) {
      const message = `expected ${length} arguments for the macro \`${macro.name}\`, found ${actual.length}`;
      this.#report("macro-arguments", message, token);
    } else this.#put(token, macro, new Map(macro.parameters.map((name, i) => [name, actual[i]!])));
    return true;
  }

  /** Puts the body of a macro, with its arguments, in place of the token. */
  #put(token: Token, { name, body }: Macro, bindings: ReadonlyMap<string, readonly Token[]>): void {
    const { source, start, end } = token;
    const hidden = this.#hiddenWith(token.hidden ?? nothing, name);
    const result = body.flatMap((part, i): readonly Token[] => {
      const bound = part.kind === "name" ? bindings.get(part.text) : undefined;
      if (part.kind === "#" && bindings.has(body[i + 1]?.text ?? "")) return [];
      if (bound && body[i - 1]?.kind === "#") return [{ kind: "string", text: texts(bound), source, start, end }];
      return bound ?? [{ ...part, source, start, end, first: false, hidden }];
    });
    this.#spend(1 + result.length, token);
    for (let i = result.length - 1; i >= 0; i--) {
      this.#pending.push(i === 0 ? { ...result[0]!, first: token.first } : result[i]!);
    }
  }

  /** Counts what expanding a macro takes; reports it once if that is too much, and then nothing is expanded any more. */
  #spend(amount: number, place: Span): void {
    const wasTooMuch = this.#isTooMuch;
    this.#work += amount;
    if (wasTooMuch || !this.#isTooMuch) return;
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
  #arguments(macro: Token): Token[][] | undefined {
    const actual: Token[][] = [[]];
    for (let depth = 0; ;) {
      const part = this.#next();
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

  /** The expansion of a closed list of tokens. */
  #expandAll(tokens: readonly Token[], place: Span): Token[] {
    const result: Token[] = [];
    const floor = this.#pending.length;
    for (let i = tokens.length - 1; i >= 0; i--) this.#pending.push(tokens[i]!);
    while (this.#pending.length > floor && !this.#isTooMuch) {
      const token = this.#pending.pop()!;
      if (!this.#expand(token)) result.push(token);
    }
    this.#pending.length = floor;
    if (result.length <= longestCondition) return result;
    this.#malformed(`a condition of at most ${longestCondition} tokens, found more`, place);
    return [{ kind: "number", text: "0", value: 0, source: place.source, start: place.start, end: place.end }];
  }
}

function isLive({ conditionals }: Frame): boolean {
  return conditionals.every(({ live }) => live);
}

/** The value of a condition, in which names that are no macros are 0; `undefined` if it is malformed. */
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

/** `a ## b` is one name. */
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

function texts(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
