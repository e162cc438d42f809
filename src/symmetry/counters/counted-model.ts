/**
 * Rows that a group permutes in all ways become counters: how many rows are in each local state.
 *
 * Two states are in one orbit of such a group exactly if they have the same counts, so there is one counted state for
 * each orbit (generic representatives: Emerson, Trefler, 1999; Donaldson, Miller, 2006). It takes no sorting, and the
 * counted model has steps like any other: a row that goes from a to b is one less in a and one more in b. Symmetries of
 * the model that do not permute these rows are symmetries of the counted model.
 *
 * It is made for models whose transitions look at each slot by itself (`slot-steps.ts`), and at one row of a family at
 * most, such as those of nets. Conditions are carried over by `counted-condition.ts`.
 */

import type { Structure } from "../../group/structure/structure-tree.ts";
import { structureOf } from "../../group/structure/structure.ts";
import { all, binary, integer, variable } from "../../model/build.ts";
import { facts } from "../../model/facts.ts";
import type { State } from "../../model/interpret.ts";
import type { Expression, Model, ScalarType, Statement, Transition, Variable } from "../../model/model.ts";
import { namesOf, slotStepsWith } from "../../model/slot-steps.ts";
import { look } from "../../util/limits.ts";
import { identitySymmetry, imageOfValue } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import type { ValidatedGroup } from "../validator/validator.ts";
import { ConditionCounter } from "./counted-condition.ts";
import { findLocals, keyOf, moved, standsForAll, touchesRows } from "./family.ts";
import type { Family, GroundStep, Steps } from "./family.ts";

