/** The one constant of a net that can be set from outside: `-D NOETHER_BOUND=n`. */

import type { Collector } from "../../syntax/collector.ts";
import { tokenLimit } from "./petri-net.ts";

const constant = "NOETHER_BOUND";

/** The most tokens of places without another bound, where it is given. */
export function boundFrom(collector: Collector, defines: Readonly<Record<string, string>>): number | undefined {
  let bound: number | undefined;
  for (const [name, value] of Object.entries(defines)) {
    const text = `-D ${name}=${value}`;
    const source = { name: text, text };
    if (name !== constant) {
      const message = `expected \`${constant}\`, the one constant of a net, found \`${name}\``;
      collector.reportAt("petri/unknown-constant", message, { source, start: 3, end: 3 + name.length });
    } else if (/^\d{1,10}$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= tokenLimit) {
      bound = Number(value);
    } else {
      const message = `expected a number of tokens from 1 to ${tokenLimit} for \`${constant}\`, found \`${value}\``;
      collector.reportAt("petri/malformed-define", message, {
        source,
        start: text.length - value.length,
        end: text.length,
      });
    }
  }
  return bound;
}
