/** The numbers by which trails of SPIN name the statements of a Promela text. They serve the reader of trails only. */

import { defineHint } from "../model/hint.ts";
import type { Hint } from "../model/hint.ts";
import type { Span } from "../syntax/source.ts";

export interface TrailNumber {
  readonly number: number;
  readonly span: Span;
}

export interface TrailNumbers {
  /** Of all statements. The text of an inline definition is several statements, each with the same place. */
  readonly statements: readonly TrailNumber[];
  /** The number of the end of each process, by its name. */
  readonly ends: ReadonlyMap<string, number>;
}

export const trailNumbers: Hint<TrailNumbers> = defineHint("trail numbers");
