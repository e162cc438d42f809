/** The JSON output of the commands: a contract. The files in `docs/schema` are generated from here. */

import * as v from "valibot";
import { engines } from "../check/engines.ts";
import type { LimitReached, PropertyKind, Verdict } from "../check/result.ts";

/** The output of `noether check --json`. */
export interface CheckDocument {
  version: 1;
  model: string;
  verdict: Verdict;
  doubt?: string | undefined;
  states: number | string;
  transitions?: number | undefined;
  depth?: number | undefined;
  complete: boolean;
  limit?: LimitReached | undefined;
  engine: string;
  hashCompaction: boolean;
  representatives: "unique" | "multiple";
  strategies?: StrategyDocument[] | undefined;
  partialOrder?: PartialOrderDocument | undefined;
  scouts?: ScoutsDocument | undefined;
  bitstate?: BitstateDocument | undefined;
  swarm?: SwarmDocument[] | undefined;
  unreducedStates?: string | undefined;
  fairness: "none" | "weak" | "strong" | "global";
  symmetry: UsedSymmetryDocument;
  properties: PropertyDocument[];
  unreached?:
    | {
        reason?: string | undefined;
        groups: { name: string; total: number; statements: { text: string; location?: string | undefined }[] }[];
      }
    | undefined;
  notes: string[];
  seconds: number;
  memoryBytes: number;
  diskBytes?: number | undefined;
  packedBytes?: number | undefined;
  bytesPerState?: number | undefined;
  peakNodes?: number | undefined;
  order?: string | undefined;
}

export interface PartialOrderDocument {
  reducedStates: number;
  enabled: number;
  taken: number;
  ended: boolean;
}

export interface ScoutsDocument {
  count: number;
  transitions: number;
  found: boolean;
}

export interface BitstateDocument {
  bits: number;
  hashFunctions: number;
  hashFactor: number;
  coverage: number;
}

export interface SwarmDocument {
  states: number;
  transitions: number;
  depth: number;
  maxDepth?: number | undefined;
  bitstate?: BitstateDocument | undefined;
  limit?: LimitReached | undefined;
  found: boolean;
}

export interface StrategyDocument {
  representatives: "unique" | "multiple" | "none";
  fromStates: number;
  reason: string;
}

export interface UsedSymmetryDocument {
  order: string;
  generators: number;
  structure: string;
  methods: string[];
  skipped?: string | undefined;
  unused?: string | undefined;
  seconds: number;
}

export interface PropertyDocument {
  name: string;
  kind: PropertyKind;
  verdict: Verdict;
  reason?: string | undefined;
  location?: string | undefined;
  trace?: TraceDocument | undefined;
  moreTraces?: TraceDocument[] | undefined;
  runs?:
    | {
        states: number;
        transitions: number;
        automatonStates: number;
        symmetry: UsedSymmetryDocument;
        partialOrder?: PartialOrderDocument | undefined;
      }
    | undefined;
}

export interface TraceDocument {
  initial: Record<string, string>;
  steps: StepDocument[];
  loop?: number | undefined;
  mayBeShorter?: boolean | undefined;
}

export interface StepDocument {
  transition: string;
  label?: string | undefined;
  parameters: Record<string, string>;
  process?: string | undefined;
  changes: { place: string; before: string; after: string }[];
  state?: Record<string, string> | undefined;
  error?: string | undefined;
  failedAssertion?: string | undefined;
}

/** A trace in a file: `noether check --trace-out` and `save` in a simulation write it, `noether replay` reads it. */
export interface TraceFileDocument {
  version: 1;
  model: string;
  property?: { name: string; kind: PropertyKind; verdict: Verdict } | undefined;
  trace: TraceDocument;
}

/** The output of `noether simulate --json`. */
export interface SimulateDocument {
  version: 1;
  model: string;
  verdict: "violated" | "undecided";
  seed: number;
  runs: number;
  steps: number;
  violation?: ViolationDocument | undefined;
  modelLimit?: string | undefined;
  limit?: LimitReached | undefined;
  trace?: TraceDocument | undefined;
  seconds: number;
}

