/**
 * What stubborn sets are computed from: for each step of a model, those that it does not accord with, and for each that
 * is disabled, sets of steps of which one must come before it can be enabled (Laarman, Pater, van de Pol and Hansen:
 * Guard-based partial-order reduction, 2016).
 *
 * A test that fails names such a set in two ways, and the smaller one is taken: the steps that may be taken while the
 * slot has its value and change it, or those after which it may have a value that the test allows.
 */

import { domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Expression, Model } from "../model/model.ts";
import { contains } from "../model/value-set.ts";
import { BitRows } from "../util/bit-rows.ts";
import { enterPhase, look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { accord, changesView } from "./accord.ts";
import { Implied, isNeverFalse } from "./denial.ts";
import { ExactAccord } from "./exact-accord.ts";
import { emptyFootprint, use } from "./footprint.ts";
import type { Change, Footprint } from "./footprint.ts";
import { GroundStepReader } from "./ground-step.ts";
import type { GroundStep, Test } from "./ground-step.ts";
import type { Numbering } from "./numbering.ts";
import { wholeSteps } from "./whole-step.ts";
import type { Rest } from "./whole-step.ts";

/** A test, and what must happen if it fails. */
export type EnablingTest =
  /** For each value from `low` on, a row of `enabling`; -1 if the test allows the value. */
  | { readonly kind: "values"; readonly slot: number; readonly low: number; readonly rows: readonly number[] }
  /** One row for all values outside of an interval. */
  | {
      readonly kind: "interval";
      readonly slot: number;
      readonly low: number;
      readonly high: number;
      readonly row: number;
    };

/**
 * What the search must see: each state with other conditions than before, also those in the middle of a step without a
 * successor, or also in which order conditions change.
 */
export type Sight = "states" | "states and stuck steps" | "runs";

export interface Dependence {
  /** The number of steps, with or without those that are never enabled. */
  readonly count: number;
  readonly numbering: readonly Numbering[];
  /** For each step, those that it does not accord with. */
  readonly conflicts: BitRows;
  /** Necessary enabling sets. */
  readonly enabling: BitRows;
  /** For each step, its tests. */
  readonly tests: readonly (readonly EnablingTest[])[];
  /** For each step, the row of `deniers`; -1 if it has none. */
  readonly deniedBy: readonly number[];
  /** Steps whose guards imply what another one denies: while one of them is enabled, and does not fail, the other is not. */
  readonly deniers: BitRows;
  /** For each step, the row of `enabling` if all its tests hold and it is disabled. */
  readonly otherwise: readonly number[];
  /** The number of steps that may change what the conditions read. */
  readonly visibleCount: number;
  /** One row: the steps that must not be put off forever, since they may be, or lead to, what is looked for. */
  readonly urgent: BitRows;
  /** The slot that tells whether a state is transient, and its value if it is not; absent if no state is. */
  readonly rest?: Rest | undefined;
}

/** The most values of a slot for which a test has rows of its own. */
const mostValues = 256;

/**
 * The dependence between the steps of a model, with regard to conditions; a reason if it is not known. A step that may
 * change a condition conflicts with all others that may, or with everything if the order matters.
 */
export function dependenceOf(model: Model, conditions: readonly Expression[], sight: Sight): Dependence | string {
  enterPhase("finding independent steps");
  const reader = new GroundStepReader(model);
  const whole = wholeSteps(model, reader);
  if (typeof whole === "string") return whole;
  const { steps, numbering, openings, rest } = whole;
  const users = new Users(steps);
  const conflicts = new BitRows(steps.length, steps.length);
  const deniers = new BitRows(0, steps.length);
  const implied = new Implied(
    model,
    steps.map((step) => step?.claims),
  );
  const deniedBy = steps.map((step, number) => {
    const denying = new Set(step?.denied.flatMap((condition) => [...implied.by(condition)]));
    denying.delete(number);
    return denying.size === 0 ? -1 : deniers.append([...denying].sort((a, b) => a - b));
  });
  const exact = new ExactAccord(model, rest);
  const isDenied = (a: number, b: number): boolean =>
    deniedBy[a]! >= 0 && deniers.has(deniedBy[a]!, b) && neverMeet(model, steps[a]!, steps[b]!);
  steps.forEach((step, number) => {
    for (const other of step ? users.affectedBy(step) : []) {
      look();
      // What only occurs first never meets anything else.
      if (openings.has(number) !== openings.has(other)) continue;
      if (other === number || conflicts.has(number, other) || accord(step!, steps[other]!)) continue;
      if (isDenied(number, other) || isDenied(other, number) || exact.accord(step!, steps[other]!)) continue;
      conflicts.add(number, other);
      conflicts.add(other, number);
    }
  });
  const sets = new EnablingSets(model, steps, users);
  const seen = conditions.map((condition) => reader.footprintOf(condition));
  const visible = new Set(seen.flatMap((footprint) => [...users.writersTo(footprint)]));
  // Conditions are also about the states inside a sequence, and there the slot that tells so has other values.
  const seesInside = rest && seen.some(({ reads, views }) => reads.has(rest.slot) || views.has(rest.slot));
  if (seesInside) steps.forEach((step, number) => step?.isSequence && visible.add(number));
  for (const number of visible) {
    for (const other of sight === "runs" ? steps.keys() : visible) conflicts.add(number, other);
  }
  const isUrgent = (step: GroundStep | undefined, number: number): boolean => {
    if (!step || sight === "runs") return step !== undefined;
    return visible.has(number) || step.canGoWrong || (sight === "states and stuck steps" && step.isSequence === true);
  };
  const urgent = new BitRows(0, steps.length);
  urgent.append([...steps.keys()].filter((number) => isUrgent(steps[number], number)));
  return {
    count: steps.length,
    numbering,
    conflicts,
    deniers,
    deniedBy,
    tests: steps.map((step) => (step ? step.tests.map((test) => sets.ofTest(test)) : [])),
    otherwise: steps.map((step) => (step ? sets.ofRest(step) : sets.none)),
    enabling: sets.rows,
    visibleCount: visible.size,
    urgent,
    rest,
  };
}

/** Whether a step is never enabled where one that denies it is, or where the guard of that one fails. */
function neverMeet(model: Model, { denied }: GroundStep, { claims, failing }: GroundStep): boolean {
  return failing.size === 0 || denied.some((condition) => isNeverFalse(model, condition, claims, failing));
}

/** A step that changes a slot. The length of a queue is changed by what is done to the queue. */
interface Writer {
  readonly number: number;
  readonly change: Change;
}

/** Who uses which slot, or queue by the slot of its length. */
class Users {
  readonly writers = new Map<number, Writer[]>();
  private readonly all = new Map<number, number[]>();
  private readonly steps: readonly (GroundStep | undefined)[];
  /** The last turn in which a step was met. */
  private readonly seenIn: Uint32Array;
  private turn = 0;

  constructor(steps: readonly (GroundStep | undefined)[]) {
    this.steps = steps;
    this.seenIn = new Uint32Array(steps.length);
    steps.forEach((step, number) => {
      if (!step) return;
      const { tests, laterTests, guard, body } = step;
      const used = new Set<number>([...tests, ...laterTests].map(({ slot }) => slot));
      for (const { reads, views, writes, queues } of [guard, body]) {
        for (const slot of [...reads, ...views.keys(), ...writes.keys(), ...queues.keys()]) used.add(slot);
      }
      for (const slot of used) getOrAdd(this.all, slot, () => []).push(number);
      for (const [slot, change] of changesOf(body)) getOrAdd(this.writers, slot, () => []).push({ number, change });
    });
  }

  /** The steps that use something that a step changes, each once. */
  *affectedBy({ body }: GroundStep): Iterable<number> {
    const turn = ++this.turn;
    for (const [slot] of changesOf(body)) {
      for (const number of this.all.get(slot) ?? []) {
        if (this.seenIn[number] === turn) continue;
        this.seenIn[number] = turn;
        yield number;
      }
    }
  }

  /** The steps that change something that is read. */
  writersTo(footprint: Footprint): Set<number> {
    const { reads, views, queues } = footprint;
    const slots = [...reads, ...queues.keys()];
    const found = new Set(slots.flatMap((slot) => (this.writers.get(slot) ?? []).map(({ number }) => number)));
    for (const slot of views.keys()) {
      for (const { number, change } of this.writers.get(slot) ?? []) {
        if (changesView(this.steps[number]!, slot, change, footprint)) found.add(number);
      }
    }
    return found;
  }
}

function* changesOf({ writes, queues }: Footprint): Iterable<[number, Change]> {
  yield* writes;
  for (const [queue, how] of queues) {
    if ((how & use.change) !== 0) yield [queue, undefined];
    else if ((how & use.push) !== 0) yield [queue, (how & use.pop) === 0 ? { add: 1 } : undefined];
    else if ((how & use.pop) !== 0) yield [queue, { add: -1 }];
  }
}

class EnablingSets {
  readonly rows: BitRows;
  /** The empty set. */
  readonly none: number;
  private readonly model: Model;
  private readonly steps: readonly (GroundStep | undefined)[];
  private readonly users: Users;
  private readonly known = new Map<string, number>();
  /** The steps that may change a slot while it has a value, by both: many tests look at the same slot. */
  private readonly left = new Map<string, ReadonlySet<number>>();

  constructor(model: Model, steps: readonly (GroundStep | undefined)[], users: Users) {
    this.model = model;
    this.steps = steps;
    this.users = users;
    this.rows = new BitRows(0, steps.length);
    this.none = this.rowOf(new Set());
  }

  ofTest(test: Test): EnablingTest {
    const { slot, allowed } = test;
    const domain = facts(this.model).domains[slot]!;
    const moved = this.users.writersTo({ ...emptyFootprint(), reads: new Set(test.indices) });
    const reaching = this.reaching(test);
    const { low, high } = domain;
    if (high - low >= mostValues) {
      const row = this.rowOf(new Set([...reaching, ...moved]));
      return { kind: "interval", slot, low: allowed.low, high: allowed.high, row };
    }
    const possible = new Set(domainValues(domain));
    const rows = Array.from({ length: high - low + 1 }, (_, k) => {
      if (contains(allowed, low + k)) return -1;
      return possible.has(low + k) ? this.rowOf(this.towards(slot, low + k, reaching, moved)) : this.none;
    });
    return { kind: "values", slot, low, rows };
  }

  /** The steps of which one must come if all tests hold. */
  ofRest({ guard, tests, laterTests }: GroundStep): number {
    const isFilled = (queue: number): boolean =>
      tests.some(({ slot, allowed }) => slot === queue && !contains(allowed, 0));
    // The head of a queue that is not empty changes only if it is taken.
    const heads = [...guard.queues]
      .filter(([queue, how]) => how === use.head && isFilled(queue))
      .map(([queue]) => queue);
    const queues = new Map([...guard.queues].filter(([queue]) => !heads.includes(queue)));
    const steps = this.users.writersTo({ ...guard, queues });
    for (const queue of heads) {
      for (const { number, change } of this.users.writers.get(queue) ?? []) {
        if (!change || !("add" in change) || change.add < 0) steps.add(number);
      }
    }
    for (const test of laterTests) {
      for (const { number } of this.users.writers.get(test.slot) ?? []) steps.add(number);
    }
    return this.rowOf(steps);
  }

  /** The steps of which one must come before a slot with this value can have an allowed one. */
  private towards(slot: number, value: number, reaching: ReadonlySet<number>, moved: ReadonlySet<number>): Set<number> {
    const leaving = this.leaving(slot, value);
    const fewer = leaving.size <= reaching.size ? leaving : reaching;
    return new Set([...fewer, ...moved]);
  }

  /** The steps that may change a slot while it has this value. */
  private leaving(slot: number, value: number): ReadonlySet<number> {
    const isAllowed = (test: Test): boolean => test.slot !== slot || contains(test.allowed, value);
    const allows = ({ number }: Writer): boolean => {
      const { tests, laterTests } = this.steps[number]!;
      return tests.every(isAllowed) && laterTests.every(isAllowed);
    };
    return getOrAdd(this.left, `${slot} ${value}`, () => {
      return new Set((this.users.writers.get(slot) ?? []).filter(allows).map(({ number }) => number));
    });
  }

  /** The steps after which a slot may have an allowed value. */
  private reaching({ slot, allowed, survivesGrowth, survivesShrinking }: Test): Set<number> {
    const reaches = ({ change }: Writer): boolean => {
      if (!change) return true;
      if ("set" in change) return contains(allowed, change.set);
      // Where all larger values are allowed, only growth helps.
      return change.add > 0
        ? survivesGrowth || !survivesShrinking
        : change.add < 0 && (survivesShrinking || !survivesGrowth);
    };
    return new Set((this.users.writers.get(slot) ?? []).filter(reaches).map(({ number }) => number));
  }

  private rowOf(steps: ReadonlySet<number>): number {
    const sorted = [...steps].sort((a, b) => a - b);
    return getOrAdd(this.known, sorted.join(), () => this.rows.append(sorted));
  }
}
