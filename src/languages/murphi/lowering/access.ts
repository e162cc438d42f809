/** Lowers designators to places, and reads and writes places. */

import {
  all,
  any,
  binary,
  boolean,
  conditional,
  element,
  equals,
  field,
  integer,
  literalOf,
} from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import { boundsOf, isCompatible, isSimple, piecesOf, showType, undefinedOf } from "../names/murphi-type.ts";
import type { MurphiType, SimpleType } from "../names/murphi-type.ts";
import type { Place, SinglePlace, Value } from "../names/place.ts";
import type { ExpressionNode, ExpressionOf } from "../syntax/syntax-tree.ts";
import { unlessFails } from "./fail.ts";
import { stored } from "./model-type.ts";
import { useAsNumber } from "./operate.ts";
import type { Writer } from "./writer.ts";

export interface Access {
  readonly place: Place;
  readonly checks: readonly Expression[];
}

/** The place of a designator; `undefined` if it denotes something else. With `freezes`, indices keep their values. */
export function access(writer: Writer, node: ExpressionNode, freezes = false): Access | undefined {
  switch (node.kind) {
    case "name": {
      const meaning = writer.scope.find(node.name);
      return meaning?.kind === "place" ? { place: meaning.place, checks: [] } : undefined;
    }
    case "field":
      return accessField(writer, node, freezes);
    case "element":
      return accessElement(writer, node, freezes);
    case "call": {
      const place = writer.parts.composite(writer, node);
      return place && { place, checks: [] };
    }
    default:
      return undefined;
  }
}

/** The place of a designator. Gives up with a report if it is none. */
export function accessPlace(writer: Writer, node: ExpressionNode, freezes = false): Access {
  const found = access(writer, node, freezes);
  if (found) return found;
  if (node.kind === "name") writer.scope.get(node.name, node.span, "a variable", "place");
  return writer.refuse("not-a-variable", "expected a variable, found another expression", node.span);
}

function accessField(writer: Writer, node: ExpressionOf<"field">, freezes: boolean): Access {
  const { place: base, checks } = accessPlace(writer, node.base, freezes);
  const { text, span } = node.field;
  if (base.type.kind !== "record") {
    return writer.refuse(
      "type-mismatch",
      `expected a record before \`.${text}\`, found ${showType(base.type)}`,
      node.base.span,
    );
  }
  const found = base.type.fields.find(({ name }) => name === text);
  if (!found) {
    const near = didYouMean(text, base.type.fields.map(({ name }) => name)); // prettier-ignore
    return writer.refuse("unknown-field", `expected a field of the record, found \`${text}\`${near}`, span);
  }
  if (base.kind === "tree") return { place: base.fields.get(text)!, checks };
  const place: Place = {
    ...base,
    type: found.type,
    cell: found.cell,
    e: field(base.e, text, node.span),
    shown: `${base.shown}.${text}`,
  };
  return { place, checks };
}

function accessElement(writer: Writer, node: ExpressionOf<"element">, freezes: boolean): Access {
  const { place: base, checks } = accessPlace(writer, node.base, freezes);
  if (base.type.kind === "multiset") return { place: chosenElement(writer, node, base.type), checks };
  if (base.type.kind !== "array" || base.kind === "tree") {
    return writer.refuse(
      "type-mismatch",
      `expected an array before \`[\`, found ${showType(base.type)}`,
      node.base.span,
    );
  }
  const lowered = writer.parts.value(writer, node.index);
  const index = freezes ? writer.kept(lowered, "index") : lowered;
  fitting(writer, index, base.type.index, node.index.span);
  const { low, high } = boundsOf(base.type.index);
  const shownIndex = textOf(node.index);
  const place: Place = {
    ...base,
    type: base.type.element,
    cell: base.type.cell,
    e: element(base.e, asIndex(index), node.span),
    shown: `${base.shown}[${shownIndex}]`,
    mayFail: base.mayFail === true || index.low < low || index.high > high,
  };
  return { place, checks: [...checks, ...index.checks] };
}

function chosenElement(writer: Writer, node: ExpressionOf<"element">, type: MurphiType): Place {
  if (node.index.kind === "name") {
    const meaning = writer.scope.get(node.index.name, node.index.span, "a chosen element", "element");
    if (isCompatible(meaning.type, type)) return meaning.element;
  }
  return writer.refuse("type-mismatch", "expected an element that was chosen from this multiset", node.index.span);
}

