/**
 * A model as a WebAssembly module that explores it.
 *
 * The module exports `initialize(budget)` and `explore(budget)`, to be called until they say that they are done (`kernel.ts`),
 * and what they found in globals. The driver is `search.ts`.
 */

import type { Domain } from "../model/domains.ts";
import { facts } from "../model/facts.ts";
import type { Expression, Initial, Model, Type } from "../model/model.ts";
import { processNumber } from "../model/processes.ts";
import type { Processes } from "../model/processes.ts";
import type { StateQuestion } from "../model/question.ts";
import { boundsOf, paddingOf, sizeOf } from "../model/slots.ts";
import { partsOf } from "../model/traverse.ts";
import type { Automaton } from "../property/automaton.ts";
import { planRepresentatives } from "../symmetry/representatives/plan-representatives.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import {
  add,
  block,
  branch,
  call,
  get,
  getGlobal,
  i32,
  label,
  leave,
  load,
  loop,
  op,
  sequence,
  set,
  setGlobal,
  store,
  tee,
  when,
  WasmModule,
} from "../wasm/code.ts";
import type { Code, Global, Local, WasmFunction } from "../wasm/code.ts";
import { encode } from "../wasm/encode.ts";
import { ClaimReader, reserveClaim } from "./claim.ts";
import type { ClaimArea } from "./claim.ts";
import { ExpressionCompiler, symbolsOf } from "./expression.ts";
import type { ModelSymbols } from "./expression.ts";
import { status } from "./heap.ts";
import { Kernel } from "./kernel.ts";
import { layoutOf } from "./layout.ts";
import type { Layout, PackedField } from "./layout.ts";
import { Odometer } from "./odometer.ts";
import type { ArbitrarySlot } from "./odometer.ts";
import { Canonicalizer } from "./representatives/canonicalizer.ts";
import { compileTransition, parameterBytes } from "./transition.ts";
import type { TransitionContext } from "./transition.ts";

export interface Compiled {
  readonly model: Model;
  readonly layout: Layout;
  readonly questions: readonly StateQuestion[];
  readonly automaton: Automaton | undefined;
  readonly fingerprints: boolean;
  readonly module: WasmModule;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The first byte that the search allocates; the memory must be larger. */
  readonly heapBase: number;
  /** Puts tables and constant slots into fresh memory. */
  readonly prepare: (memory: Int32Array<ArrayBuffer>) => void;
  /** Per question, the address of the number of the first state it looks for, or -1. */
  readonly decidedAt: number;
  /** Room for one packed state. */
  readonly packedArea: number;
  /** The symmetries by which states are replaced by representatives of their orbits. */
  readonly symmetry: SymmetryGroup | undefined;
  /** Whether an orbit has one representative, unless a state needs too much time: then the search says so. */
  readonly isUnique: boolean;
}

export interface CompileOptions {
  readonly fingerprints: boolean;
  /** Symmetries that preserve what is asked, as `findSymmetries` finds them: only representatives of orbits are stored and expanded. */
  readonly symmetry?: ValidatedGroup | undefined;
  /** Whether an orbit may have several representatives, which are easier to compute. Default: unique. */
  readonly representatives?: "unique" | "multiple" | undefined;
  /** How many nodes refinement may search for one state before it gives up (`refine-rows.ts`). */
  readonly refinementNodes?: number | undefined;
  /** An automaton that reads the states of runs; without fingerprints only. */
  readonly automaton?: Automaton | undefined;
  /** With an automaton: states of it at which a breadth-first search ends. */
  readonly goal?: readonly number[] | undefined;
  /** With an automaton: the processes whose moves are to be told apart. */
  readonly processes?: Processes | undefined;
}

/** The `transition` of an error in the initial condition; question k has -2 - k, and propositions go on after the questions. */
export const initialCondition = -1;

/** So many rounds of loops take about a millisecond. */
const roundsBetweenLooks = 65_536;

export function compile(model: Model, questions: readonly StateQuestion[], options: CompileOptions): Compiled {
  return new ModelCompiler(model, questions, options).compile();
}

