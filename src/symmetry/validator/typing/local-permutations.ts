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
