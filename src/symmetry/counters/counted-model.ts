/**
 * Rows that a group permutes in all ways become counters: how many rows are in each local state.
 *
 * Two states are in one orbit of such a group exactly if they have the same counts, so there is one counted state for
 * each orbit (generic representatives: Emerson, Trefler, 1999; Donaldson, Miller, 2006). It takes no sorting, and the
 * counted model has steps like any other: a row that goes from a to b is one less in a and one more in b. Symmetries of
 * the model that do not permute these rows are symmetries of the counted model.
 *
 * It is made for models whose transitions look at one row of a family at most, and at other slots apart from it
 * (`ground-step.ts`). What happens in a row may be any function of its local state. Transitions are carried over by
 * `counted-transitions.ts`, conditions by `counted-condition.ts`.
 */

import type { Structure } from "../../group/structure/structure-tree.ts";
import { structureOf } from "../../group/structure/structure.ts";
import { facts } from "../../model/facts.ts";
import type { State } from "../../model/interpret.ts";
import type { Expression, Model } from "../../model/model.ts";
import { identitySymmetry, imageOfValue } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import type { ValidatedGroup } from "../validator/validator.ts";
import { ConditionCounter } from "./counted-condition.ts";
import { CountedTransitions } from "./counted-transitions.ts";
import { familyOf, keyIn, keyOf, reachesBeyondRow } from "./family.ts";
import type { Family } from "./family.ts";
import { groundSteps } from "./ground-step.ts";
import type { GroundStep } from "./ground-step.ts";
import { hasLikeRows, RowSteps } from "./row-step.ts";

export class CountedModel {
  readonly model: Model;
  private readonly original: Model;
  private readonly families: readonly Family[];
  /** The slots of the original that stay as they are. */
  private readonly others: readonly number[];
  /** The numbers of these slots in the counted model, and the family of each other slot. */
  private readonly places: ReadonlyMap<number, number>;
  private readonly owners: ReadonlyMap<number, Family>;

  private constructor(original: Model, model: Model, families: readonly Family[], others: readonly number[]) {
    this.original = original;
    this.model = model;
    this.families = families;
    this.others = others;
    this.places = new Map(others.map((slot, k) => [slot, k]));
    this.owners = new Map(families.flatMap((family) => family.rows.flat().map((slot) => [slot, family] as const)));
  }

  /** The counted model; `undefined` if the model is not of this kind, or nothing is permuted in all ways. */
  static of(model: Model, symmetry: ValidatedGroup): CountedModel | undefined {
    const ground = groundSteps(model);
    if (!ground || model.initialCondition || model.transient) return undefined;
    const { slots, initialValues } = facts(model);
    if (initialValues.some((value) => value === undefined)) return undefined;
    const initial = initialValues as readonly number[];
    const rowSteps = chooseFamilies(model, familiesOf(symmetry), ground, initial);
    if (rowSteps.size === 0) return undefined;
    const chosen = [...rowSteps.keys()];
    const counted = new Set(chosen.flatMap(({ rows }) => rows.flat()));
    const others = [...slots.keys()].filter((slot) => !counted.has(slot));
    // Lengths and cells of queues have no type of their own.
    if (others.some((slot) => slots[slot]!.type === undefined)) return undefined;
    const made = new CountedTransitions(model, rowSteps, others, initial).modelOf(ground);
    return made && new CountedModel(model, made, chosen, others);
  }

  /** The counts of a state. */
  countsOf(state: State): State {
    const counts = this.others.map((slot) => state[slot]!);
    for (const { rows, numbers, locals, offset } of this.families) {
      for (let k = 0; k < locals.length; k++) counts[offset + k] = 0;
      for (const row of rows) counts[offset + numbers.get(keyIn(state, row))!]!++;
    }
    return counts;
  }

  /** A state with these counts: rows in the order of their local states. */
  stateOf(counts: State): State {
    const state = new Array<number>(facts(this.original).slots.length).fill(0);
    this.others.forEach((slot, k) => (state[slot] = counts[k]!));
    for (const { rows, locals, offset } of this.families) {
      let row = 0;
      locals.forEach((local, k) => {
        for (let left = counts[offset + k]!; left > 0; left--) {
          rows[row++]!.forEach((slot, c) => (state[slot] = local[c]!));
        }
      });
    }
    return state;
  }

