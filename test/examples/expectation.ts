/** The claims of the examples, as `noether test` reads them, gathered for the tests. Here the size must be claimed. */

import { readExpectations } from "../../src/check/expectation.ts";
import type { Claim, Expectation } from "../../src/check/expectation.ts";
import { formatDiagnostic } from "../../src/index.ts";

/** The claims about a model with the same constants. */
export interface Instance {
  readonly defines: Readonly<Record<string, string>>;
  readonly states?: number;
  readonly transitions?: number;
  readonly reduced?: number;
  readonly order?: bigint;
  /** By the name of the property, with `under weak fairness` behind it; `assertions` and `ranges` are built in. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export interface Verdict {
  readonly verdict: "holds" | "violated";
  readonly depth?: number;
}

/** The built-in properties hold unless the example says otherwise. */
const unsaid: Instance["verdicts"] = { assertions: { verdict: "holds" }, ranges: { verdict: "holds" } };

/** The instances an example makes claims about, the one without defines first. */
export function readInstances(text: string): Instance[] {
  const { expectations, diagnostics } = readExpectations({ name: "example", text });
  if (diagnostics.length > 0) throw new SyntaxError(diagnostics.map(formatDiagnostic).join("\n"));
  const instances = expectations.map(instanceOf);
  const [own, ...rest] = instances;
  const isOwn = own !== undefined && Object.keys(own.defines).length === 0;
  if (!isOwn || (own.states === undefined && own.order === undefined)) {
    throw new SyntaxError("the states, or the order of the group, with the constants as they stand are missing");
  }
  return [{ ...own, verdicts: { ...unsaid, ...own.verdicts } }, ...rest];
}

function instanceOf({ defines, claims }: Expectation): Instance {
  return claims.reduce<Instance>(added, { defines, verdicts: {} });
}

function added(instance: Instance, claim: Claim): Instance {
  if (claim.kind === "order") return { ...instance, order: claim.value };
  if (claim.kind === "count") return { ...instance, [claim.what]: Number(claim.value) };
  const { property, verdict, depth, fairness } = claim;
  const name = fairness === "none" ? property : `${property} under ${fairness} fairness`;
  const known = { verdict, ...(depth === undefined ? {} : { depth }) };
  return { ...instance, verdicts: { ...instance.verdicts, [name]: known } };
}
