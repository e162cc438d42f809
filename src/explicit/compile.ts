/**
 * Compiles a model to a WebAssembly module that explores it.
 *
 * The module exports `initialize(budget)` and `expand(budget)`, which the driver calls until they return that they are
 * done (`kernel.ts`), and globals with their findings. The driver is `search.ts`.
 */

import { facts } from "../model/facts.ts";
import type { Model } from "../model/model.ts";
import { processNumber } from "../model/processes.ts";
import type { Processes } from "../model/processes.ts";
import type { StateQuestion } from "../model/question.ts";
import type { Dependence } from "../partial-order/dependence.ts";
import type { Automaton } from "../property/automaton.ts";
import { planRepresentatives } from "../symmetry/representatives/plan-representatives.ts";
import type { SymmetryGroup } from "../symmetry/symmetry-group.ts";
import type { ValidatedGroup } from "../symmetry/validator/validator.ts";
import { enterPhase } from "../util/limits.ts";
import { Assembler } from "../wasm/assembler.ts";
import type { Routine } from "../wasm/assembler.ts";
import type { WasmModule } from "../wasm/code.ts";
import { forRange, when } from "../wasm/control.ts";
import { encode } from "../wasm/encode.ts";
import { i32, word } from "../wasm/value.ts";
import type { I32, Variable } from "../wasm/value.ts";
import { ClaimReader, reserveClaim } from "./claim.ts";
import type { ClaimArea } from "./claim.ts";
import { parameterBytes } from "./composite-parameter.ts";
import { Conditions } from "./conditions.ts";
import { CurrentState } from "./current-state.ts";
import { Dispatch } from "./dispatch.ts";
import { status } from "./heap.ts";
import { arbitrarySlots, makeInitialize } from "./initial-states.ts";
import { Kernel, manner } from "./kernel.ts";
import { joinedDomains, layoutOf } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { areMany, LeastInitial } from "./least-initial.ts";
import { findingLayout, noFindings, Notes } from "./notes.ts";
import { Odometer } from "./odometer.ts";
import type { ArbitrarySlot } from "./odometer.ts";
import { copyWords } from "./packed-words.ts";
import { Passage, transientTest } from "./passage.ts";
import type { Exchange, Program } from "./program.ts";
import { Canonicalizer } from "./representatives/canonicalizer.ts";
import { Stubborn } from "./stubborn.ts";
import type { ModelSymbols } from "./symbols.ts";
import { compileTransition } from "./transition.ts";
import type { TransitionContext } from "./transition.ts";

/** A program and its origins. */
export interface Compiled {
  readonly program: Program;
  readonly model: Model;
  readonly questions: readonly StateQuestion[];
  readonly automaton: Automaton | undefined;
  /** The symmetries for replacing states by representatives of their orbits. */
  readonly symmetry: SymmetryGroup | undefined;
  /** The code, for people to read. */
  readonly module: WasmModule;
}

export interface CompileOptions {
  readonly fingerprints: boolean;
  /**
   * Symmetries that preserve the questions, as from `findSymmetries`. Only representatives of orbits are stored and
   * expanded.
   */
  readonly symmetry?: ValidatedGroup | undefined;
  /**
   * Whether an orbit may have several representatives, which are easier to compute. Default: unique. With `none`, states
   * are stored as they are, and representatives are only computed on request.
   */
  readonly representatives?: "unique" | "multiple" | "none" | undefined;
  /** The most nodes that refinement searches for one state before it gives up (`refine-rows.ts`). */
  readonly refinementNodes?: number | undefined;
  /** An automaton that reads the states of runs. Not with fingerprints. */
  readonly automaton?: Automaton | undefined;
  /** With an automaton: its states at which a breadth-first search ends. */
  readonly goal?: readonly number[] | undefined;
  /** With an automaton: the processes whose moves are distinguished. */
  readonly processes?: Processes | undefined;
  /** Whether a step has an edge for each process that takes part, or only for the first one. Default: all. */
  readonly movers?: "all" | "first" | undefined;
  /** With an automaton, and without fairness: whether transient states are passed through. */
  readonly passesTransient?: boolean | undefined;
  /**
   * The dependence between steps, if states need not be expanded in full. It must know all conditions of the questions,
   * or of the automaton. Not with fingerprints.
   */
  readonly dependence?: Dependence | undefined;
  /** Whether memory is short, as in searches on a disk. */
  readonly frugal?: boolean | undefined;
}

