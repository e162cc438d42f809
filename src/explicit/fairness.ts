/**
 * Whether a component of the product of model and automaton has a fair run.
 *
 * - weak: a process that can always move from some point on moves infinitely often;
 * - strong: a process that can move infinitely often moves infinitely often;
 * - global: a step that can be taken infinitely often, in the same state, is taken infinitely often.
 *
 * Processes are distinguished although states are representatives of orbits (Emerson and Sistla, 1997, follow threads
 * through the quotient; here threads are states again). To follow process p in the component, states are identified
 * only up to symmetries that fix p. The states of that finer quotient over the component are all pairs of a state and a
 * process in the orbit of p. They form tracks, each strongly connected and each over the whole component. A run through
 * all edges is weakly fair if every track has a step of p or a state where p cannot move. Otherwise there is no weakly
 * fair run. If p can move somewhere in a track but never does, strong fairness excludes the states where it can move:
 * the rest of the component is decomposed, and the question is asked again. Transient states count only for steps.
 *
 * The cost is at most the states over the component, for each orbit of processes; with strong fairness once for each
 * exclusion of states.
 */

import type { State } from "../model/interpret.ts";
import type { ProcessOrbit } from "../symmetry/process-symmetries.ts";
import { imageOfState } from "../symmetry/symmetry.ts";
import { InternalError } from "../util/internal-error.ts";
import { look } from "../util/limits.ts";
import type { Exploration } from "./exploration.ts";
import type { Successors } from "./product-space.ts";
import type { StateId } from "./state-id.ts";

/** An orbit of processes, with the product up to symmetries that fix its first process, made at the first call. */
export interface FollowedOrbit extends ProcessOrbit {
  readonly threads: () => Exploration;
}

export interface FairnessContext {
  readonly exploration: Exploration;
  readonly orbits: readonly FollowedOrbit[];
  readonly isTransient: (state: State) => boolean;
  /** All acceptance sets. */
  readonly marks: number;
}

/** A limit was hit while threads were followed. */
export class FairnessUndecided extends Error {
  override readonly name = "FairnessUndecided";
}

/** The part of the component such that a run through all of it is fair and accepted; `undefined` if there is none. */
export function fairPart(
  context: FairnessContext,
  component: readonly StateId[],
  fairness: "weak" | "strong",
): readonly StateId[] | undefined {
  const inside = new Set(component);
  const excluded = new Set<StateId>();
  for (const orbit of context.orbits) {
    for (const toFirst of orbit.toFirst) {
      const track = followThread(
        context,
        orbit,
        imageOfState(toFirst, context.exploration.space.stateAt(component[0]!)),
        inside,
        component[0]!,
      );
      if (track.moves || (fairness === "weak" && track.isDisabled)) continue;
      if (fairness === "weak") return undefined;
      for (const id of track.enabledAt) excluded.add(id);
    }
  }
  if (excluded.size === 0) return component;
  const rest = component.filter((id) => !excluded.has(id));
  for (const part of acceptingParts(context, rest)) {
    const found = fairPart(context, part, fairness);
    if (found) return found;
  }
  return undefined;
}

interface Track {
  moves: boolean;
  isDisabled: boolean;
  /** The states of the component over which the process can move. Complete only if it never moves. */
  readonly enabledAt: Set<StateId>;
}

/** Visits the track of a state until the process moves. `id` is the number of the representative of the state. */
function followThread(
  { exploration, isTransient }: FairnessContext,
  { processes: [process], threads: threadsOf }: FollowedOrbit,
  state: State,
  inside: ReadonlySet<StateId>,
  id: StateId,
): Track {
  const threads = threadsOf();
  const track: Track = { moves: false, isDisabled: false, enabledAt: new Set() };
  const start = threads === exploration ? id : threads.product.insert(state, exploration.product.claimAt(id));
  if (start === undefined) throw new FairnessUndecided();
  const seen = new Set([start]);
  for (const at of seen) {
    const successors = threads.product.successorsOf(at);
    if (!successors) throw new FairnessUndecided();
    look(1 + successors.count);
    let isEnabled = false;
    for (let k = 0; k < successors.count; k++) {
      const target = successors.target(k);
      const isMove = successors.mover(k) === process;
      isEnabled ||= isMove;
      if (!inside.has(representativeOf(exploration, threads, target))) continue;
      seen.add(target);
      track.moves ||= isMove;
    }
    if (track.moves) return track;
    if (isEnabled) track.enabledAt.add(representativeOf(exploration, threads, at));
    else if (!isTransient(threads.space.stateAt(at))) track.isDisabled = true;
  }
  return track;
}

