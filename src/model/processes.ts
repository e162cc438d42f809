/**
 * The numbered processes of a model: all owners of transitions and their partners.
 *
 * The indices of an owner mention only parameters and constants, so all owners can be listed beforehand. Processes of
 * one name have numbers in the order of their indices, like elements of an array. If indices leave gaps, some numbers
 * belong to no process. `processNumber` is the only formula for these numbers: other code evaluates or compiles the
 * expression that it returns.
 */

import { binary, conditional, equals, integer, no, yes } from "./build.ts";
import { valuesOf } from "./interpret.ts";
import type { Interpreter } from "./interpret.ts";
import type { Expression, Model, Owner, Transition } from "./model.ts";
import { participantsOf, visitExpression } from "./traverse.ts";
import { int, typeOf } from "./typing.ts";
import type { Scope } from "./typing.ts";

export interface Processes {
  /** The names by number; `undefined` for a number that belongs to no process. */
  readonly names: readonly (string | undefined)[];
  /** The families by name and number of indices. */
  readonly families: ReadonlyMap<string, Family>;
}

/** Processes of one name, with numbers `offset + sum of index * stride`. */
export interface Family {
  readonly offset: number;
  readonly strides: readonly number[];
}

/** The most combinations of the parameters of an owner that are listed. */
const choiceLimit = 65_536;

/** The processes; `undefined` if there are too many to list. */
export function processesOf(model: Model, reference: Interpreter): Processes | undefined {
  const found = new Map<string, { readonly process: string; readonly list: (readonly number[])[] }>();
  for (const transition of model.transitions) {
    for (const owner of participantsOf(transition)) {
      const key = familyKey(owner);
      const list = found.get(key)?.list ?? [];
      found.set(key, { process: owner.process, list });
      const choices = choicesOf(owner, transition);
      if (!choices) return undefined;
      for (const choice of choices) list.push(reference.ownerIndices({ transition, choice }, owner));
    }
  }
  const names: (string | undefined)[] = [];
  const families = new Map<string, Family>();
  for (const [key, { process, list }] of found) {
    const ranges = list[0]!.map((_, k) => rangeOf(list, k));
    const strides = ranges.map((_, k) => ranges.slice(k + 1).reduce((product, { size }) => product * size, 1));
    const count = ranges.reduce((product, { size }) => product * size, 1);
    if (count > choiceLimit) return undefined;
    const offset = ranges.reduce((number, { low }, k) => number - low * strides[k]!, names.length);
    families.set(key, { offset, strides });
    names.length += count;
    for (const indices of list) {
      const number = indices.reduce((sum, index, k) => sum + index * strides[k]!, offset);
      names[number] = indices.length === 0 ? process : `${process}[${indices.join(", ")}]`;
    }
  }
  return { names, families };
}

/** The number of the process that takes part in a step of the transition, as an expression over its parameters. */
export function processNumber(
  model: Model,
  { parameters }: Transition,
  owner: Owner,
  processes: Processes,
): Expression {
  const { offset, strides } = processes.families.get(familyKey(owner))!;
  const scope: Scope = {
    constants: new Map(model.constants.map(({ name, type }) => [name, type === "int" ? int : type])),
    variables: new Map(),
    locals: new Map(parameters.map(({ name, type }) => [name, type])),
  };
  const asInteger = (e: Expression): Expression => {
    const type = typeOf(e, scope);
    const values: Expression[] =
      type.kind === "bool"
        ? [no, yes]
        : type.kind === "enum"
          ? type.members.map((name) => ({ kind: "member", type, name }))
          : [];
    if (values.length === 0) return e;
    return values
      .slice(1)
      .reduceRight((rest, value, k) => conditional(equals(e, value), integer(k + 1), rest), integer(0));
  };
  return owner.indices.reduce((sum, index, k) => {
    const value = asInteger(index);
    return binary("+", sum, strides[k] === 1 ? value : binary("*", value, integer(strides[k]!)));
  }, integer(offset));
}

function familyKey({ process, indices }: Owner): string {
  return `${process} ${indices.length}`;
}

function rangeOf(list: readonly (readonly number[])[], k: number): { readonly low: number; readonly size: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const indices of list) {
    low = Math.min(low, indices[k]!);
    high = Math.max(high, indices[k]!);
  }
  return { low, size: high - low + 1 };
}

/** All choices, up to parameters that the owner does not mention. */
function choicesOf(owner: Owner, { parameters }: Transition): number[][][] | undefined {
  const mentioned = new Set<string>();
  for (const index of owner.indices) {
    visitExpression(index, (part) => part.kind === "local" && mentioned.add(part.name));
  }
  let choices: number[][][] = [[]];
  for (const { name, type } of parameters) {
    const values: number[][] = [];
    for (const value of valuesOf(type)) {
      values.push(value);
      if (!mentioned.has(name)) break;
      if (values.length * choices.length > choiceLimit) return undefined;
    }
    choices = choices.flatMap((choice) => values.map((value) => [...choice, value]));
  }
  return choices;
}
