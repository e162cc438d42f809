/**
 * The properties: end states, claims, formulas, and labels with a meaning for runs.
 *
 * A state without a successor is valid if every process has ended, or waits at a label whose name begins with `end`. A
 * run in which some process is at an `accept` label infinitely often is an error (`acceptance`). So is an infinite run
 * that from some point on never has a process at a `progress` label (`progress`).
 */

import { all, any, equals, binary, not, yes } from "../../../model/build.ts";
import type { Claim, Expression, Ltl, Property } from "../../../model/model.ts";
import { uniqueNames } from "../../unique-names.ts";
import { pointsAt } from "../flow/graph.ts";
import type { Point } from "../flow/graph.ts";
import { propertyName, remainder } from "../flow/program.ts";
import type { PropertyUnit } from "../flow/program.ts";
import type { Expression as Source, Unit } from "../syntax/syntax-tree.ts";
import { claimOf } from "./claims.ts";
import type { Context } from "./context.ts";
import { canGoOn } from "./executable.ts";
import { conditionOf } from "./expression.ts";
import { nonProgress, someAt } from "./other-processes.ts";
import { overInstances, pcOf } from "./places.ts";
import { checkTrace, traceMayEnd } from "./trace.ts";

/** A property and its unit. An unsupported property replaces its unit. */
export interface LoweredProperty {
  readonly property: Property;
  readonly unit?: Unit | undefined;
  readonly left?: Unit | undefined;
}

export function propertiesOf(context: Context): LoweredProperty[] {
  const unique = uniqueNames(["endstates", "none", "assertions", "ranges"]);
  const lowered = (base: string, lower: (name: string) => Property, unit?: PropertyUnit): LoweredProperty => {
    context.locals.restart();
    const name = unique(base);
    const { value, refusal } = context.names.attempt(() => lower(name));
    if (value) return { property: value, unit };
    const property: Property = { kind: "unsupported", name, reason: refusal.message, span: refusal.span };
    return { property, unit, left: unit && remainder(unit, refusal) };
  };
  const stated = context.units.flatMap((unit): LoweredProperty[] => {
    const { kind, span } = unit;
    switch (kind) {
      case "unsupported":
        return [{ property: { kind, name: unique(unit.name), reason: unit.reason, span } }];
      case "trace": {
        // It is part of the program: its violations are failing assertions, or invalid end states.
        const { refusal } = context.names.attempt(() => checkTrace(context));
        if (!refusal) return [];
        const property: Property = { kind: "unsupported", name: propertyName(unit), reason: refusal.message, span };
        return [{ property, unit, left: remainder(unit, refusal) }];
      }
      case "ltl":
        return [
          lowered(propertyName(unit), (name) => ({ kind, name, formula: formula(context, unit.formula), span }), unit),
        ];
      case "never":
        return [
          lowered(
            propertyName(unit),
            (name) => ({ kind, name, claim: claimOf(context, context.claims.get(unit)!), span }),
            unit,
          ),
        ];
      default:
        return [];
    }
  });
  context.locals.restart();
  return [
    { property: { kind: "deadlock", name: "endstates", except: hasEnded(context) } },
    ...stated,
    ...(labeled(context, "accept").length > 0 ? [lowered("acceptance", (name) => acceptance(context, name))] : []),
    ...(labeled(context, "progress").length > 0 ? [lowered("progress", (name) => progress(context, name))] : []),
  ];
}

/** The states without a successor that are not errors. */
function hasEnded(context: Context): Expression {
  return all([
    ...traceMayEnd(context),
    ...[...context.graphs].map(([process, { points, end }]): Expression => {
      const valid = points.filter((point) => point === end || pointsAt([point], "end").length > 0);
      const numbers = [0, ...valid.map(({ number }) => number)];
      return overInstances(context, "forall", process, (me) =>
        any(numbers.map((number) => equals(pcOf(process, me), number))),
      );
    }),
  ]);
}

function labeled(context: Context, prefix: string): Point[] {
  return [...context.graphs.values()].flatMap((graph) => pointsAt(graph.points, prefix));
}

function acceptance(context: Context, name: string): Property {
  // SPIN marks the step that passes through an `accept` label. Here, the inside of an atomic sequence is invisible.
  for (const { element } of labeled(context, "accept")) {
    if (element.inside === undefined) continue;
    const message = "an `accept` label inside `atomic` or `d_step` is not supported; put it before the sequence";
    context.names.report("unsupported", message, element.span);
  }
  return { kind: "never", name, claim: infinitelyOften(someAt(context, "accept")) };
}

function progress(context: Context, name: string): Property {
  return { kind: "never", name, claim: forever(all([nonProgress(context), canGoOn(context)])) };
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
      { name: "waiting", accepting: false, edges: [{ condition: yes, target: 0 }, edge] },
      { name: "stuck", accepting: true, edges: [edge] },
    ],
  };
}

/** Only temporal operators, and operators on them, are formulas. Everything else is a condition on states. */
function isTemporal(e: Source): boolean {
  if (e.kind === "unary") return isTemporal(e.operand);
  if (e.kind === "binary") return isTemporal(e.left) || isTemporal(e.right);
  return e.kind in unary || e.kind in binaries;
}

const unary = { always: "[]", eventually: "<>", next: "X" } as const;
const binaries = { until: "U", "weak-until": "W", release: "R", implies: "->", equivalent: "<->" } as const;

function formula(context: Context, e: Source): Ltl {
  const state = (condition: Expression): Ltl => ({ kind: "state", condition });
  if (!isTemporal(e)) return state(conditionOf(context, e, { scope: context.names.global }));
  switch (e.kind) {
    case "always":
    case "eventually":
    case "next":
      return { kind: "unary", op: unary[e.kind], operand: formula(context, e.operand), span: e.span };
    case "implies":
    case "equivalent": {
      const [left, right] = [formula(context, e.left), formula(context, e.right)];
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
        left: formula(context, e.left),
        right: formula(context, e.right),
        span: e.span,
      };
    case "unary": {
      if (e.op !== "!") refuseOperator(context, e.op, e.span);
      const operand = formula(context, e.operand);
      if (operand.kind === "state") return state({ kind: "unary", op: "!", operand: operand.condition });
      return { kind: "unary", op: "!", operand, span: e.span };
    }
    case "binary": {
      // Formulas are true or false, so `&` and `|` have this meaning.
      const op = e.op === "||" || e.op === "|" ? "||" : "&&";
      if (e.op !== op && e.op !== "&" && e.op !== "|") refuseOperator(context, e.op, e.span);
      const [left, right] = [formula(context, e.left), formula(context, e.right)];
      if (left.kind === "state" && right.kind === "state") return state(binary(op, left.condition, right.condition));
      return { kind: "binary", op, left, right, span: e.span };
    }
    default:
      return state(conditionOf(context, e, { scope: context.names.global }));
  }
}

function refuseOperator(context: Context, op: string, span: Source["span"]): void {
  context.names.report("unsupported", `\`${op}\` on formulas is not supported`, span);
}
