/**
 * Rewrites a formula to an equivalent one with fewer temporal operators, before translation.
 *
 * The rules are those of Somenzi and Bloem (2000), with syntactic implications, of Etessami and Holzmann (2000), with
 * eventual and universal formulas, and the collection in the documentation of Spot's formula library, as far as they
 * give fewer or weaker temporal operators. Each rule is written once, for conjunction or until. Disjunction and release
 * are their duals by negation.
 *
 * A formula that is both eventual and universal (`[]<>f`, `<>[]f`) has the same value on all suffixes; we call it
 * stable. Stable parts move out of all temporal operators.
 */

import { getOrAdd } from "../util/numbering.ts";
import type { Formula, Formulas } from "./formula.ts";
import { Implications } from "./implication.ts";

/**
 * Each rule makes the formula smaller or moves stable parts outwards. More steps than this mean that a rule does not.
 */
const stepLimit = 20_000;
const roundLimit = 8;

export function rewrite(formula: Formula, table: Formulas): Formula {
  const rewriter = new Rewriter(table);
  let result = formula;
  for (let round = 0; round < roundLimit; round++) {
    const next = rewriter.visit(result);
    if (next === result) break;
    result = next;
  }
  return result;
}

const isStable = (f: Formula): boolean => f.eventual && f.universal;

class Rewriter {
  readonly #table: Formulas;
  readonly #implications = new Implications();
  readonly #results = new Map<Formula, Formula>();
  #steps = 0;

  constructor(table: Formulas) {
    this.#table = table;
  }

  /** Rewrites the parts first, then the whole. */
  visit(f: Formula): Formula {
    return getOrAdd(this.#results, f, () => this.#rebuild(f));
  }

  #rebuild(f: Formula): Formula {
    switch (f.kind) {
      case "true":
      case "false":
      case "literal":
        return f;
      case "and":
        return this.#and(f.operands.map((part) => this.visit(part)));
      case "or":
        return this.#or(f.operands.map((part) => this.visit(part)));
      case "X":
        return this.#next(this.visit(f.operand));
      case "U":
        return this.#until(this.visit(f.left), this.visit(f.right));
      case "R":
        return this.#release(this.visit(f.left), this.visit(f.right));
    }
  }

