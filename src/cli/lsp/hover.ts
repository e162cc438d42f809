/** What is known of a name: its declaration, its type, the values it can take, and with what symmetries exchange it. */

import { facts } from "../../model/facts.ts";
import type { Model, Variable } from "../../model/model.ts";
import { withObserversOf } from "../../model/observers.ts";
import { printType } from "../../model/text/print.ts";
import { domainText, withoutPadding } from "../../report/domains.ts";
import { findSymmetries } from "../../symmetry/find.ts";
import { slotOrbits } from "../../symmetry/symmetry-group.ts";
import { limitOf, Watch, watched } from "../../util/limits.ts";
import { wordAt } from "./declarations.ts";
import type { Declaration } from "./declarations.ts";
import type { ModelDocument } from "./document.ts";

/** The most lines of a list. */
const mostLines = 8;

/** The time for domains, and for symmetries: somebody waits with the mouse in the hand. */
const waitMs = 500;

/** In Markdown; `undefined` if there is nothing to say. */
export function hoverText(document: ModelDocument, offset: number): string | undefined {
  const word = wordAt(document.text, offset);
  if (!word) return undefined;
  const local = document.names.find(({ places }) => places.some(({ start }) => start === word.start))?.declaration;
  const declaration = local ?? document.declarations.find(({ name }) => name === word.text);
  if (!declaration) return undefined;
  const line = lineOf(document.text, declaration);
  const parts = [`\`\`\`${document.language}\n${line}\n\`\`\``];
  const { model } = document.parsed;
  const isGlobal = !local || document.declarations.includes(local);
  const variable = isGlobal ? model?.variables.find(({ name }) => name === declaration.name) : undefined;
  const constant = isGlobal ? model?.constants.find(({ name }) => name === declaration.name) : undefined;
  if (constant) parts.push(`constant, ${String(constant.value)}`);
  if (model && variable) parts.push(...variableText(model, variable));
  return parts.join("\n\n");
}

function lineOf(text: string, { start }: Declaration): string {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const end = text.indexOf("\n", start);
  return text.slice(from, end < 0 ? undefined : end).trim();
}

function variableText(model: Model, variable: Variable): string[] {
  const own = facts(model)
    .slots.map((slot, i) => ({ slot, i }))
    .filter(({ slot }) => slot.variable === variable);
  const parts = [`type \`${printType(variable.type)}\``];
  const domains = within(() => facts(model).domains);
  if (domains) {
    const rows = own.map(({ slot, i }) => `\`${slot.name}\` ∈ ${domainText(slot, withoutPadding(slot, domains[i]!))}`);
    parts.push(`can take\n${listed(rows)}`);
  }
  const orbits = within(() => slotOrbits(findSymmetries(withObserversOf(model, []), { method: "auto" }).group));
  const slots = new Set(own.map(({ i }) => i));
  const { slots: all } = facts(model);
  const rows = orbits
    ?.filter((orbit) => orbit.some((i) => slots.has(i)))
    .map((orbit) => orbit.slice(0, mostLines).map((i) => `\`${all[i]?.name}\``).join(" ↔ ") + (orbit.length > mostLines ? " ..." : "")); // prettier-ignore
  if (rows) parts.push(rows.length === 0 ? "no symmetry moves it" : `symmetries exchange\n${listed(rows)}`);
  return parts;
}

function listed(rows: readonly string[]): string {
  const more = rows.length > mostLines ? [`- and ${rows.length - mostLines} more`] : [];
  return [...rows.slice(0, mostLines).map((row) => `- ${row}`), ...more].join("\n");
}

/** `undefined` if it takes too long. */
function within<T>(work: () => T): T | undefined {
  try {
    return watched(new Watch({ timeoutMs: waitMs }), work);
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    return undefined;
  }
}
