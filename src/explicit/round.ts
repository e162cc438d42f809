/**
 * The loop of a lasso: from a state of a component through states of the model, by shortest paths to the missing goals,
 * and back to the start or to a state of its orbit.
 */

import type { State } from "../model/interpret.ts";
import type { Exploration } from "./exploration.ts";
import type { Successors } from "./product-space.ts";
import { noState } from "./state-id.ts";
import type { StateId } from "./state-id.ts";

export interface LassoSearch {
  /** The product up to symmetry, and the part of it that the run goes through. */
  readonly exploration: Exploration;
  readonly component: readonly StateId[];
  /** The product without symmetry. */
  readonly concrete: Exploration;
  /** The acceptance sets that the run must meet infinitely often. */
  readonly marks: number;
  /** The processes that must move infinitely often: those that can, always or infinitely often. */
  readonly fairness: "none" | "weak" | "strong";
  readonly processes: readonly number[];
  readonly isTransient: (state: State) => boolean;
  /** The most states to visit for closing the loop without a symmetry. */
  readonly closingLimit?: number | undefined;
}

/** The most states to visit for closing the loop, and for finding a missing goal. */
const usualClosingLimit = 20_000;
const goalLimit = 500_000;

/** The states that the search did not need exceed its limits. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
}

/** The loop, as numbers of states of the product without symmetry. */
export class Round {
  private readonly search: LassoSearch;
  private readonly inside: ReadonlySet<StateId>;
  private readonly path: StateId[];
  private missingMarks: number;
  private readonly missing: Set<number>;
  private readonly over = new Map<StateId, StateId>();

  constructor(search: LassoSearch, start: State, claim: number) {
    const { concrete } = search;
    this.search = search;
    this.inside = new Set(search.component);
    this.missingMarks = search.marks;
    this.missing = new Set(search.fairness === "none" ? [] : search.processes);
    const id = concrete.product.insert(start, claim);
    if (id === undefined) throw new LimitReached();
    this.path = [id];
  }

  states(): State[] {
    return this.path.map((id) => this.search.concrete.space.stateAt(id));
  }

  /** Visits the missing goals, the nearest first. False if one cannot be found. */
  meetGoals(): boolean {
    while (this.missingMarks !== 0 || this.missing.size > 0) {
      const found = this.walk((id, edges) => this.goalAt(id, edges), goalLimit);
      if (found === "nowhere") {
        // With strong fairness, only processes that can move here must move. Others are not missing.
        if (this.search.fairness !== "strong" || this.missingMarks !== 0) return false;
        this.missing.clear();
      } else if (found === "limit") return false;
    }
    return true;
  }

  /** Returns to the start, or to a state of its orbit. */
  close(): boolean {
    const [start] = this.path;
    const isClosed = (): boolean => this.path.length > 1 && this.path.at(-1) === start;
    if (isClosed()) return true;
    const toStart = (_: StateId, edges: Edges): number => edges.findIndex(({ target }) => target === start);
    const { closingLimit = usualClosingLimit } = this.search;
    if (this.walk(toStart, closingLimit) === "found") return true;
    const orbit = this.representative(start!);
    const toOrbit = (_: StateId, edges: Edges): number =>
      edges.findIndex(({ target }) => this.representative(target) === orbit);
    if (this.path.length > 1 && this.representative(this.path.at(-1)!) === orbit) return true;
    return this.walk(toOrbit, goalLimit) === "found";
  }

  /** The edge to take to meet a goal; `here` if the state itself meets one; otherwise `none`. */
  private goalAt(id: StateId, edges: Edges): number {
    const { fairness, concrete, isTransient } = this.search;
    if (fairness === "weak" && this.missing.size > 0 && !isTransient(concrete.space.stateAt(id))) {
      const movers = new Set(edges.map(({ mover }) => mover));
      if ([...this.missing].some((process) => !movers.has(process))) return here;
    }
    return edges.findIndex(
      ({ target, marks, mover }) =>
        this.isInside(target) && ((marks & this.missingMarks) !== 0 || this.missing.has(mover)),
    );
  }

  /** Takes a shortest path to a state, and an edge from there, that the test accepts. */
  private walk(wanted: (id: StateId, edges: Edges) => number, limit: number): "found" | "nowhere" | "limit" {
    const parents = new Map([[this.path.at(-1)!, noState]]);
    for (const [id] of parents) {
      if (parents.size > limit) return "limit";
      const edges = this.edgesOf(id);
      const edge = wanted(id, edges);
      if (edge !== none) {
        for (const next of pathTo(parents, id).slice(1)) this.go(next);
        this.look();
        if (edge !== here) this.go(edges[edge]!.target);
        return "found";
      }
      for (const { target } of edges) if (!parents.has(target) && this.isInside(target)) parents.set(target, id);
    }
    return "nowhere";
  }

  /** Takes one edge. Everything on the path counts. */
  private go(next: StateId): void {
    this.look();
    // Of several edges to the same state, each can be taken in turn, since the loop is repeated infinitely often.
    for (const { target, marks, mover } of this.edgesOf(this.path.at(-1)!)) {
      if (target !== next) continue;
      this.missingMarks &= ~marks;
      this.missing.delete(mover);
    }
    this.path.push(next);
  }

  /** With weak fairness, processes that cannot move here are not missing any more. */
  private look(): void {
    const { fairness, concrete, isTransient } = this.search;
    const id = this.path.at(-1)!;
    if (fairness !== "weak" || isTransient(concrete.space.stateAt(id))) return;
    const movers = new Set(this.edgesOf(id).map(({ mover }) => mover));
    for (const process of this.missing) if (!movers.has(process)) this.missing.delete(process);
  }

  private edgesOf(id: StateId): Edges {
    const successors = expanded(this.search.concrete, id);
    return Array.from({ length: successors.count }, (_, k) => {
      return { target: successors.target(k), marks: successors.marks(k), mover: successors.mover(k) };
    });
  }

  private isInside(id: StateId): boolean {
    return this.inside.has(this.representative(id));
  }

  private representative(id: StateId): StateId {
    const { concrete, exploration } = this.search;
    if (concrete === exploration) return id;
    let found = this.over.get(id);
    if (found === undefined) {
      found = exploration.product.insert(concrete.space.stateAt(id), concrete.product.claimAt(id));
      if (found === undefined) throw new LimitReached();
      this.over.set(id, found);
    }
    return found;
  }
}

type Edges = readonly { readonly target: StateId; readonly marks: number; readonly mover: number }[];

const none = -1;
const here = -2;

function expanded(exploration: Exploration, id: StateId): Successors {
  const successors = exploration.product.successorsOf(id);
  if (!successors) throw new LimitReached();
  return successors;
}

/** The path to a state, given the first predecessor of each state. */
export function pathTo(parents: ReadonlyMap<StateId, StateId>, last: StateId): StateId[] {
  const path: StateId[] = [];
  for (let id = last; id !== noState; id = parents.get(id)!) path.push(id);
  return path.reverse();
}
