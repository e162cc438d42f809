/**
 * Bundles the command line into a few files: loading hundreds of modules takes longer than checking a small model.
 * What only some calls need is imported by `import()` in the sources and becomes a file of its own.
 *
 * The library is not bundled, and its dependencies stay outside. There are no source maps: the code is not minified,
 * so its stack traces can be read.
 */

import { chmodSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "rolldown";
import type { Plugin } from "rolldown";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };

/** The licenses of the packages whose code is in the bundle, beside it. */
const licenses: Plugin = {
  name: "licenses",
  generateBundle(_, files) {
    const modules = Object.values(files).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const folders = new Set(modules.map((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]));
    const texts = [...folders]
      .filter((folder) => folder !== undefined)
      .sort()
      .map((folder) => `${basename(folder)}\n\n${readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`);
    this.emitFile({ type: "asset", fileName: "licenses.txt", source: texts.join("\n\n") });
  },
};

const executable: Plugin = {
  name: "executable",
  writeBundle: ({ dir }) => chmodSync(`${dir!}/main.js`, 0o755),
};

/**
 * The files besides the commands, the languages and the engines: each has the modules named and what they import,
 * unless an earlier file has it. With all shared modules in files of their own there would be eighty.
 */
const parts: Readonly<Record<string, RegExp>> = {
  start: /[\\/]src[\\/]cli[\\/](?:exit-code|line-reader|memory|problem)\.ts$/,
  member: /[\\/]src[\\/]explicit[\\/]thread-members\.ts$/,
  core: /[\\/]src[\\/](?:cli[\\/]check|languages[\\/]seq|explicit[\\/]explore-states)\.ts$/,
  symmetry: /[\\/]src[\\/]symmetry[\\/]find\.ts$/,
  runs: /[\\/]src[\\/](?:check[\\/]runs|explicit[\\/]explore-runs)\.ts$/,
};

/** The path below src, such as `languages-promela-parse`. */
function nameOf(path: string): string {
  return /[\\/]src[\\/](.*)\.ts$/.exec(path)![1]!.replaceAll(/[\\/]/g, "-");
}

export default defineConfig({
  input: { main: "src/cli/main.ts", thread: "src/cli/thread.ts", "explore-thread": "src/node/explore-thread.ts" },
  platform: "node",
  external: Object.keys(dependencies),
  plugins: [licenses, executable],
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
