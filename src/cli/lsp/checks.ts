/**
 * Checks and simulations that an editor asks for. Each runs in a process of its own, on the text as it is in the editor,
 * so that the server stays awake and a check can be ended.
 */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { CheckDocument, DiagnosticsDocument, PropertyDocument } from "../../report/schema.ts";
import { programPath } from "../parts.ts";
import type { ModelDocument } from "./document.ts";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LastVerdict extends Pick<PropertyDocument, "verdict" | "reason"> {
  readonly steps?: number | undefined;
  /** The text that was checked. */
  readonly text: string;
}

export class Checks {
  readonly #running = new Set<ChildProcess>();
  /** The last verdict by document and property. */
  readonly #verdicts = new Map<string, Map<string, LastVerdict>>();

  /** The last verdict, and whether the text has changed since. */
  verdict({ uri, text }: ModelDocument, property: string): (LastVerdict & { readonly isOld: boolean }) | undefined {
    const last = this.#verdicts.get(uri)?.get(property);
    return last && { ...last, isOld: last.text !== text };
  }

  /** Checks one property, or all. */
  async check(
    document: ModelDocument,
    property: string | undefined,
    timeout: string,
  ): Promise<CheckDocument | DiagnosticsDocument> {
    const chosen = property === undefined ? [] : [`--property=${property}`];
    const { stdout } = await this.run(document, ["check", "--json", `--timeout=${timeout}`, ...chosen]);
    const result = JSON.parse(stdout) as CheckDocument | DiagnosticsDocument;
    if ("properties" in result) {
      const known = this.#verdicts.get(document.uri) ?? new Map<string, LastVerdict>();
      this.#verdicts.set(document.uri, known);
      for (const { name, verdict, reason, trace } of result.properties) {
        known.set(name, { verdict, reason, steps: trace?.steps.length, text: document.text });
      }
    }
    return result;
  }

  /** Runs a command of Noether on the text of a document. */
  run({ language, text, folder }: ModelDocument, [command, ...rest]: readonly string[]): Promise<Outcome> {
    const words = [programPath, command!, "-", `--language=${language}`, ...rest];
    const child = spawn(process.execPath, words, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.#running.add(child);
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (part: string) => (output.stdout += part));
    child.stderr.setEncoding("utf8").on("data", (part: string) => (output.stderr += part));
    // A command that ends before it has read the text closes the pipe, which its output explains.
    child.stdin.on("error", () => undefined).end(text);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => {
        this.#running.delete(child);
        resolve({ code: code ?? -1, ...output });
      });
    });
  }

  end(): void {
    for (const child of this.#running) child.kill("SIGKILL");
  }
}
