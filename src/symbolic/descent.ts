/**
 * A trace straight to a state: every step comes nearer to it. It finds long ways in large nets, where each state has
 * thousands of successors, in time that grows with the length of the way only. Often there is no such way.
 *
 * After a step, only transitions about the slots that it has changed are looked at again.
 */

import type { State, Step } from "../model/interpret.ts";
import type { Trace } from "../model/replay.ts";
import type { SlotStep } from "../model/slot-steps.ts";
import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import { PriorityQueue } from "../util/priority-queue.ts";
import type { GroundTransition } from "./ground.ts";
import { LocalTransition } from "./local-transition.ts";
import type { Prepared } from "./prepare.ts";

/** The most values in all states of a trace together: a state of a large net has tens of thousands. */
const mostValues = 50_000_000;

/** A trace to the goal; `undefined` if a step leads nowhere nearer, or the trace has too many values. */
export function descend({ interpreter, ground }: Prepared, start: State, goal: State): Trace | undefined {
  const taken = new Descent(ground, start, goal).run(mostValues / start.length);
  if (!taken) return undefined;
  const steps: Step[] = [];
  let state = start;
  for (const { transition, choice } of taken) {
    look(state.length / 16);
    const step = interpreter.take(transition, choice, [...state]);
    if (!step?.target) throw new InternalError("a step towards a state is not a step of the model");
    steps.push(step);
    state = step.target;
  }
  return { initial: start, steps, mayBeShorter: true };
}

class Descent {
  private readonly ground: readonly GroundTransition[];
  private readonly goal: State;
  private readonly cells: number[];
  /** The local transitions that read or write a slot. */
  private readonly around = new Map<number, number[]>();
  /** How much nearer to the goal each transition leads; 0 if it is not possible, or leads no nearer. */
  private readonly gains = new Map<number, number>();
  private readonly queue = new PriorityQueue(this.gains);

  constructor(ground: readonly GroundTransition[], start: State, goal: State) {
    this.ground = ground;
    this.goal = goal;
    this.cells = [...start];
    ground.forEach(({ cases }, t) => {
      look(2);
      if (!(cases instanceof LocalTransition)) return;
      this.weigh(t, cases);
      for (const slot of cases.support) {
        const others = this.around.get(slot);
        if (others) others.push(t);
        else this.around.set(slot, [t]);
      }
    });
  }

  /** The transitions to take, one after the other, each time the one that gains most. */
  run(mostSteps: number): readonly GroundTransition[] | undefined {
    const { cells, goal, queue } = this;
    const taken: GroundTransition[] = [];
    for (let t = queue.takeBest(); t !== undefined; t = queue.takeBest()) {
      look();
      const { cases } = this.ground[t]!;
      if (!(cases instanceof LocalTransition) || this.gains.get(t) === 0) continue;
      if (taken.length >= mostSteps) return undefined;
      taken.push(this.ground[t]!);
      for (const [slot, part] of cases.parts) cells[slot] = changed(part, cells[slot]!);
      const concerned = new Set(cases.support.flatMap((slot) => this.around.get(slot)!));
      for (const other of concerned) this.weigh(other, this.ground[other]!.cases as LocalTransition);
    }
    return cells.every((value, slot) => value === goal[slot]) ? taken : undefined;
  }

  private weigh(t: number, { parts }: LocalTransition): void {
    let gain = 0;
    for (const [slot, part] of parts) {
      const value = this.cells[slot]!;
      const isPossible = value >= part.fine.low && value <= part.fine.high;
      gain += isPossible ? this.away(slot, value) - this.away(slot, changed(part, value)) : -Infinity;
    }
    this.gains.set(t, Math.max(0, gain));
    if (gain > 0) this.queue.add(t);
  }

  /** The distance from the goal in one slot. */
  private away(slot: number, value: number): number {
    return Math.abs(value - this.goal[slot]!);
  }
}

function changed({ change }: SlotStep, value: number): number {
  return "add" in change ? value + change.add : change.set;
}
