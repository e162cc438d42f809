/** Turns what a search found, numbers of states, into traces of the model: each replayed, and its claim checked again. */

import { facts } from "../model/facts.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, RuntimeError, State, Step } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { isWanted } from "../model/question.ts";
import type { RunQuestion, StateQuestion } from "../model/question.ts";
import { find, lastState, replay, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { participantsOf } from "../model/traverse.ts";
import { accepts, satisfies } from "../property/semantics.ts";
import type { Lasso } from "../property/semantics.ts";
import { orbitTest } from "../symmetry/orbit-test.ts";
import { InternalError } from "../util/internal-error.ts";
import { initialCondition } from "./compile.ts";
import { pack } from "./layout.ts";
import type { Exploration, Incident } from "./search.ts";

/** Evidence that a run-time error occurs: none but the error itself in the initial condition. */
export interface ErrorEvidence {
  readonly trace?: Trace | undefined;
  readonly error: RuntimeError;
  /** What was evaluated, where it was no transition. */
  readonly during?: string | undefined;
}

/** Replays what explorations of one model find. */
export class Evidence {
  private readonly model: Model;
  private readonly interpreter: Interpreter;

  constructor(model: Model) {
    this.model = model;
    this.interpreter = facts(model).interpreter;
  }

  /** The trace to the state that the question looks for. */
  forProperty(exploration: Exploration, question: StateQuestion, state: number): Trace {
    const trace = this.traceTo(exploration, state);
    if (!isWanted(this.interpreter, question, lastState(trace))) {
      throw new InternalError(`the trace for property ${question.name} does not decide it`);
    }
    return trace;
  }

  /**
   * The trace after which the property cannot hold any more: up to the state that the automaton read last. The property is
   * violated however the run goes on, so in particular if it stays where it is.
   */
  forPrefix(exploration: Exploration, question: RunQuestion, state: number): Trace {
    const { initial, steps } = this.traceTo(exploration, state, (path) => {
      const read = path.slice(0, Math.max(1, path.length - 1));
      // Where the model cannot go on, the rest of the path is the same state again and again.
      const stays = read.findIndex((_, i) => i > 0 && this.isStuck(exploration.stateAt(read[i - 1]!)));
      return stays < 0 ? read : read.slice(0, stays);
    });
    this.requireViolation(question, { initial, steps, loop: steps.length });
    return { initial, steps };
  }

  /** Makes sure that a run violates a property, by the definition of what that means. */
  requireViolation({ name, wanted }: RunQuestion, { initial, steps, loop = steps.length }: Trace): void {
    const { transient } = this.model;
    const states = [initial, ...steps.map(({ target }) => target!)];
    // The last state is that at `loop` again, unless the run stays there.
    const positions = [...states.keys()].filter((i) => loop === steps.length || i < steps.length);
    const seen = positions.filter((i) => !transient || this.interpreter.holds(transient, states[i]!) !== true);
    const start = seen.findIndex((i) => i >= loop);
    const lasso: Lasso = {
      length: seen.length,
      loop: start < 0 ? seen.length - 1 : start,
      holds: (condition, i) => this.interpreter.holds(condition, states[seen[i]!]!) === true,
    };
    const isViolated = wanted.kind === "violates" ? !satisfies(lasso, wanted.formula) : accepts(lasso, wanted.claim);
    if (!isViolated) throw new InternalError(`the run shown for property ${name} does not violate it`);
  }

  /**
   * Makes sure that a run is fair to processes: to those that can always move on the loop, or, if strongly, to those that can somewhere.
   * Of several processes that can make the same step, each may make it in turn.
   */
  requireFairness({ initial, steps, loop = steps.length }: Trace, fairness: "weak" | "strong"): void {
    const { transient } = this.model;
    const states = [initial, ...steps.map(({ target }) => target!)];
    const moved = new Set<string>();
    let able: Set<string> | undefined;
    for (let i = loop; i < Math.max(steps.length, loop + 1); i++) {
      const enabled = new Set<string>();
      for (const step of this.interpreter.steps(states[i]!)) {
        const isTaken = states[i + 1] && step.target && sameState(step.target, states[i + 1]!);
        for (const owner of participantsOf(step.transition)) {
          const process = `${owner.process} ${this.interpreter.ownerIndices(step, owner).join()}`;
          enabled.add(process);
          if (isTaken) moved.add(process);
        }
      }
      // Inside an atomic sequence nobody else can move, which says nothing about them.
      const isTransient = transient !== undefined && this.interpreter.holds(transient, states[i]!) === true;
      if (fairness === "strong") able = new Set([...(able ?? []), ...enabled]);
      else if (!isTransient) able = able ? new Set([...able].filter((process) => enabled.has(process))) : enabled;
    }
    if ([...(able ?? [])].some((process) => !moved.has(process))) {
      throw new InternalError(`a run that was to be ${fairness}ly fair is not`);
    }
  }

  private isStuck(state: State): boolean {
    return find(this.interpreter.steps(state), () => true) === undefined;
  }

  forAssertion(exploration: Exploration, { state, transition }: Incident): Trace {
    const trace = this.traceTo(exploration, state);
    const step = this.failingStep(trace, transition, (candidate) => candidate.failed !== undefined);
    if (!step) throw new InternalError("an assertion that failed holds when replayed");
    return { initial: trace.initial, steps: [...trace.steps, step] };
  }

  forError(exploration: Exploration, { state, transition }: Incident): ErrorEvidence {
    if (transition === initialCondition) {
      const error = find(this.interpreter.initialStates(), isRuntimeError);
      if (!isRuntimeError(error)) throw new InternalError("an error in the initial condition is gone when replayed");
      return { error, during: "the initial condition" };
    }
    const trace = this.traceTo(exploration, state);
    if (transition < 0) {
      const { name, condition } = exploration.compiled.questions[-2 - transition]!;
      const error = condition && this.interpreter.holds(condition, lastState(trace));
      if (!isRuntimeError(error)) throw new InternalError(`an error in ${name} is gone when replayed`);
      return { trace, error, during: `property ${name}` };
    }
    const step = this.failingStep(trace, transition, (candidate) => candidate.error !== undefined);
    if (!step?.error) throw new InternalError("a run-time error is gone when replayed");
    return { trace: { initial: trace.initial, steps: [...trace.steps, step] }, error: step.error };
  }

  /** A step from the end of the trace, with the transition that was recorded or, for a symmetry of it, with another. */
  private failingStep(trace: Trace, transition: number, fails: (step: Step) => boolean): Step | undefined {
    const recorded = this.model.transitions[transition];
    const steps = [...this.interpreter.steps(lastState(trace))].filter(fails);
    return steps.find((step) => step.transition === recorded) ?? steps[0];
  }

  /**
   * The stored states are representatives: the trace of the model visits states of their orbits. Symmetries take steps to
   * steps, so from any state of an orbit there is a step into the next one.
   */
  private traceTo(exploration: Exploration, state: number, shorten = (path: number[]): number[] => path): Trace {
    const path = shorten(exploration.pathTo(state));
    const { symmetry, program } = exploration.compiled;
    const { fingerprints } = program;
    if (!symmetry) {
      if (fingerprints) return replay(this.interpreter, this.byFingerprint(exploration, path));
      const states = path.map((id) => exploration.stateAt(id));
      return replay(
        this.interpreter,
        states.map((expected) => (found: State) => sameState(found, expected)),
        states[0],
      );
    }
    const states = fingerprints ? this.representativesOn(exploration, path) : path.map((id) => exploration.stateAt(id));
    return replay(
      this.interpreter,
      states.map((expected) => orbitTest(exploration, symmetry, expected)),
      this.interpreter.isInitial(states[0]!) ? states[0] : undefined,
    );
  }

  private byFingerprint(exploration: Exploration, path: readonly number[]): ((found: State) => boolean)[] {
    const { layout } = exploration.compiled.program;
    return path.map((id) => {
      const expected = exploration.fingerprintAt(id);
      return (found) => exploration.fingerprintOf(pack(layout, exploration.representativeOf(found))) === expected;
    });
  }

  /** The representatives whose fingerprints were stored: each is that of a successor of the one before. */
  private representativesOn(exploration: Exploration, path: readonly number[]): State[] {
    const [first, ...later] = this.byFingerprint(exploration, path);
    const isFound = (found: State | RuntimeError): found is State => !isRuntimeError(found) && first!(found);
    const initial = find(this.interpreter.initialStates(), isFound);
    if (!initial || isRuntimeError(initial)) {
      throw new InternalError("a trace starts in a state that is not initial");
    }
    const states = [exploration.representativeOf(initial)];
    for (const accepts of later) {
      const step = find(
        this.interpreter.steps(states.at(-1)!),
        ({ target }) => target !== undefined && accepts(target),
      );
      if (!step?.target) throw new InternalError("a representative on a trace is not to be found again");
      states.push(exploration.representativeOf(step.target));
    }
    return states;
  }
}
