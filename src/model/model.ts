/**
 * The sequential model: the waist of Noether.
 *
 * Every language becomes one of these, and detectors, engines and reports know nothing else. A model is a set of typed,
 * finite-domain variables and a set of guarded, atomic transitions (the summands of a linear process). What holds of
 * every model that reaches an engine:
 *
 * - Names are unique: constants, types, enumeration members, variables, predicates, transitions and properties share one
 *   name space, except that transitions and properties have one each of their own. Parameters, quantified names and
 *   locals never hide another name.
 * - Places are variables and locals and their elements and fields; only places are indexed, have fields, or are queues.
 * - Every expression is well typed, every constant and type bound is a number, no type is empty.
 * - Integers are mathematical integers. An operation never wraps; intermediate results stay within 2^53.
 * - A state is the vector of its slots (`slots.ts`). Cells of a queue beyond its length hold what no element can be, one less
 *   than the lowest value of their type, so equal states are equal vectors, and a permutation of the elements leaves unused
 *   cells alone.
 * - The meaning is what `interpret.ts` does.
 *
 * Everything is plain data. `span` says where a part came from, in whatever language the user wrote; nothing depends on it.
 */

import type { Span } from "../syntax/source.ts";

export interface Model {
  readonly name: string;
  readonly constants: readonly Constant[];
  /** Named types in the order of their declaration; enumerations occur only here. */
  readonly types: readonly NamedType[];
  readonly variables: readonly Variable[];
  /** Initial states are those that agree with the variables' `initial` and meet this condition. */
  readonly initialCondition?: Expression | undefined;
  /**
   * States that meet this condition are passed through: they belong to a step of the user's program that is still under way.
   * They are explored and checked like all others, but not counted. A condition that fails to evaluate does not hold.
   */
  readonly transient?: Expression | undefined;
  readonly predicates: readonly Predicate[];
  readonly transitions: readonly Transition[];
  readonly properties: readonly Property[];
  /** What the language of the model knows besides, by the name of the hint (`hint.ts`); like spans, it changes nothing. */
  readonly hints?: Readonly<Record<string, unknown>> | undefined;
}

/** A model without anything; its only state has no slots. */
export function emptyModel(name: string): Model {
  return { name, constants: [], types: [], variables: [], predicates: [], transitions: [], properties: [] };
}

/** A named scalar; overridden by `-D NAME=VALUE` before the model is built. */
export interface Constant {
  readonly name: string;
  /** `int` for a number; else `bool`, or the enumeration it belongs to. */
  readonly type: "int" | BoolType | EnumType;
  readonly value: number;
  readonly span?: Span | undefined;
}

export interface NamedType {
  readonly name: string;
  readonly type: Type;
  readonly span?: Span | undefined;
}

// ---------------------------------------------------------------- types

/** `name` is the declared name by which a type was referred to, kept for printing only; enumerations always have one. */
export type Type = ScalarType | ArrayType | RecordType | QueueType;

/** A scalar takes one slot; its values are integers: false and true are 0 and 1, members count from 0. */
export type ScalarType = BoolType | RangeType | EnumType;

export interface BoolType {
  readonly kind: "bool";
  readonly name?: string | undefined;
}

/** The integers from `low` to `high`, both included; `low <= high`, both within 32 bits signed. */
export interface RangeType {
  readonly kind: "range";
  readonly low: number;
  readonly high: number;
  readonly name?: string | undefined;
}

export interface EnumType {
  readonly kind: "enum";
  readonly name: string;
  readonly members: readonly string[];
}

/** One element per value of the index type. An array of rank k is an array of arrays. */
export interface ArrayType {
  readonly kind: "array";
  readonly index: ScalarType;
  readonly element: Type;
  readonly name?: string | undefined;
}

/** A tuple is a record whose fields are called "0", "1", ... */
export interface RecordType {
  readonly kind: "record";
  readonly fields: readonly Field[];
  readonly name?: string | undefined;
}

export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** A first-in first-out queue of at most `capacity` elements (at least 1); elements hold no queues. */
export interface QueueType {
  readonly kind: "queue";
  readonly capacity: number;
  readonly element: Type;
  readonly name?: string | undefined;
}

// ---------------------------------------------------------------- state

