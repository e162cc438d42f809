/** Places and values while a text is lowered. */

import type { Expression } from "../../../model/model.ts";
import type { Cell, MurphiType, RecordType, SimpleType } from "./murphi-type.ts";

/** Where a value is kept. */
export type Place =
  | {
      readonly kind: "single";
      readonly type: MurphiType;
      /** Whether it may be undefined, if it is of a simple type. */
      readonly cell: Cell;
      readonly e: Expression;
      readonly isReadOnly: boolean;
      /** As written, for messages. */
      readonly shown: string;
      /** Whether it is a local of the rule, which may always be undefined. */
      readonly isLocal?: true | undefined;
      /** Whether an index on the way to it may be out of range. */
      readonly mayFail?: boolean | undefined;
    }
  /** A record whose fields are kept in separate locals. */
  | {
      readonly kind: "tree";
      readonly type: RecordType;
      readonly fields: ReadonlyMap<string, Place>;
      readonly shown: string;
    };

export type SinglePlace = Place & { readonly kind: "single" };

/**
 * A value of a simple type. Before it is used, the checks must be evaluated: each of them holds, or fails with a
 * run-time error.
 */
export interface Value {
  readonly type: SimpleType;
  /** A truth value for booleans, a number otherwise. */
  readonly e: Expression;
  /** Bounds of the number. */
  readonly low: number;
  readonly high: number;
  readonly checks: readonly Expression[];
}
