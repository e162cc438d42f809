/** Random symmetric nets, as PNML, and their token game, played by the definition on bags of tuples. */

import fc from "fast-check";
import type { Game } from "../petri/token-game.ts";
import {
  all,
  color,
  coloredArc,
  coloredPlace,
  enumeration,
  guarded,
  operation,
  symmetric,
  times,
  user,
  variable,
  variableOf,
} from "./write-net.ts";

/** Two sorts: a cyclic one of three colors and a finite one of two. Tokens are pairs, one of each. */
const cyclic = ["1", "2", "3"];
const finite = ["a", "b"];

/** A side of a pair: a color, a variable, its successor or predecessor, or all colors. */
type Side =
  | { readonly kind: "color" | "variable" | "successor" | "predecessor"; readonly at: number }
  | { readonly kind: "all" };

interface Pair {
  readonly count: number;
  readonly left: Side;
  readonly right: Side;
}

interface ColoredTransition {
  readonly guard: { readonly op: string; readonly left: Side; readonly right: Side } | undefined;
  readonly takes: readonly { readonly place: number; readonly pairs: readonly Pair[] }[];
  readonly puts: readonly { readonly place: number; readonly pairs: readonly Pair[] }[];
}

export interface ColoredNet {
  readonly marking: readonly (readonly Pair[])[];
  readonly transitions: readonly ColoredTransition[];
}

