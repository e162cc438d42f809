/**
 * The sequential model: the waist of Noether.
 *
 * Every language is translated to this form, and detectors, engines and reports know nothing else. A model is a set of
 * typed, finite-domain variables and a set of guarded, atomic transitions (the summands of a linear process). Every
 * model that reaches an engine satisfies:
 *
 * - Names are unique: constants, types, enumeration members, variables, predicates, transitions and properties share
 *   one name space, except that transitions and properties have one each of their own. Parameters, quantified names and
 *   locals never hide another name.
 * - Places are variables and locals and their elements and fields. Only places are indexed, have fields, or are queues.
 * - Every expression is well typed, every constant and type bound is a number, no type is empty.
 * - Integers are mathematical integers. An operation never wraps, and intermediate results stay within 2^53.
 * - A state is the vector of its slots (`slots.ts`). Cells of a queue beyond its length hold a value that no element
 *   can have, one less than the lowest value of their type. So equal states are equal vectors, and a permutation of the
 *   elements leaves unused cells alone.
 * - `interpret.ts` defines the meaning.
 *
 * Everything is plain data. `span` is the origin of a part in the text of the user. Nothing depends on it.
 */

import type { Span } from "../syntax/source.ts";

export interface Model {
  readonly name: string;
  readonly constants: readonly Constant[];
  /** Named types in the order of their declaration. Enumerations occur only here. */
  readonly types: readonly NamedType[];
  readonly variables: readonly Variable[];
  /** The initial states are those that agree with the `initial` of the variables and satisfy this condition. */
  readonly initialCondition?: Expression | undefined;
  /**
   * States that satisfy this condition are transient: they belong to an unfinished step of the user's program. They are
   * explored and checked like all others, but not counted. A condition that fails to evaluate does not hold.
   */
  readonly transient?: Expression | undefined;
  readonly predicates: readonly Predicate[];
  readonly transitions: readonly Transition[];
  readonly properties: readonly Property[];
  /**
   * Further knowledge of the language of the model, by the name of the hint (`hint.ts`). Like spans, it changes
   * nothing.
   */
  readonly hints?: Readonly<Record<string, unknown>> | undefined;
}

/** A part of a model with its origin in the text of the user, if it has one. */
interface Spanned {
  readonly span?: Span | undefined;
}

/** An empty model. Its only state has no slots. */
export function emptyModel(name: string): Model {
  return { name, constants: [], types: [], variables: [], predicates: [], transitions: [], properties: [] };
}

/** A named scalar. `-D NAME=VALUE` overrides it before the model is built. */
export interface Constant extends Spanned {
  readonly name: string;
  /** `int` for a number, otherwise `bool` or an enumeration. */
  readonly type: "int" | BoolType | EnumType;
  readonly value: number;
}

export interface NamedType extends Spanned {
  readonly name: string;
  readonly type: Type;
}

// ---------------------------------------------------------------- types

/** `name` is the declared name of a type and only serves printing. Enumerations always have one. */
export type Type = ScalarType | ArrayType | RecordType | QueueType;

/** A scalar takes one slot. Its values are integers: false and true are 0 and 1, members count from 0. */
export type ScalarType = BoolType | RangeType | EnumType;

export interface BoolType {
  readonly kind: "bool";
  readonly name?: string | undefined;
}

