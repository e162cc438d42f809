/** Expressions that are known before the run. */

import type { Expression, Reference } from "../syntax/syntax-tree.ts";
import type { Scope } from "./symbols.ts";

/** What a reference is known to be, besides symbolic constants. */
export type Known = (reference: Reference) => number | undefined;

/** `undefined` if the value depends on the state. */
export function constantValue(e: Expression, scope: Scope, known: Known = () => undefined): number | undefined {
  const go = (part: Expression): number | undefined => constantValue(part, scope, known);
  switch (e.kind) {
    case "number":
      return e.value;
    case "reference": {
      const [only] = e.reference.parts;
      const symbol = e.reference.parts.length === 1 ? scope.find(only!.name.text) : undefined;
      if (symbol?.kind === "constant") return symbol.value;
      return known(e.reference);
    }
    case "unary": {
      const operand = go(e.operand);
      if (operand === undefined) return undefined;
      return e.op === "!" ? Number(operand === 0) : e.op === "-" ? -operand | 0 : ~operand;
    }
    case "binary": {
      const left = go(e.left);
      if (left === undefined) return undefined;
      if (e.op === "&&" && left === 0) return 0;
      if (e.op === "||" && left !== 0) return 1;
      const right = go(e.right);
      return right === undefined ? undefined : computed(e.op, left, right);
    }
    case "conditional": {
      const test = go(e.test);
      return test === undefined ? undefined : go(test === 0 ? e.else : e.then);
    }
    default:
      return undefined;
  }
}

/** As C does on integers of 32 bits; `undefined` for a division by zero. */
export function computed(op: (Expression & { kind: "binary" })["op"], a: number, b: number): number | undefined {
  switch (op) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
      return b === 0 ? undefined : Math.trunc(a / b) | 0;
    case "%":
      return b === 0 ? undefined : (a % b) | 0;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
    case ">":
      return Number(a > b);
    case ">=":
      return Number(a >= b);
    case "&&":
      return Number(a !== 0 && b !== 0);
    case "||":
      return Number(a !== 0 || b !== 0);
  }
}
