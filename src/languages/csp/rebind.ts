/** Terms and statements with other values for their names. */

import type { Expression, Statement } from "../../model/model.ts";
import { look } from "../../util/limits.ts";
import type { Binding, Env, Local } from "./expression.ts";
import { replace } from "./show.ts";
import type { Argument, Closure, Term } from "./term.ts";

/** The term with every local replaced; a local for which there is nothing is left out. */
export function mapLocals(term: Term, change: (local: Local) => Local | undefined): Term {
  look();
  const inner = (part: Term): Term => mapLocals(part, change);
  const env = (old: Env): Env => mapEnv(old, change);
  const closure = (old: Closure): Closure => ({ node: old.node, env: env(old.env) });
  switch (term.kind) {
    case "stop":
    case "skip":
    case "terminated":
    case "site":
      return term;
    case "leaf":
      return { ...term, env: env(term.env) };
    case "call":
      return { ...term, arguments: term.arguments.map((argument) => mapArgument(argument, change)) };
    case "either":
      return { ...term, parts: term.parts.map(closure) };
    case "guard":
      return { ...term, env: env(term.env), body: inner(term.body) };
    case "choice":
      return { ...term, parts: term.parts.map(inner) };
    case "sequence":
      return { ...term, first: inner(term.first), second: closure(term.second) };
    case "interrupt":
      return { ...term, body: inner(term.body), handler: inner(term.handler) };
    case "hide":
    case "atomic":
      return { ...term, body: inner(term.body) };
    case "parallel":
      return { ...term, parts: term.parts.map((part) => ({ ...part, term: inner(part.term) })) };
  }
}

function mapArgument(argument: Argument, change: (local: Local) => Local | undefined): Argument {
  if (argument.kind === "later") return { ...argument, env: mapEnv(argument.env, change) };
  return argument.kind === "local" ? { kind: "local", local: change(argument.local)! } : argument;
}

/** The term with other values of its locals; those that were the same stay the same. */
export function replaceInLocals(term: Term, find: Find): Term {
  const known = new Map<Local, Local>();
  return mapLocals(term, (local) => {
    const changed = known.get(local) ?? { ...local, value: replace(local.value, find) };
    known.set(local, changed);
    return changed;
  });
}

export function mapEnv(env: Env, change: (local: Local) => Local | undefined): Env {
  let changed = false;
  const result = new Map<string, Binding>();
  for (const [name, binding] of env) {
    if (binding.kind === "value") {
      result.set(name, binding);
      continue;
    }
    const local = change(binding.local);
    changed ||= local !== binding.local;
    if (local) result.set(name, { kind: "local", local });
  }
  return changed ? result : env;
}

type Find = (e: Expression) => Expression | undefined;

export function replaceInStatements(statements: readonly Statement[], find: Find): Statement[] {
  return statements.map((s) => replaceInStatement(s, find));
}

function replaceInStatement(s: Statement, find: Find): Statement {
  look();
  switch (s.kind) {
    case "assign":
      return { ...s, target: replace(s.target, find), value: replace(s.value, find) };
    case "if":
      return {
        ...s,
        test: replace(s.test, find),
        then: replaceInStatements(s.then, find),
        else: replaceInStatements(s.else, find),
      };
    case "for":
      return { ...s, body: replaceInStatements(s.body, find) };
    case "while":
      return { ...s, test: replace(s.test, find), body: replaceInStatements(s.body, find) };
    case "push":
      return { ...s, queue: replace(s.queue, find), value: replace(s.value, find) };
    case "pop":
      return { ...s, queue: replace(s.queue, find) };
    case "assert":
      return { ...s, test: replace(s.test, find) };
    case "local":
      return { ...s, value: replace(s.value, find) };
  }
}
