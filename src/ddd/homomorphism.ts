/**
 * Homomorphisms: functions on sets of vectors with h(A + B) = h(A) + h(B) and h(0) = 0, as expressions, each stored
 * once.
 *
 * Everything here depends on two consequences of these laws. A homomorphism that does not touch the first levels can be
 * passed down through them. And its result for a node holds wherever the node occurs. Every expression therefore has a
 * `top`: the height of the nodes of the first level that it touches. Sums and closures are sorted by it on
 * construction: the parts that start further down form an expression of their own, which is passed down as a whole. For
 * a closure that is saturation.
 *
 * References: Couvreur et al., Data Decision Diagrams for Petri Net Analysis (2002); Hamez, Thierry-Mieg, Kordon,
 * Hierarchical Set Decision Diagrams and Automatic Saturation (2008).
 */

import { look } from "../util/limits.ts";
import { DddError, DddLimitError } from "./ddd-error.ts";
import type { Ddd, Space } from "./space.ts";

/**
 * A homomorphism on vectors of one length. `image` evaluates it. All kinds have one shape, because the evaluation reads
 * it all the time.
 */
export interface Hom {
  readonly id: number;
  /** The `Homomorphisms` that made it; it cannot be used with others. */
  readonly owner: Homomorphisms;
  readonly kind: HomKind;
  /** The height of the nodes of the first level that it touches; 0 if it touches none. */
  readonly top: number;
  /** Whether h(A) is a subset of A for all A. */
  readonly isSelector: boolean;
  readonly parts: readonly Hom[];
  /** Whether the first part is the expression of the parts that start further down. */
  readonly hasBelow: boolean;
  readonly step: Step | undefined;
  /** The most vectors of a small set, for an alternative. */
  readonly most: bigint;
}

/**
 * - `sequence`: the parts one after the other.
 * - `fixpoint`: the parts one after the other, repeated until nothing changes.
 * - `closure`: the parts repeated until nothing changes, each adding its result to the set.
 * - `sum`: the union of the results of the parts.
 * - `negation`: the vectors that the only part does not select.
 * - `choice`: part 1 where part 0 selects, and part 2 elsewhere.
 * - `alternative`: part 0 or part 1, which have the same results; part 0 for sets of at most `most` vectors.
 * - `step`: an action at one level, followed by homomorphisms on the levels below.
 */
export type HomKind =
  | "identity"
  | "sequence"
  | "fixpoint"
  | "closure"
  | "sum"
  | "negation"
  | "choice"
  | "alternative"
  | "step";

/**
 * The action at the nodes of height `top`. The result for a node may be longer than the node's vectors: the first
 * `prefixLength` values belong to levels further up, and the nodes in between pass them on (`pull-up.ts`).
 */
export interface Step {
  readonly prefixLength: number;
  readonly action: WholeAction | ArcAction | UnionAction;
}

/** Computes the result for the node as a whole. */
export interface WholeAction {
  readonly kind: "whole";
  /** Whether the result is too cheap to cache. */
  readonly isCheap: boolean;
  readonly result: (space: Space, node: Ddd) => Ddd;
}

/** Applies a homomorphism to each child; it depends on the value of the arc. */
export interface ArcAction {
  readonly kind: "arcs";
  readonly next: (value: number) => Hom;
  /**
   * The number of values for further up that come before this level's value; -1 if the value is dropped and the results
   * are united.
   */
  readonly keptBehind: number;
  /** The new values; values without an entry stay. */
  readonly map: ReadonlyMap<number, number> | undefined;
}

/** Applies a homomorphism to the union of the children; the values of this level are dropped. */
export interface UnionAction {
  readonly kind: "union";
  readonly next: () => Hom;
}

/** The most partial evaluations of commands that are kept between evaluations. */
const mostPartial = 1 << 20;
/** The most partial evaluations of commands within one evaluation. */
const tooManyPartial = 1 << 24;

/** The homomorphisms on the vectors of one length, in one space. */
export class Homomorphisms {
  readonly space: Space;
  /** The length of the vectors: levels are numbered from 0 to `length - 1`. */
  readonly length: number;
  readonly identity: Hom;
  private readonly known = new Map<string, Hom>();
  private partialCount = 0;
  private readonly forgetters: (() => void)[] = [];