class ModelCompiler {
  private readonly model: Model;
  private readonly questions: readonly StateQuestion[];
  private readonly module = new WasmModule();
  /** Looks at the limits; must come before the functions. */
  private readonly look = this.module.importFunction("look");
  private readonly layout: Layout;
  private readonly kernel: Kernel;
  private readonly symbols: ModelSymbols;
  private readonly predicates: ReadonlyMap<string, Expression>;
  private readonly enabled: Global;
  private readonly errorState: Global;
  private readonly errorTransition: Global;
  private readonly assertionState: Global;
  private readonly assertionTransition: Global;
  private readonly unpackFunction: WasmFunction;
  private readonly symmetry: SymmetryGroup | undefined;
  private readonly canonicalizer: Canonicalizer | undefined;
  private readonly automaton: Automaton | undefined;
  private readonly goal: readonly number[];
  private readonly processes: Processes | undefined;
  private readonly claimArea: ClaimArea | undefined;

  private readonly unpacked: number;
  private readonly positions: number;
  private readonly decidedAt: number;
  private readonly parameterArea: number;
  private readonly packedArea: number;
  private readonly odometer: Odometer;

  constructor(model: Model, questions: readonly StateQuestion[], options: CompileOptions) {
    const { fingerprints, symmetry, representatives: mode = "unique", automaton, processes, goal = [] } = options;
    const { refinementNodes: mostNodes } = options;
    this.goal = goal;
    this.automaton = automaton;
    this.processes = processes;
    this.model = model;
    this.questions = questions;
    symmetry?.require(model, [
      ...questions.flatMap(({ condition }) => condition ?? []),
      ...(automaton?.propositions ?? []),
    ]);
    this.symmetry = symmetry && symmetry.group.order > 1n ? symmetry : undefined;
    const domains = facts(model).domains;
    this.layout = layoutOf(
      model,
      this.symmetry ? joinedDomains(this.symmetry, domains) : domains,
      automaton?.states.length,
    );
    const { slots, offsets, wordCount } = this.layout;
    this.predicates = facts(model).predicates;

    let base = 64;
    const reserve = (bytes: number): number => {
      const start = base;
      base += bytes;
      return start;
    };
    this.unpacked = reserve(4 * slots.length);
    this.positions = reserve(4 * slots.length);
    this.decidedAt = reserve(4 * questions.length);
    this.parameterArea = reserve(Math.max(0, ...model.transitions.map(parameterBytes)));
    this.packedArea = reserve(4 * wordCount + 4);
    this.claimArea = automaton && reserveClaim(automaton, wordCount, reserve);
    this.odometer = new Odometer(arbitrarySlots(model, offsets), this.symmetry, reserve, this.unpacked);
    const { fields } = this.layout;
    const planned =
      this.symmetry &&
      planRepresentatives(this.symmetry, { isStored: (slot) => fields[slot]!.bits > 0, mode, mostNodes });
    this.canonicalizer =
      planned && planned.order > 1n ? new Canonicalizer(this.module, this.layout, planned, base) : undefined;
    this.kernel = new Kernel(this.module, {
      wordCount,
      fingerprints,
      base: this.canonicalizer?.end ?? base,
      canonicalize: this.canonicalizer?.canonicalize,
      labelled: automaton !== undefined,
      look: this.look,
    });

    const fault = this.module.global("fault", "i32", 0);
    this.enabled = this.module.global("enabled", "i32", 0);
    this.errorState = this.module.global("errorState", "i32", -1, true);
    this.errorTransition = this.module.global("errorTransition", "i32", 0, true);
    this.assertionState = this.module.global("assertionState", "i32", -1, true);
    this.assertionTransition = this.module.global("assertionTransition", "i32", 0, true);
    const predicates = new Map<string, { readonly function: WasmFunction; readonly canFail: boolean }>();
    const addressOf = (name: string): number => this.unpacked + 4 * offsets.get(name)!;
    this.symbols = { ...symbolsOf(model, addressOf, fault, this.tick()), predicates };
    for (const name of inDependencyOrder(this.predicates)) {
      predicates.set(name, this.makeCondition(`predicate ${name}`, this.predicates.get(name)!));
    }
    this.unpackFunction = this.makeUnpack();
  }

