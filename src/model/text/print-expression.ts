/**
 * Prints expressions and LTL formulas with only the parentheses that the parser needs to read the same tree.
 *
 * Printing uses an explicit stack, so the depth of a tree does not matter. It is linear in the size of the tree.
 */

import { chainLength, isChainOperator, leaningLength } from "../../syntax/chain.ts";
import type { Expression, Ltl, ScalarType } from "../model.ts";
import { writeName } from "./lexicon.ts";
import { level, operatorOf } from "./parse-expression.ts";
import { isTuple, printStructure } from "./print-type.ts";

export function printExpression(e: Expression): string {
  return new Printer(false).print(e, level.quantified);
}

export function printLtl(formula: Ltl): string {
  return new Printer(true).print(formula, level.quantified);
}

/** The printed operands of a conjunction without parentheses; the whole for any other expression. */
export function printConjuncts(e: Expression): readonly string[] {
  const printer = new Printer(false);
  const operands = printer.operands(e, "&&");
  return operands.map((operand) =>
    printer.print(operand, operands.length > 1 ? operatorOf("&&").level + 1 : level.quantified),
  );
}

/** A field name after a dot or before a colon. */
export function printField(name: string): string {
  return /^\d{1,9}$/.test(name) ? name : writeName(name);
}

/** `state` is transparent. Otherwise the two kinds of trees have the same shape. */
type Printable = Expression | Ltl;
type Binary = Extract<Printable, { readonly kind: "binary" }>;

/** A part of a tree. It gets parentheses if it binds more loosely than `minimum`. */
interface Part {
  readonly tree: Printable;
  readonly minimum: number;
}

type Piece = string | Part;

class Printer {
  /** Whether this is LTL, where `X`, `U`, `W` and `R` are names only between backquotes. */
  readonly #temporal: boolean;
  /** For trees of one associative operator, the number of operands if the parser builds this tree, and 0 otherwise. */
  readonly #chainLengths = new Map<Printable, number>();

  constructor(temporal: boolean) {
    this.#temporal = temporal;
  }

  print(tree: Printable, minimum: number): string {
    const text: string[] = [];
    const stack: Piece[] = [{ tree, minimum }];
    for (let piece = stack.pop(); piece !== undefined; piece = stack.pop()) {
      if (typeof piece === "string") {
        text.push(piece);
        continue;
      }
      const tree = unwrap(piece.tree);
      const pieces = this.#pieces(tree);
      if (levelOfTree(tree) < piece.minimum) {
        pieces.unshift("(");
        pieces.push(")");
      }
      for (let i = pieces.length - 1; i >= 0; i--) stack.push(pieces[i]!);
    }
    return text.join("");
  }

  #pieces(tree: Exclude<Printable, { readonly kind: "state" }>): Piece[] {
    switch (tree.kind) {
      case "integer":
      case "boolean":
        return [String(tree.value)];
      case "member":
      case "constant":
      case "variable":
      case "local":
      case "predicate":
        return [this.#name(tree.name)];
      case "index":
        return [{ tree: tree.base, minimum: level.postfix }, "[", loose(tree.index), "]"];
      case "field":
        return [{ tree: tree.base, minimum: level.postfix }, `.${printField(tree.field)}`];
      case "unary":
        return this.#unary(tree);
      case "binary":
        return this.#binary(tree);
      case "conditional":
        return [
          { tree: tree.test, minimum: level.conditional + 1 },
          " ? ",
          loose(tree.then),
          " : ",
          { tree: tree.else, minimum: level.conditional },
        ];
      case "quantified":
        return this.#quantified(tree);
      case "queue":
        return [`${tree.op}(`, loose(tree.queue), ")"];
      case "aggregate":
        return this.#aggregate(tree);
    }
  }

