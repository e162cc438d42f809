/**
 * Conditions on states as two selectors: the states where the condition holds, and those where it cannot be evaluated.
 *
 * Short-circuit operators become operations on sets, with the same order of evaluation: the right side counts only in
 * states that the left side leaves open. Quantifiers are unrolled. Comparisons of sums become a selector that adds up.
 * Everything else is a decision tree.
 */

import { negation, sequence, sum } from "../ddd/index.ts";
import type { Hom } from "../ddd/index.ts";
import { domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter } from "../model/interpret.ts";
import type { Expression, Model, ScalarType } from "../model/model.ts";
import { highOf, lowOf } from "../model/slots.ts";
import { substitute } from "../model/substitute.ts";
import { outcomeFor, outcomesOf, supportOf, TreeBuilder } from "./decision-tree.ts";
import type { DecisionTree, TreeLimits } from "./decision-tree.ts";
import type { Encoding } from "./encoding.ts";
import { linearSelector } from "./linear-selector.ts";
import type { LinearRelation, Term } from "./linear-selector.ts";
import { PartialState } from "./partial-state.ts";

/** A condition as selectors. Neither selects the states in which it is false. */
export interface Condition {
  readonly holds: Hom;
  readonly errs: Hom;
}

/** A value, or an error. */
type Evaluated = number | "error";

/** A sum: its constant part, and decision trees for the other terms. */
interface Linear {
  constant: number;
  readonly terms: { readonly factor: number; readonly tree: DecisionTree<Evaluated> }[];
}

const maxPaths = 200_000;

export class ConditionCompiler {
  private readonly encoding: Encoding;
  private readonly interpreter: Interpreter;
  private readonly predicates: ReadonlyMap<string, Expression>;
  private readonly state: PartialState;
  private readonly builder = new TreeBuilder<Evaluated>(String);
  private readonly limits: TreeLimits;

  constructor(model: Model, interpreter: Interpreter, encoding: Encoding, onRun: () => void) {
    this.encoding = encoding;
    this.interpreter = interpreter;
    this.predicates = facts(model).predicates;
    this.state = new PartialState(model, encoding.domains);
    this.limits = { maxPaths, onRun };
  }

  compile(e: Expression): Condition {
    switch (e.kind) {
      case "predicate":
        return this.compile(this.predicates.get(e.name)!);
      case "unary":
        return e.op === "!" ? this.not(this.compile(e.operand)) : this.atom(e);
      case "binary":
        return this.binary(e);
      case "conditional": {
        const test = this.compile(e.test);
        const then = this.compile(e.then);
        const otherwise = this.compile(e.else);
        return this.or(
          this.and(test, () => then),
          () => this.and(this.not(test), () => otherwise),
        );
      }
      case "quantified": {
        if (e.op !== "forall" && e.op !== "exists") return this.atom(e);
        const parts = instances(e.type, e.name, e.body);
        const [first, ...rest] = parts;
        const step = (before: Condition, part: Expression): Condition =>
          e.op === "forall" ? this.and(before, () => this.compile(part)) : this.or(before, () => this.compile(part));
        return rest.reduce(step, this.compile(first!));
      }
      case "integer":
      case "boolean":
      case "member":
      case "constant":
      case "variable":
      case "local":
      case "index":
      case "field":
      case "queue":
      case "aggregate":
        return this.atom(e);
    }
  }

  /** The states in which it is false: where it neither holds nor errs. */
  falsity({ holds, errs }: Condition): Hom {
    const { homs, never } = this.encoding;
    const parts = [holds, errs].filter((part) => part !== never).map((part) => negation(homs, part));
    return sequence(homs, parts);
  }

  private binary(e: Expression & { kind: "binary" }): Condition {
    switch (e.op) {
      case "&&":
        return this.and(this.compile(e.left), () => this.compile(e.right));
      case "||":
        return this.or(this.compile(e.left), () => this.compile(e.right));
      case "->":
        return this.or(this.not(this.compile(e.left)), () => this.compile(e.right));
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "==":
      case "!=":
        return this.comparison(e, e.op) ?? this.atom(e);
      case "+":
      case "-":
      case "*":
      case "/":
      case "%":
        return this.atom(e);
    }
  }

  private and(left: Condition, right: () => Condition): Condition {
    const { homs, never } = this.encoding;
    if (left.holds === never) return left;
    const { holds, errs } = right();
    return { holds: this.both(left.holds, holds), errs: sum(homs, [left.errs, this.both(left.holds, errs)]) };
  }

