/**
 * The preprocessor: `#define`, `#include` and conditional text, on tokens.
 *
 * A token that comes from a macro's body points to the place where the macro is used, so that every message is about text
 * that the reader sees; arguments keep their own places. A macro is not expanded inside its own expansion, as in C.
 * Values given with `-D` win over `#define`.
 */

import type { Collector } from "../../../syntax/collector.ts";
import type { Source, Span } from "../../../syntax/source.ts";
import { evaluateCondition } from "./condition.ts";
import { tokenize } from "./lexer.ts";
import type { Token } from "./lexer.ts";

/** The text of an included file, or `outside` if it must not be read; `from` is the file that asks for it. */
export type Include = (name: string, from: Source) => Source | "outside" | undefined;

export type Defines = Readonly<Record<string, string>>;

interface Macro {
  readonly name: string;
  readonly parameters?: readonly string[] | undefined;
  readonly body: readonly Token[];
}

interface Frame {
  readonly source: Source;
  readonly tokens: readonly Token[];
  at: number;
  /** Open conditionals of this file. */
  readonly conditionals: { readonly start: Token; live: boolean; taken: boolean; elseSeen: boolean; outer: boolean }[];
}

const nothing: ReadonlySet<string> = new Set();
const deepestInclude = 50;
const longestCondition = 10_000;
/** The longest text, after macros are expanded. */
const mostTokens = 2_000_000;
/** Expansions, and tokens that come from them, that are kept or not: beyond this, macros are taken to grow without bound. */
const mostWork = 1_000_000;

