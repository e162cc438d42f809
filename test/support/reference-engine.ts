/** Breadth-first search by the reference interpreter, as an engine: slow, obviously correct, and without symmetries. */

import type { Engine, Findings, Found, StateSearch } from "../../src/engine/engine.ts";
import { facts } from "../../src/model/facts.ts";
import { replay, sameState } from "../../src/model/replay.ts";
import { referenceSearch } from "./reference-search.ts";

export const referenceEngine: Engine = {
  name: "reference",
  description: "states one by one, slowly",
  storesStates: false,
  answers: ({ kind }) => kind === "state",
  explore: async (search) => {
    if (search.kind !== "states") throw new Error("it was asked what it does not answer");
    return Promise.resolve(explore(search));
  },
};

function explore({ model, questions }: StateSearch): Findings {
  const { states, parents, transitions, decided, error, assertion } = referenceSearch(model, questions);
  const reference = facts(model).interpreter;
  const pathTo = (id: number): number[] => (id < 0 ? [] : [...pathTo(parents[id]!), id]);
  const found = (id: number, transition = -1): Found => ({
    trace: () =>
      replay(
        reference,
        pathTo(id).map((k) => (state) => sameState(state, states[k]!)),
      ),
    transition: model.transitions[transition],
  });
  const isCounted = (state: (typeof states)[number]): boolean =>
    !model.transient || reference.holds(model.transient, state) !== true;
  const during =
    error && (error.transition === -1 ? "initial condition" : (questions[-2 - error.transition] ?? "step"));
  return {
    answers: questions.map((question, k) => ({
      found: decided[k]! < 0 ? undefined : found(decided[k]!),
      open: during === question ? "its condition cannot be evaluated" : undefined,
    })),
    assertion: assertion && found(assertion.state, assertion.transition),
    error: error && { ...found(error.state, error.transition), during: during! },
    complete: during !== "initial condition",
    reason: during === "initial condition" ? "there is no beginning" : undefined,
    hasNoInitialState: states.length === 0 && during === undefined,
    statistics: {
      states: states.filter(isCounted).length,
      transitions,
      representatives: "unique",
      memoryBytes: 0,
      storedBytes: 0,
    },
  };
}
