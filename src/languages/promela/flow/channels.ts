/**
 * The channels of a model, and the channels that each name can denote.
 *
 * Every channel has a number from 1 on, so that channels can be stored and sent. 0 is no channel. Channels of the same
 * capacity and message type form a group, one array of queues whose indices are the numbers. The analysis of the
 * channels that a variable can hold ignores the order of statements: values flow from name to name by assignments,
 * messages and parameters until nothing changes. A channel name that is never assigned needs no variable.
 */

import type { Names } from "../names/declare.ts";
import { recordCells } from "../names/record-cells.ts";
import type { RecordCell } from "../names/record-cells.ts";
import { scalarsOf } from "../names/record-message.ts";
import { isPredefined, resolve } from "../names/resolve.ts";
import type { ProcessSymbol, Scope, ValueType, VariableSymbol } from "../names/symbols.ts";
import type { ChannelInitializer, Expression, Reference } from "../syntax/syntax-tree.ts";
import type { Flow } from "./flow.ts";
import { runIn } from "./instances.ts";

export interface Group {
  readonly capacity: number;
  readonly fields: readonly ValueType[];
  /** The numbers of its channels, from `low` to `high`. */
  low: number;
  high: number;
  /** The name of the variable, once it has one. */
  name: string;
}

/** The channels of one declaration. A local declaration has them once for each instance. */
export interface Literal {
  readonly symbol: VariableSymbol;
  readonly group: Group;
  /** The number of channels per instance. */
  readonly count: number;
  readonly instances: number;
  /** The number of the first channel. */
  base: number;
  /** The place in a variable of a record type, if it is a field. */
  readonly path?: RecordCell["path"] | undefined;
}

type Key = VariableSymbol | string;

export class Channels {
  readonly groups: Group[] = [];
  readonly literals: Map<VariableSymbol, Literal> = new Map();
  /** The channels of fields, by the variables of record types that have them. */
  readonly fields: Map<VariableSymbol, readonly Literal[]> = new Map();
  readonly #names: Names;
  readonly #holds = new Map<Key, Set<Literal>>();
  readonly #flows: { readonly from: Key; readonly to: Key }[] = [];
  readonly #assigned = new Set<Key>();

  constructor(names: Names, flows: readonly Flow[], instances: (process: ProcessSymbol) => number) {
    this.#names = names;
    const symbols = [...names.variables, ...flows.flatMap(({ process }) => process.fields)];
    for (const symbol of symbols) this.#literal(symbol, instances);
    let next = 1;
    for (const group of this.groups) {
      group.low = next;
      for (const literal of this.all) {
        if (literal.group !== group) continue;
        literal.base = next;
        next += literal.count * literal.instances;
      }
      group.high = next - 1;
    }
    for (const flow of flows) this.#collect(flow);
    this.#spread();
  }

  /** The number of channels. */
  get count(): number {
    return this.groups.at(-1)?.high ?? 0;
  }

  /** All declarations of channels. */
  get all(): readonly Literal[] {
    return [...this.literals.values(), ...[...this.fields.values()].flat()];
  }

  /** The channels that a variable has at first, itself or in its fields. */
  of(symbol: VariableSymbol): readonly Literal[] {
    return [this.literals.get(symbol) ?? [], this.fields.get(symbol) ?? []].flat();
  }

  /** Whether the name is never assigned, so that it denotes its own channels. */
  isFixed(symbol: VariableSymbol): boolean {
    return this.literals.has(symbol) && !this.#assigned.has(symbol);
  }

  /** The channels that a name can denote. */
  candidates(key: Key): ReadonlySet<Literal> {
    return this.#holds.get(key) ?? new Set();
  }

