/** Lowers expressions to values and conditions of the model. */

import { all, any, binary, boolean, conditional, integer, literalOf, local, not } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { boundsOf, isCompatible, isSimple, mergeCells, piecesOf, showType } from "../names/murphi-type.ts";
import type { SimpleType } from "../names/murphi-type.ts";
import type { Place, Value } from "../names/place.ts";
import type { ExpressionNode, ExpressionOf } from "../syntax/syntax-tree.ts";
import { access, accessPlace, encoded, isAmong, isOpenPlace, isUndefined, keyOf, read } from "./access.ts";
import type { Access } from "./access.ts";
import { needsStatements } from "./effects.ts";
import { failure } from "./fail.ts";
import { countIn } from "./multiset.ts";
import { bitwise, compareValues, complement, compute, opposite, truthValue } from "./operate.ts";
import { quantify } from "./quantify.ts";
import type { Writer } from "./writer.ts";

/** The value of an expression of a simple type. */
export function lowerValue(writer: Writer, node: ExpressionNode): Value {
  const { span } = node;
  switch (node.kind) {
    case "number":
      return known({ kind: "range", low: node.value, high: node.value }, node.value, span);
    case "truth":
      return truthValue(boolean(node.value, span));
    case "name":
      return lowerName(writer, node);
    case "field":
    case "element":
      return read(writer, accessPlace(writer, node), span);
    case "unary":
      return lowerUnary(writer, node);
    case "binary":
      return lowerBinary(writer, node);
    case "conditional": {
      const test = condition(writer, node.test);
      return either(writer, test, writer.purely(() => lowerValue(writer, node.then)), writer.purely(() => lowerValue(writer, node.else)), span); // prettier-ignore
    }
    case "quantified":
      return truthValue(quantify(writer, node, (body) => condition(writer, body)));
    case "call": {
      const value = writer.parts.routine(writer, node);
      if (value) return value;
      const message = `expected a function with a result, found the procedure \`${node.name.text}\``;
      return writer.refuse("no-value", message, span);
    }
    case "isundefined": {
      const meaning = node.place.kind === "name" ? writer.scope.find(node.place.name) : undefined;
      if (meaning?.kind === "value") return truthValue(boolean(false, span), meaning.value.checks);
      if (meaning?.kind === "local") return truthValue(boolean(meaning.value === undefined, span));
      const { place, checks } = accessPlace(writer, node.place);
      if (place.kind === "tree" || !isSimple(place.type)) {
        return writer.refuse(
          "type-mismatch",
          `expected a simple variable, found ${showType(place.type)}`,
          node.place.span,
        );
      }
      return truthValue(isUndefined(writer, place, place.type), checks);
    }
    case "ismember": {
      const value = lowerValue(writer, node.operand);
      const type = writer.program.declarer.simple(node.type, writer.scope, "`ismember`");
      return truthValue(isAmong(value.e, piecesOf(type)), value.checks);
    }
    case "multisetcount":
      return countIn(writer, node, (body) => condition(writer, body));
  }
}

/** A condition. It fails if one of the checks of its value does. */
export function condition(writer: Writer, node: ExpressionNode): Expression {
  const value = lowerValue(writer, node);
  if (value.type.kind === "boolean") return all([...value.checks, value.e]);
  return writer.refuse("type-mismatch", `expected a condition, found ${showType(value.type)}`, node.span);
}

function known(type: SimpleType, value: number, span: Span): Value {
  const e = type.kind === "boolean" ? boolean(value !== 0, span) : integer(value, span);
  return { type, e, low: value, high: value, checks: [] };
}

function lowerName(writer: Writer, node: ExpressionOf<"name">): Value {
  const { name, span } = node;
  const kinds = ["constant", "member", "place", "value", "local"] as const;
  const meaning = writer.scope.get(name, span, "a variable or a constant", ...kinds);
  switch (meaning.kind) {
    case "constant":
      return known(meaning.type, meaning.value, span);
    case "member":
      return known(meaning.type, boundsOf(meaning.type).low + meaning.index, span);
    case "value":
      return meaning.value;
    case "local":
      if (meaning.value) return meaning.value;
      return {
        ...known(meaning.type, boundsOf(meaning.type).low, span),
        checks: [failure(`read of undefined value in ${name}`, span)],
      };
    case "place":
      return read(writer, { place: meaning.place, checks: [] }, span);
  }
}

function lowerUnary(writer: Writer, { op, operand, span }: ExpressionOf<"unary">): Value {
  if (op === "!") return truthValue(not(condition(writer, operand)));
  const value = lowerValue(writer, operand);
  return op === "-" ? opposite(writer, value, span) : complement(writer, value, span);
}