/**
 * The `transition` of an error in the initial condition. Question k has -2 - k, and propositions follow the questions.
 */
export const initialCondition = -1;

export function compile(model: Model, questions: readonly StateQuestion[], options: CompileOptions): Compiled {
  enterPhase("compiling");
  return new ModelCompiler(model, questions, options).compile();
}

function exchangeOf({ outbox, seek }: Kernel): Exchange | undefined {
  if (!outbox || !seek) return undefined;
  const { bins, mask, binTable, stride } = outbox;
  return { bins, mask, binTable, stateBytes: stride, targets: seek.targets };
}

class ModelCompiler {
  private readonly model: Model;
  private readonly questions: readonly StateQuestion[];
  private readonly options: CompileOptions;
  private readonly symmetry: SymmetryGroup | undefined;
  private readonly asm = new Assembler();
  /** Checks the limits. It must come before the other routines. */
  private readonly look = this.asm.import("look");
  /** Sends the states of a full bin to their owner. */
  private readonly send = this.asm.import("send");
  private readonly layout: Layout;
  private readonly current: CurrentState;
  /** The address of the findings (`notes.ts`). */
  private readonly findings: number;
  private readonly parameterArea: number;
  /** Space for one packed state. */
  private readonly packedArea: number;
  private readonly claimArea: ClaimArea | undefined;
  private readonly odometer: Odometer;
  private readonly least: LeastInitial | undefined;
  private readonly canonicalizer: Canonicalizer | undefined;
  /** The canonicalizer for states that are stored. */
  private readonly replaces: Canonicalizer | undefined;
  private readonly stubborn: Stubborn | undefined;
  private readonly kernel: Kernel;
  private readonly dispatch: Dispatch;

  private readonly symbols: ModelSymbols;
  private readonly conditions: Conditions;
  private readonly enabled: Variable<"i32">;
  private readonly moved: Variable<"i32"> | undefined;
  private readonly notes: Notes;
  private readonly unpack: Routine<{ source: "i32" }>;
  private readonly unpackAll: Routine<{ source: "i32" }>;
  private readonly countState: (source: I32) => void;

