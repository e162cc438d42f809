/** Conditions on the unpacked state as routines: predicates, properties, and parts of them. */

import { facts } from "../model/facts.ts";
import type { Expression, Model } from "../model/model.ts";
import { partsOf } from "../model/traverse.ts";
import type { Assembler, Routine } from "../wasm/assembler.ts";
import { leave, when } from "../wasm/control.ts";
import { i32 } from "../wasm/value.ts";
import { ExpressionCompiler } from "./expression.ts";
import { symbolsOf } from "./symbols.ts";
import type { Condition, ModelSymbols } from "./symbols.ts";

/** This many rounds of loops take about a millisecond. */
const roundsBetweenLooks = 65_536;

export class Conditions {
  /** The names of the model, including the predicates. */
  readonly symbols: ModelSymbols;
  private readonly asm: Assembler;

  constructor(asm: Assembler, model: Model, addressOf: (variable: string) => number, look: Routine) {
    this.asm = asm;
    const predicates = new Map<string, Condition>();
    this.symbols = { ...symbolsOf(model, addressOf, asm.global("fault", 0), this.makeTick(look)), predicates };
    const all = facts(model).predicates;
    for (const name of inDependencyOrder(all)) predicates.set(name, this.make(`predicate ${name}`, all.get(name)!));
  }

  /** A routine that evaluates a condition. It sets `fault` if that fails. */
  make(name: string, condition: Expression): Condition {
    const compiler = this.compilerOf(name);
    const holds = this.asm.compute("i32", name, {}, () => compiler.condition(condition));
    return { holds, canFail: compiler.canFail };
  }

  /** Compiles conditions in routines that set `fault` if they fail. */
  private compilerOf(name: string): ExpressionCompiler {
    const { fault } = this.symbols;
    const onFailure = (): void => {
      fault.set(1);
      leave(i32(0));
    };
    return new ExpressionCompiler(this.symbols, onFailure, (condition, registers) => {
      const inner = this.compilerOf(name);
      const parameters = Object.fromEntries(registers.map((each) => [each.name, "i32" as const]));
      const routine = this.asm.compute("i32", `case of ${name}`, parameters, (own) => {
        for (const each of registers) {
          inner.bindings.set(each.name, { kind: "register", type: each.type, local: own[each.name]! });
        }
        return inner.condition(condition);
      });
      const values = Object.fromEntries(registers.map((each) => [each.name, each.local]));
      return { holds: routine(values), canFail: inner.canFail };
    });
  }

  private makeTick(look: Routine): () => void {
    const left = this.asm.global("roundsLeft", 0);
    return () => {
      left.decrease(1);
      when(left.less(0), () => {
        look();
        left.set(roundsBetweenLooks);
      });
    };
  }
}

/** The predicates, each after those it uses. */
function inDependencyOrder(predicates: ReadonlyMap<string, Expression>): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const pending: Expression[] = [predicates.get(name)!];
    for (let e = pending.pop(); e; e = pending.pop()) {
      if (e.kind === "predicate") visit(e.name);
      pending.push(...partsOf(e));
    }
    order.push(name);
  };
  for (const name of predicates.keys()) visit(name);
  return order;
}
