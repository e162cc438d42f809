/**
 * The variables for control states and data of components.
 *
 * Components that are instances of one process with the same control states (by their positions in the text) share an
 * array, so that symmetric parts of the text are symmetric in the model.
 */

import { element, integer, no, variable } from "../../../model/build.ts";
import type { Interval } from "../../../model/interval.ts";
import type { Expression, ScalarType, Variable } from "../../../model/model.ts";
import { lowOf } from "../../../model/slots.ts";
import { union } from "../../../model/value-set.ts";
import { getOrAdd, grouped } from "../../../util/numbering.ts";
import type { Arrival, Unit } from "../composition/explore.ts";
import type { Representation } from "../composition/reach.ts";
import { arrayOver, initialOver } from "../names/arrays.ts";
import type { Ranges } from "./ranges.ts";

export interface Placement {
  readonly variables: readonly Variable[];
  /** The control variable of a component; absent if it has only one control state. */
  readonly control: ReadonlyMap<Unit, Expression>;
  /** Data slots, by component and name, with their lowest values. */
  readonly slots: ReadonlyMap<Unit, ReadonlyMap<string, { readonly place: Expression; readonly low: Expression }>>;
  /** The name and position of a component as the owner of steps. */
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
  /** Declares a variable for all members of a box and returns the place of each. */
  const declare = ({ bounds, members }: Box<Unit>, base: string, type: ScalarType, first: readonly number[]) => {
    const name = unique(base);
    variables.push({ name, type: arrayOver(bounds, type), initial: initialOver(bounds, first) });
    return members.map(({ indices, value: unit }) => ({
      unit,
      place: indices.reduce((place, index) => element(place, index), variable(name)),
    }));
  };
  for (const { box, name } of groups(representations)) {
    const order = owners.size;
    const process = familyFor(box, name, families);
    for (const { indices, value: unit } of box.members) owners.set(unit, { process, indices, order });
    const units = box.members.map(({ value }) => value);
    const { values } = representations.get(units[0]!)!;
    if (values.length > 1) {
      const type: ScalarType = { kind: "range", low: 0, high: values.length - 1 };
      const first = units.map(() => 0);
      for (const { unit, place } of declare(box, name, type, first)) control.set(unit, place);
    }
    for (const [slot, isBool] of units[0]!.slots) {
      const { low, high } = units.map((unit) => ranges.slot(unit, slot)).reduce((sum, set) => union(sum, set));
      const type: ScalarType = isBool ? { kind: "bool" } : { kind: "range", low, high };
      const first = units.map((unit) => {
        const given = initial.get(unit)?.get(slot);
        return given ? evaluate(given) : lowOf(type);
      });
      for (const { unit, place } of declare(box, `${name}_${slot}`, type, first)) {
        getOrAdd(slots, unit, () => new Map()).set(slot, { place, low: isBool ? no : integer(low) });
      }
    }
  }
  return { variables, control, slots, owners };
}

/**
 * Fairness distinguishes processes by name and indices. No two components share both, and those of one name have
 * equally many indices.
 */
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

/** Classes of similar components, in the order of their first members. */
function groups(representations: ReadonlyMap<Unit, Representation>): { box: Box<Unit>; name: string }[] {
  const alike = grouped(representations.keys(), (unit) => {
    const { values } = representations.get(unit)!;
    const states = values.map((value) => (typeof value === "object" ? value.skeleton : value));
    return JSON.stringify([unit.name, states, [...unit.slots], unit.indices.length]);
  });
  return [...alike.values()].flatMap((units) =>
    indexBoxes(withIndices(units)).map((box) => ({ box, name: units[0]!.name })),
  );
}

/** The indices of instances: those of the composition, else as many of their arguments as needed, else their number. */
function withIndices(units: readonly Unit[]): Member<Unit>[] {
  const distinct = (by: (unit: Unit) => readonly number[]): boolean =>
    new Set(units.map((unit) => by(unit).join())).size === units.length;
  if (distinct((unit) => unit.indices)) return units.map((unit) => ({ value: unit, indices: unit.indices }));
  const length = Math.min(...units.map((unit) => unit.arguments.length));
  for (let k = 1; k <= length; k++) {
    const first = (unit: Unit): readonly number[] => unit.arguments.slice(0, k);
    if (distinct(first)) return units.map((unit) => ({ value: unit, indices: first(unit) }));
  }
  return units.map((unit, number) => ({ value: unit, indices: [number] }));
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

// ---------------------------------------------------------------- boxes of indices

interface Box<T> {
  /** The bounds of each index. Without any, there is a single instance. */
  readonly bounds: readonly Interval[];
  readonly members: readonly { readonly indices: readonly number[]; readonly value: T }[];
}

type Member<T> = Box<T>["members"][number];

/**
 * Partitions different tuples of one length into boxes: consecutive first indices with the same boxes for the rest
 * share one. Members are in lexicographic order.
 */
function indexBoxes<T>(members: readonly Member<T>[], position = 0): Box<T>[] {
  const length = members[0]?.indices.length ?? 0;
  if (position === length) return members.map((member) => ({ bounds: [], members: [member] }));
  const byFirst = grouped(members, ({ indices }) => indices[position]!);
  const result: Box<T>[] = [];
  let open: { shape: string; high: number; boxes: Box<T>[] } | undefined;
  for (const first of [...byFirst.keys()].sort((a, b) => a - b)) {
    const inner = indexBoxes(byFirst.get(first)!, position + 1);
    const shape = inner.map(({ bounds }) => bounds.map(({ low, high }) => `${low}..${high}`).join()).join("/");
    if (open && open.shape === shape && open.high + 1 === first) {
      open.high = first;
      open.boxes = open.boxes.map((box, i) => ({
        bounds: [{ ...box.bounds[0]!, high: first }, ...box.bounds.slice(1)],
        members: [...box.members, ...inner[i]!.members],
      }));
      continue;
    }
    if (open) result.push(...open.boxes);
    const bounds = { low: first, high: first };
    open = { shape, high: first, boxes: inner.map((box) => ({ ...box, bounds: [bounds, ...box.bounds] })) };
  }
  return open ? [...result, ...open.boxes] : result;
}
