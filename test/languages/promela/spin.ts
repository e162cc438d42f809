/** State counts by SPIN itself, where it is installed. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** SPIN and a C compiler are there. */
export const spinInstalled: boolean = (() => {
  try {
    execFileSync("spin", ["-V"], { stdio: "ignore" });
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** The number of states without reduction or merging of statements; `undefined` if that takes too long or fails. */
export function spinStates(path: string, folder: string, seconds = 60): number | undefined {
  const cwd = mkdtempSync(join(tmpdir(), "spin-"));
  const run = (command: string, given: readonly string[], at = cwd): string =>
    execFileSync(command, given, {
      cwd: at,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: seconds * 1000,
    });
  try {
    cpSync(folder, cwd, { recursive: true });
    writeFileSync(join(cwd, path), withoutClaim(readFileSync(join(folder, path), "utf8")));
    run("spin", ["-a", "-o1", "-o2", "-o3", path]);
    run("cc", ["-O0", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DMEMLIM=4000", "-o", "pan", "pan.c"]);
    // No errors end the search: neither end states (-E) nor assertions (-A).
    const output = run("./pan", ["-m2000000", "-E", "-A", "-c0"]);
    if (/error: max search depth too small|out of memory|interrupted/.test(output)) return undefined;
    const found = /^\s*(\d+) states, stored/m.exec(output);
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
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
