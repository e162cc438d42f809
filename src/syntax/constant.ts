/**
 * Constant evaluation.
 *
 * A language chooses its arithmetic and presents its trees as forms. The order of evaluation and the failures are the
 * same for all languages.
 */

export type ConstantOperator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "<<"
  | ">>"
  | "&"
  | "|"
  | "^"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "&&"
  | "||"
  | "->"
  | "<->";

/** Division truncates in all languages. No function here gets a divisor of 0. */
export interface Arithmetic {
  /** Converts a result to a value of the language; `undefined` if it is out of range. */
  readonly fit: (value: number) => number | undefined;
  /** For products that floating-point multiplication does not give exactly. */
  readonly multiply?: ((a: number, b: number) => number | undefined) | undefined;
  /** The remainder has the sign of the dividend by default. */
  readonly remainder?: ((a: number, b: number) => number) | undefined;
}

/** Integers within 53 bits. Larger ones are refused. */
export const exactArithmetic: Arithmetic = { fit: (value) => (Number.isSafeInteger(value) ? value + 0 : undefined) };

/** Integers of 32 bits, as in C. */
export const wrappingArithmetic: Arithmetic = { fit: (value) => value | 0, multiply: Math.imul };

/**
 * Applies an operator. Truth values are 0 and 1. The result is `undefined` for a division by zero and for an overflow.
 */
export function calculate(
  op: ConstantOperator,
  a: number,
  b: number,
  { fit, multiply = (x, y) => fit(x * y), remainder = (x, y) => x % y }: Arithmetic,
): number | undefined {
  switch (op) {
    case "+":
      return fit(a + b);
    case "-":
      return fit(a - b);
    case "*":
      return multiply(a, b);
    case "/":
      return b === 0 ? undefined : fit(Math.trunc(a / b));
    case "%":
      return b === 0 ? undefined : fit(remainder(a, b));
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
    case ">":
      return Number(a > b);
    case ">=":
      return Number(a >= b);
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case "&&":
      return Number(a !== 0 && b !== 0);
    case "||":
      return Number(a !== 0 || b !== 0);
    case "->":
      return Number(a === 0 || b !== 0);
    case "<->":
      return Number((a === 0) === (b === 0));
  }
}

/** Whether the result of the operator on numbers is a truth value. */
export function isLogical(op: ConstantOperator): boolean {
  return !/^(?:[-+*/%&|^]|<<|>>)$/.test(op);
}

export interface Constant {
  readonly value: number;
  readonly isBoolean: boolean;
}

/** A tree as the evaluator reads it. */
export type ConstantForm<Node> =
  | ({ readonly kind: "known" } & Constant)
  | { readonly kind: "unary"; readonly op: "!" | "-" | "~"; readonly operand: Node }
  | { readonly kind: "binary"; readonly op: ConstantOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "conditional"; readonly test: Node; readonly then: Node; readonly else: Node };

export interface ConstantRules<Node> {
  readonly arithmetic: Arithmetic;
  /** Whether numbers and truth values are different types, and operators take operands of one type. */
  readonly isTyped?: boolean | undefined;
  /** The form of a tree; `undefined` if it is not constant. Reports that if it is an error. */
  readonly form: (node: Node) => ConstantForm<Node> | undefined;
  /** Called once per failure. `node` is the divisor of a division by zero. */
  readonly fail?: ((problem: "division by zero" | "overflow" | "type mismatch", node: Node) => void) | undefined;
}

/** The value of a constant expression; `undefined` if it is not constant or fails. */
export function constantOf<Node>(node: Node, rules: ConstantRules<Node>): Constant | undefined {
  const form = rules.form(node);
  switch (form?.kind) {
    case "unary":
      return unary(form, node, rules);
    case "binary":
      return binary(form, node, rules);
    case "conditional": {
      const test = constantOf(form.test, rules);
      return test && constantOf(test.value === 0 ? form.else : form.then, rules);
    }
    case "known":
      return { value: form.value, isBoolean: form.isBoolean };
    case undefined:
      return undefined;
  }
}

function unary<Node>(
  { op, operand }: ConstantForm<Node> & { readonly kind: "unary" },
  node: Node,
  rules: ConstantRules<Node>,
): Constant | undefined {
  const known = constantOf(operand, rules);
  if (!known) return undefined;
  if (rules.isTyped && known.isBoolean !== (op === "!")) return fail("type mismatch", node, rules);
  if (op === "!") return { value: Number(known.value === 0), isBoolean: true };
  const value = op === "-" ? rules.arithmetic.fit(0 - known.value) : ~known.value;
  return value === undefined ? fail("overflow", node, rules) : { value, isBoolean: false };
}

function binary<Node>(
  { op, left, right }: ConstantForm<Node> & { readonly kind: "binary" },
  node: Node,
  rules: ConstantRules<Node>,
): Constant | undefined {
  const a = constantOf(left, rules);
  if (!a) return undefined;
  const isConnective = op === "&&" || op === "||" || op === "->" || op === "<->";
  if (rules.isTyped && isConnective && !a.isBoolean) return fail("type mismatch", node, rules);
  // The operators `&&`, `||` and `->` skip the right side if the left side decides.
  if (op === "&&" && a.value === 0) return { value: 0, isBoolean: true };
  if ((op === "||" && a.value !== 0) || (op === "->" && a.value === 0)) return { value: 1, isBoolean: true };
  const b = constantOf(right, rules);
  if (!b) return undefined;
  const takesNumbers = !isConnective && !/^(?:[=!]=|[&|^])$/.test(op);
  if (rules.isTyped && (a.isBoolean !== b.isBoolean || (a.isBoolean && takesNumbers))) {
    return fail("type mismatch", node, rules);
  }
  const value = calculate(op, a.value, b.value, rules.arithmetic);
  if (value !== undefined) return { value, isBoolean: isLogical(op) || (a.isBoolean && /[&|^]/.test(op)) };
  const isDivision = b.value === 0 && (op === "/" || op === "%");
  return isDivision ? fail("division by zero", right, rules) : fail("overflow", node, rules);
}

function fail<Node>(
  problem: "division by zero" | "overflow" | "type mismatch",
  node: Node,
  rules: ConstantRules<Node>,
): Constant | undefined {
  rules.fail?.(problem, node);
  return undefined;
}
