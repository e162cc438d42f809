/**
 * The steps of a term: the operational semantics of CSP#.
 *
 * Conditions of `if` and `case` are evaluated in an invisible step of their own, as in PAT; those of guards and `ifa` with the
 * first event. A sequence goes on to its second process by an invisible step.
 */

import type { Expression, Statement } from "../../model/model.ts";
import { look } from "../../util/limits.ts";
import { activate } from "./activate.ts";
import type { Context } from "./activate.ts";
import { combine } from "./combine.ts";
import type { Joint } from "./combine.ts";
import { communicate } from "./communicate.ts";
import { eventLabel } from "./event.ts";
import { logical, not, typedConstant } from "./expression.ts";
import type { Env, Typed } from "./expression.ts";
import { fillInputs, tau, tick } from "./label.ts";
import type { Label } from "./label.ts";
import { mapLocals, replaceInStatements } from "./rebind.ts";
import { Refused } from "./refused.ts";
import { replace } from "./show.ts";
import { lowerBlock } from "./statement.ts";
import type { Place } from "./syntax-tree.ts";
import { condition, guarded, plain } from "./term-step.ts";
import type { TermStep } from "./term-step.ts";
import { hides, skip, terminated } from "./term.ts";
import type { LeafNode, Term, TermOf } from "./term.ts";

/** @throws Refused after reporting what is wrong */
export function stepsOf(c: Context, term: Term): readonly TermStep[] {
  const known = c.steps.get(term);
  if (known) return known;
  const steps = findSteps(c, term);
  c.steps.set(term, steps);
  return steps;
}

function findSteps(c: Context, term: Term): TermStep[] {
  look();
  switch (term.kind) {
    case "stop":
    case "terminated":
    case "site":
      return [];
    case "skip":
      return [plain(tick, "terminate", terminated, { start: 0, end: 0 })];
    case "leaf":
      return leafSteps(c, term.node, term.env);
    case "either":
      return term.parts.map(({ node, env }) => plain(tau, "tau", activate(c, node, env), node));
    case "guard": {
      const test = condition(c, term.test, term.env);
      return stepsOf(c, term.body).flatMap((step) => guarded(step, term.negated ? not(test) : test));
    }
    case "choice":
      return term.parts.flatMap((part, i) =>
        stepsOf(c, part).map((step) => {
          if (!term.external || step.label.kind !== "tau") return step;
          return { ...step, target: { ...term, parts: term.parts.with(i, step.target) } };
        }),
      );
    case "interrupt":
      return [
        ...stepsOf(c, term.body).map((step) => through(c, term, step)),
        ...stepsOf(c, term.handler).map((step) => {
          if (step.label.kind !== "tau") return step;
          return { ...step, target: { ...term, handler: step.target } };
        }),
      ];
    case "sequence":
      return stepsOf(c, term.first).map((step) => through(c, term, step));
    case "hide":
    case "atomic":
      return stepsOf(c, term.body).map((step) => through(c, term, step));
    case "parallel": {
      const sides = term.parts.map((part) => ({ steps: stepsOf(c, part.term), alphabet: part.alphabet }));
      return combine(sides).map((joint) => together(c, term, joint));
    }
  }
}

/** What becomes of a step of the inner process of one of these. */
export function through<S extends { label: Label; target: Term; atomic: boolean; name: string }>(
  c: Context,
  term: TermOf<"sequence" | "interrupt" | "hide" | "atomic">,
  step: S,
): S {
  const isTick = step.label.kind === "tick";
  switch (term.kind) {
    case "sequence": {
      if (!isTick) return { ...step, target: { ...term, first: step.target } };
      const { node, env } = term.second;
      return { ...step, label: tau, name: "tau", target: activate(c, node, env) };
    }
    case "interrupt":
      return isTick ? step : { ...step, target: { ...term, body: step.target } };
    case "hide": {
      const label = hides(term.hidden, step.label) ? tau : step.label;
      return { ...step, label, target: isTick ? step.target : { ...term, body: step.target } };
    }
    case "atomic": {
      const target: Term = isTick ? step.target : { kind: "atomic", body: step.target, started: true };
      return { ...step, atomic: step.atomic || term.started, target };
    }
  }
}

