/**
 * A transition as a WebAssembly function that writes its successors of the unpacked state into the batch.
 *
 * One loop per parameter; conjuncts of the guard are tested as soon as the parameters they mention are chosen, and a conjunct
 * `p == e` replaces the loop over p. This never hides a run-time error: a conjunct moves ahead of another only if that other
 * one cannot fail.
 */

import type { Expression, Owner, Parameter, Transition } from "../model/model.ts";
import { highOf, isScalar, lowOf, sizeOf, visitSlots } from "../model/slots.ts";
import { participantsOf, visitExpression } from "../model/traverse.ts";
import {
  add,
  block,
  branch,
  call,
  get,
  getGlobal,
  i32,
  label,
  load,
  loop,
  op,
  sequence,
  set,
  setGlobal,
  store,
  WasmFunction,
  when,
} from "../wasm/code.ts";
import type { Code, Global, Label, Local, WasmModule } from "../wasm/code.ts";
import { ExpressionCompiler, outside } from "./expression.ts";
import type { ModelSymbols } from "./expression.ts";
import type { Kernel } from "./kernel.ts";
import type { Layout } from "./layout.ts";
import { copyWords } from "./packed-words.ts";
import { compileBody } from "./statement.ts";
import type { MemoryMap } from "./statement.ts";

/** What all transitions of a model share. */
export interface TransitionContext {
  readonly module: WasmModule;
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly map: MemoryMap;
  readonly symbols: ModelSymbols;
  readonly predicates: ReadonlyMap<string, Expression>;
  /** Unpacks the state again. */
  readonly unpack: WasmFunction;
  /** Set when a state has a successor. */
  readonly enabled: Global;
  /** Notes a run-time error, or a failed assertion, of the state being expanded. */
  readonly onError: WasmFunction;
  readonly onAssertion: WasmFunction;
  /** Adds the successor to the batch in place of the batch itself, with the number of the process that moves. */
  readonly claim?:
    | {
        readonly emit: WasmFunction;
        readonly repeat: WasmFunction;
        /** The number of a process that takes part; undefined where nobody asks for it. */
        readonly numberOf: ((transition: Transition, owner: Owner) => Expression) | undefined;
      }
    | undefined;
  /** Where composite parameters are kept; there is room for those of any one transition. */
  readonly parameterArea: number;
}

export function compileTransition(transition: Transition, index: number, context: TransitionContext): WasmFunction {
  return new TransitionCompiler(transition, index, context).compile();
}

/** How much room the composite parameters of a transition take, in bytes. */
export function parameterBytes({ parameters }: Transition): number {
  return parameters.reduce((bytes, { type }) => bytes + (isScalar(type) ? 0 : 4 * sizeOf(type)), 0);
}

interface Conjunct {
  readonly expression: Expression;
  /** How many parameters must be chosen before it can be tested. */
  readonly depth: number;
  readonly canFail: boolean;
  /** How many are chosen when it is tested. */
  level: number;
}

class TransitionCompiler {
  private readonly transition: Transition;
  private readonly index: number;
  private readonly context: TransitionContext;
  private readonly f: WasmFunction;
  private readonly source: Local;
  private readonly successor: Local;
  private readonly expressions: ExpressionCompiler;
  private readonly addresses: readonly number[];

  constructor(transition: Transition, index: number, context: TransitionContext) {
    this.transition = transition;
    this.index = index;
    this.context = context;
    this.f = context.module.function(`transition ${transition.name}`, { source: "i32" });
    this.source = this.f.parameters[0]!;
    this.successor = this.f.local("successor");
    this.expressions = new ExpressionCompiler(this.f, context.symbols, () => branch(label("nowhere")));
    let address = context.parameterArea;
    this.addresses = transition.parameters.map(({ type }) => {
      const start = address;
      if (!isScalar(type)) address += 4 * sizeOf(type);
      return start;
    });
  }

  compile(): WasmFunction {
    const { parameters, guard } = this.transition;
    parameters.forEach((parameter, i) => this.bind(parameter, i));
    const conjuncts = this.conjunctsOf(guard);
    const done = label("done");
    this.f.body = block(done, this.level(0, conjuncts, done));
    return this.f;
  }

