/** `c!!m`: a message goes behind those that are not greater, compared field by field. */

import type { Expression, Statement } from "../../../model/model.ts";
import type { ValueType } from "../names/symbols.ts";
import { messageField } from "./expression.ts";
import { and, binary, boolean, integer } from "./value.ts";
import { scalarType } from "./world.ts";
import type { World } from "./world.ts";

/** Moves the last message of a queue to its place in the order. */
export function sink(
  w: World,
  group: { capacity: number; fields: readonly ValueType[] },
  queue: Expression,
): Statement {
  const name = w.fresh("at");
  const place: Expression = { kind: "local", name };
  const cell = (index: Expression): Expression => ({ kind: "index", base: queue, index });
  const size = group.fields.length;
  // From the end on: m[at - 1] > m[at], compared field by field.
  const k = w.fresh("back");
  const back: Expression = { kind: "local", name: k };
  const len: Expression = { kind: "queue", op: "len", queue };
  const left = (f: number): Expression =>
    asNumber(group.fields[f]!, messageField(cell(binary("-", place, integer(1))), size, f));
  const right = (f: number): Expression => asNumber(group.fields[f]!, messageField(cell(place), size, f));
  const greater = group.fields.reduceRight<Expression>((later, _, f) => {
    const more = binary(">", left(f), right(f));
    if (later.kind === "boolean") return more;
    return binary("||", more, and(binary("==", left(f), right(f)), later));
  }, boolean(false));
  const swaps = group.fields.flatMap((type, f): Statement[] => {
    const held = w.fresh("held");
    const a = messageField(cell(binary("-", place, integer(1))), size, f);
    const b = messageField(cell(place), size, f);
    return [
      { kind: "local", name: held, type: scalarType(w, type), value: a },
      { kind: "assign", target: a, value: b },
      { kind: "assign", target: b, value: { kind: "local", name: held } },
    ];
  });
  const range = { kind: "range", low: 0, high: group.capacity - 1 } as const;
  const inner: Statement[] = [
    { kind: "local", name, type: range, value: binary("-", binary("-", len, integer(1)), back) },
    { kind: "if", test: greater, then: swaps, else: [] },
  ];
  const test = binary("<", back, binary("-", len, integer(1)));
  return { kind: "for", name: k, type: range, body: [{ kind: "if", test, then: inner, else: [] }] };
}

function asNumber(type: ValueType, e: Expression): Expression {
  return type.kind === "scalar" && type.basic === "bool"
    ? { kind: "conditional", test: e, then: integer(1), else: integer(0) }
    : e;
}
