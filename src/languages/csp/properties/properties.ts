/** Converts assertions to properties. Their conditions become predicates, and events are recorded (`recorder.ts`). */

import { any, binaryFormula, boolean, not, opposite, stateFormula, unaryFormula } from "../../../model/build.ts";
import type { Events, Expression, Least, Ltl, Model, Predicate, Property } from "../../../model/model.ts";
import { Unsupported } from "../../../syntax/refused.ts";
import type { Place } from "../../../syntax/source.ts";
import { lower, lowerTest, noEnv } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import { termination } from "../processes/label.ts";
import type { Occurrence } from "../processes/label.ts";
import type { FairEvent } from "../processes/step.ts";
import type { Claim, DeclarationOf, LtlNode } from "../syntax/syntax-tree.ts";
import { eventOf, messageOf } from "./formula-event.ts";
import { FairRecorder, Recorder } from "./recorder.ts";
import type { Observer } from "./recorder.ts";

export interface Properties {
  readonly predicates: readonly Predicate[];
  readonly properties: readonly Property[];
  /** What the properties observe: one recorder for each formula that mentions events. */
  readonly observers: readonly Observer[];
}

/** An assertion, and the name of its property. */
export interface Named {
  readonly node: DeclarationOf<"assert">;
  readonly name: string;
}

/** The events of a property, and what records them. For refinement, with the model of the specification. */
export interface Recorded {
  readonly events: Events;
  readonly recorder: Observer;
  readonly specification?: Model | undefined;
}

export interface Fair {
  readonly event: FairEvent;
  readonly enabled: Expression;
}

export interface PropertyContext {
  readonly g: Globals;
  /** The condition that the system has terminated. */
  readonly terminated: Expression | undefined;
  readonly uniqueVariable: (base: string) => string;
  /** The events to which runs are fair, each with the condition that it is possible. */
  readonly fair: readonly Fair[];
  /** Numbers the events for an assertion. */
  readonly eventsFor: (asserted: Named) => Recorded;
}

/** The property of each assertion about one system. */
export function propertiesOf(context: PropertyContext, asserts: readonly Named[]): Properties {
  const maker = new PropertyMaker(context);
  const properties = asserts.map((asserted) => maker.property(asserted));
  return { properties, predicates: maker.predicates, observers: maker.observers };
}

class PropertyMaker {
  readonly predicates: Predicate[] = [];
  readonly observers: Observer[] = [];
  readonly #context: PropertyContext;
  #fairRecorder: FairRecorder | undefined;

  constructor(context: PropertyContext) {
    this.#context = context;
  }

  property(asserted: Named): Property {
    const { node, name } = asserted;
    const { g, terminated } = this.#context;
    const { claim } = node;
    const shared = { name, span: g.span(node) };
    switch (claim.kind) {
      case "deadlockfree":
        return { kind: "deadlock", ...shared, except: terminated };
      case "nonterminating":
        return { kind: "deadlock", ...shared };
      case "reaches": {
        const condition = this.#condition(claim.condition.text, claim.condition);
        return { kind: "reachable", ...shared, condition, ...this.#least(claim.extreme) };
      }
      case "ltl":
        return { kind: "ltl", ...shared, formula: this.#ofFairRuns(this.#formula(claim.formula)) };
      case "divergencefree": {
        const recorder = this.#recorder();
        const visible = unaryFormula("<>", stateFormula(not(recorder.wasInvisible())), shared.span);
        return { kind: "ltl", ...shared, formula: unaryFormula("[]", visible, shared.span) };
      }
      case "deterministic":
      case "refines":
        return this.#aboutEvents(asserted);
    }
  }

  #aboutEvents(asserted: Named): Property {
    const { node, name } = asserted;
    const { g, eventsFor } = this.#context;
    const shared = { name, span: g.span(node) };
    try {
      const { events, recorder, specification } = eventsFor(asserted);
      this.observers.push(recorder);
      if (node.claim.kind !== "refines") return { kind: "deterministic", ...shared, events };
      return { kind: "refines", ...shared, semantics: node.claim.semantics, events, specification: specification! };
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return { kind: "unsupported", ...shared, reason: error.message };
    }
  }

  #least(extreme: (Claim & { kind: "reaches" })["extreme"]): { readonly least?: Least } {
    if (!extreme) return {};
    const { g } = this.#context;
    const value = lower(g, extreme.value, noEnv);
    if (value.isBool) g.refuse("csp/type-mismatch", "expected a number, found a truth value", extreme.value);
    const isNegated = extreme.word === "max";
    return { least: { value: isNegated ? opposite(value).e : value.e, isNegated } };
  }