  #not(f: Formula): Formula {
    return this.#table.negation(f);
  }

  #implies(f: Formula, g: Formula): boolean {
    return this.#implications.holds(f, g);
  }

  #or(operands: readonly Formula[]): Formula {
    return this.#not(this.#and(operands.map((f) => this.#not(f))));
  }

  #release(left: Formula, right: Formula): Formula {
    return this.#not(this.#until(this.#not(left), this.#not(right)));
  }

  #finally(f: Formula): Formula {
    return this.#until(this.#table.true, f);
  }

  #always(f: Formula): Formula {
    return this.#release(this.#table.false, f);
  }

  #next(f: Formula): Formula {
    if (isStable(f)) return f;
    if (f.kind === "and" || f.kind === "or") {
      const stable = f.operands.filter(isStable);
      if (stable.length > 0) {
        const rest = f.operands.filter((part) => !isStable(part));
        return f.kind === "and"
          ? this.#and([this.#next(this.#table.and(rest)), ...stable])
          : this.#or([this.#next(this.#table.or(rest)), ...stable]);
      }
    }
    return this.#table.next(f);
  }

  #and(operands: readonly Formula[]): Formula {
    const whole = this.#table.and(operands);
    if (whole.kind !== "and" || ++this.#steps > stepLimit) return whole;
    const parts = this.#withoutImplied(whole.operands);
    if (!parts) return this.#table.false;
    const changed = this.#joined(parts) ?? this.#weakened(parts);
    return changed ? this.#and(changed) : this.#table.and(parts);
  }

  /** The operands that no other operand implies; `undefined` if two exclude each other. */
  #withoutImplied(operands: readonly Formula[]): readonly Formula[] | undefined {
    for (const f of operands) {
      const opposite = this.#not(f);
      if (operands.some((g) => this.#implies(g, opposite))) return undefined;
    }
    return operands.filter(
      (f, i) => !operands.some((g, j) => i !== j && this.#implies(g, f) && (j < i || !this.#implies(f, g))),
    );
  }

  /**
   * Xf && Xg is X(f && g); f U h && g U h is (f && g) U h; h R f && h R g is h R (f && g); <>[]f && <>[]g is <>[](f &&
   * g).
   */
  #joined(operands: readonly Formula[]): readonly Formula[] | undefined {
    const groups = new Map<string, { part: Formula; whole: Formula; join: (joint: Formula) => Formula }[]>();
    for (const whole of operands) {
      const form = this.#joinable(whole);
      if (!form) continue;
      getOrAdd(groups, form.key, () => []).push({ ...form, whole });
    }
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      const others = operands.filter((f) => !group.some(({ whole }) => whole === f));
      return [...others, group[0]!.join(this.#and(group.map(({ part }) => part)))];
    }
    return undefined;
  }

  /** The part of `f` that is joined with those of other formulas with the same key, and how to rebuild the formula. */
  #joinable(f: Formula): { key: string; part: Formula; join: (joint: Formula) => Formula } | undefined {
    if (f.kind === "U" && f.left.kind === "true" && f.right.kind === "R" && f.right.left.kind === "false") {
      const join = (joint: Formula): Formula => this.#finally(this.#always(joint));
      return { key: "<>[]", part: f.right.right, join };
    }
    // []<>f && []<>g is [](<>f && <>g) with the same automaton, but the dual, <>([]f || []g), has one state less.
    if (isStable(f) && !(f.kind === "R" && f.left.kind === "false")) return undefined;
    if (isStable(f)) return { key: "stable", part: (f as Binary).right, join: (joint) => this.#always(joint) };
    if (f.kind === "X") return { key: "X", part: f.operand, join: (joint) => this.#next(joint) };
    if (f.kind === "U") return { key: `U${f.right.id}`, part: f.left, join: (joint) => this.#until(joint, f.right) };
    if (f.kind === "R") return { key: `R${f.left.id}`, part: f.right, join: (joint) => this.#release(f.left, joint) };
    return undefined;
  }

  /** The operands after one of them is simplified under the assumption of the others. */
  #weakened(operands: readonly Formula[]): readonly Formula[] | undefined {
    for (const f of operands) {
      for (const given of operands) {
        if (f === given) continue;
        const weaker = this.#given(f, given);
        if (weaker !== f) return [...operands.filter((g) => g !== f), weaker];
      }
    }
    return undefined;
  }

  /** A formula that is equivalent to `f` wherever `given` holds. */
  #given(f: Formula, given: Formula): Formula {
    if (f.kind === "or") {
      const left = f.operands.filter((part) => !this.#implies(given, this.#not(part)));
      return left.length === f.operands.length ? f : this.#or(left);
    }
    if (!given.universal) return f;
    if (f.kind === "U" && f.left.kind !== "true" && this.#implies(given, f.left)) return this.#finally(f.right);
    if (f.kind === "R" && f.left.kind !== "false" && this.#implies(given, this.#not(f.left))) {
      return this.#always(f.right);
    }
    return f;
  }

  #until(left: Formula, right: Formula): Formula {
    const whole = this.#table.until(left, right);
    if (whole.kind !== "U" || ++this.#steps > stepLimit) return whole;
    if (right.eventual || this.#implies(left, right)) return right;
    if (left.kind !== "true" && this.#implies(this.#not(left), right)) return this.#finally(right);
    if (right.kind === "X" && left.kind === "true") return this.#next(this.#finally(right.operand));
    if (right.kind === "X" && left.kind === "X") return this.#next(this.#until(left.operand, right.operand));
    if (right.kind === "U") {
      if (this.#implies(left, right.left)) return right;
      if (this.#implies(right.left, left)) return this.#until(left, right.right);
    }
    return (
      this.#untilAnd(left, right) ??
      this.#untilOr(left, right) ??
      this.#simplerLeft(left, right) ??
      this.#eventually(whole) ??
      whole
    );
  }

  #untilAnd(left: Formula, right: Formula): Formula | undefined {
    if (right.kind !== "and") return undefined;
    const stable = right.operands.filter(isStable);
    if (stable.length > 0) {
      const rest = this.#table.and(right.operands.filter((part) => !isStable(part)));
      return this.#and([this.#until(left, rest), ...stable]);
    }
    // f U (f && g) is f && g if g is eventual.
    const rest = right.operands.filter((part) => part !== left);
    return rest.length < right.operands.length && rest.every((part) => part.eventual) ? right : undefined;
  }

  #untilOr(left: Formula, right: Formula): Formula | undefined {
    if (right.kind !== "or") return undefined;
    // f U (g || h) is (f U g) || h if h is eventual.
    const eventual = right.operands.filter((part) => part.eventual);
    const others = right.operands.filter((part) => !part.eventual);
    if (eventual.length > 0) return this.#or([this.#until(left, this.#table.or(others)), ...eventual]);
    // <>(f || g) is <>f || <>g, which is stable if g is universal.
    if (left.kind !== "true") return undefined;
    const universal = right.operands.filter((part) => part.universal);
    const rest = right.operands.filter((part) => !part.universal);
    if (universal.length === 0 || rest.length === 0) return undefined;
    return this.#or([this.#finally(this.#table.or(rest)), this.#finally(this.#table.or(universal))]);
  }

  /** Simplifies `left` under the assumption that `right` does not hold. */
  #simplerLeft(left: Formula, right: Formula): Formula | undefined {
    if (left.kind !== "and" && left.kind !== "or") return undefined;
    const isNeeded = (part: Formula): boolean => !this.#implies(left.kind === "or" ? part : this.#not(part), right);
    const needed = left.operands.filter(isNeeded);
    if (needed.length === left.operands.length) return undefined;
    return this.#until(left.kind === "or" ? this.#or(needed) : this.#and(needed), right);
  }

  /** Rules for `<>right`. */
  #eventually({ left, right }: Binary): Formula | undefined {
    if (left.kind !== "true") return undefined;
    // <>(f U g) is <>g, also below a disjunction.
    if (right.kind === "U") return this.#finally(right.right);
    if (right.kind === "or" && right.operands.some((part) => part.kind === "U")) {
      return this.#finally(this.#or(right.operands.map((part) => (part.kind === "U" ? part.right : part))));
    }
    // <>[](f && Xg) is <>[](f && g).
    if (right.kind === "R" && right.left.kind === "false" && right.right.kind === "and") {
      const parts = right.right.operands;
      if (parts.some((part) => part.kind === "X")) {
        const same = this.#and(parts.map((part) => (part.kind === "X" ? part.operand : part)));
        return this.#finally(this.#always(same));
      }
    }
    return undefined;
  }
}

type Binary = Extract<Formula, { readonly kind: "U" | "R" }>;
