/** Parses a whole text: declarations, functions and rules, in any order. */

import type { Collector } from "../../../syntax/collector.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { Cursor } from "./cursor.ts";
import type { Kind } from "./lexicon.ts";
import { parseDesignator, parseExpression, parseQuantifiers, parseType, parseVariable } from "./parse-expression.ts";
import {
  categories,
  parseAssignment,
  parseBindings,
  parseDeclarations,
  parseProperty,
  parseStatements,
} from "./parse-statement.ts";
import type {
  DeclarationNode,
  ExpressionNode,
  ParameterNode,
  ProgramNode,
  RoutineNode,
  RuleNode,
  StatementNode,
} from "./syntax-tree.ts";

/** The words that begin a part of a text. After an error in a part, parsing goes on at the next of them. */
const beginnings: readonly Kind[] = [
  "const", "type", "var", "function", "procedure", "startstate", "rule", "ruleset", "invariant", "assert", "assume",
  "cover", "liveness", "choose",
]; // prettier-ignore

export function parseProgram(collector: Collector): ProgramNode {
  const cursor = new Cursor(collector);
  const declarations: DeclarationNode[] = [];
  const routines: RoutineNode[] = [];
  const rules: RuleNode[] = [];
  cursor.phrases(
    () => false,
    () => {
      if (cursor.accept(";")) return undefined;
      // The block that it closes was given up.
      if (!collector.empty && cursor.at("END")) {
        cursor.advance();
        return undefined;
      }
      if (cursor.atAny("const", "type", "var")) declarations.push(...parseDeclarations(cursor));
      else if (cursor.atAny("function", "procedure")) routines.push(parseRoutine(cursor));
      else rules.push(parseRule(cursor));
      return undefined;
    },
    (isStuck) => {
      if (isStuck) cursor.advance();
      while (!cursor.at("end") && !cursor.atAny(...beginnings)) cursor.advance();
    },
  );
  return { declarations, routines, rules };
}

function parseRoutine(cursor: Cursor): RoutineNode {
  const token = cursor.advance();
  const isFunction = token.kind === "function";
  const name = cursor.name(`the name of the ${isFunction ? "function" : "procedure"}`);
  const parameters = cursor.enclosed("(", "and the parameters", () => {
    const nodes: ParameterNode[] = [];
    while (!cursor.at(")")) {
      const isVar = cursor.accept("var");
      nodes.push({ ...parseVariable(cursor, "the name of a parameter"), isVar });
      if (!cursor.at(")")) cursor.expect(";", "or `)` after the parameter");
    }
    return nodes;
  });
  const result = cursor.accept(":") ? parseType(cursor) : undefined;
  cursor.skipSemicolons();
  const declarations = parseDeclarations(cursor);
  cursor.accept("begin");
  const body = parseStatements(cursor);
  if (!cursor.accept("endprocedure")) cursor.closeBlock("endfunction", token);
  cursor.skipSemicolons();
  return { kind: "routine", name, parameters, result, declarations, body, span: cursor.spanSince(token) };
}

function parseRules(cursor: Cursor, word: Kind): RuleNode[] {
  const isEnd = (): boolean => cursor.at("END") || cursor.at(word);
  return cursor.phrases(
    isEnd,
    () => (cursor.accept(";") ? undefined : parseRule(cursor)),
    (isStuck) => {
      if (isStuck) cursor.advance();
      while (!cursor.at("end") && !isEnd() && !cursor.atAny(...beginnings)) cursor.advance();
    },
  );
}

function parseRule(cursor: Cursor): RuleNode {
  return cursor.nested(() => {
    const { token } = cursor;
    const span = (): RuleNode["span"] => cursor.spanSince(token);
    switch (token.kind) {
      case "rule":
      case "startstate":
        return parseBehavior(cursor, token.kind);
      case "ruleset": {
        cursor.advance();
        const quantifiers = parseQuantifiers(cursor);
        cursor.expectDo("and the rules");
        const rules = parseRules(cursor, "endruleset");
        cursor.closeBlock("endruleset", token);
        return { kind: "ruleset", quantifiers, rules, span: span() };
      }
      case "alias": {
        cursor.advance();
        const bindings = parseBindings(cursor, () => cursor.at("do"));
        cursor.expectDo("and the rules");
        const rules = parseRules(cursor, "endalias");
        cursor.closeBlock("endalias", token);
        return { kind: "aliasrule", bindings, rules, span: span() };
      }
      case "choose": {
        cursor.advance();
        const name = cursor.name("the name of an element");
        cursor.expect(":", "and a multiset");
        const multiset = parseDesignator(cursor);
        cursor.expectDo("and the rules");
        const rules = parseRules(cursor, "endchoose");
        cursor.closeBlock("endchoose", token);
        return { kind: "choose", name, multiset, rules, span: span() };
      }
      case "invariant":
      case "assert":
      case "assume":
      case "cover":
      case "liveness": {
        const { name, condition } = parseProperty(cursor);
        return { kind: "property", category: categories[token.kind]!, name, condition, span: span() };
      }
      case "externfun":
      case "externproc":
      case "import": {
        const message = `expected a rule, found \`${token.text}\`: functions of other languages are not supported`;
        return cursor.failWith("murphi/unsupported", message);
      }
      case "name":
        if (token.text.toLowerCase() === "pctl") {
          const message = "expected a rule, found a formula about probabilities, which are not supported";
          return cursor.failWith("murphi/unsupported", message);
        }
        return cursor.failWith(
          "murphi/expected-rule",
          `expected ${expectedRule}, found \`${token.text}\`${didYouMean(token.text, beginnings)}`,
        );
      default:
        return cursor.fail("murphi/expected-rule", expectedRule);
    }
  });
}

const expectedRule = "a declaration, a function, a rule or a property";

/** The words that begin a statement or a declaration, and so no guard. */
const noGuards: readonly Kind[] = [
  "begin", "const", "type", "var", "if", "switch", "for", "while", "alias", "return", "clear", "undefine", "error", "put",
  "assert", "assume", "cover", "liveness", "invariant", "multisetadd", "multisetremove", "multisetremovepred", "END",
  "endrule", "endstartstate",
]; // prettier-ignore

function parseBehavior(cursor: Cursor, kind: "rule" | "startstate"): RuleNode {
  const token = cursor.advance();
  if (cursor.at("number") && cursor.peek().kind === "string") {
    const message = "expected the name of the rule, found a priority: priorities are not supported";
    cursor.failWith("murphi/unsupported", message);
  }
  const { text } = cursor.token;
  const name = cursor.accept("string") ? text : undefined;
  let guard: ExpressionNode | undefined;
  const first: StatementNode[] = [];
  const isCall = cursor.at("name") && cursor.peek().kind === "(";
  if (kind === "rule" && !cursor.atAny(...noGuards)) {
    const beginning = parseExpression(cursor);
    if (cursor.at(":=") && !isCall) {
      first.push(parseAssignment(cursor, beginning));
      cursor.skipSemicolons();
    } else if (cursor.at(";") && beginning.kind === "call") {
      first.push(beginning);
      cursor.skipSemicolons();
    } else {
      cursor.expect("==>", "after the guard");
      guard = beginning;
    }
  }
  const declarations = parseDeclarations(cursor);
  cursor.accept("begin");
  const body = [...first, ...parseStatements(cursor)];
  cursor.closeBlock(kind === "rule" ? "endrule" : "endstartstate", token);
  return { kind, name, guard, declarations, body, span: cursor.spanSince(token) };
}
