/**
 * What became of files, for programs that collect results of many tools: a file is a suite, and each of its properties
 * or claims is a case.
 */

import type { CheckResult, PropertyResult } from "../check/result.ts";
import type { TestedClaim } from "../check/test-claims.ts";
import { locate } from "../syntax/source.ts";
import type { Span } from "../syntax/source.ts";
import { Describer } from "./describe.ts";
import type { Problem } from "./diagnostics.ts";
import { plain } from "./palette.ts";
import { decidedProperties, stepCount } from "./text.ts";
import { traceText } from "./trace-text.ts";

/** `wrong` if the input has an error, so that there is nothing to decide. */
export type Outcome = "passed" | "failed" | "undecided" | "wrong";

export interface Case {
  readonly name: string;
  /** A slug for what kind of question this is. */
  readonly code: string;
  readonly outcome: Outcome;
  /** A sentence on what happened, without a full stop. */
  readonly message?: string | undefined;
  /** Lines for people, such as a trace. */
  readonly detail?: readonly string[] | undefined;
  readonly span?: Span | undefined;
  /** The steps of the trace that have places in the text. */
  readonly steps?: readonly { readonly text: string; readonly span: Span }[] | undefined;
  readonly seconds?: number | undefined;
}

export interface Suite {
  /** The path of the file. */
  readonly file: string;
  readonly cases: readonly Case[];
  readonly seconds: number;
}

/** The properties of a checked model. */
export function checkSuite(file: string, result: CheckResult): Suite {
  const cases = decidedProperties(result).map((property) => propertyCase(property, result));
  return { file, cases, seconds: result.seconds };
}

const outcomes = { holds: "passed", violated: "failed", undecided: "undecided" } as const;

function propertyCase(property: PropertyResult, result: CheckResult): Case {
  const { name, kind, verdict, reason, trace, error } = property;
  const model = property.model ?? result.model;
  const steps = trace && verdict !== "holds" ? ` ${stepCount(trace)}` : "";
  const why = reason === undefined ? "" : `: ${reason}`;
  const declared = model.properties.find((each) => each.name === name)?.span;
  const span = error?.span ?? trace?.steps.at(-1)?.failed?.span ?? declared;
  const common = { name, code: `noether/${kind}`, outcome: outcomes[verdict], span };
  if (verdict === "holds") return common;
  const message = `${verdict}${steps}${why}`;
  if (!trace) return { ...common, message };
  const describer = new Describer(model);
  const end = { kind, location: span && locate(span) };
  return {
    ...common,
    message,
    detail: traceText(trace, describer, { palette: plain, fullStates: false }, end),
    steps: trace.steps.flatMap((step) => {
      const place = step.transition.span;
      return place ? [{ text: describer.step(step), span: place }] : [];
    }),
  };
}

/** A file that could not be read. */
export function problemSuite(file: string, problems: readonly Problem[]): Suite {
  const cases = problems.map(({ code, message, span }): Case => {
    const outcome = code === "noether/limit" ? "undecided" : "wrong";
    return { name: code, code, outcome, message, span };
  });
  return { file, cases, seconds: 0 };
}

/** The claims of a file about itself. */
export function claimSuite(
  file: string,
  tested: readonly (TestedClaim & { readonly defines: Readonly<Record<string, string>> })[],
): Suite {
  const cases = tested.map(({ claim, defines, outcome, found, seconds }): Case => {
    const list = Object.entries(defines).map((define) => define.join("="));
    const name = list.length === 0 ? claim.text : `${claim.text} with ${list.join(", ")}`;
    const common = { name, code: "noether/claim", span: claim.span, seconds };
    if (outcome === "kept") return { ...common, outcome: "passed" };
    if (outcome === "undecided") return { ...common, outcome, message: `expected ${name}, undecided: ${found}` };
    return { ...common, outcome: "failed", message: `expected ${name}, found ${found}` };
  });
  return { file, cases, seconds: tested.reduce((sum, { seconds }) => sum + seconds, 0) };
}
