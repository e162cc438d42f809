/**
 * The components of a Promela program (Donaldson and Miller, FM 2005, section 3.1): process instances, channels, and global variables
 * as its section 5.5 adds them; who sends to and receives from which channel, as far as the text tells; and which slots
 * hold pids, channels, or the instance that has the turn.
 *
 * Links are made for names of channels that never change and for parameters that the one `run` of an instance gives such a
 * name. What is sent over channels that a process learns of at run time is no link, and need not be: it follows from the rest.
 */

import type { Component, Components, Control, ControlStep, Link, Reference } from "../../model/components.ts";
import type { Model } from "../../model/model.ts";
import { slotsOf } from "../../model/slots.ts";
import { labelOf } from "./control-label.ts";
import type { Edge } from "./graph.ts";
import { runOf } from "./instances.ts";
import { poolSize } from "./lower-expression.ts";
import type { World } from "./lower-expression.ts";
import type { Expression, Reference as Name } from "./syntax-tree.ts";
import type { ProcessSymbol, Scope, ValueType, VariableSymbol } from "./types.ts";

export function componentsOf(w: World, model: Model, exclusive: string | undefined): Components {
  return new ComponentBuilder(w, model).build(exclusive);
}

class ComponentBuilder {
  readonly #w: World;
  readonly #slotNames: readonly string[];
  readonly #components: Component[] = [];
  readonly #links = new Map<string, Link>();
  readonly #references: Reference[] = [];
  /** The component of a channel by its number. */
  readonly #channels = new Map<number, number>();
  readonly #variables = new Map<VariableSymbol, number>();

  constructor(w: World, model: Model) {
    this.#w = w;
    this.#slotNames = slotsOf(model).slots.map(({ name }) => name);
  }

  build(exclusive: string | undefined): Components {
    const processes = this.#processes();
    this.#channelComponents();
    this.#globals();
    for (const [process, first] of processes) {
      for (let k = 0; k < poolSize(this.#w, process); k++) this.#linksOf(process, k, first + k);
    }
    if (exclusive !== undefined) this.#refer((name) => name === exclusive, "turn");
    return {
      components: this.#components,
      links: [...this.#links.values()],
      references: this.#references,
      controls: this.#controls(),
      objections: [],
    };
  }

  /** Per process, the component of its first instance. */
  #processes(): Map<ProcessSymbol, number> {
    const first = new Map<ProcessSymbol, number>();
    let turn = 1;
    for (const process of this.#w.names.processes) {
      first.set(process, this.#components.length);
      const size = poolSize(this.#w, process);
      const pids = this.#w.instances.pids?.get(process);
      for (let k = 0; k < size; k++) {
        const prefix = `${process.name}[${k}].`;
        this.#components.push({
          name: size === 1 ? process.name : `${process.name}[${k}]`,
          kind: "process",
          type: process.name,
          slots: this.#slots((name) => name.startsWith(prefix)),
          numbers: { turn: turn++, ...(pids?.[k] === undefined ? {} : { pid: pids[k] }) },
        });
      }
      for (const symbol of process.fields) {
        this.#referTo(symbol, (name) => name.startsWith(`${process.name}[`) && fieldIs(name, symbol.place));
      }
    }
    return first;
  }

  #channelComponents(): void {
    for (const { symbol, group, base, count, instances } of this.#w.channels.literals.values()) {
      const type = `${group.capacity} ${JSON.stringify(group.fields)} ${symbol.process?.name ?? ""}`;
      for (let n = base; n < base + count * instances; n++) {
        const queue = `${group.name}[${n}]`;
        this.#channels.set(n, this.#components.length);
        this.#components.push({
          name: count * instances === 1 ? symbol.name : `${symbol.name}[${n - base}]`,
          kind: "channel",
          type,
          slots:
            group.capacity === 0 ? [] : this.#slots((name) => name === `len(${queue})` || name.startsWith(`${queue}[`)),
          numbers: { channel: n },
        });
      }
    }
    for (const group of this.#w.channels.groups) {
      if (group.capacity === 0) continue;
      const cell = new RegExp(`^${escaped(group.name)}\\[\\d+\\]\\[\\d+\\](?:\\.(\\d+))?$`);
      this.#slotNames.forEach((name, slot) => {
        const match = cell.exec(name);
        const field = match ? group.fields[Number(match[1] ?? 0)] : undefined;
        const numbering = field && numberingOf(field);
        if (numbering !== undefined) this.#references.push({ slot, numbering });
      });
    }
  }

  /** Variables that hold a value of their own. */
  #globals(): void {
    for (const symbol of this.#w.names.variables) {
      const slots = this.#slots(
        (name) =>
          name === symbol.place || (/^[[.]/.test(name.slice(symbol.place.length)) && name.startsWith(symbol.place)),
      );
      if (slots.length === 0) continue;
      this.#variables.set(symbol, this.#components.length);
      this.#components.push({
        name: symbol.name,
        kind: "variable",
        type: JSON.stringify([symbol.type, symbol.size ?? 0]),
        slots,
        numbers: {},
      });
      this.#referTo(symbol, (name) => name === symbol.place || name.startsWith(`${symbol.place}[`));
    }
  }

  /** A slot of pids or channels; fields of records are not followed. */
  #referTo({ type }: VariableSymbol, isMeant: (slot: string) => boolean): void {
    const numbering = numberingOf(type);
    if (numbering !== undefined) this.#refer(isMeant, numbering);
  }

  #refer(isMeant: (slot: string) => boolean, numbering: string): void {
    for (const slot of this.#slots(isMeant)) this.#references.push({ slot, numbering });
  }

  #linksOf(process: ProcessSymbol, k: number, self: number): void {
    const graph = this.#w.graphs.get(process)!;
    for (const { element, statement } of edgesOf(graph.points)) {
      if (!statement) continue;
      const { scope } = element;
      if (statement.kind === "send" || statement.kind === "receive") {
        for (const channel of this.#channelsOf(statement.channel, scope, process, k)) {
          this.#link(statement.kind === "send" ? [self, channel] : [channel, self]);
        }
      }
      for (const { symbol, isWritten } of usesOf(statement, scope)) {
        const variable = this.#variables.get(symbol);
        if (variable !== undefined) this.#link(isWritten ? [self, variable] : [variable, self]);
      }
    }
  }

  #controls(): Control[] {
    return [...this.#w.graphs].flatMap(([process, graph]) => {
      if (poolSize(this.#w, process) === 0) return [];
      const place = this.#slots((name) => name.startsWith(`${process.name}[0].`)).findIndex(
        (slot) => this.#slotNames[slot] === `${process.name}[0].pc`,
      );
      const steps = edgesOf(graph.points).map((edge): ControlStep => ({
        from: edge.source.number,
        to: edge.target.number,
        label: labelOf(edge, (symbol) => {
          const literal = this.#w.channels.literals.get(symbol);
          const isOne = literal && !symbol.process && literal.count === 1 && this.#w.channels.isFixed(symbol);
          return isOne ? { numbering: "channel", number: literal.base } : undefined;
        }),
      }));
      return place < 0 ? [] : [{ type: process.name, place, steps }];
    });
  }

  #link([from, to]: readonly [number, number]): void {
    this.#links.set(`${from} ${to}`, { from, to });
  }

  /** The channels that a name stands for in an instance, if the text tells: one, or all of an array. */
  #channelsOf(reference: Name, scope: Scope, process: ProcessSymbol, k: number): number[] {
    const symbol = scope.find(reference.parts[0]!.name.text);
    if (reference.parts.length !== 1 || symbol?.kind !== "variable") return [];
    const { channels, instances } = this.#w;
    const literal = channels.literals.get(symbol);
    if (literal && channels.isFixed(symbol)) {
      const { index } = reference.parts[0]!;
      const first = literal.base + (symbol.process ? k * literal.count : 0);
      const numbers =
        index?.kind === "number" ? [first + index.value] : Array.from({ length: literal.count }, (_, i) => first + i);
      return numbers.flatMap((n) => this.#channels.get(n) ?? []);
    }
    const place = process.parameters.indexOf(symbol);
    if (place < 0) return [];
    for (const [edge, started] of instances.started) {
      const run = runOf(edge)!;
      const target = this.#w.names.global.find(run.process.text);
      if (target !== process || started !== k) continue;
      const value = run.values[place];
      if (value?.kind !== "reference") return [];
      const owner = edge.element.scope.process;
      return owner ? this.#channelsOf(value.reference, edge.element.scope, owner, 0) : [];
    }
    return [];
  }

  #slots(isMeant: (name: string) => boolean): number[] {
    return this.#slotNames.flatMap((name, slot) => (isMeant(name) ? [slot] : []));
  }
}

