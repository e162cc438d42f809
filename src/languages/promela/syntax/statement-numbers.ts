/**
 * The numbers that SPIN gives to statements. Its trails name statements by them.
 *
 * SPIN numbers elements in the order in which its parser completes them: statements one after the other; a choice after
 * all of its options, with a number for itself, one for its end, and in a loop one for the target of `break`; `atomic`,
 * `d_step` and blocks after what is in them; at last the end of the process. A jump at a label that means something to
 * the checker is preceded by a step of its own, which is numbered after the jump.
 */

import type { Sequence, Statement, Unit } from "./syntax-tree.ts";

export interface StatementNumbers {
  /** The number of each statement, and of a choice that of its end, where its options meet. */
  readonly statements: ReadonlyMap<Statement, number>;
  /** The number of the end of each process, by its name. */
  readonly ends: ReadonlyMap<string, number>;
}

/** `undefined` if the text has statements whose numbers are not known. */
export function statementNumbers(units: readonly Unit[]): StatementNumbers | undefined {
  const counter = new Counter();
  const ends = new Map<string, number>();
  for (const unit of units) {
    // A trace assertion has elements too, and is not in the tree.
    if (unit.kind === "unsupported") return undefined;
    if (unit.kind !== "proctype" && unit.kind !== "init" && unit.kind !== "never") continue;
    counter.sequence(unit.body, true);
    const end = counter.next();
    if (unit.kind !== "never") ends.set(unit.name.text, end);
  }
  return counter.isKnown ? { statements: counter.statements, ends } : undefined;
}

class Counter {
  readonly statements = new Map<Statement, number>();
  isKnown = true;
  #count = 0;

  next(): number {
    return this.#count++;
  }

  sequence(body: Sequence, isOutermost = false): void {
    let hasStarted = !isOutermost;
    for (const statement of body) {
      // Declarations between statements are steps in some versions of SPIN only.
      if (statement.kind === "declaration") this.isKnown &&= !hasStarted;
      else {
        hasStarted = true;
        this.#inside(statement);
        this.#own(statement);
      }
    }
  }

  /** What is inside a statement is complete before the statement itself. */
  #inside(statement: Statement): void {
    switch (statement.kind) {
      case "if":
      case "do":
        for (const option of statement.options) this.sequence(option);
        return;
      case "atomic":
      case "d_step":
      case "block":
        this.sequence(statement.body);
        return;
      case "label":
        if (statement.statement) this.#inside(statement.statement);
        return;
      case "unless":
      case "for":
      case "for-in":
      case "select":
        this.isKnown = false;
        return;
      default:
    }
  }

  #own(statement: Statement): void {
    switch (statement.kind) {
      case "promise":
      case "declaration":
        return;
      case "if":
        this.statements.set(statement, this.#count + 1);
        this.#count += 2;
        return;
      case "do":
        this.statements.set(statement, this.#count + 2);
        this.#count += 3;
        return;
      case "label":
        this.#labeled(statement);
        return;
      default:
        this.statements.set(statement, this.next());
    }
  }

  #labeled(labeled: Statement & { kind: "label" }): void {
    const { label, statement } = labeled;
    if (!statement) {
      this.statements.set(labeled, this.next());
      return;
    }
    this.#own(statement);
    const isJump = statement.kind === "goto" || statement.kind === "break";
    if (isJump && /^(?:end|accept|progress)/.test(label.text)) this.next();
  }
}
