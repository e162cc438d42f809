/**
 * Whether two steps accord: wherever both are enabled, each leaves the other one enabled, and both orders lead to the
 * same state.
 *
 * A failing step counts as enabled: what a step does not disturb fails as it would have.
 */

import { contains } from "../model/value-set.ts";
import type { ValueSet } from "../model/value-set.ts";
import { use } from "./footprint.ts";
import type { Change, Footprint } from "./footprint.ts";
import type { GroundStep, Test } from "./ground-step.ts";

export function accord(a: GroundStep, b: GroundStep): boolean {
  return !canBeEnabledTogether(a, b) || (!disturbs(a, b) && !disturbs(b, a));
}

/** Later tests do not count: a guard may fail before them. */
function canBeEnabledTogether(a: GroundStep, b: GroundStep): boolean {
  return a.tests.every((test) =>
    b.tests.every((other) => test.slot !== other.slot || meet(test.allowed, other.allowed)),
  );
}

function meet(a: ValueSet, b: ValueSet): boolean {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  if (low > high) return false;
  if (a.values) return a.values.some((value) => contains(b, value));
  return b.values ? b.values.some((value) => contains(a, value)) : true;
}

/** Whether a step may change what another one looks at, or what it writes. */
function disturbs(step: GroundStep, other: GroundStep): boolean {
  const { guard, body, tests, laterTests } = other;
  for (const [slot, change] of step.body.writes) {
    if (guard.reads.has(slot) || body.reads.has(slot)) return true;
    if (changesView(step, slot, change, guard) || changesView(step, slot, change, body)) return true;
    if (body.writes.has(slot) && !commute(change, body.writes.get(slot))) return true;
    if (!survive(tests, slot, change) || !survive(laterTests, slot, change)) return true;
  }
  for (const [queue, how] of step.body.queues) if (disturbsQueue(queue, how, other)) return true;
  return false;
}

/** Whether a step may change whether the value of a slot is in one of the sets that matter. */
export function changesView({ tests }: GroundStep, slot: number, change: Change, { views }: Footprint): boolean {
  const sets = views.get(slot);
  if (!sets) return false;
  const before = tests.find((test) => test.slot === slot)?.allowed.values;
  if (!before || !change || !("set" in change)) return true;
  return sets.some((set) => before.some((value) => contains(set, value) !== contains(set, change.set)));
}

function survive(tests: readonly Test[], slot: number, change: Change): boolean {
  return tests.every((test) => test.slot !== slot || survives(test, change));
}

function survives({ allowed, survivesGrowth, survivesShrinking }: Test, change: Change): boolean {
  if (!change) return false;
  if ("set" in change) return contains(allowed, change.set);
  return change.add >= 0 ? survivesGrowth : survivesShrinking;
}

function commute(a: Change, b: Change): boolean {
  if (!a || !b) return false;
  if ("set" in a) return "set" in b && a.set === b.set;
  return "add" in b;
}

function disturbsQueue(queue: number, how: number, { guard, body, tests, laterTests }: GroundStep): boolean {
  const other = (guard.queues.get(queue) ?? 0) | (body.queues.get(queue) ?? 0);
  const own = [...tests, ...laterTests].filter(({ slot }) => slot === queue);
  if ((how & use.change) !== 0) return other !== 0 || own.length > 0;
  if ((how & use.push) !== 0) {
    if ((other & (use.push | use.look | use.change)) !== 0) return true;
    // The first element of an empty queue would become its head. A guard may fail before its later tests.
    const readsHead = ({ queues }: Footprint): boolean => ((queues.get(queue) ?? 0) & use.head) !== 0;
    if (readsHead(guard) && !isFilled(queue, tests)) return true;
    if (readsHead(body) && !isFilled(queue, own)) return true;
    if (own.some(({ survivesGrowth }) => !survivesGrowth)) return true;
  }
  if ((how & use.pop) !== 0) {
    if ((other & (use.pop | use.head | use.look | use.change)) !== 0) return true;
    if (own.some(({ survivesShrinking }) => !survivesShrinking)) return true;
  }
  return false;
}

/** Whether a queue is not empty where tests hold. */
function isFilled(queue: number, tests: readonly Test[]): boolean {
  return tests.some(({ slot, allowed }) => slot === queue && !contains(allowed, 0));
}
