/** Parses the parts of a model: processes, global variables, types, claims and formulas. */

import type { Collector } from "../../../syntax/collector.ts";
import type { Defines } from "../../../syntax/definitions.ts";
import { Cursor } from "./cursor.ts";
import { isWord } from "./lexicon.ts";
import type { Token } from "./lexicon.ts";
import { atDeclaration, parseDeclaration, parseDeclarations } from "./parse-declaration.ts";
import { parseExpression, parseFormula, parsePriority } from "./parse-expression.ts";
import { parseBody } from "./parse-statement.ts";
import { preprocess } from "./preprocess.ts";
import type { Include } from "./preprocess.ts";
import type { Expression, Name, ProcessDefinition, Unit } from "./syntax-tree.ts";

const beginnings: ReadonlySet<string> = new Set(
  "active proctype D_proctype init never ltl inline typedef mtype hidden show chan trace notrace".split(" "),
);

/**
 * All declarations of the text, in order, with inline definitions expanded. Never throws. The collector gets the
 * errors.
 */
export function parseUnits(collector: Collector, include: Include, defines: Defines): Unit[] {
  const tokens = preprocess(collector, include, defines);
  const units: Unit[] = [];
  const cursor = new Cursor(collector, tokens);
  while (!cursor.at("end") && !collector.full) {
    const before = cursor.token;
    const unit = cursor.recover(
      () => parseUnit(cursor),
      () => {
        if (cursor.token === before) cursor.advance();
        skipUnit(cursor);
      },
    );
    if (unit) units.push(unit);
  }
  return units;
}

/** Skips to the likely next unit: a word that begins one, after a `}` or at the beginning of a line. */
function skipUnit(cursor: Cursor): void {
  while (!cursor.at("end")) {
    const { kind, first } = cursor.token;
    if (beginnings.has(kind) && (first || cursor.previous?.kind === "}")) return;
    cursor.advance();
  }
}

function parseUnit(cursor: Cursor): Unit | undefined {
  const start = cursor.token;
  const { kind } = start;
  switch (kind) {
    case ";":
      cursor.advance();
      return undefined;
    case "active":
    case "proctype":
    case "D_proctype":
      return proctype(cursor);
    case "init":
      cursor.advance();
      return process(cursor, start, kind, {
        name: { text: kind, span: cursor.placeOf(start) },
        deterministic: false,
        parameters: [],
      });
    case "never":
    case "ltl":
      return property(cursor, kind);
    case "inline":
      inline(cursor);
      return undefined;
    case "typedef":
      return typedef(cursor);
    case "trace":
    case "notrace":
      cursor.advance();
      return cursor.property(kind, () => {
        const body = parseBody(cursor, "before the body of a trace assertion");
        return { kind: "trace", negated: kind === "notrace", body, span: cursor.spanSince(start) };
      });
    case "c_code":
    case "c_decl":
    case "c_state":
    case "c_track":
    case "c_expr":
      return cursor.unsupported(`embedded C code (\`${kind}\`) is`);
    default:
      return kind === "mtype" && startsMembers(cursor) ? members(cursor) : globals(cursor);
  }
}

function globals(cursor: Cursor): Unit {
  if (atDeclaration(cursor)) {
    const declaration = parseDeclaration(cursor);
    const { token } = cursor;
    if (token.kind !== ";" && token.kind !== "end" && !token.first && cursor.previous?.kind !== "}") {
      cursor.fail("promela/missing-separator", "`;` after a declaration");
    }
    return { kind: "variable", declaration, span: declaration.span };
  }
  if (cursor.at("name") && isWord(cursor.peek())) {
    cursor.failWith("promela/unknown-type", `expected a type or a definition, found \`${cursor.token.text}\``);
  }
  return cursor.fail("promela/unexpected-token", "a declaration or a process");
}

type Heading = Pick<ProcessDefinition, "name" | "deterministic" | "parameters" | "active">;

