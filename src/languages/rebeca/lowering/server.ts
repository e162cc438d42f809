/** The handling of one kind of message by a rebec: a transition of the model. */

import { all, any, boolean, element, equals, field, integer, local, not, variable } from "../../../model/build.ts";
import type { Expression, Parameter, Transition } from "../../../model/model.ts";
import { allNodesIn } from "../../../syntax/tree.ts";
import { messageOf, reference } from "../actors/actor-system.ts";
import type { Rebec, ActorSystem } from "../actors/actor-system.ts";
import { queueField } from "../actors/layout.ts";
import { anyRebec } from "../names/symbols.ts";
import type { RebecaType, Routine } from "../names/symbols.ts";
import type { ExpressionNode, StatementNode } from "../syntax/syntax-tree.ts";
import { Body } from "./body.ts";
import type { Binding } from "./body.ts";
import { returnFlag } from "./call.ts";
import { lowerEffect } from "./expression.ts";
import { lowerStatements } from "./statement.ts";

export function lowerServer(system: ActorSystem, rebec: Rebec, routine: Routine): Transition {
  const b = new Body(system, rebec, { effect: lowerEffect, statements: lowerStatements });
  const queue = field(b.variable(), queueField);
  const head = element(queue, 0);
  const used = mentioned(system, routine);
  if (used.sender) b.sender = b.local("sender", anyRebec, field(head, "sender"));
  const fields = system.layouts.get(rebec.symbol)!.parameters.get(routine)!;
  const scope = new Map<string, Binding>();
  routine.parameters.forEach(({ name, type }, i) => {
    const value = field(head, fields[i]!);
    scope.set(name, used.names.has(name) ? b.local(name, type, value) : { type, e: value, isLocal: false });
  });
  b.scopes = [scope];
  b.emit({ kind: "pop", queue });
  lowerBody(b, routine);
  const isEmpty: Expression = { kind: "queue", op: "empty", queue };
  const isOn = all([not(isEmpty), equals(field(head, "message"), messageOf(system, routine))]);
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

/** A constructor that runs at once, with the arguments of `main`. */
export function lowerConstructor(system: ActorSystem, rebec: Rebec, routine: Routine): Transition {
  const b = new Body(system, rebec, { effect: lowerEffect, statements: lowerStatements });
  const scope = new Map<string, Binding>();
  routine.parameters.forEach(({ name, type }, i) =>
    scope.set(name, b.local(name, type, argument(b, type, rebec.args[i]!))),
  );
  b.scopes = [scope];
  lowerBody(b, routine);
  const { parameters, conditions } = parametersOf(b);
  return {
    name: `${rebec.name}.${system.messages.get(routine)!}`,
    parameters,
    owner: { process: rebec.name, indices: [] },
    guard: all(conditions),
    body: b.out,
    span: routine.node.name.span,
  };
}

function argument(b: Body, type: RebecaType, value: number): Expression {
  if (type.kind === "rebec") return reference(b.system, value);
  return type.kind === "boolean" ? boolean(value !== 0) : integer(value);
}

function lowerBody(b: Body, routine: Routine): void {
  const body = withoutLastReturn(routine.node.body ?? []);
  b.jumps = { return: returnFlag(b, body) };
  lowerStatements(b, body);
}

/** The names in a server, and whether the server or one of its methods mentions the sender. */
function mentioned(
  system: ActorSystem,
  routine: Routine,
): { readonly names: ReadonlySet<string>; readonly sender: boolean } {
  const names = new Set<string>();
  let sender = false;
  let calls = false;
  for (const e of allNodesIn<ExpressionNode>(routine.node)) {
    if (e.kind === "name") names.add(e.name);
    else if (e.kind === "sender") sender = true;
    else if (e.kind === "call") calls = true;
  }
  const inlined = calls ? methodsOf(system).map(({ node }) => node) : [];
  for (const { kind } of allNodesIn(inlined)) sender ||= kind === "sender";
  return { names, sender };
}

function methodsOf({ classes }: ActorSystem): Routine[] {
  return [...classes.values()].flatMap(({ methods }) => [...methods.values()]);
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
      const is = (parameter: string, k: number): Expression => equals(local(parameter), k);
      const options = pool.map((rebec, k) => {
        const there = field(variable(rebec.name), created!);
        const taken = names.slice(0, j).map((other) => is(other, k + 1));
        return { free: all([is(name, k + 1), not(there), ...taken.map(not)]), gone: any([there, ...taken]) };
      });
      const none = all([is(name, 0), ...options.map(({ gone }) => gone)]);
      conditions.push(any([...options.map(({ free }) => free), none]));
    });
  }
  return { parameters, conditions };
}