export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly initial: Initial;
  /**
   * Whether it is there for properties only: no transition reads it, unless observers are all it assigns, and assignments to it
   * stand directly in bodies. What does not ask for an observer is checked without it (`observers.ts`).
   */
  readonly observer?: true | undefined;
  readonly span?: Span | undefined;
}

/**
 * What a variable may be at the beginning, in full: arrays and records list every element, queues list the elements they
 * hold (or are arbitrary), scalars have a value or are arbitrary (`*`).
 */
export type Initial =
  | { readonly kind: "any" }
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "items"; readonly items: readonly Initial[] };

/** A named condition on states. */
export interface Predicate {
  readonly name: string;
  readonly condition: Expression;
  readonly span?: Span | undefined;
}

// ---------------------------------------------------------------- transitions

/**
 * For every choice of parameters for which the guard holds, the body leads to one successor. Choices are made in the
 * order of the parameters, the last varying fastest.
 */
export interface Transition {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The process that takes the transition, where there is one: `philosopher[i]`. */
  readonly owner?: Owner | undefined;
  /** Other processes that take part; only where there is an owner. For fairness, it is a step of all of them. */
  readonly partners?: readonly Owner[] | undefined;
  readonly guard: Expression;
  readonly body: readonly Statement[];
  readonly span?: Span | undefined;
}

/** The paper's local variable: read-only, chosen from its whole type. */
export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly span?: Span | undefined;
}

/** `indices` are over parameters and constants only. */
export interface Owner {
  readonly process: string;
  readonly indices: readonly Expression[];
}

export type Statement =
  /** `target` is a place; scalars and composite values alike. */
  | {
      readonly kind: "assign";
      readonly target: Expression;
      readonly value: Expression;
      readonly span?: Span | undefined;
    }
  | {
      readonly kind: "if";
      readonly test: Expression;
      readonly then: readonly Statement[];
      readonly else: readonly Statement[];
      readonly span?: Span | undefined;
    }
  /** Runs the body once for each value of the type, in ascending order. */
  | {
      readonly kind: "for";
      readonly name: string;
      readonly type: ScalarType;
      readonly body: readonly Statement[];
      readonly span?: Span | undefined;
    }
  /**
   * A run-time error if the test still holds after `bound` rounds. If there is a `limit`, the bound is not the model's but that of
   * whoever made the model of a text, in words: then nothing is wrong with the model, but no more is known of it.
   */
  | {
      readonly kind: "while";
      readonly test: Expression;
      readonly bound: number;
      readonly limit?: string | undefined;
      readonly body: readonly Statement[];
      readonly span?: Span | undefined;
    }
  /** A run-time error on a full queue. */
  | { readonly kind: "push"; readonly queue: Expression; readonly value: Expression; readonly span?: Span | undefined }
  /** Drops the head; a run-time error on an empty queue. Read the head first as `q[0]`. */
  | { readonly kind: "pop"; readonly queue: Expression; readonly span?: Span | undefined }
  /** An observation: when it fails, that is a violation, and the body goes on. */
  | {
      readonly kind: "assert";
      readonly test: Expression;
      readonly message?: string | undefined;
      readonly span?: Span | undefined;
    }
  /** A scalar that lives until the end of the enclosing block. */
  | {
      readonly kind: "local";
      readonly name: string;
      readonly type: ScalarType;
      readonly value: Expression;
      readonly span?: Span | undefined;
    };

// ---------------------------------------------------------------- expressions

