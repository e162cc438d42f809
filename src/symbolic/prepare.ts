/** The input of a symbolic search: states as vectors, transitions by cases, and the set of initial states. */

import { emptySet, statistics, image, product, sequence } from "../ddd/index.ts";
import type { Ddd } from "../ddd/index.ts";
import type { Progress } from "../engine/engine.ts";
import type { OrderName } from "../engine/order-name.ts";
import { rowActions } from "../group/structure/structure-tree.ts";
import { structureOf } from "../group/structure/structure.ts";
import { domainValues } from "../model/domains.ts";
import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Interpreter } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { enterPhase, look, Stopped, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { ConditionCompiler } from "./condition.ts";
import { outcomesOf, supportOf, TreeBuilder } from "./decision-tree.ts";
import { Encoding } from "./encoding.ts";
import { Evaluator, stepsPerTick } from "./evaluator.ts";
import { groundTransitions } from "./ground.ts";
import type { GroundTransition } from "./ground.ts";
import { LazyTransition } from "./lazy-transition.ts";
import { levelOrder } from "./level-order.ts";
import type { LevelOrder } from "./level-order.ts";
import { LocalTransition } from "./local-transition.ts";

export interface SymbolicOptions {
  readonly watch?: Watch | undefined;
  readonly symmetry?: ValidatedGroup | undefined;
  /** Finds symmetries when a search without symmetries grows large. */
  readonly findSymmetry?: (() => Promise<ValidatedGroup | undefined>) | undefined;
  /** The work after which it is large: steps of machines, by 16,384 or 65,536 of them. */
  readonly largeAfter?: number | undefined;
  /** The most cases of a transition. With more, guard and body are separated; a body with more is evaluated lazily. */
  readonly maxCases?: number | undefined;
  /** The most steps of saturation, in units of 16,384. */
  readonly maxWork?: number | undefined;
  /** The order of levels, instead of the best one. */
  readonly order?: OrderName | undefined;
  /** Whether rows that are permuted in all ways are counted where they can be. Default: true. */
  readonly counts?: boolean | undefined;
  /** Whether transitions become events where they can, which is faster. Default: true. */
  readonly usesEvents?: boolean | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Prepared {
  readonly model: Model;
  readonly interpreter: Interpreter;
  readonly symmetry: ValidatedGroup | undefined;
  readonly watch: Watch;
  readonly usesEvents: boolean;
  readonly maxWork: number | undefined;
  readonly encoding: Encoding;
  readonly evaluator: Evaluator;
  readonly conditions: ConditionCompiler;
  readonly ground: readonly GroundTransition[];
  readonly initial: Ddd;
  /** The states in which the initial condition cannot be evaluated. */
  readonly broken: Ddd;
  /** Called once when a search without symmetries grows large. An exception ends it. */
  readonly whenLarge?: (() => Promise<void>) | undefined;
}

const defaultMemoryBytes = 2 ** 31;
const mostCases = 4096;

/**
 * Each transition is applied at least so often to sets of several levels below its own, at the cost of its span. If even
 * that is more work than is allowed, the search is not begun.
 */
const fewestPasses = 4;

/** @param onEncoding called as soon as memory is in use */
export function prepare(
  model: Model,
  watch: Watch,
  options: SymbolicOptions,
  onEncoding: (encoding: Encoding) => void,
): Prepared {
  const symmetry = options.symmetry && options.symmetry.generators.length > 0 ? options.symmetry : undefined;
  const { reference, encoding, ground, conditions, all, condition } = watched(watch, () => {
    const reference = facts(model).interpreter;
    enterPhase("making decision diagrams of the transitions");
    const { domains } = facts(model);
    const maxPaths = options.maxCases ?? mostCases;
    const lists = options.usesEvents === false;
    const ground = groundTransitions(model, reference, domains, { maxPaths, lists, onRun: look });
    const mostBytes = watch.maxMemoryBytes ?? defaultMemoryBytes;
    const order = orderOf(model, domains, ground, { ...options, symmetry });
    const encoding = new Encoding(order, domains, mostBytes);
    onEncoding(encoding);
    if (statistics(encoding.space).memoryBytes > mostBytes) throw new Stopped("memory");
    const conditions = new ConditionCompiler(model, reference, encoding, look);
    const all = initialProduct(model, encoding);
    const { initialCondition } = model;
    const condition = initialCondition && conditions.compile(initialCondition);
    return { reference, encoding, ground, conditions, all, condition };
  });
  const evaluator = new Evaluator(encoding, watch, options.onProgress, options.largeAfter);
  const broken = condition ? evaluator.apply(condition.errs, all, []) : emptySet;
  const isStart = condition && broken === emptySet;
  const initial = isStart ? evaluator.apply(condition.holds, all, []) : all;
  const usesEvents = options.usesEvents !== false;
  const made = { encoding, evaluator, conditions, ground, initial, broken };
  return { model, interpreter: reference, symmetry, watch, usesEvents, maxWork: options.maxWork, ...made };
}

/** The slots that have levels, in the order of the levels: those that change or that a symmetry moves. */
function orderOf(
  model: Model,
  domains: readonly Domain[],
  ground: readonly GroundTransition[],
  { symmetry, order, maxWork }: SymbolicOptions,
): LevelOrder {
  const points = symmetry?.points ?? [];
  const slots = new Set(points.map(({ slot }) => slot));
  domains.forEach(({ low, high }, slot) => low !== high && slots.add(slot));
  const supports = ground.map(({ cases }) => {
    look();
    if (cases instanceof LazyTransition || cases instanceof LocalTransition) return cases.support;
    const written = outcomesOf(cases).flatMap((outcome) => outcome?.writes?.map(([slot]) => slot) ?? []);
    return [...new Set([...supportOf(cases), ...written])];
  });
  const lists = symmetry ? rowActions(structureOf(symmetry.group)).map(({ rows }) => rows) : [];
  const maxSpan = maxWork === undefined ? undefined : (maxWork * stepsPerTick) / fewestPasses;
  const rows = lists.map((list) => list.map((row) => row.map((point) => points[point]!.slot)));
  return levelOrder(model, { slots, supports, rows, name: order, maxSpan });
}

// ---------------------------------------------------------------- initial states
//
// A product of the values of each slot, without impossible combinations, and the initial condition.

/** The states that agree with the initial values of the variables; the caller applies the initial condition. */
function initialProduct(model: Model, encoding: Encoding): Ddd {
  const { homs, space, order, domains } = encoding;
  const { slots, initialValues } = facts(model);
  const choices = slots.map(({ cell, low }, slot) => {
    look();
    const value = initialValues[slot];
    if (value !== undefined) return [value];
    const values = domainValues(domains[slot]!);
    // The length of an arbitrary queue determines which of its cells are in use. An arbitrary element of a given queue
    // is in use.
    const isInUse = cell && initialValues[cell.lengthSlot] !== undefined;
    return isInUse ? values.filter((other) => other !== low) : values;
  });
  const all = product(
    space,
    order.map((slot) => choices[slot]!),
  );
  return image(homs, sequence(homs, queueSelectors(model, encoding)), all);
}

/** Cells of queues hold their padding exactly if they are beyond the length, and no other cells do. */
function queueSelectors(model: Model, encoding: Encoding): ReturnType<Encoding["hasValue"]>[] {
  const { slots, initialValues } = facts(model);
  const builder = new TreeBuilder<boolean>(String);
  const selectors = [];
  for (const [slot, { cell, low }] of slots.entries()) {
    if (!cell || initialValues[cell.lengthSlot] !== undefined) continue;
    const { lengthSlot, position } = cell;
    const leaves = (isUsed: boolean): [number, ReturnType<typeof builder.leaf>][] =>
      domainValues(encoding.domains[slot]!).map((value) => [value, builder.leaf((value !== low) === isUsed)]);
    const byLength = domainValues(encoding.domains[lengthSlot]!).map(
      (length) => [length, builder.split(slot, new Map(leaves(position < length)))] as const,
    );
    selectors.push(encoding.selection(builder.split(lengthSlot, new Map(byLength)), (isRight) => isRight));
  }
  return selectors;
}
