/** Events as homomorphisms, to be combined with others. */

import type { Event, Events } from "./event.ts";
import { DONE } from "./event.ts";
import type { Hom, Homomorphisms } from "./homomorphism.ts";
import { fire } from "./saturate.ts";

export function eventStep(homs: Homomorphisms, events: Events, event: Event): Hom {
  if (event === DONE) return homs.identity;
  return homs.intern(`event ${event}`, () =>
    homs.add({
      kind: "step",
      top: events.height[event]!,
      isSelector: events.isSelector(event),
      step: {
        prefixLength: 0,
        action: { kind: "whole", isCheap: false, result: (space, node) => fire(space, events, event, node) },
      },
    }),
  );
}
