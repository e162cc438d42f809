/** Explains which rebecs are symmetric, why others are not, and where the published algorithm differs. */

import type { ProgramStructure } from "../../hints/program-structure.ts";
import { componentOrbits } from "../component-orbits.ts";
import type { Symmetry } from "../symmetry.ts";
import { publishedClasses } from "./published-classes.ts";

export interface ActorOrbits {
  /** The orbits of rebecs under the symmetries. A fixed rebec has an orbit of its own. */
  readonly orbits: readonly (readonly string[])[];
  /** For neighboring orbits of a class, the difference between them. */
  readonly reasons: readonly string[];
  /** The classes of the published algorithm. A class that is not within an orbit is unsound. */
  readonly published: readonly { readonly rebecs: readonly string[]; readonly withinOrbit: boolean }[];
}

export function actorOrbits(
  program: ProgramStructure,
  generators: readonly Symmetry[],
  initial: ArrayLike<number> | undefined,
  slotName: (slot: number) => string,
): ActorOrbits {
  const { components } = program;
  const least = componentOrbits(program, generators);
  const orbits = new Map<number, number[]>();
  components.forEach((_, i) => orbits.set(least[i]!, [...(orbits.get(least[i]!) ?? []), i]));
  const nameOf = (i: number): string => components[i]!.name;
  const last = new Map<string, number>();
  const reasons: string[] = [];
  for (const first of orbits.keys()) {
    const { type } = components[first]!;
    const before = last.get(type);
    last.set(type, first);
    if (before === undefined) continue;
    const why = difference(program, least, before, first, initial, slotName);
    reasons.push(`${nameOf(before)} and ${nameOf(first)} are not alike: ${why}`);
  }
  const published = publishedClasses(program).map((members) => ({
    rebecs: members.map(nameOf),
    withinOrbit: members.every((i) => least[i] === least[members[0]!]),
  }));
  return { orbits: [...orbits.values()].map((orbit) => orbit.map(nameOf)), reasons, published };
}

/** The difference between two rebecs of a class. */
function difference(
  { components, links, references, known = [] }: ProgramStructure,
  orbitOf: ArrayLike<number>,
  a: number,
  b: number,
  initial: ArrayLike<number> | undefined,
  slotName: (slot: number) => string,
): string {
  const [first, second] = [components[a]!, components[b]!];
  const isReference = new Set(references.map(({ slot }) => slot));
  const at = first.slots.findIndex(
    (slot, k) => initial && !isReference.has(slot) && initial[slot] !== initial[second.slots[k]!],
  );
  if (at >= 0) {
    const [x, y] = [first.slots[at]!, second.slots[at]!];
    return `at first ${slotName(x)} is ${initial![x]} and ${slotName(y)} is ${initial![y]}`;
  }
  if (known[a]!.length !== known[b]!.length) return "only one of them is there from the beginning";
  const place = known[a]!.findIndex((x, k) => orbitOf[x] !== orbitOf[known[b]![k]!]);
  if (place >= 0) {
    const [x, y] = [components[known[a]![place]!]!, components[known[b]![place]!]!];
    return `${first.name} knows ${x.name}, ${second.name} knows ${y.name}, and these are not alike`;
  }
  /** The rebecs that know a rebec, up to symmetry, with the labels of the links. */
  const knownBy = (i: number): Map<string, { readonly from: number; readonly label: string }> =>
    new Map(
      links
        .filter(({ to }) => to === i)
        .map(({ from, label = "" }) => [`${orbitOf[from]} ${label}`, { from, label }] as const),
    );
  const [byFirst, bySecond] = [knownBy(a), knownBy(b)];
  for (const [x, y, how, other] of [
    [first, second, byFirst, bySecond],
    [second, first, bySecond, byFirst],
  ] as const) {
    // prettier-ignore
    const found = [...how].find(([key]) => !other.has(key))?.[1];
    if (!found) continue;
    const knower = components[found.from]!;
    const list = known[found.from]!.indexOf(components.indexOf(x)) + 1;
    return `${knower.name} knows ${x.name} in place ${list} of its list, and does not know ${y.name} there, nor anywhere that its class treats alike`;
  }
  return "no permutation of the other rebecs goes along with their exchange";
}