/** More transitions than this, of the model with all choices or of the counted model, are too many. */
const mostTransitions = 20_000;

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
    const chosen = chooseFamilies(familiesOf(symmetry), ground, initial);
    if (chosen.length === 0) return undefined;
    const counted = new Set(chosen.flatMap(({ rows }) => rows.flat()));
    const others = [...slots.keys()].filter((slot) => !counted.has(slot));
    // Lengths and cells of queues have no type of their own.
    if (others.some((slot) => slots[slot]!.type === undefined)) return undefined;
    const made = new Builder(model, chosen, others, initial).build(ground);
    return made && new CountedModel(model, made, chosen, others);
  }

  /** The counts of a state. */
  countsOf(state: State): State {
    const counts = this.others.map((slot) => state[slot]!);
    for (const { rows, numbers, locals, offset } of this.families) {
      for (let k = 0; k < locals.length; k++) counts[offset + k] = 0;
      for (const row of rows) counts[offset + numbers.get(keyOf(row.map((slot) => state[slot]!)))!]!++;
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

// ---------------------------------------------------------------- the model as it is

/** Each transition with each choice of parameters, by slots; `undefined` if one of them is not of this kind. */
function groundSteps(model: Model): GroundStep[] | undefined {
  const { domains, interpreter } = facts(model);
  const names = namesOf(model);
  const result: GroundStep[] = [];
  for (const transition of model.transitions) {
    for (const choice of interpreter.choices(transition)) {
      look();
      const steps = slotStepsWith(transition, choice, names, domains);
      if (steps === undefined || result.length === mostTransitions) return undefined;
      if (steps !== "never") result.push({ transition, steps });
    }
  }
  return result;
}

/** The families, that of the most rows first. */
function familiesOf({ group, points }: ValidatedGroup): Family[] {
  const actions = factorsOf(structureOf(group)).flatMap((node) => {
    if (node.kind !== "symmetric" || node.others.length > 0) return [];
    const rows = node.rows.map((row) => row.map((point) => points[point]!));
    return rows.flat().some(({ value }) => value !== undefined) ? [] : [rows.map((row) => row.map(({ slot }) => slot))];
  });
  return actions
    .toSorted((a, b) => b.length - a.length || a[0]!.length - b[0]!.length)
    .map((rows) => {
      const columns = new Map(rows[0]!.map((slot, column) => [slot, column]));
      const rowOf = new Map(rows.flatMap((row, r) => row.map((slot) => [slot, r] as const)));
      return { rows, columns, rowOf, locals: [], numbers: new Map(), offset: 0 };
    });
}

function factorsOf(structure: Structure): readonly Structure[] {
  return structure.kind === "product" ? structure.factors.flatMap(factorsOf) : [structure];
}

/** Families without common slots, each with its local states. */
function chooseFamilies(
  families: readonly Family[],
  ground: readonly GroundStep[],
  initial: readonly number[],
): Family[] {
  const taken = new Set<number>();
  return families.filter((family) => {
    const slots = family.rows.flat();
    if (slots.some((slot) => taken.has(slot))) return false;
    if (ground.some(({ steps }) => touchesRows(family, steps))) return false;
    if (!findLocals(family, ground, initial)) return false;
    for (const slot of slots) taken.add(slot);
    return true;
  });
}

// ---------------------------------------------------------------- the counted model

class Builder {
  private readonly model: Model;
  private readonly families: readonly Family[];
  private readonly variables: Variable[] = [];
  /** The variable of each slot that stays as it is. */
  private readonly kept = new Map<number, Expression>();

  constructor(model: Model, families: readonly Family[], others: readonly number[], initial: readonly number[]) {
    this.model = model;
    this.families = families;
    const { slots } = facts(model);
    for (const slot of others) {
      const { low, high, type } = slots[slot]!;
      const range: ScalarType = type?.kind === "range" ? type : { kind: "range", low, high };
      this.kept.set(slot, this.declare(`slot${slot}`, range, initial[slot]!));
    }
    families.forEach((family, f) => {
      const { rows, locals, numbers } = family;
      family.offset = this.variables.length;
      const starts = locals.map(() => 0);
      for (const row of rows) starts[numbers.get(keyOf(row.map((slot) => initial[slot]!)))!]!++;
      locals.forEach((_, k) =>
        this.declare(`count${f}_${k}`, { kind: "range", low: 0, high: rows.length }, starts[k]!),
      );
    });
  }

  /** The model; `undefined` if it is too large. */
  build(ground: readonly GroundStep[]): Model | undefined {
    const transitions: Transition[] = [];
    for (const { transition, steps } of ground) {
      look();
      if (!this.families.every((family) => standsForAll(family, steps))) continue;
      for (const moves of this.movesOf(steps, 0)) {
        if (transitions.length === mostTransitions) return undefined;
        transitions.push(this.transition(`t${transitions.length}`, transition, steps, moves));
      }
    }
    const { name } = this.model;
    return { name, constants: [], types: [], variables: this.variables, predicates: [], transitions, properties: [] };
  }

  private declare(name: string, type: ScalarType, value: number): Expression {
    this.variables.push({ name, type, initial: { kind: "value", value } });
    return variable(name);
  }

  /** For each choice of local states of the rows that take part: which counters give a row, and which get it. */
  private *movesOf(steps: Steps, f: number): Generator<readonly (readonly [from: number, to: number])[]> {
    const family = this.families[f];
    if (!family) {
      yield [];
      return;
    }
    if (![...steps.keys()].some((slot) => family.columns.has(slot))) {
      yield* this.movesOf(steps, f + 1);
      return;
    }
    for (const [k, local] of family.locals.entries()) {
      const next = moved(family, steps, local);
      if (next === undefined || next === "error") continue;
      const to = family.offset + family.numbers.get(keyOf(next))!;
      for (const rest of this.movesOf(steps, f + 1)) yield [[family.offset + k, to], ...rest];
    }
  }

  private transition(
    name: string,
    { span }: Transition,
    steps: Steps,
    moves: readonly (readonly [from: number, to: number])[],
  ): Transition {
    const tests: Expression[] = [];
    const body: Statement[] = [];
    const assign = (target: Expression, value: Expression): void => {
      body.push({ kind: "assign", target, value });
    };
    for (const [from, to] of moves) {
      const [before, after] = [from, to].map((slot) => variable(this.variables[slot]!.name));
      tests.push(binary(">=", before!, integer(1)));
      if (from === to) continue;
      assign(before!, binary("-", before!, integer(1)));
      assign(after!, binary("+", after!, integer(1)));
    }
    const { domains } = facts(this.model);
    for (const [slot, { enabled, change }] of steps) {
      const target = this.kept.get(slot);
      if (!target) continue;
      if (enabled.low > domains[slot]!.low) tests.push(binary(">=", target, integer(enabled.low)));
      if (enabled.high < domains[slot]!.high) tests.push(binary("<=", target, integer(enabled.high)));
      if ("set" in change) assign(target, integer(change.set));
      else if (change.add !== 0) {
        assign(target, binary(change.add > 0 ? "+" : "-", target, integer(Math.abs(change.add))));
      }
    }
    return { name, parameters: [], guard: all(tests), body, span };
  }
}
