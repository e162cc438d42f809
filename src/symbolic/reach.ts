/**
 * All reachable states as one set.
 *
 * Without symmetries the set is found by saturation. With symmetries it grows in breadth-first rounds, and after each
 * round the new states are replaced by representatives of their orbits.
 */

import { canonization, closure, count, sum, chooseReducers, image, orbit, singleton, vectors } from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import { sparse } from "../group/sparse-permutation.ts";
import { rowActions } from "../group/structure/structure-tree.ts";
import type { Structure } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import type { State } from "../model/interpret.ts";
import type { Representatives } from "../symmetry/orbit-test.ts";
import { RowLifter } from "../symmetry/representatives/lift-rows.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { look, Stopped, watched } from "../util/limits.ts";
import { behaviorOf } from "./behavior.ts";
import type { Behavior } from "./behavior.ts";
import type { Encoding } from "./encoding.ts";
import { Layers } from "./layers.ts";
import type { Prepared } from "./prepare.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";
import { TreeEvents } from "./tree-event.ts";

export interface Reached {
  readonly set: Ddd;
  /** All layers with symmetries; else only the first one. */
  readonly layers: Layers;
  readonly behaviors: readonly Behavior[];
  readonly canonization: Canonization | undefined;
  /** The number of breadth-first rounds, if the set was found in rounds. */
  readonly depth: number | undefined;
}

export async function reach(prepared: Prepared): Promise<Reached> {
  const { encoding, evaluator, conditions, ground, initial, symmetry, watch, usesEvents } = prepared;
  const { space, homs, never } = encoding;
  const { behaviors, relations, step, canonization } = watched(watch, () => {
    const trees = usesEvents ? new TreeEvents(encoding) : undefined;
    const behaviors = ground.map((transition) => {
      look(16);
      return behaviorOf(encoding, conditions, trees, transition);
    });
    const relations = behaviors.map(({ relation }) => relation).filter((hom) => hom !== never);
    const canonization = symmetry && new Canonization(encoding, symmetry);
    return { behaviors, relations, step: sum(homs, relations), canonization };
  });
  const limitStates = (set: Ddd): void => {
    const { maxStates } = watch;
    if (maxStates !== undefined && count(space, set) > BigInt(maxStates)) throw new Stopped("states");
  };
  if (!canonization) {
    const events = behaviors.flatMap(({ event }) => event ?? []);
    const set =
      events.length === relations.length
        ? await evaluator.saturate(events, initial, prepared)
        : await evaluator.applyAtLength(closure(homs, relations), initial, [initial], prepared.whenLarge);
    limitStates(set);
    const layers = new Layers(encoding, evaluator, initial, [step]);
    return { set, layers, behaviors, canonization, depth: undefined };
  }
  const first = evaluator.apply(canonization.canonize, initial, []);
  const layers = new Layers(encoding, evaluator, first, [step, canonization.canonize]);
  while (await layers.advanceAtLength()) {
    limitStates(layers.reached);
    await evaluator.pause();
  }
  return { set: layers.reached, layers, behaviors, canonization, depth: layers.layers.length - 1 };
}

// ---------------------------------------------------------------- canonization

/** The most levels that all rotations of a ring move together: each of them is a homomorphism of its own. */
const mostMoved = 1 << 17;

/** @throws SymbolicLimit */
function requireShortRings(structure: Structure): void {
  for (const { kind, rows } of rowActions(structure)) {
    const isRing = kind === "cyclic" || kind === "dihedral";
    if (isRing && rows.length ** 2 * rows[0]!.length > mostMoved) {
      throw new SymbolicLimit(`sets of states cannot be rotated along a ring of ${rows.length}; use --symmetry auto`);
    }
  }
}

export class Canonization implements Representatives {
  readonly isUnique: boolean;
  /** Replaces states by representatives. */
  readonly canonize: Hom;
  /** Adds the rest of each orbit. */
  readonly orbit: Hom;
  private readonly encoding: Encoding;

  constructor(encoding: Encoding, { group, points }: SymmetryGroup) {
    this.encoding = encoding;
    const structure = structureOf(group);
    requireShortRings(structure);
    let lifter: RowLifter | undefined;
    const chosen = chooseReducers(encoding.homs.length, group, {
      points: points.map(({ slot, value }) => ({ level: encoding.levelOf(slot), value })),
      structure,
      lift: (p) => {
        const lifted = (lifter ??= new RowLifter(group, structure)).lift(p);
        return lifted && sparse(lifted);
      },
    });
    this.isUnique = chosen.isMonotonic;
    this.canonize = canonization(encoding.homs, chosen);
    this.orbit = orbit(encoding.homs, chosen.reducers);
  }

  representativeOf(state: State): State {
    const { encoding } = this;
    const set = singleton(encoding.space, encoding.vectorOf(state));
    const [vector] = vectors(encoding.space, image(encoding.homs, this.canonize, set));
    return encoding.stateOf(vector!);
  }
}
