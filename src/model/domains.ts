/**
 * Domain inference: the values of its declared type that each slot can take.
 *
 * This is an abstract interpretation with finite sets of integers. Constants, copies and arithmetic carry values from
 * the initial values to the slots. Guards and tests restrict the places they compare as long as these are not written.
 * Sets larger than `setLimit` become intervals. Slots that still grow after `roundLimit` rounds take their whole type,
 * so the cost is O(roundLimit * size of the model). A transition is looked at again when a slot that it read has grown. The result is an over-approximation: no reachable state leaves it.
 */

import { interval as listed } from "../util/integers.ts";
import { look } from "../util/limits.ts";
import { ExpressionSets } from "./expression-sets.ts";
import type { Expression, Model, QueueType, Statement, Transition } from "./model.ts";
import { assignedLocals, forget, wholeCells } from "./restrictions.ts";
import type { Environment } from "./restrictions.ts";
import { SlotSets } from "./slot-sets.ts";
import { boundsOf, highOf, lowOf, sizeOf } from "./slots.ts";
import type { Meanings } from "./slots.ts";
import { rootOf, variablesWritten } from "./traverse.ts";
import { constant, contains, empty, interval, isEmpty, restrict, shift, union } from "./value-set.ts";
import type { ValueSet } from "./value-set.ts";

/** The values of a slot: all of `low..high`, or just `values` (ascending) if they are few. */
export interface Domain {
  readonly low: number;
  readonly high: number;
  readonly values?: readonly number[] | undefined;
}

const roundLimit = 64;

/** All values of a domain, ascending. */
export function domainValues({ low, high, values }: Domain): readonly number[] {
  return values ?? listed(low, high);
}

export function domainSize({ low, high, values }: Domain): number {
  return values?.length ?? high - low + 1;
}

/** The domain of each slot, computed anew. `facts` keeps them. */
export function inferDomains(model: Model, meanings: Meanings): readonly Domain[] {
  const { slots } = meanings;
  const inference = new Inference(meanings);
  const { contents } = inference;
  const isDue = model.transitions.map((): (() => boolean) => () => true);
  for (let round = 0; ; round++) {
    look(1 + (slots.length >> 6));
    const began = contents.now;
    model.transitions.forEach((transition, t) => {
      look();
      if (isDue[t]!()) isDue[t] = contents.observe(() => inference.transition(transition));
    });
    const grown = contents.grownSince(began);
    if (grown.length === 0) break;
    if (round < roundLimit) continue;
    for (const slot of grown) contents.replace(slot, interval(slots[slot]!.low, slots[slot]!.high));
  }
  // Only the cells of queues can be empty. Beyond the length of the queue they hold their padding.
  return contents.all.map((set, slot) => (slots[slot]!.cell ? union(set, constant(slots[slot]!.low)) : set));
}

class Inference {
  readonly contents: SlotSets;
  private readonly sets: ExpressionSets;
  private readonly writtenBy = new WeakMap<Statement, Record<"variables" | "locals", ReadonlySet<string>>>();

  constructor(meanings: Meanings) {
    this.contents = new SlotSets(
      meanings.slots.map(({ low, high, cell }, slot) => {
        const value = meanings.initialValues[slot];
        if (value === undefined) return interval(cell ? low + 1 : low, high);
        return cell && value === low ? empty : constant(value);
      }),
    );
    this.sets = new ExpressionSets(this.contents, meanings);
  }

  transition({ parameters, guard, body }: Transition): void {
    const environment: Environment = { locals: new Map(), restrictions: new Map() };
    for (const { name, type } of parameters) environment.locals.set(name, { type, cells: wholeCells(type) });
    if (this.sets.assume(guard, true, environment)) this.run(body, environment);
  }

  private addAll(offset: number, sets: readonly ValueSet[]): void {
    sets.forEach((set, i) => this.contents.add(offset + i, set));
  }