function edgesOf(points: readonly { readonly edges: readonly Edge[]; readonly escapes: readonly Edge[][] }[]): Edge[] {
  return points.flatMap(({ edges, escapes }) => [...edges, ...escapes.flat()]);
}

/** Which variables a statement reads and writes, by name. */
function usesOf(
  statement: NonNullable<Edge["statement"]>,
  scope: Scope,
): { readonly symbol: VariableSymbol; readonly isWritten: boolean }[] {
  const uses: { symbol: VariableSymbol; isWritten: boolean }[] = [];
  const note = (reference: Name, isWritten: boolean): void => {
    const symbol = scope.find(reference.parts[0]!.name.text);
    if (symbol?.kind === "variable") uses.push({ symbol, isWritten });
    for (const { index } of reference.parts) if (index) read(index);
  };
  const read = (e: Expression): void => {
    if (e.kind === "reference") note(e.reference, false);
    else if (e.kind === "unary") read(e.operand);
    else if (e.kind === "binary") {
      read(e.left);
      read(e.right);
    } else if (e.kind === "conditional") [e.test, e.then, e.else].forEach(read);
    else if (e.kind === "run") e.values.forEach(read);
  };
  switch (statement.kind) {
    case "assign":
      note(statement.target, true);
      read(statement.value);
      break;
    case "count":
      note(statement.target, true);
      note(statement.target, false);
      break;
    case "expression":
      read(statement.expression);
      break;
    case "assert":
      read(statement.test);
      break;
    case "send":
      statement.values.forEach(read);
      break;
    case "receive":
      for (const pattern of statement.pattern) {
        if (pattern.kind === "reference") note(pattern.reference, true);
        else if (pattern.kind === "eval") read(pattern.value);
      }
      break;
    default:
  }
  return uses;
}

function numberingOf(type: ValueType): string | undefined {
  if (type.kind === "chan") return "channel";
  return type.kind === "scalar" && type.basic === "pid" ? "pid" : undefined;
}

/** Whether a slot of a process is this field, or an element of it. */
function fieldIs(slot: string, field: string): boolean {
  const rest = slot.slice(slot.indexOf("].") + 2);
  return rest === field || rest.startsWith(`${field}[`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
