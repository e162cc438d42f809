/** Lowers calls of methods, which are inlined, of `assertion`, and of the rebec's own servers. */

import type { Expression } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { counted } from "../actors/actor-system.ts";
import type { Routine } from "../names/symbols.ts";
import type { ExpressionOf, StatementNode } from "../syntax/syntax-tree.ts";
import type { Body, Binding, Value } from "./body.ts";
import { jumpsOf } from "./jumps.ts";
import { coerceAll, send } from "./send.ts";
import { coerce, lower, lowerAll, lowerTest } from "./value.ts";

/** The greatest depth of nested method calls. */
const deepestCall = 50;

export function callMethod(b: Body, node: ExpressionOf<"call">): Value | undefined {
  const { name, args, span } = node;
  const routine = b.symbol.methods.get(name.text);
  if (!routine) {
    if (b.symbol.servers.has(name.text)) {
      // A call of the rebec's own server sends a message.
      send(b, node, { kind: "self", span: name.span });
      return undefined;
    }
    if (name.text === "assertion" || name.text === "assert") {
      assertion(b, node);
      return undefined;
    }
    const hint = didYouMean(name.text, b.symbol.methods.keys());
    const message = `expected a method of \`${b.symbol.name}\`, found \`${name.text}\`${hint}`;
    return b.refuse("unknown-method", message, name.span);
  }
  if (args.length !== routine.parameters.length) {
    const expected = counted(routine.parameters.length, "argument");
    b.refuse("wrong-arity", `expected ${expected} for \`${name.text}\`, found ${args.length}`, name.span);
  }
  if (b.calls.includes(routine) || b.calls.length >= deepestCall) {
    const message = `expected another method, found \`${name.text}\`, which calls itself: recursion is not supported`;
    b.refuse("recursive-method", message, name.span);
  }
  const values = coerceAll(b, routine.parameters, lowerAll(b, args), args);
  const scope = new Map(
    routine.parameters.map(({ name: own, type }, i) => [own, b.local(own, type, values[i]!.e, span)]),
  );
  return inlined(b, routine, scope);
}

function inlined(b: Body, routine: Routine, scope: Map<string, Binding>): Value | undefined {
  const { result: type } = routine;
  const body = routine.node.body ?? [];
  return b.within({ scopes: [scope], calls: [...b.calls, routine], jumps: {} }, () => {
    const last = body.at(-1);
    const before = body.slice(0, -1);
    // A single `return` at the end needs no flag.
    if (type && last?.kind === "return" && last.value && !before.some((s) => jumpsOf(s).has("return"))) {
      b.lowering.statements(b, before);
      return b.kept({ type, e: coerce(b, lower(b, last.value), type, last.value.span) }, "result");
    }
    const result = type && b.local("result", type);
    b.jumps = { return: returnFlag(b, body), result };
    b.lowering.statements(b, body);
    return result;
  });
}

/** The local that is set when the body has returned, if it can return before its end. */
export function returnFlag(b: Body, body: readonly StatementNode[]): Expression | undefined {
  return body.some((s) => jumpsOf(s).has("return")) ? b.flag("returned") : undefined;
}

function assertion(b: Body, { args, name, span }: ExpressionOf<"call">): void {
  const [test, label] = args;
  if (!test || args.length > 2 || (label && label.kind !== "text")) {
    b.refuse("wrong-arity", "expected a condition, and perhaps a text, to be asserted", name.span);
  }
  const message = label?.kind === "text" ? label.value : undefined;
  b.emit({ kind: "assert", test: lowerTest(b, test), message, span });
}