function proctype(cursor: Cursor): Unit {
  const start = cursor.token;
  let active: Expression | undefined;
  if (cursor.accept("active")) {
    active = cursor.at("[")
      ? cursor.enclosed("[", "", () => parseExpression(cursor))
      : { kind: "number", value: 1, span: cursor.placeOf(start) };
  }
  const deterministic = cursor.accept("D_proctype");
  if (!deterministic) cursor.expect("proctype", "after `active`");
  const name = cursor.name("the name of a process");
  const purpose = "before the parameters of a process";
  const parameters = cursor.enclosed("(", purpose, () => parseDeclarations(cursor, ")"));
  return process(cursor, start, "proctype", { name, deterministic, parameters, active });
}

function process(cursor: Cursor, start: Token, kind: "init" | "proctype", heading: Heading): Unit {
  const priority = cursor.accept("priority") ? parsePriority(cursor) : undefined;
  const isProvided = cursor.accept("provided");
  const provided = isProvided ? cursor.enclosed("(", "after `provided`", () => parseExpression(cursor)) : undefined;
  const span = cursor.spanSince(start);
  const body = parseBody(cursor, "before the body of a process");
  return { kind, ...heading, priority, provided, body, span };
}

function property(cursor: Cursor, kind: "never" | "ltl"): Unit {
  const start = cursor.advance();
  const name = cursor.at("name") ? cursor.name("") : undefined;
  return cursor.property(name?.text ?? kind, () => {
    if (kind === "never") {
      return { kind, name, body: parseBody(cursor, "before the body of a claim"), span: cursor.spanSince(start) };
    }
    const formula = cursor.enclosed("{", "before a formula", () => {
      const parsed = parseFormula(cursor);
      while (cursor.accept(";"));
      return parsed;
    });
    return { kind, name, formula, span: cursor.spanSince(start) };
  });
}

function inline(cursor: Cursor): void {
  cursor.advance();
  const name = cursor.name("the name of an inline definition");
  const purpose = "before the parameters of an inline definition";
  const parameters = cursor.enclosedList("(", purpose, ",", () => cursor.name("a parameter").text);
  if (cursor.inlines.has(name.text)) refuseKnown(cursor, name, "which is defined already");
  const brace = cursor.token;
  if (!cursor.at("{")) cursor.fail("promela/unexpected-token", "`{` before the body of an inline definition");
  const body: Token[] = [];
  let depth = 0;
  do {
    if (cursor.at("end")) cursor.close("{", brace);
    if (cursor.at("{")) depth++;
    if (cursor.at("}")) depth--;
    body.push(cursor.advance());
  } while (depth > 0);
  cursor.inlines.set(name.text, { name, parameters, body });
}

function refuseKnown(cursor: Cursor, { text, span }: Name, why: string): never {
  return cursor.failWith("promela/duplicate-name", `expected a new name, found \`${text}\`, ${why}`, span);
}

function typedef(cursor: Cursor): Unit {
  const start = cursor.advance();
  const name = cursor.name("the name of a type");
  const fields = cursor.enclosed("{", "before the fields of a type", () => parseDeclarations(cursor, "}"));
  if (cursor.records.has(name.text)) refuseKnown(cursor, name, "which is a type already");
  cursor.records.add(name.text);
  return { kind: "typedef", name, fields, span: cursor.spanSince(start) };
}

/** Whether this is `mtype = {`, `mtype {` or `mtype:name = {`. */
function startsMembers(cursor: Cursor): boolean {
  const at = cursor.peek().kind === ":" ? 3 : 1;
  const { kind } = cursor.peek(at);
  return kind === "{" || (kind === "=" && cursor.peek(at + 1).kind === "{");
}

function members(cursor: Cursor): Unit {
  const start = cursor.advance();
  const set = cursor.accept(":") ? cursor.name("the name of a set") : undefined;
  cursor.accept("=");
  const list: Name[] = [];
  const open = cursor.open("{", "before the names of an `mtype`");
  while (!cursor.at("}")) {
    list.push(cursor.name("a name of an `mtype`"));
    cursor.accept(",");
  }
  cursor.close("{", open);
  return { kind: "mtype", set, members: list, span: cursor.spanSince(start) };
}
