/**
 * Confirms a run that a search by events found: by the definitions, on the run itself, with the reference interpreter.
 *
 * The specification is followed along the run by a plain subset construction: all of its states that are possible after
 * the events so far. Nothing of the search is used: no antichain, no symmetry, no normal form that was kept.
 */

import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { State, Step } from "../model/interpret.ts";
import { invisible } from "../model/model.ts";
import type { Events, Model, Semantics } from "../model/model.ts";
import type { EventQuestion } from "../model/question.ts";
import { lastState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { look } from "../util/limits.ts";

/** What a run shows against the property, in a clause; `undefined` if it shows nothing. */
export function eventViolation(model: Model, question: EventQuestion, trace: Trace): string | undefined {
  const { events, wanted } = question;
  const side = new Side(model, events);
  if (trace.steps.some(({ target }) => target === undefined)) return undefined;
  if (wanted.kind === "nondeterminism") return nondeterminism(side, events, trace);
  return excess(side, new Side(wanted.specification, events), wanted.semantics, events, trace);
}

/** The last step, and another one with its event that leads elsewhere. */
function nondeterminism(side: Side, { names }: Events, { initial, steps }: Trace): string | undefined {
  const last = steps.at(-1)?.target;
  if (!last) return undefined;
  const event = side.eventOf(last);
  const before = steps.at(-2)?.target ?? initial;
  const isOther = side
    .steps(before)
    .some(({ target }) => side.eventOf(target!) === event && side.differ(target!, last));
  return isOther ? `${quoted(names, [event])} leads to another state too` : undefined;
}

function excess(
  side: Side,
  specification: Side,
  semantics: Semantics,
  { names }: Events,
  trace: Trace,
): string | undefined {
  const seesDivergence = semantics === "failures-divergences";
  let states = specification.initial();
  for (const { target } of trace.steps) {
    look();
    if (seesDivergence && states.some((state) => specification.diverges(state))) return undefined;
    const event = side.eventOf(target!);
    if (event === invisible) continue;
    const after = specification.after(states, event);
    if (after.length === 0) return `the specification cannot do ${quoted(names, [event])} then`;
    states = after;
  }
  if (seesDivergence && states.some((state) => specification.diverges(state))) return undefined;
  if (seesDivergence && isDivergence(side, trace)) {
    return "invisible steps go on forever, and not in the specification";
  }
  if (semantics === "traces") return undefined;
  const offered = side.offered(lastState(trace));
  const offers = states.flatMap((state) => {
    const each = specification.offered(state);
    return each ? [each] : [];
  });
  if (!offered || offers.some((each) => each.every((event) => offered.includes(event)))) return undefined;
  const found = offered.length === 0 ? "nothing" : `only ${quoted(names, offered)}`;
  return `the last state offers ${found}, and the specification ${leastOffers(names, offers)}`;
}

/** The least that must be offered, in a clause: one of some sets of events. */
function leastOffers(names: readonly string[], offers: readonly (readonly number[])[]): string {
  if (offers.length === 0) return "never comes to rest";
  const least = offers.filter((a) => !offers.some((b) => b.length < a.length && b.every((event) => a.includes(event))));
  const texts = [...new Set(least.map((events) => quoted(names, events)))];
  const more = texts.length > mostOffers ? "; or else" : "";
  return `must offer ${texts.slice(0, mostOffers).join("; or ")}${more}`;
}

/** The most sets of events in a reason. */
const mostOffers = 3;

/** Whether the run has a loop, of invisible steps only. */
function isDivergence(side: Side, { steps, loop }: Trace): boolean {
  if (loop === undefined || loop >= steps.length) return false;
  return steps.slice(loop).every(({ target }) => side.eventOf(target!) === invisible);
}

function quoted(names: readonly string[], events: readonly number[]): string {
  return events.map((event) => `\`${names[event]}\``).join(", ");
}

/** The states of a model and their events, by the reference interpreter. */
class Side {
  readonly #model: Model;
  readonly #slot: number;

  constructor(model: Model, { variable }: Events) {
    this.#model = model;
    this.#slot = facts(model).offsets.get(variable)!;
  }

  eventOf(state: State): number {
    return state[this.#slot]!;
  }

  /** Whether two states differ, apart from the events that led to them. */
  differ(a: State, b: State): boolean {
    return this.#keyOf(a) !== this.#keyOf(b);
  }

  steps(state: State): Step[] {
    return [...facts(this.#model).interpreter.steps(state)].filter(({ target }) => target !== undefined);
  }

  initial(): State[] {
    const states = [...facts(this.#model).interpreter.initialStates()];
    return this.#closure(states.filter((state) => !isRuntimeError(state)) as State[]);
  }

  after(states: readonly State[], event: number): State[] {
    return this.#closure(states.flatMap((state) => this.#targets(state, event)));
  }

  /** The events of a state without invisible steps; `undefined` for other states. */
  offered(state: State): readonly number[] | undefined {
    const events = new Set(this.steps(state).map(({ target }) => this.eventOf(target!)));
    return events.has(invisible) ? undefined : [...events].sort((a, b) => a - b);
  }

  diverges(state: State): boolean {
    const reached = this.#closure(this.#targets(state, invisible));
    // Remove states without an invisible step to the others until nothing changes: what stays goes on forever.
    let left = [...reached];
    for (let size = -1; size !== left.length;) {
      size = left.length;
      const keys = new Set(left.map((each) => this.#keyOf(each)));
      left = left.filter((each) => this.#targets(each, invisible).some((target) => keys.has(this.#keyOf(target))));
    }
    return left.length > 0;
  }

  #targets(state: State, event: number): State[] {
    return this.steps(state).flatMap(({ target }) => (this.eventOf(target!) === event ? [target!] : []));
  }

  #closure(states: readonly State[]): State[] {
    const found = new Map(states.map((state) => [this.#keyOf(state), state]));
    for (const state of found.values()) {
      look();
      for (const target of this.#targets(state, invisible)) {
        const key = this.#keyOf(target);
        if (!found.has(key)) found.set(key, target);
      }
    }
    return [...found.values()];
  }

  #keyOf(state: State): string {
    return state.with(this.#slot, 0).join();
  }
}
