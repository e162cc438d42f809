/**
 * Lowers a place/transition net to a sequential model: a variable for each place, a transition for each transition.
 *
 * A place is a range from 0 to its bound. Units and place invariants (`bounds.ts`) or the user give the bound, or else it is
 * a guess: more tokens are a limit of the model, and the net is lowered again with the next guess. If the net may be
 * unbounded, a run that shows it is searched for (`pump.ts`). Each transition mentions only its own places. The one
 * property is freedom from deadlock.
 */

import { colorClasses } from "../../hints/color-classes.ts";
import type { ColorClass } from "../../hints/color-classes.ts";
import { netStructure } from "../../hints/net-structure.ts";
import { netUnits } from "../../hints/net-units.ts";
import { pumping } from "../../hints/pumping.ts";
import { all, binary, integer, variable } from "../../model/build.ts";
import type { Expression, Model, Statement, Transition, Variable } from "../../model/model.ts";
import type { Span } from "../../syntax/source.ts";
import { range } from "../../util/integers.ts";
import { look } from "../../util/limits.ts";
import type { Parsed } from "../language.ts";
import { uniqueNames } from "../unique-names.ts";
import { placeBounds } from "./bounds.ts";
import { tokenLimit } from "./petri-net.ts";
import type { PetriNet, PetriTransition, Origin, Place, Unfolding } from "./petri-net.ts";
import { prune } from "./prune.ts";
import { findPumping } from "./pump.ts";

/** The guesses for places without another bound, one after the other. */
const guesses: readonly number[] = [255, 65_535, tokenLimit];

/** The first guess if the file promises a token per unit. A promise that is not kept costs a second search. */
const promised = 1;

/** The greatest value of a range. */
const mostTokens = 2 ** 31 - 1;

/** `bound` applies to places without a bound from invariants, instead of guesses. */
export function lowerNet(given: PetriNet, bound: number | undefined, span: Span): Parsed {
  const net = prune(given);
  const bounds = placeBounds(net);
  const isGuessed = net.places.map((place, i) => !Number.isFinite(bounds[i]!) && place.bound === undefined);
  const isOpen = isGuessed.includes(true);
  const pumped = isOpen ? findPumping(net, isGuessed) : undefined;
  const withGuess = (guess: number): Model => {
    const model = modelOf(net, net.places.map((place, i) => rangeOf(place, bounds[i]!, guess)), span); // prettier-ignore
    return pumped ? pumping.give(model, pumped) : model;
  };
  const withGuesses = ([guess, ...larger]: readonly number[]): Parsed => ({
    model: withGuess(guess!),
    diagnostics: [],
    enlarged: isOpen && larger.length > 0 ? () => withGuesses(larger) : undefined,
  });
  const usual = net.units?.isSafe === true ? [promised, ...guesses] : guesses;
  return withGuesses(bound === undefined ? usual : [bound]);
}

/** The most tokens of a place, and what it means if that is a guess. */
function rangeOf(place: Place, proven: number, guess: number): { high: number; limit?: string } {
  const least = Math.max(place.initial, 1);
  if (Number.isFinite(proven)) return { high: Math.max(least, Math.min(proven, mostTokens)) };
  if (place.bound !== undefined) return { high: Math.max(least, place.bound) };
  return {
    high: Math.max(least, guess),
    limit: `a place holds more than ${guess} ${guess === 1 ? "token" : "tokens"}`,
  };
}

