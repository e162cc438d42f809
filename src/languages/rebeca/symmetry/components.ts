/** The structure of the rebecs: their known rebecs in the order of the lists, and the slots that refer to rebecs. */

import type {
  Component,
  ProgramStructure,
  Condition,
  Label,
  Link,
  Reference,
} from "../../../hints/program-structure.ts";
import { facts } from "../../../model/facts.ts";
import type { Expression, Model } from "../../../model/model.ts";
import { partsOf, stateFormulas } from "../../../model/traverse.ts";
import type { ActorSystem } from "../actors/actor-system.ts";
import { interchangeablePlaces } from "./interchangeable-places.ts";

const numbering = "rebec";

export function componentsOf(system: ActorSystem, model: Model): ProgramStructure {
  const { slots, offsets } = facts(model);
  const components = system.rebecs.map(({ name, symbol, number }, i): Component => {
    const from = offsets.get(name)!;
    const next = model.variables[i + 1];
    const to = next ? offsets.get(next.name)! : slots.length;
    return {
      name,
      kind: "process",
      type: symbol.name,
      slots: Array.from({ length: to - from }, (_, k) => from + k),
      numbers: { [numbering]: number },
    };
  });
  const places = new Map([...system.classes.values()].map((symbol) => [symbol, interchangeablePlaces(symbol)]));
  const links = system.rebecs.flatMap(({ symbol, known }, from): Link[] =>
    known.map((rebec, k) => ({ from, to: rebec.number - 1, label: String(places.get(symbol)![k]!) })),
  );
  const references = slots.flatMap(({ type }, slot): Reference[] =>
    type === system.rebecType ? [{ slot, numbering }] : [],
  );
  return {
    components,
    links,
    references,
    controls: [],
    conditions: conditionsOf(system, model),
    objections: [],
    known: system.rebecs.map(({ known }) => known.map(({ number }) => number - 1)),
  };
}

/** The properties, with the rebecs they name. */
function conditionsOf(system: ActorSystem, { properties, predicates }: Model): Condition[] {
  const meanings = new Map(predicates.map(({ name, condition }) => [name, condition]));
  const rebecs = new Map(system.rebecs.map(({ name, number }) => [name, number]));
  const labelOf = (e: Expression): Label => {
    switch (e.kind) {
      case "integer":
      case "boolean":
        return [String(e.value)];
      case "member": {
        const number = e.type.members.indexOf(e.name);
        return e.type === system.rebecType && number > 0 ? [{ numbering, number }] : [e.name];
      }
      case "variable": {
        const number = rebecs.get(e.name);
        return number === undefined ? [e.name] : [{ numbering, number }];
      }
      case "predicate":
        return labelOf(meanings.get(e.name)!);
      default: {
        if (e.kind === "binary" && unordered.has(e.op)) return [e.op, { anyOrder: operands(e, e.op).map(labelOf) }];
        const head = "op" in e ? e.op : e.kind === "field" ? e.field : e.kind;
        return [head, "(", ...partsOf(e).flatMap((part) => [...labelOf(part), ","]), ")"];
      }
    }
  };
  // A symmetry must preserve each state formula separately, so its position in a temporal formula is part of its color.
  return properties.flatMap((property) =>
    stateFormulas(property).map((formula, k): Condition => ({
      label: [`formula ${k}`, ...labelOf(formula)],
      property: property.name,
    })),
  );
}

const unordered = new Set<string>(["&&", "||", "+", "*", "==", "!="]);

/** The operands of a chain. `==` and `!=` have two. */
function operands(e: Expression, op: string): Expression[] {
  if (e.kind !== "binary" || e.op !== op) return [e];
  if (op === "==" || op === "!=") return [e.left, e.right];
  return [...operands(e.left, op), ...operands(e.right, op)];
}
