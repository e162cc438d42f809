/** The twin of `refine-rows.ts` and what is beside it: read this first. */

import type { RefinementPlan } from "../../../src/symmetry/representatives/plan.ts";
import { Random } from "../../../src/util/random.ts";
import { compare, u64 } from "./vectors.ts";
import type { Twin } from "./vectors.ts";

interface Edge {
  readonly rows: readonly number[];
  readonly value: number;
  /** A hash of the orbit of its point, and of the value. */
  readonly hash: bigint;
  readonly roles: readonly bigint[];
  /** The points of the orbit by their rows. */
  readonly images: ReadonlyMap<string, number>;
}

export function refined(twin: Twin, plan: RefinementPlan, state: readonly number[]): readonly number[] {
  return new Refinement(twin, plan, state).representative();
}

class Refinement {
  private readonly twin: Twin;
  private readonly sorts: readonly number[];
  private readonly state: readonly number[];
  private readonly empty: number[];
  private readonly edges: readonly Edge[];
  private best: readonly number[] | undefined;

  constructor(twin: Twin, plan: RefinementPlan, state: readonly number[]) {
    this.twin = twin;
    this.sorts = plan.sizes.flatMap((size, sort) => new Array<number>(size).fill(sort));
    this.state = state;
    this.empty = [...state];
    this.edges = this.edgesOf(plan);
  }

  representative(): readonly number[] {
    this.search(this.initialKeys());
    return this.best!;
  }

  /** A slot at the lowest value of its orbit is no edge, nor is a literal that does not hold. */
  private edgesOf({ orbits }: RefinementPlan): Edge[] {
    const { points, fields } = this.twin;
    const random = new Random(1);
    const hash = (): bigint => (BigInt(random.next()) << 32n) | BigInt(random.next()) | 1n;
    const roleHashes = Array.from({ length: 4 }, hash);
    return orbits.flatMap(({ roles, edges }) => {
      const label = hash();
      const images = new Map(
        edges.flatMap(({ point, rows }) =>
          arrangements(rows, roles).map((arranged) => [arranged.join(), point] as const),
        ),
      );
      const low = Math.min(...edges.map(({ point }) => fields[points[point]!.slot]!.low));
      return edges.flatMap(({ point, rows }) => {
        const { slot, value } = points[point]!;
        const held = this.state[slot]!;
        if (held === (value ?? low) ? value === undefined : value !== undefined) return [];
        if (value === undefined) this.empty[slot] = low;
        const own = value === undefined ? u64(label + BigInt(held) * 0x9e3779b97f4a7c15n) : label;
        return [{ rows, value: held, hash: own, roles: rows.map((_, t) => roleHashes[roles[t]!]!), images }];
      });
    });
  }

  private initialKeys(): bigint[] {
    return this.sorts.map((_, row) => {
      const own = this.edges.filter(({ rows }) => rows.length === 1 && rows[0] === row);
      return this.keyOf(
        row,
        own.reduce((sum, { hash }) => sum + mixed(hash), 0n),
      );
    });
  }

  private keyOf(row: number, hash: bigint): bigint {
    return (mixed(hash) >> 4n) | (BigInt(this.sorts[row]!) << 60n);
  }

  /** Keys that know those at the other ends of edges, until no more rows are told apart. */
  private refine(keys: readonly bigint[]): readonly bigint[] {
    const multiples = this.edges.filter(({ rows }) => rows.length > 1);
    for (let known = keys; ;) {
      const classes = new Set(known).size;
      if (multiples.length === 0 || classes === keys.length) return known;
      const sums = known.map((key) => u64(key * 0xc4ceb9fe1a85ec53n));
      for (const { rows, hash, roles } of multiples) {
        const own = mixed(rows.reduce((sum, row, t) => sum + known[row]! * roles[t]!, hash));
        rows.forEach((row, t) => (sums[row] = u64(sums[row]! + mixed(own ^ roles[t]!))));
      }
      known = sums.map((sum, row) => this.keyOf(row, sum));
      if (new Set(known).size <= classes) return known;
    }
  }

  private search(given: readonly bigint[]): void {
    const keys = this.refine(given);
    const order = [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
    const cells = [...new Set(order.map((row) => keys[row]!))].map((key) => order.filter((row) => keys[row] === key));
    if (cells.length === keys.length) {
      this.visit(this.leafOf(order));
      return;
    }
    const cell = cells.filter((rows) => rows.length > 1).reduce((a, b) => (b.length < a.length ? b : a));
    const tryRows = (rows: readonly number[]): void =>
      this.search(
        keys.map((key, row) => {
          const number = BigInt(rows.indexOf(row) + 1);
          return number === 0n ? key : this.keyOf(row, u64((key + number) * 0xff51afd7ed558ccdn));
        }),
      );
    const classes = cell.filter((row, k) => !cell.slice(0, k).some((other) => this.areTwins(other, row)));
    if (classes.length === 1) tryRows(cell);
    else for (const row of classes) tryRows([row]);
  }

  /** The state in which each row is at its place. */
  private leafOf(order: readonly number[]): number[] {
    const leaf = [...this.empty];
    for (const edge of this.edges) this.put(leaf, edge, (row) => order.indexOf(row));
    return leaf;
  }

  private put(into: number[], { rows, value, images }: Edge, imageOf: (row: number) => number): void {
    const { slot, value: literal } = this.twin.points[images.get(rows.map(imageOf).join())!]!;
    into[slot] = literal ?? value;
  }

  private areTwins(a: number, b: number): boolean {
    const exchange = (row: number): number => (row === a ? b : row === b ? a : row);
    const changed = [...this.state];
    for (const edge of this.edges) {
      if (edge.rows.includes(a) || edge.rows.includes(b)) this.put(changed, edge, exchange);
    }
    return compare(changed, this.state) === 0;
  }

  private visit(leaf: readonly number[]): void {
    const slots = [...new Set(this.twin.points.map(({ slot }) => slot))].sort((a, b) => a - b);
    const valuesOf = (state: readonly number[]): number[] => slots.map((slot) => state[slot]!);
    if (!this.best || compare(valuesOf(leaf), valuesOf(this.best)) < 0) this.best = leaf;
  }
}

function mixed(value: bigint): bigint {
  let x = u64(value);
  x = u64((x ^ (x >> 32n)) * 0xff51afd7ed558ccdn);
  x = u64((x ^ (x >> 29n)) * 0xc4ceb9fe1a85ec53n);
  return x ^ (x >> 32n);
}

/** The rows in all orders that give each role rows that have it. */
function arrangements(rows: readonly number[], roles: readonly number[]): number[][] {
  if (rows.length === 0) return [[]];
  return rows.flatMap((row, k) => {
    if (roles[k] !== roles[0]) return [];
    const rest = rows.slice(1);
    if (k > 0) rest[k - 1] = rows[0]!;
    return arrangements(rest, roles.slice(1)).map((others) => [row, ...others]);
  });
}
