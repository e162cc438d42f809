/**
 * Unfolds symmetric nets: a place for each place and color, a transition for each transition and binding that satisfies
 * its condition.
 *
 * Bindings are built variable by variable, and each part of a conjunction is tested as soon as its variables are bound.
 * Names are those of the colored net followed by the colors, as in `Think_3`.
 */

import type { Collector } from "../../syntax/collector.ts";
import { Refused, attempt } from "../../syntax/refused.ts";
import { look } from "../../util/limits.ts";
import { Numbering } from "../../util/numbering.ts";
import { sizeLimit, tokenLimit } from "../petri/petri-net.ts";
import type { Origin, PetriNet, PetriTransition, Place } from "../petri/petri-net.ts";
import { ArcSum } from "./arc-sum.ts";
import type { Connection, Connections } from "./connect.ts";
import { Declarations } from "./declare.ts";
import type { Document, PlaceNode, TransitionNode, Range } from "./document.ts";
import { parseBag, parseCondition } from "./parse-term.ts";
import { basicColors, basicParts, colorSuffix, dotSort } from "./sorts.ts";
import type { Sort } from "./sorts.ts";
import { bagOf, holds, variablesOf } from "./term.ts";
import type { BagTerm, ConditionTerm } from "./term.ts";

/** The most bindings that are tried, and the most colors on arcs under them, for all transitions together. */
const bindingLimit = 20_000_000;
const arcLimit = 5_000_000;

/** Throws `Refused` if an error makes it pointless to go on. */
export function unfold(collector: Collector, document: Document, connections: Connections): PetriNet {
  return new Unfolder(collector, document, connections).run();
}

interface ColoredPlace {
  readonly node: PlaceNode;
  readonly sort: Sort;
  /** The number of the place with color 0. */
  readonly first: number;
}

interface ColoredArc {
  readonly place: ColoredPlace;
  readonly isInput: boolean;
  readonly bag: BagTerm;
  readonly range: Range;
}

class Unfolder {
  readonly #collector: Collector;
  readonly #document: Document;
  readonly #connections: Connections;
  readonly #declarations: Declarations;
  readonly #places: (ColoredPlace | undefined)[] = [];
  readonly #unfolded: PetriTransition[] = [];
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
    let count = 0;
    for (const node of places) {
      const sort = this.#attempt(() => this.#sortOf(node));
      this.#places.push(sort && { node, sort, first: count });
      count += sort?.size ?? 0;
      if (count > sizeLimit) this.#tooLarge("places", node);
    }
    const markings = this.#places.map((place) => place && this.#attempt(() => this.#marking(place)));
    const steps = transitions.map((node, t) => this.#attempt(() => this.#termsOf(node, arcs[t]!)));
    if (!this.#collector.empty) throw new Refused();
    const { unfoldedPlaces, origins, sorts } = this.#unfoldPlaces(markings);
    transitions.forEach((node, t) => this.#unfoldTransition(node, steps[t]!));
    if (!this.#collector.empty) throw new Refused();
    const name = this.#document.name ?? this.#document.id;
    return { name, places: unfoldedPlaces, transitions: this.#unfolded, unfolding: { sorts, origins } };
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

  #termsOf(node: TransitionNode, connections: readonly Connection[]): { guard: ConditionTerm[]; arcs: ColoredArc[] } {
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
    return { guard: condition ? conjuncts(condition) : [], arcs };
  }

  #unfoldPlaces(markings: readonly (ReadonlyMap<number, number> | undefined)[]): {
    unfoldedPlaces: Place[];
    origins: Origin[];
    sorts: { name: string; size: number }[];
  } {
    const numbering = new Numbering<{ name: string; size: number }>();
    const { items: sorts } = numbering;
    const numberOf = ({ key, name, size }: Sort): number => numbering.numberOf({ name, size }, key);
    const unfoldedPlaces: Place[] = [];
    const origins: Origin[] = [];
    this.#places.forEach((place, number) => {
      const { node, sort } = place!;
      const basic = basicParts(sort).map(numberOf);
      const span = this.#collector.span(node.start, node.end);
      for (let color = 0; color < sort.size; color++) {
        look();
        const name = (node.name ?? node.id) + colorSuffix(sort, color);
        unfoldedPlaces.push({ name, initial: markings[number]!.get(color) ?? 0, span });
        origins.push({ place: number, sorts: basic, colors: basicColors(sort, color) });
      }
    });
    return { unfoldedPlaces, origins, sorts };
  }

  #unfoldTransition(node: TransitionNode, { guard, arcs }: { guard: ConditionTerm[]; arcs: ColoredArc[] }): void {
    const used = new Set<number>();
    for (const { bag } of arcs) variablesOf(bag, used);
    for (const conjunct of guard) variablesOf(conjunct, used);
    const declared = [...this.#declarations.variables.values()];
    const variables = declared.filter(({ number }) => used.has(number));
    // A conjunct is tested when the last of its variables is bound.
    const tests: ConditionTerm[][] = [...variables, undefined].map(() => []);
    for (const conjunct of guard) {
      const numbers = variablesOf(conjunct);
      tests[variables.findLastIndex(({ number }) => numbers.has(number)) + 1]!.push(conjunct);
    }
    const binding = new Int32Array(declared.length);
    const span = this.#collector.span(node.start, node.end);
    const bind = (depth: number): void => {
      if (++this.#bindings > bindingLimit) this.#tooLarge("bindings", node, bindingLimit);
      if (!tests[depth]!.every((test) => holds(test, binding))) return;
      const variable = variables[depth];
      if (variable) {
        for (let color = 0; color < variable.sort.size; color++) {
          look();
          binding[variable.number] = color;
          bind(depth + 1);
        }
        return;
      }
      const sum = new ArcSum();
      for (const { place, isInput, bag, range } of arcs) {
        const tokens = bagOf(bag, binding);
        this.#checkBag(tokens, range);
        this.#arcs += tokens.size;
        if (this.#arcs > arcLimit) this.#tooLarge("arcs", node, arcLimit);
        for (const [color, count] of tokens) sum.add(place.first + color, isInput, count);
      }
      if (sum.most() > tokenLimit) this.#tooManyTokens(node);
      const suffix = variables.map(({ sort, number }) => colorSuffix(sort, binding[number]!)).join("");
      this.#unfolded.push({ name: (node.name ?? node.id) + suffix, arcs: sum.arcs(), span });
      if (this.#unfolded.length > sizeLimit) this.#tooLarge("transitions", node);
    };
    bind(0);
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