  constructor(model: Model, questions: readonly StateQuestion[], options: CompileOptions) {
    const { symmetry, automaton } = options;
    const { asm } = this;
    this.model = model;
    this.questions = questions;
    this.options = options;
    symmetry?.require(model, [
      ...questions.flatMap(({ condition }) => condition ?? []),
      ...(automaton?.propositions ?? []),
    ]);
    this.symmetry = symmetry && symmetry.group.order > 1n ? symmetry : undefined;
    const domains = facts(model).domains;
    const joined = this.symmetry ? joinedDomains(this.symmetry, domains) : domains;
    this.layout = layoutOf(model, joined, automaton?.states.length);
    const { offsets, wordCount, frozen } = this.layout;
    const arbitrary = arbitrarySlots(model);
    const first = [...facts(model).initialValues];
    for (const { slot, low } of arbitrary) first[slot] = low;
    const firstValues = first.map((value, slot) => frozen[slot] ?? value!);
    this.current = new CurrentState(asm, this.layout, firstValues);
    this.findings = asm.memory.table(noFindings(wordCount, questions.length + 2));
    this.parameterArea = asm.memory.reserve(Math.max(0, ...model.transitions.map(parameterBytes)));
    this.packedArea = asm.memory.reserve(4 * wordCount + 4);
    this.claimArea = automaton && reserveClaim(automaton, wordCount, asm.memory);
    this.odometer = new Odometer(arbitrary, this.symmetry, asm.memory, this.current.unpacked.start);
    this.least = this.leastAmong(arbitrary);
    this.canonicalizer = this.makeCanonicalizer();
    this.replaces = options.representatives === "none" ? undefined : this.canonicalizer;
    const unpacked = this.current.unpacked.start;
    this.conditions = new Conditions(asm, model, (name) => unpacked + 4 * offsets.get(name)!, this.look);
    const { symbols } = this.conditions;
    this.symbols = symbols;
    const { memory } = asm;
    this.dispatch = new Dispatch(model.transitions, symbols, {
      memory,
      layout: this.layout,
      unpacked,
      first: firstValues,
    });
    const labeled = automaton !== undefined;
    const test = labeled && !options.passesTransient ? undefined : transientTest(model, symbols);
    const field = test && this.layout.fields[(test.address - unpacked) / 4]!;
    const { dependence } = options;
    this.stubborn = dependence && new Stubborn(asm, { dependence, wordCount, unpacked });
    this.kernel = new Kernel(asm, {
      wordCount,
      fingerprints: options.fingerprints,
      canonicalize: this.replaces?.canonicalize,
      labeled,
      frugal: options.frugal,
      passage: test && field && field.bits > 0 ? new Passage(asm, wordCount, field, test, labeled) : undefined,
      look: this.look,
      send: this.send,
      mostTargets: questions.length + 2,
      stubborn: this.stubborn,
    });

    this.enabled = asm.global("enabled", 0);
    this.moved = this.questions.some(({ isStuttering }) => isStuttering) ? asm.global("moved", 0) : undefined;
    this.notes = new Notes(asm, this.kernel, this.findings, questions.length, this.enabled, this.moved);
    this.unpackAll = this.current.makeUnpackAll(asm);
    this.unpack = this.current.makeUnpack(asm, this.unpackAll, this.dispatch.enabledness?.makeRefresh(asm));
    this.countState = this.makeCountState();
  }

  compile(): Compiled {
    const { model, kernel, options } = this;
    const claim = this.makeClaimReader();
    const expandState = this.makeExpandState(claim);
    this.makeExpand(expandState, claim);
    if (claim) {
      kernel.makeSuccessorsOf((source) => {
        this.unpack({ source });
        expandState(source);
      });
    }
    if (claim) kernel.makeInsertState(this.replaces?.canonicalize);
    else if (!options.fingerprints) this.makeAdoption(expandState);
    if (!options.fingerprints) this.makeStartStates();
    if (this.stubborn) kernel.makeUnmark();
    this.makeInitialize(claim?.initialBits ?? 0);
    const { module } = this.asm;
    const program: Program = {
      bytes: encode(module),
      layout: this.layout,
      heapBase: kernel.heapBase,
      questionCount: this.questions.length,
      findingsAt: this.findings,
      findingBytes: findingLayout(kernel.wordCount).bytes,
      exchange: exchangeOf(kernel),
      packedArea: this.packedArea,
      fingerprints: options.fingerprints,
      storesTransient: !kernel.passesTransient,
      isUnique: !this.canonicalizer || this.canonicalizer.countOrbit !== undefined,
      storesRepresentatives: this.replaces === this.canonicalizer,
      reduces: this.stubborn !== undefined,
    };
    const { questions, symmetry } = this;
    return { program, model, questions, automaton: options.automaton, symmetry, module };
  }

  private makeCanonicalizer(): Canonicalizer | undefined {
    if (!this.symmetry) return undefined;
    const { representatives, refinementNodes: mostNodes } = this.options;
    const bitsOf = (slot: number): number => this.layout.fields[slot]!.bits;
    const mode = representatives === "multiple" ? "multiple" : "unique";
    const planned = planRepresentatives(this.symmetry, { bitsOf, mode, mostNodes });
    return planned.order > 1n ? new Canonicalizer(this.asm, this.layout, planned, this.look) : undefined;
  }

