/** The files of the command line besides its code. The bundle in one file has another version of this module. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The program of the thread of a command. */
export const threadUrl: URL = new URL("./thread.js", import.meta.url);

/** The program itself, for processes of its own. */
export const programPath: string = fileURLToPath(new URL("./main.js", import.meta.url));

export function version(): string {
  return (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string })
    .version;
}
