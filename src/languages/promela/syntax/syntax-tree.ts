/**
 * The syntax tree of a Promela model, after expansion of macros and inline definitions.
 *
 * It is close to the text: `for` and `select` are kept, separators are gone, and a word in an expression is a reference
 * until names are resolved.
 */

import type { Span } from "../../../syntax/source.ts";

export interface Name {
  readonly text: string;
  readonly span: Span;
}

interface Node {
  readonly span: Span;
}

/** One use of an inline definition, perhaps inside another one. It has labels of its own. */
export interface Expansion {
  readonly outer?: Expansion | undefined;
}

// ---------------------------------------------------------------- expressions

/** `a`, `a[i]`, `a[i].b[j].c`. */
export interface Reference extends Node {
  readonly parts: readonly Part[];
}

export interface Part {
  readonly name: Name;
  readonly index?: Expression | undefined;
}

export type UnarySign = "!" | "-" | "~";
type Arithmetic = "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>";
type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type BinarySign = Arithmetic | Comparison | "&&" | "||";
export type TemporalPrefix = "always" | "eventually" | "next";
export type TemporalSign = "until" | "weak-until" | "release" | "implies" | "equivalent";
export type Probe = "len" | "full" | "empty" | "nfull" | "nempty";

export type Expression = Node &
  (
    | { readonly kind: "number"; readonly value: number }
    /** A variable, a symbolic constant, or one of `_pid`, `_nr_pr`, `_last`. */
    | { readonly kind: "reference"; readonly reference: Reference }
    | { readonly kind: "unary"; readonly op: UnarySign; readonly operand: Expression }
    | {
        readonly kind: "binary";
        readonly op: BinarySign;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: "conditional";
        readonly test: Expression;
        readonly then: Expression;
        readonly else: Expression;
      }
    | {
        readonly kind: "run";
        readonly process: Name;
        readonly values: readonly Expression[];
        readonly priority?: Expression | undefined;
      }
    | { readonly kind: "probe"; readonly op: Probe; readonly channel: Reference }
    /** `c?[...]`, and `c??[...]` if `random`. */
    | {
        readonly kind: "poll";
        readonly channel: Reference;
        readonly random: boolean;
        readonly pattern: readonly Pattern[];
      }
    | { readonly kind: "timeout" }
    | { readonly kind: "nonprogress" }
    | { readonly kind: "else" }
    | { readonly kind: "at"; readonly process: Name; readonly pid?: Expression | undefined; readonly label: Name }
    | {
        readonly kind: "remote";
        readonly process: Name;
        readonly pid?: Expression | undefined;
        readonly reference: Reference;
      }
    | {
        readonly kind: "ask";
        readonly op: "enabled" | "pc_value" | "get_priority";
        readonly argument: Expression;
      }
    /** Only in formulas. */
    | { readonly kind: TemporalPrefix; readonly operand: Expression }
    | {
        readonly kind: TemporalSign;
        readonly left: Expression;
        readonly right: Expression;
      }
  );

/** A condition on a field of a message, or the variable that receives it. */
export type Pattern = Node &
  (
    | { readonly kind: "number"; readonly value: number }
    /** A variable to store the field in, a symbolic constant to compare it with, or `_`. */
    | { readonly kind: "reference"; readonly reference: Reference }
    | { readonly kind: "eval"; readonly value: Expression }
  );

// ---------------------------------------------------------------- statements

export type Sequence = readonly Statement[];

