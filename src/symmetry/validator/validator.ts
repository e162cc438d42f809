/**
 * The validator: no symmetry is used before it has been accepted here.
 *
 * It proves that a permutation p of states is an automorphism of the model. For all states s over the inferred domains,
 * - p(s) is a state over the inferred domains, and initial if s is;
 * - for each step from s there is one from p(s) with the same effect: it ends in p of the target, fails at run time if
 *   the step does (which failure it is does not matter), and fails an assertion if the step does;
 * - each state formula of the properties holds in p(s) if it holds in s, and fails to evaluate if it does in s.
 *
 * Inclusions are enough. p permutes the finitely many states over the domains, so p^k is the identity for some k > 0.
 * If every step from s has its image from p(s), then along the k states of the orbit of s the numbers of different
 * images can only grow. So they are all equal, and each step from p(s) is the image of one from s. Likewise p maps the
 * set of initial states into itself, and therefore onto itself.
 *
 * It is enough to consider states over the inferred domains: reachable states are among them, and p maps them to such
 * states. By the above, p maps reachable states to reachable states, step by step from the initial ones.
 *
 * The validator compares normal forms (`ground.ts`, `initial.ts`) and their images (`action.ts`). Equal normal forms
 * mean equal behavior, so an accepted permutation is a symmetry. A refused one may still be a symmetry whose proof is
 * out of reach: terms over more than `tableLimit` rows are compared by their syntax.
 *
 * The normal forms are computed once, in time proportional to the rows of all tables. After that a symmetry costs as
 * much as the tables of the parts that mention a slot or value it moves. All other parts are their own images. The
 * validator shares nothing with the detectors.
 */

import type { Group } from "../../group/group.ts";
import { facts } from "../../model/facts.ts";
import type { Expression, Model, Property } from "../../model/model.ts";
import { printExpression } from "../../model/text/print.ts";
import { stateFormulas } from "../../model/traverse.ts";
import { InternalError } from "../../util/internal-error.ts";
import { preservedProperties } from "../preserved.ts";
import { containsSymmetry, symmetryGroup } from "../symmetry-group.ts";
import type { Point, SymmetryGroup } from "../symmetry-group.ts";
import { imageOfValue, withoutIdleParts } from "../symmetry.ts";
import type { Symmetry } from "../symmetry.ts";
import { Action } from "./action.ts";
import { analyze } from "./analysis.ts";
import type { Analysis } from "./analysis.ts";
import type { Choice, Comparison, Certificate, PropertyImage, TransitionImage } from "./certificate.ts";
import type { Condition } from "./condition.ts";
import { conditionsOf, groundCount, keyOf, keyOfCondition, mentionedSlots } from "./ground.ts";
import type { GroundTransition } from "./ground.ts";
import { initialReason, propertyReason, transitionReason } from "./reason.ts";
import { WorkLimitError } from "./term.ts";
import type { Term } from "./term.ts";
import { TypingProof } from "./typing/typing-proof.ts";
import { misplacedSlot, misplacedValue } from "./well-formed.ts";

export { formatCertificate } from "./certificate.ts";
export type { Certificate } from "./certificate.ts";
export { recheck } from "./recheck.ts";
export type { ValidatedGroup };

export type Validation =
  | { readonly accepted: true; readonly certificate: Certificate }
  /** `reason` is in the terms of the model, without a full stop. */
  | { readonly accepted: false; readonly stage: Stage; readonly reason: string };

/** The failing part of the proof; `limit` if it is the validator itself. */
export type Stage = "slots" | "values" | "initial" | "transition" | "property" | "limit";

export interface ValidatorOptions {
  /** The properties to preserve besides initial states, steps and transient states; none by default. */
  readonly properties?: readonly Property[] | undefined;
  /** Whether symmetries may be proved by typing. Default: true. */
  readonly typing?: boolean | undefined;
  /** The most rows of one table. */
  readonly tableLimit?: number | undefined;
  /** The most choices of parameters of all transitions together. */
  readonly choiceLimit?: number | undefined;
  /** The most rows of all tables computed for the analysis, and again for each symmetry. */
  readonly workLimit?: number | undefined;
}

