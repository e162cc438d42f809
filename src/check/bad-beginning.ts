/**
 * Whether a beginning of a run violates a property, however the run goes on: after reading it, the automaton of the
 * violation accepts everything.
 */

import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import type { RunQuestion } from "../model/question.ts";
import type { Trace } from "../model/replay.ts";
import { automatonOfQuestion } from "../property/automaton-of-question.ts";
import { automatonFacts } from "../property/automaton-operations.ts";
import { AutomatonTooLarge } from "../property/automaton.ts";
import type { Automaton } from "../property/automaton.ts";

/** False if it is not known. */
export function isBadBeginning(model: Model, question: RunQuestion, { initial, steps }: Trace): boolean {
  let automaton: Automaton;
  try {
    automaton = automatonOfQuestion(question);
  } catch (error) {
    if (error instanceof AutomatonTooLarge) return false;
    throw error;
  }
  const { interpreter } = facts(model);
  const { transient } = model;
  const { universal } = automatonFacts(automaton);
  let present = new Set([automaton.initial]);
  for (const state of [initial, ...steps.flatMap(({ target }) => (target ? [target] : []))]) {
    if (transient && interpreter.holds(transient, state) === true) continue;
    const truths = automaton.propositions.map((condition) => interpreter.holds(condition, state) === true);
    const next = new Set<number>();
    for (const at of present) {
      for (const { guard, target } of automaton.states[at]!.edges) {
        const isEnabled = guard.some(
          ({ positive, negative }) => positive.every((k) => truths[k]) && !negative.some((k) => truths[k]),
        );
        if (isEnabled) next.add(target);
      }
    }
    present = next;
  }
  return [...present].some((state) => universal[state]);
}
