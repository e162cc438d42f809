/**
 * Verdicts of full searches compared with those of reduced ones, with symmetries and without, on random models of every
 * language. `check.test.ts` does it for some models, `scripts/compare-partial-order.ts` for thousands.
 */

import fc from "fast-check";
import { check, InputError, parse } from "../../src/index.ts";
import type { CheckOptions, CheckResult, Model } from "../../src/index.ts";
import { domainValues } from "../../src/model/domains.ts";
import { facts } from "../../src/model/facts.ts";
import type { Expression, Ltl, Property } from "../../src/model/model.ts";
import { arbitrarySystem as arbitraryCsp } from "../languages/csp/arbitrary-process.ts";
import { print, printDefinitions } from "../languages/csp/term-semantics.ts";
import { arbitraryProgram as arbitraryMurphi } from "../languages/murphi/arbitrary-program.ts";
import { program, programWithFormula } from "../languages/promela/arbitrary-program.ts";
import { textOf } from "../languages/rebeca/actor-system.ts";
import { arbitrarySystem as arbitraryRebeca } from "../languages/rebeca/arbitrary-system.ts";
import { arbitraryModel } from "../support/arbitrary-model.ts";
import { arbitrarySymmetricModel, arbitrarySymmetricModelWithFormula } from "../support/arbitrary-symmetric-model.ts";
import { arbitraryAsynchronousModel } from "./arbitrary-asynchronous-model.ts";
import { asynchronousMurphi, asynchronousNet, asynchronousPromela } from "./arbitrary-asynchronous-text.ts";
import { arbitraryMixedSteps } from "./arbitrary-mixed-steps.ts";

type Models = fc.Arbitrary<Model | undefined>;

const read =
  (name: string) =>
  (text: string): Model | undefined =>
    parse(text, { name }).model;

/** A formula is about an event that occurs, if there is one. */
const cspModel: Models = arbitraryCsp.map(({ definitions, system }) => {
  const lines = [
    "var x:{0..1} = 0;",
    "channel c 1;",
    "channel s 0;",
    ...printDefinitions(definitions),
    `System() = ${print(system)};`,
    "#assert System() deadlockfree;",
  ];
  const withEvent = (event: string): Model | undefined =>
    read("model.csp")([...lines, `#assert System() |= []<> ${event};`].join("\n"));
  return withEvent("a") ?? withEvent("b") ?? read("model.csp")(lines.join("\n"));
});

const rebecaModel: Models = arbitraryRebeca.map((system) => {
  const defines: Record<string, string> = system.pool > 0 ? { NOETHER_POOL: String(system.pool) } : {};
  return parse(textOf(system), { name: "model.rebeca", defines }).model;
});

/** Murphi's deadlocks are looked for without reduction, which then does nothing for other properties either. */
function withoutDeadlock(model: Model | undefined): Model | undefined {
  return model && { ...model, properties: model.properties.filter(({ kind }) => kind !== "deadlock") };
}

// ---------------------------------------------------------------- properties of any model

/** The place with this name, if its name is plain. */
function placeOf(name: string): Expression | undefined {
  if (!/^[A-Za-z_]\w*(\[\d+\]|\.[A-Za-z_]\w*)*$/.test(name)) return undefined;
  const [variable, ...steps] = name.match(/\w+|\[\d+\]|\.\w+/g)!;
  return steps.reduce<Expression>(
    (base, step) =>
      step.startsWith("[")
        ? { kind: "index", base, index: { kind: "integer", value: Number(step.slice(1, -1)) } }
        : { kind: "field", base, field: step.slice(1) },
    { kind: "variable", name: variable },
  );
}

/** Conditions on single slots of a model, by two numbers. */
function conditionOf(model: Model, slot: number, value: number): Expression | undefined {
  const { slots, domains } = facts(model);
  const candidates = slots.flatMap(({ name, type, cell }, k) => {
    const place = type?.kind === "range" && !cell ? placeOf(name) : undefined;
    const values = domainValues(domains[k]!);
    return place && values.length > 1 ? [{ place, values }] : [];
  });
  const chosen = candidates[slot % candidates.length];
  if (!chosen) return undefined;
  const right: Expression = { kind: "integer", value: chosen.values[value % chosen.values.length]! };
  return { kind: "binary", op: "==", left: chosen.place, right };
}

