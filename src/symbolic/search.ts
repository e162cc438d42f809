/**
 * The symbolic search: all reachable states as one set, and what is in it.
 *
 * Without symmetries the set is found by saturation. With symmetries it grows in breadth-first rounds, and after each round the new states
 * are replaced by representatives of their orbits. Then every question is one about sets: which reachable states violate a condition, have
 * no successor, lead to an error. Questions with an answer get a shortest trace (`evidence.ts`).
 */

import {
  closure,
  count,
  DddLimitError,
  difference,
  emptySet,
  negation,
  sequence,
  statistics,
  sum,
} from "../ddd/index.ts";
import type { Ddd, Hom } from "../ddd/index.ts";
import { structureOf } from "../group/structure.ts";
import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Interpreter } from "../model/interpret.ts";
import type { Expression, Model } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { look, Stopped, Watch, watched } from "../util/limits.ts";
import type { Limit, Limits } from "../util/limits.ts";
import { Backward } from "./backward.ts";
import { behaviorOf } from "./behavior.ts";
import type { Behavior } from "./behavior.ts";
import { Canonization } from "./canonization.ts";
import { ConditionCompiler } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { supportOf, outcomesOf } from "./decision-tree.ts";
import { Encoding } from "./encoding.ts";
import { Evaluator } from "./evaluator.ts";
import type { SymbolicProgress } from "./evaluator.ts";
import { SymbolicEvidence } from "./evidence.ts";
import type { ErrorEvidence, Found, Violation } from "./evidence.ts";
import { groundTransitions } from "./ground.ts";
import type { GroundTransition } from "./ground.ts";
import { initialProduct } from "./initial.ts";
import { inverseRelation } from "./inverse.ts";
import { Layers } from "./layers.ts";
import { LazyTransition, SupportGrew } from "./lazy-transition.ts";
import { levelOrder, rowLists } from "./level-order.ts";
import { SymbolicLimit } from "./symbolic-limit.ts";

export interface SymbolicOptions extends Limits {
  /** Limits that are watched already, in place of these. */
  readonly watch?: Watch | undefined;
  readonly symmetry?: ValidatedGroup | undefined;
  /** Beyond so many cases, guard and body of a transition are taken apart, and a body is not listed by cases. */
  readonly maxCases?: number | undefined;
  /** Called now and then while sets are computed. */
  readonly onProgress?: ((progress: SymbolicProgress) => void) | undefined;
}

/** What is known of a property: what decides it, if something does, or why that is not known. */
export interface PropertyFinding {
  readonly found?: Found | undefined;
  readonly open?: string | undefined;
}

export interface SymbolicExploration {
  /** Whether all reachable states are in the set, and every question was put to it. */
  readonly complete: boolean;
  readonly limit?: Limit | undefined;
  /** Why it is not complete, where that is no limit of the caller. */
  readonly reason?: string | undefined;
  /** Whether there is nothing to explore: the initial condition rules everything out. */
  readonly hasNoInitialState?: true | undefined;
  /** States or representatives, without transient ones; 0 if the set is not known. */
  readonly states: bigint;
  readonly unreducedStates?: bigint | undefined;
  /** Breadth-first rounds, where the set was found in rounds. */
  readonly depth?: number | undefined;
  readonly isUnique: boolean;
  /** Of each property. */
  readonly properties: readonly PropertyFinding[];
  readonly assertion?: Found | undefined;
  readonly error?: ErrorEvidence | undefined;
  readonly memoryBytes: number;
  readonly peakNodes: number;
}

/** Units of work that the size of all orbits is worth, and that a trace is. */
const workForOrbits = 200;
const defaultMemoryBytes = 2 ** 31;
const mostCases = 4096;

export async function searchSymbolically(
  model: Model,
  questions: readonly StateQuestion[],
  options: SymbolicOptions = {},
): Promise<SymbolicExploration> {
  const search = new SymbolicSearch(model, questions, options);
  try {
    return await search.run();
  } catch (error) {
    if (error instanceof Stopped) return search.stopped(error.limit);
    if (error instanceof DddLimitError) return search.stopped("memory");
    if (error instanceof SymbolicLimit) return search.stopped(undefined, error.message);
    throw error;
  }
}

class SymbolicSearch {
  private readonly model: Model;
  private readonly questions: readonly StateQuestion[];
  private readonly options: SymbolicOptions;
  private readonly interpreter: Interpreter;
  private readonly watch: Watch;
  private encoding: Encoding | undefined;

