/**
 * Synchronization of the steps of the parts of a parallel composition.
 *
 * An event of `||` needs all parts with the event in their alphabet. As in PAT, one with a data operation needs no other
 * part, whatever the alphabets are, so that no two parts change a variable at once. Termination needs all parts. The two
 * halves of a rendezvous come from two different parts, and a half may also wait for a partner further out.
 */

import { all, boolean, equals, integer, literalOf, not } from "../../../model/build.ts";
import { mayFail } from "../../../model/may-fail.ts";
import type { Expression } from "../../../model/model.ts";
import { look } from "../../../util/limits.ts";
import { showExpression } from "../names/show.ts";
import { message } from "./label.ts";
import type { Label } from "./label.ts";

export interface Joint<S> {
  readonly label: Label;
  readonly members: readonly { readonly child: number; readonly step: S }[];
  /** Conditions under which the members fit together. */
  readonly guards: readonly Expression[];
  /** The sent values, for a rendezvous. The second member is the receiver. */
  readonly sent?: readonly Expression[] | undefined;
}

export interface Side<S> {
  readonly steps: readonly S[];
  readonly alphabet?: ReadonlySet<string> | undefined;
}

interface Labeled {
  readonly label: Label;
  /** Whether it has a data operation. */
  readonly hasBlock: boolean;
}

export function synchronize<S extends Labeled>(children: readonly Side<S>[]): Joint<S>[] {
  const sharers = new Map<string, number[]>();
  children.forEach(({ alphabet }, child) => {
    for (const key of alphabet ?? []) sharers.set(key, [...(sharers.get(key) ?? []), child]);
  });
  for (const [key, who] of sharers) if (who.length < 2) sharers.delete(key);
  return [...alone(children, sharers), ...shared(children, sharers), ...ends(children), ...rendezvous(children)];
}

/**
 * Steps that need no partner. For an event that depends on the state, under the condition that it is not a shared one.
 */
function alone<S extends Labeled>(children: readonly Side<S>[], sharers: ReadonlyMap<string, unknown>): Joint<S>[] {
  return children.flatMap(({ steps, alphabet }, child) =>
    steps.flatMap((step): Joint<S>[] => {
      const { label, hasBlock } = step;
      if (label.kind === "event" && hasBlock) return [{ label, members: [{ child, step }], guards: [] }];
      const isShared = (key: string): boolean => sharers.has(key) && alphabet?.has(key) === true;
      if (label.kind === "tick" || (label.kind === "event" && !label.open && isShared(label.key))) return [];
      const guards =
        label.kind === "event" && label.open
          ? [...sharers.keys()].filter(isShared).flatMap((key) => matchKey(label, key) ?? [])
          : [];
      return [{ label, members: [{ child, step }], guards: guards.map(not) }];
    }),
  );
}

/** Events that several parts share, with every combination of their steps. */
function shared<S extends Labeled>(
  children: readonly Side<S>[],
  sharers: ReadonlyMap<string, readonly number[]>,
): Joint<S>[] {
  const byEvent = children.map(({ steps }) => eventSteps(steps, sharers));
  return Array.from(sharers, ([key, who]) =>
    product(who.map((child) => byEvent[child]!.get(key) ?? [])).map((members): Joint<S> => {
      const label = members.find(({ step }) => step.label.kind === "event" && !step.label.open)?.step.label;
      return {
        label: label ?? members[0]!.step.label,
        members: members.map(({ step }, i) => ({ child: who[i]!, step })),
        guards: members.flatMap(({ guard }) => (guard ? [guard] : [])),
      };
    }),
  ).flat();
}

/** All parts terminate together. */
function ends<S extends Labeled>(children: readonly Side<S>[]): Joint<S>[] {
  const ticks = children.map(({ steps }) => steps.filter(({ label }) => label.kind === "tick"));
  return product(ticks).map((steps) => ({
    label: { kind: "tick" },
    members: steps.map((step, child) => ({ child, step })),
    guards: [],
  }));
}

function rendezvous<S extends Labeled>(children: readonly Side<S>[]): Joint<S>[] {
  const halves = children.flatMap(({ steps }, child) => steps.map((step) => ({ child, step })));
  return halves.flatMap((sender): Joint<S>[] => {
    const { label } = sender.step;
    if (label.kind !== "send") return [];
    return halves.flatMap((receiver): Joint<S>[] => {
      look();
      const guards = receiver.child === sender.child ? undefined : meet(label, receiver.step.label);
      if (!guards) return [];
      const { channel, index, values: sent } = label;
      const occurrence = message(channel, "", index, sent);
      return [{ label: { kind: "own", occurrence }, members: [sender, receiver], guards, sent }];
    });
  });
}

interface Instance<S> {
  readonly step: S;
  readonly guard?: Expression | undefined;
}

/** The steps for each shared event. A step with an event that depends on the state occurs for every event it may be. */
function eventSteps<S extends Labeled>(
  steps: readonly S[],
  sharers: ReadonlyMap<string, unknown>,
): Map<string, Instance<S>[]> {
  const result = new Map<string, Instance<S>[]>();
  const add = (key: string, instance: Instance<S>): void => {
    result.set(key, [...(result.get(key) ?? []), instance]);
  };
  for (const step of steps) {
    const { label } = step;
    if (label.kind !== "event" || step.hasBlock) continue;
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

/** The condition that an event has this key; `undefined` if it never has. */
function matchKey(label: Label & { kind: "event" }, key: string): Expression | undefined {
  const [name, ...values] = key.split(".");
  if (name !== label.name || values.length !== label.parts.length) return undefined;
  const tests: Expression[] = [];
  for (const [i, { e }] of label.parts.entries()) {
    const text = values[i]!;
    if (literalOf(e) === undefined) {
      const isBool = text === "true" || text === "false";
      tests.push(equals(e, isBool ? boolean(text === "true") : integer(Number(text))));
    } else if (showExpression(e) !== text) return undefined;
  }
  return all(tests);
}

/** The conditions under which a message goes from one to the other; `undefined` if it never does. */
function meet(sender: Label, receiver: Label): Expression[] | undefined {
  if (sender.kind !== "send" || receiver.kind !== "receive" || sender.channel !== receiver.channel) return undefined;
  if (sender.values.length !== receiver.matches.length) return undefined;
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
      guards.push(equals(left, right));
    }
  }
  return guards;
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (rows, list) =>
      rows.flatMap((row) => {
        look();
        return list.map((item) => [...row, item]);
      }),
    [[]],
  );
}