  /** Code that expands the unpacked state, whose packed form is at an address. */
  private makeExpandState(claim: ClaimReader | undefined): (source: I32) => void {
    const { model, asm, kernel, layout, enabled, moved, unpackAll } = this;
    const { processes, movers = "all" } = this.options;
    const context: TransitionContext = {
      asm, kernel, layout, enabled, moved, unpackAll,
      map: { scratch: 0, unpacked: this.current.unpacked.start, positions: this.current.positions.start },
      symbols: this.symbols, predicates: facts(model).predicates, dispatch: this.dispatch,
      onError: this.notes.onError, onAssertion: this.notes.onAssertion, parameterArea: this.parameterArea,
      claim: claim && {
        emit: claim.emit,
        repeat: claim.repeat,
        movers,
        numberOf: processes && ((transition, owner) => processNumber(model, transition, owner, processes)),
      },
      reduction: this.makeReduction(claim),
    }; // prettier-ignore
    const transitions = model.transitions.map((transition, i) => compileTransition(transition, i, context));
    const expandState = asm.define("expand state", { source: "i32" }, ({ source }) => {
      claim?.read({ source });
      enabled.set(0);
      moved?.set(0);
      this.beginChoice();
      this.dispatch.emit(asm, source, (index, at) => transitions[index]!({ source: at }));
      this.endChoice(claim);
      if (claim) this.stutter(claim, source);
    });
    return (source) => expandState({ source });
  }

  /** What becomes of a successor by a numbered step: it waits for a choice, or goes on. */
  private makeReduction(claim: ClaimReader | undefined): TransitionContext["reduction"] {
    const { stubborn, asm, kernel } = this;
    if (!stubborn) return undefined;
    const parameters = { successor: "i32", step: "i32", mover: "i32" } as const;
    const put = asm.define("put successor", parameters, ({ successor, step, mover }) => {
      when(
        stubborn.waits,
        () => stubborn.put(step, mover, kernel.cursor, (waiting, its) => this.goOn(claim, waiting, its)),
        () => {
          stubborn.pass();
          if (claim) claim.emit({ successor, mover });
          else kernel.push(successor);
        },
      );
    });
    return { stubborn, numbering: this.options.dependence!.numbering, put };
  }

  /** A successor that has waited goes on. */
  private goOn(claim: ClaimReader | undefined, waiting: I32, mover: I32): void {
    const { kernel, stubborn } = this;
    if (claim) {
      claim.emit({ successor: waiting, mover });
      return;
    }
    const successor = word("successor", kernel.batch.next);
    stubborn!.copy(successor, waiting);
    kernel.push(successor);
  }

  /** Lets the successors of the unpacked state wait, unless it must be expanded in full. */
  private beginChoice(): void {
    const { stubborn, kernel } = this;
    if (!stubborn) return;
    const { rest } = this.options.dependence!;
    // A step under way goes on.
    const isAtRest = rest && i32(this.current.unpacked.start + 4 * rest.slot).load().equals(rest.value); // prettier-ignore
    stubborn.begin(kernel.manner.differs(manner.full), isAtRest);
  }

  private endChoice(claim: ClaimReader | undefined): void {
    const { stubborn, kernel } = this;
    if (!stubborn) return;
    when(stubborn.waits, () =>
      stubborn.release(
        () => kernel.markPending(),
        (waiting, mover) => this.goOn(claim, waiting, mover),
      ),
    );
  }

  private makeExpand(expandState: (source: I32) => void, claim: ClaimReader | undefined): void {
    const checks = this.questions.map((question, k) => {
      const { name, condition } = question;
      const made = condition && this.conditions.make(`property ${name}`, condition);
      const check = this.notes.makeCheck(question, k, made, this.symbols.fault);
      return { isStuck: question.isStuck, check };
    });
    const { goal = [] } = this.options;
    const checkGoal = claim && this.notes.makeGoalCheck(claim, goal);
    const checkAndExpand = (source: I32): void => {
      for (const { isStuck, check } of checks) if (!isStuck) check();
      expandState(source);
      for (const { isStuck, check } of checks) if (isStuck) check();
    };
    const expandPassed = (source: I32): void => {
      this.unpack({ source });
      checkAndExpand(source);
    };
    this.kernel.makeExpand((source) => {
      this.unpack({ source });
      this.countState(source);
      checkGoal?.(source);
      checkAndExpand(source);
    }, expandPassed);
    if (!this.stubborn) return;
    this.kernel.makeExpandPending((source) => {
      this.unpack({ source });
      expandState(source);
    }, expandPassed);
  }

