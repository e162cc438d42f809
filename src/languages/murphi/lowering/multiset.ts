/**
 * Multisets: how often each possible element is in them.
 *
 * Equal multisets are equal then, whatever the order in which their elements came, and a symmetry that exchanges the
 * elements of a scalarset exchanges the numbers of messages that mention them. A choice is a choice of values for the
 * simple parts of an element.
 */

import { all, binary, conditional, element, field, integer, local } from "../../../model/build.ts";
import type { Expression, Parameter, ScalarType, Statement } from "../../../model/model.ts";
import type { Name } from "../../../syntax/cursor.ts";
import type { Span } from "../../../syntax/source.ts";
import { boundsOf, isCompatible, isSimple, showType } from "../names/murphi-type.ts";
import type { Cell, MultisetType, MurphiType, RecordType } from "../names/murphi-type.ts";
import type { Place, SinglePlace, Value } from "../names/place.ts";
import type { ExpressionNode, ExpressionOf, StatementOf } from "../syntax/syntax-tree.ts";
import { access, accessPlace, asIndex, encoded, fitting, isOpenPlace, mayBeUndefined } from "./access.ts";
import { unlessFails } from "./fail.ts";
import { isFlat, leavesOf } from "./leaves.ts";
import { indexType } from "./model-type.ts";
import { numberValue } from "./operate.ts";
import type { Writer } from "./writer.ts";

/** The most different elements of a multiset. */
const mostDifferent = 8192;

/** The place of a multiset. */
function multisetAt(
  writer: Writer,
  node: ExpressionNode,
): { place: SinglePlace; type: MultisetType; checks: readonly Expression[] } {
  const { place, checks } = accessPlace(writer, node);
  if (place.kind === "tree" || place.type.kind !== "multiset") {
    return writer.refuse("type-mismatch", `expected a multiset, found ${showType(place.type)}`, node.span);
  }
  return { place, type: place.type, checks };
}

/** Reports multisets whose elements cannot be counted. */
export function checkMultisets(writer: Writer, type: MurphiType): void {
  if (type.kind === "record") for (const part of type.fields) checkMultisets(writer, part.type);
  if (type.kind === "array") checkMultisets(writer, type.element);
  if (type.kind !== "multiset") return;
  if (!isFlat(type.element)) {
    writer.refuse(
      "unsupported",
      "expected a multiset of simple values or records of them, found another element",
      type.span,
    );
  }
  const different = leavesOf(type.element, type.cell).reduce((product, { type: leaf }) => {
    const { low, high } = boundsOf(leaf);
    return product * (high - low + 1);
  }, 1);
  if (different > mostDifferent) {
    const message = `expected a multiset of at most ${mostDifferent} different elements, found one of ${different}`;
    writer.refuse("unsupported", message, type.span);
  }
}

/** The names for the simple parts of an element. */
interface Chosen {
  readonly names: readonly { readonly name: string; readonly type: ScalarType }[];
  readonly element: Place;
  /** How often it is in the multiset. */
  readonly count: Expression;
}

function chosenFrom(writer: Writer, base: string, place: SinglePlace, type: MultisetType): Chosen {
  const names = leavesOf(type.element, type.cell).map((leaf) => ({
    name: writer.fixedName([base, ...leaf.path].join(".")),
    type: indexType(leaf.type, writer.isOpen(leaf.cell)),
  }));
  const count = names.reduce((e, { name }) => element(e, local(name)), field(place.e, "count"));
  const rest = [...names];
  return { names, count, element: elementOf(writer, type.element, type.cell, rest, base) };
}

/** The parts of an element are values that do not change. */
function elementOf(
  writer: Writer,
  type: MurphiType,
  cell: Cell,
  names: { readonly name: string }[],
  shown: string,
): Place {
  if (type.kind === "record") {
    const fields = new Map<string, Place>();
    for (const part of type.fields) {
      fields.set(part.name, elementOf(writer, part.type, part.cell, names, `${shown}.${part.name}`));
    }
    return { kind: "tree", type, fields, shown };
  }
  const e = local(names.shift()!.name);
  const isOpen = writer.isOpen(cell);
  const asStored = type.kind === "boolean" && !isOpen ? binary("==", e, integer(1)) : e;
  return { kind: "single", type, cell, e: asStored, isReadOnly: true, shown };
}

/** Declares the chosen element of `choose`: the parameters of its rules, and the guard that it is there. */
export function choose(
  writer: Writer,
  name: Name,
  node: ExpressionNode,
): { readonly parameters: readonly Parameter[]; readonly guard: Expression } {
  const { place, type, checks } = multisetAt(writer, node);
  const { names, element: chosen, count } = chosenFrom(writer, name.text, place, type);
  writer.scope.bind(name.text, { kind: "element", type, element: chosen });
  const parameters = names.map((parameter) => ({ ...parameter, span: name.span }));
  return { parameters, guard: all([...checks, binary(">", count, integer(0))]) };
}

