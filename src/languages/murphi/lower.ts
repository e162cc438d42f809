/**
 * Lowers a program to the model.
 *
 * It is lowered twice. First every place has a value for undefined: this shows where undefined values can come from, and
 * where the program starts. Then only those places have one that need it.
 */

import { all, any, boolean, not, variable } from "../../model/build.ts";
import { facts } from "../../model/facts.ts";
import { isRuntimeError } from "../../model/interpret.ts";
import { emptyModel } from "../../model/model.ts";
import type { Expression, Model, Property, Transition, Variable } from "../../model/model.ts";
import type { Collector } from "../../syntax/collector.ts";
import type { Definitions } from "../../syntax/definitions.ts";
import { attempt } from "../../syntax/refused.ts";
import { checkUncalled } from "./lowering/call.ts";
import { coverProperties } from "./lowering/cover.ts";
import { modelType, undefinedInitial } from "./lowering/model-type.ts";
import { checkMultisets } from "./lowering/multiset.ts";
import { lowerProperties } from "./lowering/properties.ts";
import { innerRules, lowerBehavior } from "./lowering/rules.ts";
import type { Inner } from "./lowering/rules.ts";
import { afterStart, initialStates, markUndefinedIn, narrowed, runStartStates } from "./lowering/start.ts";
import type { Global } from "./lowering/start.ts";
import { parts } from "./lowering/statement.ts";
import { Writer } from "./lowering/writer.ts";
import type { AsymmetricUse, Program } from "./lowering/writer.ts";
import { Declarer } from "./names/declare.ts";
import { Cell } from "./names/murphi-type.ts";
import { Scope } from "./names/scope.ts";
import { declaredSymmetries } from "./symmetry/declared.ts";
import type { BehaviorNode, ProgramNode, PropertyNode } from "./syntax/syntax-tree.ts";

/** The usual bound of `while` loops, which is that of CMurphi. */
const usualRounds = 1000;

/** The model; `undefined` if an error was reported. */
export function lowerModel(
  node: ProgramNode,
  collector: Collector,
  definitions: Definitions,
  name: string,
): Model | undefined {
  return new ProgramLowering(node, collector, definitions, name).lower();
}

type DeclaredGlobal = Global & Pick<Variable, "span">;

/** All transitions and properties, from one of the two passes. */
interface Pass {
  readonly program: Program;
  readonly starts: readonly Transition[];
  readonly rules: readonly Transition[];
  readonly properties: readonly Property[];
  readonly assumption: Expression | undefined;
}

class ProgramLowering {
  readonly #node: ProgramNode;
  readonly #collector: Collector;
  readonly #definitions: Definitions;
  readonly #name: string;
  readonly #declarer: Declarer;
  readonly #scope: Scope;
  readonly #globals: DeclaredGlobal[] = [];
  readonly #uses: AsymmetricUse[] = [];
  readonly #rounds: number;

  constructor(node: ProgramNode, collector: Collector, definitions: Definitions, name: string) {
    this.#node = node;
    this.#collector = collector;
    this.#definitions = definitions;
    this.#name = name;
    this.#declarer = new Declarer(collector, definitions);
    this.#scope = new Scope(collector);
    this.#rounds = definitions.integer("NOETHER_LOOP", 1, 10_000_000) ?? usualRounds;
  }

