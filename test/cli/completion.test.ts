/** The scripts for shells, in the shells themselves. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
import { skipped } from "../support/skipped.ts";

const folder = mkdtempSync(join(tmpdir(), "noether-completion-"));

function scriptFor(shell: string): string {
  const { code, stdout } = runCli(["completion", shell]);
  expect(code).toBe(0);
  const path = join(folder, `noether.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

function isMissing(shell: string): boolean {
  return skipped(
    spawnSync(shell, ["-c", "true"]).status !== 0,
    `${shell} is not installed, so its completion is not tested`,
  );
}

test("there is a script for the shells that are named, and for no other", () => {
  expect(runCli(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Allowed choices are bash, zsh, fish") as string,
  });
});

describe.skipIf(isMissing("bash"))("bash", () => {
  const script = scriptFor("bash");
  test.each([
    [["noether", "ch"], ["check"]],
    [["noether", "check", "--sym"], ["--symmetry"]],
    [
      ["noether", "check", "--engine", ""],
      ["auto", "explicit", "symbolic"],
    ],
    [["noether", "pattern", "v"], ["verify"]],
    [["noether", "pattern", "verify", "--pat"], ["--pattern"]],
    [["noether", "check", "model"], []],
  ])("%j is completed to %j", (words, expected) => {
    const call = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _noether; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", call], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.split("\n").filter((word) => word !== "").sort()).toEqual(expected); // prettier-ignore
  });
});

describe.skipIf(isMissing("fish"))("fish", () => {
  const script = scriptFor("fish");
  test.each([
    ["noether ch", "check"],
    ["noether check --sym", "--symmetry"],
    ["noether check --engine sym", "symbolic"],
    ["noether pattern ver", "verify"],
  ])("%j is completed to %j", (line, expected) => {
    const { stdout, stderr } = spawnSync("fish", ["-N", "-c", `source ${script}; complete -C '${line}'`], {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout.split("\n").map((each) => each.split("\t")[0])).toContain(expected);
  });
});

describe.skipIf(isMissing("zsh"))("zsh", () => {
  // Completion needs a terminal, which zpty makes.
  const script = scriptFor("zsh");
  test.each([
    ["noether che", "noether check "],
    ["noether check --symm", "noether check --symmetry "],
    ["noether check --engine sym", "noether check --engine symbolic "],
  ])("%j is completed to %j", (line, expected) => {
    const program = `
      zmodload zsh/zpty
      zpty z 'zsh -f -i'
      zpty -w z 'PS1=; autoload -Uz compinit; compinit -u -D; source ${script}; result() { print -r -- "<\${BUFFER}>"; exit }; zle -N result; bindkey "^X" result; print ready'
      while zpty -r z out; do [[ "$out" == ready* ]] && break; done
      zpty -w -n z ${JSON.stringify(line)}$'\\t'$'\\x18'
      while zpty -r z out; do [[ "$out" == *"<"*">"* ]] && { print -r -- "$out"; break }; done
    `;
    const { stdout } = spawnSync("zsh", ["-f", "-c", program], { encoding: "utf8", timeout: 20_000 });
    expect(stdout).toContain(`<${expected}>`);
  });
});