function lowerBinary(writer: Writer, { op, left, right, span }: ExpressionOf<"binary">): Value {
  switch (op) {
    case "&&":
    case "||":
    case "->": {
      const first = condition(writer, left);
      if (writer.out && needsStatements(writer, right)) return connectInSteps(writer, op, first, right);
      const known = definedIf(writer, left, op !== "||");
      return truthValue(connect(op, first, writer.knowing(known, () => condition(writer, right)), span)); // prettier-ignore
    }
    case "&":
    case "|": {
      const a = lowerValue(writer, left);
      if (a.type.kind !== "boolean") return bitwise(writer, op, a, lowerValue(writer, right), span);
      const first = all([...a.checks, a.e]);
      if (writer.out && needsStatements(writer, right)) {
        return connectInSteps(writer, op === "&" ? "&&" : "||", first, right);
      }
      const known = definedIf(writer, left, op === "&");
      return truthValue(connect(op === "&" ? "&&" : "||", first, writer.knowing(known, () => condition(writer, right)), span)); // prettier-ignore
    }
    case "^":
    case "<<":
    case ">>":
      return bitwise(writer, op, lowerValue(writer, left), lowerValue(writer, right), span);
    case "==":
    case "!=": {
      const [a, b] = [compositeOf(writer, left), compositeOf(writer, right)];
      if (!a && !b) return compareValues(writer, op, lowerValue(writer, left), lowerValue(writer, right), span);
      if (!a || !b || !isCompatible(a.place.type, b.place.type)) {
        return writer.refuse("type-mismatch", "expected two values of the same type to compare", span);
      }
      mergeCells(a.place.type, b.place.type);
      const same = samePlaces(writer, a.place, b.place);
      return truthValue(op === "==" ? same : not(same), [...a.checks, ...b.checks]);
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compareValues(writer, op, lowerValue(writer, left), lowerValue(writer, right), span);
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return compute(writer, op, lowerValue(writer, left), lowerValue(writer, right), span);
  }
}

/** The places that are defined if a condition has been evaluated and is true, or false. */
function definedIf(writer: Writer, node: ExpressionNode, truth: boolean): string[] {
  if (node.kind === "unary" && node.op === "!") return definedIf(writer, node.operand, !truth);
  if (node.kind === "binary") {
    const isAnd = node.op === "&&" || node.op === "&";
    const isOr = node.op === "||" || node.op === "|";
    if ((isAnd && truth) || (isOr && !truth)) {
      return [...definedIf(writer, node.left, truth), ...definedIf(writer, node.right, truth)];
    }
  }
  if (node.kind !== "isundefined" || truth) return [];
  const { place } = writer.purely(() => accessPlace(writer, node.place));
  return place.kind === "single" ? [keyOf(place.e)] : [];
}

function connect(op: "&&" | "||" | "->", a: Expression, b: Expression, span: Span): Expression {
  if (op === "&&") return all([a, b]);
  return op === "||" ? any([a, b]) : binary("->", a, b, span);
}

/** The right side is a call that does something, and it does so only if the left side leaves the question open. */
function connectInSteps(writer: Writer, op: "&&" | "||" | "->", first: Expression, right: ExpressionNode): Value {
  const name = writer.newName("both");
  const result = local(name);
  writer.emit({ kind: "local", name, type: { kind: "bool" }, value: op === "->" ? not(first) : first });
  writer.when(
    op === "&&" ? result : not(result),
    () => {
      const value = condition(writer, right);
      writer.emit({ kind: "assign", target: result, value });
    },
    () => {},
  );
  return truthValue(result);
}

/** The place of a record, an array or a multiset. */
function compositeOf(writer: Writer, node: ExpressionNode): Access | undefined {
  const found = access(writer, node);
  return found && !isSimple(found.place.type) ? found : undefined;
}

/** Whether two records or arrays have the same contents. Undefined parts count as contents, as in Rumur. */
function samePlaces(writer: Writer, a: Place, b: Place): Expression {
  if (a.kind === "single" && b.kind === "single" && !isSimple(a.type)) return binary("==", a.e, b.e);
  if (a.kind === "single" && b.kind === "single") {
    const [p, q] = [isOpenPlace(writer, a), isOpenPlace(writer, b)];
    const type = a.type as SimpleType;
    return binary("==", encoded(a, type, !p && q), encoded(b, type, !q && p));
  }
  const tree = a.kind === "tree" ? a : (b as Place & { kind: "tree" });
  return all(tree.type.fields.map(({ name }) => samePlaces(writer, part(a, name), part(b, name))));
}

/** A field of a record. */
export function part(place: Place, name: string): Place {
  if (place.kind === "tree") return place.fields.get(name)!;
  const type = place.type.kind === "record" ? place.type : undefined;
  const found = type!.fields.find((field) => field.name === name)!;
  const e: Expression = { kind: "field", base: place.e, field: name };
  return { ...place, e, type: found.type, cell: found.cell, shown: `${place.shown}.${name}` };
}

/** One of two values of the same type. */
export function either(writer: Writer, test: Expression, a: Value, b: Value, span: Span): Value {
  if (!isCompatible(a.type, b.type)) {
    writer.refuse("type-mismatch", `expected ${showType(a.type)}, found ${showType(b.type)}`, span);
  }
  const known = literalOf(test);
  if (known !== undefined) return known === 0 ? b : a;
  const hasChecks = a.checks.length + b.checks.length > 0;
  const [low, high] = [Math.min(a.low, b.low), Math.max(a.high, b.high)];
  return {
    type: a.type.kind === "range" ? { kind: "range", low, high } : a.type,
    e: conditional(test, a.e, b.e, span),
    low,
    high,
    checks: hasChecks ? [conditional(test, all(a.checks), all(b.checks))] : [],
  };
}
