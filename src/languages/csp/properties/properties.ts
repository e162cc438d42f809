/** Converts assertions to properties. Their conditions become predicates, and events are recorded (`recorder.ts`). */

import { binaryFormula, boolean, stateFormula, unaryFormula } from "../../../model/build.ts";
import type { Expression, Ltl, Predicate, Property } from "../../../model/model.ts";
import type { Place } from "../../../syntax/source.ts";
import { uniqueNames } from "../../unique-names.ts";
import { lowerTest, noEnv } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import { shownSystem } from "../names/system.ts";
import { termination } from "../processes/label.ts";
import type { Occurrence } from "../processes/label.ts";
import type { Claim, DeclarationOf, LtlNode, ProcessOf } from "../syntax/syntax-tree.ts";
import { eventOf, messageOf } from "./formula-event.ts";
import { Recorder } from "./recorder.ts";

export interface Properties {
  readonly predicates: readonly Predicate[];
  readonly properties: readonly Property[];
  /** One recorder for each formula that mentions events. */
  readonly recorders: readonly Recorder[];
}

export function propertiesOf(
  g: Globals,
  asserts: readonly DeclarationOf<"assert">[],
  system: ProcessOf<"call">,
  terminated: Expression | undefined,
  uniqueVariable: (base: string) => string,
): Properties {
  const recorders: Recorder[] = [];
  const predicates: Predicate[] = [];
  const unique = uniqueNames();
  const condition = (name: string, place: Place): Expression => conditionOf(g, name, place, predicates);
  const about = asserts.find((node) => node.system === system);
  const property = (node: DeclarationOf<"assert">): Property => {
    const { claim } = node;
    const shared = { name: unique(nameOf(claim)), span: g.span(node) };
    if (about && shownSystem(g, node) !== shownSystem(g, about)) {
      const reason = `it is about \`${shownSystem(g, node)}\`, and the model is \`${shownSystem(g, about)}\``;
      return { kind: "unsupported", ...shared, reason };
    }
    switch (claim.kind) {
      case "unsupported":
        return { kind: "unsupported", ...shared, reason: claim.reason };
      case "deadlockfree":
        return { kind: "deadlock", ...shared, except: terminated };
      case "nonterminating":
        return { kind: "deadlock", ...shared };
      case "reaches":
        return { kind: "reachable", ...shared, condition: condition(claim.condition.text, claim.condition) };
      case "ltl": {
        let recorder: Recorder | undefined;
        const event = (occurrence: Occurrence): Expression => {
          if (!recorder) recorders.push((recorder = new Recorder(uniqueVariable("last_event"))));
          return recorder.happened(occurrence);
        };
        return { kind: "ltl", ...shared, formula: formula(g, claim.formula, { condition, event }) };
      }
    }
  };
  return { properties: asserts.map(property), predicates, recorders };
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

function nameOf(claim: Claim): string {
  switch (claim.kind) {
    case "reaches":
      return `reaches_${claim.condition.text}`;
    case "unsupported":
      return claim.name;
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
