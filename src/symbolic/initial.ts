/**
 * The initial states as a set: a product of the values of each slot, without impossible combinations, and the initial
 * condition.
 */

import { image, product, sequence } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import { visitInitial } from "../model/initial-slots.ts";
import type { Model } from "../model/model.ts";
import { sizeOf } from "../model/slots.ts";
import { TreeBuilder } from "./decision-tree.ts";
import type { Encoding } from "./encoding.ts";
import { queueCellsOf } from "./partial-state.ts";

/** The states that agree with the initial values of the variables; the caller applies the initial condition. */
export function initialProduct(model: Model, encoding: Encoding): Ddd {
  const { homs, space, order, domains } = encoding;
  const { offsets } = facts(model);
  const choices = new Map<number, readonly number[]>();
  const arbitrary = new Set<number>();
  const cells = queueCellsOf(model);
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, {
      value: (slot, value) => choices.set(slot, [value]),
      any: (part, offset) => {
        // The length of an arbitrary queue decides which of its cells are in use. An arbitrary element of a given queue
        // is in use.
        for (let slot = offset; slot < offset + sizeOf(part); slot++) {
          arbitrary.add(slot);
          const cell = cells.get(slot);
          const values = domainValues(domains[slot]!);
          const isInUse = cell !== undefined && !arbitrary.has(cell.lengthSlot);
          choices.set(slot, isInUse ? values.filter((value) => value !== cell.padding) : values);
        }
      },
    });
  }
  const all = product(
    space,
    order.map((slot) => choices.get(slot)!),
  );
  return image(homs, sequence(homs, queueSelectors(cells, encoding, arbitrary)), all);
}

/** Cells of queues hold their padding exactly if they are beyond the length, and no other cells do. */
function queueSelectors(
  cells: ReturnType<typeof queueCellsOf>,
  encoding: Encoding,
  arbitrary: ReadonlySet<number>,
): ReturnType<Encoding["hasValue"]>[] {
  const builder = new TreeBuilder<boolean>(String);
  const selectors = [];
  for (const [slot, { lengthSlot, position, padding }] of cells) {
    if (!arbitrary.has(slot) || !arbitrary.has(lengthSlot)) continue;
    const leaves = (isUsed: boolean): [number, ReturnType<typeof builder.leaf>][] =>
      domainValues(encoding.domains[slot]!).map((value) => [value, builder.leaf((value !== padding) === isUsed)]);
    const byLength = domainValues(encoding.domains[lengthSlot]!).map(
      (length) => [length, builder.split(slot, new Map(leaves(position < length)))] as const,
    );
    selectors.push(encoding.selection(builder.split(lengthSlot, new Map(byLength)), (isRight) => isRight));
  }
  return selectors;
}
