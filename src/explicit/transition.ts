/**
 * Compiles a transition to a WebAssembly function that writes its successors of the unpacked state into the batch.
 *
 * There is one loop per parameter. Conjuncts of the guard are tested as soon as the parameters they mention are chosen,
 * and a conjunct `p == e` replaces the loop over p. This never hides a run-time error: a conjunct moves before another
 * only if that other one cannot fail.
 */

import type { Expression, Owner, ScalarType, Transition, Type } from "../model/model.ts";
import { highOf, lengthOf, lowOf } from "../model/slots.ts";
import { participantsOf, visitExpression } from "../model/traverse.ts";
import type { Numbering } from "../partial-order/numbering.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { attempt, block, forever, loop, select, when } from "../wasm/control.ts";
import type { Target } from "../wasm/control.ts";
import { i32, local, long, word } from "../wasm/value.ts";
import type { I32, I64, Variable } from "../wasm/value.ts";
import { cellsOf } from "./composite-parameter.ts";
import type { Cell } from "./composite-parameter.ts";
import type { Dispatch } from "./dispatch.ts";
import { ExpressionCompiler } from "./expression.ts";
import { parameterBindings } from "./guard.ts";
import type { Conjunct } from "./guard.ts";
import type { Kernel } from "./kernel.ts";
import type { Layout } from "./layout.ts";
import { copyWords, sameWords } from "./packed-words.ts";
import { kept, narrowed, outside } from "./scalar.ts";
import { compileBody } from "./statement.ts";
import type { MemoryMap } from "./statement.ts";
import type { Stubborn } from "./stubborn.ts";
import type { ModelSymbols } from "./symbols.ts";

/** The shared parts of all transitions of a model. */
export interface TransitionContext {
  readonly asm: Assembler;
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly map: MemoryMap;
  readonly symbols: ModelSymbols;
  readonly dispatch: Dispatch;
  readonly predicates: ReadonlyMap<string, Expression>;
  /** Unpacks the whole state again. */
  readonly unpackAll: Routine<{ source: "i32" }>;
  /** Set if a state has a successor. */
  readonly enabled: Variable<"i32">;
  /** Set if a state has a successor other than itself, if a question asks for that. */
  readonly moved?: Variable<"i32"> | undefined;
  /** Records a run-time error, or a failed assertion, of the state being expanded. */
  readonly onError: Routine<{ transition: "i32" }>;
  readonly onAssertion: Routine<{ transition: "i32" }>;
  /** With a property automaton: adds the successor to the batch, with the number of the process that moves. */
  readonly claim?:
    | {
        readonly emit: Routine<{ successor: "i32"; mover: "i32" }>;
        readonly repeat: Routine<{ mover: "i32" }>;
        /** Whether each process that takes part counts, or only the first. */
        readonly movers: "all" | "first";
        /** The number of a process that takes part; `undefined` if it is not needed. */
        readonly numberOf: ((transition: Transition, owner: Owner) => Expression) | undefined;
      }
    | undefined;
  /** The address of composite parameters, with space for those of any one transition. */
  readonly parameterArea: number;
  /** With partial-order reduction: how the steps are numbered, and what becomes of a successor by one of them. */
  readonly reduction?:
    | {
        readonly stubborn: Stubborn;
        readonly numbering: readonly Numbering[];
        readonly put: Routine<{ successor: "i32"; step: "i32"; mover: "i32" }>;
      }
    | undefined;
}

/** A routine that puts the successors of the unpacked state, whose packed form is at `source`, into the batch. */
export function compileTransition(
  transition: Transition,
  index: number,
  context: TransitionContext,
): Routine<{ source: "i32" }> {
  return context.asm.define(`transition ${transition.name}`, { source: "i32" }, ({ source }) =>
    new TransitionCompiler(transition, index, context, source).compile(),
  );
}

class TransitionCompiler {
  private readonly transition: Transition;
  private readonly index: number;
  private readonly context: TransitionContext;
  private readonly source: I32;
  private readonly guard: ReturnType<Dispatch["guardOf"]>;
  private readonly expressions: ExpressionCompiler;

  constructor(transition: Transition, index: number, context: TransitionContext, source: I32) {
    this.guard = context.dispatch.guardOf(index);
    this.transition = transition;
    this.index = index;
    this.context = context;
    this.source = source;
    this.expressions = new ExpressionCompiler(context.symbols, () => {});
  }

  compile(): void {
    const { parameterArea } = this.context;
    for (const [name, binding] of parameterBindings(this.transition, parameterArea)) {
      this.expressions.bindings.set(name, binding);
    }
    block((done) => this.level(0, this.guard.conjuncts, done));
  }

  /** The code after `chosen` parameters are chosen. At its end, or at `next`, comes the next choice of the last one. */
  private level(chosen: number, conjuncts: readonly Conjunct[], next: Target): void {
    attempt(
      (failed) => {
        this.expressions.onFailure = () => failed.go();
        for (const { expression, level } of conjuncts) {
          if (level === chosen) next.goIf(this.expressions.condition(expression).isZero());
        }
        if (chosen < this.transition.parameters.length) this.choose(chosen, conjuncts, next);
        else this.fire();
      },
      () => this.error(),
    );
  }

