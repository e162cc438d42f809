/** `noether pattern verify|synthesise|image SYSTEM` */

import { Option } from "commander";
import type { Command } from "commander";
import { automatonDot, pairName } from "../automata/dot.ts";
import { stateCount } from "../automata/nfa.ts";
import type { Relation } from "../automata/relation.ts";
import { checkImage } from "../check/image.ts";
import { RequestError } from "../check/request-error.ts";
import { libraryGroups, verifyFamily } from "../family/library.ts";
import { familyNamed, familyRelation } from "../family/permutations.ts";
import type { ParameterizedSystem } from "../family/system.ts";
import { verifyIrregular } from "../family/verify-irregular.ts";
import { verifyPattern } from "../family/verify.ts";
import { printSystem } from "../languages/rsp/print.ts";
import { loadPatterns, loadSystem } from "../node/load-system.ts";
import { imageSystem } from "../pattern/image.ts";
import { synthesize, synthesisMethods } from "../pattern/synthesize.ts";
import type { SynthesisMethod } from "../pattern/synthesize.ts";
import type { SynthesisKind } from "../pattern/transducer-encoding.ts";
import { groupDocument, imageText, patternDocument, synthesisText, verifyText } from "../report/pattern.ts";
import type { ReportedPattern } from "../report/pattern.ts";
import type { PatternImageDocument, PatternSynthesisDocument, PatternVerifyDocument } from "../report/schema.ts";
import { Watch, watchThread } from "../util/limits.ts";
import { collect, timeoutOption, wholeNumber } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile } from "./host.ts";
import { reject } from "./outcome.ts";
import { showPhase } from "./phases.ts";
import { palette } from "./terminal.ts";

export function addPattern(program: Command): void {
  const pattern = program
    .command("pattern")
    .summary("symmetries of whole families of systems")
    .description("Verifies and finds symmetry patterns of parameterized systems, for all sizes at once.")
    .addHelpText(
      "after",
      `
Examples:
  noether pattern verify examples/patterns/israeli-jalfon.rsp
  noether pattern verify examples/patterns/herman.rsp --pattern reflection
  noether pattern synthesise examples/patterns/resource-allocator.rsp --json
  noether pattern image examples/patterns/coffee-can.rsp`,
    );
  const chosen = "rotation, swap(1,0), reflection and the like, a pattern of the system, or a file of patterns";
  pattern
    .command("verify")
    .description("Tells which groups of the library all instances have, or whether patterns are symmetry patterns.")
    .argument("<system>", "a .rsp file")
    .option("--pattern <which>", `${chosen} (repeatable)`, collect)
    .option(...timeoutOption)
    .option("--json", "print one JSON document (docs/schema/pattern-verify.json)")
    .action((path: string, flags: VerifyFlags) => attempt(path, flags, (system) => verify(system, flags)));
  pattern
    .command("synthesise")
    .alias("synthesize")
    .description("Finds a symmetry pattern that holds in all sizes.")
    .argument("<system>", "a .rsp file")
    .addOption(new Option("--method <name>", "how to look for it").choices(synthesisMethods).default("auto"))
    .addOption(
      new Option("--kind <kind>", "what `--method sat` looks for")
        .choices(["homomorphism", "complete", "process"])
        .default("process"),
    )
    .option("--finite-image", "`--method sat` looks for patterns with a finite image only")
    .option("--hints", "`--method sat` looks for what is a symmetry of the smallest instances")
    .option("--max-states <n>", "end with none beyond this many states", wholeNumber)
    .option(...timeoutOption)
    .addOption(new Option("--dot", "print the transducers in Graphviz's language instead").conflicts("json"))
    .option("--json", "print one JSON document (docs/schema/pattern-synthesise.json)")
    .action((path: string, flags: SynthesisFlags) =>
      attempt(path, flags, (system, stop) => synthesizeOne(system, flags, stop)),
    );
  pattern
    .command("image")
    .description(
      "The image of all instances under a pattern and, if it is finite, whether the system is safe in all sizes.",
    )
    .argument("<system>", "a .rsp file")
    .option("--pattern <which>", `${chosen}; without it one with a finite image is synthesised`)
    .addOption(new Option("--system", "print the image as a system in .rsp instead").conflicts("json"))
    .option(...timeoutOption)
    .option("--json", "print one JSON document (docs/schema/pattern-image.json)")
    .action((path: string, flags: ImageFlags) =>
      attempt(path, flags, (system, stop) => showImage(system, flags, stop)),
    );
}

interface VerifyFlags {
  readonly pattern?: readonly string[];
  readonly timeout?: number;
  readonly json?: boolean;
}

interface SynthesisFlags {
  readonly method: SynthesisMethod;
  readonly kind: SynthesisKind;
  readonly finiteImage?: boolean;
  readonly hints?: boolean;
  readonly maxStates?: number;
  readonly timeout?: number;
  readonly dot?: boolean;
  readonly json?: boolean;
}