export class Validator {
  readonly #model: Model;
  readonly #options: ValidatorOptions;
  readonly #properties: readonly Property[];
  readonly #accepted = new WeakSet<Symmetry>();
  #analysis: Analysis | { readonly reason: string } | undefined;
  #typing: TypingProof | undefined;

  constructor(model: Model, options: ValidatorOptions = {}) {
    this.#model = model;
    this.#options = options;
    this.#properties = preservedProperties(model, options.properties ?? []);
  }

  /**
   * A proof by typing comes first, since it is cheap. What it does not follow is left to tables, which also give the
   * reason for a refusal. `whole` is a symmetry that does the same to all states over the domains, such as the one that
   * the detector proposed, with the slots that never change. One that does something else proves nothing.
   */
  validate(symmetry: Symmetry, whole: Symmetry = symmetry): Validation {
    const misplaced = misplacedSlot(symmetry, facts(this.#model).slots);
    if (misplaced !== undefined) return refusal("slots", () => misplaced);
    const byTyping = this.#options.typing === false ? undefined : this.#validateByTyping(symmetry, whole);
    const validation = byTyping ?? this.#validateByTables(symmetry);
    if (validation.accepted) this.#accepted.add(symmetry);
    return validation;
  }

  #actAlike(a: Symmetry, b: Symmetry): boolean {
    if (a === b || (a.slots === b.slots && a.values.size === 0 && b.values.size === 0)) return true;
    const { domains } = facts(this.#model);
    const [p, q] = [withoutIdleParts(a, domains), withoutIdleParts(b, domains)];
    const isAlike = (slot: number, values: Iterable<number>): boolean =>
      [...values].every((value) => imageOfValue(p, slot, value) === imageOfValue(q, slot, value));
    return (
      p.slots.length === q.slots.length &&
      p.slots.every((to, slot) => to === q.slots[slot]) &&
      [p, q].every(({ values }) => [...values].every(([slot, map]) => isAlike(slot, map.keys())))
    );
  }

  #validateByTables(symmetry: Symmetry): Validation {
    const analysis = (this.#analysis ??= withinLimit(() => this.#analyze()));
    if ("reason" in analysis) return refusal("limit", () => analysis.reason);
    analysis.terms.allowWork();
    const validation = withinLimit(() => this.#validate(analysis, symmetry));
    return "accepted" in validation ? validation : refusal("limit", () => validation.reason);
  }

  /** Undefined if there is no such proof: then it is not known whether the symmetry is one. */
  #validateByTyping(symmetry: Symmetry, whole: Symmetry): Validation | undefined {
    this.#typing ??= new TypingProof(this.#model, this.#properties);
    const proof = this.#typing.prove(whole);
    if ("objection" in proof || !this.#actAlike(symmetry, proof.proved)) return undefined;
    const typing = { by: "typing", rows: 0 } as const;
    const properties = this.#properties.map(({ name }) => ({ property: name, ...typing }));
    const certificate: Certificate = {
      initial: typing,
      transitions: [],
      untouched: proof.untouched ?? 0,
      neverTaken: proof.neverTaken ?? 0,
      properties,
      texts: proof.images,
    };
    return { accepted: true, certificate };
  }

  /**
   * The group that symmetries generate. Products of symmetries are symmetries, so an engine may use all of it.
   *
   * @throws InternalError if one of them is not accepted
   */
  groupOf(generators: readonly Symmetry[]): ValidatedGroup {
    const refused = generators.some((symmetry) => !this.#accepted.has(symmetry) && !this.validate(symmetry).accepted);
    if (refused) throw new InternalError("a symmetry was to be used that the validator does not accept");
    return this.#groupOf(generators, this.#properties);
  }

  /**
   * The group that accepted symmetries generate, if it is shown that each preserves these properties too. `whole` are
   * the symmetries as they were proposed.
   */
  preserving(
    properties: readonly Property[],
    accepted: readonly { readonly symmetry: Symmetry; readonly whole: Symmetry }[],
  ): ValidatedGroup | undefined {
    if (this.#options.typing === false || !accepted.every(({ symmetry }) => this.#accepted.has(symmetry))) {
      return undefined;
    }
    const preserved = preservedProperties(this.#model, properties);
    const proof = new TypingProof(this.#model, preserved);
    const isKept = accepted.every(({ symmetry, whole }) => {
      const shown = proof.proveConditions(whole);
      return "proved" in shown && this.#actAlike(symmetry, shown.proved);
    });
    const generators = accepted.map(({ symmetry }) => symmetry);
    return isKept ? this.#groupOf(generators, preserved) : undefined;
  }

  #groupOf(generators: readonly Symmetry[], properties: readonly Property[]): ValidatedGroup {
    const preserved = new Set(properties.flatMap(stateFormulas).map(textOf));
    return new ValidatedGroup(this.#model, preserved, symmetryGroup(generators, facts(this.#model).domains));
  }

  /**
   * For each condition of the properties, from the left, the index of its image under a symmetry that was accepted
   * without them; -1 if none is known to be.
   */
  imagesOfConditions(symmetry: Symmetry): number[] {
    const analysis = (this.#analysis ??= withinLimit(() => this.#analyze()));
    if ("reason" in analysis) return [];
    analysis.terms.allowWork();
    const images = withinLimit(() => {
      const action = new Action(analysis.terms, symmetry, analysis.ranges);
      return analysis.properties.map(({ holds, error }) => {
        const [image, failure] = [action.term(holds), action.term(error)];
        return analysis.properties.findIndex((other) => other.holds === image && other.error === failure);
      });
    });
    return Array.isArray(images) ? images : [];
  }

  #analyze(): Analysis | { readonly reason: string } {
    const { tableLimit = 4096, choiceLimit = 200_000, workLimit = 50_000_000 } = this.#options;
    const count = groundCount(this.#model);
    if (count > choiceLimit) {
      return { reason: `the transitions have ${count} choices of parameters, more than ${choiceLimit}` };
    }
    return analyze(this.#model, this.#properties, { tableLimit, workLimit });
  }

  #validate(analysis: Analysis, symmetry: Symmetry): Validation {
    const { terms, slots, ranges, initial, ground, byKey, properties } = analysis;
    const action = new Action(terms, symmetry, ranges);
    const reason = initialReason(analysis, action);
    if (reason !== undefined) return refusal("initial", () => reason);
    const misplaced = misplacedValue(action, symmetry, ranges, slots);
    if (misplaced !== undefined) return refusal("values", () => misplaced);

    for (const condition of [initial.states, initial.errors]) {
      if (keyOfCondition(action.condition(condition)) === keyOfCondition(condition)) continue;
      return refusal("initial", () => "the images of the initial states are not the initial states");
    }

    const touched = new Set<number>();
    for (const slot of action.moved) for (const i of analysis.mentioning[slot]!) touched.add(i);
    const transitions: TransitionImage[] = [];
    for (const i of [...touched].sort((a, b) => a - b)) {
      const { effect } = ground[i]!;
      const image = action.effect(effect);
      const to = image && byKey.get(keyOf(image));
      if (to === undefined) return refusal("transition", () => transitionReason(analysis, action, i, image));
      transitions.push(transitionImage(ground[i]!, ground[to]!));
    }

    const preserved: PropertyImage[] = [];
    for (const formula of properties) {
      const { property, holds, error } = formula;
      if (action.term(holds) !== holds || action.term(error) !== error) {
        return refusal("property", () => {
          terms.allowWork();
          const words = withinLimit(() => propertyReason(analysis, action, formula));
          return typeof words === "string" ? words : words.reason;
        });
      }
      preserved.push({ property: property.name, ...comparison(action, [], [holds, error]) });
    }
    const certificate: Certificate = {
      initial: comparison(action, [initial.states, initial.errors], []),
      transitions,
      untouched: ground.length - touched.size,
      neverTaken: analysis.neverTaken,
      properties: preserved,
    };
    return { accepted: true, certificate };
  }
}

/** A group of symmetries that an engine may use. Only the validator makes one. */
class ValidatedGroup implements SymmetryGroup {
  readonly slotCount: number;
  readonly generators: readonly Symmetry[];
  readonly points: readonly Point[];
  readonly group: Group;
  readonly #model: Model;
  readonly #preserved: ReadonlySet<string>;

  constructor(model: Model, preserved: ReadonlySet<string>, { slotCount, generators, points, group }: SymmetryGroup) {
    this.#model = model;
    this.#preserved = preserved;
    this.slotCount = slotCount;
    this.generators = generators;
    this.points = points;
    this.group = group;
  }

  /**
   * Requires that these are symmetries of the model, and that they preserve all of the conditions. The identity
   * preserves everything.
   *
   * @throws InternalError otherwise
   */
  require(model: Model, conditions: readonly Expression[]): void {
    if (model !== this.#model) throw new InternalError("symmetries of one model were to be used for another");
    if (this.generators.length === 0) return;
    const broken = conditions.find((condition) => !this.#preserved.has(textOf(condition)));
    if (broken) throw new InternalError(`it was not shown that symmetries preserve ${printExpression(broken)}`);
  }

  /** @throws InternalError if a generator is not an element */
  subgroup(generators: readonly Symmetry[]): ValidatedGroup {
    if (!generators.every((symmetry) => containsSymmetry(this, symmetry))) {
      throw new InternalError("a subgroup was to have an element that the group does not have");
    }
    return new ValidatedGroup(this.#model, this.#preserved, symmetryGroup(generators, facts(this.#model).domains));
  }
}

/** Equal for conditions that are preserved together: a condition and its negation. */
function textOf(condition: Expression): string {
  if (condition.kind === "unary" && condition.op === "!") return textOf(condition.operand);
  if (condition.kind === "binary" && condition.op === "!=") return printExpression({ ...condition, op: "==" });
  return printExpression(condition);
}

function withinLimit<T>(compute: () => T): T | { readonly reason: string } {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    return { reason: "the tables to be compared would become too large" };
  }
}

/** To find the words takes longer than to refuse. A search for a subgroup tries thousands of symmetries, and asks for none. */
function refusal(stage: Stage, reason: () => string): Validation {
  let text: string | undefined;
  return {
    accepted: false,
    stage,
    get reason(): string {
      return (text ??= reason());
    },
  };
}

function transitionImage(from: GroundTransition, to: GroundTransition): TransitionImage {
  const { effect } = from;
  const slots = [...mentionedSlots(effect)].sort((a, b) => a - b);
  const where = [...effect.guard.where].sort(([a], [b]) => a - b).map(([slot, { list }]) => ({ slot, values: list }));
  const parts = [...conditionsOf(effect), ...effect.updates.values()];
  return { from: choiceOf(from), to: choiceOf(to), ...measure(parts, where.length), slots, where };
}

function choiceOf({ transition, choice }: GroundTransition): Choice {
  return { transition: transition.name, choice };
}

function comparison(action: Action, conditions: readonly Condition[], terms: readonly Term[]): Comparison {
  const parts = [...terms, ...conditions.map(({ rest }) => rest)];
  const restricted = conditions.flatMap(({ where }) => [...where.keys()]);
  const moves = [...parts.flatMap(({ slots }) => slots), ...restricted].some((slot) => action.moved.has(slot));
  return moves ? measure(parts, restricted.length) : { by: "nothing moves", rows: 0 };
}

/** The total number of rows of the different tables in some terms. */
function measure(parts: readonly Term[], more: number): Comparison {
  const seen = new Set<Term>();
  let rows = more;
  const visit = (term: Term): void => {
    if (seen.has(term)) return;
    seen.add(term);
    if (term.kind === "table" && term.slots.length > 0) rows += term.outcomes.length;
    else if (term.kind === "operation") term.args.forEach(visit);
  };
  parts.forEach(visit);
  return { by: parts.every(({ kind }) => kind === "table") ? "table" : "syntax", rows };
}
