/**
 * Upper bounds on the tokens in each place, by place invariants.
 *
 * If y >= 0 weighs the places so that no transition increases the weighted sum of tokens, then y m <= y m0 for every
 * reachable marking m, and place p holds at most y m0 / y(p) tokens. The y form a cone, and its extreme rays give the
 * best bounds of this kind. They are found by Farkas' method: start with one row for each place, take one transition
 * after the other, and replace the rows that it increases by their combinations with rows that it decreases (Colom and
 * Silva, "Convex geometry and semiflows in P/T nets", 1991, for the order and the test of minimal supports).
 *
 * First, only weights that keep the sum constant are searched: they are far fewer, and most nets need no others. Even
 * so there can be exponentially many rays, so the work is limited. Beyond a first limit, each row is used once, so rows
 * become no more. Beyond a second one, the search ends. This loses bounds but never gives a wrong one: at any time, a
 * row that no transition increases is an invariant. Units of the file are tried before (`unit-bounds.ts`). The lost bounds depend on the order, so places that refinement of
 * the net's graph cannot distinguish then get the weakest bound among them.
 */

import { equitableColors } from "../../graph/stage.ts";
import { netGraph } from "../../hints/net-graph.ts";
import { look } from "../../util/limits.ts";
import { getOrAdd } from "../../util/numbering.ts";
import { GrowthQueue } from "./growth-queue.ts";
import type { PetriNet } from "./petri-net.ts";
import { isSafeByUnits } from "./unit-bounds.ts";

/** Limits on the combinations for one transition, and on the numbers in a row. */
const combinationLimit = 4_000;
const coefficientLimit = 1_000_000;

/** Limits on the entries of rows that are read: as long as all rows are combined with each other, and altogether. */
interface WorkLimits {
  readonly thorough: number;
  readonly most: number;
}

/** Some seconds. */
const usualLimits: WorkLimits = { thorough: 8_000_000, most: 16_000_000 };

/** If the file promises one token for each place, a bound that is not found here is a guess that will do as well. */
const limitsIfPromised: WorkLimits = { thorough: 500_000, most: 1_000_000 };

interface Row {
  /** The weight of each place. */
  readonly weights: Map<number, number>;
  /** The nonzero effects of transitions on the weighted sum. Those of eliminated transitions are negative. */
  readonly effects: Map<number, number>;
}

/** For each place, an upper bound on its tokens, or infinity if none was found. */
export function placeBounds(
  net: PetriNet,
  limits: WorkLimits = net.units?.isSafe === true ? limitsIfPromised : usualLimits,
): number[] {
  if (isSafeByUnits(net)) return net.places.map(() => 1);
  const bounds = net.places.map(({ initial }) => initial);
  for (const { arcs } of net.transitions) {
    for (const { place, takes, puts } of arcs) if (puts > takes) bounds[place] = Infinity;
  }
  let isComplete = true;
  for (const mayDecrease of [false, true]) {
    if (!bounds.includes(Infinity)) break;
    const table = invariants(net, mayDecrease, limits);
    for (const row of table.rows) {
      look(1 + ((row.weights.size + row.effects.size) >> 3));
      if (isInvariant(row)) tighten(bounds, net, row.weights);
    }
    isComplete = table.isComplete;
  }
  return isComplete ? bounds : weakestOfSimilar(bounds, net);
}

function isInvariant({ effects }: Row): boolean {
  for (const effect of effects.values()) if (effect > 0) return false;
  return true;
}

function tighten(bounds: number[], { places }: PetriNet, weights: ReadonlyMap<number, number>): void {
  let total = 0;
  for (const [place, weight] of weights) total += weight * places[place]!.initial;
  if (total > Number.MAX_SAFE_INTEGER) return;
  for (const [place, weight] of weights) bounds[place] = Math.min(bounds[place]!, Math.floor(total / weight));
}

/** Otherwise places that are symmetric in the net would not be symmetric in the model. */
function weakestOfSimilar(bounds: readonly number[], { places, transitions }: PetriNet): number[] {
  const colors = equitableColors(
    netGraph(
      places.map(({ initial }) => initial),
      transitions,
    ),
  );
  const weakest = new Map<number, number>();
  bounds.forEach((bound, place) => weakest.set(colors[place]!, Math.max(weakest.get(colors[place]!) ?? 0, bound)));
  return bounds.map((_, place) => weakest.get(colors[place]!)!);
}

function invariants({ places, transitions }: PetriNet, mayDecrease: boolean, limits: WorkLimits): RowTable {
  const table = new RowTable(transitions.length, mayDecrease, limits);
  const rows = places.map((_, place): Row => {
    look();
    return { weights: new Map([[place, 1]]), effects: new Map() };
  });
  transitions.forEach(({ arcs }, t) => {
    look(arcs.length);
    for (const { place, takes, puts } of arcs) if (takes !== puts) rows[place]!.effects.set(t, puts - takes);
  });
  rows.forEach((row) => table.add(row));
  table.eliminateAll();
  return table;
}

class RowTable {
  readonly rows = new Set<Row>();
  /** For each transition, the rows that it increases and those that it decreases. */
  readonly #increased: Set<Row>[];
  readonly #decreased: Set<Row>[];
  readonly #pending: Set<number>;
  readonly #queue: GrowthQueue;
  /** Transitions whose rows have changed since the last elimination. */
  readonly #changed = new Set<number>();
  /** The rows by one of their places. This finds the rows that may be contained in another one. */
  readonly #byPlace = new Map<number, Set<Row>>();
  /** Whether transitions may decrease the weighted sum. */
  readonly #mayDecrease: boolean;
  /** Whether no combination was dropped because of a limit. */
  isComplete = true;
  readonly #limits: WorkLimits;
  #work = 0;

