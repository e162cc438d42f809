/** Plans a check: which searches, by which engine, and which properties stay undecided in any case. */

import type {
  CheckpointStore,
  DiskStore,
  Engine,
  WalkOptions,
  Fairness,
  Progress,
  ScoutOptions,
  Threads,
  WaitsFor,
} from "../engine/engine.ts";
import type { OrderName } from "../engine/order-name.ts";
import { mostBytes } from "../explicit/bit-table.ts";
import { explicitEngine } from "../explicit/engine.ts";
import type { Model, Property } from "../model/model.ts";
import { withObserversOf } from "../model/observers.ts";
import { questionOf } from "../model/question.ts";
import type { EventQuestion, Question, RunQuestion, StateQuestion } from "../model/question.ts";
import { containsAssertion } from "../model/traverse.ts";
import { acceptanceLimit } from "../property/automaton.ts";
import { doubtsAbout } from "../symmetry/declared.ts";
import type { Method } from "../symmetry/find.ts";
import type { Limits } from "../util/limits.ts";
import { getOrAdd } from "../util/numbering.ts";
import { engines as allEngines } from "./engines.ts";
import { RequestError } from "./request-error.ts";

export interface CheckOptions extends Limits {
  /** Names of properties, including `assertions` and `ranges`. Absent for all, empty to explore without a question. */
  readonly properties?: readonly string[] | undefined;
  /**
   * Whether to store 64-bit fingerprints instead of states: less memory, and a verdict "unless two states collided".
   */
  readonly hashCompaction?: boolean | undefined;
  /**
   * The symmetries to use: all that detectors find (`on`), those of one detector, or none (`off`). The default is
   * `auto`: none in a small search, those of cheap detectors in a larger one, and of all in a large one.
   */
  readonly symmetry?: Method | undefined;
  /**
   * Whether an orbit may have several stored states, which are easier to compute. The default is `auto`: one, unless a
   * large search finds that this costs more than it saves.
   */
  readonly representatives?: "auto" | "unique" | "multiple" | undefined;
  /**
   * Whether steps may be left out that do not matter for the properties, since they only come in another order. The
   * default is `auto`: in searches that have grown, as long as that leaves out anything. With it traces may be longer
   * than necessary.
   */
  readonly partialOrder?: "auto" | "on" | "off" | undefined;
  /** The assumption on infinite runs: only fair runs count for properties of runs. Default: none. */
  readonly fairness?: Fairness | undefined;
  /** The order of the levels of decision diagrams, in the symbolic engine. Default: the best of several. */
  readonly order?: OrderName | undefined;
  /** Called about ten times a second during the search. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The name of the engine that explores the model. Default: the first one. */
  readonly engine?: string | undefined;
  /**
   * Threads for searches that have grown, and the memory of the machine: `threads` of `noether/node` makes them. The
   * result does not depend on their number. Default: the thread that `check` runs in.
   */
  readonly threads?: Threads | undefined;
  /**
   * Where to keep checkpoints of the search through states: `checkpointsIn` of `noether/node` makes one. Only the explicit
   * engine makes them, without hash compaction.
   */
  readonly checkpoint?: CheckpointStore | undefined;
  /**
   * Where to keep states that memory has no room for: `diskIn` of `noether/node` makes one. Then there is no partial-order
   * reduction, and a search has one thread.
   */
  readonly disk?: DiskStore | undefined;
  /**
   * The order of a search through states: level by level (`bfs`), or depth first, which may find a violation after fewer
   * states, with a longer trace. The default is `auto`: level by level, with small searches depth first that look ahead
   * once there are many states. The order of searches for runs does not depend on it.
   */
  readonly search?: "auto" | "bfs" | "dfs" | undefined;
  /** Depth first: the greatest depth. If there is more, what was not found stays undecided. */
  readonly maxDepth?: number | undefined;
  /** The most violations to find of each property of states, each with a trace; one by default. */
  readonly errors?: number | undefined;
  /**
   * Keeps bits of hashes of the states that were seen, in so many bytes, instead of the states: depth first, for what fits
   * nowhere. A violation that is found is one. What is not found stays undecided.
   */
  readonly bitstate?: number | undefined;
  /** So many such searches in different orders and to different depths. The first by number that finds a violation decides. */
  readonly swarm?: number | undefined;
  /** The engines to choose from. Default: all engines. */
  readonly engines?: readonly Engine[] | undefined;
}

/** A property and its question. */
export interface Asked<Q extends Question = Question> {
  readonly property: Property;
  readonly question: Q;
}

