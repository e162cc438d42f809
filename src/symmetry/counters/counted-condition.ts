/**
 * Conditions on states as conditions on counts.
 *
 * A condition that a group preserves treats the rows of a family alike: it says something of each of them, of some of
 * them, or of how many there are. Quantifiers are written out, and then
 *
 * - what reads no counted slot stays, on the slots that are left;
 * - operands of `||` that read one row each become "some counter of a local state in which it holds is at least 1",
 *   those of `&&` "the counters of the others are 0", provided that all rows have the same operands, as tables over
 *   their local states;
 * - terms of a sum that read one row each become counters times the values of the term.
 *
 * Everything else, such as an operand that compares a row with a common slot, is not followed. Nothing here may fail to
 * be evaluated, so the order of operands does not matter.
 */

import { all, any, binary, integer, not } from "../../model/build.ts";
import { constantOf, constantPlace } from "../../model/constant-place.ts";
import type { NamesInScope } from "../../model/constant-place.ts";
import { facts } from "../../model/facts.ts";
import { isRuntimeError } from "../../model/interpret.ts";
import { mayFail } from "../../model/may-fail.ts";
import type { Expression, Model } from "../../model/model.ts";
import { namesOf } from "../../model/slot-steps.ts";
import { highOf, isScalar, lowOf } from "../../model/slots.ts";
import { replace, substitute } from "../../model/substitute.ts";
import { partsOf } from "../../model/traverse.ts";
import { chain } from "../../syntax/chain.ts";
import { look } from "../../util/limits.ts";
import { chainOf } from "../validator/typing/text-numbers.ts";
import type { Family } from "./family.ts";

/** Thrown where a condition cannot be followed. */
class NotCounted extends Error {}

/** A condition with more instances of quantified bodies than this is not written out. */
const mostInstances = 100_000;

export class ConditionCounter {
  readonly #model: Model;
  readonly #families: readonly Family[];
  readonly #names: NamesInScope;
  /** The variable of a slot of the counted model. */
  readonly #variableAt: (slot: number) => Expression;
  /** The slot, in the counted model, of each slot that is left. */
  readonly #places: ReadonlyMap<number, number>;
  #instances = 0;

  constructor(model: Model, counted: Model, families: readonly Family[], others: readonly number[]) {
    this.#model = model;
    this.#families = families;
    this.#names = namesOf(model);
    this.#places = new Map(others.map((slot, k) => [slot, k]));
    this.#variableAt = (slot) => ({ kind: "variable", name: counted.variables[slot]!.name });
  }

  /** `undefined` if it is not followed. */
  condition(e: Expression): Expression | undefined {
    this.#instances = 0;
    try {
      return this.#truth(e);
    } catch (error) {
      if (error instanceof NotCounted) return undefined;
      throw error;
    }
  }

