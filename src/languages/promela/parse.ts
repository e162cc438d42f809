/** Reads a Promela model, the language of the SPIN model checker. */

import type { Model } from "../../model/model.ts";
import { Collector } from "../../syntax/collector.ts";
import type { Diagnostic } from "../../syntax/diagnostic.ts";
import type { Source } from "../../syntax/source.ts";
import { Names } from "./declare.ts";
import { defaultPool, lowerModel } from "./lower.ts";
import { parseTree } from "./parse-tree.ts";
import type { Defines, Include } from "./preprocess.ts";

export interface PromelaOptions {
  readonly defines?: Defines | undefined;
  readonly include?: Include | undefined;
}

export interface PromelaResult {
  /** Present if and only if there are no diagnostics. */
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws. Problems of grammar are reported first, then those of names and types. */
export function parsePromela(source: Source, options: PromelaOptions = {}): PromelaResult {
  const collector = new Collector(source);
  const { NOETHER_POOL: pool, ...defines } = options.defines ?? {};
  const size = pool === undefined ? defaultPool : Number(pool);
  if (!Number.isInteger(size) || size < 1 || size > 255) {
    collector.report("promela/bad-count", `expected 1 to 255 for NOETHER_POOL, found \`${pool}\``, 0, 0);
  }
  const units = parseTree(collector, options.include ?? (() => undefined), defines);
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const model = lowerModel(new Names(collector), units, baseName(source.name), size);
  return model && collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}

/** The file name without folder and ending. */
function baseName(name: string): string {
  const file = name.replace(/^.*[/\\]/s, "");
  return file.replace(/(?<=.)\.[^.]*$/, "");
}
