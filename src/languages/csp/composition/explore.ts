/**
 * Components and their control states.
 *
 * A component (`Unit`) is a sequential process, or a process that may contain a parallel composition. Its control
 * states (`Location`) are the residuals it can become, numbered in the order of discovery, which is that of the text.
 * When a parallel composition becomes active, its parts are components of their own. All compositions of the same shape
 * within one component share them, so that equal residuals are equal states however they were reached.
 */

import { variable } from "../../../model/build.ts";
import type { Expression } from "../../../model/model.ts";
import type { Place } from "../../../syntax/source.ts";
import type { Env, Local } from "../names/expression.ts";
import { limits } from "../names/globals.ts";
import { activate } from "../processes/activate.ts";
import type { Context } from "../processes/activate.ts";
import { Namer, keyOf } from "../processes/key.ts";
import { own, tau, tick } from "../processes/label.ts";
import type { Label } from "../processes/label.ts";
import { stepsOf, through } from "../processes/residual-steps.ts";
import { depthOf, isWrapper, mapLocals, skeletonOf, terminated } from "../processes/residual.ts";
import type { Part, Residual, ResidualOf } from "../processes/residual.ts";
import { plain } from "../processes/step.ts";
import type { ResidualStep, Step } from "../processes/step.ts";
import type { ProcessNode } from "../syntax/syntax-tree.ts";

export interface Unit {
  readonly id: number;
  readonly depth: number;
  readonly parent?: Unit | undefined;
  /** The process of the component, and its instance. */
  readonly name: string;
  readonly indices: readonly number[];
  readonly arguments: readonly number[];
  readonly locations: Location[];
  readonly byKey: Map<string, Location>;
  /** The data of the component by name, each with whether it is a truth value. */
  readonly slots: Map<string, boolean>;
  readonly sites: Site[];
}

export interface Site {
  readonly number: number;
  readonly shape: string;
  /** The composition with which it first began. */
  readonly entry: string;
  readonly children: readonly Unit[];
  readonly alphabets: readonly (ReadonlySet<string> | undefined)[];
}

export interface Location {
  readonly unit: Unit;
  readonly number: number;
  readonly skeleton: string;
  readonly residual: Residual;
  /** The slots in use at this location. */
  readonly live: readonly string[];
  /** The active composition, if there is one. */
  readonly site?: Site | undefined;
  /** Steps other than those of the parts of the composition. */
  readonly steps: LocalStep[];
}

export interface LocalStep extends Step {
  readonly arrival: Arrival;
}

/** The target of a component with its data, and those of the parts of a composition that begins. */
export interface Arrival {
  readonly unit: Unit;
  readonly location: Location;
  readonly values: ReadonlyMap<string, Expression>;
  /** Absent if a composition continues, or if there is none. */
  readonly children?: readonly Arrival[] | undefined;
}

/** The name of a slot of a component until variables are assigned. */
export function slotName(unit: Unit, slot: string): string {
  return `%slot:${unit.id}:${slot}`;
}

export class Explorer {
  readonly context: Context;
  readonly units: Unit[] = [];
  readonly #pending: Location[] = [];
  #locations = 0;

  constructor(context: Context) {
    this.context = context;
  }

  /** Explores the whole system and returns its initial arrival. */
  explore(system: ProcessNode, env: Env, name: string): Arrival {
    const root = this.#unit({ name, indices: [], arguments: [] });
    const start = this.arrive(root, activate(this.context, system, env));
    for (let location = this.#pending.shift(); location; location = this.#pending.shift()) this.#expand(location);
    return start;
  }

  /** The location of a residual. A new one is explored later. */
  arrive(unit: Unit, given: Residual): Arrival {
    const { residual, children } = this.#enter(unit, given);
    const namer = new Namer();
    const key = keyOf(this.context, residual, namer);
    const values = new Map(Array.from(namer.names, ([local, name]) => [name, local.value]));
    const location = unit.byKey.get(key) ?? this.#location(unit, key, residual, namer);
    return { unit, location, values, children };
  }

  /** The step of its component for a step of the active composition. */
  around({ residual }: Location, label: Label): ResidualStep {
    return this.#around(residual, plain(label, "", terminated, { start: 0, end: 0 }));
  }

  #around(residual: Residual, step: ResidualStep): ResidualStep {
    if (isWrapper(residual)) return through(this.context, residual, this.#around(residual.body, step));
    return residual.kind === "site" && step.label.kind !== "tick" ? { ...step, target: residual } : step;
  }

  #expand(location: Location): void {
    const { unit, residual } = location;
    for (const { target, ...step } of stepsOf(this.context, residual)) {
      location.steps.push({ ...step, arrival: this.arrive(unit, target) });
    }
    if (!location.site) return;
    for (const label of [tick, tau, own]) this.arrive(unit, this.around(location, label).target);
  }

