/**
 * Symmetries that map processes to processes, as fairness to processes requires.
 *
 * They are found and validated in the model with one more variable, which every transition sets to the number of the
 * process that owns it. A transition with several participants has a copy for each. A symmetry of that model permutes
 * the values of this variable. So it maps the steps of one process to steps of one process, and a process can move in a
 * state exactly if its image can move in the image of the state. Only detection uses the variable: the search explores
 * the original model, with the symmetries restricted to its slots.
 */

import { denseGenerators } from "../group/group.ts";
import { transversal } from "../group/orbits.ts";
import { pointwiseStabilizer } from "../group/stabilizers.ts";
import { facts } from "../model/facts.ts";
import type { Expression, Model, Transition } from "../model/model.ts";
import { processNumber } from "../model/processes.ts";
import type { Processes } from "../model/processes.ts";
import { participantsOf } from "../model/traverse.ts";
import { findSymmetries } from "./find.ts";
import type { FindOptions, FoundSymmetries } from "./find.ts";
import { symmetryGroup, symmetryOf } from "./symmetry-group.ts";
import type { SymmetryGroup } from "./symmetry-group.ts";
import { identitySymmetry } from "./symmetry.ts";
import type { Symmetry } from "./symmetry.ts";
import { Validator } from "./validator/validator.ts";
import type { ValidatedGroup } from "./validator/validator.ts";

export interface ProcessSymmetries {
  /** The symmetries of the model with the additional variable. */
  readonly found: FoundSymmetries;
  /** The symmetries of the model itself. */
  readonly group: ValidatedGroup;
  /** The orbits of processes that own a transition. */
  readonly orbits: readonly ProcessOrbit[];
}

export interface ProcessOrbit {
  /** The numbers of the processes. `stabilizer` fixes the first. */
  readonly processes: readonly number[];
  /** The symmetries that map the first process to itself. */
  readonly stabilizer: ValidatedGroup;
  /** For each process, a symmetry that maps it to the first. */
  readonly toFirst: readonly Symmetry[];
}

export function findProcessSymmetries(
  model: Model,
  processes: Processes,
  options: FindOptions = {},
): ProcessSymmetries {
  const extended = withMover(model, processes);
  const found = findSymmetries(extended, options);
  const mover = facts(model).slots.length;
  // The inferred values of a slot may differ between the two models, so the restriction must be validated on its own.
  const validator = new Validator(model, { properties: options.properties });
  const kept = found.group.generators.filter((symmetry) => validator.validate(restricted(symmetry, mover)).accepted);
  const group = validator.groupOf(kept.map((symmetry) => restricted(symmetry, mover)));
  const onProcesses = symmetryGroup(kept, facts(extended).domains);
  return { found, group, orbits: processOrbits(onProcesses, group, processes, mover) };
}

/** The trivial group: every process is an orbit of its own. */
export function withoutProcessSymmetries(model: Model, processes: Processes): Omit<ProcessSymmetries, "found"> {
  const group = new Validator(model).groupOf([]);
  const identity = identitySymmetry(group.slotCount);
  const orbits = ownersOf(processes).map((process) => ({
    processes: [process],
    stabilizer: group,
    toFirst: [identity],
  }));
  return { group, orbits };
}

function ownersOf({ names }: Processes): number[] {
  return [...names.keys()].filter((number) => names[number] !== undefined);
}

/** @param whole the symmetries restricted to the slots of the model */
function processOrbits(
  group: SymmetryGroup,
  whole: ValidatedGroup,
  processes: Processes,
  mover: number,
): ProcessOrbit[] {
  const generators = denseGenerators(group.group);
  const pointOf = new Map<number, number>();
  group.points.forEach(({ slot, value }, i) => slot === mover && pointOf.set(value!, i));
  const restrict = (p: ArrayLike<number>): Symmetry => restricted(symmetryOf(group, p), mover);
  const seen = new Set<number>();
  const orbits: ProcessOrbit[] = [];
  for (const first of ownersOf(processes)) {
    if (seen.has(first)) continue;
    const point = pointOf.get(first);
    if (point === undefined) {
      orbits.push({ processes: [first], stabilizer: whole, toFirst: [identitySymmetry(mover)] });
      continue;
    }
    const { orbit, elementTo } = transversal(group.group.degree, generators, point);
    const members = orbit.map((i) => group.points[i]!.value!);
    for (const member of members) seen.add(member);
    const fixing = denseGenerators(pointwiseStabilizer(group.group, [point])).map(restrict);
    const toFirst = orbit.map((i) => {
      const there = elementTo(i)!;
      const back = new Int32Array(there.length);
      there.forEach((image, from) => (back[image] = from));
      return restrict(back);
    });
    orbits.push({ processes: members, stabilizer: whole.subgroup(fixing), toFirst });
  }
  return orbits;
}

/** The symmetry without the last slot, which is the additional variable and stays. */
function restricted({ slots, values }: Symmetry, mover: number): Symmetry {
  return { slots: slots.slice(0, mover), values: new Map([...values].filter(([slot]) => slot !== mover)) };
}

/**
 * The model with an additional last variable for the process that moved. Initially, and after transitions without an
 * owner, its value is no process.
 */
function withMover(model: Model, processes: Processes): Model {
  const nobody = processes.names.length;
  const name = unusedName(model);
  const variable = { kind: "variable", name } as const;
  const assign = (transition: Transition, value: Expression, copy: number): Transition => ({
    ...transition,
    name: transition.name + "'".repeat(copy),
    body: [{ kind: "assign", target: variable, value }, ...transition.body],
  });
  const copies = (transition: Transition): Transition[] => {
    const movers = participantsOf(transition).map((owner) => processNumber(model, transition, owner, processes));
    return (movers.length === 0 ? [{ kind: "integer", value: nobody } as const] : movers).map((value, k) =>
      assign(transition, value, k),
    );
  };
  return {
    ...model,
    variables: [
      ...model.variables,
      { name, type: { kind: "range", low: 0, high: nobody }, initial: { kind: "value", value: nobody } },
    ],
    transitions: model.transitions.flatMap(copies),
  };
}

function unusedName(model: Model): string {
  const taken = JSON.stringify(model.variables.map(({ name }) => name)) + JSON.stringify(model.transitions);
  let name = "mover";
  while (taken.includes(`"${name}"`)) name += "'";
  return name;
}
