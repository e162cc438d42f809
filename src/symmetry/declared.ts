/** Proposes the symmetries that the author of a model declares: the exchanges of the values of scalarsets. */

import { scalarsets } from "../hints/scalarsets.ts";
import type { Scalarset } from "../hints/scalarsets.ts";
import { positionAt } from "../syntax/source.ts";
import type { Detector } from "./detector.ts";

export const declared: Detector = {
  name: "declared",
  description: "proposes what the text declares to be interchangeable: the scalarsets of Murphi",
  tier: "cheap",
  whyNot: (model) => (scalarsets.of(model) ? undefined : "the model declares no scalarsets"),
  propose: (search) => {
    const list = scalarsets.of(search.model) ?? [];
    const verdicts = list.map((scalarset) => {
      const accepted = scalarset.exchanges.filter((exchange) => search.propose(exchange));
      return verdictOn(scalarset, accepted.length === scalarset.exchanges.length);
    });
    const objections = list.flatMap(({ uses }) => uses.map(({ what, span }) => ({ span, message: what })));
    return { objections, note: verdicts.join("; ") };
  },
};

function verdictOn({ name, uses }: Scalarset, isProved: boolean): string {
  if (isProved) return `scalarset "${name}": proved`;
  const [first] = uses;
  if (!first) return `scalarset "${name}": refuted`;
  const { line, column } = positionAt(first.span.source, first.span.start);
  return `scalarset "${name}": refuted, ${first.what} at ${line}:${column}`;
}
