/** Restrictions that tests put on places during domain inference, and the environment in which they hold. */

import type { Expression, Statement, Type } from "./model.ts";
import { boundsOf } from "./slots.ts";
import { rootOf, variablesRead, visitExpression, visitStatements } from "./traverse.ts";
import { interval, union } from "./value-set.ts";
import type { ValueSet } from "./value-set.ts";

/** A restriction that a test put on a place. It lasts until a variable it depends on is written. */
export interface Restriction {
  readonly set: ValueSet;
  readonly dependsOn: ReadonlySet<string>;
}

export interface Environment {
  /** Cells of parameters, loop names and locals. */
  readonly locals: Map<string, { readonly type: Type; readonly cells: readonly ValueSet[] }>;
  restrictions: Map<string, Restriction>;
}

export function isRestrictable(e: Expression): boolean {
  return (
    e.kind === "variable" ||
    e.kind === "local" ||
    e.kind === "index" ||
    e.kind === "field" ||
    (e.kind === "queue" && e.op === "len")
  );
}

/** A place that tests may restrict. */
interface Place {
  /** Equal for places with equal syntax. */
  readonly key: string;
  /** The variables and locals in it. */
  readonly dependsOn: ReadonlySet<string>;
}

/** The places of a model, each computed once. */
export class Places {
  readonly #known = new WeakMap<Expression, Place>();
  readonly #predicates: ReadonlyMap<string, Expression>;

  constructor(predicates: ReadonlyMap<string, Expression>) {
    this.#predicates = predicates;
  }

  of(e: Expression): Place {
    if (e.kind === "queue") {
      const { key, dependsOn } = this.of(e.queue);
      return { key: `length of ${key}`, dependsOn };
    }
    let place = this.#known.get(e);
    if (!place) this.#known.set(e, (place = this.#compute(e)));
    return place;
  }

  #compute(e: Expression): Place {
    const dependsOn = variablesRead(e, this.#predicates);
    visitExpression(e, (part) => part.kind === "local" && dependsOn.add(part.name));
    return { key: JSON.stringify(e, (name, value: unknown) => (name === "span" ? undefined : value)), dependsOn };
  }
}

/** Drops the restrictions that depend on written variables or locals. */
export function forget(environment: Environment, written: ReadonlySet<string>, locals: ReadonlySet<string>): void {
  for (const name of locals) {
    const local = environment.locals.get(name);
    if (local) environment.locals.set(name, { type: local.type, cells: wholeCells(local.type) });
  }
  for (const [key, { dependsOn }] of environment.restrictions) {
    if (meet(written, dependsOn) || meet(locals, dependsOn)) environment.restrictions.delete(key);
  }
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const name of a) if (b.has(name)) return true;
  return false;
}

export function assignedLocals(statements: readonly Statement[]): Set<string> {
  const names = new Set<string>();
  visitStatements(statements, (s) => {
    if (s.kind === "assign" && rootOf(s.target).kind === "local") names.add(rootOf(s.target).name);
  });
  return names;
}

export function joinRestrictions(
  a: ReadonlyMap<string, Restriction>,
  b: ReadonlyMap<string, Restriction>,
): Map<string, Restriction> {
  const joined = new Map<string, Restriction>();
  for (const [key, { set, dependsOn }] of a) {
    const other = b.get(key);
    if (other) joined.set(key, { set: union(set, other.set), dependsOn });
  }
  return joined;
}

export function mirrored(op: string): string {
  return { "<": ">", ">": "<", "<=": ">=", ">=": "<=" }[op] ?? op;
}

export function negated(op: string): string {
  return { "<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "==" }[op] ?? "";
}

/** All slots of a type, each with all values it may have. */
export function wholeCells(type: Type): ValueSet[] {
  const { low, high } = boundsOf(type);
  return low.map((bound, i) => interval(bound, high[i]!));
}
