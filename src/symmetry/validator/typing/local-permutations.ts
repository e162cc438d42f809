/**
 * What becomes of the values of a parameter, a quantified name, the name of a loop or a local under a symmetry.
 *
 * The uses of a name say it: as an index of an array, whose indices the symmetry permutes, or next to a place it is
 * compared with, assigned to or assigned from. This is a guess, of which `text-images.ts` checks each use; what is
 * used nowhere stays.
 */

import type { Expression, Statement, Type } from "../../../model/model.ts";
import { partsOf, statementParts } from "../../../model/traverse.ts";
import type { Shape } from "./shape.ts";
import type { Leaves } from "./tables.ts";
import { imageOf } from "./value-permutation.ts";
import type { ValuePermutation } from "./value-permutation.ts";

/** The expressions and statements that can see a name. */
export interface Sight {
  readonly expressions: readonly Expression[];
  readonly statements: readonly Statement[];
}

/** The shape of a place by its text, indices not looked at; undefined if it has none, or is a local yet unknown. */
export type ShapeOfPlace = (place: Expression) => { readonly shape: Shape; readonly type: Type } | undefined;

/** Undefined if no use of the name says what becomes of it. */
export function permutationOfLocal(
  name: string,
  sight: Sight,
  shapeOfPlace: ShapeOfPlace,
  asked: Set<string> = new Set(),
): ValuePermutation | undefined {
  asked.add(name);
  const equals: string[] = [];
  let found: ValuePermutation | undefined;
  const isName = (e: Expression): boolean => e.kind === "local" && e.name === name;
  const equal = (a: Expression, b: Expression): void => {
    if (!isName(a)) return;
    const shape = shapeOfPlace(b)?.shape;
    if (shape?.kind === "scalar") found ??= shape.values;
    else if (b.kind === "local") equals.push(b.name);
    else if (b.kind === "conditional") [b.then, b.else].forEach((branch) => equal(a, branch));
  };
  const inExpression = (e: Expression): void => {
    if (found) return;
    if (e.kind === "index" && isName(e.index)) {
      const base = shapeOfPlace(e.base)?.shape;
      if (base?.kind === "array") found = base.indices;
    }
    if (e.kind === "binary" && (e.op === "==" || e.op === "!=")) {
      equal(e.left, e.right);
      equal(e.right, e.left);
    }
    partsOf(e).forEach(inExpression);
  };
  const inStatement = (s: Statement): void => {
    if (found) return;
    if (s.kind === "assign") {
      equal(s.value, s.target);
      equal(s.target, s.value);
    }
    if (s.kind === "local") {
      equal(s.value, { kind: "local", name: s.name });
      if (s.name === name) equal({ kind: "local", name }, s.value);
    }
    if (s.kind === "push") inPush(s.value, shapeOfPlace(s.queue)?.shape);
    const { expressions, statements } = statementParts(s);
    expressions.forEach(inExpression);
    statements.forEach(inStatement);
  };
  const inPush = (value: Expression, queue: Shape | undefined): void => {
    const element = queue?.kind === "queue" ? queue.element : undefined;
    if (element?.kind === "scalar" && isName(value)) found ??= element.values;
    if (element?.kind !== "record" || value.kind !== "aggregate") return;
    value.items.forEach((item, i) => {
      const field = element.fields[i]!;
      if (isName(item) && field.kind === "scalar") found ??= field.values;
    });
  };
  sight.expressions.forEach(inExpression);
  sight.statements.forEach(inStatement);
  for (const other of equals) {
    if (found || asked.has(other)) continue;
    found = permutationOfLocal(other, sight, shapeOfPlace, asked);
  }
  return found;
}

/**
 * What becomes of a name by which the value of a local is chosen among constants: it changes as that value does. For
 * `var to: Name = k == 0 ? a : b`, the images of 0 and 1 are those by which the images of `a` and `b` are chosen.
 */
export function choicesLike(
  name: string,
  { statements }: Sight,
  leavesOf: (e: Expression) => Leaves | undefined,
  ofType: (type: Type) => ValuePermutation | undefined,
): (readonly [number, number])[] | undefined {
  for (const s of statements) {
    const expected = s.kind === "local" ? ofType(s.type) : undefined;
    if (s.kind !== "local" || !expected || s.value.kind !== "conditional" || !isAbout(s.value, name)) continue;
    const rows = leavesOf(s.value)?.rows;
    if (!rows) continue;
    const chosenBy = new Map(rows.map(({ values, result }) => [result, values[0]!]));
    return rows.map(({ values, result }) => [values[0]!, chosenBy.get(imageOf(expected, result)) ?? values[0]!]);
  }
  return undefined;
}

/** Whether it mentions one local, and no other place. */
function isAbout(e: Expression, name: string): boolean {
  if (e.kind === "local") return e.name === name;
  const isOther = e.kind === "variable" || e.kind === "field" || e.kind === "index";
  return !isOther && partsOf(e).every((part) => isAbout(part, name));
}