/** The output of `noether replay --json`. */
export interface ReplayDocument {
  version: 1;
  model: string;
  property?: string | undefined;
  shows?: boolean | undefined;
  violation?: ViolationDocument | undefined;
  trace: TraceDocument;
}

export interface ViolationDocument {
  property: string;
  kind: PropertyKind;
  reason: string;
  location?: string | undefined;
}

/** The output of `noether symmetry --json`. */
export interface SymmetryDocument {
  version: 1;
  model: string;
  order: string;
  generators: string[];
  components?: { generators: string[]; orbits: string[][] } | undefined;
  orbits: string[][];
  structure: string;
  actors?:
    | {
        orbits: string[][];
        reasons: string[];
        published?: { rebecs: string[]; withinOrbit: boolean }[] | undefined;
      }
    | undefined;
  methods: string[];
  properties: string[];
  rejected: { generator: string; method: string; reason: string }[];
  graph?: { nodes: number; edges: number } | undefined;
  diagram?: { nodes: number; edges: number; order: string } | undefined;
  objections: { file: string; line: number; column: number; message: string }[];
  notes: string[];
  evidence?: { generator: string; method: string; text: string }[] | undefined;
  seconds: number;
}

/** The output of `noether pattern verify --json`. */
export interface PatternVerifyDocument {
  version: 1;
  system: string;
  verdict: "holds" | "violated";
  groups?: FamilyGroupDocument[] | undefined;
  patterns: PatternDocument[];
  seconds: number;
}

/** The output of `noether pattern synthesise --json`. */
export interface PatternSynthesisDocument {
  version: 1;
  system: string;
  outcome: "found" | "none" | "undecided";
  method: "library" | "learn" | "quotient" | "sat";
  reason?: string | undefined;
  patterns: PatternDocument[];
  instances?: { size: number; order: number; generated: string }[] | undefined;
  rounds?: number | undefined;
  counterexamples?: number | undefined;
  machineStates?: number | undefined;
  seconds?: number | undefined;
}

/** The output of `noether pattern image --json`. */
export interface PatternImageDocument {
  version: 1;
  system: string;
  pattern?: PatternDocument | undefined;
  finite?: boolean | undefined;
  configurations?: string[] | undefined;
  steps?: [string, string][] | undefined;
  verdict?: Verdict | undefined;
  reason?: string | undefined;
  trace?: string[] | undefined;
  seconds: number;
}

/** The output of `noether check --json` of several models. */
export interface ChecksDocument {
  version: 1;
  verdict: Verdict | "wrong";
  models: {
    file: string;
    check?: CheckDocument | undefined;
    diagnostics?: DiagnosticDocument[] | undefined;
  }[];
}

/** The output of `noether test --json`. */
export interface TestDocument {
  version: 1;
  outcome: "passed" | "failed" | "undecided" | "wrong";
  files: {
    file: string;
    seconds: number;
    claims: {
      claim: string;
      outcome: "passed" | "failed" | "undecided" | "wrong";
      message?: string | undefined;
      location?: string | undefined;
    }[];
  }[];
  seconds: number;
}

/**
 * The output of every command with `--json` if the input or the call is wrong, or there is no result. It replaces the
 * command's own document.
 */
export interface DiagnosticsDocument {
  version: 1;
  diagnostics: DiagnosticDocument[];
}

export interface DiagnosticDocument {
  code: string;
  message: string;
  file?: string | undefined;
  span?: { start: PositionDocument; end: PositionDocument } | undefined;
}

export interface PositionDocument {
  line: number;
  column: number;
}

export interface FamilyGroupDocument {
  kind: "symmetric" | "dihedral" | "rotations" | "reflection" | "swap";
  description: string;
  prefix: number;
  suffix: number;
  block: number;
  generators: string[];
}

export interface PatternDocument {
  name: string;
  description?: string | undefined;
  kind: "none" | "simulation" | "homomorphism" | "complete";
  states?: number | undefined;
  failures: { law: string; text: string }[];
  keepsInitial?: boolean | undefined;
  keepsBad?: boolean | undefined;
}

