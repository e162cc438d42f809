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
  w: Writer,
  node: ExpressionNode,
): { place: SinglePlace; type: MultisetType; checks: readonly Expression[] } {
  const { place, checks } = accessPlace(w, node);
  if (place.kind === "tree" || place.type.kind !== "multiset") {
    return w.refuse("type-mismatch", `expected a multiset, found ${showType(place.type)}`, node.span);
  }
  return { place, type: place.type, checks };
}

/** Reports multisets whose elements cannot be counted. */
export function checkMultisets(w: Writer, type: MurphiType): void {
  if (type.kind === "record") for (const part of type.fields) checkMultisets(w, part.type);
  if (type.kind === "array") checkMultisets(w, type.element);
  if (type.kind !== "multiset") return;
  if (!isFlat(type.element)) {
    w.refuse(
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
    w.refuse("unsupported", message, type.span);
  }
}

/** The names for the simple parts of an element. */
interface Chosen {
  readonly names: readonly { readonly name: string; readonly type: ScalarType }[];
  readonly element: Place;
  /** How often it is in the multiset. */
  readonly count: Expression;
}

function chosenFrom(w: Writer, base: string, place: SinglePlace, type: MultisetType): Chosen {
  const names = leavesOf(type.element, type.cell).map((leaf) => ({
    name: w.fixedName([base, ...leaf.path].join(".")),
    type: indexType(leaf.type, w.isOpen(leaf.cell)),
  }));
  const count = names.reduce((e, { name }) => element(e, local(name)), field(place.e, "count"));
  const rest = [...names];
  return { names, count, element: elementOf(w, type.element, type.cell, rest, base) };
}

/** The parts of an element are values that do not change. */
function elementOf(w: Writer, type: MurphiType, cell: Cell, names: { readonly name: string }[], shown: string): Place {
  if (type.kind === "record") {
    const fields = new Map<string, Place>();
    for (const part of type.fields) {
      fields.set(part.name, elementOf(w, part.type, part.cell, names, `${shown}.${part.name}`));
    }
    return { kind: "tree", type, fields, shown };
  }
  const e = local(names.shift()!.name);
  const isOpen = w.isOpen(cell);
  const asStored = type.kind === "boolean" && !isOpen ? binary("==", e, integer(1)) : e;
  return { kind: "single", type, cell, e: asStored, isReadOnly: true, shown };
}

/** Declares the chosen element of `choose`: the parameters of its rules, and the guard that it is there. */
export function choose(
  w: Writer,
  name: Name,
  node: ExpressionNode,
): { readonly parameters: readonly Parameter[]; readonly guard: Expression } {
  const { place, type, checks } = multisetAt(w, node);
  const { names, element: chosen, count } = chosenFrom(w, name.text, place, type);
  w.scope.bind(name.text, { kind: "element", type, element: chosen });
  const parameters = names.map((parameter) => ({ ...parameter, span: name.span }));
  return { parameters, guard: all([...checks, binary(">", count, integer(0))]) };
}

export function countIn(
  w: Writer,
  node: ExpressionOf<"multisetcount">,
  condition: (node: ExpressionNode) => Expression,
): Value {
  const { place, type, checks } = multisetAt(w, node.multiset);
  const { names, element: chosen, count } = chosenFrom(w, node.name.text, place, type);
  const test = w.scoped((scope) => {
    scope.bind(node.name.text, { kind: "element", type, element: chosen });
    return w.purely(() => condition(node.condition));
  });
  // The condition is asked only of elements that are there.
  const counted = conditional(binary(">", count, integer(0)), conditional(test, count, integer(0)), integer(0));
  const sum = names.reduceRight<Expression>(
    (body, { name, type: own }) => ({ kind: "quantified", op: "sum", name, type: own, body }),
    counted,
  );
  return numberValue(sum, { low: 0, high: type.capacity }, checks);
}

export function add(w: Writer, node: StatementOf<"multisetadd">): void {
  const { place, type, checks } = multisetAt(w, node.multiset);
  w.check(checks);
  const indices: Expression[] = [];
  collect(w, node.value, type, indices);
  const size = field(place.e, "size");
  const count = indices.reduce((e, index) => element(e, index), field(place.e, "count"));
  change(w, size, integer(1), node.span);
  change(w, count, integer(1), node.span);
}

/** The simple parts of a value that is added, as indices. */
function collect(w: Writer, node: ExpressionNode, type: MultisetType, into: Expression[]): void {
  if (isSimple(type.element)) {
    const value = w.parts.value(w, node);
    fitting(w, value, type.element, node.span);
    w.check(value.checks);
    into.push(asIndex(w.kept(value, "added")));
    return;
  }
  const found = access(w, node);
  if (!found || !isCompatible(found.place.type, type.element)) {
    w.refuse("type-mismatch", "expected a variable of the type of the elements of the multiset", node.span);
  }
  w.check(found.checks);
  collectParts(w, found.place, type.element as RecordType, into);
}

function collectParts(w: Writer, place: Place, type: RecordType, into: Expression[]): void {
  for (const { name, type: own, cell } of type.fields) {
    const base = place.type as RecordType;
    const found = base.fields.find((other) => other.name === name)!;
    const part: Place =
      place.kind === "tree"
        ? place.fields.get(name)!
        : { ...place, e: field(place.e, name), type: found.type, cell: found.cell, shown: `${place.shown}.${name}` };
    if (own.kind === "record") collectParts(w, part, own, into);
    else if (part.kind === "single" && isSimple(own)) {
      if (mayBeUndefined(w, part)) cell.markUndefined();
      const isOpen = isOpenPlace(w, part);
      into.push(own.kind === "boolean" && !isOpen ? asIndex({ type: own, e: part.e }) : encoded(part, own, false));
    }
  }
}

export function remove(w: Writer, node: StatementOf<"multisetremove">): void {
  const { place, type, checks } = multisetAt(w, node.multiset);
  w.check(checks);
  if (node.index.kind !== "name") {
    w.refuse("type-mismatch", "expected the name of a chosen element", node.index.span);
  }
  const meaning = w.scope.get(node.index.name, node.index.span, "a chosen element", "element");
  if (!isCompatible(meaning.type, type)) {
    w.refuse("type-mismatch", "expected an element that was chosen from this multiset", node.index.span);
  }
  const count = indicesOf(meaning.element).reduce((e, index) => element(e, index), field(place.e, "count"));
  const isThere = unlessFails(binary(">", count, integer(0)), `the element is not in ${place.shown}`, node.span);
  w.check([isThere]);
  change(w, field(place.e, "size"), integer(-1), node.span);
  change(w, count, integer(-1), node.span);
}

/** The names of a chosen element. */
function indicesOf(place: Place): Expression[] {
  if (place.kind === "tree") return [...place.fields.values()].flatMap((part) => indicesOf(part));
  const { e } = place;
  return [e.kind === "binary" ? e.left : e];
}

export function removeAll(
  w: Writer,
  node: StatementOf<"multisetremovepred">,
  condition: (node: ExpressionNode) => Expression,
): void {
  const { place, type, checks } = multisetAt(w, node.multiset);
  w.check(checks);
  const { names, element: chosen, count } = chosenFrom(w, node.name.text, place, type);
  const test = w.scoped((scope) => {
    scope.bind(node.name.text, { kind: "element", type, element: chosen });
    return w.purely(() => condition(node.condition));
  });
  const removal = w.inside(() => {
    w.when(
      all([binary(">", count, integer(0)), test]),
      () => {
        const size = field(place.e, "size");
        w.emit({ kind: "assign", target: size, value: binary("-", size, count), span: node.span });
        w.emit({ kind: "assign", target: count, value: integer(0), span: node.span });
      },
      () => {},
    );
  });
  w.emit(
    ...names.reduceRight<readonly Statement[]>(
      (body, { name, type: own }) => [{ kind: "for", name, type: own, body, span: node.span }],
      removal,
    ),
  );
}

function change(w: Writer, target: Expression, by: Expression, span: Span): void {
  w.emit({ kind: "assign", target, value: binary("+", target, by), span });
}
