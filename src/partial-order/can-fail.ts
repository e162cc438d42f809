/** Whether an expression may fail to evaluate, by the values that slots can have and by the tests before each part. */

import type { ExpressionSets } from "../model/expression-sets.ts";
import type { Expression } from "../model/model.ts";
import { wholeCells } from "../model/restrictions.ts";
import type { Environment } from "../model/restrictions.ts";
import { highOf, lowOf } from "../model/slots.ts";
import { partsOf } from "../model/traverse.ts";
import { contains } from "../model/value-set.ts";

export class Failures {
  private readonly sets: ExpressionSets;
  private readonly predicates: ReadonlyMap<string, Expression>;

  constructor(sets: ExpressionSets, predicates: ReadonlyMap<string, Expression>) {
    this.sets = sets;
    this.predicates = predicates;
  }

  canFail(e: Expression, environment: Environment): boolean {
    switch (e.kind) {
      case "predicate":
        return this.canFail(this.predicates.get(e.name)!, { locals: new Map(), restrictions: new Map() });
      case "binary":
        if (e.op === "&&" || e.op === "->") return this.canFailInTurn(e.left, true, e.right, environment);
        if (e.op === "||") return this.canFailInTurn(e.left, false, e.right, environment);
        if (e.op === "/" || e.op === "%") {
          if (contains(this.sets.scalar(e.right, environment), 0)) return true;
        }
        break;
      case "conditional":
        return (
          this.canFailInTurn(e.test, true, e.then, environment) ||
          this.canFailInTurn(e.test, false, e.else, environment)
        );
      case "quantified": {
        const locals = new Map(environment.locals).set(e.name, { type: e.type, cells: wholeCells(e.type) });
        return this.canFail(e.body, { locals, restrictions: new Map(environment.restrictions) });
      }
      case "index":
        if (!this.isInside(e, environment)) return true;
        break;
      default:
    }
    return partsOf(e).some((part) => this.canFail(part, environment));
  }

  /** Whether the first part can fail, or the second one where the first has an outcome. */
  private canFailInTurn(first: Expression, outcome: boolean, second: Expression, environment: Environment): boolean {
    if (this.canFail(first, environment)) return true;
    const inner = { locals: environment.locals, restrictions: new Map(environment.restrictions) };
    return this.sets.assume(first, outcome, inner) && this.canFail(second, inner);
  }

  private isInside(e: Expression & { readonly kind: "index" }, environment: Environment): boolean {
    const { type } = this.sets.candidates(e.base, environment);
    const index = this.sets.scalar(e.index, environment);
    if (type.kind === "array") return index.low >= lowOf(type.index) && index.high <= highOf(type.index);
    const length = this.sets.scalar({ kind: "queue", op: "len", queue: e.base }, environment);
    return index.low >= 0 && index.high < length.low;
  }
}
