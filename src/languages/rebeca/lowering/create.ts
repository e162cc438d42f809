/** Lowers the creation of rebecs. */

import { binary, conditional, field, integer, variable, yes } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { instantiable, isImmediate, reference, wrongCount } from "../actors/actor-system.ts";
import type { Rebec } from "../actors/actor-system.ts";
import { anyRebec } from "../names/symbols.ts";
import type { Routine } from "../names/symbols.ts";
import type { ExpressionOf } from "../syntax/syntax-tree.ts";
import type { Body, Value } from "./body.ts";
import { inlined, scopeOf } from "./call.ts";
import { coerceAll, pushed, repeatable } from "./send.ts";
import { lowerAll } from "./value.ts";

/** Lowers `new Worker(known):(args)`. A parameter chooses any rebec of the pool that does not exist yet. */
export function create(b: Body, node: ExpressionOf<"new">): Value {
  const { span } = node;
  const symbol = instantiable(node.type, b.system, b.system.collector);
  if (!symbol) return b.refuse("unknown-type", "expected the name of a class", node.type.span);
  if (b.loops > 0) {
    const message = "expected no `new` in a loop, unless it is a `for` with constant bounds";
    b.refuse("choice-in-loop", message, span);
  }
  const problem = wrongCount(symbol, node);
  if (problem !== undefined) b.refuse("wrong-arity", problem, span);
  const places = [...symbol.known, ...(symbol.first?.parameters ?? [])];
  const given = [...node.known, ...node.args];
  const values = repeatable(b, coerceAll(b, places, lowerAll(b, given), given));
  const passed = values.slice(symbol.known.length);
  const pool = b.system.instances.get(symbol)!.filter(({ isPooled }) => isPooled);
  const creation = b.creation(symbol, pool);
  const layout = b.system.layouts.get(symbol)!;
  const { first } = symbol;
  const runs = isImmediate(b.system, symbol);
  if (runs && first) checkConstructor(b, first, node);
  const blocks = b.branches(
    ...pool.map((rebec) => (): void => {
      const place = (name: string): Expression => field(variable(rebec.name), name);
      b.assign(place(layout.created!), yes, span);
      symbol.known.forEach(({ name }, k) => b.assign(place(layout.fields.get(name)!), values[k]!, span));
      if (first && runs) construct(b, rebec, first, passed);
      else if (first) b.emit(...pushed(b, rebec, first, passed, span));
    }),
  );
  blocks.forEach((block, i) => b.when(binary("==", creation, integer(i + 1)), block, [], span));
  const limit = `there is room for ${pool.length} new rebecs \`${symbol.name}\` (NOETHER_POOL)`;
  b.emit({ kind: "while", test: binary("==", creation, integer(0)), bound: 0, limit, body: [], span });
  // A local that is assigned once has few values.
  const created = pool.reduceRight(
    (rest, { number }, i) => conditional(binary("==", creation, integer(i + 1)), reference(b.system, number), rest),
    reference(b.system, 0),
  );
  return b.local("created", { kind: "rebec", of: symbol }, created, span);
}

/** Runs the constructor of a new rebec in this step, as if its creator had sent it. */
function construct(b: Body, self: Rebec, routine: Routine, args: readonly Expression[]): void {
  const sender = { type: anyRebec, e: reference(b.system, b.self.number) };
  const values = args.map((e, i): Value => ({ type: routine.parameters[i]!.type, e }));
  b.within({ self, sender }, () => inlined(b, routine, scopeOf(b, routine, values, routine.node.name.span)));
}

function checkConstructor(b: Body, routine: Routine, { type, span }: ExpressionOf<"new">): void {
  if (!b.calls.includes(routine)) return;
  const message =
    `expected another class, found \`${type.text}\`, whose constructor creates one of its own kind: ` +
    "recursion is not supported. With --constructors queued it is a first message";
  b.refuse("recursive-constructor", message, span);
}
