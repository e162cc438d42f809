/** `noether show MODEL` */

import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { compile } from "../explicit/compile.ts";
import { programStructure } from "../hints/program-structure.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { runQuestions, stateQuestions } from "../model/question.ts";
import { printModel } from "../model/text/print.ts";
import { automatonOfQuestion } from "../property/automaton-of-question.ts";
import { AutomatonTooLarge } from "../property/automaton.ts";
import { printAutomatonDot, printNeverClaim } from "../property/print-automaton.ts";
import { channelDiagramDot, channelDiagramSvg, orbitColors } from "../report/channel-diagram.ts";
import { domainsText } from "../report/domains.ts";
import { stateGraphDot } from "../report/state-graph.ts";
import { constraintGraphDot } from "../symmetry/constraints/dot.ts";
import { findSymmetries } from "../symmetry/find.ts";
import { netGraphDot } from "../symmetry/net/detect.ts";
import { Watch, watched } from "../util/limits.ts";
import { moduleText } from "../wasm/text.ts";
import { duration } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile } from "./host.ts";
import { readModel, takeModel } from "./model.ts";
import type { ModelFlags } from "./model.ts";
import { showPhase } from "./phases.ts";

interface ShowFlags extends ModelFlags {
  readonly domains?: boolean;
  readonly graph?: boolean;
  readonly quotient?: boolean;
  readonly coloredGraph?: boolean;
  readonly diagram?: boolean;
  readonly svg?: boolean;
  readonly automaton?: string;
  readonly dot?: boolean;
  readonly code?: boolean;
  readonly timeout?: number;
}

/** The most states of a readable picture. */
const graphLimit = 500;

export function addShow(program: Command): void {
  takeModel(
    program
      .command("show")
      .summary("print what a model becomes: transitions in .seq, graphs, automata, code")
      .description(
        "Every language becomes guarded transitions over variables before it is checked. Prints these in .seq, with constants resolved; or what Noether makes of them.",
      ),
  )
    .option("--domains", "the values each slot can take, as declared and as inferred")
    .option("--graph", `the state graph in Graphviz's language, up to ${graphLimit} states`)
    .option("--quotient", `the state graph of one state per orbit, up to ${graphLimit} states`)
    .option("--colored-graph", "the graph whose automorphisms are symmetries, in Graphviz's language")
    .option(
      "--diagram",
      "who talks to whom in a Promela model, or who knows whom in a Rebeca model, with orbits in color, in Graphviz's language",
    )
    .option("--svg", "with --diagram: as SVG")
    .option("--automaton <property>", "the automaton of the runs that violate a property, as a never claim")
    .option("--dot", "with --automaton: in Graphviz's language")
    .option("--timeout <time>", "give up after this time, e.g. 30s or 10m", duration)
    .option("--code", "the WebAssembly that explores the model, in text form")
    .addHelpText(
      "after",
      `
Examples:
  noether show examples/seq/token-circulation.seq -D N=5
  noether show examples/seq/peterson.seq --domains
  noether show examples/seq/bug-deadlock.seq --graph | dot -Tsvg > graph.svg
  noether show examples/csp/dining-philosophers.csp -D N=3 --quotient | dot -Tsvg > quotient.svg
  noether show examples/promela/three-tiered.pml --diagram --svg > diagram.svg
  noether show examples/promela/email-3.pml --automaton blocked
  noether show examples/seq/hanoi.seq --code`,
    )
    .action((path: string, flags: ShowFlags) => runShow(path, flags));
}

async function runShow(path: string, flags: ShowFlags): Promise<void> {
  const watch = new Watch({ ...limitsOf(flags), onPhase: showPhase });
  meanwhile(() => "");
  const { model } = await readModel(path, flags, watch);
  conclude(
    watched(watch, () => shown(model, flags)),
    exitCode.holds,
  );
}

function shown(model: Model, flags: ShowFlags): string {
  const parts: string[] = [];
  if (flags.domains) parts.push(domainsText(model, facts(model).domains));
  if (flags.graph) parts.push(drawing(stateGraphDot(model, graphLimit), "states"));
  if (flags.quotient) {
    parts.push(drawing(stateGraphDot(model, graphLimit, findSymmetries(model).group), "orbits"));
  }
  if (flags.diagram) parts.push(diagramOf(model, flags.svg ?? false));
  if (flags.coloredGraph) {
    parts.push(netGraphDot(model) ?? constraintGraphDot(model));
  }
  if (flags.automaton !== undefined) parts.push(automatonOf(model, flags.automaton, flags.dot ?? false));
  if (flags.code) {
    const { module } = compile(model, stateQuestions(model.properties), { fingerprints: false });
    parts.push(`${moduleText(module)}\n`);
  }
  return parts.length > 0 ? parts.join("\n") : printModel(model);
}

function drawing(dot: string | undefined, what: string): string {
  if (dot === undefined) throw new RequestError(`the model has more than ${graphLimit} ${what}, too many to draw`);
  return dot;
}

function automatonOf({ properties }: Model, name: string, isDot: boolean): string {
  const questions = runQuestions(properties);
  const question = questions.find((candidate) => candidate.name === name);
  if (!question) {
    const names = questions.map((candidate) => candidate.name);
    const known = names.length === 0 ? "the model has none" : `there are: ${names.join(", ")}`;
    throw new RequestError(`\`${name}\` is no property of runs; ${known}`);
  }
  try {
    return (isDot ? printAutomatonDot : printNeverClaim)(automatonOfQuestion(question));
  } catch (error) {
    throw error instanceof AutomatonTooLarge ? new RequestError(error.message) : error;
  }
}

function diagramOf(model: Model, isSvg: boolean): string {
  const components = programStructure.of(model);
  if (!components) throw new RequestError("the language of this model does not tell its processes and channels");
  // The group on slots does not determine the images of channels without a buffer, which have no slots.
  const { permutations } = findSymmetries(model, { method: "program" });
  if (components.known && isSvg) {
    throw new RequestError(
      "who knows whom is drawn by Graphviz: leave out --svg, and pipe the output into `dot -Tsvg`",
    );
  }
  const colors = orbitColors(components, findSymmetries(model).group, permutations);
  return (isSvg ? channelDiagramSvg : channelDiagramDot)(components, colors, model.name);
}
