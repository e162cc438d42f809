/**
 * A statement as a list of parts, in which pids, channels and global variables are separate parts: `dest == 1` is the
 * text `dest ==` and the process with pid 1, if `dest` holds pids. Operands of `==`, `!=`, `&&`, `||`, `+` and `*` have
 * no order.
 */

import type { ComponentNumber, Label } from "../../../hints/program-structure.ts";
import type { Edge } from "../flow/graph.ts";
import { runOf } from "../flow/instances.ts";
import { constantValue } from "../names/constant.ts";
import type { Scope, VariableSymbol } from "../names/symbols.ts";
import type { Expression, Pattern, Reference } from "../syntax/syntax-tree.ts";
import type { Kinds } from "./kinds.ts";

type Parts = Label[number][];

/** The components that names and values denote. */
export interface Naming {
  readonly kinds: Kinds;
  /** The channel that a fixed name denotes. */
  readonly channelOf: (symbol: VariableSymbol) => ComponentNumber | undefined;
  readonly variableOf: (symbol: VariableSymbol) => ComponentNumber | undefined;
  /** The instance of a process that a `run` always starts. */
  readonly startedBy: (edge: Edge, process: string) => ComponentNumber | undefined;
}

const commutative: ReadonlySet<string> = new Set(["==", "!=", "&&", "||", "+", "*", "&", "|", "^"]);
/** For these operators, the operands of operands are operands too. */
const associative: ReadonlySet<string> = new Set(["&&", "||", "+", "*", "&", "|", "^"]);

export class Labels {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /** The effect of a step, and the steps with precedence over it. */
  step(edge: Edge): Parts {
    const { source, element, keepsTurn } = edge;
    const escape = source.escapes.findIndex((edges) => edges.includes(edge));
    const run = runOf(edge);
    const started = run && this.#naming.startedBy(edge, run.process.text);
    return [
      ...this.#statement(edge, element.scope),
      ...(started ? ["as", started] : []),
      ...edge.more.flatMap((next) => [";", ...this.#statement(next, next.element.scope)]),
      keepsTurn ? "keeping the turn" : "",
      escape < 0 ? "" : `escape ${escape}`,
      // A deterministic step takes the first possible option.
      element.inside === "d_step" ? `option ${source.edges.indexOf(edge)}` : "",
    ];
  }

  expression(e: Expression, scope: Scope): Parts {
    return this.#expression(e, scope);
  }

  #statement({ statement: s }: Edge, scope: Scope): Parts {
    if (!s) return ["jump"];
    switch (s.kind) {
      case "expression":
        return this.#expression(s.expression, scope);
      case "assign":
        return [...this.#reference(s.target, scope), "=", ...this.#expression(s.value, scope)];
      case "count":
        return [...this.#reference(s.target, scope), String(s.by)];
      case "assert":
        return ["assert", ...this.#expression(s.test, scope)];
      case "print":
        return ["print"];
      case "send":
        return [
          ...this.#reference(s.channel, scope),
          s.sorted ? "!!" : "!",
          ...s.values.flatMap((value) => [",", ...this.#expression(value, scope)]),
        ];
      case "receive": {
        const op = `${s.random ? "??" : "?"}${s.keep ? "keep" : ""}`;
        return [...this.#reference(s.channel, scope), op, ...this.#patterns(s.pattern, scope)];
      }
      case "else":
        return ["else"];
      case "set_priority":
        return ["priority"];
    }
  }

  #patterns(patterns: readonly Pattern[], scope: Scope): Parts {
    return patterns.flatMap((pattern) => [",", ...this.#pattern(pattern, scope)]);
  }

  #pattern(pattern: Pattern, scope: Scope): Parts {
    switch (pattern.kind) {
      case "number":
        return [this.#number(pattern, pattern.value)];
      case "reference":
        return this.#reference(pattern.reference, scope);
      case "eval":
        return ["eval", ...this.#expression(pattern.value, scope)];
    }
  }

  #number(e: Expression | Pattern, value: number): Label[number] {
    return this.#naming.kinds.ofLiteral(e) === "pid" ? { numbering: "pid", number: value } : String(value);
  }

  #expression(e: Expression, scope: Scope): Parts {
    const constant = e.kind === "reference" ? undefined : constantValue(e, scope);
    if (constant !== undefined) return [this.#number(e, constant)];
    const inner = (part: Expression): Parts => this.#expression(part, scope);
    switch (e.kind) {
      case "number":
        return [this.#number(e, e.value)];
      case "reference":
        return this.#reference(e.reference, scope);
      case "unary":
        return [e.op, "(", ...inner(e.operand), ")"];
      case "binary": {
        const [left, right] = [inner(e.left), inner(e.right)];
        if (!commutative.has(e.op)) return ["(", ...left, e.op, ...right, ")"];
        return [e.op, { anyOrder: [left, right].flatMap((parts) => operandsOf(e.op, parts)) }];
      }
      case "conditional":
        return ["(", ...inner(e.test), "?", ...inner(e.then), ":", ...inner(e.else), ")"];
      case "run":
        return ["run", e.process.text, ...e.values.flatMap((value) => [",", ...inner(value)])];
      case "probe":
        return [e.op, ...this.#reference(e.channel, scope)];
      case "poll":
        return [
          e.random ? "poll??" : "poll",
          ...this.#reference(e.channel, scope),
          ...this.#patterns(e.pattern, scope),
        ];
      case "at":
        return ["at", e.process.text, ...(e.pid ? inner(e.pid) : []), e.label.text];
      case "remote":
        return ["remote", e.process.text, ...(e.pid ? inner(e.pid) : []), ...this.#reference(e.reference, scope)];
      case "ask":
        return [e.op, ...inner(e.argument)];
      case "always":
      case "eventually":
      case "next":
        return [e.kind, "(", ...inner(e.operand), ")"];
      case "equivalent":
        return [e.kind, { anyOrder: [inner(e.left), inner(e.right)] }];
      case "until":
      case "weak-until":
      case "release":
      case "implies":
        return ["(", ...inner(e.left), e.kind, ...inner(e.right), ")"];
      case "timeout":
      case "nonprogress":
      case "else":
        return [e.kind];
    }
  }

  #reference({ parts }: Reference, scope: Scope): Parts {
    const [first] = parts;
    const symbol = scope.find(first!.name.text);
    const isVariable = symbol?.kind === "variable";
    const channel = isVariable && parts.length === 1 ? this.#naming.channelOf(symbol) : undefined;
    if (channel) return [channel];
    // Two locals of the same name have different places.
    const named = isVariable ? (this.#naming.variableOf(symbol) ?? symbol.place) : first!.name.text;
    return parts.flatMap(({ name, index }, i) => [
      i === 0 ? named : name.text,
      ...(index ? ["[", ...this.#expression(index, scope), "]"] : []),
    ]);
  }
}

/** The operands of a label with the same operator. */
function operandsOf(op: string, parts: Parts): readonly Label[] {
  const [first, second] = parts;
  const isSame = parts.length === 2 && first === op && associative.has(op);
  return isSame && typeof second === "object" && "anyOrder" in second ? second.anyOrder : [parts];
}
