/** The one constant of a net: `-D NOETHER_BOUND=n`. */

import type { Collector } from "../../syntax/collector.ts";
import { Definitions } from "../../syntax/definitions.ts";
import type { Defines } from "../../syntax/definitions.ts";
import { tokenLimit } from "./petri-net.ts";

const constant = "NOETHER_BOUND";

/** The given bound for places without another bound. */
export function boundFrom(collector: Collector, defines: Defines): number | undefined {
  const definitions = new Definitions("petri", collector, defines);
  definitions.refuseUnknown([constant]);
  return definitions.integer(constant, 1, tokenLimit, `a number of tokens from 1 to ${tokenLimit}`);
}
