/** State counts and verdicts of Rumur itself, if it is installed. */

import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { skipped } from "../../support/skipped.ts";

const run = promisify(execFile);

/** Rumur or a C compiler is not there. */
export const withoutRumur: boolean = (() => {
  try {
    execFileSync("rumur", ["--version"], { stdio: "ignore" });
    execFileSync("gcc", ["--version"], { stdio: "ignore" });
    return false;
  } catch {
    return skipped(true, "rumur or gcc is not installed");
  }
})();

export interface RumurOptions {
  readonly symmetry?: "off" | "heuristic" | "exhaustive" | undefined;
  readonly deadlocks?: Deadlocks | undefined;
}

type Deadlocks = "off" | "stuttering";

export interface RumurResult {
  readonly states: number;
  readonly rules: number;
  /** The first error, if there is one. */
  readonly error?: string | undefined;
}

/** The result of a search; what Rumur or the compiler complain about is thrown. */
export function rumur(
  text: string,
  { symmetry = "off", deadlocks = "stuttering" }: RumurOptions = {},
): Promise<RumurResult> {
  return withVerifier(text, symmetry, (verifier) => search(verifier, deadlocks));
}

/**
 * The result of a search that looks for deadlocks, and of one that does not; `undefined` if one has no end: Rumur follows
 * a `while` as long as it goes.
 */
export function rumurTwice(text: string): Promise<Readonly<Record<Deadlocks, RumurResult>> | undefined> {
  return withVerifier(text, "off", async (verifier) => {
    const stuttering = await search(verifier, "stuttering").catch(unlessStopped);
    if (!stuttering) return undefined;
    // Without an error the two searches are the same.
    const off = stuttering.error === undefined ? stuttering : await search(verifier, "off");
    return { off, stuttering };
  });
}

function unlessStopped(error: unknown): undefined {
  if ((error as { readonly killed?: boolean }).killed !== true) throw error;
}

/** Makes a verifier, which takes most of the time: it is compiled once for both ways to search. */
async function withVerifier<T>(text: string, symmetry: string, use: (verifier: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "noether-rumur-"));
  try {
    const [model, source, verifier] = ["model.m", "model.c", "model"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(model, text);
    await run("rumur", [model, `--output=${source}`, `--symmetry-reduction=${symmetry}`, "--threads=1"]);
    writeFileSync(source, deadlocksAtRunTime(readFileSync(source, "utf8")));
    await run("gcc", ["-O0", "-w", "-std=c11", "-march=native", "-mcx16", source, "-o", verifier, "-lpthread"]);
    return await use(verifier);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether to look for deadlocks is a constant of the verifier. Here it becomes a variable of the environment. */
function deadlocksAtRunTime(source: string): string {
  const constant = /static const (enum \{\s*DEADLOCK_DETECTION_OFF,[^}]*\} DEADLOCK_DETECTION =)/;
  if (!constant.test(source)) throw new Error("Rumur wrote another verifier than expected");
  return `${source.replace(constant, "static $1")}
__attribute__((constructor)) static void choose_deadlocks(void) {
  if (getenv("WITHOUT_DEADLOCKS") != NULL) DEADLOCK_DETECTION = DEADLOCK_DETECTION_OFF;
}
`;
}

/** The verifier fails if it finds an error, and says so. */
async function search(verifier: string, deadlocks: Deadlocks): Promise<RumurResult> {
  const env = deadlocks === "off" ? { ...process.env, WITHOUT_DEADLOCKS: "1" } : process.env;
  try {
    return resultIn((await run(verifier, [], { env, timeout: 120_000, maxBuffer: 2 ** 29 })).stdout);
  } catch (error) {
    const { stdout, code } = error as { readonly stdout?: string; readonly code?: number | null };
    if (code === 1 && stdout !== undefined) return resultIn(stdout);
    throw error;
  }
}

function resultIn(text: string): RumurResult {
  const [, states, rules] = /(\d+) states, (\d+) rules fired/.exec(text) ?? [];
  if (states === undefined) throw new Error(`Rumur counted no states:\n${text}`);
  const found = /The following is the error trace for the error:\s*\n\s*\n?\s*(.*)/.exec(text)?.[1];
  const uncovered = /[1-9]\d* error\(s\) found/.test(text) ? "another error" : undefined;
  return { states: Number(states), rules: Number(rules), error: found ?? uncovered };
}