  /** For states that are not found from here: the exported `startStates()`, which comes before them. */
  private makeStartStates(): void {
    this.asm.compute("i32", "startStates", {}, () => {
      this.kernel.start();
      return i32(status.done);
    });
    this.asm.export("startStates");
  }

  /** The exported `countStates(from, end)`, which counts what a search counts when it expands them. And `seek`. */
  private makeAdoption(expandState: (source: I32) => void): void {
    const { asm, kernel } = this;
    kernel.makeAdoption();
    kernel.makeSeek((source) => {
      this.unpack({ source });
      expandState(source);
    });
    asm.define("countStates", { from: "i32", end: "i32" }, ({ from, end }) =>
      forRange("id", from, end, 1, (id) => {
        const address = word("address", kernel.addressOf(id));
        this.unpack({ source: address });
        this.countState(address);
      }),
    );
    asm.export("countStates");
  }

  /** Counts the states of the orbit, and transient states, which are excluded from the count. */
  private makeCountState(): (source: I32) => void {
    const countOrbit = this.replaces?.countOrbit;
    const { transient } = this.model;
    if (!transient) return (address) => countOrbit?.({ address });
    const count = this.asm.global("transientCount", 0, true);
    const { holds } = this.conditions.make("transient", transient);
    // For states that are stored and not yet expanded.
    this.asm.compute("i32", "isTransient", { address: "i32" }, ({ address }) => {
      this.unpack({ source: address });
      const result = word("result", holds());
      this.symbols.fault.set(0);
      return result;
    });
    this.asm.export("isTransient");
    return (address) => {
      when(holds(), () => count.increase(1), () => countOrbit?.({ address })); // prettier-ignore
      this.symbols.fault.set(0);
    };
  }

  private makeClaimReader(): ClaimReader | undefined {
    const { automaton } = this.options;
    if (!automaton || !this.claimArea) return undefined;
    const { transient } = this.model;
    return new ClaimReader(automaton, this.claimArea, {
      asm: this.asm,
      kernel: this.kernel,
      field: this.layout.claim!,
      makeCondition: (name, condition) => this.conditions.make(name, condition),
      fault: this.symbols.fault,
      onFault: (k) => this.notes.onError({ transition: -2 - this.questions.length - k }),
      isTransient: transient && this.conditions.make("passed over", transient),
      enabled: this.enabled,
    });
  }

  /** A state without a successor is its own successor. */
  private stutter(claim: ClaimReader, source: I32): void {
    const successor = this.kernel.batch.next;
    when(this.enabled.isZero(), () => {
      copyWords(successor, source, this.kernel.wordCount);
      claim.emit({ successor, mover: -1 });
    });
  }

  /** Not beside rows: the least state may have them in another order. */
  private leastAmong(arbitrary: readonly ArbitrarySlot[]): LeastInitial | undefined {
    const { symmetry, asm, current, odometer } = this;
    if (!symmetry || odometer.hasRows || !areMany(arbitrary)) return undefined;
    return new LeastInitial(symmetry, arbitrary, asm.memory, current.unpacked.start);
  }

  private makeInitialize(claimBits: number): void {
    const { initialCondition: condition } = this.model;
    makeInitialize({
      model: this.model,
      asm: this.asm,
      kernel: this.kernel,
      layout: this.layout,
      unpacked: this.current.unpacked,
      odometer: this.odometer,
      least: this.least,
      condition: condition && this.conditions.make("initial condition", condition),
      fault: this.symbols.fault,
      onFault: () => this.notes.onError({ transition: initialCondition }),
      claimBits,
    });
  }
}
