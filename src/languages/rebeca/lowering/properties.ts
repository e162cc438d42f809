/**
 * Properties: named conditions on states, assertions that hold in all states, and formulas of linear temporal logic.
 */

import {
  binary,
  binaryFormula,
  boolean,
  conditional,
  element,
  field,
  integer,
  not,
  stateFormula,
  unaryFormula,
  variable,
} from "../../../model/build.ts";
import type { Expression, Ltl, LtlBinary, LtlUnary, Predicate, Property } from "../../../model/model.ts";
import { didYouMean } from "../../../syntax/nearest-name.ts";
import { Refused, Unsupported } from "../../../syntax/refused.ts";
import type { Span } from "../../../syntax/source.ts";
import { nodesIn } from "../../../syntax/tree.ts";
import { counted, reference } from "../actors/actor-system.ts";
import type { ActorSystem } from "../actors/actor-system.ts";
import { anyRebec, booleanType, intType, showType } from "../names/symbols.ts";
import type { RebecaType } from "../names/symbols.ts";
import type { ExpressionNode, ExpressionOf, PropertyNode } from "../syntax/syntax-tree.ts";
import { constantBinding, tableBinding } from "./body.ts";
import type { Value } from "./body.ts";
import { operate } from "./operate.ts";

/** The property that some rebec has a message. */
const deadlockName = "deadlock";
const reserved = new Set([deadlockName, "assertions", "ranges", "none"]);

const temporal: Readonly<Record<string, LtlUnary | LtlBinary>> = { G: "[]", F: "<>", X: "X", U: "U", W: "W", R: "R" };

export function lowerProperties(
  system: ActorSystem,
  nodes: readonly PropertyNode[],
): { readonly properties: Property[]; readonly predicates: Predicate[] } {
  return new Properties(system).lower(nodes);
}

class Properties {
  readonly #system: ActorSystem;
  /** The definitions by name: a predicate, or a value that is inlined. */
  readonly #defined = new Map<string, Value | Unsupported>();

  constructor(system: ActorSystem) {
    this.#system = system;
  }

  lower(nodes: readonly PropertyNode[]): { properties: Property[]; predicates: Predicate[] } {
    const properties: Property[] = [{ kind: "deadlock", name: deadlockName }];
    const predicates: Predicate[] = [];
    const names = new Set<string>();
    for (const node of nodes) {
      const { kind } = node;
      const { text, span } = node.name;
      try {
        const isTaken = kind === "define" ? this.#defined.has(text) : names.has(text);
        if (isTaken) this.#refuse("duplicate-name", `expected a new name, found \`${text}\` again`, span);
        if (kind !== "define" && reserved.has(text)) {
          const message = `expected another name, found \`${text}\`, which has a meaning of its own`;
          this.#refuse("reserved-name", message, span);
        }
        if (kind === "define") {
          const defined = this.#value(node.value);
          if (defined.type.kind === "boolean") {
            const predicate = this.#system.newName(text);
            this.#defined.set(text, { type: booleanType, e: { kind: "predicate", name: predicate } });
            predicates.push({ name: predicate, condition: defined.e, span });
          } else this.#defined.set(text, defined);
          continue;
        }
        names.add(text);
        properties.push(this.#property(node));
      } catch (error) {
        if (error instanceof Unsupported) {
          if (kind === "define") this.#defined.set(text, error);
          else properties.push({ kind: "unsupported", name: text, reason: error.message, span: error.span });
        } else if (!(error instanceof Refused)) throw error;
      }
    }
    return { properties, predicates };
  }

  #property(node: PropertyNode): Property {
    const { text: name, span } = node.name;
    if (node.kind === "unsupported") return { kind: "unsupported", name, reason: node.reason, span };
    if (node.kind === "ltl") return { kind: "ltl", name, formula: this.#formula(node.value), span };
    return { kind: "invariant", name, condition: this.#condition(node.value), span };
  }

  #refuse(slug: string, message: string, span: Span): never {
    this.#system.collector.reportAt(`rebeca/${slug}`, message, span);
    throw new Refused();
  }

  #formula(node: ExpressionNode): Ltl {
    const { span } = node;
    const form = formOf(node);
    if (!form) {
      if (isTemporal(node)) throw new Unsupported("a temporal operator inside an expression is not supported", span);
      return stateFormula(this.#condition(node));
    }
    const { op, operands } = form;
    const count = /^(?:!|X|\[\]|<>)$/.test(op) ? 1 : 2;
    if (operands.length !== count && node.kind === "call") {
      const message = `expected ${counted(count, "formula")} for \`${node.name.text}\`, found ${operands.length}`;
      this.#refuse("wrong-arity", message, span);
    }
    const [first, second] = operands.map((operand) => this.#formula(operand)) as [Ltl, Ltl | undefined];
    return second ? binaryFormula(op as LtlBinary, first, second, span) : unaryFormula(op as LtlUnary, first, span);
  }

  #condition(node: ExpressionNode): Expression {
    return this.#of(node, booleanType);
  }

  #of(node: ExpressionNode, type: RebecaType): Expression {
    const value = this.#value(node);
    if (value.type.kind === type.kind) return value.e;
    const message = `expected ${showType(type)}, found ${showType(value.type)}`;
    return this.#refuse("type-mismatch", message, node.span);
  }

