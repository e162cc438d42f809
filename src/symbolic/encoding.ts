/**
 * States as vectors of a decision diagram: a level for each slot that is not constant, in some order; and decision
 * trees as homomorphisms.
 *
 * A tree becomes one command over all slots it reads if these have few combinations of values, or hardly more than the
 * tree has paths. Otherwise its root becomes a selection by the value of one slot, followed by the homomorphism of the
 * subtree. So the selection of an index comes before the one element that it selects, and the parts of a conjunction
 * come one after the other.
 */

import { command, Events, Homomorphisms, selector, sequence, Space, sum } from "../ddd/index.ts";
import type { Hom } from "../ddd/index.ts";
import { domainSize, domainValues } from "../model/domains.ts";
import type { Domain } from "../model/domains.ts";
import type { State } from "../model/interpret.ts";
import { InternalError } from "../util/internal-error.ts";
import { grouped } from "../util/numbering.ts";
import { mapTree, outcomeFor, outcomesOf, supportOf, TreeBuilder } from "./decision-tree.ts";
import type { DecisionTree } from "./decision-tree.ts";
import type { LevelOrder } from "./level-order.ts";
import type { Outcome } from "./outcome.ts";

/** Written slots and their values; `undefined` if the transition is not a step. */
type Writes = readonly (readonly [slot: number, value: number])[] | undefined;

/** A tree with at most this many combinations of values is always one command. */
const fewCombinations = 256;

export class Encoding {
  readonly space: Space;
  readonly homs: Homomorphisms;
  readonly events: Events;
  /** The name of the order of levels. */
  readonly orderName: string;
  /** The slot of each level. */
  readonly order: readonly number[];
  readonly domains: readonly Domain[];
  /** The level of each slot; -1 for constants. */
  readonly levels: readonly number[];
  readonly never: Hom;
  private readonly constants: State;
  private readonly truths = new TreeBuilder<boolean>(String);
  private readonly changes = new TreeBuilder<Writes>((writes) => String(writes));
  private readonly selectors = new Map<DecisionTree<boolean>, Hom>();
  private readonly commands = new Map<DecisionTree<Writes>, Hom>();

  constructor({ name, slots: order }: LevelOrder, domains: readonly Domain[], memoryBytes: number) {
    this.orderName = name;
    this.order = order;
    this.domains = domains;
    this.space = new Space({ memoryBytes, cacheEntries: 2 ** 24 });
    this.homs = new Homomorphisms(this.space, order.length);
    this.events = new Events(order.length);
    const levels = new Array<number>(domains.length).fill(-1);
    order.forEach((slot, level) => (levels[slot] = level));
    this.levels = levels;
    this.constants = domains.map(({ low }) => low);
    this.never = sum(this.homs, []);
  }

  vectorOf(state: State): number[] {
    return this.order.map((slot) => state[slot]!);
  }

  stateOf(vector: readonly number[]): State {
    const state = [...this.constants];
    this.order.forEach((slot, level) => (state[slot] = vector[level]!));
    return state;
  }

  levelOf(slot: number): number {
    const level = this.levels[slot]!;
    if (level < 0) throw new InternalError(`slot ${slot} is constant and has no level`);
    return level;
  }

  /** The relation of a ground transition. */
  relation(tree: DecisionTree<Outcome>): Hom {
    return this.commandOf(mapTree(tree, this.changes, (outcome) => outcome?.writes));
  }

  /** The states with a wanted outcome. */
  selection<T>(tree: DecisionTree<T>, isWanted: (outcome: T) => boolean): Hom {
    return this.selectorOf(mapTree(tree, this.truths, isWanted));
  }

  /** The states in which a slot has one of the values. */
  hasValue(slot: number, values: readonly number[]): Hom {
    const wanted = new Set(values);
    const all = domainValues(this.domains[slot]!);
    const leaf = (value: number): DecisionTree<boolean> => this.truths.leaf(wanted.has(value));
    return this.selectorOf(this.truths.split(slot, new Map(all.map((value) => [value, leaf(value)]))));
  }

