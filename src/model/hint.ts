/**
 * Hints: what a language knows of a model beyond its meaning, and a detector or a report can use.
 *
 * A model carries hints without knowing them. Each kind of hint is a value, made by `defineHint` beside its type: languages give it,
 * and whoever knows the kind asks for it. Like spans, hints change nothing, and the text form does not have them.
 */

import type { Model } from "./model.ts";

export interface Hint<T> {
  /** Different for all kinds of hints. */
  readonly name: string;
  /** What the language of the model says, if it says something. */
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
