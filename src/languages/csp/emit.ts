/** From steps to transitions: conditions on control variables, and what is assigned. */

import { chain } from "../../model/chain.ts";
import type { Expression, Owner, RecordType, Statement, Transition } from "../../model/model.ts";
import { rootOf, visitExpression } from "../../model/traverse.ts";
import { look } from "../../util/limits.ts";
import type { Move, Step } from "./compose.ts";
import type { Arrival, Location, Site, Unit } from "./explore.ts";
import type { Globals } from "./globals.ts";
import type { Representation } from "./reach.ts";
import { replaceInStatements } from "./rebind.ts";
import type { Recorder } from "./recorder.ts";
import { renameLocals } from "./rename-locals.ts";
import { replace, showExpression } from "./show.ts";
import { scalarType } from "./statement.ts";
import type { Placement } from "./variables.ts";

export class Emitter {
  readonly #g: Globals;
  readonly #placement: Placement;
  readonly #representations: ReadonlyMap<Unit, Representation>;
  /** The types of messages with several fields, by channel. */
  readonly #messages: ReadonlyMap<string, RecordType>;
  readonly #units: ReadonlyMap<string, Unit>;
  /** Names that no local of a transition can have. */
  readonly #taken: readonly string[];

  constructor(
    g: Globals,
    placement: Placement,
    representations: ReadonlyMap<Unit, Representation>,
    messages: ReadonlyMap<string, RecordType>,
  ) {
    this.#g = g;
    this.#messages = messages;
    this.#placement = placement;
    this.#representations = representations;
    this.#taken = [...g.symbols.keys(), ...placement.variables.map(({ name }) => name)];
    this.#units = new Map(Array.from(representations.keys(), (unit) => [String(unit.id), unit]));
  }

