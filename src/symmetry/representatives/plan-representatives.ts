/**
 * Plans the computation of representatives: chooses the cheapest exact method for each node of the structure of the
 * group.
 *
 * | structure | plan |
 * |---|---|
 * | symmetric, all points in rows | sort |
 * | symmetric with other points | refine |
 * | cyclic, dihedral, small | search with all elements in one level |
 * | disjoint product | one after the other |
 * | wreath product, all points in rows | within the blocks, then the blocks |
 * | overlapping product | refine if all factors are symmetric, else cosets of its symmetric factors |
 * | anything else | search |
 * | the whole group would be searched, and moves at most 64 bits | window, and search for states of much symmetry |
 * | tables too large | local search |
 */

import { elements } from "../../group/elements.ts";
import type { Group } from "../../group/group.ts";
import { permutationGroup } from "../../group/group.ts";
import { restriction } from "../../group/operations.ts";
import { structureOrder } from "../../group/structure/structure-tree.ts";
import type { Product, RowAction, Structure } from "../../group/structure/structure-tree.ts";
import { structureOf } from "../../group/structure/structure.ts";
import type { Point, SymmetryGroup } from "../symmetry-group.ts";
import { RowLifter } from "./lift-rows.ts";
import { adjacentExchanges, planRefinement } from "./plan-refinement.ts";
import { placesOf, planLocal, planSearch, tableBytes } from "./plan-search.ts";
import { planWindow } from "./plan-window.ts";
import type { Plan, Representatives } from "./plan.ts";
import { groupOfRows, groupOnPoints, movedPoints, pointsOf } from "./structure-points.ts";

/** The most cosets that are enumerated. */
const mostCosets = 1024n;
/** Up to this many cosets, sorting the rows for each coset is better than refinement. */
const fewCosets = 24n;
/** States of so many bits are few. */
const smallStateBits = 16;

export interface PlanOptions {
  /** The number of bits that store a slot. Slots with none are constants, which symmetries respect. */
  readonly bitsOf: (slot: number) => number;
  /** Whether an orbit may have several representatives. */
  readonly mode: "unique" | "multiple";
  /** The most nodes that refinement searches for one state. */
  readonly mostNodes?: number | undefined;
}

export function planRepresentatives(symmetry: SymmetryGroup, options: PlanOptions): Representatives {
  const { bitsOf, mode, mostNodes = 4096 } = options;
  const active = activePoints(symmetry, bitsOf);
  const points = active.map((i) => symmetry.points[i]!);
  const group = active.length === symmetry.points.length ? symmetry.group : restriction(symmetry.group, active);
  const planner = new Planner(points, mode, mostNodes);
  const plan = planner.plan(structureOf(group), group);
  const window = isSlow(plan) && !isSmall(symmetry, bitsOf) ? planWindow(group, points, bitsOf, plan) : undefined;
  return { points, order: group.order, plan: window ?? plan };
}

function isSlow(plan: Plan): boolean {
  return plan.kind === "cosets" ? plan.elements.length > fewCosets : plan.kind === "search" && plan.levels.length > 1;
}

/** Whether there are so few states that the tables of a window cost more than they save. */
function isSmall({ slotCount }: SymmetryGroup, bitsOf: (slot: number) => number): boolean {
  let bits = 0;
  for (let slot = 0; slot < slotCount; slot++) bits += bitsOf(slot);
  return bits <= smallStateBits;
}

/** If one slot of an orbit is constant, the whole orbit is, whatever else is known about it. */
function activePoints({ generators, points, slotCount }: SymmetryGroup, bitsOf: (slot: number) => number): number[] {
  const isConstant = Uint8Array.from({ length: slotCount }, (_, slot) => (bitsOf(slot) > 0 ? 0 : 1));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { slots } of generators) {
      slots.forEach((to, from) => {
        if (isConstant[from] === isConstant[to]) return;
        isConstant[from] = isConstant[to] = 1;
        isStable = false;
      });
    }
  }
  return Array.from(points.keys()).filter((i) => isConstant[points[i]!.slot] === 0);
}

class Planner {
  private readonly points: readonly Point[];
  private readonly mode: "unique" | "multiple";
  private readonly mostNodes: number;

  constructor(points: readonly Point[], mode: "unique" | "multiple", mostNodes: number) {
    this.points = points;
    this.mode = mode;
    this.mostNodes = mostNodes;
  }

  /** @param group the group of the structure, which moves nothing else */
  plan(structure: Structure, group: Group): Plan {
    if (structure.kind === "trivial") return { kind: "sequence", parts: [] };
    if (structure.kind === "product" && structure.isDisjoint) {
      const parts = structure.factors.map((factor) => {
        const { inRows, others } = pointsOf(factor);
        return this.plan(factor, groupOnPoints(group, new Set([...inRows, ...others])));
      });
      return { kind: "sequence", parts };
    }
    const exact = this.mode === "unique" ? this.exact(structure, group) : undefined;
    return exact ?? planLocal(group, movedPoints(group), this.exchanges(structure, group));
  }

