/**
 * The action of a permutation of components on control points.
 *
 * If client 1 is exchanged with client 2, then so are `dest == 1 -> out = box_1` and `dest == 2 -> out = box_2`, and
 * with them the points between their statements. Points are matched by the steps that lead from them and to them:
 * labels are refined until they are stable, once for the original steps and once for their images under the
 * permutation. Points with equal labels are matched in their order. A wrong match does no harm: the validator refuses
 * its consequences.
 */

import type { ComponentNumber, Control, Label } from "../../hints/program-structure.ts";

/** A control with its texts and labels, which many permutations need. */
interface Written {
  readonly points: readonly number[];
  /** The texts of steps. */
  readonly texts: readonly string[];
  /** The labels of points. */
  readonly labels: ReadonlyMap<number, string>;
}

const known = new WeakMap<Control, Written>();

function writtenOf(control: Control): Written {
  let found = known.get(control);
  if (!found) {
    const { steps } = control;
    const points = [...new Set(steps.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
    const texts = steps.map(({ label }) => textOf(label, ({ number }) => number));
    known.set(control, (found = { points, texts, labels: refinedLabels(points, control, texts) }));
  }
  return found;
}

/** The image of each control point that moves. */
export function actionOnControl(
  control: Control,
  image: (number: ComponentNumber) => number,
): ReadonlyMap<number, number> {
  const { points, texts, labels: written } = writtenOf(control);
  const permutedTexts = control.steps.map(({ label }) => textOf(label, image));
  if (permutedTexts.every((text, i) => text === texts[i])) return new Map();
  const permuted = refinedLabels(points, control, permutedTexts);
  const places = new Map<string, number[]>();
  for (const point of points) places.set(written.get(point)!, [...(places.get(written.get(point)!) ?? []), point]);
  const moves = new Map<number, number>();
  for (const point of points) {
    const candidates = places.get(permuted.get(point)!);
    if (!candidates || candidates.length === 0) return new Map();
    // A point with the same label stays. Otherwise it goes to the first remaining candidate.
    const same = candidates.indexOf(point);
    const [target] = candidates.splice(Math.max(same, 0), 1);
    if (target !== point) moves.set(point, target!);
  }
  return moves;
}

function textOf(label: Label, image: (number: ComponentNumber) => number): string {
  const parts = label.map((part) => {
    if (typeof part === "string") return part;
    if ("numbering" in part) return `#${part.numbering} ${image(part)}`;
    return `{${part.anyOrder.map((inner) => textOf(inner, image)).sort().join("; ")}}`; // prettier-ignore
  });
  return parts.join(" ");
}

/** Labels of points such that equal labels mean the same steps to and from points with equal labels. */
function refinedLabels(
  points: readonly number[],
  { steps, marks }: Control,
  texts: readonly string[],
): Map<number, string> {
  let labels = new Map(points.map((point) => [point, ""]));
  const near = new Map<number, { readonly text: string; readonly other: number }[]>(points.map((point) => [point, []]));
  // Equal steps count once.
  const different = new Map(
    steps.map(({ from, to }, i) => [`${from} ${to} ${texts[i]!}`, { from, to, text: texts[i]! }]),
  );
  for (const { from, to, text } of different.values()) {
    near.get(from)!.push({ text: `${text} ->`, other: to });
    near.get(to)!.push({ text: `${text} <-`, other: from });
  }
  for (let count = 1; ;) {
    const next = new Map(
      points.map((point) => {
        const own = near
          .get(point)!
          .map(({ text, other }) => `${text} ${other === point ? "self" : labels.get(other)!}`);
        return [point, [marks.get(point) ?? "", ...own.sort()].join(" | ")];
      }),
    );
    const classes = new Set(next.values()).size;
    // Labels grow in each round, so their hashes replace them.
    labels = new Map([...next].map(([point, label]) => [point, hashed(label)]));
    if (classes === count) return labels;
    count = classes;
  }
}

/** Two 32-bit hashes. Collisions do no harm, since labels only propose a match. */
function hashed(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b + c, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}
