/** Prints statements, one per line, at any depth of nesting. */

import type { Statement } from "../model.ts";
import { writeName, writeString } from "./lexicon.ts";
import { printExpression } from "./print-expression.ts";
import { printType } from "./print-type.ts";

export function printStatement(statement: Statement): string {
  return printStatements([statement]).join("\n");
}

/** The lines of a block. Each inner block is indented by two more spaces. */
export function printStatements(statements: readonly Statement[], indentation = ""): string[] {
  const lines: string[] = [];
  const stack: Work[] = [{ statements, indentation }];
  for (let work = stack.pop(); work !== undefined; work = stack.pop()) {
    if (typeof work === "string") lines.push(work);
    else {
      const pieces = work.statements.flatMap((statement) => printOne(statement, work.indentation));
      for (let i = pieces.length - 1; i >= 0; i--) stack.push(pieces[i]!);
    }
  }
  return lines;
}

/** A finished line, or statements that are not printed yet. */
type Work = string | { readonly statements: readonly Statement[]; readonly indentation: string };

function printOne(s: Statement, indentation: string): Work[] {
  switch (s.kind) {
    case "assign":
      return [`${indentation}${printExpression(s.target)} := ${printExpression(s.value)};`];
    case "if":
      return printIf(s, indentation);
    case "for":
      return block(`for ${writeName(s.name)}: ${printType(s.type)} {`, s.body, indentation);
    case "while":
      return block(`while ${printExpression(s.test)} bound ${s.bound}${limitOf(s)} {`, s.body, indentation);
    case "push":
      return [`${indentation}push(${printExpression(s.queue)}, ${printExpression(s.value)});`];
    case "pop":
      return [`${indentation}pop(${printExpression(s.queue)});`];
    case "assert": {
      const message = s.message === undefined ? "" : `, ${writeString(s.message)}`;
      return [`${indentation}assert ${printExpression(s.test)}${message};`];
    }
    case "local":
      return [`${indentation}var ${writeName(s.name)}: ${printType(s.type)} = ${printExpression(s.value)};`];
  }
}

function limitOf({ limit }: Statement & { kind: "while" }): string {
  return limit === undefined ? "" : `, ${writeString(limit)}`;
}

function block(opening: string, body: readonly Statement[], indentation: string): Work[] {
  if (body.length === 0) return [`${indentation}${opening} }`];
  return [`${indentation}${opening}`, inner(body, indentation), `${indentation}}`];
}

function inner(statements: readonly Statement[], indentation: string): Work {
  return { statements, indentation: `${indentation}  ` };
}

/** Prints a chain of `else if` in a loop, so its length does not matter. */
function printIf(first: Statement & { readonly kind: "if" }, indentation: string): Work[] {
  const work: Work[] = [];
  let opening = `${indentation}if`;
  let arm = first;
  for (;;) {
    work.push(`${opening} ${printExpression(arm.test)} {`, inner(arm.then, indentation));
    opening = `${indentation}} else if`;
    const [only, ...more] = arm.else;
    if (only?.kind !== "if" || more.length > 0) break;
    arm = only;
  }
  if (arm.else.length > 0) work.push(`${indentation}} else {`, inner(arm.else, indentation));
  work.push(`${indentation}}`);
  return work;
}
