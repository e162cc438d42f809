/** Reads a Rebeca model, a language of actors, and the property file beside it. It is described in docs/guide/rebeca.md. */

import type { Model } from "../../model/model.ts";
import { Collector } from "../../syntax/collector.ts";
import type { Diagnostic } from "../../syntax/diagnostic.ts";
import type { Source } from "../../syntax/source.ts";
import { Cursor } from "./cursor.ts";
import { declare, defaultQueue } from "./declare.ts";
import { lowerModel } from "./lower.ts";
import { parseProgram, parsePropertyFile } from "./parse-program.ts";
import { buildWorld, defaultPool } from "./world.ts";

export interface RebecaOptions {
  readonly defines?: Readonly<Record<string, string>> | undefined;
  readonly include?: ((name: string) => Source | undefined) | undefined;
}

export interface RebecaResult {
  /** Present if and only if there are no diagnostics. */
  readonly model?: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws. Problems of grammar are reported first, then those of classes and of `main`, then all others. */
export function parseRebeca(source: Source, options: RebecaOptions = {}): RebecaResult {
  const collector = new Collector(source);
  const { NOETHER_POOL: pool, NOETHER_QUEUE: queue, ...defines } = options.defines ?? {};
  const poolSize = count(collector, "NOETHER_POOL", pool, defaultPool);
  const queueSize = count(collector, "NOETHER_QUEUE", queue, defaultQueue);
  const program = parseProgram(new Cursor(source, collector));
  const name = baseName(source.name);
  const beside = options.include?.(`${name}.property`);
  const properties = beside && { name: source.name.replace(/\.[^.]*$/, ".property"), text: beside.text };
  const more = properties ? parsePropertyFile(new Cursor(properties, collector)) : [];
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const declarations = declare(program, collector, { defines, queue: queueSize });
  const world = buildWorld(program, declarations, collector, poolSize);
  const model = world && lowerModel(world, [...program.properties, ...more], name);
  return model && collector.empty ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}

function count(collector: Collector, name: string, text: string | undefined, unless: number): number {
  const size = text === undefined ? unless : Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= 255) return size;
  collector.report("rebeca/bad-count", `expected 1 to 255 for ${name}, found \`${text}\``, 0, 0);
  return unless;
}

/** The file name without folder and ending. */
function baseName(name: string): string {
  const file = name.replace(/^.*[/\\]/s, "");
  return file.replace(/(?<=.)\.[^.]*$/, "");
}
