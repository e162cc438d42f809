/**
 * Ground steps: each transition with each choice of parameters, with the tests of its guard and what it changes.
 *
 * The conjuncts of a guard that look at one slot only are tests: they tell whether the step can be enabled, and what
 * would have to happen for that. Of the other conjuncts only the footprint is known.
 */

import { unfoldConjunction } from "../model/conjunction.ts";
import type { Domain } from "../model/domains.ts";
import { domainSize, domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Interpreter } from "../model/interpret.ts";
import type { Expression, Model, QueueType, Statement, Transition, Type } from "../model/model.ts";
import { wholeCells } from "../model/restrictions.ts";
import type { Environment } from "../model/restrictions.ts";
import { boundsOf, isScalar } from "../model/slots.ts";
import { contains, restrict } from "../model/value-set.ts";
import type { ValueSet } from "../model/value-set.ts";
import { Failures } from "./can-fail.ts";
import { conditionText } from "./denial.ts";
import { addUse, emptyFootprint, environmentOf, FootprintReader, join, use } from "./footprint.ts";
import type { Change, Footprint } from "./footprint.ts";
import { groundExpression } from "./ground-expression.ts";
import type { Choice } from "./ground-expression.ts";
import { deniedBy, SharedFailures } from "./shared-failure.ts";

/** A conjunct of a guard that only holds if a slot has one of these values. */
export interface Test {
  readonly slot: number;
  readonly allowed: ValueSet;
  /** The slots that tell which slot that is. In all states in which the conjunct can be evaluated, it is this one. */
  readonly indices: readonly number[];
  /** Whether it is the length of a queue. */
  readonly isLength: boolean;
  /** Whether the conjunct still holds after the slot has grown, or shrunk. */
  readonly survivesGrowth: boolean;
  readonly survivesShrinking: boolean;
}

export interface GroundStep {
  /** The position of the transition in the model. */
  readonly transition: number;
  readonly choice: Choice;
  /** The tests that must hold before anything in the guard can fail. */
  readonly tests: readonly Test[];
  /** The other tests. */
  readonly laterTests: readonly Test[];
  /** What the guard reads beyond the tests. */
  readonly guard: Footprint;
  /** The conjuncts of the guard as texts, in order; those of them that may fail; and conditions that the guard denies. */
  readonly claims: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
  readonly denied: readonly Expression[];
  readonly body: Footprint;
  /** Whether it may fail, or an assertion in it. */
  readonly canGoWrong: boolean;
  /** Whether it may lead into a transient state. The footprints of steps that may follow there belong to it. */
  readonly isSequence?: boolean | undefined;
}

/** The most values of a slot that are tried one by one. */
const mostValues = 256;
/** In the place of a conjunct that is not known for this choice of parameters. */
const unknownText = "";

export class GroundStepReader {
  private readonly model: Model;
  private readonly reader: FootprintReader;
  private readonly domains: readonly Domain[];
  private readonly interpreter: Interpreter;
  private readonly failures: Failures;
  private readonly shared: SharedFailures;

  constructor(model: Model) {
    this.model = model;
    this.reader = new FootprintReader(model);
    ({ domains: this.domains, interpreter: this.interpreter } = facts(model));
    this.failures = new Failures(this.reader.sets, facts(model).predicates);
    this.shared = new SharedFailures(model, this.failures);
  }

  /** `undefined` if the guard can never hold. */
  read(index: number, choice: Choice): GroundStep | undefined {
    const transition = this.model.transitions[index]!;
    const environment = environmentOf(transition.parameters, choice);
    const guard = emptyFootprint();
    const tests: Test[] = [];
    const laterTests: Test[] = [];
    const claims = new Set<string>();
    const failing = new Set<string>();
    const denied: Expression[] = [];
    let canFail = false;
    for (const conjunct of unfoldConjunction(transition.guard)) {
      const ground = groundExpression(conjunct, transition, choice);
      const test = this.testOf(conjunct, transition, choice, environment, guard);
      const denial = ground && !test && !canFail ? deniedBy(ground) : undefined;
      // Where a denial fails, it is enough that another guard does.
      const isShared = (): boolean => denial !== undefined && this.shared.covers(denial, environment, claims);
      const fails: boolean = this.canFail(conjunct, environment) && !isShared();
      // A test of a queue may itself fail before it looks at the length.
      if (test) (canFail || fails ? laterTests : tests).push(test);
      else this.reader.readExpression(conjunct, environment, guard);
      const text = ground ? conditionText(ground) : unknownText;
      if (ground || fails) claims.add(text);
      if (fails) failing.add(text);
      if (denial && !fails) denied.push(denial);
      canFail ||= fails;
      if (test && test.allowed.low > test.allowed.high && !canFail) return undefined;
      // What holds of lengths is good to know for the elements that are read next.
      if (!this.reader.sets.assume(conjunct, true, environment) && !canFail) return undefined;
    }
    environment.restrictions.clear();
    const all = [...tests, ...laterTests];
    const canGoWrong = canFail || this.bodyCanGoWrong(transition, environmentOf(transition.parameters, choice), all);
    const body = this.bodyOf(transition, environment, all);
    return { transition: index, choice, tests, laterTests, guard, claims, failing, denied, canGoWrong, body };
  }

