/**
 * The reason why a symmetry was refused, in the terms of the model.
 *
 * For a transition without a counterpart, the nearest candidate is chosen: the ground transition, of the same
 * transition or with the same written slots, whose normal form differs from the image in the fewest parts. The first of
 * these differences is reported. Nothing here affects a decision.
 */

import { showValue } from "../../model/slots.ts";
import type { Action } from "./action.ts";
import type { Analysis, PropertyCondition } from "./analysis.ts";
import { formatParameters } from "./certificate.ts";
import type { GroundEffect, GroundTransition } from "./ground.ts";
import type { Term, Values } from "./term.ts";

/** A slot with other initial values than its image. */
export function initialReason({ initial, ranges, slots }: Analysis, action: Action): string | undefined {
  const { where } = initial.states;
  for (const from of action.moved) {
    const to = action.slot(from);
    const [source, target] = [where.get(from) ?? ranges.of(from), where.get(to) ?? ranges.of(to)];
    if (!source || !target || action.values(from, source) === target) continue;
    const becomes =
      action.values(from, source) === source ? "" : `, which becomes ${show(from, action.values(from, source))}`;
    const [a, b] = [`\`${slots[from]!.name}\``, `\`${slots[to]!.name}\``];
    if (from === to) return `initially ${a} is ${show(from, source)}${becomes}`;
    return `initially ${a} is ${show(from, source)}${becomes}, but ${b}, where it goes, is ${show(to, target)}`;
  }
  return undefined;

  function show(slot: number, values: Values): string {
    return showValues(slots, slot, values);
  }
}

export function propertyReason(analysis: Analysis, action: Action, formula: PropertyCondition): string {
  const { property, conjuncts, error } = formula;
  const known = new Set(conjuncts);
  const part = conjuncts.find((conjunct) => !known.has(action.term(conjunct))) ?? conjuncts[0] ?? error;
  const slot = part.slots.find((s) => action.moved.has(s)) ?? [...action.moved][0]!;
  return `property \`${property.name}\` names ${movement(analysis, action, slot)}`;
}

export function transitionReason(
  analysis: Analysis,
  action: Action,
  index: number,
  image: GroundEffect | undefined,
): string {
  const { ground, slots } = analysis;
  const from = ground[index]!;
  if (!image) {
    const written = [...from.effect.updates.keys()].find((slot) => action.changesValues(slot))!;
    return `${nameOf(from)} writes to \`${slots[written]!.name}\`, whose values change, something that depends on too much to compare`;
  }
  const writes = slotsKey(image);
  let nearest: { readonly ground: GroundTransition; readonly differences: readonly string[] } | undefined;
  for (const candidate of ground) {
    if (candidate.transition !== from.transition && slotsKey(candidate.effect) !== writes) continue;
    const found = differences(analysis, action, image, candidate);
    if (!nearest || found.length < nearest.differences.length) nearest = { ground: candidate, differences: found };
  }
  const counterpart =
    nearest!.ground === from
      ? "itself"
      : nearest!.ground.transition === from.transition
        ? parametersOf(nearest!.ground)
        : nameOf(nearest!.ground);
  return `${nameOf(from)} has no counterpart: compared with ${counterpart}, ${nearest!.differences[0] ?? "something differs"}`;
}

/** The differences between the image of a ground transition and a candidate, in the order of reporting. */
function differences(analysis: Analysis, action: Action, image: GroundEffect, { effect }: GroundTransition): string[] {
  const { slots } = analysis;
  const found: string[] = [];
  const origin = new Map(Array.from(action.moved, (slot) => [action.slot(slot), slot]));
  const name = (slot: number): string => `\`${slots[slot]!.name}\``;
  /** An image slot with its origin. */
  const comesFrom = (slot: number): string => {
    const before = origin.get(slot);
    return before === undefined || before === slot ? name(slot) : `${name(slot)}, the image of ${name(before)},`;
  };
  for (const slot of new Set([...image.guard.where.keys(), ...effect.guard.where.keys()])) {
    const [mine, other] = [image.guard.where.get(slot), effect.guard.where.get(slot)];
    if (mine === other) continue;
    const show = (values: Values | undefined): string => (values ? showValues(slots, slot, values) : "anything");
    found.push(`the guard wants ${comesFrom(slot)} to be ${show(mine)}, not ${show(other)}`);
  }
  if (image.guard.rest !== effect.guard.rest) {
    const others = new Set(conjunctsOf(effect.guard.rest));
    const part = conjunctsOf(image.guard.rest).find((conjunct) => !others.has(conjunct));
    if (part && part.slots.length > 0) {
      found.push(`the guard has no such condition on ${part.slots.map(name).slice(0, 6).join(", ")}`);
    } else {
      const mine = new Set(conjunctsOf(image.guard.rest));
      const more = [...others].find((conjunct) => !mine.has(conjunct));
      found.push(`the guard has a condition on ${(more?.slots ?? []).map(name).slice(0, 6).join(", ")} besides`);
    }
  }
  if (image.failed !== effect.failed) found.push("an assertion fails for other states");
  if (image.error !== effect.error) found.push("the body fails at run time for other states");
  if (image.guardError !== effect.guardError) found.push("the guard fails at run time for other states");
  for (const slot of new Set([...image.updates.keys(), ...effect.updates.keys()])) {
    const [mine, other] = [image.updates.get(slot), effect.updates.get(slot)];
    if (mine === other) continue;
    if (!other) found.push(`${comesFrom(slot)} is not written`);
    else if (!mine) found.push(`${name(slot)} is written besides`);
    else found.push(`${comesFrom(slot)} becomes something else${constants(analysis, slot, mine, other)}`);
  }
  return found;
}

function constants({ slots }: Analysis, slot: number, mine: Term, other: Term): string {
  if (mine.slots.length > 0 || other.slots.length > 0) return "";
  const { type } = slots[slot]!;
  return ` (${showValue(type, mine.low)}, not ${showValue(type, other.low)})`;
}

function movement({ slots }: Analysis, action: Action, slot: number): string {
  const to = action.slot(slot);
  const name = `\`${slots[slot]!.name}\``;
  return to === slot ? `${name}, whose values change` : `${name}, which goes to \`${slots[to]!.name}\``;
}

function nameOf(ground: GroundTransition): string {
  const parameters = parametersOf(ground);
  return `transition \`${ground.transition.name}\`${parameters === "" ? "" : ` with ${parameters}`}`;
}

function parametersOf({ transition, choice }: GroundTransition): string {
  return formatParameters(transition.parameters, choice);
}

function conjunctsOf(term: Term): readonly Term[] {
  return term.kind === "operation" && term.op === "and" ? term.args : [term];
}

function slotsKey({ updates }: GroundEffect): string {
  return [...updates.keys()].sort((a, b) => a - b).join();
}

function showValues(slots: Analysis["slots"], slot: number, { list }: Values): string {
  const { type, low } = slots[slot]!;
  const shown = list.map((value) => (value < low ? "unused" : showValue(type, value)));
  return shown.length <= 4 ? shown.join(" or ") : `${shown.slice(0, 3).join(", ")} or others`;
}
