/**
 * Symmetries of a model together with a specification, as refinement requires: both sides are mapped onto themselves,
 * with the same effect on events.
 *
 * They are found and validated in one model with the variables of both sides. A variable says which side moves, and
 * both sides set the same variable of events. A symmetry of that model that keeps the side and the invisible event maps
 * steps of a side to steps of that side, and permutes events in the same way on both. Only detection uses this model:
 * the search explores the two sides, with the symmetries restricted to their slots.
 */

import { elements } from "../group/elements.ts";
import { all, equals, variable } from "../model/build.ts";
import { facts } from "../model/facts.ts";
import { invisible } from "../model/model.ts";
import type { Events, Expression, Model, Property, Transition } from "../model/model.ts";
import { replace, replaceInStatements } from "../model/substitute.ts";
import type { Find } from "../model/substitute.ts";
import { findSymmetries } from "./find.ts";
import type { FoundSymmetries, Method } from "./find.ts";
import { symmetryOf } from "./symmetry-group.ts";
import type { SymmetryGroup } from "./symmetry-group.ts";
import { isIdentitySymmetry } from "./symmetry.ts";
import type { Symmetry } from "./symmetry.ts";

/** What one symmetry does to the states of both sides. */
export interface JointSymmetry {
  readonly implementation: Symmetry;
  readonly specification: Symmetry;
}

export interface JointSymmetries {
  readonly found: FoundSymmetries;
  /** Elements of the group: all of a small one, else those with which states are compared. None is the identity. */
  readonly elements: readonly JointSymmetry[];
}

/** The greatest order of a group whose elements are all listed. */
const smallOrder = 720n;

export function findJointSymmetries(
  implementation: Model,
  specification: Model,
  events: Events,
  method: Method,
): JointSymmetries {
  const joint = jointModel(implementation, specification, events);
  const found = findSymmetries(joint.model, { method, properties: joint.kept });
  const split = elementsOf(found.group).map((symmetry) => ({
    implementation: restricted(symmetry, joint.implementationSlots),
    specification: restricted(symmetry, joint.specificationSlots),
  }));
  const proper = split.filter(
    (pair): pair is JointSymmetry =>
      pair.implementation !== undefined &&
      pair.specification !== undefined &&
      !(isIdentitySymmetry(pair.implementation) && isIdentitySymmetry(pair.specification)),
  );
  return { found, elements: proper };
}

/** All elements of a small group; of a large one the elements of its chain, which lead from each state to a small one. */
function elementsOf(group: SymmetryGroup): Symmetry[] {
  if (group.group.order <= smallOrder) {
    return Array.from(elements(group.group), (p) => symmetryOf(group, p)).filter((g) => !isIdentitySymmetry(g));
  }
  const result: Symmetry[] = [];
  for (const { points, chain } of group.group.parts) {
    for (const { tree } of chain.levels) {
      for (const point of tree.orbit) {
        const moved = Int32Array.from({ length: group.group.degree }, (_, i) => i);
        tree.elementTo(chain.tables, point).forEach((to, from) => (moved[points[from]!] = points[to]!));
        const symmetry = symmetryOf(group, moved);
        if (!isIdentitySymmetry(symmetry)) result.push(symmetry);
      }
    }
  }
  return result;
}

/** The symmetry on some slots, in this order; `undefined` if it moves one of them elsewhere. */
function restricted({ slots, values }: Symmetry, own: readonly number[]): Symmetry | undefined {
  const places = new Map(own.map((slot, i) => [slot, i]));
  const images = own.map((slot) => places.get(slots[slot]!));
  if (images.includes(undefined)) return undefined;
  const kept = own.flatMap((slot, i): [number, ReadonlyMap<number, number>][] => {
    const map = values.get(slot);
    return map ? [[i, map]] : [];
  });
  return { slots: Int32Array.from(images as number[]), values: new Map(kept) };
}

interface Joint {
  readonly model: Model;
  /** What symmetries must preserve. */
  readonly kept: readonly Property[];
  /** The slots of this model for those of each side. */
  readonly implementationSlots: readonly number[];
  readonly specificationSlots: readonly number[];
}

function jointModel(implementation: Model, specification: Model, { variable: event }: Events): Joint {
  const rename = renaming(specification, event);
  const sideName = "side of the refinement";
  const side = variable(sideName);
  const movesOf = (own: number, { guard, ...rest }: Transition): Transition => ({
    ...rest,
    owner: undefined,
    partners: undefined,
    guard: all([equals(side, own), guard]),
  });
  const others = specification.variables.filter(({ name }) => name !== event);
  const conditions = [
    ...(implementation.initialCondition ? [implementation.initialCondition] : []),
    ...(specification.initialCondition ? [replace(specification.initialCondition, rename)] : []),
  ];
  const model: Model = {
    name: implementation.name,
    constants: [...implementation.constants, ...specification.constants.map((each) => prefixed(each))],
    types: [...implementation.types, ...specification.types.filter(({ name }) => !isTaken(implementation, name))],
    variables: [
      { name: sideName, type: { kind: "range", low: 0, high: 1 }, initial: { kind: "any" } },
      ...implementation.variables,
      ...others.map((each) => prefixed(each)),
    ],
    ...(conditions.length > 0 && { initialCondition: all(conditions) }),
    predicates: [
      ...implementation.predicates,
      ...specification.predicates.map((each) => ({ ...prefixed(each), condition: replace(each.condition, rename) })),
    ],
    transitions: [
      ...implementation.transitions.map((transition) => movesOf(0, transition)),
      ...specification.transitions.map(({ guard, body, ...rest }) =>
        movesOf(1, { ...prefixed(rest), guard: replace(guard, rename), body: replaceInStatements(body, rename) }),
      ),
    ],
    properties: [],
  };
  const kept = [equals(side, 0), equals(variable(event), invisible)].map((condition, k): Property => ({
    kind: "invariant",
    name: `kept ${k}`,
    condition,
  }));
  return { model, kept, ...slotsOf(model, implementation, specification, event) };
}

function prefixed<T extends { readonly name: string }>(named: T): T {
  return { ...named, name: `specification ${named.name}` };
}

function isTaken({ types }: Model, name: string): boolean {
  return types.some((type) => type.name === name);
}

/** Gives the names of the specification a prefix, so that the sides share only events. */
function renaming(specification: Model, event: string): Find {
  const { variables, predicates, constants } = specification;
  const names = new Set([...variables, ...predicates, ...constants].map(({ name }) => name));
  names.delete(event);
  return (e: Expression) => {
    if (e.kind !== "variable" && e.kind !== "predicate" && e.kind !== "constant") return undefined;
    return names.has(e.name) ? prefixed(e) : undefined;
  };
}

function slotsOf(
  model: Model,
  implementation: Model,
  specification: Model,
  event: string,
): Pick<Joint, "implementationSlots" | "specificationSlots"> {
  const { offsets } = facts(model);
  const placed = (side: Model, nameOf: (name: string) => string): number[] => {
    const own = facts(side);
    return own.slots.map((_, slot) => {
      const home = side.variables.findLast(({ name }) => own.offsets.get(name)! <= slot)!;
      return offsets.get(nameOf(home.name))! + slot - own.offsets.get(home.name)!;
    });
  };
  return {
    implementationSlots: placed(implementation, (name) => name),
    specificationSlots: placed(specification, (name) => (name === event ? name : `specification ${name}`)),
  };
}
