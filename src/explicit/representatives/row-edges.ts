/**
 * A state as edges on rows: tables that say which rows a point belongs to and where an exchange of rows takes it, and the edges
 * that a state has. A slot at its lowest value is no edge, nor is a literal that does not hold, so there are no more edges than
 * slots.
 */

import type { RefinementPlan } from "../../symmetry/representatives/plan.ts";
import { Random } from "../../util/random.ts";
import {
  add,
  block,
  branch,
  get,
  getGlobal,
  i32,
  i64,
  label,
  load,
  load64,
  op,
  sequence,
  set,
  setGlobal,
  store,
  store64,
  when,
} from "../../wasm/code.ts";
import type { Code, Global, Local, WasmFunction } from "../../wasm/code.ts";
import { counting } from "./loops.ts";
import type { PartContext } from "./part.ts";

/**
 * What is known of a point, by offsets in bytes: its slot, as an offset in the values; its value, if it is a literal; how many
 * rows it has; the images of the points of its orbit, by rows; its rows, as offsets of 8 bytes a row; hashes of its orbit and of its roles.
 */
export const edgeBytes = {
  slot: 0,
  value: 4,
  isLiteral: 8,
  arity: 12,
  images: 16,
  rows: 20,
  label: 32,
  roles: 40,
  size: 64,
} as const;

export class EdgeTables {
  readonly largestArity: number;
  /** The values of a state without edges. */
  readonly emptyValues: number;
  private readonly context: PartContext;
  private readonly rowCount: number;
  private readonly name: string;
  /** Per slot: its offset, its lowest value, and the edge it is, or else a table from its values to edges. */
  private readonly slots: {
    readonly plain: number;
    readonly plainCount: number;
    readonly literal: number;
    readonly literalCount: number;
  };
  /** Edges of the state, with one row and with more: the point, the value, and a hash of what it says. */
  private readonly singles: number;
  private readonly multiples: number;
  private readonly singlesEnd: Global;
  private readonly multiplesEnd: Global;

  constructor(plan: RefinementPlan, context: PartContext, name: string) {
    this.context = context;
    this.name = name;
    const { memory, module, points, fields } = context;
    this.rowCount = plan.sizes.reduce((sum, size) => sum + size, 0);
    this.largestArity = Math.max(...plan.orbits.map(({ arity }) => arity));
    this.emptyValues = memory.reserve(context.valueBytes);
    const random = new Random(1);
    const hash = (): bigint => (BigInt(random.next()) << 32n) | BigInt(random.next()) | 1n;
    const roleHashes = Array.from({ length: 4 }, hash);
    const plain: number[] = [];
    const literals = new Map<number, Map<number, number>>();
    for (const orbit of plan.orbits) {
      const label = hash();
      const images = memory.reserve(0);
      const imageTable = new Int32Array(this.rowCount ** orbit.arity);
      memory.table(imageTable);
      const own = orbit.edges.map(({ point }) => fields[points[point]!.slot]!);
      const low = Math.min(...own.map((field) => field.low));
      for (const { point, rows } of orbit.edges) {
        const { slot, value } = points[point]!;
        const offset = context.address(slot) - context.values;
        const record = new ArrayBuffer(edgeBytes.size);
        const ends = Array.from({ length: 3 }, (_, t) => 8 * (rows[t] ?? this.rowCount));
        new Int32Array(record).set([offset, value ?? 0, value === undefined ? 0 : 1, orbit.arity, images, ...ends]);
        new BigInt64Array(record).set(
          [label, ...Array.from({ length: 3 }, (_, t) => (t < rows.length ? roleHashes[orbit.roles[t]!]! : 0n))].map(
            (x) => BigInt.asIntN(64, x),
          ),
          edgeBytes.label / 8,
        );
        const address = memory.table(new Int32Array(record));
        for (const arranged of arrangements(rows, orbit.roles)) {
          imageTable[arranged.reduceRight((index, row) => index * this.rowCount + row, 0)] = address;
        }
        if (value === undefined) plain.push(offset, low, address);
        else literals.set(slot, (literals.get(slot) ?? new Map<number, number>()).set(value, address));
      }
    }
    const literal = [...literals].flatMap(([slot, byValue]) => {
      const { low, high } = fields[slot]!;
      const table = Array.from({ length: high - low + 1 }, (_, k) => byValue.get(low + k) ?? 0);
      return [context.address(slot) - context.values, low, memory.words(table)];
    });
    this.slots = {
      plain: memory.words(plain),
      plainCount: plain.length / 3,
      literal: memory.words(literal),
      literalCount: literal.length / 3,
    };
    const mostEdges = this.slots.plainCount + this.slots.literalCount;
    this.singles = memory.reserve(16 * mostEdges);
    this.multiples = memory.reserve(16 * mostEdges);
    this.singlesEnd = module.global(`${name}, singles`, "i32", 0);
    this.multiplesEnd = module.global(`${name}, multiples`, "i32", 0);
  }

