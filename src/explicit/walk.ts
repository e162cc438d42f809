/**
 * A search through states in an order of its own: depth first, to a greatest depth, or breadth first, for several
 * errors of each kind.
 *
 * It takes the successors of one state at a time from the compiled product with an automaton that accepts everything
 * (`product-space.ts`). The edges of the automaton tell in which states a condition holds: there is one for each
 * question, with a mark of its own, so that the successors of such a state come once more with that mark. A state
 * without successors is its own, by nobody's step. Symmetries are used, partial-order reduction and threads are not.
 *
 * Depth first, a state is expanded when it is first taken from the stack. If the greatest depth cut something off, what
 * was not found may still exist, also above that depth: a state that was cut off is not looked at again.
 *
 * With bits instead of states (`bit-table.ts`), the shard has the states on the stack and those on the way to them, and
 * whatever else was met lately: when that is much, what is needed moves to another shard.
 */

import type { Answer, Findings, Found, FoundError, Progress, StateSearch } from "../engine/engine.ts";
import { traceThrough } from "../engine/trace-through.ts";
import { facts } from "../model/facts.ts";
import type { State, Step } from "../model/interpret.ts";
import type { Model } from "../model/model.ts";
import { isWanted } from "../model/question.ts";
import type { StateQuestion } from "../model/question.ts";
import type { Automaton, AutomatonEdge } from "../property/automaton.ts";
import { look, pause, Stopped, watched } from "../util/limits.ts";
import type { Limit } from "../util/limits.ts";
import { Random } from "../util/random.ts";
import { BitTable } from "./bit-table.ts";
import { compile } from "./compile.ts";
import type { Compiled } from "./compile.ts";
import { orbitsOf, passedIn } from "./evidence.ts";
import { ProductSpace } from "./product-space.ts";
import { keptStates, seenByBits, seenByNumber } from "./seen-states.ts";
import type { SeenStates } from "./seen-states.ts";
import { Shard } from "./shard.ts";
import { shortestWays } from "./shortest-ways.ts";
import { Solo } from "./solo.ts";
import { noState, StateNumbers } from "./state-id.ts";
import type { StateId } from "./state-id.ts";
import { StateSpace } from "./state-space.ts";
import { endedAtError } from "./statistics.ts";

/** The number of states between two pauses for other code. */
const slice = 256;

/** With bits of hashes, the number of stored states from which on those that are not needed are dropped. */
const worthDropping = 2 ** 17;

/** The most states to expand once more for shorter traces. */
const mostForShortening = 2 ** 16;

/** What walks through the same model share. */
export interface WalkProgram {
  /** With symmetries, the model of the search. Otherwise it may have no transient states. */
  readonly model: Model;
  readonly compiled: Compiled;
  readonly module: WebAssembly.Module;
  /** The questions whose conditions the automaton reads, by its marks. */
  readonly marked: readonly number[];
}

export function walkProgram({ model: given, questions, symmetry, watch }: StateSearch): WalkProgram {
  const marked = questions.flatMap(({ isStuck, condition }, k) => (isStuck || !condition ? [] : [k]));
  // The automaton does not read transient states, and a condition is about those too. Symmetries are for one model.
  const { transient, ...whole } = given;
  const isWhole = transient !== undefined && marked.length > 0;
  const model = isWhole ? whole : given;
  const automaton = automatonOf(marked.map((k) => questions[k]!));
  const compiled = watched(watch, () =>
    compile(model, [], {
      fingerprints: false,
      symmetry: isWhole ? undefined : symmetry,
      representatives: "unique",
      automaton,
    }),
  );
  return { model, compiled, module: new WebAssembly.Module(compiled.program.bytes), marked };
}

