/**
 * What symmetries do to the components of a program: processes, channels and variables, or rebecs. A symmetry maps
 * slots to slots; people think of the components that these belong to.
 */

import { orbits } from "../group/orbits.ts";
import type { Permutation } from "../group/permutation.ts";
import type { Component, ProgramStructure } from "../hints/program-structure.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import type { Symmetry } from "../symmetry/symmetry.ts";
import { grouped } from "../util/numbering.ts";

/** The component that each component is mapped to; itself if there is none, or it has no slots that tell it. */
export function componentImages({ components, links }: ProgramStructure, slots: Int32Array): Permutation {
  const ownerOf = new Int32Array(slots.length).fill(-1);
  components.forEach(({ slots: own }, i) => own.forEach((slot) => (ownerOf[slot] = i)));
  const images = Int32Array.from(components, (_, i) => imageOf(components, i, slots, ownerOf));
  followLinks(components, links, images);
  return images;
}

/** The orbits of components, those of one component left out. */
export function componentOrbits(structure: ProgramStructure, group: SymmetryGroup): string[][] {
  const { components } = structure;
  const { least } = orbits(
    components.length,
    group.generators.map(({ slots }) => componentImages(structure, slots)),
  );
  const members = grouped(components.keys(), (i) => least[i]!);
  return [...members.values()].filter(({ length }) => length > 1).map((orbit) => orbit.map((i) => components[i]!.name));
}

/**
 * A symmetry as cycles of components, `(c1 c4)(c2 c5)(lb1 lb2)`; `undefined` if these do not tell what it does: it
 * moves slots of no component, or changes values only.
 */
export function componentCycles(structure: ProgramStructure, { slots }: Symmetry): string | undefined {
  const { components } = structure;
  const images = componentImages(structure, slots);
  if (new Set(images).size < images.length) return undefined;
  const told = slots.map((to, slot) => (to === slot ? 1 : 0));
  components.forEach(({ slots: own }, i) => {
    const other = components[images[i]!]!.slots;
    own.forEach((slot, k) => {
      if (slots[slot] === other[k]) told[slot] = 1;
    });
  });
  if (told.includes(0)) return undefined;
  const seen = new Set<number>();
  let text = "";
  for (let i = 0; i < images.length; i++) {
    if (seen.has(i) || images[i] === i) continue;
    const cycle: string[] = [];
    for (let j = i; !seen.has(j); j = images[j]!) {
      seen.add(j);
      cycle.push(components[j]!.name);
    }
    text += `(${cycle.join(" ")})`;
  }
  return text === "" ? undefined : text;
}

/** The component that the slots of component i are mapped to. Slots that never change stay, and tell nothing. */
function imageOf(components: readonly Component[], i: number, slots: Int32Array, ownerOf: Int32Array): number {
  const { slots: own, kind, type } = components[i]!;
  const moved = own.find((slot) => slots[slot] !== slot);
  const other = moved === undefined ? -1 : ownerOf[slots[moved]!]!;
  return other >= 0 && components[other]!.kind === kind && components[other]!.type === type ? other : i;
}

/**
 * Maps a component without slots, such as a channel without a buffer, along with its neighbors, if that determines its
 * image.
 */
function followLinks(components: readonly Component[], links: ProgramStructure["links"], images: Int32Array): void {
  const near = (i: number, moved: (k: number) => number): string => {
    const around = links.flatMap(({ from, to }) => [
      ...(from === i ? [`to ${moved(to)}`] : []),
      ...(to === i ? [`from ${moved(from)}`] : []),
    ]);
    return around.sort().join();
  };
  components.forEach(({ kind, type, slots }, i) => {
    if (slots.length > 0) return;
    const there = near(i, (k) => images[k]!);
    const [only, another] = [...components.keys()].filter(
      (j) => components[j]!.kind === kind && components[j]!.type === type && near(j, (k) => k) === there,
    );
    if (only !== undefined && another === undefined) images[i] = only;
  });
}
