/**
 * What a search decides while it grows: the group, partial-order reduction, how many states of an orbit are stored. Each
 * decision is made once, between two levels, by counts.
 *
 * Decisions can be saved and made again. Then detection runs again, since groups are proved and not stored.
 */

import type { MoreSymmetry, StateSearch } from "../engine/engine.ts";
import { dependenceOf } from "../partial-order/dependence.ts";
import type { Dependence } from "../partial-order/dependence.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { watched } from "../util/limits.ts";
import { compile } from "./compile.ts";
import type { Compiled, CompileOptions } from "./compile.ts";
import type { Turn } from "./pauses.ts";
import { Scouts } from "./scouts.ts";
import type { SavedScouts } from "./scouts.ts";
import { Sightings } from "./sightings.ts";
import type { SavedSightings } from "./sightings.ts";
import { StrategyPlanner } from "./strategy.ts";
import type { SavedPlanner } from "./strategy.ts";
import { mostTaken } from "./totals.ts";

/**
 * Folding computes a representative for each stored state. Beginning again computes one for each successor of an orbit,
 * which is less if orbits are so many times larger than a state has successors.
 */
const muchSmaller = 4;

/**
 * A search that stores so many states begins again with partial-order reduction: to know which steps depend on each other
 * takes about as long as exploring them. If it stores as many again, or four times as many, and more than half of the
 * steps were taken, it begins again without: to choose steps takes as long as to take them, and traces are longer and the
 * sizes of orbits unknown.
 */
const worthReduction = 80_000;

type Strategy = NonNullable<CompileOptions["representatives"]>;

/** The decisions so far, as plain data. */
export interface SavedDecisions {
  readonly isReduced: boolean;
  /** How often more symmetries were looked for, and whether the search uses those of each time. */
  readonly enlargements: readonly boolean[];
  readonly planner: SavedPlanner;
  readonly scouts: SavedScouts;
  readonly sightings: SavedSightings;
}

/** Decisions about a search with partial-order reduction: it begins again without where that leaves out too little. */
export function judging(compileInFull: () => Compiled): Turn[] {
  return [1, 4].map((times) => ({
    fromStates: times * worthReduction + 1,
    compile: ({ partialOrder }) => {
      const pays = !partialOrder || partialOrder.taken <= partialOrder.enabled * mostTaken.anew;
      return Promise.resolve(pays ? undefined : { compiled: compileInFull(), again: true });
    },
  }));
}

export class Decisions {
  readonly planner: StrategyPlanner;
  readonly scouts: Scouts;
  /** What is known besides what the search under way finds. */
  readonly sightings: Sightings;
  private readonly given: StateSearch;
  private readonly first: Strategy;
  private group: ValidatedGroup | undefined;
  /** Symmetries that were found, and are not used since they cost more than they save. */
  private idle: ValidatedGroup | undefined;
  private dependence: Dependence | undefined;
  private readonly enlargements: boolean[] = [];

  constructor(given: StateSearch) {
    this.given = given;
    this.sightings = new Sightings(given);
    this.scouts = new Scouts(given, this.sightings);
    const { symmetry, representatives, watch } = given;
    this.group = symmetry;
    this.first = representatives === "auto" ? "unique" : representatives;
    this.dependence = this.reduction === "on" ? dependenceFor(given) : undefined;
    this.planner = new StrategyPlanner({ compile: (strategy) => this.compileAs(strategy), watch });
  }

  private get reduction(): "auto" | "on" | "off" {
    const { exploreAll, fingerprints, partialOrder = "off" } = this.given;
    return exploreAll || fingerprints ? "off" : partialOrder;
  }

  /** The program to begin with, or to go on with. */
  get program(): Compiled {
    const { strategy } = this.planner;
    return this.compileAs(this.first === "unique" ? strategy : this.first);
  }

