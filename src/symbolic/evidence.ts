/**
 * Traces to what a symbolic search found: a way through layers, backwards from the violation or through those of the search, and the
 * replay of it in the reference interpreter. With symmetries the way is one of representatives, and the trace visits states
 * of their orbits.
 */

import { collect, DddLimitError, emptySet, statistics, vectors } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import { isRuntimeError } from "../model/interpret.ts";
import type { Interpreter, RuntimeError, State, Step } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { isWanted } from "../model/question.ts";
import type { StateQuestion } from "../model/question.ts";
import { lastState, replay, sameState } from "../model/replay.ts";
import type { Trace } from "../model/replay.ts";
import { orbitTest } from "../symmetry/orbit-test.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import { InternalError } from "../util/internal-error.ts";
import { Stopped } from "../util/limits.ts";
import type { Backward } from "./backward.ts";
import type { Canonization } from "./canonization.ts";
import type { Encoding } from "./encoding.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Layers } from "./layers.ts";

/** Reachable states that decide a property, in which its condition fails to evaluate, or from which a step fails. */
export type Violation =
  | {
      readonly kind: "property" | "condition";
      /** The number of the question. */
      readonly index: number;
      readonly question: StateQuestion;
      readonly set: Ddd;
    }
  | { readonly kind: "assertion" | "error"; readonly set: Ddd };

/** That there is such a state; the trace is missing if it would have been too much work. */
export interface Found {
  readonly trace?: Trace | undefined;
}

/** Evidence that a run-time error occurs. */
export interface ErrorEvidence extends Found {
  readonly error: RuntimeError;
  /** What was evaluated, where it was no transition. */
  readonly during?: string | undefined;
}

export interface Findings {
  /** What decides properties, by their numbers. */
  readonly properties: ReadonlyMap<number, Found>;
  /** The properties whose condition fails to evaluate in some state. */
  readonly erring: ReadonlySet<number>;
  readonly assertion?: Found | undefined;
  readonly error?: ErrorEvidence | undefined;
}

interface Searched {
  readonly encoding: Encoding;
  readonly evaluator: Evaluator;
  readonly layers: Layers;
  /** Where layers are not there anyway, and transitions can be turned round. */
  readonly backward: Backward | undefined;
  readonly canonization: Canonization | undefined;
  readonly symmetry: SymmetryGroup | undefined;
}

/** So many units of work are all layers up to a state worth, and so many the way back. */
const workForLayers = 1000;
const collectAbove = 1 << 20;

export class SymbolicEvidence {
  private readonly interpreter: Interpreter;
  private readonly searched: Searched;

  constructor(interpreter: Interpreter, searched: Searched) {
    this.interpreter = interpreter;
    this.searched = searched;
  }

  /** @param roots the sets that are in use, those of the violations among them */
  async collect(violations: readonly Violation[], roots: readonly Ddd[]): Promise<Findings> {
    const actual = violations.filter(({ set }) => set !== emptySet);
    const ways = await this.waysTo(actual, roots);
    const depthOf = (violation: Violation): number => ways.get(violation)?.steps.length ?? Infinity;
    const completed = (violation: Violation, complete: (trace: Trace) => Trace): Found => {
      const trace = ways.get(violation);
      if (trace) return { trace: complete(trace) };
      // The way there is not known; that the state is what it is said to be, is seen all the same.
      const { encoding } = this.searched;
      const [vector] = vectors(encoding.space, violation.set);
      complete({ initial: encoding.stateOf(vector!), steps: [] });
      return {};
    };
    const properties = new Map<number, Found>();
    const decidedAt = new Map<number, number>();
    let assertion: Found | undefined;
    const errors: Violation[] = [];
    for (const violation of actual) {
      if (violation.kind === "property") {
        const { question, index } = violation;
        decidedAt.set(index, depthOf(violation));
        properties.set(
          index,
          completed(violation, (trace) => this.decided(question, trace)),
        );
      } else if (violation.kind === "assertion") {
        assertion = completed(violation, (trace) => this.failing(trace));
      } else errors.push(violation);
    }
    const erring = new Set<number>();
    // A condition is not evaluated any more once the property is decided.
    const counted = errors.filter((violation) => {
      if (violation.kind !== "condition") return true;
      const { index } = violation;
      if (properties.has(index) && decidedAt.get(index)! <= depthOf(violation)) return false;
      erring.add(index);
      return true;
    });
    const [first] = counted.toSorted(
      (a, b) => depthOf(a) - depthOf(b) || Number(a.kind === "condition") - Number(b.kind === "condition"),
    );
    return { properties, erring, assertion, error: first && this.errorAt(first, completed) };
  }

