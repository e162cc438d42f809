/**
 * The meanings of the names of a model.
 *
 * Locals of a process become fields of one record, so two locals of the same name in different blocks need different
 * names there: `x`, then `x_2`.
 */

import type { Collector } from "../../../syntax/collector.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import type { Span } from "../../../syntax/source.ts";
import type {
  Declaration,
  Declarator,
  Expression,
  Name,
  ProcessDefinition,
  TypeName,
  Unit,
} from "../syntax/syntax-tree.ts";
import { constantValue } from "./constant.ts";
import { basicType, Scope, wrapped } from "./symbols.ts";
import type { ConstantSymbol, ProcessSymbol, RecordField, ValueType, VariableSymbol } from "./symbols.ts";

/** The greatest size of an array. A larger one does not give a finite-state model that can be checked. */
const largestArray = 65_535;
const mostInstances = 255;

/** Slugs of limitations of ours, while the text may be correct. */
const refusals: ReadonlySet<string> = new Set(["unsupported", "claim-effect", "unknown-pid"]);

/** An unsupported feature in a property. */
export interface Refusal {
  readonly message: string;
  readonly span: Span;
}

export type Attempt<T> =
  | { readonly value: T; readonly refusal?: undefined }
  | { readonly value?: undefined; readonly refusal: Refusal };

export class Names {
  readonly collector: Collector;
  readonly global: Scope = new Scope();
  readonly records: Map<string, ValueType & { kind: "record" }> = new Map();
  readonly constants: ConstantSymbol[] = [];
  readonly variables: VariableSymbol[] = [];
  readonly processes: ProcessSymbol[] = [];
  /** The refusals in the current property, if there is one. */
  #refused: Refusal[] | undefined;

  constructor(collector: Collector) {
    this.collector = collector;
  }

  /** Elaborates one property. A refusal in it concerns nothing else, so it is returned and not reported. */
  attempt<T>(property: () => T): Attempt<T> {
    this.#refused = [];
    const value = property();
    const [refusal] = this.#refused;
    this.#refused = undefined;
    return refusal ? { refusal } : { value };
  }

  report(code: string, message: string, span: Span): void {
    if (this.#refused && refusals.has(code)) this.#refused.push({ message, span });
    else this.collector.reportAt(`promela/${code}`, message, span);
  }

  unknown(name: Name, what: string, candidates: readonly string[]): void {
    const hint = didYouMean(name.text, candidates);
    this.report("unknown-name", `expected ${what}, found \`${name.text}\`${hint}`, name.span);
  }

  /** The process of this name. If there is none, reports an error and returns `undefined`. */
  process(name: Name): ProcessSymbol | undefined {
    const symbol = this.global.find(name.text);
    if (symbol?.kind === "process") return symbol;
    const known = this.processes.map((candidate) => candidate.name);
    this.unknown(name, "a process", known);
    return undefined;
  }

  /** A number that is known before the run. If it is not, reports an error and returns `undefined`. */
  constant(e: Expression, what: string): number | undefined {
    const value = constantValue(e, this.global);
    if (value === undefined) this.report("not-constant", `expected ${what} that is known before the run`, e.span);
    return value;
  }

  declare(units: readonly Unit[]): void {
    let members = 0;
    for (const unit of units) if (unit.kind === "mtype") members += this.#members(unit.members, unit.set, members);
    for (const unit of units) {
      switch (unit.kind) {
        case "typedef":
          this.#typedef(unit.name, unit.fields);
          break;
        case "variable":
          this.declareVariables(unit.declaration, this.global, false);
          break;
        case "proctype":
        case "init":
          this.#process(unit);
          break;
        case "mtype":
        case "never":
        case "ltl":
        case "trace":
        case "unsupported":
      }
    }
    for (const process of this.processes) {
      const scope = this.scopeOf(process);
      for (const declaration of process.definition.parameters) this.declareVariables(declaration, scope, true);
    }
  }

  readonly #scopes = new Map<ProcessSymbol, Scope>();

  /** The scope with the parameters of a process. */
  scopeOf(process: ProcessSymbol): Scope {
    let scope = this.#scopes.get(process);
    if (!scope) this.#scopes.set(process, (scope = new Scope(this.global, process)));
    return scope;
  }

  declareVariables(declaration: Declaration, scope: Scope, isParameter: boolean): VariableSymbol[] {
    return declaration.variables.flatMap((declarator) => {
      const type = this.#type(declaration.type, declarator);
      const size = this.#size(declarator);
      const { process } = scope;
      const { text, span } = declarator.name;
      const symbol: VariableSymbol = {
        kind: "variable",
        name: text,
        place: process ? freshField(process, text) : text,
        type,
        size,
        initial: declarator.initial,
        process,
        isParameter,
        isHidden: declaration.visibility === "hidden",
        isLocal: declaration.visibility === "local",
        span,
      };
      this.#checkInitial(declarator, type);
      if (!scope.add(text, symbol)) {
        this.#duplicate(declarator.name);
        return [];
      }
      (process?.fields ?? this.variables).push(symbol);
      if (isParameter) process!.parameters.push(symbol);
      return [symbol];
    });
  }

  #checkInitial({ initial, name }: Declarator, type: ValueType): void {
    const values = initial?.kind === "value" ? [initial.value] : initial?.kind === "list" ? initial.values : [];
    for (const { kind, span } of values) {
      if (kind !== "run") continue;
      this.report("misplaced-run", "expected a value that starts no process, found `run` in a declaration", span);
    }
    if (initial?.kind === "channel") {
      if (type.kind !== "chan") {
        this.report("not-a-channel", `expected a variable of type \`chan\`, found \`${name.text}\``, name.span);
      }
      const capacity = this.constant(initial.capacity, "a capacity");
      if (capacity !== undefined && (capacity < 0 || capacity > 255)) {
        this.report("bad-capacity", `expected a capacity of 0 to 255, found ${capacity}`, initial.capacity.span);
      }
      for (const field of initial.fields) this.#type(field);
    }
  }