  #formula(node: LtlNode): Ltl {
    let recorder: Recorder | undefined;
    return formula(this.#context.g, node, {
      condition: (name, place) => this.#condition(name, place),
      event: (occurrence) => (recorder ??= this.#recorder()).happened(occurrence),
    });
  }

  /** The formula for runs that are fair to the events that ask for it. */
  #ofFairRuns(formula: Ltl): Ltl {
    const { fair, uniqueVariable } = this.#context;
    if (fair.length === 0) return formula;
    if (!this.#fairRecorder) {
      const events = fair.map(({ event }) => event);
      this.observers.push((this.#fairRecorder = new FairRecorder(uniqueVariable("fair_event"), events)));
    }
    const recorder = this.#fairRecorder;
    const often = (condition: Expression): Ltl => unaryFormula("[]", unaryFormula("<>", stateFormula(condition)));
    const assumptions = fair.map(({ event, enabled }) => {
      const happened = recorder.happened(event);
      if (event.strength === "weak") return often(any([not(enabled), happened]));
      return binaryFormula("->", often(enabled), often(happened));
    });
    return binaryFormula(
      "->",
      assumptions.reduce((left, right) => binaryFormula("&&", left, right)),
      formula,
    );
  }

  #recorder(): Recorder {
    const recorder = new Recorder(this.#context.uniqueVariable("last_event"));
    this.observers.push(recorder);
    return recorder;
  }

  #condition(name: string, place: Place): Expression {
    return conditionOf(this.#context.g, name, place, this.predicates);
  }
}

/** The predicate of a named condition, added if it is new. */
function conditionOf(g: Globals, name: string, place: Place, predicates: Predicate[]): Expression {
  const symbol = g.symbols.get(name);
  if (symbol?.kind === "constant" && symbol.isBool) return boolean(symbol.value === 1);
  if (symbol?.kind !== "condition") {
    const found = g.found(name, "condition");
    return g.refuse("csp/undefined-condition", `expected the name of a condition, found \`${name}\`${found}`, place);
  }
  if (!predicates.some((predicate) => predicate.name === name)) {
    predicates.push({ name, condition: lowerTest(g, symbol.value, noEnv), span: g.span(symbol.value) });
  }
  return { kind: "predicate", name };
}

/** The name of the property of an assertion, unless it is taken. */
export function nameOf(claim: Claim): string {
  switch (claim.kind) {
    case "reaches": {
      const { condition, extreme } = claim;
      return `reaches_${condition.text}${extreme ? `_with_${extreme.word}` : ""}`;
    }
    case "refines": {
      const letters = { traces: "", failures: "F_", "failures-divergences": "FD_" }[claim.semantics];
      return `refines_${letters}${claim.specification.name.text}`;
    }
    default:
      return claim.kind;
  }
}

/** The meanings of the atoms of a formula. */
interface Atoms {
  readonly condition: (name: string, place: Place) => Expression;
  readonly event: (occurrence: Occurrence) => Expression;
}

function formula(g: Globals, node: LtlNode, atoms: Atoms): Ltl {
  switch (node.kind) {
    case "constant":
      return stateFormula(boolean(node.value));
    case "atom": {
      const symbol = g.symbols.get(node.name);
      const isCondition = symbol?.kind === "condition" || (symbol?.kind === "constant" && symbol.isBool);
      const isEvent = g.eventArities.has(node.name) || (!symbol && node.name === termination);
      // For a symbol that is neither, `condition` reports an error that names its kind.
      if (isCondition || (symbol && !isEvent)) return stateFormula(atoms.condition(node.name, node));
      return stateFormula(atoms.event(eventOf(g, { ...node, parts: [] })));
    }
    case "event":
      return stateFormula(atoms.event(eventOf(g, node.event)));
    case "message":
      return stateFormula(atoms.event(messageOf(g, node)));
    case "unary":
      return unaryFormula(node.op, formula(g, node.operand, atoms), g.span(node));
    case "binary":
      return binaryFormula(node.op, formula(g, node.left, atoms), formula(g, node.right, atoms), g.span(node));
  }
}