  private exact(structure: Exclude<Structure, { kind: "trivial" }>, group: Group): Plan | undefined {
    switch (structure.kind) {
      case "symmetric":
        return this.symmetric(structure, group);
      case "cyclic":
      case "dihedral":
        return planSearch(group, this.points, { order: [...structure.rows.flat(), ...structure.others], isFlat: true });
      case "alternating":
      case "generic":
        return this.search(structure, group);
      case "wreath": {
        if (pointsOf(structure).others.size > 0) return this.search(structure, group);
        const inner = structure.inner.map((node) => this.plan(node, groupOfRows(group.degree, node)));
        // The computation must be the same within all blocks, and only some plans compare by rows.
        if (!inner.every((plan) => comparesByRows(plan))) return this.search(structure, group);
        return {
          kind: "sequence",
          parts: [...inner, this.plan(structure.outer, groupOfRows(group.degree, structure.outer))],
        };
      }
      case "product":
        return this.overlapping(structure, group);
    }
  }

  private symmetric(structure: RowAction, group: Group): Plan | undefined {
    if (structure.others.length === 0) return { kind: "sort", rows: structure.rows };
    return planRefinement(group, [structure], this.mostNodes) ?? this.search(structure, group);
  }

  private search(structure: Structure, group: Group): Plan | undefined {
    const { inRows, others } = pointsOf(structure);
    return planSearch(group, this.points, {
      order: [...inRows, ...others],
      moves: this.exchanges(structure, group),
    });
  }

  /** Factors that move the same points. */
  private overlapping(structure: Product, group: Group): Plan | undefined {
    const symmetric = structure.factors.filter((factor): factor is RowAction => factor.kind === "symmetric");
    const largest = symmetric.toSorted((a, b) => b.rows.length - a.rows.length)[0];
    if (largest?.others.length === 0) {
      const index = group.order / structureOrder(largest);
      const plan = index <= fewCosets && this.cosets(structure.factors, group, [largest]);
      if (plan) return plan;
    }
    if (symmetric.length === structure.factors.length) {
      const plan = planRefinement(group, symmetric, this.mostNodes);
      if (plan) return plan;
    }
    const flat = group.order <= 64n ? this.search(structure, group) : undefined;
    return flat ?? this.smallestCosets(structure, group, symmetric) ?? this.search(structure, group);
  }

  /** A wreath product has a product of symmetric groups in it, whose cosets are as few as its outer group is small. */
  private smallestCosets(structure: Product, group: Group, symmetric: readonly RowAction[]): Plan | undefined {
    const parts = structure.factors.flatMap((factor) =>
      factor.kind === "wreath" ? [...factor.inner, factor.outer] : [factor],
    );
    const inner = parts.filter((part): part is RowAction => part.kind === "symmetric" && !isOuter(structure, part));
    const split = inner.length > symmetric.length ? this.cosets(parts, group, inner) : undefined;
    return split ?? this.cosets(structure.factors, group, symmetric);
  }

  /** The product of some symmetric factors, with the elements of all other factors as representatives of its cosets. */
  private cosets(factors: readonly Structure[], group: Group, chosen: readonly RowAction[]): Plan | undefined {
    const rest = factors.filter((factor) => !(chosen as readonly Structure[]).includes(factor));
    const index = rest.reduce((product, factor) => product * structureOrder(factor), 1n);
    const points = movedPoints(group);
    if (chosen.length === 0 || index > mostCosets || index * BigInt(2 * points.length) > BigInt(tableBytes)) {
      return undefined;
    }
    const subgroup = this.factorGroup(group, chosen);
    const complement = this.factorGroup(group, rest);
    if (!subgroup || !complement) return undefined;
    const [only] = chosen as [RowAction];
    const inner =
      chosen.length === 1 ? this.symmetric(only, subgroup) : planRefinement(subgroup, chosen, this.mostNodes);
    if (!inner || (inner.kind !== "sort" && inner.kind !== "refine")) return undefined;
    const all = Array.from(elements(complement), (p) => placesOf(p, points));
    return { kind: "cosets", points, elements: all, inner };
  }

  private factorGroup(group: Group, factors: readonly Structure[]): Group | undefined {
    const generators = factors.map((factor) => new RowLifter(group, factor).generators(factor));
    if (!generators.every((list) => list !== undefined)) return undefined;
    const order = factors.reduce((product, factor) => product * structureOrder(factor), 1n);
    const made = permutationGroup(group.degree, generators.flat());
    return made.order === order ? made : undefined;
  }

  /** All exchanges of neighboring rows of symmetric nodes. */
  private exchanges(structure: Structure, group: Group): ArrayLike<number>[] {
    switch (structure.kind) {
      case "symmetric":
        return adjacentExchanges(group, structure);
      case "product":
        return structure.factors.flatMap((factor) => this.exchanges(factor, group));
      case "wreath":
        if (pointsOf(structure).others.size > 0) return [];
        return [...structure.inner, structure.outer].flatMap((node) =>
          this.exchanges(node, groupOfRows(group.degree, node)),
        );
      case "trivial":
      case "alternating":
      case "cyclic":
      case "dihedral":
      case "generic":
        return [];
    }
  }
}

function isOuter({ factors }: Product, part: Structure): boolean {
  return factors.some((factor) => factor.kind === "wreath" && factor.outer === part);
}

function comparesByRows(plan: Plan): boolean {
  return plan.kind === "sequence"
    ? plan.parts.every((part) => comparesByRows(part))
    : plan.kind === "sort" || plan.kind === "search";
}
