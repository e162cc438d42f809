/**
 * The bindings of a colored net's transitions under which all tokens that they take can exist.
 *
 * Whether a token can exist is overestimated, as if tokens were never consumed: initial tokens can, and those that a
 * binding puts whose tokens can. So the bindings are those of a logic program, and they are found as these are, from
 * new tokens to the bindings that they make possible ("semi-naive"; Ullman, "Principles of Database and Knowledge-Base
 * Systems", 1988). A new token is matched with each term that takes it, say `P(x, y)`. The other terms with `x` or `y`
 * are matched with tokens that exist, and only a variable that no such term has goes through all its colors.
 *
 * Terms that do not determine their variables, such as `all - x`, are evaluated at the end. If a token is missing then,
 * the binding waits for it.
 */

import { look } from "../../util/limits.ts";
import { getOrAdd } from "../../util/numbering.ts";
import type { Variable } from "./declare.ts";
import { partsOfColor } from "./sorts.ts";
import type { Sort } from "./sorts.ts";
import { colorOf, holds, variablesOf } from "./term.ts";
import type { BagTerm, ColorTerm, ConditionTerm } from "./term.ts";

/** A transition of the colored net. */
export interface ColoredTransition {
  /** The variables that occur, in the order of their declaration. */
  readonly variables: readonly Variable[];
  readonly guard: readonly ConditionTerm[];
  readonly takes: readonly { readonly place: number; readonly bag: BagTerm }[];
}

/** What happens with a complete binding: all tokens that it takes and puts. */
export interface Effect {
  readonly takes: readonly Token[];
  readonly puts: readonly Token[];
}

export interface Token {
  readonly place: number;
  readonly color: number;
}

export interface Handlers<E extends Effect> {
  /** Evaluates a binding. The array changes afterwards. */
  readonly effectOf: (transition: number, binding: Int32Array) => E;
  /** The binding with this effect is possible. */
  readonly onPossible: (effect: E) => void;
  /** Called for each token, variable or term that is tried. */
  readonly onTry: (transition: number) => void;
}

/** A term whose value determines its variables, for a token that a transition takes. */
interface Pattern {
  readonly place: number;
  readonly term: ColorTerm;
  readonly variables: ReadonlySet<number>;
}

type Step =
  /** Goes through the tokens that match; `by` is an item of the term that is known. */
  | { readonly kind: "match"; readonly pattern: Pattern; readonly by: number | undefined }
  /** All variables of the pattern are known, and the token must exist. */
  | { readonly kind: "expect"; readonly pattern: Pattern }
  | { readonly kind: "choose"; readonly variable: Variable }
  | { readonly kind: "test"; readonly condition: ConditionTerm };

interface Plan {
  readonly transition: number;
  /** The pattern of the new token; absent if the transition has no patterns. */
  readonly first: Pattern | undefined;
  readonly steps: readonly Step[];
}

const unbound = -1;

export class Bindings<E extends Effect> {
  readonly #transitions: readonly ColoredTransition[];
  readonly #handlers: Handlers<E>;
  readonly #binding: Int32Array;
  /** The bindings found so far, for each transition. */
  readonly #found: Set<number | string>[];
  /** For each place, the plans that a new token there begins. */
  readonly #plans: Plan[][];
  readonly #tokens: TokenTable[];
  readonly #queue: Token[] = [];
  readonly #waiting = new Map<string, { missing: number; readonly effect: E }[]>();

  constructor(sorts: readonly Sort[], transitions: readonly ColoredTransition[], width: number, handlers: Handlers<E>) {
    this.#transitions = transitions;
    this.#handlers = handlers;
    this.#binding = new Int32Array(width).fill(unbound);
    this.#found = transitions.map(() => new Set());
    this.#plans = sorts.map(() => []);
    this.#tokens = sorts.map((sort) => new TokenTable(sort));
  }

