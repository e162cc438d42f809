/** The handling of one kind of message by a rebec: a transition of the model. */

import { all, any, binary, field, integer, not } from "../../model/build.ts";
import type { Expression, Parameter, Transition } from "../../model/model.ts";
import type { Rebec, ActorSystem } from "./actor-system.ts";
import { Body } from "./body.ts";
import type { Binding } from "./body.ts";
import { queueField } from "./layout.ts";
import { returnFlag } from "./lower-call.ts";
import { lowerEffect } from "./lower-expression.ts";
import { lowerStatements } from "./lower-statement.ts";
import type { StatementNode } from "./syntax-tree.ts";
import { visitExpressions } from "./traverse.ts";
import { anyRebec } from "./types.ts";
import type { Routine } from "./types.ts";

export function lowerServer(system: ActorSystem, rebec: Rebec, routine: Routine): Transition {
  const b = new Body(system, rebec, { effect: lowerEffect, statements: lowerStatements });
  const queue = field(b.variable(), queueField);
  const head: Expression = { kind: "index", base: queue, index: integer(0) };
  const used = mentioned(rebec, routine);
  if (used.sender) b.sender = b.local("sender", anyRebec, field(head, "sender"));
  const scope = new Map<string, Binding>();
  const fields = system.layouts.get(rebec.symbol)!.parameters.get(routine)!;
  routine.parameters.forEach(({ name, type }, i) => {
    const value = field(head, fields[i]!);
    scope.set(name, used.names.has(name) ? b.local(name, type, value) : { type, e: value, isLocal: false });
  });
  b.scopes = [scope];
  b.emit({ kind: "pop", queue });
  const body = withoutLastReturn(routine.node.body ?? []);
  b.jumps = { return: returnFlag(b, body) };
  lowerStatements(b, body);
  const message: Expression = { kind: "member", type: system.messageType, name: system.messages.get(routine)! };
  const isOn = all([
    not({ kind: "queue", op: "empty", queue }),
    { kind: "binary", op: "==", left: field(head, "message"), right: message },
  ]);
  const { parameters, conditions } = parametersOf(b);
  return {
    name: `${rebec.name}.${system.messages.get(routine)!}`,
    parameters,
    owner: { process: rebec.name, indices: [] },
    guard: all([isOn, ...conditions]),
    body: b.out,
    span: routine.node.name.span,
  };
}

/** The names in a server, and whether the server or one of its methods mentions the sender. */
function mentioned(rebec: Rebec, routine: Routine): { readonly names: ReadonlySet<string>; readonly sender: boolean } {
  const names = new Set<string>();
  let sender = false;
  let calls = false;
  visitExpressions(routine.node.body ?? [], (e) => {
    if (e.kind === "name") names.add(e.name);
    else if (e.kind === "sender") sender = true;
    else if (e.kind === "call" && !e.target) calls = true;
  });
  if (calls) {
    for (const { node } of rebec.symbol.methods.values()) {
      visitExpressions(node.body ?? [], (e) => {
        if (e.kind === "sender") sender = true;
      });
    }
  }
  return { names, sender };
}

function withoutLastReturn(body: readonly StatementNode[]): readonly StatementNode[] {
  const last = body.at(-1);
  return last?.kind === "return" && !last.value ? body.slice(0, -1) : body;
}

/**
 * Parameters for choices and for the rebecs to create. The latter are any that do not exist yet, all different, and
 * none only if there are too few.
 */
function parametersOf(b: Body): { readonly parameters: Parameter[]; readonly conditions: Expression[] } {
  const parameters = b.choices.map(({ name, size }): Parameter => ({
    name,
    type: { kind: "range", low: 0, high: size - 1 },
  }));
  const conditions: Expression[] = [];
  for (const [symbol, names] of b.created) {
    const { created } = b.system.layouts.get(symbol)!;
    const pool = b.system.instances.get(symbol)!.filter(({ isPooled }) => isPooled);
    names.forEach((name, j) => {
      parameters.push({ name, type: { kind: "range", low: 0, high: pool.length } });
      const is = (parameter: string, k: number): Expression =>
        binary("==", { kind: "local", name: parameter }, integer(k));
      const options = pool.map((rebec, k) => {
        const there = field({ kind: "variable", name: rebec.name }, created!);
        const taken = names.slice(0, j).map((other) => is(other, k + 1));
        return { free: all([is(name, k + 1), not(there), ...taken.map(not)]), gone: any([there, ...taken]) };
      });
      const none = all([is(name, 0), ...options.map(({ gone }) => gone)]);
      conditions.push(any([...options.map(({ free }) => free), none]));
    });
  }
  return { parameters, conditions };
}
