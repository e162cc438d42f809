/**
 * Suites as a SARIF 2.1.0 log, the format of code scanning. What holds is not in it. A trace is a code flow: its steps
 * at the places of their transitions.
 */

import type { PropertyKind } from "../check/result.ts";
import { positionAt } from "../syntax/source.ts";
import type { Span } from "../syntax/source.ts";
import { printable } from "../util/printable.ts";
import type { Case, Suite } from "./suite.ts";

/** The log, as plain data. `version` is Noether's. */
export function sarifLog(suites: readonly Suite[], version: string): Record<string, unknown> {
  const found = suites.flatMap(({ file, cases }) =>
    cases.filter(({ outcome }) => outcome !== "passed").map((each) => ({ file, each })),
  );
  const rules = [...new Set(found.map(({ each }) => each.code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Noether",
            version,
            informationUri: "https://github.com/noether-checker/noether",
            rules: rules.map((id) => ({ id, shortDescription: { text: descriptionOf(id) } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: found.map(({ file, each }) => resultOf(file, each, rules)),
      },
    ],
  };
}

function descriptionOf(rule: string): string {
  const known: Readonly<Record<string, string>> = descriptions;
  return known[rule.replace(/^noether\//, "")] ?? `The input is wrong: ${rule}`;
}

const descriptions: Readonly<Record<PropertyKind | "claim" | "limit", string>> = {
  invariant: "A condition holds in every reachable state",
  reachable: "A condition holds in some reachable state",
  deadlock: "Every reachable state that is no end has a successor",
  ltl: "Every run satisfies a formula of linear temporal logic",
  never: "No run is accepted by a never claim",
  deterministic: "A process never both offers and refuses an event after the same events",
  refines: "A process does nothing that its specification does not",
  other: "A property of another system in the same text",
  unsupported: "A property that Noether does not check",
  assertion: "No assertion fails",
  range: "No run-time error occurs",
  claim: "A model is what its first lines say it is",
  limit: "A limit was reached",
};

function resultOf(file: string, each: Case, rules: readonly string[]): Record<string, unknown> {
  const { name, code, outcome, message = outcome, span, steps = [] } = each;
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: outcome === "undecided" ? "warning" : "error",
    message: { text: printable(`${name}: ${message}`) },
    locations: [{ physicalLocation: span ? placeOf(span) : { artifactLocation: { uri: uriOf(file) } } }],
    partialFingerprints: { "property/v1": printable(`${uriOf(file)} ${name}`) },
    ...(steps.length > 0 && { codeFlows: [{ threadFlows: [{ locations: steps.map(flowLocation) }] }] }),
  };
}

function flowLocation({ text, span }: NonNullable<Case["steps"]>[number]): Record<string, unknown> {
  return { location: { physicalLocation: placeOf(span), message: { text: printable(text) } } };
}

function placeOf(span: Span): Record<string, unknown> {
  const start = positionAt(span.source, span.start);
  const end = positionAt(span.source, Math.max(span.start, span.end));
  return {
    artifactLocation: { uri: uriOf(span.source.name) },
    region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
  };
}

/** A path as the reference of a URI, relative as it is. */
function uriOf(path: string): string {
  const parts = path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  if (/^[A-Za-z]%3A\//.test(parts)) return `file:///${parts.replace("%3A", ":")}`;
  return parts.startsWith("/") ? `file://${parts}` : parts;
}
