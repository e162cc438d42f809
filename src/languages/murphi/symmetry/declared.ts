/** What scalarsets declare, as symmetries of the model: the exchanges of neighboring elements. */

import { scalarsets } from "../../../hints/scalarsets.ts";
import type { Exchange } from "../../../hints/scalarsets.ts";
import { facts } from "../../../model/facts.ts";
import type { Model, Type } from "../../../model/model.ts";
import { highOf, lowOf, sizeOf } from "../../../model/slots.ts";
import { leavesOf } from "../lowering/leaves.ts";
import type { Global } from "../lowering/start.ts";
import type { AsymmetricUse } from "../lowering/writer.ts";
import { isSimple } from "../names/murphi-type.ts";
import type { MurphiType, ScalarsetType, SimpleType } from "../names/murphi-type.ts";

/** Adds the hint. */
export function declaredSymmetries(
  model: Model,
  globals: readonly Global[],
  types: readonly ScalarsetType[],
  uses: readonly AsymmetricUse[],
): Model {
  const named = types.filter(({ size, name }) => size > 1 && name !== undefined);
  if (named.length === 0) return model;
  const list = named.map((type) => ({
    name: type.name!,
    span: type.span,
    exchanges: Array.from({ length: type.size - 1 }, (_, i) => exchange(model, globals, type, type.first + i)),
    uses: uses
      .filter((use, i) => use.type === type && firstAt(uses, use) === i)
      .map(({ what, span }) => ({ what, span })),
  }));
  return scalarsets.give(model, list);
}

/** A text is lowered more than once in some places. */
function firstAt(uses: readonly AsymmetricUse[], { span, what }: AsymmetricUse): number {
  return uses.findIndex((other) => other.span.start === span.start && other.what === what);
}

/** Exchanges an element of a scalarset for the next one. */
function exchange(model: Model, globals: readonly Global[], type: ScalarsetType, first: number): Exchange {
  const { slots: all, offsets } = facts(model);
  const slots = Int32Array.from(all, (_, i) => i);
  const values = new Map<number, ReadonlyMap<number, number>>();
  const swapped = new Map([
    [first, first + 1],
    [first + 1, first],
  ]);
  const image = (value: number): number => swapped.get(value) ?? value;
  const concerns = (simple: SimpleType): boolean =>
    simple === type || (simple.kind === "union" && simple.parts.includes(type));
  const visit = (own: MurphiType, part: Type, from: number, to: number): void => {
    if (isSimple(own)) {
      slots[from] = to;
      if (concerns(own)) values.set(from, swapped);
    } else if (own.kind === "record" && part.kind === "record") {
      let offset = 0;
      own.fields.forEach((field, i) => {
        const inner = part.fields[i]!.type;
        visit(field.type, inner, from + offset, to + offset);
        offset += sizeOf(inner);
      });
    } else if (own.kind === "array" && part.kind === "array") {
      visitElements(part, concerns(own.index), from, to, (a, b) => visit(own.element, part.element, a, b));
    } else if (own.kind === "multiset" && part.kind === "record") {
      const leaves = leavesOf(own.element, own.cell);
      const counts = (k: number, inner: Type, a: number, b: number): void => {
        if (inner.kind !== "array") slots[a] = b;
        else visitElements(inner, concerns(leaves[k]!.type), a, b, (x, y) => counts(k + 1, inner.element, x, y));
      };
      slots[from] = to;
      counts(0, part.fields[1]!.type, from + 1, to + 1);
    }
  };
  const visitElements = (
    array: Type & { kind: "array" },
    isSwapped: boolean,
    from: number,
    to: number,
    each: (from: number, to: number) => void,
  ): void => {
    const size = sizeOf(array.element);
    const low = lowOf(array.index);
    for (let i = low; i <= highOf(array.index); i++) {
      each(from + (i - low) * size, to + ((isSwapped ? image(i) : i) - low) * size);
    }
  };
  for (const { name, type: own } of globals) {
    const offset = offsets.get(name)!;
    visit(own, facts(model).types.get(name)!, offset, offset);
  }
  return { slots, values };
}