  compile(): Compiled {
    const { model, module, layout, kernel, processes } = this;
    const onError = this.makeRecorder("error", this.errorState, this.errorTransition);
    const onAssertion = this.makeRecorder("assertion", this.assertionState, this.assertionTransition);
    const claim = this.makeClaimReader(onError);
    const map = { scratch: 0, unpacked: this.unpacked, positions: this.positions };
    const context: TransitionContext = {
      module, kernel, layout, map, symbols: this.symbols, predicates: this.predicates, unpack: this.unpackFunction,
      enabled: this.enabled, onError, onAssertion, parameterArea: this.parameterArea,
      claim: claim && {
        emit: claim.emit,
        repeat: claim.repeat,
        numberOf: processes && ((transition, owner) => processNumber(model, transition, owner, processes)),
      },
    }; // prettier-ignore
    const transitions = model.transitions.map((transition, i) => compileTransition(transition, i, context));
    const { beforeExpanding, afterExpanding } = this.propertyChecks(onError);
    const expand = (source: Code): Code =>
      sequence(
        ...(claim ? [call(claim.read, source)] : []),
        setGlobal(this.enabled, i32(0)),
        ...transitions.map((f) => call(f, source)),
        ...(claim ? [this.stutter(claim, source)] : []),
      );
    kernel.makeExplore((source) =>
      sequence(
        call(this.unpackFunction, source),
        this.countState(source),
        ...(claim && this.goal.length > 0 ? [this.goalCheck(claim, source)] : []),
        ...beforeExpanding,
        expand(source),
        ...afterExpanding,
      ),
    );
    if (claim) {
      kernel.makeSuccessorsOf(
        (source) => sequence(call(this.unpackFunction, source), expand(source)),
        this.canonicalizer?.canonicalize,
      );
    }
    this.makeInitialize(onError, claim?.initialBits);
    return {
      model,
      layout,
      questions: this.questions,
      automaton: this.automaton,
      fingerprints: kernel.fingerprints,
      module,
      bytes: encode(module),
      heapBase: kernel.heapBase,
      prepare: (memory) => this.prepare(memory),
      decidedAt: this.decidedAt,
      packedArea: this.packedArea,
      symmetry: this.symmetry,
      isUnique: !this.canonicalizer || this.canonicalizer.countOrbit !== undefined,
    };
  }

  private tick(): Code {
    const left = this.module.global("roundsLeft", "i32", 0);
    return sequence(
      setGlobal(left, op("i32.sub", getGlobal(left), i32(1))),
      when(
        op("i32.lt_s", getGlobal(left), i32(0)),
        sequence(call(this.look), setGlobal(left, i32(roundsBetweenLooks))),
      ),
    );
  }

  /** Counts the states of the orbit, and transient states, which are not to be counted. */
  private countState(source: Code): Code {
    const countOrbit = this.canonicalizer?.countOrbit;
    const orbit = countOrbit ? call(countOrbit, source) : sequence();
    const { transient } = this.model;
    if (!transient) return orbit;
    const count = this.module.global("transientCount", "i32", 0, true);
    const condition = this.makeCondition("transient", transient);
    this.makeIsTransient(condition.function);
    return sequence(
      when(call(condition.function), setGlobal(count, add(getGlobal(count), i32(1))), orbit),
      setGlobal(this.symbols.fault, i32(0)),
    );
  }

  /** The exported `isTransient(address)`, for states that are stored and not yet expanded. */
  private makeIsTransient(condition: WasmFunction): void {
    const f = this.module.function("isTransient", { address: "i32" }, { result: "i32", exported: true });
    const result = f.local("result");
    f.body = sequence(
      call(this.unpackFunction, get(f.parameters[0]!)),
      set(result, call(condition)),
      setGlobal(this.symbols.fault, i32(0)),
      get(result),
    );
  }

  private makeClaimReader(onError: WasmFunction): ClaimReader | undefined {
    const { automaton, claimArea, module, kernel } = this;
    if (!automaton || !claimArea) return undefined;
    const { transient } = this.model;
    return new ClaimReader(automaton, claimArea, {
      module,
      kernel,
      field: this.layout.claim!,
      makeCondition: (name, condition) => this.makeCondition(name, condition),
      fault: this.symbols.fault,
      onFault: (k) => call(onError, i32(-2 - this.questions.length - k)),
      isTransient: transient && this.makeCondition("passed over", transient).function,
    });
  }

