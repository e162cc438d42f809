/** Reads a Promela model, the language of the SPIN model checker. */

import { trailNumbers } from "../../hints/trail-numbers.ts";
import type { Model } from "../../model/model.ts";
import { Collector } from "../../syntax/collector.ts";
import { Definitions } from "../../syntax/definitions.ts";
import type { Defines } from "../../syntax/definitions.ts";
import { baseName } from "../../syntax/source.ts";
import type { Source } from "../../syntax/source.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed } from "../language.ts";
import { lowerModel } from "./lower.ts";
import { parseUnits } from "./syntax/parse-unit.ts";
import type { Include } from "./syntax/preprocess.ts";
import { statementNumbers } from "./syntax/statement-numbers.ts";
import type { Unit } from "./syntax/syntax-tree.ts";

export interface PromelaOptions {
  readonly defines?: Defines | undefined;
  readonly include?: Include | undefined;
  /** The rewritings of SPIN to turn off, by their numbers: `3` for what its option `-o3` turns off. */
  readonly off?: readonly string[] | undefined;
  /** The order in which processes die: `spin`, which is the default, or `any` if nothing looks at it. */
  readonly endOrder?: "spin" | "any" | undefined;
}

export const promela: Language = { ...catalog.promela, parse: parsePromela };

/**
 * The initial number of instances of a process that may be started repeatedly. It is doubled when needed, unless
 * NOETHER_POOL is given.
 */
const firstPool = 8;
/** The most processes that SPIN allows at a time. */
const largestPool = 255;

/** Never throws. Syntax errors are reported first, then errors in names and types. */
export function parsePromela(source: Source, options: PromelaOptions = {}): Parsed {
  return readPromela(source, options, firstPool);
}

/** The model with the numbers of statements in trails, if these are known. */
function withTrailNumbers(model: Model, units: readonly Unit[]): Model {
  const numbers = statementNumbers(units);
  if (!numbers) return model;
  const statements = Array.from(numbers.statements, ([{ kind, span }, number]) => {
    const isChoice = kind === "if" || kind === "do";
    // Control rests at the `fi` or `od`, as in the control flow.
    return { number, span: isChoice ? { ...span, start: Math.max(span.start, span.end - 2) } : span };
  });
  return trailNumbers.give(model, { statements, ends: numbers.ends });
}

function readPromela(source: Source, options: PromelaOptions, room: number): Parsed {
  const collector = new Collector(source);
  const { NOETHER_POOL: pool, ...defines } = options.defines ?? {};
  const given = new Definitions("promela", collector, options.defines ?? {}).integer("NOETHER_POOL", 1, largestPool);
  const size = given ?? room;
  const units = parseUnits(collector, options.include ?? (() => undefined), defines);
  const isOn = (...numbers: string[]): boolean => !options.off?.some((number) => numbers.includes(number));
  const rewriting = {
    resets: isOn("1", "2"),
    hides: isOn("2"),
    merges: isOn("3"),
    endsAtOnce: options.endOrder === "any",
  };
  const lowered = collector.empty ? lowerModel(collector, units, baseName(source.name), size, rewriting) : undefined;
  if (!lowered || !collector.empty) return { diagnostics: collector.sorted() };
  const { isBounded } = lowered;
  const model = withTrailNumbers(lowered.model, units);
  if (!isBounded || pool !== undefined || size === largestPool) return { model, diagnostics: [] };
  const enlarged = (): Parsed => readPromela(source, options, Math.min(2 * size, largestPool));
  return { model, diagnostics: [], enlarged };
}
