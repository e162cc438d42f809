/** `noether symmetry MODEL` */

import { Option } from "commander";
import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import type { Model, Property } from "../model/model.ts";
import { withObserversOf } from "../model/observers.ts";
import { symmetryDocument, symmetryText } from "../report/symmetry.ts";
import { constraintGraphDot } from "../symmetry/constraints/dot.ts";
import { detectors } from "../symmetry/detectors.ts";
import { claimsOf, findSymmetries } from "../symmetry/find.ts";
import type { Method } from "../symmetry/find.ts";
import { netGraphDot } from "../symmetry/net/detect.ts";
import { Watch, watched } from "../util/limits.ts";
import { byteCount, collect, timeoutOption } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile } from "./host.ts";
import { readModel, takeModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { showPhase } from "./phases.ts";
import { palette } from "./terminal.ts";

interface SymmetryFlags extends ModelFlags {
  readonly method: Method;
  readonly property?: readonly string[];
  readonly explain?: boolean;
  readonly dot?: boolean;
  readonly timeout?: number;
  readonly maxMemory?: number;
  readonly json?: boolean;
}

export function addSymmetry(program: Command): void {
  takeModel(
    program
      .command("symmetry")
      .summary("find the symmetries of a model")
      .description(
        "Finds permutations of processes and values that map the model onto itself, each proved before it is shown. They preserve the model, and the properties that --property names; without it, formulas and never claims.",
      ),
  )
    .addOption(
      new Option(
        "--method <name>",
        "how to look for symmetries: until the whole model is covered (auto), all methods (on), or one",
      )
        .choices(["auto", "on", ...detectors.map(({ name }) => name)])
        .default("auto"),
    )
    .option("-p, --property <name>", "a property to preserve (repeatable); `none` for the model alone", collect)
    .option("--explain", "say why each generator is sound, and what is in the way of exchanging neighbors")
    .option(...timeoutOption)
    .option("--max-memory <bytes>", "end undecided beyond this much memory, e.g. 512M or 2G", byteCount)
    .addOption(new Option("--dot", "print the colored graph in Graphviz's language instead").conflicts("json"))
    .option("--verbose", "tell which method runs, and when")
    .option("--json", "print one JSON document (docs/schema/symmetry.json)")
    .addHelpText(
      "after",
      `
Methods:
${detectors.map(({ name, description }) => `  ${name.padEnd(12)} ${description}`).join("\n")}

Examples:
  noether symmetry examples/csp/dining-philosophers.csp -D N=20
  noether symmetry examples/seq/token-circulation.seq --explain
  noether symmetry examples/seq/peterson.seq --property mutex --json
  noether symmetry examples/promela/email.pml --method program
  noether symmetry examples/seq/bug-deadlock.seq --dot | dot -Tsvg > graph.svg`,
    )
    .action((path: string, flags: SymmetryFlags) => runSymmetry(path, flags));
}

async function runSymmetry(path: string, flags: SymmetryFlags): Promise<void> {
  const watch = new Watch({ ...limitsOf(flags), onPhase: showPhase });
  meanwhile(() => "");
  const { model: whole } = await readModel(path, flags, watch);
  const named = flags.property?.filter((name) => name !== "none");
  const properties = named?.map((name) => propertyOf(whole, name)) ?? claimsOf(whole);
  const model = withObserversOf(whole, properties);
  conclude(
    watched(watch, () => report(model, properties, flags)),
    exitCode.holds,
  );
}

function report(model: Model, properties: readonly Property[], flags: SymmetryFlags): string {
  if (flags.dot) {
    const net = flags.method === "constraints" ? undefined : netGraphDot(model);
    return net ?? constraintGraphDot(model, properties);
  }
  const explain = flags.explain ?? false;
  const found = findSymmetries(model, { method: flags.method, properties, explain });
  const options = { properties: properties.map(({ name }) => name), explain };
  const output = flags.json
    ? JSON.stringify(symmetryDocument(model, found, options), undefined, 2)
    : symmetryText(model, found, { ...options, palette });
  return `${output}\n`;
}

function propertyOf(model: Model, name: string): Property {
  const property = model.properties.find((candidate) => candidate.name === name);
  if (property?.kind === "refines" || property?.kind === "other") {
    const what = property.kind === "refines" ? "two systems" : "another system";
    throw new RequestError(`\`${name}\` is about ${what}: \`noether check --symmetry on\` tells its symmetries`);
  }
  if (property) return property;
  const available = model.properties.map((candidate) => `\`${candidate.name}\``).join(", ");
  throw new RequestError(`the model has no property \`${name}\`; it has ${available === "" ? "none" : available}`);
}
