/** What the page and its workers say to each other: plain data, so that it can be cloned. */

import type {
  Change,
  CheckDocument,
  CheckOptions,
  NamedValue,
  SequenceChart,
  SymmetryDocument,
  SymmetryPicture,
  TraceFileDocument,
} from "noether";

/** A model as text, with all that its meaning depends on. */
export interface ModelText {
  readonly name: string;
  readonly text: string;
  /** Values of constants, as of `-D`. */
  readonly defines: Readonly<Record<string, string>>;
  /** Files that the model includes, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** A problem at a place of the text. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: string;
  /** The other text that it is in: an included file, or the value of a constant. */
  readonly elsewhere?: string | undefined;
}

export interface PropertyCard {
  readonly name: string;
  readonly kind: string;
  /** The lines of the text. */
  readonly line?: number | undefined;
}

/** What is known of a model once it is read. */
export interface ModelCard {
  readonly variables: number;
  readonly transitions: number;
  readonly properties: readonly PropertyCard[];
  readonly hasAssertions: boolean;
}

export interface ReadAnswer {
  readonly marks: readonly Mark[];
  readonly card?: ModelCard | undefined;
  /** Files that the model includes, and that are not given. */
  readonly missing: readonly string[];
}

export type CheckChoices = Pick<
  CheckOptions,
  | "properties"
  | "symmetry"
  | "representatives"
  | "partialOrder"
  | "fairness"
  | "engine"
  | "maxStates"
  | "maxMemoryBytes"
  | "timeoutMs"
>;

export interface CheckAnswer {
  readonly document: CheckDocument;
  /** The trace of each property that has one, by its name. */
  readonly traces: Readonly<Record<string, TraceFileDocument>>;
  /** The lines of a summary. */
  readonly summary: readonly string[];
}

export interface CheckProgress {
  readonly states: number;
  readonly seconds: number;
  readonly text: string;
}

// ---------------------------------------------------------------- walks

export interface StepView {
  readonly label: string;
  readonly owner?: string | undefined;
  readonly changes: readonly Change[];
  readonly failures: readonly string[];
  /** The lines of the step in the text of the model, from 1. */
  readonly lines?: readonly [from: number, to: number] | undefined;
}

export interface EnabledView extends StepView {
  /** Whether it is the next step of the walk. */
  readonly isNext: boolean;
}

export interface WalkView {
  /** All steps of the walk, those ahead of the position included. */
  readonly steps: readonly StepView[];
  readonly position: number;
  readonly state: readonly NamedValue[];
  readonly before?: readonly NamedValue[] | undefined;
  /** At most a few hundred of them. */
  readonly enabled: readonly EnabledView[];
  readonly enabledCount: number;
  readonly properties: readonly NamedValue[];
  readonly violation?: string | undefined;
  readonly chart: SequenceChart;
  /** The step to which the run returns, if it is a lasso. */
  readonly loop?: number | undefined;
  /** Where the trace comes from, in words. */
  readonly origin: string;
  /** The number of steps that the walk shares with the trace that was loaded, if it left it. */
  readonly branchedAt?: number | undefined;
  readonly hasOtherBeginnings: boolean;
}

export type WalkAction =
  | { readonly kind: "load"; readonly trace: string; readonly origin: string; readonly position?: number }
  | { readonly kind: "begin" }
  | { readonly kind: "otherBeginning" }
  | { readonly kind: "take"; readonly index: number }
  | { readonly kind: "random"; readonly count: number }
  | { readonly kind: "jump"; readonly position: number };

export interface TraceExports {
  readonly json: string;
  readonly itf: string;
  readonly svg: string;
}

// ---------------------------------------------------------------- symmetry, graphs

export interface SymmetryAnswer {
  readonly document: SymmetryDocument;
  readonly picture: SymmetryPicture;
}

/** A state graph with a layout, all states by number. */
export interface GraphView {
  readonly stateCount: number;
  readonly initialCount: number;
  /** The middle of each state; layers are one apart. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly stuck: readonly number[];
  readonly violating: readonly number[];
  readonly width: number;
  readonly height: number;
}

export interface GraphAnswer {
  /** Absent if there are too many states. */
  readonly full?: GraphView | undefined;
  /** Absent if there are no symmetries, or too many orbits. */
  readonly quotient?: GraphView | undefined;
  /** The representative of each state of the full graph. */
  readonly orbitOf?: Uint32Array | undefined;
  readonly structure: string;
  readonly order: string;
  readonly limit: number;
}

export interface GraphState {
  readonly state: readonly NamedValue[];
  /** The steps that leave it, and where they lead. */
  readonly steps: readonly { readonly label: string; readonly to: number }[];
  /** A shortest trace to it. */
  readonly trace: string;
  readonly depth: number;
}

export type GraphName = "full" | "quotient";

/** The requests, with what they ask for and what they answer. */
export interface Requests {
  read: { ask: { model: ModelText }; answer: ReadAnswer };
  check: { ask: { model: ModelText; choices: CheckChoices }; answer: CheckAnswer };
  walk: { ask: { model: ModelText; action: WalkAction }; answer: WalkView };
  exportWalk: { ask: { model: ModelText }; answer: TraceExports };
  symmetry: { ask: { model: ModelText }; answer: SymmetryAnswer };
  graph: { ask: { model: ModelText; limit: number }; answer: GraphAnswer };
  graphState: { ask: { graph: GraphName; id: number }; answer: GraphState };
  graphSearch: { ask: { graph: GraphName; text: string }; answer: { found: readonly number[]; how: string } };
}

export type RequestName = keyof Requests;

export interface RequestMessage<K extends RequestName = RequestName> {
  readonly id: number;
  readonly name: K;
  readonly ask: Requests[K]["ask"];
}

export interface CancelMessage {
  readonly id: number;
  readonly name: "cancel";
}

export type AnswerMessage =
  | { readonly id: number; readonly kind: "answer"; readonly answer: unknown }
  | { readonly id: number; readonly kind: "progress"; readonly progress: CheckProgress }
  /** The request cannot be met, for a reason in words. */
  | { readonly id: number; readonly kind: "refused"; readonly message: string };
