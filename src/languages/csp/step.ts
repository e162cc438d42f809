/**
 * The steps of a term: the operational semantics of CSP#.
 *
 * Conditions of `if` and `case` are evaluated in an invisible step of their own, as in PAT; those of guards and `ifa` with the
 * first event. A sequence goes on to its second process by an invisible step.
 */

import type { Expression, Statement } from "../../model/model.ts";
import { look } from "../../util/limits.ts";
import { activate, evaluate, unfoldWith } from "./activate.ts";
import type { Context } from "./activate.ts";
import { combine } from "./combine.ts";
import type { Joint } from "./combine.ts";
import { communicate } from "./communicate.ts";
import { eventLabel } from "./event.ts";
import { evaluable, logical, not, typedConstant } from "./expression.ts";
import type { Binding, Env, Typed } from "./expression.ts";
import { argumentName, fillInputs, replaceInLabel, tau, tick } from "./label.ts";
import type { Label } from "./label.ts";
import { replaceInLocals, replaceInStatements } from "./rebind.ts";
import { Refused } from "./refused.ts";
import { replace } from "./show.ts";
import { lowerBlock, scalarType } from "./statement.ts";
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
    case "call":
      return callSteps(c, term);
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
    target: replaceInLocals(step.target, fill),
  };
}

/**
 * The first steps of a call that waited: its arguments are evaluated in the state before the step. They have stand-ins until
 * it is known what the step does.
 */
function callSteps(c: Context, { node, arguments: list }: TermOf<"call">): TermStep[] {
  const late: Late = new Map();
  const bindings = list.map((argument, k): Binding => {
    if (argument.kind !== "later") return argument;
    const binding = evaluate(c, node.name.text, k, argument.node, argument.env);
    if (binding.kind === "value") return binding;
    const { value: e, base, bool } = binding.local;
    const name = argumentName(c.g.freshLocal(base));
    late.set(name, { e, bool });
    return { kind: "local", local: { base, bool, value: { kind: "variable", name } } };
  });
  c.expanding++;
  const steps = stepsOf(c, unfoldWith(c, node, bindings));
  c.expanding--;
  // An argument that cannot be evaluated is an error even where nothing asks for it.
  const tests = evaluable(
    c.g,
    Array.from(late.values(), ({ e }) => e),
  );
  return steps.map((step) => {
    const { guards, ...rest } = withArguments(step, late);
    return { ...rest, guards: [...tests, ...guards] };
  });
}

type Late = Map<string, Pick<Typed, "e" | "bool">>;

/** Puts the arguments in; what a data operation changes, they do not see. */
function withArguments(step: TermStep, late: Late): TermStep {
  const direct = (e: Expression): Expression | undefined => (e.kind === "variable" ? late.get(e.name)?.e : undefined);
  const kept = new Map<string, Statement>();
  const keep = (e: Expression): Expression | undefined => {
    const found = e.kind === "variable" ? late.get(e.name) : undefined;
    if (e.kind !== "variable" || !found) return undefined;
    const name = e.name.replace("%arg:", "%");
    kept.set(name, { kind: "local", name, type: scalarType(found.bool), value: found.e });
    return { kind: "local", name };
  };
  // The partner of a sender may have a data operation, which comes later.
  const find = step.before.length > 0 || step.label.kind === "send" ? keep : direct;
  const [before, after] = [replaceInStatements(step.before, find), replaceInStatements(step.after, find)];
  const target = replaceInLocals(step.target, find);
  return {
    ...step,
    label: replaceInLabel(step.label, direct),
    guards: step.guards.map((guard) => replace(guard, direct)),
    before: [...kept.values(), ...before],
    after,
    target,
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
      const guards =
        label.kind === "event"
          ? evaluable(
              c.g,
              label.parts.map(({ e }) => e),
            )
          : [];
      return [{ ...step, guards, before, hasBlock: node.block !== undefined }];
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
