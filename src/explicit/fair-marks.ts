/**
 * Weak fairness to processes that no symmetry moves, as acceptance sets: an edge is in the set of a process if the
 * process takes the step, or cannot take one in the state before.
 *
 * A process that no symmetry moves is the same one in all states of an orbit. So a component is fair to it exactly if
 * the set has an edge there, and a search need not wait until the component is complete. Transient states count only
 * for steps.
 */

import type { Successors } from "./product-space.ts";

export class FairMarks {
  /** All sets, as bits. */
  readonly all: number;
  private readonly bits: Int32Array;

  /**
   * @param processes numbers of processes, no more than `room` below allows
   * @param taken the number of sets of the automaton, which are the first ones
   */
  constructor(processes: readonly number[], taken: number) {
    this.bits = new Int32Array(1 + Math.max(0, ...processes));
    processes.forEach((process, k) => (this.bits[process] = 1 << (taken + k)));
    this.all = this.bits.reduce((all, bit) => all | bit, 0);
  }

  /** The number of processes that there is room for beside the sets of an automaton. */
  static room(taken: number): number {
    return 32 - taken;
  }

  /** The sets that all edges from a state are in: those of processes that cannot move there. */
  ofState(successors: Successors, isTransient: boolean): number {
    if (isTransient) return 0;
    let able = 0;
    for (let k = 0; k < successors.count; k++) able |= this.ofMover(successors.mover(k));
    return this.all & ~able;
  }

  /** The sets that a step of this process is in. */
  ofMover(process: number): number {
    return process >= 0 && process < this.bits.length ? this.bits[process]! : 0;
  }
}
