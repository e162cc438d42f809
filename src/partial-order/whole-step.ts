/**
 * Whole steps: from one state that is not transient to the next one.
 *
 * A step that leads into a transient state, as the first statement of an atomic sequence does, goes on until the state
 * is not transient any more. What it reads and writes is what all steps do that may follow it inside. In states that are
 * not transient one slot always has the same value, so it does not count; but whoever looks at it sees a sequence.
 */

import { constantOf, constantPlace } from "../model/constant-place.ts";
import type { Model } from "../model/model.ts";
import { namesOf } from "../model/slot-steps.ts";
import { isScalar } from "../model/slots.ts";
import { contains } from "../model/value-set.ts";
import { look } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { addUse, emptyFootprint, join, use } from "./footprint.ts";
import type { Footprint } from "./footprint.ts";
import type { GroundStep, GroundStepReader, Test } from "./ground-step.ts";
import { toldApart } from "./numbering.ts";
import type { Numbering } from "./numbering.ts";
import { openingsOf } from "./openings.ts";

/** The slot that tells whether a state is transient, and its value if it is not. */
export interface Rest {
  readonly slot: number;
  readonly value: number;
}

export interface WholeSteps {
  /** By number; `undefined` if a step is never enabled in a state that is not transient. */
  readonly steps: readonly (GroundStep | undefined)[];
  readonly numbering: readonly Numbering[];
  /** The numbers of steps that only occur first. */
  readonly openings: ReadonlySet<number>;
  readonly rest: Rest | undefined;
}

/** The most steps that are told apart. */
const mostOfAll = 4096;

/** A reason if there is no such list. */
export function wholeSteps(model: Model, reader: GroundStepReader): WholeSteps | string {
  const rest = model.transient ? restOf(model) : undefined;
  if (model.transient && !rest) return "it is not a slot that tells when atomic steps are under way";
  const numbering: Numbering[] = [];
  const all: (GroundStep | undefined)[] = [];
  for (const [index, transition] of model.transitions.entries()) {
    const { choices, places } = toldApart(transition);
    numbering.push({ first: all.length, places });
    for (const choice of choices) all.push(reader.read(index, choice));
    if (all.length > mostOfAll) return `there are more than ${mostOfAll} steps to tell apart`;
  }
  const openings = openingsOf(model, all, numbering);
  const isOpening = (step: GroundStep | undefined): boolean => step !== undefined && openings.has(step);
  const inner = rest && new InnerSteps(all, openings, rest);
  return {
    steps: all.map((step) => step && (inner ? inner.wholeOf(step) : step)),
    openings: new Set([...all.keys()].filter((number) => isOpening(all[number]))),
    numbering,
    rest,
  };
}

function restOf(model: Model): Rest | undefined {
  const e = model.transient;
  if (e?.kind !== "binary" || e.op !== "!=") return undefined;
  const names = namesOf(model);
  const place = constantPlace(e.left, names);
  const value = constantOf(e.right, names);
  if (!place || value === undefined || !isScalar(place.type)) return undefined;
  return { slot: place.offset, value };
}

class InnerSteps {
  private readonly all: readonly (GroundStep | undefined)[];
  private readonly rest: Rest;
  private readonly openings: ReadonlySet<GroundStep>;
  private readonly numberOf: ReadonlyMap<GroundStep, number>;
  private readonly found = new Map<string, readonly GroundStep[]>();

  /** @param openings steps that only occur first, so they follow nothing */
  constructor(all: readonly (GroundStep | undefined)[], openings: ReadonlySet<GroundStep>, rest: Rest) {
    this.all = all;
    this.openings = openings;
    this.rest = rest;
    this.numberOf = new Map(all.flatMap((step, number) => (step ? [[step, number] as const] : [])));
  }