  /** What a condition on states reads. */
  footprintOf(condition: Expression): Footprint {
    const footprint = emptyFootprint();
    this.reader.readExpression(condition, { locals: new Map(), restrictions: new Map() }, footprint);
    return footprint;
  }

  // -------------------------------------------------------------- guards

  /** The test that a conjunct is, if it is one. What else it reads is added to the footprint. */
  private testOf(
    e: Expression,
    transition: Transition,
    choice: Choice,
    environment: Environment,
    guard: Footprint,
  ): Test | undefined {
    const ofQueue = this.queueTest(e, environment, guard);
    if (ofQueue) return ofQueue;
    if (this.canFail(e, environment)) return undefined;
    const own = emptyFootprint();
    this.reader.readExpression(e, environment, own);
    const [slot, ...others] = new Set([...own.reads, ...own.views.keys()]);
    if (slot === undefined || others.length > 0 || own.queues.size > 0) return undefined;
    const domain = this.domains[slot]!;
    if (domainSize(domain) > mostValues) return this.comparison(e, slot, environment);
    const ground = groundExpression(e, transition, choice);
    if (!ground) return undefined;
    const state: number[] = [];
    const holds = (value: number): boolean => {
      state[slot] = value;
      return this.interpreter.evaluate(ground, state) === 1;
    };
    return testFor(slot, domain, domainValues(domain).filter(holds), undefined);
  }

  /** `!empty(q)`, `!full(q)` and the like, if `q` can only be one queue. */
  private queueTest(e: Expression, environment: Environment, guard: Footprint): Test | undefined {
    const isNegated = e.kind === "unary" && e.op === "!";
    const inner = isNegated ? e.operand : e;
    if (inner.kind !== "queue" || inner.op === "len") return undefined;
    const offsets = this.reader.stateOffsets(inner.queue, environment);
    if (offsets.length !== 1) return undefined;
    const own = emptyFootprint();
    this.reader.readIndices(inner.queue, environment, own);
    if (own.queues.size > 0 || own.views.size > 0) return undefined;
    join(guard, own);
    const { capacity } = this.reader.sets.candidates(inner.queue, environment).type as QueueType;
    const bound = inner.op === "empty" ? 0 : capacity;
    const domain = this.domains[offsets[0]!]!;
    const isAllowed = (length: number): boolean => (length === bound) !== isNegated;
    return testFor(offsets[0]!, domain, domainValues(domain).filter(isAllowed), [...own.reads]);
  }

  /** A comparison of a slot that has many values with a constant. */
  private comparison(e: Expression, slot: number, environment: Environment): Test | undefined {
    if (e.kind !== "binary") return undefined;
    const [left, right] = [e.left, e.right].map((side) => this.reader.sets.scalar(side, environment));
    const isSlot = (side: Expression): boolean => this.staticSlot(side, environment) === slot;
    const { low, high } = this.domains[slot]!;
    const allowed =
      isSlot(e.left) && right!.low === right!.high
        ? compared(e.op, right!.low, { low, high })
        : isSlot(e.right) && left!.low === left!.high
          ? compared(mirror[e.op] ?? e.op, left!.low, { low, high })
          : undefined;
    if (!allowed) return undefined;
    return {
      slot,
      allowed,
      indices: [],
      isLength: false,
      survivesGrowth: allowed.high >= high,
      survivesShrinking: allowed.low <= low,
    };
  }

  /** The slot of a scalar place that is the same one in all states. */
  private staticSlot(e: Expression, environment: Environment): number | undefined {
    if (e.kind !== "variable" && e.kind !== "index" && e.kind !== "field") return undefined;
    const { type, inState, offsets } = this.reader.sets.candidates(e, environment);
    if (!inState || offsets.length !== 1 || !isScalar(type) || this.canFail(e, environment)) return undefined;
    return offsets[0];
  }

  private canFail(e: Expression, environment: Environment): boolean {
    return this.failures.canFail(e, environment);
  }

  // -------------------------------------------------------------- bodies

