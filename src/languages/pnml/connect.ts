/**
 * Connects the nodes and arcs of a document: resolves references, and checks that each arc connects a place and a
 * transition.
 */

import type { Collector } from "../../syntax/collector.ts";
import { didYouMean } from "../../syntax/nearest-name.ts";
import { look } from "../../util/limits.ts";
import type { ArcElement, Document, Node, PlaceNode, ReferenceNode, TransitionNode, Range } from "./document.ts";

export interface Connections {
  readonly places: readonly PlaceNode[];
  readonly transitions: readonly TransitionNode[];
  /** The arcs of each transition, parallel to `transitions`. */
  readonly arcs: readonly (readonly Connection[])[];
}

export interface Connection {
  readonly arc: ArcElement;
  /** The number of the place. */
  readonly place: number;
  /** Whether the transition takes the tokens. */
  readonly isInput: boolean;
}

export function connect(collector: Collector, { nodes, arcs: elements }: Document): Connections {
  const report = (code: string, message: string, { start, end }: Range): void =>
    collector.report(`pnml/${code}`, message, start, end);
  const unknown = (id: string, what: string, place: Range): void => {
    const hint = didYouMean(id, nodes.size < 10_000 ? nodes.keys() : []);
    report("unknown-node", `expected the id of ${what}, but there is no node \`${id}\`${hint}`, place);
  };
  const resolve = (id: string, place: Range): PlaceNode | TransitionNode | undefined => {
    look(2);
    const seen = new Set<string>();
    let node: Node | undefined = nodes.get(id);
    if (!node) unknown(id, "a place or a transition", place);
    while (node && isReference(node)) {
      if (seen.has(node.id)) {
        report("circular-reference", `expected a reference to another node, found \`${node.id}\` to itself`, node);
        return undefined;
      }
      seen.add(node.id);
      const target: Node | undefined = nodes.get(node.to);
      const kind = node.kind === "referencePlace" ? "a place" : "a transition";
      if (!target) unknown(node.to, kind, node);
      else if (target.kind.toLowerCase().endsWith("place") !== (node.kind === "referencePlace")) {
        report("wrong-reference", `expected a reference to ${kind}, found one to \`${node.to}\``, node);
        return undefined;
      }
      node = target;
    }
    return node;
  };

  const all = [...nodes.values()];
  for (const node of all) if (isReference(node)) resolve(node.id, node);
  const places = all.filter((node) => node.kind === "place");
  const transitions = all.filter((node) => node.kind === "transition");
  const numbers = new Map<Node, number>([...places.entries(), ...transitions.entries()].map(([i, node]) => [node, i]));
  const arcs: Connection[][] = transitions.map(() => []);
  for (const arc of elements) {
    look(2);
    if (collector.full) break;
    const [source, target] = [resolve(arc.source, arc), resolve(arc.target, arc)];
    if (!source || !target) continue;
    const isInput = source.kind === "place";
    if (isInput === (target.kind === "place")) {
      const what = isInput ? "places" : "transitions";
      report("wrong-arc", `expected an arc between a place and a transition, found one between two ${what}`, arc);
      continue;
    }
    const [place, transition] = isInput ? [source, target] : [target, source];
    arcs[numbers.get(transition)!]!.push({ arc, place: numbers.get(place)!, isInput });
  }
  return { places, transitions, arcs };
}

function isReference(node: Node): node is ReferenceNode {
  return node.kind === "referencePlace" || node.kind === "referenceTransition";
}
