/**
 * Degeneralization to one acceptance set, on edges or on states.
 *
 * A state is copied once for each level. Level i waits for the i-th acceptance set, and an edge climbs one level for
 * each awaited mark that it has. Beyond the last level the run has met all sets, and starts again at the first. Levels
 * matter only inside a component (Babiak, Badie, Duret-Lutz, Kretinsky and Strejcek 2013): each component starts anew,
 * and one in which all cycles accept or none does needs no copies. A state that has a copy already is entered at the
 * level of that copy.
 *
 * The order of the sets and the level at which components are entered change the size. There is no good rule, and
 * automata are small: we try several combinations and keep the smallest result.
 */

import { look } from "../util/limits.ts";
import { allMarks } from "./automaton.ts";
import { mergedEdges, sizeOf } from "./labeled-automaton.ts";
import type { LabeledAutomaton, LabeledEdge } from "./labeled-automaton.ts";
import { reduce } from "./reduce.ts";
import { strongComponents } from "./strong-components.ts";
import type { ComponentKind } from "./strong-components.ts";

/** With more edges, only one combination is tried. */
const manyEdges = 200;

/** An automaton with one acceptance set. With `uniform`, all edges of a state have the same marks. */
export function degeneralized(automaton: LabeledAutomaton, uniform: boolean): LabeledAutomaton {
  const { acceptanceCount } = automaton;
  const isLarge = sizeOf(automaton).edges > manyEdges;
  let best: LabeledAutomaton | undefined;
  for (const order of isLarge ? [firstOrder(acceptanceCount)] : orders(acceptanceCount)) {
    for (const enterAtTop of isLarge ? [false] : [false, true]) {
      for (const ahead of uniform && !isLarge ? [false, true] : [uniform]) {
        const copied = copyByLevels(automaton, { order, enterAtTop, ahead, uniform });
        const reduced = withOneSet(reduce(copied, { uniform }));
        if (!best || isSmaller(reduced, best)) best = reduced;
      }
    }
  }
  return best!;
}

interface LevelOptions {
  readonly order: readonly number[];
  readonly enterAtTop: boolean;
  /** Whether the marks that all inner edges of a state have count as soon as the state is entered. */
  readonly ahead: boolean;
  readonly uniform: boolean;
}

/** The copies, before reduction. Exported for its tests. */
export function copyByLevels(automaton: LabeledAutomaton, options: LevelOptions): LabeledAutomaton {
  const { diagrams, acceptanceCount, states } = automaton;
  const { order, enterAtTop, ahead, uniform } = options;
  const { of, kinds } = strongComponents(states, acceptanceCount);
  const top = acceptanceCount;
  const common = states.map((edges, state) =>
    edges.reduce((sum, { target, marks }) => (of[target] === of[state] ? sum & marks : sum), allMarks(top)),
  );
  const climb = (level: number, marks: number): number => {
    let reached = level;
    while (reached < top && marks & (1 << order[reached]!)) reached++;
    return reached;
  };

  // A copy is a state and a level. With `uniform`, the copies at the top level accept.
  const numbers = new Map<number, number>();
  const copies: { readonly state: number; readonly level: number }[] = [];
  const levelsOf = new Map<number, number>();
  const copyOf = (state: number, level: number): number => {
    const key = state * (top + 1) + level;
    let number = numbers.get(key);
    if (number === undefined) {
      number = copies.length;
      numbers.set(key, number);
      copies.push({ state, level });
      if (!levelsOf.has(state)) levelsOf.set(state, level);
    }
    return number;
  };
  const enter = (state: number): number => {
    const kind = kinds[of[state]!]!;
    if (kind !== "mixed") return copyOf(state, kind === "accepting" && uniform ? top : 0);
    const start = ahead ? climb(0, common[state]!) : 0;
    return copyOf(state, levelsOf.get(state) ?? (enterAtTop ? (uniform ? top : top - 1) : start));
  };

  const initial = enter(automaton.initial);
  const result: LabeledEdge[][] = [];
  // `copies` grows during the loop.
  for (const { state, level } of copies) {
    look();
    const kind = kinds[of[state]!]!;
    const accepts = uniform ? (level === top && kind !== "rejecting" ? 1 : 0) : 0;
    const edges = states[state]!.map(({ label, target, marks }): LabeledEdge => {
      if (of[target] !== of[state]) return { label, target: enter(target), marks: accepts };
      if (kind !== "mixed") return { label, target: copyOf(target, level), marks: weakMark(kind) };
      if (uniform) {
        // At the top level with `ahead`, the common marks have been counted already.
        const left = ahead && level === top ? marks & ~common[state]! : marks;
        const reached = climb(level === top ? 0 : level, left);
        return { label, target: copyOf(target, ahead ? climb(reached, common[target]!) : reached), marks: accepts };
      }
      const reached = climb(level, marks);
      if (reached < top) return { label, target: copyOf(target, reached), marks: 0 };
      return { label, target: copyOf(target, Math.min(climb(0, marks), top - 1)), marks: 1 };
    });
    result.push(mergedEdges(edges, diagrams));
  }
  return { diagrams, acceptanceCount: 1, initial, states: result };
}

function weakMark(kind: ComponentKind): number {
  return kind === "accepting" ? 1 : 0;
}

/** An automaton without acceptance sets accepts every infinite run, so a set of all edges does not restrict it. */
function withOneSet(automaton: LabeledAutomaton): LabeledAutomaton {
  if (automaton.acceptanceCount > 0) return automaton;
  const states = automaton.states.map((edges) => edges.map((edge) => ({ ...edge, marks: 1 })));
  return { ...automaton, acceptanceCount: 1, states };
}

function isSmaller(a: LabeledAutomaton, b: LabeledAutomaton): boolean {
  const [left, right] = [sizeOf(a), sizeOf(b)];
  return left.states < right.states || (left.states === right.states && left.edges < right.edges);
}

function firstOrder(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** All orders of up to three sets. For more sets, at most twelve orders: rotations, and reversals of them. */
function orders(count: number): readonly (readonly number[])[] {
  const first = firstOrder(count);
  if (count < 2) return [first];
  if (count === 2) return [first, first.toReversed()];
  const rotations = first.map((i) => [...first.slice(i), ...first.slice(0, i)]);
  return [...rotations, ...rotations.map((order) => order.toReversed())].slice(0, 12);
}
