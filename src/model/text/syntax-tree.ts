/**
 * The syntax tree of a `.seq` text, before names are resolved and sugar is expanded. `elaborate.ts` makes a model of
 * it.
 *
 * `start` and `end` are offsets in the text. `depth` is the height of the tree of an expression. The parser keeps it
 * below `deepest`, so that code on models can be recursive.
 */

import type { Place } from "../../syntax/source.ts";
import type {
  BinaryOperator,
  LtlBinary,
  LtlUnary,
  Quantifier,
  QueueOperator,
  Semantics,
  UnaryOperator,
} from "../model.ts";

export type { Place } from "../../syntax/source.ts";

/** The greatest depth of nesting. */
export const deepest = 500;

export interface Name extends Place {
  readonly text: string;
}

// ---------------------------------------------------------------- declarations

export type DeclarationNode =
  | ConstantNode
  | TypeDeclarationNode
  | VariableNode
  | ConditionNode
  | PredicateNode
  | TransitionNode
  | PropertyNode;

export interface ConstantNode extends Place {
  readonly kind: "constant";
  readonly name: Name;
  readonly type: TypeNode | undefined;
  readonly value: ExpressionNode;
}

export interface TypeDeclarationNode extends Place {
  readonly kind: "type";
  readonly name: Name;
  readonly type: TypeNode | EnumNode;
}

export interface VariableNode extends Place {
  readonly kind: "variable";
  readonly name: Name;
  readonly type: TypeNode;
  readonly initial: ExpressionNode | undefined;
  readonly limit: string | undefined;
}

/** `init where` or `transient where`. */
export interface ConditionNode extends Place {
  readonly kind: "initial condition" | "transient";
  readonly condition: ExpressionNode;
}

export interface PredicateNode extends Place {
  readonly kind: "predicate";
  readonly name: Name;
  readonly condition: ExpressionNode;
}

export interface OwnerNode {
  readonly process: Name;
  readonly indices: readonly ExpressionNode[];
}

export interface TransitionNode extends Place {
  readonly kind: "transition";
  readonly name: Name;
  readonly parameters: readonly { readonly name: Name; readonly type: TypeNode }[];
  /** The owner comes first. */
  readonly owners: readonly OwnerNode[];
  readonly guard: ExpressionNode | undefined;
  readonly body: readonly StatementNode[];
}

export interface PropertyNode extends Place {
  readonly kind: "property";
  readonly name: Name;
  readonly asserted: AssertedNode;
}

export type AssertedNode =
  | { readonly form: "invariant" | "ltl"; readonly condition: ExpressionNode }
  | {
      readonly form: "reachable";
      readonly condition: ExpressionNode;
      readonly least?: { readonly value: ExpressionNode; readonly isNegated: boolean } | undefined;
    }
  | { readonly form: "deterministic"; readonly events: EventsNode }
  | {
      readonly form: "refines";
      readonly semantics: Semantics;
      readonly events: EventsNode;
      readonly specification: readonly DeclarationNode[];
    }
  | { readonly form: "other"; readonly system: readonly DeclarationNode[] }
  | { readonly form: "deadlock"; readonly condition: ExpressionNode | undefined }
  | { readonly form: "never"; readonly states: readonly ClaimStateNode[] }
  | { readonly form: "unsupported"; readonly reason: string };

/** `by event("", "tau", "a")`. */
export interface EventsNode extends Place {
  readonly variable: Name;
  readonly names: readonly string[];
}

export interface ClaimStateNode extends Place {
  readonly name: Name;
  readonly accepting: boolean;
  readonly edges: readonly (Place & { readonly condition: ExpressionNode; readonly target: Name })[];
}

// ---------------------------------------------------------------- types

/** The domain of a quantified name or a loop. */
export type DomainNode = Place &
  (
    | { readonly kind: "bool" }
    | { readonly kind: "named"; readonly name: string }
    | { readonly kind: "range"; readonly low: ExpressionNode; readonly high: ExpressionNode }
  );

export type TypeNode =
  | DomainNode
  | (Place &
      (
        | { readonly kind: "array"; readonly indices: readonly IndexNode[]; readonly element: TypeNode }
        | { readonly kind: "record"; readonly fields: readonly { readonly name: Name; readonly type: TypeNode }[] }
        | { readonly kind: "tuple"; readonly items: readonly TypeNode[] }
        | { readonly kind: "queue"; readonly capacity: ExpressionNode; readonly element: TypeNode }
      ));

/** A single name between the brackets is a `named` domain here, even if it is the name of a constant. */
export type IndexNode = DomainNode | (Place & { readonly kind: "size"; readonly size: ExpressionNode });

export interface EnumNode extends Place {
  readonly kind: "enum";
  readonly members: readonly Name[];
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
    | {
        readonly kind: "for";
        readonly name: Name;
        readonly domain: DomainNode;
        readonly body: readonly StatementNode[];
      }
    | {
        readonly kind: "while";
        readonly test: ExpressionNode;
        readonly bound: ExpressionNode;
        readonly limit: string | undefined;
        readonly body: readonly StatementNode[];
      }
    /** Several values stand for their tuple. */
    | { readonly kind: "push"; readonly queue: ExpressionNode; readonly values: readonly ExpressionNode[] }
    /** If there are targets, the head goes to the one target, or its fields go to the targets. */
    | { readonly kind: "pop"; readonly queue: ExpressionNode; readonly targets: readonly ExpressionNode[] }
    | { readonly kind: "assert"; readonly test: ExpressionNode; readonly message: string | undefined }
    | { readonly kind: "local"; readonly name: Name; readonly type: TypeNode; readonly value: ExpressionNode }
  );

// ---------------------------------------------------------------- expressions

export type ExpressionNode = Place & { readonly depth: number } & ExpressionForm;

export type ExpressionForm =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "name"; readonly name: string }
  /** `*`: any initial value. */
  | { readonly kind: "any" }
  | { readonly kind: "unary"; readonly op: UnarySign; readonly operand: ExpressionNode }
  | { readonly kind: "binary"; readonly op: BinarySign; readonly left: ExpressionNode; readonly right: ExpressionNode }
  | {
      readonly kind: "conditional";
      readonly test: ExpressionNode;
      readonly then: ExpressionNode;
      readonly else: ExpressionNode;
    }
  | {
      readonly kind: "quantified";
      readonly op: Quantifier;
      readonly name: Name;
      readonly domain: DomainNode;
      readonly body: ExpressionNode;
    }
  | { readonly kind: "index"; readonly base: ExpressionNode; readonly index: ExpressionNode }
  | { readonly kind: "field"; readonly base: ExpressionNode; readonly field: Name }
  | { readonly kind: "queue"; readonly op: QueueOperator; readonly queue: ExpressionNode }
  /** `[a, b]` */
  | { readonly kind: "list"; readonly items: readonly ExpressionNode[] }
  /** `[i: e]` */
  | { readonly kind: "comprehension"; readonly name: Name; readonly body: ExpressionNode }
  /** `(a, b)` */
  | { readonly kind: "tuple"; readonly items: readonly ExpressionNode[] }
  /** `{ f: a }` */
  | {
      readonly kind: "record";
      readonly fields: readonly { readonly name: Name; readonly value: ExpressionNode }[];
    };

/** `X`, `[]` and `<>` occur only in LTL. */
export type UnarySign = UnaryOperator | LtlUnary;

/** `U`, `W` and `R` occur only in LTL. */
export type BinarySign = BinaryOperator | LtlBinary;
