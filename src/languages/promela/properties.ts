/**
 * What is to be checked: end states, and formulas.
 *
 * A state without successor is valid if every process has ended, or waits at a label whose name begins with `end`.
 */

import type { Expression, Ltl, Property } from "../../model/model.ts";
import { overInstances, poolSize, valueOf, pcOf } from "./lower-expression.ts";
import type { Expression as Source, Unit } from "./syntax-tree.ts";
import type { Lowering } from "./turn.ts";
import { and, asBool, binary, integer, or } from "./value.ts";

export function propertiesOf(l: Lowering, units: readonly Unit[]): Property[] {
  const { world: w } = l;
  const ended = [...w.graphs].map(([process, graph]): Expression => {
    if (poolSize(w, process) === 0) return and();
    const valid = graph.points.filter(
      (point) => point === graph.end || point.element.labels.some((label) => label.startsWith("end")),
    );
    return overInstances(w, "forall", process, (me) => {
      const numbers = [0, ...valid.map((point) => point.number)];
      return or(...numbers.map((number) => binary("==", pcOf(process, me), integer(number))));
    });
  });
  const properties: Property[] = [{ kind: "deadlock", name: "endstates", except: and(...ended) }];
  const taken = new Set(["endstates", "none", "assertions", "ranges"]);
  for (const unit of units) {
    if (unit.kind !== "ltl") continue;
    const base = unit.name?.text ?? "ltl";
    let name = base;
    for (let k = 2; taken.has(name); k++) name = `${base}_${k}`;
    taken.add(name);
    l.begin();
    properties.push({ kind: "ltl", name, formula: formula(l, unit.formula), span: unit.span });
  }
  return properties;
}

function isTemporal(e: Source): boolean {
  switch (e.kind) {
    case "always":
    case "eventually":
    case "next":
    case "until":
    case "weak-until":
    case "release":
    case "implies":
    case "equivalent":
      return true;
    case "unary":
      return isTemporal(e.operand);
    case "binary":
      return isTemporal(e.left) || isTemporal(e.right);
    default:
      return false;
  }
}

const unary = { always: "[]", eventually: "<>", next: "X" } as const;
const binaries = { until: "U", "weak-until": "W", release: "R", implies: "->", equivalent: "<->" } as const;

function formula(l: Lowering, e: Source): Ltl {
  const state = (condition: Expression): Ltl => ({ kind: "state", condition });
  if (!isTemporal(e)) return state(asBool(valueOf(l.world, e, { scope: l.world.names.global })));
  switch (e.kind) {
    case "always":
    case "eventually":
    case "next":
      return { kind: "unary", op: unary[e.kind], operand: formula(l, e.operand), span: e.span };
    case "implies":
    case "equivalent": {
      const [left, right] = [formula(l, e.left), formula(l, e.right)];
      if (left.kind === "state" && right.kind === "state") {
        return state(binary(e.kind === "implies" ? "->" : "==", left.condition, right.condition));
      }
      return { kind: "binary", op: binaries[e.kind], left, right, span: e.span };
    }
    case "until":
    case "weak-until":
    case "release":
      return {
        kind: "binary",
        op: binaries[e.kind],
        left: formula(l, e.left),
        right: formula(l, e.right),
        span: e.span,
      };
    case "unary": {
      const operand = formula(l, e.operand);
      if (operand.kind === "state") return state({ kind: "unary", op: "!", operand: operand.condition });
      return { kind: "unary", op: "!", operand, span: e.span };
    }
    case "binary": {
      // `&` between formulas is taken for `&&`, as SPIN does not.
      const op = e.op === "||" ? "||" : "&&";
      if (e.op !== "||" && e.op !== "&&") {
        l.world.names.report("unsupported", `\`${e.op}\` between formulas is not supported`, e.span);
      }
      const [left, right] = [formula(l, e.left), formula(l, e.right)];
      if (left.kind === "state" && right.kind === "state") return state(binary(op, left.condition, right.condition));
      return { kind: "binary", op, left, right, span: e.span };
    }
    default:
      return state(asBool(valueOf(l.world, e, { scope: l.world.names.global })));
  }
}