  /** The whole of a step; `undefined` if it only occurs inside others. */
  wholeOf(step: GroundStep): GroundStep | undefined {
    const { slot, value } = this.rest;
    // Later tests do not count: a guard may fail before them.
    if (step.tests.some((test) => test.slot === slot && !contains(test.allowed, value))) return undefined;
    const body = emptyFootprint();
    join(body, step.body);
    const inside = this.insideOf(step);
    for (const inner of inside) addInner(body, inner);
    for (const { reads, views } of [body, step.guard]) {
      reads.delete(slot);
      views.delete(slot);
    }
    body.writes.delete(slot);
    const outside = ({ slot: tested }: Test): boolean => tested !== slot;
    return {
      ...step,
      tests: step.tests.filter(outside),
      laterTests: step.laterTests.filter(outside),
      body,
      canGoWrong: step.canGoWrong || [...inside].some((inner) => inner.canGoWrong),
      isSequence: this.restAfter(step, value) !== value,
    };
  }

  /** All steps that may follow before the state is not transient any more. */
  private insideOf(first: GroundStep): ReadonlySet<GroundStep> {
    const inside = new Set<GroundStep>();
    const seen = new Set<string>();
    const visit = (step: GroundStep, before: number | undefined): void => {
      const after = this.restAfter(step, before);
      const key = `${this.numberOf.get(step)} ${after}`;
      if (after === this.rest.value || seen.has(key)) return;
      seen.add(key);
      for (const next of this.following(step, after, key)) {
        inside.add(next);
        visit(next, after);
      }
    };
    visit(first, this.rest.value);
    return inside;
  }

  /** The value after a step of the slot that tells whether a state is transient, if it is known. */
  private restAfter({ body }: GroundStep, before: number | undefined): number | undefined {
    const { slot } = this.rest;
    if (!body.writes.has(slot)) return before;
    const change = body.writes.get(slot);
    return change && "set" in change ? change.set : undefined;
  }

  /** The steps that may follow another one at once. */
  private following(step: GroundStep, rest: number | undefined, key: string): readonly GroundStep[] {
    return getOrAdd(this.found, key, () => {
      const known = valuesAfter(step);
      if (rest !== undefined) known.set(this.rest.slot, rest);
      const canFollow = (next: GroundStep): boolean => !this.openings.has(next) && mayFollow(known, next);
      return this.all.filter((next): next is GroundStep => next !== undefined && canFollow(next));
    });
  }
}

/** What is known of slots after a step: what it sets, and what it tests and leaves alone. */
function valuesAfter({ tests, laterTests, body }: GroundStep): Map<number, number> {
  const known = new Map<number, number>();
  for (const { slot, allowed } of [...tests, ...laterTests]) {
    const isChanged = body.writes.has(slot) || ((body.queues.get(slot) ?? 0) & ~(use.head | use.look)) !== 0;
    if (allowed.low === allowed.high && !isChanged) known.set(slot, allowed.low);
  }
  for (const [slot, change] of body.writes) if (change && "set" in change) known.set(slot, change.set);
  return known;
}

/** Whether a step may be enabled, or fail. */
function mayFollow(known: ReadonlyMap<number, number>, { tests }: GroundStep): boolean {
  look();
  const allows = ({ slot, allowed }: Test): boolean => {
    const value = known.get(slot);
    return value === undefined || contains(allowed, value);
  };
  return tests.every(allows);
}

/** Adds a step that is taken inside another one: its tests are read, and it may change anything that it changes. */
function addInner(into: Footprint, { tests, laterTests, guard, body }: GroundStep): void {
  for (const { slot, isLength } of [...tests, ...laterTests]) {
    if (isLength) addUse(into, slot, use.look);
    else into.reads.add(slot);
  }
  join(into, { ...guard, queues: new Map() });
  join(into, { ...body, writes: new Map(), queues: new Map() });
  for (const slot of body.writes.keys()) into.writes.set(slot, undefined);
  // The head may be another one than before the sequence, or the only one that there will be.
  for (const [queue, how] of [...guard.queues, ...body.queues]) {
    const isChanged = (how & ~(use.head | use.look)) !== 0;
    addUse(into, queue, isChanged ? use.change : use.look);
  }
}
