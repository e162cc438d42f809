/** Builds the studio into `dist/studio` of the package: static files that may be served from any folder. */

import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { licenses } from "../scripts/licenses-plugin.ts";
import { gallery } from "./gallery-plugin.ts";

const fonts = ["inter", "jetbrains-mono"].map((name) => `@fontsource-variable/${name}`);

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Only the synthesis of patterns asks a solver, and the studio has none: its megabyte stays out. */
const noSolver = (): Plugin => ({
  name: "no-solver",
  enforce: "pre",
  resolveId: (source) => (source === "cadical-wasm" ? "\0no-solver" : undefined),
  load: (id) => (id === "\0no-solver" ? "export const Cadical = undefined;" : undefined),
});

export default defineConfig({
  root: folder("."),
  base: "./",
  plugins: [noSolver(), gallery(folder("../examples")), licenses("licenses.txt", fonts)],
  worker: { format: "es", plugins: () => [noSolver(), licenses("licenses-engine.txt")] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: folder("../dist/studio"),
    emptyOutDir: true,
    target: "es2023",
    // The content security policy has no place for scripts in the page itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
});
