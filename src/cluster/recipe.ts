/**
 * How a worker compiles the program that the coordinator has compiled.
 *
 * Everything that leads to a program is deterministic, so a few facts suffice: how often the bounds of the model were
 * enlarged, how often more symmetries were looked for, and what the program does. The worker detects and validates
 * symmetries by itself. In the end the hashes of the programs must be the same.
 */

import { createHash } from "node:crypto";
import { boolean, integer, minValue, number, object, picklist, pipe, string } from "valibot";
import type { GenericSchema } from "valibot";
import { planCheck } from "../check/plan.ts";
import { SearchSymmetries } from "../check/search-symmetries.ts";
import type { WaitsFor } from "../engine/engine.ts";
import { compile } from "../explicit/compile.ts";
import type { Compiled, CompileOptions } from "../explicit/compile.ts";
import type { Program } from "../explicit/program.ts";
import type { Parsed } from "../languages/language.ts";
import type { Model } from "../model/model.ts";
import type { StateQuestion } from "../model/question.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { Watch, watched } from "../util/limits.ts";
import { parseTexts } from "./recorded-model.ts";
import type { RunContents } from "./run-record.ts";

export interface Recipe {
  /** Of the program. */
  readonly hash: string;
  readonly enlargements: number;
  /** How often more symmetries were looked for, at most. */
  readonly searches: number;
  readonly representatives: "unique" | "multiple" | "none";
  readonly reduces: boolean;
}

const count = pipe(number(), integer(), minValue(0));

export const recipeSchema: GenericSchema<unknown, Recipe> = object({
  hash: string(),
  enlargements: count,
  searches: count,
  representatives: picklist(["unique", "multiple", "none"]),
  reduces: boolean(),
});

export function hashOfProgram({ bytes, ...rest }: Program): string {
  return createHash("sha256").update(bytes).update(JSON.stringify(rest)).digest("hex");
}

export function recipeOf(program: Program, before: Pick<Recipe, "enlargements" | "searches">): Recipe {
  const { isUnique, storesRepresentatives, reduces } = program;
  const representatives = storesRepresentatives ? (isUnique ? "unique" : "multiple") : "none";
  return { hash: hashOfProgram(program), ...before, representatives, reduces };
}

/** Compiles programs of a run. */
export class Kitchen {
  private readonly contents: RunContents;
  /** By the number of enlargements. */
  private readonly tables: Promise<Table>[] = [];
  private parsed: Parsed | undefined;
  private readonly programs = new Map<string, Program>();

  constructor(contents: RunContents) {
    this.contents = contents;
  }

  /** @throws Error if the texts are not a model here */
  async read(): Promise<void> {
    await this.table(0);
  }

  /** The program of a recipe; `undefined` if this worker compiles another one. */
  async programOf(recipe: Recipe): Promise<Program | undefined> {
    const known = this.programs.get(recipe.hash);
    if (known) return known;
    const table = await this.table(recipe.enlargements);
    for (let searches = 0; searches <= recipe.searches; searches++) {
      const compiled = await table.compile(recipe, searches);
      if (hashOfProgram(compiled.program) !== recipe.hash) continue;
      this.programs.set(recipe.hash, compiled.program);
      return compiled.program;
    }
    return undefined;
  }

  private table(enlargements: number): Promise<Table> {
    return (this.tables[enlargements] ??= this.lay(enlargements));
  }

  private async lay(enlargements: number): Promise<Table> {
    let parsed = (this.parsed ??= await parseTexts(this.contents));
    for (let k = 0; k < enlargements; k++) parsed = parsed.enlarged?.() ?? parsed;
    if (!parsed.model) throw new Error(parsed.diagnostics[0]?.message ?? "the model cannot be read");
    return new Table(parsed.model, this.contents);
  }
}

/** A model, with the symmetries that were found so far. */
class Table {
  private readonly model: Model;
  private readonly questions: readonly StateQuestion[];
  private readonly waitsFor: WaitsFor;
  private readonly symmetries: SearchSymmetries;
  private readonly watch = new Watch({});
  /** After each search for symmetries. */
  private readonly groups: (ValidatedGroup | undefined)[] = [];

  constructor(model: Model, contents: RunContents) {
    const { properties, symmetry, representatives, partialOrder } = contents;
    const plan = planCheck(model, { properties, symmetry, representatives, partialOrder });
    this.model = plan.states.model;
    this.questions = plan.states.asked.map(({ question }) => question);
    this.waitsFor = plan.waitsFor;
    this.symmetries = new SearchSymmetries(plan, this.watch);
  }

  async compile({ representatives, reduces }: Recipe, searches: number): Promise<Compiled> {
    const symmetry = await this.groupAfter(searches);
    const { dependenceFor } = await import("../explicit/decisions.ts");
    const { model, questions, watch } = this;
    const given = { kind: "states", model, questions, watch, ...this.waitsFor } as const;
    const dependence = reduces ? dependenceFor(given) : undefined;
    const options: CompileOptions = { fingerprints: false, symmetry, representatives, dependence };
    return watched(watch, () => compile(model, questions, options));
  }

  private async groupAfter(searches: number): Promise<ValidatedGroup | undefined> {
    const { groups, symmetries } = this;
    if (groups.length === 0) groups.push(await symmetries.before());
    while (groups.length <= searches) {
      groups.push((await symmetries.later[groups.length - 1]?.find()) ?? groups.at(-1));
    }
    return groups[searches];
  }
}
