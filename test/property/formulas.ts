/** Formulas from text, in the notation of `.seq`, with names made of letters and digits as propositions. */

import type { Expression, Ltl } from "../../src/model/model.ts";
import { parseModel } from "../../src/model/text/parse.ts";

const operators = new Set(["X", "U", "W", "R", "true", "false"]);

/** State formulas are taken apart, so that every proposition is a name. */
export function ltl(text: string): Ltl {
  const names = new Set((text.match(/[A-Za-z]\w*/g) ?? []).filter((word) => !operators.has(word)));
  const variables = [...names].map((name) => `var ${name}: bool = *\n`).join("");
  const { model, diagnostics } = parseModel({
    name: "formula",
    text: `var other: bool = *\n${variables}property f: ltl ${text}\n`,
  });
  const property = model?.properties[0];
  if (property?.kind !== "ltl") throw new Error(`${text}: ${diagnostics[0]?.message}`);
  return apart(property.formula);
}

function apart(f: Ltl): Ltl {
  if (f.kind === "state") return ofCondition(f.condition);
  if (f.kind === "unary") return { ...f, operand: apart(f.operand) };
  return { ...f, left: apart(f.left), right: apart(f.right) };
}

function ofCondition(e: Expression): Ltl {
  if (e.kind === "unary" && e.op === "!") return { kind: "unary", op: "!", operand: ofCondition(e.operand) };
  if (e.kind === "binary") {
    const op = e.op === "==" ? "<->" : e.op;
    if (op === "&&" || op === "||" || op === "->" || op === "<->") {
      return { kind: "binary", op, left: ofCondition(e.left), right: ofCondition(e.right) };
    }
  }
  return { kind: "state", condition: e };
}
