/**
 * Bundles the command line into a few files: loading hundreds of modules takes longer than checking a small model.
 * What only some calls need is imported by `import()` in the sources and becomes a file of its own.
 *
 * The library is not bundled, and its dependencies stay outside. There are no source maps: the code is not minified,
 * so its stack traces can be read.
 */

import { chmodSync, readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import type { Plugin } from "rolldown";
import { licenses } from "./scripts/licenses-plugin.ts";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };

const executable: Plugin = {
  name: "executable",
  writeBundle: ({ dir }) => chmodSync(`${dir!}/main.js`, 0o755),
};

/**
 * The files besides the commands, the languages and the engines: each has the modules named and what they import,
 * unless an earlier file has it. With all shared modules in files of their own there would be eighty.
 */
const parts: Readonly<Record<string, RegExp>> = {
  start: /[\\/]src[\\/]cli[\\/](?:exit-code|line-reader|memory|parts|problem)\.ts$/,
  member: /[\\/]src[\\/]explicit[\\/]thread-members\.ts$/,
  core: /[\\/]src[\\/](?:cli[\\/]check|languages[\\/]seq|explicit[\\/]explore-states)\.ts$/,
  symmetry: /[\\/]src[\\/]symmetry[\\/]find\.ts$/,
  runs: /[\\/]src[\\/](?:check[\\/]runs|explicit[\\/]explore-runs)\.ts$/,
};

/** The path below src, such as `languages-promela-parse`, or the name of a package. */
function nameOf(path: string): string {
  const [, name] = /[\\/]src[\\/](.*)\.ts$/.exec(path) ?? /[\\/]node_modules[\\/]([^\\/]+)/.exec(path)!;
  return name!.replaceAll(/[\\/]/g, "-");
}

export default defineConfig({
  input: { main: "src/cli/main.ts", thread: "src/cli/thread.ts", "explore-thread": "src/node/explore-thread.ts" },
  platform: "node",
  external: Object.keys(dependencies),
  plugins: [licenses(), executable],
  output: {
    dir: "dist/cli",
    cleanDir: true,
    chunkFileNames: ({ name, facadeModuleId }) => `${facadeModuleId ? nameOf(facadeModuleId) : name}.js`,
    codeSplitting: {
      groups: Object.entries(parts).map(([name, test], i, { length }) => ({ name, test, priority: length - i })),
    },
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
