/** Reads a Petri net in PNML (ISO/IEC 15909-2). docs/guide/petri.md describes the supported part. */

import { Collector } from "../../syntax/collector.ts";
import { attempt } from "../../syntax/refused.ts";
import type { Source } from "../../syntax/source.ts";
import { look } from "../../util/limits.ts";
import { catalog } from "../catalog.ts";
import type { Language, Parsed } from "../language.ts";
import { boundFrom } from "../petri/define.ts";
import { lowerNet } from "../petri/lower.ts";
import { tokenLimit } from "../petri/petri-net.ts";
import type { PetriNet } from "../petri/petri-net.ts";
import { ArcSum } from "./arc-sum.ts";
import { connect } from "./connect.ts";
import type { Connections } from "./connect.ts";
import type { Document } from "./document.ts";
import { readDocument } from "./read.ts";
import { unfold } from "./unfold.ts";
import { unitsOf } from "./units.ts";

export const pnml: Language = { ...catalog.pnml, parse: (source, { defines }) => parsePnml(source, defines) };

/** Never throws. Errors in the XML are reported first, then those in nodes and arcs, then those in sorts and terms. */
export function parsePnml(source: Source, defines: Readonly<Record<string, string>> = {}): Parsed {
  const collector = new Collector(source);
  const parsed = attempt(() => {
    const bound = boundFrom(collector, defines);
    const document = readDocument(collector);
    const connections = document && collector.empty ? connect(collector, document) : undefined;
    if (!document || !connections || !collector.empty) return undefined;
    const netOf = document.kind === "symmetric" ? unfold : placeTransitionNet;
    const net = netOf(collector, document, connections);
    const { start, end } = document.place;
    return collector.empty ? lowerNet(net, bound, collector.span(start, end)) : undefined;
  });
  return parsed ?? { diagnostics: collector.sorted() };
}

function placeTransitionNet(collector: Collector, document: Document, connections: Connections): PetriNet {
  const { id, name, units } = document;
  const { places, transitions, arcs } = connections;
  return {
    name: name ?? id,
    units: units && unitsOf(units, places),
    places: places.map((node) => ({
      name: node.name ?? node.id,
      initial: node.initial ?? 0,
      span: collector.span(node.start, node.end),
    })),
    transitions: transitions.map((node, t) => {
      look(1 + arcs[t]!.length);
      const sum = new ArcSum();
      for (const { arc, place, isInput } of arcs[t]!) sum.add(place, isInput, arc.weight ?? 1);
      if (sum.most() > tokenLimit) {
        const message = `expected arcs of at most ${tokenLimit} tokens together, found more`;
        collector.report("pnml/malformed-number", message, node.start, node.end);
      }
      return { name: node.name ?? node.id, arcs: sum.arcs(), span: collector.span(node.start, node.end) };
    }),
  };
}
