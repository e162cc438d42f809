/**
 * A state as edges on rows. Tables give the rows of a point and its images under exchanges of rows, and a list has the
 * edges of a state. A slot with its lowest value is no edge, nor is a literal that does not hold, so there are no more
 * edges than slots.
 */

import type { RefinementPlan } from "../../symmetry/representatives/plan.ts";
import { Random } from "../../util/random.ts";
import type { Routine } from "../../wasm/assembler.ts";
import { copyMemory, forRange, select, when } from "../../wasm/control.ts";
import { record } from "../../wasm/memory.ts";
import type { Area, Places } from "../../wasm/memory.ts";
import { word } from "../../wasm/value.ts";
import type { I32, I64, Variable } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";

/**
 * The data of a point: its slot, as an offset in the values; its value, if it is a literal; the number of its rows; the
 * points of its orbit, by rows; its rows, as offsets of 8 bytes per row; hashes of its orbit and of its roles.
 */
const pointFields = {
  slot: "i32",
  value: "i32",
  isLiteral: "i32",
  arity: "i32",
  images: "i32",
  rows: ["i32", 3],
  label: "i64",
  roles: ["i64", 3],
} as const;
const PointRecord = record(pointFields);
export type PointPlaces = Places<typeof pointFields>;

/** An edge of the state: the point, the value of its slot, and a hash of both. */
const edgeFields = { point: "i32", value: "i32", hash: "i64" } as const;
const EdgeRecord = record(edgeFields);
export type EdgePlaces = Places<typeof edgeFields>;

/** A slot: its offset, its lowest value, and its point, or else a table from its values to points. */
const SlotRecord = record({ slot: "i32", low: "i32", points: "i32" });

/** Consecutive records. Their end is known at run time. */
interface EdgeList {
  readonly start: number;
  readonly end: Variable<"i32">;
}

export class RowEdges {
  readonly rowCount: number;
  readonly largestArity: number;
  /** The values of a state without edges. */
  readonly emptyValues: Area<"i32">;
  /** Finds the edges of the state. */
  readonly collect: Routine;
  private readonly context: PartContext;
  /** Edges with one row, and with more. */
  private readonly singles: EdgeList;
  private readonly multiples: EdgeList;

  constructor(plan: RefinementPlan, context: PartContext, name: string) {
    this.context = context;
    const { memory, asm } = context;
    this.rowCount = plan.sizes.reduce((sum, size) => sum + size, 0);
    this.largestArity = Math.max(...plan.orbits.map(({ arity }) => arity));
    this.emptyValues = memory.words(context.slots.length);
    const { plain, literal } = this.tabulate(plan);
    const edgeList = (kind: string): EdgeList => ({
      start: memory.reserve(EdgeRecord.bytes * (plain.length + literal.length)),
      end: asm.global(`${name}, ${kind}`, 0),
    });
    this.singles = edgeList("singles");
    this.multiples = edgeList("multiples");
    this.collect = this.makeCollect(name, SlotRecord.encode(plain), SlotRecord.encode(literal));
  }

  /** Puts all points into memory. Returns the slots that are points, and those with literals. */
  private tabulate({ orbits }: RefinementPlan): Readonly<Record<"plain" | "literal", SlotEntry[]>> {
    const { memory, points, fields } = this.context;
    const random = new Random(1);
    const hash = (): bigint => BigInt.asIntN(64, (BigInt(random.next()) << 32n) | BigInt(random.next()) | 1n);
    const roleHashes = Array.from({ length: 4 }, hash);
    const plain: SlotEntry[] = [];
    const byValue = new Map<number, Map<number, number>>();
    for (const { arity, roles, edges } of orbits) {
      const label = hash();
      const imageTable = new Int32Array(this.rowCount ** arity);
      const images = memory.table(imageTable);
      const low = Math.min(...edges.map(({ point }) => fields[points[point]!.slot]!.low));
      for (const { point, rows } of edges) {
        const { slot, value } = points[point]!;
        const offset = this.context.offset(slot);
        const three = <T>(at: (t: number) => T): T[] => [0, 1, 2].map(at);
        const address = memory.table(
          PointRecord.encode([
            {
              slot: offset,
              value: value ?? 0,
              isLiteral: value === undefined ? 0 : 1,
              arity,
              images,
              rows: three((t) => 8 * (rows[t] ?? this.rowCount)),
              label,
              roles: three((t) => (t < rows.length ? roleHashes[roles[t]!]! : 0n)),
            },
          ]),
        );
        for (const arranged of arrangements(rows, roles)) {
          imageTable[arranged.reduceRight((index, row) => index * this.rowCount + row, 0)] = address;
        }
        if (value === undefined) plain.push({ slot: offset, low, points: address });
        else byValue.set(slot, (byValue.get(slot) ?? new Map<number, number>()).set(value, address));
      }
    }
    const literal = [...byValue].map(([slot, addresses]) => {
      const { low, high } = fields[slot]!;
      const table = Array.from({ length: high - low + 1 }, (_, k) => addresses.get(low + k) ?? 0);
      return { slot: this.context.offset(slot), low, points: memory.wordTable(table).start };
    });
    return { plain, literal };
  }

