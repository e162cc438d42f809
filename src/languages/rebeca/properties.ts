/**
 * Properties: named conditions on states, assertions that hold in all states, and formulas of linear temporal logic.
 */

import { binary, boolean, conditional, field, integer, not } from "../../model/build.ts";
import type { Expression, Ltl, LtlBinary, LtlUnary, Predicate, Property } from "../../model/model.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import { Refused, Unsupported } from "../../syntax/refused.ts";
import type { Span } from "../../syntax/source.ts";
import { reference } from "./actor-system.ts";
import type { ActorSystem } from "./actor-system.ts";
import type { ExpressionNode, PropertyNode } from "./syntax-tree.ts";
import { innerExpressions } from "./traverse.ts";
import { anyRebec, booleanType, intType, showType } from "./types.ts";
import type { RebecaType } from "./types.ts";

interface Value {
  readonly type: RebecaType;
  readonly e: Expression;
}

/** The property that some rebec has a message. */
const deadlockName = "deadlock";
const reserved = new Set([deadlockName, "assertions", "ranges", "none"]);

const temporal: Readonly<Record<string, { readonly op: LtlUnary | LtlBinary; readonly count: 1 | 2 }>> = {
  G: { op: "[]", count: 1 },
  F: { op: "<>", count: 1 },
  X: { op: "X", count: 1 },
  U: { op: "U", count: 2 },
  W: { op: "W", count: 2 },
  R: { op: "R", count: 2 },
};

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
        if (isTaken) this.#refuse("rebeca/duplicate-name", `expected a new name, found \`${text}\` again`, span);
        if (kind !== "define" && reserved.has(text)) {
          this.#refuse(
            "rebeca/reserved-name",
            `expected another name, found \`${text}\`, which has a meaning of its own`,
            span,
          );
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

  #refuse(code: string, message: string, span: Span): never {
    this.#system.collector.reportAt(code, message, span);
    throw new Refused();
  }

  #formula(node: ExpressionNode): Ltl {
    if (!isTemporal(node)) return { kind: "state", condition: this.#condition(node) };
    const { span } = node;
    if (node.kind === "call") {
      const { op, count } = temporal[node.name.text]!;
      if (node.args.length !== count) {
        const message = `expected ${count} formula${count === 1 ? "" : "s"} for \`${node.name.text}\`, found ${node.args.length}`;
        this.#refuse("rebeca/wrong-arity", message, span);
      }
      const [first, second] = node.args.map((arg) => this.#formula(arg));
      return count === 1
        ? { kind: "unary", op: op as LtlUnary, operand: first!, span }
        : { kind: "binary", op: op as LtlBinary, left: first!, right: second!, span };
    }
    if (node.kind === "unary" && node.op === "!") {
      return { kind: "unary", op: "!", operand: this.#formula(node.operand), span };
    }
    if (node.kind === "binary") {
      switch (node.op) {
        case "&&":
        case "||":
        case "->":
        case "<->":
        case "U":
        case "W":
        case "R":
          return {
            kind: "binary",
            op: node.op,
            left: this.#formula(node.left),
            right: this.#formula(node.right),
            span,
          };
        default:
      }
    }
    throw new Unsupported("a temporal operator inside an expression is not supported", span);
  }

  #condition(node: ExpressionNode): Expression {
    return this.#of(node, booleanType);
  }

  #of(node: ExpressionNode, type: RebecaType): Expression {
    const value = this.#value(node);
    if (value.type.kind === type.kind) return value.e;
    const message = `expected ${showType(type)}, found ${showType(value.type)}`;
    return this.#refuse("rebeca/type-mismatch", message, node.span);
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
          return this.#refuse(
            "rebeca/type-mismatch",
            `expected an array, found ${showType(base.type)}`,
            node.base.span,
          );
        }
        const index = this.#of(node.index, intType);
        return { type: base.type.element, e: { kind: "index", base: base.e, index, span } };
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
    return this.#refuse("rebeca/expected-condition", "expected a condition on states, found something else", span);
  }

  #binary(node: ExpressionNode & { kind: "binary" }): Value {
    const { op, span } = node;
    switch (op) {
      case "&&":
      case "||":
      case "->":
        return { type: booleanType, e: binary(op, this.#condition(node.left), this.#condition(node.right), span) };
      case "<->":
        return { type: booleanType, e: binary("==", this.#condition(node.left), this.#condition(node.right), span) };
      case "==":
      case "!=": {
        const left = this.#value(node.left);
        return { type: booleanType, e: binary(op, left.e, this.#of(node.right, left.type), span) };
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "+":
      case "-":
      case "*":
      case "/":
      case "%": {
        const e = binary(op, this.#of(node.left, intType), this.#of(node.right, intType), span);
        return { type: op.startsWith("<") || op.startsWith(">") ? booleanType : intType, e };
      }
      default:
        if (isTemporal(node)) {
          const message = `expected a condition on states, found \`${op}\` in it`;
          return this.#refuse("rebeca/expected-condition", message, span);
        }
        throw new Unsupported(`\`${op}\` in a property is not supported`, span);
    }
  }

  #name(name: string, span: Span): Value {
    const defined = this.#defined.get(name);
    if (defined instanceof Unsupported) throw defined;
    if (defined) return { type: defined.type, e: { ...defined.e, span } };
    const rebec = this.#system.named.get(name);
    if (rebec) return { type: { kind: "rebec", of: rebec.symbol }, e: reference(this.#system, rebec.number) };
    const constant = this.#system.constants.get(name);
    if (constant?.isBoolean) return { type: booleanType, e: boolean(constant.value !== 0, span) };
    if (constant) return { type: intType, e: integer(constant.value, span) };
    const hint = didYouMean(name, [...this.#defined.keys(), ...this.#system.named.keys()]);
    return this.#refuse(
      "rebeca/unknown-name",
      `expected a rebec or the name of a condition, found \`${name}\`${hint}`,
      span,
    );
  }

  /** `c1.busy` */
  #member({ base, name, span }: ExpressionNode & { kind: "member" }): Value {
    const rebec = base.kind === "name" ? this.#system.named.get(base.name) : undefined;
    if (!rebec) {
      const hint = base.kind === "name" ? didYouMean(base.name, this.#system.named.keys()) : "";
      return this.#refuse(
        "rebeca/unknown-rebec",
        `expected the name of a rebec before \`.${name.text}\`${hint}`,
        base.span,
      );
    }
    const { symbol } = rebec;
    const state = symbol.state.find((variable) => variable.name === name.text);
    if (state) {
      const kept = this.#system.layouts.get(symbol)!.fields.get(name.text)!;
      return { type: state.type, e: field({ kind: "variable", name: rebec.name }, kept, span) };
    }
    const at = symbol.known.findIndex((known) => known.name === name.text);
    if (at >= 0) return { type: symbol.known[at]!.type, e: reference(this.#system, rebec.known[at]!.number) };
    const hint = didYouMean(
      name.text,
      [...symbol.state, ...symbol.known].map((member) => member.name),
    );
    return this.#refuse(
      "rebeca/unknown-name",
      `expected a variable of \`${symbol.name}\`, found \`${name.text}\`${hint}`,
      name.span,
    );
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

function isTemporal(node: ExpressionNode): boolean {
  if (node.kind === "call" && !node.target && Object.hasOwn(temporal, node.name.text)) return true;
  if (node.kind === "binary" && (node.op === "U" || node.op === "W" || node.op === "R")) return true;
  return innerExpressions(node).some(isTemporal);
}
