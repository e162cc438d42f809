/** Gives meanings to the names that constants and types declare. */

import type { Collector } from "../../../syntax/collector.ts";
import type { Name } from "../../../syntax/cursor.ts";
import type { Definitions } from "../../../syntax/definitions.ts";
import { attempt, Refused } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import type { BindingNode, DeclarationNode, TypeNode } from "../syntax/syntax-tree.ts";
import { constantNumber, constantValue } from "./constant.ts";
import { booleanType, boundsOf, Cell, isSimple, showType } from "./murphi-type.ts";
import type { EnumType, Field, MurphiType, ScalarsetType, SimpleType } from "./murphi-type.ts";
import type { Scope } from "./scope.ts";

/** The most elements of a scalarset, and of an array. */
const mostElements = 65_536;
const mostPlaces = 1_000_000;
const mostInMultiset = 255;
const most = 2 ** 31 - 1;

/** The number of simple values in a value of the type; a multiset counts as one. */
function placesOf(type: MurphiType): number {
  if (type.kind === "record") return type.fields.reduce((sum, field) => sum + placesOf(field.type), 0);
  if (type.kind !== "array") return 1;
  const { low, high } = boundsOf(type.index);
  return (high - low + 1) * placesOf(type.element);
}

function declaredNames(node: DeclarationNode): readonly Name[] {
  if (node.kind === "var") return node.variable.names;
  return node.kind === "type" ? node.names : node.bindings.map(({ name }) => name);
}

export class Declarer {
  readonly #collector: Collector;
  readonly #definitions: Definitions;
  /** The scalarsets of the text, in order. */
  readonly scalarsets: ScalarsetType[] = [];
  /** The first number for the next part of a union. */
  #nextOfUnions = 0;
  readonly #inUnions = new Set<EnumType | ScalarsetType>();

  constructor(collector: Collector, definitions: Definitions) {
    this.#collector = collector;
    this.#definitions = definitions;
  }

  /** Declares constants and types, and hands variables to `variable`. */
  declare(
    nodes: readonly DeclarationNode[],
    scope: Scope,
    variable: (node: DeclarationNode & { kind: "var" }) => void,
    isGlobal = false,
  ): void {
    for (const node of nodes) {
      let isDone = false;
      attempt(() => {
        if (node.kind === "var") variable(node);
        else if (node.kind === "const") for (const binding of node.bindings) this.#constant(binding, scope, isGlobal);
        else {
          const type = this.type(node.type, scope, node.names[0]!.text);
          for (const name of node.names) scope.declare(name, { kind: "type", type });
        }
        isDone = true;
      });
      if (!isDone) for (const { text } of declaredNames(node)) scope.refuse(text);
    }
  }

  #constant({ name, value }: BindingNode, scope: Scope, isGlobal: boolean): void {
    const known = constantValue(value, scope, this.#collector);
    const given =
      isGlobal && this.#definitions.get(name.text) !== undefined ? this.#definitions.scalar(name.text) : undefined;
    if (given && given.isBoolean !== (known.type.kind === "boolean")) {
      this.#definitions.refuse(name.text, known.type.kind === "boolean" ? "`true` or `false`" : "a number");
    }
    if (!given) scope.declare(name, { kind: "constant", ...known });
    else {
      const type: SimpleType = given.isBoolean ? booleanType : { kind: "range", low: given.value, high: given.value };
      scope.declare(name, { kind: "constant", type, value: given.value });
    }
  }