  /** The type of a field of a message. */
  fieldType(type: TypeName): ValueType {
    return this.#type(type);
  }

  #type(type: TypeName, declarator?: Declarator): ValueType {
    if (type.kind !== "record") return basicType(type.kind, declarator);
    const record = this.records.get(type.name!.text);
    if (record) return record;
    this.report("unknown-type", `expected a type, found \`${type.name!.text}\``, type.span);
    return basicType("byte");
  }

  #size({ size }: Declarator): number | undefined {
    if (!size) return undefined;
    const value = this.constant(size, "a size") ?? 1;
    if (value >= 1 && value <= largestArray) return value;
    this.report("bad-size", `expected a size of 1 to ${largestArray}, found ${value}`, size.span);
    return 1;
  }

  /** SPIN numbers the members of each declaration from its last one, starting at 1. */
  #members(members: readonly Name[], set: Name | undefined, before: number): number {
    const offset = set ? 0 : before;
    members.forEach((member, i) => {
      const symbol: ConstantSymbol = { kind: "constant", name: member.text, value: offset + members.length - i };
      if (this.global.add(member.text, symbol)) this.constants.push(symbol);
      else this.#duplicate(member);
    });
    return set ? 0 : members.length;
  }

  #typedef(name: Name, declarations: readonly Declaration[]): void {
    const fields: RecordField[] = [];
    for (const declaration of declarations) {
      for (const declarator of declaration.variables) {
        const { text } = declarator.name;
        if (fields.some((field) => field.name === text)) this.#duplicate(declarator.name, "a field");
        const type = this.#type(declaration.type, declarator);
        this.#checkInitial(declarator, type);
        fields.push({ name: text, type, size: this.#size(declarator), ...this.#initialOfField(declarator, type) });
      }
    }
    this.records.set(name.text, { kind: "record", name: name.text, fields });
  }

  /** A field begins with a constant, whatever variable it belongs to. */
  #initialOfField({ initial }: Declarator, type: ValueType): Pick<RecordField, "values" | "channel"> {
    if (!initial) return {};
    if (initial.kind === "channel") return { channel: initial };
    const given = initial.kind === "value" ? [initial.value] : initial.values;
    const values = given.map((each) => this.constant(each, "an initial value of a field") ?? 0);
    return { values: type.kind === "scalar" ? values.map((each) => wrapped(each, type.low, type.high)) : values };
  }

  #duplicate({ text, span }: Name, what = "declared"): void {
    this.report("duplicate-name", `expected a new name, found \`${text}\`, which is ${what} already`, span);
  }

  #process(definition: ProcessDefinition): void {
    const { active, name, kind } = definition;
    const count = kind === "init" ? 1 : active ? (this.constant(active, "a number of processes") ?? 1) : 0;
    if (count < 0 || count > mostInstances) {
      this.report("bad-count", `expected 0 to ${mostInstances} processes, found ${count}`, active!.span);
    }
    const symbol: ProcessSymbol = {
      kind: "process",
      name: name.text,
      definition,
      active: count,
      fields: [],
      parameters: [],
    };
    if (this.global.add(name.text, symbol)) this.processes.push(symbol);
    else this.#duplicate(name);
  }
}

function freshField(process: ProcessSymbol, name: string): string {
  const taken = (place: string): boolean =>
    place === "pc" || place === "pid" || process.fields.some((field) => field.place === place);
  let place = name;
  for (let k = 2; taken(place); k++) place = `${name}_${k}`;
  return place;
}