  private bodyOf({ body }: Transition, environment: Environment, tests: readonly Test[]): Footprint {
    const simple: { readonly slot: number; readonly change: Exclude<Change, undefined> }[] = [];
    const queueSteps = new Map<number, number>();
    const rest: Statement[] = [];
    const found = emptyFootprint();
    let known = tests;
    for (const s of body) {
      if (s.kind === "local") environment.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
      const change = s.kind === "assign" ? this.simpleChange(s, environment, known) : undefined;
      const queueStep = s.kind === "push" || s.kind === "pop" ? this.queueStep(s, environment, known) : undefined;
      const effect = this.effectOf(s, environment);
      known = unchanged(known, effect);
      // What was the head before is no head after a pop: the next element may be one that another step appends.
      for (const queue of effect.queues.keys()) if (queueSteps.has(queue)) queueSteps.set(queue, use.change);
      if (change) simple.push(change);
      else if (queueStep) {
        if (!queueSteps.has(queueStep.queue)) queueSteps.set(queueStep.queue, queueStep.how);
        if (s.kind === "push") this.reader.readExpression(s.value, environment, found);
        this.reader.readIndices((s as Statement & { kind: "push" | "pop" }).queue, environment, found);
      } else rest.push(s);
    }
    const others = emptyFootprint();
    this.reader.readStatements(rest, environment, others);
    join(found, others);
    for (const { slot, change } of simple) {
      found.writes.set(slot, others.writes.has(slot) ? undefined : composed(found.writes, slot, change));
    }
    for (const [queue, how] of queueSteps) {
      const isPlain = how !== use.change && ((others.queues.get(queue) ?? 0) & ~use.head) === 0;
      addUse(found, queue, isPlain ? how : use.change);
    }
    return found;
  }

  /** Whether a body may fail, or an assertion in it. Of what the guard says only its tests count, until slots change. */
  private bodyCanGoWrong({ body }: Transition, environment: Environment, tests: readonly Test[]): boolean {
    const { sets } = this.reader;
    let known = tests;
    const evaluates = (e: Expression): boolean =>
      this.failures.all(e, environment).every(({ at }) => this.isHead(at, environment, known));
    const isFine = (s: Statement): boolean => {
      switch (s.kind) {
        case "assign": {
          const simple = this.simpleChange(s, environment, known);
          if (simple) return "set" in simple.change || this.fits(simple.slot, simple.change.add, known);
          const { type } = sets.candidates(s.target, environment);
          return evaluates(s.target) && evaluates(s.value) && this.fitsType(s.value, type, environment);
        }
        case "local": {
          const isRight = evaluates(s.value) && this.fitsType(s.value, s.type, environment);
          environment.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
          return isRight;
        }
        case "if":
          return (
            evaluates(s.test) &&
            (!this.reader.canBe(s.test, true, environment) || s.then.every(goOn)) &&
            (!this.reader.canBe(s.test, false, environment) || s.else.every(goOn))
          );
        case "for":
          // A round may change what the next one relies on.
          known = [];
          environment.locals.set(s.name, { type: s.type, cells: wholeCells(s.type) });
          return s.body.every(goOn);
        case "push":
        case "pop": {
          if (!this.queueStep(s, environment, known) || !evaluates(s.queue)) return false;
          const { element } = sets.candidates(s.queue, environment).type as QueueType;
          return s.kind === "pop" || (evaluates(s.value) && this.fitsType(s.value, element, environment));
        }
        case "while":
        case "assert":
          return false;
      }
    };
    const goOn = (s: Statement): boolean => {
      const result = isFine(s);
      known = unchanged(known, this.effectOf(s, environment));
      return result;
    };
    return !body.every(goOn);
  }

  /** What one statement reads and writes. */
  private effectOf(s: Statement, environment: Environment): Footprint {
    const effect = emptyFootprint();
    this.reader.readStatements([s], { locals: new Map(environment.locals), restrictions: new Map() }, effect);
    return effect;
  }

  /** Whether an expression is the head of a queue that has one, as a test says. */
  private isHead(e: Expression, environment: Environment, tests: readonly Test[]): boolean {
    if (e.kind !== "index" || e.index.kind !== "integer" || e.index.value !== 0) return false;
    const { type, inState, offsets } = this.reader.sets.candidates(e.base, environment);
    if (type.kind !== "queue" || !inState || offsets.length !== 1) return false;
    return tests.some(({ slot, allowed }) => slot === offsets[0] && !contains(allowed, 0));
  }

  /** Whether all values that an expression may have are values of a type. */
  private fitsType(value: Expression, type: Type, environment: Environment): boolean {
    const { low, high } = boundsOf(type);
    const cells = this.reader.sets.value(value, environment);
    return cells.every((set, k) => set.low >= low[k]! && set.high <= high[k]!);
  }

