/**
 * The initial states as a set: a product of the values of each slot, without impossible combinations, and the initial
 * condition.
 */

import { image, product, sequence } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { TreeBuilder } from "./decision-tree.ts";
import type { Encoding } from "./encoding.ts";

/** The states that agree with the initial values of the variables; the caller applies the initial condition. */
export function initialProduct(model: Model, encoding: Encoding): Ddd {
  const { homs, space, order, domains } = encoding;
  const { slots, initialValues } = facts(model);
  const choices = slots.map(({ cell, low }, slot) => {
    const value = initialValues[slot];
    if (value !== undefined) return [value];
    const values = domainValues(domains[slot]!);
    // The length of an arbitrary queue determines which of its cells are in use. An arbitrary element of a given queue
    // is in use.
    const isInUse = cell && initialValues[cell.lengthSlot] !== undefined;
    return isInUse ? values.filter((other) => other !== low) : values;
  });
  const all = product(
    space,
    order.map((slot) => choices[slot]!),
  );
  return image(homs, sequence(homs, queueSelectors(model, encoding)), all);
}

/** Cells of queues hold their padding exactly if they are beyond the length, and no other cells do. */
function queueSelectors(model: Model, encoding: Encoding): ReturnType<Encoding["hasValue"]>[] {
  const { slots, initialValues } = facts(model);
  const builder = new TreeBuilder<boolean>(String);
  const selectors = [];
  for (const [slot, { cell, low }] of slots.entries()) {
    if (!cell || initialValues[cell.lengthSlot] !== undefined) continue;
    const { lengthSlot, position } = cell;
    const leaves = (isUsed: boolean): [number, ReturnType<typeof builder.leaf>][] =>
      domainValues(encoding.domains[slot]!).map((value) => [value, builder.leaf((value !== low) === isUsed)]);
    const byLength = domainValues(encoding.domains[lengthSlot]!).map(
      (length) => [length, builder.split(slot, new Map(leaves(position < length)))] as const,
    );
    selectors.push(encoding.selection(builder.split(lengthSlot, new Map(byLength)), (isRight) => isRight));
  }
  return selectors;
}