  lower(): Model | undefined {
    this.#declare();
    const survey = this.#pass(true);
    if (!this.#collector.empty) return undefined;
    this.#uses.push(...survey.program.uses);
    const undefinedGlobals = this.#globals.map(({ name, type, cell, span }): Variable => {
      const { isOpen } = new Writer(survey.program, parts);
      return { name, type: modelType(type, cell, isOpen), initial: undefinedInitial(type, cell, isOpen), span };
    });
    const beginning = { ...emptyModel(this.#name), variables: [...undefinedGlobals, ...survey.program.scratch] };
    const wide = runStartStates({ ...beginning, transitions: survey.starts });
    const kept = wide && this.#kept(wide, survey.assumption, beginning);
    if (!kept) return this.#withStart(survey, beginning);
    markUndefinedIn(kept, this.#globals);
    const pass = this.#pass(false);
    if (!this.#collector.empty) return undefined;
    const { isOpen } = new Writer(pass.program, parts);
    const states = kept.map((state) => narrowed(state, this.#globals, isOpen));
    const initial = initialStates(this.#globals, states, isOpen);
    if (!initial) return this.#withStart(survey, beginning);
    return this.#model(pass, [...initial.variables, ...pass.program.scratch], initial.initialCondition);
  }

  #declare(): void {
    const { declarations, routines } = this.#node;
    this.#declarer.declare(
      declarations,
      this.#scope,
      ({ variable: { names, type: typeNode } }) => {
        const type = this.#declarer.type(typeNode, this.#scope);
        for (const name of names) {
          const cell = new Cell();
          const place = {
            kind: "single",
            type,
            cell,
            e: variable(name.text),
            isReadOnly: false,
            shown: name.text,
          } as const;
          this.#scope.declare(name, { kind: "place", place });
          this.#globals.push({ name: name.text, type, cell, span: name.span });
        }
      },
      true,
    );
    for (const routine of routines) this.#scope.declare(routine.name, { kind: "routine", node: routine });
    const constants = declarations.flatMap((d) => (d.kind === "const" ? d.bindings.map(({ name }) => name.text) : []));
    this.#definitions.refuseUnknown([...constants, "NOETHER_LOOP"]);
  }

  #pass(isSurvey: boolean): Pass {
    const names = new Set(this.#globals.map(({ name }) => name));
    const taken = new Set(names);
    const program: Program = {
      collector: this.#collector,
      declarer: this.#declarer,
      globals: this.#scope,
      names,
      isSurvey,
      scratch: [],
      scratchName: (base) => unique(base, taken),
      uses: [],
      covers: new Map(),
      called: new Set(),
      rounds: this.#rounds,
      start: this.#collector.span(0, 0),
    };
    for (const { type } of this.#globals) attempt(() => checkMultisets(new Writer(program, parts), type));
    const inner = innerRules(this.#node.rules);
    const isProperty = (one: Inner): one is Inner<PropertyNode> => one.node.kind === "property";
    const isBehavior = (one: Inner): one is Inner<BehaviorNode> => one.node.kind !== "property";
    const transitionNames = new Set<string>();
    // Start states are run after the first pass, and are not needed in the second.
    const behaviors = inner.filter(isBehavior).filter(({ node }) => isSurvey || node.kind === "rule");
    const lowered = behaviors.map((one) => {
      const plain = one.node.name === undefined || one.node.name === "" ? one.node.kind : one.node.name;
      return { kind: one.node.kind, transition: lowerBehavior(program, one, unique(plain, transitionNames)) };
    });
    const of = (kind: BehaviorNode["kind"]): Transition[] =>
      lowered.flatMap((one) => (one.kind === kind && one.transition ? [one.transition] : []));
    const starts = of("startstate");
    if (isSurvey && !inner.some(({ node }) => node.kind === "startstate")) {
      const message = "expected a start state, found none";
      this.#collector.report("murphi/missing-startstate", message, 0, 0);
    }
    // Names with a meaning of their own get a number.
    const propertyNames = new Set(["deadlock", "assertions", "ranges", "none"]);
    const named = (own: string): string => unique(own, propertyNames);
    const { properties, assumptions } = lowerProperties(program, inner.filter(isProperty), named);
    if (isSurvey) {
      const uncalled = this.#node.routines.filter((routine) => !program.called.has(routine));
      for (const routine of uncalled) checkUncalled(program, parts, routine);
    }
    return {
      program,
      starts,
      rules: of("rule"),
      properties: [...properties, ...coverProperties(program, named)],
      assumption: assumptions.length > 0 ? all(assumptions) : undefined,
    };
  }

  /** The start states that meet the assumptions; `undefined` if that cannot be told, or none does. */
  #kept(states: number[][], assumption: Expression | undefined, beginning: Model): number[][] | undefined {
    if (!assumption) return states;
    const { interpreter } = facts(beginning);
    const holds = states.map((state) => interpreter.holds(assumption, state));
    // An assumption that cannot be evaluated is a failure, which needs a trace.
    if (holds.some((one) => isRuntimeError(one))) return undefined;
    const kept = states.filter((_, i) => holds[i] === true);
    return kept.length > 0 ? kept : undefined;
  }

  #model(pass: Pass, variables: readonly Variable[], initialCondition: Expression | undefined): Model {
    const { assumption } = pass;
    // A state that an assumption excludes is not counted, has no successors, and is in no property.
    const isExcluded = assumption && not(assumption);
    const transitions = assumption
      ? pass.rules.map((rule) => ({ ...rule, guard: all([assumption, rule.guard]) }))
      : pass.rules;
    const properties = pass.properties.map((property) => withAssumption(property, assumption));
    const deadlock: Property = { kind: "deadlock", name: "deadlock", except: isExcluded, isStuttering: true };
    const model: Model = {
      ...emptyModel(this.#name),
      variables,
      initialCondition,
      transient: isExcluded,
      transitions,
      properties: [...properties, deadlock],
    };
    return declaredSymmetries(model, this.#globals, this.#declarer.scalarsets, this.#uses);
  }

  /**
   * The model in which start states are steps: where one of them fails, so that the failure has a trace, or where their
   * results are too many to be listed.
   */
  #withStart(survey: Pass, beginning: Model): Model {
    const flag = unique("started", new Set(beginning.variables.map(({ name }) => name)));
    const started = variable(flag);
    const starts = survey.starts.map((start): Transition => ({
      ...start,
      guard: all([not(started), start.guard]),
      body: [...start.body, { kind: "assign", target: started, value: boolean(true) }],
    }));
    const pass: Pass = {
      ...survey,
      rules: [...starts, ...afterStart(survey.rules, started)],
      assumption: survey.assumption && any([not(started), survey.assumption]),
    };
    const first: Variable = { name: flag, type: { kind: "bool" }, initial: { kind: "value", value: 0 } };
    const model = this.#model(pass, [...beginning.variables, first], undefined);
    const isOpen = not(started);
    return {
      ...model,
      transient: model.transient ? any([isOpen, model.transient]) : isOpen,
      properties: model.properties.map((property) => withAssumption(property, started)),
    };
  }
}

/** A property of the states in which a condition holds. */
function withAssumption(property: Property, assumption: Expression | undefined): Property {
  if (!assumption) return property;
  switch (property.kind) {
    case "invariant":
      return { ...property, condition: any([not(assumption), property.condition]) };
    case "reachable":
      return { ...property, condition: all([assumption, property.condition]) };
    default:
      return property;
  }
}

function unique(base: string, taken: Set<string>): string {
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base} ${i}`;
  taken.add(name);
  return name;
}
