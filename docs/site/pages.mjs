/** Copies the documents here: the generator of the site finds its packages only from below its own folder. */

import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";

rmSync("pages", { recursive: true, force: true });
mkdirSync("pages");
for (const entry of readdirSync("..").filter((name) => name !== "site")) {
  cpSync(`../${entry}`, `pages/${entry}`, { recursive: true });
}