  #value(node: ExpressionNode): Value {
    const { span } = node;
    switch (node.kind) {
      case "number":
        return { type: intType, e: integer(node.value, span) };
      case "boolean":
        return { type: booleanType, e: boolean(node.value, span) };
      case "null":
        return { type: anyRebec, e: reference(this.#system, 0) };
      case "name":
        return this.#name(node.name, span);
      case "member":
        return this.#member(node);
      case "element": {
        const base = this.#value(node.base);
        if (base.type.kind !== "array") {
          const message = `expected an array, found ${showType(base.type)}`;
          return this.#refuse("type-mismatch", message, node.base.span);
        }
        return { type: base.type.element, e: element(base.e, this.#of(node.index, intType), span) };
      }
      case "unary":
        if (node.op === "!") return { type: booleanType, e: not(this.#condition(node.operand)) };
        if (node.op === "-") {
          return { type: intType, e: binary("-", integer(0), this.#of(node.operand, intType), span) };
        }
        break;
      case "binary":
        return this.#binary(node);
      case "conditional": {
        const test = this.#condition(node.test);
        const then = this.#value(node.then);
        return { type: then.type, e: conditional(test, then.e, this.#of(node.else, then.type), span) };
      }
      default:
    }
    const what = isTemporal(node) ? undefined : unsupportedKind(node);
    if (what !== undefined) throw new Unsupported(`${what} in a property is not supported`, span);
    return this.#refuse("expected-condition", "expected a condition on states, found something else", span);
  }

  #binary(node: ExpressionOf<"binary">): Value {
    const { op, span } = node;
    switch (op) {
      case "&&":
      case "||":
      case "->":
      case "<->": {
        const [left, right] = [this.#condition(node.left), this.#condition(node.right)];
        return { type: booleanType, e: binary(op === "<->" ? "==" : op, left, right, span) };
      }
      case "U":
      case "W":
      case "R":
        return this.#refuse("expected-condition", `expected a condition on states, found \`${op}\` in it`, span);
      case "&":
      case "|":
      case "^":
      case "<<":
      case ">>":
        throw new Unsupported(`\`${op}\` in a property is not supported`, span);
      default: {
        const [left, right] = [this.#value(node.left), this.#value(node.right)];
        return operate(op, left, right, node, (...problem) => this.#refuse(...problem));
      }
    }
  }

  #name(name: string, span: Span): Value {
    const defined = this.#defined.get(name);
    if (defined instanceof Unsupported) throw defined;
    if (defined) return { type: defined.type, e: { ...defined.e, span } };
    const rebec = this.#system.named.get(name);
    if (rebec) return { type: { kind: "rebec", of: rebec.symbol }, e: reference(this.#system, rebec.number) };
    const table = tableBinding(this.#system, name);
    if (table) return table;
    const constant = this.#system.constants.get(name);
    if (constant) return constantBinding(constant, span);
    const hint = didYouMean(name, [...this.#defined.keys(), ...this.#system.named.keys()]);
    const message = `expected a rebec or the name of a condition, found \`${name}\`${hint}`;
    return this.#refuse("unknown-name", message, span);
  }

  /** `c1.busy` */
  #member({ base, name, span }: ExpressionOf<"member">): Value {
    const rebec = base.kind === "name" ? this.#system.named.get(base.name) : undefined;
    if (!rebec) {
      const hint = base.kind === "name" ? didYouMean(base.name, this.#system.named.keys()) : "";
      const message = `expected the name of a rebec before \`.${name.text}\`${hint}`;
      return this.#refuse("unknown-rebec", message, base.span);
    }
    const { symbol } = rebec;
    const state = symbol.state.find((variable) => variable.name === name.text);
    if (state) {
      const kept = this.#system.layouts.get(symbol)!.fields.get(name.text)!;
      return { type: state.type, e: field(variable(rebec.name), kept, span) };
    }
    const at = symbol.known.findIndex((known) => known.name === name.text);
    if (at >= 0) return { type: symbol.known[at]!.type, e: reference(this.#system, rebec.known[at]!.number) };
    const members = [...symbol.state, ...symbol.known].map((member) => member.name);
    const hint = didYouMean(name.text, members);
    const message = `expected a variable of \`${symbol.name}\`, found \`${name.text}\`${hint}`;
    return this.#refuse("unknown-name", message, name.span);
  }
}

/** The kind of an expression of Rebeca that is not supported in a property. */
function unsupportedKind(node: ExpressionNode): string | undefined {
  switch (node.kind) {
    case "call":
      return `a call of \`${node.name.text}\``;
    case "instanceof":
      return "`instanceof`";
    case "unary":
      return `\`${node.op}\``;
    default:
      return undefined;
  }
}

/** The parts of a formula whose operator may have temporal operands. */
function formOf(
  node: ExpressionNode,
): { readonly op: LtlUnary | LtlBinary; readonly operands: readonly ExpressionNode[] } | undefined {
  switch (node.kind) {
    case "call":
      return isTemporalCall(node) ? { op: temporal[node.name.text]!, operands: node.args } : undefined;
    case "unary":
      return node.op === "!" ? { op: "!", operands: [node.operand] } : undefined;
    case "binary": {
      const isFormula = /^(?:&&|\|\||->|<->|[UWR])$/.test(node.op);
      return isFormula ? { op: node.op as LtlBinary, operands: [node.left, node.right] } : undefined;
    }
    default:
      return undefined;
  }
}

function isTemporalCall({ target, name }: ExpressionOf<"call">): boolean {
  return !target && Object.hasOwn(temporal, name.text);
}

function isTemporal(node: ExpressionNode): boolean {
  if (node.kind === "call" && isTemporalCall(node)) return true;
  if (node.kind === "binary" && (node.op === "U" || node.op === "W" || node.op === "R")) return true;
  return nodesIn<ExpressionNode>(node).some(isTemporal);
}
