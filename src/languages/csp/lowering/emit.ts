/** Converts steps to transitions: conditions on control variables, and assignments. */

import { all, any, equals, integer, local, not, yes } from "../../../model/build.ts";
import type { Expression, Owner, RecordType, Statement, Transition } from "../../../model/model.ts";
import { replace, replaceInStatements } from "../../../model/substitute.ts";
import type { Find } from "../../../model/substitute.ts";
import { rootOf, visitExpression, visitStatements } from "../../../model/traverse.ts";
import { look } from "../../../util/limits.ts";
import { uniqueNames } from "../../unique-names.ts";
import type { Arrival, Location, Site, Unit } from "../composition/explore.ts";
import type { Representation } from "../composition/reach.ts";
import type { Move, SystemStep } from "../composition/system-steps.ts";
import type { Globals } from "../names/globals.ts";
import { showExpression } from "../names/show.ts";
import type { Observer } from "../properties/recorder.ts";
import type { Placement } from "./variables.ts";

/** Adds an assignment, unless a component needs no variable. */
type Assign = (target: Expression | undefined, value: Expression, isBool?: boolean) => void;

export class Emitter {
  readonly #g: Globals;
  readonly #placement: Placement;
  readonly #representations: ReadonlyMap<Unit, Representation>;
  /** The types of messages with several fields, by channel. */
  readonly #messages: ReadonlyMap<string, RecordType>;
  readonly #units: ReadonlyMap<string, Unit>;
  /** Names that no local of a transition may have. */
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

  /** The condition of a step, apart from the priority of other steps. */
  guard(step: SystemStep): Expression {
    const parts = step.at.flatMap(({ unit, locations }) => {
      // If a component has no variable, its parts show whether it is terminated. A step of its own must test one of
      // them.
      const asks = this.#representations.get(unit)!.endsInParts && !step.at.some((other) => other.unit.parent === unit);
      return asks ? [this.#notTerminated(unit)] : this.#at(unit, locations);
    });
    return all([...parts, ...step.guards.map((guard) => this.resolve(guard))]);
  }

  /** The records of observers come first: they are about the state before the step. */
  transition(step: SystemStep, name: string, guard: Expression, observers: readonly Observer[]): Transition {
    look();
    const assignments = new Map<string, Assignment>();
    const assign: Assign = (target, value, isBool = false) => {
      if (target) assignments.set(showExpression(target), { target, value, isBool });
    };
    for (const move of step.moves) this.#move(move, assign);
    const find = this.#find;
    const body = [
      ...replaceInStatements(
        observers.flatMap((observer) => observer.record(step)),
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
      return all(children.flatMap((child) => this.terminated(child) ?? []));
    }
    const value = values.findIndex(
      (v) => v === "terminated" || (typeof v === "object" && v.residual.kind === "terminated"),
    );
    if (value < 0) return undefined;
    const place = this.#placement.control.get(unit);
    return place ? equals(place, value) : yes;
  }

  /** Gives a message the type of its channel. */
  #typed(s: Statement): Statement {
    if (s.kind !== "push" || s.value.kind !== "aggregate") return s;
    return { ...s, value: { ...s.value, type: this.#messages.get(rootOf(s.queue).name)! } };
  }

  /** All components that take part, in the order of the text. */
  #owners({ owners }: SystemStep): Owner[] {
    return [...new Set(owners)]
      .flatMap((unit) => this.#placement.owners.get(unit) ?? [])
      .sort((a, b) => a.order - b.order)
      .map(({ process, indices }) => ({ process, indices: indices.map((value) => integer(value)) }));
  }

  #at(unit: Unit, locations: readonly Location[]): Expression[] {
    const place = this.#placement.control.get(unit);
    if (!place) return [];
    const tests = locations.map((location) => equals(place, this.#valueOf(unit, location)));
    return [any(tests)];
  }

  #notTerminated(unit: Unit): Expression {
    const { values, endsInParts } = this.#representations.get(unit)!;
    const [only] = values;
    if (endsInParts && typeof only === "object") return this.#notTerminated(only.site!.children[0]!);
    return not(this.terminated(unit)!);
  }

  #valueOf(unit: Unit, meaning: Representation["values"][number]): number {
    return Math.max(0, this.#representations.get(unit)!.values.indexOf(meaning));
  }

  // -------------------------------------------------------------- assignments

  #move({ from, arrival }: Move, assign: Assign): void {
    const { unit, location } = arrival;
    const [source] = from;
    if (location.residual.kind === "terminated" && this.#representations.get(unit)!.endsInParts) {
      for (const child of source?.site?.children ?? []) this.#terminate(child, assign);
      return;
    }
    if (from.length !== 1 || source !== location) this.#goTo(unit, location, assign);
    this.#fill(arrival, new Set(from.flatMap(({ live }) => live)), assign);
    for (const site of new Set(from.map((l) => l.site))) if (site && site !== location.site) this.#leave(site, assign);
    const isSame = from.some(({ site }) => site === location.site);
    for (const child of arrival.children ?? []) this.#begin(child, isSame, assign);
  }

  /** Starts a part. If it was running before, it starts again, whatever its state. */
  #begin(arrival: Arrival, again: boolean, assign: Assign): void {
    const { unit, location, children } = arrival;
    this.#goTo(unit, location, assign);
    this.#fill(arrival, new Set(again ? unit.slots.keys() : []), assign);
    if (again) for (const site of unit.sites) if (site !== location.site) this.#leave(site, assign);
    for (const child of children ?? []) this.#begin(child, again, assign);
  }

  #goTo(unit: Unit, location: Representation["values"][number], assign: Assign): void {
    assign(this.#placement.control.get(unit), integer(this.#valueOf(unit, location)));
  }

  /** Sets the data that is needed, and clears data that is no longer needed. */
  #fill({ unit, location, values }: Arrival, old: ReadonlySet<string>, assign: Assign): void {
    for (const slot of location.live) {
      const place = this.#placement.slots.get(unit)?.get(slot)?.place;
      const value = this.resolve(values.get(slot)!);
      if (place && showExpression(place) !== showExpression(value)) assign(place, value, unit.slots.get(slot));
    }
    for (const slot of old) if (!location.live.includes(slot)) this.#clear(unit, slot, assign);
  }

