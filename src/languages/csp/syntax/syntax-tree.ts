/**
 * The syntax tree of a CSP# text.
 *
 * Each process has a number, in the order of the text. These positions distinguish control states.
 */

import type { LtlBinary, LtlUnary, Semantics } from "../../../model/model.ts";
import type { Place } from "../../../syntax/source.ts";

export interface Name extends Place {
  readonly text: string;
}

// ---------------------------------------------------------------- expressions

export type BinarySign = "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "xor";

export type ExpressionNode = Place &
  (
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "element"; readonly name: string; readonly indices: readonly ExpressionNode[] }
    | { readonly kind: "unary"; readonly op: "!" | "-"; readonly operand: ExpressionNode }
    | {
        readonly kind: "binary";
        readonly op: BinarySign;
        readonly left: ExpressionNode;
        readonly right: ExpressionNode;
      }
    /** `&& i:{0..2} @ e`: the conjunction or disjunction of all instances. */
    | {
        readonly kind: "indexed";
        readonly op: "&&" | "||";
        readonly binders: readonly Binder[];
        readonly body: ExpressionNode;
      }
    /** `s.Contains(x)`: a method of a collection of PAT's standard library. */
    | MethodNode
    /** `call(Max, x, y)`: a function of PAT's standard library, or a definition with parameters. */
    | { readonly kind: "function"; readonly name: Name; readonly arguments: readonly ExpressionNode[] }
    /** `call(ccount, c)` and similar calls. */
    | {
        readonly kind: "channel";
        readonly op: ChannelFunction;
        readonly channel: Name;
        readonly index?: ExpressionNode | undefined;
      }
  );

export interface MethodNode {
  readonly kind: "method";
  readonly object: Name;
  readonly method: Name;
  readonly arguments: readonly ExpressionNode[];
}

/** The number of messages, whether there is none, whether there is no room, the room, and the first message. */
export type ChannelFunction = "len" | "empty" | "full" | "size" | "head";

/** `x:{0..N-1}` or `x:{0, 2, 5}`. `{3}` alone means three copies without a name. */
export interface Binder extends Place {
  readonly name?: Name | undefined;
  readonly values:
    | { readonly kind: "range"; readonly low: ExpressionNode; readonly high: ExpressionNode }
    | { readonly kind: "set"; readonly items: readonly ExpressionNode[] }
    | { readonly kind: "copies"; readonly count: ExpressionNode };
}

// ---------------------------------------------------------------- statements

export type StatementNode = Place &
  (
    | { readonly kind: "assign"; readonly target: ExpressionNode; readonly value: ExpressionNode }
    | {
        readonly kind: "if";
        readonly test: ExpressionNode;
        readonly then: readonly StatementNode[];
        readonly else: readonly StatementNode[];
      }
    | { readonly kind: "while"; readonly test: ExpressionNode; readonly body: readonly StatementNode[] }
    | { readonly kind: "local"; readonly name: Name; readonly value: ExpressionNode }
    | { readonly kind: "assert"; readonly test: ExpressionNode }
    | { readonly kind: "block"; readonly body: readonly StatementNode[] }
    /** `a = [1, 2, x];`: new values for a whole array. */
    | { readonly kind: "fill"; readonly target: ExpressionNode; readonly list: ListNode }
    /** `call(reset, 1);`: a definition with a block. */
    | { readonly kind: "call"; readonly name: Name; readonly arguments: readonly ExpressionNode[] }
    /** A method that changes a collection. */
    | { readonly kind: "change"; readonly call: MethodNode & Place }
  );

/** The data operation of an event. */
export interface Block extends Place {
  readonly statements: readonly StatementNode[];
}

// ---------------------------------------------------------------- processes

/** `get.i.(i+1)%N`. The invisible event has no name. */
export interface EventNode extends Place {
  readonly name?: string | undefined;
  /** `wf(a)` and `sf(a)`: the fairness that runs have to this event. */
  readonly fairness?: "weak" | "strong" | undefined;
  readonly parts: readonly ExpressionNode[];
}

/** An event of an alphabet or a hidden event, for all values of the binders. */
export interface EventSet extends Place {
  readonly binders: readonly Binder[];
  readonly event: EventNode;
}

export interface ChannelNode extends Place {
  readonly name: Name;
  readonly index?: ExpressionNode | undefined;
}

export type ParallelSign = "|||" | "||";
export type ChoiceSign = "[]" | "[*]" | "<>";

