/**
 * The command line in one file, `build/noether.mjs`, which needs Node and nothing else. It is both the main program and
 * the program of its threads. The studio, a page of many files, is not in it.
 */

import { chmodSync, readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import type { Plugin } from "rolldown";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

const entry = "noether-single-file";

/** The modules that differ: where the thread begins, the version, and WebAssembly that is a file of its own. */
const single: Plugin = {
  name: "single",
  resolveId: (id) => (id === entry ? `${entry}.js` : undefined),
  load(id) {
    if (id === `${entry}.js`) {
      return `import { isMainThread } from "node:worker_threads";
        if (isMainThread) await import("${process.cwd()}/src/cli/main.ts");
        else await import("${process.cwd()}/src/cli/thread.ts");`;
    }
    if (/[\\/]src[\\/]cli[\\/]parts\.ts$/.test(id)) {
      return `import { fileURLToPath } from "node:url"; export const programPath = fileURLToPath(import.meta.url);
        export const threadUrl = new URL(import.meta.url); export const version = () => ${JSON.stringify(version)};`;
    }
    return undefined;
  },
  transform(code, id) {
    // The package says that its modules have no effects, which is true of the library only.
    if (/[\\/]src[\\/]cli[\\/](?:main|thread)\.ts$/.test(id)) return { code, moduleSideEffects: true };
    if (!/cadical-wasm[\\/]dist[\\/]cadical\.js$/.test(id)) return undefined;
    const bytes = readFileSync("node_modules/cadical-wasm/dist/cadical.wasm").toString("base64");
    const [head] = /^async function getWasmBinary\(.*\) \{$/m.exec(code)!;
    return code.replace(head, `${head} return Buffer.from("${bytes}", "base64");`);
  },
  writeBundle: ({ file }) => chmodSync(file!, 0o755),
};

export default defineConfig({
  input: entry,
  platform: "node",
  plugins: [single],
  output: {
    file: "build/noether.mjs",
    codeSplitting: false,
    banner: "#!/usr/bin/env node",
    comments: { legal: true, annotation: false, jsdoc: false },
  },
});
