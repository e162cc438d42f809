/** An instance of a parameterized system as a model. `-D n=5` gives the size. */

import { wordsOfLength } from "../../automata/finiteness.ts";
import { isEmpty } from "../../automata/lazy.ts";
import { instanceModel, InstanceTooLarge } from "../../family/instance.ts";
import { proposalsFor } from "../../family/proposals.ts";
import type { ParameterizedSystem } from "../../family/system.ts";
import { proposals } from "../../hints/proposal.ts";
import type { Model } from "../../model/model.ts";
import { Collector } from "../../syntax/collector.ts";
import { Definitions } from "../../syntax/definitions.ts";
import type { Defines } from "../../syntax/definitions.ts";
import type { Source } from "../../syntax/source.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed } from "../language.ts";
import { parseSystem } from "./parse.ts";

export const family: Language = { ...catalog.family, parse: (source, { defines }) => parseInstance(source, defines) };

/** The greatest size. */
const largest = 1000;

export function parseInstance(source: Source, defines: Defines = {}): Parsed {
  const { system, diagnostics } = parseSystem(source.text, source);
  if (!system) return { diagnostics };
  const collector = new Collector(source);
  const definitions = new Definitions("rsp", collector, defines);
  definitions.refuseUnknown(["n"], "the size `n` alone");
  const size = definitions.integer("n", 1, largest, `a size from 1 to ${largest}`);
  if (size === undefined && definitions.get("n") === undefined) {
    const message = "expected the size of the instance, such as -D n=5: this is a family of systems";
    collector.report("rsp/no-size", message, 0, 0);
  }
  const model = size !== undefined && collector.empty ? instanceOf(system, size, collector) : undefined;
  return model ? { model, diagnostics: [] } : { diagnostics: collector.sorted() };
}

function instanceOf(system: ParameterizedSystem, size: number, collector: Collector): Model | undefined {
  if (!isEmpty(system.configurations) && wordsOfLength(system.configurations, size, 1).length === 0) {
    collector.report("rsp/no-instance", `the system has no configurations of size ${size}`, 0, 0);
    return undefined;
  }
  try {
    return proposals.give(instanceModel(system, size), proposalsFor(system, size));
  } catch (error) {
    if (!(error instanceof InstanceTooLarge)) throw error;
    collector.report("rsp/too-large", error.message, 0, 0);
    return undefined;
  }
}
