/** The parts of a model: processes, global variables, types, claims and formulas. */

import type { Span } from "../../../syntax/source.ts";
import type { Cursor } from "./cursor.ts";
import type { Token } from "./lexer.ts";
import { atDeclaration, parseDeclaration, parseDeclarations } from "./parse-declaration.ts";
import { parseExpression, parseFormula, parsePriority } from "./parse-expression.ts";
import { parseBody } from "./parse-statement.ts";
import type { Expression, Name, ProcessDefinition, Unit } from "./syntax-tree.ts";

const beginnings: ReadonlySet<string> = new Set(
  "active proctype D_proctype init never ltl inline typedef mtype hidden show chan trace notrace".split(" "),
);

/** Everything the text declares, in order. Inline definitions are gone. */
export function parseUnits(c: Cursor): Unit[] {
  const units: Unit[] = [];
  while (!c.atEnd && !c.collector.full) {
    const before = c.token;
    const unit = c.recover(
      () => parseUnit(c),
      () => {
        if (c.token === before) c.advance();
        skipUnit(c);
      },
    );
    if (unit) units.push(unit);
  }
  return units;
}

/** To what looks like the next unit: a word that begins one, after a `}` or at the beginning of a line. */
function skipUnit(c: Cursor): void {
  while (!c.atEnd) {
    const { kind, text, first } = c.token;
    if (kind === "name" && beginnings.has(text) && (first || c.previous?.text === "}")) return;
    c.advance();
  }
}

function parseUnit(c: Cursor): Unit | undefined {
  const start = c.token;
  switch (start.text) {
    case ";":
      c.advance();
      return undefined;
    case "active":
    case "proctype":
    case "D_proctype":
      return proctype(c);
    case "init": {
      c.advance();
      return process(c, start, "init", { text: "init", span: start.span }, { deterministic: false, parameters: [] });
    }
    case "never": {
      c.advance();
      const name = c.atName() ? c.name("") : undefined;
      return c.property(name?.text ?? "never", () => {
        const body = parseBody(c, "before the body of a claim");
        return { kind: "never", name, body, span: c.since(start) };
      });
    }
    case "ltl":
      return ltl(c);
    case "inline":
      inline(c);
      return undefined;
    case "typedef":
      return typedef(c);
    case "trace":
    case "notrace":
      c.advance();
      return c.property(start.text, () => {
        parseBody(c, "before the body of a trace assertion");
        return c.unsupported(`trace assertions (\`${start.text}\`) are`, start.span);
      });
    case "c_code":
    case "c_decl":
    case "c_state":
    case "c_track":
    case "c_expr":
      return c.unsupported(`embedded C code (\`${start.text}\`) is`);
    default:
  }
  if (start.text === "mtype" && startsMembers(c)) return members(c);
  if (atDeclaration(c)) {
    const declaration = parseDeclaration(c);
    if (!c.at(";") && !c.atEnd && !c.token.first && c.previous?.text !== "}") {
      c.fail("promela/missing-separator", "`;` after a declaration");
    }
    return { kind: "variable", declaration, span: declaration.span };
  }
  if (c.atName() && c.peek().kind === "name") {
    return c.failWith("promela/unknown-type", `expected a type or a definition, found \`${start.text}\``, start.span);
  }
  return c.fail("promela/unexpected-token", "a declaration or a process");
}

interface Heading {
  readonly deterministic: boolean;
  readonly parameters: ProcessDefinition["parameters"];
  readonly active?: Expression | undefined;
}

function proctype(c: Cursor): Unit {
  const start = c.token;
  let active: Expression | undefined;
  if (c.accept("active")) {
    active = { kind: "number", value: 1, span: start.span };
    if (c.at("[")) {
      const open = c.open("[", "");
      active = parseExpression(c);
      c.close("[", open);
    }
  }
  const deterministic = c.at("D_proctype");
  if (!c.accept("D_proctype")) c.expect("proctype", "after `active`");
  const name = c.name("the name of a process");
  const open = c.open("(", "before the parameters of a process");
  const parameters = parseDeclarations(c, ")");
  c.close("(", open);
  return process(c, start, "proctype", name, { deterministic, parameters, active });
}

function process(c: Cursor, start: Token, kind: "init" | "proctype", name: Name, heading: Heading): Unit {
  const priority = c.accept("priority") ? parsePriority(c) : undefined;
  let provided: Expression | undefined;
  if (c.accept("provided")) {
    const open = c.open("(", "after `provided`");
    provided = parseExpression(c);
    c.close("(", open);
  }
  const span: Span = c.since(start);
  const body = parseBody(c, "before the body of a process");
  return { kind, name, ...heading, priority, provided, body, span };
}

function ltl(c: Cursor): Unit {
  const start = c.advance();
  const name = c.atName() ? c.name("") : undefined;
  return c.property(name?.text ?? "ltl", () => {
    const open = c.open("{", "before a formula");
    const formula = parseFormula(c);
    while (c.accept(";"));
    c.close("{", open);
    return { kind: "ltl", name, formula, span: c.since(start) };
  });
}

function inline(c: Cursor): void {
  c.advance();
  const name = c.name("the name of an inline definition");
  const open = c.open("(", "before the parameters of an inline definition");
  const parameters: string[] = [];
  if (!c.at(")")) {
    do parameters.push(c.name("a parameter").text);
    while (c.accept(","));
  }
  c.close("(", open);
  if (c.inlines.has(name.text)) {
    c.failWith(
      "promela/duplicate-name",
      `expected a new name, found \`${name.text}\`, which is defined already`,
      name.span,
    );
  }
  const brace = c.token;
  if (!c.at("{")) c.fail("promela/unexpected-token", "`{` before the body of an inline definition");
  const body: Token[] = [];
  let depth = 0;
  do {
    if (c.atEnd) c.close("{", brace);
    if (c.at("{")) depth++;
    if (c.at("}")) depth--;
    body.push(c.advance());
  } while (depth > 0);
  c.inlines.set(name.text, { name, parameters, body });
}

function typedef(c: Cursor): Unit {
  const start = c.advance();
  const name = c.name("the name of a type");
  const open = c.open("{", "before the fields of a type");
  const fields = parseDeclarations(c, "}");
  c.close("{", open);
  if (c.records.has(name.text)) {
    c.failWith(
      "promela/duplicate-name",
      `expected a new name, found \`${name.text}\`, which is a type already`,
      name.span,
    );
  }
  c.records.add(name.text);
  return { kind: "typedef", name, fields, span: c.since(start) };
}

/** `mtype = {`, `mtype {`, `mtype:name = {`. */
function startsMembers(c: Cursor): boolean {
  const at = c.peek().text === ":" ? 3 : 1;
  return c.peek(at).text === "{" || (c.peek(at).text === "=" && c.peek(at + 1).text === "{");
}

function members(c: Cursor): Unit {
  const start = c.advance();
  const set = c.accept(":") ? c.name("the name of a set") : undefined;
  c.accept("=");
  const open = c.open("{", "before the names of an `mtype`");
  const list: Name[] = [];
  while (!c.at("}")) {
    list.push(c.name("a name of an `mtype`"));
    c.accept(",");
  }
  c.close("{", open);
  return { kind: "mtype", set, members: list, span: c.since(start) };
}
