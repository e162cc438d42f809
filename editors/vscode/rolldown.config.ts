/** The extension in one file, and the command line in another beside it. */

import { copyFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import type { Plugin } from "rolldown";

const commandLine: Plugin = {
  name: "command-line",
  writeBundle: () => copyFileSync("../../build/noether.mjs", "dist/noether.mjs"),
};

export default defineConfig({
  input: "src/extension.ts",
  platform: "node",
  external: ["vscode"],
  plugins: [commandLine],
  output: { file: "dist/extension.cjs", format: "cjs", minify: true },
});
