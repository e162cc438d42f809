/** What was asked: which properties, and what the verdict depends on. */

import type { Model, Property } from "../model/model.ts";
import { visitStatements } from "../model/traverse.ts";
import { isStateProperty } from "../property/state-property.ts";
import type { StateProperty } from "../property/state-property.ts";
import { isRunProperty } from "../property/violations.ts";
import type { RunProperty } from "../property/violations.ts";
import { RequestError } from "./request-error.ts";
import type { PropertyResult, Verdict } from "./result.ts";

type Unsupported = Extract<Property, { kind: "unsupported" }>;

export interface Selection {
  readonly properties: readonly StateProperty[];
  /** Properties of whole runs. */
  readonly formulas: readonly RunProperty[];
  /** What no engine can check. */
  readonly unsupported: readonly Unsupported[];
  /** Whether the verdict waits for the built-in properties too. */
  readonly assertions: boolean;
  readonly ranges: boolean;
  /** Whether nothing was asked: the whole space is explored. */
  readonly exploreAll: boolean;
}

/** What `--property` understands besides the names that a model declares. */
const reservedNames = new Set(["assertions", "ranges", "none"]);

export function select(model: Model, names: readonly string[] | undefined): Selection {
  const hasAssertions = containsAssertion(model);
  const taken = model.properties.find(({ name }) => reservedNames.has(name));
  if (taken) {
    throw new RequestError(
      `property \`${taken.name}\` must be called something else: the name has a meaning of its own`,
    );
  }
  const available = [...model.properties.map(({ name }) => name), "assertions", "ranges"];
  const unknown = names?.find((name) => !available.includes(name));
  if (unknown !== undefined) {
    throw new RequestError(
      `the model has no property \`${unknown}\`; it has ${available.map((name) => `\`${name}\``).join(", ")}`,
    );
  }
  const chosen = model.properties.filter(({ name }) => names?.includes(name) ?? true);
  const formulas = chosen.filter(isRunProperty);
  const unsupported = chosen.filter((property) => property.kind === "unsupported");
  const properties = chosen.filter(isStateProperty);
  const exploreAll = names?.length === 0;
  const assertions = names ? names.includes("assertions") : hasAssertions;
  const ranges = names ? names.includes("ranges") : properties.length === 0 && !assertions;
  return { properties, formulas, unsupported, assertions, ranges, exploreAll };
}

export function containsAssertion(model: Model): boolean {
  let found = false;
  for (const { body } of model.transitions) {
    visitStatements(body, (s) => {
      if (s.kind === "assert") found = true;
    });
  }
  return found;
}

/** What is known of the properties of states, and the built-in ones, when nothing is. */
export function undecided(model: Model, { properties, exploreAll }: Selection, reason: string): PropertyResult[] {
  const open = { verdict: "undecided", reason } as const;
  const hasAssertions = containsAssertion(model) && !exploreAll;
  return [
    ...properties.map(({ name, kind }) => ({ name, kind, ...open })),
    ...(hasAssertions ? [{ name: "assertions", kind: "assertion", ...open } as const] : []),
    { name: "ranges", kind: "range", ...open },
  ];
}

/** Whether anything was asked that a search through the states answers. */
export function asksForStates({ properties, formulas, assertions, ranges, exploreAll }: Selection): boolean {
  return properties.length > 0 || assertions || ranges || exploreAll || formulas.length === 0;
}

/** Violated if anything is; undecided if something that was asked for is; what was not asked for cannot be missing. */
export function overall(properties: readonly PropertyResult[], selection: Selection): Verdict {
  if (properties.some(({ verdict }) => verdict === "violated")) return "violated";
  const asked = properties.filter(({ kind }) => {
    if (selection.exploreAll) return true;
    return kind === "assertion" ? selection.assertions : kind === "range" ? selection.ranges : true;
  });
  return asked.some(({ verdict }) => verdict === "undecided") ? "undecided" : "holds";
}
