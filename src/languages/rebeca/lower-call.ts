/** Lowers calls of methods, which are inlined, of `assertion`, and of the rebec's own servers. */

import { didYouMean } from "../../syntax/nearest-name.ts";
import { counted } from "./actor-system.ts";
import type { Body, Binding, Value } from "./body.ts";
import { jumpsOf } from "./jumps.ts";
import { coerceAll, send } from "./lower-send.ts";
import type { ExpressionNode, StatementNode } from "./syntax-tree.ts";
import { booleanType } from "./types.ts";
import type { Routine } from "./types.ts";
import { coerce, lower, lowerAll, lowerTest } from "./value.ts";

/** The greatest depth of nested method calls. */
const deepestCall = 50;

export function callMethod(b: Body, node: ExpressionNode & { kind: "call" }): Value | undefined {
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
    return refuseCall(b, node);
  }
  if (args.length !== routine.parameters.length) {
    const expected = counted(routine.parameters.length, "argument");
    b.refuse("rebeca/wrong-arity", `expected ${expected} for \`${name.text}\`, found ${args.length}`, name.span);
  }
  if (b.calls.includes(routine) || b.calls.length >= deepestCall) {
    const message = `expected another method, found \`${name.text}\`, which calls itself: recursion is not supported`;
    b.refuse("rebeca/recursive-method", message, name.span);
  }
  const values = coerceAll(b, routine, lowerAll(b, args), args, span);
  const scope = new Map<string, Binding>();
  routine.parameters.forEach((parameter, i) => {
    scope.set(parameter.name, b.local(parameter.name, parameter.type, values[i]!.e, span));
  });
  return inlined(b, routine, scope);
}

function inlined(b: Body, routine: Routine, scope: Map<string, Binding>): Value | undefined {
  const { scopes, calls, jumps } = b;
  const { result: type } = routine;
  const body = routine.node.body ?? [];
  b.scopes = [scope];
  b.calls = [...calls, routine];
  try {
    const last = body.at(-1);
    const before = body.slice(0, -1);
    // A single `return` at the end needs no flag.
    if (type && last?.kind === "return" && last.value && !before.some((s) => jumpsOf(s).has("return"))) {
      b.jumps = {};
      b.lowering.statements(b, before);
      const value = lower(b, last.value);
      const e = coerce(b, value, type, last.value.span);
      return b.kept({ type, e }, "result");
    }
    const result = type && b.local("result", type, b.nothing(type));
    b.jumps = { return: returnFlag(b, body), result };
    b.lowering.statements(b, body);
    return result;
  } finally {
    b.scopes = scopes;
    b.calls = calls;
    b.jumps = jumps;
  }
}

/** The local that is set when the body has returned, if it can return before its end. */
export function returnFlag(b: Body, body: readonly StatementNode[]): string | undefined {
  if (!body.some((s) => jumpsOf(s).has("return"))) return undefined;
  const flag = b.local("returned", booleanType, { kind: "boolean", value: false });
  return flag.e.kind === "local" ? flag.e.name : undefined;
}

function assertion(b: Body, { args, name, span }: ExpressionNode & { kind: "call" }): void {
  const [test, label] = args;
  if (!test || args.length > 2 || (label && label.kind !== "text")) {
    b.refuse("rebeca/wrong-arity", "expected a condition, and perhaps a text, to be asserted", name.span);
  }
  const message = label?.kind === "text" ? label.value : undefined;
  b.emit({ kind: "assert", test: lowerTest(b, test), message, span });
}

function refuseCall(b: Body, { name }: ExpressionNode & { kind: "call" }): never {
  const { text, span } = name;
  const hint = didYouMean(text, b.symbol.methods.keys());
  return b.refuse("rebeca/unknown-method", `expected a method of \`${b.symbol.name}\`, found \`${text}\`${hint}`, span);
}