  private compileAs(representatives: Strategy, symmetry = this.group): Compiled {
    const { model, questions, fingerprints, watch, disk } = this.given;
    const { dependence } = this;
    const options = { fingerprints, symmetry, representatives, dependence, frugal: disk !== undefined };
    return watched(watch, () => compile(model, questions, options));
  }

  /** The decisions to come, in the order of the numbers of states. */
  get turns(): Turn[] {
    const { fingerprints, moreSymmetry = [], representatives } = this.given;
    if (fingerprints) return [];
    const turns = [
      ...(this.reduction === "auto" ? [this.reducing(), ...judging(() => this.inFull())] : []),
      ...moreSymmetry.map((more, k) => this.enlargedBy(more, k)),
      ...(representatives === "auto" ? this.planner.turns : []),
      ...this.scouts.turns,
    ];
    return turns.sort((a, b) => a.fromStates - b.fromStates);
  }

  private enlargedBy({ fromStates, find }: MoreSymmetry, k: number): Turn {
    return {
      fromStates,
      isEarly: true,
      compile: async (running) => {
        this.enlargements[k] = false;
        const larger = (await find()) ?? this.idle;
        this.idle = undefined;
        if (!larger) return undefined;
        const compiled = this.compileAs(this.first, larger);
        const isChoice = this.given.representatives === "auto" && !running.isBeginning;
        if (isChoice && !(await this.planner.paysFor(compiled, running))) {
          this.idle = larger;
          return undefined;
        }
        const { states, transitions } = running.progress;
        const again = larger.group.order > BigInt(Math.ceil((muchSmaller * transitions) / states));
        const onTaken = (storedStates: number): void => {
          this.enlargements[k] = true;
          this.group = larger;
          this.planner.enlarge(storedStates, again);
        };
        return { compiled, again, onTaken };
      },
    };
  }

  private reducing(): Turn {
    return {
      fromStates: worthReduction,
      compile: () => {
        this.dependence = dependenceFor(this.given);
        const change = this.dependence && { compiled: this.compileAs(this.first), again: true };
        return Promise.resolve(change);
      },
    };
  }

  private inFull(): Compiled {
    this.dependence = undefined;
    return this.compileAs(this.first);
  }

  /** @param lineage that of the search under way */
  save(lineage: object): SavedDecisions {
    const { enlargements, dependence, planner, scouts, sightings } = this;
    return {
      isReduced: dependence !== undefined,
      enlargements: [...enlargements],
      planner: planner.save(lineage),
      scouts: scouts.save(),
      sightings: sightings.save(),
    };
  }

  async restore(saved: SavedDecisions, lineage: object): Promise<void> {
    const { isReduced, enlargements, planner, scouts, sightings } = saved;
    const { moreSymmetry = [] } = this.given;
    for (const [k, isUsed] of enlargements.entries()) {
      const found = (await moreSymmetry[k]?.find()) ?? this.idle;
      if (isUsed) this.group = found;
      this.idle = isUsed ? undefined : found;
      this.enlargements[k] = isUsed;
    }
    this.dependence = isReduced ? dependenceFor(this.given) : undefined;
    this.planner.restore(planner, lineage);
    this.scouts.restore(scouts);
    this.sightings.restore(sightings);
  }
}

/** The dependence between steps with regard to the questions, if it is known. */
export function dependenceFor({
  model,
  questions,
  watch,
}: Pick<StateSearch, "model" | "questions" | "watch">): Dependence | undefined {
  // To see whether all steps of a state lead back to it, all of them must be taken.
  if (questions.some(({ isStuttering }) => isStuttering)) return undefined;
  const conditions = questions.flatMap(({ condition, isStuck }) => (condition && !isStuck ? [condition] : []));
  const sight = questions.some(({ isStuck }) => isStuck) ? "states and stuck steps" : "states";
  const found = watched(watch, () => dependenceOf(model, conditions, sight));
  return typeof found === "string" ? undefined : found;
}
