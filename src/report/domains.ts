/** Declared and inferred domains, slot by slot. */

import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { lowOf, showValue } from "../model/slots.ts";
import type { Slot } from "../model/slots.ts";
import { printableData } from "../util/printable.ts";

export function domainsText(model: Model, domains: readonly Domain[]): string {
  const rows = facts(model).slots.map((slot, i) => [
    slot.name,
    domainText(slot, withoutPadding(slot, { low: slot.low, high: slot.high })),
    domainText(slot, withoutPadding(slot, domains[i]!)),
  ]);
  const table = [["slot", "declared", "can occur"], ...printableData(rows)];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map(([name, declared, inferred]) => `${name!.padEnd(widths[0]!)}  ${declared!.padEnd(widths[1]!)}  ${inferred}\n`)
    .join("");
}

/** The values of a queue cell, without the padding of empty cells. */
export function withoutPadding({ type, low: padding }: Slot, { low, high, values }: Domain): Domain {
  if (!type || padding === lowOf(type)) return { low, high, values };
  return { low: Math.max(low, lowOf(type)), high, values: values?.filter((value) => value !== padding) };
}

export function domainText({ type }: Slot, { low, high, values }: Domain): string {
  if (values) return `{${values.map((value) => showValue(type, value)).join(", ")}}`;
  if (low > high) return "{}";
  if (type?.kind === "bool" || type?.kind === "enum") {
    return `{${Array.from({ length: high - low + 1 }, (_, i) => showValue(type, low + i)).join(", ")}}`;
  }
  return low === high ? String(low) : `${low}..${high}`;
}