const at = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });
const constant = (max: number): fc.Arbitrary<Side> => at(max).map((i) => ({ kind: "color", at: i }));
const single: fc.Arbitrary<Side> = fc.oneof(
  constant(2),
  fc.record({ kind: fc.constantFrom("variable" as const, "successor" as const, "predecessor" as const), at: at(1) }),
);
// Mostly tokens that move, so that nets neither stop at once nor grow without end.
const left: fc.Arbitrary<Side> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("variable" as const, "successor" as const), at: at(1) }) },
  { weight: 2, arbitrary: single },
  { weight: 1, arbitrary: fc.constant<Side>({ kind: "all" }) },
);
const right: fc.Arbitrary<Side> = fc.oneof(
  { weight: 1, arbitrary: constant(1) },
  { weight: 6, arbitrary: fc.constant<Side>({ kind: "variable", at: 2 }) },
  { weight: 1, arbitrary: fc.constant<Side>({ kind: "all" }) },
);
const pair = fc.record({ count: fc.constantFrom(1, 1, 1, 2), left, right });
const bag = fc.array(pair, { minLength: 1, maxLength: 2, size: "xsmall" });
const arcs = fc.oneof(
  { weight: 3, arbitrary: fc.record({ place: at(1), pairs: pair.map((one) => [one]) }).map((only) => [only]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(fc.record({ place: at(1), pairs: bag }), {
      selector: ({ place }) => place,
      maxLength: 2,
    }),
  },
);
const ops = ["equality", "inequality", "lessthan", "lessthanorequal", "greaterthan", "greaterthanorequal"];

export const coloredNet: fc.Arbitrary<ColoredNet> = fc.record({
  marking: fc.array(
    fc.array(
      fc.record({
        count: fc.constant(1),
        left: fc.oneof(constant(2), fc.constant<Side>({ kind: "all" })),
        right: constant(1),
      }),
      { maxLength: 2 },
    ),
    { minLength: 2, maxLength: 2 },
  ),
  transitions: fc.array(
    fc.record({
      guard: fc.option(fc.record({ op: fc.constantFrom(...ops), left: single, right: single }), { nil: undefined }),
      takes: arcs,
      puts: arcs,
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

// ---------------------------------------------------------------- as PNML

const names = ["x", "y", "v"];

function sideText(side: Side, isLeft: boolean): string {
  switch (side.kind) {
    case "all":
      return all(isLeft ? "C" : "F");
    case "color":
      return color(isLeft ? `C.${cyclic[side.at]!}` : `F.${finite[side.at]!}`);
    case "variable":
      return variable(names[side.at]!);
    case "successor":
    case "predecessor":
      return operation(side.kind, variable(names[side.at]!));
  }
}

function bagText(pairs: readonly Pair[]): string {
  const texts = pairs.map(({ count, left: l, right: r }) =>
    times(count, operation("tuple", sideText(l, true), sideText(r, false))),
  );
  return texts.length === 1 ? texts[0]! : operation("add", ...texts);
}

export function coloredText({ marking, transitions }: ColoredNet): string {
  const declarations = [
    `<namedsort id="P" name="P"><productsort>${user("C")}${user("F")}</productsort></namedsort>`,
    ...["x", "y"].map((name) => variableOf(name, "C")),
    variableOf("v", "F"),
    enumeration("C", cyclic),
    enumeration("F", finite, "finite"),
  ];
  const nodes = marking.map((pairs, p) => coloredPlace(`p${p}`, user("P"), pairs.length === 0 ? "" : bagText(pairs)));
  const connected = transitions.flatMap(({ guard, takes, puts }, t) => [
    guarded(`t${t}`, guard && operation(guard.op, sideText(guard.left, true), sideText(guard.right, true))),
    ...takes.map(({ place, pairs }) => coloredArc(`p${place}`, `t${t}`, bagText(pairs))),
    ...puts.map(({ place, pairs }) => coloredArc(`t${t}`, `p${place}`, bagText(pairs))),
  ]);
  return symmetric(declarations.join("\n"), [...nodes, ...connected].join("\n"));
}

// ---------------------------------------------------------------- the game

/** Tokens of each color of each place, as a list of six numbers for each. */
type Marking = readonly (readonly number[])[];

function sideColors(side: Side, binding: readonly number[], size: number): number[] {
  switch (side.kind) {
    case "all":
      return Array.from({ length: size }, (_, i) => i);
    case "color":
      return [side.at];
    case "variable":
      return [binding[side.at]!];
    case "successor":
      return [(binding[side.at]! + 1) % size];
    case "predecessor":
      return [(binding[side.at]! + size - 1) % size];
  }
}

function bagCounts(pairs: readonly Pair[], binding: readonly number[]): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const { count, left: l, right: r } of pairs) {
    for (const a of sideColors(l, binding, 3)) for (const b of sideColors(r, binding, 2)) counts[2 * a + b]! += count;
  }
  return counts;
}

function compares(op: string, a: number, b: number): boolean {
  const signs: Record<string, boolean> = { equality: a === b, inequality: a !== b, lessthan: a < b };
  Object.assign(signs, { lessthanorequal: a <= b, greaterthan: a > b, greaterthanorequal: a >= b });
  return signs[op]!;
}

export function coloredGame({ marking, transitions }: ColoredNet): Game<Marking> {
  const bindings = [0, 1, 2].flatMap((x) => [0, 1, 2].flatMap((y) => [0, 1].map((v) => [x, y, v])));
  const steps = transitions.flatMap(({ guard, takes, puts }) =>
    bindings
      .filter((b) => !guard || compares(guard.op, sideColors(guard.left, b, 3)[0]!, sideColors(guard.right, b, 3)[0]!))
      .map((b) => {
        const counts = (list: ColoredTransition["takes"], p: number): number[] =>
          bagCounts(list.find(({ place }) => place === p)?.pairs ?? [], b);
        return { takes: [counts(takes, 0), counts(takes, 1)], puts: [counts(puts, 0), counts(puts, 1)] };
      }),
  );
  return {
    initial: marking.map((pairs) => bagCounts(pairs, [])),
    key: (m) => m.join(),
    moves: (m) =>
      steps
        .filter((s) => s.takes.every((counts, p) => counts.every((count, c) => m[p]![c]! >= count)))
        .map((s) => m.map((tokens, p) => tokens.map((count, c) => count - s.takes[p]![c]! + s.puts[p]![c]!))),
  };
}