  /**
   * What a symmetry of the original does to counts, for the validator to judge; `undefined` if it does not do the same
   * to all rows of a family. One that permutes the rows of a family changes no count.
   */
  onCounts(symmetry: Symmetry): Symmetry | undefined {
    if (this.onlyPermutesRows(symmetry)) return identitySymmetry(this.model.variables.length);
    const slots: number[] = [];
    const values = new Map<number, ReadonlyMap<number, number>>();
    for (const [k, slot] of this.others.entries()) {
      const to = this.places.get(symmetry.slots[slot]!);
      if (to === undefined) return undefined;
      slots[k] = to;
      const map = symmetry.values.get(slot);
      if (map) values.set(k, map);
    }
    for (const family of this.families) {
      if (permutesRows(family, symmetry)) {
        for (const k of family.locals.keys()) slots[family.offset + k] = family.offset + k;
        continue;
      }
      const target = this.owners.get(symmetry.slots[family.rows[0]![0]!]!);
      if (target?.locals.length !== family.locals.length) return undefined;
      for (const [k, local] of family.locals.entries()) {
        const images = new Set(family.rows.map((row) => imageOfLocal(symmetry, row, local, target)));
        const [image] = images;
        if (images.size !== 1 || image === undefined) return undefined;
        slots[family.offset + k] = target.offset + image;
      }
    }
    return { slots: Int32Array.from(slots), values };
  }

  /** Whether a symmetry moves nothing but whole rows. Most generators do, so only moved slots are looked at. */
  private onlyPermutesRows({ slots, values }: Symmetry): boolean {
    if (values.size > 0) return false;
    for (let slot = 0; slot < slots.length; slot++) {
      if (slots[slot] === slot) continue;
      const family = this.owners.get(slot);
      if (!family) return false;
      const { rows, rowOf } = family;
      const row = rows[rowOf.get(slot)!]!;
      if (slot !== row[0]!) {
        // The first slot of the row tells where all of it goes.
        if (slots[row[0]!] === row[0]) return false;
        continue;
      }
      const target = rows[rowOf.get(slots[slot]!) ?? -1];
      if (!target) return false;
      for (let c = 0; c < row.length; c++) if (slots[row[c]!] !== target[c]) return false;
    }
    return true;
  }

  /** A condition that the group preserves, on counts; `undefined` if it cannot be followed. */
  condition(e: Expression): Expression | undefined {
    return new ConditionCounter(this.original, this.model, this.families, this.others).condition(e);
  }

  /** For each family, the number of its rows and the slots of its counters in the counted model. */
  get counters(): readonly { readonly rowCount: number; readonly slots: readonly number[] }[] {
    return this.families.map(({ rows, locals, offset }) => ({
      rowCount: rows.length,
      slots: locals.map((_, k) => offset + k),
    }));
  }
}

/** Whether a symmetry takes each row to a row of the same family, as it is. Then it changes no count. */
function permutesRows({ rows, rowOf }: Family, { slots, values }: Symmetry): boolean {
  return rows.every((row) => {
    // Most symmetries leave most rows alone.
    if (values.size === 0 && row.every((slot) => slots[slot] === slot)) return true;
    const target = rows[rowOf.get(slots[row[0]!]!) ?? -1];
    return target !== undefined && row.every((slot, c) => slots[slot] === target[c] && !values.has(slot));
  });
}

/** The number of the local state, in the row of the other family that a row goes to, that a local state becomes. */
function imageOfLocal(
  symmetry: Symmetry,
  row: readonly number[],
  local: readonly number[],
  { rows, numbers }: Family,
): number | undefined {
  const image = new Map(
    row.map((slot, column) => [symmetry.slots[slot]!, imageOfValue(symmetry, slot, local[column]!)]),
  );
  const target = rows.find((other) => image.has(other[0]!));
  return target?.every((slot) => image.has(slot)) === true
    ? numbers.get(keyOf(target.map((slot) => image.get(slot)!)))
    : undefined;
}

// ---------------------------------------------------------------- families

/** The families, that of the most rows first. */
function familiesOf({ group, points }: ValidatedGroup): Family[] {
  const actions = factorsOf(structureOf(group)).flatMap((node) => {
    if (node.kind !== "symmetric" || node.others.length > 0) return [];
    const rows = node.rows.map((row) => row.map((point) => points[point]!));
    return rows.flat().some(({ value }) => value !== undefined) ? [] : [rows.map((row) => row.map(({ slot }) => slot))];
  });
  return actions.toSorted((a, b) => b.length - a.length || a[0]!.length - b[0]!.length).map(familyOf);
}

function factorsOf(structure: Structure): readonly Structure[] {
  return structure.kind === "product" ? structure.factors.flatMap(factorsOf) : [structure];
}

/** Families without common slots, each with its local states and the steps of its rows. */
function chooseFamilies(
  model: Model,
  families: readonly Family[],
  ground: readonly GroundStep[],
  initial: readonly number[],
): Map<Family, RowSteps> {
  const taken = new Set<number>();
  const hasTexts = ground.some(({ kind }) => kind === "texts");
  const chosen = new Map<Family, RowSteps>();
  for (const family of families) {
    const slots = family.rows.flat();
    if (slots.some((slot) => taken.has(slot))) continue;
    if (ground.some((step) => reachesBeyondRow(family, step))) continue;
    if (hasTexts && !hasLikeRows(family, model)) continue;
    const steps = new RowSteps(model, family);
    for (const step of ground) steps.note(step);
    if (!steps.findLocals(initial)) continue;
    for (const slot of slots) taken.add(slot);
    chosen.set(family, steps);
  }
  return chosen;
}
