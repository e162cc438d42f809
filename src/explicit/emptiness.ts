/**
 * Searches for a run that a property automaton accepts: a strongly connected component of the product of model and
 * automaton in which all acceptance sets have edges.
 *
 * This is Couvreur's algorithm (1999): one depth-first search that merges states into components, each with the
 * acceptance sets of its edges. So a violation is found as soon as its last edge is visited. Weak fairness to a process
 * that no symmetry moves is one more acceptance set (`fair-marks.ts`). Any other fairness condition concerns all states
 * of a component. It is checked when the component is complete and, if a part of a component can meet it, also each time
 * the known part has doubled. Time is linear in the edges. Besides the stored states, memory is 4 bytes per state, and
 * 12 for each state and 8 for each edge on the path to the current one. Arrays are flat, and nothing is allocated per
 * state. Guarded by `npm run bench -- ltl`.
 */

import { look, pause, Stopped, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import type { Exploration, Progress } from "./exploration.ts";
import type { FairMarks } from "./fair-marks.ts";
import type { Successors } from "./product-space.ts";
import { StateNumbers } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { SuccessorOrder } from "./successor-order.ts";
import { mostTaken } from "./totals.ts";

export interface EmptinessOptions {
  /** All acceptance sets, as bits. */
  readonly marks: number;
  /** More acceptance sets, for weak fairness. `marks` includes them. */
  readonly fair?: { readonly marks: FairMarks; readonly isTransient: (id: StateId) => boolean } | undefined;
  /** Whether connected states with all acceptance sets contain a wanted run. True by default. */
  readonly hasRun?: ((component: readonly StateId[]) => boolean) | undefined;
  /** Whether a part of a component may contain one. Otherwise only complete components do. */
  readonly asksForParts?: boolean | undefined;
  /** Whether partial-order reduction goes on as long as it leaves out anything worth mentioning. */
  readonly keepsReduction?: boolean | undefined;
  readonly watch: Watch;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The outcome is `stopped` at a run-time error or a limit. The exploration knows the reason. */
export type Emptiness =
  | { readonly outcome: "empty" | "stopped" }
  /** Strongly connected states, with all acceptance sets among the edges between them. */
  | { readonly outcome: "accepting"; readonly component: readonly StateId[] };

/** The number of states between two pauses for other code. */
const slice = 256;

export async function findAcceptingComponent(exploration: Exploration, options: EmptinessOptions): Promise<Emptiness> {
  const search = new ComponentSearch(exploration, options);
  const { watch, onProgress } = options;
  let lastTurn = performance.now();
  for (;;) {
    try {
      const result = watched(watch, () => search.run(slice));
      if (exploration.error) return { outcome: "stopped" };
      if (result) return result;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      exploration.endAt(error.limit);
      return { outcome: "stopped" };
    }
    const now = performance.now();
    if (now - lastTurn < 100) continue;
    lastTurn = now;
    onProgress?.(exploration.progress);
    await pause();
  }
}

/**
 * The status of a state: 0 if it was not visited, `closed` if its component is complete, otherwise its position on the
 * path.
 */
const closed = -1;

class ComponentSearch {
  private readonly exploration: Exploration;
  private readonly options: EmptinessOptions;
  /** The initial states that were not visited yet. */
  private readonly initial: Iterator<StateId>;
  private readonly order = new StateNumbers();
  /** The states that are not closed, in the order of their visits: the k-th visited state, from 1 on, is at k - 1. */
  private readonly live = new Stack();
  /**
   * The states on the path to the current one, each with the end of its successors in `edges`. Earlier ones are done.
   */
  private readonly path = new Stack();
  private readonly ends = new Stack();
  /** Successors that are still to be followed, each as number and marks. */
  private readonly edges = new Stack();
  /**
   * Components on the path: the position of the first state, the sets inside, the sets of the edge to it, whether it
   * has a cycle, the number of its states without a wanted run.
   */
  private readonly roots = new Stack();
  private readonly inside = new Stack();
  private readonly entering = new Stack();
  private readonly cyclic = new Stack();
  private readonly refused = new Stack();
  private readonly following = new SuccessorOrder();
  private reduces = true;

  constructor(exploration: Exploration, options: EmptinessOptions) {
    this.exploration = exploration;
    this.options = options;
    this.initial = exploration.initialStates[Symbol.iterator]();
  }

  /** Visits at most `budget` states; `undefined` if the search is not finished. */
  run(budget: number): Emptiness | undefined {
    const { path, ends, edges } = this;
    if (this.reduces) this.judgeReduction();
    while (budget > 0) {
      look();
      if (path.length === 0) {
        const next = this.initial.next();
        if (next.done) return { outcome: "empty" };
        if (this.order.get(next.value) !== 0) continue;
        budget--;
        const ended = this.enter(next.value, 0);
        if (ended) return ended;
        continue;
      }
      if (edges.length === ends.items[ends.length - 1]!) {
        const found = this.finish();
        if (found) return { outcome: "accepting", component: found };
        continue;
      }
      const marks = edges.pop();
      const target = edges.pop() as StateId;
      const order = this.order.get(target);
      if (order === 0) {
        budget--;
        const ended = this.enter(target, marks);
        if (ended) return ended;
      } else if (order !== closed && this.join(order, marks)) return this.topmost();
    }
    return undefined;
  }

  /** The states that are not closed, from the k-th visited on. */
  private liveFrom(k: number): StateId[] {
    return Array.from(this.live.items.subarray(k - 1, this.live.length), (id) => id as StateId);
  }

  /** The end of the search in the topmost component on the path. */
  private topmost(): Emptiness {
    return { outcome: "accepting", component: this.liveFrom(this.roots.top()) };
  }

  /**
   * The successors by a stubborn set, unless one of them is open: then the state may close a cycle, and a step must not
   * be put off all around it. So on each cycle there is a state that is expanded in full. A transient state is no such
   * state, so the one before it is.
   */
  private successorsOf(id: StateId): Successors | undefined {
    const { product, space } = this.exploration;
    if (!this.reduces) return product.successorsOf(id);
    return product.successorsInPart(id, (some) => {
      for (let k = 0; k < some.count; k++) {
        const target = some.target(k);
        const order = this.order.get(target);
        const isOpen = target === id || (order !== 0 && order !== closed);
        if (isOpen || space.isTransient(target)) return true;
      }
      return false;
    });
  }

  /** Goes on with states in full if choosing steps takes longer than what it saves. Cycles may have more such states. */
  private judgeReduction(): void {
    this.reduces = this.exploration.keepsReduction(this.options.keepsReduction ? mostTaken.asked : mostTaken.left);
  }

  /** Visits a new state. The search may end there. */
  private enter(id: StateId, marks: number): Emptiness | undefined {
    const successors = this.successorsOf(id);
    if (!successors) return { outcome: "stopped" };
    this.live.push(id);
    this.order.set(id, this.live.length);
    this.roots.push(this.live.length);
    this.inside.push(0);
    this.entering.push(marks);
    this.cyclic.push(0);
    this.refused.push(0);
    this.path.push(id);
    this.ends.push(this.edges.length);
    return this.pushEdges(id, successors) ? this.topmost() : undefined;
  }

  /**
   * Lists the edges to states that are not visited. Those back to open states are handled at once, as one edge to the
   * first of them: then all of them lie inside one component. Returns whether it is a wanted one.
   */
  private pushEdges(id: StateId, successors: Successors): boolean {
    const { fair } = this.options;
    const { following, edges } = this;
    const { count } = successors;
    const inherited = fair ? fair.marks.ofState(successors, fair.isTransient(id)) : 0;
    let first = this.live.length + 1;
    let marksBack = 0;
    for (let k = 0; k < count; k++) {
      const order = this.order.get(successors.target(k));
      if (order === closed) continue;
      const mover = successors.mover(k);
      if (order === 0) {
        following.add(k, mover);
        continue;
      }
      if (order < first) first = order;
      marksBack |= successors.marks(k) | (fair ? fair.marks.ofMover(mover) : 0);
    }
    const end = following.arrange();
    for (let i = 0; i < end; i++) {
      const k = following.positions[i]!;
      edges.push(successors.target(k));
      edges.push(successors.marks(k) | inherited | (fair ? fair.marks.ofMover(successors.mover(k)) : 0));
    }
    // This may ask for successors of other states, so it comes last.
    return first <= this.live.length && this.join(first, marksBack | inherited);
  }

  /**
   * Handles an edge back to an open state: everything since then is one component. Returns whether it is a wanted one.
   */
  private join(order: number, marks: number): boolean {
    const { roots, inside, entering, cyclic, refused } = this;
    let met = marks;
    let most = 0;
    while (roots.top() > order) {
      met |= inside.pop() | entering.pop();
      roots.pop();
      cyclic.pop();
      most = Math.max(most, refused.pop());
    }
    met |= inside.pop();
    inside.push(met);
    cyclic.pop();
    cyclic.push(1);
    refused.push(Math.max(most, refused.pop()));
    return (met & this.options.marks) === this.options.marks && this.isWantedPart();
  }

  /** Whether the topmost component, which has all acceptance sets, is known to have a wanted run by now. */
  private isWantedPart(): boolean {
    const { hasRun, asksForParts } = this.options;
    if (!hasRun) return true;
    const first = this.roots.top();
    const size = this.live.length - first + 1;
    if (!asksForParts || size < 2 * this.refused.top()) return false;
    this.refused.pop();
    this.refused.push(size);
    return hasRun(this.liveFrom(first));
  }

  /**
   * Handles the end of the successors of the current state. Returns the component that it closes, if it is a wanted
   * one.
   */
  private finish(): readonly StateId[] | undefined {
    const { roots, live } = this;
    this.ends.pop();
    const id = this.path.pop() as StateId;
    const first = this.order.get(id);
    if (roots.top() !== first) return undefined;
    roots.pop();
    const met = this.inside.pop();
    this.entering.pop();
    const isCyclic = this.cyclic.pop() === 1;
    const isRefused = this.refused.pop() === live.length - first + 1;
    const { marks, hasRun } = this.options;
    if (hasRun && isCyclic && (met & marks) === marks && !isRefused) {
      const component = this.liveFrom(first);
      if (hasRun(component)) return component;
    }
    for (let k = first - 1; k < live.length; k++) this.order.set(live.items[k] as StateId, closed);
    live.length = first - 1;
    return undefined;
  }
}

/** A stack of integers. */
class Stack {
  items: Int32Array = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(2 * this.items.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = value;
  }

  pop(): number {
    return this.items[--this.length]!;
  }

  top(): number {
    return this.items[this.length - 1]!;
  }
}
