/** The syntax tree of a Rebeca text and of its properties. Every node has its place. */

import type { Name } from "../../syntax/cursor.ts";
import type { Span } from "../../syntax/source.ts";

/** `boolean`, an integer type, or a class; with sizes if it is an array. */
export interface TypeNode {
  readonly name: Name;
  readonly sizes: readonly ExpressionNode[];
  readonly span: Span;
}

export interface VariableNode {
  readonly type: TypeNode;
  readonly name: Name;
  readonly value?: InitialNode | undefined;
}

export type InitialNode =
  | ExpressionNode
  | { readonly kind: "list"; readonly items: readonly InitialNode[]; readonly span: Span };

export type UnarySign = "!" | "-" | "~";

export type BinarySign =
  | "||"
  | "&&"
  | "|"
  | "^"
  | "&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "<<"
  | ">>"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  /** The following occur only in properties. */
  | "->"
  | "<->"
  | "U"
  | "W"
  | "R";

export type ExpressionNode =
  | { readonly kind: "number"; readonly value: number; readonly span: Span }
  | { readonly kind: "boolean"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "null" | "self" | "sender"; readonly span: Span }
  | { readonly kind: "name"; readonly name: string; readonly span: Span }
  | { readonly kind: "text"; readonly value: string; readonly span: Span }
  | {
      readonly kind: "element";
      readonly base: ExpressionNode;
      readonly index: ExpressionNode;
      readonly span: Span;
    }
  /** `base.name`, where `base` is a rebec. Only in properties. */
  | { readonly kind: "member"; readonly base: ExpressionNode; readonly name: Name; readonly span: Span }
  /** A send if there is a `target`, otherwise a call of a method. */
  | {
      readonly kind: "call";
      readonly target?: ExpressionNode | undefined;
      readonly name: Name;
      readonly args: readonly ExpressionNode[];
      readonly span: Span;
    }
  | { readonly kind: "unary"; readonly op: UnarySign; readonly operand: ExpressionNode; readonly span: Span }
  | {
      readonly kind: "binary";
      readonly op: BinarySign;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
      readonly span: Span;
    }
  | {
      readonly kind: "conditional";
      readonly test: ExpressionNode;
      readonly then: ExpressionNode;
      readonly else: ExpressionNode;
      readonly span: Span;
    }
  | { readonly kind: "choice"; readonly options: readonly ExpressionNode[]; readonly span: Span }
  | { readonly kind: "cast"; readonly type: TypeNode; readonly operand: ExpressionNode; readonly span: Span }
  | { readonly kind: "instanceof"; readonly operand: ExpressionNode; readonly type: TypeNode; readonly span: Span }
  | {
      readonly kind: "new";
      readonly type: Name;
      readonly known: readonly ExpressionNode[];
      readonly args: readonly ExpressionNode[];
      readonly span: Span;
    }
  /** `op` is that of a compound assignment such as `+=`. `x++` is an assignment whose value is the old one. */
  | {
      readonly kind: "assign";
      readonly target: ExpressionNode;
      readonly op?: BinarySign | undefined;
      readonly value: ExpressionNode;
      readonly before?: boolean | undefined;
      readonly span: Span;
    };

export type StatementNode =
  | { readonly kind: "declare"; readonly variables: readonly VariableNode[]; readonly span: Span }
  | { readonly kind: "block"; readonly body: readonly StatementNode[]; readonly span: Span }
  | {
      readonly kind: "if";
      readonly test: ExpressionNode;
      readonly then: StatementNode;
      readonly else?: StatementNode | undefined;
      readonly span: Span;
    }
  | { readonly kind: "while"; readonly test: ExpressionNode; readonly body: StatementNode; readonly span: Span }
  | {
      readonly kind: "for";
      readonly initial?: StatementNode | undefined;
      readonly test?: ExpressionNode | undefined;
      readonly updates: readonly ExpressionNode[];
      readonly body: StatementNode;
      readonly span: Span;
    }
  | {
      readonly kind: "switch";
      readonly value: ExpressionNode;
      readonly groups: readonly SwitchGroup[];
      readonly span: Span;
    }
  | { readonly kind: "return"; readonly value?: ExpressionNode | undefined; readonly span: Span }
  | { readonly kind: "break" | "continue"; readonly span: Span }
  | { readonly kind: "expression"; readonly value: ExpressionNode; readonly span: Span };

/** The labels of the group. `isDefault` if `default` is among them. */
export interface SwitchGroup {
  readonly labels: readonly ExpressionNode[];
  readonly isDefault: boolean;
  readonly body: readonly StatementNode[];
}

export interface ParameterNode {
  readonly type: TypeNode;
  readonly name: Name;
}

/** A message server, a constructor, or a method. */
export interface RoutineNode {
  readonly kind: "server" | "constructor" | "method";
  readonly name: Name;
  readonly parameters: readonly ParameterNode[];
  /** The type of the result of a method. Absent if it returns nothing. */
  readonly result?: TypeNode | undefined;
  /** Absent if the routine is abstract. */
  readonly body?: readonly StatementNode[] | undefined;
  readonly span: Span;
}

export interface ClassNode {
  readonly kind: "class" | "interface";
  readonly name: Name;
  readonly isAbstract: boolean;
  readonly queue?: ExpressionNode | undefined;
  readonly parent?: Name | undefined;
  readonly interfaces: readonly Name[];
  readonly known: readonly VariableNode[];
  readonly state: readonly VariableNode[];
  readonly routines: readonly RoutineNode[];
}

/** A rebec of `main`, with its known rebecs and the arguments of its first message. */
export interface RebecNode {
  readonly type: Name;
  readonly name: Name;
  readonly known: readonly ExpressionNode[];
  readonly args: readonly ExpressionNode[];
  readonly span: Span;
}

export type PropertyNode =
  | { readonly kind: "define" | "assertion" | "ltl"; readonly name: Name; readonly value: ExpressionNode }
  /** A property that is not supported, with the reason. */
  | { readonly kind: "unsupported"; readonly name: Name; readonly reason: string };

export interface ProgramNode {
  readonly constants: readonly VariableNode[];
  readonly classes: readonly ClassNode[];
  readonly main: readonly RebecNode[];
  /** The word `main`, or the end of the text. */
  readonly mainSpan: Span;
  readonly hasMain: boolean;
  readonly properties: readonly PropertyNode[];
}
