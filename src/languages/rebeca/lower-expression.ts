/** Lowers expressions of message servers to expressions of the model. Their effects go to the current block. */

import { binary, boolean, both, conditional, integer, literalOf, not } from "../../model/build.ts";
import type { Expression, Statement } from "../../model/model.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import type { Span } from "../../syntax/source.ts";
import { reference } from "./actor-system.ts";
import { isSimple } from "./body.ts";
import type { Body, Value } from "./body.ts";
import { typeOf } from "./declare.ts";
import { callMethod } from "./lower-call.ts";
import { create, send } from "./lower-send.ts";
import type { BinarySign, ExpressionNode } from "./syntax-tree.ts";
import { anyRebec, booleanType, intType, isSubclass, showType } from "./types.ts";
import type { RebecaType } from "./types.ts";
import { coerce, isOneOf, lower, lowerAll, lowerTest } from "./value.ts";

/** Emits the effects of an expression and returns its value, if any. `isUsed` is false if the value is not used. */
export function lowerEffect(b: Body, node: ExpressionNode, isUsed = true): Value | undefined {
  switch (node.kind) {
    case "number":
      return { type: intType, e: integer(node.value, node.span) };
    case "boolean":
      return { type: booleanType, e: boolean(node.value, node.span) };
    case "null":
      return { type: anyRebec, e: reference(b.system, 0) };
    case "self":
      return { type: { kind: "rebec", of: b.symbol }, e: reference(b.system, b.self.number) };
    case "sender":
      return b.sender;
    case "text":
      return b.refuse("rebeca/unsupported", "expected an expression, found a text: these are not supported", node.span);
    case "name":
      return lookUp(b, node.name, node.span);
    case "element":
      return lowerElement(b, node);
    case "member":
      if (node.base.kind === "self") return lookUp(b, node.name.text, node.name.span);
      return b.refuse(
        "rebeca/private-variable",
        `expected a message server and its arguments, found \`${node.name.text}\`: variables of rebecs are their own`,
        node.name.span,
      );
    case "call":
      if (!node.target) return callMethod(b, node);
      send(b, node, node.target);
      return undefined;
    case "unary":
      return lowerUnary(b, node);
    case "binary":
      return lowerBinary(b, node);
    case "conditional":
      return lowerConditional(b, node);
    case "choice":
      return lowerChoice(b, node);
    case "cast":
      return lowerCast(b, node);
    case "instanceof":
      return lowerInstanceOf(b, node);
    case "new":
      return create(b, node);
    case "assign":
      return lowerAssignment(b, node, isUsed);
  }
}

function lookUp(b: Body, name: string, span: Span): Value {
  const binding = b.find(name);
  if (binding) return { type: binding.type, e: { ...binding.e, span } };
  const { symbol, system } = b;
  if (system.named.has(name)) {
    const message = `expected a name of \`${symbol.name}\`, found the rebec \`${name}\`: make it a known rebec`;
    return b.refuse("rebeca/unknown-name", message, span);
  }
  const scoped = b.scopes.flatMap((scope) => [...scope.keys()]);
  const members = [...symbol.state, ...symbol.known].map((member) => member.name);
  const hint = didYouMean(name, [...scoped, ...members, ...system.constants.keys()]);
  return b.refuse("rebeca/unknown-name", `expected a variable or a known rebec, found \`${name}\`${hint}`, span);
}

function lowerElement(b: Body, node: ExpressionNode & { kind: "element" }): Value {
  const base = lower(b, node.base);
  if (base.type.kind !== "array") {
    return b.refuse("rebeca/type-mismatch", `expected an array, found ${showType(base.type)}`, node.base.span);
  }
  let index: Expression = integer(0);
  const block = b.inside(() => (index = coerce(b, lower(b, node.index), intType, node.index.span)));
  // The array is determined before the index is evaluated, but its values are those after the evaluation.
  const place = block.length > 0 ? keptPlace(b, base.e) : base.e;
  block.forEach((s) => b.emit(s));
  return { type: base.type.element, e: { kind: "index", base: place, index, span: node.span } };
}

/** A place that does not change when the variables in its indices do. */
function keptPlace(b: Body, e: Expression): Expression {
  if (e.kind !== "index") return e;
  return { ...e, base: keptPlace(b, e.base), index: b.kept({ type: intType, e: e.index }, "at").e };
}

