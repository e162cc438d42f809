/**
 * Proof by typing: shows that a symmetry preserves a model by its text, in time linear in the text and the slots.
 *
 * Each transition is replaced by its image (`text-images.ts`), and that must be a transition of the model. So must
 * initial values be, slot by slot, and conditions must be their own images. No state and no choice of parameters is
 * enumerated. The argument holds for all states in which each slot has a value of its type, so it needs no inferred
 * domains; that these are preserved is what the group needs, and is looked at too.
 *
 * What is not shown may be a symmetry all the same: then tables (`ground.ts`) may show it. This shares no code with the
 * detector that finds sorts.
 */

import { constantPlace } from "../../../model/constant-place.ts";
import type { NamesInScope } from "../../../model/constant-place.ts";
import { domainValues } from "../../../model/domains.ts";
import type { Domain } from "../../../model/domains.ts";
import { facts } from "../../../model/facts.ts";
import type { Expression, Initial, Model, Property, Transition, Type } from "../../../model/model.ts";
import { sizeOf } from "../../../model/slots.ts";
import type { Slot } from "../../../model/slots.ts";
import { partsOf, statementParts, stateFormulas, visitStatements } from "../../../model/traverse.ts";
import { scopeOf } from "../../../model/typing.ts";
import { look } from "../../../util/limits.ts";
import { identitySymmetry, imageOfValue } from "../../symmetry.ts";
import type { Symmetry } from "../../symmetry.ts";
import { completed } from "./completion.ts";
import type { Completed } from "./completion.ts";
import { MentionedSlots } from "./mentioned-slots.ts";
import { Shapes } from "./shape.ts";
import { StepImages } from "./step-images.ts";
import { Tables } from "./tables.ts";
import { NotFollowed, TextImages } from "./text-images.ts";
import { TextNumbers } from "./text-numbers.ts";
import { staysWithin, ValuePermutations } from "./value-permutation.ts";

/** A transition and the one that its image is, by names. */
export interface TextImage {
  readonly from: string;
  readonly to: string;
}

export interface Proof {
  readonly images: readonly TextImage[];
  /** The number of other transitions, which mention nothing that moves, and of those that can never be taken. */
  readonly untouched?: number | undefined;
  readonly neverTaken?: number | undefined;
  /** The symmetry that was shown to be one: it does the same to all states over the domains. */
  readonly proved: Symmetry;
}

/** More values than this of one slot are not listed. */
const valueLimit = 65_536;

export class TypingProof {
  readonly #model: Model;
  readonly #domains: readonly Domain[];
  readonly #slots: readonly Slot[];
  readonly #offsets: ReadonlyMap<string, number>;
  readonly #names: NamesInScope;
  readonly #numbers = new TextNumbers();
  readonly #permutations = new ValuePermutations();
  readonly #tables = new Tables();
  readonly #mentionedSlots: MentionedSlots;
  readonly #queues: readonly { readonly offset: number; readonly type: Type }[];
  /** Per slot: the value it begins with, or undefined for any. */
  readonly #initial: readonly (number | undefined)[];
  /** Per transition, the variables and the single slots that it mentions. */
  #mentioned: readonly (readonly Slots[])[] | undefined;
  /** The condition on initial states and those of properties, and their texts as they are. */
  readonly #conditions: readonly Expression[];
  #unmoved: readonly number[] | undefined;
  #texts: Texts | undefined;
  /** The transitions by slots; undefined if not all are of that kind. */
  #steps: { readonly images: StepImages | undefined } | undefined;
  #known: ReadonlyMap<number, string> | undefined;