/** Reports a data operation on an event that several parts take part in. */
export function refuseSharedBlock(
  c: Context,
  { members, label }: Joint<{ readonly hasBlock: boolean; readonly place: Place; readonly label: Label }>,
): void {
  const culprit = members.find(({ step }) => step.hasBlock);
  if (members.length < 2 || label.kind !== "event" || !culprit) return;
  const message = `expected no data operation on \`${label.key}\`, on which ${members.length} processes synchronize`;
  c.g.report("csp/data-on-synchronized-event", message, culprit.step.place);
  throw new Refused();
}

function together(c: Context, term: TermOf<"parallel">, joint: Joint<TermStep>): TermStep {
  refuseSharedBlock(c, joint);
  const { members, label, guards, sent } = joint;
  const steps = members.map(({ child, step }) => ({ child, step: sent ? received(step, sent) : step }));
  const parts = [...term.parts];
  for (const { child, step } of steps) parts[child] = { ...parts[child]!, term: step.target };
  const first = steps[0]!.step;
  return {
    label,
    name: first.name,
    guards: [...steps.flatMap(({ step }) => step.guards), ...guards],
    before: steps.flatMap(({ step }) => step.before),
    after: steps.flatMap(({ step }) => step.after),
    target: label.kind === "tick" ? terminated : { ...term, parts },
    atomic: steps.some(({ step }) => step.atomic),
    place: first.place,
    hasBlock: steps.some(({ step }) => step.hasBlock),
  };
}

/** The step of a receiver, now that the message is known. */
function received(step: TermStep, sent: readonly Expression[]): TermStep {
  if (step.label.kind !== "receive") return step;
  const fill = fillInputs(sent);
  return {
    ...step,
    guards: step.guards.map((guard) => replace(guard, fill)),
    before: replaceInStatements(step.before, fill),
    after: replaceInStatements(step.after, fill),
    target: mapLocals(step.target, (local) => ({ ...local, value: replace(local.value, fill) })),
  };
}

function leafSteps(c: Context, node: LeafNode, env: Env): TermStep[] {
  switch (node.kind) {
    case "prefix": {
      const label = eventLabel(c.g, node.event, env);
      const name = label.kind === "event" ? label.key : "tau";
      const before = node.block ? lowerBlock(c.g, node.block.statements, env) : [];
      const step = plain(
        label,
        name,
        activate(c, node.then, env),
        node.event.start === node.event.end ? node : node.event,
      );
      return [{ ...step, before, hasBlock: node.block !== undefined }];
    }
    case "send":
    case "receive":
      return communicate(c, node, env);
    case "assert": {
      const test = condition(c, node.test, env);
      const before: Statement[] = [{ kind: "assert", test: test.e, span: c.g.span(node.test) }];
      return [{ ...plain(tau, "assert", skip, node), before }];
    }
    case "if": {
      const test = condition(c, node.test, env);
      const then = guarded(plain(tau, "if", activate(c, node.then, env), node.test), test);
      if (node.variant === "ifb") return then;
      const otherwise = node.else ? activate(c, node.else, env) : skip;
      return [...then, ...guarded(plain(tau, "else", otherwise, node.test), not(test))];
    }
    case "case": {
      const steps: TermStep[] = [];
      let none: Typed = typedConstant(1, true);
      for (const { test, body } of node.branches) {
        const holds = condition(c, test, env);
        steps.push(...guarded(plain(tau, "case", activate(c, body, env), test), logical("&&", none, holds)));
        none = logical("&&", none, not(holds));
      }
      if (node.otherwise) steps.push(...guarded(plain(tau, "default", activate(c, node.otherwise, env), node), none));
      return steps;
    }
  }
}
