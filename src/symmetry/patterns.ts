/** Proposes the symmetries that are known for all sizes of a family of systems, for one size. */

import { proposals } from "../hints/proposal.ts";
import type { Detector } from "./detector.ts";

export const patterns: Detector = {
  name: "patterns",
  description: "proposes to an instance of a family of systems what has been proved for the whole family",
  tier: "cheap",
  whyNot: (model) => (proposals.of(model) ? undefined : "the model is no instance of a family of systems"),
  propose: (search) => {
    for (const { slots, values = new Map<number, never>() } of proposals.of(search.model) ?? []) {
      search.propose({ slots: Int32Array.from(slots), values });
    }
    return {};
  },
};
