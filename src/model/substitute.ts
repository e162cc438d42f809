/** Substitution in expressions and statements. Names do not hide each other. */

import { look } from "../util/limits.ts";
import type { Expression, Statement } from "./model.ts";

/** The replacement of an expression; `undefined` if it stays, or only its parts change. */
export type Find = (e: Expression) => Expression | undefined;

/** Replaces the outermost parts for which `find` has a replacement. */
export function replace(e: Expression, find: Find): Expression {
  const found = find(e);
  if (found) return found;
  const inside = (part: Expression): Expression => replace(part, find);
  switch (e.kind) {
    case "integer":
    case "boolean":
    case "member":
    case "constant":
    case "variable":
    case "local":
    case "predicate":
      return e;
    case "index":
      return { ...e, base: inside(e.base), index: inside(e.index) };
    case "field":
      return { ...e, base: inside(e.base) };
    case "unary":
      return { ...e, operand: inside(e.operand) };
    case "binary":
      return { ...e, left: inside(e.left), right: inside(e.right) };
    case "conditional":
      return { ...e, test: inside(e.test), then: inside(e.then), else: inside(e.else) };
    case "quantified":
      return { ...e, body: inside(e.body) };
    case "queue":
      return { ...e, queue: inside(e.queue) };
    case "aggregate":
      return { ...e, items: e.items.map(inside) };
  }
}

/** Replaces a parameter or quantified name by a number. */
export function substitute(e: Expression, name: string, value: number): Expression {
  return replace(e, (part) =>
    part.kind === "local" && part.name === name ? { kind: "integer", value, span: part.span } : undefined,
  );
}

export function replaceInStatements(statements: readonly Statement[], find: Find): Statement[] {
  return statements.map((s) => replaceInStatement(s, find));
}

function replaceInStatement(s: Statement, find: Find): Statement {
  look();
  const inside = (e: Expression): Expression => replace(e, find);
  switch (s.kind) {
    case "assign":
      return { ...s, target: inside(s.target), value: inside(s.value) };
    case "if":
      return {
        ...s,
        test: inside(s.test),
        then: replaceInStatements(s.then, find),
        else: replaceInStatements(s.else, find),
      };
    case "for":
      return { ...s, body: replaceInStatements(s.body, find) };
    case "while":
      return { ...s, test: inside(s.test), body: replaceInStatements(s.body, find) };
    case "push":
      return { ...s, queue: inside(s.queue), value: inside(s.value) };
    case "pop":
      return { ...s, queue: inside(s.queue) };
    case "assert":
      return { ...s, test: inside(s.test) };
    case "local": {
      // A renamed local is renamed in its declaration too.
      const declared = find({ kind: "local", name: s.name });
      return { ...s, name: declared?.kind === "local" ? declared.name : s.name, value: inside(s.value) };
    }
  }
}
