/**
 * Which steps of the parts of a parallel composition happen together.
 *
 * An event of `||` needs all parts that have it in their alphabet; termination needs all parts; the two halves of a
 * rendezvous come from two different parts, and a half may also wait for a partner further out.
 */

import { mayFail } from "../../model/may-fail.ts";
import type { Expression } from "../../model/model.ts";
import { look } from "../../util/limits.ts";
import { constantOf } from "./expression.ts";
import type { Label } from "./label.ts";
import { message } from "./occurrence.ts";
import { showExpression } from "./show.ts";

export interface Joint<S> {
  readonly label: Label;
  readonly members: readonly { readonly child: number; readonly step: S }[];
  /** Conditions under which the members fit together. */
  readonly guards: readonly Expression[];
  /** The values that were sent, where this is a rendezvous; the second member is the receiver. */
  readonly sent?: readonly Expression[] | undefined;
}

export interface Side<S> {
  readonly steps: readonly S[];
  readonly alphabet?: ReadonlySet<string> | undefined;
}

export function combine<S extends { readonly label: Label }>(children: readonly Side<S>[]): Joint<S>[] {
  const joints: Joint<S>[] = [];
  const sharers = new Map<string, number[]>();
  children.forEach(({ alphabet }, child) => {
    for (const key of alphabet ?? []) sharers.set(key, [...(sharers.get(key) ?? []), child]);
  });
  const byEvent = children.map(({ steps }) => eventSteps(steps, sharers));
  const alone = (child: number, step: S, guards: readonly Expression[] = []): void => {
    joints.push({ label: step.label, members: [{ child, step }], guards });
  };
  children.forEach(({ steps, alphabet }, child) => {
    for (const step of steps) {
      const { label } = step;
      if (label.kind === "tick") continue;
      if (label.kind !== "event") alone(child, step);
      else if (!label.open) {
        if (!alphabet?.has(label.key) || sharers.get(label.key)!.length < 2) alone(child, step);
      } else {
        const shared = [...sharers].filter(([key, who]) => who.length > 1 && alphabet?.has(key)).map(([key]) => key);
        const matches = shared.flatMap((key) => matchKey(label, key) ?? []);
        const excluded = matches.map((match): Expression => ({ kind: "unary", op: "!", operand: match }));
        alone(child, step, excluded);
      }
    }
  });
  for (const [key, who] of sharers) {
    if (who.length < 2) continue;
    for (const members of product(who.map((child) => byEvent[child]!.get(key) ?? []))) {
      look();
      const label = members.find(({ step }) => step.label.kind === "event" && !step.label.open)?.step.label;
      joints.push({
        label: label ?? members[0]!.step.label,
        members: members.map(({ step }, i) => ({ child: who[i]!, step })),
        guards: members.flatMap(({ guard }) => (guard ? [guard] : [])),
      });
    }
  }
  const ticks = children.map(({ steps }) => steps.filter(({ label }) => label.kind === "tick"));
  for (const members of product(ticks)) {
    look();
    joints.push({ label: { kind: "tick" }, members: members.map((step, child) => ({ child, step })), guards: [] });
  }
  children.forEach(({ steps }, sender) => {
    for (const step of steps) {
      const { label } = step;
      if (label.kind !== "send") continue;
      children.forEach(({ steps: others }, receiver) => {
        if (receiver === sender) return;
        for (const other of others) {
          look();
          const guards = meet(label, other.label);
          if (!guards) continue;
          const members = [
            { child: sender, step },
            { child: receiver, step: other },
          ];
          const { channel, index, values: sent } = label;
          joints.push({ label: { kind: "own", occurrence: message(channel, "", index, sent) }, members, guards, sent });
        }
      });
    }
  });
  return joints;
}

interface Instance<S> {
  readonly step: S;
  readonly guard?: Expression | undefined;
}

/** The steps for each shared event; one whose parts depend on the state is a step for every event it may turn out to be. */
function eventSteps<S extends { readonly label: Label }>(
  steps: readonly S[],
  sharers: ReadonlyMap<string, unknown>,
): Map<string, Instance<S>[]> {
  const result = new Map<string, Instance<S>[]>();
  const add = (key: string, instance: Instance<S>): void => {
    result.set(key, [...(result.get(key) ?? []), instance]);
  };
  for (const step of steps) {
    const { label } = step;
    if (label.kind !== "event") continue;
    if (!label.open) add(label.key, { step });
    else {
      for (const key of sharers.keys()) {
        const guard = matchKey(label, key);
        if (guard) add(key, { step, guard });
      }
    }
  }
  return result;
}

/** The condition under which an event is the one of this key; `undefined` if it never is. */
function matchKey(label: Label & { kind: "event" }, key: string): Expression | undefined {
  const [name, ...values] = key.split(".");
  if (name !== label.name || values.length !== label.parts.length) return undefined;
  let guard: Expression | undefined;
  for (const [i, part] of label.parts.entries()) {
    const text = values[i]!;
    const known = constantOf(part);
    if (known !== undefined) {
      if (showExpression(part.e) !== text) return undefined;
      continue;
    }
    const value: Expression =
      text === "true" || text === "false"
        ? { kind: "boolean", value: text === "true" }
        : { kind: "integer", value: Number(text) };
    const equal: Expression = { kind: "binary", op: "==", left: part.e, right: value };
    guard = guard ? { kind: "binary", op: "&&", left: guard, right: equal } : equal;
  }
  return guard;
}

/** The conditions under which a message goes from one to the other; `undefined` if it never does. */
function meet(sender: Label, receiver: Label): Expression[] | undefined {
  if (sender.kind !== "send" || receiver.kind !== "receive" || sender.channel !== receiver.channel) return undefined;
  const guards: Expression[] = [];
  const pairs: [Expression | undefined, Expression | undefined][] = [
    [sender.index, receiver.index],
    ...sender.values.map((value, k): [Expression, Expression | undefined] => [value, receiver.matches[k]]),
  ];
  for (const [left, right] of pairs) {
    if (!left || !right) continue;
    if (left.kind === "integer" && right.kind === "integer") {
      if (left.value !== right.value) return undefined;
    } else if (showExpression(left) !== showExpression(right) || mayFail(left)) {
      guards.push({ kind: "binary", op: "==", left, right });
    }
  }
  return guards;
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}
