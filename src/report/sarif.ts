/**
 * Suites as a SARIF 2.1.0 log, the format of code scanning. What holds is not in it. A trace is a code flow: its steps
 * at the places of their transitions.
 */

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
  return descriptions[rule] ?? `The input is wrong: ${rule}`;
}

const descriptions: Readonly<Record<string, string>> = {
  "noether/invariant": "A condition holds in every reachable state",
  "noether/reachable": "A condition holds in some reachable state",
  "noether/deadlock": "Every reachable state that is no end has a successor",
  "noether/ltl": "Every run satisfies a formula of linear temporal logic",
  "noether/never": "No run is accepted by a never claim",
  "noether/unsupported": "A property that Noether does not check",
  "noether/assertion": "No assertion fails",
  "noether/range": "No run-time error occurs",
  "noether/claim": "A model is what its first lines say it is",
  "noether/limit": "A limit was reached",
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
