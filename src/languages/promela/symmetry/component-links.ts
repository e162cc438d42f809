/**
 * The uses of components, as far as the text shows them: the arcs of the static channel diagram.
 *
 * There are links for fixed names of channels and for parameters that get such a name from the one `run` of an
 * instance. Communication over channels that a process learns of at run time is not a link, and need not be: it follows
 * from the rest.
 */

import type { Link } from "../../../hints/program-structure.ts";
import { stepsOf } from "../flow/graph.ts";
import { runOf } from "../flow/instances.ts";
import type { Context } from "../lowering/context.ts";
import { poolSize } from "../lowering/places.ts";
import { constantValue } from "../names/constant.ts";
import type { ProcessSymbol, Scope, VariableSymbol } from "../names/symbols.ts";
import { evaluatedBy, writtenBy } from "../syntax/statement-uses.ts";
import type { Basic, Expression, Reference } from "../syntax/syntax-tree.ts";

/** The components of each kind. */
export interface Parts {
  /** The component of the first instance of each process. The others follow it. */
  readonly processes: Map<ProcessSymbol, number>;
  /** For each process, the pid of each instance, if it is known. */
  readonly pids: Map<ProcessSymbol, readonly (number | undefined)[]>;
  /** The components of channels, by number. */
  readonly channels: Map<number, number>;
  readonly variables: Map<VariableSymbol, number>;
  /** The components of the elements of variables with one component per element. */
  readonly elements: Map<VariableSymbol, Map<number, number>>;
}

export function usesOf(context: Context, parts: Parts): Link[] {
  return context.names.processes.flatMap((process) =>
    Array.from({ length: poolSize(context, process) }, (_, k) =>
      new Instance(context, parts, process, k).links(),
    ).flat(),
  );
}

class Instance {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #process: ProcessSymbol;
  readonly #k: number;
  readonly #links: Link[] = [];

  constructor(context: Context, parts: Parts, process: ProcessSymbol, k: number) {
    this.#context = context;
    this.#parts = parts;
    this.#process = process;
    this.#k = k;
  }

  links(): Link[] {
    const self = this.#parts.processes.get(this.#process)! + this.#k;
    const note = (reference: Reference, scope: Scope, isWritten: boolean): void => {
      for (const variable of this.#variables(reference, scope)) {
        this.#links.push(isWritten ? { from: self, to: variable } : { from: variable, to: self });
      }
    };
    for (const { element, statement } of stepsOf(this.#context.graphs.get(this.#process)!.points)) {
      if (!statement) continue;
      const { scope } = element;
      if (statement.kind === "send" || statement.kind === "receive") {
        for (const channel of this.#channels(statement.channel, scope, this.#process, this.#k)) {
          this.#links.push(statement.kind === "send" ? { from: self, to: channel } : { from: channel, to: self });
        }
      }
      eachUse(statement, (reference, isWritten) => note(reference, scope, isWritten));
    }
    const { provided } = this.#process.definition;
    if (provided) eachRead(provided, (reference) => note(reference, this.#context.names.global, false));
    return this.#links;
  }

  #variables(reference: Reference, scope: Scope): number[] {
    const { name, index } = reference.parts[0]!;
    const symbol = scope.find(name.text);
    if (symbol?.kind !== "variable") return [];
    const elements = this.#parts.elements.get(symbol);
    if (!elements) return [this.#parts.variables.get(symbol) ?? []].flat();
    const at = index ? this.#known(index, scope) : 0;
    return at === undefined ? [...elements.values()] : [elements.get(at) ?? []].flat();
  }

  /** An index that the text determines: a constant, or the pid of the process itself. */
  #known(index: Expression, scope: Scope): number | undefined {
    const pid = this.#parts.pids.get(this.#process)![this.#k];
    return constantValue(index, scope, ({ parts }) => (parts[0]!.name.text === "_pid" ? pid : undefined));
  }

  /** The channels that a name denotes in an instance, if the text determines them: one, or all of an array. */
  #channels(reference: Reference, scope: Scope, process: ProcessSymbol, k: number): number[] {
    const symbol = scope.find(reference.parts[0]!.name.text);
    if (reference.parts.length !== 1 || symbol?.kind !== "variable") return [];
    const { channels, instances } = this.#context;
    const literal = channels.literals.get(symbol);
    if (literal && channels.isFixed(symbol)) {
      const { index } = reference.parts[0]!;
      const first = literal.base + (symbol.process ? k * literal.count : 0);
      const at = index && this.#known(index, scope);
      const numbers = at === undefined ? Array.from({ length: literal.count }, (_, i) => first + i) : [first + at];
      return numbers.flatMap((n) => this.#parts.channels.get(n) ?? []);
    }
    const place = process.parameters.indexOf(symbol);
    if (place < 0) return [];
    for (const [element, started] of instances.started) {
      const run = runOf(element)!;
      if (this.#context.names.global.find(run.process.text) !== process || started !== k) continue;
      const value = run.values[place];
      const owner = element.scope.process;
      if (value?.kind !== "reference" || !owner) return [];
      return new Instance(this.#context, this.#parts, owner, 0).#channels(value.reference, element.scope, owner, 0);
    }
    return [];
  }
}

type Use = (reference: Reference, isWritten: boolean) => void;

function eachUse(s: Basic, note: Use): void {
  const read = (e: Expression): void => eachRead(e, (reference) => note(reference, false));
  for (const reference of writtenBy(s)) {
    note(reference, true);
    if (s.kind === "count") note(reference, false);
    for (const { index } of reference.parts) if (index) read(index);
  }
  evaluatedBy(s).forEach(read);
}

function eachRead(e: Expression, note: (reference: Reference) => void): void {
  switch (e.kind) {
    case "reference":
      note(e.reference);
      for (const { index } of e.reference.parts) if (index) eachRead(index, note);
      return;
    case "unary":
      eachRead(e.operand, note);
      return;
    case "binary":
      eachRead(e.left, note);
      eachRead(e.right, note);
      return;
    case "conditional":
      for (const part of [e.test, e.then, e.else]) eachRead(part, note);
      return;
    case "run":
      for (const value of e.values) eachRead(value, note);
      return;
    default:
  }
}