  /** The error that the initial condition has in one of the states. */
  static initialError(encoding: Encoding, interpreter: Interpreter, model: Model, broken: Ddd): ErrorEvidence {
    const [vector] = vectors(encoding.space, broken);
    const error = interpreter.holds(model.initialCondition!, encoding.stateOf(vector!));
    if (!isRuntimeError(error)) throw new InternalError("an error in the initial condition is gone when replayed");
    return { error, during: "the initial condition" };
  }

  /** Adds layers until each set has a state in one of them, or it is too much work. */
  private async deepen(sets: readonly Ddd[], roots: readonly Ddd[]): Promise<void> {
    const { evaluator, layers, encoding } = this.searched;
    let missing = sets.filter((set) => layers.depthOf(set) < 0);
    let workLeft = workForLayers;
    while (missing.length > 0 && workLeft > 0) {
      const before = statistics(encoding.space).createdNodes;
      const goesOn = evaluator.within(workLeft, () => layers.advance(roots));
      if (goesOn === undefined) return;
      if (!goesOn) throw new InternalError("a reachable state is in no layer");
      // Work within short rounds counts too.
      workLeft -= 1 + (statistics(encoding.space).createdNodes - before) / 10_000;
      const last = layers.layers.length - 1;
      missing = missing.filter((set) => layers.depthOf(set) !== last);
      await evaluator.pause();
    }
  }

  /** Shortest traces to states of the sets, without those that would be too much work. What is known stays known at a limit. */
  private async waysTo(violations: readonly Violation[], roots: readonly Ddd[]): Promise<Map<Violation, Trace>> {
    const ways = new Map<Violation, Trace>();
    try {
      await this.addWays(ways, violations, roots);
    } catch (error) {
      if (!(error instanceof Stopped) && !(error instanceof DddLimitError)) throw error;
    }
    return ways;
  }

  private async addWays(
    ways: Map<Violation, Trace>,
    violations: readonly Violation[],
    roots: readonly Ddd[],
  ): Promise<void> {
    const { encoding, evaluator, layers, backward } = this.searched;
    for (const violation of backward ? violations : []) {
      const way = evaluator.within(workForLayers, () => backward!.wayTo(violation.set, roots));
      if (way) ways.set(violation, replay(this.interpreter, way.accepts, way.first));
      await evaluator.pause();
    }
    const rest = violations.filter((violation) => !ways.has(violation));
    await this.deepen(
      rest.map(({ set }) => set),
      roots,
    );
    for (const violation of rest) {
      const depth = layers.depthOf(violation.set);
      if (depth < 0) continue;
      if (statistics(encoding.space).nodes > collectAbove) {
        collect(encoding.space, [...roots, ...layers.layers, layers.reached]);
      }
      ways.set(violation, this.traceThrough(violation.set, depth));
    }
  }

  /** Through the layers, and with symmetries through orbits. */
  private traceThrough(set: Ddd, depth: number): Trace {
    const { encoding, layers, canonization, symmetry } = this.searched;
    const states = layers.pathTo(set, depth).map((vector) => encoding.stateOf(vector));
    const accepts = states.map((expected) =>
      canonization && symmetry
        ? orbitTest(canonization, symmetry, expected)
        : (found: State): boolean => sameState(found, expected),
    );
    return replay(this.interpreter, accepts, states[0]);
  }

  private decided(question: StateQuestion, trace: Trace): Trace {
    if (isWanted(this.interpreter, question, lastState(trace))) return trace;
    throw new InternalError(`the trace for property ${question.name} does not decide it`);
  }

  private failing(trace: Trace): Trace {
    return this.withStep(trace, (step) => step.failed !== undefined, "an assertion that failed holds when replayed");
  }

  private errorAt(
    violation: Violation,
    completed: (violation: Violation, complete: (trace: Trace) => Trace) => Found,
  ): ErrorEvidence {
    let error: RuntimeError | undefined;
    if (violation.kind === "condition") {
      const { name, condition } = violation.question;
      const found = completed(violation, (trace) => {
        const value = condition && this.interpreter.holds(condition, lastState(trace));
        if (!isRuntimeError(value)) throw new InternalError(`an error in ${name} is gone when replayed`);
        error = value;
        return trace;
      });
      return { ...found, error: error!, during: `property ${name}` };
    }
    const found = completed(violation, (trace) => {
      const whole = this.withStep(trace, (step) => step.error !== undefined, "a run-time error is gone when replayed");
      ({ error } = whole.steps.at(-1)!);
      return whole;
    });
    return { ...found, error: error! };
  }

  private withStep(trace: Trace, fails: (step: Step) => boolean, otherwise: string): Trace {
    for (const step of this.interpreter.steps(lastState(trace))) {
      if (fails(step)) return { initial: trace.initial, steps: [...trace.steps, step] };
    }
    throw new InternalError(otherwise);
  }
}
