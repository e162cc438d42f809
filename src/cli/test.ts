/** `noether test [FILES]` */

import { existsSync } from "node:fs";
import { Option } from "commander";
import type { Command } from "commander";
import { hasExpectations, readExpectations } from "../check/expectation.ts";
import type { Expectation } from "../check/expectation.ts";
import { testClaims } from "../check/test-claims.ts";
import type { TestedClaim } from "../check/test-claims.ts";
import { loadLanguage } from "../languages/load-language.ts";
import { loadModelIn } from "../node/load-in.ts";
import { readSource } from "../node/source-file.ts";
import { claimSuite, problemSuite } from "../report/suite.ts";
import type { Suite } from "../report/suite.ts";
import { overallOutcome, suiteText, testDocument, testSummary } from "../report/test-report.ts";
import type { Source } from "../syntax/source.ts";
import { Watch, watched } from "../util/limits.ts";
import { byteCount, collect, collectReport, reportHelp, timeoutOption, wholeNumber } from "./arguments.ts";
import type { ReportFlag } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { conclude, limitsOf, meanwhile, write } from "./host.ts";
import { filesOf } from "./model-files.ts";
import { problemsOf } from "./outcome.ts";
import { showPhase } from "./phases.ts";
import { palette, showSearch } from "./terminal.ts";

interface TestFlags {
  readonly include?: readonly string[];
  readonly maxStates?: number;
  readonly maxMemory?: number;
  readonly timeout?: number;
  readonly long?: boolean;
  readonly json?: boolean;
  readonly report?: readonly ReportFlag[];
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export function addTest(program: Command): void {
  program
    .command("test")
    .summary("check that models are what they say they are")
    .description(
      "Tests the claims of models about themselves: the first lines of a file, `// expect: holds mutex, states 512`, or those of a file of the same name with .expect behind it. Files without claims are passed over, unless they are named.",
    )
    .argument("[files...]", "models, folders, or patterns such as '**/*.seq'; all models below this folder by default")
    .option("-I, --include <folder>", "look here too for files that a model includes (repeatable)", collect)
    .option("--max-states <n>", "a claim is undecided beyond this many states", wholeNumber)
    .option("--max-memory <bytes>", "a claim is undecided beyond this much memory, e.g. 512M or 2G", byteCount)
    .option(timeoutOption[0], "a claim is undecided after this time, e.g. 30s or 10m", timeoutOption[2])
    .option("--long", "test the claims of lines `// expect long:` too, which may take minutes or more")
    .option("--json", "print one JSON document (docs/schema/test.json)")
    .option("--report <format>", reportHelp, collectReport)
    .addOption(new Option("-q, --quiet", "print only what is not as claimed").conflicts("verbose"))
    .option("--verbose", "tell what happens before each search, and when")
    .addHelpText(
      "after",
      `
Claims: states N, transitions N, reduced N (orbits), group order N, holds NAME, violated NAME at depth N, the last two
perhaps \`under weak fairness\`, or strong, or global. A line may end in \`with NAME=VALUE, ...\`, for other constants.
Lines that begin with \`// expect long:\` are passed over without --long.

Exit codes: 0 all is as claimed, 1 something is not, 2 the input or the call is wrong, 3 undecided, 4 an internal error.

Examples:
  noether test examples/seq
  noether test 'models/*.pml' --timeout 1m --report junit=report.xml`,
    )
    .action((paths: string[], flags: TestFlags) => runTest(paths, flags));
}

/** The claims of a file, and where they stand. */
interface Claimant {
  readonly path: string;
  readonly claims: Source | Suite;
}

async function runTest(paths: readonly string[], flags: TestFlags): Promise<void> {
  const isInterrupted = limitsOf({}).isInterrupted!;
  const claimants: Claimant[] = [];
  for (const { path, isNamed } of await filesOf(paths.length === 0 ? ["."] : paths, "folders")) {
    claimants.push(...claimantOf(path, isNamed));
  }
  const suites: Suite[] = [];
  meanwhile(() => ending(suites, flags));
  for (const { path, claims } of claimants) {
    const suite = "cases" in claims ? claims : await suiteOf(path, claims, flags);
    suites.push(suite);
    const isSilent = flags.json === true || (flags.quiet === true && overallOutcome([suite]) === "passed");
    if (!isSilent) write(`${suiteText(suite, palette).join("\n")}\n`);
    if (isInterrupted()) break;
  }
  const { passed, ...others } = { passed: 0, failed: 1, undecided: 3, wrong: 2 } as const;
  const outcome = overallOutcome(suites);
  const isWhole = suites.length === claimants.length;
  conclude(ending(suites, flags), outcome === "passed" ? (isWhole ? passed : exitCode.undecided) : others[outcome]);
  if (flags.report) (await import("./report-out.ts")).writeReports(flags.report, suites);
}

function ending(suites: readonly Suite[], { json }: TestFlags): string {
  return `${json ? JSON.stringify(testDocument(suites), undefined, 2) : testSummary(suites, palette)}\n`;
}

/** A file that is not named is tested only if it claims something. */
function claimantOf(path: string, isNamed: boolean): Claimant[] {
  const aside = `${path}.expect`;
  const { source, diagnostics } = readSource(existsSync(aside) ? aside : path);
  if (!source) return isNamed ? [{ path, claims: problemSuite(path, diagnostics) }] : [];
  if (hasExpectations(source.text)) return [{ path, claims: source }];
  if (!isNamed) return [];
  const message = "the file has no expectations; its first lines may be `// expect: holds NAME` and the like";
  const span = { source, start: 0, end: 0 };
  return [{ path, claims: problemSuite(path, [{ code: "noether/expectation", message, span }]) }];
}

async function suiteOf(path: string, source: Source, flags: TestFlags): Promise<Suite> {
  const { expectations, diagnostics } = readExpectations(source);
  if (diagnostics.length > 0) return problemSuite(path, diagnostics);
  try {
    const found: (TestedClaim & Pick<Expectation, "defines">)[] = [];
    for (const { defines, claims: all } of expectations) {
      const claims = all.filter(({ isLong }) => flags.long === true || !isLong);
      if (claims.length === 0) continue;
      const limits = { ...limitsOf({ ...flags, timeout: undefined }), timeoutMs: flags.timeout, onPhase: showPhase };
      const language = await loadLanguage(path);
      const loaded = watched(new Watch(limits), () => loadModelIn(language, path, defines, flags.include));
      const { model } = loaded;
      if (!model) return problemSuite(path, loaded.diagnostics);
      const tested = await testClaims({ ...loaded, model }, claims, { ...limits, onProgress: showSearch });
      found.push(...tested.map((each) => ({ ...each, defines })));
    }
    return claimSuite(path, found);
  } catch (error) {
    const { problems, code } = problemsOf(error);
    if (code === exitCode.internal) throw error;
    return problemSuite(path, problems);
  }
}