  /** A function that finds the edges of the state. */
  makeCollect(): WasmFunction {
    const { context, slots } = this;
    const f = context.module.function(`${this.name}, edges`);
    const entry = f.local("entry");
    const value = f.local("value");
    const edge = f.local("edge");
    const skip = label("skip");
    const skipLiteral = label("skip");
    const note = (hash: Code): Code => {
      const to = (end: Global): Code =>
        sequence(
          store(getGlobal(end), get(edge)),
          store(getGlobal(end), get(value), 4),
          store64(getGlobal(end), hash, 8),
          setGlobal(end, add(getGlobal(end), i32(16))),
        );
      return when(op("i32.eq", load(get(edge), edgeBytes.arity), i32(1)), to(this.singlesEnd), to(this.multiplesEnd));
    };
    const labelHash = load64(get(edge), edgeBytes.label);
    f.body = sequence(
      setGlobal(this.singlesEnd, i32(this.singles)),
      setGlobal(this.multiplesEnd, i32(this.multiples)),
      op("memory.copy", i32(this.emptyValues), i32(context.values), i32(context.valueBytes)),
      counting(
        entry,
        i32(slots.plain),
        i32(slots.plain + 12 * slots.plainCount),
        12,
        block(
          skip,
          sequence(
            set(value, load(load(get(entry)), context.values)),
            branch(skip, op("i32.eq", get(value), load(get(entry), 4))),
            store(load(get(entry)), load(get(entry), 4), this.emptyValues),
            set(edge, load(get(entry), 8)),
            note(op("i64.add", labelHash, op("i64.mul", op("i64.extend_i32_s", get(value)), i64(0x9e3779b97f4a7c15n)))),
          ),
        ),
      ),
      counting(
        entry,
        i32(slots.literal),
        i32(slots.literal + 12 * slots.literalCount),
        12,
        block(
          skipLiteral,
          sequence(
            set(value, load(load(get(entry)), context.values)),
            set(
              edge,
              load(add(load(get(entry), 8), op("i32.shl", op("i32.sub", get(value), load(get(entry), 4)), i32(2)))),
            ),
            branch(skipLiteral, op("i32.eqz", get(edge))),
            note(labelHash),
          ),
        ),
      ),
    );
    return f;
  }

  forEachSingle(entry: Local, body: Code): Code {
    return counting(entry, i32(this.singles), getGlobal(this.singlesEnd), 16, body);
  }

  forEachMultiple(entry: Local, body: Code): Code {
    return this.largestArity === 1
      ? sequence()
      : counting(entry, i32(this.multiples), getGlobal(this.multiplesEnd), 16, body);
  }

  hasNoMultiple(): Code {
    return op("i32.eq", getGlobal(this.multiplesEnd), i32(this.multiples));
  }

  /** Where the rows of an edge are taken, the edge goes: `rowAt` says where its row t goes. The code of it is used once. */
  imageOf(edge: Local, arity: number, rowAt: (t: number) => Code): Code {
    let index = rowAt(arity - 1);
    for (let t = arity - 2; t >= 0; t--) index = op("i32.add", op("i32.mul", index, i32(this.rowCount)), rowAt(t));
    return load(op("i32.add", load(get(edge), edgeBytes.images), op("i32.shl", index, i32(2))));
  }

  /** The value that a slot has if the edge of an entry went to this edge. */
  valueAt(edge: Local, entry: Local): Code {
    return op("select", load(get(edge), edgeBytes.value), load(get(entry), 4), load(get(edge), edgeBytes.isLiteral));
  }
}

/** The rows in all orders that give each role rows that have it. */
function arrangements(rows: readonly number[], roles: readonly number[]): number[][] {
  if (rows.length === 0) return [[]];
  return rows.flatMap((row, k) => {
    if (roles[k] !== roles[0]) return [];
    // Row k takes the first place; what was there takes place k.
    const rest = rows.slice(1);
    if (k > 0) rest[k - 1] = rows[0]!;
    return arrangements(rest, roles.slice(1)).map((others) => [row, ...others]);
  });
}
