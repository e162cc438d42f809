/** The options of `noether check` and `noether cluster check` alike. */

import { Option } from "commander";
import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { detectorNames } from "../symmetry/detector.ts";
import type { Method } from "../symmetry/find.ts";
import { collect, timeoutOption, wholeNumber } from "./arguments.ts";

/** What is checked, with which reductions and limits. */
export interface QuestionFlags {
  readonly property?: readonly string[];
  readonly symmetry: Method;
  readonly representatives: "auto" | "unique" | "multiple";
  readonly partialOrder: "auto" | "on" | "off";
  readonly maxStates?: number;
  readonly timeout?: number;
}

/** How traces are shown. */
export interface TraceFlags {
  readonly fullStates?: boolean;
  readonly traceOut?: string;
  readonly force?: boolean;
}

export function takeQuestion(command: Command): Command {
  return command
    .option("-p, --property <name>", "check only this property (repeatable); `none` explores the whole space", collect)
    .addOption(
      new Option(
        "--symmetry <which>",
        "symmetries to use: those that pay in a search of its size (auto); all; none; or those of one method",
      )
        .choices(["auto", "on", "off", ...detectorNames])
        .default("auto"),
    )
    .addOption(
      new Option(
        "--representatives <how>",
        "one stored state per orbit, or several that are easier to compute; auto: one as long as it pays",
      )
        .choices(["auto", "unique", "multiple"])
        .default("auto"),
    )
    .addOption(
      new Option(
        "--partial-order <when>",
        "leave out steps that only come in another order; auto: in searches that have grown, as long as it pays. Traces may be longer than necessary",
      )
        .choices(["auto", "on", "off"])
        .default("auto"),
    )
    .option("--max-states <n>", "end undecided beyond this many states", wholeNumber)
    .option(...timeoutOption);
}

export function takeTraces(command: Command): Command {
  return command
    .option("--full-states", "show every variable in every state of a trace, not just what changed")
    .option("--trace-out <file>", "write traces to new files, as JSON, or in ITF if the name ends in .itf.json")
    .option("--force", "write over a file that exists, but never over the model");
}

/** Refuses options that contradict each other. */
export function requireQuestion({ property }: Pick<QuestionFlags, "property">): void {
  if (property?.includes("none") && property.length > 1) {
    throw new RequestError("--property none asks for no property, so no other can be named");
  }
}

/** What the flags ask of a check. `undefined` for all properties. */
export function askedBy({ property, symmetry, representatives, partialOrder }: QuestionFlags): {
  readonly properties: readonly string[] | undefined;
} & Pick<QuestionFlags, "symmetry" | "representatives" | "partialOrder"> {
  return { properties: property?.filter((name) => name !== "none"), symmetry, representatives, partialOrder };
}
