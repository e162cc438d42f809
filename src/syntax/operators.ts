/**
 * Expressions by precedence climbing, from tables of binary operators and of prefixes.
 *
 * A formula of temporal logic is an expression with more operators, such as `{ right: "U W R" }` and the prefix `X`. So
 * this is also the one grammar of LTL: a language gives its spellings, and its atoms are its operands.
 *
 * The tree stays shallow: see `chain.ts` for long rows of associative operators. Other rows are as deep as they are
 * long, and are refused beyond the depth that the language allows.
 */

import { chain } from "./chain.ts";
import type { Cursor } from "./cursor.ts";
import type { Token } from "./lexicon.ts";

/**
 * The grouping of operators of one level: `a - b - c` to the left, `a -> b -> c` to the right, `a && b && c` as a
 * chain, and `a < b < c` not at all.
 */
export type Associativity = "left" | "right" | "chain" | "none";

export interface Operator<Op extends string> {
  readonly op: Op;
  readonly level: number;
  readonly associativity: Associativity;
}

/** Binary operators by spelling. */
export type Operators<Op extends string> = ReadonlyMap<string, Operator<Op>>;

/** The operators of one level, separated by blanks. */
export type OperatorRow = Readonly<Partial<Record<Associativity, string>>>;

/**
 * Makes a table from rows, loosest first. The first row has level `first`, and each further row one level more.
 * `spellings` maps other spellings to their operators.
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

/** A prefix. Its operand contains only operators of at least `level`. */
export interface Prefix<Op extends string> {
  readonly op: Op;
  readonly level: number;
}

/**
 * Makes a table from the prefixes of each level, separated by blanks. `spellings` maps other spellings to their
 * prefixes.
 */
export function prefixTable<Op extends string>(
  levels: Readonly<Record<number, string>>,
  spellings: Readonly<Record<string, Op>> = {},
): ReadonlyMap<string, Prefix<Op>> {
  const table = new Map<string, Prefix<Op>>();
  for (const [level, text] of Object.entries(levels)) {
    for (const op of text.split(" ")) table.set(op, { op: op as Op, level: Number(level) });
  }
  for (const [spelling, op] of Object.entries(spellings)) table.set(spelling, table.get(op)!);
  return table;
}

/** The parts of the expressions of a language. */
export interface Grammar<
  Parser extends Cursor<string>,
  Op extends string,
  Node extends object,
  Before extends string = never,
> {
  readonly operators: Operators<Op>;
  readonly join: (op: Op, left: Node, right: Node, cursor: Parser) => Node;
  readonly prefixes?: ReadonlyMap<string, Prefix<Before>> | undefined;
  /** Makes the tree of a prefix. `start` is the token of the prefix. */
  readonly prefix?: ((op: Before, operand: Node, start: Token, cursor: Parser) => Node) | undefined;
  /** Parses an operand without prefixes. */
  readonly operand: (cursor: Parser) => Node;
  /**
   * Parses any other continuation of an operand, such as `? :`; `undefined` if there is none, or it binds looser than
   * `minimum`.
   */
  readonly suffix?: ((cursor: Parser, left: Node, minimum: number) => Node | undefined) | undefined;
}

/** An expression whose operators bind at least as tightly as `minimum`. */
export function climb<P extends Cursor<string>, Op extends string, Node extends object, Before extends string>(
  cursor: P,
  grammar: Grammar<P, Op, Node, Before>,
  minimum = 0,
): Node {
  return cursor.nested(() => climbFrom(cursor, grammar, operandWithPrefixes(cursor, grammar), minimum));
}

/** Collects prefixes in a loop, since a text may begin with a million of them. */
function operandWithPrefixes<P extends Cursor<string>, Op extends string, Node extends object, Before extends string>(
  cursor: P,
  grammar: Grammar<P, Op, Node, Before>,
): Node {
  const { prefixes, prefix, operand } = grammar;
  const before: { readonly found: Prefix<Before>; readonly start: Token }[] = [];
  for (let found = prefixes && entryAt(cursor.token, prefixes); found; found = entryAt(cursor.token, prefixes!)) {
    cursor.checkDepth(before.length);
    before.push({ found, start: cursor.advance() });
  }
  let node = operand(cursor);
  for (const { found, start } of before.reverse()) {
    node = prefix!(found.op, climbFrom(cursor, grammar, node, found.level), start, cursor);
  }
  return node;
}

/** The rest of an expression after its first operand. */
export function climbFrom<P extends Cursor<string>, Op extends string, Node extends object, Before extends string>(
  cursor: P,
  grammar: Grammar<P, Op, Node, Before>,
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
    const operator = entryAt(cursor.token, operators);
    if (operator === undefined || operator.level < minimum) return left;
    const { op, level, associativity } = operator;
    const next = (): Node => {
      cursor.advance();
      return climb(cursor, grammar, associativity === "right" ? level : level + 1);
    };
    const operands = [left, next()];
    if (associativity === "chain") while (entryAt(cursor.token, operators)?.op === op) operands.push(next());
    left = chain(operands, (a, b) => join(op, a, b, cursor));
    if (associativity === "none") refuseAnother(cursor, operators, operator);
  }
}

function refuseAnother<Op extends string>(
  cursor: Cursor<string>,
  operators: Operators<Op>,
  { op, level }: Operator<Op>,
): void {
  const next = entryAt(cursor.token, operators);
  if (next?.level !== level) return;
  const message = `expected no second comparison after \`${op}\`, found \`${next.op}\`; join two with \`&&\`, or use parentheses`;
  cursor.failWith(cursor.slug("chained-comparison"), message);
}

/** The entry of a token in a table. */
function entryAt<T>({ kind, text, quoted }: Token, table: ReadonlyMap<string, T>): T | undefined {
  return quoted ? undefined : table.get(kind === "name" ? text : kind);
}
