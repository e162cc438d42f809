/** The properties that symmetries preserve besides initial states and steps. */

import type { Model, Property } from "../model/model.ts";

/** The properties, and the condition of transient states, which is preserved like a property. */
export function preservedProperties({ transient }: Model, properties: readonly Property[]): readonly Property[] {
  if (!transient) return properties;
  return [...properties, { kind: "invariant", name: "transient states", condition: transient }];
}
