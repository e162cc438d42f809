/**
 * Shows that a net is unbounded, by a run that can be pumped: a later marking is at least an earlier one, and more in
 * some places. Then the steps between the two can be repeated forever, and these places can hold any number of tokens.
 *
 * Whoever proposes the run is not trusted. Its steps are taken by the reference interpreter, and the steps between the
 * two markings are monotone by their texts: guards only require at least some tokens, bodies only add or subtract
 * constants. A place whose range belongs to the model cannot grow forever: that would be a run-time error.
 */

import { netStructure } from "../hints/net-structure.ts";
import { pumping } from "../hints/pumping.ts";
import { facts } from "../model/facts.ts";
import type { State, Step } from "../model/interpret.ts";
import type { Expression, Model, Statement, Transition } from "../model/model.ts";
import type { Trace } from "../model/replay.ts";
import { look } from "../util/limits.ts";

export interface Unbounded {
  readonly trace: Trace;
  readonly reason: string;
}

/** The most states of a trace that are compared with each other. */
const mostStates = 1000;

/** Confirms the run that the language of the model proposes. */
export function proposedUnboundedness(model: Model): Unbounded | undefined {
  const proposed = pumping.of(model);
  if (!proposed) return undefined;
  const { interpreter } = facts(model);
  const [initial] = interpreter.initialStates();
  if (!Array.isArray(initial)) return undefined;
  const steps: Step[] = [];
  let state: State = initial as State;
  for (const t of proposed.steps) {
    const step = interpreter.take(model.transitions[t]!, [], [...state]);
    if (!step?.target) return undefined;
    steps.push(step);
    state = step.target;
  }
  return shownBy(model, { initial: initial as State, steps }, proposed.start, steps.length);
}

/** Looks for a run that can be pumped within a trace. */
export function unboundednessIn(model: Model, trace: Trace): Unbounded | undefined {
  if (!netStructure.of(model)) return undefined;
  const states = statesOf(trace).slice(0, mostStates);
  for (let end = 1; end < states.length; end++) {
    for (let start = end - 1; start >= 0; start--) {
      const found = shownBy(model, trace, start, end);
      if (found) return found;
    }
  }
  return undefined;
}

/** The proof from the states after `start` and `end` steps, if it is one. */
function shownBy(model: Model, trace: Trace, start: number, end: number): Unbounded | undefined {
  const { slots } = facts(model);
  const [before, after] = [start, end].map((count) => stateAfter(trace, count)!);
  let grown: number | undefined;
  for (let slot = 0; slot < slots.length; slot++) {
    look();
    if (after![slot]! < before![slot]!) return undefined;
    if (after![slot] === before![slot]) continue;
    if (slots[slot]!.variable.limit === undefined) return undefined;
    grown ??= slot;
  }
  const steps = trace.steps.slice(0, end);
  if (grown === undefined || !steps.slice(start).every(({ transition }) => isMonotone(transition))) return undefined;
  const place = slots[grown]!.name;
  const repeated = end === start + 1 ? `step ${end}` : `steps ${start + 1} to ${end}`;
  return {
    trace: { initial: trace.initial, steps },
    reason: `the net is unbounded: place \`${place}\` can hold any number of tokens, since ${repeated} can be repeated forever`,
  };
}

function statesOf({ initial, steps }: Trace): State[] {
  return [initial, ...steps.flatMap(({ target }) => (target ? [target] : []))];
}

function stateAfter({ initial, steps }: Trace, count: number): State | undefined {
  return count === 0 ? initial : steps[count - 1]!.target;
}

/** Whether a step that is possible in a state is possible, with the same effect, in every larger state. */
function isMonotone({ parameters, guard, body }: Transition): boolean {
  const written = new Set<string>();
  const isNew = (name: string): boolean => !written.has(name) && Boolean(written.add(name));
  return parameters.length === 0 && requiresOnlyTokens(guard) && body.every((s) => isAddition(s, isNew));
}

function requiresOnlyTokens(e: Expression): boolean {
  if (e.kind === "boolean") return e.value;
  if (e.kind !== "binary") return false;
  if (e.op === "&&") return requiresOnlyTokens(e.left) && requiresOnlyTokens(e.right);
  return e.op === ">=" && e.left.kind === "variable" && e.right.kind === "integer";
}

/** Whether a statement adds a constant to a variable that no other statement has written. */
function isAddition(s: Statement, isNew: (name: string) => boolean): boolean {
  if (s.kind !== "assign" || s.target.kind !== "variable" || s.value.kind !== "binary") return false;
  const { op, left, right } = s.value;
  if ((op !== "+" && op !== "-") || left.kind !== "variable" || right.kind !== "integer") return false;
  return left.name === s.target.name && isNew(left.name);
}
