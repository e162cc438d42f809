/**
 * A statement as a list of parts, in which pids and names of channels stand by themselves: `dest == 1` is the text `dest ==` and the
 * process with pid 1, if `dest` is a pid. Operands of `==`, `!=`, `&&`, `||`, `+` and `*` are in no order.
 */

import type { ComponentNumber, Label } from "../../model/components.ts";
import type { Edge } from "./graph.ts";
import type { Expression, Pattern, Reference } from "./syntax-tree.ts";
import type { Scope, ValueType, VariableSymbol } from "./types.ts";

type Parts = Label[number][];

const commutative: ReadonlySet<string> = new Set(["==", "!=", "&&", "||", "+", "*", "&", "|", "^"]);
/** Of these, the operands of operands are operands too. */
const associative: ReadonlySet<string> = new Set(["&&", "||", "+", "*", "&", "|", "^"]);

/** `channelOf` says which channel a name always stands for. */
export function labelOf(edge: Edge, channelOf: (symbol: VariableSymbol) => ComponentNumber | undefined): Parts {
  return new Labels(edge.element.scope, channelOf).statement(edge);
}

class Labels {
  readonly #scope: Scope;
  readonly #channelOf: (symbol: VariableSymbol) => ComponentNumber | undefined;

  constructor(scope: Scope, channelOf: (symbol: VariableSymbol) => ComponentNumber | undefined) {
    this.#scope = scope;
    this.#channelOf = channelOf;
  }

  statement({ statement: s, keepsTurn }: Edge): Parts {
    const turn = keepsTurn ? "keeping the turn" : "";
    if (!s) return ["jump", turn];
    switch (s.kind) {
      case "expression":
        return [...this.#expression(s.expression), turn];
      case "assign":
        return [...this.#reference(s.target), "=", ...this.#value(s.value, this.#typeOf(s.target)), turn];
      case "count":
        return [...this.#reference(s.target), String(s.by), turn];
      case "assert":
        return ["assert", ...this.#expression(s.test), turn];
      case "print":
        return ["print", turn];
      case "send":
        return [...this.#reference(s.channel), s.sorted ? "!!" : "!", ...s.values.flatMap((v) => [",", ...this.#value(v)]), turn]; // prettier-ignore
      case "receive": {
        const op = `${s.random ? "??" : "?"}${s.keep ? "keep" : ""}`;
        return [...this.#reference(s.channel), op, ...s.pattern.flatMap((p) => [",", ...this.#pattern(p)]), turn];
      }
      case "else":
        return ["else", turn];
      case "set_priority":
        return ["priority", turn];
    }
  }

  #pattern(pattern: Pattern): Parts {
    if (pattern.kind === "number") return [String(pattern.value)];
    return pattern.kind === "reference" ? this.#reference(pattern.reference) : ["eval", ...this.#value(pattern.value)];
  }

  /** A number where a pid is expected is one. */
  #value(e: Expression, type?: ValueType): Parts {
    if (e.kind === "number" && isPid(type)) return [{ numbering: "pid", number: e.value }];
    return this.#expression(e);
  }

  #expression(e: Expression): Parts {
    switch (e.kind) {
      case "number":
        return [String(e.value)];
      case "reference":
        return this.#reference(e.reference);
      case "unary":
        return [e.op, "(", ...this.#expression(e.operand), ")"];
      case "binary": {
        const left = this.#value(e.left, this.#expressionType(e.right));
        const right = this.#value(e.right, this.#expressionType(e.left));
        if (!commutative.has(e.op)) return ["(", ...left, e.op, ...right, ")"];
        return [e.op, { anyOrder: [left, right].flatMap((parts) => operandsOf(e.op, parts)) }];
      }
      case "conditional":
        return [
          "(",
          ...this.#expression(e.test),
          "?",
          ...this.#expression(e.then),
          ":",
          ...this.#expression(e.else),
          ")",
        ];
      case "run":
        return ["run", e.process.text, ...e.values.flatMap((value) => [",", ...this.#value(value)])];
      case "probe":
        return [e.op, ...this.#reference(e.channel)];
      case "poll":
        return ["poll", ...this.#reference(e.channel), ...e.pattern.flatMap((p) => [",", ...this.#pattern(p)])];
      default:
        return [e.kind, `${e.span.start}..${e.span.end}`];
    }
  }

  #reference(reference: Reference): Parts {
    const [first] = reference.parts;
    const symbol = this.#scope.find(first!.name.text);
    const channel = symbol?.kind === "variable" && reference.parts.length === 1 ? this.#channelOf(symbol) : undefined;
    if (channel) return [channel];
    return reference.parts.flatMap(({ name, index }) => [name.text, ...(index ? ["[", ...this.#expression(index), "]"] : [])]); // prettier-ignore
  }

  #expressionType(e: Expression): ValueType | undefined {
    if (e.kind !== "reference") return undefined;
    return this.#typeOf(e.reference);
  }

  #typeOf({ parts }: Reference): ValueType | undefined {
    const name = parts[0]!.name.text;
    if (name === "_pid") return { kind: "scalar", basic: "pid", low: 0, high: 255 };
    const symbol = this.#scope.find(name);
    return parts.length === 1 && symbol?.kind === "variable" ? symbol.type : undefined;
  }
}

/** The operands of an operation that is written with the same operator. */
function operandsOf(op: string, parts: Parts): readonly Label[] {
  const [first, second] = parts;
  const isSame = parts.length === 2 && first === op && associative.has(op);
  return isSame && typeof second === "object" && "anyOrder" in second ? second.anyOrder : [parts];
}

function isPid(type: ValueType | undefined): boolean {
  return type?.kind === "scalar" && type.basic === "pid";
}
