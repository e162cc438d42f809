/** The result of trying a ground transition; `undefined` if its guard does not hold. */
export type Outcome =
  | {
      /** The slots that change, ascending, with their new values; absent after a run-time error. */
      readonly writes?: readonly (readonly [slot: number, value: number])[] | undefined;
      /** Whether an assertion failed. */
      readonly failed: boolean;
    }
  | undefined;
