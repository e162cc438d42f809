/** Rows that can be exchanged without changing the state. Each tested pair costs O(edges). */

import type { Routine } from "../../wasm/assembler.ts";
import { block, forRange, leave, select, when } from "../../wasm/control.ts";
import type { Area } from "../../wasm/memory.ts";
import { i32, word } from "../../wasm/value.ts";
import type { I32 } from "../../wasm/value.ts";
import type { PartContext } from "./part.ts";
import type { RowEdges } from "./row-edges.ts";

/** Rows with the same key, adjacent in an order of rows. */
export interface Cell {
  readonly start: I32;
  readonly end: I32;
}

export class RowTwins {
  private readonly areTwins: Routine<{ a: "i32"; b: "i32" }, I32>;
  /** The number of each row; 0 for no row. */
  private readonly numbers: Area<"i64">;

  constructor(context: PartContext, name: string, edges: RowEdges) {
    const { asm, memory, values } = context;
    this.numbers = memory.longTable([...Array.from({ length: edges.rowCount }, (_, i) => BigInt(i)), 0n]);
    this.areTwins = asm.compute("i32", `${name}, twins`, { a: "i32", b: "i32" }, ({ a, b }) => {
      edges.forEach((edge, point, arity) => {
        const rows = point.rows.slice(0, arity).map((row) => row.get());
        const isAt = rows.flatMap((row) => [row.equals(a), row.equals(b)]).reduce((left, right) => left.or(right));
        when(isAt, () => {
          const exchanged = rows.map((each) => {
            const row = word("row", each);
            return select(row.equals(a), b, select(row.equals(b), a, row)).load(this.numbers.start);
          });
          const image = edges.imageOf(edge, point, exchanged);
          when(values.at(image.slot).get().differs(image.value), () => leave(i32(0)));
        });
      });
      return i32(1);
    });
  }

  /** Finds the classes of twins in a cell (`RowSearchPath.twinsAt`), and returns their number. */
  classify(cell: Cell, twins: I32): I32 {
    const classCount = word("classCount", 0);
    forRange("at", cell.start, cell.end, 4, (at) => {
      const row = word("row", at.load());
      block((next) => {
        forRange("other", cell.start, at, 4, (other) => {
          const size = twins.plus(other.load());
          when(size.load(), () =>
            when(this.areTwins({ a: other.load(), b: row }), () => {
              const first = word("first", size);
              first.store(first.load().plus(1));
              twins.plus(row).store(0);
              next.go();
            }),
          );
        });
        twins.plus(row).store(1);
        classCount.increase(1);
      });
    });
    return classCount;
  }
}
