/**
 * Trace assertions: a variable follows the messages on the channels that `trace { ... }` mentions.
 *
 * Every message that is sent, or received, on a channel of which the assertion mentions sends, or receives, must be
 * the next one that it describes. It is an assertion that fails if there is none, or more than one. With `notrace` it
 * is one that fails when all that is described has happened; a message that does not fit ends the watch. As in SPIN, it
 * looks at the last message of the channel after a send, and at the first before a receive.
 */

import { all, any, equals, integer, no, not, variable } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import type { Span } from "../../../syntax/source.ts";
import { pointsAt } from "../flow/graph.ts";
import type { Edge } from "../flow/graph.ts";
import type { Pattern } from "../syntax/syntax-tree.ts";
import type { Context } from "./context.ts";
import { checkArity, matches, read } from "./expression.ts";
import { equal } from "./value.ts";

/** The effect of a message on the assertion, if there is one. */
export function watch(
  context: Context,
  op: "send" | "receive",
  channel: Value,
  fields: readonly Value[],
  span: Span,
): Statement[] {
  const { trace } = context;
  if (!trace) return [];
  const state = variable(context.traceState!);
  const { endNumber, negated, events } = trace;
  const own = events.flatMap((edge) => {
    const here = edge.statement!.kind === op ? isOn(context, edge, channel) : no;
    return here.kind === "boolean" && !here.value ? [] : [{ edge, here }];
  });
  if (own.length === 0) return [];
  const fails = (message: string): Statement => ({ kind: "assert", test: no, message, span });
  const go = (number: number): Statement => ({ kind: "assign", target: state, value: integer(number), span });
  const tests = own.map(({ edge, here }) =>
    all([equals(state, edge.source.number), here, fits(context, edge, fields)]),
  );
  const otherwise = negated ? go(endNumber) : fails("no event of the trace matches");
  const step = own.reduceRight<Statement>((later, { edge }, k): Statement => {
    const rivals = own.flatMap((other, i) => (i > k && other.edge.source === edge.source ? [tests[i]!] : []));
    const isOne: Statement = { kind: "assert", test: not(any(rivals)), message: "two events of the trace match", span };
    const { number } = edge.target;
    const then: Statement[] = [
      ...(rivals.length === 0 ? [] : [isOne]),
      go(number),
      ...(negated && number === endNumber ? [fails("all events of the trace have happened")] : []),
    ];
    return { kind: "if", test: tests[k]!, then, else: [later] };
  }, otherwise);
  return [{ kind: "if", test: any(own.map(({ here }) => here)), then: [step], else: [] }];
}

function isOn(context: Context, { statement, element }: Edge, channel: Value): Expression {
  if (statement?.kind !== "send" && statement?.kind !== "receive") return no;
  const watched = read(context, statement.channel, { scope: element.scope });
  if (watched.high < channel.low || watched.low > channel.high) return no;
  return equal(channel, watched);
}

/** Whether a message has the constants of an event. */
function fits(context: Context, { statement, element }: Edge, fields: readonly Value[]): Expression {
  const parts =
    statement!.kind === "send" ? statement!.values : statement!.kind === "receive" ? statement!.pattern : [];
  return matches(context, parts as readonly Pattern[], fields, { scope: element.scope });
}

/** Reports what is not supported. In SPIN, a rendezvous that a trace assertion watches is never completed. */
export function checkTrace(context: Context): void {
  for (const { statement, element } of context.trace?.events ?? []) {
    if (statement?.kind !== "send" && statement?.kind !== "receive") continue;
    const groups = context.channels.groupsOf(statement.channel, element.scope);
    for (const group of groups) {
      if (group.capacity === 0) {
        const message = "a trace assertion about a channel without a buffer is not supported";
        context.names.report("unsupported", message, statement.span);
      }
      checkArity(
        context,
        group,
        statement.kind === "send" ? statement.values.length : statement.pattern.length,
        statement.span,
      );
    }
  }
}

/** Whether the assertion allows a run to end: at its end, or at a label that begins with `end`. */
export function traceMayEnd(context: Context): Expression[] {
  const { trace, traceState } = context;
  if (!trace) return [];
  const numbers = [trace.endNumber, ...pointsAt(trace.points, "end").map(({ number }) => number)];
  return [any(numbers.map((number) => equals(variable(traceState!), number)))];
}