  private makeCollect(name: string, plain: Uint8Array<ArrayBuffer>, literal: Uint8Array<ArrayBuffer>): Routine {
    const { context, emptyValues } = this;
    const { values, memory } = context;
    const [plainSlots, literalSlots] = [memory.table(plain), memory.table(literal)];
    const note = (point: I32, value: I32, hash: I64): void => {
      const to = ({ end }: EdgeList): void => {
        const edge = EdgeRecord.at(end);
        edge.point.set(point);
        edge.value.set(value);
        edge.hash.set(hash);
        end.increase(EdgeRecord.bytes);
      };
      when(PointRecord.at(point).arity.get().equals(1), () => to(this.singles), () => to(this.multiples)); // prettier-ignore
    };
    return context.asm.define(`${name}, edges`, {}, () => {
      this.singles.end.set(this.singles.start);
      this.multiples.end.set(this.multiples.start);
      copyMemory(emptyValues.start, values.start, values.bytes);
      forRange("entry", plainSlots, plainSlots + plain.length, SlotRecord.bytes, (entry) => {
        const { slot, low, points } = SlotRecord.at(entry);
        const value = word("value", values.at(slot.get()).get());
        when(value.differs(low.get()), () => {
          emptyValues.at(slot.get()).set(low.get());
          const point = word("point", points.get());
          note(point, value, PointRecord.at(point).label.get().plus(value.signed64().times(0x9e3779b97f4a7c15n)));
        });
      });
      forRange("entry", literalSlots, literalSlots + literal.length, SlotRecord.bytes, (entry) => {
        const { slot, low, points } = SlotRecord.at(entry);
        const value = word("value", values.at(slot.get()).get());
        const point = word("point", points.get().plus(value.minus(low.get()).shiftLeft(2)).load());
        when(point, () => note(point, value, PointRecord.at(point).label.get()));
      });
    });
  }

  forEachSingle(body: (edge: EdgePlaces, point: PointPlaces) => void): void {
    this.forEachIn(this.singles, body);
  }

  forEachMultiple(body: (edge: EdgePlaces, point: PointPlaces) => void): void {
    if (this.largestArity > 1) this.forEachIn(this.multiples, body);
  }

  /** Visits all edges, each with the largest number of rows it can have. */
  forEach(body: (edge: EdgePlaces, point: PointPlaces, arity: number) => void): void {
    this.forEachSingle((edge, point) => body(edge, point, 1));
    this.forEachMultiple((edge, point) => body(edge, point, this.largestArity));
  }

  private forEachIn({ start, end }: EdgeList, body: (edge: EdgePlaces, point: PointPlaces) => void): void {
    forRange("edge", start, end, EdgeRecord.bytes, (at) => {
      const edge = EdgeRecord.at(at);
      body(edge, PointRecord.at(word("point", edge.point.get())));
    });
  }

  hasNoMultiple(): I32 {
    return this.multiples.end.equals(this.multiples.start);
  }

  /**
   * The image of an edge when its rows become these, by number, and the value of its slot there. Number 0 means no row.
   */
  imageOf(edge: EdgePlaces, point: PointPlaces, rows: readonly I32[]): { readonly slot: I32; readonly value: I32 } {
    const index = rows.reduceRight((sum, row) => sum.times(this.rowCount).plus(row));
    const image = PointRecord.at(word("image", point.images.get().plus(index.shiftLeft(2)).load()));
    return { slot: image.slot.get(), value: select(image.isLiteral.get(), image.value.get(), edge.value.get()) };
  }
}

interface SlotEntry {
  readonly slot: number;
  readonly low: number;
  readonly points: number;
}

/** The rows in all orders that respect the roles. */
function arrangements(rows: readonly number[], roles: readonly number[]): number[][] {
  if (rows.length === 0) return [[]];
  return rows.flatMap((row, k) => {
    if (roles[k] !== roles[0]) return [];
    // Row k takes the first position, and the row there takes position k.
    const rest = rows.slice(1);
    if (k > 0) rest[k - 1] = rows[0]!;
    return arrangements(rest, roles.slice(1)).map((others) => [row, ...others]);
  });
}
