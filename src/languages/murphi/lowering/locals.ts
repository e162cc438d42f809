/** Variables of rules and functions. */

import { equals, integer, local, variable } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { Cell, isCompatible, isSimple, mergeCells, showType, undefinedOf } from "../names/murphi-type.ts";
import type { MurphiType, SimpleType } from "../names/murphi-type.ts";
import type { Place, SinglePlace } from "../names/place.ts";
import type { DeclarationNode } from "../syntax/syntax-tree.ts";
import { encoded, isOpenPlace, mayBeUndefined } from "./access.ts";
import { part } from "./expression.ts";
import { isFlat } from "./leaves.ts";
import { filled, modelType, openType, undefinedInitial } from "./model-type.ts";
import { checkMultisets } from "./multiset.ts";
import type { Writer } from "./writer.ts";

/** Declares the constants, types and variables of a rule or a function in the current scope. */
export function declareLocals(writer: Writer, nodes: readonly DeclarationNode[]): void {
  writer.program.declarer.declare(nodes, writer.scope, ({ variable: { names, type: node } }) => {
    const type = writer.program.declarer.type(node, writer.scope);
    for (const name of names) {
      if (writer.out) {
        writer.scope.declare(name, { kind: "place", place: newPlace(writer, name.text, type, name.span) });
      } else if (isSimple(type)) writer.scope.declare(name, { kind: "local", type, value: undefined });
      else {
        const message = `expected simple variables in a function that a condition calls, found ${showType(type)}`;
        writer.refuse("unsupported", message, name.span);
      }
    }
  });
}

/** A new variable, which is undefined. Records become separate locals; arrays need a variable of the model. */
export function newPlace(writer: Writer, shown: string, type: MurphiType, span: Span): Place {
  if (isSimple(type)) {
    const name = writer.newName(shown);
    writer.emit({ kind: "local", name, type: openType(type), value: integer(undefinedOf(type)), span });
    return { kind: "single", type, cell: new Cell(), e: local(name), isReadOnly: false, shown, isLocal: true };
  }
  if (type.kind === "record" && isFlat(type)) {
    const fields = new Map<string, Place>();
    for (const field of type.fields) {
      fields.set(field.name, newPlace(writer, `${shown}.${field.name}`, field.type, span));
    }
    return { kind: "tree", type, fields, shown };
  }
  checkMultisets(writer, type);
  markUndefined(type);
  const { program } = writer;
  const name = program.scratchName(writer.newName(shown));
  const cell = new Cell();
  program.scratch.push({
    name,
    type: modelType(type, cell, writer.isOpen),
    initial: undefinedInitial(type, cell, writer.isOpen),
    span,
  });
  const place: Place = { kind: "single", type, cell, e: variable(name), isReadOnly: false, shown };
  const reset = (): void => {
    writer.emit({ kind: "assign", target: place.e, value: filled(type, cell, writer.isOpen, "undefined"), span });
  };
  reset();
  writer.atEnd.push(reset);
  return place;
}

/** All places of the type may be undefined. */
export function markUndefined(type: MurphiType): void {
  if (type.kind === "record") {
    for (const { type: own, cell } of type.fields) {
      if (isSimple(own)) cell.markUndefined();
      else markUndefined(own);
    }
  } else if (type.kind === "array") {
    if (isSimple(type.element)) type.cell.markUndefined();
    else markUndefined(type.element);
  }
}

/** Copies a record, an array or a multiset. Undefined parts are copied too. */
export function copy(writer: Writer, target: Place, source: Place, span: Span): void {
  if (!isCompatible(target.type, source.type)) {
    writer.refuse(
      "type-mismatch",
      `expected ${showType(target.type)} of the same type, found ${showType(source.type)}`,
      span,
    );
  }
  if (target.kind === "tree" || source.kind === "tree") {
    const tree = target.kind === "tree" ? target : (source as Place & { kind: "tree" });
    for (const { name } of tree.type.fields) copy(writer, part(target, name), part(source, name), span);
  } else if (isSimple(target.type)) copyLeaf(writer, target, source, target.type, span);
  else {
    mergeCells(target.type, source.type);
    writer.emit({ kind: "assign", target: target.e, value: source.e, span });
  }
}

function copyLeaf(writer: Writer, target: SinglePlace, source: SinglePlace, type: SimpleType, span: Span): void {
  const isUndefined = mayBeUndefined(writer, source);
  if (isUndefined && !target.isLocal) target.cell.markUndefined();
  const [to, from] = [isOpenPlace(writer, target), isOpenPlace(writer, source)];
  let value: Expression = source.e;
  if (type.kind === "boolean" && to !== from) value = to ? encoded(source, type, true) : equals(source.e, 1);
  writer.emit({ kind: "assign", target: target.e, value, span });
  if (!target.isLocal || target.e.kind !== "local") return;
  if (isUndefined) writer.defined.delete(target.e.name);
  else writer.defined.add(target.e.name);
}

/** Makes every part of a place undefined, or gives it its least value. */
export function fillPlace(writer: Writer, place: Place, how: "undefined" | "least", span: Span): void {
  if (place.kind === "tree") {
    for (const inner of place.fields.values()) fillPlace(writer, inner, how, span);
    return;
  }
  const { type, cell } = place;
  if (how === "undefined") {
    if (isSimple(type)) cell.markUndefined();
    else markUndefined(type);
  }
  const isOpen = (own: Cell): boolean => (own === cell && place.isLocal === true) || writer.isOpen(own);
  writer.emit({ kind: "assign", target: place.e, value: filled(type, cell, isOpen, how), span });
  if (!place.isLocal || place.e.kind !== "local") return;
  if (how === "undefined") writer.defined.delete(place.e.name);
  else writer.defined.add(place.e.name);
}
