/** The syntax tree of a Murphi text. Every node has its place. */

import type { ConstantOperator } from "../../../syntax/constant.ts";
import type { Name } from "../../../syntax/cursor.ts";
import type { Span } from "../../../syntax/source.ts";

interface Spanned {
  readonly span: Span;
}

// ---------------------------------------------------------------- types and declarations

export type TypeNode = Spanned &
  (
    | { readonly kind: "typeName"; readonly name: Name }
    | { readonly kind: "boolean" }
    | { readonly kind: "range"; readonly low: ExpressionNode; readonly high: ExpressionNode }
    | { readonly kind: "enum"; readonly members: readonly Name[] }
    | { readonly kind: "scalarset"; readonly size: ExpressionNode }
    | { readonly kind: "union"; readonly members: readonly TypeNode[] }
    | { readonly kind: "record"; readonly fields: readonly VariableNode[] }
    | { readonly kind: "array"; readonly index: TypeNode; readonly element: TypeNode }
    | { readonly kind: "multiset"; readonly size: ExpressionNode; readonly element: TypeNode }
  );

/** Variables, or fields of a record, of one type. */
export interface VariableNode extends Spanned {
  readonly names: readonly Name[];
  readonly type: TypeNode;
}

/** A name for an expression: a constant, or an alias. */
export interface BindingNode extends Spanned {
  readonly name: Name;
  readonly value: ExpressionNode;
}

export type DeclarationNode =
  | { readonly kind: "const"; readonly bindings: readonly BindingNode[] }
  | { readonly kind: "type"; readonly names: readonly Name[]; readonly type: TypeNode }
  | { readonly kind: "var"; readonly variable: VariableNode };

export interface ParameterNode extends VariableNode {
  /** Whether assignments to the parameter change the argument. */
  readonly isVar: boolean;
}

/** A function, or a procedure, which has no result. */
export interface RoutineNode extends Spanned {
  readonly kind: "routine";
  readonly name: Name;
  readonly parameters: readonly ParameterNode[];
  readonly result?: TypeNode | undefined;
  readonly declarations: readonly DeclarationNode[];
  readonly body: readonly StatementNode[];
}

// ---------------------------------------------------------------- expressions

/** `x: T`, or `x := from to to by by`. */
export type QuantifierNode = Spanned & { readonly name: Name } & (
    | { readonly over: "type"; readonly type: TypeNode }
    | {
        readonly over: "numbers";
        readonly from: ExpressionNode;
        readonly to: ExpressionNode;
        readonly by?: ExpressionNode | undefined;
      }
  );

export type BinarySign = Exclude<ConstantOperator, "<->">;

export type ExpressionNode = Spanned &
  (
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "truth"; readonly value: boolean }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "field"; readonly base: ExpressionNode; readonly field: Name }
    | { readonly kind: "element"; readonly base: ExpressionNode; readonly index: ExpressionNode }
    | { readonly kind: "unary"; readonly op: "!" | "-" | "~"; readonly operand: ExpressionNode }
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
    | {
        readonly kind: "quantified";
        readonly op: "forall" | "exists";
        readonly quantifier: QuantifierNode;
        readonly body: ExpressionNode;
      }
    | { readonly kind: "call"; readonly name: Name; readonly args: readonly ExpressionNode[] }
    | { readonly kind: "isundefined"; readonly place: ExpressionNode }
    | { readonly kind: "ismember"; readonly operand: ExpressionNode; readonly type: TypeNode }
    /** `multisetcount(name: multiset, condition)` */
    | {
        readonly kind: "multisetcount";
        readonly name: Name;
        readonly multiset: ExpressionNode;
        readonly condition: ExpressionNode;
      }
  );

export type ExpressionOf<K extends ExpressionNode["kind"]> = ExpressionNode & { readonly kind: K };

// ---------------------------------------------------------------- statements

export type Category = "assert" | "assume" | "cover" | "liveness";

export type StatementNode = Spanned &
  (
    | { readonly kind: "assign"; readonly target: ExpressionNode; readonly value: ExpressionNode }
    | { readonly kind: "if"; readonly clauses: readonly Clause[]; readonly else: readonly StatementNode[] }
    | {
        readonly kind: "switch";
        readonly value: ExpressionNode;
        readonly cases: readonly SwitchCase[];
        readonly else: readonly StatementNode[];
      }
    | { readonly kind: "for"; readonly quantifier: QuantifierNode; readonly body: readonly StatementNode[] }
    | { readonly kind: "while"; readonly test: ExpressionNode; readonly body: readonly StatementNode[] }
    | { readonly kind: "alias"; readonly bindings: readonly BindingNode[]; readonly body: readonly StatementNode[] }
    | { readonly kind: "call"; readonly name: Name; readonly args: readonly ExpressionNode[] }
    | { readonly kind: "return"; readonly value?: ExpressionNode | undefined }
    | { readonly kind: "clear" | "undefine"; readonly place: ExpressionNode }
    | { readonly kind: "error"; readonly message: string }
    | { readonly kind: "put" }
    | {
        readonly kind: "property";
        readonly category: Category;
        readonly condition: ExpressionNode;
        readonly message?: string | undefined;
      }
    | { readonly kind: "multisetadd"; readonly value: ExpressionNode; readonly multiset: ExpressionNode }
    | { readonly kind: "multisetremove"; readonly index: ExpressionNode; readonly multiset: ExpressionNode }
    | {
        readonly kind: "multisetremovepred";
        readonly name: Name;
        readonly multiset: ExpressionNode;
        readonly condition: ExpressionNode;
      }
  );

export type StatementOf<K extends StatementNode["kind"]> = StatementNode & { readonly kind: K };

export interface Clause {
  readonly test: ExpressionNode;
  readonly body: readonly StatementNode[];
}

export interface SwitchCase {
  readonly values: readonly ExpressionNode[];
  readonly body: readonly StatementNode[];
}

// ---------------------------------------------------------------- rules

/** A rule, or a start state, which has no guard. */
export type BehaviorNode = Spanned & {
  readonly kind: "rule" | "startstate";
  readonly name?: string | undefined;
  readonly guard?: ExpressionNode | undefined;
  readonly declarations: readonly DeclarationNode[];
  readonly body: readonly StatementNode[];
};

export type PropertyNode = Spanned & {
  readonly kind: "property";
  readonly category: Category;
  readonly name?: string | undefined;
  readonly condition: ExpressionNode;
};

export type RuleNode =
  | BehaviorNode
  | PropertyNode
  | (Spanned & {
      readonly kind: "ruleset";
      readonly quantifiers: readonly QuantifierNode[];
      readonly rules: readonly RuleNode[];
    })
  | (Spanned & {
      readonly kind: "aliasrule";
      readonly bindings: readonly BindingNode[];
      readonly rules: readonly RuleNode[];
    })
  | (Spanned & {
      readonly kind: "choose";
      readonly name: Name;
      readonly multiset: ExpressionNode;
      readonly rules: readonly RuleNode[];
    });

export interface ProgramNode {
  readonly declarations: readonly DeclarationNode[];
  readonly routines: readonly RoutineNode[];
  readonly rules: readonly RuleNode[];
}