interface ImageFlags {
  readonly pattern?: string;
  readonly system?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

interface Answer {
  readonly document: unknown;
  readonly text: string;
  readonly code: number;
}

async function attempt(
  path: string,
  flags: { readonly json?: boolean; readonly timeout?: number },
  answer: (system: ParameterizedSystem, stop: () => boolean) => Answer | Promise<Answer>,
): Promise<void> {
  const watch = new Watch({ ...limitsOf(flags), onPhase: showPhase });
  watchThread(watch);
  meanwhile(() => "");
  const { system, diagnostics } = loadSystem(path);
  if (!system) reject(diagnostics);
  const answered = await answer(system, () => watch.reached() !== undefined);
  const output = flags.json ? JSON.stringify(answered.document, undefined, 2) : answered.text;
  conclude(`${output}\n`, answered.code);
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

function verify(system: ParameterizedSystem, { pattern: names }: VerifyFlags): Answer {
  const started = performance.now();
  const library = names ? undefined : libraryGroups(system);
  const patterns = names
    ? names.flatMap((name) => patternsNamed(system, name))
    : [...declared(system), ...irregular(system)];
  const document: PatternVerifyDocument = {
    version: 1,
    system: system.name,
    verdict: patterns.every(({ verdict }) => verdict.kind !== "none") ? "holds" : "violated",
    groups: library?.groups.map(groupDocument),
    patterns: patterns.map((pattern) => patternDocument(system, pattern)),
    seconds: secondsSince(started),
  };
  return { document, text: verifyText(document, palette), code: exitCode[document.verdict] };
}

interface NamedPattern extends ReportedPattern {
  readonly relation?: Relation | undefined;
}

function irregular(system: ParameterizedSystem, name?: string): NamedPattern[] {
  return system.irregular
    .filter((pattern) => name === undefined || pattern.name === name)
    .map((pattern) => ({ name: pattern.name, ...verifyIrregular(system, pattern) }));
}

function declared(system: ParameterizedSystem, patterns = system.patterns): NamedPattern[] {
  return patterns.map(({ name, relation }) => ({
    name,
    relation,
    states: stateCount(relation.nfa),
    verdict: verifyPattern(system, relation),
  }));
}

/** The patterns of a name: a pattern of the library or of the system, or those of a file. */
function patternsNamed(system: ParameterizedSystem, name: string): NamedPattern[] {
  const own = system.patterns.filter((pattern) => pattern.name === name);
  if (own.length > 0) return declared(system, own);
  const stacked = irregular(system, name);
  if (stacked.length > 0) return stacked;
  const family = familyNamed(name);
  if (family) {
    const relation = family.kind === "reflection" ? undefined : familyRelation(family, system.letters.length);
    const { description, ...verdict } = verifyFamily(system, family);
    return [{ name, description, relation, states: relation && stateCount(relation.nfa), verdict }];
  }
  if (!/[./\\]/.test(name)) {
    const known = [
      "rotation",
      "swap",
      "reflection",
      ...[...system.patterns, ...system.irregular].map((pattern) => pattern.name),
    ];
    throw new RequestError(
      `there is no pattern \`${name}\`; there are ${known.join(", ")}, with fixed letters as in rotation(1,0), and files`,
    );
  }
  const { patterns, diagnostics } = loadPatterns(name, system);
  if (diagnostics.length > 0) reject(diagnostics);
  return declared(system, patterns);
}

async function synthesizeOne(system: ParameterizedSystem, flags: SynthesisFlags, stop: () => boolean): Promise<Answer> {
  const started = performance.now();
  // What is shown if the solver has to be ended from outside: nobody knows yet how long it took.
  const open: PatternSynthesisDocument = {
    version: 1,
    system: system.name,
    outcome: "undecided",
    method: flags.method === "auto" ? "library" : flags.method,
    reason: "the limit was reached",
    patterns: [],
  };
  meanwhile(() => `${flags.json ? JSON.stringify(open, undefined, 2) : synthesisText(open, palette)}\n`);
  const found = await synthesize(system, { ...flags, stop });
  const { outcome, method, reason, learning, search } = found;
  const document: PatternSynthesisDocument = {
    version: 1,
    system: system.name,
    outcome,
    method,
    reason,
    patterns: found.patterns.map((pattern) => patternDocument(system, pattern)),
    instances: learning?.instances.map((instance) => ({ ...instance })),
    ...search,
    seconds: secondsSince(started),
  };
  const code = { found: exitCode.holds, none: exitCode.violated, undecided: exitCode.undecided }[outcome];
  const dots = found.patterns.flatMap(({ relation }) =>
    relation ? [automatonDot(relation.nfa, pairName(system.letters)).trimEnd()] : [],
  );
  return { document, text: flags.dot ? dots.join("\n") : synthesisText(document, palette), code };
}

async function showImage(system: ParameterizedSystem, flags: ImageFlags, stop: () => boolean): Promise<Answer> {
  const started = performance.now();
  const named = flags.pattern === undefined ? undefined : patternsNamed(system, flags.pattern);
  const found = named ? undefined : await synthesize(system, { method: "quotient", stop });
  const pattern: NamedPattern | undefined = named?.[0] ?? found?.patterns[0];
  if (!pattern) {
    // That none was found does not mean that there is none.
    const reason = `no pattern with a finite image was found: ${found?.reason ?? "none is known"}`;
    const document = {
      version: 1,
      system: system.name,
      verdict: "undecided",
      reason,
      seconds: secondsSince(started),
    } as const;
    return { document, text: imageText(document, palette), code: exitCode.undecided };
  }
  if (!pattern.relation) throw new RequestError("this pattern is no regular relation, so it has no regular image here");
  if (flags.system) {
    const text = printSystem(system.letters, imageSystem(system, pattern.relation));
    return { document: { version: 1, system: text }, text: text.trimEnd(), code: exitCode.holds };
  }
  const image = await checkImage(system, pattern.relation, pattern.verdict);
  const document: PatternImageDocument = {
    version: 1,
    system: system.name,
    pattern: patternDocument(system, pattern),
    ...image,
    seconds: secondsSince(started),
  };
  return { document, text: imageText(document, palette), code: exitCode[document.verdict ?? "holds"] };
}
