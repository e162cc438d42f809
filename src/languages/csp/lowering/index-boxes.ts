/** Instances that share an array: sets of index tuples, partitioned into products of intervals. */

import type { Interval } from "../../../model/interval.ts";

export interface Box<T> {
  /** The bounds of each index. Without any, there is a single instance. */
  readonly bounds: readonly Interval[];
  readonly members: readonly { readonly indices: readonly number[]; readonly value: T }[];
}

type Member<T> = Box<T>["members"][number];

/**
 * Partitions different tuples of one length into boxes: consecutive first indices with the same boxes for the rest
 * share one. Members are in lexicographic order.
 */
export function indexBoxes<T>(members: readonly Member<T>[], position = 0): Box<T>[] {
  const length = members[0]?.indices.length ?? 0;
  if (position === length) return members.map((member) => ({ bounds: [], members: [member] }));
  const byFirst = new Map<number, Member<T>[]>();
  for (const member of members) {
    const first = member.indices[position]!;
    byFirst.set(first, [...(byFirst.get(first) ?? []), member]);
  }
  const result: Box<T>[] = [];
  let open: { shape: string; high: number; boxes: Box<T>[] } | undefined;
  for (const first of [...byFirst.keys()].sort((a, b) => a - b)) {
    const inner = indexBoxes(byFirst.get(first)!, position + 1);
    const shape = inner.map(({ bounds }) => bounds.map(({ low, high }) => `${low}..${high}`).join()).join("/");
    if (open && open.shape === shape && open.high + 1 === first) {
      open.high = first;
      open.boxes = open.boxes.map((box, i) => ({
        bounds: [{ ...box.bounds[0]!, high: first }, ...box.bounds.slice(1)],
        members: [...box.members, ...inner[i]!.members],
      }));
      continue;
    }
    if (open) result.push(...open.boxes);
    const bounds = { low: first, high: first };
    open = { shape, high: first, boxes: inner.map((box) => ({ ...box, bounds: [bounds, ...box.bounds] })) };
  }
  return open ? [...result, ...open.boxes] : result;
}
