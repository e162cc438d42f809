/**
 * Unfolds symmetric nets: a place for each place and color that can hold a token, a transition for each transition and
 * binding that satisfies its condition and whose tokens can exist (`bindings.ts`).
 *
 * Names are those of the colored net followed by the colors, as in `Think_3`.
 */

import type { Collector } from "../../syntax/collector.ts";
import { Refused, attempt } from "../../syntax/refused.ts";
import { look } from "../../util/limits.ts";
import { getOrAdd, Numbering } from "../../util/numbering.ts";
import { sizeLimit, tokenLimit } from "../petri/petri-net.ts";
import type { Arc, Origin, PetriNet, PetriTransition, Place } from "../petri/petri-net.ts";
import { ArcSum } from "./arc-sum.ts";
import { Bindings } from "./bindings.ts";
import type { ColoredTransition, Effect, Token } from "./bindings.ts";
import type { Connection, Connections } from "./connect.ts";
import { Declarations } from "./declare.ts";
import type { Variable } from "./declare.ts";
import type { Document, PlaceNode, TransitionNode, Range } from "./document.ts";
import { parseBag, parseCondition } from "./parse-term.ts";
import { basicColors, basicParts, colorSuffix, dotSort } from "./sorts.ts";
import type { Sort } from "./sorts.ts";
import { bagOf, variablesOf } from "./term.ts";
import type { BagTerm, ConditionTerm } from "./term.ts";

/** The most tokens and colors that are tried in bindings, and the most arcs, for all transitions together. */
const bindingLimit = 20_000_000;
const arcLimit = 5_000_000;

/** Throws `Refused` if an error makes it pointless to go on. */
export function unfold(collector: Collector, document: Document, connections: Connections): PetriNet {
  return new Unfolder(collector, document, connections).run();
}

interface ColoredPlace {
  readonly node: PlaceNode;
  readonly number: number;
  readonly sort: Sort;
}

interface ColoredArc {
  readonly place: ColoredPlace;
  readonly isInput: boolean;
  readonly bag: BagTerm;
  readonly range: Range;
}

interface Step extends ColoredTransition {
  readonly node: TransitionNode;
  readonly arcs: readonly ColoredArc[];
}

/** A transition under one binding. */
interface Instance extends Effect {
  readonly transition: number;
  /** The colors of the transition's variables. */
  readonly colors: readonly number[];
  readonly tokens: readonly { readonly token: Token; readonly takes: number; readonly puts: number }[];
}

class Unfolder {
  readonly #collector: Collector;
  readonly #document: Document;
  readonly #connections: Connections;
  readonly #declarations: Declarations;
  readonly #places: (ColoredPlace | undefined)[] = [];
  #bindings = 0;
  #arcs = 0;

  constructor(collector: Collector, document: Document, connections: Connections) {
    this.#collector = collector;
    this.#document = document;
    this.#connections = connections;
    this.#declarations = new Declarations(collector, document.declarations);
  }

  run(): PetriNet {
    const { places, transitions, arcs } = this.#connections;
    for (const [number, node] of places.entries()) {
      const sort = this.#attempt(() => this.#sortOf(node));
      this.#places.push(sort && { node, number, sort });
    }
    const markings = this.#places.map((place) => place && this.#attempt(() => this.#marking(place)));
    const steps = transitions.map((node, t) => this.#attempt(() => this.#stepOf(node, arcs[t]!)));
    if (!this.#collector.empty) throw new Refused();
    const { tokens, instances } = this.#play(
      steps.map((step) => step!),
      markings.map((marking) => marking!),
    );
    const { unfoldedPlaces, origins, sorts, numberOf } = this.#unfoldPlaces(
      tokens,
      markings.map((marking) => marking!),
    );
    const unfolded = instances.map((instance) => this.#unfoldInstance(steps[instance.transition]!, instance, numberOf));
    const name = this.#document.name ?? this.#document.id;
    return { name, places: unfoldedPlaces, transitions: unfolded, unfolding: { sorts, origins } };
  }

  #sortOf(node: PlaceNode): Sort {
    const d = this.#declarations;
    if (!node.sort) return d.refuse("missing-type", `expected the type of the place \`${node.id}\`, found none`, node);
    return d.sort(d.only(node.sort));
  }

