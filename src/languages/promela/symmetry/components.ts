/**
 * The components of a Promela program (Donaldson and Miller, FM 2005, section 3.1): process instances, channels, and
 * global variables as in its section 5.5; and the slots that hold pids, channels, or the instance that has the turn.
 *
 * An array that is indexed by pids is not one variable but one for each pid: an element is mapped with its process, and
 * if the array is local, with its owner as well. Local channels are mapped with their owner, too.
 */

import type {
  Component,
  Condition,
  Control,
  ControlStep,
  Link,
  ProgramStructure,
  Reference,
} from "../../../hints/program-structure.ts";
import { facts } from "../../../model/facts.ts";
import type { Model } from "../../../model/model.ts";
import { uniqueNames } from "../../unique-names.ts";
import type { Literal } from "../flow/channels.ts";
import { edgesOf } from "../flow/graph.ts";
import type { Context } from "../lowering/context.ts";
import { poolSize } from "../lowering/places.ts";
import type { StartUp } from "../lowering/start-up.ts";
import { pathText } from "../names/record-cells.ts";
import type { ProcessSymbol, ValueType, VariableSymbol } from "../names/symbols.ts";
import { usesOf } from "./component-links.ts";
import type { Parts } from "./component-links.ts";
import { Labels } from "./control-label.ts";
import { Kinds } from "./kinds.ts";
import type { Key } from "./kinds.ts";

/** `startUp` is the transition with which the program begins, if it has one. */
export function componentsOf(context: Context, model: Model, startUp: StartUp | undefined): ProgramStructure {
  return new ComponentBuilder(context, model, startUp).build();
}