  constructor(model: Model, questions: readonly StateQuestion[], options: SymbolicOptions) {
    this.model = model;
    this.questions = questions;
    options.symmetry?.require(
      model,
      questions.flatMap(({ condition }) => condition ?? []),
    );
    this.options = options;
    this.watch = options.watch ?? new Watch(options);
    this.interpreter = facts(model).interpreter;
  }

  async run(): Promise<SymbolicExploration> {
    const { model, options } = this;
    const symmetry = options.symmetry && options.symmetry.generators.length > 0 ? options.symmetry : undefined;
    const { encoding, ground, conditions, all, condition } = watched(this.watch, () => {
      const { domains } = facts(model);
      const ground = groundTransitions(model, this.interpreter, domains, {
        maxPaths: options.maxCases ?? mostCases,
        onRun: look,
      });
      const encoding = this.encode(domains, ground, symmetry);
      const conditions = new ConditionCompiler(model, this.interpreter, encoding, look);
      const all = initialProduct(model, encoding);
      const { initialCondition } = model;
      return { encoding, ground, conditions, all, condition: initialCondition && conditions.compile(initialCondition) };
    });
    const evaluator = new Evaluator(encoding, this.watch, options.onProgress);
    const broken = condition ? evaluator.apply(condition.errs, all, []) : emptySet;
    if (broken !== emptySet) return this.brokenStart(broken);
    const initial = condition ? evaluator.apply(condition.holds, all, []) : all;

    for (;;) {
      try {
        const found = await this.explore({ encoding, evaluator, conditions, ground, initial, symmetry });
        return initial === emptySet ? { ...found, hasNoInitialState: true } : found;
      } catch (error) {
        if (!(error instanceof SupportGrew)) throw error;
      }
      await evaluator.pause();
    }
  }

  /** @throws SupportGrew if it has to be tried again */
  private async explore(given: {
    readonly encoding: Encoding;
    readonly evaluator: Evaluator;
    readonly conditions: ConditionCompiler;
    readonly ground: readonly GroundTransition[];
    readonly initial: Ddd;
    readonly symmetry: SymmetryGroup | undefined;
  }): Promise<SymbolicExploration> {
    const { encoding, evaluator, conditions, ground, initial, symmetry } = given;
    const { space, homs } = encoding;
    const { model } = this;
    const { behaviors, relations, step, canonization } = watched(this.watch, () => {
      const behaviors = ground.map((transition) => behaviorOf(encoding, conditions, transition));
      const relations = behaviors.map(({ relation }) => relation).filter((hom) => hom !== encoding.never);
      const canonization = symmetry && new Canonization(encoding, symmetry);
      return { behaviors, relations, step: sum(homs, relations), canonization };
    });
    let layers: Layers;
    let reached: Ddd;
    if (canonization) {
      const first = evaluator.apply(canonization.canonize, initial, []);
      layers = new Layers(encoding, evaluator, first, [step, canonization.canonize]);
      while (layers.advance([])) {
        this.limitStates(count(space, layers.reached));
        await evaluator.pause();
      }
      ({ reached } = layers);
    } else {
      reached = await evaluator.applyInTurns(closure(homs, relations), initial, [initial]);
      this.limitStates(count(space, reached));
      layers = new Layers(encoding, evaluator, initial, [step]);
    }
    const depth = canonization ? layers.layers.length - 1 : undefined;

    const roots = [initial, reached, ...layers.layers];
    const keep = (set: Ddd): Ddd => {
      roots.push(set);
      return set;
    };
    const select = (hom: Hom, set: Ddd = reached): Ddd =>
      hom === encoding.never ? emptySet : keep(evaluator.apply(hom, set, roots));
    const transient = model.transient ? select(this.compiled(conditions, model.transient).holds) : emptySet;
    const settled = keep(difference(space, reached, transient));
    const violations: Violation[] = [];
    const open = new Map<number, string>();
    for (const [k, question] of this.questions.entries()) {
      try {
        const { condition, wanted, isStuck } = question;
        const base = isStuck ? keep(this.deadlocks(encoding, behaviors, select)) : reached;
        const compiled: Condition = condition
          ? this.compiled(conditions, condition)
          : { holds: encoding.never, errs: encoding.never };
        const hom = wanted ? compiled.holds : conditions.falsity(compiled);
        violations.push({ kind: "property", index: k, question, set: select(hom, base) });
        violations.push({ kind: "condition", index: k, question, set: select(compiled.errs, base) });
      } catch (error) {
        if (!(error instanceof SymbolicLimit)) throw error;
        open.set(k, error.message);
      }
    }
    const failing = sum(
      homs,
      behaviors.map(({ fails }) => fails),
    );
    const erring = sum(
      homs,
      behaviors.map(({ errs }) => errs),
    );
    violations.push({ kind: "assertion", set: select(failing) }, { kind: "error", set: select(erring) });
    await evaluator.pause();

    const unreducedStates = canonization
      ? evaluator.within(workForOrbits, () => {
          const orbits = evaluator.apply(canonization.orbit, settled, roots);
          return count(space, orbits);
        })
      : count(space, settled);
    const isWanted = !canonization && violations.some(({ set }) => set !== emptySet);
    const inverse = isWanted ? this.inverse(encoding, conditions, ground) : undefined;
    const evidence = new SymbolicEvidence(this.interpreter, {
      encoding,
      evaluator,
      layers,
      backward: inverse && new Backward(encoding, evaluator, inverse, initial, reached),
      canonization,
      symmetry,
    });
    const findings = await evidence.collect(violations, roots);
    return {
      complete: true,
      states: count(space, settled),
      unreducedStates,
      depth,
      isUnique: canonization?.isUnique ?? true,
      properties: this.questions.map((_, k) => ({
        found: findings.properties.get(k),
        open: open.get(k) ?? (findings.erring.has(k) ? "its condition cannot be evaluated in every state" : undefined),
      })),
      assertion: findings.assertion,
      error: findings.error,
      ...this.memory(),
    };
  }