/** A schema with a sentence for its readers. */
function described<const S extends v.GenericSchema>(
  schema: S,
  text: string,
): v.SchemaWithPipe<readonly [S, v.DescriptionAction<v.InferOutput<S>, string>]> {
  return v.pipe(schema, v.description(text));
}

const decimal = v.pipe(v.string(), v.regex(/^[0-9]+$/));
const version = described(v.literal(1), "Of this schema: it changes if a document that was right no longer is.");
const verdict = v.picklist(["holds", "violated", "undecided"]);
const state = described(v.record(v.string(), v.string()), "Each variable's value, as .seq writes it.");

const step = v.object({
  transition: v.string(),
  label: v.optional(
    described(v.string(), "What the program calls the step, with values, if that is not the transition."),
  ),
  parameters: v.record(v.string(), v.string()),
  process: v.optional(described(v.string(), "Who takes the step, where the model says so.")),
  changes: described(
    v.array(v.object({ place: v.string(), before: v.string(), after: v.string() })),
    "For people: by the names of the program, where the model has others.",
  ),
  state: v.optional(described(state, "After the step; absent if it ended in a run-time error.")),
  error: v.optional(v.string()),
  failedAssertion: v.optional(v.string()),
});

const symmetry = v.object({
  order: described(decimal, "A decimal number."),
  generators: v.number(),
  structure: described(v.string(), "Such as (S3 wr S2) x S2."),
  methods: described(v.array(v.string()), "The detectors that ran."),
  skipped: v.optional(described(v.string(), "Why costly detectors did not run.")),
  unused: v.optional(described(v.string(), "Why symmetries that were found are not used.")),
  seconds: described(v.number(), "The part of the time that finding them took."),
});

const partialOrder = v.object({
  reducedStates: described(v.number(), "How many states were not expanded in full."),
  enabled: described(v.number(), "How many steps were enabled where there was a choice."),
  taken: described(v.number(), "How many of them were taken. Where the first ones led to nothing new, all are."),
  ended: described(v.boolean(), "Whether the reduction ended since it left out next to nothing."),
});

const scouts = v.object({
  count: described(v.number(), "How many searches went ahead."),
  transitions: described(v.number(), "How many transitions they took, all together."),
  found: described(v.boolean(), "Whether they found something. Traces to it may be longer than necessary."),
});

const limit = v.picklist(["states", "memory", "time", "cancelled"]);

const bitstate = v.object({
  bits: described(v.number(), "The bits of the table."),
  hashFunctions: described(v.number(), "How many bits a state sets."),
  hashFactor: described(v.number(), "The bits of the table for each state that was seen."),
  coverage: described(v.number(), "An estimate: the part of the states that were met and not taken for others."),
});

const trace = v.object({
  initial: state,
  steps: v.array(step),
  mayBeShorter: v.optional(
    described(v.boolean(), "Whether there may be a shorter trace, though shortest ones are searched for."),
  ),
  loop: v.optional(
    described(
      v.number(),
      "For a run without end: the number of steps before the state that the last step comes back to. If it is the number of all steps, the run cannot go on and stays in its last state.",
    ),
  ),
});

const kind = v.picklist([
  "invariant",
  "reachable",
  "deadlock",
  "ltl",
  "never",
  "deterministic",
  "refines",
  "other",
  "unsupported",
  "assertion",
  "range",
]);

const property = v.object({
  name: v.string(),
  kind,
  verdict,
  reason: v.optional(described(v.string(), "Why so; with hash compaction, what `holds` depends on.")),
  location: v.optional(described(v.string(), "file:line:column of a run-time error or assertion.")),
  trace: v.optional(trace),
  moreTraces: v.optional(described(v.array(trace), "Traces to further violations, with --errors.")),
  runs: v.optional(
    described(
      v.object({
        states: v.number(),
        transitions: v.number(),
        automatonStates: v.number(),
        symmetry,
        partialOrder: v.optional(partialOrder),
      }),
      "For a property of runs: the product of the model and its automaton, and the symmetries used there. For refinement: the pairs of a state and a set of states of the specification, and the number of these sets.",
    ),
  ),
});

