/** The numbers of steps. */

import type { Transition } from "../model/model.ts";
import { isScalar, lengthOf, lowOf } from "../model/slots.ts";
import { participantsOf, visitExpression } from "../model/traverse.ts";
import type { Choice } from "./ground-expression.ts";

/** How the steps of a transition are numbered: from `first` on, by the values of some of its parameters. */
export interface Numbering {
  readonly first: number;
  /** For each parameter, its lowest value and the distance between two values; `undefined` if it does not count. */
  readonly places: readonly ({ readonly low: number; readonly stride: number } | undefined)[];
}

/** The number of the step with these values of the parameters. */
export function stepNumber({ first, places }: Numbering, choice: readonly (readonly number[])[]): number {
  return places.reduce((sum, place, k) => sum + (place ? (choice[k]![0]! - place.low) * place.stride : 0), first);
}

/** The most steps of one transition that are told apart. */
const mostOfOne = 256;

/** The choices of parameters that are told apart: of those that tell who moves first, then of others, while few. */
export function toldApart(transition: Transition): {
  readonly choices: readonly Choice[];
  readonly places: Numbering["places"];
} {
  const { parameters } = transition;
  const owning = new Set<string>();
  for (const { indices } of participantsOf(transition)) {
    for (const e of indices) visitExpression(e, (part) => part.kind === "local" && owning.add(part.name));
  }
  const positions = [...parameters.keys()].sort(
    (a, b) => Number(owning.has(parameters[b]!.name)) - Number(owning.has(parameters[a]!.name)) || a - b,
  );
  const kept = new Set<number>();
  let count = 1;
  for (const k of positions) {
    const { type } = parameters[k]!;
    if (!isScalar(type) || count * lengthOf(type) > mostOfOne) continue;
    kept.add(k);
    count *= lengthOf(type);
  }
  const places: Numbering["places"][number][] = [];
  let stride = count;
  let choices: Choice[] = [[]];
  parameters.forEach(({ type }, k) => {
    if (!kept.has(k) || !isScalar(type)) {
      places.push(undefined);
      choices = choices.map((choice) => [...choice, undefined]);
      return;
    }
    const low = lowOf(type);
    stride /= lengthOf(type);
    places.push({ low, stride });
    const values = Array.from({ length: lengthOf(type) }, (_, i) => [low + i]);
    choices = choices.flatMap((choice) => values.map((value) => [...choice, value]));
  });
  return { choices, places };
}