const not = (operand: Expression): Expression => ({ kind: "unary", op: "!", operand });
const atom = (condition: Expression): Ltl => ({ kind: "state", condition });
const always = (operand: Ltl): Ltl => ({ kind: "unary", op: "[]", operand });
const eventually = (operand: Ltl): Ltl => ({ kind: "unary", op: "<>", operand });
const formulas: readonly ((a: Expression, b: Expression) => Ltl)[] = [
  (a) => always(eventually(atom(a))),
  (a) => eventually(always(atom(not(a)))),
  (a, b) => ({ kind: "binary", op: "U", left: atom(not(a)), right: atom(b) }),
  (a, b) => always({ kind: "binary", op: "->", left: atom(a), right: eventually(atom(b)) }),
];

const number = fc.integer({ min: 0, max: 999 });
const questions = fc.record({
  adds: fc.boolean(),
  slots: fc.tuple(number, number),
  values: fc.tuple(number, number),
  formula: fc.constantFrom(...formulas),
});

/** Half of the models, with an invariant, a condition to reach and a formula. */
function withQuestions(models: Models): Models {
  return fc.tuple(models, questions).map(([model, { adds, slots, values, formula }]) => {
    if (!model || !adds) return model;
    const a = conditionOf(model, slots[0], values[0]);
    const b = conditionOf(model, slots[1], values[1]);
    if (!a || !b) return model;
    const added: readonly Property[] = [
      { name: "added invariant", kind: "invariant", condition: not({ kind: "binary", op: "&&", left: a, right: b }) },
      { name: "added condition", kind: "reachable", condition: a },
      { name: "added formula", kind: "ltl", formula: formula(a, b) },
    ];
    return { ...model, properties: [...model.properties, ...added] };
  });
}

export interface Kind {
  readonly name: string;
  readonly language: string;
  readonly models: Models;
  /** The part of the models of its language. */
  readonly share: number;
}

export const kinds: readonly Kind[] = [
  { name: "asynchronous processes", language: ".seq", models: arbitraryAsynchronousModel(), share: 0.5 },
  { name: "steps that do many things", language: ".seq", models: arbitraryMixedSteps(), share: 0.1 },
  { name: "symmetric processes", language: ".seq", models: arbitrarySymmetricModel(), share: 0.15 },
  { name: "formulas", language: ".seq", models: arbitrarySymmetricModelWithFormula(), share: 0.15 },
  { name: "models of all kinds", language: ".seq", models: arbitraryModel(), share: 0.1 },
  { name: "asynchronous Promela", language: "Promela", models: asynchronousPromela.map(read("m.pml")), share: 0.4 },
  { name: "Promela", language: "Promela", models: program.map(read("model.pml")), share: 0.3 },
  {
    name: "Promela with formulas",
    language: "Promela",
    models: programWithFormula({ endless: false }).map(read("model.pml")),
    share: 0.15,
  },
  {
    name: "Promela with endless runs",
    language: "Promela",
    models: programWithFormula({ endless: true }).map(read("model.pml")),
    share: 0.15,
  },
  { name: "CSP#", language: "CSP#", models: cspModel, share: 1 },
  { name: "Rebeca", language: "Rebeca", models: rebecaModel, share: 1 },
  {
    name: "asynchronous Murphi",
    language: "Murphi",
    models: asynchronousMurphi.map((text) => withoutDeadlock(read("model.m")(text))),
    share: 0.7,
  },
  {
    name: "Murphi",
    language: "Murphi",
    models: arbitraryMurphi.map((text) => withoutDeadlock(read("model.m")(text))),
    share: 0.3,
  },
  { name: "Petri nets", language: "nets", models: asynchronousNet.map(read("model.lola")), share: 1 },
].map((kind) => ({ ...kind, models: withQuestions(kind.models) }));

