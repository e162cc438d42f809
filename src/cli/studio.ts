/** `noether studio [FILE]` */

import { existsSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { catalog, languageOf } from "../languages/catalog.ts";
import { reasonOf } from "../node/source-file.ts";
import { StudioFiles } from "../node/studio-files.ts";
import { startStudio } from "../node/studio-server.ts";
import type { StudioServer } from "../node/studio-server.ts";
import { wholeNumber } from "./arguments.ts";
import { exitCode } from "./exit-code.ts";
import { endWith, setting, write } from "./host.ts";

interface StudioFlags {
  readonly port?: number;
}

/** How often the command looks whether it should end. */
const lookMs = 50;

export function addStudio(program: Command): void {
  program
    .command("studio")
    .summary("open a model in the browser")
    .description(
      "Serves the studio, a page to edit, check and look at models, to the browsers of this machine, until Ctrl-C. A model is saved back to its file, and read again when it changes on disk. The page reaches the files of this folder and below, and no others.",
    )
    .argument("[file]", "a model, or a folder of models (default: the current folder)")
    .option("--port <number>", "the port to listen on (default: any that is free)", wholeNumber)
    .addHelpText(
      "after",
      `
Examples:
  noether studio examples/promela/mutex.pml
  noether studio examples --port 8080`,
    )
    .action((path: string | undefined, flags: StudioFlags) => runStudio(path ?? ".", flags));
}

async function runStudio(path: string, { port }: StudioFlags): Promise<void> {
  const page = fileURLToPath(new URL("../studio", import.meta.url));
  if (!existsSync(`${page}/index.html`)) throw new RequestError("the page of the studio is not part of this build");
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) throw new RequestError(`${path}: there is no such file or folder`);
  const isFolder = status.isDirectory();
  if (!isFolder && !languageOf(path, Object.values(catalog))) {
    const endings = Object.values(catalog).flatMap((each) => each.endings);
    throw new RequestError(`${path}: expected a model, whose name ends in ${endings.join(" or ")}`);
  }
  const files = new StudioFiles(isFolder ? path : dirname(path));
  const server = await started({ page, files, open: isFolder ? undefined : basename(path), port });
  write(`The studio is at ${server.address}\nCtrl-C ends it.\n`);
  await interruption();
  server.close();
  endWith(exitCode.holds);
}

async function started(options: Parameters<typeof startStudio>[0]): Promise<StudioServer> {
  try {
    return await startStudio(options);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    const reason = code === "EADDRINUSE" ? "it is in use" : reasonOf(error);
    throw new RequestError(`cannot listen on port ${options.port}: ${reason}`);
  }
}

/** Resolves when the user wants the command to end. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (Atomics.load(setting.flags, 0) === 0) return;
      clearInterval(timer);
      resolve();
    }, lookMs);
  });
}
