/** `c??m`: the first message that fits, wherever it is. */

import type { Expression, Statement } from "../../../model/model.ts";
import { and, binary, integer } from "./value.ts";
import type { World } from "./world.ts";

export interface FirstMatch {
  /** Finds the message. */
  readonly search: readonly Statement[];
  readonly foundAt: Expression;
  /** Moves it to the head, the others back by one. */
  readonly shift: Statement;
}

export function firstMatch(
  w: World,
  capacity: number,
  queue: Expression,
  test: (index: Expression) => Expression,
): FirstMatch {
  const [found, m, k] = [w.fresh("found"), w.fresh("m"), w.fresh("k")];
  const index: Expression = { kind: "local", name: m };
  const foundAt: Expression = { kind: "local", name: found };
  const back: Expression = { kind: "local", name: k };
  const range = { kind: "range", low: 0, high: capacity - 1 } as const;
  const length: Expression = { kind: "queue", op: "len", queue };
  const cell = (at: Expression): Expression => ({ kind: "index", base: queue, index: at });
  const isNew = and(binary("==", foundAt, integer(capacity)), binary("<", index, length), test(index));
  const remember: Statement = { kind: "assign", target: foundAt, value: index };
  const here = binary("-", foundAt, back);
  const move: Statement = { kind: "assign", target: cell(here), value: cell(binary("-", here, integer(1))) };
  return {
    search: [
      { kind: "local", name: found, type: { kind: "range", low: 0, high: capacity }, value: integer(capacity) },
      { kind: "for", name: m, type: range, body: [{ kind: "if", test: isNew, then: [remember], else: [] }] },
    ],
    foundAt,
    shift: {
      kind: "for",
      name: k,
      type: range,
      body: [{ kind: "if", test: binary("<", back, foundAt), then: [move], else: [] }],
    },
  };
}
