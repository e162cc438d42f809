/** The statements of a program, and when a run has got to them: for a report of those that no run gets to. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";
import type { Expression } from "../model/model.ts";
import type { Span } from "../syntax/source.ts";

/** The statements of a part of the text, such as a process, in the order of the text. */
export interface StatementGroup {
  /** As in "unreached in ...". */
  readonly name: string;
  readonly statements: readonly StatementPlace[];
}

export interface StatementPlace {
  readonly text: string;
  readonly span?: Span | undefined;
  /** Control is at the statement in the states in which one of these conditions holds. */
  readonly reached: readonly Expression[];
}

export const statements: Hint<readonly StatementGroup[]> = defineHint("statements");