function lowerUnary(b: Body, node: ExpressionNode & { kind: "unary" }): Value {
  const operand = lower(b, node.operand);
  if (node.op === "!") return { type: booleanType, e: not(coerce(b, operand, booleanType, node.operand.span)) };
  const e = coerce(b, operand, intType, node.operand.span);
  // In two's complement, the complement of x is -x - 1.
  const negative = binary("-", integer(0), e, node.span);
  return { type: intType, e: node.op === "-" ? negative : binary("-", negative, integer(1), node.span) };
}

function lowerBinary(b: Body, node: ExpressionNode & { kind: "binary" }): Value {
  const { op } = node;
  if (op === "&&" || op === "||") {
    const left = lowerTest(b, node.left);
    let right: Expression = boolean(true);
    const [block] = b.branches(() => (right = lowerTest(b, node.right)));
    if (block!.length === 0) return { type: booleanType, e: binary(op, left, right, node.span) };
    const result = b.local("both", booleanType, left, node.span);
    block!.push({ kind: "assign", target: result.e, value: right });
    b.emit({ kind: "if", test: op === "&&" ? result.e : not(result.e), then: block!, else: [] });
    return result;
  }
  const [left, right] = lowerAll(b, [node.left, node.right]) as [Value, Value];
  return operate(b, op, left, right, node);
}

/** The value of an operator, except for short-circuit operators. */
function operate(
  b: Body,
  op: BinarySign,
  left: Value,
  right: Value,
  { left: leftNode, right: rightNode, span }: { left: ExpressionNode; right: ExpressionNode; span: Span },
): Value {
  const numbers = (): [Expression, Expression] => [
    coerce(b, left, intType, leftNode.span),
    coerce(b, right, intType, rightNode.span),
  ];
  switch (op) {
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return { type: intType, e: binary(op, ...numbers(), span) };
    case "<":
    case "<=":
    case ">":
    case ">=":
      return { type: booleanType, e: binary(op, ...numbers(), span) };
    case "==":
    case "!=":
      if (left.type.kind !== right.type.kind) {
        const message = `expected ${showType(left.type)} to compare with, found ${showType(right.type)}`;
        b.refuse("rebeca/type-mismatch", message, rightNode.span);
      }
      return { type: booleanType, e: binary(op, left.e, right.e, span) };
    case "&":
    case "|":
    case "^":
      if (left.type.kind === "boolean" && right.type.kind === "boolean") {
        const e = op === "^" ? binary("!=", left.e, right.e, span) : both(op === "&" ? "&&" : "||", left.e, right.e);
        return { type: booleanType, e };
      }
      break;
    default:
  }
  const [x, y] = numbers().map(literalOf);
  // Bitwise operators act on 32-bit integers.
  if (x === undefined || y === undefined || (x | 0) !== x || (y | 0) !== y) {
    return b.refuse(
      "rebeca/unsupported",
      `expected constants around \`${op}\`: bits of numbers are not supported`,
      span,
    );
  }
  const known = op === "&" ? x & y : op === "|" ? x | y : op === "^" ? x ^ y : op === "<<" ? x << y : x >> y;
  return { type: intType, e: integer(known, span) };
}

/** The common type of several values. */
function commonType(b: Body, values: readonly Value[], nodes: readonly ExpressionNode[]): RebecaType {
  const [{ type }] = values as [Value];
  values.forEach((other, i) => {
    if (other.type.kind !== type.kind || type.kind === "array") {
      const message = `expected ${showType(type)}, found ${showType(other.type)}`;
      b.refuse("rebeca/type-mismatch", message, nodes[i]!.span);
    }
  });
  if (type.kind === "integer") return intType;
  if (type.kind !== "rebec") return type;
  const classes = values.flatMap(({ type: t, e }) => (t.kind === "rebec" && literalOf(e) !== 0 ? [t.of] : []));
  const widest = classes.find((of) => classes.every((other) => of && other && isSubclass(other, of)));
  return { kind: "rebec", of: widest };
}

