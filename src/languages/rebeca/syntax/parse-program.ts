/** Parses classes, interfaces, `env` constants, `main`, and the properties of a text or of a `.property` file. */

import type { Name } from "../../../syntax/cursor.ts";
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
  const { text } = cursor.token.source;
  const [constants, classes, properties]: [VariableNode[], ClassNode[], PropertyNode[]] = [[], [], []];
  let main: RebecNode[] | undefined;
  let mainSpan = cursor.span(text.length, text.length);
  cursor.phrases(
    () => false,
    () => parseDeclaration(),
    (isStuck) => {
      if (isStuck) cursor.advance();
      while (!cursor.at("end") && !openers.has(cursor.token.kind) && !cursor.atWord("property")) cursor.advance();
    },
  );
  return { constants, classes, main, mainSpan, properties };

  function parseDeclaration(): undefined {
    const { token } = cursor;
    if (cursor.accept("env")) {
      constants.push(...parseVariables(cursor));
      cursor.expect(";", "after the constant");
    } else if (cursor.at("abstract") || cursor.at("reactiveclass") || cursor.at("interface")) {
      classes.push(parseClass(cursor));
    } else if (cursor.at("main")) {
      if (main) cursor.failWith("rebeca/duplicate-main", "expected one `main`, found another");
      mainSpan = cursor.span(token.start, token.end);
      main = [];
      cursor.advance();
      main.push(...parseMain(cursor));
    } else if (cursor.atWord("property")) properties.push(...parseProperties(cursor));
    else {
      refuseAnnotation(cursor, "a declaration");
      if (["package", "import", "record", "physicalclass"].some((word) => cursor.atWord(word))) {
        const message = `expected a class, found \`${token.text}\`, which is not supported`;
        cursor.failWith("rebeca/unsupported", message);
      }
      cursor.fail("rebeca/expected-declaration", "`reactiveclass`, `interface`, `env`, `main` or `property`");
    }
  }
}

/** The words that begin a declaration. Parsing goes on there after an error, across any braces. */
const openers = new Set(["reactiveclass", "abstract", "interface", "env", "main"]);

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
  const [known, state, routines]: [VariableNode[], VariableNode[], RoutineNode[]] = [[], [], []];
  cursor.enclosed("{", `and the body of \`${name.text}\``, () =>
    cursor.phrases(
      () => cursor.at("}"),
      () => parseMember(cursor, name, { known, state, routines }),
      (isStuck) => {
        if (isStuck) cursor.advance();
        cursor.skipTo(({ kind }) => /^(?:msgsrv|knownrebecs|knownobjects|statevars)$/.test(kind));
      },
    ),
  );
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

interface Members {
  readonly known: VariableNode[];
  readonly state: VariableNode[];
  readonly routines: RoutineNode[];
}

function parseMember(cursor: Cursor, owner: Name, { known, state, routines }: Members): undefined {
  const { text } = cursor.token;
  const routine = (kind: RoutineNode["kind"], name: Name, result?: TypeNode): void => {
    routines.push(parseRoutine(cursor, kind, name, result));
  };
  if (cursor.accept("knownrebecs") || cursor.accept("knownobjects")) {
    known.push(...parseFields(cursor, "and the known rebecs"));
  } else if (cursor.accept("statevars")) state.push(...parseFields(cursor, "and the variables"));
  else if (cursor.at("abstract") || cursor.at("msgsrv")) {
    cursor.accept("abstract");
    cursor.expect("msgsrv", "and a message server");
    routine("server", cursor.name("the name of a message server"));
  } else if (cursor.at("name")) {
    if (text === owner.text && cursor.peek().kind === "(") routine("constructor", cursor.name("a name"));
    else {
      const type = parseType(cursor);
      const name = cursor.name("the name of a method");
      routine("method", name, type.name.text === "void" ? undefined : type);
    }
  } else {
    refuseAnnotation(cursor, "a message server");
    cursor.fail("rebeca/expected-member", "`knownrebecs`, `statevars`, `msgsrv`, a constructor or a method");
  }
}

/** `{ Server s1, s2; boolean busy; }` */
function parseFields(cursor: Cursor, purpose: string): VariableNode[] {
  const line = (): VariableNode[] => {
    const variables = parseVariables(cursor);
    cursor.expect(";", "after the names");
    return variables;
  };
  return cursor.enclosed("{", purpose, () => cursor.lines(line).flat());
}

function parseRoutine(cursor: Cursor, kind: RoutineNode["kind"], name: Name, result?: TypeNode): RoutineNode {
  const parameters = cursor.enclosedList("(", "and the parameters", ",", () => ({
    type: parseType(cursor),
    name: cursor.name("the name of a parameter"),
  }));
  const body = cursor.accept(";") ? undefined : parseBlock(cursor, `and the body of \`${name.text}\``);
  return { kind, name, parameters, result, body };
}

/** Parses `Client c1(lb1):(1), c2(lb1):(2);`. Older texts list several rebecs of a class. */
function parseMain(cursor: Cursor): RebecNode[] {
  const line = (): RebecNode[] => {
    refuseAnnotation(cursor, "a rebec");
    const type = cursor.name("the class of a rebec");
    const rebecs = cursor.list(",", (): RebecNode => {
      const name = cursor.name("the name of a rebec");
      const known = parseArguments(cursor, "and the known rebecs");
      const args = cursor.accept(":") ? parseArguments(cursor, "and what its first message brings") : [];
      return { type, name, known, args, span: cursor.spanSince(name.start) };
    });
    cursor.expect(";", "after the rebec");
    return rebecs;
  };
  return cursor.enclosed("{", "and the rebecs", () => cursor.lines(line).flat());
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
  cursor.enclosed("{", "and the properties", () => {
    while (!cursor.at("}") && !cursor.at("end")) parseSection(cursor, properties);
  });
  return properties;
}

function parseSection(cursor: Cursor, properties: PropertyNode[]): void {
  const word = cursor.name("`define`, `Assertion` or `LTL`");
  const kind = sections[word.text.toLowerCase()];
  if (kind === undefined) {
    const message = `expected \`define\`, \`Assertion\` or \`LTL\`, found \`${word.text}\``;
    cursor.failWith("rebeca/unexpected-token", message, word.span);
  }
  cursor.enclosed("{", `after \`${word.text}\``, () => {
    while (!cursor.at("}") && !cursor.at("end")) {
      const name = cursor.name(kind === "define" ? "the name of a condition" : "the name of a property");
      cursor.expect(kind === "define" ? "=" : ":", `and what \`${name.text}\` is`);
      if (kind === "unsupported") {
        cursor.skipTo((token) => token.kind === ";");
        properties.push({ kind, name, reason: `branching time (\`${word.text}\`) is not supported` });
      } else properties.push({ kind, name, value: parseFormula(cursor) });
      cursor.expect(";", "after the property");
    }
  });
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