  #marking({ node, sort }: ColoredPlace): ReadonlyMap<number, number> {
    if (!node.marking || node.marking.children.length === 0) return new Map();
    const bag = parseBag(this.#declarations, node.marking, sort);
    if (variablesOf(bag).size > 0) {
      const message = "expected colors in an initial marking, found a variable";
      this.#declarations.refuse("variable-in-marking", message, node.marking);
    }
    const marking = bagOf(bag, []);
    this.#checkBag(marking, node.marking);
    return marking;
  }

  #stepOf(node: TransitionNode, connections: readonly Connection[]): Step {
    const d = this.#declarations;
    const condition = node.condition && parseCondition(d, node.condition);
    const arcs = connections.flatMap(({ arc, place: number, isInput }): ColoredArc[] => {
      const place = this.#places[number];
      if (!place) return [];
      if (arc.inscription) return [{ place, isInput, bag: parseBag(d, arc.inscription, place.sort), range: arc }];
      if (place.sort.kind !== "dot") {
        return d.refuse("missing-inscription", "expected an inscription of the arc, found none", arc);
      }
      const bag: BagTerm = { kind: "tokens", sort: dotSort, term: { kind: "color", sort: dotSort, color: 0 } };
      return [{ place, isInput, bag, range: arc }];
    });
    const guard = condition ? conjuncts(condition) : [];
    const used = new Set<number>();
    for (const { bag } of arcs) variablesOf(bag, used);
    for (const conjunct of guard) variablesOf(conjunct, used);
    const takes = arcs.filter(({ isInput }) => isInput).map(({ place, bag }) => ({ place: place.number, bag }));
    const variables = [...d.variables.values()].filter(({ number }) => used.has(number));
    return { node, variables, guard, takes, arcs };
  }

  /** The tokens that can exist and the transitions with them, both in the order of the net and of the colors. */
  #play(
    steps: readonly Step[],
    markings: readonly ReadonlyMap<number, number>[],
  ): { readonly tokens: readonly Token[]; readonly instances: readonly Instance[] } {
    const instances: Instance[] = [];
    const bindings = new Bindings<Instance>(
      this.#places.map((place) => place!.sort),
      steps,
      this.#declarations.variables.size,
      {
        onTry: (t) => {
          if (++this.#bindings > bindingLimit) this.#tooLarge("bindings", steps[t]!.node, bindingLimit);
        },
        effectOf: (t, binding) => this.#instanceOf(steps[t]!, t, binding),
        onPossible: (instance) => {
          instances.push(instance);
          if (instances.length > sizeLimit) this.#tooLarge("transitions", steps[instance.transition]!.node);
        },
      },
    );
    bindings.run(
      markings.flatMap((marking, place) =>
        [...marking].filter(([, count]) => count > 0).map(([color]) => ({ place, color })),
      ),
    );
    const tokens = [...bindings.tokens].sort((a, b) => a.place - b.place || a.color - b.color);
    if (tokens.length > sizeLimit) this.#tooLarge("places", this.#places[tokens.at(-1)!.place]!.node);
    instances.sort((a, b) => a.transition - b.transition || inOrder(a.colors, b.colors));
    return { tokens, instances };
  }

  #instanceOf({ node, variables, arcs }: Step, transition: number, binding: Int32Array): Instance {
    look(1 + arcs.length);
    const sums = new Map<number, ArcSum>();
    for (const { place, isInput, bag, range } of arcs) {
      const tokens = bagOf(bag, binding);
      this.#checkBag(tokens, range);
      this.#arcs += tokens.size;
      if (this.#arcs > arcLimit) this.#tooLarge("arcs", node, arcLimit);
      const sum = getOrAdd(sums, place.number, () => new ArcSum());
      for (const [color, count] of tokens) sum.add(color, isInput, count);
    }
    const tokens: { token: Token; takes: number; puts: number }[] = [];
    for (const [place, sum] of sums) {
      if (sum.most() > tokenLimit) this.#tooManyTokens(node);
      for (const { place: color, takes, puts } of sum.arcs()) tokens.push({ token: { place, color }, takes, puts });
    }
    return {
      transition,
      colors: variables.map(({ number }) => binding[number]!),
      tokens,
      takes: tokens.filter(({ takes }) => takes > 0).map(({ token }) => token),
      puts: tokens.filter(({ puts }) => puts > 0).map(({ token }) => token),
    };
  }

  #unfoldPlaces(
    tokens: readonly Token[],
    markings: readonly ReadonlyMap<number, number>[],
  ): {
    unfoldedPlaces: Place[];
    origins: Origin[];
    sorts: { name: string; size: number }[];
    numberOf: (token: Token) => number;
  } {
    const numbering = new Numbering<{ name: string; size: number }>();
    const { items: sorts } = numbering;
    const basic = this.#places.map((place) =>
      basicParts(place!.sort).map(({ key, name, size }) => numbering.numberOf({ name, size }, key)),
    );
    const numbers = this.#places.map(() => new Map<number, number>());
    const unfoldedPlaces: Place[] = [];
    const origins: Origin[] = [];
    for (const { place, color } of tokens) {
      look(2);
      const { node, sort } = this.#places[place]!;
      numbers[place]!.set(color, unfoldedPlaces.length);
      const name = (node.name ?? node.id) + colorSuffix(sort, color);
      const span = this.#collector.span(node.start, node.end);
      unfoldedPlaces.push({ name, initial: markings[place]!.get(color) ?? 0, span });
      origins.push({ place, sorts: basic[place]!, colors: basicColors(sort, color) });
    }
    return { unfoldedPlaces, origins, sorts, numberOf: ({ place, color }) => numbers[place]!.get(color)! };
  }

  #unfoldInstance(
    { node, variables }: Step,
    { colors, tokens }: Instance,
    numberOf: (token: Token) => number,
  ): PetriTransition {
    look(1 + tokens.length);
    const suffix = variables.map(({ sort }: Variable, i) => colorSuffix(sort, colors[i]!)).join("");
    const arcs = tokens.map(({ token, takes, puts }): Arc => ({ place: numberOf(token), takes, puts }));
    arcs.sort((a, b) => a.place - b.place);
    return { name: (node.name ?? node.id) + suffix, arcs, span: this.#collector.span(node.start, node.end) };
  }

  #checkBag(bag: ReadonlyMap<number, number>, place: Range): void {
    for (const count of bag.values()) {
      if (count < 0) {
        const message =
          "expected a bag of tokens, found less than none of some color: more is subtracted than there is";
        this.#declarations.refuse("negative-bag", message, place);
      }
      if (count > tokenLimit) this.#tooManyTokens(place);
    }
  }

  #tooManyTokens(place: Range): never {
    return this.#declarations.refuse("malformed-number", `expected at most ${tokenLimit} tokens, found more`, place);
  }

  #tooLarge(what: string, place: Range, limit: number = sizeLimit): never {
    const message = `expected at most ${limit} ${what} after unfolding, found more`;
    return this.#declarations.refuse("too-large", message, place);
  }

  #attempt<T>(compute: () => T): T | undefined {
    const result = attempt(compute);
    if (this.#collector.full) throw new Refused();
    return result;
  }
}

function conjuncts(term: ConditionTerm): ConditionTerm[] {
  return term.kind === "and" ? term.operands.flatMap(conjuncts) : [term];
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((color, k) => color !== b[k]);
  return i < 0 ? 0 : a[i]! - b[i]!;
}
