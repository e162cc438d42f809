/** Whether an expression may fail to evaluate, by the values that slots can have and by the tests before each part. */

import type { ExpressionSets } from "../model/expression-sets.ts";
import type { Expression } from "../model/model.ts";
import { wholeCells } from "../model/restrictions.ts";
import type { Environment } from "../model/restrictions.ts";
import { highOf, lengthOf, lowOf } from "../model/slots.ts";
import { partsOf } from "../model/traverse.ts";
import { contains } from "../model/value-set.ts";
import { getOrAdd } from "../util/numbering.ts";
import { instancesOf, mostValues } from "./denial.ts";

/** A condition that holds, or does not. */
export interface Fact {
  readonly condition: Expression;
  readonly holds: boolean;
}

/** An expression that may fail, and facts without which it is not evaluated. */
export interface Failure {
  readonly at: Expression;
  readonly facts: readonly Fact[];
  /** Whether it is in a quantifier: then that is not all that must be the case. */
  readonly isInQuantifier: boolean;
}

/** What is known where an expression is evaluated. */
interface Way {
  readonly facts: readonly Fact[];
  readonly isInQuantifier: boolean;
}

const start: Way = { facts: [], isInQuantifier: false };

export class Failures {
  readonly sets: ExpressionSets;
  private readonly predicates: ReadonlyMap<string, Expression>;
  /** The predicates that may fail, and those that cannot. */
  private readonly failing = new Map<string, boolean>();

  constructor(sets: ExpressionSets, predicates: ReadonlyMap<string, Expression>) {
    this.sets = sets;
    this.predicates = predicates;
  }

  canFail(e: Expression, environment: Environment): boolean {
    return this.visit(e, environment, start, undefined);
  }

  /** The expressions that may fail when another one is evaluated. Quantifiers over few values are written out. */
  all(e: Expression, environment: Environment): readonly Failure[] {
    const found: Failure[] = [];
    this.visit(e, environment, start, found);
    return found;
  }

  /** Lists what may fail. Without a list, returns at the first one that it does. */
  private visit(e: Expression, environment: Environment, way: Way, found: Failure[] | undefined): boolean {
    const fails = (): boolean => {
      found?.push({ at: e, ...way });
      return found === undefined;
    };
    const inTurn = (first: Expression, outcome: boolean, second: Expression): boolean => {
      const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
      if (!this.sets.assume(first, outcome, inner)) return false;
      const facts = found ? [...way.facts, { condition: first, holds: outcome }] : way.facts;
      return this.visit(second, inner, { ...way, facts }, found);
    };
    switch (e.kind) {
      case "predicate": {
        const body = this.predicates.get(e.name)!;
        if (!this.canPredicateFail(e.name)) return false;
        return this.visit(body, { locals: new Map(), restrictions: new Map() }, way, found);
      }
      case "binary":
        if (e.op === "&&" || e.op === "->" || e.op === "||") {
          return this.visit(e.left, environment, way, found) || inTurn(e.left, e.op !== "||", e.right);
        }
        if (e.op === "/" || e.op === "%") {
          if (contains(this.sets.scalar(e.right, environment), 0) && fails()) return true;
        }
        break;
      case "conditional":
        return (
          this.visit(e.test, environment, way, found) || inTurn(e.test, true, e.then) || inTurn(e.test, false, e.else)
        );
      case "quantified": {
        const inner = { ...way, isInQuantifier: true };
        if (found && lengthOf(e.type) <= mostValues) {
          for (const body of instancesOf(e)) this.visit(body, environment, inner, found);
          return false;
        }
        const locals = new Map(environment.locals).set(e.name, { type: e.type, cells: wholeCells(e.type) });
        return this.visit(e.body, { locals, restrictions: new Map(environment.restrictions) }, inner, found);
      }
      case "index":
        if (!this.isInside(e, environment) && fails()) return true;
        break;
      default:
    }
    return partsOf(e).some((part) => this.visit(part, environment, way, found));
  }

  /** Thousands of steps may ask. */
  private canPredicateFail(name: string): boolean {
    const environment = (): Environment => ({ locals: new Map(), restrictions: new Map() });
    return getOrAdd(this.failing, name, () => this.visit(this.predicates.get(name)!, environment(), start, undefined));
  }

  private isInside(e: Expression & { readonly kind: "index" }, environment: Environment): boolean {
    const { type } = this.sets.candidates(e.base, environment);
    const index = this.sets.scalar(e.index, environment);
    if (type.kind === "array") return index.low >= lowOf(type.index) && index.high <= highOf(type.index);
    const length = this.sets.scalar({ kind: "queue", op: "len", queue: e.base }, environment);
    return index.low >= 0 && index.high < length.low;
  }
}