  /** The groups of channels that a reference can denote. Reports an error if it is not a channel. */
  groupsOf(reference: Reference, scope: Scope): Group[] {
    const resolved = resolve(this.#names, reference, scope);
    if (!resolved) return [];
    if (resolved.type.kind !== "chan") {
      const found = reference.parts.at(-1)!.name.text;
      this.#names.report("not-a-channel", `expected a channel, found \`${found}\``, reference.span);
      return [];
    }
    return [...new Set([...this.candidates(resolved.key)].map(({ group }) => group))];
  }

  #literal(symbol: VariableSymbol, instances: (process: ProcessSymbol) => number): void {
    const instanceCount = symbol.process ? Math.max(1, instances(symbol.process)) : 1;
    const { initial, type, size } = symbol;
    if (initial?.kind === "channel") {
      const literal = { symbol, group: this.#group(initial), count: size ?? 1, instances: instanceCount, base: 0 };
      this.literals.set(symbol, literal);
      this.#hold(symbol).add(literal);
    }
    const fields = recordCells(type, size).flatMap(({ field, path, key }): Literal[] => {
      if (!field.channel) return [];
      const literal = { symbol, group: this.#group(field.channel), count: 1, instances: instanceCount, base: 0, path };
      this.#hold(key).add(literal);
      return [literal];
    });
    if (fields.length > 0) this.fields.set(symbol, fields);
  }

  /** The group of channels with this capacity and these messages. */
  #group(initial: ChannelInitializer): Group {
    const capacity = this.#names.constant(initial.capacity, "a capacity") ?? 0;
    const fields = initial.fields.flatMap((field) => scalarsOf(this.#names.fieldType(field)));
    const signature = (group: Pick<Group, "capacity" | "fields">): string =>
      JSON.stringify([group.capacity, group.fields]);
    let group = this.groups.find((known) => signature(known) === signature({ capacity, fields }));
    if (!group) this.groups.push((group = { capacity, fields, low: 0, high: 0, name: "" }));
    return group;
  }

  #hold(key: Key): Set<Literal> {
    let held = this.#holds.get(key);
    if (!held) this.#holds.set(key, (held = new Set()));
    return held;
  }

  #key(reference: Reference, scope: Scope): Key | undefined {
    if (isPredefined(reference)) return undefined;
    const symbol = scope.find(reference.parts[0]!.name.text);
    if (symbol?.kind !== "variable") return undefined;
    const resolved = resolve(this.#names, reference, scope);
    return resolved?.type.kind === "chan" ? resolved.key : undefined;
  }

  #flow(value: Expression, scope: Scope, to: Key): void {
    if (value.kind === "conditional") {
      this.#flow(value.then, scope, to);
      this.#flow(value.else, scope, to);
    } else if (value.kind === "reference") {
      const from = this.#key(value.reference, scope);
      if (from !== undefined) this.#flows.push({ from, to });
    }
  }

  #collect({ process, elements }: Flow): void {
    for (const { statement, scope } of elements) {
      if (!statement) continue;
      const run = runIn(statement);
      if (run) {
        const target = this.#names.global.find(run.process.text);
        if (target?.kind === "process") {
          target.parameters.forEach((parameter, i) => {
            if (parameter.type.kind === "chan" && run.values[i]) this.#flow(run.values[i], scope, parameter);
          });
        }
      }
      if (statement.kind === "assign") {
        const to = this.#key(statement.target, scope);
        if (to !== undefined) {
          this.#assigned.add(to);
          this.#flow(statement.value, scope, to);
        }
      } else if (statement.kind === "send") {
        statement.values.forEach((value, i) => this.#flow(value, scope, `field ${i}`));
      } else if (statement.kind === "receive") {
        statement.pattern.forEach((pattern, i) => {
          if (pattern.kind !== "reference") return;
          const to = this.#key(pattern.reference, scope);
          if (to === undefined) return;
          this.#assigned.add(to);
          this.#flows.push({ from: `field ${i}`, to });
        });
      }
    }
    for (const symbol of [...process.fields, ...this.#names.variables]) {
      if (symbol.type.kind !== "chan" || symbol.initial?.kind !== "value") continue;
      this.#flow(symbol.initial.value, this.#names.scopeOf(process), symbol);
    }
  }

  #spread(): void {
    for (let changed = true; changed;) {
      changed = false;
      for (const { from, to } of this.#flows) {
        const target = this.#hold(to);
        for (const literal of this.candidates(from)) {
          if (target.has(literal)) continue;
          target.add(literal);
          changed = true;
        }
      }
    }
  }
}