  /** Finds all possible bindings. Each is reported once. */
  run(initial: Iterable<Token>): void {
    for (const token of initial) this.#put(token);
    this.#transitions.forEach((transition, t) => {
      const patterns = transition.takes.flatMap(({ place, bag }) => patternsOf(place, bag));
      for (const first of patterns) this.#plans[first.place]!.push(this.#planFor(t, first, patterns));
      if (patterns.length === 0) this.#go(this.#planFor(t, undefined, []), 0);
    });
    // The queue grows on the way.
    for (const { place, color } of this.#queue) {
      this.#tokens[place]!.exist(color);
      this.#awake(`${place} ${color}`);
      for (const plan of this.#plans[place]!) {
        this.#handlers.onTry(plan.transition);
        if (match(plan.first!.term, color, this.#binding)) this.#go(plan, 0);
        for (const variable of plan.first!.variables) this.#binding[variable] = unbound;
      }
    }
  }

  /** The tokens that can exist, in the order in which they were found. */
  get tokens(): readonly Token[] {
    return this.#queue;
  }

  #planFor(t: number, first: Pattern | undefined, patterns: readonly Pattern[]): Plan {
    const { variables, guard } = this.#transitions[t]!;
    const steps: Step[] = [];
    const known = new Set(first?.variables);
    const rest = new Set(patterns.filter((pattern) => pattern !== first));
    const tests = new Map(guard.map((condition) => [condition, variablesOf(condition)]));
    const isKnown = (names: ReadonlySet<number>): boolean => [...names].every((name) => known.has(name));
    for (;;) {
      for (const [condition, names] of tests) {
        if (!isKnown(names)) continue;
        steps.push({ kind: "test", condition });
        tests.delete(condition);
      }
      for (const pattern of rest) {
        if (!isKnown(pattern.variables)) continue;
        steps.push({ kind: "expect", pattern });
        rest.delete(pattern);
      }
      const open = ({ variables: names }: Pattern): number => [...names].filter((name) => !known.has(name)).length;
      const [pattern] = [...rest].sort((a, b) => open(a) - open(b) || b.variables.size - a.variables.size);
      if (pattern) {
        const by = knownItem(pattern.term, isKnown);
        if (by !== undefined) this.#tokens[pattern.place]!.sortBy(by);
        steps.push({ kind: "match", pattern, by });
        rest.delete(pattern);
        for (const name of pattern.variables) known.add(name);
        continue;
      }
      const variable = variables.find(({ number }) => !known.has(number));
      if (!variable) return { transition: t, first, steps };
      steps.push({ kind: "choose", variable });
      known.add(variable.number);
    }
  }

  #go(plan: Plan, at: number): void {
    const binding = this.#binding;
    const step = plan.steps[at];
    this.#handlers.onTry(plan.transition);
    if (!step) {
      this.#complete(plan.transition);
      return;
    }
    switch (step.kind) {
      case "test":
        if (holds(step.condition, binding)) this.#go(plan, at + 1);
        return;
      case "expect":
        if (this.#tokens[step.pattern.place]!.has(colorOf(step.pattern.term, binding))) this.#go(plan, at + 1);
        return;
      case "choose": {
        const { number, sort } = step.variable;
        for (let color = 0; color < sort.size; color++) {
          binding[number] = color;
          this.#go(plan, at + 1);
        }
        binding[number] = unbound;
        return;
      }
      case "match": {
        const { term, place, variables } = step.pattern;
        const open = [...variables].filter((variable) => binding[variable] === unbound);
        const item = step.by === undefined ? 0 : colorOf(itemOf(term, step.by), binding);
        for (const color of this.#tokens[place]!.colors(step.by, item)) {
          this.#handlers.onTry(plan.transition);
          if (match(term, color, binding)) this.#go(plan, at + 1);
          for (const variable of open) binding[variable] = unbound;
        }
      }
    }
  }

  #complete(transition: number): void {
    const { variables } = this.#transitions[transition]!;
    let key: number | string = 0;
    for (const { number, sort } of variables) key = key * sort.size + this.#binding[number]!;
    if (key > Number.MAX_SAFE_INTEGER) key = this.#binding.join();
    const found = this.#found[transition]!;
    if (found.has(key)) return;
    found.add(key);
    const effect = this.#handlers.effectOf(transition, this.#binding);
    const missing = effect.takes.filter(({ place, color }) => !this.#tokens[place]!.has(color));
    if (missing.length === 0) {
      this.#possible(effect);
      return;
    }
    const waiting = { missing: missing.length, effect };
    for (const { place, color } of missing) getOrAdd(this.#waiting, `${place} ${color}`, () => []).push(waiting);
  }

  #possible(effect: E): void {
    this.#handlers.onPossible(effect);
    for (const token of effect.puts) this.#put(token);
  }

  #put({ place, color }: Token): void {
    if (this.#tokens[place]!.put(color)) this.#queue.push({ place, color });
  }

  /** A token exists for which bindings may wait. */
  #awake(key: string): void {
    for (const each of this.#waiting.get(key) ?? []) if (--each.missing === 0) this.#possible(each.effect);
    this.#waiting.delete(key);
  }
}