  /** Notes the first state in which the automaton has reached a goal. */
  private goalCheck(claim: ClaimReader, source: Code): Code {
    const found = this.module.global("goalState", "i32", -1, true);
    const isGoal = this.goal.map((state) => claim.isIn(source, state)).reduce((a, b) => op("i32.or", a, b));
    return when(
      op("i32.and", op("i32.eq", getGlobal(found), i32(-1)), isGoal),
      sequence(setGlobal(found, getGlobal(this.kernel.cursor)), setGlobal(this.kernel.news, i32(1))),
    );
  }

  /** A state that cannot go on is its own successor. */
  private stutter(claim: ClaimReader, source: Code): Code {
    const at = getGlobal(this.kernel.batch.next);
    const copies = Array.from({ length: this.kernel.wordCount }, (_, w) => store(at, load(source, 4 * w), 4 * w));
    return when(op("i32.eqz", getGlobal(this.enabled)), sequence(...copies, call(claim.emit, at, i32(-1))));
  }

  /** A function that says whether a condition holds; if it fails, the global `fault` is set and the answer is no. */
  private makeCondition(
    name: string,
    condition: Expression,
  ): { readonly function: WasmFunction; readonly canFail: boolean } {
    const made = this.module.function(name, {}, { result: "i32" });
    const { fault } = this.symbols;
    const compiler = new ExpressionCompiler(made, this.symbols, () =>
      sequence(setGlobal(fault, i32(1)), leave(i32(0))),
    );
    made.body = compiler.condition(condition);
    return { function: made, canFail: compiler.canFail };
  }

  /** Remembers the first state, and the transition, with which something happened. */
  private makeRecorder(name: string, state: Global, transition: Global): WasmFunction {
    const f = this.module.function(`on ${name}`, { transition: "i32" });
    f.body = sequence(
      name === "error" ? setGlobal(this.enabled, i32(1)) : sequence(),
      when(
        op("i32.eq", getGlobal(state), i32(-1)),
        sequence(
          setGlobal(state, getGlobal(this.kernel.cursor)),
          setGlobal(transition, get(f.parameters[0]!)),
          setGlobal(this.kernel.news, i32(1)),
        ),
      ),
    );
    return f;
  }

  private propertyChecks(onError: WasmFunction): { readonly beforeExpanding: Code[]; readonly afterExpanding: Code[] } {
    const checks = this.questions.map((question, k) => ({
      isStuck: question.isStuck,
      code: call(this.makeCheck(question, k, onError)),
    }));
    return {
      beforeExpanding: checks.filter(({ isStuck }) => !isStuck).map(({ code }) => code),
      afterExpanding: checks.filter(({ isStuck }) => isStuck).map(({ code }) => code),
    };
  }

  /** A function that notes the state if it is the first one that the question looks for. */
  private makeCheck(question: StateQuestion, k: number, onError: WasmFunction): WasmFunction {
    const { name, condition, wanted, isStuck } = question;
    const f = this.module.function(`check ${name}`);
    const { fault } = this.symbols;
    const address = this.decidedAt + 4 * k;
    const parts = [when(op("i32.ne", load(i32(address)), i32(-1)), leave())];
    if (isStuck) parts.push(when(getGlobal(this.enabled), leave()));
    if (condition) {
      const holds = f.local("holds");
      const made = this.makeCondition(`property ${name}`, condition);
      parts.push(set(holds, call(made.function)));
      if (made.canFail) {
        // A condition without an answer decides nothing, but is an error of its own.
        parts.push(when(getGlobal(fault), sequence(setGlobal(fault, i32(0)), call(onError, i32(-2 - k)), leave())));
      }
      parts.push(when(wanted ? op("i32.eqz", get(holds)) : get(holds), leave()));
    }
    f.body = sequence(
      ...parts,
      store(i32(address), getGlobal(this.kernel.cursor)),
      setGlobal(this.kernel.news, i32(1)),
    );
    return f;
  }

