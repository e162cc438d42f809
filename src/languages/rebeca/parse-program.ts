/** Parses classes, interfaces, `env` constants, `main`, and the properties of a text or of a `.property` file. */

import type { Name } from "../../syntax/cursor.ts";
import type { Token } from "../../syntax/lexicon.ts";
import type { Cursor } from "./cursor.ts";
import { parseArguments, parseExpression, parseFormula, parseType, refuseAnnotation } from "./parse-expression.ts";
import { parseBlock, parseVariables } from "./parse-statement.ts";
import type {
  ClassNode,
  ExpressionNode,
  ProgramNode,
  PropertyNode,
  RebecNode,
  RoutineNode,
  TypeNode,
  VariableNode,
} from "./syntax-tree.ts";

export function parseProgram(cursor: Cursor): ProgramNode {
  const program = {
    constants: [] as VariableNode[],
    classes: [] as ClassNode[],
    main: [] as RebecNode[],
    mainSpan: cursor.span(cursor.token.source.text.length, cursor.token.source.text.length),
    hasMain: false,
    properties: [] as PropertyNode[],
  };
  while (!cursor.at("end") && !cursor.collector.full) {
    const { start } = cursor.token;
    cursor.recover(
      () => parseDeclaration(cursor, program),
      () => {
        if (cursor.token.start === start) cursor.advance();
        skipToDeclaration(cursor);
      },
    );
  }
  return program;
}

const openers = new Set(["reactiveclass", "abstract", "interface", "env", "main"]);

/** Skips to the next word that begins a declaration, across any braces. */
function skipToDeclaration(cursor: Cursor): void {
  while (!cursor.at("end") && !openers.has(cursor.token.kind) && !cursor.atWord("property")) cursor.advance();
}

interface Draft {
  constants: VariableNode[];
  classes: ClassNode[];
  main: RebecNode[];
  mainSpan: ProgramNode["mainSpan"];
  hasMain: boolean;
  properties: PropertyNode[];
}

function parseDeclaration(cursor: Cursor, program: Draft): void {
  const { kind, start, end, text } = cursor.token;
  switch (kind) {
    case "env":
      cursor.advance();
      program.constants.push(...parseVariables(cursor));
      cursor.expect(";", "after the constant");
      return;
    case "abstract":
    case "reactiveclass":
    case "interface":
      program.classes.push(parseClass(cursor));
      return;
    case "main":
      if (program.hasMain) cursor.failWith("rebeca/duplicate-main", "expected one `main`, found another");
      program.hasMain = true;
      program.mainSpan = cursor.span(start, end);
      cursor.advance();
      program.main.push(...parseMain(cursor));
      return;
    case "@":
      refuseAnnotation(cursor, "a declaration");
      return;
    case "name":
      if (text === "property") {
        program.properties.push(...parseProperties(cursor));
        return;
      }
      if (text === "package" || text === "import" || text === "record" || text === "physicalclass") {
        const message = `expected a class, found \`${text}\`, which is not supported`;
        cursor.failWith("rebeca/unsupported", message);
      }
      break;
    default:
  }
  cursor.fail("rebeca/expected-declaration", "`reactiveclass`, `interface`, `env`, `main` or `property`");
}

function parseClass(cursor: Cursor): ClassNode {
  const isAbstract = cursor.accept("abstract");
  const kind = cursor.at("interface") && !isAbstract ? "interface" : "class";
  cursor.expect(kind === "interface" ? "interface" : "reactiveclass", "and the name of a class");
  const name = cursor.name(kind === "interface" ? "the name of an interface" : "the name of a class");
  let queue = parseQueue(cursor);
  // An interface may extend several others.
  const parents: Name[] = cursor.accept("extends")
    ? parseNames(cursor, `the name of ${kind === "class" ? "a class" : "an interface"}`)
    : [];
  const [parent, another] = kind === "class" ? parents : [];
  if (another) {
    cursor.failWith("rebeca/unsupported", "expected one class, found another: a class extends one other", another.span);
  }
  const implemented =
    kind === "class" && cursor.accept("implements") ? parseNames(cursor, "the name of an interface") : [];
  const interfaces = kind === "class" ? implemented : parents;
  queue ??= parseQueue(cursor);
  const opening = cursor.open("{", `and the body of \`${name.text}\``);
  const known: VariableNode[] = [];
  const state: VariableNode[] = [];
  const routines: RoutineNode[] = [];
  while (!cursor.at("}") && !cursor.at("end") && !cursor.collector.full) {
    const { start } = cursor.token;
    cursor.recover(
      () => parseMember(cursor, name, { known, state, routines }),
      () => {
        if (cursor.token.start === start) cursor.advance();
        cursor.skipTo(startsMember);
      },
    );
  }
  cursor.close("{", opening);
  return { kind, name, isAbstract, queue, parent, interfaces, known, state, routines };
}

/** Parses `(5)` after the name of a class, or after its `extends` and `implements`. */
function parseQueue(cursor: Cursor): ExpressionNode | undefined {
  if (!cursor.at("(")) return undefined;
  return cursor.enclosed("(", "", () => (cursor.at(")") ? undefined : parseExpression(cursor)));
}

function parseNames(cursor: Cursor, what: string): Name[] {
  return cursor.list(",", () => cursor.name(what));
}

function startsMember({ kind }: Token): boolean {
  return kind === "msgsrv" || kind === "knownrebecs" || kind === "knownobjects" || kind === "statevars";
}

interface Members {
  readonly known: VariableNode[];
  readonly state: VariableNode[];
  readonly routines: RoutineNode[];
}