/** The number of the state of the component below a state. */
function representativeOf(exploration: Exploration, threads: Exploration, id: StateId): StateId {
  if (threads === exploration) return id;
  const found = exploration.product.insert(threads.space.stateAt(id), threads.product.claimAt(id));
  if (found === undefined) throw new FairnessUndecided();
  return found;
}

/** The strongly connected components, with a cycle and all acceptance sets, of a part of the product. */
function acceptingParts({ exploration, marks }: FairnessContext, part: readonly StateId[]): (readonly StateId[])[] {
  const inside = new Set(part);
  const edgesOf = (id: StateId): Edge[] => {
    const successors = expandedAgain(exploration, id);
    const edges: Edge[] = [];
    for (let k = 0; k < successors.count; k++) {
      const target = successors.target(k);
      if (inside.has(target)) edges.push({ target, marks: successors.marks(k) });
    }
    return edges;
  };
  return components(part, edgesOf).filter((states) => {
    const own = new Set(states);
    const edges = states.flatMap(edgesOf).filter(({ target }) => own.has(target));
    const met = edges.reduce((all, edge) => all | edge.marks, 0);
    return edges.length > 0 && (met & marks) === marks;
  });
}

interface Edge {
  readonly target: StateId;
  readonly marks: number;
}

function expandedAgain(exploration: Exploration, id: StateId): Successors {
  const successors = exploration.product.successorsOf(id);
  if (!successors) throw new InternalError("a state that was expanded cannot be expanded again");
  return successors;
}

/** Tarjan's algorithm (1972), with an explicit stack. */
function components(vertices: readonly StateId[], edgesOf: (id: StateId) => readonly Edge[]): StateId[][] {
  const order = new Map<StateId, number>();
  const low = new Map<StateId, number>();
  const open = new Set<StateId>();
  const stack: StateId[] = [];
  const found: StateId[][] = [];
  for (const root of vertices) {
    if (order.has(root)) continue;
    const path: { readonly id: StateId; readonly edges: readonly Edge[]; next: number }[] = [];
    const enter = (id: StateId): void => {
      order.set(id, order.size);
      low.set(id, order.get(id)!);
      stack.push(id);
      open.add(id);
      path.push({ id, edges: edgesOf(id), next: 0 });
    };
    enter(root);
    while (path.length > 0) {
      look();
      const top = path.at(-1)!;
      if (top.next < top.edges.length) {
        const { target } = top.edges[top.next++]!;
        if (!order.has(target)) enter(target);
        else if (open.has(target)) low.set(top.id, Math.min(low.get(top.id)!, order.get(target)!));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) low.set(above.id, Math.min(low.get(above.id)!, low.get(top.id)!));
      if (low.get(top.id) !== order.get(top.id)) continue;
      const members = stack.splice(stack.lastIndexOf(top.id));
      for (const id of members) open.delete(id);
      found.push(members);
    }
  }
  return found;
}

/**
 * Whether every step from every state of the component can be taken inside it. Then a run through everything is
 * globally fair. The automaton takes its edges one by one for each step, so the steps of a state are lists of equal
 * length.
 */
export function isGloballyFair({ exploration }: FairnessContext, component: readonly StateId[]): boolean {
  const inside = new Set(component);
  const steps = new Map<string, boolean[]>();
  for (const id of component) {
    const successors = expandedAgain(exploration, id);
    look(1 + successors.count);
    const key = exploration.space.stateAt(id).join();
    const { edgeCount } = exploration.product;
    const taken = steps.get(key) ?? new Array<boolean>(successors.count / edgeCount).fill(false);
    steps.set(key, taken);
    for (let k = 0; k < successors.count; k++) {
      if (inside.has(successors.target(k))) taken[Math.floor(k / edgeCount)] = true;
    }
  }
  return [...steps.values()].every((taken) => taken.every(Boolean));
}