  constructor(space: Space, length: number) {
    if (!Number.isInteger(length) || length < 0) throw new DddError(`vectors cannot have length ${length}`);
    this.space = space;
    this.length = length;
    this.identity = this.add({ kind: "identity", isSelector: true });
  }

  /** The homomorphism with this key; `make` is called if there is none yet. */
  intern(key: string, make: () => Hom): Hom {
    look(4);
    let hom = this.known.get(key);
    if (!hom) this.known.set(key, (hom = make()));
    return hom;
  }

  add(given: Pick<Hom, "kind"> & Partial<Hom>): Hom {
    const { kind, top = 0, isSelector = false, parts = [], hasBelow = false, step, most = 0n } = given;
    for (const part of parts) this.requireOwn(part);
    return { id: this.space.homCount++, owner: this, kind, top, isSelector, parts, hasBelow, step, most };
  }

  requireOwn({ owner }: Hom): void {
    if (owner !== this) throw new DddError("a homomorphism cannot be used with others than those it was made with");
  }

  /** A homomorphism that only its maker knows, such as a command with some values given. */
  addPartial(top: number, step: Step): Hom {
    this.countPartial();
    return this.add({ kind: "step", top, step });
  }

  /** Counts a stored result for a combination of values. */
  countPartial(): void {
    if (++this.partialCount <= tooManyPartial) return;
    throw new DddLimitError(`more than ${tooManyPartial} combinations of values were looked at by commands`);
  }

  /** Registers a function that is called when partial homomorphisms are dropped. */
  whenForgetting(forget: () => void): void {
    this.forgetters.push(forget);
  }

  /** Called before an evaluation. */
  forgetPartial(): void {
    if (this.partialCount <= mostPartial) return;
    for (const forget of this.forgetters) forget();
    this.partialCount = 0;
  }

  /** The height of the nodes of a level. */
  heightOf(level: number): number {
    if (!Number.isInteger(level) || level < 0 || level >= this.length) {
      throw new DddError(`there is no level ${level}: the levels are 0 to ${this.length - 1}`);
    }
    return this.length - level;
  }
}

/** The last part is applied first, as in `f o g`. */
export function composition(homs: Homomorphisms, ...parts: readonly Hom[]): Hom {
  const order = parts.toReversed().flatMap((part) => (part.kind === "sequence" ? part.parts : [part]));
  return sequence(
    homs,
    order.filter((part) => part.kind !== "identity"),
  );
}

/** The first part is applied first. */
export function sequence(homs: Homomorphisms, parts: readonly Hom[]): Hom {
  if (parts.length === 0) return homs.identity;
  if (parts.length === 1) return parts[0]!;
  return homs.intern(`sequence ${idsOf(parts)}`, () =>
    homs.add({ kind: "sequence", top: topOf(parts), isSelector: parts.every((part) => part.isSelector), parts }),
  );
}

/** The union of the results of the parts; for selectors, "or". The empty sum gives the empty set. */
export function sum(homs: Homomorphisms, parts: readonly Hom[]): Hom {
  const flat = [...new Set(parts.flatMap((part) => (part.kind === "sum" ? flatSum(part) : [part])))];
  if (flat.length === 1) return flat[0]!;
  const isSelector = flat.every((part) => part.isSelector);
  if (flat.length === 0) return homs.intern("sum", () => homs.add({ kind: "sum", isSelector }));
  return layered(homs, "sum", flat, isSelector);
}

/** The vectors that the selector does not select. */
export function negation(homs: Homomorphisms, selector: Hom): Hom {
  requireSelector(selector);
  if (selector.kind === "negation") return selector.parts[0]!;
  return homs.intern(`negation ${selector.id}`, () =>
    homs.add({ kind: "negation", top: selector.top, isSelector: true, parts: [selector] }),
  );
}

/** `then` for the vectors that the selector selects, `otherwise` for the others. */
export function ifThenElse(homs: Homomorphisms, selector: Hom, then: Hom, otherwise: Hom): Hom {
  requireSelector(selector);
  const parts = [selector, then, otherwise];
  const isSelector = then.isSelector && otherwise.isSelector;
  return homs.intern(`choice ${idsOf(parts)}`, () =>
    homs.add({ kind: "choice", top: topOf(parts), isSelector, parts }),
  );
}

