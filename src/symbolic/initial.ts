/** The initial states as a set: a product of what each slot may be, less what cannot be together, and the initial condition. */

import { image, product, sequence } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { domainValues } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Initial, Model, Type } from "../model/model.ts";
import { paddingOf, sizeOf } from "../model/slots.ts";
import { TreeBuilder } from "./decision-tree.ts";
import type { Encoding } from "./encoding.ts";
import { queueCellsOf } from "./partial-state.ts";

/** The states that agree with what the variables start with; the initial condition is left to the caller. */
export function initialProduct(model: Model, encoding: Encoding): Ddd {
  const { homs, space, order, domains } = encoding;
  const { offsets } = facts(model);
  const choices = new Map<number, readonly number[]>();
  const arbitrary = new Set<number>();
  const cells = queueCellsOf(model);
  const visit = (type: Type, initial: Initial, offset: number): void => {
    if (initial.kind === "value") choices.set(offset, [initial.value]);
    else if (initial.kind === "any") {
      // Cells of an arbitrary queue may be in use or not: which, its length says. An arbitrary element of a given queue is in use.
      for (let slot = offset; slot < offset + sizeOf(type); slot++) {
        arbitrary.add(slot);
        const cell = cells.get(slot);
        const values = domainValues(domains[slot]!);
        const isInUse = cell !== undefined && !arbitrary.has(cell.lengthSlot);
        choices.set(slot, isInUse ? values.filter((value) => value !== cell.padding) : values);
      }
    } else if (type.kind === "queue") {
      choices.set(offset, [initial.items.length]);
      const size = sizeOf(type.element);
      const padding = paddingOf(type.element);
      for (let i = 0; i < type.capacity; i++) {
        const start = offset + 1 + i * size;
        const item = initial.items[i];
        if (item) visit(type.element, item, start);
        else padding.forEach((value, k) => choices.set(start + k, [value]));
      }
    } else {
      initial.items.forEach((item, i) => {
        const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : type;
        visit(part, item, offset);
        offset += sizeOf(part);
      });
    }
  };
  for (const { name, type, initial } of model.variables) visit(type, initial, offsets.get(name)!);
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