export interface Plan {
  readonly model: Model;
  readonly engine: Engine;
  readonly symmetry: Method;
  readonly representatives: "auto" | "unique" | "multiple";
  readonly partialOrder: "auto" | "on" | "off";
  readonly fairness: Fairness;
  readonly hashCompaction: boolean;
  readonly order: OrderName | undefined;
  readonly walk: WalkOptions | undefined;
  /** Small searches that look ahead. */
  readonly scouts: ScoutOptions | undefined;
  readonly swarm: number | undefined;
  readonly threads: Threads | undefined;
  readonly checkpoint: CheckpointStore | undefined;
  readonly disk: DiskStore | undefined;
  /** The properties that one search through the states decides, in a model without observers that they do not read. */
  readonly states: { readonly model: Model; readonly asked: readonly Asked<StateQuestion>[] };
  /** Whether that search takes place: not if only properties of runs were requested. */
  readonly searchesStates: boolean;
  /** The built-in properties that the verdict depends on. */
  readonly waitsFor: WaitsFor;
  /** The properties of runs. Each has a search of its own, in a model of its own. */
  readonly runs: readonly { readonly model: Model; readonly asked: Asked<RunQuestion> }[];
  /** The properties of events. Each has a search of its own, in a model of its own. */
  readonly events: readonly { readonly model: Model; readonly asked: Asked<EventQuestion> }[];
  /** The properties for which a state with the least value is wanted. Each has searches of its own. */
  readonly least: readonly (Property & { readonly kind: "reachable" })[];
  /** The names of the properties of other systems. */
  readonly others: ReadonlyMap<Model, readonly string[]>;
  /** The properties that the engine cannot decide, with the reason. */
  readonly open: readonly { readonly property: Property; readonly reason: string }[];
  /** Remarks on the verdict that do not belong to a property. */
  readonly notes: readonly string[];
}

/** @throws RequestError if the options cannot be met */
export function planCheck(model: Model, options: CheckOptions): Plan {
  const { properties: names, hashCompaction = false } = options;
  const walk = walkOf(options);
  const chosen = engineOf(options);
  const engine = walk && chosen.name === "auto" ? explicitEngine : chosen;
  if (walk && !engine.storesStates) {
    throw new RequestError(
      `the ${engine.name} engine has no order of states: --search, --errors, --bitstate and --swarm need --engine explicit`,
    );
  }
  if (walk?.bitstate && (hashCompaction || options.checkpoint || options.disk)) {
    throw new RequestError("--bitstate and --swarm do not go with --hash-compaction, --checkpoint or --disk");
  }
  if (walk && hashCompaction) throw new RequestError("--search dfs and --errors do not go with --hash-compaction");
  if (hashCompaction && !engine.storesStates) {
    throw new RequestError(`the ${engine.name} engine stores no states, so there is no hash compaction`);
  }
  if (options.order !== undefined && engine.storesStates) {
    throw new RequestError("only the symbolic engine has an order of levels: ask for it by --engine symbolic");
  }
  if (options.disk && options.partialOrder === "on") {
    throw new RequestError("a search on a disk has no partial-order reduction");
  }
  if ((options.checkpoint ?? options.disk) && (hashCompaction || engine.name !== "explicit")) {
    throw new RequestError(
      "only the explicit engine without hash compaction keeps states in files: ask for --engine explicit",
    );
  }
  requireNames(model, names);
  const states: Asked<StateQuestion>[] = [];
  const runs: Asked<RunQuestion>[] = [];
  const events: Asked<EventQuestion>[] = [];
  const least: Plan["least"][number][] = [];
  const others = new Map<Model, string[]>();
  const open: Plan["open"][number][] = [];
  let asksElsewhere = false;
  for (const property of model.properties) {
    if (names?.includes(property.name) === false) continue;
    const question = questionOf(property);
    asksElsewhere ||= question.kind !== "open" && (question.kind !== "state" || question.least !== undefined);
    if (question.kind === "open") open.push({ property, reason: question.reason });
    else if (question.kind === "other") getOrAdd(others, question.system, () => []).push(property.name);
    else if (property.kind === "reachable" && property.least) least.push(property);
    else if (!engine.answers(question)) {
      const reason = engine.refusal ?? `the ${engine.name} engine does not check properties of ${question.kind}s`;
      open.push({ property, reason });
    } else if (question.kind === "state") states.push({ property, question });
    else if (question.kind === "event") events.push({ property, question });
    else runs.push({ property, question });
  }
  if (walk && states.length > acceptanceLimit) {
    throw new RequestError(
      `--search dfs and --errors decide ${acceptanceLimit} properties at a time: name some with --property`,
    );
  }
  const exploreAll = names?.length === 0;
  const assertions = names ? names.includes("assertions") : containsAssertion(model);
  const ranges = names ? names.includes("ranges") : states.length === 0 && !assertions;
  const isAsserted = names !== undefined || model.properties.length > 0 || containsAssertion(model);
  const observed = withObserversOf(
    model,
    states.map(({ property }) => property),
  );
  return {
    model,
    engine,
    // A search in an order of its own uses the symmetries that are known before it.
    symmetry: walk && (options.symmetry ?? "auto") === "auto" ? "off" : (options.symmetry ?? "auto"),
    representatives: options.representatives ?? "auto",
    partialOrder: options.disk ? "off" : (options.partialOrder ?? "auto"),
    fairness: options.fairness ?? "none",
    hashCompaction,
    order: options.order,
    walk,
    scouts: (options.search ?? "auto") === "auto" ? scouts : undefined,
    swarm: options.swarm,
    threads: options.threads,
    checkpoint: options.checkpoint,
    disk: options.disk,
    states: { model: observed, asked: states },
    searchesStates: states.length > 0 || assertions || ranges || exploreAll || !asksElsewhere,
    waitsFor: { assertions, ranges, exploreAll },
    runs: runs.map((asked) => ({ model: withObserversOf(model, [asked.property]), asked })),
    events: events.map((asked) => ({ model: withObserversOf(model, [asked.property]), asked })),
    least,
    others,
    open,
    notes: [...(isAsserted ? [] : [nothingAsserted]), ...(options.symmetry === "off" ? [] : doubtsAbout(model))],
  };
}