/** Two ways to the same results: one for sets of at most so many vectors, one for larger sets. */
export function alternative(homs: Homomorphisms, small: Hom, large: Hom, most: bigint): Hom {
  const parts = [small, large];
  const isSelector = small.isSelector || large.isSelector;
  return homs.intern(`alternative ${most} ${idsOf(parts)}`, () =>
    homs.add({ kind: "alternative", top: topOf(parts), isSelector, parts, most }),
  );
}

/**
 * The homomorphism repeated until nothing changes. For a sum with the identity this is the closure of the rest, with
 * saturation. It does not terminate if the homomorphism never reaches a fixpoint.
 */
export function fixpoint(homs: Homomorphisms, hom: Hom): Hom {
  if (hom.kind === "identity" || hom.kind === "fixpoint" || hom.kind === "closure") return hom;
  if (hom.kind === "sum") {
    const flat = flatSum(hom);
    if (flat.includes(homs.identity)) return closure(homs, flat);
  }
  return plainFixpoint(homs, hom);
}

/** The same without rewriting: every round applies the homomorphism to the whole set. */
export function plainFixpoint(homs: Homomorphisms, hom: Hom): Hom {
  return homs.intern(`fixpoint ${hom.id}`, () =>
    homs.add({ kind: "fixpoint", top: hom.top, isSelector: hom.isSelector, parts: [hom] }),
  );
}

/**
 * (Id + h1 + h2 + ...)*: all vectors that the parts reach, in any order. It is evaluated by saturation: at each level,
 * first the closure of the parts that start further down is applied to the children, then the parts that start here are
 * applied, and so on until nothing changes.
 */
export function closure(homs: Homomorphisms, parts: readonly Hom[]): Hom {
  const flat = parts.flatMap((part) => (part.kind === "sum" ? flatSum(part) : [part]));
  const proper = [...new Set(flat)].filter((part) => !part.isSelector);
  return proper.length === 0 ? homs.identity : layered(homs, "closure", proper, false);
}

/**
 * The parts one after the other, in some order, until none of them changes anything, saturated in the same way. It is
 * only for parts whose order does not matter to the caller.
 */
export function exhaustion(homs: Homomorphisms, parts: readonly Hom[]): Hom {
  const proper = [...new Set(parts)].filter((part) => part.kind !== "identity");
  return proper.length === 0 ? homs.identity : layered(homs, "fixpoint", proper, false);
}

/**
 * Nests the parts by level: an expression for the parts of the lowest level, one for it and the parts of the next
 * level, and so on.
 */
function layered(
  homs: Homomorphisms,
  kind: "sum" | "closure" | "fixpoint",
  parts: readonly Hom[],
  isSelector: boolean,
): Hom {
  const sorted = parts.toSorted((a, b) => a.top - b.top || a.id - b.id);
  let below: Hom | undefined;
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    const { top } = sorted[from]!;
    while (to < sorted.length && sorted[to]!.top === top) to++;
    const here = sorted.slice(from, to);
    const all: readonly Hom[] = below ? [below, ...here] : here;
    const hasBelow = below !== undefined;
    if (kind === "sum" && all.length === 1) {
      // A sum of one part is that part; a closure of one part is not.
      below = all[0]!;
      continue;
    }
    const key = `${kind} ${hasBelow} ${idsOf(all)}`;
    below = homs.intern(key, () => homs.add({ kind, top, isSelector, parts: all, hasBelow }));
  }
  return below!;
}

/** The terms of a sum, without nesting. */
function flatSum(hom: Hom): Hom[] {
  const terms: Hom[] = [];
  let at: Hom | undefined = hom;
  while (at) {
    const [first]: readonly Hom[] = at.parts;
    const isNested: boolean = first?.kind === "sum";
    for (const part of at.parts) if (part !== first || !isNested) terms.push(part);
    at = isNested ? first : undefined;
  }
  return terms;
}

function idsOf(parts: readonly Hom[]): string {
  return parts.map(({ id }) => id).join(" ");
}

function topOf(parts: readonly Hom[]): number {
  return parts.reduce((top, part) => Math.max(top, part.top), 0);
}

function requireSelector(hom: Hom): void {
  if (!hom.isSelector) throw new DddError("only a selector has a negation and can be a condition");
}
