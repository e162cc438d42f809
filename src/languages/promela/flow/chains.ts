/**
 * Chains: local statements outside atomic sequences that SPIN takes in one step ("statement merging").
 *
 * After a statement, the process goes on at once if the next one is local, cannot wait and has no label. Only the first
 * statement of a chain may have to wait. No other process sees a difference, since local statements can be exchanged
 * with the steps of all others. That holds as long as a chain has at most one statement that is not quite local
 * (`locality.ts`). SPIN does not ask for that, so it may miss states.
 */

import type { Mentions } from "../names/mentions.ts";
import type { Channels } from "./channels.ts";
import type { Element, Flow } from "./flow.ts";
import type { Edge } from "./graph.ts";
import { runsIn } from "./instances.ts";
import { Localities } from "./locality.ts";

export class Chains {
  readonly #localities: Localities;
  readonly #mentions: Mentions;
  /** Whether some channel has no buffer. A send then ends its step, whatever its channel is. */
  readonly #mayMeet: boolean;

  constructor(flows: readonly Flow[], mentions: Mentions, { groups }: Channels) {
    this.#localities = new Localities(flows);
    this.#mentions = mentions;
    this.#mayMeet = groups.some(({ capacity }) => capacity === 0);
  }

  /** The step that follows at once after all of an edge, or none. */
  after(edge: Edge): readonly Edge[] {
    const steps = [edge, ...edge.more];
    const [next] = edge.target.edges;
    if (!next || !this.joins(edge, next) || steps.at(-1)!.landing) return [];
    const remote = [...steps, next].filter((step) => this.#localities.of(step.element) !== "local");
    // The statements of an atomic sequence count as one.
    const isInside = remote.some((step) => step.element.inside !== undefined);
    const outside = remote.filter((step) => step.element.inside === undefined).length;
    return outside + (isInside ? 1 : 0) <= 1 ? [next] : [];
  }

  /** Whether SPIN takes a step from the target of an edge in one with the last of the edge. */
  joins(edge: Edge, { element }: Edge): boolean {
    const before = (edge.more.at(-1) ?? edge).element;
    return edge.target.element === element && this.#follows(element) && this.#leads(before);
  }

  /** Whether an element can follow in a chain. */
  #follows(element: Element): boolean {
    const { statement: s, labels, isExit } = element;
    if (labels.length > 0 || isExit) return false;
    const isFree = !s || s.kind === "assign" || s.kind === "count" || s.kind === "assert" || s.kind === "print";
    return isFree && this.#isEligible(element);
  }

  /** Whether something can follow an element in a chain. */
  #leads(element: Element): boolean {
    return this.#follows(element) || (this.#begins(element) && this.#isEligible(element));
  }

  /** Whether an element is a statement that may have to wait, and can begin a chain. */
  #begins({ statement: s, labels, scope }: Element): boolean {
    if (labels.some((label) => this.#mentions.labels.has(`${scope.process!.name}@${label}`))) return false;
    if (s?.kind === "expression") return runsIn(s.expression).length === 0;
    return s?.kind === "receive" || (s?.kind === "send" && !this.#mayMeet);
  }

  #isEligible(element: Element): boolean {
    if (element.escapes.length > 0 || element.inside === "d_step") return false;
    return element.inside === "atomic" || this.#localities.of(element) !== "global";
  }
}
