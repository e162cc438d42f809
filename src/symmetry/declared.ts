/** Proposes the symmetries that the author of a model declares: the exchanges of the values of scalarsets. */

import { scalarsets } from "../hints/scalarsets.ts";
import type { Scalarset } from "../hints/scalarsets.ts";
import type { Model } from "../model/model.ts";
import { positionAt } from "../syntax/source.ts";
import type { Detector } from "./detector.ts";

export const declared: Detector = {
  name: "declared",
  description: "proposes what the text declares to be interchangeable: the scalarsets of Murphi",
  tier: "cheap",
  whyNot: (model) => (scalarsets.of(model) ? undefined : "the model declares no scalarsets"),
  propose: (search) => {
    const list = scalarsets.of(search.model) ?? [];
    let isWhole = list.length > 0;
    const verdicts = list.map((scalarset) => {
      const accepted = scalarset.exchanges.filter((exchange) => search.propose(exchange));
      const isProved = accepted.length === scalarset.exchanges.length;
      isWhole &&= isProved;
      return verdictOn(scalarset, isProved);
    });
    const objections = list.flatMap(({ uses }) => uses.map(({ what, span }) => ({ span, message: what })));
    // An author who declares symmetries that hold knows them. The text is looked at all the same, since that is cheap.
    return { objections, note: verdicts.join("; "), sawAll: isWhole ? "probably" : undefined };
  },
};

/** Scalarsets whose elements the text does not treat alike, with the first place: their symmetry is not taken for granted. */
export function doubtsAbout(model: Model): string[] {
  return (scalarsets.of(model) ?? []).flatMap(({ name, uses }) =>
    uses.length === 0 ? [] : [`scalarset "${name}" is not taken for a symmetry: ${firstOf(uses)}`],
  );
}

function verdictOn({ name, uses }: Scalarset, isProved: boolean): string {
  if (isProved) return `scalarset "${name}": proved`;
  return `scalarset "${name}": refuted${uses.length === 0 ? "" : `, ${firstOf(uses)}`}`;
}

function firstOf([first]: Scalarset["uses"]): string {
  const { what, span } = first!;
  const { line, column } = positionAt(span.source, span.start);
  return `${what} at ${line}:${column}`;
}
