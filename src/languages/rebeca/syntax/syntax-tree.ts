/** The syntax tree of a Rebeca text and of its properties. Every node has its place. */

import type { ConstantOperator } from "../../../syntax/constant.ts";
import type { Name } from "../../../syntax/cursor.ts";
import type { Span } from "../../../syntax/source.ts";

interface Spanned {
  readonly span: Span;
}

/** `boolean`, an integer type, or a class; with sizes if it is an array. */
export interface TypeNode extends Spanned {
  readonly name: Name;
  readonly sizes: readonly ExpressionNode[];
}

/** A variable, or a parameter, which has no value. */
export interface VariableNode {
  readonly type: TypeNode;
  readonly name: Name;
  readonly value?: InitialNode | undefined;
}

export type InitialNode =
  | ExpressionNode
  | (Spanned & { readonly kind: "list"; readonly items: readonly InitialNode[] });

export type UnarySign = "!" | "-" | "~";

/** The temporal operators and implications occur only in properties. */
export type BinarySign = ConstantOperator | "U" | "W" | "R";

type Expressions = readonly ExpressionNode[];

export type ExpressionNode = Spanned &
  (
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "null" | "self" | "sender" }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "element"; readonly base: ExpressionNode; readonly index: ExpressionNode }
    /** `base.name`, where `base` is a rebec. Only in properties. */
    | { readonly kind: "member"; readonly base: ExpressionNode; readonly name: Name }
    /** A send if there is a `target`, otherwise a call of a method. */
    | { readonly kind: "call"; readonly target?: ExpressionNode; readonly name: Name; readonly args: Expressions }
    | { readonly kind: "unary"; readonly op: UnarySign; readonly operand: ExpressionNode }
    | {
        readonly kind: "binary";
        readonly op: BinarySign;
        readonly left: ExpressionNode;
        readonly right: ExpressionNode;
      }
    | {
        readonly kind: "conditional";
        readonly test: ExpressionNode;
        readonly then: ExpressionNode;
        readonly else: ExpressionNode;
      }
    | { readonly kind: "choice"; readonly options: Expressions }
    | { readonly kind: "cast"; readonly type: TypeNode; readonly operand: ExpressionNode }
    | { readonly kind: "instanceof"; readonly type: TypeNode; readonly operand: ExpressionNode }
    | { readonly kind: "new"; readonly type: Name; readonly known: Expressions; readonly args: Expressions }
    /** `op` is that of a compound assignment such as `+=`. `x++` is an assignment whose value is the old one. */
    | {
        readonly kind: "assign";
        readonly target: ExpressionNode;
        readonly op?: BinarySign | undefined;
        readonly value: ExpressionNode;
        readonly before?: boolean;
      }
  );

export type ExpressionOf<K extends ExpressionNode["kind"]> = ExpressionNode & { readonly kind: K };

export type StatementNode = Spanned &
  (
    | { readonly kind: "declare"; readonly variables: readonly VariableNode[] }
    | { readonly kind: "block"; readonly body: readonly StatementNode[] }
    | {
        readonly kind: "if";
        readonly test: ExpressionNode;
        readonly then: StatementNode;
        readonly else?: StatementNode | undefined;
      }
    | { readonly kind: "while"; readonly test: ExpressionNode; readonly body: StatementNode }
    | {
        readonly kind: "for";
        readonly initial?: StatementNode | undefined;
        readonly test?: ExpressionNode | undefined;
        readonly updates: Expressions;
        readonly body: StatementNode;
      }
    | { readonly kind: "switch"; readonly value: ExpressionNode; readonly groups: readonly SwitchGroup[] }
    | { readonly kind: "return"; readonly value?: ExpressionNode | undefined }
    | { readonly kind: "break" | "continue" }
    | { readonly kind: "expression"; readonly value: ExpressionNode }
  );

export type StatementOf<K extends StatementNode["kind"]> = StatementNode & { readonly kind: K };

/** The labels of the group. `isDefault` if `default` is among them. */
export interface SwitchGroup {
  readonly labels: readonly ExpressionNode[];
  readonly isDefault: boolean;
  readonly body: readonly StatementNode[];
}

/** A message server, a constructor, or a method. */
export interface RoutineNode {
  readonly kind: "server" | "constructor" | "method";
  readonly name: Name;
  readonly parameters: readonly VariableNode[];
  /** The type of the result of a method. Absent if it returns nothing. */
  readonly result?: TypeNode | undefined;
  /** Absent if the routine is abstract. */
  readonly body?: readonly StatementNode[] | undefined;
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
export interface RebecNode extends Spanned {
  readonly type: Name;
  readonly name: Name;
  readonly known: Expressions;
  readonly args: Expressions;
}

export type PropertyNode =
  | { readonly kind: "define" | "assertion" | "ltl"; readonly name: Name; readonly value: ExpressionNode }
  /** A property that is not supported, with the reason. */
  | { readonly kind: "unsupported"; readonly name: Name; readonly reason: string };

export interface ProgramNode {
  readonly constants: readonly VariableNode[];
  readonly classes: readonly ClassNode[];
  /** Absent if there is no `main`. */
  readonly main?: readonly RebecNode[] | undefined;
  /** The word `main`, or the end of the text. */
  readonly mainSpan: Span;
  readonly properties: readonly PropertyNode[];
}
