/**
 * JSON with places: `JSON.parse` gives values without their places in the text, and an error in a file is told with its
 * line and column.
 */

import type { Diagnostic } from "./diagnostic.ts";
import type { Place, Source } from "./source.ts";

/** A value of a JSON text, and where it stands. */
export type Json = Place &
  (
    | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
    | { readonly kind: "array"; readonly items: readonly Json[] }
    | { readonly kind: "object"; readonly members: ReadonlyMap<string, Json> }
  );

/** The deepest nesting that is read. */
const deepest = 200;

export function parseJson(source: Source): { readonly json?: Json; readonly diagnostics: readonly Diagnostic[] } {
  try {
    return { json: new Reader(source.text).document(), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { message, at } = error;
    return { diagnostics: [{ code: "json/syntax", message, span: { source, start: at, end: at + 1 } }] };
  }
}

/** The plain value, as `JSON.parse` gives it. */
export function plainJson(json: Json): unknown {
  switch (json.kind) {
    case "scalar":
      return json.value;
    case "array":
      return json.items.map(plainJson);
    case "object":
      return Object.fromEntries(Array.from(json.members, ([key, value]) => [key, plainJson(value)]));
  }
}

/** The part of a value that a path leads to, or the last part on the way that exists. */
export function jsonAt(json: Json, path: readonly (string | number)[]): Json {
  let part = json;
  for (const key of path) {
    const next =
      part.kind === "object"
        ? part.members.get(String(key))
        : part.kind === "array"
          ? part.items[Number(key)]
          : undefined;
    if (!next) return part;
    part = next;
  }
  return part;
}

class JsonError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): Json {
    const value = this.value(0);
    this.skip();
    if (this.at < this.text.length) this.fail("expected the end of the document");
    return value;
  }

  private value(depth: number): Json {
    this.skip();
    if (depth > deepest) this.fail(`values are nested more than ${deepest} deep`);
    const start = this.at;
    const c = this.text[this.at];
    if (c === "{") return { kind: "object", members: this.members(depth), start, end: this.at };
    if (c === "[") return { kind: "array", items: this.items(depth), start, end: this.at };
    return { kind: "scalar", value: this.scalar(), start, end: this.at };
  }

  private members(depth: number): Map<string, Json> {
    const members = new Map<string, Json>();
    this.list("}", () => {
      const key = this.scalar();
      if (typeof key !== "string") this.fail("expected a name between double quotes");
      if (members.has(key)) this.fail(`the name ${JSON.stringify(key)} occurs twice`);
      this.expect(":");
      members.set(key, this.value(depth + 1));
    });
    return members;
  }

  private items(depth: number): Json[] {
    const items: Json[] = [];
    this.list("]", () => items.push(this.value(depth + 1)));
    return items;
  }

  /** Reads parts between commas, from the opening sign to the closing one. */
  private list(close: string, part: () => void): void {
    this.at++;
    this.skip();
    for (let isFirst = true; this.text[this.at] !== close; isFirst = false) {
      if (!isFirst) this.expect(",");
      this.skip();
      part();
      this.skip();
    }
    this.at++;
  }

  private scalar(): string | number | boolean | null {
    const token = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
    token.lastIndex = this.at;
    const [found] = token.exec(this.text) ?? [];
    if (found === undefined) this.fail("expected a value");
    try {
      const value = JSON.parse(found) as string | number | boolean | null;
      this.at += found.length;
      return value;
    } catch {
      return this.fail(`expected a value, found ${found}`);
    }
  }

  private expect(sign: string): void {
    this.skip();
    if (this.text[this.at] !== sign) this.fail(`expected \`${sign}\``);
    this.at++;
  }

  private skip(): void {
    const space = /[ \t\r\n]*/y;
    space.lastIndex = this.at;
    this.at += space.exec(this.text)![0].length;
  }

  private fail(message: string): never {
    const found = this.text[this.at];
    const isTold = message.includes("found") || !message.startsWith("expected");
    const what = found === undefined ? "the end of the text" : `\`${found}\``;
    throw new JsonError(isTold ? message : `${message}, found ${what}`, this.at);
  }
}