// ---------------------------------------------------------------- comparison

const most = { maxStates: 2000, engine: "explicit" } as const;

async function checked(model: Model, options: CheckOptions): Promise<CheckResult | undefined> {
  try {
    const result = await check(model, { ...most, ...options });
    return result.limit === undefined ? result : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The ways to check a model besides a full search. */
export const ways: readonly Pick<CheckOptions, "symmetry" | "partialOrder">[] = [
  { symmetry: "off", partialOrder: "on" },
  { symmetry: "quick", partialOrder: "on" },
  { symmetry: "quick", partialOrder: "off" },
];

export interface Compared {
  /** How many checks were compared with the full one, and how many of them left steps out. */
  readonly checks: number;
  readonly reduced: number;
  /** The number of states that were not expanded in full. */
  readonly reducedStates: number;
  /** The verdicts that were compared: `ltl holds`. */
  readonly verdicts: readonly string[];
  /** What does not agree. */
  readonly problems: readonly string[];
}

/** Compares all ways to check a model with a full search; `undefined` if that has too many states. */
export async function compare(model: Model): Promise<Compared | undefined> {
  const full = await checked(model, { symmetry: "off", partialOrder: "off" });
  if (!full) return undefined;
  const problems: string[] = [];
  const verdicts = new Map<string, string>();
  let [checks, reduced, reducedStates] = [0, 0, 0];
  for (const way of ways) {
    const found = await checked(model, way);
    if (!found) continue;
    checks++;
    const inPart = reducedIn(found);
    if (inPart > 0) reduced++;
    reducedStates += inPart;
    const shown = `symmetry ${way.symmetry}, partial order ${way.partialOrder}`;
    if (!agree(full, found)) problems.push(`${shown}: ${found.verdict}, full: ${full.verdict}`);
    problems.push(...miscounted(found).map((what) => `${shown}: ${what}`));
    const own = new Map(found.properties.map((property) => [property.name, property]));
    for (const { name, kind, verdict } of full.properties) {
      const other = own.get(name);
      // A search ends at the first error, so it may leave open what another one decides.
      if (!other || verdict === "undecided" || other.verdict === "undecided") continue;
      if (other.verdict !== verdict) problems.push(`${shown}: ${name} ${other.verdict}, full: ${verdict}`);
      verdicts.set(name, `${kind} ${verdict}`);
    }
  }
  return { checks, reduced, reducedStates, verdicts: [...verdicts.values()], problems };
}

function reducedIn({ partialOrder, properties }: CheckResult): number {
  const inRuns = properties.reduce((sum, { runs }) => sum + (runs?.partialOrder?.reducedStates ?? 0), 0);
  return inRuns + (partialOrder?.reducedStates ?? 0);
}

/**
 * Whether the verdicts agree. A search ends at the first error. If that is a bound of ours, its verdict is open, and
 * another search may find a violation before it: the trace has been replayed, so there is one.
 */
function agree(full: CheckResult, found: CheckResult): boolean {
  if (full.verdict === found.verdict) return true;
  const isAtBound = ({ verdict, modelLimit, properties }: CheckResult): boolean =>
    verdict === "undecided" && (modelLimit !== undefined || properties.some((each) => each.modelLimit !== undefined));
  const isShown = ({ verdict, properties }: CheckResult): boolean =>
    verdict === "violated" && properties.some((each) => each.verdict === "violated" && each.trace !== undefined);
  return (isAtBound(full) && isShown(found)) || (isAtBound(found) && isShown(full));
}

/** At least one step is left out in each state that is not expanded in full, and none in others. */
function miscounted({ partialOrder, properties }: CheckResult): string[] {
  const uses = [partialOrder, ...properties.map(({ runs }) => runs?.partialOrder)];
  return uses.flatMap((use) => {
    if (!use) return [];
    const left = use.enabled - use.taken;
    const isRight = left >= use.reducedStates && (use.reducedStates > 0 || left === 0);
    return isRight ? [] : [`${use.taken} of ${use.enabled} steps, ${use.reducedStates} states not expanded in full`];
  });
}