  #clear(unit: Unit, slot: string, assign: Assign): void {
    const found = this.#placement.slots.get(unit)?.get(slot);
    if (found) assign(found.place, found.low, found.low.kind === "boolean");
  }

  #leave(site: Site, assign: Assign): void {
    for (const unit of site.children) {
      if (!this.#representations.has(unit)) continue;
      this.#goTo(unit, "absent", assign);
      for (const slot of unit.slots.keys()) this.#clear(unit, slot, assign);
      for (const inner of unit.sites) this.#leave(inner, assign);
    }
  }

  #terminate(unit: Unit, assign: Assign): void {
    const { values, endsInParts } = this.#representations.get(unit)!;
    for (const slot of unit.slots.keys()) this.#clear(unit, slot, assign);
    const [only] = values;
    if (endsInParts && typeof only === "object") {
      for (const child of only.site!.children) this.#terminate(child, assign);
      return;
    }
    this.#goTo(unit, "terminated", assign);
    for (const site of unit.sites) this.#leave(site, assign);
  }

  // -------------------------------------------------------------- names

  /** The expression with the places of data in place of the marks for them. */
  resolve(e: Expression): Expression {
    return replace(e, this.#find);
  }

  readonly #find: Find = (e) => {
    if (e.kind !== "variable" || !e.name.startsWith("%slot:")) return undefined;
    const [, id, slot] = /^%slot:(\d+):(.*)$/s.exec(e.name)!;
    return this.#placement.slots.get(this.#units.get(id!)!)!.get(slot!)!.place;
  };
}

interface Assignment {
  readonly target: Expression;
  readonly value: Expression;
  readonly isBool: boolean;
}

/** Assignments that all read the state before the step. They use locals if one would overwrite the input of another. */
function simultaneous(g: Globals, assignments: readonly Assignment[]): Statement[] {
  const written = new Set<string>();
  let spoiled = false;
  for (const { target, value } of assignments) {
    visitExpression(value, (e) => void (spoiled ||= written.has(showExpression(e))));
    written.add(showExpression(target));
  }
  if (!spoiled) return assignments.map(({ target, value }) => ({ kind: "assign", target, value }));
  const names = assignments.map(() => g.freshLocal("next"));
  return [
    ...assignments.map(({ value, isBool }, i): Statement => {
      return { kind: "local", name: names[i]!, type: g.dataType(isBool), value };
    }),
    ...assignments.map(({ target }, i): Statement => ({ kind: "assign", target, value: local(names[i]!) })),
  ];
}

/** Gives the locals of a transition their names in the text, numbered if these are taken. */
function renameLocals(taken: readonly string[], body: readonly Statement[]): readonly Statement[] {
  const found: string[] = [];
  visitStatements(body, (s) => void (s.kind === "local" && found.push(s.name)));
  if (found.length === 0) return body;
  const unique = uniqueNames(taken);
  const names = new Map(found.map((name) => [name, unique(name.replace(/^%\d+:/, ""))]));
  return replaceInStatements(body, (e) =>
    e.kind === "local" && names.has(e.name) ? { ...e, name: names.get(e.name)! } : undefined,
  );
}
