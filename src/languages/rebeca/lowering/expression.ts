/** Lowers expressions of message servers to expressions of the model. Their effects go to the current block. */

import { binary, boolean, conditional, element, integer, literalOf, not } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import { reference } from "../actors/actor-system.ts";
import { anyRebec, booleanType, intType, isSubclass, showType, typeNamed } from "../names/symbols.ts";
import type { RebecaType } from "../names/symbols.ts";
import type { ExpressionNode, ExpressionOf } from "../syntax/syntax-tree.ts";
import { isSimple } from "./body.ts";
import type { Body, Value } from "./body.ts";
import { callMethod, callOther, isMethodOf } from "./call.ts";
import { create } from "./create.ts";
import { operate } from "./operate.ts";
import { send } from "./send.ts";
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
      return b.refuse("unsupported", "expected an expression, found a text: these are not supported", node.span);
    case "name":
      return lookUp(b, node.name, node.span);
    case "element":
      return lowerElement(b, node);
    case "member":
      if (node.base.kind === "self") return lookUp(b, node.name.text, node.name.span);
      const message = `expected a message server and its arguments, found \`${node.name.text}\`: variables of rebecs are their own`;
      return b.refuse("private-variable", message, node.name.span);
    case "call":
      if (!node.target) return callMethod(b, node);
      if (isMethodOf(b, node, node.target)) return callOther(b, node, node.target);
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
    return b.refuse("unknown-name", message, span);
  }
  const scoped = b.scopes.flatMap((scope) => [...scope.keys()]);
  const members = [...symbol.state, ...symbol.known].map((member) => member.name);
  const hint = didYouMean(name, [...scoped, ...members, ...system.constants.keys()]);
  return b.refuse("unknown-name", `expected a variable or a known rebec, found \`${name}\`${hint}`, span);
}

function lowerElement(b: Body, node: ExpressionOf<"element">): Value {
  const base = lower(b, node.base);
  const type = elementType(b, base, node);
  let index: Expression = integer(0);
  const block = b.inside(() => (index = coerce(b, lower(b, node.index), intType, node.index.span)));
  // The array is determined before the index is evaluated, but its values are those after the evaluation.
  const place = block.length > 0 ? keptPlace(b, base.e) : base.e;
  b.emit(...block);
  return { type, e: element(place, index, node.span) };
}

function elementType(b: Body, { type }: Value, { base }: ExpressionOf<"element">): RebecaType {
  if (type.kind === "array") return type.element;
  return b.refuse("type-mismatch", `expected an array, found ${showType(type)}`, base.span);
}

/** A place that does not change when the variables in its indices do. */
function keptPlace(b: Body, e: Expression): Expression {
  if (e.kind !== "index") return e;
  return { ...e, base: keptPlace(b, e.base), index: b.kept({ type: intType, e: e.index }, "at").e };
}

function lowerUnary(b: Body, node: ExpressionOf<"unary">): Value {
  const operand = lower(b, node.operand);
  if (node.op === "!") return { type: booleanType, e: not(coerce(b, operand, booleanType, node.operand.span)) };
  const e = coerce(b, operand, intType, node.operand.span);
  // In two's complement, the complement of x is -x - 1.
  const negative = binary("-", integer(0), e, node.span);
  return { type: intType, e: node.op === "-" ? negative : binary("-", negative, integer(1), node.span) };
}

function lowerBinary(b: Body, node: ExpressionOf<"binary">): Value {
  const { op } = node;
  if (op === "&&" || op === "||") {
    const left = lowerTest(b, node.left);
    let right: Expression = boolean(true);
    const [block] = b.branches(() => (right = lowerTest(b, node.right)));
    if (block!.length === 0) return { type: booleanType, e: binary(op, left, right, node.span) };
    const result = b.local("both", booleanType, left, node.span);
    block!.push({ kind: "assign", target: result.e, value: right });
    b.when(op === "&&" ? result.e : not(result.e), block!, []);
    return result;
  }
  const [left, right] = lowerAll(b, [node.left, node.right]) as [Value, Value];
  return operate(op, left, right, node, (...problem) => b.refuse(...problem));
}