export type Statement = Node &
  (
    | { readonly kind: "declaration"; readonly declaration: Declaration }
    | { readonly kind: "assign"; readonly target: Reference; readonly value: Expression }
    | { readonly kind: "count"; readonly target: Reference; readonly by: 1 | -1 }
    /** `!`, or `!!` if `sorted`. */
    | {
        readonly kind: "send";
        readonly channel: Reference;
        readonly sorted: boolean;
        readonly values: readonly Expression[];
      }
    /** `?`, or `??` if `random`. With `<...>` the message stays in the channel. */
    | {
        readonly kind: "receive";
        readonly channel: Reference;
        readonly random: boolean;
        readonly keep: boolean;
        readonly pattern: readonly Pattern[];
      }
    | { readonly kind: "expression"; readonly expression: Expression }
    | { readonly kind: "assert"; readonly test: Expression }
    | { readonly kind: "print"; readonly values: readonly Expression[] }
    | { readonly kind: "else" }
    | { readonly kind: "if" | "do"; readonly options: readonly Sequence[] }
    | { readonly kind: "break" }
    | { readonly kind: "goto"; readonly label: Name; readonly expansion?: Expansion | undefined }
    | { readonly kind: "atomic" | "d_step" | "block"; readonly body: Sequence }
    | { readonly kind: "unless"; readonly main: Statement; readonly escape: Statement }
    | {
        readonly kind: "for";
        readonly variable: Reference;
        readonly from: Expression;
        readonly to: Expression;
        readonly body: Sequence;
      }
    | {
        readonly kind: "for-in";
        readonly variable: Reference;
        readonly container: Reference;
        readonly body: Sequence;
      }
    | {
        readonly kind: "select";
        /** Whether it is a choice among assignments if it has few values. Otherwise it is a loop. */
        readonly isChoice: boolean;
        readonly variable: Reference;
        readonly from: Expression;
        readonly to: Expression;
      }
    | {
        readonly kind: "label";
        readonly label: Name;
        readonly statement?: Statement | undefined;
        readonly expansion?: Expansion | undefined;
      }
    /** `xr`, `xs`: a promise about the users of a channel. */
    | { readonly kind: "promise"; readonly op: "xr" | "xs"; readonly channels: readonly Reference[] }
    | { readonly kind: "set_priority"; readonly process: Expression; readonly priority: Expression }
  );

export type StatementOf<K extends Statement["kind"]> = Statement & { readonly kind: K };

/** A statement that is one step. */
export type Basic = Statement & {
  readonly kind: "assign" | "count" | "send" | "receive" | "expression" | "assert" | "print" | "else" | "set_priority";
};

// ---------------------------------------------------------------- declarations

export type BasicType = "bit" | "bool" | "byte" | "short" | "int" | "unsigned" | "pid" | "mtype" | "chan";

/** `name` is a declared record type, or the set of an `mtype:name`. */
export interface TypeName extends Node {
  readonly kind: BasicType | "record";
  readonly name?: Name | undefined;
}

export interface Declaration extends Node {
  readonly type: TypeName;
  readonly visibility?: "hidden" | "show" | "local" | undefined;
  readonly variables: readonly Declarator[];
}

export interface Declarator extends Node {
  readonly name: Name;
  /** The number of bits of `unsigned x : 3`. */
  readonly bits?: number | undefined;
  readonly size?: Expression | undefined;
  readonly initial?: Initializer | undefined;
}

export type ChannelInitializer = Node & {
  readonly kind: "channel";
  readonly capacity: Expression;
  readonly fields: readonly TypeName[];
};

export type Initializer =
  | { readonly kind: "value"; readonly value: Expression }
  | { readonly kind: "list"; readonly values: readonly Expression[] }
  | ChannelInitializer;

export interface ProcessDefinition extends Node {
  readonly kind: "proctype" | "init";
  readonly name: Name;
  readonly parameters: readonly Declaration[];
  /** The number of initial instances: `active [n]`. */
  readonly active?: Expression | undefined;
  readonly deterministic: boolean;
  readonly priority?: Expression | undefined;
  readonly provided?: Expression | undefined;
  readonly body: Sequence;
}

export type Unit =
  | ProcessDefinition
  | (Node & { readonly kind: "never"; readonly name?: Name | undefined; readonly body: Sequence })
  | (Node & { readonly kind: "ltl"; readonly name?: Name | undefined; readonly formula: Expression })
  /** `trace`, or `notrace` if `negated`. */
  | (Node & { readonly kind: "trace"; readonly negated: boolean; readonly body: Sequence })
  /** A property that is not supported, with the reason. */
  | (Node & { readonly kind: "unsupported"; readonly name: string; readonly reason: string })
  | (Node & { readonly kind: "variable"; readonly declaration: Declaration })
  | (Node & { readonly kind: "mtype"; readonly set?: Name | undefined; readonly members: readonly Name[] })
  | (Node & { readonly kind: "typedef"; readonly name: Name; readonly fields: readonly Declaration[] });
