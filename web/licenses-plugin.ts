/** The licenses of the packages whose code is in the page, in a file beside it. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/** `others` are packages with files in the page that are no modules, such as fonts. */
export function licenses(fileName: string, others: readonly string[] = []): Plugin {
  return {
    name: "licenses",
    generateBundle(_, files) {
      const modules = Object.values(files).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const folders = new Set(modules.map((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]));
      for (const name of others) folders.add(dirname(resolve(`${name}/package.json`)));
      const texts = [...folders]
        .filter((folder) => folder !== undefined && existsSync(`${folder}/LICENSE`))
        .sort()
        .map((folder) => `${basename(folder!)}\n\n${readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`);
      if (texts.length > 0) this.emitFile({ type: "asset", fileName, source: texts.join("\n\n") });
    },
  };
}