export function countIn(
  writer: Writer,
  node: ExpressionOf<"multisetcount">,
  condition: (node: ExpressionNode) => Expression,
): Value {
  const { place, type, checks } = multisetAt(writer, node.multiset);
  const { names, element: chosen, count } = chosenFrom(writer, node.name.text, place, type);
  const test = writer.scoped((scope) => {
    scope.bind(node.name.text, { kind: "element", type, element: chosen });
    return writer.purely(() => condition(node.condition));
  });
  // The condition is asked only of elements that are there.
  const counted = conditional(binary(">", count, integer(0)), conditional(test, count, integer(0)), integer(0));
  const sum = names.reduceRight<Expression>(
    (body, { name, type: own }) => ({ kind: "quantified", op: "sum", name, type: own, body }),
    counted,
  );
  return numberValue(sum, { low: 0, high: type.capacity }, checks);
}

export function add(writer: Writer, node: StatementOf<"multisetadd">): void {
  const { place, type, checks } = multisetAt(writer, node.multiset);
  writer.check(checks);
  const indices: Expression[] = [];
  collect(writer, node.value, type, indices);
  const size = field(place.e, "size");
  const count = indices.reduce((e, index) => element(e, index), field(place.e, "count"));
  change(writer, size, integer(1), node.span);
  change(writer, count, integer(1), node.span);
}

/** The simple parts of a value that is added, as indices. */
function collect(writer: Writer, node: ExpressionNode, type: MultisetType, into: Expression[]): void {
  if (isSimple(type.element)) {
    const value = writer.parts.value(writer, node);
    fitting(writer, value, type.element, node.span);
    writer.check(value.checks);
    into.push(asIndex(writer.kept(value, "added")));
    return;
  }
  const found = access(writer, node);
  if (!found || !isCompatible(found.place.type, type.element)) {
    writer.refuse("type-mismatch", "expected a variable of the type of the elements of the multiset", node.span);
  }
  writer.check(found.checks);
  collectParts(writer, found.place, type.element as RecordType, into);
}

function collectParts(writer: Writer, place: Place, type: RecordType, into: Expression[]): void {
  for (const { name, type: own, cell } of type.fields) {
    const base = place.type as RecordType;
    const found = base.fields.find((other) => other.name === name)!;
    const part: Place =
      place.kind === "tree"
        ? place.fields.get(name)!
        : { ...place, e: field(place.e, name), type: found.type, cell: found.cell, shown: `${place.shown}.${name}` };
    if (own.kind === "record") collectParts(writer, part, own, into);
    else if (part.kind === "single" && isSimple(own)) {
      if (mayBeUndefined(writer, part)) cell.markUndefined();
      const isOpen = isOpenPlace(writer, part);
      into.push(own.kind === "boolean" && !isOpen ? asIndex({ type: own, e: part.e }) : encoded(part, own, false));
    }
  }
}

export function remove(writer: Writer, node: StatementOf<"multisetremove">): void {
  const { place, type, checks } = multisetAt(writer, node.multiset);
  writer.check(checks);
  if (node.index.kind !== "name") {
    writer.refuse("type-mismatch", "expected the name of a chosen element", node.index.span);
  }
  const meaning = writer.scope.get(node.index.name, node.index.span, "a chosen element", "element");
  if (!isCompatible(meaning.type, type)) {
    writer.refuse("type-mismatch", "expected an element that was chosen from this multiset", node.index.span);
  }
  const count = indicesOf(meaning.element).reduce((e, index) => element(e, index), field(place.e, "count"));
  const isThere = unlessFails(binary(">", count, integer(0)), `the element is not in ${place.shown}`, node.span);
  writer.check([isThere]);
  change(writer, field(place.e, "size"), integer(-1), node.span);
  change(writer, count, integer(-1), node.span);
}

/** The names of a chosen element. */
function indicesOf(place: Place): Expression[] {
  if (place.kind === "tree") return [...place.fields.values()].flatMap((part) => indicesOf(part));
  const { e } = place;
  return [e.kind === "binary" ? e.left : e];
}

export function removeAll(
  writer: Writer,
  node: StatementOf<"multisetremovepred">,
  condition: (node: ExpressionNode) => Expression,
): void {
  const { place, type, checks } = multisetAt(writer, node.multiset);
  writer.check(checks);
  const { names, element: chosen, count } = chosenFrom(writer, node.name.text, place, type);
  const test = writer.scoped((scope) => {
    scope.bind(node.name.text, { kind: "element", type, element: chosen });
    return writer.purely(() => condition(node.condition));
  });
  const removal = writer.inside(() => {
    writer.when(
      all([binary(">", count, integer(0)), test]),
      () => {
        const size = field(place.e, "size");
        writer.emit({ kind: "assign", target: size, value: binary("-", size, count), span: node.span });
        writer.emit({ kind: "assign", target: count, value: integer(0), span: node.span });
      },
      () => {},
    );
  });
  writer.emit(
    ...names.reduceRight<readonly Statement[]>(
      (body, { name, type: own }) => [{ kind: "for", name, type: own, body, span: node.span }],
      removal,
    ),
  );
}

function change(writer: Writer, target: Expression, by: Expression, span: Span): void {
  writer.emit({ kind: "assign", target, value: binary("+", target, by), span });
}
