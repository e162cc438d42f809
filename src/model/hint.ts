/**
 * Hints: the knowledge of a language about a model beyond its meaning, for detectors and reports.
 *
 * A model carries hints without knowing them. Each kind of hint is a value, made by `defineHint` beside its type.
 * Languages give it, and code that knows the kind asks for it. Like spans, hints change nothing, and the text form does
 * not have them.
 */

import type { Model } from "./model.ts";

export interface Hint<T> {
  /** The name, which is different for all kinds of hints. */
  readonly name: string;
  /** The hint of the model, if its language gives one. */
  of(model: Model): T | undefined;
  /** The model with this hint. */
  give(model: Model, value: T): Model;
}

export function defineHint<T>(name: string): Hint<T> {
  return {
    name,
    of: ({ hints }) => hints?.[name] as T | undefined,
    give: (model, value) => ({ ...model, hints: { ...model.hints, [name]: value } }),
  };
}
