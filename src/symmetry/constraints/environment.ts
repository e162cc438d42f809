/**
 * The meanings of names during the conversion of a transition to static single assignment form. Each slot has its
 * current version, a term that is a constant or a variable. Each local has the terms of its cells.
 */

import type { Type } from "../../model/model.ts";
import type { ProblemTerm } from "./problem-term.ts";

export interface LocalCells {
  readonly type: Type;
  readonly cells: readonly ProblemTerm[];
}

export class Environment {
  /** The current versions of the assigned slots. */
  readonly versions: Map<number, ProblemTerm>;
  private readonly locals: Map<string, LocalCells>;
  private readonly original: (slot: number) => ProblemTerm;

  constructor(
    original: (slot: number) => ProblemTerm,
    versions: Map<number, ProblemTerm> = new Map(),
    locals: Map<string, LocalCells> = new Map(),
  ) {
    this.original = original;
    this.versions = versions;
    this.locals = locals;
  }

  /** A copy for a branch. Assignments in the branch do not affect this environment. */
  branch(): Environment {
    return new Environment(this.original, new Map(this.versions), new Map(this.locals));
  }

  /** The same state without locals, for a predicate, which has its own names. */
  withoutLocals(): Environment {
    return new Environment(this.original, this.versions);
  }

  slot(slot: number): ProblemTerm {
    return this.versions.get(slot) ?? this.original(slot);
  }

  assign(slot: number, term: ProblemTerm): void {
    this.versions.set(slot, term);
  }

  local(name: string): LocalCells | undefined {
    return this.locals.get(name);
  }

  bind(name: string, local: LocalCells): void {
    this.locals.set(name, local);
  }

  unbind(name: string): void {
    this.locals.delete(name);
  }

  get localNames(): Iterable<string> {
    return this.locals.keys();
  }
}
