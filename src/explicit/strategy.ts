/**
 * Decides during a search how many states of an orbit are stored, by what representatives cost and what they save.
 *
 * Costs are work for one step of a search that stores one state per orbit. A step takes `step`, and w more for unique
 * representatives. With m states per orbit there are m times as many steps, and each takes l more. Without symmetries,
 * orbits of r states have r times as many steps.
 *
 *     unique     step + w
 *     multiple   m * (step + l)
 *     none       r * step
 *
 * The sizes of orbits are summed up for r. Samples of states that are not expanded yet tell w, l and m, and how r will
 * be. Nothing is measured by a clock, and no sample depends on the order of states, so the same model is always searched
 * in the same way.
 *
 * A search changes between two levels (`fold.ts`), as long as one state of each orbit that was seen is stored. So it is
 * sound to store more states of an orbit from then on, or only one again.
 */

import type { StrategyChange } from "../engine/engine.ts";
import type { State } from "../model/interpret.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { imageOfState } from "../symmetry/symmetry.ts";
import { look, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { Random } from "../util/random.ts";
import type { Compiled } from "./compile.ts";
import { Exploration } from "./exploration.ts";
import type { Spent } from "./exploration.ts";
import type { Change, Turn } from "./pauses.ts";

type Strategy = StrategyChange["representatives"];

export interface Tuning {
  /** The first decision comes after so many stored states, and another one each time there are twice as many. */
  readonly fromStates: number;
  /** The work for a step: a successor is made, hashed and looked up. */
  readonly step: number;
  /** If unique representatives pay, several must be so many times cheaper. */
  readonly muchBetter: number;
}

const usual: Tuning = { fromStates: 2 ** 17, step: 64, muchBetter: 4 };
const turnCount = 11;
/** Symmetries may cost a tenth of the time: they save memory. */
const slack = 1.1;
/** If representatives take so many steps, others may be better although they pay. */
const heavy = 8;
/** Up to so many states in an orbit, symmetries must pay by the work that they save. */
const smallOrbit = 4;
/** The number of states in a sample, and of images of each. */
const sampleSize = 64;
const imageCount = 8;

export interface StrategyOptions {
  readonly compile: (representatives: Strategy) => Compiled;
  readonly watch: Watch;
  /** For tests. */
  readonly tuning?: Partial<Tuning> | undefined;
}

/** Several representatives for each orbit: their number, the work for one, and the program. */
interface Multiple {
  readonly perOrbit: number;
  readonly work: number;
  readonly compiled: Compiled;
}

/** What a planner knows, as plain data. */
export interface SavedPlanner {
  readonly changes: readonly StrategyChange[];
  readonly strategy: Strategy;
  /** What was spent until the last decision, if that was in the same search. */
  readonly spent: Spent | undefined;
  readonly uniqueWork: number;
  readonly orbit: number | undefined;
  readonly perOrbit: number;
}

export class StrategyPlanner {
  /** What the search did instead of storing one state per orbit, in the order of time. */
  readonly changes: StrategyChange[] = [];
  private readonly options: StrategyOptions;
  private readonly tuning: Tuning;
  strategy: Strategy = "unique";
  /** What was spent until the last decision. */
  private last: { readonly lineage: object; readonly spent: Spent } | undefined;
  /** The last known numbers: w, r and m. */
  private uniqueWork = 0;
  private orbit = Infinity;
  private perOrbit = 1;

  constructor(options: StrategyOptions) {
    this.options = options;
    this.tuning = { ...usual, ...options.tuning };
  }

  get turns(): Turn[] {
    return Array.from({ length: turnCount }, (_, k) => ({
      fromStates: this.tuning.fromStates * 2 ** k,
      compile: (exploration) => this.decide(exploration),
    }));
  }

  /** @param lineage that of the search under way */
  save(lineage: object): SavedPlanner {
    const { changes, strategy, last, uniqueWork, orbit, perOrbit } = this;
    const isKnown = Number.isFinite(orbit);
    const spent = last?.lineage === lineage ? last.spent : undefined;
    return { changes: [...changes], strategy, spent, uniqueWork, orbit: isKnown ? orbit : undefined, perOrbit };
  }

  restore({ changes, strategy, spent, uniqueWork, orbit = Infinity, perOrbit }: SavedPlanner, lineage: object): void {
    this.changes.splice(0, this.changes.length, ...changes);
    this.strategy = strategy;
    this.last = spent && { lineage, spent };
    this.uniqueWork = uniqueWork;
    this.orbit = orbit;
    this.perOrbit = perOrbit;
  }

  /** The search has a larger group from now on, and unique representatives again. */
  enlarge(storedStates: number, again: boolean): void {
    if (again) this.changes.length = 0;
    else if (this.strategy !== "unique") this.note("unique", storedStates, "more symmetries were found");
    this.strategy = "unique";
  }

  /**
   * Whether a larger group pays for a search that goes on with it. Small orbits may take more work than they save; large
   * ones at least save memory.
   */
  async paysFor(compiled: Compiled, exploration: Exploration): Promise<boolean> {
    const { watch } = this.options;
    const { step } = this.tuning;
    const probe = new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes));
    const states = await exploration.sampleAhead(sampleSize);
    const orbit = watched(watch, () => meanOrbitOf(states, probe));
    if (orbit === undefined || orbit > smallOrbit) return true;
    const work = probe.workFrom(states);
    return orbit > slack && step + work <= slack * orbit * step;
  }

  private async decide(exploration: Exploration): Promise<Change | undefined> {
    const work = await this.workOf(exploration);
    if (work === undefined) return undefined;
    switch (this.strategy) {
      case "unique":
        return this.leaveUnique(exploration, work);
      case "multiple":
        return this.leaveMultiple(work);
      case "none":
        return this.returnToUnique(exploration);
    }
  }

  /** The work for a step; `undefined` if there was no step since the last decision, or there are no symmetries. */
  private async workOf(exploration: Exploration): Promise<number | undefined> {
    const { spent } = exploration;
    const before = this.last?.lineage === exploration.lineage ? this.last.spent : exploration.spentBefore;
    this.last = { lineage: exploration.lineage, spent };
    const steps = spent.transitions - before.transitions;
    const states = spent.expanded - before.expanded;
    if (steps === 0 || states === 0 || !exploration.compiled.symmetry) return undefined;
    if (this.strategy === "unique") {
      const { unreduced } = spent;
      if (unreduced === undefined) this.orbit = Infinity;
      else {
        const seen = (unreduced - (before.unreduced ?? 0)) / states;
        this.orbit = Math.max(seen, (await meanOrbit(exploration)) ?? 1);
      }
    }
    return this.sampleWork(exploration);
  }

  private async leaveUnique(exploration: Exploration, work: number): Promise<Change | undefined> {
    if (!exploration.isUnique) this.orbit = Infinity;
    this.uniqueWork = work;
    const { orbit } = this;
    const { step, muchBetter } = this.tuning;
    const unique = step + work;
    const pays = unique <= slack * orbit * step;
    if (pays && work <= heavy * step) return undefined;
    const reason = `${took(work / step)}, and an orbit has ${mean(orbit)} states`;
    if (orbit <= slack) return this.change("none", reason);
    const several = await this.sampleMultiple(exploration);
    const multiple = several.perOrbit * (step + several.work);
    const none = orbit * step;
    if (multiple < (pays ? unique / muchBetter : Math.min(unique, none))) {
      this.perOrbit = several.perOrbit;
      return this.change("multiple", reason, several.compiled);
    }
    return pays ? undefined : this.change("none", reason);
  }

  private leaveMultiple(work: number): Change | undefined {
    const { orbit, perOrbit } = this;
    const { step } = this.tuning;
    if (perOrbit * (step + work) <= slack * orbit * step) return undefined;
    return this.change("none", took(work / step));
  }

  private async returnToUnique(exploration: Exploration): Promise<Change | undefined> {
    const orbit = await meanOrbit(exploration);
    const { step } = this.tuning;
    if (orbit === undefined || orbit * step < 2 * (step + this.uniqueWork)) return undefined;
    return this.change("unique", `an orbit has ${mean(orbit)} states by now`);
  }

  private change(strategy: Strategy, reason: string, compiled: Compiled = this.options.compile(strategy)): Change {
    return { compiled, again: false, onTaken: (storedStates) => this.note(strategy, storedStates, reason) };
  }

  private note(representatives: Strategy, fromStates: number, reason: string): void {
    this.strategy = representatives;
    this.changes.push({ representatives, fromStates, reason });
  }

  /** Counts the representatives of random images of some states. */
  private async sampleMultiple(exploration: Exploration): Promise<Multiple> {
    const { watch } = this.options;
    const compiled = this.options.compile("multiple");
    const other = new Exploration(compiled, watch, await WebAssembly.compile(compiled.program.bytes));
    const { symmetry } = compiled;
    const states = await exploration.sampleAhead(sampleSize);
    const random = new Random(3);
    const found = watched(watch, () =>
      states.map((state) => {
        const images = randomImages(symmetry!, state, random);
        return new Set(images.map((image) => other.space.representativeOf(image).join())).size;
      }),
    );
    const distinct = found.reduce((sum, count) => sum + count, 0) / Math.max(1, found.length);
    // If most images have representatives of their own, there may be any number of them.
    const perOrbit = distinct > imageCount / 2 ? Math.max(distinct, this.orbit) : Math.max(1, distinct);
    return { perOrbit, work: other.workSpent / Math.max(1, found.length * imageCount), compiled };
  }

  /** The work for a step from some states that are not expanded yet. */
  private async sampleWork(exploration: Exploration): Promise<number> {
    const states = await exploration.sampleAhead(sampleSize);
    const probe = new Exploration(exploration.compiled, this.options.watch, exploration.module);
    return probe.workFrom(states);
  }
}

function randomImages({ generators }: SymmetryGroup, state: readonly number[], random: Random): (readonly number[])[] {
  let image = state;
  return Array.from({ length: imageCount }, () => {
    look(generators.length);
    for (let k = 0; k < 2 * generators.length + 8; k++) {
      image = imageOfState(generators[random.below(generators.length)]!, image);
    }
    return image;
  });
}

/** The mean size of the orbits of some states that are not expanded yet; `undefined` if it is not known. */
async function meanOrbit(exploration: Exploration): Promise<number | undefined> {
  return meanOrbitOf(await exploration.sampleAhead(sampleSize), exploration);
}

function meanOrbitOf(sample: readonly State[], { space }: Exploration): number | undefined {
  // Orbits are counted from representatives.
  const sizes = sample.map((state) => space.orbitSizeOf(space.representativeOf(state)));
  if (sizes.length === 0 || sizes.includes(undefined)) return undefined;
  return Number(sizes.reduce<bigint>((sum, size) => sum + size!, 0n)) / sizes.length;
}

function took(steps: number): string {
  return `a representative took ${steps.toFixed(1)} times the work of a step`;
}

function mean(orbit: number): string {
  return orbit === Infinity ? "many" : `about ${orbit.toFixed(1)}`;
}
