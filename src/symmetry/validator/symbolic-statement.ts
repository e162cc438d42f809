/**
 * Executes bodies of transitions over terms: the new value of each slot, where an assertion fails, and where the step
 * fails.
 *
 * Both branches of an `if` run on copies of the state, which are joined slot by slot. Loops are unrolled as often as
 * their test can hold. Where the step fails, all other results are meaningless, except that an assertion that failed
 * earlier has failed. A test that is decided by known values takes only one branch.
 */

import type { Expression, Statement, Type } from "../../model/model.ts";
import { boundsOf, paddingOf, highOf, lowOf, sizeOf } from "../../model/slots.ts";
import type { Terms } from "./operators.ts";
import type { Context, Local, Place, SymbolicExpressions } from "./symbolic-expression.ts";
import type { Term } from "./term.ts";

export interface Effect {
  /** The new values of the written slots. */
  readonly written: ReadonlyMap<number, Term>;
  /** Where the body fails at run time. */
  readonly error: Term;
  /** Where an assertion fails, before any run-time error. */
  readonly failed: Term;
}

/** The effect of a body on the state that `before` reads. */
export function runBody(
  expressions: SymbolicExpressions,
  body: readonly Statement[],
  before: (slot: number) => Term,
  parameters: ReadonlyMap<string, Local>,
): Effect {
  const run = new Run(expressions, before, parameters);
  run.block(body, expressions.terms.one);
  return { written: run.written, error: run.error, failed: run.failed };
}

class Run implements Context {
  written = new Map<number, Term>();
  locals: Map<string, Local>;
  /** The errors are joined all at once, so that their order does not affect the normal form. */
  readonly #errors: Term[] = [];
  readonly #failures: Term[] = [];
  readonly #expressions: SymbolicExpressions;
  readonly #terms: Terms;
  readonly #before: (slot: number) => Term;

  constructor(
    expressions: SymbolicExpressions,
    before: (slot: number) => Term,
    parameters: ReadonlyMap<string, Local>,
  ) {
    this.#expressions = expressions;
    this.#terms = expressions.terms;
    this.#before = before;
    this.locals = new Map(parameters);
  }

  get error(): Term {
    return this.#terms.or([this.#terms.zero, ...this.#errors]);
  }

  get failed(): Term {
    return this.#terms.or([this.#terms.zero, ...this.#failures]);
  }

  read(slot: number): Term {
    return this.written.get(slot) ?? this.#before(slot);
  }

  /** Runs statements. `path` is the condition under which they are reached. */
  block(statements: readonly Statement[], path: Term): void {
    for (const s of statements) this.#statement(s, path);
  }