  /** The condition under which a step can happen, apart from the priority of others. */
  guard(step: Step): Expression {
    const parts = step.at.flatMap(({ unit, locations }) => {
      // The parts say whether a component is terminated that has no variable; a step of its own must ask one of them.
      const asks = this.#representations.get(unit)!.endsInParts && !step.at.some((other) => other.unit.parent === unit);
      return asks ? [this.#notTerminated(unit)] : this.#at(unit, locations);
    });
    return conjunction([...parts, ...step.guards.map((guard) => this.#resolve(guard))]);
  }

  /** What the observers write down comes first: it is about the state before. */
  transition(step: Step, name: string, guard: Expression, observers: readonly Recorder[]): Transition {
    look();
    const assignments = new Map<string, Assignment>();
    const set: Set = (target, value, bool = false) => {
      if (target) assignments.set(showExpression(target), { target, value, bool });
    };
    for (const move of step.moves) this.#move(move, set);
    const find = this.#find;
    const body = [
      ...replaceInStatements(
        observers.map((observer) => observer.record(step.label)),
        find,
      ),
      ...replaceInStatements(step.before, find).map((s) => this.#typed(s)),
      ...simultaneous(this.#g, [...assignments.values()]),
      ...replaceInStatements(step.after, find),
    ];
    const span = this.#g.span(step.place);
    const [owner, ...partners] = this.#owners(step);
    return {
      name,
      parameters: [],
      owner,
      ...(partners.length > 0 && { partners }),
      guard,
      body: renameLocals([...this.#taken, ...observers.map(({ variable }) => variable.name)], body),
      span,
    };
  }

  /** The condition that a component has terminated; absent if it never does. */
  terminated(unit: Unit): Expression | undefined {
    const { values, endsInParts } = this.#representations.get(unit)!;
    if (endsInParts) {
      const [only] = values;
      const children = typeof only === "object" ? (only.site?.children ?? []) : [];
      return conjunction(children.flatMap((child) => this.terminated(child) ?? []));
    }
    const value = values.findIndex(
      (v) => v === "terminated" || (typeof v === "object" && v.term.kind === "terminated"),
    );
    if (value < 0) return undefined;
    const place = this.#placement.control.get(unit);
    return place ? equals(place, value) : { kind: "boolean", value: true };
  }

  /** A message gets the type of its channel. */
  #typed(s: Statement): Statement {
    if (s.kind !== "push" || s.value.kind !== "aggregate") return s;
    return { ...s, value: { ...s.value, type: this.#messages.get(rootOf(s.queue).name)! } };
  }

  /** All components that take part, those that come first in the text first. */
  #owners({ owners }: Step): Owner[] {
    return [...new Set(owners)]
      .flatMap((unit) => this.#placement.owners.get(unit) ?? [])
      .sort((a, b) => a.order - b.order)
      .map(({ process, indices }) => ({ process, indices: indices.map((value) => ({ kind: "integer", value })) }));
  }

  #at(unit: Unit, locations: readonly Location[]): Expression[] {
    const place = this.#placement.control.get(unit);
    if (!place) return [];
    const tests = locations.map((location) => equals(place, this.#valueOf(unit, location)));
    return [chain(tests, (left, right): Expression => ({ kind: "binary", op: "||", left, right }))];
  }

  #notTerminated(unit: Unit): Expression {
    const { values, endsInParts } = this.#representations.get(unit)!;
    const [only] = values;
    if (endsInParts && typeof only === "object") return this.#notTerminated(only.site!.children[0]!);
    return { kind: "unary", op: "!", operand: this.terminated(unit)! };
  }

  #valueOf(unit: Unit, meaning: Representation["values"][number]): number {
    return Math.max(0, this.#representations.get(unit)!.values.indexOf(meaning));
  }

  // -------------------------------------------------------------- assignments

  #move({ from, arrival }: Move, set: Set): void {
    const { unit, location } = arrival;
    const [source] = from;
    if (location.term.kind === "terminated" && this.#representations.get(unit)!.endsInParts) {
      for (const child of source?.site?.children ?? []) this.#terminate(child, set);
      return;
    }
    if (from.length !== 1 || source !== location) this.#goTo(unit, location, set);
    this.#fill(arrival, new Set(from.flatMap(({ live }) => live)), set);
    for (const site of new Set(from.map((l) => l.site))) if (site && site !== location.site) this.#leave(site, set);
    const isSame = from.some(({ site }) => site === location.site);
    for (const child of arrival.children ?? []) this.#begin(child, isSame, set);
  }

  /** A part begins; one that went on before, whatever it was doing, begins again. */
  #begin(arrival: Arrival, again: boolean, set: Set): void {
    const { unit, location, children } = arrival;
    this.#goTo(unit, location, set);
    this.#fill(arrival, new Set(again ? unit.slots.keys() : []), set);
    if (again) for (const site of unit.sites) if (site !== location.site) this.#leave(site, set);
    for (const child of children ?? []) this.#begin(child, again, set);
  }

  #goTo(unit: Unit, location: Representation["values"][number], set: Set): void {
    set(this.#placement.control.get(unit), { kind: "integer", value: this.#valueOf(unit, location) });
  }

  /** Data that is needed gets its value, data that was needed before is cleared. */
  #fill({ unit, location, values }: Arrival, old: ReadonlySet<string>, set: Set): void {
    for (const slot of location.live) {
      const place = this.#placement.slots.get(unit)?.get(slot)?.place;
      const value = this.#resolve(values.get(slot)!);
      if (place && showExpression(place) !== showExpression(value)) set(place, value, unit.slots.get(slot));
    }
    for (const slot of old) if (!location.live.includes(slot)) this.#clear(unit, slot, set);
  }

  #clear(unit: Unit, slot: string, set: Set): void {
    const found = this.#placement.slots.get(unit)?.get(slot);
    if (found) set(found.place, found.low, found.low.kind === "boolean");
  }

  #leave(site: Site, set: Set): void {
    for (const unit of site.children) {
      if (!this.#representations.has(unit)) continue;
      this.#goTo(unit, "absent", set);
      for (const slot of unit.slots.keys()) this.#clear(unit, slot, set);
      for (const inner of unit.sites) this.#leave(inner, set);
    }
  }

  #terminate(unit: Unit, set: Set): void {
    const { values, endsInParts } = this.#representations.get(unit)!;
    for (const slot of unit.slots.keys()) this.#clear(unit, slot, set);
    const [only] = values;
    if (endsInParts && typeof only === "object") {
      for (const child of only.site!.children) this.#terminate(child, set);
      return;
    }
    this.#goTo(unit, "terminated", set);
    for (const site of unit.sites) this.#leave(site, set);
  }

  // -------------------------------------------------------------- names

  #resolve(e: Expression): Expression {
    return replace(e, this.#find);
  }

  readonly #find = (e: Expression): Expression | undefined => {
    if (e.kind !== "variable" || !e.name.startsWith("%slot:")) return undefined;
    const [, id, slot] = /^%slot:(\d+):(.*)$/s.exec(e.name)!;
    return this.#placement.slots.get(this.#units.get(id!)!)!.get(slot!)!.place;
  };
}

type Set_ = (target: Expression | undefined, value: Expression, bool?: boolean) => void;
type Set = Set_;

export function conjunction(parts: readonly Expression[]): Expression {
  if (parts.length === 0) return { kind: "boolean", value: true };
  return chain(parts, (left, right): Expression => ({ kind: "binary", op: "&&", left, right }));
}

function equals(place: Expression, value: number): Expression {
  return { kind: "binary", op: "==", left: place, right: { kind: "integer", value } };
}

interface Assignment {
  readonly target: Expression;
  readonly value: Expression;
  readonly bool: boolean;
}

/** Assignments that all read the state before; through locals where one would spoil another. */
function simultaneous(g: Globals, assignments: readonly Assignment[]): Statement[] {
  const written = assignments.map(({ target }) => showExpression(target));
  const spoiled = assignments.some(({ value }, i) => {
    let found = false;
    visitExpression(value, (e) => {
      const text = showExpression(e);
      found ||= written.indexOf(text) >= 0 && written.indexOf(text) < i;
    });
    return found;
  });
  if (!spoiled) return assignments.map(({ target, value }) => ({ kind: "assign", target, value }));
  const names = assignments.map(() => g.freshLocal("next"));
  return [
    ...assignments.map(({ value, bool }, i): Statement => ({
      kind: "local",
      name: names[i]!,
      type: scalarType(bool),
      value,
    })),
    ...assignments.map(({ target }, i): Statement => ({
      kind: "assign",
      target,
      value: { kind: "local", name: names[i]! },
    })),
  ];
}
