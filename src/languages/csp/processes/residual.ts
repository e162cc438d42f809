/**
 * The residual of a component: its remaining behavior.
 *
 * PAT compares residuals when it compares states, with one difference: a process name in an active position denotes its
 * body here, so that a component that is about to behave like P is in the same state whether it came from outside or
 * from within. (A call whose arguments read variables denotes itself, as in PAT.) A process after a prefix stays as
 * text, with the values of its names (`Closure`).
 */

import { replace } from "../../../model/substitute.ts";
import type { Find } from "../../../model/substitute.ts";
import { look } from "../../../util/limits.ts";
import { getOrAdd } from "../../../util/numbering.ts";
import type { Binding, Env, Local } from "../names/expression.ts";
import type { ExpressionNode, ParallelSign, ProcessNode, ProcessOf } from "../syntax/syntax-tree.ts";

/** A process of the text that is not active yet. */
export interface Closure {
  readonly node: ProcessNode;
  readonly env: Env;
}

export type LeafNode = ProcessOf<"prefix" | "send" | "receive" | "if" | "case" | "assert">;

export type Residual =
  | { readonly kind: "stop" }
  | { readonly kind: "skip" }
  /** After the termination of everything: does nothing, and is not deadlocked. */
  | { readonly kind: "terminated" }
  | { readonly kind: "leaf"; readonly node: LeafNode; readonly env: Env }
  /** A call with arguments that read variables. They are evaluated with its first step, and not before. */
  | { readonly kind: "call"; readonly node: ProcessOf<"call">; readonly arguments: readonly Argument[] }
  /** Internal choice. */
  | { readonly kind: "either"; readonly parts: readonly Closure[] }
  | {
      readonly kind: "guard";
      readonly test: ExpressionNode;
      readonly negated: boolean;
      readonly env: Env;
      readonly body: Residual;
    }
  /** Only visible events resolve `external` choices. */
  | { readonly kind: "choice"; readonly external: boolean; readonly parts: readonly Residual[] }
  | { readonly kind: "sequence"; readonly body: Residual; readonly second: Closure }
  | { readonly kind: "interrupt"; readonly body: Residual; readonly handler: Residual }
  | { readonly kind: "hide"; readonly body: Residual; readonly hidden: ReadonlySet<string> }
  | { readonly kind: "atomic"; readonly body: Residual }
  | {
      readonly kind: "parallel";
      readonly op: ParallelSign;
      readonly node: ProcessNode;
      readonly parts: readonly Part[];
    }
  /**
   * A parallel composition whose parts have variables of their own. `number` counts the shapes within one component.
   */
  | { readonly kind: "site"; readonly number: number };

/** An argument that reads no variable has its value already. In the others, names of the caller have. */
export type Argument = Binding | { readonly kind: "later"; readonly node: ExpressionNode; readonly env: Env };

export type ResidualOf<K extends Residual["kind"]> = Residual & { readonly kind: K };

/** Operators around an active process: a step of the process is a step of the whole. */
export type Wrapper = ResidualOf<"sequence" | "interrupt" | "hide" | "atomic">;

export interface Part {
  readonly residual: Residual;
  /** The name of the process, if it is a call. */
  readonly name?: string | undefined;
  /** The values of the indices of an indexed composition. */
  readonly indices: readonly number[];
  /** The constant arguments of the call. */
  readonly arguments: readonly number[];
  /** The events that it shares with other parts. */
  readonly alphabet?: ReadonlySet<string> | undefined;
}

export const stop: Residual = { kind: "stop" };
export const skip: Residual = { kind: "skip" };
export const terminated: Residual = { kind: "terminated" };

export function isWrapper(residual: Residual): residual is Wrapper {
  return ["sequence", "interrupt", "hide", "atomic"].includes(residual.kind);
}

/** The residuals directly inside one. */
export function partsOf(residual: Residual): readonly Residual[] {
  switch (residual.kind) {
    case "guard":
    case "sequence":
    case "hide":
    case "atomic":
      return [residual.body];
    case "interrupt":
      return [residual.body, residual.handler];
    case "choice":
      return residual.parts;
    case "parallel":
      return residual.parts.map((part) => part.residual);
    default:
      return [];
  }
}

/** The depth of nesting of operators. A residual that grows without limit becomes ever deeper. */
export function depthOf(residual: Residual): number {
  return partsOf(residual).reduce((depth, part) => Math.max(depth, 1 + depthOf(part)), 0);
}

/** The positions of the parts of a residual in the text. */
export function skeletonOf(residual: Residual): string {
  const inner = partsOf(residual).map(skeletonOf).join();
  switch (residual.kind) {
    case "leaf":
    case "call":
      return `${residual.kind} ${residual.node.id}`;
    case "either":
      return `either ${residual.parts.map(({ node }) => node.id).join()}`;
    case "guard":
      return `[${residual.test.start}](${inner})`;
    case "sequence":
      return `(${inner});${residual.second.node.id}`;
    case "atomic":
      return `atomic (${inner})`;
    case "parallel":
      return `${residual.op}(${inner})`;
    case "site":
      return `site ${residual.number}`;
    default:
      return inner === "" ? residual.kind : `${residual.kind}(${inner})`;
  }
}

// ---------------------------------------------------------------- other values of names

type Change = (local: Local) => Local | undefined;

/** The residual with every local replaced. A local without a replacement is left out. */
export function mapLocals(residual: Residual, change: Change): Residual {
  look();
  const inner = (part: Residual): Residual => mapLocals(part, change);
  const closure = ({ node, env }: Closure): Closure => ({ node, env: mapEnv(env, change) });
  switch (residual.kind) {
    case "stop":
    case "skip":
    case "terminated":
    case "site":
      return residual;
    case "leaf":
      return { ...residual, env: mapEnv(residual.env, change) };
    case "call":
      return { ...residual, arguments: residual.arguments.map((argument) => mapArgument(argument, change)) };
    case "either":
      return { ...residual, parts: residual.parts.map(closure) };
    case "guard":
      return { ...residual, env: mapEnv(residual.env, change), body: inner(residual.body) };
    case "choice":
      return { ...residual, parts: residual.parts.map(inner) };
    case "sequence":
      return { ...residual, body: inner(residual.body), second: closure(residual.second) };
    case "interrupt":
      return { ...residual, body: inner(residual.body), handler: inner(residual.handler) };
    case "hide":
    case "atomic":
      return { ...residual, body: inner(residual.body) };
    case "parallel":
      return { ...residual, parts: residual.parts.map((part) => ({ ...part, residual: inner(part.residual) })) };
  }
}

function mapArgument(argument: Argument, change: Change): Argument {
  if (argument.kind === "later") return { ...argument, env: mapEnv(argument.env, change) };
  return argument.kind === "local" ? { kind: "local", local: change(argument.local)! } : argument;
}

export function mapEnv(env: Env, change: Change): Env {
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

/** The residual with other values of its locals. Equal locals stay equal. */
export function replaceInLocals(residual: Residual, find: Find): Residual {
  const known = new Map<Local, Local>();
  return mapLocals(residual, (local) =>
    getOrAdd(known, local, () => ({ ...local, value: replace(local.value, find) })),
  );
}