export const checkSchema: v.GenericSchema<CheckDocument> = v.object({
  version,
  model: v.string(),
  verdict: described(verdict, "Violated if a property is; else undecided if one that was asked for is."),
  doubt: v.optional(described(v.string(), "What the verdict depends on, such as: unless two states collided.")),
  states: described(
    v.union([v.number(), decimal]),
    "Stored states, or those of the symbolic engine's set; above 2^53 a decimal number as a string.",
  ),
  transitions: v.optional(
    described(v.number(), "Executed transitions, one for each choice of parameters. The symbolic engine counts none."),
  ),
  depth: v.optional(
    described(
      v.number(),
      "Breadth-first levels after the initial states. Saturation, the symbolic engine's way, has none.",
    ),
  ),
  complete: described(v.boolean(), "Whether every reachable state was seen."),
  limit: v.optional(limit),
  engine: v.picklist(engines.map(({ name }) => name)),
  hashCompaction: described(v.boolean(), "If true, `holds` means: unless two states collided."),
  representatives: described(
    v.picklist(["unique", "multiple"]),
    "Whether every orbit has one stored state, or possibly several.",
  ),
  strategies: v.optional(
    described(
      v.array(
        v.object({
          representatives: v.picklist(["unique", "multiple", "none"]),
          fromStates: described(v.number(), "How many states were stored before."),
          reason: v.string(),
        }),
      ),
      "How the states of an orbit were stored from some state on, where one each did not pay: several, or all (`none`).",
    ),
  ),
  partialOrder: v.optional(described(partialOrder, "What partial-order reduction did. Absent if it was not used.")),
  scouts: v.optional(described(scouts, "Small searches depth first that looked ahead. Absent if there were none.")),
  bitstate: v.optional(described(bitstate, "How bits of hashes stood for states. Absent if they did not.")),
  swarm: v.optional(
    described(
      v.array(
        v.object({
          states: v.number(),
          transitions: v.number(),
          depth: v.number(),
          maxDepth: v.optional(described(v.number(), "The greatest depth it was allowed.")),
          bitstate: v.optional(bitstate),
          limit: v.optional(limit),
          found: described(v.boolean(), "Whether it found a violation."),
        }),
      ),
      "The searches of a swarm, up to the one that decided. The counts of the document are the largest of theirs.",
    ),
  ),
  unreducedStates: v.optional(
    described(decimal, "How many states the model has without symmetry, from the sizes of the orbits."),
  ),
  fairness: described(v.picklist(["none", "weak", "strong", "global"]), "What was assumed of infinite runs."),
  symmetry,
  properties: v.array(property),
  unreached: v.optional(
    described(
      v.object({
        reason: v.optional(described(v.string(), "Why not all states were seen, so that more may be reached.")),
        groups: v.array(
          v.object({
            name: v.string(),
            total: described(v.number(), "How many statements it has."),
            statements: v.array(v.object({ text: v.string(), location: v.optional(v.string()) })),
          }),
        ),
      }),
      "The statements that no run gets to, with --unreached.",
    ),
  ),
  notes: described(v.array(v.string()), "What to know of the verdict: that nothing was asserted, say."),
  seconds: v.number(),
  memoryBytes: v.number(),
  diskBytes: v.optional(described(v.number(), "The most bytes in files, if states were kept there.")),
  packedBytes: v.optional(described(v.number(), "The size of one packed state, in the explicit engine.")),
  bytesPerState: v.optional(
    described(v.number(), "Memory that grows with the states, divided by states, in the explicit engine."),
  ),
  peakNodes: v.optional(described(v.number(), "The most nodes that decision diagrams had, in the symbolic engine.")),
  order: v.optional(described(v.string(), "The order of the levels of decision diagrams.")),
});

export const traceFileSchema: v.GenericSchema<TraceFileDocument> = v.object({
  version,
  model: v.string(),
  property: v.optional(
    described(
      v.object({ name: v.string(), kind, verdict }),
      "What the trace shows: a violation, or that a state is reached.",
    ),
  ),
  trace: described(
    trace,
    "A replay takes the initial state, the transitions and their parameters, and compares the states; it ignores processes and changes.",
  ),
});

