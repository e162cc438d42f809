/**
 * What a transition does to a row, whichever row that is: from one local state to another one.
 *
 * The group takes any row to any other one, but it need not take a transition that names a row to one that names the
 * other: a test that always holds changes nothing, so the image of the transition is the transition itself. So the
 * transitions of all rows are read. Those that do the same to different rows have the same key.
 */

import { all } from "../../model/build.ts";
import { facts } from "../../model/facts.ts";
import type { Interpreter } from "../../model/interpret.ts";
import { emptyModel } from "../../model/model.ts";
import type { Expression, Model, Statement, Variable } from "../../model/model.ts";
import { namesOf } from "../../model/slot-steps.ts";
import type { Change, Interval, SlotStep } from "../../model/slot-steps.ts";
import { highOf, lowOf } from "../../model/slots.ts";
import { replace, replaceInStatements } from "../../model/substitute.ts";
import { look } from "../../util/limits.ts";
import { keyIn, keyOf } from "./family.ts";
import type { Family } from "./family.ts";
import { scalarSlot } from "./ground-step.ts";
import type { GroundStep, Part } from "./ground-step.ts";

/** More local states than this of a row are too many. */
const mostLocals = 1000;

export interface RowStep {
  /** Equal for steps that do the same. */
  readonly key: string;
  /** The next local state; `undefined` if the step is not enabled. */
  readonly take: (local: readonly number[]) => readonly number[] | "error" | undefined;
}

/** The steps of the rows of one family. */
export class RowSteps {
  readonly #model: Model;
  readonly #family: Family;
  readonly #byKey = new Map<string, RowStep>();
  readonly #byStep = new Map<GroundStep, RowStep>();
  #interpreter: Interpreter | undefined;

  constructor(model: Model, family: Family) {
    this.#model = model;
    this.#family = family;
  }

  /** Notes a transition, if it concerns a row. It must not reach beyond it. */
  note(step: GroundStep): void {
    const { rowOf } = this.#family;
    let isConcerned = false;
    for (const slot of step.slots) isConcerned ||= rowOf.has(slot);
    if (!isConcerned) return;
    const made = step.kind === "slots" ? this.#bySlots(step.steps) : this.#byTexts(step);
    const known = this.#byKey.get(made.key);
    if (!known) this.#byKey.set(made.key, made);
    this.#byStep.set(step, known ?? made);
  }

  /** What a transition does to its row; `undefined` if it does not concern a row. */
  of(step: GroundStep): RowStep | undefined {
    return this.#byStep.get(step);
  }

  /** Finds all local states that a row can have, whatever the rest does; false if there are too many, or a step may fail. */
  findLocals(initial: readonly number[]): boolean {
    const { rows, locals, numbers } = this.#family;
    const add = (key: string, local: readonly number[]): void => {
      if (numbers.has(key)) return;
      numbers.set(key, locals.length);
      locals.push(local);
    };
    for (const row of rows) {
      add(
        keyIn(initial, row),
        row.map((slot) => initial[slot]!),
      );
    }
    for (const local of locals) {
      look();
      for (const { take } of this.#byKey.values()) {
        const next = take(local);
        if (next === "error") return false;
        if (next) add(keyOf(next), next);
        if (locals.length > mostLocals) return false;
      }
    }
    return true;
  }

  #bySlots(steps: ReadonlyMap<number, SlotStep>): RowStep {
    const { columnOf } = this.#family;
    const columns: (readonly [column: number, step: SlotStep])[] = [];
    for (const [slot, step] of steps) {
      const column = columnOf.get(slot);
      if (column !== undefined) columns.push([column, step]);
    }
    columns.sort(([a], [b]) => a - b);
    return { key: columns.map(([column, step]) => `${column}:${textOf(step)}`).join(";"), take: slotwise(columns) };
  }

  #byTexts({ transition, tests, body }: GroundStep & { readonly kind: "texts" }): RowStep {
    const interpreter = (this.#interpreter ??= this.#rowInterpreter());
    const mine = <T>({ slots }: Part<T>): boolean => [...slots].some((slot) => this.#family.rowOf.has(slot));
    const names = namesOf(this.#model);
    const onRow = (e: Expression): Expression | undefined => {
      const place = scalarSlot(e, names);
      return place && { kind: "variable", name: `row${this.#family.columnOf.get(place.slot)}` };
    };
    const guard = all(tests.filter(mine).map(({ text }) => replace(text, onRow)));
    const statements = replaceInStatements(
      body.filter(mine).map(({ text }): Statement => text),
      onRow,
    );
    const own = { ...transition, parameters: [], guard, body: statements };
    return {
      key: keyOfTexts([guard, statements]),
      take: (local) => {
        const taken = interpreter.take(own, [], [...local]);
        if (!taken) return undefined;
        return taken.target ?? "error";
      },
    };
  }

  /** The interpreter of texts on a single row. */
  #rowInterpreter(): Interpreter {
    const { slots } = facts(this.#model);
    const variables = this.#family.rows[0]!.map((slot, column): Variable => {
      const type = slots[slot]!.type!;
      return { name: `row${column}`, type, initial: { kind: "value", value: lowOf(type) } };
    });
    const { constants, types } = this.#model;
    return facts({ ...emptyModel("row"), constants, types, variables }).interpreter;
  }
}

/** Whether texts mean the same in all rows: columns have one type. */
export function hasLikeRows({ rows }: Family, model: Model): boolean {
  const { slots } = facts(model);
  return rows.every((row) =>
    row.every((slot, column) => {
      const [type, first] = [slots[slot]!.type, slots[rows[0]![column]!]!.type];
      if (!type || !first) return false;
      return type.kind === first.kind && lowOf(type) === lowOf(first) && highOf(type) === highOf(first);
    }),
  );
}

/** A text that is equal for equal texts, wherever they stand. */
export function keyOfTexts(texts: unknown): string {
  return JSON.stringify(texts, (name, value: unknown) => (name === "span" ? undefined : value));
}

export function textOf({ enabled, fine, change }: SlotStep): string {
  const what = "set" in change ? `=${change.set}` : `+${change.add}`;
  return `${enabled.low}..${enabled.high} ${fine.low}..${fine.high} ${what}`;
}

function slotwise(columns: readonly (readonly [column: number, step: SlotStep])[]): RowStep["take"] {
  return (local) => {
    for (const [column, { enabled }] of columns) if (!isIn(local[column]!, enabled)) return undefined;
    const result = [...local];
    for (const [column, { fine, change }] of columns) {
      if (!isIn(local[column]!, fine)) return "error";
      result[column] = changed(local[column]!, change);
    }
    return result;
  };
}

function isIn(value: number, { low, high }: Interval): boolean {
  return value >= low && value <= high;
}

function changed(value: number, change: Change): number {
  return "set" in change ? change.set : value + change.add;
}
