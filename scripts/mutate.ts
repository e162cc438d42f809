/**
 * Mutation testing: changes a file in one small place at a time, and checks whether some test notices.
 *
 *     npx tsx scripts/mutate.ts src/explicit/fairness.ts test/check/runs.test.ts test/explicit/lasso.test.ts
 *
 * It works in a temporary copy of the repository, so an interruption leaves nothing broken. It prints a line for each
 * mutant: the test that killed it, or that it survived. A survivor shows a missing test, or is equivalent to the
 * original. `--every 3` takes every third mutant, `--at 200-260` those in these lines.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface Mutant {
  readonly line: number;
  readonly what: string;
  readonly text: string;
}

/** The operators: a pattern in a line of code, and its replacement. All matches in a line become mutants. */
const operators: readonly (readonly [found: RegExp, replacement: string])[] = [
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ \+ 1\b/g, ""],
  [/ - 1\b/g, ""],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/"(i32|i64)\.eq"/g, '"$1.ne"'],
  [/"(i32|i64)\.ne"/g, '"$1.eq"'],
  [/"(i32|i64)\.gt_([us])"/g, '"$1.ge_$2"'],
  [/"(i32|i64)\.lt_([us])"/g, '"$1.le_$2"'],
  [/"(i32|i64)\.ge_([us])"/g, '"$1.gt_$2"'],
  [/^(\s*)(?:if \(.*\) )?(?:continue|break|return[^;]*);$/g, "$1;"],
  // Deletion of statements, and of items of a sequence of emitted code.
  [/^(\s*)(?!return\b|const\b|let\b|import\b|export\b|throw\b)[\w.#[\]!]+(?:\(.*\)|\s[-+|&]?=\s.*|\+\+|--);$/g, "$1;"],
  [/^(\s*)(?:setGlobal|store|store64|set|call|when|branch)\(.*\),$/g, "$1"],
];

const isProse = (line: string): boolean => /^\s*(?:\/\/|\/?\*|\||import\b|export type\b|readonly\b)/.test(line);

function mutantsOf(text: string): Mutant[] {
  const lines = text.split("\n");
  return lines.flatMap((line, i) => {
    if (isProse(line)) return [];
    const changed = operators.flatMap(([found, replacement]) =>
      Array.from(line.matchAll(found), ({ index, 0: match }) => {
        const put = match.replace(new RegExp(found.source), replacement);
        return line.slice(0, index) + put + line.slice(index + match.length);
      }),
    );
    const negated = negatedCondition(line);
    if (negated !== undefined) changed.push(negated);
    return [...new Set(changed)]
      .filter((other) => other !== line && isBalanced(other))
      .map((other) => ({
        line: i + 1,
        what: `${line.trim()} → ${other.trim() || "(nothing)"}`,
        text: [...lines.slice(0, i), other, ...lines.slice(i + 1)].join("\n"),
      }));
  });
}

/** Replaces `if (c) ...` by `if (!(c)) ...` if the condition ends in its line. */
function negatedCondition(line: string): string | undefined {
  const start = /^\s*(?:\} else )?if \(/.exec(line)?.[0].length;
  if (start === undefined) return undefined;
  let depth = 1;
  for (let end = start; end < line.length; end++) {
    if (line[end] === "(") depth++;
    if (line[end] === ")") depth--;
    if (depth === 0) return `${line.slice(0, start)}!(${line.slice(start, end)})${line.slice(end)}`;
  }
  return undefined;
}

/** A replacement that cuts an expression in half does not compile. */
function isBalanced(line: string): boolean {
  const count = (characters: string): number => [...line].filter((c) => characters.includes(c)).length;
  return count("(") === count(")") || !/^\s*(?:set|store|call|when|branch)/.test(line);
}

interface Run {
  readonly passed: boolean;
  readonly firstFailure: string;
  readonly elapsedMs: number;
}

async function runTests(folder: string, tests: readonly string[], timeoutMs: number): Promise<Run> {
  const started = performance.now();
  const given = ["run", ...tests, "--bail=1", "--maxWorkers=1", "--reporter=json", "--outputFile=mutant.json"];
  // A mutant that loops does so in a worker of vitest, which outlives it: the whole group is ended.
  const child = spawn("node_modules/.bin/vitest", given, { cwd: folder, detached: true, stdio: "ignore" });
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), timeoutMs);
  const [status, signal] = (await once(child, "exit")) as [number | null, string | null];
  clearTimeout(timer);
  const elapsedMs = performance.now() - started;
  if (status === 0) return { passed: true, firstFailure: "", elapsedMs };
  return { passed: false, firstFailure: signal === null ? firstFailure(folder) : "no end in sight", elapsedMs };
}

function firstFailure(folder: string): string {
  interface Report {
    readonly testResults: readonly {
      readonly name: string;
      readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
    }[];
  }
  try {
    const { testResults } = JSON.parse(readFileSync(join(folder, "mutant.json"), "utf8")) as Report;
    for (const { assertionResults } of testResults) {
      const failed = assertionResults.find(({ status }) => status === "failed");
      if (failed) return failed.title;
    }
  } catch {
    return "nothing runs";
  }
  return "a file does not load";
}

function numberAfter(words: string[], flag: string): number[] | undefined {
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words.splice(at, 2)[1]!.split("-").map(Number);
}

const words = process.argv.slice(2);
const [every = 1] = numberAfter(words, "--every") ?? [];
const [from = 1, to = Infinity] = numberAfter(words, "--at") ?? [];
const [file, ...tests] = words;
if (file === undefined || tests.length === 0) {
  console.error("usage: tsx scripts/mutate.ts FILE TEST... [--every N] [--at FROM-TO]");
  process.exit(2);
}
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const copy = mkdtempSync(join(tmpdir(), "noether-mutants-"));
const removeCopy = (): void => rmSync(copy, { recursive: true, force: true });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    removeCopy();
    process.exit(1);
  });
}
try {
  for (const name of [
    "src",
    "test",
    "examples",
    "bench",
    "docs",
    "scripts",
    "package.json",
    "vitest.config.ts",
    "README.md",
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const original = readFileSync(join(copy, file), "utf8");
  const mutants = mutantsOf(original).filter(({ line }, i) => line >= from && line <= to && i % every === 0);
  const plain = await runTests(copy, tests, 3_600_000);
  if (!plain.passed) throw new Error(`the tests fail without any change: ${plain.firstFailure}`);
  // A mutant may run forever. This is long enough to decide that.
  const timeoutMs = Math.ceil(30_000 + 5 * plain.elapsedMs);
  let killed = 0;
  for (const { line, what, text } of mutants) {
    writeFileSync(join(copy, file), text);
    const { passed, firstFailure: by } = await runTests(copy, tests, timeoutMs);
    if (!passed) killed++;
    console.log(`${passed ? "SURVIVED" : "killed  "} ${file}:${line} ${what}${passed ? "" : ` (${by})`}`);
  }
  console.log(`${mutants.length} mutants, ${killed} killed, ${mutants.length - killed} survived`);
} finally {
  removeCopy();
}
