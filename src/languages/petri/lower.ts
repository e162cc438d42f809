/**
 * A place/transition net as a sequential model: a variable for each place, a transition for each transition.
 *
 * A place is a range from 0 to its bound: what place invariants prove (`bounds.ts`), what the user says, or else `defaultBound`. More
 * tokens than that are a run-time error, so a bound that is too small is found out, never silently wrong. Each transition
 * mentions only the places it is connected to. The one property is freedom from deadlock.
 */

import { chain } from "../../model/chain.ts";
import type { Expression, Model, Statement, Transition, Variable } from "../../model/model.ts";
import type { Net } from "../../model/net.ts";
import type { Span } from "../../syntax/source.ts";
import { uniqueNames } from "../unique-names.ts";
import { placeBounds } from "./bounds.ts";
import { colorings } from "./colorings.ts";
import type { PetriNet, PetriTransition } from "./petri-net.ts";
import { prune } from "./prune.ts";

/** For places without another bound. */
const defaultBound = 255;

/** The most that a range can have. */
const mostTokens = 2 ** 31 - 1;

/** `bound` is for places of which invariants say nothing. */
export function lowerNet(given: PetriNet, bound: number | undefined, span: Span): Model {
  const net = prune(given);
  const bounds = placeBounds(net);
  const placeName = uniqueNames();
  const transitionName = uniqueNames();
  const variables = net.places.map((place, i): Variable => {
    const least = Math.max(place.initial, 1);
    const proven = Math.min(bounds[i]!, mostTokens);
    const high = Math.max(least, Number.isFinite(bounds[i]!) ? proven : (place.bound ?? bound ?? defaultBound));
    return {
      name: placeName(place.name),
      type: { kind: "range", low: 0, high },
      initial: { kind: "value", value: place.initial },
      span: place.span,
    };
  });
  return {
    name: net.name,
    constants: [],
    types: [],
    variables,
    predicates: [],
    transitions: net.transitions.map((t) => lowerTransition(t, transitionName(t.name), variables)),
    properties: [{ kind: "deadlock", name: "deadlock-free", span }],
    net: structureOf(net),
  };
}

function lowerTransition({ arcs, span }: PetriTransition, name: string, variables: readonly Variable[]): Transition {
  const place = (i: number): Expression => ({ kind: "variable", name: variables[i]!.name });
  const needed = arcs.filter(({ takes }) => takes > 0);
  const tests = needed.map((arc): Expression => ({
    kind: "binary",
    op: ">=",
    left: place(arc.place),
    right: number(arc.takes),
  }));
  const body = arcs
    .filter(({ takes, puts }) => takes !== puts)
    .map(({ place: i, takes, puts }): Statement => {
      const op = puts > takes ? "+" : "-";
      const value: Expression = { kind: "binary", op, left: place(i), right: number(Math.abs(puts - takes)) };
      return { kind: "assign", target: place(i), value, span: variables[i]!.span };
    });
  const guard: Expression =
    tests.length === 0
      ? { kind: "boolean", value: true }
      : chain(tests, (left, right) => ({ kind: "binary", op: "&&", left, right }));
  return { name, parameters: [], guard, body, span };
}

function number(value: number): Expression {
  return { kind: "integer", value };
}

/** Each place is one slot, so they have the same numbers. */
function structureOf({ transitions, unfolding }: PetriNet): Net {
  return { transitions: transitions.map(({ arcs }) => ({ arcs })), colorings: unfolding ? colorings(unfolding) : [] };
}
