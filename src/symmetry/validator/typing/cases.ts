/**
 * Cases of a value: statements `if x == 1 { .. } if x == 2 { .. }`, one after the other, whose order does not matter.
 *
 * The values are different ones, and no body changes `x`. So at most one of them does anything, wherever it stands.
 */

import { constantOf, constantPlace } from "../../../model/constant-place.ts";
import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { isScalar, sizeOf } from "../../../model/slots.ts";
import { visitStatements } from "../../../model/traverse.ts";

/** Reading it cannot fail. */
type Value =
  | { readonly kind: "local"; readonly name: string }
  | { readonly kind: "slot"; readonly offset: number; readonly variable: string };

/** How many statements from the k-th on are cases of one value. */
export function casesFrom(statements: readonly Statement[], k: number, names: NamesInScope): number {
  const seen = new Set<number>();
  let value: Value | undefined;
  let count = 0;
  for (; k + count < statements.length; count++) {
    const s = statements[k + count]!;
    const found = caseOf(s, names);
    if (s.kind !== "if" || !found || (value && !isSame(value, found.value)) || seen.has(found.constant)) break;
    if (changes(s.then, found.value, names)) break;
    value = found.value;
    seen.add(found.constant);
  }
  return count;
}

function caseOf(s: Statement, names: NamesInScope): { readonly value: Value; readonly constant: number } | undefined {
  if (s.kind !== "if" || s.else.length > 0 || s.test.kind !== "binary" || s.test.op !== "==") return undefined;
  const { left, right } = s.test;
  const [place, other] = constantOf(left, names) === undefined ? [left, right] : [right, left];
  const constant = constantOf(other, names);
  const value = valueOf(place, names);
  return constant === undefined || !value ? undefined : { value, constant };
}

function valueOf(e: Expression, names: NamesInScope): Value | undefined {
  if (e.kind === "local") return { kind: "local", name: e.name };
  const slots = constantPlace(e, names);
  const variable = rootOf(e);
  if (!slots || !isScalar(slots.type) || variable?.kind !== "variable") return undefined;
  return { kind: "slot", offset: slots.offset, variable: variable.name };
}

function isSame(a: Value, b: Value): boolean {
  if (a.kind === "local") return b.kind === "local" && a.name === b.name;
  return b.kind === "slot" && a.offset === b.offset;
}

/** Whether statements may change a value. */
function changes(statements: readonly Statement[], value: Value, names: NamesInScope): boolean {
  let found = false;
  visitStatements(statements, (s) => {
    if (s.kind === "assign") found ||= touches(s.target, value, names);
    else if (s.kind === "push" || s.kind === "pop") found ||= touches(s.queue, value, names);
  });
  return found;
}

function touches(target: Expression, value: Value, names: NamesInScope): boolean {
  const root = rootOf(target);
  if (value.kind === "local") return root?.kind === "local" && root.name === value.name;
  if (root?.kind === "local") return false;
  const slots = constantPlace(target, names);
  if (!slots) return root?.name === value.variable;
  return value.offset >= slots.offset && value.offset < slots.offset + sizeOf(slots.type);
}

/** The variable or local that a place is a part of. */
function rootOf(place: Expression): (Expression & { readonly kind: "variable" | "local" }) | undefined {
  if (place.kind === "variable" || place.kind === "local") return place;
  return place.kind === "index" || place.kind === "field" ? rootOf(place.base) : undefined;
}
