/** The files that the arguments of a command stand for: files, patterns that the shell did not expand, and folders. */

import { statSync } from "node:fs";
import { RequestError } from "../check/request-error.ts";
import { catalog, languageOf } from "../languages/catalog.ts";

export interface ModelFile {
  readonly path: string;
  /** Whether an argument is this file, and not a folder or a pattern. */
  readonly isNamed: boolean;
}

/** Models of all languages below a folder. */
const ofAllLanguages = `**/*{${Object.values(catalog)
  .flatMap(({ endings }) => endings)
  .join(",")}}`;

/** Without repetitions, in the order of the arguments. Files of a pattern or a folder are sorted. */
export async function filesOf(paths: readonly string[], folders: "folders" | "no folders"): Promise<ModelFile[]> {
  const found = new Map<string, ModelFile>();
  for (const path of paths) {
    for (const file of await expanded(path, folders === "folders")) found.set(file.path, found.get(file.path) ?? file);
  }
  return [...found.values()];
}

async function expanded(path: string, mayBeFolder: boolean): Promise<readonly ModelFile[]> {
  const status = statSync(path, { throwIfNoEntry: false });
  const isPattern = !status && /[*?[{]/.test(path);
  // A missing file is named too: reading it says what is wrong.
  const isNamed = path === "-" || (status ? !(mayBeFolder && status.isDirectory()) : !isPattern);
  if (isNamed) return [{ path, isNamed }];
  const { glob } = await import("tinyglobby");
  // Only what the user wrote leads into hidden folders and packages.
  const hidden = ["**/node_modules/**", "**/.*/**"];
  const files = status
    ? (await glob(ofAllLanguages, { cwd: path, ignore: hidden })).map((file) => inFolder(path, file))
    : await glob(path, { ignore: /node_modules|(?:^|\/)\.[^/.]/.test(path) ? [] : hidden, expandDirectories: false });
  const models = files.filter((file) => languageOf(file, Object.values(catalog)));
  if (models.length > 0) return models.sort().map((each) => ({ path: each, isNamed }));
  throw new RequestError(status ? `there is no model in ${path}` : `no model has a name like ${path}`);
}

function inFolder(folder: string, file: string): string {
  if (folder === "." || folder === "./") return file;
  return folder.endsWith("/") ? `${folder}${file}` : `${folder}/${file}`;
}