  /** `name` is that of the declared type. Gives up with a report if it is no type. */
  type(node: TypeNode, scope: Scope, name?: string): MurphiType {
    switch (node.kind) {
      case "typeName":
        return scope.get(node.name.text, node.span, "a type", "type").type;
      case "boolean":
        return booleanType;
      case "range": {
        const low = constantNumber(node.low, scope, this.#collector, 1 - most, most);
        const high = constantNumber(node.high, scope, this.#collector, 1 - most, most);
        if (low > high) {
          this.#refuse("empty-type", `expected a range that is not empty, found ${low}..${high}`, node.span);
        }
        return { kind: "range", low, high };
      }
      case "enum":
        return this.#enumeration(node, scope, name);
      case "scalarset": {
        const size = constantNumber(node.size, scope, this.#collector, 1, mostElements);
        const type: ScalarsetType = { kind: "scalarset", name, size, span: node.span, first: 0 };
        this.scalarsets.push(type);
        return type;
      }
      case "union":
        return this.#union(node, scope);
      case "record": {
        const fields: Field[] = [];
        for (const { names, type: fieldNode } of node.fields) {
          const type = this.type(fieldNode, scope);
          for (const { text, span } of names) {
            if (fields.some((field) => field.name === text)) {
              this.#refuse("duplicate-name", `expected a new name, found \`${text}\` again`, span);
            }
            fields.push({ name: text, type, cell: new Cell() });
          }
        }
        if (fields.length === 0) this.#refuse("empty-type", "expected a record with a field, found none", node.span);
        return { kind: "record", fields };
      }
      case "array": {
        const index = this.simple(node.index, scope, "indices");
        const { low, high } = boundsOf(index);
        if (high - low >= mostElements) {
          const message = `expected an array of at most ${mostElements} elements, found ${high - low + 1}`;
          this.#refuse("array-too-large", message, node.span);
        }
        const type: MurphiType = { kind: "array", index, element: this.type(node.element, scope), cell: new Cell() };
        if (placesOf(type) > mostPlaces) {
          const message = `expected an array of at most ${mostPlaces} simple values, found more`;
          this.#refuse("array-too-large", message, node.span);
        }
        return type;
      }
      case "multiset": {
        const capacity = constantNumber(node.size, scope, this.#collector, 1, mostInMultiset);
        const element = this.type(node.element, scope);
        return { kind: "multiset", capacity, element, cell: new Cell(), span: node.span };
      }
    }
  }

  /** A simple type. `purpose` continues "expected a simple type for ...". */
  simple(node: TypeNode, scope: Scope, purpose: string): SimpleType {
    const type = this.type(node, scope);
    if (isSimple(type)) return type;
    return this.#refuse("type-mismatch", `expected a simple type for ${purpose}, found ${showType(type)}`, node.span);
  }

  #enumeration(node: TypeNode & { kind: "enum" }, scope: Scope, name: string | undefined): EnumType {
    const members = node.members.map(({ text }) => text);
    if (members.length === 0) {
      this.#refuse("empty-type", "expected an enumeration with a member, found none", node.span);
    }
    const type: EnumType = { kind: "enum", name, members, first: 0 };
    node.members.forEach((member, index) => scope.declare(member, { kind: "member", type, index }));
    return type;
  }

  #union(node: TypeNode & { kind: "union" }, scope: Scope): MurphiType {
    const parts: (EnumType | ScalarsetType)[] = [];
    for (const member of node.members) {
      const type = this.type(member, scope);
      const list = type.kind === "union" ? type.parts : [type];
      for (const part of list) {
        if (part.kind !== "enum" && part.kind !== "scalarset") {
          const message = `expected scalarsets and enumerations in a union, found ${showType(part)}`;
          this.#refuse("type-mismatch", message, member.span);
        } else if (!parts.includes(part)) parts.push(part);
      }
    }
    if (parts.length === 0) this.#refuse("empty-type", "expected a union of some type, found none", node.span);
    for (const part of parts) {
      if (this.#inUnions.has(part)) continue;
      this.#inUnions.add(part);
      part.first = this.#nextOfUnions;
      this.#nextOfUnions = boundsOf(part).high + 1;
    }
    return { kind: "union", parts: parts.sort((a, b) => a.first - b.first) };
  }

  #refuse(slug: string, message: string, span: Span): never {
    this.#collector.reportAt(`murphi/${slug}`, message, span);
    throw new Refused();
  }
}