  private or(left: Condition, right: () => Condition): Condition {
    const { homs, never } = this.encoding;
    if (left.holds === homs.identity) return left;
    const { holds, errs } = right();
    if (left.errs === never && errs === never) return { holds: sum(homs, [left.holds, holds]), errs };
    const open = this.falsity(left);
    return {
      holds: sum(homs, [left.holds, this.both(open, holds)]),
      errs: sum(homs, [left.errs, this.both(open, errs)]),
    };
  }

  private not(condition: Condition): Condition {
    return { holds: this.falsity(condition), errs: condition.errs };
  }

  private both(first: Hom, second: Hom): Hom {
    const { homs, never } = this.encoding;
    if (first === never || second === never) return never;
    return sequence(
      homs,
      [first, second].filter((part) => part.kind !== "identity"),
    );
  }

  private atom(e: Expression): Condition {
    const tree = this.treeOf(e);
    return {
      holds: this.encoding.selection(tree, (outcome) => outcome !== "error" && outcome !== 0),
      errs: this.encoding.selection(tree, (outcome) => outcome === "error"),
    };
  }

  private treeOf(e: Expression): DecisionTree<Evaluated> {
    const run = (): Evaluated => {
      const value = this.interpreter.evaluate(e, this.state.cells);
      return isRuntimeError(value) ? "error" : value;
    };
    return this.builder.build(this.state, run, "a condition", this.limits);
  }

  // -------------------------------------------------------------- sums

  /** A comparison of sums over three or more slots, where each term reads one slot and none can fail. */
  private comparison(e: Expression & { kind: "binary" }, relation: LinearRelation): Condition | undefined {
    if (!isSum(e.left) && !isSum(e.right)) return undefined;
    const linear: Linear = { constant: 0, terms: [] };
    if (!this.addTo(linear, e.left, 1) || !this.addTo(linear, e.right, -1)) return undefined;
    const bySlot = new Map<number, (value: number) => number>();
    for (const { factor, tree } of linear.terms) {
      const [slot] = supportOf(tree);
      const before = bySlot.get(slot!) ?? ((): number => 0);
      bySlot.set(slot!, (value) => before(value) + factor * numberFor(tree, value));
    }
    if (bySlot.size < 3) return undefined;
    const { encoding } = this;
    const terms = Array.from(bySlot, ([slot, weight]): Term => {
      const values = domainValues(encoding.domains[slot]!);
      return { level: encoding.levelOf(slot), weights: new Map(values.map((value) => [value, weight(value)])) };
    });
    return { holds: linearSelector(encoding.homs, terms, linear.constant, relation), errs: encoding.never };
  }

  /** Adds the expression to the sum; false if it is not such a sum. */
  private addTo(linear: Linear, e: Expression, factor: number): boolean {
    if (e.kind === "binary" && (e.op === "+" || e.op === "-")) {
      return this.addTo(linear, e.left, factor) && this.addTo(linear, e.right, e.op === "+" ? factor : -factor);
    }
    if (e.kind === "unary" && e.op === "-") return this.addTo(linear, e.operand, -factor);
    if (e.kind === "quantified" && (e.op === "count" || e.op === "sum")) {
      return instances(e.type, e.name, e.body).every((part) => this.addTo(linear, part, factor));
    }
    const tree = this.treeOf(e);
    if (outcomesOf(tree).includes("error") || supportOf(tree).length > 1) return false;
    if (tree.kind === "leaf") linear.constant += factor * (tree.outcome as number);
    else linear.terms.push({ factor, tree });
    return true;
  }
}

/** The outcome of a tree that reads one slot; arbitrary for values that no state has. */
function numberFor(tree: DecisionTree<Evaluated>, value: number): number {
  const outcome = outcomeFor(tree, () => value)?.outcome;
  return typeof outcome === "number" ? outcome : 0;
}

function isSum(e: Expression): boolean {
  if (e.kind === "quantified") return e.op === "count" || e.op === "sum";
  return e.kind === "binary" && (e.op === "+" || e.op === "-");
}

/** The body of a quantifier for each value, in ascending order. */
function instances(type: ScalarType, name: string, body: Expression): Expression[] {
  const parts: Expression[] = [];
  for (let value = lowOf(type); value <= highOf(type); value++) parts.push(substitute(body, name, value));
  return parts;
}