  #statement(s: Statement, path: Term): void {
    const terms = this.#terms;
    switch (s.kind) {
      case "assign": {
        const cells = this.#values(s.value, path);
        this.#store(this.#place(s.target, path), 0, cells, path);
        return;
      }
      case "if":
        this.#branch(this.#test(s.test, path), path, s.then, s.else);
        return;
      case "for":
        for (let i = lowOf(s.type); i <= highOf(s.type); i++) {
          this.locals.set(s.name, { type: s.type, cells: [terms.constant(i)] });
          this.block(s.body, path);
        }
        return;
      case "while": {
        // After the loop has ended the test is false in the joined state too, so one condition identifies the
        // continuing states.
        let active = path;
        for (let round = 0; ; round++) {
          const test = this.#test(s.test, active);
          active = terms.and([active, test]);
          if (round === s.bound) this.#fail(active, terms.one);
          if (active === terms.zero || round === s.bound) return;
          this.#branch(test, path, s.body, []);
        }
      }
      case "push":
        this.#push(s, path);
        return;
      case "pop":
        this.#pop(s, path);
        return;
      case "assert": {
        const test = this.#test(s.test, path);
        const now = terms.and([path, terms.not(this.error), terms.not(test)]);
        if (now !== terms.zero) this.#failures.push(now);
        return;
      }
      case "local": {
        const [value] = this.#values(s.value, path);
        this.#check(s.type, [value!], path);
        this.locals.set(s.name, { type: s.type, cells: [value!] });
        return;
      }
    }
  }

  #branch(test: Term, path: Term, then: readonly Statement[], otherwise: readonly Statement[]): void {
    const terms = this.#terms;
    const thenPath = terms.and([path, test]);
    const elsePath = terms.and([path, terms.not(test)]);
    if (elsePath === terms.zero || thenPath === terms.zero) {
      // Outside the path nothing matters: the code that opened the path joins the states.
      if (thenPath === terms.zero) this.block(otherwise, elsePath);
      else this.block(then, thenPath);
      return;
    }
    const { written, locals } = this;
    this.written = new Map(written);
    this.locals = new Map(locals);
    this.block(then, thenPath);
    const [thenWritten, thenLocals] = [this.written, this.locals];
    this.written = new Map(written);
    this.locals = new Map(locals);
    this.block(otherwise, elsePath);
    const read = (from: ReadonlyMap<number, Term>, slot: number): Term => from.get(slot) ?? this.#before(slot);
    for (const slot of new Set([...thenWritten.keys(), ...this.written.keys()])) {
      written.set(slot, terms.if(test, read(thenWritten, slot), read(this.written, slot)));
    }
    for (const [name, { type }] of locals) {
      const cells = this.locals.get(name)!.cells;
      const joined = thenLocals.get(name)!.cells.map((cell, i) => terms.if(test, cell, cells[i]!));
      locals.set(name, { type, cells: joined });
    }
    this.written = written;
    this.locals = locals;
  }

  #push(s: Statement & { kind: "push" }, path: Term): void {
    const terms = this.#terms;
    const cells = this.#values(s.value, path);
    const queue = this.#place(s.queue, path);
    if (queue.type.kind !== "queue") throw new TypeError("not a queue");
    const { capacity, element } = queue.type;
    const size = sizeOf(element);
    const length = this.#expressions.cellAt(queue, 0, this);
    this.#fail(path, terms.and([terms.equal(length, terms.constant(capacity)), terms.not(queue.nowhere)]));
    this.#check(element, cells, path);
    for (let i = 0; i < capacity; i++) {
      const here = terms.equal(length, terms.constant(i));
      if (here !== terms.zero) this.#write(queue, 1 + i * size, cells, here);
    }
    this.#write(queue, 0, [terms.sum([length, terms.one])], terms.one);
  }

  #pop(s: Statement & { kind: "pop" }, path: Term): void {
    const terms = this.#terms;
    const queue = this.#place(s.queue, path);
    if (queue.type.kind !== "queue") throw new TypeError("not a queue");
    const { capacity, element } = queue.type;
    const size = sizeOf(element);
    const length = this.#expressions.cellAt(queue, 0, this);
    this.#fail(path, terms.and([terms.equal(length, terms.zero), terms.not(queue.nowhere)]));
    // In the order of the cells, each takes the value of one that has not changed yet. Marks take that of the last.
    for (let i = 1; i <= (capacity - 1) * size; i++) {
      this.#write(queue, i, [this.#expressions.cellAt(queue, i + size, this)], terms.one);
    }
    const marks = paddingOf(element).map((mark) => terms.constant(mark));
    this.#write(queue, 1 + (capacity - 1) * size, marks, terms.one);
    this.#write(queue, 0, [terms.sum([length, terms.constant(-1)])], terms.one);
  }

  // -------------------------------------------------------------- parts of statements

  #values(e: Expression, path: Term): readonly Term[] {
    return this.#collect(path, (errors) => this.#expressions.value(e, this, errors));
  }

  #place(e: Expression, path: Term): Place {
    return this.#collect(path, (errors) => this.#expressions.place(e, this, errors));
  }

  #test(e: Expression, path: Term): Term {
    return this.#collect(path, (errors) => this.#expressions.scalar(e, this, errors));
  }

  #collect<T>(path: Term, evaluate: (errors: Term[]) => T): T {
    const errors: Term[] = [];
    const result = evaluate(errors);
    for (const error of errors) this.#fail(path, error);
    return result;
  }

  #fail(path: Term, condition: Term): void {
    if (condition === this.#terms.zero) return;
    const now = this.#terms.and([path, condition]);
    if (now !== this.#terms.zero) this.#errors.push(now);
  }

  #store(place: Place, at: number, cells: readonly Term[], path: Term): void {
    this.#check(place.type, cells, path);
    this.#write(place, at, cells, this.#terms.one);
  }

  /** Values outside their ranges are failures. Marks of queues are allowed. */
  #check(type: Type, cells: readonly Term[], path: Term): void {
    const terms = this.#terms;
    const { low, high } = boundsOf(type);
    cells.forEach((cell, i) => {
      if (cell.low < low[i]!) this.#fail(path, terms.less(cell, terms.constant(low[i]!)));
      if (cell.high > high[i]!) this.#fail(path, terms.less(terms.constant(high[i]!), cell));
    });
  }

  #write({ local, options }: Place, at: number, cells: readonly Term[], where: Term): void {
    const terms = this.#terms;
    for (const { condition, offset } of options) {
      const here = terms.and([condition, where]);
      if (here === terms.zero) continue;
      cells.forEach((cell, i) => {
        const slot = offset + at + i;
        const value = terms.if(here, cell, this.#expressions.cell(local, slot, this));
        if (local === undefined) this.written.set(slot, value);
        else {
          const { type, cells: old } = this.locals.get(local)!;
          this.locals.set(local, { type, cells: old.with(slot, value) });
        }
      });
    }
  }
}