/** The tokens of the whole model, without directives, and one of kind `end`. */
export function preprocess(source: Source, collector: Collector, include: Include, defines: Defines): Token[] {
  const macros = new Map<string, Macro>();
  const given = new Set(Object.keys(defines));
  const mentioned = new Set<string>(["NOETHER_POOL"]);
  for (const [name, value] of Object.entries(defines)) {
    const text: Source = { name: `-D ${name}`, text: value };
    macros.set(name, { name, body: tokenize(text, collector).filter(({ kind }) => kind !== "end") });
  }
  const frames: Frame[] = [{ source, tokens: tokenize(source, collector), at: 0, conditionals: [] }];
  /** Tokens that come before the rest of the files, the next one last. */
  const pending: Token[] = [];
  const output: Token[] = [];
  let end: Token | undefined;
  let work = 0;

  const isTooMuch = (): boolean => work > mostWork;

  /** Counts what expanding a macro takes; reports it once if that is too much, and then nothing is expanded any more. */
  function spend(amount: number, span: Span): void {
    if (work <= mostWork && work + amount > mostWork) {
      report("promela/macros-too-long", "expected macros that come to an end, found more than a million tokens", span);
      collector.stop();
    }
    work += amount;
  }

  function report(code: string, message: string, span: Span): void {
    collector.reportAt(code, message, span);
  }

  /** The next token before expansion; directives are obeyed on the way. */
  function next(): Token {
    for (;;) {
      const held = pending.pop();
      if (held) return held;
      const frame = frames.at(-1);
      if (!frame) return end!;
      const token = frame.tokens[frame.at]!;
      if (token.kind === "end") {
        for (const { start } of frame.conditionals) {
          report(
            "promela/unclosed-conditional",
            "expected `#endif` to close this conditional, found the end of the text",
            start.span,
          );
        }
        end = token;
        frames.pop();
        continue;
      }
      frame.at++;
      if (token.first && token.text === "#" && token.kind === "sign") directive(frame, token);
      else if (frame.conditionals.every(({ live }) => live)) return token;
    }
  }

  function directive(frame: Frame, hash: Token): void {
    const line: Token[] = [];
    while (!frame.tokens[frame.at]!.first) line.push(frame.tokens[frame.at++]!);
    const word = line[0];
    const rest = line.slice(1);
    const live = frame.conditionals.every((c) => c.live);
    const whole: Span = { ...hash.span, end: (line.at(-1) ?? hash).span.end };
    switch (word?.text) {
      case "if":
      case "ifdef":
      case "ifndef": {
        const holds = live && test(word.text, rest, whole);
        frame.conditionals.push({ start: hash, live: holds, taken: holds, elseSeen: false, outer: live });
        return;
      }
      case "elif":
      case "else":
      case "endif": {
        const open = frame.conditionals.at(-1);
        if (!open || (word.text !== "endif" && open.elseSeen)) {
          report("promela/unmatched-directive", `expected an open \`#if\` before \`#${word.text}\`, found none`, whole);
          return;
        }
        if (word.text === "endif") frame.conditionals.pop();
        else {
          open.elseSeen = word.text === "else";
          open.live = open.outer && !open.taken && (open.elseSeen || test("if", rest, whole));
          open.taken ||= open.live;
        }
        return;
      }
      case "define":
        if (live) define(rest, whole);
        return;
      case "undef":
        if (live && rest[0] && !given.has(rest[0].text)) macros.delete(rest[0].text);
        return;
      case "include":
        if (live) includeFile(frame, rest, whole);
        return;
      case "error":
        if (live) report("promela/error-directive", `the text says \`#error ${texts(rest)}\``, whole);
        return;
      default:
        // `#pragma`, `#line`, `# 1 "file"` and a lone `#` mean nothing here.
        if (live && word?.kind === "name" && word.text !== "pragma" && word.text !== "line") {
          report(
            "promela/unknown-directive",
            `expected a directive such as \`#define\`, found \`#${word.text}\``,
            whole,
          );
        }
    }
  }

  function test(word: string, rest: readonly Token[], whole: Span): boolean {
    for (const { kind, text } of rest) if (kind === "name") mentioned.add(text);
    if (word !== "if") {
      if (rest[0]?.kind !== "name") {
        report(
          "promela/malformed-directive",
          `expected a name after \`#${word}\`, found ${rest[0] ? `\`${rest[0].text}\`` : "nothing"}`,
          whole,
        );
        return false;
      }
      return macros.has(rest[0].text) === (word === "ifdef");
    }
    const value = evaluateCondition(
      rest,
      (name) => macros.has(name),
      (tokens) => expandAll(tokens, whole),
    );
    if (isTooMuch()) return false;
    if (value === undefined) {
      report(
        "promela/malformed-directive",
        `expected a condition of numbers, names and \`defined\`, found \`${texts(rest)}\``,
        whole,
      );
      return false;
    }
    return value !== 0;
  }

  function define(rest: readonly Token[], whole: Span): void {
    const name = rest[0];
    if (name?.kind !== "name") {
      report(
        "promela/malformed-directive",
        `expected a name after \`#define\`, found ${name ? `\`${name.text}\`` : "nothing"}`,
        whole,
      );
      return;
    }
    mentioned.add(name.text);
    if (given.has(name.text)) return;
    if (rest[1]?.text !== "(" || rest[1].span.start !== name.span.end) {
      macros.set(name.text, { name: name.text, body: rest.slice(1) });
      return;
    }
    const parameters: string[] = [];
    let at = 2;
    while (rest[at]?.kind === "name") {
      parameters.push(rest[at]!.text);
      at++;
      if (rest[at]?.text !== ",") break;
      at++;
    }
    if (rest[at]?.text !== ")") {
      report(
        "promela/malformed-directive",
        "expected parameters and `)` in this `#define`, found something else",
        whole,
      );
      return;
    }
    macros.set(name.text, { name: name.text, parameters, body: rest.slice(at + 1) });
  }

  function includeFile(frame: Frame, rest: readonly Token[], whole: Span): void {
    const name = rest[0]?.kind === "string" ? rest[0].text.slice(1, -1) : undefined;
    if (name === undefined) {
      report("promela/malformed-directive", "expected a file name between double quotes after `#include`", whole);
      return;
    }
    if (frames.some(({ source }) => source.name === name) || frames.length >= deepestInclude) {
      report(
        "promela/include-cycle",
        `expected files that do not include themselves, found \`${name}\` once more`,
        whole,
      );
      return;
    }
    const found = include(name, frame.source);
    if (found === "outside") {
      const message = `expected a file next to the model; \`${name}\` lies outside the model's folder; name its folder with -I`;
      report("promela/include-outside", message, whole);
    } else if (!found) {
      report("promela/missing-include", `expected the file \`${name}\` next to the model, found none`, whole);
    } else frames.push({ source: found, tokens: tokenize(found, collector), at: 0, conditionals: [] });
  }

  /** Sets with one more macro, each made once. */
  const larger = new Map<ReadonlySet<string>, Map<string, ReadonlySet<string>>>();
  function hiddenWith(before: ReadonlySet<string>, name: string): ReadonlySet<string> {
    const known = larger.get(before) ?? new Map<string, ReadonlySet<string>>();
    larger.set(before, known);
    const after = known.get(name) ?? new Set([...before, name]);
    known.set(name, after);
    return after;
  }

  /** Puts the expansion of a macro before what is to come; `false` if the token is not to be expanded. */
  function expand(token: Token): boolean {
    if (token.kind !== "name") return false;
    mentioned.add(token.text);
    const macro = macros.get(token.text);
    if (!macro || token.hidden?.has(macro.name) || isTooMuch()) return false;
    const hidden = hiddenWith(token.hidden ?? nothing, macro.name);
    if (!macro.parameters) {
      const { body } = macro;
      spend(1 + body.length, token.span);
      for (let i = body.length - 1; i >= 0; i--) {
        const { kind, text, value } = body[i]!;
        pending.push({ kind, text, value, span: token.span, first: i === 0 && token.first, hidden });
      }
      return true;
    }
    const open = next();
    if (open.text !== "(") {
      if (open.kind !== "end") pending.push(open);
      return false;
    }
    const given = collectArguments(token);
    if (!given) return true;
    const actual = macro.parameters.length === 0 && given.length === 1 && given[0]!.length === 0 ? [] : given;
    if (actual.length !== macro.parameters.length) {
      const message = `expected ${macro.parameters.length} arguments for the macro \`${macro.name}\`, found ${actual.length}`;
      report("promela/macro-arguments", message, token.span);
      return true;
    }
    const bindings = new Map<string, readonly Token[]>(macro.parameters.map((name, i) => [name, actual[i]!]));
    const result = macro.body.flatMap((part, i): readonly Token[] => {
      const bound = part.kind === "name" ? bindings.get(part.text) : undefined;
      if (part.text === "#" && bindings.has(macro.body[i + 1]?.text ?? "")) return [];
      if (bound && macro.body[i - 1]?.text === "#") {
        return [{ kind: "string", text: JSON.stringify(texts(bound)), span: token.span }];
      }
      return bound ?? [{ ...part, span: token.span, first: false, hidden }];
    });
    spend(1 + result.length, token.span);
    if (result[0]) result[0] = { ...result[0], first: token.first };
    for (let i = result.length - 1; i >= 0; i--) pending.push(result[i]!);
    return true;
  }

  function collectArguments(token: Token): Token[][] | undefined {
    const actual: Token[][] = [[]];
    for (let depth = 0; ;) {
      const part = next();
      if (part.kind === "end") {
        report(
          "promela/macro-arguments",
          `expected \`)\` to close the arguments of \`${token.text}\`, found the end of the text`,
          token.span,
        );
        return undefined;
      }
      if (part.text === ")" && depth === 0) return actual;
      if (part.text === "(") depth++;
      if (part.text === ")") depth--;
      if (part.text === "," && depth === 0) actual.push([]);
      else actual.at(-1)!.push(part);
    }
  }

  /** The expansion of a closed list of tokens. */
  function expandAll(tokens: readonly Token[], place: Span): Token[] {
    const result: Token[] = [];
    const floor = pending.length;
    for (let i = tokens.length - 1; i >= 0; i--) pending.push(tokens[i]!);
    while (pending.length > floor && !isTooMuch()) {
      const token = pending.pop()!;
      if (!expand(token)) result.push(token);
    }
    if (result.length > longestCondition) {
      const message = `expected a condition of at most ${longestCondition} tokens, found more`;
      report("promela/malformed-directive", message, place);
      result.length = 0;
      result.push({ kind: "number", text: "0", value: 0, span: place });
    }
    pending.length = floor;
    return result;
  }

  for (;;) {
    const token = next();
    if (token.kind === "end") break;
    if (!expand(token)) output.push(token);
    if (output.length > mostTokens) {
      report("promela/text-too-long", "expected at most two million tokens, found more", token.span);
      collector.stop();
      break;
    }
    if (isTooMuch()) break;
  }
  for (const name of given) {
    if (mentioned.has(name)) continue;
    const message = `expected the name of a macro of the model after \`-D\`, found \`${name}\``;
    report("promela/unknown-define", message, { source, start: 0, end: 0 });
  }
  const last: Token = end ?? {
    kind: "end",
    text: "",
    span: { source, start: source.text.length, end: source.text.length },
  };
  const result = glue(output);
  result.push(last);
  return result;
}

/** `a ## b` is one name. */
function glue(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const right = tokens[i + 1];
    const left = result.at(-1);
    if (token.text === "##" && left && right) {
      result[result.length - 1] = { ...left, text: left.text + right.text };
      i++;
    } else result.push(token);
  }
  return result;
}

function texts(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ");
}