class ComponentBuilder {
  readonly #context: Context;
  readonly #model: Model;
  readonly #startUp: StartUp | undefined;
  readonly #kinds: Kinds;
  readonly #slotNames: readonly string[];
  readonly #slotOf: ReadonlyMap<string, number>;
  readonly #components: Component[] = [];
  readonly #links = new Map<string, Link>();
  readonly #references: Reference[] = [];
  readonly #parts: Parts = {
    processes: new Map(),
    pids: new Map(),
    channels: new Map(),
    variables: new Map(),
    elements: new Map(),
  };
  /** The component of a process by its pid. */
  readonly #byPid = new Map<number, number>();
  /** Channels of different processes may have the same name in the text. */
  readonly #unique = uniqueNames();

  constructor(context: Context, model: Model, startUp: StartUp | undefined) {
    this.#context = context;
    this.#model = model;
    this.#startUp = startUp;
    this.#kinds = new Kinds(context, startUp?.elements ?? new Set());
    this.#slotNames = facts(model).slots.map(({ name }) => name);
    this.#slotOf = new Map(this.#slotNames.map((name, slot) => [name, slot]));
  }

  build(): ProgramStructure {
    const { exclusive, last } = this.#context;
    this.#knowPids();
    this.#processes();
    this.#channels();
    this.#globals();
    for (const process of this.#context.names.processes) {
      for (const symbol of process.fields) this.#locals(process, symbol);
    }
    for (const link of usesOf(this.#context, this.#parts)) this.#link(link);
    if (exclusive !== undefined) this.#refer(exclusive, "turn");
    if (last !== undefined) this.#refer(last, "pid");
    return {
      components: this.#components,
      links: [...this.#links.values()],
      references: this.#references,
      controls: this.#controls(),
      conditions: this.#conditions(),
      objections: this.#kinds.objections(),
    };
  }

  /** Pids that never change, or that belong to processes that exist from the beginning. */
  #knowPids(): void {
    let [firstPid, first] = [0, 0];
    for (const process of this.#context.names.processes) {
      const known = this.#context.instances.pids?.get(process);
      const start = firstPid;
      const pids = Array.from({ length: poolSize(this.#context, process) }, (_, k) => {
        if (known) return known[k];
        if (!this.#startUp) return k < process.active ? start + k : undefined;
        const value = (name: string): number =>
          this.#startUp!.state[this.#slotOf.get(`${process.name}[${k}].${name}`)!]!;
        return value("pc") > 0 ? value("pid") : undefined;
      });
      this.#parts.pids.set(process, pids);
      pids.forEach((pid, k) => pid !== undefined && this.#byPid.set(pid, first + k));
      first += pids.length;
      firstPid += process.active;
    }
  }

  #processes(): void {
    let turn = 1;
    for (const process of this.#context.names.processes) {
      this.#parts.processes.set(process, this.#components.length);
      const size = poolSize(this.#context, process);
      const pids = this.#parts.pids.get(process)!;
      const apart = process.fields.filter((symbol) => this.#isIndexedByPid(symbol));
      for (let k = 0; k < size; k++) {
        const place = `${process.name}[${k}]`;
        const elements = new Set(apart.flatMap((symbol) => this.#within(`${place}.${symbol.place}`)));
        const pid = pids[k];
        this.#components.push({
          name: this.#unique(size === 1 ? process.name : `${process.name}[${k}]`),
          kind: "process",
          type: process.name,
          // A new process takes the first free instance.
          rank: pid === undefined ? k : undefined,
          slots: this.#within(place).filter((slot) => !elements.has(slot)),
          numbers: { turn: turn++, ...(pid === undefined ? {} : { pid }) },
        });
        // A field of its own, if not all pids are known.
        if (pid !== undefined) this.#refer(`${place}.pid`, "pid");
      }
    }
  }

  #channels(): void {
    for (const literal of this.#context.channels.all) {
      const { symbol, group, base, count, instances, path } = literal;
      const name = `${symbol.name}${path ? pathText(path) : ""}`;
      const type = `${group.capacity} ${JSON.stringify(group.fields)} ${symbol.process?.name ?? ""}`;
      const first = symbol.process && this.#parts.processes.get(symbol.process)!;
      for (let n = base; n < base + count * instances; n++) {
        const queue = `${group.name}[${n}]`;
        const self = this.#components.length;
        this.#parts.channels.set(n, self);
        this.#components.push({
          name: this.#unique(count * instances === 1 ? name : `${name}[${n - base}]`),
          kind: "channel",
          type,
          slots: group.capacity === 0 ? [] : [...this.#within(`len(${queue})`), ...this.#within(queue)],
          numbers: { channel: n },
        });
        this.#messages(literal, queue);
        const owner = first === undefined ? undefined : first + Math.floor((n - base) / count);
        if (owner !== undefined) this.#link({ from: self, to: owner, tie: "owner" });
        if (this.#isIndexedByPid(symbol)) this.#tieToPid(self, path ? Number(path[0]) : (n - base) % count);
      }
    }
  }

  /** The cells of a queue that hold pids or channels. */
  #messages(literal: Literal, queue: string): void {
    const { capacity, fields } = literal.group;
    fields.forEach((_, k) => {
      const kind = this.#kinds.ofField(literal, k);
      if (!kind) return;
      for (let cell = 0; cell < capacity; cell++) {
        this.#refer(`${queue}[${cell}]${fields.length === 1 ? "" : `.${k}`}`, kind);
      }
    });
  }

  /** The global variables with a slot. */
  #globals(): void {
    for (const symbol of this.#context.names.variables) {
      const { name, place, type, size } = symbol;
      this.#referTo(symbol, type, size, place);
      if (this.#isIndexedByPid(symbol)) {
        this.#elements(symbol, place, name, undefined);
        continue;
      }
      const slots = this.#within(place);
      if (slots.length === 0) continue;
      const number = this.#components.length;
      this.#parts.variables.set(symbol, number);
      this.#components.push({
        name: this.#unique(name),
        kind: "variable",
        type: JSON.stringify([type, size ?? 0]),
        slots,
        numbers: { variable: number },
      });
    }
  }

  #locals(process: ProcessSymbol, symbol: VariableSymbol): void {
    const first = this.#parts.processes.get(process)!;
    for (let k = 0; k < poolSize(this.#context, process); k++) {
      const place = `${process.name}[${k}].${symbol.place}`;
      this.#referTo(symbol, symbol.type, symbol.size, place);
      if (!this.#isIndexedByPid(symbol)) continue;
      this.#elements(symbol, place, `${this.#components[first + k]!.name}.${symbol.name}`, first + k);
    }
  }

  /** The elements of an array, one component each. */
  #elements(symbol: VariableSymbol, place: string, name: string, owner: number | undefined): void {
    const elements = new Map<number, number>();
    if (owner === undefined) this.#parts.elements.set(symbol, elements);
    for (let i = 0; i < symbol.size!; i++) {
      const element = `${place}[${i}]`;
      const slots = this.#within(element);
      if (slots.length === 0) continue;
      const self = this.#components.length;
      const isPid = this.#byPid.has(i);
      const type = `${symbol.process?.name ?? ""}.${symbol.place}[${isPid ? "" : i}]`;
      this.#components.push({ name: this.#unique(`${name}[${i}]`), kind: "variable", type, slots, numbers: {} });
      this.#tieToPid(self, i);
      if (owner !== undefined) this.#link({ from: self, to: owner, tie: "owner" });
      else elements.set(i, self);
    }
  }

  #isIndexedByPid(symbol: VariableSymbol): boolean {
    return symbol.size !== undefined && this.#kinds.ofIndex(symbol) === "pid";
  }

  #tieToPid(from: number, pid: number): void {
    const to = this.#byPid.get(pid);
    if (to !== undefined) this.#link({ from, to, tie: "index" });
  }

  /** The slots of a variable that hold pids or channels, including fields of records. */
  #referTo(key: Key, type: ValueType, size: number | undefined, place: string): void {
    if (size !== undefined) {
      for (let i = 0; i < size; i++) this.#referTo(key, type, undefined, `${place}[${i}]`);
    } else if (type.kind === "record") {
      for (const each of type.fields) {
        this.#referTo(`${type.name}.${each.name}`, each.type, each.size, `${place}.${each.name}`);
      }
    } else {
      const kind = this.#kinds.of(key);
      if (kind) this.#refer(place, kind);
    }
  }

  #refer(place: string, numbering: string): void {
    const slot = this.#slotOf.get(place);
    if (slot !== undefined) this.#references.push({ slot, numbering });
  }

  #labels(): Labels {
    const { instances, channels, names } = this.#context;
    return new Labels({
      kinds: this.#kinds,
      channelOf: (symbol) => {
        const literal = channels.literals.get(symbol);
        const isOne = literal && !symbol.process && literal.count === 1 && channels.isFixed(symbol);
        return isOne ? { numbering: "channel", number: literal.base } : undefined;
      },
      variableOf: (symbol) => {
        const number = this.#parts.variables.get(symbol);
        return number === undefined ? undefined : { numbering: "variable", number };
      },
      startedBy: (edge, process) => {
        const symbol = names.global.find(process);
        const instance = instances.started.get(edge.element);
        if (symbol?.kind !== "process" || instance === undefined) return undefined;
        const { numbers } = this.#components[this.#parts.processes.get(symbol)! + instance]!;
        return { numbering: "turn", number: numbers["turn"]! };
      },
    });
  }

  #controls(): Control[] {
    const labels = this.#labels();
    return [...this.#context.graphs].flatMap(([process, graph]) => {
      if (poolSize(this.#context, process) === 0) return [];
      const { slots } = this.#components[this.#parts.processes.get(process)!]!;
      const place = slots.findIndex((slot) => this.#slotNames[slot] === `${process.name}[0].pc`);
      if (place < 0) return [];
      const edges = edgesOf(graph).filter(({ element }) => !this.#startUp?.elements.has(element));
      const steps = edges.map((edge): ControlStep => ({
        from: edge.source.number,
        to: this.#context.endsAtOnce && edge.target === graph.end ? 0 : edge.target.number,
        label: labels.step(edge),
      }));
      const marks = new Map<number, string>();
      for (const point of graph.points) {
        const { inside, labels: names } = point.element;
        const special = names.filter((name) => /^(?:end|accept|progress)/.test(name)).map((name) => name.slice(0, 3));
        const mark = [inside ?? "", point === graph.end ? "the end" : "", ...special].join(" ").trim();
        if (mark !== "") marks.set(point.number, mark);
      }
      return [{ type: process.name, place, steps, marks }];
    });
  }

  #conditions(): Condition[] {
    const labels = this.#labels();
    const { names } = this.#context;
    const provided = names.processes.flatMap(({ name, definition }): Condition[] =>
      definition.provided
        ? [{ label: [name, "provided", ...labels.expression(definition.provided, names.global)] }]
        : [],
    );
    const formulas = this.#context.units.filter((unit) => unit.kind === "ltl");
    const properties = this.#model.properties.filter(({ kind }) => kind === "ltl");
    return [
      ...provided,
      ...formulas.map((unit, i) => ({
        label: labels.expression(unit.formula, names.global),
        property: properties[i]!.name,
      })),
      ...this.#claimConditions(labels),
    ];
  }

  /** The steps of claims. */
  #claimConditions(labels: Labels): Condition[] {
    const properties = this.#model.properties.filter(({ kind }) => kind === "never");
    return [...this.#context.claims.values()].flatMap((graph, i) =>
      edgesOf(graph).map((edge) => ({
        label: [`from ${edge.source.number} to ${edge.target.number}`, ...labels.step(edge)],
        property: properties[i]!.name,
      })),
    );
  }

  #link(link: Link): void {
    this.#links.set(`${link.from} ${link.to} ${link.tie ?? ""}`, link);
  }

  /** The slots of a place and of all its parts. */
  #within(place: string): number[] {
    return this.#slotNames.flatMap((name, slot) =>
      name.startsWith(place) && /^(?:$|[[.])/.test(name.slice(place.length)) ? [slot] : [],
    );
  }
}