/** The common type of several values. */
function commonType(b: Body, values: readonly Value[], nodes: readonly ExpressionNode[]): RebecaType {
  const [{ type }] = values as [Value];
  values.forEach((other, i) => {
    if (other.type.kind !== type.kind || type.kind === "array") {
      const message = `expected ${showType(type)}, found ${showType(other.type)}`;
      b.refuse("type-mismatch", message, nodes[i]!.span);
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
  const result = b.local("one", type, undefined, span);
  let rest: Statement[] = [];
  for (let i = last; i >= 0; i--) {
    const then: Statement[] = [...blocks[i]!, { kind: "assign", target: result.e, value: values[i]!.e, span }];
    rest = i === last ? then : [{ kind: "if", test: tests(i), then, else: rest, span }];
  }
  b.emit(...rest);
  return result;
}

function lowerConditional(b: Body, node: ExpressionOf<"conditional">): Value {
  const test = lowerTest(b, node.test);
  const kept = b.repeatable({ type: booleanType, e: test }, "test");
  return lowerOneOf(b, [node.then, node.else], () => kept, node.span);
}

function lowerChoice(b: Body, node: ExpressionOf<"choice">): Value {
  if (b.loops > 0) {
    const message = "expected no `?` in a loop, unless it is a `for` with constant bounds";
    return b.refuse("choice-in-loop", message, node.span);
  }
  const { options } = node;
  if (options.length === 1) return lower(b, options[0]!);
  const choice = b.choice(options.length);
  return lowerOneOf(b, options, (i) => binary("==", choice, integer(i)), node.span);
}

function lowerCast(b: Body, node: ExpressionOf<"cast">): Value {
  const type = castType(b, node);
  return { type, e: coerce(b, lower(b, node.operand), type, node.operand.span) };
}

function castType(b: Body, node: ExpressionOf<"cast" | "instanceof">): RebecaType {
  const type = node.type.sizes.length === 0 ? typeNamed(node.type.name.text, b.system.classes) : undefined;
  if (type) return type;
  const hint = didYouMean(node.type.name.text, b.system.classes.keys());
  const message = `expected the name of a type, found \`${node.type.name.text}\`${hint}`;
  return b.refuse("unknown-type", message, node.type.span);
}

function lowerInstanceOf(b: Body, node: ExpressionOf<"instanceof">): Value {
  const type = castType(b, node);
  const value = lower(b, node.operand);
  if (type.kind !== "rebec" || value.type.kind !== "rebec") {
    return b.refuse("type-mismatch", `expected a rebec and a class, found ${showType(value.type)}`, node.span);
  }
  return { type: booleanType, e: isOneOf(b, b.repeatable(value, "rebec"), type.of!) };
}

function lowerAssignment(b: Body, node: ExpressionOf<"assign">, isUsed: boolean): Value {
  const target = lowerTarget(b, node.target);
  const old = node.before === true && isUsed ? b.kept(target, "before") : undefined;
  let value = lower(b, node.value);
  if (node.op !== undefined) {
    const operands = { left: node.target, right: node.value, span: node.span };
    value = operate(node.op, target, value, operands, (...problem) => b.refuse(...problem));
  }
  const e = coerce(b, value, target.type, node.value.span);
  b.assign(target.e, e, node.span);
  return old ?? target;
}

/** Lowers a variable or an element of one. Its index is evaluated once. */
export function lowerTarget(b: Body, node: ExpressionNode): Value {
  if (node.kind === "element") {
    const base = lowerTarget(b, node.base);
    const type = elementType(b, base, node);
    const at = coerce(b, lower(b, node.index), intType, node.index.span);
    const kept = isSimple(at) && at.kind !== "field" ? at : b.kept({ type: intType, e: at }, "at").e;
    return { type, e: element(base.e, kept, node.span) };
  }
  const name = node.kind === "name" ? node.name : undefined;
  const own = node.kind === "member" && node.base.kind === "self" ? node.name.text : name;
  if (own === undefined) {
    return b.refuse("not-assignable", "expected a variable, found something else", node.span);
  }
  const value = lookUp(b, own, node.span);
  if (b.find(own)?.isLocal !== true) {
    const message = `expected a variable, found \`${own}\`, which never changes`;
    return b.refuse("not-assignable", message, node.span);
  }
  return value;
}
