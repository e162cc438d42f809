/** Adds up the tokens that a transition takes from places and puts there. */

import type { Arc } from "../petri/petri-net.ts";

export class ArcSum {
  readonly #takes = new Map<number, number>();
  readonly #puts = new Map<number, number>();

  add(place: number, isInput: boolean, tokens: number): void {
    const side = isInput ? this.#takes : this.#puts;
    if (tokens > 0) side.set(place, (side.get(place) ?? 0) + tokens);
  }

  /** The arcs, ascending by place. */
  arcs(): Arc[] {
    const places = [...new Set([...this.#takes.keys(), ...this.#puts.keys()])].sort((a, b) => a - b);
    return places.map((place) => ({ place, takes: this.#takes.get(place) ?? 0, puts: this.#puts.get(place) ?? 0 }));
  }

  /** The largest number of tokens on an arc. */
  most(): number {
    let most = 0;
    for (const side of [this.#takes, this.#puts]) for (const tokens of side.values()) most = Math.max(most, tokens);
    return most;
  }
}
