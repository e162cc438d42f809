/**
 * Components and their control states.
 *
 * A component (`Unit`) is a sequential process, or a process in whose place a parallel composition may stand. Its control
 * states (`Location`) are the terms it can become, numbered in the order of discovery, which is that of the text. Where a
 * parallel composition becomes active, the parts are components of their own: all compositions of the same shape within one
 * component share them, so that equal terms are equal states however they were reached.
 */

import type { Expression } from "../../model/model.ts";
import { activate } from "./activate.ts";
import type { Context } from "./activate.ts";
import type { Env, Local } from "./expression.ts";
import { limits } from "./globals.ts";
import { Namer, keyOf, skeletonOf } from "./key.ts";
import { own, tau, tick } from "./label.ts";
import { mapLocals } from "./rebind.ts";
import { Refused } from "./refused.ts";
import { stepsOf, through } from "./step.ts";
import type { Place, ProcessNode } from "./syntax-tree.ts";
import { plain } from "./term-step.ts";
import type { TermStep } from "./term-step.ts";
import { terminated } from "./term.ts";
import type { Part, Term, TermOf } from "./term.ts";

export interface Unit {
  readonly id: number;
  readonly depth: number;
  readonly parent?: Unit | undefined;
  /** The process that is here, and which of its instances. */
  readonly name: string;
  readonly indices: readonly number[];
  readonly arguments: readonly number[];
  readonly locations: Location[];
  readonly byKey: Map<string, Location>;
  /** The data it carries, by name: whether it is a truth value. */
  readonly slots: Map<string, boolean>;
  readonly sites: Site[];
}

export interface Site {
  readonly number: number;
  readonly shape: string;
  /** The composition with which it began first. */
  readonly entry: string;
  readonly children: readonly Unit[];
  readonly alphabets: readonly (ReadonlySet<string> | undefined)[];
}

export interface Location {
  readonly unit: Unit;
  readonly number: number;
  readonly skeleton: string;
  readonly term: Term;
  /** The slots that hold something here. */
  readonly live: readonly string[];
  /** The composition that is active here, if one is. */
  readonly site?: Site | undefined;
  /** Steps other than those of the parts of the composition. */
  readonly steps: LocalStep[];
}

export interface LocalStep extends Omit<TermStep, "target"> {
  readonly arrival: Arrival;
}

/** Where a component gets to, and with which data; for the parts of a composition that begins, too. */
export interface Arrival {
  readonly unit: Unit;
  readonly location: Location;
  readonly values: ReadonlyMap<string, Expression>;
  /** Absent where a composition goes on, or where there is none. */
  readonly children?: readonly Arrival[] | undefined;
}

/** Stands for a slot of a component until variables are assigned. */
export function slotPlaceholder(unit: Unit, slot: string): Expression {
  return { kind: "variable", name: `%slot:${unit.id}:${slot}` };
}

export class Explorer {
  readonly context: Context;
  readonly units: Unit[] = [];
  readonly #pending: Location[] = [];
  #locations = 0;

  constructor(context: Context) {
    this.context = context;
  }

  /** Explores the whole system; returns how it begins. */
  explore(system: ProcessNode, env: Env, name: string): Arrival {
    const root = this.#unit({ name, indices: [], arguments: [] });
    const start = this.arrive(root, activate(this.context, system, env));
    for (let location = this.#pending.shift(); location; location = this.#pending.shift()) this.#expand(location);
    return start;
  }

  /** The location of a term; new ones are explored later. */
  arrive(unit: Unit, term: Term): Arrival {
    const { g } = this.context;
    const found = this.#enter(unit, term);
    const namer = new Namer();
    const key = keyOf(g, found.term, namer);
    const values = new Map<string, Expression>();
    for (const [local, name] of namer.names) values.set(name, local.value);
    const location = unit.byKey.get(key) ?? this.#location(unit, key, found.term, namer);
    return { unit, location, values, children: found.children };
  }

  /** Where a step of the active composition leads its component. */
  after(location: Location, isTick: boolean, label: TermStep["label"]): { term: Term; step: TermStep } {
    const step = this.#through(location.term, plain(isTick ? tick : label, "", terminated, { start: 0, end: 0 }));
    return { term: step.target, step };
  }

  #expand(location: Location): void {
    const { unit, term } = location;
    for (const { target, ...step } of stepsOf(this.context, term)) {
      location.steps.push({ ...step, arrival: this.arrive(unit, target) });
    }
    if (!location.site) return;
    for (const label of [tick, tau, own]) this.arrive(unit, this.after(location, label === tick, label).term);
  }

