/**
 * A property automaton that runs along with the model. Its state is a field of the packed state.
 *
 * Before a state is expanded, the automaton reads it: the edges whose guards hold there are listed, and every successor
 * is written once for each of them. In a transient state the automaton stays where it is. A state that the automaton
 * cannot read has no successors. A state of the model without a successor repeats forever, and the automaton reads it
 * again each time. Transient successors may be passed through (`passage.ts`), but not one that repeats.
 */

import type { Expression } from "../model/model.ts";
import type { Automaton, AutomatonEdge } from "../property/automaton.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { leave, loop, select, when } from "../wasm/control.ts";
import { record } from "../wasm/memory.ts";
import type { Regions } from "../wasm/memory.ts";
import { i32, local, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { maskOf } from "./bit-field.ts";
import type { BitField } from "./bit-field.ts";
import type { Kernel } from "./kernel.ts";
import { copyWords } from "./packed-words.ts";
import type { Condition } from "./symbols.ts";

export interface ClaimContext {
  readonly asm: Assembler;
  readonly kernel: Kernel;
  readonly field: BitField;
  readonly makeCondition: (name: string, condition: Expression) => Condition;
  readonly fault: Variable<"i32">;
  /** Records that proposition k cannot be evaluated. */
  readonly onFault: (proposition: number) => void;
  readonly isTransient: Condition | undefined;
  /** Whether the state being expanded has a successor. */
  readonly enabled: Variable<"i32">;
}

/** An enabled edge: the bits of its target in place, and its marks. */
const Edge = record({ target: "i32", marks: "i32" });

/** The memory of the reader of an automaton. */
export interface ClaimArea {
  /** The enabled edges. */
  readonly edges: number;
  /** A successor while it is written once for each edge. */
  readonly held: number;
}

export function reserveClaim(automaton: Automaton, wordCount: number, memory: Regions): ClaimArea {
  const most = Math.max(1, ...automaton.states.map(({ edges }) => edges.length));
  return { edges: memory.reserve(Edge.bytes * most), held: memory.reserve(4 * wordCount) };
}

export class ClaimReader {
  /** Lists the edges for the unpacked state, whose packed form is at `source`. */
  readonly read: Routine<{ source: "i32" }>;
  /** Adds the successor at the end of the batch, once for each edge, with the number of the process that moved. */
  readonly emit: Routine<{ successor: "i32"; mover: "i32" }>;
  /** Repeats that for the last successor, with another process that took part. */
  readonly repeat: Routine<{ mover: "i32" }>;
  private readonly automaton: Automaton;
  private readonly context: ClaimContext;
  private readonly area: ClaimArea;
  private readonly edgeCount: Variable<"i32">;
  private readonly propositions: readonly Condition[];

  constructor(automaton: Automaton, area: ClaimArea, context: ClaimContext) {
    const { asm, kernel } = context;
    this.automaton = automaton;
    this.area = area;
    this.context = context;
    this.edgeCount = asm.global("claimEdges", 0, true);
    this.propositions = automaton.propositions.map((condition, k) =>
      context.makeCondition(`proposition ${k}`, condition),
    );
    this.read = this.makeRead();
    this.repeat = this.makeRepeat();
    this.emit = asm.define("emit", { successor: "i32", mover: "i32" }, ({ successor, mover }) => {
      copyWords(i32(area.held), successor, kernel.wordCount);
      this.repeat({ mover });
    });
  }

  /** The bits of the initial state of the automaton, in place. */
  get initialBits(): number {
    return this.automaton.initial << this.context.field.shift;
  }

  /** Whether the automaton is in this state, in the packed state at an address. */
  isIn(source: I32, state: number): I32 {
    const { word: index, shift } = this.context.field;
    return source
      .load(4 * index)
      .and(maskOf(this.context.field))
      .equals(state << shift);
  }

  private makeRead(): ClaimReader["read"] {
    const { asm, field, isTransient, fault, kernel } = this.context;
    const { edgeCount, automaton } = this;
    const passed = kernel.passedLabel;
    return asm.define("read", { source: "i32" }, ({ source }) => {
      const own = word("own", source.load(4 * field.word).and(maskOf(field)));
      const values = this.propositions.map((_, k) => local(`proposition ${k}`, "i32"));
      if (isTransient) {
        when(isTransient.holds(), () => {
          const stay = Edge.at(this.area.edges);
          stay.target.set(own);
          stay.marks.set(passed ? select(kernel.isPassing, passed.marks, i32(0)) : 0);
          edgeCount.set(1);
          leave();
        });
        fault.set(0);
      }
      edgeCount.set(0);
      automaton.states.forEach(({ edges }, k) => {
        const isLast = k === automaton.states.length - 1;
        const read = (): void => this.readEdges(edges, values);
        if (isLast) read();
        else {
          when(own.equals(k << field.shift), () => {
            read();
            leave();
          });
        }
      });
    });
  }

  private readEdges(edges: readonly AutomatonEdge[], values: readonly Variable<"i32">[]): void {
    const { fault, onFault, field } = this.context;
    const mentioned = new Set(
      edges.flatMap(({ guard }) => guard.flatMap(({ positive, negative }) => [...positive, ...negative])),
    );
    for (const k of [...mentioned].sort((a, b) => a - b)) {
      const { holds, canFail } = this.propositions[k]!;
      values[k]!.set(holds());
      if (!canFail) continue;
      when(fault, () => {
        fault.set(0);
        onFault(k);
        leave();
      });
    }
    const next = Edge.at(this.edgeCount.shiftLeft(3).plus(this.area.edges));
    for (const { guard, target, marks } of edges) {
      const cubes = guard.map(({ positive, negative }): I32 => {
        const literals: I32[] = [...positive.map((k) => values[k]!), ...negative.map((k) => values[k]!.isZero())];
        return literals.length === 0 ? i32(1) : literals.reduce((all, literal) => all.and(literal));
      });
      when(
        cubes.reduce((some, cube) => some.or(cube)),
        () => {
          next.target.set(target << field.shift);
          next.marks.set(marks);
          this.edgeCount.increase(1);
        },
      );
    }
  }

  private makeRepeat(): ClaimReader["repeat"] {
    const { asm, kernel, field, enabled } = this.context;
    const { batch, wordCount, cursor, passedLabel: passed } = kernel;
    const { edgeCount, area } = this;
    return asm.define("repeat", { mover: "i32" }, ({ mover }) => {
      when(edgeCount.isZero(), () => leave());
      const held = i32(area.held);
      const edge = word("edge", area.edges);
      const end = word("end", edgeCount.shiftLeft(3).plus(area.edges));
      loop((again) => {
        const successor = word("successor", batch.next);
        copyWords(successor, held, wordCount);
        const made = batch.area.successor.at(successor);
        made.words[field.word]!.set(
          held
            .load(4 * field.word)
            .and(~maskOf(field))
            .or(Edge.at(edge).target.get()),
        );
        made.origin.set(cursor);
        made.marks.set(Edge.at(edge).marks.get());
        made.mover.set(passed ? select(kernel.isPassing, passed.mover, mover) : mover);
        // A state that repeats, since it has no successor, is not passed through.
        when(
          enabled,
          () => kernel.push(successor),
          () => batch.push(successor),
        );
        again.goIf(edge.tee(edge.plus(Edge.bytes)).below(end));
      });
    });
  }
}