  #truth(e: Expression): Expression {
    look();
    if (e.kind === "predicate") return this.#truth(this.#names.predicates.get(e.name)!);
    if (e.kind === "unary" && e.op === "!") return not(this.#truth(e.operand));
    if (e.kind === "binary" && e.op === "->") return any([not(this.#truth(e.left)), this.#truth(e.right)]);
    if (e.kind === "binary" && (e.op === "&&" || e.op === "||")) return this.#joined(e.op, chainOf(e, e.op));
    if (e.kind === "quantified" && e.op === "forall") return this.#joined("&&", this.#instancesOf(e));
    if (e.kind === "quantified" && e.op === "exists") return this.#joined("||", this.#instancesOf(e));
    const reads = this.#readsOf(e);
    if (reads.rows.size === 0) return this.#kept(e);
    if (isComparison(e)) return binary(e.op, this.#number(e.left), this.#number(e.right));
    throw new NotCounted();
  }

  /** Operands of one row each are taken together. */
  #joined(op: "&&" | "||", operands: readonly Expression[]): Expression {
    const result: Expression[] = [];
    const tables = new Tables();
    for (const operand of operands) {
      const row = this.#singleRow(operand);
      if (!row) {
        result.push(this.#truth(operand));
        continue;
      }
      tables.add(row, (local) => Number(this.#valueIn(operand, row, local) === (op === "||" ? 1 : 0)));
    }
    for (const { family, values } of tables.sums()) {
      const decisive = values.flatMap((value, k) => (value > 0 ? [this.#variableAt(family.offset + k)] : []));
      if (decisive.length === 0) continue;
      result.push(op === "||" ? binary(">=", sumOf(decisive), integer(1)) : binary("==", sumOf(decisive), integer(0)));
    }
    return op === "||" ? any(result) : all(result);
  }

  #number(e: Expression): Expression {
    const terms: { readonly e: Expression; readonly sign: 1 | -1 }[] = [];
    this.#collectTerms(e, 1, terms);
    const tables = new Tables();
    const kept: Expression[] = [];
    for (const { e: term, sign } of terms) {
      const row = this.#singleRow(term);
      if (row) tables.add(row, (local) => sign * this.#valueIn(term, row, local));
      else kept.push(times(sign, this.#kept(term)));
    }
    for (const { family, values } of tables.sums()) {
      values.forEach((value, k) => {
        if (value !== 0) kept.push(times(value, this.#variableAt(family.offset + k)));
      });
    }
    return kept.length === 0 ? integer(0) : sumOf(kept);
  }

  /** The terms of sums, and the instances of `count` and `sum`, in turn. */
  #collectTerms(e: Expression, sign: 1 | -1, into: { readonly e: Expression; readonly sign: 1 | -1 }[]): void {
    look();
    if (e.kind === "binary" && (e.op === "+" || e.op === "-")) {
      this.#collectTerms(e.left, sign, into);
      this.#collectTerms(e.right, e.op === "+" ? sign : sign === 1 ? -1 : 1, into);
    } else if (e.kind === "quantified" && (e.op === "sum" || e.op === "count")) {
      for (const instance of this.#instancesOf(e)) {
        if (e.op === "sum") this.#collectTerms(instance, sign, into);
        else into.push({ e: instance, sign });
      }
    } else into.push({ e, sign });
  }

  #instancesOf({ name, type, body }: Expression & { kind: "quantified" }): Expression[] {
    const instances: Expression[] = [];
    for (let value = lowOf(type); value <= highOf(type); value++) {
      look();
      if (++this.#instances > mostInstances) throw new NotCounted();
      instances.push(substitute(body, name, value));
    }
    return instances;
  }

  // ---------------------------------------------------------------- what is left

  /** An expression on slots that are left, on the variables of the counted model. */
  #kept(e: Expression): Expression {
    const result = replace(e, (part) => {
      if (part.kind === "predicate") return this.#kept(this.#names.predicates.get(part.name)!);
      const constant = part.kind === "member" || part.kind === "constant" ? constantOf(part, this.#names) : undefined;
      if (constant !== undefined) return integer(constant);
      if (part.kind !== "variable" && part.kind !== "index" && part.kind !== "field") return undefined;
      const place = constantPlace(part, this.#names);
      const slot = place && isScalar(place.type) ? this.#places.get(place.offset) : undefined;
      if (slot === undefined) throw new NotCounted();
      const variable = this.#variableAt(slot);
      return place!.type.kind === "bool" ? binary("==", variable, integer(1)) : variable;
    });
    if (mayFail(result)) throw new NotCounted();
    return result;
  }

  // ---------------------------------------------------------------- rows

  /** The slots of families that an expression reads, by family and row, and whether it reads others. */
  #readsOf(e: Expression): { readonly rows: Map<Family, Set<number>>; readonly others: boolean } {
    const rows = new Map<Family, Set<number>>();
    let others = false;
    const insideOf = (part: Expression): readonly Expression[] => {
      if (part.kind === "predicate") return [this.#names.predicates.get(part.name)!];
      return part.kind === "quantified" ? this.#instancesOf(part) : partsOf(part);
    };
    const visit = (part: Expression): void => {
      look();
      if (part.kind === "queue" || part.kind === "aggregate" || part.kind === "local") throw new NotCounted();
      if (part.kind !== "variable" && part.kind !== "index" && part.kind !== "field") {
        insideOf(part).forEach(visit);
        return;
      }
      const place = constantPlace(part, this.#names);
      // An index that depends on the state may mean any row. Bound names are written out before.
      if (!place || !isScalar(place.type)) throw new NotCounted();
      const family = this.#families.find(({ rowOf }) => rowOf.has(place.offset));
      if (!family) others = true;
      else rows.set(family, (rows.get(family) ?? new Set()).add(family.rowOf.get(place.offset)!));
    };
    visit(e);
    return { rows, others };
  }

  /** The row that an expression reads, if it reads nothing else. */
  #singleRow(e: Expression): { readonly family: Family; readonly row: number } | undefined {
    const { rows, others } = this.#readsOf(e);
    const [only] = rows;
    if (rows.size !== 1 || others || only![1].size !== 1) return undefined;
    return { family: only![0], row: [...only![1]][0]! };
  }

  /** The value of an expression that reads one row, in a local state of that row. */
  #valueIn(e: Expression, { family, row }: { family: Family; row: number }, local: readonly number[]): number {
    const { interpreter, slots } = facts(this.#model);
    const state = new Array<number>(slots.length).fill(0);
    family.rows[row]!.forEach((slot, column) => (state[slot] = local[column]!));
    const value = interpreter.evaluate(e, state);
    if (isRuntimeError(value)) throw new NotCounted();
    return value;
  }
}

/** For each row of some families, the sum of values in each of its local states. */
class Tables {
  readonly #byFamily = new Map<Family, number[][]>();

  add({ family, row }: { family: Family; row: number }, valueIn: (local: readonly number[]) => number): void {
    const { rows, locals } = family;
    const table = this.#byFamily.get(family) ?? rows.map(() => locals.map(() => 0));
    this.#byFamily.set(family, table);
    locals.forEach((local, k) => (table[row]![k]! += valueIn(local)));
  }

  /** The values that all rows have. */
  sums(): { readonly family: Family; readonly values: readonly number[] }[] {
    return Array.from(this.#byFamily, ([family, table]) => {
      const [values] = table;
      const isAlike = table.every((row) => row.every((value, k) => value === values![k]));
      if (!isAlike) throw new NotCounted();
      return { family, values: values! };
    });
  }
}

function sumOf(terms: readonly Expression[]): Expression {
  return chain(terms, (left, right) => binary("+", left, right));
}

function times(factor: number, e: Expression): Expression {
  return factor === 1 ? e : binary("*", integer(factor), e);
}

function isComparison(e: Expression): e is Expression & { kind: "binary"; op: "==" | "!=" | "<" | "<=" | ">" | ">=" } {
  return e.kind === "binary" && ["==", "!=", "<", "<=", ">", ">="].includes(e.op);
}
