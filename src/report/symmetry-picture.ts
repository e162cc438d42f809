/**
 * What there is to draw of a group: the parts of a model, which of them are linked, the orbit of each, and what each
 * generator maps it to.
 *
 * A program has processes, channels and variables, or actors that know each other. A net has places and transitions. Of
 * all models there are the variables, slot by slot. Parts in one orbit have one number, and the slots of a process have
 * the number of the process, so that one color means one thing.
 */

import { orbits } from "../group/orbits.ts";
import { netStructure } from "../hints/net-structure.ts";
import type { NetStructure } from "../hints/net-structure.ts";
import { programStructure } from "../hints/program-structure.ts";
import type { ProgramStructure } from "../hints/program-structure.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import type { FoundSymmetries } from "../symmetry/find.ts";
import { getOrAdd, grouped, Numbering } from "../util/numbering.ts";
import { componentImages } from "./component-images.ts";

export interface PicturePart {
  readonly name: string;
  readonly kind: "process" | "channel" | "variable" | "place" | "transition" | "slot";
  /** The number of the orbit; absent if the part is alone in it. */
  readonly orbit?: number | undefined;
  /** What each generator maps the part to, by position. */
  readonly images: readonly number[];
}

/** From one part to another, by position. */
export interface PictureLink {
  readonly from: number;
  readonly to: number;
  /** Whether something flows both ways, one way, or not at all. */
  readonly heads: "both" | "one" | "none";
}

export interface SymmetryPicture {
  /** What the parts are; `undefined` if the model has only variables. */
  readonly kind: "channels" | "actors" | "net" | undefined;
  readonly parts: readonly PicturePart[];
  readonly links: readonly PictureLink[];
  /** The slots of the variables, in order. */
  readonly slots: readonly PicturePart[];
  /** Words of the text whose parts are in one orbit, with its number. */
  readonly words: readonly (readonly [word: string, orbit: number])[];
}

/** Parts with positions, and permutations of them. */
interface Acted {
  readonly parts: readonly Pick<PicturePart, "name" | "kind">[];
  readonly links: readonly PictureLink[];
  readonly images: readonly ArrayLike<number>[];
  /** Further permutations, which only join orbits. */
  readonly joining?: readonly ArrayLike<number>[];
}

export function symmetryPicture(model: Model, { group, permutations }: FoundSymmetries): SymmetryPicture {
  const structure = programStructure.of(model);
  const net = netStructure.of(model);
  const moves = group.generators.map(({ slots }) => slots);
  const acted = structure ? ofProgram(structure, moves, permutations) : net ? ofNet(model, net, moves) : undefined;
  const numbering = new Numbering<string>();
  const parts = acted ? numbered(acted, (least) => numbering.numberOf(`part ${least}`)) : [];
  const owners = new Map(structure?.components.flatMap(({ slots }, i) => slots.map((slot) => [slot, i] as const)));
  const isPlaces = net !== undefined && structure === undefined;
  const slots = numbered(
    { parts: facts(model).slots.map(({ name }) => ({ name, kind: "slot" })), links: [], images: moves },
    (least) => {
      const owner = isPlaces ? least : owners.get(least);
      const own = owner === undefined ? undefined : parts[owner]?.orbit;
      return own ?? numbering.numberOf(`slot ${least}`);
    },
  );
  const kind = structure ? (structure.known ? "actors" : "channels") : net ? "net" : undefined;
  const types = structure?.components.map(({ type }, i) => [type, parts[i]!.orbit] as const) ?? [];
  return { kind, parts, links: acted?.links ?? [], slots, words: wordsOf(parts, slots, types) };
}

/** The parts with their orbits. `numberOf` numbers an orbit by its first part. */
function numbered({ parts, images, joining = [] }: Acted, numberOf: (least: number) => number): PicturePart[] {
  const { least } = orbits(
    parts.length,
    [...images, ...joining].map((image) => Int32Array.from(image)),
  );
  const sizes = new Map<number, number>();
  for (const first of least) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  return parts.map((part, i) => ({
    ...part,
    orbit: sizes.get(least[i]!)! > 1 ? numberOf(least[i]!) : undefined,
    images: images.map((image) => image[i]!),
  }));
}

