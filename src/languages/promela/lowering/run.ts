/** Lowers `run`: a process starts, with its parameters and the initial values of its locals. */

import { binary, element, field, integer, knownNumber, local, number } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Literal } from "../flow/channels.ts";
import type { Element } from "../flow/flow.ts";
import { runsIn } from "../flow/instances.ts";
import type { RunExpression } from "../flow/instances.ts";
import { priorityName, priorityOf } from "../names/priority.ts";
import { recordCells } from "../names/record-cells.ts";
import type { ProcessSymbol, VariableSymbol } from "../names/symbols.ts";
import type { Expression as Source } from "../syntax/syntax-tree.ts";
import type { At, Context } from "./context.ts";
import { valueOf } from "./expression.ts";
import { instance, living, livingOf, poolSize, totalSize } from "./places.ts";
import { initialCell, isStored, listed, stored } from "./variables.ts";

/** The number of a process in SPIN is a byte, and 255 is not used. */
const mostProcesses = 255;

/** Requires at most one `run`, which is evaluated whatever the other operands are. */
export function checkRuns({ names }: Context, value: Source): void {
  const [first, second] = runsIn(value);
  if (second) names.report("several-runs", "expected one `run` in a statement, found another", second.span);
  if (!isConditional(value)) return;
  names.report("unsupported", "`run` that depends on a condition is not supported", first!.span);
}

function isConditional(e: Source): boolean {
  switch (e.kind) {
    case "unary":
      return isConditional(e.operand);
    case "binary":
      if (e.op === "&&" || e.op === "||") return isConditional(e.left) || runsIn(e.right).length > 0;
      return isConditional(e.left) || isConditional(e.right);
    case "conditional":
      return isConditional(e.test) || runsIn(e.then).length + runsIn(e.else).length > 0;
    default:
      return false;
  }
}

export function start(context: Context, element: Element, run: RunExpression, at: At): Statement[] {
  const { names, instances } = context;
  const { span } = run;
  const process = names.process(run.process);
  if (!process) return [];
  const { length } = process.parameters;
  if (length !== run.values.length) {
    const message = `expected ${length} arguments for \`${process.name}\`, found ${run.values.length}`;
    names.report("run-arity", message, span);
    return [];
  }
  const fixed = instances.started.get(element);
  const body =
    fixed === undefined
      ? startSomewhere(context, process, run, at)
      : startAt(context, process, integer(fixed), run, at);
  if (totalSize(context) <= mostProcesses) return body;
  // Beyond that, SPIN finds an error and starts nothing.
  const test = binary("<", living(context).e, integer(mostProcesses));
  const message = `there are too many processes: SPIN has room for ${mostProcesses} at a time`;
  return [
    { kind: "assert", test, message, span },
    { kind: "if", test, then: body, else: [], span },
  ];
}

/** Takes the first free instance. */
function startSomewhere(context: Context, process: ProcessSymbol, run: RunExpression, at: At): Statement[] {
  const size = poolSize(context, process);
  const name = context.locals.fresh("slot");
  const free: Statement = {
    kind: "local",
    name,
    type: { kind: "range", low: 0, high: size },
    value: livingOf(context, process),
  };
  const limit = `there is room for ${size} processes \`${process.name}\` at a time (NOETHER_POOL)`;
  const test = binary(">=", local(name), integer(size));
  const full: Statement = { kind: "while", test, bound: 0, limit, body: [], span: run.span };
  const isBounded = context.instances.isBounded.has(process);
  return [free, ...(isBounded ? [full] : []), ...startAt(context, process, local(name), run, at)];
}

function startAt(context: Context, process: ProcessSymbol, me: Expression, run: RunExpression, at: At): Statement[] {
  const set = (name: string, value: Expression): Statement => ({
    kind: "assign",
    target: field(instance(process, me), name),
    value,
    span: run.span,
  });
  return [
    ...(context.instances.pids ? [] : [set("pid", living(context).e)]),
    ...process.parameters.map(({ place, type }, k) => set(place, stored(valueOf(context, run.values[k]!, at), type))),
    ...initialize(context, process, me),
    ...(context.priority ? [set(priorityName, integer(priorityOf(context.names, run.priority)))] : []),
    set("pc", integer(context.graphs.get(process)!.start.number)),
  ];
}

/** The initial values of locals when a process starts, except 0. */
function initialize(context: Context, process: ProcessSymbol, me: Expression): Statement[] {
  const at: At = { scope: context.names.scopeOf(process), process, me };
  const symbols = process.fields.filter(
    (symbol) => !symbol.isParameter && symbol.name !== priorityName && isStored(context, symbol),
  );
  return symbols.flatMap((symbol) => {
    if (symbol.type.kind === "record") return initializeRecord(context, symbol, process, me);
    return Array.from({ length: symbol.size ?? 1 }, (_, k): Statement[] => {
      const value = initialOf(context, symbol, k, at);
      if (value.e.kind === "integer" && value.e.value === 0) return [];
      const place = field(instance(process, me), symbol.place);
      const target = symbol.size === undefined ? place : element(place, k);
      return [{ kind: "assign", target, value: stored(value, symbol.type), span: symbol.span }];
    }).flat();
  });
}

function initializeRecord(
  context: Context,
  symbol: VariableSymbol,
  process: ProcessSymbol,
  me: Expression,
): Statement[] {
  const whole = field(instance(process, me), symbol.place);
  return recordCells(symbol.type, symbol.size).flatMap((cell): Statement[] => {
    const first = initialCell(context, symbol, cell, 0);
    if (first === 0) return [];
    const target = cell.path.reduce<Expression>(
      (place, step) => (typeof step === "number" ? element(place, step) : field(place, step)),
      whole,
    );
    // Each instance has channels of its own.
    const value = cell.field.channel
      ? number(binary("+", me, integer(first)), { low: 0, high: context.channels.count })
      : knownNumber(first);
    return [{ kind: "assign", target, value: stored(value, cell.field.type), span: symbol.span }];
  });
}

/** The initial value of an element of a local variable, or of a scalar. */
function initialOf(context: Context, symbol: VariableSymbol, k: number, at: At): Value {
  const { initial } = symbol;
  switch (initial?.kind) {
    case undefined:
      return knownNumber(0);
    case "value":
      return valueOf(context, initial.value, at);
    case "list":
      return valueOf(context, listed(initial.values, k), at);
    case "channel":
      return ownChannel(context, context.channels.literals.get(symbol)!, k, at.me!);
  }
}

/** The number of a channel of an instance. */
export function ownChannel({ channels }: Context, { base, count }: Literal, k: number, me: Expression): Value {
  const own = me.kind === "integer" || count > 1 ? binary("*", me, integer(count)) : me;
  return number(binary("+", own, integer(base + k)), { low: 0, high: channels.count });
}