  #through(term: Term, step: TermStep): TermStep {
    switch (term.kind) {
      case "site":
        return step.label.kind === "tick" ? step : { ...step, target: term };
      case "sequence":
        return through(this.context, term, this.#through(term.first, step));
      case "interrupt":
      case "hide":
      case "atomic":
        return through(this.context, term, this.#through(term.body, step));
      default:
        return step;
    }
  }

  /** Gives the parts of an active composition their components. */
  #enter(unit: Unit, term: Term): { term: Term; children?: Arrival[] } {
    switch (term.kind) {
      case "parallel": {
        const site = this.#site(unit, term);
        const children = term.parts.map((part, i) => this.arrive(site.children[i]!, part.term));
        return { term: { kind: "site", number: site.number }, children };
      }
      case "sequence": {
        const { term: first, ...rest } = this.#enter(unit, term.first);
        return { term: { ...term, first }, ...rest };
      }
      case "interrupt":
      case "hide":
      case "atomic": {
        const { term: body, ...rest } = this.#enter(unit, term.body);
        return { term: { ...term, body }, ...rest };
      }
      default:
        return { term };
    }
  }

  #site(unit: Unit, term: TermOf<"parallel">): Site {
    const alphabets = term.parts.map(({ alphabet }) => alphabet);
    const shape = `${term.op}${alphabets.map((alphabet) => [...(alphabet ?? [])].sort().join()).join("/")}#${term.parts.length}`;
    const known = unit.sites.find((site) => site.shape === shape);
    if (known) return known;
    const entry = keyOf(this.context.g, term, new Namer());
    const isInside = (part: Unit): boolean => {
      const outer = part.parent?.sites.find((site) => site.children.includes(part));
      return part.parent !== undefined && (outer?.entry === entry || isInside(part.parent));
    };
    if (unit.depth > 40 || isInside(unit)) {
      const message = "expected finitely many processes at once, found a parallel composition that begins itself again";
      this.#refuse(term.node, message);
    }
    const children = term.parts.map((part, i) => this.#unit(this.#describe(unit, part, i), unit));
    const site: Site = { number: unit.sites.length, shape, entry, children, alphabets };
    unit.sites.push(site);
    return site;
  }

  /** A part that is no call goes by the name of the process it stands in. */
  #describe(unit: Unit, part: Part, i: number): Pick<Unit, "name" | "indices" | "arguments"> {
    const indices = [...unit.indices, ...part.indices];
    const name = part.name ?? (part.indices.length > 0 ? unit.name : `${unit.name}_${i + 1}`);
    return { name, indices, arguments: part.arguments };
  }

  #unit(what: Pick<Unit, "name" | "indices" | "arguments">, parent?: Unit): Unit {
    if (this.units.length >= limits.units) this.#refuse(this.context.lastCall ?? { start: 0, end: 0 });
    const depth = parent ? parent.depth + 1 : 0;
    const unit: Unit = {
      ...what,
      id: this.units.length,
      depth,
      parent,
      locations: [],
      byKey: new Map(),
      slots: new Map(),
      sites: [],
    };
    this.units.push(unit);
    return unit;
  }

  #location(unit: Unit, key: string, term: Term, namer: Namer): Location {
    const tooMany = unit.locations.length >= limits.locations || ++this.#locations > limits.allLocations;
    if (tooMany || depthOf(term) > limits.depth) {
      this.#refuse(this.context.lastCall ?? { start: 0, end: 0 });
    }
    const owned = new Map<Local, Local>();
    for (const [local, name] of namer.names) {
      const known = unit.slots.get(name);
      if (known !== undefined && known !== local.bool) {
        const message = `expected \`${name}\` of \`${unit.name}\` to be a number or a truth value throughout, found both`;
        this.context.g.report("csp/type-mismatch", message, this.context.lastCall ?? { start: 0, end: 0 });
        throw new Refused();
      }
      unit.slots.set(name, local.bool);
      owned.set(local, { ...local, value: slotPlaceholder(unit, name) });
    }
    const location: Location = {
      unit,
      number: unit.locations.length,
      skeleton: skeletonOf(term),
      term: mapLocals(term, (local) => owned.get(local)),
      live: [...namer.names.values()],
      site: siteIn(unit, term),
      steps: [],
    };
    unit.locations.push(location);
    unit.byKey.set(key, location);
    this.#pending.push(location);
    return location;
  }

  #refuse(
    place: Place,
    message = "expected at most 10000 control states of a process, found more: is this recursion bounded?",
  ): never {
    this.context.g.report("csp/unbounded-recursion", message, place);
    throw new Refused();
  }
}

function siteIn(unit: Unit, term: Term): Site | undefined {
  switch (term.kind) {
    case "site":
      return unit.sites[term.number];
    case "sequence":
      return siteIn(unit, term.first);
    case "interrupt":
    case "hide":
    case "atomic":
      return siteIn(unit, term.body);
    default:
      return undefined;
  }
}

/** How deeply operators nest: what grows without end nests ever deeper. */
function depthOf(term: Term): number {
  switch (term.kind) {
    case "sequence":
      return 1 + depthOf(term.first);
    case "interrupt":
      return 1 + Math.max(depthOf(term.body), depthOf(term.handler));
    case "guard":
    case "hide":
    case "atomic":
      return 1 + depthOf(term.body);
    case "choice":
      return 1 + Math.max(...term.parts.map(depthOf));
    case "parallel":
      return 1 + Math.max(...term.parts.map((part) => depthOf(part.term)));
    default:
      return 0;
  }
}
