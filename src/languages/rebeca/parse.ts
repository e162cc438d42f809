/**
 * Reads a model in Rebeca, a language of actors, and the property file beside it. docs/guide/rebeca.md describes the
 * language.
 */

import { Collector } from "../../syntax/collector.ts";
import { Definitions } from "../../syntax/definitions.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed, ReadOptions } from "../language.ts";
import { actorSystem } from "./actors/actor-system.ts";
import { lowerModel } from "./lower.ts";
import { declare } from "./names/declare.ts";
import { Cursor } from "./syntax/cursor.ts";
import { parseProgram, parsePropertyFile } from "./syntax/parse-program.ts";

export const rebeca: Language = { ...catalog.rebeca, parse: parseRebeca };

/**
 * The initial size of the pool of each class, and of queues without a size in the text. Both are doubled when needed.
 */
const first = { pool: 4, queue: 5 };
/** The most doublings. With pools of more than 64 rebecs, models become too large. */
const mostDoublings = 4;

/** Never throws. Syntax errors are reported first, then errors in classes and in `main`, then all others. */
export function parseRebeca(source: Source, options: Partial<ReadOptions> = {}): Parsed {
  return readRebeca(source, options, 0);
}

function readRebeca(source: Source, options: Partial<ReadOptions>, doublings: number): Parsed {
  const collector = new Collector(source);
  const defines = new Definitions("rebeca", collector, options.defines ?? {});
  const [pool, queue] = [defines.integer("NOETHER_POOL", 1, 255), defines.integer("NOETHER_QUEUE", 1, 255)];
  const program = parseProgram(new Cursor(source, collector));
  const name = baseName(source.name);
  const beside = options.include?.(`${name}.property`);
  if (beside === "outside") {
    const message = `expected \`${name}.property\` beside the model, found one that lies outside its folder`;
    collector.report("rebeca/include-outside", message, 0, 0);
    return { diagnostics: collector.sorted() };
  }
  const properties = beside && { name: source.name.replace(/\.[^.]*$/, ".property"), text: beside.text };
  const more = properties ? parsePropertyFile(new Cursor(properties, collector)) : [];
  if (!collector.empty) return { diagnostics: collector.sorted() };
  const declarations = declare(program, collector, defines, {
    size: queue ?? first.queue * 2 ** doublings,
    isAssumed: queue === undefined,
  });
  const system = actorSystem(
    program,
    declarations,
    collector,
    pool ?? first.pool * 2 ** doublings,
    options.constructors,
  );
  const model = system && lowerModel(system, [...program.properties, ...more], name);
  if (!model || !collector.empty) return { diagnostics: collector.sorted() };
  const mayGrow =
    (pool === undefined && system.rebecs.some(({ isPooled }) => isPooled)) ||
    [...system.classes.values()].some(({ isQueueAssumed }) => isQueueAssumed);
  if (!mayGrow || doublings === mostDoublings) return { model, diagnostics: [] };
  return { model, diagnostics: [], enlarged: () => readRebeca(source, options, doublings + 1) };
}
