/** From text to syntax tree: preprocessor, then parser. */

import type { Collector } from "../../../syntax/collector.ts";
import { Cursor } from "./cursor.ts";
import { parseUnits } from "./parse-unit.ts";
import { preprocess } from "./preprocess.ts";
import type { Defines, Include } from "./preprocess.ts";
import type { Unit } from "./syntax-tree.ts";

/** Never throws; what is wrong is in the collector. */
export function parseTree(collector: Collector, include: Include, defines: Defines): Unit[] {
  const tokens = preprocess(collector.source, collector, include, defines);
  return collector.full ? [] : parseUnits(new Cursor(collector, tokens));
}
