/** The value of a condition of `#if`: integers, `defined`, and the operators of C; names that are no macros are 0. */

import type { Token } from "./lexer.ts";

const levels: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

class Malformed extends Error {}

/** `undefined` if it is malformed. */
export function evaluateCondition(
  line: readonly Token[],
  isDefined: (name: string) => boolean,
  expand: (tokens: readonly Token[]) => readonly Token[],
): number | undefined {
  const tokens = expand(replaceDefined(line, isDefined));
  let at = 0;
  const accept = (text: string): boolean => {
    if (tokens[at]?.text !== text) return false;
    at++;
    return true;
  };
  const binary = (level: number): number => {
    const operators = levels[level];
    if (!operators) return unary();
    let left = binary(level + 1);
    for (;;) {
      const op = operators.find((text) => accept(text));
      if (op === undefined) return left;
      left = apply(op, left, binary(level + 1));
    }
  };
  const unary = (): number => {
    if (accept("!")) return Number(unary() === 0);
    if (accept("-")) return -unary();
    if (accept("~")) return ~unary();
    if (accept("(")) {
      const value = binary(0);
      if (!accept(")")) throw new Malformed();
      return value;
    }
    const token = tokens[at++];
    if (token?.kind === "number") return token.value!;
    if (token?.kind === "name") return 0;
    throw new Malformed();
  };
  try {
    const value = binary(0);
    return at === tokens.length ? value : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

function replaceDefined(line: readonly Token[], isDefined: (name: string) => boolean): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < line.length; i++) {
    const token = line[i]!;
    if (token.text !== "defined") {
      result.push(token);
      continue;
    }
    const parenthesized = line[i + 1]?.text === "(" && line[i + 3]?.text === ")";
    const name = line[i + (parenthesized ? 2 : 1)];
    i += parenthesized ? 3 : 1;
    result.push({ ...token, kind: "number", value: Number(name !== undefined && isDefined(name.text)) });
  }
  return result;
}

function apply(op: string, a: number, b: number): number {
  switch (op) {
    case "||":
      return Number(a !== 0 || b !== 0);
    case "&&":
      return Number(a !== 0 && b !== 0);
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&":
      return a & b;
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
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    default:
      if (b === 0) throw new Malformed();
      return op === "/" ? Math.trunc(a / b) : a % b;
  }
}