  private makeUnpack(): WasmFunction {
    const f = this.module.function("unpack", { source: "i32" });
    const word = f.local("word");
    const parts: Code[] = [];
    const byWord = Array.from({ length: this.layout.wordCount }, (): { field: PackedField; slot: number }[] => []);
    this.layout.fields.forEach((field, slot) => {
      if (field.bits > 0) byWord[field.word]!.push({ field, slot });
    });
    for (const [w, fields] of byWord.entries()) {
      if (fields.length === 0) continue;
      parts.push(set(word, load(get(f.parameters[0]!), 4 * w)));
      for (const { field, slot } of fields) {
        let value: Code = get(word);
        if (field.shift > 0) value = op("i32.shr_u", value, i32(field.shift));
        if (field.shift + field.bits < 32) value = op("i32.and", value, i32((1 << field.bits) - 1));
        const full = field.low === 0 ? value : op("i32.add", value, i32(field.low));
        parts.push(store(i32(0), full, this.unpacked + 4 * slot));
      }
    }
    f.body = sequence(...parts);
    return f;
  }

  /** Goes through the initial states, or those that symmetry leaves. */
  private makeInitialize(onError: WasmFunction, claimBits = 0): void {
    const { module, kernel, model } = this;
    const f = module.function("initialize", { budget: "i32" }, { result: "i32", exported: true });
    const started = module.global("started", "i32", 0);
    const [budget] = f.parameters as [Local];
    const successor = f.local("successor");
    const next = label("next");
    const skip = label("skip");
    const finish = (code: number): Code => sequence(kernel.endInitial(), leave(kernel.limitOr(code)));
    const condition = model.initialCondition && this.makeCondition("initial condition", model.initialCondition);
    const advance = this.odometer.advance(f, finish(status.done));
    f.body = sequence(
      loop(
        next,
        sequence(
          when(getGlobal(started), advance, sequence(setGlobal(started, i32(1)), kernel.start())),
          block(
            skip,
            sequence(
              ...this.emptyCellTests(skip),
              ...(condition
                ? [
                    branch(
                      skip,
                      op(
                        "i32.and",
                        op("i32.eqz", call(condition.function)),
                        op("i32.eqz", getGlobal(this.symbols.fault)),
                      ),
                    ),
                    when(
                      getGlobal(this.symbols.fault),
                      sequence(
                        setGlobal(this.symbols.fault, i32(0)),
                        call(onError, i32(initialCondition)),
                        finish(status.news),
                      ),
                    ),
                  ]
                : []),
              set(successor, getGlobal(kernel.batch.next)),
              ...this.packInto(successor, claimBits),
              store(get(successor), i32(-1), 4 * kernel.wordCount),
              kernel.batch.push(successor),
            ),
          ),
          when(kernel.limitOr(status.more), finish(status.more)),
          branch(next, tee(budget, op("i32.sub", get(budget), i32(1)))),
        ),
      ),
      i32(status.more),
    );
  }

  /** Skips states in which an arbitrary queue holds something beyond its length, or nothing within it. */
  private emptyCellTests(skip: { readonly name: string }): Code[] {
    const tests: Code[] = [];
    visitArbitraryQueues(this.model, this.layout.offsets, (offset, capacity, element) => {
      const size = sizeOf(element);
      const padding = paddingOf(element);
      const length = load(i32(0), this.unpacked + 4 * offset);
      for (let i = 0; i < capacity * size; i++) {
        const cell = load(i32(0), this.unpacked + 4 * (offset + 1 + i));
        const beyond = op("i32.le_s", length, i32(Math.floor(i / size)));
        // Beyond the length there is padding, and nowhere else.
        tests.push(branch(skip, op("i32.eq", beyond, op("i32.ne", cell, i32(padding[i % size]!)))));
      }
    });
    return tests;
  }

  private packInto(successor: Local, claimBits: number): Code[] {
    const { claim } = this.layout;
    const words = new Array<Code | undefined>(this.layout.wordCount).fill(undefined);
    if (claim && claimBits !== 0) words[claim.word] = i32(claimBits);
    this.layout.fields.forEach(({ word, shift, bits, low }, slot) => {
      if (bits === 0) return;
      const value = load(i32(0), this.unpacked + 4 * slot);
      const raw = op("i32.shl", low === 0 ? value : op("i32.sub", value, i32(low)), i32(shift));
      const before = words[word];
      words[word] = before ? op("i32.or", before, raw) : raw;
    });
    return words.map((code, w) => store(get(successor), code ?? i32(0), 4 * w));
  }