/** The bits of each state, as in SPIN. */
const hashCount = 3;

/** The bytes of the table of a search of a swarm, if nobody says how many. */
const swarmBytes = 2 ** 26;

/**
 * A search through so many states takes two seconds or more, and scouts a few hundredths of that: a transition of theirs
 * costs about as much as a state.
 */
const scouts: ScoutOptions = { from: [21, 23, 25, 27, 29, 31].map((k) => 2 ** k), share: 1 / 64 };

function walkOf({
  search = "auto",
  maxDepth,
  errors,
  bitstate,
  swarm,
  maxMemoryBytes,
}: CheckOptions): WalkOptions | undefined {
  const bytes = bitstate ?? (swarm === undefined ? undefined : swarmBytes);
  if (maxDepth !== undefined && search !== "dfs" && bytes === undefined) {
    throw new RequestError("--max-depth is for --search dfs, --bitstate and --swarm");
  }
  if (errors === 0) throw new RequestError("--errors takes a number from 1 on, or all");
  if (swarm === 0) throw new RequestError("--swarm takes a number from 1 on");
  if (bytes !== undefined && (bytes > mostBytes || bytes > (maxMemoryBytes ?? Infinity))) {
    throw new RequestError("--bitstate takes at most 8G, and no more than --max-memory");
  }
  if (bytes !== undefined) return { order: "dfs", maxDepth, errors, bitstate: { bytes, hashCount, seed: 0 } };
  if (search !== "dfs" && errors === undefined) return undefined;
  return { order: search === "dfs" ? "dfs" : "bfs", maxDepth, errors };
}

const nothingAsserted =
  "nothing was asserted: the model has no property of its own, and only run-time errors were looked for";

function engineOf({ engine: name, engines = allEngines }: CheckOptions): Engine {
  const engine = name === undefined ? engines[0] : engines.find((candidate) => candidate.name === name);
  if (engine) return engine;
  throw new RequestError(`there is no engine \`${name}\`; there are ${engines.map((each) => each.name).join(", ")}`);
}

/** The arguments of `--property` other than names that a model declares. */
const reservedNames = new Set(["assertions", "ranges", "none"]);

function requireNames({ properties }: Model, names: readonly string[] | undefined): void {
  const taken = properties.find(({ name }) => reservedNames.has(name));
  if (taken) {
    throw new RequestError(
      `property \`${taken.name}\` must be called something else: the name has a meaning of its own`,
    );
  }
  const available = [...properties.map(({ name }) => name), "assertions", "ranges"];
  const unknown = names?.find((name) => !available.includes(name));
  if (unknown === undefined) return;
  const known = available.map((name) => `\`${name}\``).join(", ");
  throw new RequestError(`the model has no property \`${unknown}\`; it has ${known}`);
}
