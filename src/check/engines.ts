/** The engines. The first is the default. */

import type { Engine } from "../engine/engine.ts";
import { explicitEngine } from "../explicit/engine.ts";
import { symbolicEngine } from "../symbolic/engine.ts";
import { autoEngine } from "./auto-engine.ts";

export const engines: readonly Engine[] = [explicitEngine, symbolicEngine, autoEngine];