export async function walkStates(given: StateSearch, program: WalkProgram = walkProgram(given)): Promise<Findings> {
  const walk = new Walk(given, program);
  let lastTurn = performance.now();
  try {
    while (watched(given.watch, () => walk.run(slice))) {
      const now = performance.now();
      if (now - lastTurn < 100) continue;
      lastTurn = now;
      given.onProgress?.(walk.progress);
      await pause();
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    walk.limit = error.limit;
  }
  walk.shortenTraces();
  return walk.findings;
}

/** An error: the state, and the transition that fails there, in one of its choices if that is known. */
interface Incident {
  readonly state: StateId;
  readonly transition: number;
  readonly choice?: Step["choice"] | undefined;
}

class Walk {
  limit: Limit | undefined;
  readonly #given: StateSearch;
  readonly #program: WalkProgram;
  #shard: Shard;
  readonly #solo: Solo;
  #product: ProductSpace;
  #space: StateSpace;
  /** States to expand, each with its depth. */
  #open: { readonly id: StateId; readonly depth: number }[] = [];
  /** The next one of a queue. */
  #next = 0;
  readonly #table: BitTable | undefined;
  readonly #seen: SeenStates;
  readonly #order: Random | undefined;
  /** One more than the state from which a state was first reached. */
  #origins = new StateNumbers();
  /** Shorter ways than those. */
  #ways: ReadonlyMap<StateId, readonly StateId[]> = new Map();
  #found: StateId[][];
  #assertions: Incident[] = [];
  #dropAt = worthDropping;
  #hasDropped = false;
  #error: Incident | undefined;
  #cut = 0;
  #depth = 0;
  #states = 0;
  #transitions = 0;
  #isComplete = false;
  readonly #started = performance.now();

  constructor(given: StateSearch, program: WalkProgram) {
    this.#given = given;
    this.#program = program;
    const { bitstate, shuffle } = given.walk!;
    this.#table = bitstate && new BitTable(bitstate);
    this.#seen = this.#table ? seenByBits(this.#table) : seenByNumber();
    this.#order = shuffle === undefined ? undefined : new Random(shuffle);
    this.#shard = this.#makeShard();
    this.#solo = new Solo(this.#shard);
    this.#product = new ProductSpace(this.#shard);
    this.#space = new StateSpace(this.#shard);
    this.#found = given.questions.map(() => []);
  }

  #makeShard(): Shard {
    const { maxMemoryBytes = Infinity, maxStates = Infinity } = this.#given.watch;
    const { bytes = 0 } = this.#given.walk!.bitstate ?? {};
    const shard = new Shard(this.#program.compiled.program, this.#program.module, Math.max(0, maxMemoryBytes - bytes));
    if (!this.#table) shard.limitStates(maxStates);
    return shard;
  }

  /** Expands some states. False if it has ended. */
  run(budget: number): boolean {
    if (!this.#solo.isInitialized) return this.#initialize(budget);
    for (let left = budget; left > 0; left--) {
      look();
      const item = this.#take();
      if (!item) {
        this.#isComplete = this.#cut === 0 && !this.#table;
        return false;
      }
      if (this.#isAtLimit) this.limit = "states";
      else if (this.#seen.add(this.#shard, item.id)) this.#expand(item.id, item.depth);
      if (this.#table && this.#shard.exports.count.value >= this.#dropAt) this.#drop();
      if (this.limit !== undefined || this.#isDecided) return false;
    }
    return true;
  }

  get #isAtLimit(): boolean {
    const { watch, walk } = this.#given;
    if (this.#transitions >= (walk!.maxTransitions ?? Infinity)) return true;
    return this.#table !== undefined && this.#states >= (watch.maxStates ?? Infinity);
  }

  #initialize(budget: number): boolean {
    this.#solo.step(budget);
    const { limit } = this.#shard;
    if (limit !== undefined) this.limit = limit;
    this.#noteIncidents(noState);
    if (this.limit !== undefined || this.#error) return false;
    if (this.#solo.isInitialized) {
      const initial = this.#shard.firstStates(this.#solo.initialCount);
      for (const id of this.#isDeep ? initial.toReversed() : initial) this.#open.push({ id, depth: 0 });
    }
    return true;
  }

  get #isDeep(): boolean {
    return this.#given.walk!.order === "dfs";
  }

  #take(): { readonly id: StateId; readonly depth: number } | undefined {
    return this.#isDeep ? this.#open.pop() : this.#open[this.#next++];
  }

  #expand(id: StateId, depth: number): void {
    const { questions, walk } = this.#given;
    this.#depth = Math.max(this.#depth, depth);
    const isTransient = this.#space.isTransient(id);
    if (!isTransient) this.#states++;
    const successors = this.#product.successorsOf(id);
    if (!successors) {
      this.limit = this.#shard.limit ?? "memory";
      return;
    }
    let marks = 0;
    let isStuck = false;
    const targets: StateId[] = [];
    for (let k = 0; k < successors.count; k++) {
      marks |= successors.marks(k);
      if (successors.mover(k) === -1 && successors.target(k) === id) isStuck = true;
      if (successors.marks(k) === 0) targets.push(successors.target(k));
    }
    isStuck &&= targets.length === 1 && this.#isStuck(id);
    this.#transitions += isStuck ? 0 : targets.length;
    this.#noteIncidents(id);
    this.#program.marked.forEach((question, bit) => {
      if ((marks & (1 << bit)) !== 0) this.#note(question, id);
    });
    const { interpreter } = facts(this.#program.model);
    questions.forEach((question, k) => {
      const isOpen = question.isStuck && (isStuck || question.isStuttering === true);
      if (isOpen && isWanted(interpreter, question, this.#space.stateAt(id))) this.#note(k, id);
    });
    const isAtEnd = depth >= (walk!.maxDepth ?? Infinity);
    const ordered = this.#isDeep ? targets.toReversed() : targets;
    if (this.#order) shuffle(ordered, this.#order);
    for (const target of ordered) {
      if (target === id || this.#seen.has(this.#shard, target)) continue;
      if (isAtEnd) this.#cut++;
      else {
        if (this.#isDeep || this.#origins.get(target) === 0) this.#origins.set(target, id + 1);
        this.#open.push({ id: target, depth: depth + 1 });
      }
    }
  }

  /** Drops the states that are neither on the stack nor on the way to a state that matters. */
  #drop(): void {
    const kept = new Set<StateId>();
    const roots = [...this.#open.map(({ id }) => id), ...this.#found.flat()];
    for (const incident of [...this.#assertions, ...(this.#error ? [this.#error] : [])]) roots.push(incident.state);
    for (const root of roots) {
      look();
      for (let id: number = root; id >= 0 && !kept.has(id as StateId); id = this.#origins.get(id as StateId) - 1) {
        kept.add(id as StateId);
      }
    }
    const next = keptStates(this.#shard, kept, () => this.#makeShard());
    if (!next) {
      this.limit = "memory";
      return;
    }
    const { shard, numbers } = next;
    const moved = (id: StateId): StateId => numbers.get(id) ?? noState;
    const origins = new StateNumbers();
    for (const [id, number] of numbers) {
      const origin = this.#origins.get(id) - 1;
      if (origin >= 0) origins.set(number, moved(origin as StateId) + 1);
    }
    this.#origins = origins;
    this.#open = this.#open.map(({ id, depth }) => ({ id: moved(id), depth }));
    this.#found = this.#found.map((ids) => ids.map(moved));
    this.#assertions = this.#assertions.map((each) => ({ ...each, state: moved(each.state) }));
    if (this.#error) this.#error = { ...this.#error, state: moved(this.#error.state) };
    this.#shard = shard;
    this.#product = new ProductSpace(shard);
    this.#space = new StateSpace(shard);
    this.#dropAt = Math.max(worthDropping, 2 * numbers.size);
    this.#hasDropped = true;
  }

  /** A step that leads back to its state is not the same as none. */
  #isStuck(id: StateId): boolean {
    const { interpreter } = facts(this.#program.model);
    return interpreter.steps(this.#space.stateAt(id))[Symbol.iterator]().next().done === true;
  }

  #note(question: number, id: StateId): void {
    if (this.#found[question]!.length < this.#most) this.#found[question]!.push(id);
  }

  get #most(): number {
    return this.#given.walk!.errors ?? 1;
  }

  /** What failed in the steps from a state: the program remembers it until it is told to forget. */
  #noteIncidents(state: StateId): void {
    const { words } = this.#shard;
    const { findingsAt, findingBytes } = this.#program.compiled.program;
    const take = (k: number): Incident | undefined => {
      const at = (findingsAt + k * findingBytes) / 4;
      if (words[at] === noState) return undefined;
      words[at] = noState;
      return { state, transition: words[at + 1]! };
    };
    const [error, assertion] = [take(0), take(1)];
    this.#error ??= error;
    if (!assertion) return;
    for (const each of this.#failingSteps(assertion)) {
      if (this.#assertions.length < this.#most) this.#assertions.push(each);
    }
  }

  /** The program remembers one step that fails; there may be more of them from the same state. */
  #failingSteps(first: Incident): readonly Incident[] {
    if (this.#most === 1 || first.state === noState) return [first];
    const steps = [...facts(this.#program.model).interpreter.steps(this.#space.stateAt(first.state))];
    const failing = steps.filter(({ failed }) => failed !== undefined);
    if (failing.length <= 1) return [first];
    return failing.map(({ transition, choice }) => ({
      state: first.state,
      transition: this.#program.model.transitions.indexOf(transition),
      choice,
    }));
  }

  get #isDecided(): boolean {
    const { exploreAll, ranges, assertions } = this.#given;
    if (exploreAll) return false;
    if (this.#error) return true;
    if (ranges || (assertions && this.#assertions.length < this.#most)) return false;
    return this.#found.every((states) => states.length >= this.#most);
  }

  get progress(): Progress {
    const { memoryBytes, depth } = this.#statistics;
    const queued = this.#isDeep ? this.#open.length : this.#open.length - this.#next;
    const elapsedMs = performance.now() - this.#started;
    return { states: this.#states, transitions: this.#transitions, queued, depth, memoryBytes, elapsedMs };
  }

  get #statistics(): Findings["statistics"] {
    const { program } = this.#program.compiled;
    const memoryBytes = (this.#shard.exports.heap.value >>> 0) + (this.#table ? this.#table.bitCount / 8 : 0);
    const table = this.#table;
    return {
      bitstate: table && {
        bits: table.bitCount,
        hashFunctions: table.hashCount,
        hashFactor: table.factor,
        coverage: table.coverage,
      },
      states: this.#states,
      transitions: this.#transitions,
      depth: this.#depth,
      representatives: "unique",
      memoryBytes,
      storedBytes: Math.max(0, memoryBytes - program.heapBase),
      packedBytes: 4 * program.layout.wordCount,
    };
  }

  get findings(): Findings {
    const { questions, walk } = this.#given;
    const found = (state: StateId, transition = -1, choice?: Step["choice"]): Found => ({
      steps: state === noState ? 0 : this.#wayTo(state).length - 1,
      trace: () => ({ ...this.#traceTo(state), ...(this.#isDeep ? { mayBeShorter: true } : {}) }),
      transition: this.#program.model.transitions[transition],
      choice,
    });
    const failing = this.#assertions.map(({ state, transition, choice }) => found(state, transition, choice));
    const cut = this.#cut > 0 ? `the greatest depth, ${walk!.maxDepth}, cut off the rest` : undefined;
    const open = [cut, this.#table && "not found by a search that may miss states"].filter(Boolean).join("; ");
    const error = this.#error;
    const read = error && error.transition < -1 ? questions[this.#program.marked[-2 - error.transition]!] : undefined;
    const erring: FoundError | undefined = error && {
      ...found(error.state, error.transition),
      during: error.state === noState ? "initial condition" : (read ?? "step"),
    };
    return {
      answers: questions.map((_, k): Answer => {
        const [first, ...more] = this.#found[k]!.map((id) => found(id));
        return { found: first, ...(more.length > 0 ? { more } : {}) };
      }),
      assertion: failing[0],
      moreAssertions: failing.slice(1),
      error: erring,
      complete: this.#isComplete,
      limit: this.limit,
      reason: this.limit === undefined ? (error ? endedAtError : open || undefined) : undefined,
      hasNoInitialState: this.#solo.isInitialized && this.#solo.initialCount === 0,
      symmetry: this.#program.compiled.symmetry,
      statistics: this.#statistics,
    };
  }

  /** Looks for shorter ways to what was found, if states are not taken level by level. */
  shortenTraces(): void {
    const targets = [...this.#found.flat(), ...this.#assertions.map(({ state }) => state)];
    if (this.#error && this.#error.state !== noState) targets.push(this.#error.state);
    if (!this.#isDeep || targets.length === 0 || this.#hasDropped) return;
    const first = this.#shard.firstStates(this.#solo.initialCount);
    const isExpanded = (id: StateId): boolean => this.#seen.has(this.#shard, id);
    const known = { product: this.#product, first, isExpanded };
    try {
      this.#ways = watched(this.#given.watch, () => shortestWays(known, targets, mostForShortening));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  #wayTo(id: StateId): readonly StateId[] {
    const shorter = this.#ways.get(id);
    if (shorter) return shorter;
    const way: StateId[] = [];
    for (let at: number = id; at >= 0; at = this.#origins.get(at as StateId) - 1) way.push(at as StateId);
    return way.reverse();
  }

  #traceTo(id: StateId): ReturnType<typeof traceThrough> {
    const { interpreter } = facts(this.#program.model);
    const states = this.#wayTo(id).map((at): State => this.#space.stateAt(at));
    const explored = { compiled: this.#program.compiled, space: this.#space, isUnique: this.#space.isUnique };
    return traceThrough(interpreter, states, orbitsOf(explored), passedIn(explored, interpreter));
  }
}

/** Accepts everything. For each question there is an edge with its mark, in states in which its condition is as wanted. */
function automatonOf(questions: readonly StateQuestion[]): Automaton {
  const edges = questions.map(({ wanted }, k): AutomatonEdge => ({
    guard: [wanted ? { positive: [k], negative: [] } : { positive: [], negative: [k] }],
    target: 0,
    marks: 1 << k,
  }));
  const always: AutomatonEdge = { guard: [{ positive: [], negative: [] }], target: 0, marks: 0 };
  return {
    propositions: questions.map(({ condition }) => condition!),
    acceptanceCount: questions.length,
    initial: 0,
    states: [{ edges: [always, ...edges] }],
  };
}

/** Fisher and Yates, in place. */
function shuffle(list: StateId[], random: Random): void {
  for (let k = list.length - 1; k > 0; k--) {
    const other = random.below(k + 1);
    [list[k], list[other]] = [list[other]!, list[k]!];
  }
}
