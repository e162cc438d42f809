/**
 * The steps of a residual: the operational semantics of CSP#.
 *
 * As in PAT, conditions of `if` and `case` are evaluated in an invisible step of their own, and those of guards and
 * `ifa` with the first event. A sequence continues with its second process by an invisible step.
 */

import { all, not, variable, yes } from "../../../model/build.ts";
import type { Value } from "../../../model/build.ts";
import type { Expression, Statement } from "../../../model/model.ts";
import { replace, replaceInStatements } from "../../../model/substitute.ts";
import type { Find } from "../../../model/substitute.ts";
import { look } from "../../../util/limits.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import { evaluationGuards, lowerTest } from "../names/expression.ts";
import type { Binding, Env } from "../names/expression.ts";
import type { Globals } from "../names/globals.ts";
import type { ProcessOf } from "../syntax/syntax-tree.ts";
import { activate, evaluate, unfoldWith } from "./activate.ts";
import type { Context } from "./activate.ts";
import { alwaysFails } from "./certain-failure.ts";
import { communicate } from "./communicate.ts";
import { lowerBlock } from "./data-operation.ts";
import { eventLabel, hides } from "./event.ts";
import { fillInputs, replaceInLabel, tau, tick } from "./label.ts";
import type { Label } from "./label.ts";
import { replaceInLocals, skip, stop, terminated } from "./residual.ts";
import type { LeafNode, Residual, ResidualOf, Wrapper } from "./residual.ts";
import { guarded, joined, plain, replaceInStep } from "./step.ts";
import type { ResidualStep } from "./step.ts";
import { synchronize } from "./synchronize.ts";
import type { Joint } from "./synchronize.ts";

/** @throws Refused after reporting an error */
export function stepsOf(c: Context, residual: Residual): readonly ResidualStep[] {
  return getOrAdd(c.steps, residual, () => findSteps(c, residual));
}

function findSteps(c: Context, residual: Residual): ResidualStep[] {
  look();
  switch (residual.kind) {
    case "stop":
    case "terminated":
    case "site":
      return [];
    case "skip":
      return [plain(tick, "terminate", terminated, { start: 0, end: 0 })];
    case "leaf":
      return leafSteps(c, residual.node, residual.env);
    case "call":
      return callSteps(c, residual);
    case "either":
      return residual.parts.map(({ node, env }) => plain(tau, "tau", activate(c, node, env), node));
    case "guard": {
      const test = lowerTest(c.g, residual.test, residual.env);
      return stepsOf(c, residual.body).flatMap((step) => guarded(step, residual.negated ? not(test) : test));
    }
    case "choice":
      return residual.parts.flatMap((part, i) =>
        stepsOf(c, part).map((step) => {
          if (!residual.external || step.label.kind !== "tau") return step;
          return { ...step, target: { ...residual, parts: residual.parts.with(i, step.target) } };
        }),
      );
    case "interrupt":
      return [
        ...stepsOf(c, residual.body).map((step) => through(c, residual, step)),
        ...stepsOf(c, residual.handler).map((step) => {
          if (step.label.kind !== "tau") return step;
          return { ...step, target: { ...residual, handler: step.target } };
        }),
      ];
    case "sequence":
    case "hide":
    case "atomic":
      return stepsOf(c, residual.body).map((step) => through(c, residual, step));
    case "parallel": {
      const sides = residual.parts.map((part) => ({ steps: stepsOf(c, part.residual), alphabet: part.alphabet }));
      return synchronize(sides).map((joint) => together(residual, joint));
    }
  }
}

/** Lifts a step of the inner process to a step of the wrapper. */
export function through(c: Context, wrapper: Wrapper, step: ResidualStep): ResidualStep {
  const isTick = step.label.kind === "tick";
  const target: Residual = isTick ? step.target : { ...wrapper, body: step.target };
  switch (wrapper.kind) {
    case "sequence": {
      if (!isTick) return { ...step, target };
      const { node, env } = wrapper.second;
      return { ...step, label: tau, name: "tau", target: activate(c, node, env) };
    }
    case "interrupt":
      return { ...step, target };
    case "hide": {
      const label = hides(wrapper.hidden, step.label) ? tau : step.label;
      // What hides these events already is not wrapped again, so `P = (a -> P) \ {a}` is finite.
      const inner = step.target.kind === "hide" ? step.target.hidden : undefined;
      const isIdle = inner !== undefined && [...wrapper.hidden].every((key) => inner.has(key));
      return { ...step, label, target: isIdle ? step.target : target };
    }
    case "atomic":
      // What is atomic already is not wrapped again, so `P = atomic{a -> P}` is finite.
      return { ...step, atomic: true, target: step.target.kind === "atomic" ? step.target : target };
  }
}

