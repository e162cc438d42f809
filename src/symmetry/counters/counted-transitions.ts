/** The transitions of a counted model, and its variables. */

import { all, asInteger, binary, integer, truth, variable } from "../../model/build.ts";
import { facts } from "../../model/facts.ts";
import { mayFail } from "../../model/may-fail.ts";
import type { Expression, Model, ScalarType, Statement, Transition, Variable } from "../../model/model.ts";
import { namesOf } from "../../model/slot-steps.ts";
import { replace } from "../../model/substitute.ts";
import { look } from "../../util/limits.ts";
import { keyIn, keyOf } from "./family.ts";
import type { Family } from "./family.ts";
import { mostTransitions, scalarSlot } from "./ground-step.ts";
import type { GroundStep } from "./ground-step.ts";
import { keyOfTexts, textOf } from "./row-step.ts";
import type { RowStep, RowSteps } from "./row-step.ts";

type Move = readonly [from: number, to: number];

/** What a transition does to slots that are not counted. `key` is equal for equal texts. */
interface Kept {
  readonly key: string;
  readonly tests: readonly Expression[];
  readonly body: readonly Statement[];
}

export class CountedTransitions {
  private readonly model: Model;
  private readonly families: readonly (readonly [Family, RowSteps])[];
  private readonly names: ReturnType<typeof namesOf>;
  private readonly variables: Variable[] = [];
  /** The variable of each slot that stays as it is. */
  private readonly kept = new Map<number, Expression>();
  private readonly moves = new Map<RowStep, readonly Move[]>();

  constructor(
    model: Model,
    families: ReadonlyMap<Family, RowSteps>,
    others: readonly number[],
    initial: readonly number[],
  ) {
    this.model = model;
    this.families = [...families];
    this.names = namesOf(model);
    const { slots } = facts(model);
    for (const slot of others) {
      const { low, high, type } = slots[slot]!;
      const range: ScalarType = type?.kind === "range" ? type : { kind: "range", low, high };
      this.kept.set(slot, this.declare(`slot${slot}`, range, initial[slot]!));
    }
    this.families.forEach(([family], f) => {
      const { rows, locals, numbers } = family;
      family.offset = this.variables.length;
      const starts = locals.map(() => 0);
      for (const row of rows) starts[numbers.get(keyIn(initial, row))!]!++;
      locals.forEach((_, k) =>
        this.declare(`count${f}_${k}`, { kind: "range", low: 0, high: rows.length }, starts[k]!),
      );
    });
  }