function ofProgram(
  structure: ProgramStructure,
  moves: readonly Int32Array[],
  permutations: FoundSymmetries["permutations"],
): Acted {
  const lines = new Map<string, { from: number; to: number; heads: PictureLink["heads"] }>();
  for (const { from, to, tie } of structure.links) {
    const back = lines.get(`${to} ${from}`);
    if (back && from !== to) back.heads = back.heads === "none" && tie ? "none" : "both";
    else {
      const line = getOrAdd(lines, `${from} ${to}`, () => ({ from, to, heads: "none" }));
      if (!tie) line.heads = "one";
    }
  }
  return {
    parts: structure.components.map(({ name, kind }) => ({ name, kind })),
    links: [...lines.values()],
    images: moves.map((slots) => componentImages(structure, slots)),
    joining: permutations,
  };
}

function ofNet(model: Model, { transitions }: NetStructure, moves: readonly Int32Array[]): Acted {
  const { slots } = facts(model);
  const signature = (t: number, image: (place: number) => number): string =>
    transitions[t]!.arcs.map(({ place, takes, puts }) => `${image(place)} ${takes} ${puts}`)
      .sort()
      .join();
  const known = grouped(transitions.keys(), (t) => signature(t, (place) => place));
  const imageOf = (t: number, move: Int32Array): number => {
    // Transitions with the same arcs go along in their order.
    const rank = known.get(signature(t, (place) => place))!.indexOf(t);
    return known.get(signature(t, (place) => move[place]!))?.[rank] ?? t;
  };
  return {
    parts: [
      ...slots.map(({ name }) => ({ name, kind: "place" }) as const),
      ...model.transitions.map(({ name }) => ({ name, kind: "transition" }) as const),
    ],
    links: transitions.flatMap(({ arcs }, t) =>
      arcs.map(({ place, takes, puts }): PictureLink => {
        const at = slots.length + t;
        if (takes > 0 && puts > 0) return { from: place, to: at, heads: "both" };
        return takes > 0 ? { from: place, to: at, heads: "one" } : { from: at, to: place, heads: "one" };
      }),
    ),
    images: moves.map((move) => [...move, ...Array.from(transitions, (_, t) => slots.length + imageOf(t, move))]),
  };
}

/** Names, and names without indices and fields, that stand for parts of one orbit only. */
function wordsOf(
  parts: readonly PicturePart[],
  slots: readonly PicturePart[],
  types: readonly (readonly [type: string, orbit: number | undefined])[],
): SymmetryPicture["words"] {
  const found = new Map<string, Set<number | undefined>>();
  const add = (word: string, orbit: number | undefined): void =>
    void getOrAdd(found, word, () => new Set<number | undefined>()).add(orbit);
  for (const { name, kind, orbit } of parts) {
    const base = /^[^[(.{]*/.exec(name)![0];
    add(name, orbit);
    if (base !== name) add(base, orbit);
    // The places of a colored net are unfolded: `fork_3` is one of `fork`.
    if (kind === "place" || kind === "transition") add(name.replace(/_[^_]*$/, ""), orbit);
  }
  for (const [type, orbit] of types) if (/^\w+$/.test(type)) add(type, orbit);
  // The fields of a record are orbits of their own: a variable has the color of the first, if each is in one orbit.
  const variables = grouped(slots, ({ name }) => /^[^[(.{]*/.exec(name)![0]);
  for (const [variable, own] of variables) {
    const fields = grouped(own, ({ name }) => name.replaceAll(/\[[^\]]*\]/g, "[]"));
    const isEach = [...fields.values()].every((field) => new Set(field.map(({ orbit }) => orbit)).size === 1);
    if (isEach) add(variable, own[0]!.orbit);
    else for (const { orbit } of own) add(variable, orbit);
  }
  return [...found].flatMap(([word, all]) => {
    const [orbit, another] = all;
    return word !== "" && orbit !== undefined && all.size === 1 && another === undefined
      ? [[word, orbit] as const]
      : [];
  });
}
