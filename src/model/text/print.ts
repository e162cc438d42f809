/**
 * Prints a model. `parseModel` reads the same model from the text, up to spans, the name of the model, and observers,
 * which become ordinary variables.
 *
 * Declarations of one kind come together, in their original order.
 */

import type {
  Claim,
  Constant,
  Events,
  Expression,
  Model,
  NamedType,
  Property,
  Transition,
  Variable,
} from "../model.ts";
import { showValue } from "../slots.ts";
import { participantsOf } from "../traverse.ts";
import { writeName, writeString } from "./lexicon.ts";
import { printConjuncts, printExpression, printLtl } from "./print-expression.ts";
import { isImplicit, printInitial } from "./print-initial.ts";
import { printStatements } from "./print-statement.ts";
import { printStructure, printType } from "./print-type.ts";

export { printExpression, printLtl } from "./print-expression.ts";
export { printStatement, printStatements } from "./print-statement.ts";
export { printType } from "./print-type.ts";

export function printModel(model: Model): string {
  const sections: string[][] = [
    model.constants.map(printConstant),
    model.types.map(printNamedType),
    model.variables.map(printVariable),
    model.initialCondition ? printCondition("init where", model.initialCondition) : [],
    model.transient ? printCondition("transient where", model.transient) : [],
    model.predicates.flatMap((p) => printCondition(`predicate ${writeName(p.name)} =`, p.condition)),
    ...model.transitions.map(printTransition),
    model.properties.flatMap(printProperty),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function printConstant({ name, type, value }: Constant): string {
  const text =
    type === "int"
      ? String(value)
      : type.kind === "enum"
        ? writeName(type.members[value] ?? "")
        : showValue(type, value);
  return `const ${writeName(name)} = ${text}`;
}

/** Declares an enumeration if the declared name is its own. Otherwise refers to it by name. */
function printNamedType({ name, type }: NamedType): string {
  const declared = type.kind === "enum" && type.name === name ? printStructure(type) : printType(type);
  return `type ${writeName(name)} = ${declared}`;
}

function printVariable({ name, type, initial, limit }: Variable): string {
  const value = isImplicit(type, initial) ? "" : ` = ${printInitial(type, initial)}`;
  return `var ${writeName(name)}: ${printType(type)}${value}${limit === undefined ? "" : `, ${writeString(limit)}`}`;
}

/** Longer lines are broken before each `&&`. */
const lineWidth = 110;

function printCondition(opening: string, condition: Expression, indentation = ""): string[] {
  const line = `${indentation}${opening} ${printExpression(condition)}`;
  if (line.length <= lineWidth) return [line];
  const [first, ...others] = printConjuncts(condition);
  return [`${indentation}${opening} ${first}`, ...others.map((operand) => `${indentation}  && ${operand}`)];
}

function printTransition(transition: Transition): string[] {
  const { name, parameters, guard, body } = transition;
  const list = parameters.map((p) => `${writeName(p.name)}: ${printType(p.type)}`).join(", ");
  const participants = participantsOf(transition).map(({ process, indices }) => {
    return `${writeName(process)}${indices.length > 0 ? `[${indices.map(printExpression).join(", ")}]` : ""}`;
  });
  const by = participants.length > 0 ? ` by ${participants.join(", ")}` : "";
  const heading = `transition ${writeName(name)}${list && `(${list})`}${by}`;
  const lines = printStatements(body, "  ");
  if (guard.kind === "boolean" && guard.value) {
    return lines.length === 0 ? [`${heading} { }`] : [`${heading} {`, ...lines, "}"];
  }
  const opening = [heading, ...printCondition("when", guard, "  ")];
  return lines.length === 0 ? [...opening, "{ }"] : [...opening, "{", ...lines, "}"];
}

function printProperty(property: Property): string[] {
  const heading = `property ${writeName(property.name)}:`;
  switch (property.kind) {
    case "invariant":
      return printCondition(`${heading} ${property.kind}`, property.condition);
    case "reachable": {
      const lines = printCondition(`${heading} ${property.kind}`, property.condition);
      if (!property.least) return lines;
      const { value, isNegated } = property.least;
      return [...lines, `  with least ${isNegated ? "negated " : ""}${printExpression(value)}`];
    }
    case "deadlock":
      return [
        // This language has no word for it.
        ...(property.isStuttering ? ["// Steps that change nothing count as none here."] : []),
        ...(property.except
          ? printCondition(`${heading} deadlock-free except`, property.except)
          : [`${heading} deadlock-free`]),
      ];
    case "ltl":
      return [`${heading} ltl ${printLtl(property.formula)}`];
    case "never":
      return [
        `${heading} never {`,
        ...property.claim.states.flatMap((_, k) => printClaimState(property.claim, k)),
        "}",
      ];
    case "deterministic":
      return [`${heading} deterministic ${printEvents(property.events)}`];
    case "refines":
      return [
        `${heading} refines ${property.semantics} ${printEvents(property.events)} {`,
        ...printInside(property.specification),
        "}",
      ];
    case "other":
      return [`${heading} in {`, ...printInside(property.system), "}"];
    case "unsupported":
      return [`${heading} unsupported ${writeString(property.reason)}`];
  }
}

function printEvents({ variable, names }: Events): string {
  return `by ${writeName(variable)}(${names.map(writeString).join(", ")})`;
}

/** A model within a property. */
function printInside(model: Model): string[] {
  return printModel(model)
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`));
}

function printClaimState({ states }: Claim, k: number): string[] {
  const { name, accepting, edges } = states[k]!;
  const heading = `  ${accepting ? "accepting " : ""}state ${writeName(name)} {`;
  if (edges.length === 0) return [`${heading} }`];
  const lines = edges.map(
    ({ condition, target }) => `    when ${printExpression(condition)} goto ${writeName(states[target]!.name)};`,
  );
  return [heading, ...lines, "  }"];
}
