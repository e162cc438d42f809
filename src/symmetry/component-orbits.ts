/** The action of symmetries on the components of a model: processes, channels, shared variables. */

import { orbits } from "../group/orbits.ts";
import type { ProgramStructure } from "../hints/program-structure.ts";
import type { Symmetry } from "./symmetry.ts";

/** For each component, the first one of its orbit. */
export function componentOrbits(program: ProgramStructure, generators: readonly Symmetry[]): ArrayLike<number> {
  const images = componentImages(program);
  return orbits(program.components.length, generators.map(images)).least;
}

/**
 * A component is mapped like its slots, and like its number in the slots that refer to it. Slots that never change do
 * not show its image, since symmetries leave them alone.
 */
function componentImages({ components, references }: ProgramStructure): (symmetry: Symmetry) => Int32Array {
  const owners = new Map(components.flatMap(({ slots }, i) => slots.map((slot) => [slot, i] as const)));
  const numbers = new Map(
    components.flatMap((component, i) =>
      Object.entries(component.numbers).map(([numbering, number]) => [`${numbering} ${number}`, i] as const),
    ),
  );
  const numberings = new Map(references.map(({ slot, numbering }) => [slot, numbering]));
  return ({ slots, values }) => {
    const images = Int32Array.from(components, (_, i) => i);
    slots.forEach((to, from) => {
      if (to === from) return;
      const [a, b] = [owners.get(from), owners.get(to)];
      if (a !== undefined && b !== undefined) images[a] = b;
    });
    for (const [slot, map] of values) {
      const numbering = numberings.get(slot);
      if (numbering === undefined) continue;
      for (const [number, image] of map) {
        const [a, b] = [numbers.get(`${numbering} ${number}`), numbers.get(`${numbering} ${image}`)];
        if (a !== undefined && b !== undefined) images[a] = b;
      }
    }
    return images;
  };
}
