/**
 * Expressions by precedence climbing, from a table of operators.
 *
 * The tree stays shallow: see `chain.ts` for long rows of associative operators. Other rows are as deep as they are long,
 * and refused beyond the depth that the language allows.
 */

import { chain } from "./chain.ts";
import type { Cursor } from "./cursor.ts";
import type { Token } from "./lexicon.ts";

/**
 * How operators of one level follow each other: `a - b - c` to the left, `a -> b -> c` to the right, `a && b && c` as a
 * chain, and `a < b < c` not at all.
 */
export type Associativity = "left" | "right" | "chain" | "none";

export interface Operator<Op extends string> {
  readonly op: Op;
  readonly level: number;
  readonly associativity: Associativity;
}

/** By how they are written. */
export type Operators<Op extends string> = ReadonlyMap<string, Operator<Op>>;

/** The operators of one level, separated by blanks. */
export type OperatorRow = Readonly<Partial<Record<Associativity, string>>>;

/**
 * A table from rows, loosest first; the first row has level `first`, the next one a level more, and so on. Other spellings of
 * an operator are given with what they stand for.
 */
export function operatorTable<Op extends string>(
  rows: readonly OperatorRow[],
  first = 1,
  spellings: Readonly<Record<string, Op>> = {},
): Operators<Op> {
  const table = new Map<string, Operator<Op>>();
  rows.forEach((row, i) => {
    for (const [associativity, text] of Object.entries(row)) {
      for (const op of text.split(" ")) {
        table.set(op, { op: op as Op, level: first + i, associativity: associativity as Associativity });
      }
    }
  });
  for (const [spelling, op] of Object.entries(spellings)) table.set(spelling, table.get(op)!);
  return table;
}

/** What an expression is made of, besides operators between operands. */
export interface Grammar<Parser extends Cursor<string>, Op extends string, Node extends object> {
  readonly operators: Operators<Op>;
  /** With its prefixes and suffixes. */
  readonly operand: (cursor: Parser) => Node;
  readonly join: (op: Op, left: Node, right: Node, cursor: Parser) => Node;
  /** What else may follow an operand, such as `? :`; `undefined` if it does not, or binds looser than `minimum`. */
  readonly suffix?: ((cursor: Parser, left: Node, minimum: number) => Node | undefined) | undefined;
}

/** An expression whose operators bind at least as tightly as `minimum`. */
export function climb<Parser extends Cursor<string>, Op extends string, Node extends object>(
  cursor: Parser,
  grammar: Grammar<Parser, Op, Node>,
  minimum = 0,
): Node {
  return cursor.nested(() => climbFrom(cursor, grammar, grammar.operand(cursor), minimum));
}

/** The rest of an expression, behind its first operand. */
export function climbFrom<Parser extends Cursor<string>, Op extends string, Node extends object>(
  cursor: Parser,
  grammar: Grammar<Parser, Op, Node>,
  first: Node,
  minimum: number,
): Node {
  const { operators, join, suffix } = grammar;
  let left = first;
  for (let count = 0; ; count++) {
    cursor.checkDepth(count - 1);
    const longer = suffix?.(cursor, left, minimum);
    if (longer) {
      left = longer;
      continue;
    }
    const operator = operatorAt(cursor.token, operators);
    if (operator === undefined || operator.level < minimum) return left;
    const { op, level, associativity } = operator;
    const next = (): Node => {
      cursor.advance();
      return climb(cursor, grammar, associativity === "right" ? level : level + 1);
    };
    const operands = [left, next()];
    if (associativity === "chain") while (operatorAt(cursor.token, operators)?.op === op) operands.push(next());
    left = chain(operands, (a, b) => join(op, a, b, cursor));
    if (associativity === "none") refuseAnother(cursor, operators, operator);
  }
}

function refuseAnother<Op extends string>(
  cursor: Cursor<string>,
  operators: Operators<Op>,
  { op, level }: Operator<Op>,
): void {
  const next = operatorAt(cursor.token, operators);
  if (next?.level !== level) return;
  const message = `expected no second comparison after \`${op}\`, found \`${next.op}\`; join two with \`&&\`, or use parentheses`;
  cursor.failWith(cursor.slug("chained-comparison"), message);
}

/** The operator that a token is, if it is one. */
export function operatorAt<Op extends string>(token: Token, operators: Operators<Op>): Operator<Op> | undefined {
  const { kind, text, quoted } = token;
  return quoted ? undefined : operators.get(kind === "name" ? text : kind);
}
