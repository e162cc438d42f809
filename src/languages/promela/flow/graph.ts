/**
 * The control points of a process and the steps between them.
 *
 * A jump after a statement is not a step. A jump that begins an option is a step, as in SPIN. So is a jump out of an
 * atomic sequence: the sequence ends with that step. If a choice begins an option, its options belong to the outer
 * choice.
 */

import type { Basic } from "../syntax/syntax-tree.ts";
import type { Element, Flow } from "./flow.ts";

export interface Edge {
  readonly source: Point;
  readonly target: Point;
  /** Where control rests instead if the jump is merged with the statement before it. */
  readonly landing?: Point | undefined;
  /** Absent for a jump that is a step of its own. */
  readonly statement?: Basic | undefined;
  /** The element of the statement. */
  readonly element: Element;
  /** Whether the process keeps the turn. */
  readonly keepsTurn: boolean;
  /** The further edges in the same step (`merge.ts`). `target` is the target of the whole step. */
  readonly more: readonly Edge[];
}

export interface Point {
  readonly element: Element;
  /** The number of the point. 0 is for a process that has not started. */
  number: number;
  readonly edges: Edge[];
  /** Edges that are tried before `edges`, in groups, the first group first. */
  readonly escapes: Edge[][];
}

export interface Graph {
  readonly flow: Flow;
  readonly points: readonly Point[];
  readonly start: Point;
  /** The point of a process that has ended but not died. Absent if it never ends. */
  readonly end?: Point | undefined;
  readonly at: ReadonlyMap<Element, Point>;
}

/** With `lands`, jumps have landings. Those that no merged step needs are not reachable. */
export function buildGraph(flow: Flow, lands = false): Graph {
  const points = new Map<Element, Point>();
  const open: Point[] = [];

  function pointOf(element: Element): Point {
    let point = points.get(element);
    if (!point) {
      point = { element, number: 0, edges: [], escapes: [] };
      points.set(element, point);
      open.push(point);
    }
    return point;
  }

  function edgesFrom(point: Point, element: Element, seen: ReadonlySet<Element>): Edge[] {
    if (seen.has(element)) return [];
    const deeper = new Set([...seen, element]);
    switch (element.kind) {
      case "choice":
        return elseLast(element.options).flatMap((option) => edgesFrom(point, option, deeper));
      case "enter":
        return edgesFrom(point, element.next!, deeper);
      case "basic":
      case "jump":
      case "pass": {
        // A missing target has been reported: the label is unknown.
        const { target, keepsTurn } = following(element);
        if (!target) return [];
        const to = pointOf(target);
        const place = lands ? landingOf(element) : undefined;
        const landing = place && pointOf(place);
        return [{ source: point, target: to, landing, statement: element.statement, element, keepsTurn, more: [] }];
      }
      case "end":
        return [];
    }
  }

  const start = pointOf(rest(flow.first, false) ?? flow.first);
  for (let point = open.pop(); point; point = open.pop()) {
    point.edges.push(...edgesFrom(point, point.element, new Set()));
    const { escapes, keeps } = entered(point.element);
    const ways = escapes.map((escape) => edgesFrom(point, rest(escape, keeps) ?? escape, new Set()));
    // As in SPIN, none of the escapes comes first if some of them belong to the sequence that begins here.
    if (escapes.length > point.element.escapes.length) point.escapes.push(ways.reverse().flat());
    else point.escapes.push(...ways);
  }
  const sorted = [...points.values()].sort((a, b) => a.element.id - b.element.id);
  sorted.forEach((point, i) => (point.number = i + 1));
  return { flow, points: sorted, start, end: points.get(flow.end), at: points };
}

/**
 * The first statement of a block or an atomic sequence: its escapes are possible before the sequence begins, too. As in
 * SPIN, they take precedence over all options if the sequence is the first of them.
 */
function entered(element: Element): Element {
  let e = element;
  while (e.kind === "enter" && e.next && e.next.step === undefined) e = e.next;
  const [first] = elseLast(e.options);
  const inner = first?.kind === "enter" ? entered(first) : e;
  return inner.escapes.length > e.escapes.length ? inner : e;
}

/** All statements, including those that follow others in the same step. */
export function stepsOf(points: readonly Point[]): Edge[] {
  return points.flatMap(edgesAt).flatMap((edge) => [edge, ...edge.more]);
}

/** All steps. */
export function edgesOf({ points }: Graph): Edge[] {
  return points.flatMap(edgesAt);
}

/** The steps at a point, in the order in which they are tried. */
export function edgesAt({ edges, escapes }: Point): Edge[] {
  return [...escapes.flat(), ...edges];
}

/** The points that are reachable from a point. */
export function reachable(from: Point): Set<Point> {
  const seen = new Set([from]);
  for (const point of seen) for (const { target } of edgesAt(point)) seen.add(target);
  return seen;
}

/** The points at a label with this prefix. */
export function pointsAt(points: readonly Point[], prefix: string): Point[] {
  return points.filter(({ element }) => element.labels.some((label) => label.startsWith(prefix)));
}

/**
 * `else` comes after the other options of its own choice. If that choice begins an option of another one, the later
 * options of the outer choice come after the `else`: SPIN does not try them before it takes the `else`.
 */
function elseLast(options: readonly Element[]): Element[] {
  const isElse = (option: Element): boolean => option.statement?.kind === "else";
  return [...options.filter((option) => !isElse(option)), ...options.filter(isElse)];
}

/** The control point after an element, and whether the process still has the turn there. */
function following({ next, step, keeps }: Element): { target: Element | undefined; keepsTurn: boolean } {
  if (!step) return { target: next && rest(next, keeps), keepsTurn: keeps };
  // From outside, a deterministic step is one step: the element that begins it determines its exit.
  const seen = new Set<Element>();
  let e = next;
  while (e?.step === step && isPassed(e) && !seen.has(e)) {
    seen.add(e);
    e = e.next;
  }
  if (e?.step === step) return { target: e, keepsTurn: true };
  return { target: e && rest(e, step.keeps), keepsTurn: step.keeps };
}

/**
 * SPIN merges a jump before it knows that the jump leaves an atomic sequence. A merged jump then ends at a jump or at
 * the end of a loop, and goes on from there in a step of its own. It knows it of a jump that ends the sequence.
 */
function landingOf({ kind, inside, keeps, isFinal, next }: Element): Element | undefined {
  if (kind !== "jump" || inside !== "atomic" || keeps || isFinal || !next) return undefined;
  const landing = rest(next, true);
  return landing && isPassed(landing) ? landing : undefined;
}

/**
 * The element at which control rests after it reaches an element. With `keeps`, control rests before it leaves the
 * atomic sequence. Jumps in a cycle are steps, and control rests at the first of them. `undefined` for an unknown
 * label.
 */
export function rest(element: Element, keeps: boolean): Element | undefined {
  const seen = new Set<Element>();
  let e: Element | undefined = element;
  while (e && isPassed(e) && !seen.has(e)) {
    if (keeps && e.next?.keeps === false) return e;
    seen.add(e);
    e = e.next;
  }
  if (!e || !seen.has(e)) return e;
  const passed = [...seen];
  return passed.slice(passed.indexOf(e)).reduce((least, other) => (other.id < least.id ? other : least));
}

function isPassed({ kind }: Element): boolean {
  return kind === "jump" || kind === "pass";
}