  /** `x := c`, or `x := x + c` that stays within the range of x. */
  private simpleChange(
    { target, value }: Statement & { readonly kind: "assign" },
    environment: Environment,
    tests: readonly Test[],
  ): { readonly slot: number; readonly change: Exclude<Change, undefined> } | undefined {
    const slot = this.staticSlot(target, environment);
    if (slot === undefined) return undefined;
    const { low, high, variable, cell } = facts(this.model).slots[slot]!;
    // Whoever looks at a queue is a user of the queue, not of its slots.
    if (cell) return undefined;
    const own = emptyFootprint();
    this.reader.readExpression(value, environment, own);
    if (own.reads.size === 0 && own.views.size === 0 && own.queues.size === 0 && !this.canFail(value, environment)) {
      const set = this.reader.sets.scalar(value, environment);
      if (set.low === set.high && set.low >= low && set.low <= high) return { slot, change: { set: set.low } };
    }
    if (value.kind !== "binary" || (value.op !== "+" && value.op !== "-")) return undefined;
    const add = this.addend(value, slot, environment);
    if (add === undefined) return undefined;
    // Beyond a limit of ours nothing is known: the model itself has no such bound.
    return variable.limit !== undefined || this.fits(slot, add, tests) ? { slot, change: { add } } : undefined;
  }

  /** Whether a slot stays within its range if a number is added to a value that the tests allow. */
  private fits(slot: number, add: number, tests: readonly Test[]): boolean {
    const { low, high } = facts(this.model).slots[slot]!;
    const before = tests.filter((test) => test.slot === slot).map(({ allowed }) => allowed);
    const least = Math.max(this.domains[slot]!.low, ...before.map((set) => set.low));
    const most = Math.min(this.domains[slot]!.high, ...before.map((set) => set.high));
    return least + add >= low && most + add <= high;
  }

  private addend(e: Expression & { kind: "binary" }, slot: number, environment: Environment): number | undefined {
    const [left, right] = [e.left, e.right].map((side) => this.reader.sets.scalar(side, environment));
    if (this.staticSlot(e.left, environment) === slot && right!.low === right!.high && isPlain(e.right)) {
      return e.op === "+" ? right!.low : -right!.low;
    }
    const isLast = e.op === "+" && this.staticSlot(e.right, environment) === slot;
    return isLast && left!.low === left!.high && isPlain(e.left) ? left!.low : undefined;
  }

  /** `push` and `pop` of a queue that is the same one in all states, if the guard says that they cannot fail. */
  private queueStep(
    s: Statement & { readonly kind: "push" | "pop" },
    environment: Environment,
    tests: readonly Test[],
  ): { readonly queue: number; readonly how: number } | undefined {
    const offsets = this.reader.stateOffsets(s.queue, environment);
    if (offsets.length !== 1) return undefined;
    const queue = offsets[0]!;
    const { capacity } = this.reader.sets.candidates(s.queue, environment).type as QueueType;
    const isFine = tests.some(
      ({ slot, allowed }) => slot === queue && !contains(allowed, s.kind === "push" ? capacity : 0),
    );
    return isFine ? { queue, how: s.kind === "push" ? use.push : use.pop } : undefined;
  }
}

/** The tests of slots that a statement leaves alone. */
function unchanged(tests: readonly Test[], { writes, queues }: Footprint): readonly Test[] {
  const isChanged = (slot: number): boolean => writes.has(slot) || ((queues.get(slot) ?? 0) & use.change) !== 0;
  return tests.filter(({ slot, indices }) => !isChanged(slot) && !indices.some(isChanged));
}

const mirror: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function compared(op: string, bound: number, domain: Domain): ValueSet | undefined {
  switch (op) {
    case "==":
      return restrict(domain, bound, bound);
    case "<":
      return restrict(domain, -Infinity, bound - 1);
    case "<=":
      return restrict(domain, -Infinity, bound);
    case ">":
      return restrict(domain, bound + 1, Infinity);
    case ">=":
      return restrict(domain, bound, Infinity);
    default:
      return undefined;
  }
}

/** @param ofQueue the slots of the indices in the place of a queue, if the slot is its length */
function testFor(
  slot: number,
  domain: Domain,
  values: readonly number[],
  ofQueue: readonly number[] | undefined,
): Test {
  const all = domainValues(domain);
  const [low, high] = [values[0] ?? Infinity, values.at(-1) ?? -Infinity];
  return {
    slot,
    allowed: { low, high, values },
    indices: ofQueue ?? [],
    isLength: ofQueue !== undefined,
    survivesGrowth: values.length === 0 || all.filter((value) => value >= low).length === values.length,
    survivesShrinking: values.length === 0 || all.filter((value) => value <= high).length === values.length,
  };
}

/** What becomes of a slot by a change after those before. */
function composed(writes: ReadonlyMap<number, Change>, slot: number, change: Exclude<Change, undefined>): Change {
  const before = writes.get(slot);
  if (!writes.has(slot) || "set" in change) return change;
  if (!before) return undefined;
  return "set" in before ? { set: before.set + change.add } : { add: before.add + change.add };
}

function isPlain({ kind }: Expression): boolean {
  return kind === "integer" || kind === "constant" || kind === "local" || kind === "member";
}
