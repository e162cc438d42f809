/**
 * What is to be checked: end states, claims, formulas, and labels that say something about runs.
 *
 * A state without successor is valid if every process has ended, or waits at a label whose name begins with `end`. A run in which
 * some process is at an `accept` label infinitely often is an error (`acceptance`), and so is one that goes on forever and
 * from some point on never has a process at a `progress` label (`progress`).
 */

import type { Claim, Expression, Ltl, Property } from "../../../model/model.ts";
import type { Point } from "../flow/graph.ts";
import type { Refusal } from "../names/declare.ts";
import type { Expression as Source, Unit } from "../syntax/syntax-tree.ts";
import { claimOf } from "./claims.ts";
import { canGoOn } from "./executable.ts";
import { valueOf } from "./expression.ts";
import { nonProgress, pointsAt, someAt } from "./other-processes.ts";
import type { Lowering } from "./turn.ts";
import { and, asBool, binary, boolean, integer, not, or } from "./value.ts";
import { overInstances, pcOf, poolSize } from "./world.ts";

/** Properties that turn out to be not supported are added to `refused`, with what is left of them. */
export function propertiesOf(l: Lowering, units: readonly Unit[], refused: Map<Unit, Unit>): Property[] {
  const { world: w } = l;
  l.begin();
  const properties: Property[] = [{ kind: "deadlock", name: "endstates", except: hasEnded(l) }];
  const taken = new Set(["endstates", "none", "assertions", "ranges"]);
  const named = (base: string): string => {
    let name = base;
    for (let k = 2; taken.has(name); k++) name = `${base}_${k}`;
    taken.add(name);
    return name;
  };
  /** `lowered` gives the property for its name. */
  const add = (base: string, lowered: (name: string) => Property): Refusal | undefined => {
    l.begin();
    const name = named(base);
    const { value, refusal } = w.names.attempt(() => lowered(name));
    properties.push(value ?? { kind: "unsupported", name, reason: refusal.message, span: refusal.span });
    return refusal;
  };
  for (const unit of units) {
    if (refused.has(unit)) continue;
    const { span } = unit;
    if (unit.kind === "unsupported") {
      properties.push({ kind: "unsupported", name: named(unit.name), reason: unit.reason, span });
    } else if (isProperty(unit)) {
      const refusal = add(nameOf(unit), (name) =>
        unit.kind === "ltl"
          ? { kind: "ltl", name, formula: formula(l, unit.formula), span }
          : { kind: "never", name, claim: claimOf(w, w.claims.get(unit)!, l.begin), span },
      );
      if (refusal) refused.set(unit, remainder(unit, refusal));
    }
  }
  if (isLabeled(l, "accept")) {
    add("acceptance", (name) => {
      refuseInside(l);
      return { kind: "never", name, claim: infinitelyOften(someAt(w, "accept")) };
    });
  }
  if (isLabeled(l, "progress")) {
    add("progress", (name) => ({ kind: "never", name, claim: forever(and(nonProgress(w), canGoOn(l))) }));
  }
  return properties;
}

type PropertyUnit = Extract<Unit, { kind: "ltl" | "never" }>;

function isProperty(unit: Unit): unit is PropertyUnit {
  return unit.kind === "ltl" || unit.kind === "never";
}

function nameOf({ name, kind }: PropertyUnit): string {
  return name?.text ?? kind;
}

/** What is left of a property that is not supported: its name, and the reason. */
export function remainder(unit: PropertyUnit, { message, span }: Refusal): Unit {
  return { kind: "unsupported", name: nameOf(unit), reason: message, span };
}

/** The states without successor that are no error. */
function hasEnded({ world: w }: Lowering): Expression {
  return and(
    ...[...w.graphs].map(([process, graph]): Expression => {
      if (poolSize(w, process) === 0) return and();
      const valid = graph.points.filter(
        (point) => point === graph.end || point.element.labels.some((label) => label.startsWith("end")),
      );
      return overInstances(w, "forall", process, (me) => {
        const numbers = [0, ...valid.map((point) => point.number)];
        return or(...numbers.map((number) => binary("==", pcOf(process, me), integer(number))));
      });
    }),
  );
}

/** Whether a process has such a label. */
function isLabeled(l: Lowering, prefix: string): boolean {
  return labeled(l, prefix).length > 0;
}

function labeled({ world: w }: Lowering, prefix: string): Point[] {
  return [...w.graphs.values()].flatMap((graph) => pointsAt(graph.points, prefix));
}

/** SPIN marks the step that passes through an `accept` label; here nothing is seen of a sequence under way. */
function refuseInside(l: Lowering): void {
  for (const { element } of labeled(l, "accept")) {
    if (element.inside === undefined) continue;
    const message = "an `accept` label inside `atomic` or `d_step` is not supported; put it before the sequence";
    l.world.names.report("unsupported", message, element.span);
  }
}

/** Accepts the runs in which the condition holds infinitely often. */
function infinitelyOften(condition: Expression): Claim {
  const edges = [
    { condition, target: 1 },
    { condition: not(condition), target: 0 },
  ];
  return {
    states: [
      { name: "waiting", accepting: false, edges },
      { name: "seen", accepting: true, edges },
    ],
  };
}

/** Accepts the runs in which the condition holds from some point on. */
function forever(condition: Expression): Claim {
  const edge = { condition, target: 1 };
  return {
    states: [
      { name: "waiting", accepting: false, edges: [{ condition: boolean(true), target: 0 }, edge] },
      { name: "stuck", accepting: true, edges: [edge] },
    ],
  };
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
      if (e.op !== "!") refuseOperator(l, e.op, e.span);
      const operand = formula(l, e.operand);
      if (operand.kind === "state") return state({ kind: "unary", op: "!", operand: operand.condition });
      return { kind: "unary", op: "!", operand, span: e.span };
    }
    case "binary": {
      // Formulas are true or false, so `&` and `|` can only mean this.
      const op = e.op === "||" || e.op === "|" ? "||" : "&&";
      if (e.op !== op && e.op !== "&" && e.op !== "|") refuseOperator(l, e.op, e.span);
      const [left, right] = [formula(l, e.left), formula(l, e.right)];
      if (left.kind === "state" && right.kind === "state") return state(binary(op, left.condition, right.condition));
      return { kind: "binary", op, left, right, span: e.span };
    }
    default:
      return state(asBool(valueOf(l.world, e, { scope: l.world.names.global })));
  }
}

function refuseOperator(l: Lowering, op: string, span: Source["span"]): void {
  l.world.names.report("unsupported", `\`${op}\` on formulas is not supported`, span);
}
