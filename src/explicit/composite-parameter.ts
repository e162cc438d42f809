/** Parameters that are arrays, records or queues. They are stored in memory, one word per slot. */

import type { Transition, Type } from "../model/model.ts";
import { isScalar, sizeOf, visitSlots } from "../model/slots.ts";

/** The size of the composite parameters of a transition, in bytes. */
export function parameterBytes({ parameters }: Transition): number {
  return parameters.reduce((bytes, { type }) => bytes + (isScalar(type) ? 0 : 4 * sizeOf(type)), 0);
}

/**
 * A word of a composite parameter and its range. For a cell of a queue, also the address of the length and the
 * position.
 */
export interface Cell {
  readonly address: number;
  readonly low: number;
  readonly high: number;
  readonly queue?: { readonly length: number; readonly position: number };
}

/** The cells of a composite value in the order of its slots. */
export function cellsOf(type: Type, address: number): Cell[] {
  const plain = (part: Type, start: number): Cell[] => {
    const cells: Cell[] = [];
    visitSlots(part, "", (_, low, high) => cells.push({ address: start + 4 * cells.length, low, high }));
    return cells;
  };
  if (type.kind === "queue") {
    const bytes = 4 * sizeOf(type.element);
    const cells = Array.from({ length: type.capacity }, (_, position) =>
      plain(type.element, address + 4 + position * bytes).map((cell): Cell => ({
        ...cell,
        queue: { length: address, position },
      })),
    );
    return [{ address, low: 0, high: type.capacity }, ...cells.flat()];
  }
  if (type.kind === "record") {
    return type.fields.flatMap((field) => {
      const start = address;
      address += 4 * sizeOf(field.type);
      return cellsOf(field.type, start);
    });
  }
  if (type.kind === "array" && !isScalar(type.element)) {
    const size = sizeOf(type.element);
    return Array.from({ length: sizeOf(type) / size }, (_, i) => cellsOf(type.element, address + 4 * i * size)).flat();
  }
  return plain(type, address);
}