  #name(name: string): string {
    return this.#temporal && /^[XUWR]$/.test(name) ? `\`${name}\`` : writeName(name);
  }

  #unary(tree: Extract<Printable, { readonly kind: "unary" }>): Piece[] {
    const { op, operand } = tree;
    if (op === "!") return ["!", { tree: operand, minimum: level.prefix }];
    if (op !== "-") return [`${op} `, { tree: operand, minimum: level.prefix }];
    // `-1` is a number, and `--x` is hard to read.
    const negative = operand.kind === "integer" || (operand.kind === "unary" && operand.op === "-");
    return ["-", { tree: operand, minimum: negative ? level.postfix + 1 : level.prefix }];
  }

  #binary(tree: Binary): Piece[] {
    const { op, left, right } = tree;
    const { level: own, associativity } = operatorOf(op);
    if (isChainOperator(op)) {
      const operands = this.operands(tree, op);
      return operands.flatMap((operand, i) => {
        const minimum = i === 0 && !hasOperator(operand, op) ? own : own + 1;
        return i === 0 ? [{ tree: operand, minimum }] : [` ${op} `, { tree: operand, minimum }];
      });
    }
    return [
      { tree: left, minimum: associativity === "left" ? own : own + 1 },
      ` ${op} `,
      { tree: right, minimum: associativity === "right" ? own : own + 1 },
    ];
  }

  /** The operands between the operators from which the parser builds this tree. */
  operands(root: Printable, op: string): Printable[] {
    const tree = unwrap(root);
    if (!hasOperator(tree, op)) return [tree];
    if (this.#chainLength(tree, op) > 0) return leaves(tree, op);
    const operands: Printable[] = [];
    let left: Printable = tree;
    while (hasOperator(left, op) && operands.length < leaningLength - 1) {
      operands.push(left.right);
      left = unwrap(left.left);
    }
    operands.push(left);
    return operands.reverse();
  }

  #chainLength(root: Binary, op: string): number {
    const stack: Binary[] = [root];
    for (let tree = stack.at(-1); tree !== undefined; tree = stack.at(-1)) {
      const left = this.#knownLength(tree.left, op);
      const right = this.#knownLength(tree.right, op);
      if (left === undefined) stack.push(unwrap(tree.left) as Binary);
      if (right === undefined) stack.push(unwrap(tree.right) as Binary);
      if (left === undefined || right === undefined) continue;
      this.#chainLengths.set(tree, chainLength(left, right));
      stack.pop();
    }
    return this.#chainLengths.get(root)!;
  }

  #knownLength(operand: Printable, op: string): number | undefined {
    const tree = unwrap(operand);
    return hasOperator(tree, op) ? this.#chainLengths.get(tree) : 1;
  }

  /** Prints `forall i: T . forall j: T . e` as `forall i: T, j: T . e`. */
  #quantified(tree: Extract<Expression, { readonly kind: "quantified" }>): Piece[] {
    const names: string[] = [];
    let body: Expression = tree;
    while (body.kind === "quantified" && body.op === tree.op) {
      names.push(`${this.#name(body.name)}: ${this.#type(body.type)}`);
      body = body.body;
    }
    return [`${tree.op} ${names.join(", ")} . `, loose(body)];
  }

  #type(type: ScalarType): string {
    return type.name === undefined ? printStructure(type) : this.#name(type.name);
  }

  #aggregate({ type, items }: Extract<Expression, { readonly kind: "aggregate" }>): Piece[] {
    const [open, close] = type.kind === "array" ? ["[", "]"] : isTuple(type) ? ["(", ")"] : ["{ ", " }"];
    const pieces: Piece[] = [open];
    items.forEach((item, i) => {
      if (i > 0) pieces.push(", ");
      if (type.kind === "record" && !isTuple(type)) pieces.push(`${writeName(type.fields[i]!.name)}: `);
      pieces.push(loose(item));
    });
    pieces.push(close);
    return pieces;
  }
}

/** A part that needs no parentheses. */
function loose(tree: Printable): Part {
  return { tree, minimum: level.quantified };
}

function unwrap(tree: Printable): Exclude<Printable, { readonly kind: "state" }> {
  return tree.kind === "state" ? tree.condition : tree;
}

function hasOperator(tree: Printable, op: string): tree is Binary {
  const inner = unwrap(tree);
  return inner.kind === "binary" && inner.op === op;
}

/** The operands of a tree of one operator, from the left. */
function leaves(root: Printable, op: string): Printable[] {
  const result: Printable[] = [];
  const stack: Printable[] = [root];
  for (let tree = stack.pop(); tree !== undefined; tree = stack.pop()) {
    const inner = unwrap(tree);
    if (hasOperator(inner, op)) stack.push(inner.right, inner.left);
    else result.push(inner);
  }
  return result;
}

/** The precedence of the outermost operator. */
function levelOfTree(tree: Exclude<Printable, { readonly kind: "state" }>): number {
  switch (tree.kind) {
    case "quantified":
      return level.quantified;
    case "conditional":
      return level.conditional;
    case "binary":
      return operatorOf(tree.op).level;
    case "unary":
      return level.prefix;
    case "integer":
      return tree.value < 0 ? level.prefix : level.postfix;
    default:
      return level.postfix;
  }
}