export type ProcessNode = Place & { readonly id: number } & (
    | { readonly kind: "stop" }
    | { readonly kind: "skip" }
    | { readonly kind: "call"; readonly name: Name; readonly arguments: readonly ExpressionNode[] }
    | {
        readonly kind: "prefix";
        readonly event: EventNode;
        readonly block?: Block | undefined;
        readonly then: ProcessNode;
      }
    | {
        readonly kind: "send";
        readonly channel: ChannelNode;
        readonly values: readonly ExpressionNode[];
        readonly block?: Block | undefined;
        readonly then: ProcessNode;
      }
    | {
        readonly kind: "receive";
        readonly channel: ChannelNode;
        readonly condition?: ExpressionNode | undefined;
        readonly fields: readonly ExpressionNode[];
        readonly block?: Block | undefined;
        readonly then: ProcessNode;
      }
    | { readonly kind: "guard"; readonly test: ExpressionNode; readonly body: ProcessNode }
    | { readonly kind: "choice"; readonly op: ChoiceSign; readonly parts: readonly ProcessNode[] }
    | { readonly kind: "parallel"; readonly op: ParallelSign; readonly parts: readonly ProcessNode[] }
    | {
        readonly kind: "indexed";
        readonly op: ChoiceSign | ParallelSign;
        readonly binders: readonly Binder[];
        readonly body: ProcessNode;
      }
    | {
        readonly kind: "if";
        readonly variant: "if" | "ifa" | "ifb";
        readonly test: ExpressionNode;
        readonly then: ProcessNode;
        /** Absent for `Skip`. */
        readonly else?: ProcessNode | undefined;
      }
    | {
        readonly kind: "case";
        readonly branches: readonly { readonly test: ExpressionNode; readonly body: ProcessNode }[];
        readonly otherwise?: ProcessNode | undefined;
      }
    | { readonly kind: "sequence"; readonly first: ProcessNode; readonly second: ProcessNode }
    | { readonly kind: "interrupt"; readonly body: ProcessNode; readonly handler: ProcessNode }
    | { readonly kind: "hide"; readonly body: ProcessNode; readonly hidden: readonly EventSet[] }
    | { readonly kind: "atomic"; readonly body: ProcessNode }
    | { readonly kind: "assert"; readonly test: ExpressionNode }
  );

export type ProcessOf<K extends ProcessNode["kind"]> = ProcessNode & { readonly kind: K };

// ---------------------------------------------------------------- declarations

export type InitialNode = Place &
  (
    | { readonly kind: "any" }
    | { readonly kind: "expression"; readonly value: ExpressionNode }
    | { readonly kind: "list"; readonly items: readonly InitialItem[] }
  );

export type ListNode = InitialNode & { readonly kind: "list" };

/** `e`, `e(count)`, `e..f` or a nested list. */
export type InitialItem =
  | { readonly kind: "single"; readonly value: ExpressionNode; readonly count?: ExpressionNode | undefined }
  | { readonly kind: "range"; readonly low: ExpressionNode; readonly high: ExpressionNode }
  | { readonly kind: "nested"; readonly list: ListNode };

export type MacroBody =
  | { readonly kind: "value"; readonly value: ExpressionNode }
  | { readonly kind: "block"; readonly block: Block };

export type Declaration = Place &
  (
    | { readonly kind: "define"; readonly name: Name; readonly value: ExpressionNode }
    /** `#define f(i, j) i * j;` or `#define reset {x = 0;};`: what `call` stands for. */
    | { readonly kind: "macro"; readonly name: Name; readonly parameters: readonly Name[]; readonly body: MacroBody }
    | { readonly kind: "enum"; readonly members: readonly Name[] }
    | {
        readonly kind: "variable";
        readonly name: Name;
        readonly sizes: readonly ExpressionNode[];
        readonly range?: { readonly low?: ExpressionNode | undefined; readonly high?: ExpressionNode | undefined };
        readonly initial?: InitialNode | undefined;
      }
    /** `var<Set> s = new Set();`. */
    | { readonly kind: "collection"; readonly name: Name; readonly type: Name }
    | { readonly kind: "import"; readonly library: string }
    | {
        readonly kind: "channel";
        readonly name: Name;
        readonly size?: ExpressionNode | undefined;
        readonly capacity: ExpressionNode;
      }
    | {
        readonly kind: "process";
        readonly name: Name;
        readonly parameters: readonly Name[];
        readonly body: ProcessNode;
      }
    | { readonly kind: "alphabet"; readonly name: Name; readonly events: readonly EventSet[] }
    | { readonly kind: "assert"; readonly system: ProcessOf<"call">; readonly claim: Claim }
  );

export type DeclarationOf<K extends Declaration["kind"]> = Declaration & { readonly kind: K };

export type Claim =
  | { readonly kind: "deadlockfree" }
  | { readonly kind: "nonterminating" }
  | { readonly kind: "deterministic" }
  | { readonly kind: "divergencefree" }
  | {
      readonly kind: "reaches";
      readonly condition: Name;
      /** The expression to minimize or maximize. */
      readonly extreme?: { readonly word: "min" | "max"; readonly value: ExpressionNode } | undefined;
    }
  | { readonly kind: "refines"; readonly semantics: Semantics; readonly specification: ProcessOf<"call"> }
  | { readonly kind: "ltl"; readonly formula: LtlNode };

export type LtlNode = Place &
  /** The name of a condition, or of an event without parts. */
  (
    | { readonly kind: "atom"; readonly name: string }
    | { readonly kind: "event"; readonly event: EventNode }
    /** `c!1` and `c?1` of a channel with a buffer, `c.1` or `c[0].1` of one without. The values are not patterns. */
    | {
        readonly kind: "message";
        readonly channel: ChannelNode;
        readonly sign: "!" | "?" | "";
        readonly values: readonly ExpressionNode[];
      }
    | { readonly kind: "constant"; readonly value: boolean }
    | { readonly kind: "unary"; readonly op: LtlUnary; readonly operand: LtlNode }
    | { readonly kind: "binary"; readonly op: LtlBinary; readonly left: LtlNode; readonly right: LtlNode }
  );
