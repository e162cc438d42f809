/** The licenses of the packages whose code is in a bundle, in a file beside it. */

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import type { Plugin } from "rolldown";

const { resolve } = createRequire(import.meta.url);

/** `others` are packages with files in the bundle that are no modules, such as fonts. */
export function licenses(fileName = "licenses.txt", others: readonly string[] = []): Plugin {
  return {
    name: "licenses",
    generateBundle(_, files) {
      const modules = Object.values(files).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const found = modules.map((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]);
      const folders = new Set([...found, ...others.map((name) => dirname(resolve(`${name}/package.json`)))]);
      const texts = [...folders]
        .filter((folder) => folder !== undefined)
        .sort()
        .map((folder) => `${basename(folder)}\n\n${licenseOf(folder).trim()}\n`);
      if (texts.length > 0) this.emitFile({ type: "asset", fileName, source: texts.join("\n\n") });
    },
  };
}

/** The text has several names. A package without one names its license. */
function licenseOf(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[sc]e(?:\.\w+)?$/i.test(file));
  if (name !== undefined) return readFileSync(`${folder}/${name}`, "utf8");
  const { license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { license: string };
  return `${license} license`;
}