export type Expression =
  | { readonly kind: "integer"; readonly value: number; readonly span?: Span | undefined }
  | { readonly kind: "boolean"; readonly value: boolean; readonly span?: Span | undefined }
  /** A member of the enumeration `type`. */
  | { readonly kind: "member"; readonly type: EnumType; readonly name: string; readonly span?: Span | undefined }
  | { readonly kind: "constant"; readonly name: string; readonly span?: Span | undefined }
  | { readonly kind: "variable"; readonly name: string; readonly span?: Span | undefined }
  /** A parameter, a quantified name, a loop's name, or a local of the body. */
  | { readonly kind: "local"; readonly name: string; readonly span?: Span | undefined }
  | { readonly kind: "predicate"; readonly name: string; readonly span?: Span | undefined }
  /** An element of an array, or of a queue counted from its head; a run-time error where there is none. */
  | { readonly kind: "index"; readonly base: Expression; readonly index: Expression; readonly span?: Span | undefined }
  | { readonly kind: "field"; readonly base: Expression; readonly field: string; readonly span?: Span | undefined }
  | {
      readonly kind: "unary";
      readonly op: UnaryOperator;
      readonly operand: Expression;
      readonly span?: Span | undefined;
    }
  | {
      readonly kind: "binary";
      readonly op: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly span?: Span | undefined;
    }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly then: Expression;
      readonly else: Expression;
      readonly span?: Span | undefined;
    }
  /** Evaluated over the type in ascending order; `forall` and `exists` stop as soon as they are decided. */
  | {
      readonly kind: "quantified";
      readonly op: Quantifier;
      readonly name: string;
      readonly type: ScalarType;
      readonly body: Expression;
      readonly span?: Span | undefined;
    }
  | { readonly kind: "queue"; readonly op: QueueOperator; readonly queue: Expression; readonly span?: Span | undefined }
  /** A composite value: one item per array element (ascending) or record field (declared order). */
  | {
      readonly kind: "aggregate";
      readonly type: ArrayType | RecordType;
      readonly items: readonly Expression[];
      readonly span?: Span | undefined;
    };

export type UnaryOperator = "!" | "-";

/**
 * `/` and `%` truncate towards zero, as in C; by zero they are a run-time error. `&&`, `||` and `->` decide from the left
 * and leave the right side alone when they can. `==` and `!=` also compare composite values; on truth values `<->` is `==`.
 */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "->";

/** `count` counts the values for which the body holds, `sum` adds the body up. */
export type Quantifier = "forall" | "exists" | "count" | "sum";

export type QueueOperator = "len" | "empty" | "full";

// ---------------------------------------------------------------- properties

/** Besides these, assertions and run-time errors are watched in every model. */
export type Property =
  /** `condition` holds in every reachable state. */
  | {
      readonly kind: "invariant";
      readonly name: string;
      readonly condition: Expression;
      readonly span?: Span | undefined;
    }
  /** Some reachable state meets `condition`. */
  | {
      readonly kind: "reachable";
      readonly name: string;
      readonly condition: Expression;
      readonly span?: Span | undefined;
    }
  /** Every reachable state has a successor, except those that meet `except`. */
  | {
      readonly kind: "deadlock";
      readonly name: string;
      readonly except?: Expression | undefined;
      readonly span?: Span | undefined;
    }
  /** The formula holds of every run; a run that cannot go on stays in its last state forever. */
  | { readonly kind: "ltl"; readonly name: string; readonly formula: Ltl; readonly span?: Span | undefined }
  /** The automaton accepts no run. */
  | { readonly kind: "never"; readonly name: string; readonly claim: Claim; readonly span?: Span | undefined }
  /** What the language says and no engine can check: always undecided, for the reason given, a clause without a full stop. */
  | { readonly kind: "unsupported"; readonly name: string; readonly reason: string; readonly span?: Span | undefined };

/**
 * A Buechi automaton that reads runs: in each state of the run it takes an edge whose condition holds there. It accepts if it is
 * in accepting states infinitely often. The first state is the initial one. Neither claims nor formulas see transient states.
 */
export interface Claim {
  readonly states: readonly ClaimState[];
}

export interface ClaimState {
  readonly name: string;
  readonly accepting: boolean;
  readonly edges: readonly ClaimEdge[];
}

/** `target` is the index of a state. */
export interface ClaimEdge {
  readonly condition: Expression;
  readonly target: number;
  readonly span?: Span | undefined;
}

/** A formula of linear temporal logic; `state` formulas are maximal, so no operator stands above state formulas only. */
export type Ltl =
  | { readonly kind: "state"; readonly condition: Expression }
  | { readonly kind: "unary"; readonly op: LtlUnary; readonly operand: Ltl; readonly span?: Span | undefined }
  | {
      readonly kind: "binary";
      readonly op: LtlBinary;
      readonly left: Ltl;
      readonly right: Ltl;
      readonly span?: Span | undefined;
    };

/** Not, next, always, eventually. */
export type LtlUnary = "!" | "X" | "[]" | "<>";

/** And, or, implies, equivalent, until, weak until, release. */
export type LtlBinary = "&&" | "||" | "->" | "<->" | "U" | "W" | "R";