  stopped(limit: Limit | undefined, reason?: string): SymbolicExploration {
    const properties = this.questions.map(() => ({}));
    return { complete: false, limit, reason, states: 0n, isUnique: true, properties, ...this.memory() };
  }

  /** Levels are the slots that change, or that a symmetry moves. */
  private encode(
    domains: readonly Domain[],
    ground: readonly GroundTransition[],
    symmetry: SymmetryGroup | undefined,
  ): Encoding {
    const { model, options } = this;
    const points = symmetry?.points ?? [];
    const slots = new Set(points.map(({ slot }) => slot));
    domains.forEach(({ low, high }, slot) => low !== high && slots.add(slot));
    const supports = ground.map(({ cases }) => {
      if (cases instanceof LazyTransition) return cases.support;
      const written = outcomesOf(cases).flatMap((outcome) => outcome?.writes?.map(([slot]) => slot) ?? []);
      return [...new Set([...supportOf(cases), ...written])];
    });
    const lists = symmetry ? rowLists(structureOf(symmetry.group)) : [];
    const rows = lists.map((list) => list.map((row) => row.map((point) => points[point]!.slot)));
    const order = levelOrder(model, slots, supports, rows);
    const mostBytes = options.maxMemoryBytes ?? defaultMemoryBytes;
    this.encoding = new Encoding(order, domains, mostBytes);
    if (this.memory().memoryBytes > mostBytes) throw new Stopped("memory");
    return this.encoding;
  }

  private compiled(conditions: ConditionCompiler, condition: Expression): Condition {
    return watched(this.watch, () => conditions.compile(condition));
  }

  /** What leads backwards; without it, at a limit, traces are looked for forwards. */
  private inverse(
    encoding: Encoding,
    conditions: ConditionCompiler,
    ground: readonly GroundTransition[],
  ): ReturnType<typeof inverseRelation> | undefined {
    try {
      return watched(this.watch, () => inverseRelation(encoding, conditions, ground));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return undefined;
    }
  }

  /** States in which no guard holds, and none fails to evaluate: one guard after the other is taken away. */
  private deadlocks(encoding: Encoding, behaviors: readonly Behavior[], select: (hom: Hom, set?: Ddd) => Ddd): Ddd {
    const { homs } = encoding;
    const enabled = [...new Set(behaviors.map((behavior) => behavior.enabled))];
    if (enabled.includes(homs.identity)) return emptySet;
    const disabled = enabled.toSorted((a, b) => b.top - a.top || a.id - b.id).map((hom) => negation(homs, hom));
    return select(sequence(homs, disabled));
  }

  private brokenStart(broken: Ddd): SymbolicExploration {
    const { encoding, interpreter: reference, model } = this;
    const error = SymbolicEvidence.initialError(encoding!, reference, model, broken);
    return { ...this.stopped(undefined, "the initial condition cannot be evaluated"), error };
  }

  private limitStates(states: bigint): void {
    const { maxStates } = this.options;
    if (maxStates !== undefined && states > BigInt(maxStates)) throw new Stopped("states");
  }

  private memory(): { readonly memoryBytes: number; readonly peakNodes: number } {
    if (!this.encoding) return { memoryBytes: 0, peakNodes: 0 };
    const { memoryBytes, peakNodes } = statistics(this.encoding.space);
    return { memoryBytes, peakNodes };
  }
}