  /** The counted model; `undefined` if it is too large, or a test fails to be evaluated in some states. */
  modelOf(ground: readonly GroundStep[]): Model | undefined {
    const transitions: Transition[] = [];
    const known = new Set<string>();
    for (const step of ground) {
      look();
      const kept = step.kind === "slots" ? this.keptSlots(step) : this.keptTexts(step);
      // Tests are evaluated in another order than those of the model.
      if (kept.tests.some((test) => mayFail(test))) return undefined;
      const key = [...this.families.map(([, steps]) => steps.of(step)?.key ?? ""), kept.key].join("\n");
      if (known.has(key)) continue;
      known.add(key);
      for (const moves of this.movesOf(step, 0)) {
        if (transitions.length === mostTransitions) return undefined;
        transitions.push(this.transition(`t${transitions.length}`, step.transition, kept, moves));
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
  private *movesOf(step: GroundStep, f: number): Generator<readonly Move[]> {
    const entry = this.families[f];
    if (!entry) {
      yield [];
      return;
    }
    const [family, steps] = entry;
    const own = steps.of(step);
    if (!own) {
      yield* this.movesOf(step, f + 1);
      return;
    }
    for (const move of this.movesIn(family, own)) {
      for (const rest of this.movesOf(step, f + 1)) yield [move, ...rest];
    }
  }

  private movesIn({ locals, numbers, offset }: Family, step: RowStep): readonly Move[] {
    let moves = this.moves.get(step);
    if (moves) return moves;
    moves = locals.flatMap((local, k): Move[] => {
      const next = step.take(local);
      return next === undefined || next === "error" ? [] : [[offset + k, offset + numbers.get(keyOf(next))!]];
    });
    this.moves.set(step, moves);
    return moves;
  }

  private transition(name: string, { span }: Transition, kept: Kept, moves: readonly Move[]): Transition {
    const tests: Expression[] = [];
    const body: Statement[] = [];
    for (const [from, to] of moves) {
      const [before, after] = [from, to].map((slot) => variable(this.variables[slot]!.name));
      tests.push(binary(">=", before!, integer(1)));
      if (from === to) continue;
      body.push(assignment(before!, binary("-", before!, integer(1))));
      body.push(assignment(after!, binary("+", after!, integer(1))));
    }
    return { name, parameters: [], guard: all([...tests, ...kept.tests]), body: [...body, ...kept.body], span };
  }

  // ---------------------------------------------------------------- slots that are not counted

  private keptSlots({ steps }: GroundStep & { readonly kind: "slots" }): Kept {
    const tests: Expression[] = [];
    const body: Statement[] = [];
    const keys: string[] = [];
    const { domains } = facts(this.model);
    for (const [slot, step] of [...steps].sort(([a], [b]) => a - b)) {
      const target = this.kept.get(slot);
      if (!target) continue;
      const { enabled, change } = step;
      keys.push(`${slot}:${textOf(step)}`);
      if (enabled.low > domains[slot]!.low) tests.push(binary(">=", target, integer(enabled.low)));
      if (enabled.high < domains[slot]!.high) tests.push(binary("<=", target, integer(enabled.high)));
      if ("set" in change) body.push(assignment(target, integer(change.set)));
      else if (change.add !== 0) {
        body.push(assignment(target, binary(change.add > 0 ? "+" : "-", target, integer(Math.abs(change.add)))));
      }
    }
    return { key: keys.join(";"), tests, body };
  }

  private keptTexts({ tests, body }: GroundStep & { readonly kind: "texts" }): Kept {
    const isKept = ({ slots }: { readonly slots: ReadonlySet<number> }): boolean => {
      for (const slot of slots) if (!this.kept.has(slot)) return false;
      return true;
    };
    const kept = {
      tests: tests.filter(isKept).map(({ text }) => this.expression(text)),
      body: body.filter(isKept).map(({ text }) => this.statement(text)),
    };
    return { key: keyOfTexts(kept), ...kept };
  }

  private expression(e: Expression): Expression {
    return replace(e, (part) => {
      const literal = part.kind === "member" || part.kind === "constant" ? this.literal(part) : undefined;
      if (literal) return literal;
      const place = scalarSlot(part, this.names);
      const found = place && this.kept.get(place.slot)!;
      return place?.type.kind === "bool" ? binary("==", found!, integer(1)) : found;
    });
  }

  private literal(e: Expression & { readonly kind: "member" | "constant" }): Expression {
    if (e.kind === "member") return integer(e.type.members.indexOf(e.name));
    const { type } = this.model.constants.find(({ name }) => name === e.name)!;
    const value = this.names.constantValues.get(e.name)!;
    return typeof type !== "string" && type.kind === "bool" ? { kind: "boolean", value: value !== 0 } : integer(value);
  }

  /** Only assignments and branches are left (`ground-step.ts`). */
  private statement(s: Statement): Statement {
    if (s.kind === "assign") {
      const { slot, type } = scalarSlot(s.target, this.names)!;
      const value = this.expression(s.value);
      return assignment(this.kept.get(slot)!, type.kind === "bool" ? asInteger(truth(value)) : value);
    }
    if (s.kind !== "if") return s;
    const [then, otherwise] = [s.then, s.else].map((body) => body.map((each) => this.statement(each)));
    return { ...s, test: this.expression(s.test), then: then!, else: otherwise! };
  }
}

function assignment(target: Expression, value: Expression): Statement {
  return { kind: "assign", target, value };
}