  /** Gives the parts of an active composition their components. */
  #enter(unit: Unit, residual: Residual): { residual: Residual; children?: readonly Arrival[] | undefined } {
    if (residual.kind === "parallel") {
      const site = this.#site(unit, residual);
      const children = residual.parts.map((part, i) => this.arrive(site.children[i]!, part.residual));
      return { residual: { kind: "site", number: site.number }, children };
    }
    if (!isWrapper(residual)) return { residual };
    const { residual: body, children } = this.#enter(unit, residual.body);
    return { residual: { ...residual, body }, children };
  }

  #site(unit: Unit, composition: ResidualOf<"parallel">): Site {
    const { op, parts } = composition;
    const alphabets = parts.map(({ alphabet }) => alphabet);
    const shape = `${op}${alphabets.map((alphabet) => [...(alphabet ?? [])].sort().join()).join("/")}#${parts.length}`;
    const known = unit.sites.find((site) => site.shape === shape);
    if (known) return known;
    const entry = keyOf(this.context, composition, new Namer());
    const isInside = (part: Unit): boolean => {
      const outer = part.parent?.sites.find((site) => site.children.includes(part));
      return part.parent !== undefined && (outer?.entry === entry || isInside(part.parent));
    };
    if (unit.depth > 40 || isInside(unit)) {
      const message = "expected finitely many processes at once, found a parallel composition that begins itself again";
      this.#refuse(message, composition.node);
    }
    const children = parts.map((part, i) => this.#unit(this.#describe(unit, part, i), unit));
    const site: Site = { number: unit.sites.length, shape, entry, children, alphabets };
    unit.sites.push(site);
    return site;
  }

  /** A part that is not a call has the name of the enclosing process. */
  #describe(unit: Unit, part: Part, i: number): Pick<Unit, "name" | "indices" | "arguments"> {
    const indices = [...unit.indices, ...part.indices];
    const name = part.name ?? (part.indices.length > 0 ? unit.name : `${unit.name}_${i + 1}`);
    return { name, indices, arguments: part.arguments };
  }

  #unit(what: Pick<Unit, "name" | "indices" | "arguments">, parent?: Unit): Unit {
    if (this.units.length >= limits.units) this.#refuse();
    const unit: Unit = {
      ...what,
      id: this.units.length,
      depth: parent ? parent.depth + 1 : 0,
      parent,
      locations: [],
      byKey: new Map(),
      slots: new Map(),
      sites: [],
    };
    this.units.push(unit);
    return unit;
  }

  #location(unit: Unit, key: string, residual: Residual, namer: Namer): Location {
    const tooMany = unit.locations.length >= limits.locations || ++this.#locations > limits.allLocations;
    if (tooMany || depthOf(residual) > limits.depth) this.#refuse();
    const owned = new Map<Local, Local>();
    for (const [local, name] of namer.names) {
      const known = unit.slots.get(name);
      if (known !== undefined && known !== local.isBool) {
        const message = `expected \`${name}\` of \`${unit.name}\` to be a number or a truth value throughout, found both`;
        this.context.g.refuse("csp/type-mismatch", message, this.#lastCall);
      }
      unit.slots.set(name, local.isBool);
      owned.set(local, { ...local, value: variable(slotName(unit, name)) });
    }
    const location: Location = {
      unit,
      number: unit.locations.length,
      skeleton: skeletonOf(residual),
      residual: mapLocals(residual, (local) => owned.get(local)),
      live: [...namer.names.values()],
      site: siteIn(unit, residual),
      steps: [],
    };
    unit.locations.push(location);
    unit.byKey.set(key, location);
    this.#pending.push(location);
    return location;
  }

  get #lastCall(): Place {
    return this.context.lastCall ?? { start: 0, end: 0 };
  }

  #refuse(
    message = "expected at most 10000 control states of a process, found more: is this recursion bounded?",
    place: Place = this.#lastCall,
  ): never {
    throw new TooManyStates(message, place);
  }
}

/** There are more control states than one can list. Parameters may have to become data. */
export class TooManyStates extends Error {
  override readonly name = "TooManyStates";
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

function siteIn(unit: Unit, residual: Residual): Site | undefined {
  if (isWrapper(residual)) return siteIn(unit, residual.body);
  return residual.kind === "site" ? unit.sites[residual.number] : undefined;
}
