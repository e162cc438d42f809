/** An instance of a parameterized system as a model: the size comes from outside, as `-D n=5`. */

import { wordsOfLength } from "../../automata/finiteness.ts";
import { isEmpty } from "../../automata/lazy.ts";
import { instanceModel, InstanceTooLarge } from "../../family/instance.ts";
import { proposalsFor } from "../../family/proposals.ts";
import { proposals } from "../../hints/proposal.ts";
import type { Diagnostic } from "../../syntax/diagnostic.ts";
import type { Source } from "../../syntax/source.ts";
import type { Language, Parsed } from "../language.ts";
import { parseSystem } from "./parse.ts";

export const family: Language = {
  name: "family",
  endings: [".rsp"],
  description: "families of systems of any size; `-D n=5` for an instance",
  parse: (source, { defines }) => parseInstance(source, defines),
};

/** Sizes beyond this are refused. */
const largest = 1000;

export function parseInstance(source: Source, defines: Readonly<Record<string, string>> = {}): Parsed {
  const { system, diagnostics } = parseSystem(source);
  if (!system) return { diagnostics };
  const wrong = (code: string, message: string): { diagnostics: Diagnostic[] } => ({
    diagnostics: [{ code, message, span: { source, start: 0, end: 1 } }],
  });
  const other = Object.keys(defines).find((name) => name !== "n");
  if (other !== undefined) {
    return wrong("rsp/unknown-constant", `a parameterized system has no constant \`${other}\`, only its size \`n\``);
  }
  const text = defines["n"];
  if (text === undefined) {
    return wrong("rsp/no-size", "expected the size of the instance, such as -D n=5: this is a family of systems");
  }
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > largest) {
    return wrong("rsp/size", `expected a size from 1 to ${largest}, found \`${text}\``);
  }
  if (!isEmpty(system.configurations) && wordsOfLength(system.configurations, size, 1).length === 0) {
    return wrong("rsp/no-instance", `the system has no configurations of size ${size}`);
  }
  try {
    return { model: proposals.give(instanceModel(system, size), proposalsFor(system, size)), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof InstanceTooLarge)) throw error;
    return wrong("rsp/too-large", error.message);
  }
}