function parseMember(cursor: Cursor, owner: Name, members: Members): void {
  const { kind, start, text } = cursor.token;
  switch (kind) {
    case "knownrebecs":
    case "knownobjects":
      cursor.advance();
      members.known.push(...parseFields(cursor, "and the known rebecs"));
      return;
    case "statevars":
      cursor.advance();
      members.state.push(...parseFields(cursor, "and the variables"));
      return;
    case "abstract":
    case "msgsrv": {
      cursor.accept("abstract");
      cursor.expect("msgsrv", "and a message server");
      const name = cursor.name("the name of a message server");
      members.routines.push(parseRoutine(cursor, "server", name, undefined, start));
      return;
    }
    case "@":
      return cursor.failWith(
        "rebeca/unsupported",
        "expected a message server, found an annotation: these are not supported",
      );
    case "name": {
      if (text === owner.text && cursor.peek().kind === "(") {
        members.routines.push(parseRoutine(cursor, "constructor", cursor.name("a name"), undefined, start));
        return;
      }
      const type = parseType(cursor);
      const name = cursor.name("the name of a method");
      members.routines.push(parseRoutine(cursor, "method", name, type.name.text === "void" ? undefined : type, start));
      return;
    }
    default:
      cursor.fail("rebeca/expected-member", "`knownrebecs`, `statevars`, `msgsrv`, a constructor or a method");
  }
}

/** `{ Server s1, s2; boolean busy; }` */
function parseFields(cursor: Cursor, purpose: string): VariableNode[] {
  const opening = cursor.open("{", purpose);
  const fields: VariableNode[] = [];
  while (!cursor.at("}") && !cursor.at("end") && !cursor.collector.full) {
    cursor.recover(
      () => {
        fields.push(...parseVariables(cursor));
        cursor.expect(";", "after the names");
      },
      () => {
        cursor.skipTo(({ kind }) => kind === ";");
        cursor.accept(";");
      },
    );
  }
  cursor.close("{", opening);
  return fields;
}

function parseRoutine(
  cursor: Cursor,
  kind: RoutineNode["kind"],
  name: Name,
  result: TypeNode | undefined,
  start: number,
): RoutineNode {
  const parameters = cursor.enclosedList("(", "and the parameters", ",", () => ({
    type: parseType(cursor),
    name: cursor.name("the name of a parameter"),
  }));
  const span = cursor.spanSince(start);
  const body = cursor.accept(";") ? undefined : parseBlock(cursor, `and the body of \`${name.text}\``);
  return { kind, name, parameters, result, body, span };
}

/** Parses `Client c1(lb1):(1), c2(lb1):(2);`. Older texts list several rebecs of a class. */
function parseMain(cursor: Cursor): RebecNode[] {
  const opening = cursor.open("{", "and the rebecs");
  const rebecs: RebecNode[] = [];
  while (!cursor.at("}") && !cursor.at("end") && !cursor.collector.full) {
    cursor.recover(
      () => {
        refuseAnnotation(cursor, "a rebec");
        const type = cursor.name("the class of a rebec");
        do {
          const name = cursor.name("the name of a rebec");
          const { start } = name.span;
          const known = parseArguments(cursor, "and the known rebecs");
          const args = cursor.accept(":") ? parseArguments(cursor, "and what its first message brings") : [];
          rebecs.push({ type, name, known, args, span: cursor.spanSince(start) });
        } while (cursor.accept(","));
        cursor.expect(";", "after the rebec");
      },
      () => {
        cursor.skipTo(({ kind }) => kind === ";");
        cursor.accept(";");
      },
    );
  }
  cursor.close("{", opening);
  return rebecs;
}

const sections: Readonly<Record<string, PropertyNode["kind"]>> = {
  define: "define",
  assertion: "assertion",
  ltl: "ltl",
  ctl: "unsupported",
};

/** `property { define { a = ...; } Assertion { safe: ...; } LTL { live: G(F(a)); } }` */
export function parseProperties(cursor: Cursor): PropertyNode[] {
  const properties: PropertyNode[] = [];
  if (!cursor.acceptWord("property")) cursor.fail("rebeca/expected-property", "`property`");
  const opening = cursor.open("{", "and the properties");
  while (!cursor.at("}") && !cursor.at("end")) {
    const word = cursor.name("`define`, `Assertion` or `LTL`");
    const kind = sections[word.text.toLowerCase()];
    if (kind === undefined) {
      const message = `expected \`define\`, \`Assertion\` or \`LTL\`, found \`${word.text}\``;
      cursor.failWith("rebeca/unexpected-token", message, word.span);
    }
    const brace = cursor.open("{", `after \`${word.text}\``);
    while (!cursor.at("}") && !cursor.at("end")) {
      const name = cursor.name(kind === "define" ? "the name of a condition" : "the name of a property");
      cursor.expect(kind === "define" ? "=" : ":", `and what \`${name.text}\` is`);
      if (kind === "unsupported") {
        cursor.skipTo((token) => token.kind === ";");
        properties.push({ kind, name, reason: `branching time (\`${word.text}\`) is not supported` });
      } else properties.push({ kind, name, value: parseFormula(cursor) });
      cursor.expect(";", "after the property");
    }
    cursor.close("{", brace);
  }
  cursor.close("{", opening);
  return properties;
}

/** Parses a file that contains only properties. */
export function parsePropertyFile(cursor: Cursor): PropertyNode[] {
  const properties: PropertyNode[] = [];
  cursor.recover(
    () => {
      while (!cursor.at("end")) properties.push(...parseProperties(cursor));
    },
    () => undefined,
  );
  return properties;
}