  constructor(transitionCount: number, mayDecrease: boolean, limits: WorkLimits) {
    this.#limits = limits;
    this.#mayDecrease = mayDecrease;
    this.#queue = new GrowthQueue(transitionCount);
    const sets = (): Set<Row>[] =>
      Array.from({ length: transitionCount }, () => {
        look();
        return new Set<Row>();
      });
    this.#increased = sets();
    this.#decreased = sets();
    this.#pending = new Set(Array.from({ length: transitionCount }, (_, t) => t));
  }

  add(row: Row): void {
    look(1 + row.effects.size);
    this.rows.add(row);
    const [place] = row.weights.keys();
    getOrAdd(this.#byPlace, place!, () => new Set()).add(row);
    for (const [t, effect] of row.effects) {
      (effect > 0 ? this.#increased : this.#decreased)[t]!.add(row);
      this.#changed.add(t);
    }
  }

  eliminateAll(): void {
    for (;;) {
      for (const t of this.#changed) {
        look();
        const growth = this.#growth(t);
        if (growth !== undefined) this.#queue.add(growth, t);
      }
      this.#changed.clear();
      const t = this.#queue.least((each) => this.#growth(each));
      if (t === undefined) return;
      this.#eliminate(t);
      if (this.#work <= this.#limits.most) continue;
      this.isComplete = false;
      return;
    }
  }

  /** How many more rows there are after the elimination of a transition; `undefined` if it needs none. */
  #growth(t: number): number | undefined {
    const [up, down] = [this.#increased[t]!.size, this.#decreased[t]!.size];
    if (!this.#pending.has(t) || (up === 0 && (down === 0 || this.#mayDecrease))) return undefined;
    return up * down - up - (this.#mayDecrease ? 0 : down);
  }

  #eliminate(t: number): void {
    const [up, down] = [[...this.#increased[t]!], [...this.#decreased[t]!]];
    for (const row of up) this.#remove(row);
    if (!this.#mayDecrease) for (const row of down) this.#remove(row);
    this.#pending.delete(t);
    for (const [a, b] of this.#pairs(up, down)) {
      this.#spend(a.weights.size + a.effects.size + b.weights.size + b.effects.size);
      if (this.#work > this.#limits.most) return;
      const row = combine(a, b, t);
      if (!row) this.isComplete = false;
      else if (!this.#isRedundant(row)) this.add(row);
    }
  }

  #spend(work: number): void {
    look(1 + (work >> 6));
    this.#work += work;
  }

  /** All pairs, or, if these are too many, enough pairs to contain each row. */
  *#pairs(up: readonly Row[], down: readonly Row[]): Iterable<[Row, Row]> {
    const isThorough = this.#work <= this.#limits.thorough && up.length * down.length <= combinationLimit;
    if (isThorough || up.length * down.length <= 1) {
      for (const a of up) for (const b of down) yield [a, b];
      return;
    }
    this.isComplete = false;
    const bySize = (a: Row, b: Row): number => a.weights.size - b.weights.size;
    const [first, second] = [[...up].sort(bySize), [...down].sort(bySize)];
    for (let i = 0; i < Math.max(up.length, down.length); i++) {
      yield [first[i % first.length]!, second[i % second.length]!];
    }
  }

  /** Whether a row contains all places and slacks of another one, so that it gives no better bounds. */
  #isRedundant(row: Row): boolean {
    for (const place of row.weights.keys()) {
      for (const other of this.#byPlace.get(place) ?? []) {
        this.#spend(1);
        if (other.weights.size > row.weights.size || !isSubset(other.weights, row.weights)) continue;
        this.#spend(other.effects.size);
        if (this.#hasOnlySlacksOf(row, other)) return true;
      }
    }
    return false;
  }

  #hasOnlySlacksOf(row: Row, other: Row): boolean {
    for (const t of other.effects.keys()) if (!this.#pending.has(t) && !row.effects.has(t)) return false;
    return true;
  }

  #remove(row: Row): void {
    this.rows.delete(row);
    const [place] = row.weights.keys();
    this.#byPlace.get(place!)!.delete(row);
    for (const [t, effect] of row.effects) {
      (effect > 0 ? this.#increased : this.#decreased)[t]!.delete(row);
      this.#changed.add(t);
    }
  }
}

/** The combination of two rows on which `t` has no effect. */
function combine(a: Row, b: Row, t: number): Row | undefined {
  const [ofA, ofB] = [-b.effects.get(t)!, a.effects.get(t)!];
  const weights = sum(a.weights, ofA, b.weights, ofB);
  const effects = sum(a.effects, ofA, b.effects, ofB);
  let divisor = 0;
  for (const value of weights.values()) divisor = gcd(divisor, value);
  for (const value of effects.values()) divisor = gcd(divisor, Math.abs(value));
  for (const map of [weights, effects]) {
    for (const [key, value] of map) {
      if (Math.abs(value) / divisor > coefficientLimit) return undefined;
      if (divisor > 1) map.set(key, value / divisor);
    }
  }
  return { weights, effects };
}

function sum(a: Map<number, number>, ofA: number, b: Map<number, number>, ofB: number): Map<number, number> {
  const result = new Map<number, number>();
  for (const [key, value] of a) result.set(key, value * ofA);
  for (const [key, value] of b) {
    const total = (result.get(key) ?? 0) + value * ofB;
    if (total === 0) result.delete(key);
    else result.set(key, total);
  }
  return result;
}

function isSubset(small: Map<number, number>, large: Map<number, number>): boolean {
  for (const key of small.keys()) if (!large.has(key)) return false;
  return true;
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
