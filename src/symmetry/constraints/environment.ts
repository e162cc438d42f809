/**
 * What names stand for while a transition is turned into static single assignment form: each slot has its current version,
 * a term that is a constant or a variable; each local has the terms of its cells.
 */

import type { Type } from "../../model/model.ts";
import type { ProblemTerm } from "./problem-term.ts";

export interface LocalCells {
  readonly type: Type;
  readonly cells: readonly ProblemTerm[];
}

export class Environment {
  /** The slots that were assigned to. */
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

  /** For a branch: what is assigned there is unknown here. */
  branch(): Environment {
    return new Environment(this.original, new Map(this.versions), new Map(this.locals));
  }

  /** The same state without locals, for a predicate: its names are its own. */
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