const violation = v.object({
  property: described(v.string(), "Its name; `assertions` or `ranges` for those that every model has."),
  kind,
  reason: v.string(),
  location: v.optional(described(v.string(), "file:line:column of a run-time error or assertion.")),
});

export const simulateSchema: v.GenericSchema<SimulateDocument> = v.object({
  version,
  model: v.string(),
  verdict: described(v.picklist(["violated", "undecided"]), "A simulation never finds that a property holds."),
  seed: v.number(),
  runs: described(v.number(), "The runs begun. The last one may have ended with a violation or at a limit."),
  steps: described(v.number(), "The random steps of all runs together."),
  violation: v.optional(violation),
  modelLimit: v.optional(described(v.string(), "The bound of the model at which the last run ended.")),
  limit: v.optional(limit),
  trace: v.optional(described(trace, "The last run, if it shows a violation or is the only one.")),
  seconds: v.number(),
});

export const replaySchema: v.GenericSchema<ReplayDocument> = v.object({
  version,
  model: v.string(),
  property: v.optional(described(v.string(), "The property that the trace is said to show something of.")),
  shows: v.optional(described(v.boolean(), "Whether it shows what it is said to.")),
  violation: v.optional(described(violation, "What the run violates.")),
  trace,
});

const cycles = described(v.string(), "Cycles of slots, and of literals where values change.");

export const symmetrySchema: v.GenericSchema<SymmetryDocument> = v.object({
  version,
  model: v.string(),
  order: described(decimal, "A decimal number."),
  generators: v.array(cycles),
  components: v.optional(
    described(
      v.object({ generators: v.array(v.string()), orbits: v.array(v.array(v.string())) }),
      "The generators as cycles of processes, channels and variables, or of rebecs, and their orbits; absent where these do not tell all.",
    ),
  ),
  orbits: described(
    v.array(v.array(v.string())),
    "Slots that are mapped to each other, and literals where values change; longer than one.",
  ),
  structure: described(v.string(), "Such as (S3 wr S2) x S2."),
  actors: v.optional(
    described(
      v.object({
        orbits: described(v.array(v.array(v.string())), "Rebecs that are mapped to each other, or stay."),
        reasons: described(v.array(v.string()), "What tells rebecs of one class apart."),
        published: v.optional(
          described(
            v.array(v.object({ rebecs: v.array(v.string()), withinOrbit: v.boolean() })),
            "Classes by the published algorithm, for comparison: sound if they lie within an orbit.",
          ),
        ),
      }),
      "The rebecs of a Rebeca model.",
    ),
  ),
  methods: described(v.array(v.string()), "The detectors that ran."),
  properties: described(v.array(v.string()), "The properties that the symmetries preserve."),
  rejected: described(
    v.array(v.object({ generator: cycles, method: v.string(), reason: v.string() })),
    "Proposed, and refused by the validator.",
  ),
  graph: v.optional(v.object({ nodes: v.number(), edges: v.number() })),
  diagram: v.optional(
    described(
      v.object({ nodes: v.number(), edges: v.number(), order: decimal }),
      "The static channel diagram, or the graph of the program or of the rebecs, and the order of its group, valid or not.",
    ),
  ),
  objections: described(
    v.array(v.object({ file: v.string(), line: v.number(), column: v.number(), message: v.string() })),
    "Where pids or channels are used as numbers, so that the text does not let them be permuted.",
  ),
  notes: v.array(v.string()),
  evidence: v.optional(v.array(v.object({ generator: cycles, method: v.string(), text: v.string() }))),
  seconds: v.number(),
});

const pattern = v.object({
  name: v.string(),
  description: v.optional(v.string()),
  kind: described(
    v.picklist(["none", "simulation", "homomorphism", "complete"]),
    "A complete pattern is a bijection of the configurations that keeps their lengths and the steps, both ways.",
  ),
  states: v.optional(described(v.number(), "Of the transducer; absent for reflections, which have none.")),
  failures: described(
    v.array(v.object({ law: v.string(), text: v.string() })),
    "What it lacks to be complete, with words that show it.",
  ),
  keepsInitial: v.optional(v.boolean()),
  keepsBad: v.optional(v.boolean()),
});

