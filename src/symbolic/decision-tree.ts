/**
 * The outcome of a computation on states, by cases: each node reads the value of one slot.
 *
 * A tree is built by running the computation on a partial state, which asks for each slot that the computation needs.
 * Equal trees are one object, and a node whose children are equal is left out. So a tree shows the slots that the
 * computation depends on, not those that it reads. The cost is the number of paths, times the cost of a run.
 */

import type { PartialState } from "./partial-state.ts";
import { UnknownSlot } from "./partial-state.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

export type DecisionTree<T> = Leaf<T> | Split<T>;

export interface Leaf<T> {
  readonly kind: "leaf";
  readonly id: number;
  readonly outcome: T;
}

export interface Split<T> {
  readonly kind: "split";
  readonly id: number;
  readonly slot: number;
  readonly children: ReadonlyMap<number, DecisionTree<T>>;
  /** All slots that the tree reads, ascending. */
  readonly support: readonly number[];
  /** The number of paths from the root to a leaf. */
  readonly pathCount: number;
}

export interface TreeLimits {
  readonly maxPaths: number;
  /** Whether cases are listed even if each slot could be looked at by itself. */
  readonly lists?: boolean | undefined;
  /** Called before each run. */
  readonly onRun: () => void;
  /** Collects the slots that were asked for. */
  readonly asked?: Set<number> | undefined;
}

/** Makes trees with outcomes of one type. */
export class TreeBuilder<T> {
  private readonly known = new Map<string, DecisionTree<T>>();
  private readonly keyOf: (outcome: T) => string;

  /** @param keyOf gives equal keys for equal outcomes */
  constructor(keyOf: (outcome: T) => string) {
    this.keyOf = keyOf;
  }

  leaf(outcome: T): DecisionTree<T> {
    return this.intern(`leaf ${this.keyOf(outcome)}`, (id) => ({ kind: "leaf", id, outcome }));
  }

  split(slot: number, children: ReadonlyMap<number, DecisionTree<T>>): DecisionTree<T> {
    const [first, ...rest] = children.values();
    if (first && rest.every((child) => child === first)) return first;
    const key = `${slot}: ${Array.from(children, ([value, { id }]) => `${value} ${id}`).join()}`;
    return this.intern(key, (id) => {
      const support = new Set([slot]);
      let pathCount = 0;
      for (const child of children.values()) {
        for (const other of supportOf(child)) support.add(other);
        pathCount += child.kind === "leaf" ? 1 : child.pathCount;
      }
      return { kind: "split", id, slot, children, support: [...support].sort((a, b) => a - b), pathCount };
    });
  }

  /**
   * The tree of `run`, which is called again for each path.
   *
   * @param what names the computation in the error about too many paths
   */
  build(state: PartialState, run: () => T, what: string, { maxPaths, onRun, asked }: TreeLimits): DecisionTree<T> {
    let paths = 0;
    const visit = (): DecisionTree<T> => {
      state.reset();
      onRun();
      let outcome: T;
      try {
        outcome = run();
      } catch (unknown) {
        if (!(unknown instanceof UnknownSlot)) throw unknown;
        const { slot } = unknown;
        asked?.add(slot);
        const children = new Map<number, DecisionTree<T>>();
        if (paths + state.valueCount(slot) > maxPaths) {
          throw new SymbolicLimit(`${what} depends on more than ${maxPaths} combinations of values`);
        }
        try {
          for (const value of state.valuesFor(slot)) {
            state.learn(slot, value);
            children.set(value, visit());
          }
        } finally {
          state.forget(slot);
        }
        return this.split(slot, children);
      }
      paths++;
      return this.leaf(outcome);
    };
    return visit();
  }

  private intern(key: string, make: (id: number) => DecisionTree<T>): DecisionTree<T> {
    let tree = this.known.get(key);
    if (!tree) this.known.set(key, (tree = make(this.known.size)));
    return tree;
  }
}

export function supportOf(tree: DecisionTree<unknown>): readonly number[] {
  return tree.kind === "leaf" ? [] : tree.support;
}

/** The same tree with other outcomes. */
export function mapTree<T, U>(tree: DecisionTree<T>, into: TreeBuilder<U>, f: (outcome: T) => U): DecisionTree<U> {
  const done = new Map<DecisionTree<T>, DecisionTree<U>>();
  const visit = (node: DecisionTree<T>): DecisionTree<U> => {
    let mapped = done.get(node);
    if (mapped) return mapped;
    if (node.kind === "leaf") mapped = into.leaf(f(node.outcome));
    else {
      const children = new Map<number, DecisionTree<U>>();
      for (const [value, child] of node.children) children.set(value, visit(child));
      mapped = into.split(node.slot, children);
    }
    done.set(node, mapped);
    return mapped;
  };
  return visit(tree);
}

/** The outcome for given values; `undefined` for values that no state has together. */
export function outcomeFor<T>(tree: DecisionTree<T>, valueOf: (slot: number) => number): Leaf<T> | undefined {
  let node: DecisionTree<T> | undefined = tree;
  while (node?.kind === "split") node = node.children.get(valueOf(node.slot));
  return node;
}

/** All outcomes, each once. */
export function outcomesOf<T>(tree: DecisionTree<T>): T[] {
  const seen = new Set<DecisionTree<T>>([tree]);
  const outcomes: T[] = [];
  for (const node of seen) {
    if (node.kind === "leaf") outcomes.push(node.outcome);
    else for (const child of node.children.values()) seen.add(child);
  }
  return outcomes;
}
