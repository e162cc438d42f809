/** Searches for a run by its events: one that a specification does not allow, or that shows nondeterminism. */

import type { EventSearch, Findings, Found } from "../engine/engine.ts";
import { facts } from "../model/facts.ts";
import type { Step } from "../model/interpret.ts";
import { invisible } from "../model/model.ts";
import type { Model } from "../model/model.ts";
import { lastState, replay, sameState, wayTo } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { InternalError } from "../util/internal-error.ts";
import { look, pause, Stopped, watched } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { LabeledSpace, StepFailed } from "./labeled-space.ts";
import { Nondeterminism } from "./nondeterminism.ts";
import { Refinement } from "./refinement.ts";
import type { Excess } from "./refinement.ts";
import { endedAtError, statisticsOf } from "./statistics.ts";

/** The number of pairs after which limits and progress are looked at. */
const slice = 64;

interface Running {
  readonly space: LabeledSpace;
  readonly specified?: LabeledSpace | undefined;
  readonly work: Refinement | Nondeterminism;
}

export async function exploreEvents(given: EventSearch): Promise<Findings> {
  const { watch, onProgress } = given;
  let running: Running | undefined;
  try {
    running = begin(given);
    const { space, work } = running;
    let lastTurn = performance.now();
    while (watched(watch, () => work.step(slice))) {
      if (work.pairs > (watch.maxStates ?? Infinity)) throw new Stopped("states");
      const now = performance.now();
      if (now - lastTurn < 100) continue;
      lastTurn = now;
      onProgress?.({ ...space.progress, states: work.pairs, queued: work.queued });
      await pause();
    }
    const { excess } = work;
    return findings(running, { complete: true }, excess && { trace: () => traceOf(given.model, excess, given) });
  } catch (error) {
    if (error instanceof Stopped) return findings(running, { complete: false, limit: error.limit });
    if (!(error instanceof StepFailed)) throw error;
    return findings(running, { complete: false, ...failed(given, running) });
  }
}

function begin({ model, question, symmetries, watch }: EventSearch): Running {
  const space = new LabeledSpace(model, question.events, watch);
  if (question.wanted.kind === "nondeterminism") return { space, work: new Nondeterminism(space) };
  const { semantics, specification } = question.wanted;
  return watched(watch, () => {
    const specified = new LabeledSpace(specification, question.events, watch);
    return { space, specified, work: new Refinement(space, specified, { semantics, symmetries }) };
  });
}

type Ending = Pick<Findings, "complete" | "reason" | "error"> & { readonly limit?: Limit };

function findings(running: Running | undefined, ending: Ending, found?: Found): Findings {
  const space = running?.space;
  const base = space && statisticsOf(space.exploration);
  return {
    ...ending,
    answers: [{ found }],
    statistics: {
      representatives: "unique",
      memoryBytes: base?.memoryBytes ?? 0,
      storedBytes: base?.storedBytes ?? 0,
      states: running?.work.pairs ?? 0,
      transitions: space?.transitions ?? 0,
      specificationSets: running?.work.sets ?? 0,
    },
  };
}

/** The step of the implementation that failed, or the reason if it was the specification. */
function failed({ model, question }: EventSearch, running: Running | undefined): Pick<Findings, "reason" | "error"> {
  const space = running?.space;
  const error = space?.exploration.error;
  if (!space || !error || error.transition < 0) return { reason: failureIn(question, running?.specified) };
  return {
    reason: endedAtError,
    error: {
      during: "step",
      trace: () => undefined,
      state: space.stateAt(error.state),
      transition: model.transitions[error.transition],
    },
  };
}

/** What is wrong with the specification: if a bound of its translation ended the search, which one. */
function failureIn({ wanted }: EventSearch["question"], space: LabeledSpace | undefined): string {
  const error = space?.exploration.error;
  if (space && error && error.transition >= 0 && wanted.kind === "excess") {
    const steps = facts(wanted.specification).interpreter.steps(space.stateAt(error.state));
    for (const { error: found } of steps) if (found?.limit !== undefined) return `in the specification, ${found.limit}`;
  }
  return "the specification has a run-time error";
}

/** The run in the reference interpreter. If it diverges, with invisible steps that come back. */
function traceOf(model: Model, { states, diverges }: Excess, { question, watch }: EventSearch): Trace {
  const { interpreter } = facts(model);
  return watched(watch.extended(), () => {
    const accepts = states.map((wanted) => (state: readonly number[]) => sameState(state, wanted));
    const trace = replay(interpreter, accepts);
    return diverges ? withLoop(model, trace, facts(model).offsets.get(question.events.variable)!) : trace;
  });
}

/** The trace with a loop of invisible steps at its end. */
function withLoop(model: Model, trace: Trace, slot: number): Trace {
  const { interpreter } = facts(model);
  const start = lastState(trace);
  const plain = (state: readonly number[]): string => state.with(slot, 0).join();
  const isInvisible = (step: Step): boolean => step.target?.[slot] === invisible;
  // Depth first: the steps on the way to the current state, and for each state what is left to try.
  const steps: Step[] = [];
  const onWay = new Map([[plain(start), 0]]);
  const done = new Set<string>();
  const left = [[...interpreter.steps(start)].filter(isInvisible)];
  while (left.length > 0) {
    look();
    const step = left.at(-1)!.shift();
    if (!step) {
      left.pop();
      const state = steps.pop()?.target;
      if (state) {
        onWay.delete(plain(state));
        done.add(plain(state));
      }
      continue;
    }
    const key = plain(step.target!);
    const at = onWay.get(key);
    if (at !== undefined) return loopAt(model, trace, [...steps, step], at);
    if (done.has(key)) continue;
    steps.push(step);
    onWay.set(key, steps.length);
    left.push([...interpreter.steps(step.target!)].filter(isInvisible));
  }
  throw new InternalError("a divergence is gone when replayed");
}

/** The loop must come back to the very same state, so it begins where its event was invisible before. */
function loopAt(model: Model, trace: Trace, steps: readonly Step[], at: number): Trace {
  const { interpreter } = facts(model);
  const all = [...trace.steps, ...steps];
  const first = trace.steps.length + at;
  const states = [trace.initial, ...all.map(({ target }) => target!)];
  if (sameState(states[first]!, states.at(-1)!)) return { ...trace, steps: all, loop: first };
  const way = wayTo(interpreter, states.at(-1)!, (state) => sameState(state, states[first + 1]!));
  if (!way) throw new InternalError("a divergence does not come back");
  return { ...trace, steps: [...all, ...way], loop: first + 1 };
}
