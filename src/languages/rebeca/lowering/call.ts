/** Lowers calls of methods, which are inlined, of `assertion`, and of the rebec's own servers. */

import { all, binary, conditional, integer, literalOf } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import { candidates, counted, reference } from "../actors/actor-system.ts";
import { intType } from "../names/symbols.ts";
import type { RebecaType, Routine } from "../names/symbols.ts";
import type { ExpressionNode, ExpressionOf, StatementNode } from "../syntax/syntax-tree.ts";
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
    const builtIn = callBuiltIn(b, node);
    if (builtIn) return builtIn;
    const hint = didYouMean(name.text, [...b.symbol.methods.keys(), ...builtIns]);
    const message = `expected a method of \`${b.symbol.name}\`, found \`${name.text}\`${hint}`;
    return b.refuse("unknown-method", message, name.span);
  }
  checkCall(b, node, routine);
  const values = coerceAll(b, routine.parameters, lowerAll(b, args), args);
  return inlined(b, routine, scopeOf(b, routine, values, span));
}

function checkCall(b: Body, { name, args }: ExpressionOf<"call">, routine: Routine): void {
  if (args.length !== routine.parameters.length) {
    const expected = counted(routine.parameters.length, "argument");
    b.refuse("wrong-arity", `expected ${expected} for \`${name.text}\`, found ${args.length}`, name.span);
  }
  if (b.calls.includes(routine) || b.calls.length >= deepestCall) {
    const message = `expected another method, found \`${name.text}\`, which calls itself: recursion is not supported`;
    b.refuse("recursive-method", message, name.span);
  }
}

export function scopeOf(b: Body, { parameters }: Routine, values: readonly Value[], span: Span): Map<string, Binding> {
  return new Map(parameters.map(({ name, type }, i) => [name, b.local(name, type, values[i]!.e, span)]));
}

/** Whether `target.name(args)` calls a method at once: the class of the target has one, and no server of this name. */
export function isMethodOf(b: Body, { name }: ExpressionOf<"call">, target: ExpressionNode): boolean {
  const type = target.kind === "name" ? b.find(target.name)?.type : undefined;
  const cast = target.kind === "cast" ? b.system.classes.get(target.type.name.text) : undefined;
  const of = target.kind === "self" ? b.symbol : type?.kind === "rebec" ? type.of : cast;
  return of !== undefined && of.methods.has(name.text) && !of.servers.has(name.text);
}

/** Calls a method of another rebec, which runs in this step and may change the variables of that rebec. */
export function callOther(b: Body, node: ExpressionOf<"call">, targetNode: ExpressionNode): Value | undefined {
  const { name, args, span } = node;
  const target = b.kept(lower(b, targetNode), "callee");
  const { of } = target.type as RebecaType & { kind: "rebec" };
  const routine = of!.methods.get(name.text)!;
  checkCall(b, node, routine);
  const values = coerceAll(b, routine.parameters, lowerAll(b, args), args).map((value) => b.kept(value, "argument"));
  const result = routine.result && b.local("result", routine.result, undefined, span);
  const number = literalOf(target.e);
  const callees = candidates(b.system, of).filter((rebec) => number === undefined || rebec.number === number);
  const blocks = b.branches(
    ...callees.map((self) => (): void => {
      const own = self.symbol.methods.get(name.text)!;
      const value = b.within({ self }, () => inlined(b, own, scopeOf(b, own, values, span)));
      if (result && value) b.assign(result.e, value.e, span);
    }),
  );
  callees.forEach(({ number: k }, i) => b.when(binary("==", target.e, reference(b.system, k)), blocks[i]!, [], span));
  const isSomebody = binary("!=", target.e, reference(b.system, 0));
  if (isSomebody.kind !== "boolean" || !isSomebody.value) {
    b.emit({ kind: "assert", test: isSomebody, message: `method \`${name.text}\` of null is called`, span });
  }
  return result;
}

/** Functions of numbers that every text has. */
const builtIns = ["pow", "abs", "min", "max"];
/** The greatest exponent: greater powers of 2 have no room in a number. */
const greatestExponent = 30;

function callBuiltIn(b: Body, { name, args, span }: ExpressionOf<"call">): Value | undefined {
  if (name.text === "sqrt") {
    b.refuse("unsupported", "expected a whole number, found `sqrt`: fractions are not supported", name.span);
  }
  if (!builtIns.includes(name.text)) return undefined;
  const count = name.text === "abs" ? 1 : 2;
  if (args.length !== count) {
    b.refuse(
      "wrong-arity",
      `expected ${counted(count, "argument")} for \`${name.text}\`, found ${args.length}`,
      name.span,
    );
  }
  const values = lowerAll(b, args).map((value, i) => ({ type: intType, e: coerce(b, value, intType, args[i]!.span) }));
  const [x, y] = values.map((value) => b.repeatable(value, "operand")) as [Expression, Expression];
  switch (name.text) {
    case "abs":
      return { type: intType, e: conditional(binary("<", x, integer(0)), binary("-", integer(0), x), x, span) };
    case "min":
      return { type: intType, e: conditional(binary("<", x, y), x, y, span) };
    case "max":
      return { type: intType, e: conditional(binary("<", x, y), y, x, span) };
    default:
      return power(b, x, y, span);
  }
}

/** Multiplies in a loop. A negative exponent is a failed assertion, since the result is no whole number. */
function power(b: Body, base: Expression, exponent: Expression, span: Span): Value {
  const message = `the exponent of \`pow\` is not between 0 and ${greatestExponent}`;
  const inside = all([binary("<=", integer(0), exponent), binary("<=", exponent, integer(greatestExponent))]);
  if (inside.kind !== "boolean" || !inside.value) b.emit({ kind: "assert", test: inside, message, span });
  const result = b.local("power", intType, integer(1), span);
  const { e: round } = b.local("round", intType, integer(0), span);
  b.emit({
    kind: "while",
    test: all([binary("<", round, exponent), binary("<", round, integer(greatestExponent))]),
    bound: greatestExponent,
    body: [
      { kind: "assign", target: result.e, value: binary("*", result.e, base), span },
      { kind: "assign", target: round, value: binary("+", round, integer(1)), span },
    ],
    span,
  });
  return result;
}

/** Runs a routine in the step of the body. */
export function inlined(b: Body, routine: Routine, scope: Map<string, Binding>): Value | undefined {
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