/** The tokens of a place: those that are put, and of these the ones that matching may use. */
class TokenTable {
  readonly #sort: Sort;
  readonly #put = new Set<number>();
  readonly #existing = new Set<number>();
  readonly #list: number[] = [];
  /** For some items of a tuple, the colors by the color of the item. */
  readonly #sorted = new Map<number, Map<number, number[]>>();

  constructor(sort: Sort) {
    this.#sort = sort;
  }

  /** Whether the token is new. */
  put(color: number): boolean {
    return !this.#put.has(color) && Boolean(this.#put.add(color));
  }

  /** To be called before any token exists. */
  sortBy(item: number): void {
    getOrAdd(this.#sorted, item, () => new Map<number, number[]>());
  }

  exist(color: number): void {
    this.#existing.add(color);
    this.#list.push(color);
    if (this.#sorted.size === 0) return;
    const parts = partsOfColor(this.#sort, color);
    for (const [item, lists] of this.#sorted) getOrAdd(lists, parts[item]!, () => []).push(color);
  }

  has(color: number): boolean {
    return this.#existing.has(color);
  }

  /** The colors whose item number `by` is `item`, or all. */
  colors(by: number | undefined, item: number): readonly number[] {
    return by === undefined ? this.#list : (this.#sorted.get(by)!.get(item) ?? []);
  }
}

/** The tokens that a bag certainly contains, as far as their colors determine variables. */
function patternsOf(place: number, bag: BagTerm): Pattern[] {
  switch (bag.kind) {
    case "tokens":
      return isInvertible(bag.term) ? [{ place, term: bag.term, variables: variablesOf(bag.term) }] : [];
    case "times":
      return bag.factor > 0 ? patternsOf(place, bag.bag) : [];
    case "add":
      return bag.bags.flatMap((part) => patternsOf(place, part));
    case "all":
    case "empty":
    case "subtract":
    case "tuples":
      return [];
  }
}

function isInvertible(term: ColorTerm): boolean {
  switch (term.kind) {
    case "color":
    case "variable":
      return true;
    case "shift":
      return isInvertible(term.operand);
    case "tuple":
      return term.items.every(isInvertible);
    case "element":
      return false;
  }
}

/** Binds variables so that a term has a color. If that is impossible, some of them may be bound nevertheless. */
function match(term: ColorTerm, color: number, binding: Int32Array): boolean {
  look();
  switch (term.kind) {
    case "color":
      return term.color === color;
    case "variable":
      if (binding[term.variable] === unbound) binding[term.variable] = color;
      return binding[term.variable] === color;
    case "shift": {
      const { size } = term.sort;
      return match(term.operand, (color - term.by + size) % size, binding);
    }
    case "tuple": {
      if (term.items.length === 1) return match(term.items[0]!, color, binding);
      const parts = partsOfColor(term.sort, color);
      return term.items.every((item, i) => match(item, parts[i]!, binding));
    }
    case "element":
      return colorOf(term, binding) === color;
  }
}

/** The item of a tuple with the most colors among those that are known. */
function knownItem(term: ColorTerm, isKnown: (variables: ReadonlySet<number>) => boolean): number | undefined {
  if (term.kind !== "tuple" || term.items.length === 1) return undefined;
  const items = [...term.items.keys()].filter((i) => isKnown(variablesOf(term.items[i]!)));
  return items.sort((a, b) => term.items[b]!.sort.size - term.items[a]!.sort.size || a - b)[0];
}

function itemOf(term: ColorTerm, i: number): ColorTerm {
  return term.kind === "tuple" ? term.items[i]! : term;
}