export const patternVerifySchema: v.GenericSchema<PatternVerifyDocument> = v.object({
  version,
  system: v.string(),
  verdict: described(
    v.picklist(["holds", "violated"]),
    "Violated if a pattern that was asked for is no symmetry pattern.",
  ),
  groups: v.optional(
    described(
      v.array(
        v.object({
          kind: v.picklist(["symmetric", "dihedral", "rotations", "reflection", "swap"]),
          description: v.string(),
          prefix: described(v.number(), "Letters at the beginning that stay."),
          suffix: described(v.number(), "Letters at the end that stay."),
          block: described(v.number(), "Letters that move together."),
          generators: v.array(v.string()),
        }),
      ),
      "The groups of the library that the instances of all sizes have.",
    ),
  ),
  patterns: v.array(pattern),
  seconds: v.number(),
});

export const patternSynthesisSchema: v.GenericSchema<PatternSynthesisDocument> = v.object({
  version,
  system: v.string(),
  outcome: v.picklist(["found", "none", "undecided"]),
  method: v.picklist(["library", "learn", "quotient", "sat"]),
  reason: v.optional(v.string()),
  patterns: described(v.array(pattern), "Verified for all sizes."),
  instances: v.optional(
    described(
      v.array(v.object({ size: v.number(), order: v.number(), generated: v.string() })),
      "Small instances: the order of their group of positions, and of what the patterns generate.",
    ),
  ),
  rounds: v.optional(v.number()),
  counterexamples: v.optional(v.number()),
  machineStates: v.optional(
    described(v.number(), "Of the automaton that tells what a configuration is mapped to, for quotients."),
  ),
  seconds: v.optional(described(v.number(), "Absent if the search had to be ended from outside.")),
});

export const patternImageSchema: v.GenericSchema<PatternImageDocument> = v.object({
  version,
  system: v.string(),
  pattern: v.optional(described(pattern, "Absent if none was found.")),
  finite: v.optional(v.boolean()),
  configurations: v.optional(v.array(v.string())),
  steps: v.optional(v.array(v.tuple([v.string(), v.string()]))),
  verdict: v.optional(described(verdict, "Whether no bad word is reached, in any size.")),
  reason: v.optional(v.string()),
  trace: v.optional(v.array(v.string())),
  seconds: v.number(),
});

const position = v.object({ line: v.number(), column: v.number() });

const diagnostics = v.array(
  v.object({
    code: described(
      v.string(),
      "A slug: language/what-is-wrong. Of noether itself: noether/usage and noether/request for a wrong call, noether/limit if a limit was reached before anything was known, noether/internal for a bug in Noether.",
    ),
    message: v.string(),
    file: v.optional(v.string()),
    span: v.optional(
      described(
        v.object({ start: position, end: position }),
        "Where in the file, up to but not including the end; lines and columns count from 1.",
      ),
    ),
  }),
);

export const diagnosticsSchema: v.GenericSchema<DiagnosticsDocument> = v.object({ version, diagnostics });

const fileVerdict = v.picklist(["holds", "violated", "undecided", "wrong"]);

export const checksSchema: v.GenericSchema<ChecksDocument> = v.object({
  version,
  verdict: described(fileVerdict, "The worst of all: wrong before violated before undecided before holds."),
  models: v.array(
    v.object({
      file: v.string(),
      check: v.optional(checkSchema),
      diagnostics: v.optional(
        described(diagnostics, "What is wrong with the model or the call, if there is no check."),
      ),
    }),
  ),
});

export const testSchema: v.GenericSchema<TestDocument> = v.object({
  version,
  outcome: described(
    v.picklist(["passed", "failed", "undecided", "wrong"]),
    "The worst of all: wrong before failed before undecided before passed.",
  ),
  files: v.array(
    v.object({
      file: v.string(),
      seconds: v.number(),
      claims: v.array(
        v.object({
          claim: v.string(),
          outcome: v.picklist(["passed", "failed", "undecided", "wrong"]),
          message: v.optional(v.string()),
          location: v.optional(v.string()),
        }),
      ),
    }),
  ),
  seconds: v.number(),
});
