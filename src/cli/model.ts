/** The common part of commands that read a model. */

import { Option } from "commander";
import type { Command } from "commander";
import { RequestError } from "../check/request-error.ts";
import { catalog, languageIds } from "../languages/catalog.ts";
import type { LanguageId } from "../languages/catalog.ts";
import type { Language, LanguageOptions } from "../languages/language.ts";
import { loadLanguage } from "../languages/load-language.ts";
import type { Model } from "../model/model.ts";
import { loadModelIn } from "../node/load-in.ts";
import type { Loaded } from "../node/load-in.ts";
import { enterPhase, watched } from "../util/limits.ts";
import type { Watch } from "../util/limits.ts";
import { collect, collectDefine, collectRewriting } from "./arguments.ts";
import { reject } from "./outcome.ts";

export interface ModelFlags {
  readonly define?: Readonly<Record<string, string>>;
  readonly include?: readonly string[];
  readonly language?: LanguageId;
  readonly o?: readonly string[];
  readonly constructors?: "queued" | "immediate";
  readonly endOrder?: "any" | "spin";
}

const modelArgument = "a file, or - for the standard input, of a language by its ending: ".concat(
  Object.values(catalog)
    .map(({ name, endings }) => `${endings.join(", ")} (${name})`)
    .join(", "),
);

export function takeModel(command: Command): Command {
  return withModelOptions(command.argument("<model>", modelArgument));
}

/** Like `takeModel`, for commands that take several models. */
export function takeModels(command: Command): Command {
  return withModelOptions(command.argument("<models...>", `${modelArgument}; or a pattern such as '**/*.seq'`));
}

function withModelOptions(command: Command): Command {
  return command
    .option("-D, --define <name=value>", "set a constant of the model (repeatable)", collectDefine)
    .option("-I, --include <folder>", "look here too for files that the model includes (repeatable)", collect)
    .addOption(
      new Option("--language <name>", "the language of the file, whatever its name ends in").choices(languageIds),
    )
    .option(
      "-o <number>",
      "turn off a rewriting of Promela that leaves states out, as SPIN does: 1, 2 setting dead variables to 0, 2 hiding variables that are never read, 3 merging local statements (repeatable)",
      collectRewriting,
    )
    .addOption(
      new Option(
        "--end-order <which>",
        "the order in which processes of Promela die: none if nothing looks at it (any), or always SPIN's, for its numbers of states (default: any; spin with -o, and if no property is asked for)",
      ).choices(["any", "spin"]),
    )
    .addOption(
      new Option(
        "--constructors <when>",
        "of Rebeca: run them at once in the order of main, or as first messages; by default as the spelling of the text demands",
      ).choices(["queued", "immediate"]),
    );
}

/**
 * Reads a model. Does not return if the text has errors. `countsStates` if the number of its states is the question,
 * and not a property.
 */
export async function readModel(
  path: string,
  flags: ModelFlags,
  watch: Watch,
  countsStates = false,
): Promise<Loaded & { readonly model: Model }> {
  const { define = {}, include } = flags;
  const { language, options } = await languageFor(path, flags, countsStates);
  const loaded = watched(watch, () => {
    enterPhase(`reading ${path}`);
    return loadModelIn(language, path, define, include, options);
  });
  const { model, diagnostics } = loaded;
  return model ? { ...loaded, model } : reject(diagnostics);
}

/**
 * The language of a file, and what was asked of it.
 *
 * @throws RequestError if that is not for this language
 */
export async function languageFor(
  path: string,
  { language: id, o: off, endOrder, constructors }: ModelFlags,
  countsStates: boolean,
): Promise<{ readonly language: Language | undefined; readonly options: LanguageOptions }> {
  if (path === "-" && id === undefined) {
    throw new RequestError(`the standard input has no name: --language says its language, ${languageIds.join(", ")}`);
  }
  const language = await loadLanguage(path, id);
  if (off && language && language.name !== catalog.promela.name) {
    throw new RequestError(`-o${off[0]} is for Promela, and ${path} is ${language.name}`);
  }
  if (constructors && language && language.name !== catalog.rebeca.name) {
    throw new RequestError(`--constructors is for Rebeca, and ${path} is ${language.name}`);
  }
  if (endOrder && language && language.name !== catalog.promela.name) {
    throw new RequestError(`--end-order is for Promela, and ${path} is ${language.name}`);
  }
  const endOrderOrUsual = endOrder ?? (off || countsStates ? "spin" : "any");
  return { language, options: { off, constructors, endOrder: endOrderOrUsual } };
}
