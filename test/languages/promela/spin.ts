/**
 * State counts and verdicts of SPIN itself, if it is installed, without reduction. `off` are the numbers of rewritings
 * that it is to leave out: 3 for `-o3`.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { skipped } from "../../support/skipped.ts";

/** SPIN or a C compiler is not there. */
export const withoutSpin: boolean = (() => {
  try {
    execFileSync("spin", ["-V"], { stdio: "ignore" });
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return false;
  } catch {
    return skipped(true, "spin or cc is not installed");
  }
})();

/** Only an endless run takes so long, even on a slow machine. The limits on memory and depth end all others. */
export const patienceMs = 3_600_000;

/** A search of a random program ends after 20 s of processor time: `pan` may go round in circles without storing states. */
const limited = ["sh", "-c", 'ulimit -t 20; exec "$0" "$@"'];

/** No errors end this search: neither end states (-E) nor assertions (-A). */
const counting = ["-m2000000", "-E", "-A", "-c0"];

/** The number of states; `undefined` if that takes too much or fails. Never claims and formulas are left out. */
export function spinStates(path: string, folder: string, off: readonly string[] = []): number | undefined {
  const output = withoutClaims(path, folder, off, [counting], limited)?.[0];
  return output === undefined ? undefined : statesIn(output);
}

/** Whether some assertion fails, and whether some end state is invalid. */
export interface Safety {
  readonly assertion: boolean;
  readonly endState: boolean;
}

export interface Findings {
  readonly states: number | undefined;
  /** Absent if SPIN ends at something else that is wrong, such as a channel that was never made. */
  readonly safety?: Safety | undefined;
}

/** A change of a text in a file, for a smaller instance of a model. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The text after the change, which must apply. */
export function edited(text: string, { file, from, to }: Edit): string {
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
  return text.replace(from, to);
}

/** `undefined` if that takes too much or fails. */
export function spinFindings(
  path: string,
  folder: string,
  off: readonly string[] = [],
  edit?: Edit,
): Findings | undefined {
  const searches = [counting, ["-m2000000", "-E"], ["-m2000000", "-A"]];
  const outputs = withoutClaims(path, folder, off, searches, [], edit);
  if (!outputs) return undefined;
  const [first, ...errors] = outputs.map((output) => /^pan:1: (.*)$/m.exec(output)?.[1]);
  const assertion = errors[0] !== undefined && /^(?:assertion violated|block in d_step)/.test(errors[0]);
  const endState = errors[1]?.startsWith("invalid end state") ?? false;
  const isOther =
    first !== undefined || assertion !== (errors[0] !== undefined) || endState !== (errors[1] !== undefined);
  return { states: statesIn(outputs[0]!), safety: isOther ? undefined : { assertion, endState } };
}

function statesIn(output: string): number | undefined {
  const found = /^\s*(\d+) states, stored/m.exec(output);
  return found ? Number(found[1]) : undefined;
}

/** Whether labels mark some run as an error; `undefined` if that takes too much or fails. */
export function spinFindsCycle(text: string, name: "acceptance" | "progress"): boolean | undefined {
  const flags = name === "progress" ? ["-DNP", "-DNOCLAIM"] : ["-DNOCLAIM"];
  return runsFound(withoutClaim(text), flags, [name === "progress" ? ["-l"] : ["-a"]])?.[0];
}

/**
 * For each claim, whether it accepts a run of the program, which has no claim of its own; `undefined` if that takes too
 * much or fails. A claim is the text after `never`.
 */
export function spinAccepts(program: string, claims: readonly string[]): boolean[] | undefined {
  const text = [program, ...claims.map((claim, k) => `never claim_${k} ${claim}`), ""].join("\n");
  const searches = claims.map((_, k) => ["-a", ...(claims.length > 1 ? ["-N", `claim_${k}`] : [])]);
  return runsFound(text, [], searches);
}

/** For each search for runs, whether it ends with an error. */
function runsFound(
  text: string,
  flags: readonly string[],
  searches: readonly (readonly string[])[],
): boolean[] | undefined {
  const outputs = inFolder((cwd, run) => {
    writeFileSync(join(cwd, "model.pml"), text);
    run("spin", ["-a", "model.pml"]);
    run("cc", ["-O0", "-w", "-DNOREDUCE", "-DMEMLIM=4000", ...flags, "-o", "pan", "pan.c"]);
    return searches.map((given) => run("sh", [...limited.slice(1), "./pan", "-m200000", "-E", ...given]));
  });
  if (!outputs || outputs.some(isIncomplete)) return undefined;
  return outputs.map((output) => /^pan:\d+: /m.test(output));
}

/** The claim that SPIN makes of a formula, as text; `undefined` if it cannot. */
export function spinClaim(formula: string): string | undefined {
  return inFolder((_, run) => run("spin", ["-f", formula]));
}

// ---------------------------------------------------------------- running

type Run = (command: string, given: readonly string[]) => string;

/** Runs in a folder of its own; `undefined` if something fails or takes too much. */
function inFolder<T>(work: (cwd: string, run: Run) => T): T | undefined {
  const cwd = mkdtempSync(join(tmpdir(), "spin-"));
  const run: Run = (command, given) =>
    execFileSync(command, given, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: patienceMs,
      maxBuffer: 2 ** 28,
    });
  try {
    return work(cwd, run);
  } catch {
    return undefined;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/**
 * The output of several searches for errors of states. A claim stays in the text, since its labels are control states.
 */
function withoutClaims(
  path: string,
  folder: string,
  off: readonly string[],
  searches: readonly (readonly string[])[],
  prefix: readonly string[] = [],
  edit?: Edit,
): string[] | undefined {
  const outputs = inFolder((cwd, run) => {
    cpSync(folder, cwd, { recursive: true });
    if (edit) {
      const file = join(cwd, edit.file);
      writeFileSync(file, edited(readFileSync(file, "utf8"), edit));
    }
    run("spin", ["-a", ...off.map((number) => `-o${number}`), path]);
    run("cc", ["-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=4000", "-o", "pan", "pan.c"]);
    return searches.map((given) => {
      const [command, ...rest] = [...prefix, "./pan", ...given];
      return run(command!, rest);
    });
  });
  return outputs?.some(isIncomplete) ? undefined : outputs;
}

function isIncomplete(output: string): boolean {
  return /error: max search depth too small|out of memory|interrupted/.test(output);
}

/** The text without its never claim: with one, SPIN counts pairs of states. */
function withoutClaim(text: string): string {
  const start = text.search(/^never\b/m);
  if (start < 0) return text;
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === "{") depth++;
    if (text[i] === "}" && --depth === 0) return text.slice(0, start) + text.slice(i + 1);
  }
  return text;
}