function textOf({ span: { source, start, end } }: ExpressionNode): string {
  return source.text.slice(start, end);
}

/** Truth values as numbers, as arrays are indexed by them. */
export function asIndex({ type, e }: Pick<Value, "type" | "e">): Expression {
  if (type.kind !== "boolean") return e;
  const known = literalOf(e);
  return known === undefined ? conditional(e, integer(1), integer(0)) : integer(known);
}

/** Reports a value of another type. A scalarset may be given a number, at the cost of its symmetry. */
export function fitting(writer: Writer, value: Value, type: SimpleType, span: Span): void {
  if (isCompatible(value.type, type)) return;
  if (value.type.kind === "range" && type.kind === "scalarset") {
    useAsNumber(writer, { type }, "a number is used as an element of $", span);
    return;
  }
  if (value.type.kind === "scalarset" && type.kind === "range") {
    useAsNumber(writer, value, "an element of $ is used as a number", span);
    return;
  }
  writer.refuse("type-mismatch", `expected ${showType(type)}, found ${showType(value.type)}`, span);
}

/** Whether the place has a value for undefined. */
export function isOpenPlace(writer: Writer, place: SinglePlace): boolean {
  return place.isLocal === true || writer.isOpen(place.cell);
}

/** Whether the place may be undefined at this point. */
export function mayBeUndefined(writer: Writer, place: SinglePlace): boolean {
  if (place.isLocal && place.e.kind === "local") return !writer.defined.has(place.e.name);
  return isOpenPlace(writer, place) && !(writer.known.size > 0 && writer.known.has(keyOf(place.e)));
}

/** The same for two expressions of one place. */
export function keyOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}

export function isUndefined(writer: Writer, place: SinglePlace, type: SimpleType): Expression {
  if (isOpenPlace(writer, place)) return equals(place.e, undefinedOf(type));
  // It is never undefined, but an index that is out of range is an error all the same.
  return place.mayFail ? binary("!=", place.e, place.e) : boolean(false);
}

/** The value of a place of a simple type. */
export function read(writer: Writer, { place, checks }: Access, span: Span): Value {
  const { type } = place;
  if (place.kind === "tree" || !isSimple(type)) {
    return writer.refuse("type-mismatch", `expected a simple value, found ${showType(type)}`, span);
  }
  const isOpen = isOpenPlace(writer, place);
  const { low, high } = boundsOf(type);
  const e = type.kind === "boolean" && isOpen ? equals(place.e, 1) : place.e;
  if (!mayBeUndefined(writer, place)) return { type, e, low, high, checks };
  const isDefined = binary("!=", place.e, integer(undefinedOf(type)));
  const check = unlessFails(isDefined, `read of undefined value in ${place.shown}`, span);
  return { type, e, low, high, checks: [...checks, check] };
}

/** Writes a value to a place of a simple type. */
export function write(writer: Writer, place: SinglePlace, value: Value, span: Span): void {
  const type = place.type as SimpleType;
  fitting(writer, value, type, span);
  const isOpen = isOpenPlace(writer, place);
  const pieces = piecesOf(type);
  const isInside = pieces.some(({ low, high }) => value.low >= low && value.high <= high);
  writer.check(value.checks);
  // The type of the place accepts undefined, and numbers between the parts of a union.
  if (!isInside && type.kind !== "boolean" && (isOpen || pieces.length > 1)) {
    writer.check([unlessFails(isAmong(value.e, pieces), `write of out-of-range value into ${place.shown}`, span)]);
  }
  writer.emit({ kind: "assign", target: place.e, value: encoded(value, type, isOpen), span });
  if (place.isLocal && place.e.kind === "local") writer.defined.add(place.e.name);
}

export function isAmong(e: Expression, pieces: readonly { readonly low: number; readonly high: number }[]): Expression {
  return any(
    pieces.map(({ low, high }) =>
      low === high ? equals(e, low) : all([binary(">=", e, integer(low)), binary("<=", e, integer(high))]),
    ),
  );
}

/** A value as a place holds it. */
export function encoded(value: Pick<Value, "e">, type: SimpleType, isOpen: boolean): Expression {
  if (type.kind !== "boolean" || !isOpen) return value.e;
  const known = literalOf(value.e);
  return known === undefined ? conditional(value.e, integer(1), integer(0)) : stored(known, type, true);
}
