/**
 * The whole program as one colored graph: the direct way to the largest valid subgroup.
 *
 * The static channel diagram shows who communicates with whom, and leaves the messages to the validator. This graph
 * shows both. Its first vertices are the components, as in the diagram. Each control point, each step and each part of
 * a step whose order does not matter is a vertex too, once for all processes of a type. Text is its color, and a pid,
 * channel or variable in it is an arc to the component. The initial values of components are colors, or arcs if they
 * are component numbers. So a permutation of components gives the same program, up to the order of options and
 * operands, if and only if it extends to an automorphism.
 *
 * The paper compares the texts of candidates, one after the other, in search of the largest subgroup. This is one
 * search for automorphisms.
 */

import { GraphBuilder } from "../../graph/colored-graph.ts";
import type { ColoredGraph } from "../../graph/colored-graph.ts";
import type { ProgramStructure, Label } from "../../hints/program-structure.ts";

/** Vertex i is component i. `initial` are the values of the slots in the initial state, if there is only one. */
export function programGraph(
  components: ProgramStructure,
  initial: ArrayLike<number> | undefined,
  isPreserved: (property: string) => boolean,
): ColoredGraph {
  return new ProgramGraph(components, initial).build(isPreserved);
}

class ProgramGraph {
  readonly #program: ProgramStructure;
  readonly #initial: ArrayLike<number> | undefined;
  readonly #graph = new GraphBuilder();
  readonly #colors = new Map<string, number>();
  /** The components by numbering and number. */
  readonly #numbers = new Map<string, number>();

  constructor(program: ProgramStructure, initial: ArrayLike<number> | undefined) {
    this.#program = program;
    this.#initial = initial;
  }

  build(isPreserved: (property: string) => boolean): ColoredGraph {
    this.#components();
    for (const { from, to, tie, label } of this.#program.links) this.#arc(from, to, `link ${tie ?? ""} ${label ?? ""}`);
    for (const { type, steps, marks } of this.#program.controls) {
      const points = new Map<number, number>();
      const pointOf = (point: number): number => {
        let vertex = points.get(point);
        if (vertex === undefined) {
          points.set(point, (vertex = this.#vertex(`point of ${type}: ${marks.get(point) ?? ""}`)));
        }
        return vertex;
      };
      // Equal steps count once.
      const different = new Map(steps.map((step) => [JSON.stringify(step), step]));
      for (const { from, to, label } of different.values()) {
        const step = this.#label("step", label);
        this.#arc(pointOf(from), step, "from");
        this.#arc(step, pointOf(to), "to");
      }
      this.#places(type, pointOf);
    }
    for (const { label, property } of this.#program.conditions) {
      if (property === undefined || isPreserved(property)) this.#label(`condition ${property ?? ""}`, label);
    }
    return this.#graph.build();
  }

  /** The initial values of a component are part of its color, except for numbers of other components. */
  #components(): void {
    const { components, references } = this.#program;
    const numberings = new Map(references.map(({ slot, numbering }) => [slot, numbering]));
    const controlled = new Set(this.#program.controls.flatMap(({ type, place }) => components.filter((c) => c.kind === "process" && c.type === type).map(({ slots }) => slots[place]!))); // prettier-ignore
    components.forEach(({ numbers }, i) => {
      for (const [numbering, number] of Object.entries(numbers)) this.#numbers.set(`${numbering} ${number}`, i);
    });
    const held = (slot: number): number | undefined => {
      const numbering = numberings.get(slot);
      return numbering === undefined ? undefined : this.#numbers.get(`${numbering} ${this.#initial?.[slot]}`);
    };
    for (const { kind, type, rank, slots } of components) {
      const values = slots.map((slot) =>
        held(slot) === undefined && !controlled.has(slot) ? (this.#initial?.[slot] ?? "") : "#",
      );
      this.#vertex(`${kind} ${type} ${rank ?? ""}: ${values.join()}`);
    }
    components.forEach(({ slots }, i) => {
      slots.forEach((slot, k) => {
        const other = held(slot);
        if (other !== undefined) this.#arc(i, other, `holds ${k}`);
      });
    });
  }

  /** The initial control points of processes. */
  #places(type: string, pointOf: (point: number) => number): void {
    const { components, controls } = this.#program;
    const { place } = controls.find((control) => control.type === type)!;
    components.forEach((component, i) => {
      if (component.kind !== "process" || component.type !== type) return;
      const point = this.#initial?.[component.slots[place]!];
      if (point !== undefined) this.#arc(i, pointOf(point), "is at");
    });
  }

  #label(kind: string, label: Label): number {
    const componentOf = (part: Label[number]): number | undefined =>
      typeof part === "object" && "numbering" in part
        ? this.#numbers.get(`${part.numbering} ${part.number}`)
        : undefined;
    const text = label.map((part) => {
      if (typeof part === "string") return part;
      if ("anyOrder" in part) return "{}";
      return componentOf(part) === undefined ? `#${part.numbering} ${part.number}` : "#";
    });
    const vertex = this.#vertex(`${kind}: ${JSON.stringify(text)}`);
    label.forEach((part, k) => {
      if (typeof part === "string") return;
      if ("anyOrder" in part) {
        for (const inner of part.anyOrder) this.#arc(vertex, this.#label("part", inner), `part ${k}`);
        return;
      }
      const component = componentOf(part);
      if (component !== undefined) this.#arc(vertex, component, `names ${k}`);
    });
    return vertex;
  }

  #vertex(color: string): number {
    return this.#graph.vertex(this.#color(color));
  }

  #arc(from: number, to: number, color: string): void {
    this.#graph.arc(from, to, this.#color(color));
  }

  #color(text: string): number {
    let color = this.#colors.get(text);
    if (color === undefined) this.#colors.set(text, (color = this.#colors.size));
    return color;
  }
}