/** The integers from `low` to `high`, inclusive. `low <= high`, both within signed 32 bits. */
export interface RangeType {
  readonly kind: "range";
  readonly low: number;
  readonly high: number;
  readonly name?: string | undefined;
  /** What to print instead of some of the numbers. */
  readonly words?: Readonly<Record<number, string>> | undefined;
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

/** A tuple is a record with the fields "0", "1", ... */
export interface RecordType {
  readonly kind: "record";
  readonly fields: readonly Field[];
  readonly name?: string | undefined;
  /** Whether to print it as a multiset: its last field counts each possible element, by indices that are its parts. */
  readonly isMultiset?: boolean | undefined;
}

export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** A first-in first-out queue of at most `capacity` elements (at least 1). Elements contain no queues. */
export interface QueueType {
  readonly kind: "queue";
  readonly capacity: number;
  readonly element: Type;
  readonly name?: string | undefined;
}

// ---------------------------------------------------------------- state

export interface Variable extends Spanned {
  readonly name: string;
  readonly type: Type;
  readonly initial: Initial;
  /**
   * If present, the range of the variable does not belong to the model but to its translation, and this text describes
   * it: a value outside is no error in the model, but nothing further is known of it.
   */
  readonly limit?: string | undefined;
  /**
   * Whether the variable serves properties only: a transition reads it only for assignments to observers, and
   * assignments to it stand directly in bodies. Properties that do not read an observer are checked without it
   * (`observers.ts`).
   */
  readonly observer?: true | undefined;
}

/**
 * The possible initial values of a variable, in full: arrays and records list every element, queues list their elements
 * (or are arbitrary), scalars have a value or are arbitrary (`*`).
 */
export type Initial =
  | { readonly kind: "any" }
  | { readonly kind: "value"; readonly value: number }
  | { readonly kind: "items"; readonly items: readonly Initial[] };

/** A named condition on states. */
export interface Predicate extends Spanned {
  readonly name: string;
  readonly condition: Expression;
}

// ---------------------------------------------------------------- transitions

/**
 * For every choice of parameters for which the guard holds, the body leads to one successor. Choices come in the order
 * of the parameters, the last varying fastest.
 */
export interface Transition extends Spanned {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The process that takes the transition, if there is one: `philosopher[i]`. */
  readonly owner?: Owner | undefined;
  /** Other processes that take part, if there is an owner. For fairness, it is a step of all of them. */
  readonly partners?: readonly Owner[] | undefined;
  readonly guard: Expression;
  readonly body: readonly Statement[];
}

/** The local variable of the paper: read-only, with any value of its type. */
export interface Parameter extends Spanned {
  readonly name: string;
  readonly type: Type;
}

/** `indices` contain only parameters and constants. */
export interface Owner {
  readonly process: string;
  readonly indices: readonly Expression[];
}

/** The target of an assignment is a place, scalar or composite. */
export type Statement = Spanned &
  (
    | { readonly kind: "assign"; readonly target: Expression; readonly value: Expression }
    | {
        readonly kind: "if";
        readonly test: Expression;
        readonly then: readonly Statement[];
        readonly else: readonly Statement[];
      }
    /** Runs the body once for each value of the type, in ascending order. */
    | { readonly kind: "for"; readonly name: string; readonly type: ScalarType; readonly body: readonly Statement[] }
    /**
     * It is a run-time error if the test still holds after `bound` rounds. If there is a `limit`, the bound does not
     * belong to the model but to its translation, and `limit` describes it: then there is no error in the model, but
     * nothing further is known of it.
     */
    | {
        readonly kind: "while";
        readonly test: Expression;
        readonly bound: number;
        readonly limit?: string | undefined;
        readonly body: readonly Statement[];
      }
    /** Appends to a queue. It is a run-time error if the queue is full. */
    | { readonly kind: "push"; readonly queue: Expression; readonly value: Expression }
    /** Drops the head. It is a run-time error if the queue is empty. Read the head first as `q[0]`. */
    | { readonly kind: "pop"; readonly queue: Expression }
    /** An observation: a failure is a violation, and the body continues. */
    | { readonly kind: "assert"; readonly test: Expression; readonly message?: string | undefined }
    /** A scalar that lives until the end of the enclosing block. */
    | { readonly kind: "local"; readonly name: string; readonly type: ScalarType; readonly value: Expression }
  );

// ---------------------------------------------------------------- expressions

export type Expression = Spanned &
  (
    | { readonly kind: "integer"; readonly value: number }
    | { readonly kind: "boolean"; readonly value: boolean }
    /** A member of the enumeration `type`. */
    | { readonly kind: "member"; readonly type: EnumType; readonly name: string }
    | { readonly kind: "constant"; readonly name: string }
    | { readonly kind: "variable"; readonly name: string }
    /** A parameter, a quantified name, the name of a loop, or a local of the body. */
    | { readonly kind: "local"; readonly name: string }
    | { readonly kind: "predicate"; readonly name: string }
    /** An element of an array, or of a queue counted from its head. It is a run-time error if there is none. */
    | { readonly kind: "index"; readonly base: Expression; readonly index: Expression }
    | { readonly kind: "field"; readonly base: Expression; readonly field: string }
    | { readonly kind: "unary"; readonly op: UnaryOperator; readonly operand: Expression }
    | {
        readonly kind: "binary";
        readonly op: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
        /** What a division by zero means to the user, if it is not one. */
        readonly failure?: string | undefined;
      }
    | { readonly kind: "conditional"; readonly test: Expression; readonly then: Expression; readonly else: Expression }
    /** Evaluates the body over the type in ascending order. `forall` and `exists` stop as soon as they are decided. */
    | {
        readonly kind: "quantified";
        readonly op: Quantifier;
        readonly name: string;
        readonly type: ScalarType;
        readonly body: Expression;
      }
    | { readonly kind: "queue"; readonly op: QueueOperator; readonly queue: Expression }
    /** A composite value: one item per array element (ascending) or record field (declared order). */
    | { readonly kind: "aggregate"; readonly type: ArrayType | RecordType; readonly items: readonly Expression[] }
  );

export type UnaryOperator = "!" | "-";

/**
 * `/` and `%` truncate toward zero, as in C. Division by zero is a run-time error. `&&`, `||` and `->` are evaluated
 * from the left, and skip the right side if the left decides. `==` and `!=` also compare composite values. On truth
 * values `<->` is `==`.
 */
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "->";

/** `count` counts the values for which the body holds, `sum` adds up the body. */
export type Quantifier = "forall" | "exists" | "count" | "sum";

export type QueueOperator = "len" | "empty" | "full";

// ---------------------------------------------------------------- properties

/**
 * Besides these, assertions and run-time errors are checked in every model. The condition of an invariant holds in
 * every reachable state.
 */
export type Property = Spanned & { readonly name: string } & (
    | { readonly kind: "invariant"; readonly condition: Expression }
    /** Some reachable state satisfies `condition`. With `least`, one where its value is least is wanted. */
    | { readonly kind: "reachable"; readonly condition: Expression; readonly least?: Least | undefined }
    /** Every reachable state has a successor, except those that satisfy `except`. */
    | {
        readonly kind: "deadlock";
        readonly except?: Expression | undefined;
        /** Whether steps that change nothing count as none. */
        readonly isStuttering?: boolean | undefined;
      }
    /** The formula holds of every run. A run without a further step stays in its last state forever. */
    | { readonly kind: "ltl"; readonly formula: Ltl }
    /** The automaton accepts no run. */
    | { readonly kind: "never"; readonly claim: Claim }
    /** Steps from one state with the same event lead to the same state. */
    | { readonly kind: "deterministic"; readonly events: Events }
    /** All that the model does, the specification can do, as far as the semantics sees it. */
    | {
        readonly kind: "refines";
        readonly semantics: Semantics;
        readonly events: Events;
        /** It has the same variable of events. */
        readonly specification: Model;
      }
    /** A property of another system in the same text: the one of this name that `system` declares. */
    | { readonly kind: "other"; readonly system: Model }
    /**
     * A property of the language that no engine can check: always undecided, for the given reason, a clause without a
     * full stop.
     */
    | { readonly kind: "unsupported"; readonly reason: string }
  );

/** A value to minimize, and what people call it: the least value of `-e` is the greatest of `e`. */
export interface Least {
  readonly value: Expression;
  /** Whether people know its negation. */
  readonly isNegated: boolean;
}

/**
 * The events of steps: a variable, an observer, that every step sets to the number of its event. Number 0 is no event,
 * before the first step. Number 1 is every invisible one.
 */
export interface Events {
  readonly variable: string;
  /** By number. */
  readonly names: readonly string[];
}

export const invisible = 1;

/**
 * What a specification says. `traces`: the sequences of visible events. `failures`: also what can be refused after them
 * in a state without an invisible step. `failures-divergences`: also after which there may be invisible steps forever;
 * then everything else is allowed.
 */
export type Semantics = "traces" | "failures" | "failures-divergences";

/**
 * A Buechi automaton that reads runs: in each state of the run it takes an edge whose condition holds there. It accepts
 * if it visits accepting states infinitely often. The first state is the initial one. Neither claims nor formulas see
 * transient states.
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
export interface ClaimEdge extends Spanned {
  readonly condition: Expression;
  readonly target: number;
}

/**
 * A formula of linear temporal logic. `state` formulas are maximal: no operator has only state formulas as operands.
 */
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
