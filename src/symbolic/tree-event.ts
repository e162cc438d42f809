/**
 * Decision trees as events: the levels of the slots that a step reads or writes are decided from the top down.
 *
 * The node of an event stands for what is left of the tree when the values further up are known, old and new ones. A
 * slot may be written before the slots are known that the new value depends on. Then each possible value is tried, and
 * the rest of the tree keeps only the cases that write it.
 */

import { widestTable } from "../ddd/index.ts";
import type { Event, EventRow } from "../ddd/index.ts";
import { domainValues } from "../model/domains.ts";
import { getOrAdd } from "../util/numbering.ts";
import { mapTree, outcomesOf, supportOf, TreeBuilder } from "./decision-tree.ts";
import type { DecisionTree } from "./decision-tree.ts";
import type { Encoding } from "./encoding.ts";
import type { Outcome } from "./outcome.ts";

type Writes = readonly (readonly [slot: number, value: number])[] | undefined;

/** The most rows in the tables of one event. */
const mostRows = 1 << 14;

/** An event with more rows than are worth it. */
class TooManyRows extends Error {}

export class TreeEvents {
  private readonly encoding: Encoding;
  private readonly trees = new TreeBuilder<Writes>((writes) => String(writes));
  private readonly known = new Map<string, Event | undefined>();
  private readonly restricted = new Map<string, DecisionTree<Writes>>();
  private rowsLeft = 0;

  constructor(encoding: Encoding) {
    this.encoding = encoding;
  }

  /** The event of a ground transition that has a step; `undefined` if it would be too large. */
  of(tree: DecisionTree<Outcome>): Event | undefined {
    const changes = mapTree(tree, this.trees, (outcome) => outcome?.writes);
    this.rowsLeft = mostRows;
    try {
      return this.event(changes, this.levelsOf(changes), 0);
    } catch (error) {
      if (error instanceof TooManyRows) return undefined;
      throw error;
    }
  }

  /** The levels that the tree is about, from the top. */
  private levelsOf(tree: DecisionTree<Writes>): number[] {
    const written = outcomesOf(tree).flatMap((writes) => writes?.map(([slot]) => slot) ?? []);
    const slots = new Set([...supportOf(tree), ...written]);
    return Array.from(slots, (slot) => this.encoding.levelOf(slot)).sort((a, b) => a - b);
  }

  /** The event for what is left at a level; `undefined` if there is no step. */
  private event(tree: DecisionTree<Writes>, levels: readonly number[], at: number): Event | undefined {
    if (tree.kind === "leaf" && !tree.outcome) return undefined;
    if (at === levels.length) return 0;
    const level = levels[at]!;
    const key = `${tree.id} ${level}`;
    if (this.known.has(key)) return this.known.get(key);
    const event = this.eventAt(tree, levels, at);
    this.known.set(key, event);
    return event;
  }

  private eventAt(tree: DecisionTree<Writes>, levels: readonly number[], at: number): Event | undefined {
    const { order, domains, events } = this.encoding;
    const level = levels[at]!;
    const slot = order[level]!;
    const isRead = supportOf(tree).includes(slot);
    const isWritten = outcomesOf(tree).some((writes) => writes?.some(([written]) => written === slot));
    if (!isRead && !isWritten) return this.event(tree, levels, at + 1);
    const rows: EventRow[] = [];
    for (const value of domainValues(domains[slot]!)) {
      const rest = isRead ? this.restrict(tree, slot, value) : tree;
      for (const written of this.writtenBy(rest, slot, value)) {
        const next = this.event(this.committed(rest, slot, value, written), levels, at + 1);
        if (next === undefined) continue;
        rows.push([value, written, next]);
        if (--this.rowsLeft < 0) throw new TooManyRows();
      }
    }
    if (rows.length === 0) return undefined;
    if (rows.at(-1)![0] - rows[0]![0] >= widestTable) throw new TooManyRows();
    return events.table(level, rows);
  }

  /** The values that the slot may have afterwards. */
  private writtenBy(tree: DecisionTree<Writes>, slot: number, value: number): Set<number> {
    const found = new Set<number>();
    for (const writes of outcomesOf(tree)) if (writes) found.add(valueOf(writes, slot) ?? value);
    return found;
  }

  /** The tree if the slot has the value. */
  private restrict(tree: DecisionTree<Writes>, slot: number, value: number): DecisionTree<Writes> {
    if (tree.kind === "leaf" || !tree.support.includes(slot)) return tree;
    return getOrAdd(this.restricted, `${tree.id} ${slot} ${value}`, () => {
      if (tree.slot === slot) {
        const child = tree.children.get(value);
        return child ? this.restrict(child, slot, value) : this.trees.leaf(undefined);
      }
      const children = Array.from(tree.children, ([v, child]) => [v, this.restrict(child, slot, value)] as const);
      return this.trees.split(tree.slot, new Map(children));
    });
  }

  /** The cases in which the slot has the value `written` afterwards, without that. */
  private committed(tree: DecisionTree<Writes>, slot: number, value: number, written: number): DecisionTree<Writes> {
    return mapTree(tree, this.trees, (writes) => {
      if (!writes || (valueOf(writes, slot) ?? value) !== written) return undefined;
      return writes.filter(([other]) => other !== slot);
    });
  }
}

function valueOf(writes: Writes & {}, slot: number): number | undefined {
  return writes.find(([written]) => written === slot)?.[1];
}