function together(residual: ResidualOf<"parallel">, joint: Joint<ResidualStep>): ResidualStep {
  const { label, sent } = joint;
  const members = joint.members.map(({ child, step }) => ({ child, step: sent ? received(step, sent) : step }));
  const parts = [...residual.parts];
  for (const { child, step } of members) parts[child] = { ...parts[child]!, residual: step.target };
  const steps = members.map(({ step }) => step);
  return { ...joined(steps, joint.guards), label, target: label.kind === "tick" ? terminated : { ...residual, parts } };
}

/** The step of a receiver with the values of the message. */
function received(step: ResidualStep, sent: readonly Expression[]): ResidualStep {
  if (step.label.kind !== "receive") return step;
  const fill = fillInputs(sent);
  return { ...replaceInStep(step, fill), target: replaceInLocals(step.target, fill) };
}

// ---------------------------------------------------------------- calls that wait

/** The arguments of a call that waits for its first step, by the names of their placeholders. */
type Late = Map<string, Pick<Value, "e" | "isBool">>;

/**
 * The first steps of a call that waited. Its arguments are evaluated in the state before the step. They have
 * placeholders until the effect of the step is known.
 */
function callSteps(c: Context, { node, arguments: list }: ResidualOf<"call">): ResidualStep[] {
  const late: Late = new Map();
  const bindings = list.map((argument, k): Binding => {
    if (argument.kind !== "later") return argument;
    const binding = evaluate(c, node.name.text, k, argument.node, argument.env);
    if (binding.kind === "value") return binding;
    const { value: e, base, isBool } = binding.local;
    const name = c.g.freshLocal(base).replace("%", "%arg:");
    late.set(name, { e, isBool });
    return { kind: "local", local: { base, isBool, value: variable(name) } };
  });
  c.expanding++;
  const steps = stepsOf(c, unfoldWith(c, node, bindings));
  c.expanding--;
  // An argument that cannot be evaluated is an error even if it is not used.
  const values = Array.from(late.values(), ({ e }) => e);
  const tests = evaluationGuards(c.g, values);
  return steps.map((step) => {
    const { guards, ...rest } = withArguments(c.g, step, late);
    return { ...rest, guards: [...tests, ...guards] };
  });
}

/** Inserts the arguments, with their values before the data operation. */
function withArguments(g: Globals, step: ResidualStep, late: Late): ResidualStep {
  const direct: Find = (e) => (e.kind === "variable" ? late.get(e.name)?.e : undefined);
  const kept = new Map<string, Statement>();
  const keep: Find = (e) => {
    const found = e.kind === "variable" ? late.get(e.name) : undefined;
    if (e.kind !== "variable" || !found) return undefined;
    const name = e.name.replace("%arg:", "%");
    kept.set(name, { kind: "local", name, type: g.dataType(found.isBool), value: found.e });
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

// ---------------------------------------------------------------- leaves

function leafSteps(c: Context, node: LeafNode, env: Env): ResidualStep[] {
  switch (node.kind) {
    case "prefix":
      return [prefixStep(c, node, env)];
    case "send":
    case "receive":
      return communicate(c, node, env);
    case "assert": {
      const before: Statement[] = [{ kind: "assert", test: lowerTest(c.g, node.test, env), span: c.g.span(node.test) }];
      return [{ ...plain(tau, "assert", skip, node), before }];
    }
    case "if": {
      const test = lowerTest(c.g, node.test, env);
      const then = guarded(plain(tau, "if", activate(c, node.then, env), node.test), test);
      if (node.variant === "ifb") return then;
      const otherwise = node.else ? activate(c, node.else, env) : skip;
      return [...then, ...guarded(plain(tau, "else", otherwise, node.test), not(test))];
    }
    case "case": {
      let none: Expression = yes;
      const steps = node.branches.flatMap(({ test, body }) => {
        const holds = lowerTest(c.g, test, env);
        const first = all([none, holds]);
        none = all([none, not(holds)]);
        return guarded(plain(tau, "case", activate(c, body, env), test), first);
      });
      if (!node.otherwise) return steps;
      return [...steps, ...guarded(plain(tau, "default", activate(c, node.otherwise, env), node), none)];
    }
  }
}

function prefixStep(c: Context, node: ProcessOf<"prefix">, env: Env): ResidualStep {
  const label: Label = eventLabel(c.g, node.event, env);
  const name = label.kind === "event" ? label.key : "tau";
  const before = lowerBlock(c.g, node.block, env);
  const place = node.event.start === node.event.end ? node : node.event;
  const parts = label.kind === "event" ? label.parts.map(({ e }) => e) : [];
  const guards = evaluationGuards(c.g, parts);
  const { fairness: strength } = node.event;
  if (strength && label.kind === "event" && label.open) {
    c.g.refuse("csp/not-constant", "expected an event that is known before the run, found a variable one", node.event);
  }
  const target = alwaysFails(c.g, before) ? stop : activate(c, node.then, env);
  return {
    ...plain(label, name, target, place),
    guards,
    before,
    hasBlock: node.block !== undefined,
    ...(strength && { fair: [{ key: name, strength }] }),
  };
}