function modelOf(net: PetriNet, ranges: readonly { high: number; limit?: string }[], span: Span): Model {
  const placeName = uniqueNames();
  const transitionName = uniqueNames();
  const variables = net.places.map(({ name, initial, span: own }, i): Variable => {
    look();
    const { high, ...limit } = ranges[i]!;
    const type = { kind: "range", low: 0, high } as const;
    return { name: placeName(name), type, initial: { kind: "value", value: initial }, ...limit, span: own };
  });
  const model: Model = {
    name: net.name,
    constants: [],
    types: [],
    variables,
    predicates: [],
    transitions: net.transitions.map((t) => lowerTransition(t, transitionName(t.name), variables)),
    properties: [{ kind: "deadlock", name: "deadlock-free", span }],
  };
  // Each place is one slot, so places and slots have the same numbers.
  const structured = netStructure.give(model, { transitions: net.transitions.map(({ arcs }) => ({ arcs })) });
  const hinted = net.units ? netUnits.give(structured, net.units.places) : structured;
  return net.unfolding ? colorClasses.give(hinted, classesOfColors(net.unfolding)) : hinted;
}

function lowerTransition({ arcs, span }: PetriTransition, name: string, variables: readonly Variable[]): Transition {
  look(1 + arcs.length);
  const read = (i: number): Expression => variable(variables[i]!.name);
  const tests = arcs
    .filter(({ takes }) => takes > 0)
    .map(({ place, takes }) => binary(">=", read(place), integer(takes)));
  const body = arcs
    .filter(({ takes, puts }) => takes !== puts)
    .map(({ place, takes, puts }): Statement => {
      const value = binary(puts > takes ? "+" : "-", read(place), integer(Math.abs(puts - takes)));
      return { kind: "assign", target: read(place), value, span: variables[place]!.span };
    });
  return { name, parameters: [], guard: all(tests), body, span };
}

// ---------------------------------------------------------------- colors
//
// The action of color permutations on the places of an unfolded net. For each sort, neighboring colors are exchanged,
// and all colors are rotated, in all colored places at once. A permutation that maps some place to one that was pruned
// is not a symmetry of the net.

/** The colors of a larger sort are numbers rather than identities, and there are too many exchanges to try. */
const sizeLimit = 256;

function classesOfColors({ sorts, origins }: Unfolding): ColorClass[] {
  const keyed = (origin: Origin, image: (sort: number, color: number) => number): string => {
    look();
    return keyOf(origin, image);
  };
  const numbers = new Map(origins.map((origin, i) => [keyed(origin, (_, color) => color), i]));
  const unmoved = range(origins.length);
  const result: ColorClass[] = [];
  sorts.forEach(({ name, size }, sort) => {
    if (size < 2 || size > sizeLimit) return;
    const colored = byColor(origins, sort, size);
    const permuted = (image: (color: number) => number): Int32Array | undefined => {
      look(origins.length >> 4);
      const slots = unmoved.slice();
      let isMoved = false;
      for (const [color, places] of colored.entries()) {
        if (image(color) === color) continue;
        for (const i of places) {
          const to = numbers.get(keyed(origins[i]!, (s, other) => (s === sort ? image(other) : other)));
          if (to === undefined) return undefined;
          slots[i] = to;
          isMoved ||= to !== i;
        }
      }
      return isMoved ? slots : undefined;
    };
    const exchanges: Int32Array[] = [];
    for (let a = 0; a + 1 < size; a++) {
      const exchange = permuted((color) => (color === a ? a + 1 : color === a + 1 ? a : color));
      if (exchange) exchanges.push(exchange);
    }
    const rotation = size > 2 ? permuted((color) => (color + 1) % size) : undefined;
    if (exchanges.length > 0 || rotation) result.push({ sort: name, exchanges, rotation });
  });
  return result;
}

/** The places that mention each color of a sort. */
function byColor(origins: readonly Origin[], sort: number, size: number): number[][] {
  const result: number[][] = Array.from({ length: size }, () => []);
  for (const [i, { sorts, colors }] of origins.entries()) {
    sorts.forEach((s, k) => s === sort && result[colors[k]!]!.push(i));
  }
  return result;
}

function keyOf({ place, sorts, colors }: Origin, image: (sort: number, color: number) => number): string {
  return `${place} ${colors.map((color, i) => image(sorts[i]!, color)).join(" ")}`;
}
