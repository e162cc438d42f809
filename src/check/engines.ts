/** The engines. The first is the default. */

import type { Engine } from "../engine/engine.ts";
import { symbolicEngine } from "../symbolic/engine.ts";
import { autoEngine } from "./auto-engine.ts";
import { countingEngine } from "./counting-engine.ts";

export const engines: readonly Engine[] = [countingEngine, symbolicEngine, autoEngine];
