/**
 * The variables for control states and data of components.
 *
 * Components that are instances of one process with the same control states (by their places in the text) share an array, so
 * that what is alike in the text is alike in the model.
 */

import type { Expression, Initial, ScalarType, Type, Variable } from "../../model/model.ts";
import { union } from "../../model/value-set.ts";
import type { ValueSet } from "../../model/value-set.ts";
import { boxes } from "./boxes.ts";
import type { Box } from "./boxes.ts";
import type { Arrival, Unit } from "./explore.ts";
import type { Ranges } from "./ranges.ts";
import type { Representation } from "./reach.ts";

export interface Placement {
  readonly variables: readonly Variable[];
  /** The control variable of a component; absent if it has one control state only. */
  readonly control: ReadonlyMap<Unit, Expression>;
  /** Data slots, by component and name, with their lowest value. */
  readonly slots: ReadonlyMap<Unit, ReadonlyMap<string, { readonly place: Expression; readonly low: Expression }>>;
  /** How a component is called as the owner of steps, and in which order. */
  readonly owners: ReadonlyMap<
    Unit,
    { readonly process: string; readonly indices: readonly number[]; readonly order: number }
  >;
}

export function placeVariables(
  representations: ReadonlyMap<Unit, Representation>,
  ranges: Ranges,
  start: Arrival,
  evaluate: (e: Expression) => number,
  unique: (name: string) => string,
): Placement {
  const initial = initialValues(start);
  const variables: Variable[] = [];
  const control = new Map<Unit, Expression>();
  const slots = new Map<Unit, Map<string, { place: Expression; low: Expression }>>();
  const owners = new Map<Unit, { process: string; indices: readonly number[]; order: number }>();
  const families = new Map<string, Set<string>>();
  for (const { box, name } of groups(representations)) {
    const order = owners.size;
    const process = familyFor(box, name, families);
    for (const { indices, value: unit } of box.members) owners.set(unit, { process, indices, order });
    const { values } = representations.get(box.members[0]!.value)!;
    const { slots: carried } = box.members[0]!.value;
    if (values.length > 1) {
      const variable = unique(name);
      const type: ScalarType = { kind: "range", low: 0, high: values.length - 1 };
      const first = box.members.map(() => 0);
      variables.push({ name: variable, type: arrayOver(box, type), initial: initialOver(box, first) });
      for (const { unit, place } of placesOf(box, variable)) control.set(unit, place);
    }
    for (const [slot, bool] of carried) {
      const variable = unique(`${name}_${slot}`);
      const sets = box.members.map(({ value: unit }) => ranges.slot(unit, slot));
      const range = sets.reduce<ValueSet>((sum, set) => union(sum, set), sets[0]!);
      const type: ScalarType = bool ? { kind: "bool" } : { kind: "range", low: range.low, high: range.high };
      const low = bool ? 0 : range.low;
      const first = box.members.map(({ value: unit }) => {
        const given = initial.get(unit)?.get(slot);
        return given ? evaluate(given) : low;
      });
      variables.push({ name: variable, type: arrayOver(box, type), initial: initialOver(box, first) });
      for (const { unit, place } of placesOf(box, variable)) {
        const known = slots.get(unit) ?? new Map<string, { place: Expression; low: Expression }>();
        slots.set(unit, known);
        known.set(slot, { place, low: bool ? { kind: "boolean", value: false } : { kind: "integer", value: low } });
      }
    }
  }
  return { variables, control, slots, owners };
}

/** Fairness tells processes apart by name and indices: no two components have both, and those of one name have equally many indices. */
function familyFor({ members }: Box<Unit>, name: string, families: Map<string, Set<string>>): string {
  const keys = members.map(({ indices }) => `${indices.length}: ${indices.join()}`);
  const rank = members[0]!.indices.length;
  for (let k = 1; ; k++) {
    const process = k === 1 ? name : `${name}_${k}`;
    const used = families.get(process);
    const isFree = !used || [...used].every((key) => key.startsWith(`${rank}:`) && !keys.includes(key));
    if (!isFree) continue;
    families.set(process, new Set([...(used ?? []), ...keys]));
    return process;
  }
}

/** Components that are alike, in the order of their first member. */
function groups(representations: ReadonlyMap<Unit, Representation>): { box: Box<Unit>; name: string }[] {
  const alike = new Map<string, Unit[]>();
  for (const { unit, values } of representations.values()) {
    const states = values.map((value) => (typeof value === "object" ? value.skeleton : value));
    const key = JSON.stringify([unit.name, states, [...unit.slots], unit.indices.length]);
    alike.set(key, [...(alike.get(key) ?? []), unit]);
  }
  return [...alike.values()].flatMap((units) =>
    boxes(withIndices(units).map(({ unit, indices }) => ({ value: unit, indices }))).map((box) => ({
      box,
      name: units[0]!.name,
    })),
  );
}

/** Instances go by the indices of the composition, else by as many of their arguments as it takes, else by number. */
function withIndices(units: readonly Unit[]): { unit: Unit; indices: readonly number[] }[] {
  const distinct = (by: (unit: Unit) => readonly number[]): boolean =>
    new Set(units.map((unit) => by(unit).join())).size === units.length;
  if (distinct((unit) => unit.indices)) return units.map((unit) => ({ unit, indices: unit.indices }));
  const length = Math.min(...units.map((unit) => unit.arguments.length));
  for (let k = 1; k <= length; k++) {
    const first = (unit: Unit): readonly number[] => unit.arguments.slice(0, k);
    if (distinct(first)) return units.map((unit) => ({ unit, indices: first(unit) }));
  }
  return units.map((unit, number) => ({ unit, indices: [number] }));
}

function arrayOver({ bounds }: Box<Unit>, element: Type): Type {
  return bounds.reduceRight<Type>(
    (inner, { low, high }) => ({ kind: "array", index: { kind: "range", low, high }, element: inner }),
    element,
  );
}

function initialOver({ bounds }: Box<Unit>, values: readonly number[]): Initial {
  const build = (position: number, from: number, count: number): Initial => {
    const bound = bounds[position];
    if (!bound) return { kind: "value", value: values[from]! };
    const size = bound.high - bound.low + 1;
    const part = count / size;
    return { kind: "items", items: Array.from({ length: size }, (_, i) => build(position + 1, from + i * part, part)) };
  };
  return build(0, 0, values.length);
}

function placesOf({ members }: Box<Unit>, name: string): { unit: Unit; place: Expression }[] {
  return members.map(({ indices, value: unit }) => {
    const place = indices.reduce<Expression>(
      (base, value) => ({ kind: "index", base, index: { kind: "integer", value } }),
      { kind: "variable", name },
    );
    return { unit, place };
  });
}

function initialValues(start: Arrival): Map<Unit, ReadonlyMap<string, Expression>> {
  const result = new Map<Unit, ReadonlyMap<string, Expression>>();
  const visit = ({ unit, values, children }: Arrival): void => {
    result.set(unit, values);
    children?.forEach(visit);
  };
  visit(start);
  return result;
}