  private run(statements: readonly Statement[], environment: Environment): void {
    for (const s of statements) this.runOne(s, environment);
  }

  private runOne(s: Statement, environment: Environment): void {
    switch (s.kind) {
      case "assign": {
        const value = this.sets.value(s.value, environment);
        this.write(s.target, value, environment);
        return;
      }
      case "if":
        for (const [branch, outcome] of [
          [s.then, true],
          [s.else, false],
        ] as const) {
          const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
          if (this.sets.assume(s.test, outcome, inner)) this.run(branch, inner);
        }
        this.forgetWritten(environment, s);
        return;
      case "for":
      case "while": {
        // One pass over the body covers all rounds: on entry, everything that a round may change is forgotten.
        this.forgetWritten(environment, s);
        const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
        if (s.kind === "for") inner.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
        if (s.kind === "for" || this.sets.assume(s.test, true, inner)) this.run(s.body, inner);
        return;
      }
      case "push": {
        const value = this.sets.value(s.value, environment);
        const { type, offsets } = this.sets.candidates(s.queue, environment);
        const { capacity, element } = type as QueueType;
        const lengths = restrict(
          this.sets.scalar({ kind: "queue", op: "len", queue: s.queue }, environment),
          0,
          capacity - 1,
        );
        const { low, high } = boundsOf(element);
        const cells = value.map((set, i) => restrict(set, low[i]!, high[i]!));
        forget(environment, new Set([rootOf(s.queue).name]), new Set());
        if (isEmpty(lengths) || cells.some(isEmpty)) return;
        for (const offset of offsets) {
          look(1 + (capacity >> 6));
          for (let i = 0; i < capacity; i++) {
            if (contains(lengths, i)) this.addAll(offset + 1 + i * sizeOf(element), cells);
          }
          this.contents.add(offset, shift(lengths, 1));
        }
        return;
      }
      case "pop": {
        const { type, offsets } = this.sets.candidates(s.queue, environment);
        const { capacity, element } = type as QueueType;
        const lengths = restrict(
          this.sets.scalar({ kind: "queue", op: "len", queue: s.queue }, environment),
          1,
          capacity,
        );
        forget(environment, new Set([rootOf(s.queue).name]), new Set());
        if (isEmpty(lengths)) return;
        for (const offset of offsets) {
          look(1 + (capacity >> 6));
          const size = sizeOf(element);
          for (let i = 1; i <= (capacity - 1) * size; i++) {
            this.contents.add(offset + i, this.contents.read(offset + i + size));
          }
          this.contents.add(offset, shift(lengths, -1));
        }
        return;
      }
      case "assert":
        return;
      case "local": {
        // A local that is assigned again may hold any value of its type.
        const set = restrict(this.sets.scalar(s.value, environment), lowOf(s.type), highOf(s.type));
        environment.locals.set(s.name, { type: s.type, cells: [set] });
        return;
      }
    }
  }

  /** Forgets what holds of everything that a statement may change. */
  private forgetWritten(environment: Environment, s: Statement): void {
    let written = this.writtenBy.get(s);
    if (!written) {
      written = { variables: variablesWritten([s]), locals: assignedLocals([s]) };
      this.writtenBy.set(s, written);
    }
    forget(environment, written.variables, written.locals);
  }

  private write(target: Expression, value: readonly ValueSet[], environment: Environment): void {
    const { type, inState, offsets } = this.sets.candidates(target, environment);
    const root = rootOf(target);
    if (!inState) {
      environment.locals.set(root.name, { type: environment.locals.get(root.name)!.type, cells: wholeCells(type) });
      forget(environment, new Set([root.name]), new Set());
      return;
    }
    const { low, high } = boundsOf(type);
    const cells = value.map((set, i) => restrict(set, low[i]!, high[i]!));
    forget(environment, new Set([root.name]), new Set());
    // An empty cell of a queue inside the value is no contradiction: it has never held anything.
    for (const offset of offsets) this.addAll(offset, cells);
  }
}