  private bind({ name, type }: Parameter, i: number): void {
    if (isScalar(type)) this.expressions.bindings.set(name, { kind: "register", type, local: this.f.local(name) });
    else this.expressions.bindings.set(name, { kind: "memory", type, address: this.addresses[i]! });
  }

  /** The conjuncts of the guard, each at the earliest level at which testing it hides no error. */
  private conjunctsOf(guard: Expression): readonly Conjunct[] {
    const names = this.transition.parameters.map(({ name }) => name);
    const conjuncts: Conjunct[] = flattenConjunction(guard).map((expression) => {
      let depth = 0;
      visitExpression(expression, (part) => {
        if (part.kind === "local") depth = Math.max(depth, names.indexOf(part.name) + 1);
      });
      return { expression, depth, canFail: this.canFail(expression), level: 0 };
    });
    conjuncts.forEach((conjunct, i) => {
      const before = conjuncts.slice(0, i).filter((other) => other.canFail);
      conjunct.level = Math.max(conjunct.depth, ...before.map((other) => other.level));
    });
    return conjuncts;
  }

  /** Compiles on trial: the code is thrown away, only the question is answered. */
  private canFail(e: Expression): boolean {
    const nowhere = new WasmFunction("trial", 0, [], undefined, false);
    const trial = new ExpressionCompiler(nowhere, this.context.symbols, () => sequence());
    for (const [name, binding] of this.expressions.bindings) trial.bindings.set(name, binding);
    trial.scalar(e);
    return trial.canFail;
  }

  /** What happens once `chosen` parameters are chosen; `next` leaves for the next choice of the last one. */
  private level(chosen: number, conjuncts: readonly Conjunct[], next: Label): Code {
    const { parameters } = this.transition;
    const failed = label("failed");
    this.expressions.onFailure = () => branch(failed);
    this.expressions.canFail = false;
    const tests = conjuncts
      .filter((conjunct) => conjunct.level === chosen)
      .map(({ expression }) => branch(next, op("i32.eqz", this.expressions.condition(expression))));
    const testsCanFail = this.expressions.canFail;
    const inner = chosen < parameters.length ? this.choose(chosen, conjuncts, next) : this.fire(next);
    if (!testsCanFail) return sequence(...tests, inner);
    return sequence(block(failed, sequence(...tests, inner, branch(next))), this.error(), branch(next));
  }

  /** Chooses the next parameter in all ways. */
  private choose(chosen: number, conjuncts: readonly Conjunct[], next: Label): Code {
    const { name, type } = this.transition.parameters[chosen]!;
    const inner = label(`next ${name}`);
    const binding = this.expressions.bindings.get(name)!;
    if (binding.kind === "memory") {
      return this.chooseCells(chosen, () => block(inner, this.level(chosen + 1, conjuncts, inner)));
    }
    const low = lowOf(binding.type);
    const high = highOf(binding.type);
    const definition = this.definitionOf(name, chosen, conjuncts);
    if (definition) {
      const value = this.expressions.scalar(definition.value);
      const saved = this.f.local("defined", value.wide ? "i64" : "i32");
      const rest = conjuncts.filter((conjunct) => conjunct !== definition.conjunct);
      return sequence(
        set(saved, value.code),
        branch(next, outside({ ...value, code: get(saved) }, low, high)),
        set(binding.local, value.wide ? op("i32.wrap_i64", get(saved)) : get(saved)),
        this.level(chosen + 1, rest, next),
      );
    }
    if (!isScalar(type)) throw new TypeError("a register holds a scalar");
    return this.expressions.count(binding.local, low, high, () =>
      block(inner, this.level(chosen + 1, conjuncts, inner)),
    );
  }

  /** A conjunct `name == value` that can be used to compute the parameter in place of trying its values. */
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