/** One of several expressions. Only that one is evaluated. */
function lowerOneOf(b: Body, nodes: readonly ExpressionNode[], tests: (i: number) => Expression, span: Span): Value {
  const values: Value[] = [];
  const blocks = b.branches(...nodes.map((node) => () => void values.push(lower(b, node))));
  const type = commonType(b, values, nodes);
  const last = nodes.length - 1;
  if (blocks.every((block) => block.length === 0)) {
    let e = values[last]!.e;
    for (let i = last - 1; i >= 0; i--) e = conditional(tests(i), values[i]!.e, e, span);
    return { type, e };
  }
  const result = b.local("one", type, b.nothing(type), span);
  let rest: Statement[] = [...blocks[last]!, { kind: "assign", target: result.e, value: values[last]!.e, span }];
  for (let i = last - 1; i >= 0; i--) {
    const then: Statement[] = [...blocks[i]!, { kind: "assign", target: result.e, value: values[i]!.e, span }];
    rest = [{ kind: "if", test: tests(i), then, else: rest, span }];
  }
  rest.forEach((s) => b.emit(s));
  return result;
}

function lowerConditional(b: Body, node: ExpressionNode & { kind: "conditional" }): Value {
  const test = lowerTest(b, node.test);
  const kept = isSimple(test) ? test : b.kept({ type: booleanType, e: test }, "test").e;
  return lowerOneOf(b, [node.then, node.else], () => kept, node.span);
}

function lowerChoice(b: Body, node: ExpressionNode & { kind: "choice" }): Value {
  if (b.loops > 0) {
    const message = "expected no `?` in a loop, unless it is a `for` with constant bounds";
    return b.refuse("rebeca/choice-in-loop", message, node.span);
  }
  const { options } = node;
  if (options.length === 1) return lower(b, options[0]!);
  const choice = b.choice(options.length);
  return lowerOneOf(b, options, (i) => binary("==", choice, integer(i)), node.span);
}

function lowerCast(b: Body, node: ExpressionNode & { kind: "cast" }): Value {
  const type = castType(b, node);
  const value = lower(b, node.operand);
  const e = coerce(b, value, type, node.operand.span);
  return { type, e };
}

function castType(b: Body, node: ExpressionNode & { kind: "cast" | "instanceof" }): RebecaType {
  const type = typeOf(node.type, b.system);
  if (type) return type;
  const hint = didYouMean(node.type.name.text, b.system.classes.keys());
  const message = `expected the name of a type, found \`${node.type.name.text}\`${hint}`;
  return b.refuse("rebeca/unknown-type", message, node.type.span);
}

function lowerInstanceOf(b: Body, node: ExpressionNode & { kind: "instanceof" }): Value {
  const type = castType(b, node);
  const value = lower(b, node.operand);
  if (type.kind !== "rebec" || value.type.kind !== "rebec") {
    return b.refuse("rebeca/type-mismatch", `expected a rebec and a class, found ${showType(value.type)}`, node.span);
  }
  const { e } = isSimple(value.e) ? value : b.kept(value, "rebec");
  return { type: booleanType, e: isOneOf(b, e, type.of!) };
}

function lowerAssignment(b: Body, node: ExpressionNode & { kind: "assign" }, isUsed: boolean): Value {
  const target = lowerTarget(b, node.target);
  const old = node.before === true && isUsed ? b.kept(target, "before") : undefined;
  let value = lower(b, node.value);
  if (node.op !== undefined) {
    value = operate(b, node.op, target, value, { left: node.target, right: node.value, span: node.span });
  }
  const e = coerce(b, value, target.type, node.value.span);
  b.emit({ kind: "assign", target: target.e, value: e, span: node.span });
  return old ?? target;
}

/** Lowers a variable or an element of one. Its index is evaluated once. */
export function lowerTarget(b: Body, node: ExpressionNode): Value {
  if (node.kind === "element") {
    const base = lowerTarget(b, node.base);
    if (base.type.kind !== "array") {
      return b.refuse("rebeca/type-mismatch", `expected an array, found ${showType(base.type)}`, node.base.span);
    }
    const index = lower(b, node.index);
    const at = coerce(b, index, intType, node.index.span);
    const kept = isSimple(at) && at.kind !== "field" ? at : b.kept({ type: intType, e: at }, "at").e;
    return { type: base.type.element, e: { kind: "index", base: base.e, index: kept, span: node.span } };
  }
  const name = node.kind === "name" ? node.name : undefined;
  const own = node.kind === "member" && node.base.kind === "self" ? node.name.text : name;
  if (own === undefined) {
    return b.refuse("rebeca/not-assignable", "expected a variable, found something else", node.span);
  }
  const value = lookUp(b, own, node.span);
  if (b.find(own)?.isLocal !== true) {
    const message = `expected a variable, found \`${own}\`, which never changes`;
    return b.refuse("rebeca/not-assignable", message, node.span);
  }
  return value;
}