  constructor(model: Model, properties: readonly Property[]) {
    this.#model = model;
    const { slots, offsets, domains, predicates, constants } = facts(model);
    this.#domains = domains;
    this.#slots = slots;
    this.#offsets = offsets;
    this.#names = {
      ...scopeOf(model),
      predicates,
      constantValues: constants,
      offsets,
    };
    this.#mentionedSlots = new MentionedSlots(this.#names);
    const initial: (number | undefined)[] = [];
    const queues: { offset: number; type: Type }[] = [];
    for (const { name, type, initial: given } of model.variables) {
      collectQueues(type, offsets.get(name)!, queues);
      collectInitial(type, given, slots, initial);
    }
    this.#queues = queues;
    this.#initial = initial;
    const { initialCondition } = model;
    this.#conditions = [...(initialCondition ? [initialCondition] : []), ...properties.flatMap(stateFormulas)];
  }

  /** Which transition each one goes to, by names; or why the symmetry is not shown to be one. */
  prove(given: Symmetry): Proof | { readonly objection: string } {
    const { symmetry, ofType } = completed(given, this.#slots, this.#domains, this.#permutations);
    const misplaced = this.#misplaced(symmetry);
    if (misplaced !== undefined) return { objection: misplaced };
    try {
      this.#steps ??= { images: StepImages.of(this.#model, this.#names, this.#domains) };
      if (this.#steps.images && symmetry.values.size === 0) {
        return this.#proveBySteps(symmetry, ofType, this.#steps.images);
      }
      this.#texts ??= this.#imagesUnder(identitySymmetry(this.#slots.length), () => undefined, undefined);
      const { transitions, conditions } = this.#imagesUnder(symmetry, ofType, this.#texts);
      const { transitions: all } = this.#model;
      const known = (this.#known ??= new Map(this.#texts.transitions.map((text, i) => [text, all[i]!.name])));
      const lost = transitions.findIndex((text) => !known.has(text));
      if (lost >= 0) return { objection: `the image of \`${all[lost]!.name}\` is no transition of the model` };
      const isChanged = conditions.some((text, k) => text !== this.#texts!.conditions[k]);
      if (isChanged) return { objection: "a condition is not its own image" };
      const images = transitions.map((text, i) => ({ from: all[i]!.name, to: known.get(text)! }));
      return { images, proved: symmetry };
    } catch (failure) {
      if (failure instanceof NotFollowed) return { objection: failure.message };
      throw failure;
    }
  }

  #proveBySteps(
    symmetry: Symmetry,
    ofType: Completed["ofType"],
    steps: StepImages,
  ): Proof | { readonly objection: string } {
    const shown = steps.under(symmetry.slots);
    if ("lost" in shown) return { objection: `the image of \`${shown.lost}\` is no transition of the model` };
    if (!this.#keepsConditions(symmetry, ofType)) return { objection: "a condition is not its own image" };
    return { ...shown, neverTaken: steps.neverTaken, proved: symmetry };
  }

  /** @throws NotFollowed */
  #keepsConditions(symmetry: Symmetry, ofType: Completed["ofType"]): boolean {
    if (this.#queues.length === 0 && this.#conditions.length === 0) return true;
    const itself = (this.#unmoved ??= this.#conditionsUnder(
      this.#images(identitySymmetry(this.#slots.length), () => undefined),
    ));
    return this.#conditionsUnder(this.#images(symmetry, ofType)).every((text, k) => text === itself[k]);
  }

  /** Whether a symmetry of the model leaves the conditions as they are: which symmetry does, or why that is not shown. */
  proveConditions(given: Symmetry): { readonly proved: Symmetry } | { readonly objection: string } {
    const { symmetry, ofType } = completed(given, this.#slots, this.#domains, this.#permutations);
    const misplaced = this.#misplaced(symmetry);
    if (misplaced !== undefined) return { objection: misplaced };
    try {
      const isKept = this.#keepsConditions(symmetry, ofType);
      return isKept ? { proved: symmetry } : { objection: "a condition is not its own image" };
    } catch (failure) {
      if (failure instanceof NotFollowed) return { objection: failure.message };
      throw failure;
    }
  }

  /** What mentions nothing that moves is its own image. */
  #imagesUnder(symmetry: Symmetry, ofType: Completed["ofType"], itself: Texts | undefined): Texts {
    const images = this.#images(symmetry, ofType);
    const isMoved = movedSlots(symmetry);
    const { transitions } = this.#model;
    this.#mentioned ??= transitions.map((transition) => slotsMentioned(transition, this.#names));
    const isTouched = (i: number): boolean =>
      this.#mentioned![i]!.some(({ offset, size }) => {
        for (let slot = offset; slot < offset + size; slot++) if (isMoved[slot]) return true;
        return false;
      });
    return {
      transitions: transitions.map((transition, i) =>
        itself && !isTouched(i) ? itself.transitions[i]! : images.transition(transition),
      ),
      conditions: this.#conditionsUnder(images),
    };
  }

  #images(symmetry: Symmetry, ofType: Completed["ofType"]): TextImages {
    const shapes = new Shapes(this.#model, symmetry, this.#permutations, this.#offsets);
    for (const { offset, type } of this.#queues) {
      if (!shapes.imageOf(offset, type)) throw new NotFollowed("a queue does not go to a queue as a whole");
    }
    const isMoved = movedSlots(symmetry);
    return new TextImages({
      shapes,
      identity: this.#permutations.identity,
      numbers: this.#numbers,
      tables: this.#tables,
      names: this.#names,
      ofType,
      mentioned: this.#mentionedSlots,
      isMoved: (slot) => isMoved[slot] === 1,
    });
  }

  #conditionsUnder(images: TextImages): number[] {
    return this.#conditions.map((condition) => images.condition(condition));
  }

  /** What is wrong with slots, values or initial values, each slot by itself. */
  #misplaced({ slots: to, values }: Symmetry): string | undefined {
    if (to.length !== this.#slots.length || !isPermutation(to)) return "it is no permutation of the slots";
    look(1 + (to.length >> 3));
    for (let slot = 0; slot < to.length; slot++) {
      // Nothing can be wrong with a slot that stays as it is.
      if (to[slot] === slot && !values.has(slot)) continue;
      const { name, low, high, type } = this.#slots[slot]!;
      const image = this.#slots[to[slot]!]!;
      const sameKind = image.type?.kind === type?.kind && image.low === low && image.high === high;
      const change = this.#permutations.of(values.get(slot) ?? []);
      if (!sameKind || !change) return `\`${name}\` goes to a slot with other values`;
      const [least, greatest] = boundsOfValues(this.#slots[slot]!);
      if (!staysWithin(change, least, greatest)) return `\`${name}\` goes to values that it cannot have`;
      const begins = this.#initial[slot];
      const imageBegins = begins === undefined ? undefined : imageOfValue({ slots: to, values }, slot, begins);
      if (this.#initial[to[slot]!] !== imageBegins) return `\`${name}\` begins with another value than its image`;
      if (!this.#preservesDomain(slot, to[slot]!, change.moved)) return `\`${name}\` and its image take other values`;
    }
    return undefined;
  }

  #preservesDomain(slot: number, to: number, moved: ReadonlyMap<number, number>): boolean {
    const [from, image] = [this.#domains[slot]!, this.#domains[to]!];
    if (moved.size === 0 && from.values === undefined && image.values === undefined) {
      return from.low === image.low && from.high === image.high;
    }
    if (from.high - from.low >= valueLimit || image.high - image.low >= valueLimit) return false;
    const expected = domainValues(from).map((value) => moved.get(value) ?? value);
    const found = new Set(domainValues(image));
    return expected.length === found.size && expected.every((value) => found.has(value));
  }
}

interface Texts {
  readonly transitions: readonly number[];
  readonly conditions: readonly number[];
}

interface Slots {
  readonly offset: number;
  readonly size: number;
}

function isPermutation(images: Int32Array): boolean {
  const isImage = new Uint8Array(images.length);
  for (const image of images) {
    if (image < 0 || image >= images.length || isImage[image] === 1) return false;
    isImage[image] = 1;
  }
  return true;
}

function movedSlots({ slots, values }: Symmetry): Uint8Array {
  const moved = new Uint8Array(slots.length);
  slots.forEach((to, slot) => (moved[slot] = Number(to !== slot || values.has(slot))));
  return moved;
}

/** What a transition mentions: the slots of its places, as far as constant indices tell. */
function slotsMentioned({ guard, body }: Transition, names: NamesInScope): Slots[] {
  const found = new Map<string, Slots>();
  const visit = (e: Expression): void => {
    const place = constantPlace(e, names);
    if (place) {
      const slots = { offset: place.offset, size: sizeOf(place.type) };
      found.set(`${slots.offset} ${slots.size}`, slots);
      return;
    }
    if (e.kind === "predicate") visit(names.predicates.get(e.name)!);
    partsOf(e).forEach(visit);
  };
  visit(guard);
  visitStatements(body, (s) => statementParts(s).expressions.forEach(visit));
  return [...found.values()];
}

/** The values of a slot that symmetries may move: not its padding, and no length of a queue. */
function boundsOfValues({ type, low, high }: Slot): readonly [number, number] {
  if (type === undefined) return [1, 0];
  return [type.kind === "range" ? type.low : 0, Math.max(low, high)];
}

function collectQueues(type: Type, offset: number, into: { offset: number; type: Type }[]): void {
  if (type.kind === "queue") into.push({ offset, type });
  else if (type.kind === "array") {
    const size = sizeOf(type.element);
    const count = sizeOf(type) / size;
    for (let i = 0; i < count; i++) collectQueues(type.element, offset + i * size, into);
  } else if (type.kind === "record") {
    for (const field of type.fields) {
      collectQueues(field.type, offset, into);
      offset += sizeOf(field.type);
    }
  }
}

/** Appends what the slots of a type begin with. A queue of arbitrary contents is arbitrary in all its slots. */
function collectInitial(type: Type, initial: Initial, slots: readonly Slot[], into: (number | undefined)[]): void {
  look();
  if (initial.kind === "value") into.push(initial.value);
  else if (initial.kind === "any") for (let i = sizeOf(type); i > 0; i--) into.push(undefined);
  else if (type.kind === "queue") {
    const end = into.length + sizeOf(type);
    into.push(initial.items.length);
    for (const item of initial.items) collectInitial(type.element, item, slots, into);
    while (into.length < end) into.push(slots[into.length]!.low);
  } else {
    initial.items.forEach((item, i) => {
      const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : type;
      collectInitial(part, item, slots, into);
    });
  }
}