  /** Chooses the next parameter in all ways. */
  private choose(chosen: number, conjuncts: readonly Conjunct[], next: Target): void {
    const { name } = this.transition.parameters[chosen]!;
    const binding = this.expressions.bindings.get(name)!;
    const goOn = (): void => block((inner) => this.level(chosen + 1, conjuncts, inner));
    if (binding.kind === "memory") {
      this.chooseCells(binding, goOn);
      return;
    }
    const low = lowOf(binding.type);
    const high = highOf(binding.type);
    const choices = this.guard.choices.get(name);
    if (choices) {
      this.chooseAmong(choices, binding.local, binding.type, goOn);
      return;
    }
    const definition = this.definitionOf(name, chosen, conjuncts);
    if (!definition) {
      this.expressions.count(binding.local, low, high, goOn);
      return;
    }
    const value = kept("defined", this.expressions.scalar(definition.value));
    const rest = conjuncts.filter((conjunct) => conjunct !== definition.conjunct);
    next.goIf(outside(value, low, high));
    binding.local.set(narrowed(value));
    this.level(chosen + 1, rest, next);
  }

  /** Chooses the common bits of words in memory, from the lowest on. */
  private chooseAmong(
    addresses: readonly number[],
    parameter: Variable<"i32">,
    type: ScalarType,
    body: () => void,
  ): void {
    const words = addresses.map((address): I64 => i32(address).load64());
    const bits = long(
      "choices",
      words.reduce((all, next) => all.and(next)),
    );
    this.expressions.inLoop(lengthOf(type), (tick) =>
      forever((done) => {
        done.goIf(bits.isZero());
        tick();
        parameter.set(bits.trailingZeros().wrap().plus(lowOf(type)));
        bits.set(bits.and(bits.minus(1n)));
        body();
      }),
    );
  }

  /** A conjunct `name == value` that allows the parameter to be computed instead of enumerated. */
  private definitionOf(
    name: string,
    chosen: number,
    conjuncts: readonly Conjunct[],
  ): { readonly conjunct: Conjunct; readonly value: Expression } | undefined {
    for (const conjunct of conjuncts) {
      if (conjunct.canFail) {
        if (conjunct.level > chosen) return undefined;
        continue;
      }
      const { expression: e } = conjunct;
      if (conjunct.level !== chosen + 1 || e.kind !== "binary" || e.op !== "==") continue;
      for (const [side, value] of [
        [e.left, e.right],
        [e.right, e.left],
      ] as const) {
        if (side.kind === "local" && side.name === name && !mentions(value, name)) return { conjunct, value };
      }
    }
    return undefined;
  }

  /** Loops over the cells of a composite parameter. Cells of a queue beyond its length are padded. */
  private chooseCells({ type, address }: { readonly type: Type; readonly address: number }, body: () => void): void {
    const cells = cellsOf(type, address);
    const nest = (i: number): void => {
      const cell = cells[i];
      if (cell) this.chooseCell(cell, () => nest(i + 1));
      else body();
    };
    nest(0);
  }

  private chooseCell({ address, low, high, queue }: Cell, body: () => void): void {
    const counter = local("cell", "i32");
    const inner = (): void => {
      i32(address).store(counter);
      body();
    };
    if (!queue) {
      this.expressions.count(counter, low, high, inner);
      return;
    }
    const isHeld = i32(queue.length).load().above(queue.position);
    const heldOr = (held: number): I32 => select(isHeld, i32(held), i32(low - 1));
    counter.set(heldOr(low));
    this.expressions.inLoop(high - low + 1, (tick) =>
      loop((again) => {
        tick();
        inner();
        when(counter.differs(heldOr(high)), () => {
          counter.increase(1);
          again.go();
        });
      }),
    );
  }

  /** The guard holds: runs the body and adds the successor to the batch. */
  private fire(): void {
    const { kernel, enabled, moved, claim, reduction } = this.context;
    let restore = (): void => {};
    attempt(
      (failed) => {
        this.expressions.onFailure = () => failed.go();
        enabled.set(1);
        const { next } = kernel.batch;
        const place = reduction ? select(reduction.stubborn.waits, reduction.stubborn.place, next) : next;
        const successor = word("successor", place);
        copyWords(successor, this.source, kernel.wordCount);
        kernel.batch.area.successor.at(successor).origin.set(kernel.cursor);
        restore = compileBody(this.transition.body, {
          ...this.context,
          expressions: this.expressions,
          successor,
          assertionFailed: () => this.context.onAssertion({ transition: this.index }),
          unpack: () => this.context.unpackAll({ source: this.source }),
        });
        const movers = claim?.numberOf ? this.movers(claim.numberOf) : [];
        restore();
        moved?.set(moved.or(sameWords(successor, this.source, kernel.wordCount).isZero()));
        const mover = movers[0] ?? i32(-1);
        if (reduction) reduction.put({ successor, step: this.stepNumber(reduction.numbering), mover });
        else if (claim) claim.emit({ successor, mover });
        else kernel.push(successor);
        if (claim?.movers === "all") for (const mover of movers.slice(1)) claim.repeat({ mover });
      },
      () => {
        restore();
        this.error();
      },
    );
  }

  /**
   * The numbers of the processes that take part. Their indices mention only parameters and constants, which the body
   * does not change.
   */
  private movers(numberOf: (transition: Transition, owner: Owner) => Expression): I32[] {
    return participantsOf(this.transition).map((owner) =>
      narrowed(this.expressions.scalar(numberOf(this.transition, owner))),
    );
  }

  private stepNumber(numbering: readonly Numbering[]): I32 {
    const { first, places } = numbering[this.index]!;
    return places.reduce<I32>((number, place, k) => {
      const binding = this.expressions.bindings.get(this.transition.parameters[k]!.name);
      if (!place || binding?.kind !== "register") return number;
      return number.plus(binding.local.minus(place.low).times(place.stride));
    }, i32(first));
  }

  private error(): void {
    this.context.onError({ transition: this.index });
  }
}

function mentions(e: Expression, local: string): boolean {
  let found = false;
  visitExpression(e, (part) => {
    if (part.kind === "local" && part.name === local) found = true;
  });
  return found;
}
