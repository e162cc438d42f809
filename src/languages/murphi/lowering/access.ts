/** Lowers designators to places, and reads and writes places. */

import { all, any, binary, conditional, element, equals, field, integer, literalOf } from "../../../model/build.ts";
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
export function access(w: Writer, node: ExpressionNode, freezes = false): Access | undefined {
  switch (node.kind) {
    case "name": {
      const meaning = w.scope.find(node.name);
      return meaning?.kind === "place" ? { place: meaning.place, checks: [] } : undefined;
    }
    case "field":
      return accessField(w, node, freezes);
    case "element":
      return accessElement(w, node, freezes);
    default:
      return undefined;
  }
}

/** The place of a designator. Gives up with a report if it is none. */
export function accessPlace(w: Writer, node: ExpressionNode, freezes = false): Access {
  const found = access(w, node, freezes);
  if (found) return found;
  if (node.kind === "name") w.scope.get(node.name, node.span, "a variable", "place");
  return w.refuse("not-a-variable", "expected a variable, found another expression", node.span);
}

function accessField(w: Writer, node: ExpressionOf<"field">, freezes: boolean): Access {
  const { place: base, checks } = accessPlace(w, node.base, freezes);
  const { text, span } = node.field;
  if (base.type.kind !== "record") {
    return w.refuse(
      "type-mismatch",
      `expected a record before \`.${text}\`, found ${showType(base.type)}`,
      node.base.span,
    );
  }
  const found = base.type.fields.find(({ name }) => name === text);
  if (!found) {
    const near = didYouMean(text, base.type.fields.map(({ name }) => name)); // prettier-ignore
    return w.refuse("unknown-field", `expected a field of the record, found \`${text}\`${near}`, span);
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

function accessElement(w: Writer, node: ExpressionOf<"element">, freezes: boolean): Access {
  const { place: base, checks } = accessPlace(w, node.base, freezes);
  if (base.type.kind === "multiset") return { place: chosenElement(w, node, base.type), checks };
  if (base.type.kind !== "array" || base.kind === "tree") {
    return w.refuse("type-mismatch", `expected an array before \`[\`, found ${showType(base.type)}`, node.base.span);
  }
  const lowered = w.parts.value(w, node.index);
  const index = freezes ? w.kept(lowered, "index") : lowered;
  fitting(w, index, base.type.index, node.index.span);
  const shownIndex = textOf(node.index);
  const place: Place = {
    ...base,
    type: base.type.element,
    cell: base.type.cell,
    e: element(base.e, asIndex(index), node.span),
    shown: `${base.shown}[${shownIndex}]`,
  };
  return { place, checks: [...checks, ...index.checks] };
}

function chosenElement(w: Writer, node: ExpressionOf<"element">, type: MurphiType): Place {
  if (node.index.kind === "name") {
    const meaning = w.scope.get(node.index.name, node.index.span, "a chosen element", "element");
    if (isCompatible(meaning.type, type)) return meaning.element;
  }
  return w.refuse("type-mismatch", "expected an element that was chosen from this multiset", node.index.span);
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
export function fitting(w: Writer, value: Value, type: SimpleType, span: Span): void {
  if (isCompatible(value.type, type)) return;
  if (value.type.kind === "range" && type.kind === "scalarset") {
    useAsNumber(w, { type }, "a number is used as an element of $", span);
    return;
  }
  if (value.type.kind === "scalarset" && type.kind === "range") {
    useAsNumber(w, value, "an element of $ is used as a number", span);
    return;
  }
  w.refuse("type-mismatch", `expected ${showType(type)}, found ${showType(value.type)}`, span);
}

/** Whether the place has a value for undefined. */
export function isOpenPlace(w: Writer, place: SinglePlace): boolean {
  return place.isLocal === true || w.isOpen(place.cell);
}

/** Whether the place may be undefined at this point. */
export function mayBeUndefined(w: Writer, place: SinglePlace): boolean {
  if (place.isLocal && place.e.kind === "local") return !w.defined.has(place.e.name);
  return isOpenPlace(w, place) && !(w.known.size > 0 && w.known.has(keyOf(place.e)));
}

/** The same for two expressions of one place. */
export function keyOf(e: Expression): string {
  return JSON.stringify(e, (key, value: unknown) => (key === "span" ? undefined : value));
}

export function isUndefined(w: Writer, place: SinglePlace, type: SimpleType): Expression {
  return isOpenPlace(w, place) ? equals(place.e, undefinedOf(type)) : { kind: "boolean", value: false };
}

/** The value of a place of a simple type. */
export function read(w: Writer, { place, checks }: Access, span: Span): Value {
  const { type } = place;
  if (place.kind === "tree" || !isSimple(type)) {
    return w.refuse("type-mismatch", `expected a simple value, found ${showType(type)}`, span);
  }
  const isOpen = isOpenPlace(w, place);
  const { low, high } = boundsOf(type);
  const e = type.kind === "boolean" && isOpen ? equals(place.e, 1) : place.e;
  if (!mayBeUndefined(w, place)) return { type, e, low, high, checks };
  const isDefined = binary("!=", place.e, integer(undefinedOf(type)));
  const check = unlessFails(isDefined, `read of undefined value in ${place.shown}`, span);
  return { type, e, low, high, checks: [...checks, check] };
}

/** Writes a value to a place of a simple type. */
export function write(w: Writer, place: SinglePlace, value: Value, span: Span): void {
  const type = place.type as SimpleType;
  fitting(w, value, type, span);
  const isOpen = isOpenPlace(w, place);
  const pieces = piecesOf(type);
  const isInside = pieces.some(({ low, high }) => value.low >= low && value.high <= high);
  w.check(value.checks);
  // The type of the place accepts undefined, and numbers between the parts of a union.
  if (!isInside && type.kind !== "boolean" && (isOpen || pieces.length > 1)) {
    w.check([unlessFails(isAmong(value.e, pieces), `write of out-of-range value into ${place.shown}`, span)]);
  }
  w.emit({ kind: "assign", target: place.e, value: encoded(value, type, isOpen), span });
  if (place.isLocal && place.e.kind === "local") w.defined.add(place.e.name);
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