  /** Loops over the cells of a composite parameter; those of a queue beyond its length are padded. */
  private chooseCells(chosen: number, body: () => Code): Code {
    const { type } = this.transition.parameters[chosen]!;
    const address = this.addresses[chosen]!;
    const cells: {
      readonly address: number;
      readonly low: number;
      readonly high: number;
      readonly queue?: { readonly length: number; readonly position: number };
    }[] = [];
    collectCells(type, address, cells);
    const nest = (i: number): Code => {
      const cell = cells[i];
      if (!cell) return body();
      const counter = this.f.local("cell");
      const inner = (): Code => sequence(store(i32(cell.address), get(counter)), nest(i + 1));
      if (!cell.queue) return this.expressions.count(counter, cell.low, cell.high, inner);
      const again = label("again");
      const choose = (held: number, padding: number): Code =>
        op(
          "select",
          i32(held),
          i32(padding),
          op("i32.gt_u", load(i32(0), cell.queue!.length), i32(cell.queue!.position)),
        );
      const last = choose(cell.high, cell.low - 1);
      const round = (tick: readonly Code[]): Code =>
        loop(
          again,
          sequence(
            ...tick,
            inner(),
            when(op("i32.ne", get(counter), last), sequence(set(counter, add(get(counter), i32(1))), branch(again))),
          ),
        );
      const code = this.expressions.inLoop(cell.high - cell.low + 1, round);
      return sequence(set(counter, choose(cell.low, cell.low - 1)), code);
    };
    return nest(0);
  }

  /** The guard holds: runs the body and adds the successor to the batch. */
  private fire(next: Label): Code {
    const { kernel, layout, map, predicates, enabled, onAssertion, claim } = this.context;
    const failed = label("failed");
    this.expressions.onFailure = () => branch(failed);
    this.expressions.canFail = false;
    const body = compileBody(this.transition.body, {
      expressions: this.expressions,
      layout,
      map,
      predicates,
      successor: this.successor,
      assertionFailed: () => call(onAssertion, i32(this.index)),
    });
    const movers = claim?.numberOf ? this.movers(claim.numberOf) : [];
    const restore = body.restore ?? call(this.context.unpack, get(this.source));
    const code = sequence(
      setGlobal(enabled, i32(1)),
      set(this.successor, getGlobal(kernel.batch.next)),
      copyWords(this.successor, this.source, kernel.wordCount),
      store(get(this.successor), getGlobal(kernel.cursor), 4 * kernel.wordCount),
      body.prepare,
      body.code,
      restore,
      claim ? call(claim.emit, get(this.successor), movers[0] ?? i32(-1)) : kernel.batch.push(this.successor),
      ...movers.slice(1).map((mover) => call(claim!.repeat, mover)),
      branch(next),
    );
    if (!this.expressions.canFail) return code;
    return sequence(block(failed, code), restore, this.error());
  }

  /** The numbers of those who take part; their indices mention parameters and constants only, which the body does not change. */
  private movers(numberOf: (transition: Transition, owner: Owner) => Expression): Code[] {
    return participantsOf(this.transition).map((owner) => {
      const { code, wide } = this.expressions.scalar(numberOf(this.transition, owner));
      return wide ? op("i32.wrap_i64", code) : code;
    });
  }

  private error(): Code {
    return call(this.context.onError, i32(this.index));
  }
}

function flattenConjunction(e: Expression): readonly Expression[] {
  return e.kind === "binary" && e.op === "&&" ? [...flattenConjunction(e.left), ...flattenConjunction(e.right)] : [e];
}

function mentions(e: Expression, local: string): boolean {
  let found = false;
  visitExpression(e, (part) => {
    if (part.kind === "local" && part.name === local) found = true;
  });
  return found;
}

/** The cells of a composite value in the order of its slots. */
function collectCells(
  type: Parameter["type"],
  address: number,
  into: { address: number; low: number; high: number; queue?: { length: number; position: number } }[],
): void {
  if (type.kind === "queue") {
    const size = sizeOf(type.element);
    into.push({ address, low: 0, high: type.capacity });
    for (let position = 0; position < type.capacity; position++) {
      let cell = address + 4 * (1 + position * size);
      visitSlots(type.element, "", (_, low, high) => {
        into.push({ address: cell, low, high, queue: { length: address, position } });
        cell += 4;
      });
    }
    return;
  }
  if (type.kind === "array" && !isScalar(type.element)) {
    const size = 4 * sizeOf(type.element);
    for (let i = 0; i < (4 * sizeOf(type)) / size; i++) collectCells(type.element, address + i * size, into);
    return;
  }
  if (type.kind === "record") {
    for (const field of type.fields) {
      collectCells(field.type, address, into);
      address += 4 * sizeOf(field.type);
    }
    return;
  }
  visitSlots(type, "", (_, low, high) => {
    into.push({ address, low, high });
    address += 4;
  });
}