  private prepare(memory: Int32Array<ArrayBuffer>): void {
    this.canonicalizer?.prepare(new Uint8Array(memory.buffer));
    const { fields, frozen } = this.layout;
    const given = givenSlots(this.model, this.layout.offsets);
    fields.forEach((field, slot) => {
      memory[this.unpacked / 4 + slot] = frozen[slot] ?? given[slot] ?? field.low;
      memory[this.positions / 4 + slot] = (4 * field.word * 256) | field.shift;
    });
    this.questions.forEach((_, k) => (memory[this.decidedAt / 4 + k] = -1));
    this.odometer.prepare(memory);
  }
}

// ---------------------------------------------------------------- initial values by slot

function visitInitial(
  type: Type,
  initial: Initial,
  offset: number,
  visit: { value(slot: number, value: number): void; any(type: Type, offset: number): void },
): void {
  if (initial.kind === "value") visit.value(offset, initial.value);
  else if (initial.kind === "any") visit.any(type, offset);
  else if (type.kind === "queue") {
    visit.value(offset, initial.items.length);
    const size = sizeOf(type.element);
    const padding = paddingOf(type.element);
    for (let i = 0; i < type.capacity; i++) {
      const item = initial.items[i];
      if (item) visitInitial(type.element, item, offset + 1 + i * size, visit);
      else padding.forEach((value, k) => visit.value(offset + 1 + i * size + k, value));
    }
  } else {
    for (const [i, item] of initial.items.entries()) {
      const part = type.kind === "array" ? type.element : type.kind === "record" ? type.fields[i]!.type : type;
      visitInitial(part, item, offset, visit);
      offset += sizeOf(part);
    }
  }
}

function givenSlots(model: Model, offsets: ReadonlyMap<string, number>): number[] {
  const given: number[] = [];
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, { value: (slot, value) => (given[slot] = value), any: () => {} });
  }
  return given;
}

function arbitrarySlots(model: Model, offsets: ReadonlyMap<string, number>): ArbitrarySlot[] {
  const slots: ArbitrarySlot[] = [];
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, {
      value: () => {},
      any(part, offset) {
        const { low, high } = boundsOf(part);
        low.forEach((bound, i) => slots.push({ slot: offset + i, low: bound, high: high[i]! }));
      },
    });
  }
  return slots;
}

function visitArbitraryQueues(
  model: Model,
  offsets: ReadonlyMap<string, number>,
  visit: (offset: number, capacity: number, element: Type) => void,
): void {
  const inside = (type: Type, offset: number): void => {
    if (type.kind === "queue") visit(offset, type.capacity, type.element);
    else if (type.kind === "array") {
      const size = sizeOf(type.element);
      for (let i = 0; i < sizeOf(type) / size; i++) inside(type.element, offset + i * size);
    } else if (type.kind === "record") {
      for (const field of type.fields) {
        inside(field.type, offset);
        offset += sizeOf(field.type);
      }
    }
  };
  for (const { name, type, initial } of model.variables) {
    visitInitial(type, initial, offsets.get(name)!, { value: () => {}, any: inside });
  }
}

/** Slots that symmetries map to each other, values unchanged, get room for each other's values. */
function joinedDomains({ generators, points }: SymmetryGroup, domains: readonly Domain[]): readonly Domain[] {
  const joined = [...domains];
  const plain = new Set(points.flatMap(({ slot, value }) => (value === undefined ? [slot] : [])));
  for (let isStable = false; !isStable;) {
    isStable = true;
    for (const { slots } of generators) {
      for (const from of plain) {
        const [a, b] = [joined[from]!, joined[slots[from]!]!];
        if (a.low === b.low && a.high === b.high) continue;
        const both = { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
        joined[from] = joined[slots[from]!] = both;
        isStable = false;
      }
    }
  }
  return joined;
}

/** Predicates so that each comes after those it uses. */
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