  private selectorOf(tree: DecisionTree<boolean>): Hom {
    if (tree.kind === "leaf") return tree.outcome ? this.homs.identity : this.never;
    let hom = this.selectors.get(tree);
    if (hom) return hom;
    const { support } = tree;
    if (support.length === 1 || this.isOneCommand(tree)) {
      const place = placesOf(support);
      const reads = support.map((slot) => this.levelOf(slot));
      hom = selector(
        this.homs,
        reads,
        (values) => outcomeFor(tree, (slot) => values[place.get(slot)!]!)?.outcome ?? false,
      );
    } else hom = this.byCases(tree, (child) => this.selectorOf(child));
    this.selectors.set(tree, hom);
    return hom;
  }

  private commandOf(tree: DecisionTree<Writes>): Hom {
    if (tree.kind === "leaf" && !tree.outcome) return this.never;
    if (tree.kind === "leaf" && tree.outcome?.length === 0) return this.homs.identity;
    let hom = this.commands.get(tree);
    if (hom) return hom;
    if (tree.kind === "leaf" || tree.support.length === 1 || this.isOneCommand(tree)) {
      hom = this.singleCommand(tree);
    } else hom = this.byCases(tree, (child) => this.commandOf(child));
    this.commands.set(tree, hom);
    return hom;
  }

  /**
   * A slot that is written in some cases only must be read in the others. So cases that write different slots outside
   * the tree's support are different commands.
   */
  private singleCommand(tree: DecisionTree<Writes>): Hom {
    const support = supportOf(tree);
    const place = placesOf(support);
    const sometimes = new Set<number>();
    const kinds = new Map<string, readonly number[]>();
    const beside = (writes: Writes & {}): number[] => writes.flatMap(([slot]) => (place.has(slot) ? [] : [slot]));
    for (const writes of outcomesOf(tree)) {
      if (!writes) continue;
      for (const [slot] of writes) if (place.has(slot)) sometimes.add(slot);
      const others = beside(writes);
      kinds.set(others.join(), others);
    }
    const reads = support.map((slot) => this.levelOf(slot));
    const parts = Array.from(kinds, ([key, others]) => {
      const slots = [...sometimes, ...others];
      return command(this.homs, {
        reads,
        writes: slots.map((slot) => this.levelOf(slot)),
        outcomes: (values) => {
          const writes = outcomeFor(tree, (slot) => values[place.get(slot)!]!)?.outcome;
          if (!writes || beside(writes).join() !== key) return [];
          const changed = new Map(writes);
          return [slots.map((slot) => changed.get(slot) ?? values[place.get(slot)!]!)];
        },
      });
    });
    return sum(this.homs, parts);
  }

  private byCases<T>(tree: DecisionTree<T> & { kind: "split" }, homOf: (child: DecisionTree<T>) => Hom): Hom {
    const parts: Hom[] = [];
    for (const [child, cases] of grouped(tree.children, ([, found]) => found)) {
      const rest = homOf(child);
      if (rest === this.never) continue;
      const values = cases.map(([value]) => value);
      const both = [this.hasValue(tree.slot, values), rest].filter((part) => part.kind !== "identity");
      parts.push(sequence(this.homs, both));
    }
    return sum(this.homs, parts);
  }

  private isOneCommand({
    support,
    pathCount,
  }: {
    readonly support: readonly number[];
    readonly pathCount: number;
  }): boolean {
    let combinations = 1;
    for (const slot of support) {
      combinations *= domainSize(this.domains[slot]!);
      if (combinations > Math.max(fewCombinations, 2 * pathCount)) return false;
    }
    return true;
  }
}

function placesOf(slots: readonly number[]): Map<number, number> {
  return new Map(slots.map((slot, k) => [slot, k]));
}
