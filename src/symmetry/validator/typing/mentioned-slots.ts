/** The slots that a text mentions, if it names each of them and mentions no local: what moves none of them leaves it. */

import { constantOf, constantPlace } from "../../../model/constant-place.ts";
import type { NamesInScope } from "../../../model/constant-place.ts";
import type { Expression } from "../../../model/model.ts";
import { sizeOf } from "../../../model/slots.ts";
import { partsOf } from "../../../model/traverse.ts";

/** Texts that mention more are not remembered. */
const slotLimit = 64;

export class MentionedSlots {
  readonly #names: NamesInScope;
  readonly #known = new Map<Expression, readonly number[] | undefined>();

  constructor(names: NamesInScope) {
    this.#names = names;
  }

  /** Undefined if it is not known. */
  of(e: Expression): readonly number[] | undefined {
    if (!this.#known.has(e)) this.#known.set(e, this.#find(e));
    return this.#known.get(e);
  }

  #find(e: Expression): readonly number[] | undefined {
    if (constantOf(e, this.#names) !== undefined) return [];
    switch (e.kind) {
      case "local":
      case "quantified":
        return undefined;
      case "predicate":
        return this.of(this.#names.predicates.get(e.name)!);
      case "variable":
      case "field":
      case "index": {
        const place = constantPlace(e, this.#names);
        const size = place ? sizeOf(place.type) : Infinity;
        return size > slotLimit ? undefined : Array.from({ length: size }, (_, i) => place!.offset + i);
      }
      default: {
        const found = new Set<number>();
        for (const part of partsOf(e)) {
          const slots = this.of(part);
          if (!slots) return undefined;
          for (const slot of slots) found.add(slot);
        }
        return found.size > slotLimit ? undefined : [...found];
      }
    }
  }
}
